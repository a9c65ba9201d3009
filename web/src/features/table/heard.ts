// What of a table is heard, from one view to the next. Off until somebody asks for it.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { settings } from '../../lib/settings';
import type { Sound } from '../../lib/sounds';
import type { View } from '../../lib/types';
import { sumOf } from './stakes';

const ownOf = (view: View) => view.seats.find((one) => one.seat === view.you?.seat);

function cardsSeen(view: View): number {
    const cards = [...view.community, ...view.dealer.cards, ...(ownOf(view)?.cards ?? [])];
    return cards.filter((one) => one !== null).length;
}

/** At most one of them a view: the most telling. */
export function soundOf(before: View | null, now: View): Sound | null {
    if (!before || before.table !== now.table) {
        return null;
    }
    const [was, is] = [ownOf(before), ownOf(now)];
    if (is?.result && !was?.result) {
        const jackpot = now.progressive?.wins.some((one) => one.seat === is.seat);
        return jackpot ? 'jackpot' : is.result.net > 0 ? 'win' : 'card';
    }
    if (cardsSeen(now) > cardsSeen(before)) {
        return 'card';
    }
    if (now.you && now.you.options.decisions.length > 0 && !before.you?.options.decisions.length) {
        return 'turn';
    }
    return is && was && sumOf(is.stakes) !== sumOf(was.stakes) && sumOf(is.stakes) > 0
        ? 'chip'
        : null;
}

export function useSounds(view: View | null): void {
    const before = useRef<View | null>(null);
    useLayoutEffect(() => {
        const sound = view && settings.value.sound ? soundOf(before.current, view) : null;
        before.current = view;
        if (sound) {
            void import('../../lib/sounds').then(({ playSound }) => playSound(sound));
        }
    }, [view]);
}
