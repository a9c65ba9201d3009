// What follows from a profile: side wagers, perfect play, the list of changes.
import { useMemo, useState } from 'preact/hooks';
import { actionName } from '../../lib/actions';
import { changedCells, changesOf, type Change } from './model/profile';
import type { Solved } from './model/solve';
import { percent, points } from '../../lib/exact';
import { figuresOf, sidesOf, titleOf, type SideLine } from './model/sides';
import type { Par, Profile, Strategy } from '../../lib/figures';
import type { Action } from '../../lib/types';
import { Chart, ChartLegend, HandValues } from '../../ui/Chart';
import { Distribution } from './Distribution';
import { difference } from './Figures';

function Sides({ profile, par, start }: { profile: Profile; par: Par; start: Par | null }) {
    const rows = sidesOf(profile).flatMap((side) =>
        figuresOf(par, side.id)
            .filter((one) => one.in_use)
            .map((now) => ({
                id: side.id,
                name: titleOf(profile, side.id) + (now.table === side.id ? '' : ` ${now.table}`),
                now,
                before: figuresOf(start, side.id).find((one) => one.in_use),
            })),
    );
    if (rows.length === 0) {
        return null;
    }
    return (
        <section class="panel" aria-labelledby="sides">
            <h2 id="sides">Side wagers</h2>
            <table class="figures">
                <thead>
                    <tr>
                        <th scope="col">Table in use</th>
                        <th scope="col" class="number">
                            Edge
                        </th>
                        <th scope="col" class="number">
                            Change
                        </th>
                        <th scope="col" class="number">
                            Hits
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {rows.map(({ id, name, now, before }) => (
                        <tr key={id}>
                            <th scope="row">{name}</th>
                            <td class="number" title={now.house_edge}>
                                <span class={now.house_edge_decimal < 0 ? 'alarm' : ''}>
                                    {percent(now.house_edge_decimal, 4)}
                                </span>
                            </td>
                            <td class="number">
                                {start && !before
                                    ? 'new'
                                    : points(
                                          difference(
                                              now.house_edge_decimal,
                                              before?.house_edge_decimal,
                                          ),
                                          4,
                                      )}
                            </td>
                            <td class="number" title={now.hit_frequency}>
                                {percent(now.hit_frequency_decimal, 3)}
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

function ChartPart({ chart, start, fresh }: { chart: Strategy; start: Strategy; fresh: boolean }) {
    const [shown, show] = useState('AKs');
    const cells = useMemo(() => changedCells(start, chart), [start, chart]);
    const changed = useMemo(
        () => new Map<string, Action>(cells.map((cell) => [cell.hand, cell.from])),
        [cells],
    );
    const hand = chart.hands.find((one) => one.hand === shown);
    const before = start.hands.find((one) => one.hand === shown);
    return (
        <section class={`panel chart-part ${fresh ? '' : 'is-old'}`} aria-labelledby="cells">
            <header class="panel-head">
                <h2 id="cells">Perfect play before the flop</h2>
                <span class="tag" data-figure="cells">
                    {cells.length === 0
                        ? 'no hand is played otherwise'
                        : `${cells.length} of 169 played otherwise`}
                </span>
            </header>
            <Chart
                chart={chart}
                label="Best action with each starting hand"
                shown={shown}
                onShow={show}
                changed={changed}
            />
            <ChartLegend chart={chart} changed={cells.length > 0} />
            {cells.length > 0 && (
                <p class="cells-list">
                    {cells.map((cell) => (
                        <span key={cell.hand} class="tag">
                            {cell.hand} {actionName(cell.from)} → {actionName(cell.to)}
                        </span>
                    ))}
                </p>
            )}
            {hand && <HandValues hand={hand} before={chart === start ? undefined : before} />}
        </section>
    );
}

function shownLine({ when, pays, ...rest }: SideLine): string {
    return `${when} ${shownValue(pays ?? Object.values(rest)[0])}`;
}

/** A value of a profile in a list of changes: lines of a side bet as they are read, others as JSON. */
function shownValue(value: unknown): string {
    if (value === undefined) {
        return 'nothing';
    }
    if (Array.isArray(value) && value.some((one) => (one as SideLine).when !== undefined)) {
        return (value as SideLine[]).map(shownLine).join(', ');
    }
    const { when, lines } = (value ?? {}) as { when?: string; lines?: SideLine[] };
    return when !== undefined
        ? shownLine(value as SideLine)
        : lines !== undefined
          ? shownValue(lines)
          : typeof value === 'string'
            ? value
            : JSON.stringify(value);
}

export function ChangeList({ changes }: { changes: Change[] }) {
    return (
        <ul class="changes">
            {changes.map((change) => (
                <li key={change.path}>
                    <code>{change.path}</code> {shownValue(change.from)} →{' '}
                    <strong>{shownValue(change.to)}</strong>
                </li>
            ))}
        </ul>
    );
}

function Changes({ start, profile }: { start: Profile; profile: Profile }) {
    const changes = changesOf(start, profile);
    if (changes.length === 0) {
        return null;
    }
    return (
        <section class="panel" aria-labelledby="changes">
            <h2 id="changes">Changed against {String(start.name)}</h2>
            <ChangeList changes={changes} />
        </section>
    );
}

export function Results({
    now,
    start,
    startProfile,
    profile,
}: {
    now: Solved;
    start: Solved;
    startProfile: Profile;
    profile: Profile;
}) {
    return (
        <div class="design-results">
            {now.par && <Distribution par={now.par} start={start.par} fresh={now.fresh} />}
            {now.par && <Sides profile={profile} par={now.par} start={start.par} />}
            {now.chart && (
                <ChartPart chart={now.chart} start={start.chart ?? now.chart} fresh={now.fresh} />
            )}
            <Changes start={startProfile} profile={profile} />
        </div>
    );
}
