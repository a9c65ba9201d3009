// The 13 by 13 chart of starting hands: suited above the pairs, offsuit below. One stop of the Tab key;
// inside it the arrows walk.
import { useRef, useState } from 'preact/hooks';
import { actionMark, actionName, byAction, sizeOf } from '../lib/actions';
import { antes } from '../lib/exact';
import { actionsOf, type ChartHand, type Strategy } from '../lib/figures';
import { handAt, handWords } from '../lib/cards';
import type { Action } from '../lib/types';
import { memo } from './memo';

const size = 13;

/** Every action of the chart, the largest size first. */
function allOf(chart: Strategy): Action[] {
    return [...new Set(chart.hands.flatMap(actionsOf))].sort(byAction);
}

/** Sizes are coloured by their place among the profile's: no two look alike, whatever they are. */
function lookOf(action: Action, all: readonly Action[]): string {
    const size = sizeOf(action) > 0 ? ` cell-size-${all.indexOf(action)}` : '';
    return `cell cell-${action}${size}`;
}

interface ChartProps {
    chart: Strategy;
    label: string;
    /** The hand that is looked at. */
    shown: string;
    onShow: (hand: string) => void;
    /** Hands that are marked as played otherwise, with what was best before. */
    changed?: ReadonlyMap<string, Action>;
}

function steps(key: string, row: number, column: number): [number, number] | null {
    switch (key) {
        case 'ArrowUp':
            return [Math.max(0, row - 1), column];
        case 'ArrowDown':
            return [Math.min(size - 1, row + 1), column];
        case 'ArrowLeft':
            return [row, Math.max(0, column - 1)];
        case 'ArrowRight':
            return [row, Math.min(size - 1, column + 1)];
        case 'Home':
            return [row, 0];
        case 'End':
            return [row, size - 1];
        default:
            return null;
    }
}

function cellWords(hand: ChartHand, was: Action | undefined): string {
    const values = actionsOf(hand).map(
        (action) => `${actionName(action)} ${antes(Number(hand[`${action}_decimal`]), 3)}`,
    );
    return `${handWords(hand.hand)}: ${actionName(hand.best)}${was ? `, was ${actionName(was)}` : ''}; ${values.join(', ')} antes`;
}

export const Chart = memo(function Chart({ chart, label, shown, onShow, changed }: ChartProps) {
    const table = useRef<HTMLTableElement>(null);
    const [stop, setStop] = useState<[number, number]>([0, 0]);
    const hands = new Map(chart.hands.map((hand) => [hand.hand, hand]));
    const all = allOf(chart);
    const go = (row: number, column: number) => {
        setStop([row, column]);
        table.current?.querySelector<HTMLElement>(`[data-at="${row}/${column}"]`)?.focus();
    };
    const line = Array.from({ length: size }, (_, i) => i);
    return (
        <table
            ref={table}
            class="chart"
            role="grid"
            aria-label={label}
            onKeyDown={(event) => {
                const [row = 0, column = 0] =
                    (event.target as HTMLElement).dataset.at?.split('/').map(Number) ?? [];
                const next = steps(event.key, row, column);
                if (next) {
                    event.preventDefault();
                    go(...next);
                }
            }}
        >
            <tbody>
                {line.map((row) => (
                    <tr key={row}>
                        {line.map((column) => {
                            const hand = hands.get(handAt(row, column));
                            if (!hand) {
                                return <td key={column} />;
                            }
                            const was = changed?.get(hand.hand);
                            const here = stop[0] === row && stop[1] === column;
                            return (
                                <td
                                    key={column}
                                    data-at={`${row}/${column}`}
                                    data-hand={hand.hand}
                                    tabIndex={here ? 0 : -1}
                                    class={`${lookOf(hand.best, all)} ${was ? 'is-changed' : ''} ${shown === hand.hand ? 'is-shown' : ''}`}
                                    aria-selected={shown === hand.hand}
                                    aria-description={cellWords(hand, was)}
                                    onPointerEnter={(event) =>
                                        event.pointerType !== 'touch' && onShow(hand.hand)
                                    }
                                    onFocus={() => {
                                        setStop([row, column]);
                                        onShow(hand.hand);
                                    }}
                                    onClick={() => onShow(hand.hand)}
                                >
                                    <span class="cell-hand">{hand.hand}</span>
                                    <span class="cell-mark" aria-hidden="true">
                                        {actionMark(hand.best)}
                                    </span>
                                </td>
                            );
                        })}
                    </tr>
                ))}
            </tbody>
        </table>
    );
});

/** What the colours and marks mean, and how often each is best. */
export function ChartLegend({ chart, changed }: { chart: Strategy; changed?: boolean }) {
    const total = chart.hands.reduce((sum, hand) => sum + hand.combinations, 0);
    const all = allOf(chart);
    return (
        <ul class="chart-legend">
            {all.map((action) => {
                const ways = chart.hands
                    .filter((hand) => hand.best === action)
                    .reduce((sum, hand) => sum + hand.combinations, 0);
                return (
                    <li key={action}>
                        <span class={lookOf(action, all)} aria-hidden="true">
                            <span class="cell-mark">{actionMark(action)}</span>
                        </span>
                        {actionName(action)} <small>{((ways / total) * 100).toFixed(2)}%</small>
                    </li>
                );
            })}
            {changed && (
                <li>
                    <span class="cell is-changed" aria-hidden="true" /> played otherwise
                </li>
            )}
        </ul>
    );
}

/** A hand's actions with values; each fraction behind the number. */
export function HandValues({ hand, before }: { hand: ChartHand; before?: ChartHand | undefined }) {
    const best = Number(hand[`${hand.best}_decimal`]);
    return (
        <table class="figures hand-values">
            <caption>
                <strong>{hand.hand}</strong> {handWords(hand.hand)}{' '}
                <small class="muted">{hand.combinations} ways</small>
            </caption>
            <thead>
                <tr>
                    <th scope="col">Choice</th>
                    <th scope="col" class="number">
                        Value
                    </th>
                    <th scope="col" class="number">
                        Gives away
                    </th>
                    {before && (
                        <th scope="col" class="number">
                            Before
                        </th>
                    )}
                </tr>
            </thead>
            <tbody>
                {actionsOf(hand).map((action) => {
                    const value = Number(hand[`${action}_decimal`]);
                    return (
                        <tr key={action} class={action === hand.best ? 'is-best' : ''}>
                            <th scope="row">
                                {actionName(action)}{' '}
                                {action === hand.best && <span class="tag">best</span>}
                            </th>
                            <td class="number" title={String(hand[action])}>
                                {antes(value)}
                            </td>
                            <td class="number">
                                {action === hand.best ? '' : (best - value).toFixed(4)}
                            </td>
                            {before && (
                                <td class="number muted">
                                    {action in before && antes(Number(before[`${action}_decimal`]))}
                                </td>
                            )}
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}
