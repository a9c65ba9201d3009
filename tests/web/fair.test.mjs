// The fairness check of the browser, held to the server's vectors and to OpenSSL.
import assert from 'node:assert/strict';
import { createCipheriv, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { chance, load } from './support.mjs';

const fair = await load('lib/fair.ts');
const vectors = JSON.parse(
    await readFile(new URL('../fair/vectors.json', import.meta.url), 'utf8'),
);

test('commitments, rosters, signatures and decks are those of the vectors', () => {
    assert.ok(vectors.length >= 5);
    for (const vector of vectors) {
        const { name, bank, procedure, roster, key } = vector;
        assert.equal(fair.commitmentOf(vector.secret), vector.commitment, name);
        for (const { seat, commitment, part } of roster) {
            assert.equal(part && fair.partCommitmentOf(vector, seat, part), part && commitment, name);
        }
        const hash = fair.rosterHashOf(vector, { bank, procedure, seats: roster });
        assert.equal(hash, vector.roster_hash, name);
        assert.ok(fair.isSigned(vector.signature, hash, key), name);
        for (const { seat, receipt } of vector.receipts) {
            const own = roster.find((one) => one.seat === seat);
            const text = fair.receiptHashOf(vector, seat, own.commitment);
            assert.ok(fair.isSigned(receipt, text, key), name);
            assert.ok(!fair.isSigned(receipt, hash, key), 'a receipt is no roster');
        }
        assert.equal(fair.deckOf(vector).join(' '), vector.deck, name);
    }
});

test('a part commits to one table, one round and one seat, and a roster to all of its fields', () => {
    const part = '01'.repeat(32);
    const place = { table: 1, round: 2, commitment: '02'.repeat(32) };
    const commitments = [
        [place, 3, part],
        [{ ...place, table: 2 }, 3, part],
        [{ ...place, round: 3 }, 3, part],
        [place, 4, part],
        [place, 3, '03'.repeat(32)],
    ].map((all) => fair.partCommitmentOf(...all));
    assert.equal(new Set(commitments).size, commitments.length);
    const seats = [{ seat: 3, commitment: commitments[0] }];
    const procedure = 'shuffler';
    const rosters = [
        [place, { bank: 0, procedure, seats }],
        [{ ...place, table: 2 }, { bank: 0, procedure, seats }],
        [{ ...place, round: 3 }, { bank: 0, procedure, seats }],
        [{ ...place, commitment: part }, { bank: 0, procedure, seats }],
        [place, { bank: 3, procedure, seats }],
        [place, { bank: 0, procedure: 'shoe', seats }],
        [place, { bank: 0, procedure, seats: [] }],
        [place, { bank: 0, procedure, seats: [{ seat: 3, commitment: null }] }],
        [place, { bank: 0, procedure, seats: [{ seat: 3, commitment: '00'.repeat(32) }] }],
        [place, { bank: 0, procedure, seats: [{ seat: 4, commitment: commitments[0] }] }],
        [place, { bank: 0, procedure, seats: [...seats, { seat: 4, commitment: null }] }],
    ].map((all) => fair.rosterHashOf(...all));
    assert.equal(new Set(rosters).size, rosters.length);
    assert.throws(() => fair.rosterHashOf(place, { bank: 0, procedure: 'by hand', seats }), /by hand/);
});

test('a signature is one of this key over these bytes, and anything else is none', () => {
    const { signature, roster_hash: hash, key } = vectors[0];
    assert.ok(fair.isSigned(signature, hash, key));
    const other = (hex) => hex.slice(0, -2) + (hex.endsWith('00') ? '01' : '00');
    for (const [given, text, under] of [
        [other(signature), hash, key],
        [signature, other(hash), key],
        [signature, hash, other(key)],
        [signature.slice(2), hash, key],
        [signature, hash.slice(2), key],
        ['', '', ''],
        [signature.toUpperCase(), hash, key],
    ]) {
        assert.equal(fair.isSigned(given, text, under), false);
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
    let deck;
    const take = (...places) => places.map((place) => deck[place]);
    const dealt = (procedure) => {
        deck = fair.deckOf({ ...base, procedure });
        return fair.dealAgain({ ...base, procedure });
    };
    const shoe = dealt('shoe');
    assert.deepEqual(shoe.seats.get(2), take(0, 3));
    assert.deepEqual(shoe.seats.get(5), take(1, 4));
    assert.deepEqual(shoe.dealer, take(2, 5));
    assert.deepEqual(shoe.community, take(6, 7, 8, 9, 10));
    for (const procedure of ['shuffler', 'deck-mate']) {
        const { seats, dealer, community } = dealt(procedure);
        assert.deepEqual(seats.get(5), take(2, 3));
        assert.deepEqual(dealer, take(4, 5));
        assert.deepEqual(community, take(6, 7, 8, 9, 10));
    }
    const ideal = dealt('ace-ideal');
    assert.deepEqual(ideal.community, take(0, 1, 2, 3, 4));
    assert.deepEqual(ideal.dealer, take(9, 10));
    assert.throws(() => fair.dealAgain({ ...base, procedure: 'by hand' }), /by hand/);
});

test('what is no secret, no part and no roster is refused', () => {
    assert.throws(() => fair.commitmentOf('00'), TypeError);
    assert.throws(() => fair.commitmentOf('zz'.repeat(32)), TypeError);
    assert.throws(() => fair.partCommitmentOf(vectors[0], 1, '00'.repeat(33)), TypeError);
    assert.throws(() => fair.partCommitmentOf(vectors[0], 256, '00'.repeat(32)), TypeError);
    assert.throws(() => fair.partCommitmentOf({ table: -1, round: 1 }, 1, '00'.repeat(32)), TypeError);
    const empty = { seat: 1, commitment: null, part: null };
    for (const roster of [[empty, empty], [{ ...empty, seat: 9 }], [{ ...empty, part: '00' }]]) {
        assert.throws(() => fair.deckOf({ ...vectors[0], roster }), TypeError);
    }
});

test('every bit of the secret and of a part changes the deck', (t) => {
    const random = chance(t);
    const secret = Uint8Array.from({ length: 32 }, () => Math.floor(random() * 256));
    const decks = new Set();
    for (let bit = 0; bit < 256; bit += 7) {
        const other = secret.slice();
        other[bit >> 3] ^= 1 << (bit % 8);
        const hex = fair.toHex(other);
        const roster = [{ seat: 1, commitment: null, part: hex }];
        for (const deck of [
            fair.deckOf({ ...vectors[0], secret: hex }),
            fair.deckOf({ ...vectors[0], roster }),
        ]) {
            assert.equal(new Set(deck).size, 52);
            decks.add(deck.join(''));
        }
    }
    assert.equal(decks.size, 74);
});
