// The house at work: a jackpot from the cards to the printed page, and a round run by a dealer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cents, Person, shareBrowser } from './browser.mjs';
import { House, staff, table } from './house.mjs';

shareBrowser();
let house;
before(async () => {
    house = await House.open({
        tables: [
            // The result stays while three other screens are looked at.
            table('Rainier', 'washington', {
                meter: 'yes',
                confirm_up_to: 1000,
                result_ms: 120000,
            }),
            table('Olympia', 'washington', {
                meter: 'yes',
                pace: 'dealer',
                controller: 'aquarius',
                decision_ms: 0,
            }),
            table('Baker', 'washington', {
                meter: 'yes',
                confirm_up_to: 1000,
                controller: 'nexus',
            }),
            table('Hood', 'washington', {
                meter: 'yes',
                pace: 'dealer',
                controller: 'nexus',
                decision_ms: 0,
            }),
            table('Si', 'washington', { meter: 'yes' }),
            table('Adams', 'washington', { meter: 'yes', confirm_up_to: 0, result_ms: 120000 }),
            table('Dickerman', 'washington', { pace: 'dealer', decision_ms: 0 }),
        ],
        decks: [
            '1: Ks Qs Js 2c 3d As Ts 4h 5h', // a royal flush in the first five
            '2: Kh Kd 7s 7c 2d Ks 3c Ah Qc', // kings full of sevens against kings and sevens
            '3: Ks Qs Js 2c 3d As Ts 4h 5h',
            '4: Kh Kd 7s 7c 2d Ks 3c Ah Qc',
            '6: 9s 9h 9d 2c 3d 9c 4h As Ah Kd Qh', // four nines at one seat, nines full at the next
            '7: Kh Kd 7s 7c 2d Ks 3c Ah Qc',
        ],
        people: ['dora', 'eve', 'mia', 'sue'],
    });
});
after(() => house.close());

async function swipe(person, { card, pin }) {
    await person.page.getByLabel('Card number').fill(card);
    await person.page.getByLabel('PIN').fill(pin);
    await person.page.click('.dialog .button-main');
}

test('a jackpot is hit, confirmed by card and PIN, shown on the display, and its page printed', async () => {
    const display = await Person.come(house, { moves: true });
    await display.go('/display/1');
    await display.sees('.digits .glyph');
    const player = await (await Person.come(house)).sit(1);
    await player.sees('.betting');
    const chips = cents(await player.text('.own-chips strong'));
    await player.bet({ ante: 5, progressive: 1 });
    await player.decide('4x');
    await player.sees('.waiting', 'A jackpot! The table waits for a supervisor.');
    const meter = cents(await player.text('.bar-meter strong'));

    const supervisor = await (await Person.come(house)).login('sue');
    await supervisor.sees('.jackpot', 'royal flush, first five');
    const prize = cents(await supervisor.text('.jackpot .jackpot-prize'));
    assert.equal(prize, meter);
    await display.sees('.display-below', 'A hand is being verified');
    await supervisor.page.click('.jackpot .button-main');
    await swipe(supervisor, { card: staff.sue.card, pin: '9999' });
    await supervisor.sees('.dialog .fault', 'is wrong');
    await player.sees('.waiting', 'The table waits');
    await swipe(supervisor, staff.sue);

    await supervisor.sees('.paper-amount');
    assert.equal(cents(await supervisor.text('.paper-amount')), prize);
    const printed = await supervisor.text('.paper');
    // GM-4: whose win, with which cards, when by which clock, and who confirmed it.
    for (const one of [
        /Player\s+Guest \d+ \(\d+\)/,
        /royal flush, first five: 100% of the meter/,
        /Player’s cards\s+A♠\s*10♠\s*ace of spades, ten of spades/,
        /Community cards\s+K♠\s*Q♠\s*J♠\s*2♣\s*3♦/,
        /Confirmed by\s+sue \(\d+\), supervisor/,
        /Confirmed at\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/,
        /Gaming day\s+\d{4}-\d\d-\d\d \(UTC\)/,
        /Printed \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/,
    ]) {
        assert.match(printed, one);
    }
    await display.sees('.display-grand .party', 'royal flush, first five');
    assert.equal(cents(await display.text('.party-prize .hidden-text')), prize);
    await display.isAccessible('the display celebrates');
    await player.sees('.own .result');
    const shown = await player.result();
    assert.equal(cents(shown.lines.Progressive[1]), prize - 100);
    // PROG-1: for 1. What was won is less than the prize by the wager, and the reason says so.
    const [, told, line] = /^Progressive wins (\S+): (.*)$/.exec(shown.lines.Progressive[0]);
    assert.equal(cents(told), prize);
    assert.equal(line, 'royal flush, first five, 100% of the meter; the $1 wager is kept');
    // Blind 500 to 1; the dealer's five high does not qualify and the Ante goes back; Play 4 to 1.
    assert.equal(cents(shown.chips), chips + prize - 100 + 250000 + 2000);

    await supervisor.page.emulateMedia({ media: 'print' });
    assert.ok(await supervisor.page.locator('.paper').isVisible());
    for (const left of ['.shell-head', '.tabs', '.no-print', '.shell-foot']) {
        assert.equal(await supervisor.page.locator(`${left}:visible`).count(), 0, `${left} on paper`);
    }
    const paper = await supervisor.page.pdf({ format: 'Letter' });
    assert.equal(paper.subarray(0, 5).toString(), '%PDF-');
    assert.equal(paper.toString('latin1').match(/\/Type\s*\/Page\b/g).length, 1, 'one page');
});

