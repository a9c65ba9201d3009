// Chips on their way: whatever the order of answers, views and clicks, one wager is under way at a time,
// the server ends with what was wanted last, and nothing is shown as placed that it has not got.
import assert from 'node:assert/strict';
import test from 'node:test';
import { chance, load } from '../../../../tests/web/support.mjs';

const { Bets, placed } = await load('features/table/bets.ts');
const { sameStakes } = await load('features/table/stakes.ts');

const circles = [
    { wager: 'own_1', name: 'Flop Five', side: 'flop_five' },
    { wager: 'trips', name: 'Trips' },
    { wager: 'ante', name: 'Ante', equals: 'blind' },
    { wager: 'blind', name: 'Blind', equals: 'ante' },
    { wager: 'play', name: 'Play', later: true },
];
const limits = {
    own_1: { min: 100, max: 30000 },
    ante: { min: 500, max: 7500 },
    blind: { min: 500, max: 7500 },
    trips: { min: 100, max: 30000 },
};

/** A table, its server far away, and one player's chips. Answers and views come when they are let through. */
class Far {
    constructor(t) {
        this.timers = new Map();
        const real = [globalThis.setTimeout, globalThis.clearTimeout];
        globalThis.setTimeout = (run, ms) => {
            const timer = {};
            this.timers.set(timer, { run, ms });
            return timer;
        };
        globalThis.clearTimeout = (timer) => this.timers.delete(timer);
        t.after(() => ([globalThis.setTimeout, globalThis.clearTimeout] = real));
        this.server = { round: 1, phase: 'betting', stakes: {}, ready: false };
        this.said = [];
        this.sent = []; // every wager that went out
        this.line = []; // those that are not there yet
        this.answers = []; // those that are on their way back
        this.most = 0;
        this.show();
        this.bets = new Bets(1, () => this.view, {
            send: (view, fields) => {
                const wager = { round: view.round, ...fields };
                this.sent.push(wager);
                return new Promise((resolve) => {
                    this.line.push({ wager, resolve });
                    this.most = Math.max(this.most, this.line.length + this.answers.length);
                });
            },
            say: (words) => this.said.push(words),
        });
    }

    /** The view of this moment comes to the page. */
    show() {
        const { round, phase, state, stakes, ready } = this.server;
        const options = { wager: phase === 'betting' && state !== 'sealed' };
        this.view = {
            round,
            phase,
            state,
            circles,
            limits,
            you: { seat: 2, ready, options },
            seats: [{ seat: 2, stakes }],
        };
        this.bets?.follow(this.view);
    }

    /** The oldest wager comes to the server. */
    reach() {
        const { wager, resolve } = this.line.shift() ?? {};
        if (!wager) return;
        const { server } = this;
        const own = wager.side?.flop_five ?? 0;
        const equal = (wager.stakes.ante ?? 0) === (wager.stakes.blind ?? 0);
        const together = this.refuses && own && wager.stakes.trips;
        const ok = wager.round === server.round && server.phase === 'betting' && equal && !together;
        if (ok) {
            const stakes = { ...wager.stakes, ...(own ? { own_1: own } : {}) };
            Object.assign(server, { stakes, ready: wager.ready });
        }
        const message = together
            ? 'At most three side bets: remove one first.'
            : equal
              ? 'no more bets'
              : 'Ante and Blind are equal';
        this.answers.push(() => resolve(ok ? { ok } : { ok, error: { code: 20, message } }));
    }

    async answer() {
        this.answers.shift()?.();
        for (let i = 0; i < 8; i++) await Promise.resolve();
    }

    async pass(ms = 200) {
        for (const [timer, one] of this.timers) {
            one.ms -= ms;
            if (one.ms <= 0) {
                this.timers.delete(timer);
                one.run();
            }
        }
        for (let i = 0; i < 8; i++) await Promise.resolve();
    }

    async everything() {
        for (let i = 0; i < 8; i++) {
            await this.pass();
            this.reach();
            await this.answer();
        }
        this.show();
    }

    close() {
        this.server.phase = 'preflop';
    }
}

