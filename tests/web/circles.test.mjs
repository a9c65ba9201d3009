// The circles of a table as the server names them: what lies on them, and how it is sent and kept.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './support.mjs';

const { beforeDeal, circleKeys, downOn, fromNamed, leastBet, markOf, messageOf, namedStakes } =
    await load('lib/circles.ts');

const own = (number, name, side) => ({ wager: `own_${number}`, name, side });
const circles = [
    { wager: 'progressive', name: 'Progressive' },
    own(1, 'Flop Five', 'flop_five'),
    own(2, 'Full Flush', 'trips'), // an id that is the name of another wager where there is no such wager
    { wager: 'ante', name: 'Ante', equals: 'blind' },
    { wager: 'blind', name: 'Blind', equals: 'ante' },
    { wager: 'play', name: 'Play', later: true },
];
const stakes = { play: 2000, ante: 500, own_2: 300, blind: 500, own_1: 100, progressive: 0 };

test('what lies on the circles is listed as they lie, by the names the server gives', () => {
    assert.deepEqual(
        downOn(circles, stakes).map((one) => one.name),
        ['Flop Five', 'Full Flush', 'Ante', 'Blind', 'Play'],
    );
    assert.deepEqual(beforeDeal(circles, stakes), { own_1: 100, own_2: 300, ante: 500, blind: 500 });
});

test('the least bet is the least on every circle a hand needs (BET-1)', () => {
    const limits = { ante: { min: 500, max: 0 }, blind: { min: 500, max: 0 }, own_1: { min: 100, max: 0 } };
    assert.deepEqual(leastBet({ circles, limits }), { ante: 500, blind: 500 });
});

test('side bets of the profile\'s own are sent and kept by their ids, whatever an id is', () => {
    assert.deepEqual(messageOf(circles, beforeDeal(circles, stakes)), {
        stakes: { ante: 500, blind: 500 },
        side: { flop_five: 100, trips: 300 },
    });
    assert.deepEqual(messageOf(circles, { ante: 500 }), { stakes: { ante: 500 } });
    const kept = namedStakes(circles, beforeDeal(circles, stakes));
    assert.deepEqual(fromNamed(circles, kept), beforeDeal(circles, stakes));
    const makers = [{ wager: 'trips', name: 'Trips' }];
    assert.deepEqual(fromNamed(makers, kept), {}, 'no chip lands on another wager');
    assert.deepEqual(fromNamed(makers, { trips: 100 }), { trips: 100 });
});

test('every circle has a mark and a key of its own', () => {
    const all = [...circles, own(3, 'Bad Board', 'c'), own(4, 'the 1st five', 'd')];
    assert.deepEqual(
        all.map((one) => markOf(all, one.wager)),
        ['$', 'FF', 'FF2', 'A', 'B', 'P', 'BB2', 'T1'],
    );
    const keys = all.map((one) => circleKeys[one.wager]).filter(Boolean);
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(keys.length, all.length - 1, 'Play takes no chip');
});
