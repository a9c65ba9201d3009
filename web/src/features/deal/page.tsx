// The dealer's console: the procedure, one button for its next step, the steps at each seat, the
// Progressive's keypad, and the table in small.
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../../lib/announce';
import { keysShown, useKeys } from '../../lib/keys';
import { moneyFull } from '../../lib/money';
import { cut, isSignedIn, may, me, meKnown, sameStreet, send, useTable } from '../../lib/room';
import type { PageProps } from '../../lib/router';
import type { DealerStep, View } from '../../lib/types';
import { sealedWords } from '../../lib/fairness/words';
import { isInRound, phaseWords, seatedCount, stateWordsAt } from '../../lib/words';
import { commandOf, lastTicked, nextOf, tickOf, ticksWith } from './procedure';
import { CallDialog, CallState } from './Call';
import { Keypad, type Press } from './Keypad';
import { Procedure, SeatSteps } from './Lists';
import { SmallTable } from './SmallTable';
import { CardDialog } from '../../ui/CardDialog';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { DisputeButton, DisputeDialog } from '../../ui/Dispute';
import { usePlacard } from '../../ui/Placard';
import { Button } from '../../ui/Button';
import { Countdown } from '../../ui/Countdown';
import { Shell } from '../../ui/Shell';

function Bar({ view }: { view: View }) {
    const words = view.paused
        ? 'Paused'
        : view.phase === 'idle' && view.last?.voided
          ? 'Void: every wager goes back'
          : sealedWords(view) || phaseWords[view.phase] || stateWordsAt(view, seatedCount(view));
    return (
        <header class="deal-bar">
            <a class="deal-back" href="/pit" aria-label="To the pit">
                ‹
            </a>
            <h1 tabIndex={-1}>{view.name}</h1>
            <span class="muted deal-title">
                {view.title}
                {view.round > 0 && ` · round ${view.round}`}
            </span>
            {view.test_decks && <span class="tag">test decks</span>}
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
                aria-label="Help and settings"
                onClick={() => (keysShown.value = true)}
            >
                ?
            </button>
        </header>
    );
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

const voidReasons = ['shuffler malfunction', 'card exposed', 'wrong number of cards', 'misdeal'];

/** A void is the supervisor's: who stands at the dealer's console gives card and PIN there. */
function VoidByCard({ view, onClose }: { view: View; onClose: () => void }) {
    const [reason, setReason] = useState('');
    return (
        <CardDialog
            title={`Void round ${view.round}`}
            words="A malfunction: every wager of the round goes back. A supervisor gives card and PIN."
            button="Void the round"
            run={async (card) =>
                reason.trim() === ''
                    ? { ok: false, error: { message: 'Give the reason: it is logged.' } }
                    : send('void', view.table, { reason, ...card }, { at: view, quiet: true })
            }
            onClose={onClose}
        >
            <label class="field">
                <span>Why? It is logged.</span>
                <input
                    list="void-reasons"
                    maxLength={200}
                    value={reason}
                    onInput={(event) => setReason(event.currentTarget.value)}
                />
            </label>
            <datalist id="void-reasons">
                {voidReasons.map((one) => (
                    <option key={one} value={one} />
                ))}
            </datalist>
        </CardDialog>
    );
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
    const mayVoid = may('pit');
    const [asked, setAsked] = useState<'void' | 'call' | null>(null);
    const busy = useRef(false);
    const next = nextOf(view);
    const command = commandOf(view);
    const awaited = view.seats.some((one) => one.awaited);
    // A Progressive win comes before the settlement: its hand, then the supervisor (GM-2).
    const lit = view.dealer_console?.keypad?.win_step ?? null;
    const win = next?.by === 'hand' ? null : lit;
    const press = useRef<Press | null>(null);
    const pressWin = () => lit && press.current?.(lit.button, { seat: lit.seat, line: lit.line });
    const waits = win ? '' : (next?.waits ?? '');
    useStepWords(win?.words ?? next?.name ?? '', waits);

    // Two quick presses are one step.
    const once = async (run: () => Promise<unknown>) => {
        if (!busy.current && !cut.value) {
            busy.current = true;
            await run();
            busy.current = false;
        }
    };
    const tick = (steps: string[], on = true) =>
        void once(() =>
            send('tick', view.table, { steps, on }, { at: view, fits: sameStreet(view) }),
        );
    const give = (step: DealerStep | null) => {
        if (!step?.type) {
            pressWin(); // the keypad's
            return;
        }
        if (!step.may) {
            return;
        }
        const { type, button } = step;
        void once(() =>
            send(type, view.table, button ? { button } : {}, { at: view, fits: sameStreet(view) }),
        );
    };
    const go = (whole: boolean) => {
        if (win) {
            pressWin();
        } else if (next?.by === 'hand') {
            tick(whole ? ticksWith(view, next) : [tickOf(next)]);
        } else {
            give(next);
        }
    };
    const time = () => {
        void send('time', view.table, {}, { at: view, fits: sameStreet(view) });
    };
    const last = lastTicked(view);
    const ticksFirst = (next?.by === 'hand' && command?.waits) || undefined;
    const skips = next?.by === 'hand' && command !== null && command.may;
    useKeys('Dealer', [
        { key: ' ', words: 'the next step', run: () => go(false) },
        {
            key: 'Enter',
            words: 'the next step, with all others at the same seat',
            run: () => go(true),
        },
        {
            key: 'n',
            words: 'go on without ticking the rest',
            run: () => give(command),
            active: skips,
        },
        {
            key: 'Backspace',
            words: 'take the last tick back',
            run: () => last && tick([tickOf(last)], false),
            active: last !== null,
        },
        { key: 'c', words: 'call a supervisor', run: () => setAsked('call') },
        {
            key: 't',
            words: 'time: check, check, fold for whoever has not decided',
            run: time,
            active: awaited,
        },
        {
            key: 'v',
            words: mayVoid ? 'void the round' : 'void the round, with a supervisor’s card',
            run: () => setAsked('void'),
        },
    ]);
    return (
        <main class="deal" id="main" onClick={letGo}>
            <Bar view={view} />
            <Procedure view={view} tick={tick} />
            <SmallTable view={view} current={next?.seat ?? 0} />
            <div class="deal-side">
                <SeatSteps view={view} tick={tick} />
                <Keypad view={view} placard={placard} pressed={press} />
            </div>
            <div class="deal-go">
                {view.dealer_console?.call && <CallState call={view.dealer_console.call} />}
                <Button
                    kind="main"
                    class="go"
                    hotkey="Space"
                    data-step={win ? 'win' : next?.step}
                    disabled={!win && (!next || !next.may)}
                    onClick={() => go(false)}
                    note={win ? 'before the settlement' : waits || undefined}
                >
                    {win?.words ?? next?.name ?? 'Nothing to do'}
                </Button>
                <div class="deal-tools">
                    <Button
                        class="go-on"
                        hotkey="N"
                        disabled={!skips}
                        onClick={() => give(command)}
                        note={skips ? 'without the rest' : ticksFirst}
                    >
                        {next?.by === 'hand' && command ? command.name : 'Go on'}
                    </Button>
                    <Button hotkey="T" disabled={!awaited} onClick={time}>
                        Time
                    </Button>
                    <Button hotkey="C" onClick={() => setAsked('call')}>
                        Call
                    </Button>
                    <Button
                        kind="bad"
                        hotkey="V"
                        disabled={!isInRound(view.state)}
                        onClick={() => setAsked('void')}
                    >
                        Void…
                    </Button>
                    {view.round > 0 && <DisputeButton table={view.table} round={view.round} />}
                </div>
            </div>
            <DisputeDialog />
            {asked === 'void' && !mayVoid && (
                <VoidByCard view={view} onClose={() => setAsked(null)} />
            )}
            {asked === 'call' && (
                <CallDialog table={view.table} onClose={() => setAsked(null)} />
            )}
            {asked === 'void' && mayVoid && (
                <ReasonDialog
                    title={`Void round ${view.round}`}
                    words="A malfunction: every wager of the round goes back, the Progressive's contributions too. It cannot be undone."
                    button="Void the round"
                    kind="bad"
                    suggestions={voidReasons}
                    run={(reason) =>
                        send('void', view.table, { reason }, { at: view, quiet: true })
                    }
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
