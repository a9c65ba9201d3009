// Walks through the pages of the house against a real server, and takes pictures on the way: a dealer
// runs a round by hand with a winner on the keypad, a supervisor confirms a jackpot that the display
// shows and whose page is printed, the pit from corner to corner.
//
//   node mock/staff.mjs PROGRAM [out] [desktop|phone|big]
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { openHouse, staff } from './house.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [program, out = 'shots', only = 'desktop'] = process.argv.slice(2);
const sizes = { desktop: [1280, 720], phone: [360, 740], tablet: [820, 1180], big: [3840, 2160] };
const [width, height] = sizes[only];
const axe = await readFile(join(here, '../node_modules/axe-core/axe.min.js'), 'utf8');
await mkdir(out, { recursive: true });
const house = await openHouse(program);
const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
    ],
});
let faults = 0;
const fault = (...words) => {
    faults += 1;
    console.log('FAULT', ...words);
};

async function person(name) {
    const context = await browser.newContext({
        viewport: { width, height },
        hasTouch: only === 'phone',
        reducedMotion: 'no-preference',
    });
    const page = await context.newPage();
    page.on(
        'console',
        (message) =>
            ['error', 'warning'].includes(message.type()) &&
            fault(name, page.url(), message.text()),
    );
    page.on('pageerror', (error) => fault(name, String(error)));
    if (name !== 'guest') {
        await page.goto(`${house.base}/login?next=/pit`);
        await page.fill('input[autocomplete=username]', name);
        await page.fill('input[type=password]', staff[name].password);
        await page.click('form .button-main');
        await page.waitForSelector('.tabs', { timeout: 20000 });
    }
    return page;
}

