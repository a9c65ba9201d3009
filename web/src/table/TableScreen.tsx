// A table as a player or a spectator sees it: everything on one screen, nothing to scroll.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { wordsOf } from '../lib/api';
import { useKeys, type Key } from '../lib/keys';
import { money, moneyFull } from '../lib/money';
import { note } from '../lib/noted';
import {
    becomeGuest,
    cut,
    isSignedIn,
    learnWhoIAm,
    me,
    meKnown,
    send,
    useTable,
} from '../lib/room';
import { navigate } from '../lib/router';
import { toast } from '../lib/toast';
import type { Action, Seat, View } from '../lib/types';
import { actionNames, phaseWords, stateWords, wagerNames } from '../lib/words';
import { Button } from '../ui/Button';
import { Countdown } from '../ui/Countdown';
import { CardRow } from '../ui/Felt';
import { keysShown } from '../lib/keys';
import { announceChange } from './announcer';
import { betsOf, type Bets } from './bets';
import { beforeDeal, doubled, limitsOf, sumOf } from './stakes';
import { Circles, wagerKeys } from './Circles';
import { BuyInDialog, HistoryDialog, PlacardDialog, sensibleBuyIn, usePlacard } from './Dialogs';
import { Board, Dealer } from './Middle';
import { dealTurns, settleTurns } from './order';
import {
    actionKeys,
    BankOffer,
    bankAmount,
    Betting,
    chipsFor,
    decide,
    Deciding,
    declineBank,
    leastBet,
    Result,
    takeBank,
    Waiting,
} from './Panels';
import { SeatTile } from './SeatTile';

export interface TableScreenProps {
    table: number;
    /** Sit down at once, at the first free seat. */
    sit?: boolean;
    /** Under a decision's button in place of its cost. */
    hint?: (action: Action) => ComponentChildren;
    /** Over the middle of the table. */
    extra?: ComponentChildren;
}

type Open = 'placard' | 'history' | 'buy-in' | null;

// ---- sitting down -------------------------------------------------------------------------------

async function sitDown(view: View, seat: number): Promise<void> {
    try {
        if (!isSignedIn.value) {
            await becomeGuest();
        } else if (me.value.wallet === undefined) {
            await learnWhoIAm();
        }
    } catch (error) {
        toast(wordsOf(error), 'bad');
        return;
    }
    const amount = sensibleBuyIn(view, me.value.wallet ?? 0);
    await send('sit', view.table, { seat, amount });
}

function firstFree(view: View): number | undefined {
    return view.seats.find((one) => !one.player)?.seat;
}

// ---- the bar ------------------------------------------------------------------------------------

function phaseOf(view: View): string {
    if (view.paused) {
        return 'Paused';
    }
    if (view.voided && view.state === 'result') {
        return 'Void';
    }
    return view.state === 'betting' || view.state === 'playing' || view.state === 'result'
        ? phaseWords[view.phase] || stateWords[view.state]
        : stateWords[view.state];
}

function Bar({ view, onOpen }: { view: View; onOpen: (what: Open) => void }) {
    return (
        <header class="bar">
            <a class="bar-back" href="/" aria-label="To the lobby">
                ‹
            </a>
            <div class="bar-name">
                <h1 tabIndex={-1}>{view.name}</h1>
                <span class="bar-title">{view.title}</span>
            </div>
            <div class="bar-phase">
                <span class="bar-words">{phaseOf(view)}</span>
                <Countdown deadline={view.deadline_ms} since={view.since_ms} />
            </div>
            {view.progressive && (
                <div class={`bar-meter ${view.progressive.reachable ? '' : 'is-off'}`}>
                    <small>Progressive</small>
                    <strong>
                        {view.progressive.reachable
                            ? moneyFull(view.progressive.amount)
                            : 'not now'}
                    </strong>
                </div>
            )}
            <div class="bar-tools">
                <button
                    type="button"
                    class="icon-button"
                    onClick={() => onOpen('placard')}
                    aria-label="Limits and pay tables"
                    aria-keyshortcuts="l"
                    title="Limits and pay tables (L)"
                >
                    <svg viewBox="0 0 20 20" aria-hidden="true">
                        <path d="M4 2h12v16H4zM7 6h6M7 10h6M7 14h4" />
                    </svg>
                </button>
                <button
                    type="button"
                    class="icon-button"
                    onClick={() => onOpen('history')}
                    aria-label="Your last hands"
                    aria-keyshortcuts="h"
                    title="Your last hands (H)"
                >
                    <svg viewBox="0 0 20 20" aria-hidden="true">
                        <path d="M10 2a8 8 0 1 1-7.5 5.2M2 3v4.5h4.5M10 5.5V10l3 2" />
                    </svg>
                </button>
                <button
                    type="button"
                    class="icon-button"
                    onClick={() => (keysShown.value = true)}
                    aria-label="Keys and settings"
                    title="Keys and settings (?)"
                >
                    ?
                </button>
            </div>
        </header>
    );
}

