// Perfect play to look at: the chart and the answers are what the program says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, shareBrowser } from './browser.mjs';
import { House, table, uth } from './house.mjs';

shareBrowser();
let house;
before(async () => {
    house = await House.open({ tables: [table('Rainier', 'washington')] });
});
after(() => house.close());

const fixed = (value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;

/** The values beside the chart, by choice: "+1.2345". */
const valuesIn = (one, where) =>
    one.page.$$eval(`${where} tbody tr`, (rows) =>
        Object.fromEntries(
            rows.map((row) => [
                row.querySelector('th').textContent.replace(/\s*(best|yours)\s*/g, '').trim(),
                row.querySelector('td').firstChild.textContent,
            ]),
        ),
    );

const names = { '4x': 'Play 4×', '3x': 'Play 3×', '2x': 'Play 2×', '1x': 'Play 1×', check: 'Check', fold: 'Fold' };
const byName = (actions) =>
    Object.fromEntries(actions.map(({ action, ev_decimal }) => [names[action], fixed(ev_decimal)]));

test('each of the 169 hands is marked as uth strategy has it, and hovering or walking shows its values', async () => {
    const chart = uth('strategy', '--rules', 'washington', '--json');
    const one = await Person.come(house);
    await one.go('/strategy');
    await one.sees('.chart td');
    const cells = await one.page.$$eval('.chart [data-at]', (all) =>
        all.map((cell) => cell.getAttribute('aria-description')),
    );
    assert.equal(cells.length, 169);
    const best = cells.filter((words) => words.includes(': Play 4×'));
    assert.equal(best.length, chart.hands.filter((hand) => hand.best === '4x').length);
    const side = '.strategy-side';
    for (const [at, name] of [
        ['0/0', 'AA'],
        ['12/0', 'A2o'],
        ['5/9', '95s'],
        ['11/11', '33'],
    ]) {
        await one.page.hover(`.chart [data-at="${at}"]`);
        const hand = chart.hands.find((each) => each.hand === name);
        const wanted = ['4x', '3x', 'check'].map((action) => ({ action, ev_decimal: hand[`${action}_decimal`] }));
        await one.page.waitForFunction(
            ([where, words]) => document.querySelector(where)?.textContent.includes(words),
            [side, byName(wanted)['Check']],
        );
        assert.deepEqual(await valuesIn(one, side), byName(wanted), name);
    }
    await one.page.focus('.chart [data-at="0/0"]');
    await one.page.keyboard.press('ArrowRight');
    const suited = chart.hands.find((each) => each.hand === 'AKs');
    await one.sees(side, fixed(suited.check_decimal));
});

test('what should I do with…: any hand, flop and river is answered as uth odds does, by click and typed', async () => {
    const one = await Person.come(house);
    await one.go('/strategy');
    await one.sees('.picker [data-card=Ah]');
    const answer = '[aria-label=Answer]';
    const isAs = async (cards, board) => {
        const odds = uth('odds', '--cards', cards, ...(board ? ['--board', board] : []), '--json');
        await one.sees(`${answer} .answer-best`, names[odds.best]);
        assert.deepEqual(await valuesIn(one, `${answer} .values`), byName(odds.actions));
        for (const { ev } of odds.actions) {
            assert.ok((await one.text(`${answer} .values`)).includes(ev.replace('-', '−')), ev);
        }
    };
    for (const card of ['Kh', '4d']) {
        await one.page.click(`[data-card="${card}"]`);
    }
    await isAs('Kh 4d', '');
    for (const card of ['Ks', '9c', '7h']) {
        await one.page.click(`[data-card="${card}"]`);
    }
    await isAs('Kh 4d', 'Ks 9c 7h');
    await one.page.click('[data-card="7h"]'); // given back
    await one.sees(answer, 'Choose one more card for the flop.');
    const typed = one.page.getByPlaceholder('Ah 4d Kc 8d 2h');
    await typed.fill('2c 3d 9h 9s Kd Jc 5s');
    await isAs('2c 3d', '9h 9s Kd Jc 5s');
    // No eighth is taken, and the arrows walk over all the others without losing the way.
    const seven = () => one.page.locator('.picker [aria-pressed=true]').count();
    await one.page.focus('[data-card="2c"]');
    await one.page.keyboard.press('ArrowRight');
    const here = () => one.page.evaluate(() => document.activeElement.dataset.card);
    assert.equal(await here(), 'Ac');
    await one.page.keyboard.press('Enter');
    assert.equal(await seven(), 7);
    await one.page.keyboard.press('Tab');
    await one.page.keyboard.press('Shift+Tab');
    assert.equal(await here(), 'Ac', 'the one stop can still be come to');
    await one.page.keyboard.press('ArrowLeft');
    await one.page.keyboard.press('Enter'); // given back
    assert.equal(await seven(), 6);
    await one.page.keyboard.press('Enter');
    await isAs('3d 9h', '9s Kd Jc 5s 2c');
    await typed.fill('2c 3d 9h 9s Kd Jc 5s');
    await typed.fill('2c 2c');
    /* WALK-40 */
    await one.sees('.situation-tools', '2c is there twice');
    await typed.fill('2c 3x');
    await one.sees('.situation-tools', 'not a card; cards look like Ah Kd');
    await one.isAccessible('the answer');
});

test('rules for flop and river stand with their exact cost, and changed rules are valued anew', async () => {
    /* WALK-39 */
    const one = await Person.come(house, { size: 'phone', refused: true });
    await one.go('/strategy');
    const costs = '[aria-label="What the rules cost"]';
    await one.sees(costs, 'fewer than 21 outs');
    const text = one.page.getByLabel('Rules of play', { exact: true });
    const own = (rules) => uth('strategy', '--file', '-', '--json', { input: rules });
    const simple = own(await text.inputValue());
    const percent = (value, digits) => `${(100 * value).toFixed(digits)}%`;
    await one.sees(costs, `give up ${percent(simple.cost_decimal, 4)} of an Ante`);
    for (const { cost_decimal } of simple.conditions.filter((share) => share.cost_decimal > 0)) {
        assert.ok((await one.text(costs)).includes(percent(cost_decimal, 4)));
    }
    await text.fill('4x with: 33+\n1x with: anything');
    const changed = own('4x with: 33+\n1x with: anything');
    await one.sees(costs, `give up ${percent(changed.cost_decimal, 4)} of an Ante`);
    await text.fill('4x with: hiden pair');
    await one.sees(`${costs} [role=alert]`, "line 1: 'hiden pair' is not a condition");
    assert.ok((await one.text(costs)).includes('give up'), 'the last answer stays');
    await one.page.getByRole('button', { name: 'Simple strategy' }).click();
    await one.sees(costs, `give up ${percent(simple.cost_decimal, 4)} of an Ante`);
    await one.isAccessible('rules of play');
});
