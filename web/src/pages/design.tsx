// The designer: a profile under change, and what it does to the game while one types.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { wordsOf } from '../lib/api';
import {
    gameChoices,
    progressiveFields,
    progressiveLines,
    progressiveText,
    readProgressive,
    sideLines,
    switches,
    type Choice,
    type SideName,
} from '../lib/design/fields';
import {
    changedCells,
    changesOf,
    edgeOfChart,
    fileName,
    getAt,
    isAt,
    mergedOutcomes,
    readList,
    readTyped,
    setAt,
    typedText,
    type Path,
    type ProfileFault,
} from '../lib/design/profile';
import { useSolved, type Solved } from '../lib/design/solve';
import { fractionText, percent, points, toNumber } from '../lib/exact';
import {
    askProfile,
    type Par,
    type Profile,
    type SideFigures,
    type Strategy,
} from '../lib/figures';
import { toast } from '../lib/toast';
import type { Action } from '../lib/types';
import { actionNames, wagerNames } from '../lib/words';
import { Button } from '../ui/Button';
import { Chart, ChartLegend, HandValues } from '../ui/Chart';
import { axisLook, bars, lookOf, Plot } from '../ui/Plot';
import { ProfilePicker } from '../ui/ProfilePicker';
import { Shell } from '../ui/Shell';
import { ParSheet, saveSheet } from './design-sheet';

// ---- the form -----------------------------------------------------------------------------------

interface FormProps {
    profile: Profile;
    start: Profile;
    fault: ProfileFault | null;
    set: (path: Path, value: unknown) => void;
}

function sameAt(form: FormProps, path: Path): boolean {
    return JSON.stringify(getAt(form.profile, path)) === JSON.stringify(getAt(form.start, path));
}

function FaultWords({ fault, path, id }: { fault: ProfileFault | null; path: Path; id: string }) {
    return isAt(fault, path) ? (
        <em class="bad field-fault" id={id} role="alert">
            {fault?.words}
        </em>
    ) : null;
}

interface TypedProps {
    form: FormProps;
    path: Path;
    label: ComponentChildren;
    text?: (value: unknown) => string;
    read?: (text: string) => unknown;
    plain?: boolean; // text, not a number
}

// What was typed stays as it is while it means the same; a value from elsewhere replaces it.
function Typed({ form, path, label, text = typedText, read = readTyped, plain }: TypedProps) {
    const value = getAt(form.profile, path);
    const [typed, setTyped] = useState(text(value));
    useEffect(() => {
        if (JSON.stringify(read(typed)) !== JSON.stringify(value)) {
            setTyped(text(value));
        }
    }, [value]);
    const id = `fault-${path.join('-')}`;
    const bad = isAt(form.fault, path);
    return (
        <label
            class={`typed ${sameAt(form, path) ? '' : 'is-changed'} ${plain ? 'typed-text' : ''}`}
        >
            <span>{label}</span>
            <input
                value={typed}
                autocomplete="off"
                spellcheck={false}
                inputMode={plain ? 'text' : 'numeric'}
                data-path={path.join('.')}
                aria-invalid={bad}
                aria-describedby={bad ? id : undefined}
                placeholder={plain ? '' : '–'}
                onInput={(event) => {
                    setTyped(event.currentTarget.value);
                    form.set(path, read(event.currentTarget.value));
                }}
            />
            <FaultWords fault={form.fault} path={path} id={id} />
        </label>
    );
}

function ChoiceField({ form, choice }: { form: FormProps; choice: Choice }) {
    const value = getAt(form.profile, choice.path);
    if (choice.list) {
        return (
            <Typed
                form={form}
                path={choice.path}
                label={choice.words}
                text={(list) => (Array.isArray(list) ? list.join(', ') : '')}
                read={readList}
            />
        );
    }
    const id = `fault-${choice.path.join('-')}`;
    return (
        <label class={`typed ${sameAt(form, choice.path) ? '' : 'is-changed'}`}>
            <span>{choice.words}</span>
            <select
                value={String(value)}
                data-path={choice.path.join('.')}
                aria-invalid={isAt(form.fault, choice.path)}
                onChange={(event) => form.set(choice.path, event.currentTarget.value)}
            >
                {choice.options?.map(([option, words]) => (
                    <option key={option} value={option}>
                        {words}
                    </option>
                ))}
            </select>
            <FaultWords fault={form.fault} path={choice.path} id={id} />
        </label>
    );
}

