// A bad network: messages late, doubled, out of order, cut, the line gone. The page plays on, and at
// no moment shows an amount that the server did not say, or one older than it has shown.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chance } from '../web/support.mjs';
import { BadLine } from './badline.mjs';
import { cents, Person, shareBrowser } from './browser.mjs';
import { House, table } from './house.mjs';

const rounds = 3;

shareBrowser();
let house;
before(async () => {
    const settings = { result_ms: 2500 };
    house = await House.open({
        tables: ['Rainier', 'Adams', 'Baker'].map((name) => table(name, 'washington', settings)),
    });
});
after(() => house.close());

// Runs in the page: what stands there after each change of it, without what was only put down.
function watchAmounts() {
    window.shownAmounts = [];
    const look = () => {
        const chips = document.querySelector('.own-chips strong')?.textContent;
        if (chips === undefined) return;
        const total = document.querySelector('.own .result-total')?.textContent ?? null;
        const phase = /phase-(\w+)/.exec(document.querySelector('.table-page').className)[1];
        const now = JSON.stringify([phase, chips, total]);
        const all = window.shownAmounts;
        if (all[all.length - 1] !== now) all.push(now);
    };
    new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
    });
}

const dollars = (amount) => {
    const [whole, rest] = [Math.floor(amount / 100), amount % 100];
    const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
    return `$${grouped}${rest ? '.' + String(rest).padStart(2, '0') : ''}`;
};

/** What a page must show of a view. */
function amountsOf(view) {
    const seat = view.seats.find((one) => one.seat === view.you.seat);
    const result = view.state === 'result' ? seat.result : null;
    const net = result?.net ?? 0;
    const words =
        net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : 'Even';
    return JSON.stringify([view.phase, dollars(view.you.chips), result ? words : null]);
}

test('hands over a bad line: nothing wrong is ever shown, and nothing counts twice', async (t) => {
    const line = await BadLine.open(house, chance(t));
    const guest = await Person.come(house, { base: line.base, cuts: true });
    await guest.page.addInitScript(watchAmounts);
    await guest.sit(1);
    await guest.sees('.betting');
    const start = cents(await guest.text('.own-chips strong'));
    line.calm = false;
    const over = Date.now() + 90000;
    const act = async () => {
        for (const button of ['.main-action', '.decide-4x', '.decide-2x', '.decide-1x']) {
            const found = guest.page.locator(`${button}:enabled`);
            if ((await found.count()) > 0) {
                await found.click({ timeout: 500 }).catch(() => {}); // gone again: the line was cut
                return;
            }
        }
    };
    const ended = () =>
        new Set(
            line.said
                .filter((one) => one.type === 'view' && one.phase === 'settled')
                .map((one) => one.round),
        ).size;
    while (ended() < rounds && Date.now() < over) {
        await act();
        await guest.page.waitForTimeout(60);
    }
    t.diagnostic(`${JSON.stringify(line.done)}, ${line.said.length} messages`);
    assert.equal(ended(), rounds, 'the page plays on');
    line.calm = true;
    await guest.page.waitForSelector('.cut-banner', { state: 'detached' });
    await guest.sees('.betting');

    const truth = [...new Map(line.said.filter((one) => one.type === 'view' && one.you).map((one) => [one.version, one])).values()]
        .sort((a, b) => a.version - b.version)
        .map(amountsOf);
    const shown = await guest.page.evaluate(() => window.shownAmounts);
    let at = 0;
    for (const one of shown) {
        const found = truth.indexOf(one, at);
        assert.ok(found >= 0, `${one} was shown after ${truth[at]}: the server never said it`);
        at = found;
    }
    assert.ok(shown.length > 3 * rounds, `only ${shown.length} moments were seen`);

    const listed = await guest.json('/api/rounds?table=1&player=me&limit=100');
    const net = listed.rounds.reduce((sum, one) => sum + one.net, 0);
    assert.equal(cents(await guest.text('.own-chips strong')), start + net);
    await guest.context.close();
    await line.close();
});

const farMs = 250;

/** What the server has last said of this person's seat. */
function heardOf(line) {
    const view = line.said.filter((one) => one.type === 'view' && one.you).at(-1);
    return { ready: view.you.ready, stakes: view.seats[view.you.seat - 1].stakes };
}

test('over a far line every chip gets there, and who is ready stays ready', async (t) => {
    const line = await BadLine.open(house, () => 0);
    t.after(() => line.close());
    const other = await (await Person.come(house)).sit(2); // bets nothing yet: nobody is dealt in
    const guest = await Person.come(house, { base: line.base });
    await guest.sit(2);
    await guest.sees('.betting');
    line.farMs = farMs;
    const { page } = guest;
    const put = (wager) => page.click(`.spot-${wager} button`);

    await put('ante');
    await page.waitForTimeout(250); // it is on its way
    await put('trips');
    await page.click('.main-action');
    await page.waitForFunction(() => document.querySelector('.main-action').textContent.startsWith('Ready'));
    await page.waitForTimeout(8 * farMs);
    assert.match(await guest.text('.main-action'), /^Ready[^]*\$15 on the table/);
    assert.deepEqual(heardOf(line), { ready: true, stakes: { ante: 500, blind: 500, trips: 500 } });

    // Once more, and another chip while that is on its way: it gets there, and the player has not finished.
    await put('trips');
    await guest.sees('.main-action', 'Deal me in');
    assert.match(await guest.text('.main-action'), /\$15 of \$20 on the table/);
    await page.click('.main-action');
    await put('ante');
    await guest.sees('.main-action', '$30 on the table');
    await page.waitForTimeout(8 * farMs);
    assert.match(await guest.text('.main-action'), /^Deal me in/);
    assert.deepEqual(heardOf(line), { ready: false, stakes: { ante: 1000, blind: 1000, trips: 1000 } });

    await page.click('.main-action');
    await guest.sees('.main-action', 'Ready');
    await other.bet({ ante: 5 });
    await guest.sees('.phase-preflop .deciding');
    assert.deepEqual(heardOf(line).stakes, { ante: 1000, blind: 1000, trips: 1000 });
});

test('a chip that comes after the last bets is not shown as placed, and its owner is told', async (t) => {
    const line = await BadLine.open(house, () => 0);
    t.after(() => line.close());
    const guest = await Person.come(house, { base: line.base });
    await guest.sit(3);
    await guest.sees('.betting');
    line.farMs = farMs;
    // Alone at the table: dealt as soon as that is there. From inside, for a busy machine is too slow with three clicks.
    await guest.page.evaluate(async () => {
        for (const one of ['.spot-ante button', '.main-action', '.spot-trips button']) {
            document.querySelector(one).click();
            await new Promise((done) => setTimeout(done, 30));
        }
    });
    await guest.sees('.toast', 'No more bets: Trips $5 is not placed.');
    await guest.sees('.phase-preflop .deciding');
    assert.deepEqual(heardOf(line).stakes, { ante: 500, blind: 500 });
    assert.equal(await guest.page.locator('.spot-ante .has-chips').count(), 1);
    assert.equal(await guest.page.locator('.spot-trips .has-chips, .is-unplaced').count(), 0);
});
