// A card swipe: its number and PIN, typed. Neither is kept, and neither is filled in by the browser.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../lib/types';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

export interface Swiped {
    card: string;
    pin: string;
}

/** Fields for a card and its PIN, for a form of one's own. */
export function CardFields({
    of,
    value,
    onChange,
}: {
    of?: string;
    value: Swiped;
    onChange: (value: Swiped) => void;
}) {
    return (
        <div class="card-fields">
            <label class="field">
                <span>{of ?? 'Card number'}</span>
                <input
                    inputMode="numeric"
                    autocomplete="off"
                    autoFocus={!of}
                    maxLength={18}
                    value={value.card}
                    onInput={(event) =>
                        onChange({ ...value, card: event.currentTarget.value.replace(/\D/g, '') })
                    }
                />
            </label>
            <label class="field">
                <span>PIN</span>
                <input
                    type="password"
                    inputMode="numeric"
                    autocomplete="off"
                    maxLength={12}
                    value={value.pin}
                    onInput={(event) => onChange({ ...value, pin: event.currentTarget.value })}
                />
            </label>
        </div>
    );
}

interface CardDialogProps {
    title: string;
    words?: ComponentChildren;
    button: string;
    run: (card: Swiped) => Promise<Answer>;
    onClose: () => void;
    children?: ComponentChildren;
}

export function CardDialog({ title, words, button, run, onClose, children }: CardDialogProps) {
    const [card, setCard] = useState<Swiped>({ card: '', pin: '' });
    const [fault, setFault] = useState('');
    const [busy, setBusy] = useState(false);
    const submit = async () => {
        setBusy(true);
        setFault('');
        const answer = await run(card);
        setBusy(false);
        if (answer.ok) {
            onClose();
        } else {
            setFault(answer.error?.message ?? 'refused');
            setCard({ card: card.card, pin: '' });
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
                {words && <p>{words}</p>}
                {children}
                <CardFields value={card} onChange={setCard} />
                {fault && (
                    <p class="fault" role="alert">
                        {fault}
                    </p>
                )}
                <Button
                    kind="main"
                    type="submit"
                    disabled={busy || card.card === '' || card.pin === ''}
                >
                    {busy ? 'One moment…' : button}
                </Button>
            </form>
        </Dialog>
    );
}
