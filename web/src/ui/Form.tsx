// A form with one button and its refusal beside it.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, wordsOf } from '../lib/api';
import { toast } from '../lib/toast';
import type { Answer } from '../lib/types';
import { Button } from './Button';

/** What became of it; `wait`: seconds until the server looks at the next try. */
export interface Outcome extends Answer {
    wait?: number;
}

/** A request as an answer. */
export async function asked(run: () => Promise<unknown>): Promise<Outcome> {
    try {
        await run();
        return { ok: true };
    } catch (error) {
        return error instanceof ApiError
            ? { ok: false, error: error.fault, wait: error.waitSeconds }
            : { ok: false, error: { message: wordsOf(error) } };
    }
}

export function Fault({ words }: { words: string }) {
    return words ? (
        <p class="fault" role="alert">
            {words}
        </p>
    ) : null;
}

interface FormProps {
    run: () => Promise<Outcome>;
    button: string;
    kind?: 'main' | 'bad' | 'plain';
    disabled?: boolean;
    panel?: boolean;
    /** Said when it is done. */
    done?: string;
    onDone?: () => void;
    children: ComponentChildren;
}

export function Form({
    run,
    button,
    kind = 'main',
    disabled,
    panel,
    done,
    onDone,
    children,
}: FormProps) {
    const [fault, setFault] = useState('');
    const [busy, setBusy] = useState(false);
    const [wait, setWait] = useState(0);
    useEffect(() => {
        const timer = wait > 0 ? setTimeout(() => setWait(wait - 1), 1000) : undefined;
        return () => clearTimeout(timer);
    }, [wait]);
    const submit = async () => {
        setBusy(true);
        setFault('');
        const outcome = await run();
        setBusy(false);
        setWait(outcome.wait ?? 0);
        if (outcome.ok) {
            if (done) {
                toast(done, 'good');
            }
            onDone?.();
        } else {
            const { clause, message } = outcome.error ?? { message: 'refused' };
            setFault(clause && clause !== 'INPUT' ? `${message} (${clause})` : message);
        }
    };
    return (
        <form
            class={panel ? 'panel form' : 'form'}
            onSubmit={(event) => {
                event.preventDefault();
                void submit();
            }}
        >
            {children}
            <Fault words={fault} />
            <Button kind={kind} type="submit" disabled={busy || wait > 0 || disabled}>
                {busy ? 'One moment…' : wait > 0 ? `${button} in ${wait} s` : button}
            </Button>
        </form>
    );
}
