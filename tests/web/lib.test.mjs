// Money in words and back, the server's clock, sharing of what has not changed, chips and bets.
import assert from 'node:assert/strict';
import test from 'node:test';
import { chance, load } from './support.mjs';

const { money, moneyFull, net, parseMoney, short } = await load('lib/money.ts');
const { handleKey, keyGroups } = await load('lib/keys.ts');
const { Clock } = await load('lib/clock.ts');
const { share } = await load('lib/share.ts');
const { doubled, sameStakes, sumOf, withChip } =
    await load('features/table/stakes.ts');
const { dealTurns, settleTurns } = await load('features/table/order.ts');
const { Pace } = await load('features/table/pace.ts');
const { cardWords, cardsWords, reasonWords, stateWordsAt } = await load('lib/words.ts');
const { awaitedWords } = await load('lib/automatic.ts');

test('of a wager that is not covered it is not said that it won or lost (BANK-3)', () => {
    const exhausted = 'the player-dealer\'s wager is exhausted: returned';
    const lost = { stake: 500, outcome: 'lose', net: -500, reason: 'Ante loses: lower than the dealer' };
    assert.equal(reasonWords(lost), lost.reason);
    assert.equal(reasonWords({ ...lost, outcome: 'returned', limited: exhausted }), exhausted);
    assert.equal(reasonWords({ ...lost, limited: 'in part' }), `${lost.reason}; in part`);
});

test('a dealt table with people at it waits for its dealer', () => {
    assert.equal(stateWordsAt({ state: 'waiting', pace: 'dealer' }, 2), 'Waiting for the dealer');
    assert.equal(stateWordsAt({ state: 'waiting', pace: 'dealer' }, 0), 'Waiting for players');
    assert.equal(stateWordsAt({ state: 'waiting', pace: 'auto' }, 2), 'Waiting for players');
    assert.equal(stateWordsAt({ state: 'offering', pace: 'dealer' }, 2), 'Offering the bank');
});

test('whose decision is waited for is said by name, and house players are called that', () => {
    const seat = (name, more = {}) => ({ awaited: true, player: { name, house: false, ...more } });
    const alder = seat('Alder', { house: true });
    const birch = seat('Birch', { house: true });
    assert.equal(awaitedWords({ seats: [] }), '');
    assert.equal(awaitedWords({ seats: [{ awaited: false, player: { name: 'Ada' } }] }), '');
    assert.equal(awaitedWords({ seats: [seat('Ada'), alder] }), 'Waiting for Ada.');
    assert.equal(awaitedWords({ seats: [seat('Ada'), seat('Ben'), alder] }), 'Waiting for 2 players.');
    assert.equal(awaitedWords({ seats: [alder, birch] }), 'Waiting for 2 house players.');
});

test('a held key is one press, two in a moment are one decision, and a tick keeps its Space', () => {
    const done = [];
    const key = (name, more = {}) => ({ key: name, words: name, run: () => done.push(name), ...more });
    keyGroups.value = [{ title: 'Here', keys: [key('c', { once: true }), key('z'), key(' '), key('Enter')] }];
    globalThis.document = { querySelector: () => null };
    let now = 0;
    const press = (name, ms, { on = '', ...more } = {}) => {
        const target = {
            tagName: on.split('/')[0].toUpperCase(),
            type: on.split('/')[1] ?? '',
            closest: (list) => (on && list.split(', ').includes(on.split('/')[0]) ? {} : null),
        };
        now += ms;
        const event = { key: name, code: '', timeStamp: now, target, preventDefault() { this.kept = true; }, ...more };
        handleKey(event);
        return event.kept === true;
    };
    const did = () => done.splice(0).join('');
    for (let i = 0; i < 5; i++) {
        assert.ok(press('z', 30, { repeat: i > 0 }), 'no repeat does what the browser would');
    }
    assert.equal(did(), 'z');
    press('z', 100);
    assert.equal(did(), 'z', 'undo may be pressed quickly');
    press('c', 0);
    press('c', 150);
    assert.equal(did(), 'c');
    press('c', 400);
    assert.equal(did(), 'c', 'WALK-22: a moment is measured from the press that was taken');
    press('c', 501);
    press('z', 10);
    press('c', 10);
    assert.equal(did(), 'czc', 'another key between is no double press');
    for (const on of ['button', 'input/checkbox', 'input/radio', 'summary', 'a']) {
        assert.ok(!press(' ', 1000, { on }) && !press('Enter', 1000, { on }), on);
        assert.ok(press('Enter', 30, { on, repeat: true }), `${on} is clicked once`);
    }
    assert.ok(!press('c', 1000, { on: 'input/text' }), 'typed');
    assert.equal(did(), '');
    press('c', 1000, { on: 'input/checkbox' });
    press(' ', 1000);
    assert.equal(did(), 'c ');
    delete globalThis.document;
});

