// People at tables: a hand of each profile, Trips after a fold, a bank that is exhausted, and a
// server that is killed in the middle of a hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cents, Person, shareBrowser } from './browser.mjs';
import { House, profileFile, settled, table } from './house.mjs';

const sizes = {
    based_on: 'washington',
    name: 'other-sizes',
    title: 'Other sizes',
    raises: { preflop: [5, 3], flop: [12, 10, 2], river: [1] },
    limits: { ante: { min: 500, max: 2500 }, blind: { min: 500, max: 2500 } }, // 12 times is $300 (BET-10)
};

const largeChip = {
    based_on: 'washington',
    name: 'large-chip',
    title: 'Large chip',
    chip: 1000,
    offered: { progressive: false },
    limits: Object.fromEntries(
        ['ante', 'blind', 'trips', 'bad_beat', 'pairs'].map((wager) => [wager, { min: 1000, max: 7000 }]),
    ),
};

shareBrowser();
let house;
before(async () => {
    house = await House.open({
        tables: [
            table('Rainier', 'washington'),
            table('Adams', 'washington'),
            table('Shasta', 'california-8'),
            table('Tahoe', 'california-6'),
            table('Whitney', 'california-6'),
            table('Baker', 'washington'),
            table('Hood', 'washington'),
            table('Shuksan', 'washington'),
            table('Index', 'washington'),
            table('Cascade', 'washington'),
            table('Stuart', 'washington'),
            table('Pilchuck', profileFile(sizes)),
            table('Persis', 'washington'),
            table('Ritter', 'california-8'),
            table('Gunn', profileFile(largeChip)),
            table('Merchant', 'washington'),
        ],
        decks: [
            // Washington: the board, the seats, the dealer. California: seats, dealer, board.
            '1: Ah Kd 7c 2s 9h As Ks Qd Qc',
            '2: 7h 7s Kd Qc Jd 7c 2d Ah Th',
            '3: As Ks Qd Qc Ah Kd 7c 2s 9h',
            '4: 2c 7d Qd Qc Ah Kd 7c 2s 9h',
            '5: As Ks Qd Qc Ah Kd 7c 2s 9h',
            '7: Ah Kd 7c 2s 9h As Ks Qd Qc',
            '8: Ah Kd 7c 2s 9h As Ks Qd Qc',
            '6: Td 9d 2c 8h 3s Tc Ts Ac Jh',
            '9: Ah Kd 7c 2s 9h As Ks Qd Qc',
            '11: Ah Kd 7c 2s 9h As Ks Qd Qc', // the tenth is shuffled
            '12: Ah Kd 7c 2s 9h As Ks Qd Qc',
            '13: Ah Kd 7c 2s 9h As Ks Qd Qc',
            '16: Ah Kd 7c 2s 9h As Ks Qd Qc',
        ],
    });
});
after(() => house.close());

const chipsOf = async (person) => cents(await person.text('.own-chips strong'));

/** What the page shows is what the program makes of the stored round. */
async function isAsSettled(person, number, round, seat, shown) {
    let record;
    for (let i = 0; i < 100 && !record; i++) {
        const response = await person.page.request.get(
            `${house.base}/api/rounds/${number}/${round}`,
        );
        record = response.status() === 200 ? await response.json() : undefined;
        if (!record) await person.page.waitForTimeout(100);
    }
    const player = settled(record).players.find((one) => one.seat === seat);
    const nets = Object.values(shown.lines).map(([, net]) => cents(net));
    assert.deepEqual(
        nets.sort(),
        Object.values(player.wagers)
            .map((one) => one.net)
            .sort(),
    );
    const words = player.net > 0 ? 'You win ' : player.net < 0 ? 'You lose ' : 'Even';
    assert.ok(shown.total.startsWith(words), shown.total);
    if (player.net !== 0) {
        assert.equal(cents(shown.total.slice(words.length)), Math.abs(player.net));
    }
}

/** The offer goes round until `banker` has it, who posts so many dollars. */
async function bank(banker, others, dollars) {
    const all = [banker, ...others];
    for (;;) {
        const who = await Promise.any(
            all.map(async (one) => {
                await one.sees('.bank-offer');
                return one;
            }),
        );
        if (who === banker) {
            await banker.page.getByLabel('Wager to post').fill(String(dollars));
            await banker.page.getByRole('button', { name: 'Take the bank' }).click();
            return;
        }
        await who.page.getByRole('button', { name: 'Decline' }).click();
        await who.page.waitForSelector('.bank-offer', { state: 'detached' });
    }
}

