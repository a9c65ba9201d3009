// Sixty views a second, and more, do not drop frames: real views of a full table are sent again, fast,
// over a real socket, and the page is watched while it draws them. Seats change one after the other, as
// they do where people decide: with 60 a second that is a whole hand of seven every second. How long a
// frame took is told; what is asserted is what a busy machine cannot change: views are drawn at most once
// a frame, the newest is what stands there, and nothing is left behind.
//
// UTH_QUIET=1 asserts the times as well. At 60 views a second, of the gaps between two frames 95 in 100
// are within 20 ms, at most one in 100 is over 25 ms, and no task is long (50 ms). At 240, where every
// frame draws four views at once, 95 in 100 are within two frames, and no task is long. There is no
// graphics processor here: two processors compute, composite and draw the page, and serve it. Where they
// are virtual and the host takes them away, frames are late whatever the page does. So the same page is
// watched right before and right after while it changes one digit a frame: what is late then is the
// machine's. Where that is more than one in 100, it is measured again, and the calmest run counts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BadLine } from './badline.mjs';
import { Person, shareBrowser } from './browser.mjs';
import { House, table } from './house.mjs';

const seconds = 4;
const quiet = process.env.UTH_QUIET === '1';
const runsMax = quiet ? 6 : 1;

shareBrowser();
let house;
before(async () => {
    // A royal flush on the flop would else wait for a supervisor, who is not here.
    const full = { meter: 'yes', company: 6, result_ms: 1500, confirm_up_to: 100000000 };
    house = await House.open({
        tables: ['Rainier', 'Baker', 'Hood', 'Adams'].map((name) => table(name, 'washington', full)),
    });
});
after(() => house.close());

