// The trainer: a real table with hints, drills, a challenge, and what one's decisions add up to.
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { actionName } from '../../lib/actions';
import { get } from '../../lib/api';
import { useKeys } from '../../lib/keys';
import { freeWords, tablesInOrder } from '../../lib/lobby';
import { isSignedIn, meKnown, useLobby } from '../../lib/room';
import type { PageProps } from '../../lib/router';
import type { Action, Lobby } from '../../lib/types';
import { TableScreen } from '../table/TableScreen';
import { Dialog } from '../../ui/Dialog';
import { Shell } from '../../ui/Shell';
import { ValueTable } from '../../ui/ValueTable';
import { Challenge } from './Challenge';
import { Drill } from './Drill';
import { totalsOf } from './model/book';
import { hintOf, useLive, type Live } from './model/live';
import { book, trainerSettings } from './model/store';
import { challengeHands, type Challenge as Played } from './model/training';
import { Report } from './Report';
import { cents } from './words';

// Since this page was opened.
const since = signal(Date.now());

// ---- hints before or after ----------------------------------------------------------------------

function ShowSetting() {
    const { show } = trainerSettings.value;
    const choose = (value: 'before' | 'after') =>
        (trainerSettings.value = { ...trainerSettings.value, show: value });
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
            run: () =>
                (trainerSettings.value = {
                    ...trainerSettings.value,
                    show: before ? 'after' : 'before',
                }),
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

export default function LearnPage({ numbers, query }: PageProps) {
    const [table] = numbers;
    const [played, setPlayed] = useState<Played | null>(null);
    if (table !== undefined) {
        return <LearnTable table={table} sit={query.has('sit')} />;
    }
    return (
        <Shell title="Trainer">
            <div class="learn-grid">
                <div class="learn-main">
                    {/* One of the two at a time: they take the same keys. */}
                    {(!played || played.hands.length >= challengeHands) && <Drill />}
                    <Challenge played={played} onPlayed={setPlayed} />
                </div>
                <Tables />
                <Report />
            </div>
        </Shell>
    );
}
