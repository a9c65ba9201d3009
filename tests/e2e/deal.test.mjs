// DEAL-6: a full round at a dealt table of each profile by the keyboard of the console, with a fold, a
// Progressive win where there is one, and a dispute; and a supervisor who is called.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Person, shareBrowser } from './browser.mjs';
import { House, staff, table } from './house.mjs';

shareBrowser();
const pictures = process.env.UTH_PICTURES; // where to leave what was seen, if anywhere
const dealt = { pace: 'dealer', decision_ms: 0, offer_ms: 0 };
let house;
before(async () => {
    house = await House.open({
        tables: [
            table('Shasta', 'california-8', dealt),
            table('Tahoe', 'california-6', dealt),
            table('Rainier', 'washington', {
                ...dealt,
                meter: 'yes',
                controller: 'nexus',
            }),
        ],
        decks: [
            // To two spots, the player-dealer, the board: two pairs that stay in, a fold, a pair of the board.
            '1: As Ah 2c 3d Qd Js Ks 9d 4c 4h 7s',
            '2: As Ah 2c 3d Qd Js Ks 9d 4c 4h 7s',
            '3: Ks 9d 4c 4h 7s 4d Kh 2c 3d Qd Js', // the board first; fours full of kings win $10
        ],
        people: ['dora', 'sue'],
    });
});
after(() => house.close());

async function picture(person, name) {
    if (pictures) {
        mkdirSync(pictures, { recursive: true });
        await person.page.screenshot({ path: `${pictures}/${name}.png` });
    }
}

/** The offer goes round until somebody takes it; the others bet. */
async function takesBank(people, dollars) {
    const { who } = await Promise.any(
        people.map(async (who) => {
            await who.sees('.bank-offer');
            return { who };
        }),
    );
    await who.page.getByLabel('Wager to post').fill(String(dollars));
    await who.page.getByRole('button', { name: 'Take the bank' }).click();
    return who;
}

async function deeds(dealer) {
    return dealer.page.$$eval('.stop .deed', (all) =>
        all.map((one) => one.innerText.replace(/\s+/g, ' ').trim()),
    );
}

