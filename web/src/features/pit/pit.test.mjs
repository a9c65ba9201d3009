// The words of the pit, and a table's configuration and rules as a form.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../../../../tests/web/support.mjs';

const words = await load('features/pit/words.ts');
const { changedPart, scheduleWords, sheetGroups, sheetWith, textOf, valueOf } =
    await load('features/pit/config.ts');
const { getAt } = await load('features/design/model/profile.ts');

test('an adjustment moves the meter only the way its reason may', () => {
    const meter = { amount: 1_200_000, terms: { maximum: 1_000_000 } };
    const { changeOf } = words;
    assert.equal(changeOf('won', 5000, true, meter), -5000);
    assert.equal(changeOf('malfunction display', 5000, true, meter), 5000);
    assert.equal(changeOf('malfunction display', 5000, false, meter), -5000);
    assert.equal(changeOf('cut to the posted maximum', null, false, meter), -200_000);
    assert.equal(
        changeOf('cut to the posted maximum', null, false, { amount: 5, terms: { maximum: 0 } }),
        null,
    );
    assert.equal(changeOf('booked as receipts', 1, true, meter), -1);
    assert.equal(changeOf('seed recovered', 1, true, meter), -1);
    assert.equal(changeOf('back-out', 5000, false, meter), 5000);
    assert.equal(changeOf('won', null, false, meter), null);
    assert.equal(changeOf('because', 5000, false, meter), null);
});

test('the day of a meter leads from its beginning to its amount', () => {
    const day = {
        beginning: 1_000_000,
        contributed: 5000,
        contributions_returned: 20,
        seeded: 900_000,
        reserve_used: 1000,
        awarded: 1_004_000,
        awards: 1,
        adjustments: 1,
        adjusted: { won: 0, 'malfunction display': -30 },
    };
    assert.equal(words.dayEnds(day), 901_950);
    assert.deepEqual(
        words.dayLines(day).map(([, cents]) => cents),
        [5000, -20, 900_000, 1000, -1_004_000, -30],
    );
});

test('rates are read and said exactly', () => {
    assert.deepEqual(
        ['20%', '0.25', ' 100 % ', '2.5'].map(words.parsePercent),
        [2000, 25, 10_000, 250],
    );
    for (const wrong of ['', 'x', '100.01', '1.234', '-1']) {
        assert.equal(words.parsePercent(wrong), null, wrong);
    }
    assert.deepEqual([2000, 25, 250].map(words.percent), ['20%', '0.25%', '2.5%']);
});

test('the log says what changed', () => {
    assert.deepEqual(
        words.differences({ role: 'dealer', a: { b: 1 } }, { role: 'supervisor', a: { b: 1 } }),
        ['role: "dealer" → "supervisor"'],
    );
    assert.deepEqual(words.differences(null, { seat: 3 }), ['seat: 3']);
    assert.deepEqual(words.differences({ x: [1] }, { x: [1] }), []);
    assert.deepEqual(words.differences({ x: [{ on: true }] }, { x: [{ on: false }] }), [
        'x.0.on: true → false',
    ]);
});

test('a program that was compared with nothing is not said to be as installed (WALK-2)', () => {
    const check = (more) =>
        words.programWords({ checked_ms: 5, ok: true, compared: true, text: '', ...more });
    assert.deepEqual(check({}), ['✓ as it was installed', 'good']);
    assert.deepEqual(check({ compared: false }), ['not compared: nothing on record', '']);
    assert.deepEqual(check({ ok: false, compared: false }), ['✗ differs', 'bad']);
    assert.deepEqual(check({ checked_ms: 0 }), ['not checked yet', '']);
});

test('the short journal has wins and adjustments, and no contributions (WALK-26)', () => {
    assert.ok(
        ['confirmed', 'awarded', 'paid', 'adjusted', 'terms in force'].every((what) =>
            words.isTelling({ what }),
        ),
    );
    assert.ok(
        ['fed', 'started', 'ended', 'cards shown'].every((what) => !words.isTelling({ what })),
    );
});

test('the log names people, tables and days (WALK-27)', () => {
    const names = { people: new Map([[6, 'Dora']]), tables: new Map([[2, 'Shasta']]) };
    assert.equal(words.aboutWords({ kind: 'person', id: 6 }, names), 'person Dora');
    assert.equal(words.aboutWords({ kind: 'person', id: 7 }, names), 'person 7');
    assert.equal(words.aboutWords({ kind: 'table', id: 2 }, names), 'table Shasta');
    assert.equal(words.aboutWords({ kind: 'system', id: 0 }, names), 'the cardroom');
    assert.deepEqual(words.differences({ day: 0 }, { day: 20775 }), ['day: none → 2026-11-18']);
});

test('addresses of the pit', () => {
    assert.deepEqual(words.partsOf('/pit'), []);
    assert.deepEqual(words.partsOf('/pit/win/3/17/2'), ['win', '3', '17', '2']);
});

test('who did something is said by name, and never by a bare number', () => {
    assert.equal(words.byWords({ who: 3, who_name: 'sue' }), 'sue');
    assert.equal(
        words.byWords({ who: 3, who_name: 'sue', approved_by: 4, approved_name: 'eve' }),
        'sue, approved by eve',
    );
    assert.equal(words.byWords({ who: 0 }), 'the system');
    assert.equal(words.byWords({ who: 9 }), 'number 9');
});

