// A round is disputed (WA-1): asked for here, from a result, the history, the record or the console.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { post, wordsOf } from '../lib/api';
import { toast } from '../lib/toast';
import { Button } from './Button';
import { Dialog } from './Dialog';

/** The closed list a supervisor decides from. */
export const decisions: [string, string][] = [
    ['stands', 'The round stands as it was settled'],
    ['corrected', 'Corrected: paid or taken back by hand'],
    ['wager_voided', 'One wager is void'],
    ['round_voided', 'The round is void'],
    ['other', 'Other'],
];

export function decisionWords(decision: string): string {
    return decisions.find(([name]) => name === decision)?.[1] ?? 'Open: waits for a supervisor';
}

/** The round somebody is about to dispute. It outlives the panel it was asked for on. */
export const disputing = signal<{ table: number; round: number } | null>(null);

export function DisputeButton({ table, round }: { table: number; round: number }) {
    return (
        <Button kind="quiet" onClick={() => (disputing.value = { table, round })}>
            Dispute…
        </Button>
    );
}

function Form({ table, round, onDone }: { table: number; round: number; onDone?: () => void }) {
    const [what, setWhat] = useState('');
    const [fault, setFault] = useState('');
    const [busy, setBusy] = useState(false);
    const open = async () => {
        setBusy(true);
        try {
            await post(`/api/rounds/${table}/${round}/disputes`, { what: what.trim() });
            disputing.value = null;
            toast('The dispute is recorded. A floor supervisor has been told.', 'good');
            onDone?.();
        } catch (error) {
            setFault(wordsOf(error));
        }
        setBusy(false);
    };
    return (
        <form
            class="form"
            onSubmit={(event) => {
                event.preventDefault();
                void open();
            }}
        >
            <p>
                A floor supervisor replays the round and decides. What you write, the decision and
                its reason are kept with the round.
            </p>
            <label class="field">
                <span>What is wrong?</span>
                <input
                    autoFocus
                    maxLength={200}
                    value={what}
                    onInput={(event) => setWhat(event.currentTarget.value)}
                />
            </label>
            {fault && (
                <p class="fault" role="alert">
                    {fault}
                </p>
            )}
            <Button kind="main" type="submit" disabled={busy || what.trim() === ''}>
                Open a dispute
            </Button>
        </form>
    );
}

/** The dialog, on every page that has a DisputeButton. */
export function DisputeDialog({ onDone }: { onDone?: () => void }) {
    const about = disputing.value;
    return about ? (
        <Dialog
            title={`Dispute round ${about.round}`}
            onClose={() => {
                disputing.value = null;
            }}
        >
            <Form {...about} onDone={onDone} />
        </Dialog>
    ) : null;
}
