// Fair dealing as a player sees it: their browser contributes to the deck and checks the record; a part that
// is withheld calls the round off, and that is said; what a server shows that does not fit is found.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { cents, outside, Person, shareBrowser } from './browser.mjs';
import { House, table, verified } from './house.mjs';

shareBrowser();
let house;
before(async () => {
    const settings = { result_ms: 2500 };
    house = await House.open({
        tables: [
            table('Rainier', 'washington', settings),
            table('Adams', 'washington', settings),
            table('Shasta', 'california-8', settings),
            table('Baker', 'washington', { ...settings, pace: 'dealer', decision_ms: 0 }),
            table('Hood', 'washington', settings),
            table('Glacier', 'washington', settings),
            table('Index', 'washington', settings),
            table('Baring', 'washington', settings),
        ],
        people: ['dora'],
    });
});
after(() => house.close());

/** Puts the test between a page and the server: `said` may change a message of either, or drop it. */
async function between(person, { fromServer = (it) => it, fromPage = (it) => it }) {
    await person.page.routeWebSocket(/\/ws$/, (page) => {
        const server = page.connectToServer();
        const pass = (change, to) => (text) => {
            const changed = change(JSON.parse(text));
            if (changed) to.send(JSON.stringify(changed));
        };
        server.onMessage(pass(fromServer, page));
        page.onMessage(pass(fromPage, server));
    });
    return person;
}

const withholds = (person) =>
    between(person, { fromPage: (it) => (it.type === 'reveal' ? null : it) });

/** What the record of a round says of its deal; it is there a moment after the round. */
async function fairnessOf(person, number, round) {
    for (let i = 0; i < 100; i++) {
        const path = `${house.base}/api/rounds/${number}/${round}`;
        const response = await person.page.request.get(path);
        if (response.status() === 200) return (await response.json()).fairness;
        await person.page.waitForTimeout(100);
    }
    return assert.fail(`no record of round ${round} at table ${number}`);
}

async function verifies(person, number, round) {
    await fairnessOf(person, number, round);
    await person.go(`/verify/${number}/${round}`);
    await person.sees('.verify-sum');
    return {
        sum: await person.text('.verify-sum'),
        checks: await person.page.locator('.verify-checks li').allInnerTexts(),
    };
}

test('two browsers contribute to a round, and each verifies it to the last card', async () => {
    const [ada, ben] = [await Person.come(house), await Person.come(house, { size: 'phone' })];
    await ada.sit(1);
    await ben.sit(1);
    await Promise.all([ada.bet({ ante: 5 }), ben.bet({ ante: 10 })]);
    await Promise.all([ada.decide('4x'), ben.decide('4x')]);
    await Promise.all([ada.result(), ben.result()]);
    const fairness = await fairnessOf(ada, 1, 1);
    assert.deepEqual(fairness.roster.map((one) => [one.seat, one.part !== null]), [[1, true], [2, true]]);
    for (const [person, seat] of [[ada, 1], [ben, 2]]) {
        assert.equal(await person.page.locator('.fair-notice').count(), 0);
        const { sum, checks } = await verifies(person, 1, 1);
        assert.equal(sum, 'It fits: all 11 cards are the ones this shuffle deals.');
        for (const words of [
            `What this browser revealed as your part at seat ${seat} went into the shuffle`,
            `The receipt for your part at seat ${seat} is signed`,
            'The list of players is the one this browser was shown before the deal',
            'The record is signed with the server’s key that this browser knows',
            'The parts of seats 1 and 2 fit their commitments',
        ]) {
            assert.ok(checks.some((one) => one.includes(words)), `${words}: ${checks.join(' | ')}`);
        }
        await person.isAccessible('the check of a round with parts');
        await person.page.getByText('How it was dealt').click();
        const command = await person.text('code:has-text("uth verify")');
        const record = await (await person.page.request.get(`${house.base}/api/rounds/1/1`)).json();
        const said = verified(record, command.split(' ').slice(3));
        assert.match(said, /all 11 cards match the deal/);
    }
});

