// The chips of each spot, over the page's connection.
import { signal, type Signal } from '@preact/signals';
import { sameRound, send } from '../lib/room';
import { forSpot, viewOnlyAt } from '../lib/spots';
import { toast } from '../lib/toast';
import type { Cents, View } from '../lib/types';
import { Bets, type Ports } from './bets';

const all = new Map<string, Bets>();
const chips = new Map<number, Signal<Cents>>();

function portsOf(table: number): Ports {
    return {
        send: (view, fields) =>
            send(
                'wager',
                table,
                { ...fields, ...forSpot(view) },
                { at: view, fits: sameRound(view), quiet: true },
            ),
        say: (words) => toast(words, 'bad'),
    };
}

/** One chip in the hand, whichever spot it goes to. */
function chipAt(table: number): Signal<Cents> {
    const found = chips.get(table) ?? signal(500);
    chips.set(table, found);
    return found;
}

/** The chips of a seat; 0 while one holds none. */
export function betsAt(table: number, seat: number, view: () => View | null): Bets {
    const key = `${table}/${seat}`;
    let found = all.get(key);
    if (!found) {
        const from = () => {
            const now = view();
            return now && viewOnlyAt(now, seat);
        };
        found = new Bets(table, from, portsOf(table), { seat, chip: chipAt(table) });
        all.set(key, found);
    }
    return found;
}
