// The chips of each table, over the page's connection.
import { note } from '../lib/noted';
import { sameRound, send } from '../lib/room';
import { toast } from '../lib/toast';
import type { View } from '../lib/types';
import { Bets, type Ports } from './bets';

const all = new Map<number, Bets>();

function portsOf(table: number): Ports {
    return {
        send: (view, fields) =>
            send('wager', table, { ...fields }, { fits: sameRound(view), quiet: true }),
        taken: ({ round, commitment, you }, contribution) => {
            if (commitment && you) {
                note(table, round, { commitment, seat: you.seat, contribution });
            }
        },
        say: (words) => toast(words, 'bad'),
    };
}

export function betsAt(table: number, view: () => View | null): Bets {
    let found = all.get(table);
    if (!found) {
        found = new Bets(table, view, portsOf(table));
        all.set(table, found);
    }
    return found;
}
