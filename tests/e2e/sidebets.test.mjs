// A side bet of a house's own, "Flop Five", added to a copy of `washington` as JSON and nothing else: played,
// settled, on the placard and the felt, in the dealer's hands and in the record.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { cents, Person, shareBrowser, sizes } from './browser.mjs';
import { House, profileFile, settled, table, uth } from './house.mjs';

/** The bet as its designer reads it. */
const documented = readFileSync(
    join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'side-bets.md'),
    'utf8',
);
const flopFive = JSON.parse(/flop_five\.json <<'END'\n([^]*?)\nEND\n/.exec(documented)[1]);

/** A copy of `washington` with it, within the limits of Trips. */
function withFlopFive() {
    const profile = uth('rules', 'show', 'washington', '--json');
    Object.assign(profile, { name: 'flop-five', title: 'Washington with Flop Five' });
    profile.side.push(flopFive);
    profile.offered[flopFive.id] = true;
    return profile;
}

shareBrowser();
let house, file;
before(async () => {
    file = profileFile(withFlopFive());
    house = await House.open({
        tables: [
            table('Rainier', file, { meter: 'yes' }),
            table('Adams', file),
            table('Shasta', file, { pace: 'dealer' }),
        ],
        // The board, the seat, the dealer: two pair on the flop, and a pair of sixes.
        decks: ['1: Ah Kd 7c 2s 9h As Ks Qd Qc', '2: 6h Kd 7c 2s 9h 6s 4s Qd Qc', '3: Ah Kd 7c 2s 9h As Ks Qd Qc'],
        people: ['dora', 'mia'],
    });
});
after(() => house.close());

async function recordOf(person, number, round) {
    for (let i = 0; i < 100; i++) {
        const response = await person.page.request.get(`${house.base}/api/rounds/${number}/${round}`);
        if (response.status() === 200) {
            return response.json();
        }
        await person.page.waitForTimeout(100);
    }
    return assert.fail('no record');
}

test('a player bets Flop Five in the browser, wins it, and the record settles to the same cents', async () => {
    const guest = await (await Person.come(house)).sit(1);
    await guest.sees('.betting');
    assert.deepEqual(await guest.page.locator('.circles .circle-label').allInnerTexts(), [
        'Progres\u00adsive', 'Flop Five', 'Pairs', 'Bad Beat', 'Trips', 'Ante', 'Blind', 'Play',
    ]);
    assert.match(await guest.text('.spot-own_1'), /\$1–300/);
    // BET-4, BET-5: what takes no chip is known before one is put there, as the server says it.
    const shut = () => guest.page.locator('.is-shut button').evaluateAll((all) => all.map((one) => one.title));
    assert.deepEqual(await shut(), ['Bad Beat: only with Trips']);
    for (const key of ['a', 'q', 't', 'p']) {
        await guest.page.keyboard.press(key);
    }
    await guest.sees('.spot-progressive.is-shut');
    assert.deepEqual(await shut(), [
        'Progressive: a player may wager on at most four games',
        'Bad Beat: a player may wager on at most four games',
    ]);
    await guest.page.keyboard.press('x');
    await guest.page.waitForSelector('.spot-progressive.is-shut', { state: 'detached' });
    await guest.bet({ ante: 5, trips: 5, own_1: 10 });
    await guest.sees('.deciding');
    const watcher = await Person.come(house);
    await watcher.go('/table/1');
    await watcher.sees('.seat .wager-own_1');
    assert.equal(await watcher.page.locator('.seat .wager-own_1 abbr').getAttribute('title'), 'Flop Five');
    assert.match(await watcher.text('.seat .wager-own_1'), /^FF\s*\$?10/);
    await guest.decide('4x');
    const shown = await guest.result();
    assert.deepEqual(shown.lines['Flop Five'], ['Flop Five wins 3 to 1: two pairs', '+$30']);
    assert.equal(shown.total, 'You win $50');
    const { answer: _, ...record } = await recordOf(guest, 1, 1);
    assert.deepEqual(record.players[0].side, { flop_five: 1000 });
    const [player] = settled(record, '--rules', file).players;
    assert.equal(player.wagers.side.flop_five.net, 3000);
    assert.equal(player.net, 5000);
    // What was bet goes down again by one key, by its own circle too.
    await guest.sees('.betting');
    await guest.page.keyboard.press('r');
    await guest.sees('.spot-own_1 .pile-amount', '$10');
    await guest.page.keyboard.press('Shift+Q');
    await guest.sees('.spot-own_1 .pile-amount', '$5');
    await guest.page.keyboard.press('Shift+Q');
    await guest.sees('.spot-own_1 .circle-note');
    await guest.page.keyboard.press('q');
    await guest.sees('.spot-own_1 .pile-amount');
});

