// BET-7 in the pages: the table from one of several spots, and which spot is shown next.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './support.mjs';

const { alsoAt, hasTurn, nextSpot, ownSeats, spotAfter, spotsOf, viewAt, viewOnlyAt } =
    await load('lib/spots.ts');
const { changeWords, spotWords } = await load('features/table/announcer.ts');
const { backWords } = await load('features/table/voided.ts');

const idle = { wager: false, decisions: [], play: {}, bank: null };
const betting = { ...idle, wager: true };
const deciding = { ...idle, decisions: ['4x', 'check'], play: { '4x': 2000 } };

const spot = (seat, options = idle, more = {}) => ({ seat, chips: 0, ready: false, options, ...more });

const circles = [{ wager: 'ante', name: 'Ante' }, { wager: 'blind', name: 'Blind' }];

/** Somebody at seats 2, 4 and 5 of five. */
function view(spots, changed = {}) {
    const [you = null, ...more_spots] = spots;
    const seats = [1, 2, 3, 4, 5].map((seat) => ({
        seat,
        player: { id: [2, 4, 5].includes(seat) ? 7 : seat, name: 'x' },
        stakes: {},
        cards: [],
        hand: null,
        result: null,
    }));
    return {
        table: 1, circles, round: 3, phase: 'betting', last: null, community: [], bank: null, progressive: null,
        dealer: { cards: [], hand: null, qualifies: null }, you, more_spots, seats, ...changed,
    };
}

test('from another spot a view is the same but for who one is', () => {
    const whole = view([spot(2), spot(4), spot(5)]);
    const from4 = viewAt(whole, 4);
    assert.equal(from4.you.seat, 4);
    assert.deepEqual(spotsOf(from4).map((one) => one.seat), [2, 4, 5]);
    assert.equal(from4.seats, whole.seats);
    assert.equal(viewAt(whole, 2), whole);
    assert.equal(viewAt(whole, 3), whole, 'not held: from the first');
    assert.equal(viewOnlyAt(whole, 3).you, null, 'what belongs to a seat is of nobody else');
    assert.deepEqual(ownSeats(from4).map((one) => one.seat), [2, 4, 5]);
    assert.equal(spotAfter(from4, 4), 5);
    assert.equal(spotAfter(from4, 5), 2);
});

test('a spot that is finished makes way for the next that is not; by hand one may go back', () => {
    const all = view([spot(2, betting), spot(4, betting), spot(5, betting)]);
    const ready = { ready: true };
    assert.equal(nextSpot(null, all, 0), 2);
    assert.equal(nextSpot(null, all, 5), 5);
    const one = view([spot(2, betting, ready), spot(4, betting), spot(5, betting)]);
    assert.equal(nextSpot(all, one, 2), 4);
    assert.equal(nextSpot(one, structuredClone(one), 2), 2, 'gone back to it');
    const done = view([spot(2, betting, ready), spot(4, betting, ready), spot(5, betting, ready)]);
    assert.equal(nextSpot(one, done, 5), 5, 'nothing is wanted anywhere');
    const street = view([spot(2), spot(4, deciding), spot(5, deciding)], { phase: 'flop' });
    assert.equal(nextSpot(done, street, 5), 4, 'a new street begins with the first that is asked');
    const later = view([spot(2), spot(4), spot(5, deciding)], { phase: 'flop' });
    assert.equal(nextSpot(street, later, 4), 5);
    assert.equal(nextSpot(later, view([spot(2)]), 5), 2, 'left');
    assert.equal(nextSpot(later, view([]), 5), 0);
    assert.equal(hasTurn(undefined), false);
});

test('each spot is told of with its seat, a single one without', () => {
    const at = (seat, cards) => ({ seat, player: { id: 7 }, stakes: { ante: 500, blind: 500 }, cards, hand: 'ace high', result: null });
    const seats = [at(2, ['As', 'Kd']), at(4, ['2c', '3c'])];
    const dealt = view([spot(2, deciding), spot(4, deciding)], { phase: 'preflop', seats });
    const before = view([spot(2, betting), spot(4, betting)], { seats });
    const said = changeWords(before, dealt);
    assert.equal(said[0], 'No more bets. Seat 2: You play Ante $5, Blind $5. Seat 4: You play Ante $5, Blind $5.');
    assert.match(said[1], /^Seat 2: Your cards: ace of spades, .* Seat 4: Your cards: two of clubs/);
    assert.equal(said[2], 'Seat 2: Your decision: Play 4× for $20, Check.');
    assert.equal(spotWords(viewAt(dealt, 4)), 'Seat 4: You have ace high. Seat 4: Your decision: Play 4× for $20, Check.');
    assert.equal(backWords(dealt), 'Back to you: Ante $5 at seat 2, Blind $5 at seat 2, Ante $5 at seat 4, Blind $5 at seat 4.');
    const single = view([spot(2, deciding)], { phase: 'preflop', seats });
    assert.equal(changeWords(null, single).at(-1), 'Your decision: Play 4× for $20, Check.');
});

test('staff read at which other seats a player sits', () => {
    const { seats } = view([]);
    assert.equal(alsoAt(seats, seats[1]), 'also at seats 4 and 5');
    assert.equal(alsoAt(seats.slice(0, 4), seats[1]), 'also at seat 4');
    assert.equal(alsoAt(seats, seats[0]), '');
    assert.equal(alsoAt([...seats, { seat: 6, player: null }], { seat: 6, player: null }), '');
});
