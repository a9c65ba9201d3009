// The dealer's console: the procedure, one button for its next step, what to take and pay, the
// Progressive's keypad, and the table in small.
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../lib/announce';
import { keysShown, useKeys } from '../lib/keys';
import { money, moneyFull } from '../lib/money';
import { cut, isSignedIn, may, me, meKnown, sameStreet, send, useTable } from '../lib/room';
import type { PageProps } from '../lib/router';
import type { View } from '../lib/types';
import { phaseWords, stateWords } from '../lib/words';
import { buttonOf, nextOf, stopsOf, ticksFor, type Stop, type Ticks } from '../deal/procedure';
import { Keypad } from '../deal/Keypad';
import { Procedure, TakeAndPayList } from '../deal/Lists';
import { SmallTable } from '../deal/SmallTable';
import { ReasonDialog } from '../deal/ReasonDialog';
import { usePlacard } from '../table/Dialogs';
import { Button } from '../ui/Button';
import { Countdown } from '../ui/Countdown';
import { Dialog } from '../ui/Dialog';
import { Shell } from '../ui/Shell';

function Bar({ view }: { view: View }) {
    const words = view.paused
        ? 'Paused'
        : view.phase === 'idle' && view.last?.voided
          ? 'Void: every wager goes back'
          : phaseWords[view.phase] || stateWords[view.state];
    return (
        <header class="deal-bar">
            <a class="deal-back" href="/pit" aria-label="To the pit">
                ‹
            </a>
            <h1 tabIndex={-1}>{view.name}</h1>
            <span class="muted deal-title">
                {view.title} · round {view.round}
            </span>
            <span class="deal-phase">
                <strong>{words}</strong>
                <Countdown deadline={view.deadline_ms} since={view.since_ms} purpose="to decide" />
            </span>
            {view.progressive && (
                <a
                    class="deal-meter"
                    href={`/display/${view.progressive.meter}`}
                    target="_blank"
                    rel="noopener"
                    title="Open the display"
                >
                    {view.progressive.reachable
                        ? moneyFull(view.progressive.amount)
                        : 'meter not reachable'}
                </a>
            )}
            <button
                type="button"
                class="icon-button"
                aria-label="Keys and settings"
                onClick={() => (keysShown.value = true)}
            >
                ?
            </button>
        </header>
    );
}

// ---- ticks: a reload in the middle of the settlement loses none ---------------------------------

function keptTicks(table: number): Ticks | null {
    try {
        return JSON.parse(sessionStorage.getItem(`uth-ticks-${table}`) ?? 'null') as Ticks | null;
    } catch {
        return null;
    }
}

function useTicks(view: View, stops: Stop[]): [number, (done: number) => void] {
    const [kept, setKept] = useState<Ticks | null>(() => keptTicks(view.table));
    const ticks = ticksFor(kept, view.round, stops.length);
    const set = (done: number) => {
        const next = { round: view.round, done: Math.max(0, Math.min(done, stops.length)) };
        setKept(next);
        try {
            sessionStorage.setItem(`uth-ticks-${view.table}`, JSON.stringify(next));
        } catch {
            // Not kept over a reload, then.
        }
    };
    return [ticks.done, set];
}

function sumWords(stop: Stop): string {
    const of = (what: string) =>
        stop.deeds.filter((one) => one.do === what).reduce((sum, one) => sum + one.amount, 0);
    const parts = [
        ['take', of('take')],
        ['pay', of('pay')],
        ['return', of('return')],
    ] as const;
    return parts
        .filter(([, sum]) => sum > 0)
        .map(([what, sum]) => `${what} ${money(sum)}`)
        .join(', ');
}

// GM-1: confirmed becomes paid when the prize has been handed over: with the tick of its spot, or at
// the latest before the game is ended.
async function payPrizes(view: View, seats: number[]): Promise<void> {
    for (const win of view.progressive?.wins ?? []) {
        if (win.state === 'confirmed' && seats.includes(win.seat) && view.phase === 'settled') {
            await send(
                'button',
                view.table,
                { button: 'pay', seat: win.seat },
                { fits: sameStreet(view) },
            );
        }
    }
}

// What was clicked with a mouse or finger does not keep the focus: Space is the next step again, and
// never the same key of the keypad twice.
function letGo(event: MouseEvent): void {
    const control = (event.target as Element | null)?.closest?.<HTMLElement>(
        '.deal button, .deal input',
    );
    if (event.detail > 0 && control && !control.closest('dialog')) {
        control.blur();
    }
}

// ---- the page -----------------------------------------------------------------------------------

function useStepWords(name: string, waits: string): void {
    useEffect(() => {
        if (name && !waits) {
            announce(`Next: ${name}`);
        }
    }, [name, waits]);
}

