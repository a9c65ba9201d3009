// What the table says of money, seats and the hand before. No browser: the functions behind the page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../../../../tests/web/support.mjs';

// As much of a browser as the modules look for when they are loaded.
const nothing = () => undefined;
globalThis.addEventListener = nothing;
globalThis.window = { matchMedia: () => ({ matches: false, addEventListener: nothing }) };
globalThis.document = {
    addEventListener: nothing,
    documentElement: { classList: { toggle: nothing } },
    querySelector: () => null,
};
globalThis.location = { protocol: 'http:', host: 'here', pathname: '/' };
const { decidingWords, shownActions, totalWords } = await load('features/table/Panels.tsx');
const { freedWords } = await load('features/table/following.ts');
const { lastOf } = await load('features/table/last.ts');
const { litIn } = await load('features/table/lit.ts');
const { placeOf } = await load('features/table/order.ts');
const { paysMs } = await load('features/table/pays.ts');
const { waitingWords } = await load('features/table/Own.tsx');
const { sentences } = await load('lib/announce.ts');

const player = (id, name, more = {}) => ({ id, name, house: false, proposition: false, ...more });
const seatOf = (seat, more = {}) => ({
    seat,
    player: player(seat, `P${seat}`),
    chips: 0,
    in: true,
    stakes: {},
    taken: {},
    cards: [],
    decisions: [],
    result: null,
    ...more,
});
const viewOf = (more = {}) => ({
    table: 1,
    round: 7,
    phase: 'flop',
    state: 'playing',
    pace: 'auto',
    dealt: ['1'],
    last: null,
    order: [],
    seats: [seatOf(1), seatOf(2)],
    more_spots: [],
    you: {
        seat: 1,
        chips: 2500,
        leaving: false,
        free_after: 5,
        options: { decisions: [], beyond: {} },
    },
    ...more,
});
const decides = (decisions, beyond) =>
    viewOf({ phase: 'preflop', you: { seat: 1, options: { decisions, beyond } } });

test('a size that chips do not reach stands among the others with its reason (WALK-4)', () => {
    const view = decides(['3x', 'check'], { '4x': 'needs $40, you have $30' });
    assert.deepEqual(shownActions(view), ['4x', '3x', 'check']);
    assert.match(decidingWords(view), /^Bet on your two cards/);
    const none = decides(['check'], {
        '4x': 'needs $40, you have $5',
        '3x': 'needs $30, you have $5',
    });
    assert.deepEqual(shownActions(none), ['4x', '3x', 'check']);
    assert.equal(decidingWords(none), 'Your chips do not reach for a Play bet: check.');
    const last = decides(['fold'], { '1x': 'needs $10, you have $5' });
    assert.equal(decidingWords(last), 'Your chips do not reach for a Play bet: fold.');
});

test('a seat that was freed is said, with why and when; a seat that was left is not (WALK-9)', () => {
    const at = new Date(2026, 10, 19, 22, 14);
    const gone = viewOf({ you: null });
    const idle = viewOf({ you: { ...viewOf().you, free_after: 1 } });
    assert.match(
        freedWords(idle, gone, at),
        /^Your seat was freed at .*14.*: you made no bet for too long\. Your chips/,
    );
    assert.match(freedWords(viewOf(), gone, at), /^Your seat was freed at .* by the house\./);
    assert.equal(freedWords(viewOf({ you: { ...viewOf().you, leaving: true } }), gone, at), '');
    assert.equal(freedWords(null, gone, at), '');
    assert.equal(freedWords(viewOf(), viewOf(), at), '');
});

test('the last hand stays until the next one is dealt, and no other (WALK-10)', () => {
    const kept = viewOf({ phase: 'settled', round: 7 });
    const between = (more) =>
        viewOf({ round: 8, phase: 'betting', dealt: [], last: { round: 7 }, ...more });
    assert.equal(lastOf(kept, between()), kept);
    assert.equal(lastOf(kept, between({ phase: 'idle', round: 7 })), kept);
    assert.equal(lastOf(kept, between({ dealt: ['1'], phase: 'preflop' })), null);
    assert.equal(
        lastOf(kept, between({ last: { round: 8 } })),
        null,
        'another round was played since',
    );
    assert.equal(lastOf(kept, between({ last: { round: 7, voided: true } })), null);
    assert.equal(lastOf(kept, between({ table: 2 })), null);
    assert.equal(lastOf(null, between()), null);
    assert.equal(totalWords(seatOf(1, { result: { net: -1550 } })), 'You lose $15.50');
});

test('the five cards that play light up when the hand is over, not before', () => {
    const hand = { cards: ['As', 'Kd'], plays: ['As', 'Ah', 'Kd', 'Kc', '9s'] };
    assert.equal(litIn(viewOf({ phase: 'river' }), null, hand), '');
    assert.equal(litIn(viewOf({ phase: 'settled' }), null, hand), 'As Ah Kd Kc 9s');
    assert.equal(litIn(viewOf({ phase: 'betting' }), viewOf(), hand), 'As Ah Kd Kc 9s');
});

test('chips are counted after the cards have turned and the wagers have moved (WALK-29)', () => {
    const order = [
        { seat: 1, wager: 'ante' },
        { seat: 1, wager: 'blind' },
    ];
    assert.ok(paysMs({ order }) > paysMs({ order: [] }));
    assert.ok(paysMs({ order: [] }) >= 450, 'the cards have turned');
});

test('what is waited for is said as it is: the dealer, a person, house players (WALK-23)', () => {
    const waits = (more) => waitingWords(viewOf(more), viewOf(more).seats[0]);
    assert.equal(
        waits({ state: 'waiting', phase: 'idle', pace: 'dealer' }),
        'Waiting for the dealer.',
    );
    assert.equal(waits({ seats: [seatOf(1), seatOf(2, { awaited: true })] }), 'Waiting for P2.');
    const house = [3, 4].map((n) =>
        seatOf(n, { awaited: true, player: player(n, 'Elm', { house: true }) }),
    );
    assert.equal(waits({ seats: [seatOf(1), ...house] }), 'Waiting for 2 house players.');
});

test('after a fold, other wagers are spoken of only where there are some (WALK-28)', () => {
    const folded = (stakes) =>
        seatOf(1, { folded: true, stakes, taken: { ante: 500, blind: 500 } });
    const said = (stakes) => waitingWords(viewOf({ seats: [folded(stakes)] }), folded(stakes));
    assert.equal(said({ ante: 500, blind: 500 }), 'You folded and lost $10.');
    assert.equal(
        said({ ante: 500, blind: 500, trips: 100 }),
        'You folded and lost $10. Your other wagers still count.',
    );
});

test('sentences of one moment are said with one stop each (WALK-45)', () => {
    assert.equal(
        sentences(['No more bets.', 'You win $5', 'Ready?']),
        'No more bets. You win $5. Ready?',
    );
});

test('whoever plays sits in the middle before the dealer, the others around in their order', () => {
    for (const seats of [6, 7, 8]) {
        for (let own = 1; own <= seats; own++) {
            const places = Array.from({ length: seats }, (_, i) => placeOf(i + 1, own, seats));
            assert.equal(new Set(places).size, seats);
            assert.equal(placeOf(own, own, seats), Math.floor((seats + 1) / 2));
            const next = (own % seats) + 1;
            assert.equal(
                placeOf(next, own, seats),
                Math.floor((seats + 1) / 2) + 1,
                'at the left hand',
            );
        }
    }
    assert.equal(placeOf(3, 0, 7), 3, 'who watches sees the seats as they are');
});
