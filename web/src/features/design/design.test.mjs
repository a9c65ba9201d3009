// The designer: fields by path, what differs, what a fault points at, and the edge from the chart.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../../../../tests/web/support.mjs';

const profile = await load('features/design/model/profile.ts');
const fields = await load('features/design/model/fields.ts');
const sides = await load('features/design/model/sides.ts');
const conditions = await load('features/design/model/conditions.ts');
const exact = await load('lib/exact.ts');

const washington = {
    name: 'washington',
    raises: { preflop: [4, 3], flop: [2] },
    blind: { id: 'BLIND-500', pays: { straight: 1, flush: '3:2' } },
    offered: { ante: true, blind: true, play: true, trips: true, bad_beat: true },
    limits: { trips: { min: 100, max: 30000 } },
    side: [
        {
            id: 'trips',
            cards: 'hole+board',
            use: 'A',
            tables: [
                { id: 'A', lines: [line('flush', 7), line('three of a kind', 3)] },
                { id: 'B', lines: [line('straight', 5)] },
            ],
        },
        { id: 'bad_beat', needs: ['trips'], lines: [line('flush', 25)] },
    ],
};

function line(when, pays) {
    return { when, pays };
}

test('a field is changed in a copy; the others are the same objects', () => {
    const path = ['side', 'trips', 'tables', 0, 'lines', 'three of a kind', 'pays'];
    const changed = profile.setAt(washington, path, 4);
    assert.equal(changed.side[0].tables[0].lines[1].pays, 4);
    assert.equal(profile.getAt(changed, path), 4);
    assert.equal(profile.getAt(washington, path), 3);
    assert.equal(changed.blind, washington.blind);
    assert.equal(changed.side[1], washington.side[1]);
    assert.equal(changed.side[0].tables[1], washington.side[0].tables[1]);
    assert.deepEqual(Object.keys(changed), Object.keys(washington));
});

test('a line that was not there is put before those that it beats', () => {
    const lines = ['side', 'trips', 'tables', 0, 'lines'];
    const whens = (of) => profile.getAt(of, lines).map((one) => one.when);
    const put = (of, when, text) =>
        profile.setAt(of, [...lines, when], fields.readPays(when, text));
    const more = put(put(washington, 'straight', '4'), 'royal flush', '50');
    assert.deepEqual(whens(more), ['royal flush', 'flush', 'straight', 'three of a kind']);
    assert.deepEqual(whens(put(more, 'flush', '')), ['royal flush', 'straight', 'three of a kind']);
    assert.deepEqual(whens(put(more, 'pair', '')), whens(more), 'nothing is taken out of nothing');
    assert.equal(fields.paysText(profile.getAt(more, [...lines, 'straight'])), '4');
    assert.equal(fields.paysText(undefined), '');
    const pairs = ['A-A', 'A-K', '10-10 to 2-2'].map((when) => line(when, 1));
    const red = profile.setAt(pairs, ['A-A red'], line('A-A red', 25));
    assert.deepEqual(
        red.map((one) => one.when),
        ['A-A red', 'A-A', 'A-K', '10-10 to 2-2'],
    );
});

test('an empty field takes the line out, and back it comes', () => {
    const without = profile.setAt(
        washington,
        ['blind', 'pays', 'straight'],
        profile.readTyped('  '),
    );
    assert.deepEqual(without.blind.pays, { flush: '3:2' });
    const back = profile.setAt(without, ['blind', 'pays', 'straight'], profile.readTyped('1'));
    assert.deepEqual(back.blind.pays, { straight: 1, flush: '3:2' });
    assert.equal(profile.getAt(without, ['blind', 'pays', 'straight']), undefined);
    assert.equal(profile.getAt(without, ['none', 'at', 3, 'all']), undefined);
});

test('what is typed is a number, or goes to the server as it is', () => {
    assert.equal(profile.readTyped('40'), 40);
    assert.equal(profile.readTyped('-1'), -1);
    assert.equal(profile.readTyped(' 3:2 '), '3:2');
    assert.equal(profile.readTyped('1.5'), '1.5');
    assert.equal(profile.readTyped('x'), 'x');
    assert.deepEqual(profile.readList('4, 3'), [4, 3]);
    assert.deepEqual(profile.readList(''), []);
    assert.deepEqual(profile.readList('4 x'), [4, 'x']);
});

