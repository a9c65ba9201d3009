// A table as a player or a spectator sees it: everything on one screen, nothing to scroll.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useKeys } from '../lib/keys';
import { note } from '../lib/noted';
import { cut, meKnown, useTable } from '../lib/room';
import { navigate } from '../lib/router';
import type { View } from '../lib/types';
import { announceChange } from './announcer';
import { Bar } from './Bar';
import type { Bets } from './bets';
import { betsAt } from './bets_at';
import { BuyInDialog, HistoryDialog, PlacardDialog, usePlacard, type Open } from './Dialogs';
import { Board, Dealer, Jackpots } from './Middle';
import { dealTurns, settleTurns } from './order';
import { Own, Spectator, type Hint } from './Own';
import { Pace } from './pace';
import { bankKeys, betKeys, decisionKeys, seatKeys } from './play_keys';
import { SeatTile } from './SeatTile';
import { firstFree, sitDown } from './sit';
import { VoidNotice } from './VoidNotice';

export interface TableScreenProps {
    table: number;
    /** Sit down at once, at the first free seat. */
    sit?: boolean;
    hint?: Hint;
    /** Over the middle of the table. */
    extra?: ComponentChildren;
}

/**
 * What is told and kept as the table goes on. At once, not after the frame: to be called later takes a
 * frame and a timer of its own for every view, and what it changes would be drawn once more.
 */
function useFollowing(view: View | null, bets: Bets): void {
    const before = useRef<View | null>(null);
    useLayoutEffect(() => {
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
        bets.follow(view);
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
    const due = wanted && known && view !== null && !done.current;
    useEffect(() => {
        if (!due || !view) {
            return;
        }
        done.current = true;
        const free = firstFree(view);
        navigate(location.pathname, { replace: true }); // the trainer has the same table
        if (!view.you && free !== undefined) {
            void sitDown(view, free);
        }
    }, [due]);
}

function useHurry(view: View | null): boolean {
    const pace = useMemo(() => new Pace(), []);
    return useMemo(
        () => view !== null && pace.drawn(performance.now(), view.phase === 'betting'),
        [view],
    );
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
    const bets = useMemo(() => betsAt(table, () => held.value), [table]);
    const [open, setOpen] = useState<Open>(null);
    const placard = usePlacard(view);
    useFollowing(view, bets);
    useTitle(view);
    useAutoSit(view, sit);
    const hurried = useHurry(view);
    useKeys('At the table', () => seatKeys(held.value, setOpen));
    useKeys('The bank', () => bankKeys(held.value));
    useKeys('Betting', () => betKeys(held.value, bets));
    useKeys('Your decision', () => decisionKeys(held.value));
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
            class={`table-page phase-${view.phase} ${own ? 'is-playing' : 'is-watching'} ${view.bank ? 'has-bank' : ''} ${hurried ? 'is-hurried' : ''}`}
        >
            <Bar view={view} onOpen={setOpen} />
            <main class="felt" id="main">
                <div class="felt-back" aria-hidden="true">
                    <div class="felt-rail" />
                </div>
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
                        words={view.phase === 'closed' ? 'No more bets' : ''}
                        notice={placard?.notices[0] ?? ''}
                    />
                    <Jackpots
                        progressive={view.progressive}
                        names={view.seats.map((one) => one.player?.name ?? '').join('\n')}
                    />
                    <VoidNotice view={view} />
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
