// The chips of each spot, over the page's connection.
import { signal, type Signal } from '@preact/signals';
import { isRefusedPart } from '../../lib/fairness/keeper';
import { keeper, sameRound, send } from '../../lib/room';
import { forSpot, viewOnlyAt } from '../../lib/spots';
import { toast } from '../../lib/toast';
import type { Answer, Cents, View } from '../../lib/types';
import { Bets, type Fields, type Ports } from './bets';

const all = new Map<string, Bets>();
const chips = new Map<number, Signal<Cents>>();

function sendWager(view: View, fields: object): Promise<Answer> {
    const made = { at: view, fits: sameRound(view), quiet: true };
    return send('wager', view.table, { ...fields, ...forSpot(view) }, made);
}

/** A wager goes with this browser's commitment to its part of the shuffle, and without one where it must. */
async function wager(view: View, fields: Fields): Promise<Answer> {
    const seat = view.you?.seat ?? 0;
    const commitment = keeper.offer(view, seat);
    if (!commitment) {
        return sendWager(view, fields);
    }
    const answer = await sendWager(view, { ...fields, part_commitment: commitment });
    keeper.answered(view, seat, commitment, answer);
    return isRefusedPart(answer) ? sendWager(view, fields) : answer;
}

const ports: Ports = { send: wager, say: (words) => toast(words, 'bad') };

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
        found = new Bets(table, from, ports, { seat, chip: chipAt(table) });
        all.set(key, found);
    }
    return found;
}
