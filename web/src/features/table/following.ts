// What follows from one view to the next for the one who sits there: a seat taken or lost, the next hand.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../../lib/announce';
import { settings } from '../../lib/settings';
import type { View } from '../../lib/types';
import type { Bets } from './bets';
import { dealAgain, goOn } from './Panels';
import { sumOf } from './stakes';

/** Why somebody who sat there does so no more; '' for who wanted to leave. */
export function freedWords(before: View | null, now: View, at: Date): string {
    const was = before?.you;
    if (!was || now.you || was.leaving) {
        return '';
    }
    const time = at.toLocaleTimeString([], { timeStyle: 'short' });
    const chips = was.chips > 0 ? ' Your chips are in your wallet.' : '';
    return was.free_after !== null && was.free_after <= 1
        ? `Your seat was freed at ${time}: you made no bet for too long.${chips}`
        : `Your seat was freed at ${time} by the house.${chips}`;
}

let stoodUp = 0; // the table one has just left by one's own wish

export function leaves(table: number): void {
    stoodUp = table;
}

export function useFreed(view: View | null): string {
    const before = useRef<View | null>(null);
    const [words, setWords] = useState('');
    useLayoutEffect(() => {
        if (!view) {
            return;
        }
        const said = stoodUp === view.table ? '' : freedWords(before.current, view, new Date());
        if (view.you) {
            setWords('');
            stoodUp = 0;
        } else if (said) {
            setWords(said);
            announce(said);
        }
        before.current = view;
    }, [view]);
    return words;
}

/** The button that was pressed is gone: who sits down goes on where the game is, not at the top of the page. */
export function useSeatFocus(view: View | null): void {
    const seated = Boolean(view?.you);
    const was = useRef(seated);
    useEffect(() => {
        if (seated && !was.current && document.activeElement === document.body) {
            document.querySelector<HTMLElement>('.own .now')?.focus({ preventScroll: true });
        }
        was.current = seated;
    }, [seated]);
}

/** Turbo, or "same bets, deal": the result makes way at once, and the last bets lie there again. */
export function useDealAgain(view: View | null, bets: Bets): void {
    const next = view?.you?.options.next === true;
    const open = view?.you?.options.wager === true && !view.you.ready;
    const key = view ? `${view.table}/${view.last?.round}` : '';
    useEffect(() => {
        if (view && next && settings.value.turbo) {
            goOn(view, true);
        }
    }, [next]);
    useEffect(() => {
        if (view && open && dealAgain.value === key) {
            dealAgain.value = '';
            const again = bets.again(view);
            if (sumOf(again) > 0 && view.you?.options.needs === null) {
                void bets.done(again);
            }
        }
    }, [open, key]);
}