test('a side bet too many is refused alone, with its sentence, and the other wagers stand (WALK-7)', async (t) => {
    const far = new Far(t);
    far.refuses = true;
    for (const wager of ['ante', 'trips', 'own_1']) {
        far.bets.add(wager, 1); // faster than the table can answer
    }
    await far.everything();
    assert.deepEqual(far.bets.shown(far.view), { ante: 500, blind: 500, trips: 500 });
    assert.deepEqual(placed(far.view), { ante: 500, blind: 500, trips: 500 });
    assert.equal(far.bets.refusal(far.view), 'At most three side bets: remove one first.');
    assert.equal(far.most, 1);
    far.view.you.options.shut = { own_1: 'at most three side bets' };
    far.bets.add('own_1', 1);
    await far.everything();
    assert.equal(far.sent.length, 2, 'what the table has said to be shut is not asked again');
    far.bets.add('ante', 1);
    await far.everything();
    assert.deepEqual(placed(far.view), { ante: 1000, blind: 1000, trips: 500 });
    assert.equal(far.bets.refusal(far.view), '', 'it was said of that chip');
});

test('who is ready while a chip is under way is dealt in, with both chips', async (t) => {
    const far = new Far(t);
    far.bets.add('ante', 1);
    await far.pass();
    far.bets.add('trips', 1);
    void far.bets.done();
    assert.equal(far.sent.length, 1, 'one at a time');
    far.reach();
    await far.answer();
    assert.equal(far.sent.length, 2, 'with the answer, at once');
    assert.deepEqual(far.sent[1].stakes, { ante: 500, blind: 500, trips: 500 });
    assert.equal(far.sent[1].ready, true);
    await far.everything();
    assert.equal(far.sent.length, 2);
    assert.ok(far.bets.ready(far.view));
});

test("a side bet of the profile's own goes out by its id, and comes back with the next bets", async (t) => {
    const far = new Far(t);
    void far.bets.done({ ante: 500, blind: 500, own_1: 300 });
    await far.everything();
    assert.deepEqual(far.sent, [
        { round: 1, stakes: { ante: 500, blind: 500 }, side: { flop_five: 300 }, ready: true },
    ]);
    assert.deepEqual(placed(far.view), { ante: 500, blind: 500, own_1: 300 });
    far.bets.remember(far.view, { ...placed(far.view), play: 2000 });
    assert.deepEqual(far.bets.again(far.view), { ante: 500, blind: 500, own_1: 300 });
    const moved = [{ wager: 'own_2', name: 'Flop Five', side: 'flop_five' }, ...circles.slice(1)];
    assert.deepEqual(
        far.bets.again({ ...far.view, circles: moved }),
        { own_2: 300, ante: 500, blind: 500 },
        'wherever the profile has it by then',
    );
    const other = [{ wager: 'own_1', name: 'Low', side: 'low' }, ...circles.slice(1)];
    assert.deepEqual(far.bets.again({ ...far.view, circles: other }), { ante: 500, blind: 500 });
    far.bets.add('own_1', 1);
    far.close();
    far.show();
    assert.deepEqual(far.said, ['No more bets: Flop Five stays at $3.']);
});

test('a chip put while "ready" is under way gets there, and its owner has not finished', async (t) => {
    const far = new Far(t);
    void far.bets.done({ ante: 500, blind: 500 });
    far.bets.add('trips', 1);
    await far.pass();
    far.reach();
    far.show();
    assert.ok(!far.bets.ready(far.view), 'the server is ready without that chip');
    await far.answer();
    far.reach();
    await far.answer();
    far.show();
    assert.deepEqual(placed(far.view), { ante: 500, blind: 500, trips: 500 });
    assert.ok(!far.bets.ready(far.view));
    void far.bets.done();
    await far.everything();
    assert.ok(far.bets.ready(far.view));
});

test('a chip that comes after "no more bets" is not shown as placed, and that is said', async (t) => {
    const far = new Far(t);
    void far.bets.done({ ante: 500, blind: 500 });
    far.bets.add('trips', 1);
    far.reach();
    far.close();
    await far.answer();
    await far.pass(); // it goes out, for the page knows no better
    far.show();
    assert.deepEqual(far.bets.shown(far.view), { ante: 500, blind: 500 });
    assert.deepEqual(far.said, ['No more bets: Trips $5 is not placed.']);
    await far.everything();
    assert.equal(far.said.length, 1, 'once');
    assert.equal(far.bets.refusal(far.view), '', 'and not as a refusal too');
});

