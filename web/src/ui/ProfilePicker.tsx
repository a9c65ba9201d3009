// Which rules: the profiles the server knows.
import { useEffect, useState } from 'preact/hooks';
import { wordsOf } from '../lib/api';
import { askProfiles, type ProfileName } from '../lib/figures';
import { toast } from '../lib/toast';

export function useProfiles(): ProfileName[] {
    const [profiles, setProfiles] = useState<ProfileName[]>([]);
    useEffect(() => {
        const stop = new AbortController();
        askProfiles(stop.signal).then(
            setProfiles,
            (error: unknown) => !stop.signal.aborted && toast(wordsOf(error), 'bad'),
        );
        return () => stop.abort();
    }, []);
    return profiles;
}

interface ProfilePickerProps {
    label?: string;
    value: string;
    onChange: (name: string) => void;
}

export function ProfilePicker({ label = 'Rules', value, onChange }: ProfilePickerProps) {
    const profiles = useProfiles();
    const listed = profiles.some((one) => one.name === value);
    return (
        <label class="field">
            <span>{label}</span>
            <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
                {!listed && <option value={value}>{value}</option>}
                {profiles.map((one) => (
                    <option key={one.name} value={one.name}>
                        {one.title}
                    </option>
                ))}
            </select>
        </label>
    );
}
