// The designer: a profile under change, and what it does to the game while one types.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Typed, type FormProps } from './Fields';
import { Figures } from './Figures';
import { Form } from './Form';
import { Results } from './Results';
import { useSheet } from './Sheet';
import { Tools } from './Tools';
import { wordsOf } from '../../lib/api';
import { setAt } from './model/profile';
import { useDesign, type Solved } from './model/solve';
import { askProfile, type Profile } from '../../lib/figures';
import { ProfilePicker } from '../../ui/ProfilePicker';
import { Shell } from '../../ui/Shell';

function Designer({ start, onLoad }: { start: Profile; onLoad: (profile: Profile) => void }) {
    const { profile, now, change } = useDesign(start);
    // What is compared with: the figures of the starting profile, as soon as they are there.
    const base = useRef<Solved | null>(null);
    if (profile === start && now.fresh) {
        base.current = now;
    }
    const form: FormProps = {
        profile,
        start,
        fault: now.fault,
        set: (path, value) => change((held) => setAt(held, path, value)),
        change,
    };
    const before = base.current ?? now;
    const sheet = useSheet(profile, now, start);
    return (
        <>
            <Tools
                profile={profile}
                now={now}
                start={start}
                sheet={sheet.fill}
                onLoad={onLoad}
                onReset={() => change(() => start)}
            />
            {now.fault && (
                <p class="fault" role="alert" data-figure="fault">
                    {now.fault.path && <code>{now.fault.path}</code>} {now.fault.words}
                </p>
            )}
            {now.warnings.map((words) => (
                <p key={words} class="warning" role="status">
                    {words}
                </p>
            ))}
            <Figures now={now} start={before} />
            <div class="design-grid">
                <div>
                    <div class="design-names">
                        <Typed
                            form={form}
                            path={['name']}
                            label="Name"
                            plain
                            read={(text) => text}
                        />
                        <Typed
                            form={form}
                            path={['title']}
                            label="Title"
                            plain
                            read={(text) => text}
                        />
                    </div>
                    <Form form={form} par={now.par} fresh={now.fresh} />
                </div>
                <Results now={now} start={before} startProfile={start} profile={profile} />
            </div>
            <article class="par-sheet" aria-hidden="true" ref={sheet.place} />
        </>
    );
}

export default function DesignPage() {
    const [name, setName] = useState('washington');
    const [start, setStart] = useState<{ profile: Profile; turn: number } | null>(null);
    const [fault, setFault] = useState('');
    const turn = useRef(0);
    const begin = (profile: Profile) => setStart({ profile, turn: ++turn.current });
    useEffect(() => {
        const stop = new AbortController();
        setFault('');
        askProfile(name, stop.signal).then(
            begin,
            (error: unknown) => !stop.signal.aborted && setFault(wordsOf(error)),
        );
        return () => stop.abort();
    }, [name]);
    return (
        <Shell title="Designer" wide>
            <div class="design-top">
                <ProfilePicker label="Start from" value={name} onChange={setName} />
            </div>
            {fault && (
                <p class="fault" role="alert">
                    {fault}
                </p>
            )}
            {start && <Designer key={start.turn} start={start.profile} onLoad={begin} />}
        </Shell>
    );
}
