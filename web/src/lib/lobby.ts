// The lobby's tables as somebody looks for a seat: what they are called, and which come first.
import type { LobbyTable, Person, State } from './types';

/** Where somebody begins who was not on the way to a page: dealers deal, staff have the pit. */
export function homeOf({ role, rights = [] }: Person, tables: readonly LobbyTable[]): string {
    const dealt = tables.filter((one) => one.pace === 'dealer');
    if (role === 'dealer') {
        return dealt.length === 1 && dealt[0] ? `/deal/${dealt[0].table}` : '/';
    }
    return role !== null && !rights.includes('play') ? '/pit' : '/';
}

/** Whoever is not signed in plays as a guest; staff do not play. */
export function mayPlay({ role, rights = [] }: Person): boolean {
    return role === null || rights.includes('play');
}

const states: Record<State, string> = {
    closed: 'Closed',
    waiting: 'Open',
    offering: 'Bank on offer',
    betting: 'Bets open',
    sealed: 'No more bets',
    playing: 'Hand in play',
    result: 'Between hands',
};

export function tableStateWords(table: LobbyTable): string {
    return table.pace === 'dealer' && table.state === 'waiting'
        ? 'Waiting for the dealer'
        : (states[table.state] ?? table.state);
}

// Where one can play at once, where a dealer has to come, where all seats are taken, where nobody deals.
function rank(table: LobbyTable): number {
    return table.state === 'closed'
        ? 3
        : table.taken >= table.seats
          ? 2
          : table.pace === 'dealer'
            ? 1
            : 0;
}

/** Where one can sit down comes first; alike tables stay in the house's order. */
export function tablesInOrder(tables: readonly LobbyTable[]): LobbyTable[] {
    return [...tables].sort((a, b) => rank(a) - rank(b) || a.table - b.table);
}

/** "2 of 7 free", "all 7 taken". */
export function freeWords(table: LobbyTable): string {
    const free = table.seats - table.taken;
    return free > 0 ? `${free} of ${table.seats} free` : `all ${table.seats} taken`;
}
