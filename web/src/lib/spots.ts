// One person at several spots of a table (BET-7). A page shows one of them at a time: the table from there
// is the same view with that spot as `you`, so nothing else need know how many there are.
import { signal, type Signal } from '@preact/signals';
import type { Seat, View, Spot } from './types';

/** The spots this viewer holds, by seat. */
export function spotsOf(view: View | null): Spot[] {
    if (!view?.you) {
        return [];
    }
    return [view.you, ...(view.more_spots ?? [])].sort((a, b) => a.seat - b.seat);
}

export function hasSeveral(view: View): boolean {
    return (view.more_spots?.length ?? 0) > 0;
}

/** Their seats at the table, by number. */
export function ownSeats(view: View): Seat[] {
    const own = new Set(spotsOf(view).map((spot) => spot.seat));
    return view.seats.filter((one) => own.has(one.seat));
}

/** The table from one of the own spots; from the first where that one is not held. */
export function viewAt(view: View, seat: number): View {
    const spot = view.more_spots?.find((one) => one.seat === seat);
    if (!spot || !view.you) {
        return view;
    }
    const others = [view.you, ...(view.more_spots ?? [])].filter((one) => one !== spot);
    return { ...view, you: spot, more_spots: others };
}

/** The same for what belongs to that seat: who does not hold it is nobody there. */
export function viewOnlyAt(view: View, seat: number): View {
    const at = viewAt(view, seat);
    return at.you?.seat === seat || seat === 0 ? at : { ...view, you: null, more_spots: [] };
}

/** What a command says of the spot it is for. */
export function forSpot(view: View): { seat?: number } {
    return view.you ? { seat: view.you.seat } : {};
}

/** "Seat 5: " in front of what is said of one spot, where there are several. */
export function spotPrefix(view: View, seat: number): string {
    return hasSeveral(view) ? `Seat ${seat}: ` : '';
}

/** "also at seat 5" for a seat whose player holds others; '' for one who does not. */
export function alsoAt(seats: readonly Seat[], seat: Seat): string {
    const others = seats
        .filter((one) => one.player?.id === seat.player?.id && one.seat !== seat.seat)
        .map((one) => one.seat);
    if (!seat.player || others.length === 0) {
        return '';
    }
    return `also at seat${others.length > 1 ? 's' : ''} ${others.join(', ').replace(/, (\d+)$/, ' and $1')}`;
}

// ---- the one that is shown ----------------------------------------------------------------------

const chosen = new Map<number, Signal<number>>();

/** The seat of the spot that is shown at a table; 0 for the first. */
export function chosenAt(table: number): Signal<number> {
    let found = chosen.get(table);
    if (!found) {
        found = signal(0);
        chosen.set(table, found);
    }
    return found;
}

/** The table from the spot that is shown. */
export function atChosen(view: View | null): View | null {
    return view && viewAt(view, chosenAt(view.table).value);
}

/** Is something wanted of its player: a decision, a bet, the bank? */
export function hasTurn(spot: Spot | undefined): boolean {
    const options = spot?.options;
    return (
        (options?.decisions.length ?? 0) > 0 ||
        (options?.wager === true && !spot?.ready) ||
        Boolean(options?.bank)
    );
}

/**
 * The spot to show when one view follows another: at a new street the first of which something is wanted,
 * then the next as soon as nothing more is of this one. Whoever goes back to a finished spot stays there
 * until the table goes on.
 */
export function nextSpot(before: View | null, now: View, seat: number): number {
    const spots = spotsOf(now);
    const shown = spots.find((one) => one.seat === seat) ?? spots[0];
    if (!shown) {
        return 0;
    }
    const was = spotsOf(before).find((one) => one.seat === shown.seat);
    const moved = before !== null && (before.phase !== now.phase || before.round !== now.round);
    const finished = hasTurn(was) && !hasTurn(shown);
    return (moved || finished ? spots.find(hasTurn)?.seat : undefined) ?? shown.seat;
}

/** The one behind it, around the table. */
export function spotAfter(view: View, seat: number): number {
    const spots = spotsOf(view);
    const at = spots.findIndex((one) => one.seat === seat);
    return spots[(at + 1) % spots.length]?.seat ?? seat;
}
