// What moves money carries a key: one for each thing that is meant, kept until an answer says it is done.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './support.mjs';

const { pay } = await load('lib/pay.ts');
const path = '/api/me/deposit';
let tokens = 0;

// Answers each request with the next of these statuses, 0 for a connection that is lost; gives the keys.
async function keysOf(statuses, run) {
    const sent = [];
    globalThis.fetch = async (where, init = {}) => {
        if (where === '/api/me') {
            return new Response(JSON.stringify({ role: 'player', csrf: `token ${++tokens}` }));
        }
        sent.push({ key: init.headers['Idempotency-Key'], body: JSON.parse(init.body) });
        const status = statuses.shift();
        if (status === 0) {
            throw new TypeError('network');
        }
        return new Response(JSON.stringify({ ok: status === 200 }), { status });
    };
    await run();
    assert.equal(statuses.length, 0);
    return sent;
}

const tried = (...asked) => pay(...asked).catch(() => undefined);

test('one thing that is meant has one key until it is done', async () => {
    const sent = await keysOf([0, 401, 429, 503, 200, 200], async () => {
        for (let i = 0; i < 5; i++) {
            await tried(path, { amount: 100 });
        }
        await tried(path, { amount: 100 }); // done before: this is meant anew
    });
    const keys = sent.map((one) => one.key);
    assert.equal(new Set(keys.slice(0, 5)).size, 1);
    assert.match(keys[0], /^[0-9a-f]{32}$/);
    assert.notEqual(keys[5], keys[4]);
});

test('the second try with a new token has the same key', async () => {
    const sent = await keysOf([403, 200], () => pay(path, { amount: 200 }));
    assert.equal(sent[0].key, sent[1].key);
});

test('another amount is another thing that is meant', async () => {
    const sent = await keysOf([0, 0, 200], async () => {
        await tried(path, { amount: 100 });
        await tried(path, { amount: 300 });
        await tried(path, { amount: 300 });
    });
    assert.notEqual(sent[0].key, sent[1].key);
    assert.equal(sent[1].key, sent[2].key);
});

test('who approves it is no part of what is meant (WALK-1)', async () => {
    const adjust = '/api/meters/1/adjust';
    const sent = await keysOf([403, 0, 200], async () => {
        await tried(adjust, { amount: 5 }, { card: '1', pin: '1111' });
        await tried(adjust, { amount: 5 }, { card: '1', pin: '2222' });
    });
    assert.equal(new Set(sent.map((one) => one.key)).size, 1);
    assert.deepEqual(sent[2].body, { amount: 5, card: '1', pin: '2222' });
});
