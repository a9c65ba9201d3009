// Deals a round again, in the browser, from what its record says (docs/dealing.md): BLAKE2b,
// ChaCha20 and the shuffle written out once more, so that nothing of the server's is believed.
//
// 64-bit words are BigInt: a deal hashes some four hundred bytes, and what is plain is soon checked.

// ---- BLAKE2b (RFC 7693), without a key ----------------------------------------------------------

const mask64 = (1n << 64n) - 1n;

// prettier-ignore
const initial: readonly bigint[] = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

// The order in which each of the rounds takes the words of a block, as hex digits.
// prettier-ignore
const orders = [
  '0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d',
  '2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0',
].map((text) => [...text].map((digit) => parseInt(digit, 16)));

// Columns, then diagonals.
// prettier-ignore
const mixes = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
] as const;

function turned(word: bigint, bits: bigint): bigint {
    return ((word >> bits) | (word << (64n - bits))) & mask64;
}

function at<T>(list: ArrayLike<T>, index: number): T {
    const value = list[index];
    if (value === undefined) {
        throw new RangeError('an index of our own is wrong');
    }
    return value;
}

function compress(state: bigint[], block: Uint8Array, length: bigint, last: boolean): void {
    const view = new DataView(block.buffer, block.byteOffset, 128);
    const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(8 * i, true));
    const v = [...state, ...initial];
    v[12] = at(v, 12) ^ length;
    if (last) {
        v[14] = at(v, 14) ^ mask64;
    }
    for (let round = 0; round < 12; round++) {
        const order = at(orders, round % 10);
        mixes.forEach(([a, b, c, d], i) => {
            v[a] = (at(v, a) + at(v, b) + at(words, at(order, 2 * i))) & mask64;
            v[d] = turned(at(v, d) ^ at(v, a), 32n);
            v[c] = (at(v, c) + at(v, d)) & mask64;
            v[b] = turned(at(v, b) ^ at(v, c), 24n);
            v[a] = (at(v, a) + at(v, b) + at(words, at(order, 2 * i + 1))) & mask64;
            v[d] = turned(at(v, d) ^ at(v, a), 16n);
            v[c] = (at(v, c) + at(v, d)) & mask64;
            v[b] = turned(at(v, b) ^ at(v, c), 63n);
        });
    }
    for (let i = 0; i < 8; i++) {
        state[i] = at(state, i) ^ at(v, i) ^ at(v, i + 8);
    }
}

export function blake2b(text: Uint8Array, size = 32): Uint8Array {
    const state = [...initial];
    state[0] = at(state, 0) ^ 0x01010000n ^ BigInt(size);
    const blocks = Math.max(1, Math.ceil(text.length / 128));
    for (let i = 0; i < blocks; i++) {
        const block = new Uint8Array(128);
        block.set(text.subarray(128 * i, 128 * (i + 1)));
        const length = Math.min(text.length, 128 * (i + 1));
        compress(state, block, BigInt(length), i === blocks - 1);
    }
    const out = new DataView(new ArrayBuffer(64));
    state.forEach((word, i) => out.setBigUint64(8 * i, word, true));
    return new Uint8Array(out.buffer).slice(0, size);
}

// ---- ChaCha20 (RFC 8439), the nonce is zero -----------------------------------------------------

export function chacha20Block(key: Uint8Array, block: number): Uint32Array {
    const view = new DataView(key.buffer, key.byteOffset, 32);
    const start = new Uint32Array(16);
    start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]); // "expand 32-byte k"
    for (let i = 0; i < 8; i++) {
        start[4 + i] = view.getUint32(4 * i, true);
    }
    start[12] = block;
    const x = start.slice();
    const step = (a: number, b: number, d: number, bits: number) => {
        x[a] = at(x, a) + at(x, b);
        const word = at(x, d) ^ at(x, a);
        x[d] = (word << bits) | (word >>> (32 - bits));
    };
    for (let round = 0; round < 10; round++) {
        for (const [a, b, c, d] of mixes) {
            step(a, b, d, 16);
            step(c, d, b, 12);
            step(a, b, d, 8);
            step(c, d, b, 7);
        }
    }
    return x.map((word, i) => word + at(start, i));
}

