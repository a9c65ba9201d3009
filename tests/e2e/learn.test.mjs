// The trainer in a browser: what it says a decision costs is what `uth odds` says, to the last digit of
// its fractions; and its running total, leak report, drills and plot add up to what was played.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cents, Person, shareBrowser } from './browser.mjs';
import { House, table, uth } from './house.mjs';

const ante = 1000; // cents, in every hand here

shareBrowser();
let house;
before(async () => {
    house = await House.open({
        tables: [table('Rainier', 'washington'), table('Shasta', 'washington')],
        decks: ['1: Th 9h 2c 3d 4s Ah Kd Qc Jc', '2: Td 9d 2c 8h 3s Tc Ts Ac Jh'],
    });
});
after(() => house.close());

const fraction = (text) => {
    const [over, under = '1'] = text.replace('−', '-').split('/');
    return [BigInt(over), BigInt(under)];
};

/** Whether a - b == c, as whole numbers over whole numbers. */
function isDifference(a, b, c) {
    const [[an, ad], [bn, bd], [cn, cd]] = [a, b, c].map(fraction);
    assert.equal((an * bd - bn * ad) * cd, cn * ad * bd, `${a} - ${b} is not ${c}`);
}

const names = { '4x': 'Play 4×', '3x': 'Play 3×', '2x': 'Play 2×', '1x': 'Play 1×', check: 'Check', fold: 'Fold' };

/** The rows of the table of values: by what is chosen, the exact value and the exact cost. */
async function valuesOn(person, within) {
    const rows = person.page.locator(`${within} .values tbody tr`);
    await rows.first().waitFor();
    return rows.evaluateAll((all) =>
        all.map((row) => ({
            choice: row.querySelector('th').firstChild.textContent.trim(),
            yours: row.querySelector('th').textContent.includes('yours'),
            best: row.querySelector('th').textContent.includes('best'),
            exact: [...row.querySelectorAll('.exact')].map((one) => one.textContent),
            money: row.querySelector('td:nth-child(4)')?.textContent,
        })),
    );
}

/** Every choice of the table is worth what the program says; returns what `did` gave away, in antes. */
function areAsOdds(rows, odds, did) {
    const best = odds.actions.find((one) => one.action === odds.best);
    assert.equal(rows.length, odds.actions.length);
    for (const { action, ev, ev_decimal } of odds.actions) {
        const row = rows.find((one) => one.choice === names[action]);
        assert.ok(row, `${action} is not among ${JSON.stringify(rows)}`);
        assert.equal(row.yours, action === did, `yours is ${did}, not ${action}`);
        assert.equal(row.best, action === odds.best);
        const [value, cost] = row.exact;
        assert.equal(value.replace('−', '-'), ev, `the value of ${action}`);
        if (action !== odds.best) {
            isDifference(best.ev, ev, cost);
        }
        if (row.money !== undefined && action !== odds.best) {
            const lost = Math.round((best.ev_decimal - ev_decimal) * ante);
            assert.equal(cents(row.money), lost, `what ${action} gives away in money`);
        }
    }
    return best.ev_decimal - odds.actions.find((one) => one.action === did).ev_decimal;
}

/** What so many antes are in money, in words: "$5", "$12.34". */
function money(antes) {
    const whole = Math.round(antes * ante);
    return `$${whole % 100 === 0 ? whole / 100 : (whole / 100).toFixed(2)}`;
}

/** The line under the board and the dialog behind it, after a decision; returns its cost in antes. */
async function isCoached(guest, odds, did) {
    const words = did === odds.best ? `${names[did]} was right` : `${names[odds.best]} was best: −`;
    await guest.sees('.coach-words', words);
    await guest.page.keyboard.press('v');
    const cost = areAsOdds(await valuesOn(guest, '.dialog'), odds, did);
    await guest.isAccessible('the values of a decision');
    await guest.page.keyboard.press('Escape');
    await guest.page.waitForSelector('.dialog', { state: 'detached' });
    if (cost > 0) {
        const line = await guest.text('.coach-words');
        assert.equal(line, `${words}${cost.toFixed(3)} antes (${money(cost)})`);
    }
    return cost;
}