// ---- one's own place ----------------------------------------------------------------------------

interface NowProps {
    view: View;
    seat: Seat;
    bets: Bets;
    hint?: TableScreenProps['hint'];
}

// Whoever goes by Tab stays where things happen when one panel takes the other's place. The panel gets
// the focus, not a button: Enter, pressed once more, must not decide anything.
function Now(props: NowProps) {
    const frame = useRef<HTMLDivElement>(null);
    const inside = useRef(false);
    useLayoutEffect(() => {
        if (inside.current && document.activeElement === document.body) {
            frame.current?.focus({ preventScroll: true });
        }
    });
    return (
        <div
            class="now"
            ref={frame}
            tabIndex={-1}
            onFocusIn={() => (inside.current = true)}
            onFocusOut={(event) => {
                const next = event.relatedTarget as Node | null;
                inside.current = next === null || frame.current?.contains(next) === true;
            }}
        >
            <Panel {...props} />
        </div>
    );
}

function Panel({ view, seat, bets, hint }: NowProps) {
    const options = view.you?.options;
    if (options?.bank) {
        return <BankOffer key={view.since_ms} view={view} />;
    }
    if (options && options.decisions.length > 0) {
        return <Deciding view={view} hint={hint} />;
    }
    if (options?.wager) {
        return <Betting view={view} bets={bets} />;
    }
    if (seat.result && view.state === 'result') {
        return <Result view={view} seat={seat} />;
    }
    return (
        <Waiting words={waitingWords(view, seat)}>
            {options?.ask_bank && (
                <Button kind="main" onClick={() => void send('bank_ask', view.table)}>
                    Offer me the bank
                </Button>
            )}
            {seat.sits_out && (
                <Button kind="main" onClick={() => void send('sit_out', view.table, { on: false })}>
                    Play again
                </Button>
            )}
        </Waiting>
    );
}

function waitingWords(view: View, seat: Seat): string {
    if (view.progressive?.waits) {
        return 'A jackpot! The table waits for a supervisor.';
    }
    if (view.paused || view.state === 'closed') {
        return 'The table is paused.';
    }
    if (seat.sits_out) {
        return 'You sit out.';
    }
    if (view.bank?.seat === seat.seat) {
        return view.state === 'result'
            ? `You banked: ${view.bank.net >= 0 ? 'won' : 'lost'} ${money(Math.abs(view.bank.net))}.`
            : `You bank this hand with ${money(view.bank.wager)}.`;
    }
    if (view.state === 'offering') {
        const who = view.seats.find((one) => one.seat === view.offer?.seat)?.player?.name;
        return who ? `The bank is offered to ${who}.` : 'The bank is offered.';
    }
    if (view.state === 'waiting') {
        return 'Waiting for players.';
    }
    if (!seat.in) {
        return view.phase === 'betting' ? 'Place your bets.' : 'You are in the next hand.';
    }
    if (seat.folded) {
        return 'You folded. Side wagers still count.';
    }
    const thinking = view.seats.filter((one) => one.awaited).length;
    return thinking > 0
        ? `Waiting for ${thinking === 1 ? 'one player' : `${thinking} players`}.`
        : phaseWords[view.phase];
}

