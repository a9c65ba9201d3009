// The one button of the dealer's console: what the next step is called, and what it waits for.
import type { DealerStep, TakeAndPay, View } from '../lib/types';
import { wagerNames } from '../lib/words';

const turns: Record<string, string> = {
    preflop: 'Turn the flop',
    flop: 'Turn the turn and river',
    river: 'Show the dealer’s hand',
};
const names: Record<string, string> = {
    open: 'Place your bets',
    close_bets: 'No more bets',
    deal: 'Deal',
    settle: 'Settle',
    end: 'End the round',
};

/** The short name of a step; `turn` comes three times, told apart by its place in the list. */
export function nameOf(steps: readonly DealerStep[], index: number): string {
    const step = steps[index];
    if (!step) {
        return '';
    }
    if (step.step === 'turn') {
        const before = steps.slice(0, index).filter((one) => one.step === 'turn').length;
        return turns[['preflop', 'flop', 'river'][before] ?? ''] ?? 'Turn';
    }
    if (step.step === 'button') {
        return step.words.split(':')[0] ?? 'Keypad';
    }
    return names[step.step] ?? step.step;
}

/** Which key of the controller a step of the procedure presses: "coin in" of "COIN IN: …". */
export function buttonOf(step: DealerStep): string {
    return (step.words.split(':')[0] ?? '').toLowerCase();
}

export interface Next {
    index: number;
    step: DealerStep;
    name: string;
    /** Empty when it may be done now. */
    waits: string;
}

function seatsWords(seats: number[]): string {
    return seats.length === 1 ? `seat ${seats[0]}` : `seats ${seats.join(', ')}`;
}

export function nextOf(view: View): Next | null {
    const steps = view.dealer_console?.steps ?? [];
    const index = steps.findIndex((one) => one.next);
    const step = steps[index];
    if (!step) {
        return null;
    }
    const awaited = view.seats.filter((one) => one.awaited).map((one) => one.seat);
    let waits = '';
    if (!step.may) {
        if (view.paused) {
            waits = 'the pit has paused this table';
        } else if (awaited.length > 0) {
            waits = `waiting for ${seatsWords(awaited)}`;
        } else if (step.step === 'open') {
            waits = view.state === 'offering' ? 'the bank is being offered' : 'waiting for players';
        } else if (step.step === 'close_bets') {
            waits = 'waiting for Ante and Blind';
        } else {
            waits = 'not yet';
        }
    }
    return { index, step, name: nameOf(steps, index), waits };
}

// ---- taking and paying, spot by spot ------------------------------------------------------------

export interface Stop {
    seat: number;
    name: string;
    /** Numbers of the deeds, from 0, in the order money moves (SHOW-9). */
    first: number;
    deeds: TakeAndPay[];
}

/** Deeds one after the other at the same spot are one stop of the dealer's hand. */
export function stopsOf(view: View): Stop[] {
    const stops: Stop[] = [];
    (view.dealer_console?.take_and_pay ?? []).forEach((deed, index) => {
        const last = stops[stops.length - 1];
        if (last && last.seat === deed.seat) {
            last.deeds.push(deed);
        } else {
            const player = view.seats.find((one) => one.seat === deed.seat)?.player;
            stops.push({
                seat: deed.seat,
                name: player?.name ?? `Seat ${deed.seat}`,
                first: index,
                deeds: [deed],
            });
        }
    });
    return stops;
}

/** "seat 2: take Ante $5.00, Ante loses: folded" without what stands beside it anyway. */
export function reasonOf(deed: TakeAndPay): string {
    const reason = deed.words.slice(deed.words.indexOf(', ') + 2);
    const name = `${deedName(deed)} `;
    return deed.words.includes(', ')
        ? reason.startsWith(name)
            ? reason.slice(name.length)
            : reason
        : deed.words;
}

export function deedName(deed: TakeAndPay): string {
    return wagerNames[deed.wager] ?? deed.wager;
}

// ---- what has been ticked off, for as long as the round stands ----------------------------------

export interface Ticks {
    round: number;
    done: number; // so many stops, from the first
}

export function ticksFor(kept: Ticks | null, round: number, stops: number): Ticks {
    return kept && kept.round === round
        ? { round, done: Math.min(kept.done, stops) }
        : { round, done: 0 };
}
