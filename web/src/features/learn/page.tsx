// The trainer: a real table with hints, drills, and what the book of decisions says.
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { actionHotkey, actionKey, actionKind, actionName, actionShortcut } from '../../lib/actions';
import { announce } from '../../lib/announce';
import { get, wordsOf } from '../../lib/api';
import { useKeys } from '../../lib/keys';
import { freeWords, tablesInOrder } from '../../lib/lobby';
import { money } from '../../lib/money';
import { isSignedIn, meKnown, useLobby } from '../../lib/room';
import type { PageProps } from '../../lib/router';
import type { Action, Lobby } from '../../lib/types';
import {
    bookTotals,
    days,
    dearest,
    isRight,
    leaksByHand,
    leaksByKind,
    leaksByStreet,
    progressOf,
    totalsOf,
    type Entry,
    type Leak,
} from './model/book';
import { closeGap, nextSituation, type DrillKind, type Situation } from './model/drill';
import { entryOf, hintOf, useLive, type Live } from './model/live';
import { book, forget, record, trainerSettings } from './model/store';
import { TableScreen } from '../table/TableScreen';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { CardRow } from '../../ui/Felt';
import { axisLook, lookOf, Plot } from '../../ui/Plot';
import { ProfilePicker } from '../../ui/ProfilePicker';
import { Shell } from '../../ui/Shell';
import { ValueTable } from '../../ui/ValueTable';

// Since this page was opened.
const since = signal(Date.now());

function cents(value: number): string {
    return money(Math.round(value));
}

function share(part: number, whole: number): string {
    return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}

// ---- hints before or after ----------------------------------------------------------------------

function ShowSetting() {
    const { show } = trainerSettings.value;
    const choose = (value: 'before' | 'after') => (trainerSettings.value = { show: value });
    return (
        <div class="segmented" role="radiogroup" aria-label="Values of the choices">
            {(['before', 'after'] as const).map((value) => (
                <button
                    key={value}
                    type="button"
                    role="radio"
                    aria-checked={show === value}
                    onClick={() => choose(value)}
                >
                    {value === 'before' ? 'Before I act' : 'After I act'}
                </button>
            ))}
        </div>
    );
}

// ---- at a table ---------------------------------------------------------------------------------

function Verdict({ live, before }: { live: Live; before: boolean }) {
    const { due, made } = live;
    if (made) {
        const { entry, odds, did } = made;
        return entry.cost > 0 ? (
            <span>
                <strong class="bad">
                    {actionName(odds.best)} was best: −{entry.cost.toFixed(3)} antes
                </strong>
                {entry.ante > 0 && ` (${cents(entry.cost * entry.ante)})`}
            </span>
        ) : (
            <strong class="good">{actionName(did)} was right</strong>
        );
    }
    return (
        <span class="muted">
            {due && before ? 'Values in antes are on the buttons' : 'Each decision is weighed'}
        </span>
    );
}

/** Under the board: one line that is always there, and more behind it. */
function Coach({ live }: { live: Live }) {
    const [open, setOpen] = useState(false);
    const before = trainerSettings.value.show === 'before';
    const sitting = totalsOf(
        book.value.entries.filter((entry) => entry.at >= since.value && entry.where === 'table'),
    );
    useKeys('Trainer', [
        {
            key: 'i',
            words: 'values before or after acting',
            run: () => (trainerSettings.value = { show: before ? 'after' : 'before' }),
        },
        { key: 'v', words: 'values of the last decision', run: () => setOpen(true) },
    ]);
    return (
        <aside class="coach" aria-label="Trainer">
            <button
                type="button"
                class="coach-line"
                aria-haspopup="dialog"
                aria-keyshortcuts="v"
                onClick={() => setOpen(true)}
            >
                <span class="coach-words">
                    <Verdict live={live} before={before} />
                </span>
                <span class="coach-sum">
                    <span class="hidden-text">Mistakes cost so far </span>
                    <span class="coach-antes">
                        <strong>{sitting.cost.toFixed(2)}</strong> antes{' '}
                    </span>
                    <strong>{cents(sitting.money)}</strong>
                </span>
                <span aria-hidden="true">▾</span>
            </button>
            {open && (
                <Dialog title="Trainer" onClose={() => setOpen(false)}>
                    <div class="coach-tools">
                        <span class="muted">Values</span> <ShowSetting />
                        <a href="/learn">Report</a>
                    </div>
                    <p>
                        Mistakes cost {sitting.cost.toFixed(3)} antes, {cents(sitting.money)}, since
                        you came; {sitting.right} of {sitting.decisions} decisions right.
                    </p>
                    {live.made ? (
                        <ValueTable odds={live.made.odds} did={live.made.did} />
                    ) : (
                        <p class="muted">The values of a decision stand here when it is made.</p>
                    )}
                </Dialog>
            )}
        </aside>
    );
}

