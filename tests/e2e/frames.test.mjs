// Sixty views a second, and more, do not drop frames: real views of a full table are sent again, fast,
// over a real socket, and the page is watched while it draws them. Seats change one after the other, as
// they do where people decide: with 60 a second that is a whole hand of seven every second. How long a frame took is told; what
// is asserted is what a busy machine cannot change: views are drawn at most once a frame, the newest
// is what stands there, and nothing is left behind. UTH_QUIET=1 asserts the times as well.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BadLine } from './badline.mjs';
import { Person, shareBrowser } from './browser.mjs';
import { House, table } from './house.mjs';

const seconds = 4;
const quiet = process.env.UTH_QUIET === '1';

shareBrowser();
let house;
before(async () => {
    const full = { meter: 'yes', house_players: 6, result_ms: 1500 };
    house = await House.open({
        tables: ['Rainier', 'Baker', 'Hood'].map((name) => table(name, 'washington', full)),
    });
});
after(() => house.close());

// Runs in the page: when frames were, how often the table changed in each, and what took long.
function watchFrames() {
    const seen = { frames: [], changes: [], long: [] };
    window.framesSeen = seen;
    let changes = 0;
    new MutationObserver(() => changes++).observe(document.querySelector('.table-page'), {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
    });
    new PerformanceObserver((list) => {
        seen.long.push(...list.getEntries().map((one) => one.duration));
    }).observe({ type: 'longtask' });
    const frame = (now) => {
        seen.frames.push(now);
        seen.changes.push(changes);
        changes = 0;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

/** Plays a round at a full table and returns every view of it, in order. */
async function roundOf(guest, line, number) {
    await guest.sit(number);
    await guest.sees('.betting');
    const from = line.said.length;
    await guest.page.click('.main-action');
    for (const [phase, action] of [
        ['preflop', 'check'],
        ['flop', 'check'],
        ['river', '1x'],
    ]) {
        await guest.sees(`.phase-${phase} .deciding`);
        await guest.decide(action);
    }
    await guest.result();
    await guest.sees('.betting');
    return line.said.slice(from).filter((one) => one.type === 'view');
}

/** What happened from one view to the next, seat by seat: a view for each seat that changes. */
function bySeats(views) {
    const all = [];
    views.forEach((view, i) => {
        const before = views[i - 1] ?? views.at(-1);
        const seats = [...before.seats];
        view.seats.forEach((seat, k) => {
            if (JSON.stringify(seat) !== JSON.stringify(seats[k])) {
                seats[k] = seat;
                all.push({ ...before, seats: [...seats] });
            }
        });
        all.push(view);
    });
    return all;
}

async function work(session) {
    const { metrics } = await session.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

for (const [number, rate, moves] of [
    [1, 60, true],
    [2, 60, false],
    [3, 240, false],
]) {
    test(`${rate} views a second, ${moves ? 'with motion' : 'reduced motion'}`, async (t) => {
        const line = await BadLine.open(house, () => 0);
        const guest = await Person.come(house, { base: line.base, moves });
        const views = bySeats(await roundOf(guest, line, number));
        assert.ok(views.length >= 30, `a round has only ${views.length} views`);
        const session = await guest.context.newCDPSession(guest.page);
        await session.send('Performance.enable');
        await guest.page.evaluate(watchFrames);
        const was = await work(session);

        // Ahead of whatever the server itself says in the meantime.
        const count = rate * seconds;
        const start = Date.now();
        let version = views.at(-1).version + 1_000_000;
        for (let sent = 0; sent < count; ) {
            const due = Math.min(count, Math.floor(((Date.now() - start) * rate) / 1000) + 1);
            for (; sent < due; sent++) {
                const view = views[sent % views.length];
                const chips = 100 * (sent + 1);
                const you = view.you && { ...view.you, chips };
                line.say({ ...view, version: version++, server_ms: Date.now(), you });
            }
            await new Promise((resolve) => setTimeout(resolve, 2));
        }
        const last = `$${count.toLocaleString('en-US')}`;
        await guest.sees('.own-chips strong', last);
        const now = await work(session);
        const seen = await guest.page.evaluate(() => window.framesSeen);

        const gaps = seen.frames.slice(1).map((one, i) => one - seen.frames[i]).sort((a, b) => a - b);
        const late = gaps.filter((gap) => gap > 25).length;
        const each = (name) => (((now[name] - was[name]) * 1000) / count).toFixed(2);
        t.diagnostic(
            `${count} views in ${((Date.now() - start) / 1000).toFixed(1)} s, ${gaps.length} frames: ` +
                `gap median ${at(gaps, 0.5).toFixed(1)}, 95% ${at(gaps, 0.95).toFixed(1)}, ` +
                `longest ${at(gaps, 1).toFixed(1)} ms; ${late} over 25 ms; ${seen.long.length} long tasks`,
        );
        t.diagnostic(
            `work per view: ${each('TaskDuration')} ms, of it script ${each('ScriptDuration')}, ` +
                `style ${each('RecalcStyleDuration')}, layout ${each('LayoutDuration')}`,
        );
        const busiest = Math.max(...seen.changes);
        const drawn = seen.changes.filter((one) => one > 0).length;
        t.diagnostic(`${drawn} frames changed the table, at most ${busiest} times within one`);
        assert.ok(drawn > 0, 'nothing was drawn');
        // One change for the view, one for what its effects say; never one for each message.
        assert.ok(busiest <= 3, `the table changed ${busiest} times within a frame`);
        if (quiet) {
            assert.equal(seen.long.length, 0, `tasks of ${seen.long.map(Math.round)} ms`);
            assert.ok(late <= gaps.length / 100, `${late} of ${gaps.length} frames were late`);
        }
        await guest.context.close();
        await line.close();
    });
}
