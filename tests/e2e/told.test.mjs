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
            table('Si', 'washington'),
        ],
        people: ['mia', 'sue'],
    });
});
after(() => house.close());

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
        const heard = await player.listen();
        await player.sit(number);
        const supervisor = await (await Person.come(house)).login('sue', at);
        if (pace === 'dealer') {
            await supervisor.deals('open');
        }
        await player.sees('.betting');
        const chips = cents(await player.text('.own-chips strong'));
        await player.bet(wagers);
        if (pace === 'dealer') {
            await supervisor.sees('.seat-act', 'ready');
            await supervisor.deals('close_bets');
            await supervisor.deals('deal');
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
            await supervisor.deals('open');
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

/** Changes fields of a table's form in the pit; in force when no round is open. */
async function configure(manager, number, fields) {
    await manager.go(`/pit/tables/${number}`);
    await manager.sees('.sheet');
    for (const [path, value] of Object.entries(fields)) {
        const field = manager.page.locator(`.sheet [data-path="${path}"]`);
        if (value.startsWith('$')) {
            await field.fill(value);
        } else {
            await field.selectOption(value);
        }
    }
    await manager.page.locator('.sheet').getByLabel('Why? It is logged.').fill('for the evening');
    await manager.page.getByRole('button', { name: 'Change the table' }).click();
    await manager.sees('.toast', 'in force when no round is open');
}

test('the placard is the one in force, also when limits and pay tables change (WA-1)', async () => {
    const player = await Person.come(house);
    const looks = async (...expected) => {
        await player.page.keyboard.press('l');
        for (const words of expected) {
            await player.page.waitForFunction(
                (source) => new RegExp(source).test(document.querySelector('.placard')?.innerText),
                words.source,
            );
        }
        await player.page.keyboard.press('Escape');
        await player.page.waitForSelector('.dialog', { state: 'detached' });
    };
    await player.go('/table/4');
    await player.sees('.own-spectator');
    await looks(/Ante and Blind\s+\$5 to \$75/, /Trips table UTH-01[^]*Full house\s+3 to 1\s+9 to 1/);
    const manager = await (await Person.come(house)).login('mia');
    await configure(manager, 4, {
        'limits.ante.min': '$10',
        'limits.blind.min': '$10',
        'side.trips.use': 'UTH-03',
    });
    await looks(/Ante and Blind\s+\$10 to \$75/, /Trips table UTH-03[^]*Full house\s+3 to 1\s+8 to 1/);

    // A pay table alone, while the placard is looked at.
    await player.page.keyboard.press('l');
    await player.sees('.placard', 'Trips table UTH-03');
    await configure(manager, 4, { 'side.trips.use': 'UTH-04' });
    await player.sees('.placard', 'Trips table UTH-04');
});
