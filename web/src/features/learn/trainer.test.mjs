// The trainer: what a decision costs, what the book adds up, which situations are drilled.
import assert from 'node:assert/strict';
import test from 'node:test';
import { chance, load } from '../../../../tests/web/support.mjs';

const actions = await load('lib/actions.ts');
const book = await load('features/learn/model/book.ts');
const cards = await load('lib/cards.ts');
const exact = await load('lib/exact.ts');
const figures = await load('lib/figures.ts');
const drill = await load('features/learn/model/drill.ts');
const training = await load('features/learn/model/training.ts');

// As `uth odds --json` answers.
const preflop = {
    cards: 'Ah 4d',
    board: '',
    rules: 'washington',
    street: 'preflop',
    deals: 20975724000,
    best: '4x',
    actions: [
        { action: '4x', ev: '1046248829/4195144800', ev_decimal: 0.24939516485819513 },
        { action: '3x', ev: '9828763/85615200', ev_decimal: 0.11480161233052075 },
        { action: 'check', ev: '14150947/419514480', ev_decimal: 0.033731724826280132 },
    ],
};
const river = {
    cards: 'Ah 4d',
    board: 'Kc 8d 2h 3s 4s',
    rules: 'washington',
    street: 'river',
    deals: 990,
    best: '1x',
    actions: [
        { action: '1x', ev: '-29/165', ev_decimal: -0.17575757575757575 },
        { action: 'fold', ev: '-2/1', ev_decimal: -2 },
    ],
};

function entry(more = {}) {
    return {
        at: 1000,
        where: 'drill',
        rules: 'washington',
        street: 'flop',
        hand: 'A4o',
        cards: 'Ah 4d',
        board: 'Kc 8d 2h',
        best: 'check',
        did: 'check',
        cost: 0,
        ante: 0,
        ...more,
    };
}

test('values are of what is offered: a size one cannot pay is no choice', () => {
    assert.equal(figures.among(preflop, ['4x', '3x', 'check']), preflop);
    const short = figures.among(preflop, ['3x', 'check']);
    assert.deepEqual([short.best, short.actions.map((one) => one.action)], ['3x', ['3x', 'check']]);
    assert.equal(figures.valuesOf(short)[0].cost, 0);
    // What the coach says may name a size that is not offered.
    const coached = { ...preflop, coach: { rule: 'chart_bet', words: 'play 4x' } };
    assert.equal(figures.among(coached, ['3x', 'check']).coach, undefined);
    assert.equal(figures.among(coached, ['4x', '3x', 'check']).coach.words, 'play 4x');
    const none = figures.among(preflop, ['check']);
    assert.deepEqual([none.best, none.actions.length], ['check', 1]);
    assert.equal(figures.among(river, ['fold', '1x']).best, '1x');
});

test('fractions are read, reduced, taken from each other', () => {
    assert.deepEqual(exact.parseFraction('-4/6'), { top: -2n, bottom: 3n });
    assert.deepEqual(exact.parseFraction('7'), { top: 7n, bottom: 1n });
    for (const wrong of ['', 'x', '1/0', '1/-2', '1.5', null, undefined, 3]) {
        assert.equal(exact.parseFraction(wrong), null);
    }
    const third = exact.parseFraction('1/3');
    assert.equal(exact.fractionText(exact.minus(third, exact.parseFraction('1/2'))), '-1/6');
    assert.equal(exact.fractionText(exact.minus(third, third)), '0/1');
    assert.equal(
        exact.toNumber(exact.parseFraction('-50643648973/2317817502000')),
        -50643648973 / 2317817502000,
    );
});

test('a fraction and its number agree, whatever its size', (t) => {
    const random = chance(t);
    for (let i = 0; i < 500; i++) {
        const top = Math.floor((random() - 0.5) * 2 ** 50);
        const bottom = 1 + Math.floor(random() * 2 ** 30);
        const number = exact.toNumber(exact.fraction(BigInt(top), BigInt(bottom)));
        assert.ok(
            Math.abs(number - top / bottom) <= 1e-15 * Math.max(1, Math.abs(top / bottom)),
            `${top}/${bottom}`,
        );
    }
});

