// Fair dealing, byte by byte (docs/dealing.md): commitments, the signed roster, the deck. Everything is
// computed here from what the server said, so that nothing of it need be believed.
import * as ed25519 from '@noble/ed25519';
import { blake2b } from '@noble/hashes/blake2';
import { sha512 } from '@noble/hashes/sha2';
import { concatBytes } from '@noble/hashes/utils';

ed25519.etc.sha512Sync = (...texts) => sha512(concatBytes(...texts));

export const seatsMax = 8;

/** "No more bets" said who plays and which commitments count. */
export interface Roster {
    /** The player-dealer's seat; 0 where the house banks. */
    bank: number;
    /** How the cards are dealt, one of `procedures`. */
    procedure: string;
    /** Everybody who takes part, the player-dealer, too. */
    seats: { seat: number; commitment: string | null }[];
}

/** What a record says of its deal. */
export interface Fairness {
    scheme: number;
    commitment: string;
    secret: string;
    table: number;
    round: number;
    bank: number;
    /** null, with signature and key, where a round was void before "no more bets". */
    roster: { seat: number; commitment: string | null; part: string | null }[] | null;
    signature: string | null;
    key: string | null;
    /** Seats whose committed part did not come: then nothing was dealt. */
    withheld: number[];
    procedure: string;
    dealt: number[];
}

/** A round of a table, and the secret the server is bound to in it. */
export interface Place {
    table: number;
    round: number;
    commitment: string;
}

// ---- bytes --------------------------------------------------------------------------------------

export function fromHex(hex: string): Uint8Array {
    if (!/^([0-9a-f]{2})*$/.test(hex)) {
        throw new TypeError('these are no hex digits');
    }
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytes32(hex: string): Uint8Array {
    const bytes = fromHex(hex);
    if (bytes.length !== 32) {
        throw new TypeError(`32 bytes are needed, not ${bytes.length}`);
    }
    return bytes;
}

function number(value: number, size: 1 | 4 | 8): Uint8Array {
    if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** (8 * size)) {
        throw new TypeError(`${value} is no number of ${size} bytes`);
    }
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setBigUint64(0, BigInt(value), true);
    return new Uint8Array(bytes.buffer, 0, size);
}

function hash(tag: string, ...texts: Uint8Array[]): Uint8Array {
    const padded = new Uint8Array(16);
    padded.set(new TextEncoder().encode(tag));
    return blake2b(concatBytes(padded, ...texts), { dkLen: 32 });
}

function at<T>(list: ArrayLike<T>, index: number): T {
    const value = list[index];
    if (value === undefined) {
        throw new RangeError('an index of our own is wrong');
    }
    return value;
}

/** In the order of their numbers in a roster. */
const procedures = ['shoe', 'shuffler', 'deck-mate', 'ace-ideal'];

function procedureNumber(procedure: string): number {
    const index = procedures.indexOf(procedure);
    if (index < 0) {
        throw new TypeError(`there is no dealing procedure "${procedure}"`);
    }
    return index;
}

const none = new Uint8Array(32);
const seatNumbers = Array.from({ length: seatsMax }, (_, i) => i + 1);

// One of each seat, by number; a list that names a seat twice, or one there is not, is no roster.
function bySeat<T extends { seat: number }>(list: readonly T[]): (T | undefined)[] {
    const found = seatNumbers.map((seat) => list.find((one) => one.seat === seat));
    if (found.filter((one) => one).length !== list.length) {
        throw new TypeError('a roster names each seat once');
    }
    return found;
}

// ---- commitments, receipts, the roster ----------------------------------------------------------

export function commitmentOf(secret: string): string {
    return toHex(hash('uth commit 1', bytes32(secret)));
}

/** What a player is bound to: their part of the round's shuffle, at this seat in this round only. */
export function partCommitmentOf(
    { table, round }: Pick<Place, 'table' | 'round'>,
    seat: number,
    part: string,
): string {
    return toHex(
        hash('uth part 1', number(table, 4), number(round, 8), number(seat, 1), bytes32(part)),
    );
}

/** What the server signs when it has taken a commitment. */
export function receiptHashOf(place: Place, seat: number, part: string): string {
    return toHex(
        hash(
            'uth receipt 1',
            number(place.table, 4),
            number(place.round, 8),
            number(seat, 1),
            bytes32(place.commitment),
            bytes32(part),
        ),
    );
}

export function rosterHashOf(place: Place, { bank, procedure, seats }: Roster): string {
    const texts = bySeat(seats).flatMap((one) => [
        number(one ? 1 : 0, 1),
        number(one?.commitment ? 1 : 0, 1),
        one?.commitment ? bytes32(one.commitment) : none,
    ]);
    return toHex(
        hash(
            'uth roster 1',
            number(place.table, 4),
            number(place.round, 8),
            bytes32(place.commitment),
            number(bank, 1),
            number(procedureNumber(procedure), 1),
            ...texts,
        ),
    );
}

/** Is it the key's signature (Ed25519) over these 32 bytes? */
export function isSigned(signature: string, text: string, key: string): boolean {
    try {
        return ed25519.verify(fromHex(signature), bytes32(text), bytes32(key), { zip215: false });
    } catch {
        return false; // not even the shape of a signature
    }
}

// ---- ChaCha20 (RFC 8439), the nonce is zero -----------------------------------------------------

// Columns, then diagonals.
// prettier-ignore
const mixes = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
] as const;

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

function keyOf(fairness: Fairness): Uint8Array {
    const seats = fairness.roster ?? [];
    const parts = bySeat(seats).flatMap((one) => [
        number(one?.part ? 1 : 0, 1),
        one?.part ? bytes32(one.part) : none,
    ]);
    const rosterHash = bytes32(rosterHashOf(fairness, { ...fairness, seats }));
    return hash('uth deal 2', bytes32(fairness.secret), rosterHash, ...parts);
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
        case 'ace-ideal':
            return [...board, ...two];
        default: // shuffler and deck-mate: the roster has no others
            return [...two, ...board];
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