function LearnTable({ table, sit }: { table: number; sit: boolean }) {
    const live = useLive(table);
    const before = trainerSettings.value.show === 'before';
    const hint = (action: Action) => (before ? hintOf(live.due, action) : undefined);
    return <TableScreen table={table} sit={sit} hint={hint} extra={<Coach live={live} />} />;
}

// Who has no session has no socket: then the lobby is asked for, once.
function useTables(): Lobby | null {
    const said = useLobby().value;
    const alone = meKnown.value && !isSignedIn.value;
    const [asked, setAsked] = useState<Lobby | null>(null);
    useEffect(() => {
        if (alone) {
            get<Lobby>('/api/lobby').then(setAsked, () => undefined);
        }
    }, [alone]);
    return said ?? asked;
}

function Tables() {
    const lobby = useTables();
    return (
        <section class="panel" aria-labelledby="learn-tables">
            <h2 id="learn-tables">At a table</h2>
            <p class="muted">
                A real table; after each decision you see what it was worth, and what a mistake
                cost.
            </p>
            <div class="learn-setting">
                <span class="muted">Show the values</span> <ShowSetting />
            </div>
            <ul class="learn-list">
                {tablesInOrder(lobby?.tables ?? []).map((one) => (
                    <li key={one.table}>
                        <a class="button button-plain" href={`/learn/${one.table}?sit=1`}>
                            {one.name}
                        </a>
                        <span>
                            {one.title} <small class="muted">{freeWords(one)}</small>
                        </span>
                    </li>
                ))}
            </ul>
            {!lobby && <p class="muted">Looking for tables…</p>}
        </section>
    );
}

// ---- drills -------------------------------------------------------------------------------------

const drills: { id: string; words: string; kind: DrillKind }[] = [
    { id: 'flop', words: 'Flop', kind: { streets: ['flop'], close: false } },
    {
        id: 'close',
        words: 'Close ones',
        kind: { streets: ['preflop', 'flop', 'river'], close: true },
    },
    { id: 'preflop', words: 'Before the flop', kind: { streets: ['preflop'], close: false } },
    { id: 'river', words: 'River', kind: { streets: ['river'], close: false } },
];

interface Drilling {
    situation: Situation | null;
    did: Action | null;
    fault: string;
}

