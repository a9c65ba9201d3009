// The fields of a profile's form: what is typed stays, what is wrong is said beside it.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Choice } from '../lib/design/fields';
import {
    getAt,
    isAt,
    pathText,
    readList,
    readTyped,
    typedText,
    type Path,
    type ProfileFault,
} from '../lib/design/profile';
import type { Profile } from '../lib/figures';
import { memoBy } from '../ui/memo';

export interface FormProps {
    profile: Profile;
    start: Profile;
    fault: ProfileFault | null;
    set: (path: Path, value: unknown) => void;
}

export function sameAt(form: FormProps, path: Path): boolean {
    const now = getAt(form.profile, path);
    const before = getAt(form.start, path);
    return now === before || JSON.stringify(now) === JSON.stringify(before);
}

/** What a field draws of the profile. Its handler's `set` may be an older one: all do the same. */
function drawnAt(form: FormProps, path: Path): readonly unknown[] {
    return [
        getAt(form.profile, path),
        sameAt(form, path),
        isAt(form.fault, path) ? form.fault : null,
        pathText(path),
    ];
}

function FaultWords({ fault, path, id }: { fault: ProfileFault | null; path: Path; id: string }) {
    return isAt(fault, path) ? (
        <em class="bad field-fault" id={id} role="alert">
            {fault?.words}
        </em>
    ) : null;
}

interface TypedProps {
    form: FormProps;
    path: Path;
    label: ComponentChildren;
    text?: (value: unknown) => string;
    read?: (text: string) => unknown;
    plain?: boolean; // text, not a number
}

// What was typed stays as it is while it means the same; a value from elsewhere replaces it.
function TypedField({ form, path, label, text = typedText, read = readTyped, plain }: TypedProps) {
    const value = getAt(form.profile, path);
    const [typed, setTyped] = useState(text(value));
    useEffect(() => {
        if (JSON.stringify(read(typed)) !== JSON.stringify(value)) {
            setTyped(text(value));
        }
    }, [value]);
    const id = `fault-${path.join('-')}`;
    const bad = isAt(form.fault, path);
    return (
        <label
            class={`typed ${sameAt(form, path) ? '' : 'is-changed'} ${plain ? 'typed-text' : ''}`}
        >
            <span>{label}</span>
            <input
                value={typed}
                autocomplete="off"
                spellcheck={false}
                inputMode={plain ? 'text' : 'numeric'}
                data-path={path.join('.')}
                aria-invalid={bad}
                aria-describedby={bad ? id : undefined}
                placeholder={plain ? '' : '–'}
                onInput={(event) => {
                    setTyped(event.currentTarget.value);
                    form.set(path, read(event.currentTarget.value));
                }}
            />
            <FaultWords fault={form.fault} path={path} id={id} />
        </label>
    );
}

/** Drawn again only when its own line of the profile changes: there are a hundred of them. */
export const Typed = memoBy(TypedField, ({ form, path }) => drawnAt(form, path));

export function ChoiceField({ form, choice }: { form: FormProps; choice: Choice }) {
    const value = getAt(form.profile, choice.path);
    if (choice.list) {
        return (
            <Typed
                form={form}
                path={choice.path}
                label={choice.words}
                text={(list) => (Array.isArray(list) ? list.join(', ') : '')}
                read={readList}
                plain={choice.list === 'names'}
            />
        );
    }
    const id = `fault-${choice.path.join('-')}`;
    return (
        <label
            class={`typed ${sameAt(form, choice.path) ? '' : 'is-changed'} ${choice.wide ? 'typed-wide' : ''}`}
        >
            <span>{choice.words}</span>
            <select
                value={String(value)}
                data-path={choice.path.join('.')}
                aria-invalid={isAt(form.fault, choice.path)}
                onChange={(event) => form.set(choice.path, event.currentTarget.value)}
            >
                {choice.options?.map(([option, words]) => (
                    <option key={option} value={option}>
                        {words}
                    </option>
                ))}
            </select>
            <FaultWords fault={form.fault} path={choice.path} id={id} />
        </label>
    );
}

export function SwitchField({ form, choice }: { form: FormProps; choice: Choice }) {
    return (
        <label class={`choice ${sameAt(form, choice.path) ? '' : 'is-changed'}`}>
            <input
                type="checkbox"
                checked={getAt(form.profile, choice.path) === true}
                data-path={choice.path.join('.')}
                onChange={(event) => form.set(choice.path, event.currentTarget.checked)}
            />
            <span>
                {choice.words}
                <FaultWords
                    fault={form.fault}
                    path={choice.path}
                    id={`fault-${choice.path.join('-')}`}
                />
            </span>
        </label>
    );
}
