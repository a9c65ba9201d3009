// All 52 cards to choose from: one stop of the Tab key, arrows walk, Enter takes or gives back. One that
// cannot be taken now can still be walked over: a disabled button would keep the stop for itself.
import { useRef, useState } from 'preact/hooks';
import { ranks, suits } from '../lib/cards';
import { cardWords } from '../lib/words';
import { Suit } from './Card';

interface CardPickerProps {
    label: string;
    chosen: readonly string[];
    /** No more can be taken. */
    full: boolean;
    onToggle: (card: string) => void;
}

export function CardPicker({ label, chosen, full, onToggle }: CardPickerProps) {
    const grid = useRef<HTMLDivElement>(null);
    const [stop, setStop] = useState('As');
    const walk = (event: KeyboardEvent) => {
        const suit = (suits as readonly string[]).indexOf(stop.charAt(1));
        const rank = (ranks as readonly string[]).indexOf(stop.charAt(0));
        const moves: Record<string, [number, number]> = {
            ArrowUp: [suit - 1, rank],
            ArrowDown: [suit + 1, rank],
            ArrowLeft: [suit, rank - 1],
            ArrowRight: [suit, rank + 1],
        };
        const move = moves[event.key];
        if (move) {
            event.preventDefault();
            const next = (ranks[(move[1] + 13) % 13] ?? 'A') + (suits[(move[0] + 4) % 4] ?? 's');
            setStop(next);
            grid.current?.querySelector<HTMLElement>(`[data-card="${next}"]`)?.focus();
        }
    };
    return (
        <div ref={grid} class="picker" role="group" aria-label={label} onKeyDown={walk}>
            {suits.flatMap((suit) =>
                ranks.map((rank) => {
                    const card = rank + suit;
                    const taken = chosen.includes(card);
                    return (
                        <button
                            key={card}
                            type="button"
                            class={`picker-card suit-of-${suit}`}
                            data-card={card}
                            tabIndex={stop === card ? 0 : -1}
                            aria-pressed={taken}
                            aria-disabled={full && !taken}
                            onFocus={() => setStop(card)}
                            onClick={() => (taken || !full) && onToggle(card)}
                        >
                            <span class="hidden-text">{cardWords(card)}</span>
                            <span aria-hidden="true">{rank}</span>
                            <Suit suit={suit} />
                        </button>
                    );
                }),
            )}
        </div>
    );
}
