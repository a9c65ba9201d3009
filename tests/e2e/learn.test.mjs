// What the pages say of the mathematics is what the program says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Person, shareBrowser } from './browser.mjs';
import { House, table, uth } from './house.mjs';

shareBrowser();
let house;
before(async () => {
    house = await House.open({
        tables: [table('Rainier', 'washington')],
        decks: ['1: Th 9h 2c 3d 4s Ah Kd Qc Jc'],
    });
});
after(() => house.close());

const fraction = (text) => text.split('/').map((part) => BigInt(part.replace('−', '-')));

/** a - b == c, exactly. */
function isDifference(a, b, c) {
    const [[an, ad], [bn, bd], [cn, cd]] = [a, b, c].map(fraction);
    assert.equal((an * bd - bn * ad) * cd, cn * ad * bd, `${a} - ${b} is not ${c}`);
}

test('the trainer’s cost of a mistake equals uth odds', async () => {
    const guest = await Person.come(house);
    await guest.go('/learn/1?sit=1');
    await guest.bet({ ante: 10 });
    await guest.decide('check'); // ace king is played 4×
    await guest.sees('.coach-words', 'gave away');
    await guest.page.keyboard.press('v');
    await isCost(guest, uth('odds', '--cards', 'Ah Kd', '--json'), 'Check', 1000);
    await guest.sees('.phase-flop .deciding');
    await guest.decide('check');
    await guest.sees('.coach-more .values', '212758/535095');
    await isCost(guest, uth('odds', '--cards', 'Ah Kd', '--board', 'Th 9h 2c', '--json'), 'Check', 1000);
});

async function isCost(guest, odds, did, ante) {
    const ev = (action) => odds.actions.find((one) => one.action === action);
    const row = guest.page.locator('.coach-more .values tr', { hasText: 'yours' });
    await row.waitFor();
    assert.match(await row.innerText(), new RegExp(`^${did}`));
    const [value, cost] = await row.locator('.exact').allInnerTexts();
    assert.equal(value.replace('−', '-'), ev('check').ev);
    isDifference(ev(odds.best).ev, ev('check').ev, cost);
    const antes = ev(odds.best).ev_decimal - ev('check').ev_decimal;
    const line = await guest.text('.coach-words');
    assert.ok(line.includes(`gave away ${antes.toFixed(3)}`), line);
    assert.ok(line.includes(`($${((Math.round(antes * ante)) / 100).toFixed(2)})`), line);
}

test('the designer’s edge equals uth par, before and after a keystroke', async (t) => {
    const guest = await Person.come(house);
    await guest.go('/design');
    const figure = async (id) => {
        await guest.page.waitForSelector(`[data-figure=${id}][aria-busy=false] code`, {
            state: 'attached',
        });
        return guest.page.locator(`[data-figure=${id}] code`).textContent();
    };
    const isAsPar = async (par) => {
        assert.equal((await figure('edge')).replace('−', '-'), par.base.house_edge);
        assert.equal(await figure('risk'), par.base.element_of_risk);
        assert.equal(await figure('deviation'), `√(${par.base.variance})`);
        const words = await guest.text('[data-figure=edge] strong');
        const percent = par.base.house_edge_decimal * 100;
        assert.equal(words.replace('−', '-').replace('%', ''), percent.toFixed(words.split('.')[1].length - 1));
    };
    const first = uth('par', '--rules', 'washington', '--json');
    await isAsPar(first);

    // The Blind pays 2 to 1 for a flush instead of 3 to 2.
    const start = Date.now();
    await guest.page.fill('input[data-path="blind.pays.flush"]', '2');
    await guest.page.waitForFunction(
        (was) => {
            const edge = document.querySelector('[data-figure=edge][aria-busy=false] code');
            return edge && edge.textContent !== was;
        },
        first.base.house_edge,
    );
    t.diagnostic(`the edge moved within ${Date.now() - start} ms of a keystroke`);
    await figure('risk');
    const [download] = await Promise.all([
        guest.page.waitForEvent('download'),
        guest.page.getByRole('button', { name: 'Save the profile' }).click(),
    ]);
    const path = await download.path();
    assert.doesNotThrow(() => JSON.parse(readFileSync(path, 'utf8')));
    const changed = uth('par', '--rules', path, '--json');
    assert.notEqual(changed.base.house_edge, first.base.house_edge);
    await isAsPar(changed);
    await guest.isAccessible();
});
