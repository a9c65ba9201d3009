// The order and the words of the lobby.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../../../../tests/web/support.mjs';

const { freeWords, homeOf, mayPlay, tablesInOrder, tableStateWords } = await load('lib/lobby.ts');

test('the lobby begins with where one can play, and keeps the order of the house in it', () => {
    const at = (table, more) => ({
        table,
        seats: 7,
        taken: 4,
        house: 4,
        pace: 'auto',
        state: 'playing',
        ...more,
    });
    const tables = [
        at(1, { state: 'closed' }),
        at(2, { taken: 7 }),
        at(3, { pace: 'dealer', state: 'waiting' }),
        at(4),
        at(5),
    ];
    assert.deepEqual(
        tablesInOrder(tables).map((one) => one.table),
        [4, 5, 3, 2, 1],
    );
    assert.deepEqual(
        tables.map((one) => one.table),
        [1, 2, 3, 4, 5],
    );
    assert.equal(tableStateWords(tables[2]), 'Waiting for the dealer');
    assert.equal(freeWords(tables[1]), 'all 7 taken');
    assert.equal(freeWords(tables[3]), '3 of 7 free');
});

test('dealers begin where they deal, staff in the pit, players in the lobby (WALK-14)', () => {
    const table = (number, pace) => ({ table: number, pace });
    const tables = [table(1, 'auto'), table(3, 'dealer')];
    const as = (role, ...rights) => ({ role, rights, play_money: true });
    assert.equal(homeOf(as('dealer', 'watch', 'deal'), tables), '/deal/3');
    assert.equal(
        homeOf(as('dealer', 'watch', 'deal'), [...tables, table(4, 'dealer')]),
        '/',
        'a choice of tables',
    );
    assert.equal(homeOf(as('supervisor', 'watch', 'pit'), tables), '/pit');
    assert.equal(homeOf(as('player', 'watch', 'play'), tables), '/');
    assert.equal(homeOf(as(null), tables), '/');
    assert.ok(mayPlay(as(null)) && mayPlay(as('guest', 'play')));
    assert.ok(!mayPlay(as('dealer', 'watch', 'deal')), 'offered no seat');
});
