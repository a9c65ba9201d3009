#!/usr/bin/env node
// tools/screenshots.mjs PROGRAM OUT [PART…]: pictures of every page at every size, from a cardroom of
// its own with company at the tables. They are for looking at. PART takes only some: pages, table,
// large, bank, learn, jackpot, deal, lobby; or a size: desktop, phone, tablet, 4k.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, Person, sizes } from '../tests/e2e/browser.mjs';
import { House, staff, table } from '../tests/e2e/house.mjs';
import { pages } from '../tests/e2e/pages.mjs';

Object.assign(sizes, {
    tablet: { width: 820, height: 1180 },
    '4k': { width: 3840, height: 2160 },
});

const out = process.argv[3] ?? 'build/screenshots';
const wanted = process.argv.slice(4);
const sizesWanted = Object.keys(sizes).filter(
    (size) => wanted.includes(size) || !wanted.some((one) => one in sizes),
);
const isWanted = (part) => wanted.includes(part) || wanted.every((one) => one in sizes);
mkdirSync(out, { recursive: true });
const by = await launch();
const names = [];
let size;

const company = { meter: 'yes', company: 5, house_ms: 60, result_ms: 9000 };

const come = (house, more) => Person.come(house, { size, by, ...more });

async function picture(person, name, whole = false) {
    await person.page.waitForTimeout(400); // what moves has come to rest
    const path = join(out, `${size}-${name}.png`);
    await person.page.screenshot({ path, fullPage: whole });
    names.push(path);
}

/** Leaves the seat, so that nobody waits: undecided hands are given up. */
async function leave(person) {
    const up = person.page.getByRole('button', { name: 'Stand up' });
    for (let i = 0; i < 200 && !(await person.page.locator('.own-spectator').count()); i++) {
        for (const one of [up, ...['check', 'fold'].map((what) => person.page.locator(`.decide-${what}`))]) {
            if ((await one.count()) && (await one.isEnabled())) {
                await one.click({ timeout: 500 }).catch(() => {}); // gone in the meantime
            }
        }
        await person.page.waitForTimeout(100);
    }
}

/** Every page as it is opened. */
async function everyPage(house) {
    const seen = { guest: await come(house) };
    for (const { name, path, there, by: who = 'guest' } of pages) {
        seen[who] ??= await (await come(house)).login(who);
        await seen[who].go(path);
        await seen[who].sees(there);
        await picture(seen[who], name, true);
    }
    for (const one of Object.values(seen)) {
        await one.context.close();
    }
}

/** A hand at a table, street by street; then what is over it, and what becomes of it. */
async function hand(house, number, name, bets, who) {
    const guest = who ?? (await come(house));
    const take = (what) => picture(guest, `${name}-${what}`);
    await guest.sit(number);
    await guest.page.waitForSelector('.betting, .bank-offer');
    if (await guest.page.locator('.bank-offer').count()) {
        await take('offer');
        await guest.page.getByRole('button', { name: 'Decline' }).click();
    }
    await guest.sees('.betting');
    await take('betting');
    await guest.bet(bets);
    await guest.sees('.deciding');
    await take('preflop');
    await guest.decide('check');
    await guest.sees('.phase-flop .deciding');
    await take('flop');
    await guest.decide('check');
    await guest.sees('.phase-river .deciding');
    await take('river');
    await guest.decide('1x');
    await guest.result();
    await take('result');
    if (size === 'desktop' || size === 'phone') {
        await after(guest, name, take);
    } else {
        await leave(guest);
    }
    await guest.context.close();
}

async function after(guest, name, take) {
    for (const [key, selector, what] of [
        ['l', '.placard', 'placard'],
        ['h', '.dialog', 'hands'],
        ['?', '.dialog', 'keys'],
    ]) {
        await guest.page.keyboard.press(key);
        await guest.sees(selector);
        await take(what);
        await guest.page.keyboard.press('Escape');
        await guest.page.waitForSelector('dialog[open]', { state: 'detached' }); // it takes all keys
    }
    await leave(guest);
    await guest.go('/account');
    await guest.sees('.figures tbody tr');
    await picture(guest, `${name}-account`, true);
    await guest.page.click('.figures a >> nth=0');
    await guest.page.waitForSelector('.verdict, main h1');
    await guest.page.waitForTimeout(1500); // the browser deals the round again
    await picture(guest, `${name}-verify`, true);
}