test('the Progressive is typed as a share of the meter or a prize', () => {
    const lines = [
        ['5%', { meter_bp: 500 }],
        ['100%', { meter_bp: 10000 }],
        ['0.25%', { meter_bp: 25 }],
        ['250', { for_one: 250 }],
    ];
    for (const [text, line] of lines) {
        assert.deepEqual(fields.readProgressive('flush', text), { when: 'flush', ...line });
        assert.equal(fields.progressiveText(line), text);
    }
    assert.equal(fields.readProgressive('flush', ''), undefined);
    assert.deepEqual(fields.readProgressive('flush', 'much'), { when: 'flush', for_one: 'much' });
    assert.equal(fields.progressiveText(undefined), '');
});

test('every switch of the rulebook is in the form, where it means something', () => {
    const paths = (of) =>
        [...fields.switchesOf(of), ...fields.progressiveSwitches].map((one) => one.path.join('.'));
    const always = [
        'order',
        'order_won',
        'order_lost',
        'procedure',
        'progressive.fixed_pays_from',
        'progressive.order',
    ];
    const banked = ['void_returns_fee', 'coverage', 'player_fee_per'];
    for (const path of always) {
        assert.ok(paths({ banked_by: 'house' }).includes(path), path);
    }
    for (const path of banked) {
        assert.ok(!paths({ banked_by: 'house' }).includes(path), path);
    }
    for (const path of [...always, ...banked]) {
        assert.ok(paths({ banked_by: 'player' }).includes(path), path);
    }
});

test('a fault is found at its field', () => {
    const fault = profile.readFault(
        'blind.pays.straight: got -1, expected odds: 40 for 40 to 1, or "3:2"',
    );
    assert.deepEqual(fault, {
        path: 'blind.pays.straight',
        words: 'got -1, expected odds: 40 for 40 to 1, or "3:2"',
    });
    const isAt = (one, path) => profile.isAt(one, path, washington);
    assert.ok(isAt(fault, ['blind', 'pays', 'straight']));
    assert.ok(isAt(fault, ['blind']));
    assert.ok(!isAt(fault, ['blind', 'pays', 'straight flush']));
    assert.ok(!isAt(fault, ['side']));
    assert.ok(!isAt(null, ['blind']));
    const list = profile.readFault('raises.preflop[1]: got 9, expected less');
    assert.ok(isAt(list, ['raises', 'preflop']));
    assert.ok(!isAt(profile.readFault('busy'), []));
    assert.deepEqual(profile.readFault('queue full: try again'), {
        path: '',
        words: 'queue full: try again',
    });
});

// The server goes by a bet's id, or by its place where it has none yet; the page by either.
test('a fault of a side bet is found however the page names the bet', () => {
    const isAt = (one, path) => profile.isAt(one, path, washington);
    const pays = profile.readFault('side.trips.tables[0].lines[1].pays: got 0, expected odds');
    for (const path of [
        ['side', 'trips', 'tables', 0, 'lines', 'three of a kind'],
        ['side', 0, 'tables', 0, 'lines', 1, 'pays'],
        ['side', 0],
    ]) {
        assert.ok(isAt(pays, path), path.join());
    }
    assert.ok(!isAt(pays, ['side', 'trips', 'tables', 0, 'lines', 'flush']));
    assert.ok(!isAt(pays, ['side', 'bad_beat']));
    assert.ok(!profile.isExactlyAt(pays, ['side', 0, 'tables', 0, 'lines', 1], washington));
    const line1 = profile.readFault('side.bad_beat.lines[0]: got 1, expected a line that can pay');
    assert.ok(profile.isExactlyAt(line1, ['side', 1, 'lines', 0], washington));
    const place = profile.readFault('side[1].id: got 1, expected an id');
    assert.ok(isAt(place, ['side', 'bad_beat', 'id']));
});

test('every field that differs is listed, and nothing else', () => {
    assert.deepEqual(profile.changesOf(washington, structuredClone(washington)), []);
    let changed = profile.setAt(
        washington,
        ['side', 'trips', 'tables', 1, 'lines', 'straight', 'pays'],
        6,
    );
    changed = profile.setAt(changed, ['raises', 'preflop'], [4]);
    changed = profile.setAt(changed, ['blind', 'pays', 'flush'], undefined);
    changed = profile.setAt(changed, ['blind', 'pays', 'pair'], 1);
    changed = profile.setAt(
        changed,
        ['side', 'bad_beat', 'lines', 'straight'],
        line('straight', 9),
    );
    assert.deepEqual(profile.changesOf(washington, changed), [
        { path: 'raises.preflop', from: [4, 3], to: [4] },
        { path: 'blind.pays.flush', from: '3:2', to: undefined },
        { path: 'blind.pays.pair', from: undefined, to: 1 },
        { path: 'side.trips.tables.B.lines.straight.pays', from: 5, to: 6 },
        { path: 'side.bad_beat.lines.straight', from: undefined, to: line('straight', 9) },
    ]);
});