function SwitchField({ form, choice }: { form: FormProps; choice: Choice }) {
    return (
        <label class={`choice ${sameAt(form, choice.path) ? '' : 'is-changed'}`}>
            <input
                type="checkbox"
                checked={getAt(form.profile, choice.path) === true}
                data-path={choice.path.join('.')}
                onChange={(event) => form.set(choice.path, event.currentTarget.checked)}
            />
            <span>
                {choice.words}
                <FaultWords
                    fault={form.fault}
                    path={choice.path}
                    id={`fault-${choice.path.join('-')}`}
                />
            </span>
        </label>
    );
}

function Part({
    title,
    note,
    open,
    changed,
    bad,
    children,
}: {
    title: string;
    note?: ComponentChildren;
    open?: boolean;
    changed: number;
    bad: boolean;
    children: ComponentChildren;
}) {
    return (
        <details class="part" open={open}>
            <summary>
                <strong>{title}</strong>
                {bad && <span class="tag bad">fault</span>}
                {changed > 0 && <span class="tag part-changed">{changed} changed</span>}
                <span class="part-note">{note}</span>
            </summary>
            <div class="part-body">{children}</div>
        </details>
    );
}

function PayLines({ form, path, lines }: { form: FormProps; path: Path; lines: string[] }) {
    return (
        <div class="pay-lines">
            {lines.map((line) => (
                <Typed key={line} form={form} path={[...path, line]} label={line} />
            ))}
        </div>
    );
}

function SidePart({ form, side, par }: { form: FormProps; side: SideName; par: Par | null }) {
    const tables = getAt(form.profile, [side, 'tables']);
    const use = getAt(form.profile, [side, 'use']);
    const list = Array.isArray(tables) ? (tables as { id: string }[]) : [];
    const at = list.findIndex((table) => table.id === use);
    const figures = par?.[side]?.find((one) => one.in_use);
    const changed = changesOf(getAt(form.start, [side]), getAt(form.profile, [side])).length;
    return (
        <Part
            title={wagerNames[side]}
            changed={changed}
            bad={isAt(form.fault, [side])}
            note={figures && `edge ${percent(figures.house_edge_decimal, 3)}`}
        >
            {list.length === 0 && <p class="muted">This profile has no table for it.</p>}
            {list.length > 1 && (
                <label class="typed">
                    <span>Table in use</span>
                    <select
                        value={String(use)}
                        onChange={(event) => form.set([side, 'use'], event.currentTarget.value)}
                    >
                        {list.map((table) => (
                            <option key={table.id} value={table.id}>
                                {table.id}
                            </option>
                        ))}
                    </select>
                </label>
            )}
            {at >= 0 && (
                <PayLines
                    key={at}
                    form={form}
                    path={[side, 'tables', at, 'pays']}
                    lines={sideLines[side]}
                />
            )}
        </Part>
    );
}

function ProgressivePart({ form, par }: { form: FormProps; par: Par | null }) {
    const there = getAt(form.profile, ['progressive', 'table', 'pays']) !== undefined;
    const changed = changesOf(
        getAt(form.start, ['progressive']),
        getAt(form.profile, ['progressive']),
    ).length;
    const atSeed = par?.progressive?.return_at_seed_decimal;
    return (
        <Part
            title="Progressive"
            changed={changed}
            bad={isAt(form.fault, ['progressive'])}
            note={typeof atSeed === 'number' ? `returns ${percent(atSeed, 2)} at the seed` : ''}
        >
            {there ? (
                <>
                    <div class="pay-lines">
                        {progressiveLines.map((line) => (
                            <Typed
                                key={line}
                                form={form}
                                path={['progressive', 'table', 'pays', line]}
                                label={line}
                                text={progressiveText}
                                read={readProgressive}
                            />
                        ))}
                    </div>
                    <p class="muted">
                        <small>
                            A share of the meter as 5%, a fixed prize for one chip as 250.
                        </small>
                    </p>
                    <div class="pay-lines">
                        {progressiveFields.map((field) => (
                            <Typed
                                key={field.words}
                                form={form}
                                path={field.path}
                                label={field.words}
                            />
                        ))}
                    </div>
                </>
            ) : (
                <p class="muted">This profile has none.</p>
            )}
        </Part>
    );
}

