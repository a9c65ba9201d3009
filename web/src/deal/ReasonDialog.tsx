// Something that is logged with its reason: it is asked for, and may be picked.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Answer } from '../lib/types';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

interface ReasonDialogProps {
    title: string;
    words: ComponentChildren;
    button: string;
    kind?: 'main' | 'bad';
    suggestions?: string[];
    run: (reason: string) => Promise<Answer>;
    onClose: () => void;
}

export function ReasonDialog({
    title,
    words,
    button,
    kind = 'main',
    suggestions = [],
    run,
    onClose,
}: ReasonDialogProps) {
    const [reason, setReason] = useState('');
    const [fault, setFault] = useState('');
    const [busy, setBusy] = useState(false);
    const list = useId();
    const submit = async () => {
        setBusy(true);
        const answer = await run(reason.trim());
        setBusy(false);
        if (answer.ok) {
            onClose();
        } else {
            setFault(answer.error?.message ?? 'refused');
        }
    };
    return (
        <Dialog title={title} onClose={onClose}>
            <form
                class="form"
                onSubmit={(event) => {
                    event.preventDefault();
                    void submit();
                }}
            >
                <p>{words}</p>
                <label class="field">
                    <span>Why? It is logged.</span>
                    <input
                        autoFocus
                        list={list}
                        maxLength={200}
                        value={reason}
                        onInput={(event) => setReason(event.currentTarget.value)}
                    />
                </label>
                <datalist id={list}>
                    {suggestions.map((one) => (
                        <option key={one} value={one} />
                    ))}
                </datalist>
                {fault && (
                    <p class="fault" role="alert">
                        {fault}
                    </p>
                )}
                <Button kind={kind} type="submit" disabled={busy || reason.trim() === ''}>
                    {button}
                </Button>
            </form>
        </Dialog>
    );
}
