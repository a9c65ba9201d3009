// The PAR page: everything about a profile on paper. It is longer than all that is seen of the
// designer, so it is made when it is wanted: for the printer, and for a file that needs nothing else.
import { render, type RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { actionName, isAction } from '../../lib/actions';
import { percent } from '../../lib/exact';
import type { Solved } from './model/solve';
import type { Par, Profile, Strategy } from '../../lib/figures';
import { handAt } from '../../lib/cards';
import { lineWords } from './model/conditions';
import { changesOf } from './model/profile';
import { figuresOf, isOwn, sidesOf, tableOf, titleOf, type SideLine } from './model/sides';
import { wagerTitles } from '../../lib/words';
import { ChangeList } from './Results';

function Row({ name, value, exact }: { name: string; value: string; exact: string }) {
    return (
        <tr>
            <th scope="row">{name}</th>
            <td>{value}</td>
            <td>
                <code>{exact}</code>
            </td>
        </tr>
    );
}

/** Paper has no alarm but words. */
function edgeWords(edge: number): string {
    return percent(edge) + (edge < 0 ? ', the house loses' : '');
}

function oddsWords(pays: unknown): string {
    return typeof pays === 'number' ? `${pays} to 1` : String(pays).replace(':', ' to ');
}

function PayTable({ title, lines }: { title: string; lines: SideLine[] }) {
    return (
        <table>
            <caption>{title}</caption>
            <tbody>
                {lines.map(({ when, pays }) => (
                    <tr key={when}>
                        <th scope="row">{lineWords(when)}</th>
                        <td>{oddsWords(pays)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function nameOfTable(profile: Profile, side: string, table: string): string {
    return titleOf(profile, side) + (table === side ? '' : ` ${table}`);
}

/** Of Blind and side bets: what the Progressive pays stands with its figures. */
function PayTables({ profile }: { profile: Profile }) {
    const blind = profile.blind as { id?: string; pays?: Record<string, unknown> } | undefined;
    const lines = Object.entries(blind?.pays ?? {}).map(([when, pays]) => ({ when, pays }));
    const sides = sidesOf(profile).filter((side) => side.id !== 'progressive');
    return (
        <div class="sheet-columns">
            <PayTable title={`${wagerTitles.blind} ${blind?.id ?? ''}`} lines={lines} />
            {sides.map((side) => {
                const table = tableOf(side);
                return table ? (
                    <PayTable
                        key={side.id}
                        title={nameOfTable(profile, side.id, table.id)}
                        lines={table.lines}
                    />
                ) : null;
            })}
        </div>
    );
}

/** How often each line of a bet of the profile's own pays. */
function OwnLines({ profile, par }: { profile: Profile; par: Par }) {
    return (
        <>
            {sidesOf(profile)
                .filter(isOwn)
                .map((side) => {
                    const lines = figuresOf(par, side.id).find((one) => one.in_use)?.lines ?? [];
                    return (
                        <table key={side.id}>
                            <caption>
                                {titleOf(profile, side.id)}, looks at: {side.cards}
                            </caption>
                            <tbody>
                                {lines.map((line) => (
                                    <tr key={line.when}>
                                        <th scope="row">{line.when}</th>
                                        <td>{oddsWords(line.pays)}</td>
                                        <td>{percent(line.probability_decimal)}</td>
                                        <td>
                                            <code>{line.probability}</code>
                                        </td>
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                    );
                })}
        </>
    );
}

/** What the maker's sheet prints, and whether exact counting agrees. */
function printedWords(printed: string | undefined, agrees: boolean | undefined): string {
    return printed ? `${printed}${agrees ? '' : ' (disagrees)'}` : '–';
}

function SideRows({ profile, side, par }: { profile: Profile; side: string; par: Par }) {
    return (
        <>
            {figuresOf(par, side).map((one) => (
                <tr key={one.table}>
                    <th scope="row">
                        {nameOfTable(profile, side, one.table)} {one.in_use && '(in use)'}
                    </th>
                    <td>{edgeWords(one.house_edge_decimal)}</td>
                    <td>
                        <code>{one.house_edge}</code>
                    </td>
                    <td>{printedWords(one.printed, one.printed_agrees)}</td>
                    <td>{percent(one.hit_frequency_decimal, 4)}</td>
                    <td>
                        {printedWords(one.hit_frequency_printed, one.hit_frequency_printed_agrees)}
                    </td>
                    <td>{one.variance_decimal.toFixed(4)}</td>
                </tr>
            ))}
        </>
    );
}

function SheetChart({ chart }: { chart: Strategy }) {
    const best = new Map(chart.hands.map((hand) => [hand.hand, hand.best]));
    const line = Array.from({ length: 13 }, (_, i) => i);
    return (
        <table class="sheet-chart">
            <caption>Perfect play before the flop (suited above the pairs)</caption>
            <tbody>
                {line.map((row) => (
                    <tr key={row}>
                        {line.map((column) => {
                            const hand = handAt(row, column);
                            const action = best.get(hand);
                            return (
                                <td key={column}>
                                    {hand}
                                    <br />
                                    {action === 'check' ? '–' : action}
                                </td>
                            );
                        })}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

interface ParSheetProps {
    profile: Profile;
    start: Profile;
    par: Par;
    chart: Strategy;
}

function ParSheet({ profile, start, par, chart }: ParSheetProps) {
    const { base } = par;
    const changes = changesOf(start, profile);
    return (
        <>
            <h1>{String(profile.title ?? profile.name)}</h1>
            <p>
                PAR sheet of profile <code>{String(profile.name)}</code>, perfect play, exact over{' '}
                {base.deals.toLocaleString('en-US')} deals
            </p>
            {changes.length > 0 && (
                <>
                    <p>
                        <strong>Changed against {String(start.name)}:</strong>
                    </p>
                    <ChangeList changes={changes} />
                </>
            )}
            <table>
                <caption>The base game</caption>
                <tbody>
                    <Row
                        name="House edge, of the Ante"
                        value={edgeWords(base.house_edge_decimal)}
                        exact={base.house_edge}
                    />
                    <Row
                        name="House edge, of Ante and Blind"
                        value={percent(base.house_edge_of_ante_and_blind_decimal)}
                        exact={base.house_edge_of_ante_and_blind}
                    />
                    <Row
                        name="Element of risk"
                        value={percent(base.element_of_risk_decimal)}
                        exact={base.element_of_risk}
                    />
                    <Row
                        name="Average bet, antes"
                        value={base.average_wager_decimal.toFixed(6)}
                        exact={base.average_wager}
                    />
                    <Row
                        name="Standard deviation, antes"
                        value={base.standard_deviation.toFixed(6)}
                        exact={`variance ${base.variance}`}
                    />
                    {base.printed && (
                        <Row
                            name="House edge, printed by the maker"
                            value={base.printed}
                            exact={
                                base.printed_agrees
                                    ? 'agrees'
                                    : 'disagrees with every denominator above'
                            }
                        />
                    )}
                    {Object.entries(base.actions).map(([action, exact]) => (
                        <Row
                            key={action}
                            name={`How often ${isAction(action) ? actionName(action) : action}`}
                            value={percent(base.actions_decimal[action] ?? 0)}
                            exact={exact}
                        />
                    ))}
                </tbody>
            </table>
            <h2>Pay tables in use</h2>
            <PayTables profile={profile} />
            <h2>Side wagers</h2>
            <table>
                <thead>
                    <tr>
                        <th>Table</th>
                        <th>House edge</th>
                        <th>exact</th>
                        <th>printed by the maker</th>
                        <th>Hits</th>
                        <th>printed by the maker</th>
                        <th>Variance</th>
                    </tr>
                </thead>
                <tbody>
                    {sidesOf(profile).map(({ id }) => (
                        <SideRows key={id} profile={profile} side={id} par={par} />
                    ))}
                </tbody>
            </table>
            <OwnLines profile={profile} par={par} />
            {par.progressive && (
                <table>
                    <caption>Progressive {par.progressive.table}</caption>
                    <tbody>
                        {par.progressive.lines.map((one) => (
                            <tr key={one.line}>
                                <th scope="row">{one.line}</th>
                                <td>
                                    {one.meter_bp !== undefined
                                        ? `${one.meter_bp / 100}% of the meter`
                                        : `${one.for_one ?? 0} for 1`}
                                </td>
                                <td>
                                    <code>{one.probability}</code>
                                </td>
                            </tr>
                        ))}
                        {(
                            [
                                'hit_frequency',
                                'fixed_return',
                                'return_at_seed',
                                'long_run_return',
                                'break_even_meter',
                            ] as const
                        ).map((name) =>
                            typeof par.progressive?.[`${name}_decimal`] === 'number' ? (
                                <tr key={name}>
                                    <th scope="row">{name.replace(/_/g, ' ')}</th>
                                    <td>{Number(par.progressive[`${name}_decimal`]).toFixed(6)}</td>
                                    <td>
                                        <code>{String(par.progressive[name])}</code>
                                    </td>
                                </tr>
                            ) : null,
                        )}
                    </tbody>
                </table>
            )}
            <table>
                <caption>Net results of a hand, in antes</caption>
                <thead>
                    <tr>
                        <th>Net</th>
                        <th>Probability</th>
                        <th>exact</th>
                        <th>Deals</th>
                    </tr>
                </thead>
                <tbody>
                    {base.outcomes.map((one) => (
                        <tr key={one.net}>
                            <th scope="row">{one.net}</th>
                            <td>{percent(one.probability_decimal, 8)}</td>
                            <td>
                                <code>{one.probability}</code>
                            </td>
                            <td>{one.combinations.toLocaleString('en-US')}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <SheetChart chart={chart} />
        </>
    );
}

/** Where the sheet stands, unseen, and what fills it in: at once, as a printer wants it. */
export function useSheet(
    profile: Profile,
    now: Solved,
    start: Profile,
): { place: RefObject<HTMLElement | null>; fill: () => Element | null } {
    const place = useRef<HTMLElement>(null);
    const fill = () => {
        const { par, chart } = now;
        if (place.current && par && chart) {
            render(<ParSheet {...{ profile, start, par, chart }} />, place.current);
        }
        return place.current;
    };
    useEffect(() => {
        addEventListener('beforeprint', fill);
        return () => removeEventListener('beforeprint', fill);
    });
    return { place, fill };
}

const paper = `body{margin:2rem auto;max-width:60rem;padding:0 1rem;font:14px/1.4 system-ui,sans-serif;color:#111;background:#fff}
table{border-collapse:collapse;margin:1rem 0;width:100%}caption{font-weight:700;text-align:left;padding:.3rem 0}
th,td{border-bottom:1px solid #ccc;padding:.15rem .5rem;text-align:left;vertical-align:top}code{font-size:.85em;overflow-wrap:anywhere}
.sheet-columns{display:flex;flex-wrap:wrap;gap:0 2rem}.sheet-columns table{width:auto}
.sheet-chart td{border:1px solid #ccc;text-align:center;font-size:.75em;line-height:1.15}`;

/** The sheet as one page that needs nothing else. */
export function saveSheet(
    sheet: Element,
    name: string,
    download: (name: string, type: string, text: string) => void,
): void {
    const copy = sheet.cloneNode(true) as Element;
    copy.removeAttribute('aria-hidden');
    const title = sheet.querySelector('h1')?.textContent ?? 'PAR sheet';
    const head = document.createElement('title');
    head.textContent = title;
    download(
        name,
        'text/html',
        `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">${head.outerHTML}<style>${paper}</style></head><body>${copy.outerHTML}</body></html>\n`,
    );
}