// PROG-5, GM-1: what is signed for is what was looked at.
test('of two wins the one that is paid first is confirmed first, and no other under its name', async () => {
    const players = [];
    for (let i = 0; i < 2; i++) {
        players.push(await (await Person.come(house)).sit(6));
        await players[i].sees('.betting');
    }
    await Promise.all(players.map((one) => one.bet({ ante: 5, progressive: 1 })));
    await Promise.all(players.map((one) => one.decide('4x')));
    const supervisor = await (await Person.come(house)).login('sue');
    const card = (words) => supervisor.page.locator(`.jackpot:has-text("${words}")`);
    await supervisor.sees('.jackpot', 'full house');
    await supervisor.sees('.jackpot', 'four of a kind');
    assert.ok(await card('four of a kind').locator('.button-main').isDisabled());
    assert.match(await card('four of a kind').innerText(), /waits for the one before it/);
    for (const [line, prize] of [
        ['full house', 1000],
        ['four of a kind', 10000],
    ]) {
        await supervisor.go('/pit');
        await card(line).locator('button.button-main:not(:disabled)').click();
        assert.equal(cents(await supervisor.text('.dialog .jackpot-prize')), prize);
        await swipe(supervisor, staff.sue);
        await supervisor.sees('.paper', line);
        assert.equal(cents(await supervisor.text('.paper-amount')), prize);
    }
    await Promise.all(players.map((one) => one.sees('.own .result')));
});

/** The words are there, and no dots stand for the end of them. */
async function isReadWhole(person, selector, words) {
    await person.sees(selector, words);
    const cut = await person.page.$$eval(selector, (all) =>
        all
            .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.textContent),
    );
    assert.deepEqual(cut, [], `cut off in ${selector}`);
}

/** A round from "Place your bets" to the dealer's hand, with a player who holds kings full. */
async function dealToShowdown(number) {
    const player = await (await Person.come(house)).sit(number);
    const dealer = await (await Person.come(house)).login('dora', `/deal/${number}`);
    const chips = cents(await player.text('.own-chips strong'));
    await dealer.deals('open');
    await player.bet({ ante: 5, trips: 5, progressive: 1 });
    await dealer.sees('.seat-act', 'ready');
    await dealer.deals('close_bets');
    await dealer.deals('start_game');
    await dealer.deals('deal');
    await player.decide('4x');
    for (const step of ['flop', 'turn_and_river', 'show_dealer', 'announce_dealer']) {
        await dealer.deals(step);
    }
    await dealer.sees('.pad-winners', 'seat 1 full house');
    return { player, dealer, chips };
}

/** Takes and pays seat by seat, and ends the game and the round. */
async function payAndEnd({ player, dealer, chips }) {
    await dealer.deals('settle');
    await dealer.sees('.stop.is-now');
    await isReadWhole(dealer, '.seat-hand', 'full house, kings over sevens');
    // Seat by seat, in order: what to do with the cards, what to announce, what to take and pay, and why.
    const deeds = await dealer.page.$$eval('.stop .deed', (all) =>
        all.map((one) => one.innerText.replace(/\s+/g, ' ').trim()),
    );
    assert.deepEqual(deeds, [
        'Combine the hole cards of seat 1 with the community cards to make the best five-card hand.',
        'Announce: “a full house, kings over sevens: wins.”',
        'Pay Ante $5 (wins 1 to 1: higher than the dealer).',
        'Pay Play $20 (wins 1 to 1: higher than the dealer).',
        'Pay Blind $15 (wins 3 to 1: a full house).',
        'Pay Trips $45 (wins 9 to 1: a full house).',
        'Pay Progressive $10 (wins $10: full house, 10 for 1; the $1 wager is kept).',
        'Collect the cards of seat 1, count them, and place them in the discard rack.',
    ]);
    assert.match(await dealer.text('.step.is-next strong'), /Seat 1/, 'lit until all is paid');
    await dealer.isAccessible();
    const shown = await player.result();
    // Ante 5, Play 20, Blind 3 to 1, Trips 9 to 1, Progressive 10 for 1.
    assert.equal(shown.total, 'You win $94');
    assert.equal(cents(shown.chips), chips + 9400);
    // GM-1: before its prize is handed over the game is not ended.
    await dealer.page.keyboard.press('n');
    await dealer.deals('end_game');
    await dealer.deals('end');
    await dealer.sees('.go', 'Place your bets');
}

