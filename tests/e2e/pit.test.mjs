// The pit at work: adjustments by two people, users and roles, chips and drop boxes, the day's report,
// the audit, and the display above the table.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cents, Person, shareBrowser } from './browser.mjs';
import { House, staff, table } from './house.mjs';

shareBrowser();
let house;
before(async () => {
    house = await House.open({
        tables: [
            table('Rainier', 'washington', { meter: 'yes', result_ms: 1000 }),
            table('Shasta', 'california-6', { company: 3, result_ms: 1000 }),
            table('Hood', 'washington', { meter: 'yes' }),
        ],
        people: ['eve', 'mia', 'sue'],
    });
});
after(() => house.close());

const pairs = (person, where) =>
    person.page.$$eval(`${where} .pairs > div`, (rows) =>
        Object.fromEntries(
            rows.map((row) => ['dt', 'dd'].map((one) => row.querySelector(one).textContent)),
        ),
    );

// WALK-31
test('who was given a password is asked for one of their own', async () => {
    const mia = await (await Person.come(house, { refused: true })).login('mia');
    await mia.page.getByRole('link', { name: 'Choose your own' }).click();
    await mia.sees('.warning', 'Somebody else chose your password');
    await mia.page.getByLabel('Password now').fill('a wrong password');
    await mia.page.getByLabel('New password').fill('doors of my own');
    await mia.page.getByRole('button', { name: 'Change the password' }).click();
    await mia.sees('.fault', 'that is not your password');
    await mia.page.getByLabel('Password now').fill(staff.mia.password);
    await mia.page.getByRole('button', { name: 'Change the password' }).click();
    await mia.page.getByText('Your password is changed.').waitFor();
    await mia.page.getByText('Somebody else chose your password').waitFor({ state: 'detached' });
    await mia.go('/pit');
    await mia.sees('h1', 'Pit');
    assert.equal(await mia.page.getByRole('link', { name: 'Choose your own' }).count(), 0);
    staff.mia.password = 'doors of my own';
});

