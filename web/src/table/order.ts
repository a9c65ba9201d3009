// When which card lands and which chip moves, for drawing only: places in time, counted from 0.
import type { View, Wager } from '../lib/types';

/** The turn of each card of a deal: `seat 3/0` is the first card of seat 3. */
export function dealTurns(view: View): Map<string, number> {
    const seats = view.seats.filter((one) => one.in).map((one) => `seat ${one.seat}`);
    const one = [...seats, 'dealer'];
    const board = [0, 1, 2, 3, 4].map((i) => `board/${i}`);
    const hands =
        view.procedure === 'shoe'
            ? [0, 1].flatMap((i) => one.map((place) => `${place}/${i}`))
            : one.flatMap((place) => [`${place}/0`, `${place}/1`]);
    const places = view.procedure === 'ace-ideal' ? [...board, ...hands] : [...hands, ...board];
    return new Map(places.map((place, turn) => [place, turn]));
}

/** The turn of each wager at settlement, as the server says money moved. */
export function settleTurns(view: View): Map<string, number> {
    return new Map((view.order ?? []).map(({ seat, wager }, turn) => [`${seat}/${wager}`, turn]));
}

export function turnOf(turns: Map<string, number>, seat: number, wager: Wager): number {
    return turns.get(`${seat}/${wager}`) ?? 0;
}

/** How the circles lie from left to right. */
// prettier-ignore
export const layoutOrder: readonly Wager[] = [
  'progressive', 'pairs', 'bad_beat', 'trips', 'ante', 'blind', 'play',
];

export function circlesOf(view: View): Wager[] {
    return layoutOrder.filter((wager) => wager === 'play' || view.offered.includes(wager));
}
