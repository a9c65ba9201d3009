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
}

/** Each card's place is kept, so that one that turns over turns where it lies. */
export const CardRow = memo(function CardRow({ cards, places, deck = 0, label, silent }: CardRowProps) {
  const spots = Array.from({ length: Math.max(places, cards.length) }, (_, i) => i);
  return (
    <div class="card-row" role={silent ? 'presentation' : 'group'} aria-label={silent ? undefined : label}>
      {spots.map((i) => {
        const card = cards[i];
        return (
          <span
            class={`card-spot ${card === undefined ? '' : card === null ? 'is-down' : 'is-up'}`}
            key={i}
            style={{ '--i': String(i) }}
          >
            {card === undefined ? <CardPlace /> : <Card card={card} deck={deck} silent={silent} />}
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
  shape?: 'round' | 'square';
}

export const Circle = memo(function Circle({ label, amount, note, outcome, shape = 'round' }: CircleProps) {
  return (
    <span class={`circle circle-${shape} ${outcome ? `circle-${outcome}` : ''} ${amount > 0 ? 'has-chips' : ''}`}>
      <span class="circle-label">{label}</span>
      {amount > 0 ? <Pile amount={amount} /> : <span class="circle-note">{note}</span>}
    </span>
  );
});