for (const [number, profile] of [
    [1, 'california-8'],
    [2, 'california-6'],
    [3, 'washington'],
]) {
    test(`a round of ${profile} is dealt by keyboard, with a fold and a dispute`, async () => {
        const california = profile.startsWith('california');
        const people = [];
        const dealer = await (await Person.come(house)).login('dora', `/deal/${number}`);
        people.push(await (await Person.come(house)).sit(number));
        if (california) {
            // BANK-1: with one player nobody can bank, and no bets are called for.
            await dealer.sees('.go:disabled', 'waiting for players');
            people.push(await (await Person.come(house)).sit(number));
        }
        people.push(await (await Person.come(house)).sit(number));
        const banker = california ? await takesBank(people, 80) : null;
        const [first, second] = people.filter((one) => one !== banker);
        await picture(dealer, `${profile}-1-before`);

        await dealer.deals('open');
        await first.bet(california ? { ante: 5, trips: 5 } : { ante: 5, trips: 5, progressive: 1 });
        await second.bet(
            california ? { ante: 5, trips: 5 } : { ante: 5, pairs: 5, progressive: 1 },
        );
        await dealer.page.waitForFunction(
            () =>
                document.querySelectorAll('.seat-act').length >= 2 &&
                [...document.querySelectorAll('.seat-act')].filter((one) =>
                    one.textContent.includes('ready'),
                ).length === 2,
        );
        if (california) {
            await dealer.sees('.step.is-next', 'Collect and drop the fee');
            await dealer.page.keyboard.press('n'); // FEE-4: no more bets are not called without it
            await dealer.sees('.step.is-next', 'Collect and drop the fee');
            assert.match(await dealer.text('.step.is-next'), /from the player-dealer/);
            await picture(dealer, `${profile}-2-fee`);
        }
        await dealer.deals('close_bets');
        if (!california) {
            await dealer.deals('start_game');
        }
        await dealer.deals('deal');
        await picture(dealer, `${profile}-3-dealt`);
        const decks = await dealer.page.$$eval('.decks li', (all) =>
            all.map((one) => one.innerText.trim()),
        );
        assert.match(decks[0], /blue deck in play, \d+ cards in the rack/);
        assert.deepEqual(decks.slice(1), california ? ['red deck in the shuffler'] : []);
        for (const step of ['flop', 'turn_and_river']) {
            await Promise.all([first.decide('check'), second.decide('check')]);
            await dealer.deals(step);
        }
        await first.decide('1x');
        await second.decide('fold');

        // PLAY-5: collected and put away at the fold, before the dealer's cards are turned.
        await dealer.sees('.stop.is-now', 'fold');
        const fold = await deeds(dealer);
        assert.deepEqual(
            fold,
            california
                ? [
                      'Collect Ante $5, Blind $5 and Trips $5 from seat 3 on behalf of the player-dealer.',
                      'Spread the two cards of seat 3 face down, count them one by one, and place them in the discard rack.',
                  ]
                : [
                      'Collect Ante $5 and Blind $5 from seat 2.',
                      'Tuck the two cards of seat 2 under the Ultimate Pairs wager.',
                  ],
        );
        await dealer.page.keyboard.press('Space');
        await dealer.sees('.deed.is-done', 'Collect');
        await picture(dealer, `${profile}-4-fold`);
        await dealer.deals('show_dealer');
        if (!california) {
            await dealer.deals('announce_dealer');
            await confirmWin(dealer, profile);
        }
        await dealer.deals('settle');
        await dealer.sees('.stop.is-now');
        await picture(dealer, `${profile}-5-settle`);
        await dealer.isAccessible(`the console, ${profile}`);
        const all = (await deeds(dealer)).join('\n');
        assert.match(
            all,
            california
                ? /Announce: “two pairs?, aces and fours, king kicker: wins.”/
                : /Announce: “a full house, fours over kings: wins.”[^]*Pay Progressive \$10 \(wins \$10/,
        );
        assert.match(all, /Pay Ante \$5 \(wins 1 to 1/);
        await dealer.page.getByRole('button', { name: 'Dispute…' }).click();
        await dealer.page.getByLabel('What is wrong?').fill('the fold came late');
        await picture(dealer, `${profile}-6-dispute`);
        await dealer.page.getByRole('button', { name: 'Open a dispute' }).click();
        await dealer.sees('.toast', 'The dispute is recorded');
        if (!california) {
            await dealer.deals('end_game');
        }
        await dealer.deals('rack_board');
        await picture(dealer, `${profile}-7-end`);
        await dealer.deals('end');
        await dealer.sees('.decks li', 'in the discard rack');

        // What was done by hand, and what was not, is for a supervisor to see.
        const supervisor = await (await Person.come(house)).login('sue', `/pit/tables/${number}`);
        await supervisor.sees('.pit-procedure', 'Every step was ticked');
        const { steps } = await supervisor.json(`/api/rounds/${number}/1`);
        assert.ok(steps.length > 10 && steps.every((one) => one.state === 'ticked'));
        await picture(supervisor, `${profile}-8-pit`);

        // WA-1: the supervisor decides with a reason, and the record has all of it.
        await supervisor.go('/pit');
        const dispute = supervisor.page.locator('.dispute', { hasText: 'the fold came late' });
        await dispute.getByLabel('Decision').selectOption('stands');
        await dispute.getByLabel('Why?').fill('the fold was in time');
        await picture(supervisor, `${profile}-9-dispute`);
        await dispute.getByRole('button', { name: 'Decide' }).click();
        await dispute.waitFor({ state: 'detached' });
        await first.go(`/verify/${number}/1`);
        await first.sees('.verify-disputes li', 'the fold came late');
        await first.sees('.verify-disputes li', 'the fold was in time');
        await picture(first, `${profile}-10-record`);
    });
}

/** GM-2: the full house of seat 1 is selected, confirmed with a supervisor's card, and seen. */
async function confirmWin(dealer, profile) {
    await dealer.sees('.pad-winners', 'seat 1 full house');
    await dealer.page.getByRole('button', { name: 'Seat 1: wager taken' }).click();
    await dealer.page.click('.pad-hand:has-text("full house")');
    await dealer.page.click('.pad-confirm:not(:disabled)');
    await dealer.page.getByLabel('Card number').fill(staff.sue.card);
    await dealer.page.getByLabel('PIN').fill(staff.sue.pin);
    await dealer.page.click('.dialog .button-main');
    await dealer.sees('.monitor.has-win .monitor-state', 'confirmed');
    await picture(dealer, `${profile}-5-win`);
}

test('a dealer calls a supervisor, who sees it at once and takes the call (GM-8)', async () => {
    const supervisor = await (await Person.come(house)).login('sue', '/pit');
    const dealer = await (await Person.come(house)).login('dora', '/deal/3');
    await dealer.sees('.go');
    await dealer.page.keyboard.press('c');
    await dealer.sees('.dialog', 'Call a supervisor');
    await dealer.page.getByLabel('Other').check();
    assert.ok(
        await dealer.page.locator('.dialog .button-main').isDisabled(),
        'other without a word',
    );
    await dealer.page.getByLabel('Dispute').check();
    await dealer.page.getByLabel('Note').fill('seat 2: the Blind');
    await dealer.isAccessible('the dialog of a call');
    await dealer.page.keyboard.press('Enter');
    await dealer.sees('.call-state', 'Supervisor called');
    await supervisor.sees('.calls', 'dispute');
    await supervisor.sees('.calls', 'Rainier: seat 2: the Blind');
    await picture(supervisor, 'call-pit');
    await supervisor.isAccessible('the pit with a call');
    await supervisor.page.getByRole('button', { name: 'Take the call' }).click();
    await dealer.sees('.call-state.is-taken', 'sue has taken your call');
    await picture(dealer, 'call-taken');
    await supervisor.page.waitForSelector('.calls', { state: 'detached' });
    const { log } = await supervisor.json('/api/log?limit=5');
    assert.equal(log[0].who.name, 'sue');
    assert.equal(log[0].after[0].command, 'take_call');
});