test('a guest comes to the lobby, sits down with one click and plays a hand of Washington', async () => {
    const guest = await Person.come(house);
    await guest.go('/');
    await guest.page.getByRole('button', { name: 'Sit down at Rainier' }).click();
    await guest.sees('.own .betting');
    assert.match(await guest.text('.bar'), /test decks/);
    const chips = await chipsOf(guest);
    await guest.bet({ ante: 5, trips: 5 });
    await guest.sees('.deciding');
    assert.deepEqual(await guest.cards('Your cards'), ['ace of spades', 'king of spades']);
    assert.match(await guest.text('.own-words'), /ace/i);
    await guest.decide('4x');
    const shown = await guest.result();
    assert.equal(shown.total, 'You win $20');
    assert.deepEqual(
        Object.fromEntries(Object.entries(shown.lines).map(([name, [, net]]) => [name, net])),
        { Trips: '−$5', Ante: '+$5', Blind: '$0', Play: '+$20' },
    );
    assert.equal(shown.lines.Blind[0], 'Blind pushes: won with less than a straight');
    assert.deepEqual(await guest.cards("Dealer's cards"), ['queen of diamonds', 'queen of clubs']);
    assert.match(await guest.text('.own-words'), /two pairs, aces and kings/i);
    assert.match(await guest.text('.dealer-hand'), /pair of queens[^]*qualifies/i);
    assert.equal(cents(shown.chips), chips + 2000);
    await isAsSettled(guest, 1, 1, 1, shown);
});

test('a double click on Check is one decision, and folds nothing', async () => {
    const guest = await (await Person.come(house)).sit(9);
    await guest.bet({ ante: 5 });
    for (const street of [['.decide-4x', '.decide-2x'], ['.decide-2x', '.decide-fold']]) {
        await guest.sees(`${street[0]}:not(:disabled)`);
        await guest.page.dblclick('.decide-check:not(:disabled)', { delay: 60 });
        await guest.sees(`${street[1]}:not(:disabled)`);
        await guest.page.waitForTimeout(300);
        await guest.sees(`${street[1]}:not(:disabled)`);
    }
    await guest.decide('1x');
    assert.equal((await guest.result()).total, 'You win $10');
});

test('a key that is held or pressed twice is one decision, as a double click is', async () => {
    const guest = await (await Person.come(house)).sit(13);
    const { page } = guest;
    const isStillFlop = async () => {
        await guest.sees('.phase-flop .decide-check:enabled');
        await page.waitForTimeout(300);
        await guest.sees('.phase-flop .decide-check:enabled');
        await guest.decide('2x');
        assert.equal((await guest.result()).total, 'You win $15');
    };
    await guest.bet({ ante: 5 });
    await guest.sees('.phase-preflop .deciding');
    for (let i = 0; i < 8; i++) {
        await page.keyboard.down('c'); // all but the first say that they repeat
        await page.waitForTimeout(60);
    }
    await page.keyboard.up('c');
    await isStillFlop();
    await guest.sees('.betting');
    await page.keyboard.press('Enter');
    await guest.sees('.phase-preflop .deciding');
    // The second press comes when the flop is there: 150 ms later, however busy the machine is.
    const press = (at) =>
        page.evaluate((stamp) => {
            const event = new KeyboardEvent('keydown', { key: 'c', code: 'KeyC', bubbles: true });
            Object.defineProperty(event, 'timeStamp', { value: stamp });
            document.body.dispatchEvent(event);
        }, at);
    const first = (await page.evaluate(() => performance.now())) + 1000;
    await press(first);
    await guest.sees('.phase-flop .decide-check:enabled');
    await press(first + 150);
    await isStillFlop();
});