function Form({ form, par }: { form: FormProps; par: Par | null }) {
    const count = (paths: Path[]) => paths.filter((path) => !sameAt(form, path)).length;
    const badIn = (paths: Path[]) => paths.some((path) => isAt(form.fault, path));
    const game = gameChoices.map((one) => one.path);
    const flags = switches.map((one) => one.path);
    return (
        <div class="design-form">
            <Part
                title="Blind"
                open
                changed={
                    changesOf(getAt(form.start, ['blind']), getAt(form.profile, ['blind'])).length
                }
                bad={isAt(form.fault, ['blind'])}
                note="pays to one, or 3:2"
            >
                <PayLines form={form} path={['blind', 'pays']} lines={sideLines.blind} />
            </Part>
            <Part title="The game" open changed={count(game)} bad={badIn(game)}>
                <div class="pay-lines">
                    {gameChoices.map((choice) => (
                        <ChoiceField key={choice.words} form={form} choice={choice} />
                    ))}
                </div>
            </Part>
            <SidePart form={form} side="trips" par={par} />
            <SidePart form={form} side="bad_beat" par={par} />
            <SidePart form={form} side="pairs" par={par} />
            <ProgressivePart form={form} par={par} />
            <Part title="Switches" changed={count(flags)} bad={badIn(flags)}>
                <div class="switches">
                    {switches.map((choice) => (
                        <SwitchField key={choice.words} form={form} choice={choice} />
                    ))}
                </div>
            </Part>
        </div>
    );
}

// ---- the figures --------------------------------------------------------------------------------

interface FigureProps {
    name: string;
    value: string | null;
    change?: string;
    good?: boolean | undefined;
    exact?: string | undefined;
    fresh: boolean;
    id: string;
}

function Figure({ name, value, change, good, exact, fresh, id }: FigureProps) {
    return (
        <div class={`figure ${fresh ? '' : 'is-old'}`} data-figure={id} aria-busy={!fresh}>
            <dt>{name}</dt>
            <dd>
                <strong>{value ?? '…'}</strong>
                {change && (
                    <span
                        class={`figure-change ${good === undefined ? '' : good ? 'good' : 'bad'}`}
                    >
                        {change}
                    </span>
                )}
                {exact && (
                    <details class="figure-exact">
                        <summary>exact</summary>
                        <code>{exact}</code>
                    </details>
                )}
            </dd>
        </div>
    );
}

function difference(now: number | undefined, then: number | undefined): number {
    return now === undefined || then === undefined ? 0 : now - then;
}

function plain(change: number, digits: number): string {
    const text = Math.abs(change).toFixed(digits);
    return Number(text) === 0 ? '' : (change < 0 ? '−' : '+') + text;
}

function Figures({ now, start }: { now: Solved; start: Solved }) {
    const edge = now.chart && edgeOfChart(now.chart);
    const edgeBefore = start.chart && edgeOfChart(start.chart);
    const change = edge && edgeBefore ? toNumber(edge) - toNumber(edgeBefore) : 0;
    const base = now.par?.base;
    const before = start.par?.base;
    const risk = difference(base?.element_of_risk_decimal, before?.element_of_risk_decimal);
    return (
        <dl class="design-figures">
            <Figure
                id="edge"
                name="House edge, of the Ante"
                value={edge ? percent(toNumber(edge)) : null}
                fresh={now.chartFresh}
                change={points(change)}
                good={change === 0 ? undefined : change < 0}
                exact={edge ? fractionText(edge) : undefined}
            />
            <Figure
                id="risk"
                name="Element of risk"
                value={base ? percent(base.element_of_risk_decimal) : null}
                fresh={now.parFresh}
                change={points(risk)}
                good={risk === 0 ? undefined : risk < 0}
                exact={base?.element_of_risk}
            />
            <Figure
                id="deviation"
                name="Standard deviation, antes"
                value={base ? base.standard_deviation.toFixed(5) : null}
                fresh={now.parFresh}
                change={plain(difference(base?.standard_deviation, before?.standard_deviation), 5)}
                exact={base ? `√(${base.variance})` : undefined}
            />
            <Figure
                id="wager"
                name="Average bet, antes"
                value={base ? base.average_wager_decimal.toFixed(5) : null}
                fresh={now.parFresh}
                change={plain(
                    difference(base?.average_wager_decimal, before?.average_wager_decimal),
                    5,
                )}
                exact={base?.average_wager}
            />
        </dl>
    );
}