/** Draws below a bound from the stream, each result exactly as likely as any other. */
export function drawer(words: () => number): (bound: number) => number {
    return (bound) => {
        const whole = 2 ** 32 - (2 ** 32 % bound);
        let word = words();
        while (word >= whole) {
            word = words();
        }
        return word % bound;
    };
}

function streamOf(key: Uint8Array): () => number {
    let block = 0;
    let words = chacha20Block(key, 0);
    let next = 0;
    return () => {
        if (next === 16) {
            block += 1;
            words = chacha20Block(key, block);
            next = 0;
        }
        return at(words, next++);
    };
}

// ---- the deck -----------------------------------------------------------------------------------

export interface Contribution {
    seat: number;
    bytes: string;
}

export interface Fairness {
    commitment: string;
    secret: string;
    table: number;
    round: number;
    contributions: Contribution[];
    procedure: string;
    dealt: number[];
}

export function fromHex(hex: string): Uint8Array {
    if (!/^([0-9a-f]{2})*$/.test(hex)) {
        throw new TypeError('these are no hex digits');
    }
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function hash(tag: string, text: Uint8Array): Uint8Array {
    const whole = new Uint8Array(16 + text.length);
    whole.set(new TextEncoder().encode(tag));
    whole.set(text, 16);
    return blake2b(whole);
}

function bytes32(hex: string): Uint8Array {
    const bytes = fromHex(hex);
    if (bytes.length !== 32) {
        throw new TypeError('a secret has 32 bytes');
    }
    return bytes;
}

export function commitmentOf(secret: string): string {
    return toHex(hash('uth commit 1', bytes32(secret)));
}

const seatsMax = 8;

function keyOf(fairness: Fairness): Uint8Array {
    const text = new Uint8Array(32 + 4 + 8 + seatsMax * 33);
    const view = new DataView(text.buffer);
    text.set(bytes32(fairness.secret));
    view.setUint32(32, fairness.table, true);
    view.setBigUint64(36, BigInt(fairness.round), true);
    for (const { seat, bytes } of fairness.contributions) {
        const own = fromHex(bytes);
        if (seat < 1 || seat > seatsMax || own.length > 32) {
            throw new TypeError('a contribution has a seat and at most 32 bytes');
        }
        text[44 + 33 * (seat - 1)] = own.length;
        text.set(own, 45 + 33 * (seat - 1));
    }
    return hash('uth deal 1', text);
}

/** The deck as shuffled, the card that is dealt first at the front. */
export function deckOf(fairness: Fairness): string[] {
    const below = drawer(streamOf(keyOf(fairness)));
    const deck = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
    for (let i = 51; i >= 1; i--) {
        const j = below(i + 1);
        const card = at(deck, i);
        deck[i] = at(deck, j);
        deck[j] = card;
    }
    return deck;
}

export interface Dealt {
    seats: Map<number, string[]>;
    dealer: string[];
    community: string[];
    /** Who got the first card, the second, and so on: for showing the deal. */
    order: { to: string; card: string }[];
}

// The order of the places for each procedure: seats in dealing order, then -1 the dealer, -2 the board.
function placesOf(procedure: string, seats: readonly number[]): number[] {
    const board = [-2, -2, -2, -2, -2];
    const one = [...seats, -1];
    const two = one.flatMap((place) => [place, place]);
    switch (procedure) {
        case 'shoe':
            return [...one, ...one, ...board];
        case 'shuffler':
        case 'deck-mate':
            return [...two, ...board];
        case 'ace-ideal':
            return [...board, ...two];
        default:
            throw new TypeError(`there is no dealing procedure "${procedure}"`);
    }
}

export function dealAgain(fairness: Fairness): Dealt {
    const deck = deckOf(fairness);
    const dealt: Dealt = { seats: new Map(), dealer: [], community: [], order: [] };
    placesOf(fairness.procedure, fairness.dealt).forEach((place, i) => {
        const card = at(deck, i);
        if (place === -1) {
            dealt.dealer.push(card);
        } else if (place === -2) {
            dealt.community.push(card);
        } else {
            dealt.seats.set(place, [...(dealt.seats.get(place) ?? []), card]);
        }
        dealt.order.push({
            to: place === -1 ? 'dealer' : place === -2 ? 'board' : `seat ${place}`,
            card,
        });
    });
    return dealt;
}