test('amounts are whole cents, and said exactly', () => {
    const said = [
        [0, '$0'],
        [50, '$0.50'],
        [5, '$0.05'],
        [100, '$1'],
        [123456789, '$1,234,567.89'],
        [-550, '−$5.50'],
        [9007199254740991, '$90,071,992,547,409.91'],
        [100000, '$1,000'],
    ];
    for (const [cents, words] of said) {
        assert.equal(money(cents), words);
    }
    assert.equal(moneyFull(1234500), '$12,345.00');
    assert.equal(moneyFull(1234567), '$12,345.67');
    assert.equal(net(2500), '+$25');
    assert.equal(net(-2500), '−$25');
    assert.equal(net(0), '$0');
});

test('what is no amount is never made one', () => {
    for (const wrong of [NaN, Infinity, 1.5, undefined, null, 2 ** 53]) {
        assert.equal(money(wrong), '–');
    }
});

test('short amounts on chips are exact', () => {
    assert.deepEqual([50, 100, 2500, 100000, 150000, 123400, 200000000].map(short), [
        '0.50',
        '1',
        '25',
        '1K',
        '1.5K',
        '1,234',
        '2M',
    ]);
});

test('typed amounts are read, or refused', () => {
    const read = [
        ['12', 1200],
        [' $1,200 ', 120000],
        ['0.5', 50],
        ['1,234,567.89', 123456789],
        ['0', 0],
    ];
    for (const [text, cents] of read) {
        assert.equal(parseMoney(text), cents, text);
    }
    for (const text of ['', 'abc', '1.234', '-5', '1,2', '1e5', '12,34', '99999999999999', '$']) {
        assert.equal(parseMoney(text), null, text);
    }
});

test('what is said can be read again', (t) => {
    const random = chance(t);
    for (let i = 0; i < 2000; i++) {
        const cents = Math.floor(random() * 10 ** (1 + Math.floor(random() * 14)));
        assert.equal(parseMoney(money(cents)), cents);
    }
});

test("the server's clock is that of the message that was least late", () => {
    const clock = new Clock();
    assert.equal(clock.now(1000, 42), 42);
    clock.sample(10_900, 1000); // 100 ms late
    clock.sample(11_990, 2000); // 10 ms late
    clock.sample(12_500, 3000); // half a second late
    assert.equal(clock.now(3000, 0), 12_990);
    clock.sample(NaN, 3000);
    assert.equal(clock.now(3000, 0), 12_990);
    for (let i = 0; i < 32; i++) {
        clock.sample(4000 + i, 4000 + i); // the server's clock was set back: old messages are forgotten
    }
    assert.equal(clock.now(5000, 0), 5000);
});

test('equal parts of a new view are the old ones', () => {
    const before = {
        seats: [
            { seat: 1, chips: 5 },
            { seat: 2, chips: 7 },
        ],
        community: ['As', null],
        n: 1,
    };
    const after = share(before, {
        seats: [
            { seat: 1, chips: 5 },
            { seat: 2, chips: 8 },
        ],
        community: ['As', null],
        n: 2,
    });
    assert.equal(after.seats[0], before.seats[0]);
    assert.notEqual(after.seats[1], before.seats[1]);
    assert.equal(after.seats[1].chips, 8);
    assert.equal(after.community, before.community);
    assert.notEqual(after, before);
    assert.equal(share(before, structuredClone(before)), before);
    assert.deepEqual(share({ a: 1, b: 2 }, { a: 1 }), { a: 1 });
    assert.deepEqual(share([1, 2], [1]), [1]);
    assert.deepEqual(share({ a: [1] }, { a: null }), { a: null });
});