test('a newcomer plays a first hand with three clicks, each of them explained', async () => {
    const guest = await Person.come(house);
    await guest.go('/');
    await guest.sees('.lobby-words', 'Pick a table and sit down');
    await guest.page.getByRole('button', { name: 'Sit down at Shuksan' }).click();
    await guest.sees('.betting-words', 'Choose a chip and tap Ante, or bet the minimum.');
    await guest.page.getByRole('button', { name: 'Bet the minimum' }).click();
    await guest.sees('.deciding-words', 'Bet on your two cards, or check to see the flop.');
    await guest.page.getByRole('button', { name: 'Play 4×' }).click();
    const shown = await guest.result();
    assert.equal(shown.total, 'You win $25');
    assert.equal(shown.lines.Ante[0], 'Ante wins 1 to 1: higher than the dealer');
    await guest.sees('.betting-words', 'Choose a chip'); // and the last bet is one click away
    await guest.page.getByRole('button', { name: 'Rebet and deal' }).click();
    await guest.sees('.deciding');
});

test('everything by keyboard alone: a hand from the bets to the result', async () => {
    const guest = await Person.come(house);
    await guest.sit(7);
    await guest.sees('.betting');
    for (const key of ['2', 'a', 't', 'Enter']) {
        await guest.page.keyboard.press(key);
    }
    await guest.sees('.deciding');
    for (const [key, next] of [
        ['c', '.phase-flop .deciding'],
        ['c', '.phase-river .deciding'],
        ['1', '.result'],
    ]) {
        await guest.page.waitForTimeout(600); // twice in half a second is once
        await guest.page.keyboard.press(key);
        await guest.sees(next);
    }
    assert.match((await guest.result()).total, /You win \$5/);
});

test('a digit meant for a chip is no bet when the cards come just then', async () => {
    const guest = await (await Person.come(house)).sit(16);
    await guest.sees('.betting');
    await guest.page.evaluate(() => {
        // In the very moment the decision is there.
        const press = () => {
            if (document.querySelector('.deciding')) {
                const four = { key: '4', code: 'Digit4', bubbles: true };
                document.body.dispatchEvent(new KeyboardEvent('keydown', four));
                window.pressed = true;
            } else {
                requestAnimationFrame(press);
            }
        };
        press();
    });
    await guest.page.keyboard.press('i');
    await guest.page.keyboard.press('Enter');
    await guest.page.waitForFunction(() => window.pressed);
    await guest.page.waitForTimeout(700);
    await guest.sees('.deciding .decide-4x:not(:disabled)');
    await guest.page.keyboard.press('4');
    await guest.sees('.result');
});

test('Play is offered in the sizes of the profile, by button and by key', async () => {
    const guest = await (await Person.come(house)).sit(12);
    await guest.bet({ ante: 5 });
    await guest.sees('.deciding');
    assert.deepEqual(await guest.page.locator('.decide').allInnerTexts(), [
        'Play 5×\n$25\n5',
        'Play 3×\n$15\n3',
        'Check\nfree\nC',
    ]);
    await guest.page.keyboard.press('?');
    await guest.sees('.key-groups section', 'Play 5×');
    await guest.page.keyboard.press('Escape');
    await guest.page.waitForSelector('.dialog', { state: 'detached' });
    await guest.page.getByRole('button', { name: 'Play 5×' }).click();
    assert.equal((await guest.result()).total, 'You win $30');
    // The trainer's table, where the values stand on the buttons; ten and more by key.
    await guest.go('/learn/12');
    await guest.sees('.betting');
    await guest.page.keyboard.press('i');
    await guest.page.keyboard.press('Enter');
    await guest.sees('.phase-preflop .decide', 'best');
    assert.match(await guest.text('.decide-5x'), /^Play 5×\n[+−]\d\.\d{3}/);
    await guest.page.keyboard.press('c');
    await guest.sees('.phase-flop .decide-12x');
    await guest.page.keyboard.press('?');
    await guest.sees('.key-groups');
    assert.match(await guest.text('.key-groups'), /Shift 2\s*Play 12×\s*0\s*Play 10×\s*2\s*Play 2×/);
    await guest.page.keyboard.press('Escape');
    await guest.page.waitForSelector('.dialog', { state: 'detached' });
    await guest.page.mouse.move(0, 0); // the button under the mouse is darker
    await guest.isAccessible('sizes above nine');
    await guest.page.keyboard.press('Shift+Digit2');
    assert.equal((await guest.result()).total, 'You win $65');
    assert.doesNotMatch(await guest.text('.table-page'), /undefined|NaN/);
});