test('each spot of a person contributes, and so does the player-dealer', async () => {
    const [ada, ben] = [await Person.come(house), await Person.come(house)];
    await ada.sit(3);
    await ben.sit(3);
    const banker = await Promise.any(
        [ada, ben].map(async (one) => {
            await one.sees('.bank-offer');
            return one;
        }),
    );
    const player = banker === ada ? ben : ada;
    await banker.page.getByLabel('Wager to post').fill('200');
    await banker.page.getByRole('button', { name: 'Take the bank' }).click();
    await player.bet({ ante: 5 });
    await player.decide('4x');
    await player.result();
    const { bank, roster } = await fairnessOf(ada, 3, 1);
    assert.deepEqual(roster.map((one) => one.part !== null), [true, true]);
    assert.ok(roster.some((one) => one.seat === bank));
    for (const person of [ada, ben]) {
        const { sum } = await verifies(person, 3, 1);
        assert.match(sum, /^It fits: all \d+ cards/);
    }
});

test('a part that is withheld calls the round off, says whose, and its player goes on without', async () => {
    const ada = await Person.come(house);
    const ben = await withholds(await Person.come(house, { size: 'phone' }));
    const heard = await ada.listen();
    await ada.sit(2);
    await ben.sit(2);
    const chips = cents(await ada.text('.own-chips strong'));
    await Promise.all([ada.bet({ ante: 5 }), ben.bet({ ante: 5 })]);
    await ada.sees('.waiting-later', 'Waiting for seat 2’s part of the shuffle.');
    await ada.sees('.bar-words', 'No more bets');
    assert.deepEqual(await ada.page.evaluate(outside), []);
    await ada.sees('.void-notice', 'called off before the deal: seat 2 did not reveal');
    assert.match(await ada.text('.void-notice'), /Every wager went back\. Back to you: Ante \$5, Blind \$5\./);
    await ben.sees('.void-notice', 'your browser did not reveal');
    assert.match(await ben.text('.void-notice'), /Up to round 21 you play without a part\./);
    assert.deepEqual(await ben.page.evaluate(outside), [], 'on a phone, too');
    assert.equal(cents(await ada.text('.own-chips strong')), chips);
    assert.match(await heard(), /No more bets\. You play Ante \$5, Blind \$5\.[^]*Round 1 was called off/);
    // The next round is dealt: the wager goes without a commitment.
    await Promise.all([ada.bet({ ante: 5 }), ben.bet({ ante: 5 })]);
    await Promise.all([ada.decide('4x'), ben.decide('4x')]);
    await ada.result();
    const { roster, withheld } = await fairnessOf(ada, 2, 2);
    assert.deepEqual(roster.map((one) => one.part !== null), [true, false]);
    assert.deepEqual(withheld, []);
    for (const person of [ada, ben]) {
        assert.equal(await person.page.locator('.fair-notice').count(), 0);
    }
    const { sum, checks } = await verifies(ada, 2, 1);
    assert.match(sum, /^Nothing was dealt: seat 2 did not reveal its part of the shuffle\./);
    assert.ok(checks.every((one) => !one.includes('✗')), checks.join(' | '));
    assert.match((await verifies(ada, 2, 2)).sum, /^It fits: all 11 cards/);
    await ada.sees('.verify-figures');
    const figures = await ada.page.locator('.verify-figures td').allInnerTexts();
    assert.deepEqual(figures, ['1', '1', '2 of 3', '1', '0', '0', '0']);
    assert.match(await ada.text('.verify-aborts'), /^Round 1, .*: a part was not revealed: seat 2 \(guest\)$/);
    await ada.isAccessible('the figures of fair dealing');
});

test('the dealer is told whose part the table waits for', async () => {
    const ben = await withholds(await Person.come(house));
    await ben.sit(4);
    const dora = await (await Person.come(house)).login('dora', '/deal/4');
    await dora.deals('open');
    await ben.bet({ ante: 5 });
    await dora.sees('.seat-act', 'ready');
    await dora.deals('close_bets');
    await dora.sees('.deal-phase', 'Waiting for seat 1’s part of the shuffle.');
    await dora.sees('.go:disabled');
    await dora.isAccessible('the console while a part is waited for');
    await dora.sees('.deal-phase', 'Void');
    await ben.sees('.void-notice', 'your browser did not reveal');
    await dora.deals('open'); // and goes on
    await ben.sees('.betting');
    await ben.bet({ ante: 5 });
    await dora.deals('close_bets');
    await dora.deals('deal');
    await ben.sees('.deciding');
});

