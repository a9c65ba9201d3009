// The logic behind the dealer's console, the pit and the jackpot display.
import assert from 'node:assert/strict';
import test from 'node:test';
import { chance, load } from './support.mjs';

const { Running, glyphsOf, runMs } = await load('display/count.ts');
const { Party, grandMs, smallMs } = await load('display/party.ts');
const { trust, wantsReload, blankAfterMs, dimAfterMs } = await load('display/watchdog.ts');
const { commandOf, groupsOf, lastTicked, nextOf, tickOf, ticksWith } = await load('deal/procedure.ts');
const words = await load('pit/words.ts');
const { changedPart, scheduleWords, sheetGroups, sheetWith, textOf, valueOf } = await load('pit/config.ts');
const { getAt } = await load('lib/design/profile.ts');
const { freeWords, tablesInOrder, tableStateWords } = await load('lib/lobby.ts');

// ---- the display ------------------------------------------------------------------------------

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
  assert.ok(shown.every((cents, i) => i === 0 || cents >= shown[i - 1]), 'it only rises');
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
      const next = random() < 0.03 ? Math.floor(random() * told) : told + Math.floor(random() * 3000);
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
  const text = (cents) => glyphsOf(cents).map((one) => one.text).join('');
  assert.deepEqual([0, 5, 123, 1_234_567, 100_000_000].map(text), ['$0.00', '$0.05', '$1.23', '$12,345.67', '$1,000,000.00']);
  assert.deepEqual(glyphsOf(123).map((one) => one.kind), ['mark', 'digit', 'mark', 'cents', 'cents']);
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
  assert.equal(party.scene(100 + smallMs).kind, 'meter', 'hearing of it again does not prolong it');
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

// ---- the procedure ----------------------------------------------------------------------------

const hand = (step, seat, more = {}) => ({ step, seat, by: 'hand', type: 'tick', name: step, words: '', done: false, next: false, may: false, ...more });
const command = (step, more = {}) => ({ step, by: 'command', type: step, name: step, words: '', done: false, next: false, may: false, ...more });
const viewOf = (...steps) => ({ round: 7, seats: [], dealer_console: { steps, decks: [], call: null, keypad: null } });

test('steps at one seat after another are one group, also past a seat twice, and commands stand alone', () => {
  const steps = [command('settle'), hand('refund_ante', 5), hand('refund_ante', 2), hand('work_area', 2), hand('wager_play', 2), hand('work_area', 5), hand('rack_board'), command('end')];
  assert.deepEqual(groupsOf(steps).map((one) => [one.seat, one.first, one.steps.length]), [[0, 0, 1], [5, 1, 1], [2, 2, 3], [5, 5, 1], [0, 6, 1], [0, 7, 1]]);
});

test('a step is ticked by its name and seat, alone or with the rest of its group', () => {
  const next = hand('announce', 3, { may: true, next: true });
  const view = viewOf(command('settle', { done: true }), hand('work_area', 3, { done: true }), next, hand('wager_ante', 3, { may: true }), hand('rack_hand', 3, { may: true }), hand('work_area', 4, { may: true }), command('end', { may: true }));
  assert.equal(tickOf(next), 'announce:3');
  assert.equal(tickOf(hand('fee')), 'fee');
  assert.equal(nextOf(view), next);
  assert.deepEqual(ticksWith(view, next), ['announce:3', 'wager_ante:3', 'rack_hand:3']);
  assert.equal(commandOf(view).step, 'end'); // the round can go on without the ticks
  assert.equal(tickOf(lastTicked(view)), 'work_area:3');
});

test('what rules want ticked is not taken back, and a command that waits is still the next one', () => {
  const view = viewOf(command('close_bets', { done: true }), hand('fee', undefined, { required: true, done: true }), command('deal', { waits: 'load the shuffler first' }));
  assert.equal(lastTicked(view), null);
  assert.equal(commandOf(view).waits, 'load the shuffler first');
  assert.equal(nextOf(viewOf()), null);
});

// ---- the pit ----------------------------------------------------------------------------------

test('an adjustment moves the meter only the way its reason may', () => {
  const meter = { amount: 1_200_000, terms: { maximum: 1_000_000 } };
  const { changeOf } = words;
  assert.equal(changeOf('won', 5000, true, meter), -5000);
  assert.equal(changeOf('malfunction display', 5000, true, meter), 5000);
  assert.equal(changeOf('malfunction display', 5000, false, meter), -5000);
  assert.equal(changeOf('cut to the posted maximum', null, false, meter), -200_000);
  assert.equal(changeOf('cut to the posted maximum', null, false, { amount: 5, terms: { maximum: 0 } }), null);
  assert.equal(changeOf('booked as receipts', 1, true, meter), -1);
  assert.equal(changeOf('seed recovered', 1, true, meter), -1);
  assert.equal(changeOf('back-out', 5000, false, meter), 5000);
  assert.equal(changeOf('won', null, false, meter), null);
  assert.equal(changeOf('because', 5000, false, meter), null);
});

test('the day of a meter leads from its beginning to its amount', () => {
  const day = {
    beginning: 1_000_000, contributed: 5000, contributions_returned: 20, seeded: 900_000, reserve_used: 1000, awarded: 1_004_000,
    awards: 1, adjustments: 1, adjusted: { won: 0, 'malfunction display': -30 },
  };
  assert.equal(words.dayEnds(day), 901_950);
  assert.deepEqual(words.dayLines(day).map(([, cents]) => cents), [5000, -20, 900_000, 1000, -1_004_000, -30]);
});

