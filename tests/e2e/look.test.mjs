// Every page in a browser: nothing on the console, nothing serious for axe-core, the whole table
// without scrolling, and a first load that is light.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { outside, Person, shareBrowser, sizes } from './browser.mjs';
import { House, table } from './house.mjs';
import { pages } from './pages.mjs';

const firstLoadMax = 150 * 1024;

shareBrowser();
let house;
before(async () => {
    house = await House.open({
        tables: [
            table('Rainier', 'washington', { meter: 'yes', company: 6 }),
            table('Shasta', 'california-8', { company: 7 }),
            table('Olympia', 'washington', { meter: 'yes', pace: 'dealer', company: 5 }),
            table('Tahoe', 'california-6', { company: 4 }),
        ],
        // A full table, so that every hand is of this deck: nothing depends on chance.
        decks: [
            '1: 6h Tc 3h 8s 4c Qs Th 6s 8c 2h Ac Qd Js 5h 7d 2c 5s 9c 9d 4d Kd',
            '2: Qs Th 6s 8c 2h Ac Qd Js 5h 7d 2c 5s 9c 9d 4d Kd 6h Tc 3h 8s 4c',
        ],
        people: ['dora', 'sue', 'mia'],
    });
});
after(() => house.close());

for (const size of Object.keys(sizes)) {
    test(`every page is silent and accessible, ${size}`, async () => {
        const seen = { guest: await Person.come(house, { size }) };
        for (const { name, path, there, by = 'guest' } of pages) {
            seen[by] ??= await (await Person.come(house, { size })).login(by);
            const one = seen[by];
            await one.go(path);
            await one.sees(there);
            await one.isAccessible(`${name}, ${size}`);
            const wide = await one.page.evaluate(
                () => document.documentElement.scrollWidth - innerWidth,
            );
            assert.ok(wide <= 1, `${name} is ${wide} px too wide at ${size} size`);
        }
    });
}

for (const size of Object.keys(sizes)) {
    for (const [number, profile] of [
        [1, 'Washington'],
        [2, 'California'],
    ]) {
        test(`a full table of ${profile} fits without scrolling, ${size}`, async () => {
            const guest = await Person.come(house, { size });
            const fits = async (when) => {
                assert.deepEqual(await guest.page.evaluate(outside), [], when);
                await guest.isAccessible(`${profile}, ${when}, ${size}`);
            };
            await guest.sit(number);
            await guest.page.waitForSelector('.betting, .bank-offer');
            if (await guest.page.locator('.bank-offer').count()) {
                await fits('the bank is offered');
                await guest.page.getByRole('button', { name: 'Decline' }).click();
            }
            await guest.sees('.betting');
            await fits('betting');
            await guest.bet(number === 1 ? { ante: 5, trips: 5, pairs: 1, progressive: 1 } : { ante: 5, trips: 5 });
            await guest.sees('.phase-preflop .deciding');
            await fits('before the flop');
            await guest.decide('check');
            await guest.sees('.phase-flop .deciding');
            await guest.decide('check');
            await guest.sees('.phase-river .deciding');
            await fits('at the river');
            await guest.decide('1x');
            await guest.result();
            await fits('the result');
            await guest.page.getByRole('button', { name: 'Stand up' }).click();
            await guest.sees('.own-spectator');
            await fits('watching');
        });
    }
}

const screens = { ...sizes, '4K': { width: 3840, height: 2160 } };

/** Runs in the page: how much of the screen the table leaves empty, and words too small for it. */
function unused() {
    const boxes = [...document.querySelectorAll('.seat, .own-foot, .dealer')].map((one) =>
        one.getBoundingClientRect(),
    );
    const span = (from, to) =>
        Math.max(...boxes.map((box) => box[to])) - Math.min(...boxes.map((box) => box[from]));
    const words = parseFloat(getComputedStyle(document.querySelector('.own-words')).fontSize);
    const shares = {
        width: span('left', 'right') / innerWidth,
        height: span('top', 'bottom') / innerHeight,
        words: words / (innerHeight / 45), // 16 px where the screen is 720 high
    };
    return Object.entries(shares)
        .filter(([, share]) => share < 0.9)
        .map(([what, share]) => `${what} is ${share.toFixed(2)} of what there is room for`);
}