test('a dealer runs a round by hand, with a winner on the keypad and the key (aquarius)', async () => {
    const round = await dealToShowdown(2);
    const { dealer } = round;
    // WALK-13: the one button is the win's next key, never a settlement that is refused.
    const press = async (words) => {
        await dealer.sees('.go:not(:disabled)', words);
        await dealer.page.keyboard.press('Space');
    };
    await press('Seat 1: press full house');
    await press('Seat 1: verify full house, key to JPH');
    await swipe(dealer, staff.sue); // the key is the supervisor's
    await press('Seat 1: J-POT confirms full house');
    await dealer.sees('.monitor.has-win .monitor-state', 'confirmed');
    // GM-4: the money bag leads to the win page from here, too.
    const bag = dealer.page.locator('.monitor .money-bag');
    assert.match(await bag.getAttribute('href'), /^\/pit\/win\/2\/\d+\/1$/);
    await press('Seat 1: full house is confirmed, key to RUN');
    await payAndEnd(round);
});

test('a dealer runs a round by hand, with a winner on the keypad and a card (nexus)', async () => {
    const round = await dealToShowdown(4);
    const { dealer } = round;
    await dealer.sees('.go:not(:disabled)', 'Seat 1: select the spot for full house');
    const hand = dealer.page.locator('.pad-hand:has-text("full house")');
    const spot = dealer.page.getByRole('button', { name: 'Seat 1: wager taken' });
    assert.ok(await hand.isDisabled(), 'a hand without a spot');
    await spot.click();
    await hand.click();
    await dealer.sees('.monitor.has-win .monitor-state', 'pressed');
    await hand.click(); // again turns it off
    await dealer.page.waitForSelector('.monitor.has-win', { state: 'detached' });
    // GM-2: what the cards do not show is not confirmed.
    await dealer.page.click('.pad-hand:has-text("four of a kind")');
    await dealer.sees('.go:not(:disabled)', 'turn four of a kind off');
    assert.ok(await dealer.page.locator('.pad-confirm').isDisabled(), 'CONFIRM of what is not there');
    await dealer.page.click('.pad-hand:has-text("four of a kind")');
    await dealer.page.waitForSelector('.monitor.has-win', { state: 'detached' });
    await spot.click();
    await hand.click();
    await dealer.page.click('.pad-confirm:not(:disabled)');
    await swipe(dealer, { card: staff.sue.card, pin: '0000' });
    await dealer.sees('.dialog .fault', 'is wrong');
    await swipe(dealer, staff.sue);
    await dealer.sees('.monitor.has-win .monitor-state', 'confirmed');
    await payAndEnd(round);
});

test('a key pressed in the very moment the console is drawn is heard', async () => {
    const dealer = await Person.come(house);
    await dealer.page.addInitScript(() => {
        new MutationObserver((_, observer) => {
            if (document.querySelector('.deal .go')) {
                observer.disconnect();
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true }));
            }
        }).observe(document, { childList: true, subtree: true });
    });
    await dealer.login('dora', '/deal/7');
    await dealer.sees('.dialog', 'A supervisor gives card and PIN.');
});

