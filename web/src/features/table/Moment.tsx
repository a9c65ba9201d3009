// A win has its moment, a large one coins, a jackpot the whole felt. Nothing where nothing may move, but
// the words; it waits for nobody and takes no click.
import { useEffect, useState } from 'preact/hooks';
import { money } from '../../lib/money';
import { mayMove } from '../../lib/settings';
import type { View } from '../../lib/types';
import { paysMs } from './pays';

export type Occasion = { kind: 'win' | 'big' | 'jackpot'; net: number };

const bigFor = 20; // times the Ante

/** What there is to celebrate for the one who looks, when the hand has been settled. */
export function occasionOf(view: View): Occasion | null {
    const own = view.seats.find((one) => one.seat === view.you?.seat);
    const net = own?.result?.net ?? 0;
    if (view.phase !== 'settled' || !own || net <= 0) {
        return null;
    }
    const jackpot = (own.result?.wagers.progressive?.net ?? 0) > 0;
    const big = net >= bigFor * (own.stakes.ante ?? Number.MAX_SAFE_INTEGER);
    return { kind: jackpot ? 'jackpot' : big ? 'big' : 'win', net };
}

const lastsMs = { win: 1400, big: 2600, jackpot: 5000 };
const coins = { win: 0, big: 18, jackpot: 40 };

function Coins({ count }: { count: number }) {
    return (
        <>
            {Array.from({ length: count }, (_, i) => (
                <i
                    key={i}
                    style={{ '--x': `${(i * 61) % 100}%`, '--late': `${(i * 137) % 900}ms` }}
                />
            ))}
        </>
    );
}

export function Moment({ view }: { view: View }) {
    const occasion = occasionOf(view);
    const [shown, setShown] = useState<Occasion | null>(null);
    const key = occasion ? `${view.table}/${view.round}` : '';
    useEffect(() => {
        if (!occasion) {
            setShown(null);
            return undefined;
        }
        const begin = setTimeout(() => setShown(occasion), paysMs(view));
        const end = setTimeout(() => setShown(null), paysMs(view) + lastsMs[occasion.kind]);
        return () => {
            clearTimeout(begin);
            clearTimeout(end);
        };
    }, [key]);
    if (!shown) {
        return null;
    }
    return (
        <div class={`moment moment-${shown.kind}`} aria-hidden="true">
            {mayMove() && <Coins count={coins[shown.kind]} />}
            <strong>
                {shown.kind === 'jackpot' && <small>Progressive!</small>}+{money(shown.net)}
            </strong>
        </div>
    );
}
