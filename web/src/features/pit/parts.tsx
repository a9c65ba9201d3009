// Parts of the pit's pages: fetching, forms, figures.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { get, wordsOf } from '../../lib/api';
import { moneyFull, parseMoney } from '../../lib/money';
import type { Cents } from '../../lib/types';
import { Fault } from '../../ui/Form';

export interface Fetched<T> {
    data: T | null;
    fault: string;
    again: () => void;
}

/** What the server answers at a path; null as path asks nothing. */
export function useGet<T>(path: string | null, every = 0): Fetched<T> {
    const [data, setData] = useState<T | null>(null);
    const [fault, setFault] = useState('');
    const [turn, setTurn] = useState(0);
    const held = useRef(path);
    useEffect(() => {
        if (held.current !== path) {
            held.current = path;
            setData(null);
        }
        if (path === null) {
            return;
        }
        const stop = new AbortController();
        get<T>(path, stop.signal).then(
            (found) => {
                setData(found);
                setFault('');
            },
            (error: unknown) => {
                if (!stop.signal.aborted) {
                    setFault(wordsOf(error));
                }
            },
        );
        return () => stop.abort();
    }, [path, turn]);
    useEffect(() => {
        if (every > 0) {
            const timer = setInterval(() => !document.hidden && setTurn((n) => n + 1), every);
            return () => clearInterval(timer);
        }
        return undefined;
    }, [every]);
    return { data, fault, again: () => setTurn((n) => n + 1) };
}

export function Wait({ of }: { of: Fetched<unknown> }) {
    return of.fault ? <Fault words={of.fault} /> : <p class="muted">One moment…</p>;
}

export function Amount({ cents }: { cents: Cents }) {
    return <td class="number">{moneyFull(cents)}</td>;
}

export function Pairs({
    rows,
    class: more,
}: {
    rows: [ComponentChildren, ComponentChildren][];
    class?: string;
}) {
    return (
        <dl class={`pairs ${more ?? ''}`}>
            {rows.map(([name, value], i) => (
                <div key={i}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            ))}
        </dl>
    );
}

// ---- forms --------------------------------------------------------------------------------------

interface InputProps {
    type?: 'text' | 'password' | 'search' | 'date';
    inputMode?: 'text' | 'numeric' | 'decimal';
    autocomplete?: 'off' | 'new-password';
    autoFocus?: boolean;
    maxLength?: number;
    max?: string;
    placeholder?: string;
    'aria-invalid'?: boolean;
}

export function Field({
    label,
    note,
    value,
    onChange,
    ...rest
}: InputProps & {
    label: string;
    note?: ComponentChildren;
    value: string;
    onChange: (value: string) => void;
}) {
    return (
        <label class="field">
            <span>{label}</span>
            <input
                value={value}
                onInput={(event) => onChange(event.currentTarget.value)}
                {...(rest as { type?: 'text' })}
            />
            {note && <small class="muted">{note}</small>}
        </label>
    );
}

export function MoneyField({
    label,
    note,
    value,
    onChange,
    may0 = true,
}: {
    label: string;
    note?: ComponentChildren;
    value: string;
    onChange: (value: string) => void;
    may0?: boolean;
}) {
    const cents = parseMoney(value);
    const wrong = value.trim() !== '' && (cents === null || (!may0 && cents === 0));
    return (
        <Field
            label={label}
            note={note}
            value={value}
            onChange={onChange}
            inputMode="decimal"
            aria-invalid={wrong}
            placeholder="$0"
        />
    );
}

export function Select({
    label,
    value,
    onChange,
    options,
    note,
}: {
    label: string;
    value: string;
    onChange: (value: string) => void;
    options: [string, string][];
    note?: ComponentChildren;
}) {
    return (
        <label class="field">
            <span>{label}</span>
            <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
                {options.map(([one, words]) => (
                    <option key={one} value={one}>
                        {words}
                    </option>
                ))}
            </select>
            {note && <small class="muted">{note}</small>}
        </label>
    );
}
