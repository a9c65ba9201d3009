// Fair dealing as the table tells it.
import type { View } from '../types';

/** "seat 2", "seats 1, 4 and 6". */
export function seatsWords(seats: readonly number[]): string {
    const list = seats.join(', ').replace(/, (\d+)$/, ' and $1');
    return `seat${seats.length === 1 ? '' : 's'} ${list}`;
}

/** Whose part of the shuffle the table waits for; '' where it waits for none. */
export function sealedWords(view: View): string {
    if (view.state !== 'sealed') {
        return '';
    }
    const missing = (view.fairness?.parts ?? [])
        .filter((one) => !one.revealed)
        .map((one) => one.seat);
    if (missing.length === 0) {
        return 'Waiting for the players’ parts of the shuffle.';
    }
    return missing.length === 1
        ? `Waiting for ${seatsWords(missing)}’s part of the shuffle.`
        : `Waiting for parts of the shuffle from ${seatsWords(missing)}.`;
}
