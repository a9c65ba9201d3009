// A bad network between a page and the server: HTTP goes through, messages of the socket come late,
// out of order, twice or cut in half, and now and then the line is gone; or it is only far, and all of it
// comes late and in order. What the server says is kept.
import { createServer, request as ask } from 'node:http';
import { connect } from 'node:net';

/** Takes the frames of a stream of WebSocket bytes apart: the frame, its kind, what it carries. */
function framesOf(onFrame) {
    let held = Buffer.alloc(0);
    return (data) => {
        held = Buffer.concat([held, data]);
        for (;;) {
            if (held.length < 2) return;
            let size = held[1] & 127;
            const masked = held[1] >> 7;
            let at = 2;
            if (size === 126) {
                if (held.length < 4) return;
                size = held.readUInt16BE(2);
                at = 4;
            } else if (size === 127) {
                if (held.length < 10) return;
                size = Number(held.readBigUInt64BE(2));
                at = 10;
            }
            at += masked ? 4 : 0;
            if (held.length < at + size) return;
            onFrame(held.subarray(0, at + size), held[0] & 15, held.subarray(at, at + size));
            held = held.subarray(at + size);
        }
    };
}

function textFrame(data) {
    const head =
        data.length < 126
            ? Buffer.from([129, data.length])
            : Buffer.from([129, 126, data.length >> 8, data.length & 255]);
    return Buffer.concat([head, data]);
}

export class BadLine {
    /** `chance()` from 0 to 1; `said` gets every message of the server, whole and in order. */
    static async open(house, chance) {
        const line = new BadLine();
        Object.assign(line, { house, chance, said: [], done: { late: 0, doubled: 0, cut: 0, gone: 0 } });
        line.calm = true;
        line.farMs = 0; // each way, while it is calm
        line.sockets = new Set();
        line.server = createServer((request, response) => line.pass(request, response));
        line.server.on('upgrade', (request, socket) => line.upgrade(request, socket));
        await new Promise((resolve) => line.server.listen(0, '127.0.0.1', resolve));
        line.base = `http://localhost:${line.server.address().port}`;
        return line;
    }

    // The server takes only its own origin: to it, the page comes from there.
    headers({ headers }) {
        const host = `localhost:${this.house.port}`;
        return { ...headers, host, ...(headers.origin ? { origin: `http://${host}` } : {}) };
    }

    pass(request, response) {
        const there = ask(
            {
                host: '127.0.0.1',
                port: this.house.port,
                method: request.method,
                path: request.url,
                headers: this.headers(request),
            },
            (answer) => {
                response.writeHead(answer.statusCode, answer.headers);
                answer.pipe(response);
            },
        );
        there.on('error', () => response.destroy());
        request.pipe(there);
    }

    upgrade(request, socket) {
        const there = connect(this.house.port, '127.0.0.1');
        this.sockets.add(socket);
        const end = () => {
            this.sockets.delete(socket);
            socket.destroy();
            there.destroy();
        };
        for (const one of [socket, there]) {
            one.on('error', end);
            one.on('close', end);
        }
        const lines = Object.entries(this.headers(request)).map(([key, value]) => `${key}: ${value}`);
        there.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        const fromServer = framesOf((frame, kind, data) => {
            if (kind === 1) {
                this.said.push(JSON.parse(data.toString('utf8')));
                this.badly(frame, data, socket, end);
            } else {
                socket.write(frame);
            }
        });
        let head = Buffer.alloc(0);
        const answered = (data) => {
            head = Buffer.concat([head, data]);
            const at = head.indexOf('\r\n\r\n');
            if (at >= 0) {
                socket.write(head.subarray(0, at + 4));
                there.off('data', answered);
                there.on('data', fromServer);
                fromServer(head.subarray(at + 4));
            }
        };
        there.on('data', answered);
        let last = Promise.resolve();
        // Commands keep their order, come late and sometimes twice, or not at all when the line goes.
        socket.on(
            'data',
            framesOf((frame, kind) => {
                const sent = Buffer.from(frame);
                const sentAt = Date.now();
                last = last.then(async () => {
                    if (!this.calm && kind === 1) {
                        await new Promise((resolve) => setTimeout(resolve, this.chance() * 150));
                        if (this.chance() < 0.08) {
                            this.done.gone++;
                            end();
                            return;
                        }
                        if (this.chance() < 0.3 && there.writable) {
                            this.done.doubled++;
                            there.write(sent);
                        }
                    } else if (this.farMs > 0) {
                        const due = sentAt + this.farMs - Date.now();
                        await new Promise((resolve) => setTimeout(resolve, due));
                    }
                    if (there.writable) there.write(sent);
                });
            }),
        );
    }

    badly(frame, data, socket, end) {
        const send = (bytes) => socket.writable && socket.write(bytes);
        const whole = Buffer.from(frame);
        if (this.calm) {
            setTimeout(() => send(whole), this.farMs);
            return;
        }
        const luck = this.chance();
        if (luck < 0.05) {
            this.done.cut++;
            send(textFrame(Buffer.from(data.subarray(0, data.length >> 1))));
        } else if (luck < 0.08) {
            this.done.gone++;
            end();
        } else {
            this.done.late++;
            setTimeout(() => send(whole), this.chance() * 300);
            if (luck > 0.7) {
                this.done.doubled++;
                setTimeout(() => send(whole), this.chance() * 600);
            }
        }
    }

    /** A message, ready to be said. */
    static frameOf(message) {
        return textFrame(Buffer.from(JSON.stringify(message)));
    }

    /** Says something to every page as if the server had. */
    say(frame) {
        for (const socket of this.sockets) {
            if (socket.writable) socket.write(frame);
        }
    }

    async close() {
        for (const socket of this.sockets) {
            socket.destroy();
        }
        this.server.closeAllConnections();
        await new Promise((resolve) => this.server.close(resolve));
    }
}