test('a hand without a pair of jacks loses it, and the screen reader says so', async () => {
    const guest = await Person.come(house, { size: 'phone' });
    const heard = await guest.listen();
    await guest.sit(2);
    await guest.bet({ ante: 5, own_1: 5 });
    for (const phase of ['preflop', 'flop']) {
        await guest.sees(`.phase-${phase} .deciding`);
        await guest.decide('check');
    }
    await guest.sees('.phase-river .deciding');
    await guest.decide('fold');
    const shown = await guest.result();
    assert.deepEqual(shown.lines['Flop Five'], ['Flop Five loses: no paying hand', '−$5']);
    assert.equal(shown.total, 'You lose $15');
    const said = await heard();
    assert.match(said, /You play Flop Five \$5, Ante \$5, Blind \$5\./);
    assert.match(said, /Flop Five loses: no paying hand, −\$5/);
    await guest.isAccessible('a hand with a side bet of its own');
});

test('the felt, the placard and the page to print have its lines before anyone bets', async () => {
    const guest = await Person.come(house);
    await guest.go('/table/1');
    await guest.sees('.felt-print');
    const felt = guest.page.locator('.felt-table', { has: guest.page.locator('thead', { hasText: 'Flop Five' }) });
    assert.equal(await felt.locator('tbody tr').count(), flopFive.lines.length);
    assert.match(await felt.innerText(), /Royal flush\s*1,000[^]*Pair of jacks or higher\s*2/i);
    await guest.page.keyboard.press('l');
    await guest.sees('.placard', 'Flop Five');
    const section = guest.page.locator('.placard .part-pays', { has: guest.page.locator('h3', { hasText: 'Flop Five' }) });
    assert.match(await section.innerText(), /Full house\s*30 to 1/i);
    assert.match(await guest.text('.placard'), /Flop Five\s*\$1 to \$300/);
    const sheet = await guest.page.request.get(`${house.base}/api/tables/1/placard.html`);
    assert.match(await sheet.text(), /Flop Five[^]*1,000 to 1/);
});

test('five side bets leave the felt readable: nothing on it lies over anything else', async () => {
    Object.assign(sizes, { upright: { width: 390, height: 844 } });
    for (const size of ['desktop', 'phone', 'upright']) {
        const guest = await Person.come(house, { size });
        await guest.sit(1);
        await guest.sees('.betting');
        await guest.sees('.felt-print');
        const boxes = await guest.page.evaluate(() =>
            ['.felt-table', '.felt-said', '.seats .seat', '.dealer .card-row', '.dealer-hand', '.board', '.own'].flatMap((what) =>
                [...document.querySelectorAll(what)].map((one) => {
                    const box = one.getBoundingClientRect();
                    const { left, top, right, bottom } = box;
                    const end = one.closest('.felt-pays')?.getBoundingClientRect().bottom; // scrolls
                    return { what, left, top, right, bottom: Math.min(bottom, end ?? bottom) };
                }),
            ).filter((one) => one.right > one.left && one.bottom > one.top),
        );
        const { width, height } = sizes[size];
        for (const a of boxes) {
            assert.ok(a.left >= -1 && a.right <= width + 1 && a.bottom <= height + 1, `${size}: ${a.what} is cut off`);
            for (const b of boxes.filter((one) => one !== a && /felt/.test(one.what))) {
                const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
                assert.ok(apart, `${size}: ${a.what} over ${b.what} ${JSON.stringify([a, b])}`);
            }
        }
        await guest.page.getByRole('button', { name: 'Stand up' }).click();
        await guest.sees('.own-spectator');
    }
});

test('the dealer is told to pay it by its title', async () => {
    const guest = await (await Person.come(house)).sit(3);
    const dora = await (await Person.come(house)).login('dora');
    await dora.go('/deal/3');
    await dora.deals('open');
    await guest.bet({ ante: 5, own_1: 10 });
    await dora.sees('.seat-act', 'ready');
    await dora.deals('close_bets');
    assert.match(await dora.text('.seat-lines'), /FF\s*\$?10/);
    await dora.deals('deal');
    await guest.decide('4x');
    for (const step of ['flop', 'turn_and_river', 'show_dealer', 'announce_dealer', 'settle']) {
        await dora.deals(step);
    }
    await dora.sees('main', 'pay Flop Five');
    assert.match(await dora.text('main'), /Pay Flop Five \$30 \(wins 3 to 1: two pairs\)/);
});

test('the report of the day and the settings of the table name it', async () => {
    const mia = await (await Person.come(house)).login('mia');
    await mia.go('/pit/reports?table=1');
    await mia.sees('.paper-report', 'Flop Five');
    const rows = await mia.page.locator('.paper-report tr', { hasText: 'Flop Five' }).allInnerTexts();
    assert.match(rows[0], /^Flop Five\s+1\s+\$10\.00\s+\$30\.00/);
    assert.match(rows[1], /^Flop Five\s+\$10\.00\s+7\.345\d%/, 'its exact edge');
    await mia.go('/pit/tables/1');
    await mia.sees('main', 'Flop Five offered');
});