function Own({
    view,
    seat,
    bets,
    hint,
    onOpen,
}: {
    view: View;
    seat: Seat;
    bets: Bets;
    hint?: TableScreenProps['hint'];
    onOpen: (what: Open) => void;
}) {
    const banks = view.bank?.seat === seat.seat;
    return (
        <section
            class={`own ${seat.folded ? 'is-folded' : ''} now-${view.state}`}
            aria-label="Your place"
        >
            <div class="own-hand">
                <CardRow
                    cards={banks ? view.dealer.cards : seat.cards}
                    places={2}
                    deck={view.deck}
                    label="Your cards"
                />
                <div class="own-words">
                    <strong>{(banks ? view.dealer.hand : seat.hand) ?? '\u00a0'}</strong>
                </div>
            </div>
            <div class="own-circles">
                {banks ? (
                    <p class="own-banks">
                        You are the player-dealer. Posted{' '}
                        <strong>{money(view.bank?.wager ?? 0)}</strong>, left to cover{' '}
                        <strong>{money(view.bank?.left ?? 0)}</strong>.
                    </p>
                ) : (
                    <Circles view={view} seat={seat} bets={bets} />
                )}
            </div>
            <Now view={view} seat={seat} bets={bets} hint={hint} />
            <OwnFoot view={view} seat={seat} onOpen={onOpen} />
        </section>
    );
}

function OwnFoot({ view, seat, onOpen }: { view: View; seat: Seat; onOpen: (what: Open) => void }) {
    const options = view.you?.options;
    return (
        <div class="own-foot">
            <span class="own-chips">
                <small>Your chips</small> <strong>{money(view.you?.chips ?? 0)}</strong>
            </span>
            {seat.fee > 0 && (
                <span class="muted">
                    <small>Fee</small> {money(seat.fee)}
                </span>
            )}
            <span class="own-tools">
                <Button
                    kind="quiet"
                    disabled={!options?.buy_in || cut.value}
                    onClick={() => onOpen('buy-in')}
                >
                    Buy in
                </Button>
                <Button
                    kind="quiet"
                    disabled={cut.value}
                    onClick={() => void send('sit_out', view.table, { on: !seat.sits_out })}
                >
                    {seat.sits_out ? 'Play again' : 'Sit out'}
                </Button>
                <Button
                    kind="quiet"
                    disabled={!options?.stand || view.you?.leaving || cut.value}
                    onClick={() => void send('stand', view.table)}
                >
                    {view.you?.leaving ? 'Leaving…' : 'Stand up'}
                </Button>
            </span>
        </div>
    );
}

function Spectator({ view }: { view: View }) {
    const free = firstFree(view);
    const amount = sensibleBuyIn(view, me.value.wallet ?? Number.MAX_SAFE_INTEGER);
    return (
        <section class="own own-spectator" aria-label="Sit down">
            <p>
                <strong>You are watching.</strong>{' '}
                {free === undefined
                    ? 'All seats are taken.'
                    : 'Take a seat and play: it is play money.'}
            </p>
            {free !== undefined && meKnown.value && (
                <Button
                    kind="main"
                    class="main-action"
                    disabled={cut.value}
                    onClick={() => void sitDown(view, free)}
                    hotkey="⏎"
                    note={`seat ${free}, with ${money(amount)}`}
                >
                    {isSignedIn.value ? 'Sit down' : 'Sit down as a guest'}
                </Button>
            )}
        </section>
    );
}

// ---- keys ---------------------------------------------------------------------------------------