function Desk({ view }: { view: View }) {
    const placard = usePlacard(view);
    const stops = stopsOf(view);
    const [done, setDone] = useTicks(view, stops);
    const [asked, setAsked] = useState<'void' | null>(null);
    const busy = useRef(false);
    const next = nextOf(view);
    const stop = stops[done];
    const awaited = view.seats.some((one) => one.awaited);
    const winners =
        view.phase === 'showdown' && view.seats.some((one) => (one.stakes.progressive ?? 0) > 0);
    useStepWords(
        stop ? `seat ${stop.seat}: ${sumWords(stop)}` : (next?.name ?? ''),
        stop ? '' : (next?.waits ?? ''),
    );

    const tick = (to: number) => {
        void payPrizes(
            view,
            stops
                .slice(done, to)
                .filter((one) => one.deeds.some((deed) => deed.wager === 'progressive'))
                .map((one) => one.seat),
        );
        setDone(to);
    };
    const go = async () => {
        if (stop) {
            tick(done + 1);
            return;
        }
        if (!next || next.waits || busy.current || cut.value) {
            return;
        }
        busy.current = true; // two quick presses are one step
        const { step } = next.step;
        const fields = step === 'button' ? { button: buttonOf(next.step) } : {};
        await payPrizes(
            view,
            view.seats.map((one) => one.seat),
        );
        await send(step, view.table, fields, { fits: sameStreet(view) });
        busy.current = false;
    };
    const time = () => {
        void send('time', view.table, {}, { fits: sameStreet(view) });
    };
    useKeys('Dealer', [
        { key: ' ', words: 'the next step', run: () => void go() },
        { key: 'Enter', words: 'the next step', run: () => void go() },
        {
            key: 'Backspace',
            words: 'untick the last spot',
            run: () => setDone(done - 1),
            active: done > 0,
        },
        {
            key: 't',
            words: 'time: check, check, fold for whoever has not decided',
            run: time,
            active: awaited,
        },
        { key: 'v', words: 'void the round', run: () => setAsked('void') },
    ]);
    const mayVoid = may('pit');
    const inRound = view.state === 'betting' || view.state === 'playing' || view.state === 'result';
    return (
        <main class="deal" id="main" onClick={letGo}>
            <Bar view={view} />
            <Procedure steps={view.dealer_console?.steps ?? []} paying={stop !== undefined} />
            <SmallTable view={view} current={stop?.seat ?? 0} />
            <div class="deal-side">
                <TakeAndPayList
                    stops={stops}
                    done={done}
                    onDone={tick}
                    settled={view.phase === 'settled'}
                />
                <Keypad view={view} placard={placard} />
            </div>
            <div class="deal-go">
                <Button
                    kind="main"
                    class="go"
                    hotkey="Space"
                    disabled={!stop && (!next || next.waits !== '')}
                    onClick={() => void go()}
                    note={
                        stop
                            ? sumWords(stop)
                            : next?.waits ||
                              (winners && next?.step.step === 'settle'
                                  ? 'Progressive winners first'
                                  : undefined)
                    }
                >
                    {stop ? `Seat ${stop.seat} · ${stop.name}` : (next?.name ?? 'Nothing to do')}
                </Button>
                <div class="deal-tools">
                    <Button hotkey="T" disabled={!awaited} onClick={time}>
                        Time
                    </Button>
                    <Button
                        kind="bad"
                        hotkey="V"
                        disabled={!inRound}
                        onClick={() => setAsked('void')}
                    >
                        Void
                    </Button>
                </div>
            </div>
            {asked === 'void' && !mayVoid && (
                <Dialog title="A void is the supervisor's" onClose={() => setAsked(null)}>
                    <p>
                        After a malfunction all wagers go back (DEAL-5). A supervisor does it, here
                        with his own sign-in or in the <a href={`/pit/tables/${view.table}`}>pit</a>
                        .
                    </p>
                </Dialog>
            )}
            {asked === 'void' && mayVoid && (
                <ReasonDialog
                    title={`Void round ${view.round}`}
                    words="A malfunction: every wager of the round goes back, the Progressive's contributions too. It cannot be undone."
                    button="Void the round"
                    kind="bad"
                    suggestions={[
                        'shuffler malfunction',
                        'card exposed',
                        'wrong number of cards',
                        'misdeal',
                    ]}
                    run={(reason) => send('void', view.table, { reason }, { quiet: true })}
                    onClose={() => setAsked(null)}
                />
            )}
        </main>
    );
}

export default function DealPage({ numbers }: PageProps) {
    const table = numbers[0] ?? 0;
    const view = useTable(table).value;
    if (view?.dealer_console && view.pace === 'dealer') {
        return <Desk view={view} />;
    }
    const waiting = !meKnown.value || (isSignedIn.value && !view);
    return (
        <Shell title="Dealer's console">
            {waiting ? (
                <p class="muted">One moment…</p>
            ) : !may('deal') ? (
                <>
                    <p>
                        {me.value.role === 'guest' || !isSignedIn.value
                            ? 'Nobody is signed in here.'
                            : `You are signed in as ${me.value.name}.`}{' '}
                        This page takes a dealer or a supervisor.
                    </p>
                    <p>
                        <a class="button button-main" href={`/login?next=/deal/${table}`}>
                            Sign in
                        </a>
                    </p>
                </>
            ) : (
                <>
                    <p>
                        {view?.name ?? 'This table'} deals by itself: timers take the dealer’s
                        steps.
                    </p>
                    <p class="row">
                        <a class="button" href={`/table/${table}`}>
                            Watch it
                        </a>
                        {may('configure') && (
                            <a class="button" href={`/pit/tables/${table}`}>
                                Change its pace
                            </a>
                        )}
                    </p>
                </>
            )}
        </Shell>
    );
}