// ---- the distribution ---------------------------------------------------------------------------

const least = 1e-9;

/** "20%", "0.01%", "0.000001%": no more digits than it takes. */
function percentTick(share: number): string {
    return `${Number((share * 100).toPrecision(3)).toFixed(share >= 0.01 || share === 0 ? 0 : Math.round(-Math.log10(share * 100)))}%`;
}

function plotOptions(net: number[], log: boolean): Omit<uPlot.Options, 'width' | 'height'> {
    const axis = axisLook();
    const paths = bars();
    return {
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, y: false },
        scales: {
            x: { time: false, range: [-0.7, net.length - 0.3] },
            y: log ? { distr: 3, range: [least, 1] } : { range: (_, __, max) => [0, max * 1.05] },
        },
        axes: [
            {
                ...axis,
                label: 'net result in antes',
                size: 26,
                labelSize: 18,
                labelFont: axis.font,
                grid: { show: false },
                splits: () => net.map((_, i) => i),
                values: (plot, at) => {
                    const every = Math.max(
                        1,
                        Math.ceil(
                            (net.length * 30) / Math.max(1, plot.bbox.width / devicePixelRatio),
                        ),
                    );
                    return at.map((i) => (i % every === 0 ? String(net[i]).replace('-', '−') : ''));
                },
            },
            log
                ? {
                      ...axis,
                      size: 76,
                      splits: () => [1e-8, 1e-6, 1e-4, 1e-2, 1],
                      filter: (_, at) => at,
                      values: (_, ticks) => ticks.map((tick) => percentTick(tick)),
                  }
                : {
                      ...axis,
                      size: 54,
                      values: (_, ticks) => ticks.map((tick) => percentTick(tick)),
                  },
        ],
        series: [
            {},
            {
                fill: lookOf('--gold'),
                stroke: lookOf('--gold'),
                width: 0,
                ...(paths ? { paths } : {}),
                fillTo: log ? least : 0,
                points: { show: false },
            },
            {
                stroke: lookOf('--push'),
                width: 0,
                paths: () => null,
                points: {
                    show: true,
                    size: 8,
                    stroke: lookOf('--push'),
                    fill: 'transparent',
                    width: 2,
                },
            },
        ],
    };
}

