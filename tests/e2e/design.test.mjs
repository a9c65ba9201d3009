// The designer: what it shows of a profile under change is what the program says of the saved file.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Person, shareBrowser } from './browser.mjs';
import { load } from '../web/support.mjs';
import { House, settled as adjudicated, table, uth } from './house.mjs';

shareBrowser();
let house;
let standard; // the report of the profile everything starts from
before(async () => {
    house = await House.open({ tables: [table('Rainier', 'washington')] });
    standard = uth('par', '--rules', 'washington', '--json');
});
after(() => house.close());

/** Somebody with the designer open and its figures worked out. */
async function designer(options, from = 'washington') {
    const one = await Person.come(house, options);
    await one.go('/design');
    await settled(one);
    if (from !== 'washington') {
        await one.page.getByLabel('Start from').selectOption(from);
        await one.page.waitForFunction(
            ([selector, name]) => document.querySelector(selector)?.value === name,
            [field('name'), from],
        );
        await settled(one);
    }
    return one;
}

/** Every figure is of the profile as it is now. */
async function settled(one) {
    await one.page.waitForSelector('[data-figure=deviation][aria-busy=false] code', {
        state: 'attached', // folded away, and there
    });
}

const field = (path) => `input[data-path="${path}"]`;

async function figure(one, id) {
    const text = await one.page.locator(`[data-figure="${id}"] code`).textContent();
    return text.replace('−', '-');
}

/** A shown number is the exact one, rounded to the digits that are shown. */
async function isRounded(one, id, value, scale = 1) {
    const words = (await one.text(`[data-figure=${id}] strong`)).replace('−', '-').replace('%', '');
    const digits = words.split('.')[1].length;
    assert.equal(words, (value * scale).toFixed(digits), `the shown ${id}`);
}

/** All figures, the side wagers in use and the chart, against the program's report. */
async function isAsProgram(one, rules) {
    const par = uth('par', '--rules', rules, '--json');
    await settled(one);
    assert.equal(await figure(one, 'edge'), par.base.house_edge);
    assert.equal(await figure(one, 'risk'), par.base.element_of_risk);
    assert.equal(await figure(one, 'deviation'), `√(${par.base.variance})`);
    assert.equal(await figure(one, 'wager'), par.base.average_wager);
    await isRounded(one, 'edge', par.base.house_edge_decimal, 100);
    await isRounded(one, 'risk', par.base.element_of_risk_decimal, 100);
    await isRounded(one, 'deviation', par.base.standard_deviation);
    await isRounded(one, 'wager', par.base.average_wager_decimal);
    const sides = await one.page
        .locator('section[aria-labelledby=sides] td:nth-of-type(1)')
        .evaluateAll((cells) => cells.map((cell) => cell.title));
    const inUse = [par.trips, par.bad_beat, par.pairs, ...Object.values(par.side ?? {})].flatMap(
        (list) => list.filter((side) => side.in_use).map((side) => side.house_edge),
    );
    assert.deepEqual(sides, inUse);
    await isSpread(one, par);
    await isChart(one, rules);
    return par;
}

/** The distribution is drawn on a canvas; what it shows stands beside it in words. */
async function isSpread(one, par) {
    const chance = (wanted) =>
        par.base.outcomes
            .filter((outcome) => wanted(outcome.net))
            .reduce((sum, outcome) => sum + outcome.probability_decimal, 0);
    const percent = (share) => `${(share * 100).toFixed(2)}%`;
    const label = await one.page.locator('.distribution [role=img]').getAttribute('aria-label');
    assert.equal(
        label,
        `Distribution of the net result: loses ${percent(chance((net) => net < 0))}, ` +
            `pushes ${percent(chance((net) => net === 0))}, ` +
            `wins ${percent(chance((net) => net > 0))} of hands`,
    );
}

