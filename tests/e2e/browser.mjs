// One browser for all tests of a file, and people in it: each with their own cookies, each watched
// for errors on the console.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, afterEach } from 'node:test';
import { staff } from './house.mjs';

export const web = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'web');
const need = createRequire(join(web, 'package.json'));
const { chromium } = need('playwright-core');
const axe = readFileSync(need.resolve('axe-core/axe.min.js'), 'utf8');

export const sizes = { desktop: { width: 1280, height: 720 }, phone: { width: 360, height: 740 } };
export const slow = Number(process.env.UTH_E2E_MS ?? 60000); // patience with a busy machine

let browser;
let people = [];

export async function launch() {
    return chromium.launch({
        executablePath: process.env.UTH_CHROMIUM ?? '/usr/bin/chromium',
        args: [
            '--headless',
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
        ],
        timeout: 120000,
    });
}

/** To be called by every test file: opens the browser, ends it, and holds every page to silence. */
export function shareBrowser() {
    before(async () => {
        browser = await launch();
    });
    after(() => browser.close());
    afterEach(async () => {
        const said = people.flatMap((one) => one.faults);
        for (const one of people) {
            await one.context.close();
        }
        people = [];
        assert.deepEqual(said, [], 'a page said something on the console');
    });
}

const lost = /net::ERR_|WebSocket connection to|a message could not be read/;
const refusal = /the server responded with a status of 4\d\d/;

export class Person {
    /**
     * What the browser itself says on the console is no fault of the page where it is brought about:
     * `cuts`, the connection will be cut; `refused`, a request will be.
     */
    static async come(
        house,
        {
            size = 'desktop',
            cuts = false,
            refused = false,
            moves = false,
            base = house.base,
            by = browser,
        } = {},
    ) {
        const one = new Person();
        one.base = base;
        one.faults = [];
        one.context = await by.newContext({
            viewport: sizes[size],
            hasTouch: size === 'phone',
            reducedMotion: moves ? 'no-preference' : 'reduce',
        });
        one.context.setDefaultTimeout(slow);
        one.page = await one.context.newPage();
        one.hearConsole(one.page, [...(cuts ? [lost] : []), ...(refused ? [refusal] : [])]);
        people.push(one);
        return one;
    }

    hearConsole(page, expected) {
        page.on('console', (message) => {
            const text = `${page.url()}: ${message.type()}: ${message.text()}`;
            const loud = ['error', 'warning'].includes(message.type());
            if (loud && !expected.some((words) => words.test(text))) {
                this.faults.push(text);
            }
        });
        page.on('pageerror', (error) => this.faults.push(`${page.url()}: ${error.stack}`));
    }

    async go(path) {
        await this.page.goto(this.base + path);
    }

    async login(name, next = '/pit') {
        await this.go(`/login?next=${next}`);
        await this.page.getByLabel('Name').first().fill(name);
        await this.page.getByLabel('Password').first().fill(staff[name].password);
        await this.page.getByRole('button', { name: 'Sign in' }).click();
        await this.page.waitForURL((url) => url.pathname === next);
        return this;
    }

    async json(path) {
        const response = await this.page.request.get(this.base + path);
        assert.equal(response.status(), 200, `${path}: ${await response.text()}`);
        return response.json();
    }

    async sees(selector, words) {
        const found = words === undefined ? selector : `${selector}:has-text("${words}")`;
        await this.page.waitForSelector(found);
    }

    text(selector) {
        return this.page.locator(selector).first().innerText();
    }

    // ---- at a table

    async sit(number) {
        await this.go(`/table/${number}?sit=1`);
        await this.sees('.own .panel-now');
        return this;
    }

    /** Puts chips of $25, $5 and $1 on the circles until they hold so many dollars, and is ready. */
    async bet(dollars) {
        await this.sees('.betting');
        for (const chip of [25, 5, 1]) {
            for (const wager of Object.keys(dollars).filter((one) => one !== 'progressive')) {
                const most = dollars[wager] % (chip === 25 ? 1000 : chip === 5 ? 25 : 5);
                for (let i = 0; i < Math.floor(most / chip); i++) {
                    await this.page.click(`.tray-chip[aria-label="$${chip} chip"]`);
                    await this.page.click(`.spot-${wager} button`);
                }
            }
        }
        if (dollars.progressive) {
            await this.page.click('.spot-progressive button');
        }
        await this.page.click('.main-action');
    }

    async decide(action) {
        await this.page.click(`.decide-${action}:not(:disabled)`);
    }

