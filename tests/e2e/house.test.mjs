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
            table('Rainier', 'washington', { meter: 'yes', confirm_up_to: 1000 }),
            table('Olympia', 'washington', {
                meter: 'yes',
                pace: 'dealer',
                controller: 'aquarius',
                decision_ms: 0,
            }),
        ],
        decks: [
            '1: Ks Qs Js 2c 3d As Ts 4h 5h', // a royal flush in the first five
            '2: Kh Kd 7s 7c 2d Ks 3c Ah Qc', // kings full of sevens against kings and sevens
        ],
        people: ['dora', 'sue'],
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
    await supervisor.sees('.dialog .fault', 'do not fit');
    await player.sees('.waiting', 'The table waits');
    await swipe(supervisor, staff.sue);

    await supervisor.sees('.paper-amount');
    assert.equal(cents(await supervisor.text('.paper-amount')), prize);
    assert.match(await supervisor.text('.paper'), /royal flush, first five/);
    assert.match(await supervisor.text('.paper'), /Confirmed by\s+sue/);
    await display.sees('.display-grand .party', 'royal flush, first five');
    assert.equal(cents(await display.text('.party-prize .hidden-text')), prize);
    await display.isAccessible('the display celebrates');
    await player.sees('.own .result');
    const shown = await player.result();
    assert.equal(cents(shown.lines.Progressive[1]), prize - 100);
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

test('a dealer runs a round by hand, with a winner on the keypad', async () => {
    const player = await (await Person.come(house)).sit(2);
    const chips = cents(await player.text('.own-chips strong'));
    const dealer = await (await Person.come(house)).login('dora', '/deal/2');
    const page = dealer.page;
    const next = async (words) => {
        await page.waitForFunction(
            (text) => {
                const go = document.querySelector('.go');
                return go && !go.disabled && go.textContent.includes(text);
            },
            words,
        );
        await page.keyboard.press('Space');
    };
    await next('Place your bets');
    await player.bet({ ante: 5, trips: 5, progressive: 1 });
    await dealer.sees('.seat-act', 'ready');
    await next('No more bets');
    await next('COIN IN');
    await next('Deal');
    await player.decide('4x');
    for (const step of ['Turn the flop', 'Turn the turn', 'Show the dealer']) {
        await next(step);
    }
    await dealer.sees('.pad-winners', 'seat 1 full house');
    await page.click('.pad-hand:has-text("full house")');
    await page.click('.switch-place:has-text("JPH"):not(:disabled)');
    await swipe(dealer, staff.sue); // the key is the supervisor's
    await page.click('.pad-j-pot:not(:disabled)');
    await dealer.sees('.monitor.has-win .monitor-state', 'confirmed');
    await page.click('.switch-place:has-text("RUN"):not(:disabled)');
    await next('Settle');
    await dealer.sees('.stop.is-now');
    await dealer.isAccessible();
    const shown = await player.result();
    // Ante 5, Play 20, Blind 3 to 1, Trips 9 to 1, Progressive 10 for 1.
    assert.equal(shown.total, 'You win $94');
    assert.equal(cents(shown.chips), chips + 9400);
    while (await page.locator('.stop.is-now').count()) {
        await page.keyboard.press('Space');
        await page.waitForTimeout(50);
    }
    await next('GAME OVER');
    await next('End the round');
    await page.waitForFunction(() =>
        document.querySelector('.go')?.textContent.includes('Place your bets'),
    );
});
