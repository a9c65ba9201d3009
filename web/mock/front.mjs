// dist/ in front of a real server, for work on the pages: files from here, /api and /ws from there.
//   node mock/front.mjs [--port 8099] [--to 8080]
import { createServer, request as ask } from 'node:http';
import { connect } from 'node:net';
import { file } from './files.mjs';

const option = (name, fallback) => {
    const at = process.argv.indexOf('--' + name);
    return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const port = option('port', 8099);
const to = option('to', 8080);
const own = `127.0.0.1:${to}`;

// The server accepts only its own origin: to it, the page comes from there.
function asIfFromThere(headers) {
    return { ...headers, host: own, ...(headers.origin ? { origin: `http://${own}` } : {}) };
}

const server = createServer((request, response) => {
    if (!/^\/(api|healthz|metrics)/.test(request.url)) {
        void file(response, new URL(request.url, 'http://x').pathname);
        return;
    }
    const { method, url, headers } = request;
    const there = ask(
        { host: '127.0.0.1', port: to, method, path: url, headers: asIfFromThere(headers) },
        (answer) => {
            response.writeHead(answer.statusCode, answer.headers);
            answer.pipe(response);
        },
    );
    there.on('error', () =>
        response.writeHead(502).end('{"error":{"message":"the server is not there"}}'),
    );
    request.pipe(there);
});

server.on('upgrade', (request, socket, head) => {
    const there = connect(to, '127.0.0.1', () => {
        const headers = asIfFromThere(request.headers);
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
        there.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        there.write(head);
        there.pipe(socket);
        socket.pipe(there);
    });
    there.on('error', () => socket.destroy());
    socket.on('error', () => there.destroy());
    socket.on('close', () => there.destroy());
});

server.listen(port, '127.0.0.1', () => console.log(`http://localhost:${port} in front of ${own}`));