// GM-3
test('a meter is adjusted by one person and approved by another', async () => {
    const sue = await (await Person.come(house, { refused: true })).login('sue');
    await sue.go('/pit/meters/1');
    await sue.sees('.meter-amount');
    const before = cents(await sue.text('.meter-amount'));
    const form = sue.page.locator('section:has(h2:text-is("Manual adjustment"))');
    await form.getByLabel('Amount').fill('12.34');
    await form.getByLabel('Which way').selectOption('up');
    await form.getByLabel('Why?').fill('display was off');
    const swipe = async ({ card, pin }) => {
        await form.getByLabel('Card of the second person').fill(card);
        await form.getByLabel('PIN').fill(pin);
        await form.getByRole('button', { name: 'Adjust by +$12.34' }).click();
    };
    for (const [one, words] of [
        [staff.sue, 'made by one person and approved by another'],
        [{ card: staff.eve.card, pin: '00000' }, 'is wrong'],
    ]) {
        await swipe(one);
        await form.locator('.fault', { hasText: words }).waitFor();
        assert.equal(cents(await sue.text('.meter-amount')), before);
        // WALK-1: an approval is for one request.
        assert.equal(await form.getByLabel('Card of the second person').inputValue(), '');
        assert.equal(await form.getByLabel('PIN').inputValue(), '');
    }
    await swipe(staff.eve);
    await sue.sees('.figures td', 'adjusted: malfunction display');
    await sue.page.waitForFunction(
        (words) => document.querySelector('.meter-amount').textContent === words,
        `$${((before + 1234) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    );
    const { journal } = await sue.json('/api/meters/1/journal?limit=5');
    const line = journal.find((each) => each.adjustment === 'malfunction display');
    assert.deepEqual(
        [line.who_name, line.approved_name, line.after.amount - line.before.amount],
        ['sue', 'eve', 1234],
    );
});

// BANK-1
test('the lobby says in words whose proposition players fill the seats', async () => {
    const guest = await Person.come(house);
    await guest.go('/');
    const card = guest.page.locator('.table-card', { hasText: 'Shasta' });
    await card
        .locator('.table-card-company', { hasText: '3 proposition players of Redwood Players' })
        .waitFor();
    const people = guest.page.locator('.table-card', { hasText: 'Hood' });
    assert.equal(await people.locator('.table-card-company').count(), 0);
});

// GM-7
test('components of the Progressive are listed, and what is not approved is a warning', async () => {
    const mia = await (await Person.come(house, { refused: true })).login('mia');
    await mia.go('/pit/tables/3');
    const panel = mia.page.locator('.pit-components');
    await mia.sees('.pit-components', 'there is no approved hardware at this table');
    assert.equal(await panel.locator('.warning').count(), 0);
    await mia.isAccessible('components');
    const list = async (component, version, serial) => {
        await panel.locator('select').selectOption(component);
        await panel.getByLabel('Software version').fill(version);
        await panel.getByLabel('Serial number').fill(serial);
        await panel.getByLabel('Reason').fill('installed today');
        await panel.getByRole('button', { name: 'List the component' }).click();
        await panel.locator('tbody tr', { hasText: serial }).filter({ hasText: version }).waitFor();
    };
    await list('Coin Spot', '5.9', 'CS-1');
    await mia.sees(
        '.pit-components .warning',
        'Coin Spot 5.9 (CS-1) is below the approved 6.0 (GM-7)',
    );
    await panel.getByRole('button', { name: 'Remove built-in simulation none' }).click();
    await mia.page.locator('.dialog').getByLabel('Why?').fill('replaced');
    await mia.page.locator('.dialog').getByRole('button', { name: 'Remove' }).click();
    await mia.sees(
        '.pit-components .warning',
        'no display is listed: CHAM2+ 1.66P$ or ViPS 1.2.0 or higher',
    );
    await mia.go('/pit');
    await mia.sees(
        '.pit-tables .warning',
        'Coin Spot 5.9 (CS-1) is below the approved 6.0, and 3 more (GM-7)',
    );
    await mia.isAccessible('a warning in the pit');
    await mia.go('/pit/reports?table=3');
    await mia.sees('.warning', 'no controller is listed');
    await mia.go('/pit/tables/3');
    await list('Coin Spot', '6.0', 'CS-1');
    await panel.locator('.warning li', { hasText: 'Coin Spot' }).waitFor({ state: 'detached' });
});

test('a user is added, works within the role, and is stopped by a lock', async () => {
    const mia = await (await Person.come(house)).login('mia');
    await mia.go('/pit/people');
    await mia.page.getByRole('button', { name: 'New user' }).click();
    const dialog = mia.page.locator('.dialog');
    await dialog.getByLabel('Name').fill('Dan');
    await dialog.getByLabel('Role').selectOption('dealer');
    await dialog.getByLabel('Password').fill('shuffles all day');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await mia.sees('.figures tbody tr', 'Dan');

    staff.dan = { role: 'dealer', password: 'shuffles all day' };
    const dan = await (await Person.come(house, { refused: true })).login('dan', '/pit');
    await dan.sees('.pit-tables tbody tr');
    assert.equal(await dan.page.getByRole('link', { name: 'People' }).count(), 0);

    const asks = async () => (await dan.page.request.get(`${dan.base}/api/pit`)).status();
    assert.equal(await asks(), 200);
    const change = async (fill) => {
        await mia.page.getByRole('button', { name: 'Change Dan' }).click();
        await fill();
        await dialog.getByLabel('Why?').fill('as the test wants it');
        await dialog.getByRole('button', { name: 'Change' }).click();
        await dialog.waitFor({ state: 'detached' });
    };
    await change(() => dialog.getByLabel('Role').selectOption('supervisor'));
    await mia.sees('.figures tbody tr:has-text("Dan") td', 'supervisor');
    await change(() => dialog.getByLabel('Locked').selectOption('yes'));
    await mia.sees('.figures tbody tr:has-text("Dan") td', 'locked');
    assert.equal(await asks(), 403);
    await mia.go('/pit/log');
    for (const words of ['Dan', 'as the test wants it']) {
        await mia.sees('.figures tbody tr', words);
    }
});

test('tray and drop box move by what was counted, and a table is paused and resumed', async () => {
    const player = await (await Person.come(house)).sit(2);
    await player.page.waitForSelector('.betting, .bank-offer');
    const sue = await (await Person.come(house, { refused: true })).login('sue');
    await sue.go('/pit/tables/2');
    await sue.sees('.pit-running tbody tr');
    const money = sue.page.locator('section:has(h2:text-is("Tray and drop box"))');
    const before = await pairs(sue, '.pit-stack section:nth-child(1)');
    await money.getByLabel('Chips from the cage to the tray.').fill('250');
    await money.getByRole('button', { name: 'Fill $250' }).click();
    const filled = cents(before['Tray']) + 25000;
    await sue.page.waitForFunction(
        (words) => document.querySelector('.pit-stack .pairs dd').textContent === words,
        `$${(filled / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    );
    await money.getByText('Count the drop').click();
    await money.getByLabel('The whole drop box').fill('99999');
    await money.locator('.warning').waitFor();
    await money.getByRole('button', { name: 'Counted' }).click();
    await money.locator('.fault').waitFor();

    await sue.page.getByRole('button', { name: 'Pause after this round' }).click();
    await sue.sees('.pit-running button', 'Resume');
    await sue.page.getByRole('button', { name: 'Resume' }).click();
    await sue.sees('.pit-running button', 'Pause after this round');

    const { name } = await player.json('/api/me');
    await sue.page.locator(`.pit-seats tr:has-text("${name}") button`).click();
    const dialog = sue.page.locator('.dialog');
    await dialog.locator('input, textarea').first().fill('seat wanted');
    await dialog.getByRole('button', { name: 'Unseat' }).click();
    await player.sees('.own-spectator');
});

test('the day’s report has the hands of the day, and an audit says that chain and books hold', async () => {
    const player = await (await Person.come(house)).sit(1);
    await player.sees('.betting');
    await player.bet({ ante: 5, trips: 5 });
    await player.decide('4x');
    await player.result();
    await player.sees('.betting');
    const mia = await (await Person.come(house)).login('mia');
    await mia.go('/pit/reports?table=1');
    await mia.sees('.paper-report', 'Rainier');
    const [day] = /\d{4}-\d\d-\d\d/.exec(await mia.text('.paper-report h2'));
    const report = await mia.json(`/api/reports/day?table=1&day=${day}`);
    const rows = await mia.page.$eval('.paper-report table', (table) =>
        Object.fromEntries(
            [...table.tBodies[0].rows]
                .map((row) => [...row.cells].map((one) => one.textContent))
                .map(([name, ...figures]) => [name, figures]),
        ),
    );
    const { wagers } = report.profiles[0];
    assert.equal(cents(rows.Ante[1]), wagers.ante.handle);
    assert.equal(cents(rows.Play[1]), wagers.play.handle);
    assert.equal(cents(rows.Trips[4]), wagers.trips.held);
    assert.ok(wagers.ante.handle >= 500);

    await mia.go('/pit');
    await mia.sees('.audit');
    await mia.page.getByRole('button', { name: 'Verify now' }).click();
    await mia.sees('.audit', 'all records verified');
    const told = await pairs(mia, '.audit');
    assert.match(told.Chain, /unbroken/);
    assert.match(told.Books, /balance/);
});

// GM-5: within a second, judged with UTH_QUIET=1.
// WA-1
test('a player disputes a round, a supervisor decides, and the record shows both', async () => {
    const sue = await (await Person.come(house)).login('sue');
    await sue.sees('.pit-tables tbody tr');
    const guest = await (await Person.come(house)).sit(3);
    await guest.bet({ ante: 5 });
    await guest.sees('.deciding');
    await guest.decide('4x');
    await guest.sees('.result');
    await guest.page.locator('.result').getByRole('button', { name: 'Dispute' }).click();
    const dialog = guest.page.locator('.dialog');
    const round = /Dispute round (\d+)/.exec(await dialog.innerText())[1];
    await dialog.getByLabel('What is wrong?').fill('I had a straight');
    await guest.isAccessible('the dialog of a dispute');
    await dialog.getByRole('button', { name: 'Open a dispute' }).click();
    await guest.sees('.toast', 'The dispute is recorded');
    await guest.page.getByRole('button', { name: 'Stand up' }).click(); // the table is another test's, too

    const card = sue.page.locator('.dispute', { hasText: 'I had a straight' });
    await card.waitFor();
    assert.match(await card.innerText(), new RegExp(`Hood, round ${round}`));
    assert.equal(
        await card.getByRole('link', { name: 'record' }).getAttribute('href'),
        `/verify/3/${round}`,
    );
    await sue.isAccessible('the pit with a dispute');
    assert.ok(
        await card.getByRole('button', { name: 'Decide' }).isDisabled(),
        'a reason is asked for',
    );
    await card.getByLabel('Decision').selectOption('stands');
    await card.getByLabel('Why?').fill('the board shows no straight');
    await card.getByRole('button', { name: 'Decide' }).click();
    await card.waitFor({ state: 'detached' });

    const ended = async () =>
        (await guest.page.request.get(`${house.base}/api/rounds/3/${round}`)).status() === 200;
    for (let i = 0; i < 200 && !(await ended()); i++) {
        await guest.page.waitForTimeout(100); // the result stands for a while
    }
    await guest.go(`/verify/3/${round}`);
    await guest.sees('.verify-disputes li', 'I had a straight');
    await guest.sees('.verify-disputes li', 'the board shows no straight');
    await guest.isAccessible('the record of a disputed round');
    await guest.go('/account');
    await guest.sees('.rounds td a', 'dispute decided');
});

test('the display has what a wager brings the meter', async (t) => {
    const display = await Person.come(house);
    await display.go('/display/1');
    await display.sees('.digits .glyph');
    const player = await (await Person.come(house)).sit(3);
    await player.sees('.betting');
    const shown = () => display.page.locator('.display-amount .hidden-text').textContent();
    const before = cents(await shown());
    await player.bet({ ante: 5, progressive: 1 });
    await player.sees('.deciding');
    const { meters } = await player.json('/api/lobby');
    const amount = meters.find((one) => one.id === 1).amount;
    assert.ok(amount > before, 'the wager feeds the meter');
    const start = Date.now();
    while (cents(await shown()) !== amount && Date.now() - start < 30000) {
        await display.page.waitForTimeout(20);
    }
    assert.equal(cents(await shown()), amount);
    const late = Date.now() - start;
    t.diagnostic(`${late} ms after the player saw the cards`);
    assert.ok(late < 1000 || process.env.UTH_QUIET !== '1', `${late} ms`);
});