/** The running total beside it: antes and money. */
async function hasGivenAway(guest, antes) {
    const sum = (await guest.text('.coach-sum')).replace(/\s+/g, ' ');
    assert.ok(sum.includes(`${antes.toFixed(2)} antes ${money(antes)}`), `${sum}, not ${antes}`);
}

/** The leak report: a row of a table with this caption, as text. */
function leak(guest, caption, name) {
    return guest.page.evaluate(
        ([title, head]) => {
            const tables = [...document.querySelectorAll('.leaks')];
            const found = tables.find((one) => one.caption.textContent === title);
            const rows = [...found.querySelectorAll('tbody tr')];
            const row = rows.find((one) => one.querySelector('th').textContent === head);
            return row && [...row.querySelectorAll('td')].map((one) => one.textContent);
        },
        [caption, name],
    );
}

test('the trainer’s cost of each decision equals uth odds, street by street, and adds up', async () => {
    const odds = (...rest) => uth('odds', '--cards', 'Ah Kd', ...rest, '--json');
    const streets = [
        odds(),
        odds('--board', 'Th 9h 2c'),
        odds('--board', 'Th 9h 2c 3d 4s'),
    ];
    const guest = await Person.come(house);
    await guest.go('/learn/1?sit=1');
    await guest.bet({ ante: 10 });
    const costs = [];
    await guest.decide('check'); // ace king is played 4×
    costs.push(await isCoached(guest, streets[0], 'check'));
    await hasGivenAway(guest, costs[0]);
    await guest.sees('.phase-flop .deciding');
    await guest.decide('check');
    costs.push(await isCoached(guest, streets[1], 'check'));
    await guest.sees('.phase-river .deciding');
    await guest.decide('fold');
    costs.push(await isCoached(guest, streets[2], 'fold'));
    assert.ok(costs[0] > 0 && costs[2] > 0, `these decisions are mistakes: ${costs}`);
    const sum = costs[0] + costs[1] + costs[2];
    await hasGivenAway(guest, sum);

    await guest.go('/learn');
    await guest.sees('.report .leaks');
    const facts = (await guest.text('.report .facts')).replace(/\s+/g, ' ');
    const right = costs.filter((cost) => cost === 0).length;
    assert.match(facts, /Decisions 3 /);
    assert.ok(facts.includes(`Right ${((right / 3) * 100).toFixed(1)}%`), facts);
    assert.ok(facts.includes(`Mistakes cost ${sum.toFixed(3)} antes`), facts);
    assert.ok(facts.includes(`in money, at tables ${money(sum)}`), facts);
    for (const [i, street] of ['Before the flop', 'Flop', 'River'].entries()) {
        const share = costs[i] > 0 ? '0.0%' : '100.0%';
        assert.deepEqual(await leak(guest, 'By street', street), ['1', share, costs[i].toFixed(3)]);
    }
    assert.deepEqual(
        await leak(guest, 'By what went wrong', 'Before the flop: checked, a raise was best'),
        ['1', '0.0%', costs[0].toFixed(3)],
    );
    assert.deepEqual(
        await leak(guest, 'By what went wrong', 'River: folded, a raise was best'),
        ['1', '0.0%', costs[2].toFixed(3)],
    );
    await guest.sees('.report .plot-legend');
    const plot = guest.page.locator('.report [role=img][aria-label^="Progress."]');
    assert.match(
        await plot.getAttribute('aria-label'),
        new RegExp(`last 3 decisions: ${(sum / 3).toFixed(3)} antes given away each, ${Math.round((right / 3) * 100)} percent right`),
    );
    assert.ok(await hasInk(guest), 'the plot is empty');
    await guest.isAccessible('the leak report');

    // The same hand again, step by step, with the same values.
    const { rounds } = await guest.page.evaluate(async () => {
        for (;;) {
            const answer = await (await fetch('/api/rounds?player=me&limit=1')).json();
            if (answer.rounds[0]?.ended_ms > 0) {
                return answer;
            }
            await new Promise((later) => setTimeout(later, 100));
        }
    });
    await guest.go(`/hand/${rounds[0].table}/${rounds[0].round}`);
    await guest.sees('.hand-steps', 'The cards are dealt');
    const next = () => guest.page.keyboard.press('ArrowRight');
    for (const [i, did] of ['check', 'check', 'fold'].entries()) {
        await next();
        await guest.sees('.hand-steps', ['Before the flop', 'On the flop', 'At the river'][i]);
        await guest.page.locator('.values').waitFor();
        areAsOdds(await valuesOn(guest, '.panel'), streets[i], did);
        assert.equal(await guest.page.locator('.hand-felt [aria-label=Board] .is-up').count(), [0, 3, 5][i]);
    }
    await next();
    await guest.sees('.hand-steps', 'Showdown');
    await guest.sees('.panel caption', 'Seat');
    assert.match(await guest.text('.panel'), /Ante.*\$10.*loses/s);
    await guest.isAccessible('a hand again');
    const [file] = await Promise.all([
        guest.page.waitForEvent('download'),
        guest.page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), `hand-${rounds[0].table}-${rounds[0].round}.csv`);
});

