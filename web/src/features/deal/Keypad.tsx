// The Progressive's keypad on the dealer's console: monitor, sensors, keys, the supervisor's key or card. Which
// key does something, which lamp burns and whose key it takes is the server's to say.
import { useEffect, useRef, useState } from 'preact/hooks';
import { money, moneyFull } from '../../lib/money';
import { may, send } from '../../lib/room';
import type { Answer, Button, Keypad as Pad, Placard, View } from '../../lib/types';
import { plain } from '../../lib/words';
import { MoneyBag } from '../../ui/MoneyBag';
import { CardDialog, type Swiped } from '../../ui/CardDialog';

export type Press = (button: Button, fields?: object) => void;

interface KeypadProps {
    view: View;
    placard: Placard | null;
    /** Where the keypad leaves what presses a key: the console's next step may be one. */
    pressed: { current: Press | null };
}

const keyKeptMs = 120_000; // a key left in the lock is taken out

function Monitor({ view, pad }: { view: View; pad: Pad }) {
    const progressive = view.progressive;
    if (!progressive) {
        return null;
    }
    const win = pad.monitor;
    return (
        <div class={`monitor ${win ? 'has-win' : ''}`} role="status">
            {win ? (
                <>
                    <span class="monitor-line">
                        Seat {win.seat} · {win.line}
                    </span>
                    <strong>{moneyFull(win.prize)}</strong>
                    <span class="monitor-state">{plain(win.state)}</span>
                    {(win.state === 'confirmed' || win.state === 'paid') && (
                        <MoneyBag table={view.table} round={view.round} seat={win.seat} />
                    )}
                </>
            ) : (
                <>
                    <span class="monitor-line">
                        {progressive.reachable
                            ? 'Meter'
                            : 'Meter not reachable: no Progressive wagers'}
                    </span>
                    <strong>{progressive.reachable ? moneyFull(progressive.amount) : '–'}</strong>
                    <span class="monitor-state">{plain(progressive.station)}</span>
                </>
            )}
        </div>
    );
}

/** What the cards show, for who runs the table: the server says it when the hands lie open. */
function Winners({ pad }: { pad: Pad }) {
    const due = pad.winners.filter((one) => one.state === 'none' || one.state === 'pressed');
    if (due.length === 0) {
        return null;
    }
    return (
        <p class="pad-winners" role="status">
            The cards show:{' '}
            {due.map((one) => `seat ${one.seat} ${one.line}, ${money(one.prize)}`).join('; ')}
        </p>
    );
}

function Spots({ view, pad, press }: { view: View; pad: Pad; press: Press }) {
    const progressive = view.progressive;
    const spot = pad.keys.find((one) => one.button === 'spot');
    return (
        <ul class="sensors" aria-label={spot ? 'Spots' : 'Sensors'}>
            {view.seats.map((one) => {
                const bet = (one.stakes.progressive ?? 0) > 0;
                const win = progressive?.wins.find((win) => win.seat === one.seat);
                const locked = bet && progressive?.station !== 'idle';
                const words = `Seat ${one.seat}: ${bet ? (locked ? 'wager taken' : 'wager placed') : 'no wager'}${win ? `, ${win.line} ${plain(win.state)}` : ''}`;
                const look = `sensor ${bet ? 'has-bet' : ''} ${locked ? 'is-locked' : ''} ${win ? `win-${win.state.replaceAll('_', '-')}` : ''}`;
                return (
                    <li key={one.seat}>
                        {spot ? (
                            <button
                                type="button"
                                class={look}
                                aria-label={words}
                                aria-pressed={progressive?.spot === one.seat}
                                disabled={!spot.may || !bet}
                                onClick={() => press('spot', { seat: one.seat })}
                            >
                                {one.seat}
                            </button>
                        ) : (
                            <span class={look} role="img" aria-label={words}>
                                {one.seat}
                            </span>
                        )}
                    </li>
                );
            })}
        </ul>
    );
}

