// Players who act with the clock: the house's, or a third-party provider's (BANK-1).
import type { Seat, View } from './types';

type Player = NonNullable<Seat['player']>;

/** In a word, for where there is little room; '' for a person. */
export function automaticMark(player: Player | null | undefined): string {
    return player?.house ? 'house' : player?.proposition ? 'proposition' : '';
}

/** In full; '' for a person. */
export function automaticWords(player: Player | null | undefined): string {
    if (player?.proposition) {
        return `proposition player of ${player.provider ?? 'a provider'}`;
    }
    return player?.house ? 'house player' : '';
}

/** "4 house players", "5 proposition players of Redwood Players"; '' for none. */
export function companyWords(table: {
    house: number;
    proposition: number;
    provider: string;
}): string {
    if (table.proposition > 0) {
        const players = table.proposition === 1 ? 'player' : 'players';
        return `${table.proposition} proposition ${players} of ${table.provider}`;
    }
    return table.house > 0 ? `${table.house} house player${table.house === 1 ? '' : 's'}` : '';
}

/** Whose decision is waited for: a name, or how many and of what kind; '' for nobody's. */
export function awaitedWords(view: Pick<View, 'seats'>): string {
    const awaited = view.seats.filter((one) => one.awaited && one.player);
    const people = awaited.filter((one) => !automaticMark(one.player));
    const counted = people.length > 0 ? people : awaited;
    const mark = people.length > 0 ? '' : automaticMark(counted[0]?.player);
    return counted.length === 0
        ? ''
        : counted.length === 1
          ? `Waiting for ${counted[0]?.player?.name}.`
          : `Waiting for ${counted.length} ${mark ? `${mark} ` : ''}players.`;
}