/** Each of the 169 cells shows what the program would play; those that changed are marked. */
async function isChart(one, rules) {
    const best = new Map(
        uth('strategy', '--rules', rules, '--json').hands.map((hand) => [hand.hand, hand.best]),
    );
    const before = new Map(
        uth('strategy', '--rules', 'washington', '--json').hands.map((hand) => [
            hand.hand,
            hand.best,
        ]),
    );
    const cells = await one.page.locator('.chart-part .chart td').evaluateAll((all) =>
        all.map((cell) => ({
            hand: cell.dataset.hand,
            best: /cell-(\S+)/.exec(cell.className)[1],
            changed: cell.classList.contains('is-changed'),
        })),
    );
    assert.equal(cells.length, 169);
    for (const { hand, best: shown, changed } of cells) {
        assert.equal(shown, best.get(hand), hand);
        assert.equal(changed, best.get(hand) !== before.get(hand), hand);
    }
    const count = cells.filter((cell) => cell.changed).length;
    const words = await one.text('[data-figure=cells]');
    assert.equal(
        words,
        count === 0 ? 'no hand is played otherwise' : `${count} of 169 played otherwise`,
    );
    return count;
}

/** A changed game is saved under a name of its own. */
async function rename(one) {
    await one.page.fill(field('name'), 'our-game');
    await one.page.fill(field('title'), 'Our game');
    await settled(one);
}

/** The profile as a file, saved by the page. */
async function save(one, name = 'our-game') {
    if (name === 'our-game') {
        await rename(one);
    }
    const [download] = await Promise.all([
        one.page.waitForEvent('download'),
        one.page.getByRole('button', { name: 'Save the profile' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), `${name}.json`);
    return download.path();
}

/**
 * Types one key into a field; milliseconds from the event to the frame that shows all four figures,
 * the plot and the chart of the new profile.
 */
async function keystroke(one, path, key, moved = 'edge') {
    await one.page.focus(field(path));
    await one.page.evaluate(([selector, figure]) => {
        const input = document.querySelector(selector);
        input.setSelectionRange(0, input.value.length);
        const shown = () => document.querySelector(`[data-figure="${figure}"] code`)?.textContent;
        const was = shown();
        window.moved = new Promise((resolve) => {
            input.addEventListener(
                'input',
                () => {
                    const start = performance.now();
                    const look = () => {
                        const done =
                            !document.querySelector('[data-figure][aria-busy=true], .is-old') &&
                            shown() !== was;
                        requestAnimationFrame(() =>
                            done ? resolve(performance.now() - start) : look(),
                        );
                    };
                    look();
                },
                { once: true },
            );
        });
    }, [field(path), moved]);
    await one.page.keyboard.press(key);
    return one.page.evaluate(() => window.moved);
}

/** An Ante so low that large Play sizes stay within the legal maximum (BET-10). */
async function lowAnte(one) {
    await one.page.locator('summary', { hasText: 'Limits' }).click();
    await one.page.fill(field('limits.ante.max'), '25');
}

/** In words, how long the keys took to move all figures; judged with UTH_QUIET=1, on a quiet machine. */
async function times(one, typed, moved) {
    const all = [];
    for (const [path, keys] of typed) {
        for (const key of keys) {
            all.push(Math.round(await keystroke(one, path, key, moved)));
        }
    }
    const sorted = [...all].sort((a, b) => a - b);
    const at = (share) => sorted[Math.ceil(share * sorted.length) - 1];
    if (process.env.UTH_QUIET === '1') {
        assert.ok(sorted.at(-1) <= 300, `figures moved after ${all.join(', ')} ms`);
    }
    return (
        `all figures moved ${at(0.5)} ms after a keystroke in the middle, ${at(0.95)} in 19 of 20, ` +
        `${sorted[0]} at best, ${sorted.at(-1)} at worst: ${all.join(', ')}`
    );
}

test('every figure equals uth par of the saved file, before and after a keystroke', async (t) => {
    const one = await designer();
    await isAsProgram(one, 'washington');
    // Each is another profile than all before it, so nothing comes out of the page's own memory.
    const typed = [
        ['blind.pays.straight', '23456789'],
        ['blind.pays.full house', '45678'],
        ['blind.pays.flush', '2456789'],
    ];
    t.diagnostic(`pays, ${await times(one, typed)}`);
    const solved = [
        ['blind.pays.three of a kind', '12'],
        ['blind.pays.two pairs', '12'],
        ['raises.flop', '34'],
        ['raises.preflop', '65'],
        ['raises.river', '2'],
    ];
    await lowAnte(one);
    await settled(one);
    t.diagnostic(`what has the game solved anew, ${await times(one, solved)}`);
    const path = await save(one);
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).blind.pays.flush, 9);
    const changed = await isAsProgram(one, path);
    assert.notEqual(changed.base.house_edge, standard.base.house_edge);
});

