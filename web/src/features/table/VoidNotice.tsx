// The last round was void: it stays there until it is closed, or the next one is dealt.
import { useRef, useState } from 'preact/hooks';
import type { View } from '../../lib/types';
import { backWords, voidRound, voidWords } from './voided';

interface Had {
    round: number;
    words: string;
}

/** What one had in the void round, by the last view in which it lay there. */
function useBack(view: View, round: number): string {
    const had = useRef<Had>({ round: 0, words: '' });
    const back = useRef<Had>(had.current);
    if (had.current.round === round) {
        back.current = had.current; // from here on the next round's wagers come
    }
    const words = backWords(view);
    if (words) {
        had.current = { round: view.round, words };
    }
    return back.current.round === round ? back.current.words : '';
}

export function VoidNotice({ view }: { view: View }) {
    const [closed, setClosed] = useState(0);
    const round = voidRound(view);
    const back = useBack(view, round);
    if (round === 0 || round === closed) {
        return null;
    }
    return (
        <p class="void-notice">
            <span>
                <strong>{voidWords(view)}</strong> {back}
            </span>
            <button
                type="button"
                class="icon-button"
                aria-label="Close the notice"
                onClick={() => setClosed(round)}
            >
                ×
            </button>
        </p>
    );
}
