// Profiles from files and into files, and the PAR page.
import { useRef } from 'preact/hooks';
import { wordsOf } from '../../lib/api';
import { changesOf, fileName, isRenamed } from './model/profile';
import type { Solved } from './model/solve';
import type { Profile } from '../../lib/figures';
import { saveAs } from '../../lib/save';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { saveSheet } from './Sheet';

async function readFile(file: File): Promise<Profile> {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new Error('this file holds no profile');
    }
    return value as Profile;
}

export function Tools({
    profile,
    now,
    start,
    sheet,
    onLoad,
    onReset,
}: {
    profile: Profile;
    now: Solved;
    start: Profile;
    sheet: () => Element | null;
    onLoad: (profile: Profile) => void;
    onReset: () => void;
}) {
    const input = useRef<HTMLInputElement>(null);
    const savePar = () => {
        const filled = sheet();
        if (filled) {
            saveSheet(filled, fileName(profile).replace('.json', '-par.html'), saveAs);
        }
    };
    const ready = now.fault === null && now.fresh;
    const changes = changesOf(start, profile).length;
    const renamed = changes === 0 || isRenamed(start, profile);
    return (
        <div class="design-tools">
            <Button disabled={changes === 0} onClick={onReset}>
                Start again
            </Button>
            <Button onClick={() => input.current?.click()}>Load a file</Button>
            <input
                ref={input}
                type="file"
                accept="application/json,.json"
                hidden
                onChange={(event) => {
                    const file = event.currentTarget.files?.[0];
                    event.currentTarget.value = '';
                    if (file) {
                        readFile(file).then(onLoad, (error: unknown) =>
                            toast(`${file.name}: ${wordsOf(error)}`, 'bad'),
                        );
                    }
                }}
            />
            <Button
                kind="main"
                disabled={now.fault !== null || !renamed}
                onClick={() =>
                    saveAs(
                        fileName(profile),
                        'application/json',
                        JSON.stringify(profile, null, 2) + '\n',
                    )
                }
            >
                Save the profile
            </Button>
            <Button disabled={!ready || !renamed} onClick={savePar}>
                PAR page
            </Button>
            <Button disabled={!ready || !renamed} onClick={() => print()}>
                Print it
            </Button>
            {changes > 0 && (
                <span class="tag part-changed" data-figure="changed">
                    changed against {String(start.name)}
                </span>
            )}
            {!renamed && (
                <p class="warning" role="status" data-figure="rename">
                    Give the changed game a name and a title of its own before you save or print it.
                </p>
            )}
        </div>
    );
}
