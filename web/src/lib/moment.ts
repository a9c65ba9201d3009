// What a command is meant for: the round that its sender saw, and for some commands the street. At any
// other moment the server refuses it (docs/protocol.md).
import { moments } from '../../generated/protocol';

export interface Moment {
    round: number;
    phase: string;
}

/** The fields of such a command made by somebody who sees this. */
export function momentOf(type: string, seen: Moment | undefined): Record<string, unknown> {
    const of = moments[type];
    if (!of || !seen) {
        return {};
    }
    return of === 'street' ? { round: seen.round, street: seen.phase } : { round: seen.round };
}