function Drill() {
    const [rules, setRules] = useState('washington');
    const [id, setId] = useState('flop');
    const [now, set] = useState<Drilling>({ situation: null, did: null, fault: '' });
    const [tally, setTally] = useState<Entry[]>([]);
    const turn = useRef(0);
    const kind = drills.find((one) => one.id === id)?.kind ?? drills[0]!.kind;
    const next = () => {
        const mine = ++turn.current;
        set({ situation: null, did: null, fault: '' });
        nextSituation(rules, kind).then(
            (situation) => mine === turn.current && set({ situation, did: null, fault: '' }),
            (error: unknown) =>
                mine === turn.current && set({ situation: null, did: null, fault: wordsOf(error) }),
        );
    };
    useEffect(next, [rules, id]);
    const answer = (action: Action) => {
        if (
            !now.situation ||
            now.did ||
            !now.situation.odds.actions.some((one) => one.action === action)
        ) {
            return;
        }
        const entry = entryOf(now.situation.odds, action, 'drill', Date.now());
        if (entry) {
            record(entry);
            setTally([...tally, entry]);
            announce(entry.cost > 0 ? `No: ${actionName(entry.best)} is best` : 'Right');
        }
        set({ ...now, did: action });
    };
    useKeys('Drill', [
        ...(now.situation?.odds.actions ?? []).map(({ action }) => ({
            key: actionKey(action),
            words: actionName(action),
            active: now.did === null,
            run: () => answer(action),
        })),
        { key: 'Enter', words: 'next situation', active: now.did !== null, run: next },
        { key: 'n', words: 'next situation', active: now.did !== null, run: next },
    ]);
    const sum = totalsOf(tally);
    return (
        <section class="panel drill" aria-labelledby="learn-drill">
            <header class="drill-head">
                <h2 id="learn-drill">Drill</h2>
                <span class="drill-sum" role="status">
                    {sum.decisions > 0 &&
                        `${sum.right} of ${sum.decisions} right, ${sum.cost.toFixed(3)} antes given away`}
                </span>
            </header>
            <div class="drill-top">
                <div class="segmented" role="radiogroup" aria-label="Which decisions">
                    {drills.map((one) => (
                        <button
                            key={one.id}
                            type="button"
                            role="radio"
                            aria-checked={id === one.id}
                            onClick={() => setId(one.id)}
                        >
                            {one.words}
                        </button>
                    ))}
                </div>
                <ProfilePicker value={rules} onChange={setRules} />
            </div>
            <DrillTable now={now} onAnswer={answer} onNext={next} />
            <p class="muted">
                <small>
                    Cards are dealt at random here, values come from the server, exactly.
                    {id === 'close'
                        ? ` Close: the second choice is within ${closeGap} antes of the best.`
                        : ' Only hands that perfect play brings this far.'}
                </small>
            </p>
        </section>
    );
}

function DrillTable({
    now,
    onAnswer,
    onNext,
}: {
    now: Drilling;
    onAnswer: (action: Action) => void;
    onNext: () => void;
}) {
    const { situation, did, fault } = now;
    const places = situation?.odds.street === 'flop' ? 3 : 5;
    const right =
        situation && did ? (entryOf(situation.odds, did, 'drill', 0)?.cost ?? 0) <= 0 : null;
    return (
        <div class="drill-table" aria-busy={!situation && !fault}>
            <div class="drill-cards">
                <div class="slot-group">
                    <span>Your cards</span>
                    <CardRow
                        key={situation?.odds.cards ?? ''}
                        cards={situation?.cards ?? []}
                        places={2}
                        label="Your cards"
                    />
                </div>
                {(!situation || situation.board.length > 0) && (
                    <div class="slot-group">
                        <span>Board</span>
                        <CardRow
                            key={situation?.odds.board ?? ''}
                            cards={situation?.board ?? []}
                            places={places}
                            label="Board"
                        />
                    </div>
                )}
            </div>
            {fault && (
                <p class="fault" role="alert">
                    {fault}
                </p>
            )}
            {!did && (
                <div class="drill-choices" role="group" aria-label="Your decision">
                    {situation?.odds.actions.map(({ action }) => (
                        <Button
                            key={action}
                            kind={actionKind(action)}
                            hotkey={actionHotkey(action)}
                            aria-keyshortcuts={actionShortcut(action)}
                            onClick={() => onAnswer(action)}
                        >
                            {actionName(action)}
                        </Button>
                    ))}
                    {!situation && !fault && <span class="muted">Looking for a situation…</span>}
                    {fault && <Button onClick={onNext}>Try again</Button>}
                </div>
            )}
            {situation && did && (
                <div class="drill-answer">
                    <div class="drill-verdict">
                        <strong class={right ? 'good' : 'bad'}>
                            {right ? 'Right.' : `${actionName(situation.odds.best)} is best.`}
                        </strong>
                        <Button kind="main" hotkey="⏎" onClick={onNext}>
                            Next
                        </Button>
                    </div>
                    <ValueTable odds={situation.odds} did={did} />
                </div>
            )}
        </div>
    );
}

// ---- what the book says -------------------------------------------------------------------------

