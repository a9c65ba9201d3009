// The circles of a table as the server names them (`circles` of a view): what lies there, what it is called,
// and how it goes back to the server. No rule of the game: which circles take a chip is in what is sent.
import type { Cents, Circle, Stakes, View, Wager } from './types';

export type Circles = readonly Circle[];

/** Amounts by what a message calls a wager: the id of a side bet of the profile's own. */
export type NamedStakes = Record<string, Cents>;

export function circleOf(circles: Circles, wager: Wager): Circle | undefined {
    return circles.find((one) => one.wager === wager);
}

export function nameOf(circles: Circles, wager: Wager): string {
    return circleOf(circles, wager)?.name ?? wager;
}

/** Those with chips on them, as they lie. */
export function downOn(circles: Circles, stakes: Stakes): Circle[] {
    return circles.filter(({ wager }) => (stakes[wager] ?? 0) > 0);
}

/** The stakes put down before the deal. */
export function beforeDeal(circles: Circles, stakes: Stakes): Stakes {
    return Object.fromEntries(
        downOn(circles, stakes)
            .filter((one) => !one.later)
            .map(({ wager }) => [wager, stakes[wager]]),
    );
}

/** The smallest bet a hand is dealt for: on the circles that take the same, the least. */
export function leastBet({ circles, limits }: Pick<View, 'circles' | 'limits'>): Stakes {
    return Object.fromEntries(
        circles.filter((one) => one.equals).map(({ wager }) => [wager, limits[wager]?.min ?? 0]),
    );
}

/** The stakes of a message: the profile's own side bets stand by themselves, by their ids. */
export function messageOf(
    circles: Circles,
    stakes: Stakes,
): { stakes: NamedStakes; side?: NamedStakes } {
    const by = (own: boolean): NamedStakes =>
        Object.fromEntries(
            downOn(circles, stakes)
                .filter(({ side }) => (side !== undefined) === own)
                .map(({ wager, side }) => [side ?? wager, stakes[wager] ?? 0]),
        );
    const side = by(true);
    return { stakes: by(false), ...(Object.keys(side).length > 0 ? { side } : {}) };
}

/** As they are kept for the next time: the profile may have other side bets of its own by then. */
export function namedStakes(circles: Circles, stakes: Stakes): NamedStakes {
    const { stakes: makers, side = {} } = messageOf(circles, stakes);
    return {
        ...makers,
        ...Object.fromEntries(Object.entries(side).map(([id, stake]) => [`side ${id}`, stake])),
    };
}

/** What was kept, on the circles that there are now. */
export function fromNamed(circles: Circles, named: NamedStakes): Stakes {
    const keyOf = ({ wager, side }: Circle) => (side === undefined ? wager : `side ${side}`);
    return Object.fromEntries(
        circles
            .filter((one) => (named[keyOf(one)] ?? 0) > 0)
            .map((one) => [one.wager, named[keyOf(one)]]),
    );
}

// prettier-ignore
const marks: Partial<Record<Wager, string>> = {
  ante: 'A', blind: 'B', play: 'P', trips: 'T', bad_beat: 'BB', pairs: 'Pr', progressive: '$',
};

/** A letter or two where there is room for no more: "FF" for Flop Five, a number with it where two have it. */
export function markOf(circles: Circles, wager: Wager): string {
    const known = marks[wager];
    if (known) {
        return known;
    }
    const initials = (name: string) =>
        name
            .split(/[^\p{L}\p{N}]+/u)
            .map((word) => word.slice(0, 1).toUpperCase())
            .join('')
            .slice(0, 2);
    const mark = initials(nameOf(circles, wager));
    const taken = Object.values(marks).includes(mark) ? 1 : 0;
    const same = circles.filter((one) => !marks[one.wager] && initials(one.name) === mark);
    const place = taken + same.findIndex((one) => one.wager === wager);
    return place > 0 ? `${mark}${place + 1}` : mark;
}

// prettier-ignore
export const circleKeys: Partial<Record<Wager, string>> = {
  ante: 'a', blind: 'b', trips: 't', pairs: 'p', bad_beat: 'e', progressive: 'j',
  own_1: 'q', own_2: 'w', own_3: 'k', own_4: ',',
};
