// The logic behind the jackpot display.
import assert from 'node:assert/strict';
import test from 'node:test';
import { chance, load } from '../../../../tests/web/support.mjs';

const { Running, glyphsOf, runMs } = await load('features/display/count.ts');
const { Party, grandMs, smallMs } = await load('features/display/party.ts');
const { trust, wantsReload, blankAfterMs, dimAfterMs } = await load('features/display/watchdog.ts');

test('the display runs up to the exact amount within a second, and never above it', () => {
    const meter = new Running();
    assert.equal(meter.known, false);
    meter.set(1_000_000, 0);
    assert.equal(meter.at(0), 1_000_000, 'the first amount is shown at once');
    meter.set(1_000_500, 100);
    const shown = [];
    for (let now = 100; now <= 100 + runMs; now += 30) {
        shown.push(meter.at(now));
    }
    assert.ok(
        shown.every((cents, i) => i === 0 || cents >= shown[i - 1]),
        'it only rises',
    );
    assert.ok(shown.every((cents) => cents <= 1_000_500 && Number.isInteger(cents)));
    assert.ok(new Set(shown).size > 10, 'smoothly');
    assert.ok(runMs < 1000);
    assert.equal(meter.at(100 + runMs), 1_000_500);
    assert.ok(meter.isDone(100 + runMs));
});

test('an award is off the display at once', () => {
    const meter = new Running();
    meter.set(1_000_000, 0);
    meter.set(2_000_000, 10);
    meter.set(500_000, 300);
    assert.equal(meter.at(300), 500_000);
    assert.equal(meter.at(301), 500_000);
});

test('whatever comes when, the display is never above what it was told last', (t) => {
    const random = chance(t);
    const meter = new Running();
    let now = 0;
    let told = 0;
    let before = 0;
    for (let i = 0; i < 5000; i++) {
        now += Math.floor(random() * 700);
        if (random() < 0.5) {
            const next =
                random() < 0.03 ? Math.floor(random() * told) : told + Math.floor(random() * 3000);
            meter.set(next, now, random() < 0.1);
            before = Math.min(before, next);
            told = next;
        }
        const shown = meter.at(now);
        assert.ok(shown <= told, `${shown} above ${told}`);
        assert.ok(shown >= before, 'it falls only when the true amount does');
        before = shown;
    }
    assert.equal(meter.at(now + runMs), told);
});

test('what is no amount changes nothing on the display', () => {
    const meter = new Running();
    meter.set(77, 0);
    for (const wrong of [NaN, -1, 1.5, undefined, null, 2 ** 60]) {
        meter.set(wrong, 10);
        assert.equal(meter.at(2000), 77);
    }
});

test('digits are the exact amount', () => {
    const text = (cents) =>
        glyphsOf(cents)
            .map((one) => one.text)
            .join('');
    assert.deepEqual([0, 5, 123, 1_234_567, 100_000_000].map(text), [
        '$0.00',
        '$0.05',
        '$1.23',
        '$12,345.67',
        '$1,000,000.00',
    ]);
    assert.deepEqual(
        glyphsOf(123).map((one) => one.kind),
        ['mark', 'digit', 'mark', 'cents', 'cents'],
    );
});

const royal = { table: 1, seat: 2, line: 'royal flush, first five', prize: 1_234_567 };

test('only a confirmed win is celebrated, and what is pressed is not said to be one', () => {
    const party = new Party();
    party.hear(1_234_567, null, 0);
    assert.equal(party.scene(0).kind, 'meter');
    party.hear(1_234_567, { ...royal, state: 'pressed' }, 10);
    assert.deepEqual(party.scene(10), { kind: 'verifying', win: null });
    party.hear(1_234_567, null, 20);
    assert.equal(party.scene(20).kind, 'meter', 'it was cancelled');
    party.hear(1_000_000, { ...royal, state: 'confirmed' }, 30);
    assert.deepEqual(party.scene(30), { kind: 'grand', win: royal });
    party.hear(1_000_000, null, 40);
    assert.equal(party.scene(40).kind, 'grand', 'it stands long enough to be seen');
    assert.equal(party.scene(30 + grandMs).kind, 'meter');
});

test('a small win is a ribbon under the meter, told once', () => {
    const party = new Party();
    const small = { table: 1, seat: 3, line: 'full house', prize: 1000, state: 'confirmed' };
    party.hear(1_000_000, null, 0);
    party.hear(1_000_000, small, 100);
    party.hear(1_000_020, { ...small, state: 'paid' }, 5000);
    assert.equal(party.scene(5000).kind, 'small');
    assert.equal(
        party.scene(100 + smallMs).kind,
        'meter',
        'hearing of it again does not prolong it',
    );
});

test('a small win at another table does not cut a celebration short', () => {
    const party = new Party();
    const small = { table: 2, seat: 3, line: 'full house', prize: 1000, state: 'paid' };
    party.hear(1_234_567, null, 0);
    party.hear(1_000_000, { ...royal, state: 'paid' }, 30);
    party.hear(1_000_020, small, 12_000);
    assert.deepEqual(party.scene(12_000), { kind: 'grand', win: royal });
    assert.equal(party.scene(30 + grandMs).kind, 'meter');
    party.hear(1_000_020, { ...small, seat: 4 }, 31 + grandMs);
    assert.equal(party.scene(31 + grandMs).kind, 'small', 'afterwards it is told again');
});

test('a display without its server dims, then shows nothing, then loads itself anew', () => {
    const at = (now, more = {}) => ({ now, cutSince: 0, loaded: 0, busy: false, ...more });
    assert.equal(trust(at(5000)), 'fresh');
    assert.equal(trust(at(1000 + dimAfterMs, { cutSince: 1000 })), 'old');
    assert.equal(trust(at(1000 + blankAfterMs, { cutSince: 1000 })), 'none');
    assert.equal(wantsReload(at(60_000, { cutSince: 1000 })), false);
    assert.equal(wantsReload(at(130_000, { cutSince: 1000 })), true);
    const day = 24 * 3600 * 1000;
    assert.equal(wantsReload(at(day)), true);
    assert.equal(wantsReload(at(day, { busy: true })), false, 'not while it celebrates');
});
