// One's own circles, large: where chips are put with a click, a tap or a key, and where they win.
import { circleKeys, nameOf, type Circles as AllCircles } from '../../lib/circles';
import { money } from '../../lib/money';
import type { Circle as CircleSaid, Limits, Seat, Stakes, View } from '../../lib/types';
import { Circle } from '../../ui/Felt';
import { memo, memoBy } from '../../ui/memo';
import type { Bets } from './bets';
import { settleTurns, turnOf } from './order';

/** Of two circles that take the same the second says so. */
function noteOf({ wager, equals }: CircleSaid, circles: AllCircles, limits: Limits): string {
    const at = (one: string) => circles.findIndex(({ wager }) => wager === one);
    if (equals && at(equals) < at(wager)) {
        return `= ${nameOf(circles, equals)}`;
    }
    const range = limits[wager];
    if (!range) {
        return '';
    }
    if (range.min === range.max) {
        return money(range.min);
    }
    return range.max > 0
        ? `${money(range.min)}–${money(range.max).slice(1)}`
        : `from ${money(range.min)}`;
}

/** A circle of the game itself: the pair that a hand takes, and what comes later. */
function isBase(said: CircleSaid): boolean {
    return said.equals !== undefined || said.later === true;
}

/** How many side bets lie side by side over the game, in one row or in two. */
function rowOf(sides: number): number {
    return sides <= 5 ? sides : Math.ceil(sides / 2);
}

interface SpotProps {
    said: CircleSaid;
    amount: number;
    note: string;
    /** Why it takes no chip now. */
    shut: string;
    open: boolean;
    unplaced: boolean;
    outcome: string;
    paid: number;
    turn: number;
    bets: Bets;
}

const Spot = memo(function Spot(props: SpotProps) {
    const { said, amount, note, shut, open, unplaced, outcome, paid, turn, bets } = props;
    const { wager, name } = said;
    const place = `spot spot-${wager} ${isBase(said) ? 'spot-base' : ''} ${shut ? 'is-shut' : ''}`;
    const circle = (
        <Circle
            label={name === 'Progressive' && amount === 0 ? 'Progres\u00adsive' : name}
            amount={amount}
            note={note}
            outcome={outcome}
            paid={paid}
            unplaced={unplaced}
            shape={wager === 'progressive' ? 'square' : 'round'}
        />
    );
    const style = { '--turn': String(turn) };
    if (!open || said.later) {
        return (
            <li class={place} style={style}>
                {circle}
            </li>
        );
    }
    const change = (event: MouseEvent) => {
        event.preventDefault();
        bets.add(wager, event.shiftKey || event.type === 'contextmenu' ? -1 : 1);
    };
    return (
        <li class={place} style={style}>
            <button
                type="button"
                class="spot-button"
                title={shut ? `${name}: ${shut}` : undefined}
                onClick={change}
                onContextMenu={change}
                aria-keyshortcuts={circleKeys[wager]}
            >
                {circle}
                <span class="hidden-text">
                    {shut && `, ${shut}`}. Add a chip of {money(bets.chip.value)}
                </span>
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
    view.you?.options.shut,
    view.limits,
    view.circles,
    view.order,
    seat,
    bets,
];

export const Circles = memoBy(function Circles({ view, seat, bets }: CirclesProps) {
    const open = view.you?.options.wager ?? false;
    const shown: Stakes = open ? bets.shown(view) : seat.stakes;
    const turns = settleTurns(view);
    const { circles, limits } = view;
    const shut = view.you?.options.shut ?? {};
    const sides = circles.filter((said) => !isBase(said)).length;
    const rows = `${sides > 1 ? 'has-rows' : ''} ${sides > 5 ? 'is-tall' : ''}`;
    return (
        <ul
            class={`circles sides-${sides} ${rows}`}
            style={{ '--row': String(rowOf(sides)) }}
            aria-label="Your wagers"
        >
            {circles.map((said) => {
                const { wager } = said;
                const amount = shown[wager] ?? 0;
                return (
                    <Spot
                        key={wager}
                        said={said}
                        amount={amount}
                        note={noteOf(said, circles, limits)}
                        shut={amount === 0 ? (shut[wager] ?? '') : ''}
                        open={open}
                        unplaced={open && amount !== (seat.stakes[wager] ?? 0)}
                        outcome={
                            seat.result?.wagers[wager]?.outcome ??
                            ((seat.taken?.[wager] ?? 0) > 0 ? 'lose' : '')
                        }
                        paid={Math.max(0, seat.result?.wagers[wager]?.net ?? 0)}
                        turn={turnOf(turns, seat.seat, wager)}
                        bets={bets}
                    />
                );
            })}
        </ul>
    );
}, circlesParts);
