// The trainer at a real table: asks for the values when a decision is due, and books it when made.
import { useEffect, useRef, useState } from 'preact/hooks';
import { actionName } from '../../../lib/actions';
import { announce } from '../../../lib/announce';
import { handName } from '../../../lib/cards';
import { antes } from '../../../lib/exact';
import { among, askAdvice, askOdds, valuesOf, type Odds } from '../../../lib/figures';
import { viewOf } from '../../../lib/room';
import { atChosen, ownSeats } from '../../../lib/spots';
import type { Action, CardText, View } from '../../../lib/types';
import type { Entry } from './book';
import { record } from './store';

export interface Made {
    odds: Odds;
    did: Action;
    entry: Entry;
}

export interface Live {
    /** The values of the decision that is due; null while they are worked out or none is. */
    due: Odds | null;
    /** The last decision made, while its round is on. */
    made: Made | null;
}

function seen(cards: readonly CardText[]): string[] {
    return cards.filter((card): card is string => card !== null);
}

/** "17/flop/2" while a decision is due at seat 2, else "". */
function dueKey(view: View | null): string {
    return view?.you && view.you.options.decisions.length > 0
        ? `${view.round}/${view.phase}/${view.you.seat}`
        : '';
}

export function entryOf(odds: Odds, did: Action, where: Entry['where'], at: number): Entry | null {
    const chosen = valuesOf(odds).find((one) => one.action === did);
    if (!chosen) {
        return null;
    }
    return {
        at,
        where,
        did,
        rules: odds.rules,
        street: odds.street,
        hand: handName(odds.cards.split(' ')),
        cards: odds.cards,
        board: odds.board,
        ...(odds.dead ? { dead: odds.dead } : {}),
        best: odds.best,
        cost: chosen.cost,
        ante: odds.ante ?? 0,
    };
}

// Advice is about the decision that is due when the server hears the question. Where the player was
// faster, it is refused or about the next street: then the same is asked for by the cards.
async function valuesFor(view: View, signal: AbortSignal): Promise<Odds> {
    const seat = view.seats.find((one) => one.seat === view.you?.seat);
    const cards = seen(seat?.cards ?? []);
    try {
        const odds = await askAdvice(view.table, view.you?.seat ?? 0, signal);
        if (odds.street === view.phase && odds.cards === cards.join(' ')) {
            return odds;
        }
    } catch (error) {
        if (signal.aborted || !seat) {
            throw error;
        }
    }
    const odds = await askOdds(cards, seen(view.community), view.profile, signal);
    return { ...odds, ante: seat?.stakes.ante ?? 0 };
}

export function useLive(table: number): Live {
    const view = atChosen(viewOf(table).value);
    const due = dueKey(view);
    const known = useRef(new Map<string, Odds>());
    const booked = useRef(new Set<string>());
    const [answered, setAnswered] = useState('');
    const [made, setMade] = useState<Made | null>(null);

    useEffect(() => {
        if (!view || !due || known.current.has(due)) {
            return undefined;
        }
        const offered = view.you?.options.decisions ?? [];
        const stop = new AbortController();
        valuesFor(view, stop.signal).then(
            (odds) => {
                known.current.set(due, among(odds, offered));
                setAnswered(due);
            },
            () => undefined, // no hint this time
        );
        // Not stopped when the decision is made: it is booked with these values then.
        return undefined;
    }, [due]);

    // Of every own spot: another one is shown as soon as this one has decided.
    const decided = (view ? ownSeats(view) : []).flatMap((seat) =>
        seat.decisions.map((one) => ({ ...one, seat: seat.seat })),
    );
    useEffect(() => {
        for (const { seat, street, action, by_system } of decided) {
            const key = `${view?.round ?? 0}/${street}/${seat}`;
            const odds = known.current.get(key);
            if (!odds || booked.current.has(key)) {
                continue;
            }
            booked.current.add(key);
            const entry = entryOf(odds, action, 'table', Date.now());
            const hadChoice = odds.actions.length > 1;
            if (entry && hadChoice && !by_system) {
                record(entry);
                setMade({ odds, did: action, entry });
                announce(
                    entry.cost > 0
                        ? `${actionName(odds.best)} was best: ${actionName(action)} gave away ${entry.cost.toFixed(3)} antes`
                        : `${actionName(action)} was right`,
                );
            }
        }
    }, [view?.seats, answered]);

    // Betting again: the last hand is over.
    useEffect(() => {
        if (view?.phase === 'betting') {
            setMade(null);
            known.current.clear();
            booked.current.clear();
        }
    }, [view?.phase]);

    return { due: due ? (known.current.get(due) ?? null) : null, made };
}

/** What stands on a decision's button: its value, and whether it is the best. */
export function hintOf(odds: Odds | null, action: Action): string | undefined {
    const one = odds?.actions.find((each) => each.action === action);
    return one && odds
        ? `${antes(one.ev_decimal, 3)}${action === odds.best ? ' · best' : ''}`
        : undefined;
}
