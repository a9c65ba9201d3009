// Situations to practise on: cards dealt here, values from the server. Who plays the chart reaches the
// flop only with hands that check before it, and the river only with those that check on the flop.
import { deal, deck, fairDraw, handGroup, handName, type Draw } from '../../../lib/cards';
import {
    askOdds,
    chartOf,
    gapOf,
    oddsOfHand,
    type Odds,
    type Street,
    type Strategy,
} from '../../../lib/figures';
import { levelOf, type Level, type Review } from './training';

export const boards = [
    { id: 'paired', words: 'Paired' },
    { id: 'flush', words: 'Three of a suit' },
    { id: 'dry', words: 'Neither' },
] as const;

export type BoardKind = (typeof boards)[number]['id'];

export function boardKindOf(board: readonly string[]): BoardKind {
    const count = (at: number) => {
        const seen = board.map((card) => card.charAt(at));
        return Math.max(0, ...seen.map((one) => seen.filter((other) => other === one).length));
    };
    return count(0) >= 2 ? 'paired' : count(1) >= 3 ? 'flush' : 'dry';
}

export interface DrillKind {
    streets: Street[];
    /** Any where it is not given, as the next three. */
    level?: Level;
    /** One of handGroups. */
    hands?: string;
    board?: BoardKind;
    /** Cards of the neighbours that are seen. */
    dead?: number;
}

export interface Situation {
    cards: string[];
    board: string[];
    dead: string[];
    odds: Odds;
}

const triesMax = 60;

export interface Sources {
    chart: (rules: string) => Promise<Strategy>;
    odds: (cards: string[], board: string[], rules: string, dead: string[]) => Promise<Odds>;
    draw: Draw;
}

export const serverSources: Sources = {
    chart: chartOf,
    odds: (cards, board, rules, dead) => askOdds(cards, board, rules, undefined, dead),
    draw: fairDraw,
};

// All pairs of cards that are as wanted; each as likely as the other.
function pairsWhere(wanted: (name: string) => boolean): string[][] {
    const pairs: string[][] = [];
    deck.forEach((a, i) => {
        for (const b of deck.slice(i + 1)) {
            if (wanted(handName([a, b]))) {
                pairs.push([a, b]);
            }
        }
    });
    return pairs;
}

const isOf = (kind: DrillKind, name: string) => !kind.hands || handGroup(name) === kind.hands;
const isAt = (kind: DrillKind, odds: Odds) => !kind.level || levelOf(gapOf(odds)) === kind.level;

async function beforeFlop(rules: string, kind: DrillKind, from: Sources): Promise<Situation> {
    const chart = await from.chart(rules);
    const byName = new Map(chart.hands.map((hand) => [hand.hand, oddsOfHand(chart, hand, [])]));
    const fits = pairsWhere((name) => {
        const odds = byName.get(name);
        return odds !== undefined && isOf(kind, name) && isAt(kind, odds);
    });
    const cards = fits[from.draw(fits.length)];
    const odds = cards && byName.get(handName(cards));
    if (!cards || !odds) {
        throw new Error('No starting hand is like that.');
    }
    return { cards, board: [], dead: [], odds: { ...odds, cards: cards.join(' ') } };
}

async function checkedHands(rules: string, kind: DrillKind, from: Sources): Promise<string[][]> {
    const chart = await from.chart(rules);
    const checked = new Set(
        chart.hands.filter((hand) => hand.best === 'check').map((hand) => hand.hand),
    );
    return pairsWhere((name) => checked.has(name) && isOf(kind, name));
}

/** How far from the level that is wanted; the nearest is taken where none is found. */
function distance(kind: DrillKind, odds: Odds): number {
    const gap = gapOf(odds);
    return kind.level === 'clear' ? -gap : kind.level === 'close' ? gap : Math.abs(gap - 0.3);
}

async function laterStreet(
    rules: string,
    street: 'flop' | 'river',
    kind: DrillKind,
    from: Sources,
): Promise<Situation> {
    const hands = await checkedHands(rules, kind, from);
    if (hands.length === 0) {
        throw new Error('No such hand checks before the flop.');
    }
    let nearest: Situation | null = null;
    for (let tries = 0; tries < triesMax; tries++) {
        const cards = hands[from.draw(hands.length)]!;
        const board = deal(street === 'flop' ? 3 : 5, from.draw, cards);
        if (kind.board && boardKindOf(board) !== kind.board) {
            continue;
        }
        const dead = deal(kind.dead ?? 0, from.draw, [...cards, ...board]);
        if (
            street === 'river' &&
            (await from.odds(cards, board.slice(0, 3), rules, dead)).best !== 'check'
        ) {
            continue;
        }
        const found = { cards, board, dead, odds: await from.odds(cards, board, rules, dead) };
        if (isAt(kind, found.odds)) {
            return found;
        }
        nearest =
            nearest && distance(kind, nearest.odds) <= distance(kind, found.odds) ? nearest : found;
    }
    if (!nearest) {
        throw new Error('No such situation was found. Try another choice.');
    }
    return nearest;
}

export async function nextSituation(
    rules: string,
    kind: DrillKind,
    from: Sources = serverSources,
): Promise<Situation> {
    const street = kind.streets[from.draw(kind.streets.length)] ?? 'flop';
    return street === 'preflop'
        ? beforeFlop(rules, kind, from)
        : laterStreet(rules, street, kind, from);
}

const cardsIn = (text: string) => text.split(' ').filter((card) => card !== '');

/** A situation with these cards: of a mistake that comes back, or of a hand that goes on. */
export async function situationOf(
    review: Pick<Review, 'rules' | 'cards' | 'board' | 'dead'>,
    from: Sources = serverSources,
): Promise<Situation> {
    const [cards, board, dead] = [review.cards, review.board, review.dead].map(cardsIn) as [
        string[],
        string[],
        string[],
    ];
    if (board.length > 0) {
        return { cards, board, dead, odds: await from.odds(cards, board, review.rules, dead) };
    }
    const chart = await from.chart(review.rules);
    const hand = chart.hands.find((one) => one.hand === handName(cards));
    if (!hand) {
        throw new Error(`The chart has no ${handName(cards)}.`);
    }
    return { cards, board, dead: [], odds: oddsOfHand(chart, hand, cards) };
}