for (const [path, name] of [
    ['/table', 'table'],
    ['/learn', 'trainer’s table'],
]) {
    for (const [number, profile] of [
        [1, 'Washington'],
        [2, 'California'],
    ]) {
        test(`a full ${name} of ${profile} fits every screen in either print`, async () => {
            const guest = await Person.come(house);
            const { page } = guest;
            const bad = [];
            const fits = async (when) => {
                for (const [screen, size] of Object.entries(screens)) {
                    await page.setViewportSize(size);
                    for (const large of [false, true]) {
                        await page.evaluate((on) => {
                            document.documentElement.classList.toggle('large-print', on);
                        }, large);
                        const found = await page.evaluate(outside);
                        const left = screen === '4K' ? await page.evaluate(unused) : [];
                        for (const one of [...found, ...left]) {
                            bad.push(`${when}, ${screen}${large ? ', large' : ''}: ${one}`);
                        }
                    }
                }
                await page.evaluate(() => document.documentElement.classList.remove('large-print'));
                await page.setViewportSize(sizes.desktop);
            };
            await guest.go(`${path}/${number}?sit=1`);
            await page.waitForSelector('.betting, .bank-offer');
            if (await page.locator('.bank-offer').count()) {
                await fits('the bank is offered');
                await page.getByRole('button', { name: 'Decline' }).click();
            }
            await guest.sees('.betting');
            await fits('betting');
            await guest.bet(number === 1 ? { ante: 5, trips: 5, pairs: 1, progressive: 1 } : { ante: 5, trips: 5 });
            for (const street of ['preflop', 'flop', 'river']) {
                await guest.sees(`.phase-${street} .deciding`);
                await fits(street);
                await guest.decide(street === 'river' ? '1x' : 'check');
            }
            await guest.result();
            await fits('the result');
            await page.getByRole('button', { name: 'Stand up' }).click();
            await guest.sees('.own-spectator');
            assert.deepEqual(bad, []);
        });
    }
}

test('the placards are one key away: limits, notices, every pay table, fees (WA-1)', async () => {
    const guest = await Person.come(house);
    for (const [number, expected] of [
        [
            1,
            [
                /Ante and Blind\s+\$5 to \$75/,
                /Progressive\s+\$1\s/,
                /maximum of four games/,
                /Blind table BLIND-500\s+Trips table UTH-01\s+Bad Beat Bonus table BBB-01/,
                /Royal flush\s+500 to 1\s+50 to 1[^]*Straight\s+1 to 1\s+4 to 1\s+20 to 1/,
                /Straight flush\s+50 to 1\s+40 to 1\s+10,000 to 1/,
                /Ultimate Pairs table 1/,
                /Progressive table 01[^]*100%[^]*3,000 for 1[^]*of the meter/,
                /Disputes[^]*supervisor decides/,
                /Notices[^]*WAC 230-15-040 and WAC 230-15-140/,
            ],
        ],
        [
            2,
            [
                /Ante and Blind\s+\$5 to \$300/,
                /Trips table UTH-02/,
                /from \$5\s+\$1\b[^]*from \$51\s+\$2\b[^]*from \$301\s+\$9\b/,
                /Players pay no fee/,
                /Player-Dealer only plays with a pair or higher/,
                /Notices[^]*19826\(g\)/,
            ],
        ],
    ]) {
        await guest.go(`/table/${number}`);
        await guest.sees('.own-spectator');
        await guest.page.keyboard.press('l');
        await guest.sees('.placard .part-disputes');
        const words = await guest.text('.dialog');
        for (const one of expected) {
            assert.match(words, one);
        }
        assert.doesNotMatch(words, /[{}]|undefined|NaN/);
        await guest.isAccessible('the placard');
    }
});

test('the pays stand on the felt before anyone bets, on every screen (WA-1)', async () => {
    const guest = await Person.come(house);
    for (const [number, expected] of [
        [1, [/Straight flush\s+50\s+40\s+10,000/, /A-K suited\s+25/, /Royal, first five\s+100%/, /four games/i]],
        [2, [/Flush\s+3:2\s+6/, /from \$301\s+\$9/, /Player-Dealer only plays with a pair/i]],
    ]) {
        for (const size of Object.values(sizes)) {
            await guest.page.setViewportSize(size);
            await guest.go(`/table/${number}`);
            await guest.sees('.felt-print .felt-table');
            for (const large of [false, true]) {
                await guest.page.evaluate((on) => {
                    document.documentElement.classList.toggle('large-print', on);
                }, large);
                const words = await guest.page.locator('.felt-print').innerText();
                for (const one of expected) {
                    assert.match(words, one, `${size.width}${large ? ', large' : ''}`);
                }
                await guest.isAccessible(`the felt, ${size.width}${large ? ', large' : ''}`);
            }
        }
    }
});