test('a held key is one step, and Space on a tick takes the tick back', async () => {
    const player = await (await Person.come(house)).sit(7);
    const dealer = await (await Person.come(house)).login('dora', '/deal/7');
    const { page } = dealer;
    const shows = (words) =>
        page.waitForFunction((text) => {
            const go = document.querySelector('.go');
            return go && !go.disabled && go.textContent.includes(text);
        }, words);
    const hold = async (key) => {
        for (let i = 0; i < 10; i++) {
            await page.keyboard.down(key); // all but the first say that they repeat
            await page.waitForTimeout(40);
        }
        await page.keyboard.up(key);
    };
    await shows('Set the shuffler');
    await hold('Space'); // one step, whatever comes next
    await shows('Place your bets');
    await hold('Space');
    await player.bet({ ante: 5 });
    await dealer.sees('.seat-act', 'ready');
    await shows('No more bets');
    await page.focus('.go'); // where every repeat of Enter would be a click
    await hold('Enter');
    await shows('Deal');
    await page.locator('.go').blur();
    await page.keyboard.press('Space');
    await player.decide('4x');
    await shows('Spread community cards');
    // Shown since the deal: the flop may be revealed only once the player's decision is here.
    await dealer.sees('.deal-tools button:enabled', 'Reveal the flop');
    await page.keyboard.press('n'); // goes on without the ticks, which stay on record as skipped
    await dealer.sees('.step.is-skipped', 'Green button');
    await dealer.deals('turn_and_river');
    await dealer.deals('show_dealer');
    await dealer.deals('settle');
    await dealer.sees('.stop.is-now');
    await hold('Space');
    await dealer.sees('.deed.is-done', 'Combine');
    await dealer.sees('.deed.is-next', 'Announce');
    await page.keyboard.press('Backspace');
    await dealer.sees('.deed.is-next', 'Combine');
    await page.keyboard.press('Enter'); // all at this seat
    await shows('Rack the board');
    await page.focus('.stop input');
    await page.keyboard.press('Space');
    await dealer.sees('.stop.is-now');
    await shows('Seat 1');
    assert.equal((await player.result()).total, 'You win $40');
});

test('above the jackpot level a Supervisor card is refused and an Executive card confirms', async () => {
    const manager = await (await Person.come(house)).login('mia');
    const { tables } = await manager.json('/api/lobby');
    const { id } = tables.find((one) => one.name === 'Baker').meter;
    await manager.go(`/pit/meters/${id}`);
    const level = manager.page.locator('.panel', { hasText: 'Jackpot level' });
    await level.getByLabel('Executive card above').fill('5,000');
    await level.getByLabel('Why? It is logged.').fill('two signatures from here on');
    await level.getByRole('button', { name: 'Set the level' }).click();
    await manager.page.waitForFunction(() =>
        /Executive card above\s*\$5,000\.00/.test(document.querySelector('.panel').innerText),
    );
    await manager.sees('.figures', 'executive level set');
    await manager.isAccessible('the meter');

    const player = await (await Person.come(house)).sit(3);
    await player.bet({ ante: 5, progressive: 1 });
    await player.decide('4x');
    await player.sees('.waiting', 'A jackpot! The table waits for a supervisor.');
    const supervisor = await (await Person.come(house)).login('sue');
    const prize = cents(await supervisor.text('.jackpot .jackpot-prize'));
    await supervisor.page.click('.jackpot .button-main'); // one click
    await swipe(supervisor, staff.sue);
    await supervisor.sees('.dialog .fault', 'xecutive');
    await player.sees('.waiting', 'The table waits');
    await swipe(supervisor, staff.eve); // a card, and the second click
    await supervisor.sees('.paper-amount');
    assert.equal(cents(await supervisor.text('.paper-amount')), prize);
    assert.match(await supervisor.text('.paper'), /Confirmed by\s+eve/);
    const shown = await player.result();
    assert.equal(cents(shown.lines.Progressive[1]), prize - 100);

    // The journal says it by names, and leads to the win page; which stays when the table plays on.
    await player.sees('.betting');
    await player.bet({ ante: 5, progressive: 1 });
    await player.sees('.deciding');
    await manager.go(`/pit/meters/${id}`);
    const confirmed = manager.page.locator('.figures tr', { hasText: 'confirmed' }).first();
    assert.match(await confirmed.innerText(), /Baker, round 1, seat 1\s+eve/);
    assert.doesNotMatch(await manager.text('.scroll-tall'), /number \d/);
    await confirmed.getByRole('link', { name: 'Win page' }).click(); // GM-4: the money bag
    await manager.sees('.paper-amount');
    assert.equal(cents(await manager.text('.paper-amount')), prize);
    assert.match(await manager.text('.paper'), /Player’s cards\s+A♠\s*10♠/);
    assert.match(await manager.text('.paper'), /Player\s+Guest \d+[^]*Confirmed by\s+eve/);
});

