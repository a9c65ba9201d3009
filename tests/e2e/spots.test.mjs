// BET-7: one person plays two spots of a Washington table, by hand and by keyboard, and is told of both; the
// console and the pit see whose they are.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cents, outside, Person, shareBrowser, sizes } from './browser.mjs';
import { House, profileFile, table } from './house.mjs';

const two = {
    based_on: 'washington',
    name: 'two-spots',
    title: 'Washington, two spots',
    spots_per_player: 2,
};

shareBrowser();
let house;
before(async () => {
    const rules = profileFile(two);
    house = await House.open({
        tables: [
            table('Rainier', rules, { meter: 'yes', house_players: 5, result_ms: 120000 }),
            table('Adams', rules, { meter: 'yes', house_players: 5, result_ms: 120000 }),
            table('Olympia', rules, { pace: 'dealer' }),
            table('Baker', 'washington'),
            table('Hood', rules, { result_ms: 120000 }),
        ],
        // The board, then the seats in order, then the dealer.
        decks: ['5: Ah Kd 7c 2s 9h As Ks 3d 4c Qd Qc'],
        people: ['dora', 'mia'],
    });
});
after(() => house.close());

async function picture(person, name) {
    if (process.env.UTH_E2E_PICTURES) {
        await person.page.waitForTimeout(400);
        await person.page.screenshot({ path: join(process.env.UTH_E2E_PICTURES, `${name}.png`) });
    }
}

const shown = (person) => person.text('.own-spot[aria-pressed=true] strong');

/** Sits down and takes one spot more; gives the two seats, the smaller first. */
async function takesTwo(person, number) {
    await person.sit(number);
    await person.sees('.betting');
    const first = Number(await person.page.locator('.own').getAttribute('data-seat'));
    await person.page.getByRole('button', { name: /Play this spot too/ }).first().click();
    await person.sees('.own-spots');
    const names = await person.page.locator('.own-spot strong').allInnerTexts();
    assert.equal(names.length, 2);
    const seats = names.map((name) => Number(name.slice(5)));
    assert.ok(seats.includes(first));
    assert.equal(await person.page.getByRole('button', { name: /Play this spot too/ }).count(), 0);
    return seats;
}

for (const size of Object.keys(sizes)) {
    const number = size === 'desktop' ? 1 : 2;
    test(`two spots are bet, decided and paid one after the other, ${size}`, async () => {
        const player = await Person.come(house, { size });
        const fits = async (when) => {
            await picture(player, `spots-${size}-${when.replaceAll(' ', '-')}`);
            assert.deepEqual(await player.page.evaluate(outside), [], when);
            await player.isAccessible(`${when}, ${size}`);
        };
        const [first, second] = await takesTwo(player, number);
        await player.page.getByRole('button', { name: `Seat ${first}`, exact: false }).first().click();
        assert.equal(await shown(player), `Seat ${first}`);
        await fits('betting');
        await player.bet({ ante: 5, trips: 5, progressive: 1 });
        // Ready with one: the other is next.
        await player.sees('.own-spot[aria-pressed=true]', `Seat ${second}`);
        await player.sees('.own-spot', `$16, ready`);
        await player.bet({ ante: 10 });
        await player.sees('.phase-preflop .deciding');
        await fits('deciding');
        // Each has its own two cards, and the chosen one's are large.
        const turn = await shown(player);
        assert.equal(turn, `Seat ${first}`);
        const cards = await player.cards('Your cards');
        assert.match(await player.text('.decide-4x'), /\$20/);
        await player.page.locator('.own-spot').nth(1).click();
        await player.sees('.decide-4x', '$40');
        assert.notDeepEqual(await player.cards('Your cards'), cards);
        await player.decide('4x');
        await player.sees('.own-spot[aria-pressed=true]', `Seat ${first}`);
        await player.decide('check');
        await player.sees('.phase-flop .deciding');
        await player.decide('check');
        await player.sees('.phase-river .deciding');
        await player.decide('1x');
        const results = [];
        for (const i of [0, 1]) {
            await player.page.locator('.own-spot').nth(i).click();
            await player.sees('.result-total', `Seat ${[first, second][i]}: `);
            results.push(await player.result());
            await fits(`result ${i + 1}`);
        }
        const [ours, theirs] = results.map(({ lines }) => Object.keys(lines).sort());
        assert.deepEqual(ours, ['Ante', 'Blind', 'Play', 'Progressive', 'Trips']);
        assert.deepEqual(theirs, ['Ante', 'Blind', 'Play']);
        const nets = await player.page.locator('.own-spot span').allInnerTexts();
        for (const [i, { lines }] of results.entries()) {
            const sum = Object.values(lines).reduce((all, [, net]) => all + cents(net), 0);
            assert.equal(cents(nets[i]), sum);
        }
        // Whoever stands up from one, after the hand, keeps the other.
        await player.page.getByRole('button', { name: 'Stand up' }).click();
        await player.sees('.own-tools .button', 'Leaving…');
        await player.page.locator('.own-spot').nth(0).click();
        await player.sees('.own-tools .button:not(:disabled)', 'Stand up');
    });
}

