// Money in words and back, the server's clock, sharing of what has not changed, chips and bets.
import assert from 'node:assert/strict';
import test from 'node:test';
import { chance, load } from './support.mjs';

const { money, moneyFull, net, parseMoney, short } = await load('lib/money.ts');
const { Clock } = await load('lib/clock.ts');
const { share } = await load('lib/share.ts');
const { cardWords, cardsWords } = await load('lib/words.ts');

test('amounts are whole cents, and said exactly', () => {
  const said = [
    [0, '$0'], [50, '$0.50'], [5, '$0.05'], [100, '$1'], [123456789, '$1,234,567.89'], [-550, '−$5.50'],
    [9007199254740991, '$90,071,992,547,409.91'], [100000, '$1,000'],
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
  assert.deepEqual([50, 100, 2500, 100000, 150000, 123400, 200000000].map(short), ['0.50', '1', '25', '1K', '1.5K', '1,234', '2M']);
});

test('typed amounts are read, or refused', () => {
  const read = [['12', 1200], [' $1,200 ', 120000], ['0.5', 50], ['1,234,567.89', 123456789], ['0', 0]];
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
  const before = { seats: [{ seat: 1, chips: 5 }, { seat: 2, chips: 7 }], community: ['As', null], n: 1 };
  const after = share(before, { seats: [{ seat: 1, chips: 5 }, { seat: 2, chips: 8 }], community: ['As', null], n: 2 });
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
