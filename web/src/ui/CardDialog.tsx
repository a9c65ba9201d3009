// A card swipe: its number and PIN, typed. Neither is kept, and neither is filled in by the browser.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../lib/types';
import { Dialog } from './Dialog';
import { Form } from './Form';

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
    const swipe = async () => {
        const answer = await run(card);
        if (!answer.ok) {
            setCard({ card: card.card, pin: '' });
        }
        return answer;
    };
    return (
        <Dialog title={title} onClose={onClose}>
            <Form
                run={swipe}
                button={button}
                disabled={card.card === '' || card.pin === ''}
                onDone={onClose}
            >
                {words && <p>{words}</p>}
                {children}
                <CardFields value={card} onChange={setCard} />
            </Form>
        </Dialog>
    );
}
