// Builds web/dist: one ES module with a chunk for each page, style sheets, index.html, icon.
//
//   node build.mjs           build, and say what the first load weighs
//   node build.mjs --watch   build again whenever a source changes
//
// Names carry a hash of the content, so that everything but index.html may be kept for ever.
// Runs with Node 18.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, rm, writeFile, copyFile } from 'node:fs/promises';
import { existsSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'src');
const out = join(here, process.env.UTH_WEB_OUT ?? 'dist');
const firstLoadMax = 150 * 1024;

const shared = {
    absWorkingDir: here,
    bundle: true,
    minify: true,
    metafile: true,
    target: ['chrome111', 'firefox115', 'safari16'],
    logLevel: 'warning',
    outdir: out,
    legalComments: 'none',
};

// Outputs of a build by the name of the source they come from.
function outputsOf(result) {
    const names = new Map();
    for (const [path, output] of Object.entries(result.metafile.outputs)) {
        if (output.entryPoint) {
            names.set(output.entryPoint, join(here, path));
        }
    }
    return names;
}

// A page is features/NAME/page.tsx, with its style sheet beside it.
const pagePattern = /^src\/features\/(\w+)\/page\.\w+$/;

async function pageStyles() {
    const features = (await readdir(join(source, 'features'))).sort();
    return features
        .map((name) => `src/features/${name}/page.css`)
        .filter((path) => existsSync(join(here, path)));
}

async function buildStyles() {
    const result = await esbuild.build({
        ...shared,
        entryPoints: ['src/style/app.css', ...(await pageStyles())],
        entryNames: 'assets/[name]-[hash]',
        external: ['*.svg'],
    });
    const names = outputsOf(result);
    const addresses = {};
    for (const [from, to] of names) {
        const page = pagePattern.exec(from);
        if (page) {
            addresses[page[1]] = '/assets/' + basename(to);
        }
    }
    return { app: names.get('src/style/app.css'), addresses };
}

async function buildScripts(styles) {
    const result = await esbuild.build({
        ...shared,
        entryPoints: ['src/main.tsx'],
        entryNames: 'assets/[name]-[hash]',
        chunkNames: 'assets/[name]-[hash]',
        format: 'esm',
        splitting: true,
        jsx: 'automatic',
        jsxImportSource: 'preact',
        define: { STYLES: JSON.stringify(styles) },
    });
    const outputs = result.metafile.outputs;
    const main = Object.keys(outputs).find((path) => outputs[path].entryPoint === 'src/main.tsx');
    // What the entry imports at once is fetched at once, not when it has been read.
    const first = new Set();
    const visit = (path) => {
        for (const one of outputs[path].imports) {
            if (one.kind === 'import-statement' && !first.has(one.path)) {
                first.add(one.path);
                visit(one.path);
            }
        }
    };
    visit(main);
    const pages = {};
    for (const [path, output] of Object.entries(outputs)) {
        const page = pagePattern.exec(output.entryPoint ?? '');
        if (page) {
            pages[page[1]] = { path, imports: output.imports };
        }
    }
    return { main: join(here, main), first: [...first].map((path) => join(here, path)), pages };
}

async function folders(under = '') {
    const found = await readdir(join(source, under), { withFileTypes: true });
    const within = found.filter((one) => one.isDirectory()).map((one) => join(under, one.name));
    return [under, ...(await Promise.all(within.map(folders))).flat()];
}

async function gzipped(path) {
    return gzipSync(await readFile(path), { level: 9 }).length;
}

// The heaviest way in: the shell with its style, and the page with what only it needs.
async function weigh(scripts, styles, quiet) {
    let base = (await gzipped(join(out, 'index.html'))) + (await gzipped(scripts.main));
    base += await gzipped(styles.app);
    for (const path of scripts.first) {
        base += await gzipped(path);
    }
    let worst = 0;
    for (const [name, page] of Object.entries(scripts.pages)) {
        let sum = base + (await gzipped(join(here, page.path)));
        for (const one of page.imports) {
            const path = join(here, one.path);
            if (
                one.kind === 'import-statement' &&
                !scripts.first.includes(path) &&
                path !== scripts.main
            ) {
                sum += await gzipped(path);
            }
        }
        if (styles.addresses[name]) {
            sum += await gzipped(join(out, styles.addresses[name]));
        }
        worst = Math.max(worst, sum);
        if (!quiet) {
            console.log(
                `${name.padEnd(10)} ${(sum / 1024).toFixed(1).padStart(6)} KB gzip on first load`,
            );
        }
    }
    return worst;
}

async function build(quiet = false) {
    execFileSync(join(here, '../tools/protocol.py'), [
        'pages',
        join(here, 'generated/protocol.ts'),
    ]);
    await rm(out, { recursive: true, force: true });
    await mkdir(join(out, 'assets'), { recursive: true });
    const styles = await buildStyles();
    const scripts = await buildScripts(styles.addresses);
    const preload = scripts.first.map(
        (path) => `<link rel="modulepreload" href="/assets/${basename(path)}" />`,
    );
    const html = (await readFile(join(source, 'index.html'), 'utf8'))
        .replace('%CSS%', '/assets/' + basename(styles.app))
        .replace('%JS%', '/assets/' + basename(scripts.main))
        .replace('%PRELOAD%', preload.join('\n    '));
    await writeFile(join(out, 'index.html'), html);
    await copyFile(join(source, 'icon.svg'), join(out, 'icon.svg'));
    const worst = await weigh(scripts, styles, quiet);
    if (worst > firstLoadMax) {
        throw new Error(`the first load is ${worst} bytes compressed, and may be ${firstLoadMax}`);
    }
}

await build();
if (process.argv.includes('--watch')) {
    let timer;
    const changed = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
            build(true).then(
                () => console.log(new Date().toLocaleTimeString(), 'built'),
                (error) => console.error(String(error.message ?? error)),
            );
        }, 80);
    };
    // One by one: Node 18 watches no tree.
    for (const folder of await folders()) {
        watch(join(source, folder), changed);
    }
}