test('where the smallest chip is larger, the first of the tray is in the hand', async () => {
    const guest = await (await Person.come(house)).sit(15);
    await guest.sees('.betting');
    const tray = await guest.page.locator('.tray-chip').evaluateAll((all) =>
        all.map((one) => `${one.ariaLabel}${one.ariaChecked === 'true' ? ', chosen' : ''}`),
    );
    assert.deepEqual(tray, ['$10 chip, chosen', '$100 chip']);
    await guest.page.click('.spot-ante button');
    await guest.page.keyboard.press('a');
    await guest.page.click('.spot-trips button');
    await guest.page.click('.main-action');
    await guest.sees('.deciding');
    assert.deepEqual(await guest.page.locator('.own .pile-amount').allInnerTexts(), ['$10', '$20', '$20']);
});

test('who folds with three of a kind loses Ante and Blind and is paid Trips', async () => {
    const guest = await Person.come(house);
    await guest.sit(2);
    await guest.sees('.betting');
    const chips = await chipsOf(guest);
    await guest.bet({ ante: 5, trips: 5 });
    await guest.decide('check');
    await guest.sees('.phase-flop .deciding');
    await guest.decide('check');
    await guest.sees('.phase-river .deciding');
    await guest.decide('fold');
    const shown = await guest.result();
    assert.equal(shown.total, 'You win $5');
    assert.equal(shown.lines.Trips[1], '+$15');
    assert.equal(shown.lines.Ante[1], '−$5');
    assert.equal(shown.lines.Blind[1], '−$5');
    assert.equal(cents(shown.chips), chips + 500);
    await isAsSettled(guest, 2, 1, 1, shown);
});

for (const [number, profile, fee] of [
    [3, 'california-8', 0],
    [4, 'california-6', 100],
]) {
    test(`two guests play a hand of ${profile}: one banks, the other bets`, async () => {
        const banker = await (await Person.come(house)).sit(number);
        const player = await (await Person.come(house)).sit(number);
        const [had, chips] = [await chipsOf(banker), await chipsOf(player)];
        const offered = await Promise.any(
            [banker, player].map(async (one) => {
                await one.sees('.bank-fee');
                return one;
            }),
        );
        assert.match(
            await offered.text('.bank-fee'),
            number === 3
                ? /collection fee based on total action: \$1 from \$5, \$2 from \$51, \$3 from \$101, \$6 from \$201, \$9 from \$301\./
                : /collection fee based on total action: \$1 from \$5, \$2 from \$51\./,
        );
        await bank(banker, [player], 200);
        await player.bet({ ante: 5, trips: 5 });
        const win = number === 3;
        if (win) {
            await player.decide('3x');
        } else {
            await player.decide('check');
            await player.sees('.phase-flop .deciding');
            await player.decide('check');
            await player.sees('.phase-river .deciding');
            await player.decide('fold');
        }
        const shown = await player.result();
        assert.equal(shown.total, win ? 'You win $15' : 'You lose $15');
        assert.equal(cents(shown.chips), chips - fee + (win ? 1500 : -1500));
        await banker.sees('.waiting', win ? 'You lost $15 as banker.' : 'You won $15 as banker.');
        assert.equal(await chipsOf(banker), had - 100 + (win ? -1500 : 1500));
        await isAsSettled(player, number, 1, 2, shown);
    });
}

test('Y takes the bank with what is in the field, as the button does, and no more than there is', async () => {
    const both = [await (await Person.come(house)).sit(14), await (await Person.come(house)).sit(14)];
    const { banker } = await Promise.any(
        both.map(async (one) => {
            await one.sees('.bank-offer');
            return { banker: one };
        }),
    );
    const field = banker.page.getByLabel('Wager to post');
    const take = banker.page.getByRole('button', { name: 'Take the bank' });
    const proposed = cents(await field.inputValue());
    assert.ok(proposed > 0 && proposed <= (await chipsOf(banker)) / 2, 'not the whole stack');
    await field.fill('1000000');
    await field.blur();
    await banker.sees('.bank-offer .bad', 'At most $');
    assert.ok(await take.isDisabled());
    await banker.page.keyboard.press('y');
    await field.fill('0');
    await field.blur();
    await banker.sees('.bank-offer .bad', 'At least');
    await banker.page.keyboard.press('y');
    await field.fill('75');
    await field.blur();
    await banker.page.keyboard.press('?');
    assert.match(await banker.text('.key-groups'), /Y\s*take the bank, with the wager in the field/);
    assert.equal(await banker.page.locator('.key-groups h3:text("The bank")').count(), 1);
    await banker.page.keyboard.press('Escape');
    await banker.page.waitForSelector('.dialog', { state: 'detached' });
    assert.equal(await banker.page.locator('.bank-offer').count(), 1);
    await banker.page.keyboard.press('y');
    const player = both.find((one) => one !== banker);
    await player.sees('.bank', '$75');
});