test('lines that changed places are one change', () => {
    const path = ['side', 'trips', 'tables', 0, 'lines'];
    const lines = profile.getAt(washington, path);
    const moved = profile.setAt(washington, path, sides.moveLine(lines, 0, 1));
    assert.deepEqual(profile.changesOf(washington, moved), [
        { path: 'side.trips.tables.A.lines', from: lines, to: [lines[1], lines[0]] },
    ]);
    assert.deepEqual(sides.moveLine(lines, 0, -1), lines);
    assert.deepEqual(sides.moveLine(lines, 1, 1), lines);
});

// ---- bets of one's own ------------------------------------------------------------------------

test('a bet of one’s own is offered within the limits of Trips, and goes without a trace', () => {
    const added = sides.addBet(washington);
    assert.equal(added.side.length, 3);
    assert.equal(added.offered.side_bet_1, true);
    assert.deepEqual(added.limits.side_bet_1, { min: 100, max: 30000 });
    assert.ok(sides.isOwn(added.side[2]) && !sides.isOwn(added.side[0]));
    assert.deepEqual(sides.linesPath(added.side[2], 2), ['side', 2, 'lines']);
    assert.deepEqual(sides.linesPath(added.side[0], 0), ['side', 0, 'tables', 0, 'lines']);
    const two = sides.addBet(added);
    assert.equal(two.side[3].id, 'side_bet_2');
    assert.deepEqual(sides.removeBet(added, 2), washington);
    const needed = profile.setAt(two, ['side', 3, 'needs'], ['side_bet_1', 'trips']);
    assert.deepEqual(sides.removeBet(needed, 2).side[2].needs, ['trips']);
    const scheduled = { ...washington, limits: { trips: { min: 0, max: 0 } }, side: [] };
    assert.deepEqual(sides.addBet(scheduled).limits, scheduled.limits, 'the schedule limits it');
});

test('what is said of a bet follows its name, and never another wager’s', () => {
    let now = profile.setAt(sides.addBet(washington), ['limits', 'side_bet_1', 'max'], 500);
    now = { ...now, order_won: ['ante', 'trips', 'side_bet_1'], aggregate: { side_bet_1: 7 } };
    now = profile.setAt(now, ['side', 'bad_beat', 'needs'], ['side_bet_1']);
    const named = sides.renameBet(now, 2, 'flop_five');
    assert.equal(named.side[2].id, 'flop_five');
    assert.equal(named.offered.flop_five, true);
    assert.equal(named.offered.side_bet_1, undefined);
    assert.deepEqual(named.limits.flop_five, { min: 100, max: 500 });
    assert.deepEqual(named.aggregate, { flop_five: 7 });
    assert.deepEqual(named.order_won, ['ante', 'trips', 'flop_five']);
    assert.deepEqual(named.side[1].needs, ['flop_five']);
    // Who types "trips_two" passes the name of another bet.
    const passing = sides.renameBet(named, 2, 'trips');
    assert.deepEqual(passing.limits, washington.limits);
    assert.deepEqual(passing.order_won, ['ante', 'trips']);
    const after = sides.renameBet(passing, 2, 'trips_two');
    assert.deepEqual(after.limits.trips, washington.limits.trips);
    assert.deepEqual(after.limits.trips_two, washington.limits.trips);
    assert.equal(after.offered.trips, true);
});