async function shot(page, what, { fits = false } = {}) {
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${out}/${only}-${what}.png`, fullPage: !fits });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 1) fault(what, `is ${wide} px too wide`);
    if (fits && only !== 'phone' && only !== 'tablet') {
        const high = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        if (high > 1) fault(what, `is ${high} px too high`);
    }
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
        const result = await window.axe.run(document, { resultTypes: ['violations'] });
        return result.violations
            .filter((one) => one.impact === 'serious' || one.impact === 'critical')
            .map(
                (one) =>
                    `${one.id}: ${one.nodes
                        .slice(0, 3)
                        .map((node) => node.target.join(' '))
                        .join(' | ')}`,
            );
    });
    for (const one of found) fault(what, 'axe', one);
}

async function waitFor(page, selector, words) {
    await page.waitForSelector(selector, { timeout: 20000 }).catch(() => {
        throw new Error(`${words ?? selector} did not come`);
    });
}

const until = (page, words) =>
    page.waitForFunction(
        (text) =>
            document.querySelector('.go')?.textContent.includes(text) &&
            !document.querySelector('.go').disabled,
        words,
        { timeout: 20000 },
    );

// A dealer's sign-in is asked for the supervisor's card.
async function swipe(page, name) {
    await page.fill('.card-fields input >> nth=0', staff.sue.card);
    await page.fill('.card-fields input >> nth=1', staff.sue.pin);
    await shot(page, `deal-card-${name}`);
    await page.click('.dialog .button-main');
    await page.waitForSelector('.dialog', { state: 'detached', timeout: 10000 });
}

async function confirmOnKeypad(page, nexus, own) {
    if (nexus) {
        await page.click('.sensors li:nth-child(1) button');
        await page.waitForSelector('.pad-hand:not(:disabled)');
    }
    await page.click('.pad-hand:has-text("full house")');
    if (nexus) {
        await page.click('.pad-confirm:not(:disabled)');
        if (own) await page.click('.pad-swipe:not(:disabled)');
        await swipe(page, 'nexus');
    } else {
        await page.click('.switch-place:has-text("JPH"):not(:disabled)');
        if (!own) await swipe(page, 'aquarius');
        await page.click('.pad-j-pot:not(:disabled)');
        await waitFor(page, '.monitor.has-win .monitor-state:has-text("confirmed")');
        await shot(page, 'deal-jpot', { fits: true });
        await page.click('.switch-place:has-text("RUN"):not(:disabled)');
    }
    await waitFor(page, '.monitor.has-win');
}

// A round by hand, with Space alone but for the winner.
async function dealRound(page, table, name, { start, over, nexus = false, own = true } = {}) {
    await page.goto(`${house.base}/deal/${table}`);
    await waitFor(page, '.deal');
    await until(page, 'Place your bets');
    await shot(page, `deal-${name}-open`, { fits: true });
    await page.keyboard.press('Space');
    await until(page, 'No more bets');
    await page.waitForTimeout(2500);
    await page.keyboard.press('Space');
    if (start) {
        await until(page, start);
        await page.keyboard.press('Space');
    }
    await until(page, 'Deal');
    await page.keyboard.press('Space');
    for (const step of ['Turn the flop', 'Turn the turn', 'Show the dealer']) {
        await until(page, step);
        if (step === 'Turn the turn') await shot(page, `deal-${name}-flop`, { fits: true });
        await page.keyboard.press('Space');
    }
    await until(page, 'Settle');
    if (start) {
        await shot(page, `deal-${name}-showdown`, { fits: true });
        await confirmOnKeypad(page, nexus, own);
        await page.waitForTimeout(500);
    }
    await page.keyboard.press('Space');
    await waitFor(page, '.stop.is-now', 'the first spot to take and pay');
    await page.keyboard.press('Space');
    await shot(page, `deal-${name}-pay`, { fits: true });
    for (let i = 0; i < 20 && (await page.$('.stop.is-now')); i++) {
        await page.keyboard.press('Space');
        await page.waitForTimeout(60);
    }
    if (over) {
        await until(page, over);
        await page.keyboard.press('Space');
    }
    await until(page, 'End the round');
    await page.keyboard.press('Space');
    await until(page, 'Place your bets');
}

async function jackpot(supervisor) {
    const display = await person('guest');
    await display.goto(`${house.base}/display/1`);
    await waitFor(display, '.digits .glyph');
    await shot(display, 'display', { fits: true });
    const player = await person('guest');
    await player.goto(`${house.base}/table/1?sit=1`);
    await waitFor(player, '.betting');
    await player.click('.spot-ante button');
    await player.click('.spot-progressive button');
    await player.click('.main-action');
    await waitFor(player, '.deciding');
    await player.click('.decide-4x');
    await supervisor.goto(`${house.base}/pit`);
    await waitFor(supervisor, '.jackpot', 'the pending jackpot');
    await shot(supervisor, 'pit-jackpot');
    await supervisor.click('.jackpot .button-main'); // one click
    await supervisor.fill('.card-fields input >> nth=0', staff.eve.card);
    await supervisor.fill('.card-fields input >> nth=1', staff.eve.pin);
    await shot(supervisor, 'pit-confirm');
    await supervisor.click('.dialog .button-main'); // two
    await waitFor(supervisor, '.paper-amount', 'the win page').catch((error) =>
        fault(error.message),
    );
    await shot(supervisor, 'pit-win');
    await supervisor.emulateMedia({ media: 'print' });
    await supervisor.screenshot({ path: `${out}/${only}-pit-win-paper.png`, fullPage: true });
    await supervisor.emulateMedia({ media: 'screen' });
    await waitFor(display, '.display-grand', 'the celebration').catch((error) =>
        fault(error.message),
    );
    await player.context().close();
    await display.context().close();
}

// What the display shows of wins, with the server's messages changed on their way.
async function celebrations() {
    const display = await person('guest');
    let jackpot = null;
    let again = () => undefined;
    await display.routeWebSocket(/\/ws$/, (page) => {
        const server = page.connectToServer();
        let last = null;
        server.onMessage((text) => {
            const message = JSON.parse(text);
            last = message.type === 'meter' ? message : last;
            page.send(message.type === 'meter' ? JSON.stringify({ ...message, jackpot }) : text);
        });
        again = () => page.send(JSON.stringify({ ...last, jackpot }));
    });
    await display.goto(`${house.base}/display/2`);
    await waitFor(display, '.digits .glyph');
    const tell = async (win, selector, what) => {
        jackpot = win;
        again();
        await waitFor(display, selector);
        await display.waitForTimeout(900);
        await shot(display, what, { fits: true });
    };
    await tell(
        { table: 2, seat: 3, line: 'full house', state: 'pressed', prize: 1000 },
        '.display-verifying',
        'display-verifying',
    );
    await tell(
        { table: 2, seat: 3, line: 'full house', state: 'confirmed', prize: 1000 },
        '.display-small',
        'display-small',
    );
    await tell(
        { table: 2, seat: 3, line: 'royal flush, first five', state: 'confirmed', prize: 1234567 },
        '.display-grand',
        'display-grand',
    );
}

async function pit(manager) {
    const at = async (path, selector, what) => {
        await manager.goto(`${house.base}/pit${path}`);
        await waitFor(manager, selector);
        await shot(manager, `pit-${what}`);
    };
    await at('', '.pit-tables tbody tr', 'overview');
    await manager.click('.audit .button');
    await waitFor(manager, '.audit.is-good', 'a good audit').catch((error) => fault(error.message));
    await shot(manager, 'pit-audited');
    await at('/tables/2', '.pit-running tbody tr', 'table');
    await at('/tables/new', '.form', 'new');
    await at('/meters/1', '.meter-amount', 'meter');
    await manager.fill('label:has-text("Seed") input', '0');
    await waitFor(manager, '.warning li', 'the maker’s warning').catch((error) =>
        fault(error.message),
    );
    await shot(manager, 'pit-terms');
    await at('/people', '.figures tbody tr', 'people');
    await manager.click('.pit-bar .button-main');
    await shot(manager, 'pit-add');
    await at('/reports?table=2', '.paper-report', 'report');
    await at('/log', '.figures tbody tr', 'log');
}

// What fails does not keep the rest from being looked at.
async function part(name, run) {
    try {
        await run();
    } catch (error) {
        fault(
            name,
            error.message.split('\n').slice(0, 3).join(' '),
            error.stack.split('\n').find((line) => line.includes('staff.mjs')),
        );
        let i = 0;
        for (const context of browser.contexts()) {
            for (const page of context.pages())
                await page.screenshot({ path: `${out}/${only}-failed-${name}-${i++}.png` });
        }
    }
}

const wanted = (process.env.PARTS ?? 'aquarius nexus california card pit jackpot display').split(
    ' ',
);
const parts = {
    aquarius: async () =>
        dealRound(await person('sue'), 2, 'aquarius', { start: 'COIN IN', over: 'GAME OVER' }),
    nexus: async () =>
        dealRound(await person('sue'), 3, 'nexus', {
            start: 'START GAME',
            over: 'END GAME',
            nexus: true,
        }),
    california: async () => dealRound(await person('dan'), 4, 'california'),
    card: async () =>
        dealRound(await person('dan'), 2, 'card', {
            start: 'COIN IN',
            over: 'GAME OVER',
            own: false,
        }),
    pit: async () => pit(await person('boss')),
    jackpot: async () => jackpot(await person('eve')),
    display: async () => celebrations(),
};
try {
    for (const name of wanted) {
        await part(name, parts[name]);
        for (const context of browser.contexts()) await context.close();
    }
} catch (error) {
    fault(error.stack);
}
await browser.close();
await house.close();
console.log(faults === 0 ? 'everything went well' : `${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