test('a chip that comes while parts are revealed is not placed either', async (t) => {
    const far = new Far(t);
    void far.bets.done({ ante: 500, blind: 500 });
    await far.everything();
    far.bets.add('trips', 1);
    far.server.state = 'sealed';
    far.show();
    assert.deepEqual(far.bets.shown(far.view), { ante: 500, blind: 500 });
    assert.deepEqual(far.said, ['No more bets: Trips $5 is not placed.']);
});

test('a chip taken off too late stays, and that is said', async (t) => {
    const far = new Far(t);
    far.bets.chip.value = 1000;
    far.bets.add('ante', 1);
    await far.everything();
    far.bets.undo();
    far.close();
    far.show();
    assert.deepEqual(far.said, ['No more bets: Ante stays at $10, Blind stays at $10.']);
});

test('what was placed in time is closed without a word', async (t) => {
    const far = new Far(t);
    void far.bets.done({ ante: 500, blind: 500 });
    await far.everything();
    far.close();
    far.show();
    assert.deepEqual(far.said, []);
});

test("chips of a round that is void before the deal are nobody's mistake", async (t) => {
    const far = new Far(t);
    far.bets.add('ante', 1);
    Object.assign(far.server, { phase: 'idle', stakes: {} });
    far.show();
    assert.deepEqual(far.said, []);
});

test('a refusal stands until the chips change, and never in another round', async (t) => {
    const far = new Far(t);
    far.bets.put({ ante: 500 });
    await far.everything();
    assert.equal(far.bets.refusal(far.view), 'Ante and Blind are equal');
    Object.assign(far.server, { round: 2, stakes: {} });
    far.show();
    assert.equal(far.bets.refusal(far.view), '');
    far.bets.put({ ante: 500 });
    await far.everything();
    assert.equal(far.bets.refusal(far.view), 'Ante and Blind are equal');
    far.bets.put({ ante: 500, blind: 500 });
    assert.equal(far.bets.refusal(far.view), '');
});

test('half a bet that has grown meanwhile is not called refused', async (t) => {
    const far = new Far(t);
    far.bets.put({ ante: 500 });
    await far.pass();
    far.bets.put({ ante: 500, blind: 500 });
    far.reach();
    await far.answer();
    assert.equal(far.bets.refusal(far.view), '');
    await far.everything();
    assert.deepEqual(placed(far.view), { ante: 500, blind: 500 });
});

test('"ready" that was refused can be said again', async (t) => {
    const far = new Far(t);
    void far.bets.done({ ante: 500 });
    await far.everything();
    void far.bets.done();
    void far.bets.done();
    await far.everything();
    assert.deepEqual(
        far.sent.map((one) => one.ready),
        [true, true],
    );
});

test('all orders of clicks, answers and views end with what was wanted last', async (t) => {
    const random = chance(t);
    for (let run = 0; run < 400; run++) {
        const far = new Far(t);
        const { bets } = far;
        let wanted = {};
        let finished = false;
        const put = (wager) => {
            bets.add(wager, random() < 0.7 ? 1 : -1);
            [wanted, finished] = [bets.shown(far.view), false];
        };
        const moves = [
            () => put('ante'),
            () => put('trips'),
            () => put('own_1'),
            () => [void bets.done(), (finished = true)],
            () => far.pass(),
            () => far.reach(),
            () => far.answer(),
            () => far.show(),
        ];
        for (let i = 0; i < 25; i++) {
            await moves[Math.floor(random() * moves.length)]();
            assert.ok(far.most <= 1, 'one at a time');
            assert.ok(sameStakes(bets.shown(far.view), wanted), 'what was put is shown');
            if (bets.ready(far.view)) {
                assert.ok(sameStakes(far.view.seats[0].stakes, wanted), 'ready with these');
            }
        }
        await far.everything();
        assert.ok(sameStakes(far.server.stakes, wanted));
        assert.equal(far.server.ready, finished);
    }
});
