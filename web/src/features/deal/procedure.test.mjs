// The procedure as the dealer's console shows it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../../../../tests/web/support.mjs';

const { commandOf, groupsOf, lastTicked, nextOf, tickOf, ticksWith } = await load(
    'features/deal/procedure.ts',
);

const hand = (step, seat, more = {}) => ({
    step,
    seat,
    by: 'hand',
    type: 'tick',
    name: step,
    words: '',
    done: false,
    next: false,
    may: false,
    ...more,
});
const command = (step, more = {}) => ({
    step,
    by: 'command',
    type: step,
    name: step,
    words: '',
    done: false,
    next: false,
    may: false,
    ...more,
});
const viewOf = (...steps) => ({
    round: 7,
    seats: [],
    dealer_console: { steps, decks: [], call: null, keypad: null },
});

test('steps at one seat after another are one group, also past a seat twice, and commands stand alone', () => {
    const steps = [
        command('settle'),
        hand('refund_ante', 5),
        hand('refund_ante', 2),
        hand('work_area', 2),
        hand('wager_play', 2),
        hand('work_area', 5),
        hand('rack_board'),
        command('end'),
    ];
    assert.deepEqual(
        groupsOf(steps).map((one) => [one.seat, one.first, one.steps.length]),
        [
            [0, 0, 1],
            [5, 1, 1],
            [2, 2, 3],
            [5, 5, 1],
            [0, 6, 1],
            [0, 7, 1],
        ],
    );
});

test('a step is ticked by its name and seat, alone or with the rest of its group', () => {
    const next = hand('announce', 3, { may: true, next: true });
    const view = viewOf(
        command('settle', { done: true }),
        hand('work_area', 3, { done: true }),
        next,
        hand('wager_ante', 3, { may: true }),
        hand('rack_hand', 3, { may: true }),
        hand('work_area', 4, { may: true }),
        command('end', { may: true }),
    );
    assert.equal(tickOf(next), 'announce:3');
    assert.equal(tickOf(hand('fee')), 'fee');
    assert.equal(nextOf(view), next);
    assert.deepEqual(ticksWith(view, next), ['announce:3', 'wager_ante:3', 'rack_hand:3']);
    assert.equal(commandOf(view).step, 'end'); // the round can go on without the ticks
    assert.equal(tickOf(lastTicked(view)), 'work_area:3');
});

test('what rules want ticked is not taken back, and a command that waits is still the next one', () => {
    const view = viewOf(
        command('close_bets', { done: true }),
        hand('fee', undefined, { required: true, done: true }),
        command('deal', { waits: 'load the shuffler first' }),
    );
    assert.equal(lastTicked(view), null);
    assert.equal(commandOf(view).waits, 'load the shuffler first');
    assert.equal(nextOf(viewOf()), null);
});
