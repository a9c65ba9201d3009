// The last hand stays on the felt, with what became of it, until the next one is dealt.
import { useMemo, useRef } from 'preact/hooks';
import type { Seat, View } from '../../lib/types';

/** Nothing is dealt yet: what lies there is of the hand before. */
export function isBetween(view: View): boolean {
    return view.dealt.length === 0;
}

/** The settled view of the round before, while no card of the next one is dealt. */
export function lastOf(kept: View | null, view: View): View | null {
    const same = kept?.table === view.table && kept.round === view.last?.round;
    return same && isBetween(view) && !view.last?.voided ? kept : null;
}

export function useLast(view: View | null): View | null {
    const kept = useRef<View | null>(null);
    if (view?.phase === 'settled') {
        kept.current = view;
    }
    return view && lastOf(kept.current, view);
}

function withCards(now: Seat, was: Seat | undefined): Seat {
    return was?.in && now.player && now.player.id === was.player?.id
        ? { ...now, cards: was.cards, hand: was.hand, plays: was.plays, given_up: was.given_up }
        : now;
}

/** What the felt shows: chips as they are, cards of the hand that is over. */
export function useFelt(view: View | null, last: View | null): View | null {
    return useMemo(() => {
        if (!view || !last) {
            return view;
        }
        const { dealer, community, dealt } = last;
        const seats = view.seats.map((one, i) => withCards(one, last.seats[i]));
        return { ...view, dealer, community, dealt, seats };
    }, [view, last]);
}
