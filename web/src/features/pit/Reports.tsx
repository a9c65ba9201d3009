// A gaming day at a table or of the room, and the log: to read, to print, to take along.
import { useState } from 'preact/hooks';
import { serverNow } from '../../lib/clock';
import { moneyFull, net } from '../../lib/money';
import { Button } from '../../ui/Button';
import { Scroll } from '../../ui/Scroll';
import { Amount, Field, Select, useGet, Wait } from './parts';
import type { DayReport, LogLine, Pit } from '../../lib/types';
import { aboutWords, dayOf, differences, stampWords, timeWords } from './words';

function share(part: number, whole: number): string {
    return whole > 0 ? `${((100 * part) / whole).toFixed(2)}%` : '–';
}

function Wagers({ profile }: { profile: DayReport['profiles'][number] }) {
    return (
        <section>
            <h3>Wagers ({profile.profile})</h3>
            <Scroll label="Wagers">
                <table class="figures">
                    <thead>
                        <tr>
                            <th scope="col">Wager</th>
                            {[
                                'Wagers',
                                'Handle',
                                'Players won',
                                'Players lost',
                                'Held',
                                'Hold',
                            ].map((one) => (
                                <th scope="col" class="number" key={one}>
                                    {one}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>
                        {Object.entries(profile.wagers).map(([wager, sum]) => (
                            <tr key={wager}>
                                <th scope="row">{sum.title}</th>
                                <td class="number">{sum.count.toLocaleString('en-US')}</td>
                                <Amount cents={sum.handle} />
                                <Amount cents={sum.won} />
                                <Amount cents={sum.lost} />
                                <Amount cents={sum.held} />
                                <td class="number">{share(sum.held, sum.handle)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </Scroll>
            <h3>Theoretical against actual</h3>
            <Scroll label="Theoretical against actual">
                <table class="figures">
                    <thead>
                        <tr>
                            <th scope="col">Wager</th>
                            {['Staked', 'Exact edge', 'Theoretical', 'Actual', 'Difference'].map(
                                (one) => (
                                    <th scope="col" class="number" key={one}>
                                        {one}
                                    </th>
                                ),
                            )}
                        </tr>
                    </thead>
                    <tbody>
                        {Object.entries(profile.theoretical).map(([name, line]) => (
                            <tr key={name}>
                                <th scope="row">
                                    {name === 'base' ? 'Base game, of the Ante' : line.title}
                                </th>
                                <Amount cents={line.staked} />
                                <td class="number">
                                    {line.house_edge_decimal
                                        ? `${(100 * Number(line.house_edge_decimal)).toFixed(4)}%`
                                        : '–'}
                                </td>
                                <Amount cents={line.theoretical} />
                                <Amount cents={line.actual} />
                                <td class="number">{net(line.actual - line.theoretical)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </Scroll>
        </section>
    );
}

function Rows({ title, rows }: { title: string; rows: [string, number][] }) {
    return (
        <section>
            <h3>{title}</h3>
            <table class="figures">
                <tbody>
                    {rows.map(([name, cents]) => (
                        <tr key={name}>
                            <th scope="row">{name}</th>
                            <Amount cents={cents} />
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

function Tables({ tables }: { tables: NonNullable<DayReport['tables']> }) {
    return (
        <section>
            <h3>Tables</h3>
            <Scroll label="Tables">
                <table class="figures">
                    <thead>
                        <tr>
                            <th scope="col">Table</th>
                            {['Rounds', 'Handle', 'Held', 'Hold', 'Fees', 'Tray'].map((one) => (
                                <th scope="col" class="number" key={one}>
                                    {one}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>
                        {tables.map((one) => (
                            <tr key={one.table}>
                                <th scope="row">{one.name}</th>
                                <td class="number">{one.rounds.toLocaleString('en-US')}</td>
                                <Amount cents={one.handle} />
                                <Amount cents={one.held} />
                                <td class="number">{share(one.held, one.handle)}</td>
                                <Amount cents={one.fees} />
                                <Amount cents={one.tray_change} />
                            </tr>
                        ))}
                    </tbody>
                </table>
            </Scroll>
        </section>
    );
}

function Meter({ meter }: { meter: NonNullable<DayReport['meter']> }) {
    return (
        <Rows
            title={`Meter ${meter.id}${meter.explained ? ', explained to the cent' : ': NOT EXPLAINED'}`}
            rows={[
                ['Beginning amount', meter.beginning],
                ['Contributed', meter.contributed],
                ['Returned by voids', -meter.contributions_returned],
                ['Seeded by the house', meter.seeded],
                ['From the reserve', meter.reserve_used],
                [`Awarded from the meter (${meter.awards} awards)`, -meter.awarded],
                ...Object.entries(meter.adjusted)
                    .filter(([, cents]) => cents !== 0)
                    .map(([name, cents]): [string, number] => [`Adjusted: ${name}`, cents]),
                ['Ending amount', meter.ending],
            ]}
        />
    );
}

function Sheet({ report }: { report: DayReport }) {
    const meter = report.meter;
    const meters = report.meters ?? (meter ? [meter] : []);
    return (
        <article class="paper paper-report">
            <header>
                <h2>
                    {report.tables ? 'All tables' : report.name}, {report.day} (UTC)
                </h2>
                <p>
                    {report.tables ? '' : `Table ${report.table} · `}
                    {report.rounds.toLocaleString('en-US')} rounds played, {report.void} void
                </p>
            </header>
            {report.tables && <Tables tables={report.tables} />}
            {report.profiles.map((profile) => (
                <Wagers key={profile.profile} profile={profile} />
            ))}
            <div class="grid">
                {report.fees.schedule.length > 0 && (
                    <Rows
                        title="Fees by schedule"
                        rows={[
                            ...report.fees.schedule.map((one): [string, number] => [
                                `${one.of}, ${one.times} × ${moneyFull(one.fee)}`,
                                one.fee * one.times,
                            ]),
                            ['Taken', report.fees.taken],
                            ['Returned by voids', -report.fees.returned],
                        ]}
                    />
                )}
                <Rows
                    title="Drop box"
                    rows={[
                        ['Put in', report.drop.in],
                        ['Counted and taken to the cage', -report.drop.counted],
                    ]}
                />
                <Rows
                    title="Tray"
                    rows={[
                        ['Fills', report.tray.fills],
                        ['Credits', -report.tray.credits],
                        [
                            'Won, lost, paid and fed',
                            report.tray.change - report.tray.fills + report.tray.credits,
                        ],
                        ['Change of the day', report.tray.change],
                    ]}
                />
                {report.provider && (
                    <Rows
                        title={`Proposition players of ${report.provider.names.join(', ') || 'a provider'}`}
                        rows={[
                            ['Brought in', report.provider.brought_in],
                            ['Taken away', -report.provider.taken_away],
                            ['Won or lost by its players', report.provider.won],
                            ['Fees they paid', -report.provider.fees],
                            ['The provider’s result', report.provider.result],
                        ]}
                    />
                )}
                {meters.map((one) => (
                    <Meter key={one.id} meter={one} />
                ))}
                {meter && (meter.component_warnings ?? []).length > 0 && (
                    <section>
                        <h3>Progressive components</h3>
                        <ul class="warning">
                            {(meter.component_warnings ?? []).map((one) => (
                                <li key={one}>{one} (GM-7)</li>
                            ))}
                        </ul>
                    </section>
                )}
            </div>
            <footer>Edges are exact and for perfect play. Printed {stampWords(serverNow())}</footer>
        </article>
    );
}

export function ReportsPage({ pit, query }: { pit: Pit; query: URLSearchParams }) {
    const [table, setTable] = useState(query.get('table') ?? String(pit.tables[0]?.table ?? 1));
    const [day, setDay] = useState(dayOf(serverNow()));
    const path = `/api/reports/day?table=${table}&day=${day}`;
    const fetched = useGet<DayReport>(day ? path : null);
    return (
        <>
            <div class="row pit-bar no-print">
                <Select
                    label="Table"
                    value={table}
                    onChange={setTable}
                    options={[
                        ...pit.tables.map((one): [string, string] => [String(one.table), one.name]),
                        ['0', 'All tables'],
                    ]}
                />
                <Field
                    label="Day (UTC)"
                    type="date"
                    value={day}
                    onChange={setDay}
                    max={dayOf(serverNow())}
                />
                <Button kind="main" disabled={!fetched.data} onClick={() => window.print()}>
                    Print
                </Button>
                <a
                    class="button"
                    href={`${path}&format=csv`}
                    download={`${table === '0' ? 'room' : `table-${table}`}-${day}.csv`}
                >
                    CSV
                </a>
            </div>
            {fetched.data ? <Sheet report={fetched.data} /> : <Wait of={fetched} />}
        </>
    );
}

// ---- the log ------------------------------------------------------------------------------------

/** Who acted, and who was added or changed, by number. */
function namesIn({ who, about, after }: LogLine): [number, string][] {
    const said = (after as { name?: unknown } | null)?.name;
    const changed: [number, string][] =
        about.kind === 'person' && typeof said === 'string' ? [[about.id, said]] : [];
    return [[who.id, who.name], ...changed];
}

type Names = Parameters<typeof aboutWords>[1];

function LogRow({ line, names }: { line: LogLine; names: Names }) {
    const changes = differences(line.before, line.after);
    return (
        <tr>
            <td class="time">{timeWords(line.when_ms)}</td>
            <td data-name="Who">
                {line.who.name || line.who.id || 'the system'}
                {line.who.system ? <small class="muted"> ({line.who.system})</small> : ''}
                {line.approved_by ? (
                    <small class="muted">
                        {' '}
                        approved by {line.approved_name ?? line.approved_by}
                    </small>
                ) : (
                    ''
                )}
            </td>
            <td data-name="What">{line.what}</td>
            <td data-name="About">{aboutWords(line.about, names)}</td>
            <td data-name="Why">{line.why}</td>
            <td class="log-changes" data-name="Changes">
                {changes.length > 2 ? (
                    <details>
                        <summary>
                            {changes.slice(0, 2).join('; ')}, and {changes.length - 2} more
                        </summary>
                        <ul>
                            {changes.map((one) => (
                                <li key={one}>{one}</li>
                            ))}
                        </ul>
                    </details>
                ) : (
                    changes.join('; ')
                )}
            </td>
        </tr>
    );
}

export function LogPage({ pit }: { pit: Pit }) {
    const [limit, setLimit] = useState('100');
    const [search, setSearch] = useState('');
    const fetched = useGet<{ log: LogLine[] }>(`/api/log?limit=${limit}`);
    const names: Names = {
        people: new Map((fetched.data?.log ?? []).flatMap(namesIn)),
        tables: new Map(pit.tables.map((one) => [one.table, one.name])),
    };
    const wanted = search.trim().toLowerCase();
    const lines = (fetched.data?.log ?? []).filter(
        (one) => wanted === '' || JSON.stringify(one).toLowerCase().includes(wanted),
    );
    return (
        <section class="panel">
            <h2>Log</h2>
            <div class="row pit-bar no-print">
                <Field label="Find" type="search" value={search} onChange={setSearch} />
                <Select
                    label="Lines"
                    value={limit}
                    onChange={setLimit}
                    options={[
                        ['100', '100'],
                        ['300', '300'],
                        ['500', '500'],
                    ]}
                />
                <Button onClick={fetched.again}>Look again</Button>
            </div>
            {!fetched.data && <Wait of={fetched} />}
            {fetched.data && (
                <Scroll label="Log" tall>
                    <table class="figures as-cards">
                        <thead>
                            <tr>
                                {['When', 'Who', 'What', 'About', 'Why', 'Before and after'].map(
                                    (one) => (
                                        <th scope="col" key={one}>
                                            {one}
                                        </th>
                                    ),
                                )}
                            </tr>
                        </thead>
                        <tbody>
                            {lines.map((line, i) => (
                                <LogRow key={line.position ?? i} line={line} names={names} />
                            ))}
                        </tbody>
                    </table>
                </Scroll>
            )}
        </section>
    );
}
