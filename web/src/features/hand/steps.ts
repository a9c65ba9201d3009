// A recorded hand, step by step: what everybody could see at each moment of it.
import type { Street } from '../../lib/figures';
import type { Action } from '../../lib/types';

export interface HandWager {
    stake: number;
    outcome: 'win' | 'lose' | 'push' | 'returned';
    net: number;
    reason: string;
}

export interface HandSeat {
    seat: number;
    cards?: string;
    play?: Action[];
    [wager: string]: unknown;
}

export interface SeatAnswer {
    seat: number;
    hand?: string;
    description?: string;
    result: string;
    net: number;
    wagers: Record<string, HandWager>;
}

export interface HandRecord {
    id: string;
    rules: string;
    community?: string;
    dealer?: string;
    bank?: { seat: number; wager: number };
    players: HandSeat[];
    void?: unknown;
    answer?: {
        dealer?: { description?: string; qualifies?: boolean; turned?: boolean };
        bank?: { seat: number; net: number };
        players?: SeatAnswer[];
    };
}

export interface Step {
    title: string;
    /** Cards of the board that lie open. */
    board: number;
    /** The street whose decisions have just been made; null at the beginning. */
    street: Street | null;
    /** Decisions that everybody knows by now: so many streets. */
    decided: number;
    /** The dealer's cards are turned and the wagers settled. */
    settled: boolean;
}

const streets: readonly Street[] = ['preflop', 'flop', 'river'];

export function cardsIn(text: string | undefined): string[] {
    return (text ?? '').split(' ').filter((card) => card !== '');
}

/** From the cards to the showdown; streets that nobody came to are left out. */
export function stepsOf(record: HandRecord): Step[] {
    const most = Math.max(0, ...record.players.map(({ play }) => play?.length ?? 0));
    const steps: Step[] = [
        { title: 'The cards are dealt', board: 0, street: null, decided: 0, settled: false },
    ];
    const shown = [0, 3, 5];
    const titles = ['Before the flop', 'On the flop', 'At the river'];
    streets.slice(0, most).forEach((street, at) => {
        steps.push({
            title: titles[at]!,
            board: shown[at]!,
            street,
            decided: at + 1,
            settled: false,
        });
    });
    if (record.answer?.players) {
        steps.push({ title: 'Showdown', board: 5, street: null, decided: most, settled: true });
    }
    return steps;
}

/** What a seat had decided by then, the last decision last. */
export function decisionsBy(seat: HandSeat, step: Step): Action[] {
    return (seat.play ?? []).slice(0, step.decided);
}

export function hasFolded(seat: HandSeat, step: Step): boolean {
    return decisionsBy(seat, step).includes('fold');
}

export interface Asked {
    street: Street;
    did: Action;
    board: string[];
}

/** The decisions of a seat, with the board that lay open when each was made. */
export function askedOf(record: HandRecord, seat: HandSeat): Asked[] {
    const board = cardsIn(record.community);
    return (seat.play ?? []).map((did, at) => ({
        street: streets[at] ?? 'river',
        did,
        board: board.slice(0, [0, 3, 5][at] ?? 5),
    }));
}

const quoted = (value: string | number) => `"${String(value).replace(/"/g, '""')}"`;

/** A line for each wager of each seat. */
export function csvOf(record: HandRecord): string {
    const head = 'round,seat,cards,board,dealer,decisions,wager,stake,outcome,net,reason';
    const lines = (record.answer?.players ?? []).flatMap((player) => {
        const seat = record.players.find((one) => one.seat === player.seat);
        return Object.entries(player.wagers).map(([name, wager]) =>
            [
                record.id,
                player.seat,
                seat?.cards ?? '',
                record.community ?? '',
                record.dealer ?? '',
                (seat?.play ?? []).join(' '),
                name,
                (wager.stake / 100).toFixed(2),
                wager.outcome,
                (wager.net / 100).toFixed(2),
                wager.reason,
            ]
                .map(quoted)
                .join(','),
        );
    });
    return [head, ...lines, ''].join('\r\n');
}