function LeakTable({ caption, leaks, head }: { caption: string; leaks: Leak[]; head: string }) {
    const most = Math.max(...leaks.map((leak) => leak.cost), 0);
    return (
        <table class="figures leaks">
            <caption>{caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{head}</th>
                    <th scope="col" class="number">
                        Decisions
                    </th>
                    <th scope="col" class="number">
                        Right
                    </th>
                    <th scope="col" class="number">
                        Antes
                    </th>
                </tr>
            </thead>
            <tbody>
                {leaks.map((leak) => (
                    <tr key={leak.name}>
                        <th scope="row">
                            {leak.name}
                            <span
                                class="leak-bar"
                                aria-hidden="true"
                                style={{ '--part': String(most > 0 ? leak.cost / most : 0) }}
                            />
                        </th>
                        <td class="number">{leak.decisions}</td>
                        <td class="number">{share(leak.right, leak.decisions)}</td>
                        <td class="number">{leak.cost.toFixed(3)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Dearest({ entries }: { entries: Entry[] }) {
    return (
        <table class="figures leaks">
            <caption>The dearest mistakes</caption>
            <tbody>
                {entries.map((entry) => (
                    <tr key={entry.at}>
                        <th scope="row">
                            <a
                                href={`/strategy?rules=${encodeURIComponent(entry.rules)}&cards=${encodeURIComponent(`${entry.cards} ${entry.board}`.trim())}`}
                            >
                                {entry.cards}
                                {entry.board && ` on ${entry.board}`}
                            </a>
                        </th>
                        <td>
                            {actionName(entry.did)}, best {actionName(entry.best)}
                        </td>
                        <td class="number">{entry.cost.toFixed(3)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

const lately = 50;

function progressOptions(): Omit<uPlot.Options, 'width' | 'height'> {
    const axis = axisLook();
    return {
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: {
            x: { time: false },
            y: { range: (_, __, max) => [0, Math.max(max * 1.1, 0.01)] },
            right: { range: [0, 1] },
        },
        axes: [
            {
                ...axis,
                label: 'decisions',
                size: 26,
                labelSize: 18,
                labelFont: axis.font,
                values: (_, ticks) =>
                    ticks.map((tick) => (Number.isInteger(tick) ? String(tick) : '')),
            },
            { ...axis, size: 52, values: (_, ticks) => ticks.map((tick) => tick.toFixed(2)) },
            {
                ...axis,
                side: 1,
                scale: 'right',
                size: 44,
                grid: { show: false },
                values: (_, ticks) => ticks.map((tick) => `${Math.round(tick * 100)}%`),
            },
        ],
        series: [
            {},
            { stroke: lookOf('--bad'), width: 2, points: { show: false } },
            {
                stroke: lookOf('--good'),
                width: 2,
                scale: 'right',
                dash: [5, 4],
                points: { show: false },
            },
        ],
    };
}

function ProgressPlot({ entries }: { entries: Entry[] }) {
    const options = useMemo(progressOptions, []);
    const progress = useMemo(() => progressOf(entries, lately), [entries]);
    const data = useMemo(
        (): uPlot.AlignedData => [progress.x, progress.average, progress.right],
        [progress],
    );
    const average = progress.average.at(-1) ?? 0;
    const right = progress.right.at(-1) ?? 0;
    const words = `Over the last ${Math.min(lately, entries.length)} decisions: ${average.toFixed(3)} antes given away each, ${Math.round(right * 100)} percent right.`;
    return (
        <>
            <Plot label={`Progress. ${words}`} data={data} options={options} />
            <ul class="plot-legend">
                <li>
                    <span class="key-line key-bad" aria-hidden="true" /> antes given away a decision
                </li>
                <li>
                    <span class="key-line key-good" aria-hidden="true" /> share of right decisions
                </li>
                <li class="muted">mean of the last {lately}</li>
            </ul>
        </>
    );
}

function DayTable({ entries }: { entries: Entry[] }) {
    return (
        <details>
            <summary>By day</summary>
            <table class="figures">
                <thead>
                    <tr>
                        <th scope="col">Day</th>
                        <th scope="col" class="number">
                            Decisions
                        </th>
                        <th scope="col" class="number">
                            Right
                        </th>
                        <th scope="col" class="number">
                            Antes
                        </th>
                        <th scope="col" class="number">
                            Money
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {days(entries).map((day) => (
                        <tr key={day.day}>
                            <th scope="row">{day.day}</th>
                            <td class="number">{day.decisions}</td>
                            <td class="number">{share(day.right, day.decisions)}</td>
                            <td class="number">{day.cost.toFixed(3)}</td>
                            <td class="number">{cents(day.money)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </details>
    );
}

type Where = 'all' | Entry['where'];
const whereWords: Record<Where, string> = { all: 'All', table: 'Tables', drill: 'Drills' };

function Report() {
    const [where, setWhere] = useState<Where>('all');
    const [sure, setSure] = useState(false);
    const all = book.value.entries;
    const entries = useMemo(
        () => (where === 'all' ? all : all.filter((entry) => entry.where === where)),
        [all, where],
    );
    const sum = where === 'all' ? bookTotals(book.value) : totalsOf(entries);
    const wrong = entries.filter((entry) => !isRight(entry));
    return (
        <section class="panel report" aria-labelledby="learn-report">
            <header class="drill-head">
                <h2 id="learn-report">Your play</h2>
                <div class="segmented" role="radiogroup" aria-label="Which decisions count">
                    {(['all', 'table', 'drill'] as const).map((one) => (
                        <button
                            key={one}
                            type="button"
                            role="radio"
                            aria-checked={where === one}
                            onClick={() => setWhere(one)}
                        >
                            {whereWords[one]}
                        </button>
                    ))}
                </div>
            </header>
            <dl class="facts">
                <div>
                    <dt>Decisions</dt>
                    <dd>{sum.decisions.toLocaleString('en-US')}</dd>
                </div>
                <div>
                    <dt>Right</dt>
                    <dd>{share(sum.right, sum.decisions)}</dd>
                </div>
                <div>
                    <dt>Mistakes cost</dt>
                    <dd>
                        {sum.cost.toFixed(3)} <small>antes</small>
                    </dd>
                </div>
                <div>
                    <dt>in money, at tables</dt>
                    <dd>{cents(sum.money)}</dd>
                </div>
                <div>
                    <dt>Each decision</dt>
                    <dd>
                        {(sum.decisions ? sum.cost / sum.decisions : 0).toFixed(4)}{' '}
                        <small>antes</small>
                    </dd>
                </div>
            </dl>
            {entries.length > 0 ? (
                <>
                    <ProgressPlot entries={entries} />
                    <div class="leak-grid">
                        <LeakTable
                            caption="By street"
                            head="Street"
                            leaks={leaksByStreet(entries)}
                        />
                        {wrong.length > 0 && (
                            <LeakTable
                                caption="By what went wrong"
                                head="Mistake"
                                leaks={leaksByKind(entries)}
                            />
                        )}
                        <LeakTable
                            caption="By starting hand"
                            head="Hand"
                            leaks={leaksByHand(entries)}
                        />
                        {wrong.length > 0 && <Dearest entries={dearest(entries, 8)} />}
                    </div>
                    <DayTable entries={entries} />
                </>
            ) : (
                <p class="muted">Nothing yet: drill a little, or play at a table.</p>
            )}
            <p class="muted">
                <small>
                    Kept in this browser only (local storage): no server sees it, and clearing the
                    browser's data clears it. Decisions the clock made for you are not counted.
                </small>
            </p>
            {all.length > 0 && (
                <Button
                    kind={sure ? 'bad' : 'quiet'}
                    onClick={() => {
                        if (sure) {
                            forget();
                        }
                        setSure(!sure);
                    }}
                >
                    {sure ? 'Really forget everything' : 'Start a new book'}
                </Button>
            )}
        </section>
    );
}

export default function LearnPage({ numbers, query }: PageProps) {
    const [table] = numbers;
    if (table !== undefined) {
        return <LearnTable table={table} sit={query.has('sit')} />;
    }
    return (
        <Shell title="Trainer">
            <div class="learn-grid">
                <Drill />
                <Tables />
                <Report />
            </div>
        </Shell>
    );
}
