// A table as a player or a spectator sees it: everything on one screen, nothing to scroll.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { announce } from '../../lib/announce';
import { beforeDeal } from '../../lib/circles';
import { useKeys } from '../../lib/keys';
import { mayPlay } from '../../lib/lobby';
import { cut, me, meKnown, useTable } from '../../lib/room';
import { navigate } from '../../lib/router';
import {
    atChosen,
    chosenAt,
    hasSeveral,
    nextSpot,
    ownSeats,
    spotsOf,
    viewAt,
    viewOnlyAt,
} from '../../lib/spots';
import { toast } from '../../lib/toast';
import { get } from '../../lib/api';
import type { Lobby, View } from '../../lib/types';
import { dealerTitle } from '../../lib/words';
import { announceChange, spotWords } from './announcer';
import { Bar } from './Bar';
import type { Bets } from './bets';
import { betsAt } from './bets_at';
import { BuyInDialog, HistoryDialog, type Open } from './Dialogs';
import { Board, Dealer, Jackpots } from './Middle';
import { Moment } from './Moment';
import { useSounds } from './heard';
import { loadCourts } from '../../ui/Card';
import { useDealAgain, useFreed, useSeatFocus } from './following';
import { LastHand, ownIn } from './LastHand';
import { useFelt, useLast } from './last';
import { litIn } from './lit';
import { dealTurns, placeOf, settleTurns } from './order';
import { paysMs } from './pays';
import { DisputeDialog } from '../../ui/Dispute';
import { Own, Spectator, type Hint } from './Own';
import { Pace } from './pace';
import { FairNotice } from './FairNotice';
import { FeltPrint } from './FeltPrint';
import { PlacardDialog, usePlacard } from '../../ui/Placard';
import { bankKeys, betKeys, decisionKeys, resultKeys, seatKeys, spotKeys } from './play_keys';
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
function useFollowing(full: View | null, betsOf: (seat: number) => Bets): void {
    const before = useRef<View | null>(null);
    useLayoutEffect(() => {
        if (!full) {
            return;
        }
        const was = before.current;
        const chosen = chosenAt(full.table);
        chosen.value = nextSpot(was, full, chosen.value);
        announceChange(was && viewAt(was, chosen.value), viewAt(full, chosen.value));
        for (const seat of ownSeats(full)) {
            if (seat.in && (was?.phase === 'betting' || !was)) {
                betsOf(seat.seat).remember(full, seat.stakes);
            }
        }
        for (const { seat } of [...spotsOf(full), ...spotsOf(was)]) {
            betsOf(seat).follow(viewOnlyAt(full, seat));
        }
        before.current = full;
    }, [full, betsOf]);
}

/** Who comes to a table that takes no part of the shuffle from them is told so. */
function useMutedWords(full: View | null): void {
    const until = Math.max(0, ...spotsOf(full).map((spot) => spot.muted_until_round ?? 0));
    const come = full !== null;
    useEffect(() => {
        if (until > 0) {
            toast(`You play without a part of the shuffle up to round ${until}: one was withheld.`);
        }
    }, [come]);
}

/** Which spot is shown now is said when it is another, by itself or by hand. */
function useSpotWords(view: View | null): void {
    const seat = view && hasSeveral(view) ? (view.you?.seat ?? 0) : 0;
    const before = useRef(0);
    useLayoutEffect(() => {
        if (view && seat !== 0 && before.current !== 0 && before.current !== seat) {
            announce(spotWords(view));
        }
        before.current = seat;
    }, [seat]);
}

/** The tab says whose turn it is, to those who look at another. */
function useTitle(view: View | null): void {
    const name = view?.name ?? 'Table';
    const turn = spotsOf(view).some(
        ({ options }) => options.decisions.length > 0 || Boolean(options.bank),
    );
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

/** The first hand can be played before the figures are there. */
function useCourts(view: View | null): void {
    const there = view !== null;
    useEffect(() => {
        const timer = there ? setTimeout(loadCourts, 800) : undefined;
        return () => clearTimeout(timer);
    }, [there]);
}

interface SeatsProps {
    view: View;
    /** Its result is still there. */
    last: View | null;
    onSit: (seat: number) => void;
    onChoose: (seat: number) => void;
}

function Seats({ view, last, onSit, onChoose }: SeatsProps) {
    const own = new Set(spotsOf(view).map((spot) => spot.seat));
    const several = own.size > 1;
    const shown = view.you?.seat ?? 0; // drawn once, with its circles
    const pays = paysMs(view);
    const dealing = useMemo(() => dealTurns(view.dealt), [view.dealt]);
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
            {view.seats.map(
                (seat, i) =>
                    seat.seat !== shown && (
                        <SeatTile
                            key={seat.seat}
                            place={placeOf(seat.seat, shown, view.seats.length)}
                            lastNet={last?.seats[i]?.result?.net}
                            paysMs={seat.result ? pays : 0}
                            seat={seat}
                            circles={view.circles}
                            deck={view.deck}
                            phase={view.phase}
                            own={own.has(seat.seat)}
                            banks={seat.seat === view.bank?.seat}
                            offered={seat.seat === view.offer?.seat}
                            drawn={view.draw?.find((one) => one.seat === seat.seat)?.card}
                            maySit={
                                (!view.you || view.may_sit === true) &&
                                !cut.value &&
                                mayPlay(me.value)
                            }
                            another={view.you !== null}
                            dealTurns={`${dealing.get(`${seat.seat}/0`) ?? 0},${dealing.get(`${seat.seat}/1`) ?? 1}`}
                            settleTurns={settling[i] ?? ''}
                            onSit={onSit}
                            onChoose={several ? onChoose : undefined}
                        />
                    ),
            )}
        </ol>
    );
}

