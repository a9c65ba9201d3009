// The fields of a profile's form: what is typed stays, what is wrong is said beside it.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Choice } from './model/fields';
import {
    getAt,
    isAt,
    isExactlyAt,
    pathText,
    readList,
    readTyped,
    typedText,
    type Path,
    type ProfileFault,
} from './model/profile';
import type { Profile } from '../../lib/figures';
import { memoBy } from '../../ui/memo';

export interface FormProps {
    profile: Profile;
    start: Profile;
    fault: ProfileFault | null;
    set: (path: Path, value: unknown) => void;
    /** Several fields at once. */
    change: (how: (held: Profile) => Profile) => void;
}

/** A fault of the field, or of something inside it. */
export function isBad({ fault, profile }: FormProps, path: Path): boolean {
    return isAt(fault, path, profile);
}

/** A fault of all that the path leads to. */
export function isBadAsWhole({ fault, profile }: FormProps, path: Path): boolean {
    return isExactlyAt(fault, path, profile);
}

/** The name of a fault's words, for a field to point at. */
export function faultId(path: Path): string {
    return `fault-${path.join('-').replace(/[^\w-]+/g, '_')}`;
}

export function sameAt(form: FormProps, path: Path): boolean {
    const now = getAt(form.profile, path);
    const before = getAt(form.start, path);
    return now === before || JSON.stringify(now) === JSON.stringify(before);
}

/** What a field draws of the profile. Its handler's `set` may be an older one: all do the same. */
function drawnAt(form: FormProps, path: Path, bad = isBad(form, path)): readonly unknown[] {
    return [getAt(form.profile, path), sameAt(form, path), bad ? form.fault : null, pathText(path)];
}

export function FaultWords({
    form,
    path,
    bad = isBad(form, path),
}: {
    form: FormProps;
    path: Path;
    bad?: boolean;
}) {
    return bad ? (
        <em class="bad field-fault" id={faultId(path)} role="alert">
            {form.fault?.words}
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
    list?: string; // the id of a list to choose from
    whole?: Path; // what the field stands for: a fault of all of it is said here, too
    put?: (text: string) => void; // in place of a change of this field alone
}

function isTypedBad({ form, path, whole }: TypedProps): boolean {
    return isBad(form, path) || (whole !== undefined && isBadAsWhole(form, whole));
}

// What was typed stays as it is while it means the same; a value from elsewhere replaces it.
function TypedField(props: TypedProps) {
    const { form, path, label, text = typedText, read = readTyped, plain, list, put } = props;
    const value = getAt(form.profile, path);
    const [typed, setTyped] = useState(text(value));
    useEffect(() => {
        if (JSON.stringify(read(typed)) !== JSON.stringify(value)) {
            setTyped(text(value));
        }
    }, [value]);
    const bad = isTypedBad(props);
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
                list={list}
                aria-invalid={bad}
                aria-describedby={bad ? faultId(path) : undefined}
                placeholder={plain ? '' : '–'}
                onInput={(event) => {
                    setTyped(event.currentTarget.value);
                    if (put) {
                        put(event.currentTarget.value);
                    } else {
                        form.set(path, read(event.currentTarget.value));
                    }
                }}
            />
            <FaultWords form={form} path={path} bad={bad} />
        </label>
    );
}

/** Drawn again only when its own line of the profile changes: there are a hundred of them. */
export const Typed = memoBy(TypedField, (props) =>
    drawnAt(props.form, props.path, isTypedBad(props)),
);

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
    return (
        <label
            class={`typed ${sameAt(form, choice.path) ? '' : 'is-changed'} ${choice.wide ? 'typed-wide' : ''}`}
        >
            <span>{choice.words}</span>
            <select
                value={String(value)}
                data-path={choice.path.join('.')}
                aria-invalid={isBad(form, choice.path)}
                aria-describedby={isBad(form, choice.path) ? faultId(choice.path) : undefined}
                onChange={(event) => form.set(choice.path, event.currentTarget.value)}
            >
                {choice.options?.map(([option, words]) => (
                    <option key={option} value={option}>
                        {words}
                    </option>
                ))}
            </select>
            <FaultWords form={form} path={choice.path} />
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
                <FaultWords form={form} path={choice.path} />
            </span>
        </label>
    );
}