function playKeys(view: View | null, bets: Bets, open: (what: Open) => void): Key[] {
    const options = view?.you?.options;
    const wager = options?.wager === true && !cut.value;
    const stakes = view ? bets.shown(view) : {};
    const total = sumOf(beforeDeal(stakes));
    const keys: Key[] = [];
    for (const action of ['4x', '3x', '2x', '1x', 'check', 'fold'] as Action[]) {
        const active = options?.decisions.includes(action) === true && !cut.value;
        keys.push({
            key: actionKeys[action],
            words: actionNames[action],
            active,
            run: () => view && decide(view, action),
        });
    }
    (view ? chipsFor(view) : []).forEach((value, i) => {
        keys.push({
            key: String(i + 1),
            words: `chip of ${money(value)}`,
            active: wager,
            run: () => (bets.chip.value = value),
        });
    });
    for (const name of view?.offered ?? []) {
        const key = wagerKeys[name];
        if (key) {
            keys.push({
                key,
                words: `a chip on ${wagerNames[name]}`,
                active: wager,
                run: () => bets.add(name, 1),
            });
            keys.push({
                key: `shift+${key}`,
                words: `take a chip off ${wagerNames[name]}`,
                active: wager,
                run: () => bets.add(name, -1),
            });
        }
    }
    const last = bets.last.value;
    keys.push({
        key: 'Enter',
        words: 'deal, or sit down',
        active: wager || (view !== null && !view.you),
        run: () => enter(view, bets),
    });
    keys.push({
        key: 'r',
        words: 'rebet',
        active: wager && sumOf(last) > 0,
        run: () => bets.put(last),
    });
    keys.push({ key: 'z', words: 'undo', active: wager, run: () => bets.undo() });
    keys.push({
        key: 'd',
        words: 'double',
        active: wager && total > 0,
        run: () => view && bets.put(doubled(beforeDeal(stakes), limitsOf(view))),
    });
    keys.push({ key: 'x', words: 'clear', active: wager, run: () => bets.put({}) });
    keys.push({
        key: 'y',
        words: 'take the bank, with what is proposed',
        active: Boolean(options?.bank),
        run: () => view && takeBank(view, bankAmount(view)),
    });
    keys.push({
        key: 'n',
        words: 'decline the bank',
        active: Boolean(options?.bank),
        run: () => view && declineBank(view),
    });
    keys.push({ key: 'l', words: 'limits and pay tables', run: () => open('placard') });
    keys.push({ key: 'h', words: 'your last hands', run: () => open('history') });
    keys.push({
        key: 'm',
        words: 'chips from your wallet',
        active: options?.buy_in === true,
        run: () => open('buy-in'),
    });
    keys.push({
        key: 'o',
        words: 'sit out, or play again',
        active: Boolean(view?.you),
        run: () => view?.you && void send('sit_out', view.table, { on: !view.you.sits_out }),
    });
    keys.push({
        key: 'u',
        words: 'stand up',
        active: options?.stand === true,
        run: () => view && void send('stand', view.table),
    });
    return keys;
}

function enter(view: View | null, bets: Bets): void {
    if (view && !view.you) {
        const free = firstFree(view);
        if (free !== undefined) {
            void sitDown(view, free);
        }
        return;
    }
    if (view) {
        const total = sumOf(beforeDeal(bets.shown(view)));
        const last = bets.last.value;
        void bets.done(total > 0 ? undefined : sumOf(last) > 0 ? last : leastBet(view));
    }
}

// ---- the whole ----------------------------------------------------------------------------------

/** What is told and kept as the table goes on. */
function useFollowing(view: View | null, bets: Bets): void {
    const before = useRef<View | null>(null);
    useEffect(() => {
        if (!view) {
            return;
        }
        announceChange(before.current, view);
        const seat = view.seats.find((one) => one.seat === view.you?.seat);
        if (
            view.phase === 'betting' &&
            view.commitment &&
            view.you &&
            before.current?.round !== view.round
        ) {
            note(view.table, view.round, { commitment: view.commitment });
        }
        if (seat?.in && (before.current?.phase === 'betting' || !before.current)) {
            bets.remember(seat.stakes);
        }
        before.current = view;
    }, [view, bets]);
}

/** The tab says whose turn it is, to those who look at another. */
function useTitle(view: View | null): void {
    const name = view?.name ?? 'Table';
    const turn = (view?.you?.options.decisions.length ?? 0) > 0 || Boolean(view?.you?.options.bank);
    useEffect(() => {
        document.title = `${turn ? 'Your turn · ' : ''}${name} · uth`;
    }, [name, turn]);
}

function useAutoSit(view: View | null, wanted: boolean): void {
    const done = useRef(false);
    const known = meKnown.value;
    useEffect(() => {
        if (!wanted || done.current || !view || !known) {
            return;
        }
        done.current = true;
        const free = firstFree(view);
        navigate(`/table/${view.table}`, { replace: true });
        if (!view.you && free !== undefined) {
            void sitDown(view, free);
        }
    }, [view, wanted, known]);
}

