// Loads a TypeScript file of the pages into Node: bundled in memory, imported from there.
import { webcrypto } from 'node:crypto';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Every browser has it as a global, but Node only since version 20; Debian 12 ships 18.
globalThis.crypto ??= webcrypto;

const web = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'web');
const esbuild = createRequire(join(web, 'package.json'))('esbuild');

export async function load(path) {
    const result = await esbuild.build({
        absWorkingDir: web,
        entryPoints: [`src/${path}`],
        bundle: true,
        format: 'esm',
        target: 'es2022',
        write: false,
        logLevel: 'warning',
    });
    const code = Buffer.from(result.outputFiles[0].contents).toString('base64');
    return import(`data:text/javascript;base64,${code}`);
}

// The one source of chance: its seed is printed and comes back with SEED.
export function chance(t) {
    const seed = Number(process.env.SEED || Math.floor(Math.random() * 2 ** 32));
    t.diagnostic(`SEED=${seed}`);
    let state = seed >>> 0;
    return () => {
        state = (state + 0x9e3779b9) >>> 0;
        let word = state;
        word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
        word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
        return ((word ^ (word >>> 15)) >>> 0) / 2 ** 32;
    };
}
