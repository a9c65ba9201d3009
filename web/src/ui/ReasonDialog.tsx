// Something that is logged with its reason: it is asked for, and may be picked.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Answer } from '../lib/types';
import { Dialog } from './Dialog';
import { Form } from './Form';

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
    const list = useId();
    return (
        <Dialog title={title} onClose={onClose}>
            <Form
                run={() => run(reason.trim())}
                button={button}
                kind={kind}
                disabled={reason.trim() === ''}
                onDone={onClose}
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
            </Form>
        </Dialog>
    );
}