export function Keypad({ view, placard, pressed }: KeypadProps) {
    const progressive = view.progressive;
    const [asked, setAsked] = useState<{ button: Button; fields: object } | null>(null);
    const [busy, setBusy] = useState(false);
    // The key stays in the lock from JPH to RUN; it is kept nowhere else.
    const inLock = useRef<Swiped | null>(null);
    const pad = view.dealer_console?.keypad;
    const keyOf = (button: Button) => pad?.keys.find((one) => one.button === button);
    const jph = keyOf('key_jph');
    const keyed = jph?.lit === true;
    useEffect(() => {
        if (!keyed) {
            inLock.current = null;
            return;
        }
        const timer = setTimeout(() => (inLock.current = null), keyKeptMs);
        return () => clearTimeout(timer);
    }, [keyed, progressive?.station]);
    if (!progressive || !pad) {
        pressed.current = null;
        return null;
    }
    const lines = placard?.pay_tables.find((one) => one.wager === 'progressive')?.lines ?? [];

    const carryOut = async (
        button: Button,
        fields: object,
        card: Swiped | null,
    ): Promise<Answer> => {
        setBusy(true);
        const answer = await send(
            'button',
            view.table,
            { button, ...fields, ...(card ?? {}) },
            { at: view, quiet: card !== null },
        );
        setBusy(false);
        if (answer.ok && card && button === 'key_jph') {
            inLock.current = card;
        }
        // The supervisor presses CONFIRM and swipes: one card, one dialog.
        return answer.ok && card && button === 'confirm' ? carryOut('swipe', {}, card) : answer;
    };
    const press: Press = (button, fields = {}) => {
        const key = keyOf(button);
        const kept = button === 'swipe' ? null : inLock.current;
        if (key?.supervisor && !kept && (button === 'swipe' || !may('confirm'))) {
            setAsked({ button, fields });
        } else {
            void carryOut(button, fields, kept);
        }
    };
    pressed.current = press;
    const keyButton = (button: Button, more = '') => {
        const key = keyOf(button);
        return (
            key && (
                <button
                    type="button"
                    class={`pad-key pad-${button.replaceAll('_', '-')} ${key.may ? 'is-ready' : ''} ${key.lit ? 'is-lit' : ''} ${more}`}
                    disabled={!key.may || busy}
                    onClick={() => press(button)}
                >
                    <span class="lamp" aria-hidden="true" />
                    {key.name}
                </button>
            )
        );
    };
    const run = keyOf('key_run');
    const hands = keyOf('hand')?.may === true;
    return (
        <section
            class={`keypad keypad-${progressive.controller}`}
            aria-label={`Progressive, ${progressive.controller} keypad`}
        >
            <header class="keypad-head">
                <h2>Progressive</h2>
                <span class="tag">{progressive.controller}</span>
            </header>
            <Monitor view={view} pad={pad} />
            <Spots view={view} pad={pad} press={press} />
            <div class="pad-hands" role="group" aria-label="Hands">
                {lines.map((line) => (
                    <button
                        key={line.hand}
                        type="button"
                        class={`pad-key pad-hand ${hands ? 'is-ready' : ''} ${pad.lit === line.hand ? 'is-lit' : ''}`}
                        aria-pressed={pad.lit === line.hand}
                        disabled={!hands || busy}
                        onClick={() => press('hand', { line: line.hand })}
                    >
                        <span class="lamp" aria-hidden="true" />
                        <span>
                            {line.hand}
                            <small>{line.pays}</small>
                        </span>
                    </button>
                ))}
            </div>
            <div class="pad-row">
                {keyButton('coin_in')}
                {keyButton('start_game')}
                {jph && run && (
                    <div
                        class={`pad-switch ${keyed ? 'is-jph' : 'is-run'}`}
                        role="group"
                        aria-label="Supervisor's key"
                    >
                        <button
                            type="button"
                            class="switch-place"
                            aria-pressed={!keyed}
                            disabled={!run.may || busy}
                            onClick={() => press('key_run')}
                        >
                            RUN
                        </button>
                        <svg viewBox="0 0 40 40" aria-hidden="true">
                            <circle cx="20" cy="20" r="17" />
                            <path d="M20 6V34" />
                        </svg>
                        <button
                            type="button"
                            class="switch-place"
                            aria-pressed={keyed}
                            disabled={!jph.may || busy}
                            onClick={() => press('key_jph')}
                        >
                            JPH
                        </button>
                    </div>
                )}
                {keyButton('j_pot', 'pad-strong')}
                {keyButton('confirm', 'pad-strong')}
                {keyButton('swipe')}
                {keyButton('game_over')}
                {keyButton('end_game')}
            </div>
            <Winners pad={pad} />
            <p class="pad-advice">{pad.advice}</p>
            {asked && (
                <CardDialog
                    title={asked.button === 'swipe' ? 'Swipe the card' : 'Supervisor'}
                    words={
                        asked.button === 'swipe'
                            ? `A Supervisor card confirms ${pad.monitor ? money(pad.monitor.prize) : 'the prize'}; above the jackpot level it takes an Executive card.`
                            : asked.button === 'confirm'
                              ? `CONFIRM and the card, at once: a Supervisor card confirms ${money(pad.monitor?.prize ?? 0)}; above the jackpot level it takes an Executive card.`
                              : 'The key is the supervisor’s: card and PIN stand for it. It stays in the lock until RUN.'
                    }
                    button={
                        asked.button === 'swipe' ? 'Swipe' : (keyOf(asked.button)?.name ?? 'Go on')
                    }
                    run={(card) => carryOut(asked.button, asked.fields, card)}
                    onClose={() => setAsked(null)}
                />
            )}
        </section>
    );
}