test('a mistake costs what the best is worth more, exactly', () => {
    const values = figures.valuesOf(preflop);
    assert.deepEqual(
        values.map((one) => one.action),
        ['4x', '3x', 'check'],
    );
    assert.equal(exact.fractionText(values[0].exactCost), '0/1');
    // 1046248829/4195144800 - 14150947/419514480
    assert.equal(exact.fractionText(values[2].exactCost), '904739359/4195144800');
    assert.ok(Math.abs(values[2].cost - 0.215663440031915) < 1e-15);
    assert.equal(exact.fractionText(figures.valuesOf(river)[1].exactCost), '301/165');
    assert.equal(figures.gapOf(river), 301 / 165);
});

test('the book adds up decisions, right ones, antes and money', () => {
    let held = book.emptyBook();
    held = book.add(held, entry());
    held = book.add(held, entry({ did: '2x', cost: 0.25, ante: 500, where: 'table' }));
    held = book.add(held, entry({ did: '2x', cost: 0.5, ante: 1000, where: 'table' }));
    assert.deepEqual(book.bookTotals(held), { decisions: 3, right: 1, cost: 0.75, money: 625 });
    assert.deepEqual(book.totalsOf([]), { decisions: 0, right: 0, cost: 0, money: 0 });
});

test('entries that are let go still count in the total', () => {
    let held = book.emptyBook();
    for (let i = 0; i < book.entriesMax + 10; i++) {
        held = book.add(held, entry(i % 2 ? { did: '2x', cost: 0.5, ante: 100 } : {}));
    }
    assert.equal(held.entries.length, book.entriesMax);
    const sum = book.bookTotals(held);
    assert.equal(sum.decisions, book.entriesMax + 10);
    assert.equal(sum.right, (book.entriesMax + 10) / 2);
    assert.equal(sum.cost, sum.right * 0.5);
    assert.equal(sum.money, sum.right * 50);
});

test('leaks are named by street, by what went wrong, by hand', () => {
    const entries = [
        entry({ street: 'preflop', best: '4x', did: 'check', cost: 0.2, hand: 'K5o' }),
        entry({ street: 'preflop', best: '4x', did: '3x', cost: 0.1, hand: '77' }),
        entry({ street: 'preflop', best: 'check', did: '4x', cost: 0.3, hand: '54s' }),
        entry({ street: 'river', best: '1x', did: 'fold', cost: 1.5, hand: 'Q7o' }),
        entry({ street: 'river', best: 'fold', did: '1x', cost: 0.01, hand: 'Q7o' }),
        entry({ street: 'flop', hand: 'Q8s' }),
    ];
    assert.deepEqual(
        book.leaksByStreet(entries).map((leak) => [leak.street, leak.decisions, leak.right]),
        [
            ['preflop', 3, 0],
            ['flop', 1, 1],
            ['river', 2, 0],
        ],
    );
    assert.deepEqual(
        book.leaksByKind(entries).map((leak) => leak.name),
        [
            'River: folded, a raise was best',
            'Before the flop: raised, a check was best',
            'Before the flop: checked, a raise was best',
            'Before the flop: played 3×, 4× was best',
            'River: raised, a fold was best',
        ],
    );
    assert.deepEqual(
        book.leaksByHand(entries).map((leak) => leak.name),
        ['Pairs', 'King, offsuit', 'Queen, suited', 'Queen, offsuit', 'Nine or lower, suited'],
    );
    assert.deepEqual(
        book.dearest(entries, 2).map((one) => one.cost),
        [1.5, 0.3],
    );
});

test('two actions of the same value are both right', () => {
    assert.ok(book.isRight(entry({ best: 'check', did: '2x', cost: 0 })));
    assert.equal(book.kindOf(entry({ best: 'check', did: '2x', cost: 0 })), 'Right');
});

test('progress is the mean of the last decisions', (t) => {
    const random = chance(t);
    const entries = Array.from({ length: 137 }, () =>
        random() < 0.6 ? entry() : entry({ did: '2x', cost: random() }),
    );
    const window = 20;
    const { x, average, right } = book.progressOf(entries, window);
    assert.equal(x.at(-1), entries.length);
    entries.forEach((_, i) => {
        const last = entries.slice(Math.max(0, i + 1 - window), i + 1);
        const cost = last.reduce((sum, one) => sum + one.cost, 0) / last.length;
        assert.ok(Math.abs((average[i] ?? 0) - cost) < 1e-9);
        assert.ok(
            Math.abs((right[i] ?? 0) - last.filter((one) => one.cost === 0).length / last.length) <
                1e-12,
        );
    });
});

