// What a screen reader is told from one view to the next.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../../../../tests/web/support.mjs';

const { changeWords } = await load('features/table/announcer.ts');

const options = { wager: false, decisions: [], play: {}, bank: null, ask_bank: false };

const circles = [
    { wager: 'own_1', name: 'Flop Five', side: 'flop_five' },
    { wager: 'trips', name: 'Trips' },
    { wager: 'ante', name: 'Ante', equals: 'blind' },
    { wager: 'blind', name: 'Blind', equals: 'ante' },
    { wager: 'play', name: 'Play', later: true },
];

/** A view of seat 2, as far as words need it. */
function view(changed = {}, own = {}) {
    const seat = { seat: 2, stakes: {}, cards: [], hand: null, result: null, ...own };
    return {
        round: 4,
        phase: 'betting',
        circles,
        last: { round: 3, voided: false },
        community: [],
        dealer: { cards: [], hand: null, qualifies: null },
        bank: null,
        progressive: null,
        you: { seat: 2, options },
        seats: [{ seat: 1, stakes: {}, cards: [], result: null }, seat],
        ...changed,
    };
}

const stakes = { ante: 500, blind: 500, trips: 100 };
const dealer = { cards: ['Qd', 'Qc'], hand: 'a pair of queens', qualifies: true };

test('a player-dealer hears what they won, lost, or neither', () => {
    for (const [net, words] of [
        [1500, 'You won $15 as banker'],
        [-1050, 'You lost $10.50 as banker'],
        [0, 'You broke even as banker'],
    ]) {
        const now = view({ phase: 'settled', dealer, bank: { seat: 2, wager: 5000, net } });
        const [said] = changeWords(view({ phase: 'showdown' }), now);
        assert.equal(
            said,
            `Player-dealer shows queen of diamonds, queen of clubs: a pair of queens. ${words}`,
        );
    }
    const other = view({ phase: 'settled', dealer, bank: { seat: 1, wager: 5000, net: 1500 } });
    assert.doesNotMatch(changeWords(view({ phase: 'showdown' }), other).join(' '), /banked/);
    const washington = view({ phase: 'settled', dealer });
    assert.match(changeWords(view({ phase: 'showdown' }), washington)[0], /^Dealer shows queen/);
});

test('a result is said wager by wager, each by its name and why', () => {
    const wagers = {
        ante: { outcome: 'push', net: 0, reason: 'pushes: a tie', limited: '' },
        blind: {
            outcome: 'returned',
            net: 0,
            reason: 'wins 1 to 1: a straight',
            limited: 'not covered',
        },
        play: {
            outcome: 'win',
            net: 500,
            reason: 'wins 1 to 1: higher than the dealer',
            limited: 'in part',
        },
        own_1: { outcome: 'win', net: 2000, reason: 'wins 20 to 1: flush', limited: '' },
    };
    const now = view({ phase: 'settled' }, { result: { net: 2500, wagers } });
    assert.deepEqual(changeWords(view({ phase: 'showdown' }), now), [
        'You win $25. Ante pushes: a tie, $0. Blind: not covered, $0. ' +
            'Play wins 1 to 1: higher than the dealer; in part, +$5. Flop Five wins 20 to 1: flush, +$20',
    ]);
});

test('at "no more bets" one hears what one plays with, once, whatever view comes next', () => {
    const mine = 'No more bets. You play Trips $1, Ante $5, Blind $5.';
    const cards = { cards: ['As', 'Ks'], hand: 'ace high, king kicker', stakes };
    const closed = view({ phase: 'closed' }, { stakes });
    const dealt = view({ phase: 'preflop' }, cards);
    const yours = 'Your cards: ace of spades, king of spades. You have ace high, king kicker.';
    assert.deepEqual(changeWords(view({}, { stakes }), closed), [mine]);
    assert.deepEqual(changeWords(closed, dealt), [yours]);
    assert.deepEqual(changeWords(view(), dealt), [mine, yours]);
    const flop = view({ phase: 'flop', community: ['2s', '3s', '4s', null, null] }, cards);
    assert.equal(changeWords(view(), flop)[0], mine, 'a view was missed');
    assert.deepEqual(changeWords(view(), view({ phase: 'closed' })), ['No more bets.']);
    const anew = view({ round: 5, phase: 'closed' }, { stakes });
    assert.deepEqual(changeWords(view(), anew), [mine], 'also of a round nobody saw open');
    assert.deepEqual(changeWords(view(), view({ phase: 'idle' })), [], 'nothing was closed');
});

test('"no more bets" is said when bets are sealed, and not again when cards come', () => {
    const sealed = view({ state: 'sealed' }, { stakes });
    const cards = { cards: ['As', 'Ks'], hand: 'ace high, king kicker', stakes };
    assert.deepEqual(changeWords(view({ state: 'betting' }, { stakes }), sealed), [
        'No more bets. You play Trips $1, Ante $5, Blind $5.',
    ]);
    assert.deepEqual(changeWords(sealed, sealed), []);
    assert.deepEqual(
        changeWords(sealed, view({ state: 'playing', phase: 'closed' }, { stakes })),
        [],
    );
    assert.deepEqual(changeWords(sealed, view({ state: 'playing', phase: 'preflop' }, cards)), [
        'Your cards: ace of spades, king of spades. You have ace high, king kicker.',
    ]);
});

test('a round that was called off is said with whose part did not come, and what that means', () => {
    const sealed = view({ state: 'sealed' }, { stakes });
    const after = (withheld, you = {}) => ({
        ...view({ state: 'waiting', phase: 'idle', last: { round: 4, voided: true, withheld } }),
        you: { seat: 2, options, ...you },
    });
    assert.deepEqual(changeWords(sealed, after([1])), [
        'Round 4 was called off before the deal: seat 1 did not reveal a part of the shuffle in time. Every wager went back. Back to you: Trips $1, Ante $5, Blind $5.',
    ]);
    assert.match(changeWords(sealed, after([1, 3]))[0], /: seats 1 and 3 did not/);
    assert.match(
        changeWords(sealed, after([1, 2], { muted_until_round: 24 }))[0],
        /: your browser did not [^]* Up to round 24 you play without a part\./,
    );
});

test('a void is said with what went back, before the next round is (DEAL-5)', () => {
    const next = view({ round: 5, last: { round: 4, voided: true } });
    next.you = { seat: 2, options: { ...options, wager: true } };
    const was = view({ phase: 'flop' }, { stakes });
    assert.deepEqual(changeWords(was, next), [
        'Round 4 is void: every wager went back. Back to you: Trips $1, Ante $5, Blind $5.',
        'Place your bets.',
    ]);
    const banked = view({ phase: 'flop', bank: { seat: 2, wager: 5000, net: 0 } });
    assert.match(changeWords(banked, next)[0], /Back to you: the \$50 you banked with\./);
    const missed = view({ round: 2, phase: 'flop', last: null }, { stakes });
    assert.equal(changeWords(missed, next)[0], 'Round 4 is void: every wager went back.');
    assert.deepEqual(changeWords(next, next), []);
});
