// Which cards light up when a hand is over: the five that play, as the server names them.
import type { CardText, View } from '../../lib/types';

interface Hand {
    cards: readonly CardText[];
    plays?: readonly CardText[];
}

/** Cards of a row that belong to a hand, as text: a prop that compares. '' while nothing is settled. */
export function litIn(felt: View, last: View | null, hand: Hand | undefined): string {
    const over = last !== null || felt.phase === 'settled';
    return over ? (hand?.plays ?? []).join(' ') : '';
}