test('no seat covers what is printed on the felt, with one’s own place open (WA-1)', async () => {
    const guest = await Person.come(house);
    await guest.page.setViewportSize(sizes.desktop);
    await guest.sit(4);
    await guest.sees('.felt-print .felt-table');
    const covered = await guest.page.evaluate(() => {
        const box = (one) => one.getBoundingClientRect();
        const across = (a, b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        const words = [...document.querySelectorAll('.felt-table tr, .felt-table caption')];
        const above = [...document.querySelectorAll('.seat, .bank, .board')];
        return words
            .filter((one) => above.some((other) => across(box(one), box(other))))
            .map((one) => one.innerText);
    });
    assert.deepEqual(covered, []);
});

test('printing with the placard open gives the sheet, and nothing of it is cut off (NOTE-3)', async () => {
    const guest = await Person.come(house);
    for (const number of [1, 2]) {
        await guest.go(`/table/${number}`);
        await guest.sees('.own-spectator');
        await guest.page.keyboard.press('l');
        await guest.sees('.placard .part-disputes');
        await guest.page.waitForSelector('body > .placard-sheet', { state: 'attached' });
        await guest.page.emulateMedia({ media: 'print' });
        await guest.page.setViewportSize({ width: 740, height: 1000 }); // letter within its margins
        await guest.sees('body > .placard-sheet');
        const printed = await guest.page.evaluate(() => ({
            others: [...document.body.children].filter(
                (one) => !one.matches('.placard-sheet') && one.getBoundingClientRect().height > 0,
            ).length,
            mm: (document.querySelector('.placard-first').getBoundingClientRect().height / 96) * 25.4,
        }));
        assert.equal(printed.others, 0);
        assert.ok(printed.mm < 260, `the first page is ${printed.mm} mm high`);
        await guest.page.emulateMedia({ media: null });
        await guest.page.setViewportSize(sizes.desktop);
    }
});

test('ranking of hands and glossary are one key and one button away (HAND-5, NOTE-2)', async () => {
    const guest = await Person.come(house);
    await guest.go('/table/1');
    await guest.sees('.own-spectator');
    await guest.page.keyboard.press('g');
    await guest.sees('.part-ranking');
    const words = await guest.text('.dialog');
    assert.match(words, /High card[^]*Pair[^]*Straight flush[^]*Royal flush/);
    assert.match(words, /Ante wager[^]*Player-dealer[^]*Trips bonus wager/);
    const worst = guest.page.locator('.part-ranking tr', { hasText: 'High card' }).locator('td >> nth=-1');
    const cards = await worst.locator('[role=img]').evaluateAll((all) => all.map((one) => one.ariaLabel));
    assert.deepEqual(cards.map((one) => one.split(' ')[0]), ['seven', 'five', 'four', 'three', 'two']);
    await guest.isAccessible('ranking and glossary');
    await guest.page.keyboard.press('Escape');
    await guest.page.waitForSelector('dialog[open]', { state: 'detached' });
    await guest.page.getByRole('button', { name: 'Ranking of hands and glossary' }).click();
    await guest.sees('.part-glossary');
    await guest.page.keyboard.press('Escape');
    await guest.page.waitForSelector('dialog[open]', { state: 'detached' });
    await guest.page.keyboard.press('?');
    await guest.sees('.dialog', 'ranking of hands and glossary');
});

test('a guest finds the way to an account and returns to the page they left', async () => {
    const guest = await Person.come(house);
    await guest.go('/');
    await guest.page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    await guest.go('/learn');
    await guest.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    await guest.sit(1);
    await guest.page.getByRole('button', { name: 'Stand up' }).click();
    await guest.go('/');
    await guest.sees('.lobby-words', 'Sign in or register');
    await guest.go('/strategy');
    await guest.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await guest.sees('form.panel', 'Keep what you have');
    const register = guest.page.locator('form.panel', { hasText: 'Keep what you have' });
    await register.getByLabel('Name').fill('Nora');
    await register.getByLabel('Password').fill('plays on Fridays');
    await register.getByRole('button', { name: 'Register' }).click();
    await guest.page.waitForURL((url) => url.pathname === '/strategy');
    await guest.sees('.who-name', 'Nora');
    assert.equal(await guest.page.locator('.who-sign').count(), 0);
});

test('the first load is light, and interactive soon', async (t) => {
    const guest = await Person.come(house);
    const session = await guest.context.newCDPSession(guest.page);
    await session.send('Network.enable');
    const sizesOf = new Map();
    const types = new Map();
    session.on('Network.responseReceived', ({ requestId, response }) =>
        types.set(requestId, new URL(response.url).pathname),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
        sizesOf.set(requestId, encodedDataLength),
    );
    await guest.go('/table/1');
    await guest.sees('.own-spectator');
    const ready = await guest.page.evaluate(() => performance.now());
    await guest.page.waitForLoadState('networkidle');
    let sum = 0;
    for (const [id, path] of types) {
        if (!path.startsWith('/api/')) {
            sum += sizesOf.get(id) ?? 0;
        }
    }
    t.diagnostic(`${(sum / 1024).toFixed(1)} KB over the wire, interactive after ${Math.round(ready)} ms`);
    assert.ok(sum > 10 * 1024, 'nothing was measured');
    if (process.env.UTH_QUIET === '1') {
        assert.ok(ready < 1000, `interactive after ${ready} ms`);
    }
    assert.ok(sum <= firstLoadMax, `the first load is ${sum} bytes`);
});
