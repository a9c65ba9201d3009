// The keypad of the Progressive's controller as it lies before the dealer: which key does something
// now, which lamp burns, who has to press it. Drawn from the station's state (docs/protocol.md); what
// is pressed is decided by the server alone.
import type { Phase, Progressive, Win } from '../lib/types';

export type Button =
    | 'coin in'
    | 'hand'
    | 'key jph'
    | 'j-pot'
    | 'key run'
    | 'game over'
    | 'start game'
    | 'spot'
    | 'confirm'
    | 'swipe'
    | 'end game';

export interface KeyState {
    button: Button;
    words: string;
    /** Pressing it now does something. */
    ready: boolean;
    /** Its lamp burns. */
    lit: boolean;
    /** Takes a supervisor's key or card. */
    supervisor: boolean;
}

export interface KeypadState {
    keys: Map<Button, KeyState>;
    /** The line whose lamp burns, at the selected spot with nexus. */
    lit: string | null;
    /** Hand buttons do something now. */
    hands: boolean;
    /** Spots do something now (nexus). */
    spots: boolean;
    /** The key switch stands at JPH (aquarius). */
    keyed: boolean;
    /** What is to be done next, in words. */
    advice: string;
}

const labels: Record<Button, string> = {
    'coin in': 'COIN IN',
    hand: 'HAND',
    'key jph': 'JPH',
    'j-pot': 'J-POT',
    'key run': 'RUN',
    'game over': 'GAME OVER',
    'start game': 'START GAME',
    spot: 'SPOT',
    confirm: 'CONFIRM',
    swipe: 'SWIPE CARD',
    'end game': 'END GAME',
};
const supervisors: readonly Button[] = ['key jph', 'j-pot', 'key run', 'confirm', 'swipe'];

type Fact = Pick<Progressive, 'controller' | 'station' | 'lit' | 'spot' | 'wins'>;

export function winAt(state: Fact, seat: number): Win | undefined {
    return state.wins.find((one) => one.seat === seat);
}

/** A win that is pressed and waits for a supervisor, or is confirmed and not yet paid. */
export function openWins(state: Fact): Win[] {
    return state.wins.filter((one) => one.state === 'pressed' || one.state === 'confirmed');
}

function isReady(button: Button, state: Fact, phase: Phase): boolean {
    const { station } = state;
    const pressed = winAt(state, state.spot)?.state === 'pressed';
    const ends = phase === 'settled' || phase === 'over';
    switch (button) {
        case 'coin in':
        case 'start game':
            return station === 'idle' && phase === 'closed';
        case 'hand':
            return state.controller === 'nexus'
                ? (station === 'playing' && state.spot > 0) || station === 'awaiting card'
                : station === 'playing' || station === 'pressed';
        case 'key jph':
            return station === 'pressed';
        case 'j-pot':
            return station === 'key at JPH';
        case 'key run':
            return station === 'key at JPH' || station === 'frozen';
        case 'spot':
            return station === 'playing';
        case 'confirm':
            return station === 'playing' && pressed;
        case 'swipe':
            return station === 'awaiting card';
        case 'game over':
        case 'end game':
            return station === 'playing' && ends && openWins(state).length === 0;
    }
}

function isLit(button: Button, state: Fact): boolean {
    const runs = state.station !== 'idle';
    switch (button) {
        case 'coin in':
        case 'start game':
            return runs;
        case 'key jph':
            return state.station === 'key at JPH' || state.station === 'frozen';
        case 'key run':
            return state.station !== 'key at JPH' && state.station !== 'frozen';
        case 'j-pot':
            return state.station === 'frozen';
        case 'confirm':
        case 'swipe':
            return state.station === 'awaiting card';
        default:
            return false;
    }
}

function adviceOf(state: Fact, phase: Phase): string {
    const nexus = state.controller === 'nexus';
    switch (state.station) {
        case 'pressed':
            return 'Supervisor: check the hand, turn the key to JPH. The hand again turns it off.';
        case 'key at JPH':
            return 'Supervisor: press J-POT to confirm, or turn the key back to RUN.';
        case 'frozen':
            return 'Confirmed. Supervisor: turn the key back to RUN, and the meter adjusts.';
        case 'awaiting card':
            return 'Supervisor: swipe the card. The hand again turns it off.';
        case 'playing':
            if (phase === 'showdown') {
                return nexus
                    ? 'For each winner: the spot, then the hand; a supervisor confirms.'
                    : 'For each winner: press the hand; a supervisor confirms.';
            }
            if (phase === 'settled' && openWins(state).length > 0) {
                return 'Pay the prize, and tick it at the seat.';
            }
            return phase === 'settled'
                ? `Everything paid: ${nexus ? 'END GAME' : 'GAME OVER'}.`
                : 'The game is on.';
        default:
            return phase === 'closed'
                ? `Press ${nexus ? 'START GAME' : 'COIN IN'} before the deal.`
                : '';
    }
}

export function keypadOf(keypad: readonly string[], state: Fact, phase: Phase): KeypadState {
    const keys = new Map<Button, KeyState>();
    for (const name of keypad) {
        if (name in labels) {
            const button = name as Button;
            keys.set(button, {
                button,
                words: labels[button],
                ready: isReady(button, state, phase),
                lit: isLit(button, state),
                supervisor: supervisors.includes(button),
            });
        }
    }
    const win = winAt(state, state.spot);
    const pressed = win?.state === 'pressed' || win?.state === 'confirmed' ? win.line : null;
    return {
        keys,
        lit: state.controller === 'nexus' ? pressed : state.lit,
        hands: keys.get('hand')?.ready ?? false,
        spots: keys.get('spot')?.ready ?? false,
        keyed: state.station === 'key at JPH' || state.station === 'frozen',
        advice: adviceOf(state, phase),
    };
}

/** GM-4: what the monitor shows: the prize of the win in hand, or of the last one of this game. */
export function monitorOf(state: Fact): Win | null {
    const open = openWins(state);
    return open[open.length - 1] ?? state.wins.filter((one) => one.state === 'paid').pop() ?? null;
}