test('who types on sees the figures of the last key', async () => {
    const one = await designer();
    await one.page.fill(field('blind.pays.royal flush'), '');
    await one.page.focus(field('blind.pays.royal flush'));
    await one.page.keyboard.type('100000', { delay: 25 });
    await one.page.keyboard.press('Backspace');
    await one.page.keyboard.press('Backspace');
    await isAsProgram(one, await save(one));
});

test('what was asked for earlier keys is called off, and the server drops it', async () => {
    const one = await designer();
    const dropped = async () => {
        const text = await (await fetch(`${house.base}/metrics`)).text();
        return Number(/^uth_figures_dropped_total (\d+)$/m.exec(text)[1]);
    };
    // Each key has the game solved anew. A machine that stands still between two has time to answer.
    const before = await dropped();
    for (let turn = 1; turn < 10 && (await dropped()) === before; turn++) {
        await one.page.fill(field('blind.pays.two pairs'), '');
        await one.page.focus(field('blind.pays.two pairs'));
        await one.page.keyboard.type(`${turn}23456`);
        for (let key = 0; key < 4; key++) {
            await one.page.keyboard.press('Backspace');
        }
        await settled(one);
    }
    assert.ok((await dropped()) > before, 'the server worked everything out to its end');
    await isAsProgram(one, await save(one));
});

test('pay tables and switches move the strategy, and the file is a profile', async () => {
    const one = await designer();
    const { page } = one;
    await page.fill(field('name'), 'high-street');
    await page.fill(field('title'), 'High Street');
    await page.fill(field('blind.pays.straight'), '3');
    await page.fill(field('blind.pays.two pairs'), '1');
    await page.fill(field('raises.preflop'), '4, 2');
    await page.fill(field('raises.flop'), '3, 1');
    await page.selectOption('select[data-path="qualifier"]', 'two pairs');
    await page.selectOption('select[data-path="ante_unqualified"]', 'wins');
    await page.locator('summary', { hasText: 'Switches' }).click();
    await page.uncheck(field('offered.progressive'));
    await page.locator('summary', { hasText: 'Trips' }).first().click();
    await page.fill(field('side.0.tables.0.lines.flush'), '6');
    await page.selectOption('select[data-path="side.0.fold"]', 'loses');
    const path = await save(one, 'high-street');
    await isAsProgram(one, path);
    assert.ok((await page.locator('.chart-part td.is-changed').count()) > 0);
    const changes = await page.locator('.changes code').allInnerTexts();
    const trips = ['side.trips.fold', 'side.trips.tables.UTH-01.lines.flush.pays'];
    for (const name of ['name', 'blind.pays.straight', 'raises.flop', ...trips]) {
        assert.ok(changes.includes(name), `${name} is not among ${changes}`);
    }
    await one.isAccessible('the designer with changes');

    // The file comes back as it went.
    const other = await designer();
    await other.page.setInputFiles('input[type=file]', path);
    await other.sees('h2', 'Perfect play');
    await other.page.waitForFunction(
        (selector) => document.querySelector(selector).value === 'high-street',
        field('name'),
    );
    await settled(other);
    const again = await save(other, 'high-street');
    assert.equal(readFileSync(again, 'utf8'), readFileSync(path, 'utf8'));
    assert.equal(await figure(other, 'edge'), await figure(one, 'edge'));
});

