#!/usr/bin/env node
// tools/screenshots.mjs PROGRAM OUT: pictures of every page at desktop and phone size, from a cardroom of
// its own with company at the tables. They are for looking at.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, Person, sizes } from '../tests/e2e/browser.mjs';
import { House, staff, table } from '../tests/e2e/house.mjs';
import { pages } from '../tests/e2e/pages.mjs';

const out = process.argv[3] ?? 'build/screenshots';
mkdirSync(out, { recursive: true });
const by = await launch();
const names = [];

const company = { meter: 'yes', house_players: 5, house_ms: 60, result_ms: 4000 };

async function picture(person, size, name, whole = false) {
    await person.page.waitForTimeout(400); // what moves has come to rest
    const path = join(out, `${size}-${name}.png`);
    await person.page.screenshot({ path, fullPage: whole });
    names.push(path);
}

async function hand(house, size, number, name) {
    const guest = await Person.come(house, { size, by });
    const take = (what) => picture(guest, size, `${name}-${what}`);
    await guest.sit(number);
    await guest.page.waitForSelector('.betting, .bank-offer');
    if (await guest.page.locator('.bank-offer').count()) {
        await take('offer');
        await guest.page.getByRole('button', { name: 'Decline' }).click();
    }
    await guest.sees('.betting');
    await take('betting');
    await guest.bet(number === 1 ? { ante: 10, trips: 5, pairs: 5, progressive: 1 } : { ante: 10, trips: 5 });
    await guest.sees('.deciding');
    await take('preflop');
    await guest.decide('check');
    await guest.sees('.phase-flop .deciding');
    await take('flop');
    await guest.decide('2x');
    await guest.result();
    await take('result');
    await guest.page.keyboard.press('l');
    await guest.sees('.placard');
    await take('placard');
    await guest.page.keyboard.press('Escape');
    await guest.page.getByRole('button', { name: 'Stand up' }).click(); // nobody waits for him
    await guest.page.waitForTimeout(5000); // until the round is over, and can be checked
    await guest.go('/account');
    await guest.sees('.figures tbody tr');
    await picture(guest, size, `${name}-account`, true);
    await guest.page.click('.figures a >> nth=0');
    await guest.sees('main h1');
    await guest.page.waitForTimeout(1500);
    await picture(guest, size, `${name}-verify`, true);
    await guest.context.close();
}

async function jackpot(house, size) {
    const come = () => Person.come(house, { size, by });
    const display = await come();
    await display.go('/display/1');
    await display.sees('.digits .glyph');
    const player = await (await come()).sit(4);
    await player.bet({ ante: 5, progressive: 1 });
    await player.decide('4x');
    await player.sees('.waiting', 'A jackpot');
    await picture(player, size, 'jackpot-waits');
    const supervisor = await (await come()).login('sue');
    await supervisor.page.click('.jackpot .button-main');
    await supervisor.page.getByLabel('Card number').fill(staff.sue.card);
    await supervisor.page.getByLabel('PIN').fill(staff.sue.pin);
    await picture(supervisor, size, 'jackpot-confirm');
    await supervisor.page.click('.dialog .button-main');
    await supervisor.sees('.paper-amount');
    await picture(supervisor, size, 'jackpot-page', true);
    await display.sees('.display-grand');
    await picture(display, size, 'jackpot-display');
    for (const one of [display, player, supervisor]) {
        await one.context.close();
    }
}

async function dealing(house, size) {
    const dealer = await (await Person.come(house, { size, by })).login('dora', '/deal/3');
    const next = async (words) => {
        await dealer.page.waitForFunction((text) => {
            const go = document.querySelector('.go');
            return go && !go.disabled && go.textContent.includes(text);
        }, words);
        await dealer.page.keyboard.press('Space');
    };
    await next('Place your bets');
    await dealer.page.waitForTimeout(1500); // the house players bet
    for (const step of ['No more bets', 'COIN IN', 'Deal', 'Turn the flop', 'Turn the turn', 'Show the dealer']) {
        await next(step);
    }
    await next('Settle');
    await dealer.sees('.stop.is-now');
    await picture(dealer, size, 'deal-pay', true);
    await dealer.context.close();
}

async function training(house, size) {
    const guest = await Person.come(house, { size, by });
    await guest.go('/learn/1?sit=1');
    await guest.bet({ ante: 10 });
    await guest.sees('.deciding');
    await guest.decide('check');
    await guest.sees('.phase-flop .deciding');
    await picture(guest, size, 'learn-table');
    await guest.context.close();
}

for (const size of Object.keys(sizes)) {
    const house = await House.open({
        tables: [
            table('Rainier', 'washington', company),
            table('Shasta', 'california-8', { ...company, meter: 'no', house_players: 6 }),
            table('Olympia', 'washington', { ...company, pace: 'dealer', controller: 'aquarius' }),
            table('Baker', 'washington', { meter: 'yes', confirm_up_to: 1000 }),
        ],
        decks: ['4: Ks Qs Js 2c 3d As Ts 4h 5h'],
        people: ['dora', 'sue', 'mia'],
    });
    const seen = { guest: await Person.come(house, { size, by }) };
    for (const { name, path, there, by: who = 'guest' } of pages) {
        seen[who] ??= await (await Person.come(house, { size, by })).login(who);
        await seen[who].go(path);
        await seen[who].sees(there);
        await picture(seen[who], size, name, true);
    }
    await hand(house, size, 1, 'washington');
    await hand(house, size, 2, 'california');
    await training(house, size);
    await jackpot(house, size);
    await dealing(house, size);
    await house.close();
}
await by.close();
console.log(names.join('\n'));