/** What is bet at the spot that is shown goes to the others, too. */
function sameOnAll(view: View | null, betsOf: (seat: number) => Bets): void {
    if (view?.you) {
        const stakes = beforeDeal(view.circles, betsOf(view.you.seat).shown(view));
        (view.more_spots ?? []).forEach(({ seat }) => betsOf(seat).put(stakes));
    }
}

/** The address may name a table that is not there, or is no more. */
function useUnknown(table: number): boolean {
    const [unknown, setUnknown] = useState(false);
    useEffect(() => {
        get<Lobby>('/api/lobby').then(
            ({ tables }) => setUnknown(!tables.some((one) => one.table === table)),
            () => undefined,
        );
    }, [table]);
    return unknown;
}

function Loading({ table }: { table: number }) {
    const words = useUnknown(table)
        ? `There is no table ${table} here.`
        : cut.value
          ? 'No connection.'
          : 'Finding the table…';
    return (
        <main id="main" class="table-loading">
            <h1 tabIndex={-1}>Table {table}</h1>
            <p class="muted" role="status">
                {words}
            </p>
            <a class="button button-plain" href="/">
                To the lobby
            </a>
        </main>
    );
}

export function TableScreen({ table, sit = false, hint, extra }: TableScreenProps) {
    const held = useTable(table);
    const full = held.value;
    const view = atChosen(full);
    const betsOf = useMemo(() => (seat: number) => betsAt(table, seat, () => held.value), [table]);
    const bets = betsOf(view?.you?.seat ?? 0);
    const [open, setOpen] = useState<Open>(null);
    const placard = usePlacard(view);
    useFollowing(full, betsOf);
    useMutedWords(full);
    useSpotWords(view);
    useTitle(view);
    useAutoSit(view, sit);
    const hurried = useHurry(full);
    const last = useLast(view);
    const felt = useFelt(view, last);
    const freed = useFreed(full);
    useSeatFocus(view);
    useSounds(view);
    useCourts(view);
    useDealAgain(view, bets);
    const now = () => atChosen(held.value);
    const onAll = useMemo(() => () => sameOnAll(atChosen(held.value), betsOf), [held, betsOf]);
    useKeys('At the table', () => seatKeys(now(), setOpen));
    useKeys('Your spots', () => spotKeys(now(), onAll));
    useKeys('The bank', () => bankKeys(now()));
    useKeys('Betting', () => betKeys(now(), bets, setOpen));
    useKeys('The result', () => resultKeys(now()));
    useKeys('Your decision', () => decisionKeys(now()));
    const onSit = useMemo(
        () => (seat: number) => held.value && void sitDown(held.value, seat),
        [held],
    );
    const onChoose = useMemo(() => (seat: number) => (chosenAt(table).value = seat), [table]);
    if (!view || !felt) {
        return <Loading table={table} />;
    }
    const own = view.seats.find((one) => one.seat === view.you?.seat);
    const dealing = dealTurns(felt.dealt);
    const turns = (place: string, count: number) =>
        Array.from({ length: count }, (_, i) => dealing.get(`${place}/${i}`) ?? i).join(',');
    const board = felt.dealt.filter((place) => place === 'board').length;
    const ownThen = ownIn(last, view);
    const ownLies = felt.seats.find((one) => one.seat === view.you?.seat);
    const lit = litIn(felt, last, view.bank?.seat === ownLies?.seat ? felt.dealer : ownLies);
    const marked = litIn(felt, last, felt.dealer);
    return (
        <div
            class={`table-page phase-${view.phase} ${own ? 'is-playing' : 'is-watching'} ${view.bank ? 'has-bank' : ''} ${hurried ? 'is-hurried' : ''} ${last ? 'shows-last' : ''}`}
        >
            <div class="felt-back" aria-hidden="true">
                <div class="felt-rail" />
            </div>
            <Bar view={view} onOpen={setOpen} />
            <FairNotice table={table} />
            <main class="felt" id="main">
                <div class="middle">
                    <Dealer
                        dealer={felt.dealer}
                        marked={marked}
                        bank={view.bank}
                        title={dealerTitle(view)}
                        deck={view.deck}
                        turns={turns('dealer', 2)}
                    />
                    <Board
                        community={felt.community}
                        lit={lit}
                        marked={marked}
                        dealt={board}
                        deck={view.deck}
                        turns={view.phase === 'preflop' ? turns('board', board) : ''}
                        closedAt={view.phase === 'preflop' ? view.since_ms : 0}
                        words={
                            view.phase === 'closed' || view.state === 'sealed' ? 'No more bets' : ''
                        }
                    />
                    {placard && <FeltPrint placard={placard} />}
                    {last && ownThen && <LastHand last={last} seat={ownThen} />}
                    <Jackpots
                        progressive={view.progressive}
                        names={view.seats.map((one) => one.player?.name ?? '').join('\n')}
                    />
                    <VoidNotice view={view} />
                    {extra}
                </div>
                <Seats view={felt} last={last} onSit={onSit} onChoose={onChoose} />
            </main>
            {own ? (
                <Own
                    view={view}
                    seat={own}
                    bets={bets}
                    hint={hint}
                    onOpen={setOpen}
                    onAll={onAll}
                    last={last}
                    felt={felt}
                />
            ) : (
                <Spectator view={view} freed={freed} />
            )}
            {(open === 'placard' || open === 'hands') && (
                <PlacardDialog
                    key={open}
                    view={view}
                    hands={open === 'hands'}
                    onClose={() => setOpen(null)}
                />
            )}
            {open === 'history' && <HistoryDialog view={view} onClose={() => setOpen(null)} />}
            <DisputeDialog />
            <Moment view={view} />
            {open === 'buy-in' && <BuyInDialog view={view} onClose={() => setOpen(null)} />}
        </div>
    );
}