for (const [from, choices, tick] of [
    [
        'california-6',
        { order: 'from-left', procedure: 'deck-mate', coverage: 'gross', player_fee_per: 'spot' },
        'void_returns_fee',
    ],
    [
        'washington',
        {
            order: 'from-left',
            procedure: 'shoe',
            'progressive.fixed_pays_from': 'meter',
            'progressive.order': 'confirmation',
        },
        'ante_refund_first',
    ],
]) {
    test(`the switches of ${from} are set here, and the file has them`, async () => {
        const one = await designer({}, from);
        const { page } = one;
        for (const part of ['Switches', 'Progressive']) {
            await page.locator('summary', { hasText: part }).click();
        }
        for (const [path, value] of Object.entries(choices)) {
            await page.selectOption(`select[data-path="${path}"]`, value);
        }
        await page.uncheck(field(tick));
        const banks = await page.locator('[data-path=coverage]').count();
        assert.equal(banks, from === 'washington' ? 0 : 1, 'only where a player banks');
        await settled(one);
        const path = await save(one);
        const shown = uth('rules', 'show', path, '--json');
        for (const [name, value] of Object.entries(choices)) {
            const [part, inner] = name.split('.');
            assert.equal(inner ? shown[part][inner] : shown[part], value, name);
        }
        assert.equal(shown[tick], false);
        assert.equal(uth('rules', 'check', path, '--json').ok, true);
        const changes = await page.locator('.changes code').allInnerTexts();
        assert.deepEqual(changes.sort(), [...Object.keys(choices), tick, 'name', 'title'].sort());
        await one.isAccessible(`the switches of ${from}`);
    });
}

test('Play sizes are named, whatever they are', async () => {
    const one = await designer();
    const { page } = one;
    await lowAnte(one);
    await page.fill(field('raises.preflop'), '12, 5');
    await page.waitForSelector('.chart .cell-12x');
    await settled(one);
    await page.hover('.chart [data-hand=AA]');
    const said = await one.page.evaluate(() => ({
        legend: document.querySelector('.chart-legend').innerText,
        values: document.querySelector('.hand-values').innerText,
        page: document.querySelector('main').textContent,
        cells: [...document.querySelectorAll('.chart td')].map((cell) => cell.ariaDescription),
        colours: ['12x', '5x', 'check'].map(
            (action) =>
                getComputedStyle(document.querySelector(`.chart-legend .cell-${action}`))
                    .backgroundColor,
        ),
    }));
    assert.match(said.legend, /12×\s*Play 12×[^]*5×\s*Play 5×[^]*Check/);
    assert.match(said.values, /Play 12×[^]*Play 5×[^]*Check/);
    assert.match(said.page, /AA Play 4× → Play 12×/);
    assert.match(said.cells[0], /^pair of aces: Play 12×, was Play 4×; Play 12× \+/);
    assert.equal(new Set(said.colours).size, 3, `${said.colours}`);
    assert.doesNotMatch(JSON.stringify(said), /undefined|NaN/);
    await one.isAccessible('the designer with other sizes');
});

test('a changed game is neither saved nor printed under the name it came from', async () => {
    /* WALK-3 */
    const one = await designer();
    const buttons = ['Save the profile', 'PAR page', 'Print it'];
    const disabled = () =>
        Promise.all(
            buttons.map((name) => one.page.getByRole('button', { name }).isDisabled()),
        );
    assert.deepEqual(await disabled(), [false, false, false], 'nothing has changed yet');
    await keystroke(one, 'blind.pays.full house', '5');
    await one.sees('[data-figure=rename]', 'a name and a title of its own');
    assert.deepEqual(await disabled(), [true, true, true]);
    await one.page.fill(field('name'), 'our-game');
    await settled(one);
    assert.deepEqual(await disabled(), [true, true, true], 'the title is still the other game’s');
    await rename(one);
    assert.deepEqual(await disabled(), [false, false, false]);
    assert.equal(await one.page.locator('[data-figure=rename]').count(), 0);
});

