// dist/ over HTTP: every address that is no file is the page.
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const types = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
};

export async function file(response, path) {
    const wanted = normalize(path).replace(/^(\.\.[/\\])+/, '');
    const name = extname(wanted) ? wanted : 'index.html';
    try {
        const data = await readFile(join(dist, name));
        response.writeHead(200, {
            'Content-Type': types[extname(name)] ?? 'application/octet-stream',
            'Content-Security-Policy':
                "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
        });
        response.end(data);
    } catch {
        response.writeHead(404).end('not found');
    }
}
