// What everybody may see of fair dealing (GET /api/fairness), and whether it has what this browser noted.
import type { FairnessAbort, FairnessRound } from '../types';
import type { Note } from './notes';

/** A round that is not listed as it must be; `listed` is undefined where it is not there at all. */
export interface Unlisted {
    round: number;
    listed: FairnessRound | undefined;
}

/** Numbers follow one another; what this browser was shown of a round is what is listed. */
export function unlisted(rounds: readonly FairnessRound[], notes: readonly Note[]): Unlisted[] {
    const by = new Map(rounds.map((one) => [one.round, one]));
    const numbers = [...by.keys()].sort((a, b) => a - b);
    const [first, last] = [numbers[0] ?? 0, numbers[numbers.length - 1] ?? -1];
    const found = new Map<number, Unlisted>();
    numbers.slice(1).forEach((round, i) => {
        const next = (numbers[i] ?? round) + 1;
        if (round !== next) {
            found.set(next, { round: next, listed: undefined });
        }
    });
    for (const note of notes.filter(({ round }) => round >= first && round <= last)) {
        const listed = by.get(note.round);
        const roster = note.roster?.hash ?? listed?.roster_hash ?? null;
        if (listed?.commitment !== note.commitment || listed.roster_hash !== roster) {
            found.set(note.round, { round: note.round, listed });
        }
    }
    return [...found.values()];
}

const causes: Record<string, string> = {
    withheld: 'a part was not revealed',
    pit: 'void by the pit',
    meter: 'its Progressive meter could not be reached',
    no_wagers: 'nobody had wagered',
};

/** "a part was not revealed: seat 2 (guest)". */
export function abortWords({ cause, withheld }: Pick<FairnessAbort, 'cause' | 'withheld'>): string {
    const seats = withheld.map(({ seat, role }) => `seat ${seat} (${role})`).join(', ');
    return `${causes[cause] ?? cause}${seats && `: ${seats}`}`;
}
