// The fairness check of the browser, held to the server's vectors and to OpenSSL.
import assert from 'node:assert/strict';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { chance, load } from './support.mjs';

const fair = await load('lib/fair.ts');
const vectors = JSON.parse(
    await readFile(new URL('../fair/vectors.json', import.meta.url), 'utf8'),
);

test('commitments and decks are those of the vectors', () => {
    assert.ok(vectors.length >= 5);
    for (const vector of vectors) {
        assert.equal(fair.commitmentOf(vector.secret), vector.commitment, vector.name);
        assert.equal(fair.deckOf(vector).join(' '), vector.deck, vector.name);
    }
});

test('BLAKE2b is that of OpenSSL at every length around its blocks', () => {
    for (const size of [0, 1, 63, 64, 127, 128, 129, 255, 256, 257, 340, 1000]) {
        const text = randomBytes(size);
        const expected = createHash('blake2b512').update(text).digest('hex');
        assert.equal(fair.toHex(fair.blake2b(new Uint8Array(text), 64)), expected, `${size} bytes`);
    }
});

test('the stream is ChaCha20 as OpenSSL makes it', () => {
    const key = randomBytes(32);
    const expected = createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(64 * 5));
    for (let block = 0; block < 5; block++) {
        const words = fair.chacha20Block(new Uint8Array(key), block);
        words.forEach((word, i) => assert.equal(word, expected.readUInt32LE(64 * block + 4 * i)));
    }
});

test('a word of the last short run is drawn again', () => {
    for (let bound = 1; bound <= 52; bound++) {
        const whole = 2 ** 32 - (2 ** 32 % bound);
        const words = whole === 2 ** 32 ? [whole - 1] : [whole, 2 ** 32 - 1, whole - 1];
        assert.equal(fair.drawer(() => words.shift())(bound), bound - 1);
        assert.equal(words.length, 0);
    }
});

test('each procedure deals in its own order, and every card once', () => {
    const base = { ...vectors[0], dealt: [2, 5] };
    const deck = fair.deckOf(base);
    const take = (...places) => places.map((place) => deck[place]);
    const shoe = fair.dealAgain({ ...base, procedure: 'shoe' });
    assert.deepEqual(shoe.seats.get(2), take(0, 3));
    assert.deepEqual(shoe.seats.get(5), take(1, 4));
    assert.deepEqual(shoe.dealer, take(2, 5));
    assert.deepEqual(shoe.community, take(6, 7, 8, 9, 10));
    const shuffler = fair.dealAgain({ ...base, procedure: 'shuffler' });
    assert.deepEqual(shuffler.seats.get(5), take(2, 3));
    assert.deepEqual(shuffler.dealer, take(4, 5));
    assert.deepEqual(fair.dealAgain({ ...base, procedure: 'deck-mate' }), shuffler);
    const ideal = fair.dealAgain({ ...base, procedure: 'ace-ideal' });
    assert.deepEqual(ideal.community, take(0, 1, 2, 3, 4));
    assert.deepEqual(ideal.dealer, take(9, 10));
    assert.throws(() => fair.dealAgain({ ...base, procedure: 'by hand' }), /by hand/);
});

test('what is no secret and no contribution is refused', () => {
    assert.throws(() => fair.commitmentOf('00'), TypeError);
    assert.throws(() => fair.commitmentOf('zz'.repeat(32)), TypeError);
    const long = { seat: 1, bytes: '00'.repeat(33) };
    assert.throws(() => fair.deckOf({ ...vectors[0], contributions: [long] }), TypeError);
    assert.throws(
        () => fair.deckOf({ ...vectors[0], contributions: [{ seat: 9, bytes: '00' }] }),
        TypeError,
    );
});

test('every bit of the secret changes the deck', (t) => {
    const random = chance(t);
    const secret = Uint8Array.from({ length: 32 }, () => Math.floor(random() * 256));
    const decks = new Set();
    for (let bit = 0; bit < 256; bit += 7) {
        const other = secret.slice();
        other[bit >> 3] ^= 1 << (bit % 8);
        const deck = fair.deckOf({ ...vectors[0], secret: fair.toHex(other) });
        assert.equal(new Set(deck).size, 52);
        decks.add(deck.join(''));
    }
    assert.equal(decks.size, 37);
});