// Runs in the page: when frames were, how often the table changed in each, and what took long.
function watchFrames() {
    const seen = { frames: [], changes: [], long: [] };
    let changes = 0;
    const table = new MutationObserver(() => changes++);
    table.observe(document.querySelector('.table-page'), {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
    });
    const tasks = new PerformanceObserver((list) => {
        seen.long.push(...list.getEntries().map((one) => one.duration));
    });
    tasks.observe({ type: 'longtask' });
    let next;
    const frame = (now) => {
        seen.frames.push(now);
        seen.changes.push(changes);
        changes = 0;
        next = requestAnimationFrame(frame);
    };
    next = requestAnimationFrame(frame);
    window.framesSeen = () => {
        cancelAnimationFrame(next);
        table.disconnect();
        tasks.disconnect();
        return seen;
    };
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

/** How the page draws while `act` makes so many changes. */
async function watch({ guest, session, name, count, act }) {
    await guest.page.evaluate(watchFrames);
    const was = await work(session);
    const start = performance.now();
    await act();
    const took = (performance.now() - start) / 1000;
    const now = await work(session);
    const seen = await guest.page.evaluate(() => window.framesSeen());
    const gaps = seen.frames.slice(1).map((one, i) => one - seen.frames[i]).sort((a, b) => a - b);
    const late = gaps.filter((gap) => gap > 25).length;
    const each = (name) => (((now[name] - was[name]) * 1000) / count).toFixed(2);
    const words =
        `${count} ${name} in ${took.toFixed(1)} s, ${gaps.length} frames: ` +
        `gap median ${at(gaps, 0.5).toFixed(1)}, 95% ${at(gaps, 0.95).toFixed(1)}, ` +
        `longest ${at(gaps, 1).toFixed(1)} ms; ${late} over 25 ms; ${seen.long.length} long tasks; ` +
        `work each ${each('TaskDuration')} ms, of it script ${each('ScriptDuration')}, ` +
        `style ${each('RecalcStyleDuration')}, layout ${each('LayoutDuration')}`;
    return { ...seen, gaps, late, words };
}

// Runs in the page: the lightest change there is, once a frame.
function changeDigits(count) {
    const digit = document.createElement('span');
    digit.style.cssText = 'position: fixed; bottom: 0; left: 0; font: 10px monospace';
    document.body.append(digit);
    return new Promise((resolve) => {
        const frame = () => {
            digit.textContent = String(count % 10);
            if (--count > 0) {
                requestAnimationFrame(frame);
            } else {
                digit.remove();
                resolve();
            }
        };
        requestAnimationFrame(frame);
    });
}

function watchMachine(guest, session) {
    const count = 60 * seconds;
    const act = () => guest.page.evaluate(changeDigits, count);
    return watch({ guest, session, name: 'digits', count, act });
}

/** Sends the views for some seconds; `from` goes on where the run before ended. */
function watchViews({ guest, line, session, views, rate, from }) {
    const count = rate * seconds;
    const begins = Date.now() + 300;
    // Ahead of whatever the server itself says in the meantime; made before, to leave the processors alone.
    const frames = Array.from({ length: count }, (_, i) => {
        const view = views[i % views.length];
        const chips = i < count - 1 ? view.you?.chips : 100 * (from + count); // tells the last one
        const you = view.you && { ...view.you, chips };
        const version = views.at(-1).version + 1_000_000 + from + i;
        return BadLine.frameOf({ ...view, version, server_ms: begins + (i * 1000) / rate, you });
    });
    const act = async () => {
        const start = performance.now();
        for (let sent = 0; sent < count; sent++) {
            const wait = start + (sent * 1000) / rate - performance.now();
            if (wait > 0.5) {
                await new Promise((resolve) => setTimeout(resolve, wait));
            }
            line.say(frames[sent]);
        }
        await guest.sees('.own-chips strong', `$${(from + count).toLocaleString('en-US')}`);
    };
    return watch({ guest, session, name: 'views', count, act });
}

/** Once a frame at most: a change for the view and one for what its effects say, never one for each message. */
function assertDrawnByFrames({ changes, frames }, t) {
    // The countdown steps four times a second, with frames or without.
    const ticks = (i) => Math.ceil((frames[i] - (frames[i - 1] ?? frames[i])) / 250);
    const busiest = Math.max(...changes.map((one, i) => one - Math.max(0, ticks(i) - 1)));
    const drawn = changes.filter((one) => one > 0).length;
    t.diagnostic(`${drawn} frames changed the table, at most ${busiest} times within one`);
    assert.ok(drawn > 0, 'nothing was drawn');
    assert.ok(busiest <= 3, `the table changed ${busiest} times within a frame`);
}

// What has come in the meantime is not drawn one after the other.
test('a page that stood still goes on with the newest view', async (t) => {
    const line = await BadLine.open(house, () => 0);
    const guest = await Person.come(house, { base: line.base });
    t.after(async () => {
        await guest.context.close();
        await line.close();
    });
    const views = bySeats(await roundOf(guest, line, 4)).slice(0, 20);
    const frames = views.map((view, i) => {
        const you = { ...view.you, chips: 100 * (i + 1) };
        return BadLine.frameOf({ ...view, version: view.version + 1_000_000 + i, you });
    });
    // One's chips are other ones in every view: what is counted is how often they were drawn.
    await guest.page.evaluate(() => {
        window.drawn = 0;
        const watcher = new MutationObserver(() => window.drawn++);
        const parts = { subtree: true, childList: true, characterData: true };
        watcher.observe(document.querySelector('.own-chips'), parts);
    });
    const still = guest.page.evaluate(() => {
        const end = performance.now() + 1000;
        while (performance.now() < end);
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    frames.forEach((frame) => line.say(frame));
    await still;
    await guest.sees(`.own-chips strong:text-is("$${frames.length}")`);
    const drawn = await guest.page.evaluate(() => window.drawn);
    t.diagnostic(`${frames.length} views came while the page stood still: ${drawn} were drawn`);
    assert.ok(drawn <= frames.length / 2, `${drawn} of ${frames.length} views were drawn`);
});

for (const { number, rate, moves, gapMax, latePart } of [
    { number: 1, rate: 60, moves: true, gapMax: 20, latePart: 0.01 },
    { number: 2, rate: 60, moves: false, gapMax: 20, latePart: 0.01 },
    { number: 3, rate: 240, moves: false, gapMax: 34, latePart: 1 },
]) {
    test(`${rate} views a second, ${moves ? 'with motion' : 'reduced motion'}`, async (t) => {
        const line = await BadLine.open(house, () => 0);
        const guest = await Person.come(house, { base: line.base, moves });
        t.after(async () => {
            await guest.context.close();
            await line.close();
        });
        const views = bySeats(await roundOf(guest, line, number));
        assert.ok(views.length >= 30, `a round has only ${views.length} views`);
        const session = await guest.context.newCDPSession(guest.page);
        await session.send('Performance.enable');
        const all = [];
        let before = quiet && (await watchMachine(guest, session));
        while (all.length < runsMax && !all.some((one) => one.calm)) {
            const from = all.length * rate * seconds;
            const seen = await watchViews({ guest, line, session, views, rate, from });
            t.diagnostic(seen.words);
            assertDrawnByFrames(seen, t);
            const after = quiet && (await watchMachine(guest, session));
            const machine = quiet ? before.late + after.late : 0;
            t.diagnostic(quiet ? `before: ${before.words}\nafter: ${after.words}` : '');
            all.push({ ...seen, machine, calm: machine <= (120 * seconds) / 100 });
            before = after;
        }
        if (quiet) {
            const { gaps, late, long } = all.reduce((a, b) => (b.machine < a.machine ? b : a));
            assert.equal(long.length, 0, `tasks of ${long.map(Math.round)} ms`);
            assert.ok(at(gaps, 0.95) <= gapMax, `95% of the gaps are within ${at(gaps, 0.95)} ms`);
            assert.ok(late <= gaps.length * latePart, `${late} of ${gaps.length} frames were late`);
        }
    });
}
