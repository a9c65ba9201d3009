// What the recorded decisions add up to: leaks, costliest mistakes, progress, days.
import { useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { actionName } from '../../lib/actions';
import { saveAs } from '../../lib/save';
import { Button } from '../../ui/Button';
import { axisLook, lookOf, Plot } from '../../ui/Plot';
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
import { book, forget, importBook } from './model/store';
import { cents, share } from './words';

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
            <caption>Costliest mistakes</caption>
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

export function Report() {
    const [where, setWhere] = useState<Where>('all');
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
            <Kept count={all.length} />
        </section>
    );
}

/** What can be done with all decisions: save, add those of a file, erase. */
function Kept({ count }: { count: number }) {
    const [sure, setSure] = useState(false);
    const [said, say] = useState('');
    const input = useRef<HTMLInputElement>(null);
    const load = async (file: File | undefined) => {
        const read = file ? importBook(await file.text()) : 0;
        say(read > 0 ? `${read} decisions read.` : 'No decisions in this file.');
    };
    return (
        <div class="row">
            {count > 0 && (
                <Button
                    onClick={() =>
                        saveAs('uth-trainer.json', 'application/json', JSON.stringify(book.value))
                    }
                >
                    Export
                </Button>
            )}
            <Button onClick={() => input.current?.click()}>Import</Button>
            <input
                ref={input}
                type="file"
                accept="application/json"
                hidden
                aria-label="File to import"
                onChange={(event) => void load(event.currentTarget.files?.[0])}
            />
            {count > 0 && (
                <Button
                    kind={sure ? 'bad' : 'quiet'}
                    onClick={() => {
                        if (sure) {
                            forget();
                        }
                        setSure(!sure);
                    }}
                >
                    {sure ? 'Erase all progress' : 'Reset statistics'}
                </Button>
            )}
            <span role="status">{said}</span>
        </div>
    );
}