/** The same in large print and four colours. */
async function largePrint(house) {
    const guest = await come(house);
    await guest.page.addInitScript(() =>
        localStorage.setItem('uth-settings', '{"fourColours":true,"largePrint":true}'),
    );
    await guest.go('/');
    await guest.sees('.table-card');
    await picture(guest, 'large-lobby', true);
    await hand(house, 1, 'large', { ante: 10, trips: 5, pairs: 5, progressive: 1 }, guest);
}

/** Whoever is offered the bank takes it and plays the hand to its end. */
async function banking(house) {
    const guest = await (await come(house)).sit(4);
    const player = await (await come(house)).sit(4);
    for (;;) {
        const who = await Promise.any(
            [guest, player].map(async (one) => {
                await one.sees('.bank-offer');
                return one;
            }),
        );
        if (who === guest) {
            break;
        }
        await who.page.getByRole('button', { name: 'Decline' }).click();
        await who.page.waitForSelector('.bank-offer', { state: 'detached' });
    }
    await picture(guest, 'bank-offer');
    await guest.page.getByRole('button', { name: 'Take the bank' }).click();
    await player.bet({ ante: 10, trips: 5 });
    await player.decide('4x');
    await guest.sees('.waiting', 'as banker');
    await picture(guest, 'bank-result');
    await leave(guest);
    await leave(player);
    await guest.context.close();
    await player.context.close();
}

async function training(house) {
    const guest = await come(house);
    await guest.go('/learn/1?sit=1');
    await guest.sees('.betting');
    await guest.page.keyboard.press('i');
    await guest.bet({ ante: 10 });
    await guest.sees('.deciding', 'best');
    await picture(guest, 'learn-before');
    await guest.decide('check');
    await guest.sees('.phase-flop .deciding');
    await guest.sees('.coach-words strong');
    await picture(guest, 'learn-after');
    await guest.page.keyboard.press('v');
    await guest.sees('.dialog .values');
    await picture(guest, 'learn-values');
    await guest.page.keyboard.press('Escape');
    await leave(guest);
    await guest.go('/learn');
    for (let i = 0; i < 8; i++) {
        await guest.page.locator('.drill-choices button').nth(i % 2).click();
        await guest.sees('.drill-answer');
        if (i < 7) await guest.page.keyboard.press('Enter');
    }
    await guest.page.click('.report summary');
    await picture(guest, 'learn-report', true);
    await guest.context.close();
}

async function jackpot(house) {
    const display = await come(house);
    const { tables } = await display.json('/api/lobby');
    await display.go(`/display/${tables.find((one) => one.name === 'Baker').meter.id}`);
    await display.sees('.digits .glyph');
    const player = await (await come(house)).sit(5);
    await player.bet({ ante: 5, progressive: 1 });
    await player.decide('4x');
    await player.sees('.waiting', 'A jackpot');
    await picture(player, 'jackpot-waits');
    const supervisor = await (await come(house)).login('sue');
    await supervisor.sees('.jackpot');
    await picture(supervisor, 'jackpot-pit');
    await picture(display, 'jackpot-verified');
    await supervisor.page.click('.jackpot .button-main');
    await supervisor.page.getByLabel('Card number').fill(staff.sue.card);
    await supervisor.page.getByLabel('PIN').fill(staff.sue.pin);
    await picture(supervisor, 'jackpot-confirm');
    await supervisor.page.click('.dialog .button-main');
    await supervisor.sees('.paper-amount');
    await display.sees('.display-grand');
    await picture(display, 'jackpot-display');
    await player.sees('.own .result');
    await picture(player, 'jackpot-result');
    await picture(supervisor, 'jackpot-page', true);
    await leave(player);
    for (const one of [display, player, supervisor]) {
        await one.context.close();
    }
}

