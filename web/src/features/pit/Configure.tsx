// A table's configuration and rules: one form, for a table that is there and for a new one. What the
// server refuses is said at its field.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get, post, wordsOf } from '../../lib/api';
import { getAt, isAt, pathText, readFault, type ProfileFault } from '../design/model/profile';
import { moneyFull } from '../../lib/money';
import { navigate } from '../../lib/router';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import {
    changedPart,
    kindWords,
    sheetGroups,
    sheetWith,
    textOf,
    type Rules,
    type Sheet,
    type SheetField,
} from './config';
import { asked, Fault } from '../../ui/Form';
import { Field, Select, useGet, Wait } from './parts';
import type { Config, Pit, PitTable } from '../../lib/types';

const checkMs = 250;

interface TableSheet {
    config: Config;
    rules: Rules;
    waits: boolean;
}

interface Checked {
    /** What was asked about; '' for nothing. */
    of: string;
    fault: ProfileFault | null;
    warnings: string[];
}

const unasked: Checked = { of: '', fault: null, warnings: [] };

/** What the form would change. */
interface Change {
    config?: unknown;
    options?: unknown;
}

// The server is asked as one types: what it would refuse stands at its field at once, and the maker's
// advice below.
function useCheck(change: Change, whole: boolean, props: SheetFormProps): Checked {
    const [checked, setChecked] = useState<Checked>(unasked);
    const { path, body } = props.request(change);
    const text = JSON.stringify(body);
    useEffect(() => {
        if (!whole) {
            setChecked(unasked);
            return undefined;
        }
        const stop = new AbortController();
        const timer = setTimeout(() => {
            post<{ ok: boolean; warnings?: string[]; error?: { message: string } }>(
                `${path}?try=1`,
                JSON.parse(text),
                stop.signal,
            ).then(
                ({ ok, warnings = [], error }) =>
                    setChecked({
                        of: text,
                        fault: ok ? null : faultOf(error?.message, props.isNew),
                        warnings,
                    }),
                () => undefined,
            );
        }, checkMs);
        return () => {
            clearTimeout(timer);
            stop.abort();
        };
    }, [text, path, whole]);
    return checked.of === text ? checked : { ...checked, of: '' };
}

// The field shows what was typed: only what was expected is said. A new table's name stands beside its
// configuration, and in the form with the rest of it.
function faultOf(message = 'refused', isNew: boolean): ProfileFault {
    const { path, words } = readFault(message);
    return {
        path: isNew && path === 'name' ? 'config.name' : path,
        words: words.replace(/^got .*, expected /s, 'expected '),
    };
}

// ---- fields -------------------------------------------------------------------------------------

interface InputProps {
    field: SheetField;
    text: string;
    words: string; // of what is wrong with it
    changed: boolean;
    onChange: (text: string) => void;
}

function Switch({ field, text, words, changed, onChange }: InputProps) {
    return (
        <label class={`choice ${changed ? 'is-changed' : ''}`}>
            <input
                type="checkbox"
                checked={text === 'true'}
                data-path={pathText(field.path)}
                onChange={(event) => onChange(String(event.currentTarget.checked))}
            />
            <span>
                {field.words}
                {words && <em class="bad field-fault">{words}</em>}
            </span>
        </label>
    );
}

function Input(props: InputProps) {
    const { field, text, words, changed, onChange } = props;
    const path = pathText(field.path);
    const id = `fault-${path}`;
    if (field.kind === 'switch') {
        return <Switch {...props} />;
    }
    const shared = {
        'data-path': path,
        'aria-invalid': words !== '',
        'aria-describedby': words ? id : undefined,
    };
    return (
        <label class={`field ${changed ? 'is-changed' : ''} ${field.wide ? 'is-wide' : ''}`}>
            <span>{field.words}</span>
            {field.options ? (
                <select
                    value={text}
                    onChange={(event) => onChange(event.currentTarget.value)}
                    {...shared}
                >
                    {text === '' && <option value="">as usual</option>}
                    {field.options.map(([one, name]) => (
                        <option key={one} value={one}>
                            {name}
                        </option>
                    ))}
                </select>
            ) : (
                <input
                    value={text}
                    autocomplete="off"
                    spellcheck={false}
                    inputMode={field.kind === 'name' ? 'text' : 'decimal'}
                    placeholder={field.kind === 'name' ? '' : 'as usual'}
                    onInput={(event) => onChange(event.currentTarget.value)}
                    {...shared}
                />
            )}
            {words ? (
                <em class="bad field-fault" id={id} role="alert">
                    {words}
                </em>
            ) : (
                field.note && <small class="muted">{field.note}</small>
            )}
        </label>
    );
}