test('a player-dealer banks and is exhausted, and uncovered wagers go back', async () => {
    const banker = await (await Person.come(house)).sit(5);
    const player = await (await Person.come(house)).sit(5);
    const [had, chips] = [await chipsOf(banker), await chipsOf(player)];
    await bank(banker, [player], 50);
    await player.sees('.bank', '$50');
    await player.bet({ ante: 25, trips: 25 });
    await player.decide('4x');
    const shown = await player.result();
    // BANK-3: $25 to the Ante, $25 of the $100 Play should win, nothing more moves.
    assert.equal(shown.total, 'You win $50');
    assert.equal(shown.lines.Ante[1], '+$25');
    assert.equal(shown.lines.Play[1], '+$25');
    assert.match(shown.lines.Play[0], /cover|exhaust|wager/i);
    assert.equal(shown.lines.Trips[1], '$0');
    assert.match(shown.lines.Trips[0], /return|back/i);
    assert.equal(cents(shown.chips), chips - 100 + 5000);
    await banker.sees('.waiting', 'You lost $50 as banker.');
    assert.match(await banker.text('.own-banks'), /bank remaining \$0\b/);
    assert.equal(await chipsOf(banker), had - 200 - 5000);
    await isAsSettled(player, 5, 1, 2, shown);
});

test('a round is dealt again in the browser, and one from a test deck is called that', async () => {
    for (const [number, sum] of [
        [10, /^It fits: all 9 cards are the ones this shuffle deals\.$/],
        [11, /^This table deals from a fixed test deck\.$/],
    ]) {
        const guest = await (await Person.come(house, { size: 'phone' })).sit(number);
        await guest.bet({ ante: 5 });
        await guest.decide('4x');
        await guest.result();
        await guest.page.getByRole('button', { name: 'Stand up' }).click();
        await guest.sees('.own-spectator');
        await guest.go('/account');
        const link = guest.page.getByRole('link', { name: 'verify' });
        await link.waitFor();
        const box = await link.boundingBox();
        assert.ok(box.x + box.width <= 360, `the link ends at ${box.x + box.width}`);
        await link.click();
        await guest.sees('.verify-sum');
        assert.match(await guest.text('.verify-sum'), sum);
        const page = await guest.text('main');
        assert.doesNotMatch(page, /[0-9a-f]{16}/, 'codes are for who asks for them');
        assert.doesNotMatch(page, /do(es)? not fit|in the record/);
        await guest.isAccessible(`the check of table ${number}`);
    }
});

test('the server is killed twice in a hand, and nothing is lost', async () => {
    const guest = await Person.come(house, { cuts: true });
    await guest.sit(6);
    await guest.sees('.betting');
    const chips = await chipsOf(guest);
    await guest.bet({ ante: 10, trips: 5 });
    await guest.sees('.deciding');
    const interrupt = async () => {
        await house.kill();
        await guest.sees('.cut-banner', 'Connection lost');
        assert.equal(await guest.page.locator('.decide:enabled').count(), 0);
        await house.start();
        await guest.page.locator('.cut-banner button').click({ timeout: 1000 }).catch(() => {});
        await guest.page.waitForSelector('.cut-banner', { state: 'detached' });
    };
    const hand = await guest.cards('Your cards');
    await interrupt();
    await guest.sees('.phase-preflop .deciding');
    assert.deepEqual(await guest.cards('Your cards'), hand);
    await guest.decide('check');
    await guest.sees('.phase-flop .deciding');
    await interrupt();
    await guest.sees('.phase-flop .deciding');
    assert.deepEqual(await guest.cards('Your cards'), hand);
    assert.equal(await chipsOf(guest), chips - 2500);
    await guest.decide('2x');
    const shown = await guest.result();
    // Three tens against ace high that does not qualify: Ante pushes, Play wins, Trips pays 3 to 1.
    assert.equal(shown.total, 'You win $35');
    assert.equal(cents(shown.chips), chips + 3500);
    await isAsSettled(guest, 6, 1, 1, shown);
});