async function dealing(house, number, name, controller) {
    const dealer = await (await come(house)).login('dora', `/deal/${number}`);
    const take = (what) => picture(dealer, `deal-${name}-${what}`, true);
    await dealer.deals('open');
    await dealer.page.waitForTimeout(1500); // the house players bet
    for (const step of ['close_bets', 'start_game', 'deal', 'flop']) {
        await dealer.deals(step);
    }
    await take('flop');
    for (const step of ['turn_and_river', 'show_dealer', 'announce_dealer']) {
        await dealer.deals(step);
    }
    await dealer.sees('.pad-winners');
    await take('winners');
    const winners = (await dealer.text('.pad-winners')).matchAll(/seat (\d+) ([a-z, ]+)/g);
    for (const [, seat, line] of winners) {
        await win(dealer, controller, Number(seat), line.trim(), take);
    }
    await dealer.deals('settle');
    await dealer.sees('.stop.is-now');
    await dealer.page.keyboard.press('Enter');
    await take('pay');
    await dealer.deals('end_game');
    await dealer.deals('end');
    await dealer.sees('.go', 'Place your bets'); // so that the next dealer finds the table at rest
    await dealer.context.close();
}

/** A winner on the keypad, by key or by card. */
async function win(dealer, controller, seat, line, take) {
    const swipe = async () => {
        await dealer.page.getByLabel('Card number').fill(staff.sue.card);
        await dealer.page.getByLabel('PIN').fill(staff.sue.pin);
        await dealer.page.click('.dialog .button-main');
        await dealer.page.waitForSelector('.dialog', { state: 'detached' });
    };
    const hand = dealer.page.locator('.pad-hand', { hasText: line });
    if (controller === 'nexus') {
        await dealer.page.click(`.sensor >> nth=${seat - 1}`);
        await hand.first().click();
        await dealer.page.click('.pad-confirm:not(:disabled)');
        await dealer.sees('.dialog');
        await take('confirm');
        await swipe();
        return;
    }
    await hand.first().click();
    await dealer.page.click('.switch-place:has-text("JPH"):not(:disabled)');
    await swipe();
    await dealer.page.click('.pad-j-pot:not(:disabled)');
    await dealer.sees('.monitor.has-win .monitor-state', 'confirmed');
    await take('confirmed');
    await dealer.page.click('.switch-place:has-text("RUN"):not(:disabled)');
}

const house = await House.open({
    tables: [
        table('Rainier', 'washington', company),
        table('Shasta', 'california-8', { ...company, meter: 'no', company: 6 }),
        table('Olympia', 'washington', { ...company, pace: 'dealer', controller: 'aquarius' }),
        table('Tahoe', 'california-6', { house_ms: 60, result_ms: 9000 }),
        table('Baker', 'washington', { meter: 'yes', confirm_up_to: 1000, result_ms: 9000 }),
        table('Hood', 'washington', { ...company, pace: 'dealer', controller: 'nexus' }),
    ],
    decks: [
        '1: 7h 7s Kd 2c Jd Ac Qd Js 5h Kc 8c 5s 9c 9d 4d 7d Ah Th 3c',
        '3: Kh Kd 7s 7c 2d Ac Qd Ks 5h 8d 3c 5s 9c 9d 4d Ah Qc',
        '5: Ks Qs Js 2c 3d As Ts 4h 5h',
        '6: Kh Kd 7s 7c 2d Ac Qd Ks 5h 8d 3c 5s 9c 9d 4d Ah Qc',
    ],
    people: ['dora', 'sue', 'mia'],
});
const side = { ante: 10, trips: 5, pairs: 5, progressive: 1 };
for (size of sizesWanted) {
    const whole = size === 'desktop' || size === 'phone';
    const parts = [
        ['pages', whole, () => everyPage(house)],
        ['lobby', !whole, () => lobby(house)],
        ['table', true, () => hand(house, 1, 'washington', side)],
        ['table', true, () => hand(house, 2, 'california', { ante: 10, trips: 5 })],
        ['large', whole, () => largePrint(house)],
        ['bank', whole, () => banking(house)],
        ['learn', whole, () => training(house)],
        ['jackpot', whole, () => jackpot(house)],
        ['deal', whole, () => dealing(house, 3, 'aquarius', 'aquarius')],
        ['deal', whole, () => dealing(house, 6, 'nexus', 'nexus')],
    ];
    for (const [part, here, run] of parts) {
        if (here && isWanted(part)) {
            await run();
        }
    }
}
await house.close();
await by.close();
console.log(names.join('\n'));

/** Where a larger screen shows more: the lobby and the pit. */
async function lobby(house) {
    const guest = await come(house);
    await guest.go('/');
    await guest.sees('.table-card');
    await picture(guest, 'lobby');
    await guest.context.close();
    const manager = await (await come(house)).login('mia');
    await manager.sees('.pit-tables tbody tr');
    await picture(manager, 'pit');
    await manager.context.close();
}