    /** At the dealer's console: ticks what hands do on the way, then does this step. All by keyboard. */
    async deals(step) {
        for (let i = 0; i < 60; i++) {
            const read = await this.page.waitForFunction((wanted) => {
                const go = document.querySelector('.go');
                const ready = go && !go.disabled;
                return ready && (go.dataset.step === wanted || document.querySelector('.is-next.is-hand'))
                    ? { step: go.dataset.step, words: go.textContent }
                    : null;
            }, step);
            const at = await read.jsonValue();
            await this.page.keyboard.press(at.step === step ? 'Space' : 'Enter');
            await this.page.waitForFunction(
                (words) => document.querySelector('.go')?.textContent !== words,
                at.words,
            );
            if (at.step === step) {
                return;
            }
        }
        assert.fail(`the console never came to ${step}`);
    }

    /** The result as it stands on the page: total, and a line for each wager. All of one moment. */
    async result() {
        const read = await this.page.waitForFunction(() => {
            if (!document.querySelector('.own .result .result-net')) {
                return null;
            }
            return {
                total: document.querySelector('.result-total').textContent,
                lines: Object.fromEntries(
                    [...document.querySelectorAll('.own .result-list tr')].map((row) => [
                        row.querySelector('th strong').textContent,
                        [
                            row.querySelector('.result-reason').textContent,
                            row.querySelector('.result-net').textContent,
                        ],
                    ]),
                ),
                chips: document.querySelector('.own-chips strong').textContent,
            };
        });
        return read.jsonValue();
    }

    /** The cards of a row, as a screen reader says them. */
    cards(label) {
        return this.page.evaluate(
            (name) =>
                [...document.querySelectorAll(`.own [aria-label="${name}"], .middle [aria-label="${name}"]`)]
                    .slice(0, 1)
                    .flatMap((row) => [...row.querySelectorAll('[role=img]')])
                    .map((card) => card.getAttribute('aria-label')),
            label,
        );
    }

    /** From the next page on: gives what live regions have said, the sentences of a moment together. */
    async listen() {
        await this.page.addInitScript(() => {
            window.heard = [];
            new MutationObserver(() => {
                for (const one of document.querySelectorAll('[aria-live]')) {
                    const words = one.textContent.trim();
                    if (words && window.heard.at(-1) !== words) window.heard.push(words);
                }
            }).observe(document, { subtree: true, childList: true, characterData: true });
        });
        return async () => {
            await this.page.waitForTimeout(150);
            return (await this.page.evaluate(() => window.heard)).join(' | ');
        };
    }

    // ---- what every page must be

    /** axe-core finds nothing serious or critical. */
    async isAccessible(what = this.page.url()) {
        await this.page.evaluate(axe);
        const found = await this.page.evaluate(async () => {
            const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
            return violations
                .filter((one) => one.impact === 'serious' || one.impact === 'critical')
                .map(({ id, nodes }) => {
                    const where = nodes.slice(0, 4).map((node) => node.target.join(' '));
                    return `${id}, ${nodes.length} times: ${where.join(' | ')}`;
                });
        });
        assert.deepEqual(found, [], `${what}: axe-core`);
    }
}

/** Runs in the page: what of the table lies outside of the window, or must be scrolled to. */
export function outside() {
    const bad = [];
    const { innerWidth: width, innerHeight: height } = window;
    const root = document.documentElement;
    if (root.scrollHeight > height + 1 || root.scrollWidth > width + 1) {
        const wide = [...document.querySelectorAll('body *')].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.right > width + 1 || box.bottom > height + 1;
        });
        const names = wide.slice(-3).map((one) => one.getAttribute('class') ?? one.tagName);
        bad.push(`the page is ${root.scrollWidth} by ${root.scrollHeight}: ${names.join(' | ')}`);
    }
    const parts =
        '.table-page button, .seat, .circle, .card-row, .own-words, .own-foot, .result-list, .bar';
    for (const one of document.querySelectorAll(parts)) {
        const box = one.getBoundingClientRect();
        const out =
            box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1;
        if (box.width > 0 && out) {
            bad.push(`${one.className} ends at ${Math.round(box.right)}, ${Math.round(box.bottom)}`);
        }
    }
    return bad;
}

/** "$1,234.50" and "−$5" in cents. */
export function cents(text) {
    const match = /^([−+]?)\$([\d,]+)(?:\.(\d\d))?$/.exec(text.trim());
    assert.ok(match, `'${text}' is no amount`);
    const size = Number(match[2].replaceAll(',', '')) * 100 + Number(match[3] ?? 0);
    return match[1] === '−' ? -size : size;
}
