// What a line of a side bet may ask for, as a profile writes it (docs/side-bets.md): for menus, and to
// keep lines in order. Anything else may be typed; the server says whether it means something.

type Options = [string, string][];

export const betCards: Options = [
    ['hole', 'the player’s two cards'],
    ['hole+flop', 'the player’s two cards and the flop'],
    ['hole+board', 'the player’s seven cards'],
    ['board', 'the community cards'],
    ['dealer', 'the dealer’s seven cards'],
    ['beaten hand', 'the beaten hand of the two'],
];

/** PLAY-5, SHOW-7, PAIR-3 */
export const folds: Options = [
    ['loses', 'loses'],
    ['loses unless it wins', 'loses unless it wins'],
    ['stays, tucked', 'stays, cards under it'],
    ['stays, beside', 'stays, cards beside it'],
];

/** The best first. */
export const kinds = [
    'royal flush',
    'straight flush',
    'four of a kind',
    'full house',
    'flush',
    'straight',
    'three of a kind',
    'two pairs',
    'pair',
];

export const royals = [
    'royal flush in the first five',
    'royal flush with a hole card',
    'royal flush on the board',
];

/** The lines of the makers' Pairs in words: of two that fit, the one that pays more stands first. */
const pairsWords: Record<string, string> = {
    'both A-A': 'aces, player and dealer',
    'A-A red': 'ace of hearts and ace of diamonds',
    'A-A': 'aces',
    'A-K suited': 'ace king suited',
    'A-Q to A-J suited': 'ace queen or ace jack suited',
    'A-K': 'ace king',
    'K-K to J-J': 'kings, queens or jacks',
    'A-Q to A-J': 'ace queen or ace jack',
    '10-10 to 2-2': 'tens to twos',
};
export const twoCards = Object.keys(pairsWords);

export function lineWords(when: string): string {
    return pairsWords[when] ?? when;
}

const order = [...royals, ...kinds, ...twoCards];

/** Where a line belongs among the makers' lines; those that are not known come last. */
export function placeOfLine(when: string): number {
    const place = order.indexOf(when);
    return place < 0 ? order.length : place;
}

const orBetter = kinds.slice(1).map((kind) => `${kind} or better`);
const withRank = ['two pairs of K', 'pair of J', 'pair of J or better', 'pair of 10', 'A high'];
const hands = [...kinds, ...withRank, 'high card', ...orBetter];
const holes = [
    ...twoCards,
    'K-Q suited',
    'A-K to A-2 suited',
    'A-K to A-2',
    'connected suited',
    'connected',
    'both connected',
    'A-A to 2-2',
    'both A-A to 2-2',
];

/** What may be asked of these cards, to choose from. */
export function conditionsOf(cards: unknown): string[] {
    return cards === 'hole'
        ? holes
        : cards === 'hole+board'
          ? [...royals, ...hands]
          : cards === 'beaten hand'
            ? [...kinds.slice(1), ...orBetter] // nothing beats a royal flush
            : hands;
}