function Distribution({ par, start, fresh }: { par: Par; start: Par | null; fresh: boolean }) {
    const [log, setLog] = useState(false);
    const [at, setAt] = useState<number | null>(null);
    const merged = useMemo(() => mergedOutcomes(par, start), [par, start]);
    const same =
        start === null || JSON.stringify(start.base.outcomes) === JSON.stringify(par.base.outcomes);
    const netKey = merged.net.join(' ');
    const options = useMemo(() => {
        const made = plotOptions(merged.net, log);
        return { ...made, hooks: { setCursor: [(plot: uPlot) => setAt(plot.cursor.idx ?? null)] } };
    }, [netKey, log]);
    const data = useMemo((): uPlot.AlignedData => {
        const lifted = (values: number[]) =>
            values.map((value) => (log && value === 0 ? null : value));
        return [
            merged.net.map((_, i) => i),
            lifted(merged.now),
            same ? merged.net.map(() => null) : lifted(merged.before),
        ];
    }, [merged, log, same]);
    const lose = merged.net.reduce((sum, net, i) => sum + (net < 0 ? (merged.now[i] ?? 0) : 0), 0);
    const push = merged.now[merged.net.indexOf(0)] ?? 0;
    const one = at !== null ? merged.net[at] : undefined;
    const outcome = par.base.outcomes.find((each) => each.net === one);
    return (
        <section
            class={`panel distribution ${fresh ? '' : 'is-old'}`}
            aria-labelledby="distribution"
        >
            <header class="panel-head">
                <h2 id="distribution">What a hand comes to</h2>
                <label class="choice">
                    <input
                        type="checkbox"
                        checked={log}
                        onChange={(event) => setLog(event.currentTarget.checked)}
                    />{' '}
                    <span>Logarithmic</span>
                </label>
            </header>
            <Plot
                label={`Distribution of the net result: loses ${percent(lose, 2)}, pushes ${percent(push, 2)}, wins ${percent(1 - lose - push, 2)} of hands`}
                data={data}
                options={options}
                ratio={0.36}
                most={250}
            />
            <p class="plot-read muted" aria-hidden="true">
                {one !== undefined && at !== null ? (
                    <>
                        <strong>{String(one).replace('-', '−')} antes</strong>{' '}
                        {percent(merged.now[at] ?? 0, 6)}
                        {!same && <> · before {percent(merged.before[at] ?? 0, 6)}</>}{' '}
                        <code>{outcome?.probability}</code>
                    </>
                ) : (
                    <>
                        loses {percent(lose, 2)} · pushes {percent(push, 2)} · wins{' '}
                        {percent(1 - lose - push, 2)}
                        {!same && ' · rings: before'}
                    </>
                )}
            </p>
        </section>
    );
}

// ---- side bets, chart, changes ------------------------------------------------------------------

