// What distance costs: the pages of a cardroom over TLS, in a browser, on a line that takes 50 ms
// there and back, beside the same pages without it. The difference divided by those 50 ms is the
// number of round trips that were waited for: it depends on the protocol and hardly on the machine.
//
// usage: latency.mjs UTH
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../tests/e2e/browser.mjs';
import { House, table } from '../tests/e2e/house.mjs';

const tripMs = 50;
const runs = 5;

/** Passes bytes on, half a trip later each; a connection takes one whole trip to be opened. */
class Line {
    static async open(port, ms) {
        const line = new Line();
        line.connections = 0;
        line.server = createServer({ noDelay: true }, (near) => {
            line.connections++;
            const far = connect({ port, host: '127.0.0.1', noDelay: true });
            Line.pass(near, far, ms / 2, performance.now() + ms);
            Line.pass(far, near, ms / 2, 0);
        });
        await new Promise((done) => line.server.listen(0, '127.0.0.1', done));
        line.base = `https://localhost:${line.server.address().port}`;
        return line;
    }

    static pass(from, to, half, opened) {
        const later = (act) =>
            setTimeout(act, Math.max(opened - performance.now(), 0) + half).unref();
        from.on('data', (bytes) => later(() => to.write(bytes)));
        from.on('end', () => later(() => to.end()));
        from.on('error', () => to.destroy());
        from.on('close', () => later(() => to.destroy()));
    }

    close() {
        this.server.close();
    }
}

const fresh = (browser) =>
    browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' });

/** Milliseconds from the start of the page until this stands in it. */
async function until(page, selector) {
    await page.waitForSelector(selector, { state: 'attached', timeout: 60000 });
    return page.evaluate(() => performance.now());
}

const settled = '[data-figure=deviation][aria-busy=false] code';

/** What is timed: each gets a page of a new visitor, and gives milliseconds by name. */
const visits = {
    async lobby(page, base) {
        await page.goto(`${base}/`);
        return { lobby: await until(page, 'a[href^="/table/1"]') };
    },
    async designer(page, base) {
        await page.goto(`${base}/design`);
        const opened = await until(page, settled);
        const changed = await page.evaluate(async (selector) => {
            const start = performance.now();
            const input = document.querySelector('input[data-path="blind.pays.straight"]');
            const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
            write.call(input, '3');
            input.dispatchEvent(new Event('input', { bubbles: true }));
            input.dispatchEvent(new Event('change', { bubbles: true }));
            await new Promise((done) => setTimeout(done, 0));
            while (document.querySelector(selector)) {
                if (performance.now() - start > 5000) throw new Error('nothing is worked out');
                await new Promise((done) => requestAnimationFrame(done));
            }
            while (!document.querySelector(selector)) {
                await new Promise((done) => requestAnimationFrame(done));
            }
            return performance.now() - start;
        }, settled);
        return { 'designer opened': opened, 'designer, one change': changed };
    },
};

async function measure(browser, line) {
    const all = {};
    for (let run = 0; run < runs; run++) {
        for (const [name, visit] of Object.entries(visits)) {
            const context = await fresh(browser);
            const before = line.connections;
            const times = await visit(await context.newPage(), line.base);
            times[`connections, ${name}`] = line.connections - before;
            for (const [what, value] of Object.entries(times)) {
                (all[what] ??= []).push(value);
            }
            await context.close();
        }
    }
    return Object.fromEntries(
        Object.entries(all).map(([what, values]) => [
            what,
            values.sort((a, b) => a - b)[Math.floor(runs / 2)],
        ]),
    );
}

const folder = mkdtempSync(join(tmpdir(), 'uth-latency-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const [cert, key] = ['cert', 'key'].map((name) => join(folder, `${name}.pem`));
execFileSync('openssl', [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' '),
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', key, '-out', cert],
], { stdio: 'ignore' });
const house = await House.open({
    tables: [table('Rainier', 'washington')],
    cert,
    cert_key: key,
});
const browser = await launch();
const near = await Line.open(house.port, 0);
const far = await Line.open(house.port, tripMs);
const [here, there] = [await measure(browser, near), await measure(browser, far)];
console.log(`${'over TLS'.padEnd(26)}${'here'.padStart(9)}${`${tripMs} ms`.padStart(9)}  round trips`);
for (const [what, value] of Object.entries(there)) {
    const counted = what.startsWith('connections');
    const trips = counted ? '' : ((value - here[what]) / tripMs).toFixed(1).padStart(8);
    const unit = counted ? '   ' : ' ms';
    console.log(
        `${what.padEnd(26)}${(here[what].toFixed(0) + unit).padStart(9)}` +
            `${(value.toFixed(0) + unit).padStart(9)}${trips}`,
    );
}
await browser.close();
near.close();
far.close();
await house.close();
process.exit(0);
