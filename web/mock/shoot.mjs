// Pictures of the pages against the stand-in, at the three sizes that count, for looking at.
//   node mock/shoot.mjs [out] [desktop|phone|big]
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const [out = 'shots', only = ''] = process.argv.slice(2);
const port = 8090 + Math.floor(Math.random() * 900);
const base = `http://localhost:${port}`;
const sizes = { desktop: [1280, 720], phone: [360, 740], big: [3840, 2160] };
const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
    ],
});
await mkdir(out, { recursive: true });

// Whether anything of a page that must fit lies outside of the window, or under something else.
async function overflow(page) {
    return page.evaluate(() => {
        const bad = [];
        const { innerWidth: w, innerHeight: h } = window;
        if (document.documentElement.scrollHeight > h + 1)
            bad.push(`page scrolls: ${document.documentElement.scrollHeight} > ${h}`);
        for (const one of document.querySelectorAll(
            '.table-page button, .seat, .circle, .card-row, .own-words, .own-foot, .result-list',
        )) {
            const box = one.getBoundingClientRect();
            if (
                box.width &&
                (box.left < -1 || box.top < -1 || box.right > w + 1 || box.bottom > h + 1)
            ) {
                bad.push(
                    `${one.className} ${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.right)},${Math.round(box.bottom)}`,
                );
            }
        }
        const tiles = [
            ...document.querySelectorAll('.seat, .own, .board .card-row, .dealer .card-row'),
        ];
        const boxes = tiles.map((one) => [one.className, one.getBoundingClientRect()]);
        boxes.forEach(([name, a], i) => {
            for (const [other, b] of boxes.slice(i + 1)) {
                const apart = a.left > b.right - 1 || b.left > a.right - 1;
                if (!apart && a.top < b.bottom - 2 && b.top < a.bottom - 2) {
                    bad.push(`${name} lies over ${other}`);
                }
            }
        });
        return bad;
    });
}

for (const [name, [width, height]] of Object.entries(sizes)) {
    if (only && only !== name) continue;
    // A house of its own for each size: guests of the one before would still sit there.
    const house = spawn(
        process.execPath,
        [join(here, 'server.mjs'), '--port', String(port), '--pace', name === 'big' ? '2' : '0.8'],
        { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    process.once('exit', () => house.kill());
    await new Promise((resolve) => house.stdout.once('data', resolve));
    const context = await browser.newContext({
        viewport: { width, height },
        hasTouch: name === 'phone',
    });
    const page = await context.newPage();
    page.on(
        'console',
        (message) =>
            ['error', 'warning'].includes(message.type()) && console.log(name, message.text()),
    );
    page.on('pageerror', (error) => console.log(name, String(error)));
    const shot = async (what) => {
        await page.screenshot({ path: `${out}/${name}-${what}.png` });
        for (const one of await overflow(page)) console.log(name, what, 'OVERFLOW', one);
    };
    await page.goto(base + '/');
    await page.waitForSelector('.table-card');
    await shot('lobby');
    await page.goto(base + '/table/1');
    await page.waitForSelector('.seat');
    await page.waitForTimeout(600);
    await shot('watch');
    await page.goto(base + '/');
    await page.click('.table-card:nth-child(1) .button-main');
    await page.waitForSelector('.betting', { timeout: 90000 });
    await page.waitForTimeout(300);
    await shot('betting');
    for (const spot of ['ante', 'ante', 'trips', 'pairs', 'progressive']) {
        await page.click(`.spot-${spot} button`);
    }
    await page.waitForTimeout(500);
    await shot('bet');
    await page.click('.main-action');
    await page.waitForSelector('.deciding', { timeout: 20000 });
    await page.waitForTimeout(1800);
    await shot('preflop');
    await page.click('.decide-check');
    await page.waitForFunction(() => document.querySelector('.phase-flop .deciding'), null, {
        timeout: 20000,
    });
    await page.waitForTimeout(900);
    await shot('flop');
    await page.click('.decide-2x');
    await page.waitForSelector('.result', { timeout: 30000 });
    await page.waitForTimeout(3500);
    await shot('result');
    await page.keyboard.press('l');
    await page.waitForTimeout(400);
    await shot('placard');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.waitForTimeout(300);
    await shot('keys');
    await page.goto(base + '/table/2?sit=1');
    await page.waitForSelector('.own .panel-now', { timeout: 20000 });
    await page.waitForTimeout(400);
    await shot('california');
    for (const path of ['account', 'login', 'verify/7/4711']) {
        await page.goto(`${base}/${path}`);
        await page.waitForTimeout(500);
        await page.screenshot({ path: `${out}/${name}-${path.split('/')[0]}.png`, fullPage: true });
    }
    await context.close();
    house.kill();
    await new Promise((resolve) => house.once('exit', resolve));
}
await browser.close();