test('the PAR page is a whole page with the program’s figures', async () => {
    const one = await designer();
    await keystroke(one, 'blind.pays.full house', '4');
    const par = uth('par', '--rules', await save(one), '--json');
    const [download] = await Promise.all([
        one.page.waitForEvent('download'),
        one.page.getByRole('button', { name: 'PAR page' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'our-game-par.html');
    const html = readFileSync(await download.path(), 'utf8');
    const saved = join(house.directory, 'par.html');
    writeFileSync(saved, html);
    const reader = await Person.come(house);
    await reader.page.goto(`file://${saved}`);
    const text = await reader.page.locator('body').innerText();
    const exact = [
        par.base.house_edge,
        par.base.element_of_risk,
        par.base.average_wager,
        ...par.base.outcomes.map((outcome) => outcome.probability),
        ...par.trips.map((side) => side.house_edge),
        ...par.pairs.map((side) => side.house_edge),
        par.progressive.fixed_return,
        'Changed against washington',
        'blind.pays.full house 3 → 4',
    ];
    for (const figureOfPar of exact) {
        assert.ok(text.includes(figureOfPar), `${figureOfPar} is not on the PAR page`);
    }
    await reader.isAccessible('the PAR page');
});

// BET-10, WA-2
test('a limit of the law is refused with its clause, a higher ceiling is warned of', async () => {
    const one = await designer();
    const { page } = one;
    await page.locator('summary', { hasText: 'Limits' }).click();
    for (const [path, typed, words] of [
        ['limits.ante.max', '80', 'would allow a Play wager of $320; the legal maximum is $300 (BET-10).'],
        ['aggregate.pairs', '20,000', 'needs top odds of 50 to 1 or more (WA-2).'],
    ]) {
        const kept = await page.inputValue(field(path));
        await page.fill(field(path), typed);
        await one.sees('[data-figure=fault]', words);
        assert.equal(await page.getAttribute(field(path), 'aria-invalid'), 'true', path);
        await page.fill(field(path), kept);
        await page.waitForSelector('[data-figure=fault]', { state: 'detached' });
    }
    await page.fill(field('legal_wager_max'), '500');
    await one.sees('.warning', 'WAC 230-15-140');
    await one.isAccessible('the designer with limits');
});

test('a pay table that cannot be says what is wrong, and where', async () => {
    const one = await designer();
    const { page } = one;
    const before = await figure(one, 'edge');
    for (const [path, typed, words] of [
        ['blind.pays.flush', 'three', 'odds'],
        ['blind.pays.straight', '-1', 'odds'],
        ['blind.pays.full house', '1:3', 'whole cents'],
        ['raises.flop', '2, 3', ''],
    ]) {
        const kept = await page.inputValue(field(path));
        await page.fill(field(path), typed);
        await one.sees('[data-figure=fault]');
        const fault = await one.text('[data-figure=fault]');
        assert.ok(fault.includes(words), `${path} ${typed}: ${fault}`);
        assert.ok(fault.includes(path.split('.')[0]), `${path} ${typed}: ${fault}`);
        assert.equal(await page.getAttribute(field(path), 'aria-invalid'), 'true', path);
        assert.ok(await page.getByRole('button', { name: 'Save the profile' }).isDisabled());
        assert.ok(await page.getByRole('button', { name: 'PAR page' }).isDisabled());
        assert.equal(await page.getAttribute('[data-figure=edge]', 'aria-busy'), 'true');
        await page.fill(field(path), kept);
        await page.waitForSelector('[data-figure=fault]', {
            state: 'detached',
        });
        await settled(one);
        assert.equal(await figure(one, 'edge'), before);
    }
    await one.isAccessible('the designer after faults');
});

// ---- side bets of one's own -------------------------------------------------------------------

/** Flop Five: the lines, with what each pays. */
const flopFive = [
    ['royal flush', 1000],
    ['straight flush', 200],
    ['four of a kind', 100],
    ['full house', 30],
    ['flush', 20],
    ['straight', 15],
    ['three of a kind', 7],
    ['two pairs', 3],
    ['pair of J', 2],
];

/** Somebody who has begun a side bet, the fifth of the profile. */
async function withBet(options) {
    const one = await designer(options);
    await one.page.getByRole('button', { name: 'Add a side bet' }).click();
    await settled(one);
    return one;
}

const line = (at, part) => field(`side.4.lines.${at}.${part}`);
const part = (one) => one.page.locator('details.part', { has: one.page.locator(line(0, 'pays')) });

/** Types the title and all lines, each from the menu of what may be asked of these cards. */
async function typeFlopFive(one) {
    const { page } = one;
    await page.fill(field('side.4.title'), 'Flop Five');
    for (const [when] of flopFive) {
        const known = await part(one).locator('.bet-add option').allInnerTexts();
        if (known.includes(when)) {
            await part(one).locator('.bet-add select').selectOption(when);
            await page.getByRole('button', { name: 'Add a line' }).click();
        }
    }
    await page.getByRole('button', { name: `Remove line ${flopFive.length}` }).click(); // it began with one
    for (const [at, [, pays]] of flopFive.entries()) {
        await page.fill(line(at, 'pays'), String(pays));
    }
    await settled(one);
}

test('a side bet is typed in, counted exactly, saved, and a table plays it', async (t) => {
    const one = await withBet();
    const { page } = one;
    await typeFlopFive(one);
    assert.equal(await page.inputValue(field('side.4.id')), 'flop_five');
    assert.equal(await figure(one, 'flop_five.edge'), '9545/129948');
    assert.equal(await one.text('[data-figure="flop_five.edge"] strong'), '7.34525%');
    assert.equal(await figure(one, 'flop_five.hits'), '8935/43316');
    await page.fill(field('name'), 'flop-five');
    await page.fill(field('title'), 'Washington with Flop Five');
    const path = await save(one, 'flop-five');
    const par = await isAsProgram(one, path);
    const [counted] = par.side.flop_five;
    assert.equal(await figure(one, 'flop_five.variance'), counted.variance);
    const chances = await part(one).locator('.bet-chance code').allInnerTexts();
    assert.deepEqual(chances, counted.lines.map((each) => each.probability));
    assert.deepEqual(counted.lines.map(({ when, pays }) => [when, pays]), flopFive);
    assert.equal(await one.text('[data-figure=changed]'), 'changed against washington');
    assert.equal(await one.text('.changes code'), 'name');
    assert.match(await one.text('.changes'), /side\.flop_five nothing → royal flush 1000, straight/);

    // The file is a profile: the program checks it and settles a round of it, a server opens a table.
    assert.equal(uth('rules', 'check', path, '--json').ok, true);
    const round = uth('simulate', '--rules', path, '--wagers', 'none', '--replay', '1:0', '--quiet');
    const [seat] = round.players;
    seat.side = { flop_five: 500 };
    const [answer] = adjudicated(round, '--rules', path).players;
    assert.deepEqual(answer.wagers.side.flop_five, {
        stake: 500,
        outcome: 'lose',
        net: -500,
        reason: 'the hand is not on the table: Flop Five loses',
    });
    const opened = await House.open({ tables: [table('Flop', path)] });
    t.after(() => opened.close());
    const placard = await (await fetch(`${opened.base}/api/tables/1/placard.html`)).text();
    assert.match(placard, /Flop Five[^]*royal flush[^]*1,?000 to 1/i);
});

// The 300 ms of the design are judged with UTH_QUIET=1.
test('the figures of a side bet move with each key', async (t) => {
    const one = await withBet();
    await typeFlopFive(one);
    const typed = flopFive.map((_, at) => [`side.4.lines.${at}.pays`, '58']);
    t.diagnostic(`odds of a side bet, ${await times(one, typed, 'flop_five.edge')}`);
    // What a fold loses is counted, too.
    await one.page.selectOption('select[data-path="side.4.fold"]', 'loses');
    await settled(one);
    const lost = flopFive.map((_, at) => [`side.4.lines.${at}.pays`, '67']);
    t.diagnostic(`lost by a fold, ${await times(one, lost, 'flop_five.edge')}`);
});

test('what is wrong with a side bet is said at its line', async () => {
    const one = await withBet();
    const { page } = one;
    await typeFlopFive(one);
    for (const [path, typed, words] of [
        ['side.4.lines.8.when', 'jacks', 'expected a hand such as'],
        ['side.4.lines.8.when', 'A-A', 'expected a hand: the bet does not look at the hole cards'],
        ['side.4.lines.8.when', 'flush or better', 'no cards reach it, or one above pays first'],
        ['side.4.lines.2.pays', '0', 'odds'],
        ['side.4.id', 'Flop', 'small letters'],
        ['side.4.id', 'trips', 'an id no other side bet of the list has'],
    ]) {
        const kept = await page.inputValue(field(path));
        await page.fill(field(path), typed);
        await one.sees('[data-figure=fault]', words);
        assert.equal(await page.getAttribute(field(path), 'aria-invalid'), 'true', path);
        const at = await page.getAttribute(field(path), 'aria-describedby');
        const said = await page.locator(`[id="${at}"]`).innerText();
        assert.ok(said.includes(words), `${path} ${typed}: ${said}`);
        assert.ok(await page.getByRole('button', { name: 'Save the profile' }).isDisabled());
        await page.fill(field(path), kept);
        await page.waitForSelector('[data-figure=fault]', { state: 'detached' });
    }
    await page.fill(line(0, 'pays'), '2000000');
    await one.sees('[data-figure=fault]', 'Flop Five pays more than a million to one');
    await page.fill(line(0, 'pays'), '1000');
    // A line that another stands in front of is moved up, by the keyboard alone.
    await page.fill(line(8, 'when'), 'royal flush');
    await page.fill(line(0, 'when'), 'straight flush or better');
    await one.sees('[data-figure=fault]', 'side.flop_five.lines[1]');
    await page.fill(line(1, 'when'), 'pair of J');
    await one.sees('[data-figure=fault]', 'side.flop_five.lines[8]');
    await page.getByRole('button', { name: 'Move line 9 up' }).focus();
    for (let at = 8; at > 0; at--) {
        await page.keyboard.press('Enter');
        await page.waitForFunction(
            (name) => document.activeElement.getAttribute('aria-label') === name,
            at > 1 ? `Move line ${at} up` : 'Move line 1 down',
        );
    }
    await page.waitForSelector('[data-figure=fault]', { state: 'detached' });
    await settled(one);
    assert.equal(await page.inputValue(line(0, 'when')), 'royal flush');
    await isAsProgram(one, await save(one));
});

test('a side bet is made and taken out by the keyboard, and reads well', async () => {
    for (const size of ['desktop', 'phone']) {
        const one = await designer({ size });
        const { page } = one;
        await page.getByRole('button', { name: 'Add a side bet' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.activeElement.dataset.path === 'side.4.title');
        await page.keyboard.press('Control+A');
        await page.keyboard.type('Two aces');
        const names = [];
        for (let i = 0; i < 14; i++) {
            await page.keyboard.press('Tab');
            names.push(
                await page.evaluate(
                    () =>
                        document.activeElement.dataset.path ??
                        document.activeElement.getAttribute('aria-label') ??
                        document.activeElement.textContent,
                ),
            );
        }
        for (const name of ['side.4.id', 'side.4.cards', 'side.4.needs.trips', 'side.4.lines.0.pays', 'Remove line 1', 'Add a line', 'Remove this bet']) {
            assert.ok(names.includes(name), `${name} is not among ${names}`);
        }
        await page.selectOption('select[data-path="side.4.cards"]', 'hole');
        await page.fill(line(0, 'when'), 'A-A');
        await page.check(field('side.4.needs.trips'));
        await settled(one);
        assert.equal(await figure(one, 'two_aces.hits'), '1/221');
        await one.isAccessible(`a side bet, ${size}`);
        await page.uncheck(field('side.4.needs.trips'));
        await settled(one);
        const original = await Promise.all(
            ['name', 'title'].map((path) => page.inputValue(field(path))),
        );
        assert.doesNotMatch(readFileSync(await save(one), 'utf8'), /"needs": \[\]/);
        await page.fill(field('name'), original[0]);
        await page.fill(field('title'), original[1]);
        await page.getByRole('button', { name: 'Remove this bet' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForSelector('[data-figure="two_aces.hits"]', { state: 'detached' });
        assert.equal(await page.locator('.changes').count(), 0, 'it went without a trace');
        assert.equal(await page.locator('[data-figure=changed]').count(), 0);
    }
});

test('four side bets of one’s own are all', async () => {
    const one = await designer();
    const add = one.page.getByRole('button', { name: 'Add a side bet' });
    for (let count = 0; count < 4; count++) {
        await add.click();
    }
    assert.equal(await add.count(), 0);
    await settled(one);
    const path = await save(one);
    assert.equal(Object.keys((await isAsProgram(one, path)).side).length, 4);
});

test('a bet that loses for the house is an alarm, never green', async () => {
    const one = await withBet();
    const { page } = one;
    const look = (id) =>
        page.locator(`[data-figure="${id}"]`).evaluate((shown) => ({
            words: shown.innerText,
            alarm: getComputedStyle(shown.querySelector('strong')).backgroundColor,
            good: shown.querySelectorAll('.good').length,
        }));
    await page.fill(line(0, 'pays'), '9');
    await settled(one);
    const bet = await look('side_bet_1.edge');
    assert.match(bet.words, /−\d+\.\d+%\s+the house loses/);
    assert.equal(bet.alarm, 'rgb(163, 18, 29)');
    assert.match(await part(one).locator('.part-note').innerText(), /−\d+\.\d+%: the house loses/);
    assert.ok(await page.locator('section[aria-labelledby=sides] td .alarm').isVisible());
    await page.fill(field('blind.pays.three of a kind'), '3');
    await settled(one);
    const game = await look('edge');
    assert.match(game.words, /−\d+\.\d+%\s+the house loses/);
    assert.equal(game.good, 0);
    assert.equal(game.alarm, bet.alarm);
    await one.isAccessible('alarms');
});

test('whatever the menus offer means something, and some cards reach it', async () => {
    const { conditionsOf, betCards } = await load('features/design/model/conditions.ts');
    const profile = uth('rules', 'show', 'washington', '--json');
    const bets = betCards.flatMap(([cards]) =>
        conditionsOf(cards).map((when) => ({ cards, lines: [{ when, pays: 1 }] })),
    );
    for (let i = 0; i < bets.length; i += 4) {
        const own = bets.slice(i, i + 4).map((bet, k) => ({ id: `bet_${k}`, title: 'Bet', ...bet }));
        const response = await fetch(`${house.base}/api/par?check=1`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ ...profile, side: [...profile.side, ...own] }),
        });
        const answer = await response.json();
        assert.ok(answer.ok, `${JSON.stringify(own)}: ${answer.error?.message}`);
    }
});
