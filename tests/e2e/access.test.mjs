// Part of the pages for everybody: by keyboard with visible focus, heard instead of seen, with four
// colours and large print.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { outside, Person, shareBrowser, sizes } from './browser.mjs';
import { House, table } from './house.mjs';
import { pages } from './pages.mjs';

shareBrowser();
let house;
before(async () => {
    house = await House.open({
        tables: [
            ...['Rainier', 'Baker', 'Hood', 'Adams', 'Shuksan'].map((name) =>
                table(name, 'washington', { meter: 'yes', company: 6 }),
            ),
            table('Olympus', 'washington', { meter: 'yes', pace: 'dealer', decision_ms: 0 }),
        ],
        people: ['dora', 'mia'],
        decks: ['1', '2', '3', '4', '5'].map(
            // Two pairs for the seventh seat, a pair of queens for the dealer.
            (number) => `${number}: Ah Kd 7c 2s 9h 3c 4c 5c 6c 8c Tc 3s 4s 5s 6s 8s Ts As Ks Qd Qc`,
        ),
    });
});
after(() => house.close());

/** Goes through the page with Tab until the focus comes round; what it stopped at, and how it looked. */
async function tabThrough(guest) {
    const stops = [];
    let round = 0; // from where the focus was to the end, and once from the beginning
    for (let i = 0; i < 400 && round < 2; i++) {
        await guest.page.keyboard.press('Tab');
        const stop = await guest.page.evaluate(() => {
            const one = document.activeElement;
            if (!one || one === document.body) return null;
            const look = getComputedStyle(one);
            const box = one.getBoundingClientRect();
            one.dataset.stopped = 'yes';
            return {
                what: `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`,
                ring: look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) >= 2,
                there: box.width > 0 && box.height > 0,
            };
        });
        if (stop) stops.push(stop);
        else round++;
    }
    return stops;
}