test('a reload while the round waits reveals the part, and the hand goes on', async () => {
    const ada = await Person.come(house);
    let hold = true;
    await between(ada, { fromPage: (it) => (it.type === 'reveal' && hold ? null : it) });
    await ada.sit(7);
    await ada.bet({ ante: 5 });
    await ada.sees('.now-sealed');
    hold = false;
    const ben = await Person.come(house);
    await ben.go('/table/7');
    await ada.go('/strategy'); // any page: it watches the table of its own accord
    await ben.sees('.phase-preflop');
    await ada.go('/table/7');
    await ada.sees('.deciding');
    await ada.decide('4x');
    await ada.result();
    assert.match((await verifies(ada, 7, 1)).sum, /^It fits/);
});

/** Opens the notice, keeps its evidence, and closes it. */
async function evidence(person, title) {
    await person.sees('.fair-notice', title);
    await person.isAccessible(`the notice: ${title}`);
    await person.page.getByRole('button', { name: 'What to do' }).click();
    await person.sees('.dialog .finding', title);
    const [file] = await Promise.all([
        person.page.waitForEvent('download'),
        person.page.getByRole('button', { name: 'Download the evidence' }).click(),
    ]);
    const kept = JSON.parse(await readFile(await file.path(), 'utf8'));
    await person.isAccessible(`what to do: ${title}`);
    return kept;
}

test('a second roster for the same round is found, and play goes on', async () => {
    const ada = await Person.come(house);
    await between(ada, {
        fromServer: (it) => {
            if (it.type === 'view' && it.state === 'playing' && it.fairness?.roster) {
                it.fairness.roster.hash = '11'.repeat(32);
            }
            return it;
        },
    });
    await ada.sit(5);
    await ada.bet({ ante: 5 });
    const kept = await evidence(ada, 'The server has shown two rosters for one round.');
    assert.deepEqual([kept.kind, kept.table, kept.round], ['second_roster', 5, 1]);
    assert.notEqual(kept.evidence.roster.hash, kept.evidence.note.roster.hash);
    assert.match(kept.evidence.note.parts[1].receipt, /^[0-9a-f]{128}$/);
    await ada.page.getByRole('button', { name: 'Got it' }).click();
    await ada.page.waitForSelector('.fair-notice', { state: 'detached' });
    await ada.decide('4x');
    await ada.result();
    await fairnessOf(ada, 5, 1);
    await ada.go('/verify/5/1');
    await ada.sees('.verify-findings', 'The server has shown two rosters for one round.');
    await ada.isAccessible('the check with a finding');
});

test('a round that the public list has differently is found', async () => {
    const ada = await Person.come(house);
    await ada.sit(8);
    await ada.bet({ ante: 5 });
    await ada.decide('4x');
    await ada.result();
    await ada.page.route(/\/api\/fairness/, async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        json.rounds[0].roster_hash = '33'.repeat(32);
        await route.fulfill({ response, json });
    });
    await fairnessOf(ada, 8, 1);
    await ada.go('/verify/8/1');
    await ada.sees('.verify-findings', 'A round that you sat in is missing from the public list');
    await ada.go('/table/8');
    await ada.sees('.fair-notice', 'A round that you sat in is missing from the public list');
});

test('another key is found; the player plays on without a part until they accept it', async () => {
    const ada = await Person.come(house, { size: 'phone' });
    let key = '';
    const wagers = [];
    await between(ada, {
        fromServer: (it) => {
            if (key && it.fairness_key) it.fairness_key = key;
            if (key && it.fairness) it.fairness.key = key;
            return it;
        },
        fromPage: (it) => {
            if (it.type === 'wager') wagers.push(it.part_commitment !== undefined);
            return it;
        },
    });
    await ada.sit(6);
    await ada.bet({ ante: 5 });
    await ada.decide('4x');
    await ada.result();
    key = '22'.repeat(32);
    await ada.sees('.fair-notice', 'The server signs with another key than before.');
    assert.deepEqual(await ada.page.evaluate(outside), []);
    await ada.bet({ ante: 5 });
    await ada.decide('4x');
    await ada.result();
    assert.deepEqual([wagers[0], wagers.at(-1)], [true, false]);
    const kept = await evidence(ada, 'The server signs with another key than before.');
    assert.equal(kept.evidence.key, key);
    await ada.page.getByRole('button', { name: 'Accept the new key' }).click();
    await ada.page.waitForSelector('.fair-notice', { state: 'detached' });
});