function Sides({ par, start }: { par: Par; start: Par | null }) {
    const rows: { name: string; now: SideFigures; before: SideFigures | undefined }[] = (
        ['trips', 'bad_beat', 'pairs'] as const
    ).flatMap((side) =>
        (par[side] ?? [])
            .filter((one) => one.in_use)
            .map((now) => ({
                name: `${wagerNames[side]} ${now.table}`,
                now,
                before: start?.[side]?.find((one) => one.in_use),
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
                    {rows.map(({ name, now, before }) => (
                        <tr key={name}>
                            <th scope="row">{name}</th>
                            <td class="number" title={now.house_edge}>
                                {percent(now.house_edge_decimal, 4)}
                            </td>
                            <td class="number">
                                {points(
                                    difference(now.house_edge_decimal, before?.house_edge_decimal),
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
                            {cell.hand} {actionNames[cell.from]} → {actionNames[cell.to]}
                        </span>
                    ))}
                </p>
            )}
            {hand && <HandValues hand={hand} before={chart === start ? undefined : before} />}
        </section>
    );
}

function shownValue(value: unknown): string {
    return value === undefined
        ? 'nothing'
        : typeof value === 'string'
          ? value
          : JSON.stringify(value);
}

function Changes({ start, profile }: { start: Profile; profile: Profile }) {
    const changes = changesOf(start, profile);
    if (changes.length === 0) {
        return null;
    }
    return (
        <section class="panel" aria-labelledby="changes">
            <h2 id="changes">Changed against {String(start.name)}</h2>
            <ul class="changes">
                {changes.map((change) => (
                    <li key={change.path}>
                        <code>{change.path}</code> {shownValue(change.from)} →{' '}
                        <strong>{shownValue(change.to)}</strong>
                    </li>
                ))}
            </ul>
        </section>
    );
}

// ---- files --------------------------------------------------------------------------------------

export function download(name: string, type: string, text: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function readFile(file: File): Promise<Profile> {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new Error('this file holds no profile');
    }
    return value as Profile;
}

// ---- the page -----------------------------------------------------------------------------------

function Tools({
    profile,
    now,
    start,
    onLoad,
    onReset,
}: {
    profile: Profile;
    now: Solved;
    start: Profile;
    onLoad: (profile: Profile) => void;
    onReset: () => void;
}) {
    const input = useRef<HTMLInputElement>(null);
    const ready = now.fault === null && now.parFresh;
    return (
        <div class="design-tools">
            <Button disabled={changesOf(start, profile).length === 0} onClick={onReset}>
                Start again
            </Button>
            <Button onClick={() => input.current?.click()}>Load a file</Button>
            <input
                ref={input}
                type="file"
                accept="application/json,.json"
                hidden
                onChange={(event) => {
                    const file = event.currentTarget.files?.[0];
                    event.currentTarget.value = '';
                    if (file) {
                        readFile(file).then(onLoad, (error: unknown) =>
                            toast(`${file.name}: ${wordsOf(error)}`, 'bad'),
                        );
                    }
                }}
            />
            <Button
                kind="main"
                disabled={now.fault !== null}
                onClick={() =>
                    download(
                        fileName(profile),
                        'application/json',
                        JSON.stringify(profile, null, 2) + '\n',
                    )
                }
            >
                Save the profile
            </Button>
            <Button
                disabled={!ready}
                onClick={() => saveSheet(fileName(profile).replace('.json', '-par.html'), download)}
            >
                PAR page
            </Button>
            <Button disabled={!ready} onClick={() => print()}>
                Print it
            </Button>
        </div>
    );
}

function Results({
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
            {now.par && <Distribution par={now.par} start={start.par} fresh={now.parFresh} />}
            {now.par && <Sides par={now.par} start={start.par} />}
            {now.chart && (
                <ChartPart
                    chart={now.chart}
                    start={start.chart ?? now.chart}
                    fresh={now.chartFresh}
                />
            )}
            <Changes start={startProfile} profile={profile} />
        </div>
    );
}

function Designer({ start, onLoad }: { start: Profile; onLoad: (profile: Profile) => void }) {
    const [profile, setProfile] = useState<Profile>(start);
    const now = useSolved(profile);
    // What is compared with: the figures of the starting profile, as soon as they are there.
    const base = useRef<Solved | null>(null);
    if (profile === start && now.chartFresh && (base.current === null || now.parFresh)) {
        base.current = now;
    }
    const form: FormProps = {
        profile,
        start,
        fault: now.fault,
        set: (path, value) => setProfile((held) => setAt(held, path, value)),
    };
    const before = base.current ?? now;
    return (
        <>
            <Tools
                profile={profile}
                now={now}
                start={start}
                onLoad={onLoad}
                onReset={() => setProfile(start)}
            />
            {now.fault && (
                <p class="fault" role="alert" data-figure="fault">
                    {now.fault.path && <code>{now.fault.path}</code>} {now.fault.words}
                </p>
            )}
            {now.warnings.map((words) => (
                <p key={words} class="warning" role="status">
                    {words}
                </p>
            ))}
            <Figures now={now} start={before} />
            <div class="design-grid">
                <div>
                    <div class="design-names">
                        <Typed
                            form={form}
                            path={['name']}
                            label="Name"
                            plain
                            read={(text) => text}
                        />
                        <Typed
                            form={form}
                            path={['title']}
                            label="Title"
                            plain
                            read={(text) => text}
                        />
                    </div>
                    <Form form={form} par={now.par} />
                </div>
                <Results now={now} start={before} startProfile={start} profile={profile} />
            </div>
            {now.par && now.chart && <ParSheet profile={profile} par={now.par} chart={now.chart} />}
        </>
    );
}

export default function DesignPage() {
    const [name, setName] = useState('washington');
    const [start, setStart] = useState<{ profile: Profile; turn: number } | null>(null);
    const [fault, setFault] = useState('');
    const turn = useRef(0);
    const begin = (profile: Profile) => setStart({ profile, turn: ++turn.current });
    useEffect(() => {
        const stop = new AbortController();
        setFault('');
        askProfile(name, stop.signal).then(
            begin,
            (error: unknown) => !stop.signal.aborted && setFault(wordsOf(error)),
        );
        return () => stop.abort();
    }, [name]);
    return (
        <Shell title="Designer" wide>
            <div class="design-top">
                <ProfilePicker label="Start from" value={name} onChange={setName} />
            </div>
            {fault && (
                <p class="fault" role="alert">
                    {fault}
                </p>
            )}
            {start && <Designer key={start.turn} start={start.profile} onLoad={begin} />}
        </Shell>
    );
}
