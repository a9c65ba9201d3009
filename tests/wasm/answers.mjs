// answers.mjs node|chromium: the requests of standard input, answered by the package installed here, in Node or
// in a page of Chromium. In the browser what people wait for is timed, too; UTH_QUIET=1 judges it.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const lines = readFileSync(0, 'utf8').split('\n').slice(0, -1);
const split = (line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)];

async function inNode() {
    const { load, Refused } = await import(pathToFileURL(join(process.cwd(), 'node_modules/uth/index.js')).href);
    const uth = await load();
    const answers = lines.map((line) => uth.callText(...split(line)));
    checkErrors(uth, Refused);
    return answers;
}

// Whatever comes in, an error or an answer; and the memory stays where it was.
function checkErrors(uth, Refused) {
    const bad = [
        () => uth.evaluate('As As Kd Qd Jd'),
        () => uth.call('nothing'),
        () => uth.callText('eval\0', '{}'),
        () => uth.evaluate(undefined),
        () => uth.par({ rules: 'nevada' }),
        () => uth.evaluateMany(new Uint8Array(6)),
        () => uth.evaluateMany(new Uint8Array(7)),
    ];
    for (const one of bad) {
        try {
            one();
        } catch (error) {
            if (!(error instanceof Refused) || error.clause === '') throw error;
            continue;
        }
        throw new Error(`taken: ${one}`);
    }
    const royal = new Uint8Array([51, 47, 43, 39, 35, 0, 5]);
    if (uth.evaluateMany(royal)[0] !== uth.evaluate('As Ks Qs Js Ts 2c 3d').strength) throw new Error('strength');
    for (let i = 0; i < 20000; i++) uth.callText('eval', `{"cards":"${'9'.repeat(i % 50)}`);
}

async function inChromium() {
    const types = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
    const server = createServer((request, response) => {
        if (request.url === '/') {
            response.setHeader('Content-Type', 'text/html');
            response.end('<!doctype html><title>uth</title>');
            return;
        }
        if (!(extname(request.url) in types)) {
            response.writeHead(204).end(); // the browser asks for an icon
            return;
        }
        response.setHeader('Content-Type', types[extname(request.url)]);
        response.end(readFileSync(join(process.cwd(), 'node_modules/uth', request.url)));
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const { launch } = await import(process.env.UTH_BROWSER);
    const browser = await launch();
    try {
        const page = await browser.newPage();
        await page.goto(`http://127.0.0.1:${server.address().port}/`);
        const { answers, times } = await page.evaluate(async (asked) => {
            const { load } = await import('/index.js');
            const start = performance.now();
            const uth = await load();
            const times = {};
            uth.par();
            times['first report'] = performance.now() - start;
            const lap = (name, work) => {
                const before = performance.now();
                work();
                times[name] = Math.min(times[name] ?? Infinity, performance.now() - before);
            };
            const rules = uth.rules({ rules: 'washington' });
            for (const flush of ['2:1', '1:1', '7:5', '3:2']) {
                const changed = structuredClone(rules);
                changed.blind.pays.flush = flush;
                lap('changed pay', () => uth.par({ rules: changed }));
                lap('odds on a flop', () => uth.odds({ cards: 'Ah Kd', board: '2c 3c 4d' }));
            }
            return { answers: asked.map(([verb, text]) => uth.callText(verb, text)), times };
        }, lines.map(split));
        const limits = { 'first report': 1200, 'changed pay': 60, 'odds on a flop': 10 };
        for (const [name, limit] of Object.entries(limits)) {
            process.stderr.write(`${name}: ${times[name].toFixed(1)} ms of ${limit}\n`);
            if (process.env.UTH_QUIET && times[name] > limit) throw new Error(`${name} took ${times[name]} ms`);
        }
        return answers;
    } finally {
        await browser.close();
        server.close();
    }
}

const answers = await (process.argv[2] === 'node' ? inNode() : inChromium());
process.stdout.write(answers.map((answer) => answer + '\n').join(''));