test('rates are read and said exactly', () => {
  assert.deepEqual(['20%', '0.25', ' 100 % ', '2.5'].map(words.parsePercent), [2000, 25, 10_000, 250]);
  for (const wrong of ['', 'x', '100.01', '1.234', '-1']) {
    assert.equal(words.parsePercent(wrong), null, wrong);
  }
  assert.deepEqual([2000, 25, 250].map(words.percent), ['20%', '0.25%', '2.5%']);
});

test('the log says what changed', () => {
  assert.deepEqual(words.differences({ role: 'dealer', a: { b: 1 } }, { role: 'supervisor', a: { b: 1 } }), ['role: "dealer" → "supervisor"']);
  assert.deepEqual(words.differences(null, { seat: 3 }), ['seat: 3']);
  assert.deepEqual(words.differences({ x: [1] }, { x: [1] }), []);
  assert.deepEqual(words.differences({ x: [{ on: true }] }, { x: [{ on: false }] }), ['x.0.on: true → false']);
});

test('addresses of the pit', () => {
  assert.deepEqual(words.partsOf('/pit'), []);
  assert.deepEqual(words.partsOf('/pit/win/3/17/2'), ['win', '3', '17', '2']);
});

test('who did something is said by name, and never by a bare number', () => {
  assert.equal(words.byWords({ who: 3, who_name: 'sue' }), 'sue');
  assert.equal(words.byWords({ who: 3, who_name: 'sue', approved_by: 4, approved_name: 'eve' }), 'sue, approved by eve');
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
  offered: { ante: true, blind: true, play: true, trips: true, bad_beat: false, pairs: true, progressive: true, flop_five: true },
  limits: { ante: { min: 500, max: 7500 }, trips: { min: 100, max: 30000 }, pairs: { min: 100, max: 30000 }, flop_five: { min: 100, max: 5000 } },
  chip: 100,
  order: 'from-right',
  collection: 0,
  collections: [],
  side: [
    { id: 'trips', fold: 'loses unless it wins', use: 'UTH-01', tables: [{ id: 'UTH-01' }, { id: 'UTH-02' }] },
    { id: 'bad_beat', needs: ['trips'], use: 'BBB-01', tables: [{ id: 'BBB-01' }] },
    { id: 'pairs', use: '1', tables: [{ id: '1' }, { id: '2' }] },
    { id: 'progressive', use: '01', lines: [{ when: 'full house', for_one: 10 }] },
    { id: 'flop_five', title: 'Flop Five', fold: 'stays, beside', lines: [{ when: 'flush', pays: 20 }] },
  ],
};
const config = { name: 'Rainier', pace: 'auto', buy_in_min: 10_050, betting_ms: 12_500, meter: 1, controller: 'nexus', house_strategy: 2 };
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
  assert.deepEqual(fieldAt('side.trips.use').options.map(([id]) => id), ['UTH-01', 'UTH-02']);
  assert.equal(fieldAt('limits.flop_five.max').words, 'Flop Five, most');
  assert.equal(fieldAt('offered.flop_five').words, 'Flop Five offered');
  assert.ok(fieldAt('side.flop_five.fold'));
  assert.equal(fieldAt('collection'), undefined);
  assert.equal(fieldAt('coverage'), undefined);
  const schedule = { spot: { min: 2500, max: 100_000 }, player_fee: 50, tiers: [{ action: 2500, fee: 300 }, { action: 20_100, fee: 600 }] };
  const california = { ...sheet, banked_by: 'player', collection: 1, collections: [schedule], side: rules.side.slice(0, 3) };
  assert.equal(fieldAt('limits.ante.min', california), undefined, 'the schedule has them');
  assert.ok(fieldAt('coverage', california));
  assert.equal(fieldAt('config.meter', california), undefined);
  assert.equal(scheduleWords(schedule, 1), '1: $25 to $1,000 a circle, fee $3 to $6, players $0.50 a circle');
});

test('only what was changed is sent, in its place; what is no value is named', () => {
  const typed = { 'limits.ante.max': '$50', 'side.trips.use': 'UTH-02', 'side.trips.fold': 'loses', 'side.bad_beat.needs': 'false', 'config.buy_in_min': 'many' };
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

// ---- the lobby --------------------------------------------------------------------------------

test('the lobby begins with where one can play, and keeps the order of the house in it', () => {
  const at = (table, more) => ({ table, seats: 7, taken: 4, house: 4, pace: 'auto', state: 'playing', ...more });
  const tables = [at(1, { state: 'closed' }), at(2, { taken: 7 }), at(3, { pace: 'dealer', state: 'waiting' }), at(4), at(5)];
  assert.deepEqual(tablesInOrder(tables).map((one) => one.table), [4, 5, 3, 2, 1]);
  assert.deepEqual(tables.map((one) => one.table), [1, 2, 3, 4, 5]);
  assert.equal(tableStateWords(tables[2]), 'Waiting for the dealer');
  assert.equal(freeWords(tables[1]), 'all 7 taken');
  assert.equal(freeWords(tables[3]), '3 of 7 free');
});

test('seats with one address are named together', () => {
  assert.equal(words.sharedWords([2, 4]), 'seats 2 and 4 share an address');
  assert.equal(words.sharedWords([1, 3, 5]), 'seats 1, 3 and 5 share an address');
});
