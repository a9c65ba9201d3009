// When which card lands and which chip moves, for drawing only: places in time, counted from 0, in the order
// the server says.
import type { View, Wager } from '../../lib/types';

/** The turn of each card of a deal: `3/0` is the first card of seat 3, `board/4` the river. */
export function dealTurns(dealt: View['dealt']): Map<string, number> {
    const count = new Map<string, number>();
    return new Map(
        dealt.map((place, turn) => {
            const card = count.get(place) ?? 0;
            count.set(place, card + 1);
            return [`${place}/${card}`, turn];
        }),
    );
}

/** The turn of each wager at settlement, as the server says money moved. */
export function settleTurns(view: View): Map<string, number> {
    return new Map((view.order ?? []).map(({ seat, wager }, turn) => [`${seat}/${wager}`, turn]));
}

/**
 * Where each seat stands around the table: as it is for who watches; turned for who plays, so that their
 * own place is in the middle, before them. `middle` is the place nearest to them.
 */
export function placeOf(seat: number, own: number, seats: number): number {
    const middle = Math.floor((seats + 1) / 2);
    return own === 0 ? seat : ((middle - 1 + seat - own + seats) % seats) + 1;
}

export function turnOf(turns: Map<string, number>, seat: number, wager: Wager): number {
    return turns.get(`${seat}/${wager}`) ?? 0;
}