test('sharing changes no value, whatever comes', (t) => {
    const random = chance(t);
    const make = (depth) => {
        const luck = random();
        if (depth === 0 || luck < 0.4) {
            return [null, 1, 2, 'a', true][Math.floor(random() * 5)];
        }
        const parts = Array.from({ length: Math.floor(random() * 4) }, () => make(depth - 1));
        return luck < 0.7 ? parts : Object.fromEntries(parts.map((part, i) => ['abcd'[i], part]));
    };
    for (let i = 0; i < 3000; i++) {
        const before = make(4);
        const after = make(4);
        const copy = structuredClone(after);
        assert.deepEqual(share(before, after), copy);
    }
});

test('cards are said as people say them', () => {
    assert.equal(cardWords('As'), 'ace of spades');
    assert.equal(cardWords('Td'), 'ten of diamonds');
    assert.equal(cardWords(null), 'face-down card');
    assert.equal(cardsWords(['2c', null, 'Kh']), 'two of clubs, king of hearts');
});

const table = {
    circles: [
        { wager: 'progressive', name: 'Progressive' },
        { wager: 'trips', name: 'Trips' },
        { wager: 'ante', name: 'Ante', equals: 'blind' },
        { wager: 'blind', name: 'Blind', equals: 'ante' },
    ],
    limits: {
        ante: { min: 500, max: 7500 },
        blind: { min: 500, max: 7500 },
        trips: { min: 100, max: 0 },
        progressive: { min: 100, max: 100 },
    },
};

test('a chip on one of two circles that take the same is a chip on both (BET-1)', () => {
    assert.deepEqual(withChip({}, 'ante', 500, table), { ante: 500, blind: 500 });
    assert.deepEqual(withChip({ ante: 500, blind: 500, trips: 100 }, 'blind', 2500, table), {
        ante: 3000,
        blind: 3000,
        trips: 100,
    });
});

test('chips stay within the limits: the first reaches the least, the last the most, a fixed stake is on or off', () => {
    assert.equal(withChip({}, 'ante', 100, table).ante, 500);
    assert.equal(withChip({ ante: 7000 }, 'ante', 2500, table).ante, 7500);
    assert.equal(withChip({ trips: 900_000 }, 'trips', 100_000, table).trips, 1_000_000);
    assert.equal(withChip({ ante: 900 }, 'ante', -500, table).ante, 0);
    assert.equal(withChip({ ante: 1000 }, 'ante', -500, table).ante, 500);
    assert.equal(withChip({}, 'progressive', 2500, table).progressive, 100);
    assert.equal(withChip({ progressive: 100 }, 'progressive', 500, table).progressive, 100);
    assert.equal(withChip({ progressive: 100 }, 'progressive', -500, table).progressive, 0);
});

test('doubling stops at the most', () => {
    assert.deepEqual(doubled({ ante: 5000, trips: 300 }, table.limits), { ante: 7500, trips: 600 });
    assert.equal(sumOf({ ante: 500, blind: 500, trips: 100 }), 1100);
    assert.ok(sameStakes({ ante: 500, trips: 0 }, { ante: 500 }));
    assert.ok(!sameStakes({ ante: 500 }, { ante: 500, trips: 100 }));
});

test('cards land and money moves in the order the server says', () => {
    const turns = dealTurns(['1', '3', 'dealer', '1', '3', 'dealer', 'board']);
    assert.deepEqual([...turns.keys()], ['1/0', '3/0', 'dealer/0', '1/1', '3/1', 'dealer/1', 'board/0']);
    assert.equal(turns.get('3/1'), 4);
    assert.equal(
        settleTurns({
            order: [
                { seat: 3, wager: 'ante' },
                { seat: 1, wager: 'play' },
            ],
        }).get('1/play'),
        1,
    );
});

test('a table in a hurry stands still until the felt is clean, and a quick one still moves', () => {
    const quick = new Pace();
    for (let i = 0; i < 60; i++) {
        assert.equal(quick.drawn(i * 50, false), false); // 20 a second
    }
    const hurried = new Pace();
    const at60 = Array.from({ length: 60 }, (_, i) => hurried.drawn((i * 1000) / 60, false));
    assert.deepEqual(at60, [...Array(5).fill(false), ...Array(55).fill(true)]);
    assert.equal(hurried.drawn(3000, false), true); // calm, but with cards on the felt
    assert.equal(hurried.drawn(4000, true), false);
    assert.equal(hurried.drawn(5000, false), false);
});
