// A recorded hand, step by step: what lies open at each moment, what was decided by then.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../../../../tests/web/support.mjs';

const hand = await load('features/hand/steps.ts');

const record = {
    id: '1:3',
    rules: 'washington',
    community: 'Jc 3c Td 3d 2d',
    dealer: 'Ac 2c',
    players: [
        { seat: 1, ante: 1000, blind: 1000, cards: '9d 5c', play: ['3x'] },
        { seat: 2, ante: 500, blind: 500, cards: '8c 6d', play: ['check', '2x'] },
        { seat: 4, ante: 500, blind: 500, cards: 'Kh 8d', play: ['check', 'check', 'fold'] },
    ],
    answer: {
        dealer: { description: 'two pair', qualifies: true },
        players: [
            {
                seat: 4,
                result: 'fold',
                net: -1000,
                wagers: {
                    ante: {
                        stake: 500,
                        outcome: 'lose',
                        net: -500,
                        reason: 'folded: "Ante" loses',
                    },
                    blind: {
                        stake: 500,
                        outcome: 'lose',
                        net: -500,
                        reason: 'folded: Blind loses',
                    },
                },
            },
        ],
    },
};

test('a hand goes from the cards through its streets to the showdown', () => {
    const steps = hand.stepsOf(record);
    assert.deepEqual(
        steps.map(({ title, board, decided, settled }) => [title, board, decided, settled]),
        [
            ['The cards are dealt', 0, 0, false],
            ['Before the flop', 0, 1, false],
            ['On the flop', 3, 2, false],
            ['At the river', 5, 3, false],
            ['Showdown', 5, 3, true],
        ],
    );
    const early = { ...record, players: [record.players[0]] };
    assert.deepEqual(
        hand.stepsOf(early).map(({ title }) => title),
        ['The cards are dealt', 'Before the flop', 'Showdown'],
    );
    const voided = { id: '1:4', rules: 'washington', players: [{ seat: 1 }] };
    assert.equal(hand.stepsOf(voided).length, 1, 'a round that was not dealt has no streets');
});

test('nobody is seen to fold before they do', () => {
    const [, before, flop, river] = hand.stepsOf(record);
    const folder = record.players[2];
    assert.deepEqual(hand.decisionsBy(folder, flop), ['check', 'check']);
    assert.ok(!hand.hasFolded(folder, before) && !hand.hasFolded(folder, flop));
    assert.ok(hand.hasFolded(folder, river));
});

test('each decision is asked with the board that lay open then', () => {
    assert.deepEqual(hand.askedOf(record, record.players[2]), [
        { street: 'preflop', did: 'check', board: [] },
        { street: 'flop', did: 'check', board: ['Jc', '3c', 'Td'] },
        { street: 'river', did: 'fold', board: ['Jc', '3c', 'Td', '3d', '2d'] },
    ]);
});

test('a table of the wagers has a line for each, and quotes what it says', () => {
    const lines = hand.csvOf(record).split('\r\n');
    assert.equal(lines.length, 4);
    assert.equal(
        lines[1],
        '"1:3","4","Kh 8d","Jc 3c Td 3d 2d","Ac 2c","check check fold","ante","5.00","lose","-5.00","folded: ""Ante"" loses"',
    );
});