test('days are listed newest first', () => {
    const dayOf = (at) => `2026-01-0${1 + Math.floor(at / 1000)}`;
    const found = book.days(
        [entry({ at: 0 }), entry({ at: 10 }), entry({ at: 1500, did: '2x', cost: 1, ante: 200 })],
        dayOf,
    );
    assert.deepEqual(found, [
        { day: '2026-01-02', decisions: 1, right: 0, cost: 1, money: 200 },
        { day: '2026-01-01', decisions: 2, right: 2, cost: 0, money: 0 },
    ]);
});

test('what was stored is read back; what is none of it is left out', () => {
    const held = book.add(book.add(book.emptyBook(), entry()), entry({ did: '2x', cost: 0.5 }));
    assert.deepEqual(book.readBook(JSON.stringify(held)), held);
    for (const wrong of [
        null,
        '',
        '{',
        '[]',
        'null',
        '{"version":2,"entries":[]}',
        '{"version":1}',
    ]) {
        assert.deepEqual(book.readBook(wrong), book.emptyBook());
    }
    const mixed = {
        version: 1,
        entries: [entry(), null, 7, { ...entry(), cost: 'x' }, { ...entry(), did: 'jump' }],
        older: { decisions: 'x', cost: 2 },
    };
    assert.deepEqual(book.readBook(JSON.stringify(mixed)), {
        version: 1,
        entries: [entry()],
        older: { decisions: 0, right: 0, cost: 2, money: 0 },
    });
});

test('an action says by itself what it is called, which key it has and where it stands', () => {
    const said = ['fold', '1x', '20x', 'check', '12x', '10x', '9x']
        .sort(actions.byAction)
        .map((one) => [actions.actionName(one), actions.actionKey(one), actions.actionKind(one)]);
    assert.deepEqual(said, [
        ['Play 20×', 'shift+0', 'good'],
        ['Play 12×', 'shift+2', 'good'],
        ['Play 10×', '0', 'good'],
        ['Play 9×', '9', 'good'],
        ['Play 1×', '1', 'good'],
        ['Check', 'c', 'plain'],
        ['Fold', 'f', 'bad'],
    ]);
    const all = Array.from({ length: 20 }, (_, i) => `${i + 1}x`).concat('check', 'fold');
    assert.equal(new Set(all.map(actions.actionKey)).size, 22, 'each has a key of its own');
    assert.ok(all.every(actions.isAction));
    for (const other of ['', 'x', '0x', '05x', '4', '4X', '123x', 'raise', null, 4]) {
        assert.ok(!actions.isAction(other), String(other));
    }
});

test('sizes of any profile have values and stay in the book', () => {
    const hand = { hand: 'AA', best: '5x', check: '1/1', '3x': '2/1', '5x': '3/1', '12x': '1/2' };
    assert.deepEqual(figures.actionsOf(hand), ['12x', '5x', '3x', 'check']);
    const held = book.add(book.emptyBook(), entry({ best: '5x', did: '12x', cost: 2.5 }));
    assert.deepEqual(book.readBook(JSON.stringify(held)), held);
});

test('cards are read however they are typed', () => {
    assert.deepEqual(cards.parseCards('ah KD, 10c'), ['Ah', 'Kd', 'Tc']);
    assert.deepEqual(cards.parseCards(''), []);
    for (const wrong of ['A', 'Ax', 'AhAh', '1h', 'Ah Kdd']) {
        assert.equal(cards.parseCards(wrong), null);
    }
    assert.equal(cards.cardsFault('Ah, 10c', 2), '');
    assert.equal(cards.cardsFault('Ah Kd 2c', 2), 'at most 2 cards');
    assert.equal(cards.cardsFault('2c 2C', 7), '2c is there twice'); /* WALK-40 */
    assert.match(cards.cardsFault('Ah K', 7), /“K” is not a card/);
    assert.equal(cards.handName(['4d', 'Ah']), 'A4o');
    assert.equal(cards.handName(['4d', 'Ad']), 'A4s');
    assert.equal(cards.handName(['Td', 'Th']), 'TT');
});

test('the chart has every class of two cards once, as often as it is dealt', () => {
    const count = new Map();
    cards.deck.forEach((a, i) =>
        cards.deck.slice(i + 1).forEach((b) => {
            const name = cards.handName([a, b]);
            count.set(name, (count.get(name) ?? 0) + 1);
        }),
    );
    const names = Array.from({ length: 169 }, (_, i) => cards.handAt(Math.floor(i / 13), i % 13));
    assert.deepEqual(new Set(names), new Set(count.keys()));
    names.forEach((name) => {
        assert.equal(count.get(name), name.length === 2 ? 6 : name.endsWith('s') ? 4 : 12);
        assert.ok(cards.handGroups.includes(cards.handGroup(name)));
    });
});

