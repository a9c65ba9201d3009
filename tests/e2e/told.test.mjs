// What a player is told of what the house does: a round that is void, limits and pay tables that change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cents, outside, Person, shareBrowser } from './browser.mjs';
import { House, table } from './house.mjs';

shareBrowser();
let house;
before(async () => {
    house = await House.open({
        tables: [
            table('Rainier', 'washington', { meter: 'yes', result_ms: 120000 }),
            table('Olympia', 'washington', { pace: 'dealer', decision_ms: 0 }),
            table('Tahoe', 'california-6'),
        ],
        people: ['mia', 'sue'],
    });
});
after(() => house.close());

/** Everything that live regions have said. */
async function listen(person) {
    await person.page.addInitScript(() => {
        window.heard = [];
        new MutationObserver(() => {
            for (const one of document.querySelectorAll('[aria-live]')) {
                const words = one.textContent.trim();
                if (words && window.heard.at(-1) !== words) window.heard.push(words);
            }
        }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    return async () => {
        await person.page.waitForTimeout(150); // several sentences of a moment are said together
        return (await person.page.evaluate(() => window.heard)).join(' | ');
    };
}

async function next(dealer, words) {
    await dealer.page.waitForFunction((text) => {
        const go = document.querySelector('.go');
        return go && !go.disabled && go.textContent.includes(text);
    }, words);
    await dealer.page.keyboard.press('Space');
}

/** At the console, or in the pit. */
async function voids(supervisor, pace) {
    if (pace === 'dealer') {
        await supervisor.page.keyboard.press('v');
    } else {
        await supervisor.page.getByRole('button', { name: 'Void the round' }).click();
    }
    await supervisor.page.getByLabel('Why? It is logged.').fill('a card on the floor');
    await supervisor.page.locator('.dialog button[type=submit]').click();
}

for (const { pace, number, size, wagers } of [
    { pace: 'auto', number: 1, size: 'phone', wagers: { ante: 5, trips: 5, progressive: 1 } },
    { pace: 'dealer', number: 2, size: 'desktop', wagers: { ante: 5, trips: 5 } },
]) {
    test(`a void in the middle of a hand is told, and every wager is back (DEAL-5), pace ${pace}`, async () => {
        const at = pace === 'dealer' ? `/deal/${number}` : `/pit/tables/${number}`;
        const player = await Person.come(house, { size });
        const heard = await listen(player);
        await player.sit(number);
        const supervisor = await (await Person.come(house)).login('sue', at);
        if (pace === 'dealer') {
            await next(supervisor, 'Place your bets');
        }
        await player.sees('.betting');
        const chips = cents(await player.text('.own-chips strong'));
        await player.bet(wagers);
        if (pace === 'dealer') {
            await supervisor.sees('.seat-act', 'ready');
            await next(supervisor, 'No more bets');
            await next(supervisor, 'Deal');
        }
        await player.decide('4x');
        await player.page.waitForFunction(() => !document.querySelector('.deciding'));
        if (pace === 'auto') {
            await player.sees('.phase-settled'); // decided, and void all the same
        }
        await voids(supervisor, pace);

        const progressive = wagers.progressive ? 'Progressive $1, ' : '';
        const back = `Back to you: ${progressive}Trips $5, Ante $5, Blind $5, Play $20.`;
        await player.sees('.void-notice', 'Round 1 is void: every wager went back.');
        await player.sees('.void-notice', back);
        assert.equal(cents(await player.text('.own-chips strong')), chips);
        assert.ok((await heard()).includes(`Round 1 is void: every wager went back. ${back}`));
        await player.isAccessible('the notice of a void');
        assert.deepEqual(await player.page.evaluate(outside), []);

        if (pace === 'dealer') {
            await player.sees('.bar-words', 'Void');
            await supervisor.sees('.deal-phase', 'Void: every wager goes back');
            await next(supervisor, 'Place your bets');
            await player.page.click('.void-notice button');
            await player.page.waitForSelector('.void-notice', { state: 'detached' });
        } else {
            await player.sees('.betting');
            await player.page.click('.spot-ante button');
            await player.sees('.main-action', 'Deal me in');
            await player.sees('.void-notice', back); // of the round that was void, not of this one
            await player.page.click('.main-action');
            await player.sees('.phase-preflop');
            assert.equal(await player.page.locator('.void-notice').count(), 0);
        }
        await player.page.keyboard.press('h');
        await player.sees('.rounds td', 'void $0');
    });
}
