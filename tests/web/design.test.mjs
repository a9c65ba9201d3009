// The designer: fields by path, what differs, what a fault points at, and the edge from the chart.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './support.mjs';

const profile = await load('lib/design/profile.ts');
const fields = await load('lib/design/fields.ts');
const exact = await load('lib/exact.ts');

const washington = {
    name: 'washington',
    raises: { preflop: [4, 3], flop: [2] },
    blind: { id: 'BLIND-500', pays: { straight: 1, flush: '3:2' } },
    trips: {
        use: 'A',
        tables: [
            { id: 'A', pays: { 'three of a kind': 3 } },
            { id: 'B', pays: { straight: 5 } },
        ],
    },
};

test('a field is changed in a copy; the others are the same objects', () => {
    const changed = profile.setAt(washington, ['trips', 'tables', 0, 'pays', 'three of a kind'], 4);
    assert.equal(changed.trips.tables[0].pays['three of a kind'], 4);
    assert.equal(washington.trips.tables[0].pays['three of a kind'], 3);
    assert.equal(changed.blind, washington.blind);
    assert.equal(changed.trips.tables[1], washington.trips.tables[1]);
    assert.deepEqual(Object.keys(changed), Object.keys(washington));
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
        assert.deepEqual(fields.readProgressive(text), line);
        assert.equal(fields.progressiveText(line), text);
    }
    assert.equal(fields.readProgressive(''), undefined);
    assert.deepEqual(fields.readProgressive('much'), { for_one: 'much' });
    assert.equal(fields.progressiveText(undefined), '');
});

test('every switch of the rulebook is in the form, where it means something', () => {
    const paths = (of) =>
        [...fields.switchesOf(of), ...fields.progressiveSwitches].map((one) => one.path.join('.'));
    const always = ['fold_keeps_trips', 'order', 'order_won', 'order_lost', 'procedure', 'progressive.fixed_pays_from', 'progressive.order'];
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
    assert.ok(profile.isAt(fault, ['blind', 'pays', 'straight']));
    assert.ok(profile.isAt(fault, ['blind']));
    assert.ok(!profile.isAt(fault, ['blind', 'pays', 'straight flush']));
    assert.ok(!profile.isAt(fault, ['trips']));
    assert.ok(!profile.isAt(null, ['blind']));
    const deep = profile.readFault(
        'pairs.tables[3].pays.kings, queens or jacks: got 0, expected odds',
    );
    assert.ok(profile.isAt(deep, ['pairs', 'tables', 3, 'pays', 'kings, queens or jacks']));
    assert.ok(!profile.isAt(deep, ['pairs', 'tables', 30]));
    const list = profile.readFault('raises.preflop[1]: got 9, expected less');
    assert.ok(profile.isAt(list, ['raises', 'preflop']));
    assert.deepEqual(profile.readFault('too many are waiting: try again'), {
        path: '',
        words: 'too many are waiting: try again',
    });
});

test('every field that differs is listed, and nothing else', () => {
    assert.deepEqual(profile.changesOf(washington, structuredClone(washington)), []);
    let changed = profile.setAt(washington, ['trips', 'tables', 1, 'pays', 'straight'], 6);
    changed = profile.setAt(changed, ['raises', 'preflop'], [4]);
    changed = profile.setAt(changed, ['blind', 'pays', 'flush'], undefined);
    changed = profile.setAt(changed, ['blind', 'pays', 'pair'], 1);
    assert.deepEqual(profile.changesOf(washington, changed), [
        { path: 'raises.preflop', from: [4, 3], to: [4] },
        { path: 'blind.pays.flush', from: '3:2', to: undefined },
        { path: 'blind.pays.pair', from: undefined, to: 1 },
        { path: 'trips.tables[1].pays.straight', from: 5, to: 6 },
    ]);
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