// ---- the form -----------------------------------------------------------------------------------

interface SheetFormProps {
    /** As it is now; for a new table the house's usual configuration is not known here. */
    start: Sheet;
    /** The profile that was chosen in place of the one at hand; '' for none. */
    profile: string;
    meters: [string, string][];
    profiles: [string, string][];
    onProfile: (name: string) => void;
    isNew: boolean;
    button: string;
    done: string;
    /** Where the change is asked for, and the body of it but the reason. */
    request: (change: Change) => { path: string; body: object };
    onDone: (answer: { table: number }) => void;
}

function SheetForm(props: SheetFormProps) {
    const { start, profile, meters } = props;
    const [texts, setTexts] = useState<Record<string, string>>({});
    const [reason, setReason] = useState('');
    const [refused, setRefused] = useState<ProfileFault | null>(null);
    const [busy, setBusy] = useState(false);
    const form = useRef<HTMLFormElement>(null);
    // What is offered decides what is asked for, and may just have been changed.
    const first = sheetWith(
        start,
        sheetGroups(start, meters).flatMap((one) => one.fields),
        texts,
    );
    const groups = sheetGroups(first.sheet, meters);
    const fields = groups.flatMap((one) => one.fields);
    const { sheet, bad } = sheetWith(start, fields, texts);
    const { config, ...rules } = sheet;
    const { config: configBefore, ...rulesBefore } = start;
    const configChange = changedPart(configBefore, config);
    const options = changedPart(rulesBefore, rules);
    const nothing = configChange === undefined && options === undefined && profile === '';
    const named = getAt(sheet, ['config', 'name']) !== undefined;
    const change = { config: configChange, options };
    const checked = useCheck(change, bad.length === 0 && named && !nothing, props);
    const fault = refused ?? checked.fault;
    const unplaced =
        fault && !fields.some((field) => isAt(fault, field.path, sheet)) ? fault : null;
    const good = checked.of !== '' && checked.fault === null;

    const type = (field: SheetField, text: string) => {
        const path = pathText(field.path);
        const next = { ...texts, [path]: text };
        if (text === textOf(field, start)) {
            delete next[path];
        }
        setTexts(next);
        setRefused(null);
    };
    const submit = async () => {
        setBusy(true);
        setRefused(null);
        const { path, body } = props.request(change);
        const made = { table: 0 };
        const answer = await asked(async () => {
            const said = await post<{ table: number }>(
                path,
                props.isNew ? body : { ...body, reason: reason.trim() },
            );
            made.table = said.table;
        });
        setBusy(false);
        if (answer.ok) {
            toast(props.done, 'good');
            setTexts({});
            setReason('');
            props.onDone(made);
        } else {
            setRefused(faultOf(answer.error?.message, props.isNew));
            setTimeout(
                () => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
                0,
            );
        }
    };
    const wordsFor = (field: SheetField): string => {
        if (bad.includes(pathText(field.path)) && texts[pathText(field.path)] !== undefined) {
            return kindWords[field.kind];
        }
        return isAt(fault, field.path, sheet) ? (fault?.words ?? '') : '';
    };
    const draw = (field: SheetField) => (
        <Input
            key={pathText(field.path)}
            field={field}
            text={texts[pathText(field.path)] ?? textOf(field, start)}
            words={wordsFor(field)}
            changed={texts[pathText(field.path)] !== undefined}
            onChange={(text) => type(field, text)}
        />
    );
    const count = Object.keys(texts).length;
    return (
        <form
            class="form sheet"
            ref={form}
            onSubmit={(event) => {
                event.preventDefault();
                void submit();
            }}
        >
            <Select
                label="Profile"
                value={profile}
                onChange={props.onProfile}
                options={props.profiles}
                note="the rule sheet all the rest begins with"
            />
            {groups.map((group) => (
                <fieldset key={group.title}>
                    <legend>{group.title}</legend>
                    {group.note && <p class="muted sheet-note">{group.note}</p>}
                    <div class="choices">
                        {group.fields.filter((field) => field.kind === 'switch').map(draw)}
                    </div>
                    <div class="fields">
                        {group.fields.filter((field) => field.kind !== 'switch').map(draw)}
                    </div>
                </fieldset>
            ))}
            {checked.warnings.length > 0 && (
                <div class="warning" role="status">
                    <strong>Warnings:</strong>
                    <ul>
                        {checked.warnings.map((one) => (
                            <li key={one}>{one}</li>
                        ))}
                    </ul>
                </div>
            )}
            {!props.isNew && (
                <Field
                    label="Why? It is logged."
                    value={reason}
                    onChange={setReason}
                    maxLength={200}
                />
            )}
            {unplaced && (
                <Fault
                    words={unplaced.path ? `${unplaced.path}: ${unplaced.words}` : unplaced.words}
                />
            )}
            <div class="row">
                <Button
                    kind="main"
                    type="submit"
                    disabled={busy || !good || (!props.isNew && reason.trim() === '')}
                >
                    {busy ? 'One moment…' : props.button}
                </Button>
                {count > 0 && (
                    <span class="muted">
                        {count} {count === 1 ? 'field' : 'fields'} changed
                    </span>
                )}
            </div>
        </form>
    );
}

