// The order and the words of the lobby.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../../../../tests/web/support.mjs';

const { freeWords, tablesInOrder, tableStateWords } = await load('lib/lobby.ts');

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