test('a time on paper says of which clock it is', () => {
    const at = Date.UTC(2026, 10, 16, 14, 3, 9);
    const zone = -new Date(at).getTimezoneOffset();
    const words9 = words.stampWords(at);
    assert.match(words9, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC([+−]\d\d:\d\d)?$/);
    assert.equal(words9.endsWith('UTC'), zone === 0);
    assert.equal(words.stampWords(0), '–');
});

// ---- a table's configuration and rules --------------------------------------------------------

const rules = {
    name: 'washington',
    title: 'Washington, house-banked',
    banked_by: 'house',
    offered: {
        ante: true,
        blind: true,
        play: true,
        trips: true,
        bad_beat: false,
        pairs: true,
        progressive: true,
        flop_five: true,
    },
    limits: {
        ante: { min: 500, max: 7500 },
        trips: { min: 100, max: 30000 },
        pairs: { min: 100, max: 30000 },
        flop_five: { min: 100, max: 5000 },
    },
    chip: 100,
    order: 'from-right',
    collection: 0,
    collections: [],
    side: [
        {
            id: 'trips',
            fold: 'loses unless it wins',
            use: 'UTH-01',
            tables: [{ id: 'UTH-01' }, { id: 'UTH-02' }],
        },
        { id: 'bad_beat', needs: ['trips'], use: 'BBB-01', tables: [{ id: 'BBB-01' }] },
        { id: 'pairs', use: '1', tables: [{ id: '1' }, { id: '2' }] },
        { id: 'progressive', use: '01', lines: [{ when: 'full house', for_one: 10 }] },
        {
            id: 'flop_five',
            title: 'Flop Five',
            fold: 'stays, beside',
            lines: [{ when: 'flush', pays: 20 }],
        },
    ],
};
const config = {
    name: 'Rainier',
    pace: 'auto',
    buy_in_min: 10_050,
    betting_ms: 12_500,
    meter: 1,
    controller: 'nexus',
    house_strategy: 2,
};
const sheet = { ...rules, config };
const fieldsOf = (of) => sheetGroups(of, [['1', 'meter 1']]).flatMap((group) => group.fields);
const fieldAt = (path, of = sheet) => fieldsOf(of).find((one) => one.path.join('.') === path);

test('a configuration and its rules become text and come back the same', () => {
    for (const field of fieldsOf(sheet)) {
        const value = getAt(sheet, field.path);
        if (value !== undefined) {
            assert.deepEqual(valueOf(field, textOf(field, sheet)), value, field.path.join('.'));
        }
    }
    assert.equal(valueOf(fieldAt('config.name'), ''), undefined);
    assert.equal(valueOf(fieldAt('config.betting_ms'), '-1'), undefined);
    assert.equal(valueOf(fieldAt('config.buy_in_min'), 'ten'), undefined);
    assert.equal(valueOf(fieldAt('limits.ante.min'), '$1,000'), 100_000);
});

test('the form asks for what the rules have: limits or a schedule, tables, the bank', () => {
    assert.equal(fieldAt('limits.bad_beat.min'), undefined, 'not offered');
    assert.ok(fieldAt('limits.pairs.max'));
    assert.deepEqual(
        fieldAt('side.trips.use').options.map(([id]) => id),
        ['UTH-01', 'UTH-02'],
    );
    assert.equal(fieldAt('limits.flop_five.max').words, 'Flop Five, most');
    assert.equal(fieldAt('offered.flop_five').words, 'Flop Five offered');
    assert.ok(fieldAt('side.flop_five.fold'));
    assert.equal(fieldAt('collection'), undefined);
    assert.equal(fieldAt('coverage'), undefined);
    const schedule = {
        spot: { min: 2500, max: 100_000 },
        player_fee: 50,
        tiers: [
            { action: 2500, fee: 300 },
            { action: 20_100, fee: 600 },
        ],
    };
    const california = {
        ...sheet,
        banked_by: 'player',
        collection: 1,
        collections: [schedule],
        side: rules.side.slice(0, 3),
    };
    assert.equal(fieldAt('limits.ante.min', california), undefined, 'the schedule has them');
    assert.ok(fieldAt('coverage', california));
    assert.equal(fieldAt('config.meter', california), undefined);
    assert.equal(
        scheduleWords(schedule, 1),
        '1: $25 to $1,000 a circle, fee $3 to $6, players $0.50 a circle',
    );
});

test('only what was changed is sent, in its place; what is no value is named', () => {
    const typed = {
        'limits.ante.max': '$50',
        'side.trips.use': 'UTH-02',
        'side.trips.fold': 'loses',
        'side.bad_beat.needs': 'false',
        'config.buy_in_min': 'many',
    };
    const { sheet: now, bad } = sheetWith(sheet, fieldsOf(sheet), typed);
    assert.deepEqual(bad, ['config.buy_in_min']);
    const { config: after, ...rulesAfter } = now;
    assert.equal(changedPart(config, after), undefined);
    const [trips, badBeat, ...others] = rules.side;
    assert.deepEqual(changedPart(rules, rulesAfter), {
        limits: { ante: { max: 5000 } },
        side: [{ ...trips, use: 'UTH-02', fold: 'loses' }, { ...badBeat, needs: [] }, ...others],
    });
    assert.equal(sheet.limits.ante.max, 7500, 'the sheet itself is left alone');
});

test('seats with one address are named together', () => {
    assert.equal(words.sharedWords([2, 4]), 'seats 2 and 4 share an address');
    assert.equal(words.sharedWords([1, 3, 5]), 'seats 1, 3 and 5 share an address');
});
