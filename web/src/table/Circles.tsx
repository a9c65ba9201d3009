// One's own circles, large: where chips are put with a click, a tap or a key, and where they win.
import { money } from '../lib/money';
import type { Limits, Seat, Stakes, View, Wager } from '../lib/types';
import { wagerNames } from '../lib/words';
import { Circle } from '../ui/Felt';
import { memo, memoBy } from '../ui/memo';
import type { Bets } from './bets';
import { circlesOf, settleTurns, turnOf } from './order';

// prettier-ignore
export const wagerKeys: Partial<Record<Wager, string>> = {
  ante: 'a', blind: 'b', trips: 't', pairs: 'p', bad_beat: 'e', progressive: 'j',
};

function noteOf(wager: Wager, limits: Limits): string {
    if (wager === 'blind') {
        return '= Ante';
    }
    const range = limits[wager];
    if (!range || wager === 'play') {
        return '';
    }
    if (range.min === range.max) {
        return money(range.min);
    }
    return range.max > 0
        ? `${money(range.min)}–${money(range.max).slice(1)}`
        : `from ${money(range.min)}`;
}

interface SpotProps {
    wager: Wager;
    amount: number;
    limits: Limits;
    open: boolean;
    unplaced: boolean;
    outcome: string;
    turn: number;
    bets: Bets;
}

const Spot = memo(function Spot({
    wager,
    amount,
    limits,
    open,
    unplaced,
    outcome,
    turn,
    bets,
}: SpotProps) {
    const shape = wager === 'progressive' ? 'square' : 'round';
    const circle = (
        <Circle
            label={
                wager === 'progressive' && amount === 0 ? 'Progres\u00adsive' : wagerNames[wager]
            }
            amount={amount}
            note={noteOf(wager, limits)}
            outcome={outcome}
            unplaced={unplaced}
            shape={shape}
        />
    );
    const style = { '--turn': String(turn) };
    if (!open || wager === 'play') {
        return (
            <li class={`spot spot-${wager}`} style={style}>
                {circle}
            </li>
        );
    }
    const change = (event: MouseEvent) => {
        event.preventDefault();
        bets.add(wager, event.shiftKey || event.type === 'contextmenu' ? -1 : 1);
    };
    return (
        <li class={`spot spot-${wager}`} style={style}>
            <button
                type="button"
                class="spot-button"
                onClick={change}
                onContextMenu={change}
                aria-keyshortcuts={wagerKeys[wager]}
            >
                {circle}
                <span class="hidden-text">. Add a chip of {money(bets.chip.value)}</span>
            </button>
        </li>
    );
});

interface CirclesProps {
    view: View;
    seat: Seat;
    bets: Bets;
}

const circlesParts = ({ view, seat, bets }: CirclesProps) => [
    view.round,
    view.you?.options.wager,
    view.limits,
    view.offered,
    view.order,
    seat,
    bets,
];

export const Circles = memoBy(function Circles({ view, seat, bets }: CirclesProps) {
    const open = view.you?.options.wager ?? false;
    const shown: Stakes = open ? bets.shown(view) : seat.stakes;
    const turns = settleTurns(view);
    const circles = circlesOf(view);
    return (
        <ul class={`circles circles-${circles.length}`} aria-label="Your wagers">
            {circles.map((wager) => (
                <Spot
                    key={wager}
                    wager={wager}
                    amount={shown[wager] ?? 0}
                    limits={view.limits}
                    open={open}
                    unplaced={open && (shown[wager] ?? 0) !== (seat.stakes[wager] ?? 0)}
                    outcome={
                        seat.result?.wagers[wager]?.outcome ??
                        ((seat.taken?.[wager] ?? 0) > 0 ? 'lose' : '')
                    }
                    turn={turnOf(turns, seat.seat, wager)}
                    bets={bets}
                />
            ))}
        </ul>
    );
}, circlesParts);