function Seats({ view, onSit }: { view: View; onSit: (seat: number) => void }) {
    const dealing = useMemo(
        () => dealTurns(view),
        [view.procedure, view.round, view.phase === 'closed'],
    );
    const settling = useMemo(() => {
        const turns = settleTurns(view);
        return view.seats.map((one) =>
            Object.keys(one.stakes)
                .map((wager) => `${wager}:${turns.get(`${one.seat}/${wager}`) ?? 0}`)
                .join(','),
        );
    }, [view.order, view.seats]);
    return (
        <ol class={`seats seats-${view.seats.length}`} aria-label="Seats">
            {view.seats.map((seat, i) => (
                <SeatTile
                    key={seat.seat}
                    seat={seat}
                    deck={view.deck}
                    phase={view.phase}
                    own={seat.seat === view.you?.seat}
                    banks={seat.seat === view.bank?.seat}
                    offered={seat.seat === view.offer?.seat}
                    maySit={!view.you && !cut.value}
                    dealTurns={`${dealing.get(`seat ${seat.seat}/0`) ?? 0},${dealing.get(`seat ${seat.seat}/1`) ?? 1}`}
                    settleTurns={settling[i] ?? ''}
                    onSit={onSit}
                />
            ))}
        </ol>
    );
}

function Loading({ table }: { table: number }) {
    return (
        <main id="main" class="table-loading">
            <h1 tabIndex={-1}>Table {table}</h1>
            <p class="muted">{cut.value ? 'No connection.' : 'Finding the table…'}</p>
            <a class="button button-plain" href="/">
                To the lobby
            </a>
        </main>
    );
}

export function TableScreen({ table, sit = false, hint, extra }: TableScreenProps) {
    const held = useTable(table);
    const view = held.value;
    const bets = useMemo(() => betsOf(table, () => held.value), [table]);
    const [open, setOpen] = useState<Open>(null);
    const placard = usePlacard(table, view?.profile ?? '');
    useFollowing(view, bets);
    useTitle(view);
    useAutoSit(view, sit);
    useKeys('At the table', playKeys(view, bets, setOpen));
    const onSit = useMemo(
        () => (seat: number) => held.value && void sitDown(held.value, seat),
        [held],
    );
    if (!view) {
        return <Loading table={table} />;
    }
    const own = view.seats.find((one) => one.seat === view.you?.seat);
    const dealing = dealTurns(view);
    const turns = (place: string, count: number) =>
        Array.from({ length: count }, (_, i) => dealing.get(`${place}/${i}`) ?? i).join(',');
    const late = view.procedure === 'deck-mate';
    return (
        <div
            class={`table-page phase-${view.phase} ${own ? 'is-playing' : 'is-watching'} ${view.bank ? 'has-bank' : ''}`}
        >
            <Bar view={view} onOpen={setOpen} />
            <main class="felt" id="main">
                <div class="felt-rail" aria-hidden="true" />
                <div class="middle">
                    <Dealer
                        dealer={view.dealer}
                        bank={view.bank}
                        deck={view.deck}
                        turns={turns('dealer', 2)}
                    />
                    <Board
                        community={view.community}
                        deck={view.deck}
                        late={late}
                        turns={view.phase === 'preflop' && !late ? turns('board', 5) : ''}
                        closedAt={view.phase === 'preflop' ? view.since_ms : 0}
                        words={
                            view.phase === 'closed'
                                ? 'No more bets'
                                : view.test_decks
                                  ? 'Test deck'
                                  : ''
                        }
                        notice={placard?.notices[0] ?? ''}
                    />
                    {extra}
                </div>
                <Seats view={view} onSit={onSit} />
            </main>
            {own ? (
                <Own view={view} seat={own} bets={bets} hint={hint} onOpen={setOpen} />
            ) : (
                <Spectator view={view} />
            )}
            {open === 'placard' && <PlacardDialog view={view} onClose={() => setOpen(null)} />}
            {open === 'history' && <HistoryDialog view={view} onClose={() => setOpen(null)} />}
            {open === 'buy-in' && <BuyInDialog view={view} onClose={() => setOpen(null)} />}
        </div>
    );
}