test('the id goes along with the title until it is another', () => {
    const typed = (of, title) => sides.titleBet(of, 2, title);
    const added = sides.addBet(washington);
    assert.equal(typed(added, 'Flop Five!').side[2].id, 'flop_five');
    assert.equal(typed(typed(added, ''), 'X').side[2].id, 'x', 'through an empty title, too');
    const needed = profile.setAt(added, ['side', 'bad_beat', 'needs'], ['side_bet_1']);
    const cleared = typed(needed, '');
    assert.deepEqual(
        [cleared.side[2].id, cleared.side[1].needs],
        ['side_bet_1', ['side_bet_1']],
        'an empty title loses nothing',
    );
    assert.deepEqual(typed(cleared, 'Flop Five').side[1].needs, ['flop_five']);
    const own = sides.renameBet(added, 2, 'mine');
    assert.equal(typed(own, 'Flop Five').side[2].id, 'mine');
    assert.equal(sides.idOf('21 + 3'), 'bet_21_3', 'it begins with a letter');
    assert.equal(sides.idOf('A very long title of a side bet').length, 23);
    assert.equal(sides.titleOf(typed(added, 'Flop Five'), 'flop_five'), 'Flop Five');
    assert.equal(sides.titleOf(washington, 'bad_beat'), 'Bad Beat Bonus');
});

test('the limits of every bet that is offered are in the form', () => {
    const added = sides.addBet(washington);
    const words = fields.limitFieldsOf(added).map((one) => one.words);
    for (const one of ['Trips minimum', 'Side bet 1 maximum', 'Side bet 1 aggregate ($0: none)']) {
        assert.ok(words.includes(one), `${one} of ${words}`);
    }
    const off = profile.setAt(added, ['offered', 'side_bet_1'], false);
    assert.ok(!fields.limitFieldsOf(off).some((one) => one.words.startsWith('Side bet 1')));
    assert.ok(fields.switchesOf(added).some((one) => one.words === 'Side bet 1 offered'));
});

test('figures are found by the bet’s name, whatever it is', () => {
    const par = { base: {}, trips: [{ table: 'A' }], side: { base: [{ table: 'base' }] } };
    assert.deepEqual(sides.figuresOf(par, 'trips'), [{ table: 'A' }]);
    assert.deepEqual(sides.figuresOf(par, 'base'), [{ table: 'base' }]);
    assert.deepEqual(sides.figuresOf(par, 'pairs'), []);
    assert.deepEqual(sides.figuresOf(null, 'trips'), []);
});

test('for each kind of cards there is something to choose', () => {
    for (const [cards] of conditions.betCards) {
        const all = conditions.conditionsOf(cards);
        assert.equal(new Set(all).size, all.length, cards);
        assert.ok(all.length > 10, cards);
    }
});

const chart = {
    rules: 'x',
    hands: [
        { hand: 'AA', combinations: 6, best: '4x', '4x': '7/2', check: '2/1' },
        { hand: 'AKs', combinations: 4, best: '4x', '4x': '1/3', check: '1/4' },
        { hand: '32o', combinations: 12, best: 'check', '4x': '-3/1', check: '-5/6' },
    ],
};

test('hands that are played otherwise are found', () => {
    const other = structuredClone(chart);
    other.hands[1].best = 'check';
    assert.deepEqual(profile.changedCells(chart, other), [
        { hand: 'AKs', from: '4x', to: 'check' },
    ]);
    assert.deepEqual(profile.changedCells(chart, chart), []);
});

test('two distributions are laid on the same results', () => {
    const par = (pairs) => ({
        base: {
            outcomes: pairs.map(([net, probability_decimal]) => ({ net, probability_decimal })),
        },
    });
    assert.deepEqual(
        profile.mergedOutcomes(
            par([
                [-2, 0.5],
                [3, 0.5],
            ]),
            par([
                [-2, 0.4],
                [2.5, 0.6],
            ]),
        ),
        {
            net: [-2, 2.5, 3],
            now: [0.5, 0, 0.5],
            before: [0.4, 0.6, 0],
        },
    );
    assert.deepEqual(profile.mergedOutcomes(par([[1, 1]]), null), {
        net: [1],
        now: [1],
        before: [0],
    });
});

test('a saved profile gets a name a file may have', () => {
    assert.equal(profile.fileName({ name: 'My House/../ 2' }), 'my-house-2.json');
    assert.equal(profile.fileName({}), 'profile.json');
});

test('changes and shares are said with their sign', () => {
    assert.equal(exact.points(0.0012), '+0.12000 pp');
    assert.equal(exact.points(-0.0012), '−0.12000 pp');
    assert.equal(exact.points(0), '');
    assert.equal(exact.percent(0.02184971), '2.18497%');
    assert.equal(exact.antes(-0.76575), '−0.7658');
    assert.equal(exact.antes(-0.00001), '0.0000');
});