test('a deal never repeats a card or one that is out', (t) => {
    const random = chance(t);
    const draw = (end) => Math.floor(random() * end);
    for (let i = 0; i < 300; i++) {
        const out = cards.deal(2, draw);
        const board = cards.deal(5, draw, out);
        assert.equal(new Set([...out, ...board]).size, 7);
    }
    assert.equal(new Set(cards.deal(52, draw)).size, 52);
});

// A stand-in for the server: every hand but pairs checks; flops with an ace raise.
function sources(random, gap) {
    const asked = [];
    const names = Array.from({ length: 169 }, (_, i) => cards.handAt(Math.floor(i / 13), i % 13));
    const odds = (street, best, other, close) => ({
        cards: '',
        board: '',
        rules: 'r',
        street,
        deals: 1,
        best,
        actions: [
            { action: best, ev: '0/1', ev_decimal: 0 },
            { action: other, ev: close ? '-1/100' : '-1/1', ev_decimal: close ? -0.01 : -1 },
        ],
    });
    return {
        asked,
        draw: (end) => Math.floor(random() * end),
        chart: async () => ({
            rules: 'r',
            hands: names.map((hand) => ({
                hand,
                combinations: 1,
                best: hand.length === 2 ? '4x' : 'check',
                '4x': hand.startsWith('K') ? '-1/100' : '-1/1',
                '4x_decimal': -1,
                check: hand.length === 2 ? '-5/1' : '0/1',
                check_decimal: 0,
            })),
        }),
        odds: async (hole, board) => {
            asked.push([hole, board]);
            const raise = board.slice(0, 3).some((card) => card.startsWith('A'));
            return board.length === 3
                ? odds('flop', raise ? '2x' : 'check', raise ? 'check' : '2x', gap(board))
                : odds('river', '1x', 'fold', gap(board));
        },
    };
}

test('a drill deals only what perfect play brings to the street', async (t) => {
    const random = chance(t);
    const from = sources(random, () => false);
    for (let i = 0; i < 40; i++) {
        const flop = await drill.nextSituation('r', { streets: ['flop'] }, from);
        assert.equal(flop.board.length, 3);
        assert.notEqual(cards.handName(flop.cards).length, 2, 'pairs raise before the flop');
        const last = await drill.nextSituation('r', { streets: ['river'] }, from);
        assert.equal(last.board.length, 5);
        assert.ok(
            !last.board.slice(0, 3).some((card) => card.startsWith('A')),
            'flops with an ace raise',
        );
        assert.equal(new Set([...last.cards, ...last.board]).size, 7);
    }
});

test('a close drill deals close decisions', async (t) => {
    const random = chance(t);
    const from = sources(random, (board) => board[0].endsWith('s'));
    for (let i = 0; i < 30; i++) {
        const flop = await drill.nextSituation('r', { streets: ['flop'], level: 'close' }, from);
        assert.ok(figures.gapOf(flop.odds) < 0.15);
        const before = await drill.nextSituation(
            'r',
            { streets: ['preflop'], level: 'close' },
            from,
        );
        assert.ok(cards.handName(before.cards).startsWith('K'));
        assert.ok(figures.gapOf(before.odds) < 0.15);
    }
});

test('when nothing is close the closest is taken, and when nothing fits it is said', async (t) => {
    const random = chance(t);
    const never = await drill.nextSituation(
        'r',
        { streets: ['flop'], level: 'close' },
        sources(random, () => false),
    );
    assert.equal(figures.gapOf(never.odds), 1);
    const empty = {
        ...sources(random, () => false),
        chart: async () => ({ rules: 'r', hands: [] }),
    };
    await assert.rejects(
        drill.nextSituation('r', { streets: ['flop'] }, empty),
        /checks before the flop/,
    );
    await assert.rejects(
        drill.nextSituation('r', { streets: ['preflop'], level: 'close' }, empty),
        /No starting hand/,
    );
});

// ---- training -----------------------------------------------------------------------------------

const day = 24 * 3600 * 1000;
const wrong = (at, more = {}) => entry({ at, did: '2x', cost: 0.3, ...more });
const right = (at, more = {}) => entry({ at, ...more });

