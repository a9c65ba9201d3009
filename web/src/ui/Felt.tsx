// What lies on the felt: rows of cards, marked circles with chips on them.
import type { ComponentChildren } from 'preact';
import type { CardText, Cents } from '../lib/types';
import { Card, CardPlace } from './Card';
import { Pile } from './Chip';
import { memo } from './memo';

interface CardRowProps {
    cards: readonly CardText[];
    /** How many places are marked: those without a card are outlines. */
    places: number;
    deck?: number;
    label: string;
    silent?: boolean;
    /** When each card lands, as turns of a deal: "0,7". Without it one after the other. */
    turns?: string;
    /** The cards that play, by name: lit for the one who looks, marked for the dealer. */
    lit?: string;
    marked?: string;
}

/** Each card's place is kept, so that one that turns over turns where it lies. */
export const CardRow = memo(function CardRow({
    cards,
    places,
    deck = 0,
    label,
    silent,
    turns,
    lit = '',
    marked = '',
}: CardRowProps) {
    const spots = Array.from({ length: Math.max(places, cards.length) }, (_, i) => i);
    const landing = turns?.split(',') ?? [];
    return (
        <div
            class="card-row"
            {...(silent ? { 'aria-hidden': 'true' } : { role: 'group', 'aria-label': label })}
        >
            {spots.map((i) => {
                const card = cards[i];
                const look = card === undefined ? '' : card === null ? 'is-down' : 'is-up';
                return (
                    <span
                        class={`card-spot ${look} ${card && lit.includes(card) ? 'is-lit' : ''} ${card && marked.includes(card) ? 'is-marked' : ''}`}
                        key={i}
                        style={{ '--i': String(i), '--turn': landing[i] ?? String(i) }}
                    >
                        {card === undefined ? (
                            <CardPlace />
                        ) : (
                            <Card card={card} deck={deck} silent={silent} />
                        )}
                    </span>
                );
            })}
        </div>
    );
});

interface CircleProps {
    label: string;
    amount: Cents;
    /** A second line in an empty circle: limits, "= Ante". */
    note?: ComponentChildren;
    /** The outcome at settlement colours it. */
    outcome?: string;
    /** Put down, and not yet with the server. */
    unplaced?: boolean;
    shape?: 'round' | 'square';
    /** What is pushed to it when it wins. */
    paid?: Cents;
}

export const Circle = memo(function Circle(props: CircleProps) {
    const { label, amount, note, outcome, unplaced, shape = 'round', paid = 0 } = props;
    const look = [
        'circle',
        `circle-${shape}`,
        outcome ? `circle-${outcome}` : '',
        amount > 0 ? 'has-chips' : '',
        unplaced ? 'is-unplaced' : '',
    ];
    return (
        <span class={look.join(' ')}>
            <span class="circle-label">{label}</span>
            {amount > 0 ? <Pile amount={amount} /> : <span class="circle-note">{note}</span>}
            {paid > 0 && (
                <span class="circle-pay">
                    <Pile amount={paid} silent />
                </span>
            )}
        </span>
    );
});