/** Whether something was drawn on the plot in the colour of what was given away. */
function hasInk(guest) {
    return guest.page.evaluate(() => {
        const canvas = document.querySelector('.report canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const probe = document.createElement('canvas').getContext('2d');
        probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--bad').trim();
        probe.fillRect(0, 0, 1, 1);
        const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
            const far =
                Math.abs(data[i] - red) + Math.abs(data[i + 1] - green) + Math.abs(data[i + 2] - blue);
            count += data[i + 3] > 200 && far < 30 ? 1 : 0;
        }
        return count > 20;
    });
}

test('with values before acting, every button says what it is worth and which is best', async () => {
    const guest = await Person.come(house);
    await guest.go('/learn/2?sit=1');
    await guest.sees('.betting');
    await guest.page.keyboard.press('i'); // before, not after
    await guest.bet({ ante: 10 });
    const says = async (odds) => {
        for (const { action, ev_decimal } of odds.actions) {
            const sign = ev_decimal < 0 ? '−' : '+';
            const value = `${sign}${Math.abs(ev_decimal).toFixed(3)}`;
            await guest.sees(`.decide-${action}`, value);
            const text = await guest.text(`.decide-${action}`);
            assert.equal(text.includes('best'), action === odds.best, text);
        }
    };
    const first = uth('odds', '--cards', 'Tc Ts', '--json');
    await says(first);
    await guest.decide('check');
    const cost = await isCoached(guest, first, 'check');
    const second = uth('odds', '--cards', 'Tc Ts', '--board', 'Td 9d 2c', '--json');
    await says(second);
    await guest.decide('2x');
    await guest.sees('.coach-words', 'Play 2× was right');
    await hasGivenAway(guest, cost);
    await guest.result();
});

/** "ten of clubs" as the program writes it. */
function short(words) {
    const ranks = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 'T', jack: 'J', queen: 'Q', king: 'K', ace: 'A' };
    const [rank, suit] = words.split(' of ');
    return `${ranks[rank]}${suit[0]}`;
}

async function drillCards(guest, label) {
    await guest.page.locator('.drill [aria-label="Your cards"] [role=img]').nth(1).waitFor();
    const found = guest.page.locator(`.drill [aria-label="${label}"] [role=img]`);
    const names = await found.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    return names.map(short).join(' ');
}

test('drills ask for flop decisions only, or close ones only, and weigh them exactly', async () => {
    const guest = await Person.come(house);
    await guest.go('/learn');
    let answered = 0;
    let given = 0;
    const answer = async (drill) => {
        const choices = guest.page.locator('.drill-choices button');
        await choices.first().waitFor();
        const cards = await drillCards(guest, 'Your cards');
        const board = await drillCards(guest, 'Board');
        const rest = board ? ['--board', board] : [];
        const odds = uth('odds', '--cards', cards, ...rest, '--json');
        const values = odds.actions.map((one) => one.ev_decimal).sort((a, b) => b - a);
        if (drill === 'Flop') {
            assert.equal(board.split(' ').length, 3, 'a flop decision has three cards');
        } else if (drill === 'Close ones') {
            assert.ok(values[0] - values[1] <= 0.15, `${cards} on ${board} is not close`);
        } else {
            assert.equal(board, '', 'a decision before the flop has no board');
        }
        const least = odds.actions.reduce((a, b) => (a.ev_decimal < b.ev_decimal ? a : b));
        await guest.page
            .locator('.drill-choices button', { hasText: names[least.action] })
            .click();
        given += areAsOdds(await valuesOn(guest, '.drill'), odds, least.action);
        answered++;
        await guest.sees('.drill-sum', `of ${answered} right, ${given.toFixed(3)} antes given away`);
    };
    await answer('Before the flop');
    await guest.page.getByRole('radio', { name: 'Flop', exact: true }).click();
    await answer('Flop');
    await guest.page.keyboard.press('Enter');
    await answer('Flop');
    await guest.page.getByRole('radio', { name: 'Close ones' }).click();
    await answer('Close ones');
    await guest.page.keyboard.press('n');
    await answer('Close ones');
    const facts = (await guest.text('.report .facts')).replace(/\s+/g, ' ');
    assert.ok(facts.includes(`Mistakes cost ${given.toFixed(3)} antes`), facts);
    assert.match(facts, /in money, at tables \$0 /);
    await guest.isAccessible('a drill answered');

    await guest.page.getByRole('button', { name: 'Reset statistics' }).click();
    await guest.page.getByRole('button', { name: 'Erase all progress' }).click();
    await guest.sees('.report', 'Nothing yet');
});