// ---- profiles -----------------------------------------------------------------------------------

function useProfiles(): [string, string][] {
    const found = useGet<{ rules: { name: string; title: string }[] }>('/api/rules');
    return (found.data?.rules ?? []).map((one) => [one.name, `${one.name}: ${one.title}`]);
}

function metersOf(pit: Pit): [string, string][] {
    return pit.meters.map((one) => [
        String(one.meter),
        `meter ${one.meter}, ${moneyFull(one.amount)}`,
    ]);
}

/** The rules to begin with: those at hand, or the sheet of the profile that was chosen. */
function useChosen(profile: string, otherwise: Rules | undefined): Rules | undefined {
    const [chosen, setChosen] = useState<{ name: string; rules: Rules } | null>(null);
    useEffect(() => {
        if (profile === '') {
            return undefined;
        }
        const stop = new AbortController();
        get<Rules>(`/api/rules/${profile}`, stop.signal).then(
            (rules) => setChosen({ name: profile, rules }),
            (error: unknown) => !stop.signal.aborted && toast(wordsOf(error), 'bad'),
        );
        return () => stop.abort();
    }, [profile]);
    return profile === '' ? otherwise : chosen?.name === profile ? chosen.rules : undefined;
}

// ---- a table that is there ----------------------------------------------------------------------

export function ConfigForm({ table, pit }: { table: PitTable; pit: Pit }) {
    const fetched = useGet<TableSheet>(`/api/tables/${table.table}/config`);
    const [profile, setProfile] = useState('');
    const profiles = useProfiles();
    const now = fetched.data;
    const rules = useChosen(profile, now?.rules);
    const start = useMemo(
        () => (now && rules ? { ...rules, config: now.config } : null),
        [now, rules],
    );
    if (!now || !start) {
        return <Wait of={fetched} />;
    }
    return (
        <>
            <p class="muted">
                A change takes effect when no round is open.
                {now.waits && ' What stands here waits for the round to end.'}
            </p>
            <SheetForm
                key={profile}
                start={start}
                profile={profile}
                meters={metersOf(pit)}
                profiles={[
                    ['', `${String(getAt(now.rules, ['name']))}, as it is`],
                    ...profiles.map(([name, words]): [string, string] => [name, `anew: ${words}`]),
                ]}
                onProfile={setProfile}
                isNew={false}
                button="Change the table"
                done="It is in force when no round is open."
                request={({ config, options }) => ({
                    path: `/api/tables/${table.table}/config`,
                    body: {
                        config: config ?? {},
                        ...(profile ? { profile } : {}),
                        ...(options ? { options } : {}),
                    },
                })}
                onDone={() => {
                    setProfile('');
                    fetched.again();
                }}
            />
        </>
    );
}

// ---- a new one ----------------------------------------------------------------------------------

export function NewTable({ pit }: { pit: Pit }) {
    const [profile, setProfile] = useState('washington');
    const profiles = useProfiles();
    const rules = useChosen(profile, undefined);
    const start = useMemo(() => (rules ? { ...rules, config: {} } : null), [rules]);
    return (
        <section class="panel">
            <h2>New table</h2>
            <p class="muted">
                It takes a name. What is left empty begins as usual, and can be changed afterwards.
            </p>
            {start ? (
                <SheetForm
                    key={profile}
                    start={start}
                    profile={profile}
                    meters={metersOf(pit)}
                    profiles={profiles.length > 0 ? profiles : [[profile, profile]]}
                    onProfile={setProfile}
                    isNew
                    button="Open the table"
                    done="The table is there."
                    request={({ config, options }) => {
                        const { name = '', ...rest } = (config ?? {}) as Config;
                        return {
                            path: '/api/tables',
                            body: { name, profile, ...(options ? { options } : {}), config: rest },
                        };
                    }}
                    onDone={({ table }) => navigate(`/pit/tables/${table}`)}
                />
            ) : (
                <p class="muted">One moment…</p>
            )}
        </section>
    );
}