test('by keyboard and by ear: S goes to the next spot, Shift+S bets the same on all', async () => {
    const player = await Person.come(house);
    const heard = await player.listen();
    const [first, second] = await takesTwo(player, 5);
    const keys = player.page.keyboard;
    assert.equal(await shown(player), `Seat ${second}`, 'the new one is shown at once');
    await keys.press('s');
    await player.sees('.own-spot[aria-pressed=true]', `Seat ${first}`);
    assert.match(await heard(), new RegExp(`Seat ${first}: place your bets`));
    await keys.press('2'); // the $5 chip
    await keys.press('a');
    await keys.press('Shift+S');
    await player.page.waitForFunction(
        () => [...document.querySelectorAll('.own-spot span')].every((one) => /\$10/.test(one.textContent)),
    );
    await keys.press('Enter');
    await player.sees('.own-spot[aria-pressed=true]', `Seat ${second}`);
    await player.page.waitForTimeout(600); // twice in a moment would be once
    await keys.press('Enter');
    await player.sees('.phase-preflop .deciding');
    const dealt = await heard();
    assert.match(dealt, /No more bets\. Seat \d: You play Ante \$5, Blind \$5\. Seat \d: You play Ante \$5, Blind \$5\./);
    assert.match(dealt, new RegExp(`Seat ${first}: Your cards: .* Seat ${second}: Your cards: `));
    assert.match(dealt, new RegExp(`Seat ${first}: Your decision: Play 4× for \\$20`));
    await player.page.waitForTimeout(600); // a digit just now was meant for a chip
    await keys.press('4');
    await player.sees('.own-spot[aria-pressed=true]', `Seat ${second}`);
    assert.match(await heard(), new RegExp(`Seat ${second}: Your decision: Play 4×`));
    await keys.press('c');
    await player.sees('.phase-flop .deciding');
    await player.page.waitForTimeout(600);
    await keys.press('c');
    await player.sees('.phase-river .deciding');
    await player.page.waitForTimeout(600);
    await keys.press('f');
    await player.sees('.phase-settled .result-total');
    const told = await heard();
    // A pair of aces against queens; folded with nothing.
    assert.match(told, new RegExp(`Seat ${first}: You win \\$25\\.`));
    assert.match(told, new RegExp(`Seat ${second}: You lose \\$10\\.`));
    const rounds = await player.json('/api/rounds?player=me');
    const listed = Array.isArray(rounds) ? rounds : rounds.rounds;
    assert.equal(listed.length, 1);
});

test('console and pit say which spots belong to one person; with one spot a page shows nothing of it', async () => {
    const player = await Person.come(house);
    await player.sit(3);
    await player.page.getByRole('button', { name: /Play this spot too/ }).first().click();
    await player.sees('.own-spots');
    const seats = (await player.page.locator('.own-spot strong').allInnerTexts()).map((one) => one.slice(5));
    const dealer = await (await Person.come(house)).login('dora', '/deal/3');
    for (const [seat, other] of [seats, [...seats].reverse()]) {
        await dealer.sees(`.seat-line[aria-label^="Seat ${seat}"]`, `also at seat ${other}`);
    }
    await picture(dealer, 'spots-console');
    const manager = await (await Person.come(house)).login('mia', '/pit/tables/3');
    await manager.sees('.pit-seats tr', `also at seat ${seats[1]}`);
    await manager.go('/pit');
    await manager.sees('.pit-tables tr', 'at 2 seats');
    await picture(manager, 'spots-pit');

    await player.page.keyboard.press('u'); // from the spot that is shown
    await player.page.waitForSelector('.own-spots', { state: 'detached' });
    await player.sees('.own .waiting');
    await player.page.getByRole('button', { name: /Play this spot too/ }).first().waitFor();
    assert.equal(await player.page.locator('.own[data-seat]').count(), 1);
    assert.equal(await player.page.locator('.seat.is-own').count(), 0, 'drawn once');

    const other = await Person.come(house);
    await other.sit(4);
    await other.sees('.betting');
    assert.equal(await other.page.locator('.own-spots, .same-on-all, .seat-choose').count(), 0);
    assert.equal(await other.page.getByRole('button', { name: /Play this spot too/ }).count(), 0);
});
