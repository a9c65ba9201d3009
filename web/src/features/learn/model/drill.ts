// Situations to practise on: cards dealt here, values from the server. Who plays the chart reaches the
// flop only with hands that check before it, and the river only with those that check on the flop.
import { deal, deck, fairDraw, handName, type Draw } from '../../../lib/cards';
import {
    askOdds,
    chartOf,
    gapOf,
    oddsOfHand,
    type Odds,
    type Street,
    type Strategy,
} from '../../../lib/figures';

export interface DrillKind {
    streets: Street[];
    close: boolean;
}

export interface Situation {
    cards: string[];
    board: string[];
    odds: Odds;
}

/** A second choice within this many antes of the best is close. */
export const closeGap = 0.15;
const triesMax = 60;

export interface Sources {
    chart: (rules: string) => Promise<Strategy>;
    odds: (cards: string[], board: string[], rules: string) => Promise<Odds>;
    draw: Draw;
}

export const serverSources: Sources = { chart: chartOf, odds: askOdds, draw: fairDraw };

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

async function beforeFlop(rules: string, close: boolean, from: Sources): Promise<Situation> {
    const chart = await from.chart(rules);
    const byName = new Map(chart.hands.map((hand) => [hand.hand, oddsOfHand(chart, hand, [])]));
    const fits = pairsWhere((name) => {
        const odds = byName.get(name);
        return odds !== undefined && (!close || gapOf(odds) <= closeGap);
    });
    const cards = fits[from.draw(fits.length)];
    const odds = cards && byName.get(handName(cards));
    if (!cards || !odds) {
        throw new Error('no hand is that close');
    }
    return { cards, board: [], odds: { ...odds, cards: cards.join(' ') } };
}

async function checkedHands(rules: string, from: Sources): Promise<string[][]> {
    const chart = await from.chart(rules);
    const checked = new Set(
        chart.hands.filter((hand) => hand.best === 'check').map((hand) => hand.hand),
    );
    return pairsWhere((name) => checked.has(name));
}

async function laterStreet(
    rules: string,
    street: 'flop' | 'river',
    close: boolean,
    from: Sources,
): Promise<Situation> {
    const hands = await checkedHands(rules, from);
    let nearest: Situation | null = null;
    for (let tries = 0; tries < triesMax; tries++) {
        const cards = hands[from.draw(hands.length)];
        if (!cards) {
            throw new Error('no hand checks before the flop');
        }
        const board = deal(street === 'flop' ? 3 : 5, from.draw, cards);
        if (
            street === 'river' &&
            (await from.odds(cards, board.slice(0, 3), rules)).best !== 'check'
        ) {
            continue;
        }
        const found = { cards, board, odds: await from.odds(cards, board, rules) };
        if (!close || gapOf(found.odds) <= closeGap) {
            return found;
        }
        nearest = nearest && gapOf(nearest.odds) <= gapOf(found.odds) ? nearest : found;
    }
    if (!nearest) {
        throw new Error('no such situation was found');
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
        ? beforeFlop(rules, kind.close, from)
        : laterStreet(rules, street, kind.close, from);
}