/** What the program says of the situation that is shown. */
async function asked(guest) {
    await guest.page.locator('.drill-choices button').first().waitFor();
    const board = await drillCards(guest, 'Board');
    const dead = await drillCards(guest, "Seen at your neighbours' seats");
    const rest = [...(board ? ['--board', board] : []), ...(dead ? ['--dead', dead] : [])];
    return uth('odds', '--cards', await drillCards(guest, 'Your cards'), ...rest, '--json');
}

const decide = (guest, action) =>
    guest.page.locator('.drill-choices button', { hasText: names[action] }).click();

test('a decision beside seen cards is weighed without them, and a mistake comes back', async () => {
    const guest = await Person.come(house);
    await guest.page.clock.install();
    await guest.go('/learn');
    await guest.page.getByRole('radio', { name: 'Seen cards' }).click();
    await guest.page.waitForSelector('.drill-dead');
    const odds = await asked(guest);
    assert.equal(odds.dead.split(' ').length, 10);
    const worst = odds.actions.find((one) => one.action !== odds.best).action;
    await decide(guest, worst);
    areAsOdds(await valuesOn(guest, '.drill'), odds, worst);
    await guest.sees('.drill-answer .coach', odds.coach.words);
    await guest.page.clock.fastForward(61_000);
    await guest.page.getByRole('radio', { name: /My mistakes/ }).click();
    const again = await asked(guest);
    assert.deepEqual([again.cards, again.board, again.dead], [odds.cards, odds.board, odds.dead]);
    await decide(guest, again.best);
    await guest.sees('.drill-verdict', 'Right.');
    await guest.sees('[aria-label="Which decisions"]', 'My mistakes (0)');
});

test('a challenge plays whole hands, street by street, and saved progress can be read again', async () => {
    const guest = await Person.come(house);
    await guest.go('/learn');
    await guest.page.getByRole('button', { name: 'Start', exact: true }).click();
    await guest.sees('.drill [role=status]', 'Hand 1 of 100');
    assert.equal(await guest.page.getByRole('heading', { name: 'Drill' }).count(), 0, 'one at a time');
    const cards = (await asked(guest)).cards;
    await decide(guest, 'check');
    await guest.page.getByRole('button', { name: 'Flop' }).click();
    await guest.page.waitForFunction(() => document.querySelectorAll('.drill-cards [aria-label=Board] > *').length === 3);
    const flop = await asked(guest);
    assert.deepEqual([flop.cards, flop.street], [cards, 'flop']);
    await decide(guest, '2x');
    await guest.page.getByRole('button', { name: 'Next hand' }).click();
    await guest.sees('.drill [role=status]', 'Hand 2 of 100');
    await guest.isAccessible('the challenge');

    const [file] = await Promise.all([
        guest.page.waitForEvent('download'),
        guest.page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const path = await file.path();
    await guest.page.getByRole('button', { name: 'Reset statistics' }).click();
    await guest.page.getByRole('button', { name: 'Erase all progress' }).click();
    await guest.sees('.report', 'Nothing yet');
    await guest.page.getByLabel('File to import').setInputFiles(path);
    await guest.sees('.report', '2 decisions read.');
    await guest.sees('.report .facts', 'Decisions2');
});