test('a table is configured in a form, and what the server refuses stands at its field', async () => {
    const manager = await (await Person.come(house)).login('mia');
    await manager.go('/pit/tables/5');
    await manager.sees('.sheet');
    const field = (path) => manager.page.locator(`.sheet [data-path="${path}"]`);
    const faultAt = async (path, words) => {
        const id = `fault-${path}`;
        await manager.page.waitForFunction(
            ([one, said]) => document.getElementById(one)?.textContent.includes(said),
            [id, words],
        );
        assert.equal(await field(path).getAttribute('aria-describedby'), id);
        assert.equal(await field(path).getAttribute('aria-invalid'), 'true');
    };
    const change = manager.page.getByRole('button', { name: 'Change the table' });
    await manager.page.locator('.sheet').getByLabel('Why? It is logged.').fill('for the evening');
    assert.ok(await change.isDisabled(), 'nothing is changed yet');

    await field('limits.ante.min').fill('many');
    await faultAt('limits.ante.min', 'an amount like');
    await field('limits.ante.min').fill('$80'); // more than the most: the rules are looked at at once
    await faultAt('limits.ante.max', 'expected');
    assert.ok(await change.isDisabled());
    await field('limits.ante.min').fill('$10');
    await field('limits.blind.min').fill('$10');
    await field('side.trips.use').selectOption('UTH-03');
    await field('offered.bad_beat').uncheck();
    await field('config.buy_in_max').fill('$50'); // less than the smallest: no table is run so
    await faultAt('config.buy_in_max', 'or 0 for no maximum');
    assert.ok(await change.isDisabled());
    await field('config.buy_in_max').fill('$5,000');
    await field('limits.ante.max').fill('$80'); // BET-10
    await faultAt('limits.ante.max', 'a Play wager of $320; the legal maximum is $300 (BET-10).');
    await field('limits.ante.max').fill('$75');
    await field('legal_wager_max').fill('$500');
    await manager.sees('.warning', 'WAC 230-15-140');
    await field('legal_wager_max').fill('$300');
    await manager.isAccessible('the form of a table');
    await change.click();
    await manager.sees('.toast', 'in force when no round is open');
    await manager.page.waitForFunction(
        () => document.querySelector('.sheet [data-path="limits.ante.min"]')?.value === '$10',
    );
    assert.ok(await change.isDisabled());
    let placard = await manager.json('/api/tables/5/placard');
    for (let i = 0; i < 100 && placard.limits.ante.min !== 1000; i++) {
        await manager.page.waitForTimeout(100); // told first, then in force
        placard = await manager.json('/api/tables/5/placard');
    }
    assert.equal(placard.limits.ante.min, 1000);
    assert.equal(placard.limits.bad_beat, undefined);
    assert.equal(placard.pay_tables.find((one) => one.wager === 'trips').name, 'UTH-03');
    const { log } = await manager.json('/api/log?limit=5');
    assert.equal(log[0].why, 'for the evening');
});

test('a new table by the same form: a profile, its schedule, proposition players', async () => {
    const manager = await (await Person.come(house)).login('mia');
    await manager.go('/pit/tables/new');
    await manager.sees('.sheet');
    await manager.page.getByLabel('Profile').selectOption('california-8');
    await manager.page.waitForSelector('.sheet [data-path="collection"]');
    const field = (path) => manager.page.locator(`.sheet [data-path="${path}"]`);
    const open = manager.page.getByRole('button', { name: 'Open the table' });
    assert.ok(await open.isDisabled(), 'without a name');
    await field('config.name').fill('Hood');
    await field('collection').selectOption({ label: '2: $25 to $1,000 a circle, fee $3 to $20' });
    assert.equal(await field('config.house_players').count(), 0, 'a player banks (BANK-1)');
    await field('config.proposition_players').fill('8');
    await manager.sees('[id="fault-config.provider"]', 'the name of the provider');
    await field('config.provider').fill('Redwood Players');
    await field('config.provider_bankroll').fill('$50,000');
    await manager.sees('[id="fault-config.proposition_players"]', 'fewer than the table has seats');
    await field('config.proposition_players').fill('3');
    await manager.sees('[id="fault-config.name"]', "is called 'Hood' already");
    assert.ok(await open.isDisabled());
    await field('config.name').fill('Shasta');
    await open.click();
    await manager.page.waitForURL(/\/pit\/tables\/8$/);
    const placard = await manager.json('/api/tables/8/placard');
    assert.deepEqual(placard.limits.ante, { min: 2500, max: 100000 });
    assert.equal(placard.fees[0].player_dealer, 300);
    const { config } = await manager.json('/api/tables/8/config');
    assert.equal(config.provider, 'Redwood Players');
    assert.equal(config.provider_bankroll, 5000000);
    assert.equal(config.proposition_players, 3);
});