/** What can be clicked and was never stopped at. Of a group of radio buttons one is enough. */
function unreached() {
    return [...document.querySelectorAll('button, a[href], input, select, textarea')]
        .filter((one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility())
        .filter((one) => one.dataset.stopped !== 'yes')
        .filter((one) => one.type !== 'radio' || !document.querySelector(`[name="${one.name}"][data-stopped]`))
        .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`);
}

async function isReachable(guest, when) {
    const stops = await tabThrough(guest);
    assert.ok(stops.length > 3, `${when}: only ${stops.length} stops`);
    assert.deepEqual(
        stops.filter((one) => !one.ring && one.there).map((one) => one.what),
        [],
        `${when}: focus that cannot be seen`,
    );
    assert.deepEqual(await guest.page.evaluate(unreached), [], `${when}: not reached by Tab`);
}

test('everything is reached by Tab, and the focus is seen, on every page of a player', async () => {
    const guest = await Person.come(house);
    for (const [path, there] of [
        ['/', '.table-card'],
        ['/strategy', '.chart td'],
        ['/learn', '.drill-choices button'],
        ['/login', 'form.panel'],
        ['/table/1', '.own-spectator .main-action'],
    ]) {
        await guest.go(path);
        await guest.sees(there);
        await isReachable(guest, path);
    }
    await guest.sit(1);
    await guest.sees('.betting');
    await isReachable(guest, 'betting');
    await guest.page.click('.main-action');
    await guest.sees('.deciding');
    await isReachable(guest, 'deciding');
});

test('and on the pages of the house, and the designer', async () => {
    const seen = {};
    for (const { path, there, by } of pages.filter((one) => one.by || one.name === 'design')) {
        const where = path.replace('/deal/3', '/deal/6');
        seen[by] ??= by ? await (await Person.come(house)).login(by) : await Person.come(house);
        await seen[by].go(where);
        await seen[by].sees(there);
        await isReachable(seen[by], where);
    }
});

test('chips by keyboard: chosen, put, taken back, doubled, cleared, bet again', async () => {
    const guest = await (await Person.come(house)).sit(2);
    await guest.sees('.betting');
    const amounts = () =>
        guest.page.evaluate(() =>
            ['ante', 'blind', 'trips', 'progressive'].map((wager) => {
                const found = /\$([\d,]+)$/.exec(
                    document.querySelector(`.spot-${wager} .pile-amount`)?.textContent ?? '',
                );
                return found ? Number(found[1]) : 0;
            }),
        );
    const press = async (keys, expected) => {
        for (const key of keys) await guest.page.keyboard.press(key);
        await guest.page.waitForTimeout(50);
        assert.deepEqual(await amounts(), expected, `after ${keys.join(' ')}`);
    };
    await press(['2', 'a'], [5, 5, 0, 0]); // the second chip is $5; Blind goes with Ante
    await press(['a', 't'], [10, 10, 5, 0]);
    await press(['Shift+A'], [5, 5, 5, 0]);
    await press(['d'], [10, 10, 10, 0]);
    await press(['z'], [5, 5, 5, 0]);
    await press(['j'], [5, 5, 5, 1]);
    await press(['x'], [0, 0, 0, 0]);
    await press(['z'], [5, 5, 5, 1]);
});

test('the keys are listed behind ?, with the ones that work now', async () => {
    const guest = await (await Person.come(house)).sit(3);
    await guest.sees('.betting');
    await guest.page.keyboard.press('?');
    await guest.sees('.dialog .key-groups');
    const words = (await guest.text('.dialog')).toLowerCase();
    for (const said of ['chip of $5', 'a chip on ante', 'rebet', 'undo', 'limits and pay tables', 'play 4×', 'check', 'fold', 'stand up']) {
        assert.ok(words.includes(said), `${said} is not in the list`);
    }
    // Under one heading a key means one thing.
    const twice = await guest.page.$$eval('.key-groups section', (groups) =>
        groups.flatMap((group) => {
            const keys = [...group.querySelectorAll('kbd')].map((one) => one.textContent);
            return keys.filter((key, i) => keys.indexOf(key) < i).map((key) => `${group.querySelector('h3').textContent}: ${key}`);
        }),
    );
    assert.deepEqual(twice, []);
    assert.match(await guest.text('.key-groups'), /Your decision[^]*Play 4×[^]*Betting[^]*chip of \$5/);
    await guest.isAccessible('the list of keys');
    await guest.page.keyboard.press('Escape');
    await guest.page.waitForSelector('.dialog', { state: 'detached' });
    // The very next key closes it, though the page is not painted yet.
    for (let i = 0; i < 10; i++) {
        await guest.page.keyboard.press('?');
        await guest.page.waitForSelector('.dialog', { state: 'attached' });
        await guest.page.keyboard.press('Escape');
        await guest.page.waitForSelector('.dialog', { state: 'detached', timeout: 10000 });
    }
});

test('a hand is heard: cards, whose turn it is, each street, the result with its reasons', async () => {
    const guest = await Person.come(house);
    const heardSoFar = await guest.listen();
    await guest.sit(4);
    await guest.bet({ ante: 5 });
    for (const [phase, action] of [
        ['preflop', 'check'],
        ['flop', 'check'],
        ['river', '1x'],
    ]) {
        await guest.sees(`.phase-${phase} .deciding`);
        await guest.page.waitForTimeout(150); // several sentences of a moment are said together
        await guest.decide(action);
    }
    await guest.result();
    const heard = await heardSoFar();
    for (const words of [
        'No more bets. You play Ante $5, Blind $5.',
        'Your cards: ace of spades, king of spades.',
        'Your decision: Play 4× for $20, Play 3× for $15, Check.',
        'Flop: ace of hearts, king of diamonds, seven of clubs.',
        'You have two pairs, aces and kings',
        'Turn and river: two of spades, nine of hearts.',
        'Your decision: Play 1× for $5, Fold.',
        'Dealer shows queen of diamonds, queen of clubs: a pair of queens',
        'You win $10',
        'Ante wins 1 to 1: higher than the dealer, +$5',
        'Blind pushes: won with less than a straight, $0',
    ]) {
        assert.ok(heard.includes(words), `'${words}' was not heard in: ${heard}`);
    }
    assert.deepEqual(await guest.cards('Your cards'), ['ace of spades', 'king of spades']);
});

for (const size of Object.keys(sizes)) {
    test(`four colours and large print: told apart, larger, and all of it fits, ${size}`, async () => {
        const guest = await (await Person.come(house, { size })).sit(5);
        await guest.sees('.betting');
        const looks = () =>
            guest.page.evaluate(() => {
                const root = getComputedStyle(document.documentElement);
                return {
                    inks: ['--black-suit', '--red-suit', '--diamonds', '--clubs'].map((name) =>
                        root.getPropertyValue(name).trim(),
                    ),
                    words: Object.fromEntries(
                        ['body', '.own-words', '.main-action', '.table-page'].map((one) => [
                            one,
                            parseFloat(getComputedStyle(document.querySelector(one)).fontSize),
                        ]),
                    ),
                };
            });
        const plain = await looks();
        assert.equal(new Set(plain.inks).size, 2, `two colours: ${plain.inks}`);
        await guest.page.keyboard.press('?');
        await guest.page.getByLabel('Four-colour deck').check();
        await guest.page.getByLabel('Large print').check();
        await guest.page.keyboard.press('Escape');
        const changed = await looks();
        assert.equal(new Set(changed.inks).size, 4, `four colours: ${changed.inks}`);
        for (const [where, was] of Object.entries(plain.words)) {
            const is = changed.words[where];
            assert.ok(is >= 1.15 * was, `${where}: ${was} became ${is}`);
        }
        assert.deepEqual(await guest.page.evaluate(outside), [], 'betting in large print');
        await guest.isAccessible(`large print, betting, ${size}`);
        await guest.page.click('.main-action');
        await guest.sees('.phase-preflop .deciding');
        assert.deepEqual(await guest.page.evaluate(outside), [], 'deciding in large print');
        await guest.isAccessible(`large print, deciding, ${size}`);
        await guest.decide('4x');
        await guest.result();
        assert.deepEqual(await guest.page.evaluate(outside), [], 'the result in large print');
        await guest.isAccessible(`large print, the result, ${size}`);
        await guest.page.getByRole('button', { name: 'Stand up' }).click();
        await guest.sees('.own-spectator');
    });
}
