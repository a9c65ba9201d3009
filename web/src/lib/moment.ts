// What a command is meant for: the round that its sender saw, and for some commands the street. At any
// other moment the server refuses it (docs/protocol.md).
export interface Moment {
    round: number;
    phase: string;
}

const moments = new Map<string, 'round' | 'street'>([
    ['wager', 'round'],
    ['decide', 'street'],
    ['bank_take', 'round'],
    ['bank_decline', 'round'],
    ['bank_ask', 'round'],
    ['open', 'round'],
    ['close_bets', 'round'],
    ['deal', 'round'],
    ['turn', 'street'],
    ['time', 'street'],
    ['settle', 'round'],
    ['end', 'round'],
    ['tick', 'round'],
    ['button', 'round'],
    ['confirm', 'round'],
    ['void', 'round'],
    ['name_banker', 'round'],
]);

/** The fields of such a command made by somebody who sees this. */
export function momentOf(type: string, seen: Moment | undefined): Record<string, unknown> {
    const of = moments.get(type);
    if (!of || !seen) {
        return {};
    }
    return of === 'street' ? { round: seen.round, street: seen.phase } : { round: seen.round };
}