test('a mistake comes back after a minute, and later each time it is decided rightly', () => {
    const held = [right(0, { cards: 'Qh 7d' }), wrong(1000)];
    assert.deepEqual(training.dueReviews(held, 60_999), []);
    const [due] = training.dueReviews(held, 61_000);
    assert.deepEqual([due.cards, due.board, due.known], ['Ah 4d', 'Kc 8d 2h', 0]);
    let at = 61_000;
    for (const wait of [1, 3, 7, 21]) {
        held.push(right(at));
        assert.equal(training.reviews(held)[0].dueAt, at + wait * day);
        assert.deepEqual(training.dueReviews(held, at + wait * day - 1), []);
        at += wait * day;
    }
    held.push(right(at));
    assert.deepEqual(training.reviews(held), [], 'learnt');
    held.push(wrong(at + 1), right(at + 2), wrong(at + 3));
    assert.equal(training.reviews(held)[0].known, 0, 'a new mistake begins again');
});

test('the same cards beside other seen cards are another situation', () => {
    const held = [wrong(0), wrong(1, { dead: 'As Ad' })];
    assert.equal(training.reviews(held).length, 2);
});

test('decisions get closer after ten right ones in a row', () => {
    assert.deepEqual([2, 0.5, 0.3, 0.15, 0.1, 0].map(training.levelOf), [
        'clear',
        'clear',
        'fair',
        'fair',
        'close',
        'close',
    ]);
    const ten = Array.from({ length: 10 }, (_, i) => right(i));
    assert.equal(training.levelAfter('clear', ten.slice(1)), 'clear');
    assert.equal(training.levelAfter('clear', [wrong(0), ...ten]), 'fair');
    assert.equal(training.levelAfter('clear', [...ten, wrong(11)]), 'clear');
    assert.equal(training.levelAfter('close', ten), 'close');
});

test('a streak counts the days in a row that reached the goal', () => {
    const dayOf = (at) => String(Math.floor(at / day));
    const on = (number, count) => Array.from({ length: count }, (_, i) => right(number * day + i));
    const held = [...on(1, 5), ...on(3, 5), ...on(4, 6), ...on(5, 2)];
    const at = 5 * day + 100;
    assert.deepEqual(training.streakOf(held, 5, at, dayOf), { today: 2, days: 2 });
    assert.deepEqual(training.streakOf([...held, ...on(5, 3)], 5, at, dayOf), {
        today: 5,
        days: 3,
    });
    assert.deepEqual(training.streakOf([], 5, at, dayOf), { today: 0, days: 0 });
});

test('a challenge says what was given up a hand, and what that makes of the edge', () => {
    const hands = [[right(0), right(1), wrong(2)], [right(3)], [right(4)], [right(5)]];
    const played = { rules: 'washington', startedAt: 0, hands };
    const result = training.resultOf(played);
    assert.deepEqual([result.hands, result.decisions, result.right], [4, 6, 5]);
    assert.ok(Math.abs(result.perHand - 0.075) < 1e-12);
    const words = training.resultWords(result, 0.0218);
    assert.equal(
        words,
        'You gave up 0.075 antes a hand: the house has 9.68% of your Ante instead of 2.18%.',
    );
    assert.match(
        training.certificate(played, 0.0218, 0),
        /5 of 6 decisions[^]*0\.075 antes a hand/,
    );
    assert.match(
        training.resultWords({ ...result, perHand: 0 }, 0.0218),
        /gave up nothing.*2\.18%/,
    );
});

test('a saved book is added to another, each decision once and in order of time', () => {
    const own = [right(1), wrong(5)].reduce(book.add, book.emptyBook());
    const other = [right(3), wrong(5), right(9)].reduce(book.add, book.emptyBook());
    const both = book.merged(own, other);
    assert.deepEqual(
        both.entries.map((one) => one.at),
        [1, 3, 5, 9],
    );
    assert.deepEqual(book.merged(both, other), both);
});

test('drills keep to hands, boards and seen cards that were chosen', async (t) => {
    const random = chance(t);
    const from = sources(random, () => false);
    for (let i = 0; i < 20; i++) {
        const kind = { streets: ['flop'], hands: 'Queen, suited', board: 'paired', dead: 10 };
        const { cards: hole, board, dead } = await drill.nextSituation('r', kind, from);
        assert.equal(cards.handGroup(cards.handName(hole)), 'Queen, suited');
        assert.equal(drill.boardKindOf(board), 'paired');
        assert.equal(new Set([...hole, ...board, ...dead]).size, 15);
    }
    assert.equal(drill.boardKindOf(['Ah', '2h', '9h']), 'flush');
    assert.equal(drill.boardKindOf(['Ah', '2h', '9c']), 'dry');
});
