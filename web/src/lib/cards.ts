// Cards as text, and the names of two of them. Nothing here knows what wins.

export const ranks = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const;
export const suits = ['s', 'h', 'd', 'c'] as const;
export const deck: readonly string[] = suits.flatMap((suit) => ranks.map((rank) => rank + suit));

export function isCard(text: string): boolean {
    return deck.includes(text);
}

function pairsIn(text: string): string[] {
    return (text.replace(/10/g, 'T').replace(/[\s,]/g, '').match(/..?/g) ?? []).map(
        (pair) => pair.charAt(0).toUpperCase() + pair.charAt(1).toLowerCase(),
    );
}

/** What is wrong with cards as they were typed; '' for nothing. */
export function cardsFault(text: string, most: number): string {
    const cards = pairsIn(text);
    const strange = cards.find((card) => !isCard(card));
    const twice = cards.find((card, at) => cards.indexOf(card) < at);
    if (strange !== undefined) {
        return `“${strange}” is not a card; cards look like Ah Kd`;
    }
    if (twice !== undefined) {
        return `${twice} is there twice`;
    }
    return cards.length > most ? `at most ${most} cards` : '';
}

/** "Ah Kd", "ahkd", "AH,KD"; null when something in it is no card, or is twice. */
export function parseCards(text: string): string[] | null {
    return cardsFault(text, Infinity) === '' ? pairsIn(text) : null;
}

/** "AKs", "A4o", "77": the class of two cards, as the chart names it. */
export function handName(cards: readonly string[]): string {
    const [a = '', b = ''] = [...cards].sort((x, y) => rankIndex(x) - rankIndex(y));
    const pair = a[0] === b[0];
    return `${a[0] ?? ''}${b[0] ?? ''}${pair ? '' : a[1] === b[1] ? 's' : 'o'}`;
}

function rankIndex(card: string): number {
    return (ranks as readonly string[]).indexOf(card.charAt(0));
}

/** The chart's hand in a row and a column: suited above the pairs, the others below. */
export function handAt(row: number, column: number): string {
    const high = ranks[Math.min(row, column)] ?? '';
    const low = ranks[Math.max(row, column)] ?? '';
    return row === column ? high + low : high + low + (row < column ? 's' : 'o');
}

/** A group of classes one can remember a fault by: "Pairs", "Ace suited", "Under ten, offsuit". */
export function handGroup(name: string): string {
    if (name.length === 2) {
        return 'Pairs';
    }
    const high: Record<string, string> = { A: 'Ace', K: 'King', Q: 'Queen', J: 'Jack', T: 'Ten' };
    return `${high[name.charAt(0)] ?? 'Nine or lower'}, ${name.endsWith('s') ? 'suited' : 'offsuit'}`;
}

export const handGroups: readonly string[] = [
    'Pairs',
    ...['Ace', 'King', 'Queen', 'Jack', 'Ten', 'Nine or lower'].flatMap((high) => [
        `${high}, suited`,
        `${high}, offsuit`,
    ]),
];

export function handWords(name: string): string {
    const words: Record<string, string> = {
        A: 'ace',
        K: 'king',
        Q: 'queen',
        J: 'jack',
        T: 'ten',
        9: 'nine',
        8: 'eight',
        7: 'seven',
        6: 'six',
        5: 'five',
        4: 'four',
        3: 'three',
        2: 'two',
    };
    const [high, low] = [words[name.charAt(0)] ?? '', words[name.charAt(1)] ?? ''];
    if (name.length === 2) {
        return `pair of ${high === 'six' ? 'sixes' : high + 's'}`;
    }
    return `${high} ${low} ${name.endsWith('s') ? 'suited' : 'offsuit'}`;
}

/** A whole number below `end`, each as likely: what would favour some is drawn again. */
export type Draw = (end: number) => number;

export function fairDraw(end: number): number {
    const word = new Uint32Array(1);
    const limit = 2 ** 32 - (2 ** 32 % end);
    do {
        crypto.getRandomValues(word);
    } while ((word[0] ?? 0) >= limit);
    return (word[0] ?? 0) % end;
}

/** The first cards of a shuffled deck, without those in `out`. */
export function deal(count: number, draw: Draw = fairDraw, out: readonly string[] = []): string[] {
    const left = deck.filter((card) => !out.includes(card));
    for (let i = 0; i < count; i++) {
        const j = i + draw(left.length - i);
        [left[i], left[j]] = [left[j] ?? '', left[i] ?? ''];
    }
    return left.slice(0, count);
}
