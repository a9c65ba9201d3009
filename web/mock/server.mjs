// A stand-in for `uth serve`, to work on the pages with: dist/ over HTTP, the protocol's requests a
// player's pages make, tables that play a fixed script. It is no server: nothing is stored, nothing
// is checked, whoever comes is a guest.
//
//   node mock/server.mjs [--port 8098] [--pace 1] [--hostile SEED] [--drop-every MS] [--storm VIEWS/S]
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { file } from './files.mjs';
import { Table, placardOf } from './tables.mjs';
import { upgrade } from './ws.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const option = (name, fallback) => {
    const at = process.argv.indexOf('--' + name);
    return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const port = option('port', 8098);
const hostile = option('hostile', 0);
const pace = option('pace', 1);

const tables = [
    new Table(
        {
            table: 1,
            name: 'Rainier',
            profile: 'washington',
            title: 'Washington, house-banked',
            seatCount: 7,
            house: [2, 4, 5, 7],
            procedure: 'deck-mate',
            offered: ['ante', 'blind', 'trips', 'pairs', 'bad_beat', 'progressive'],
            limits: {
                ante: { min: 500, max: 7500 },
                blind: { min: 500, max: 7500 },
                trips: { min: 100, max: 30000 },
                pairs: { min: 100, max: 30000 },
                bad_beat: { min: 100, max: 30000 },
                progressive: { min: 100, max: 100 },
            },
            buyIn: { min: 10000, max: 200000 },
        },
        pace,
    ),
    new Table(
        {
            table: 2,
            name: 'Sierra',
            profile: 'california-8',
            title: 'California, player-dealer, 8 seats',
            seatCount: 8,
            house: [1, 3, 6, 8],
            california: true,
            procedure: 'shoe',
            offered: ['ante', 'blind', 'trips'],
            button: 3,
            limits: {
                ante: { min: 500, max: 30000 },
                blind: { min: 500, max: 30000 },
                trips: { min: 500, max: 30000 },
            },
            buyIn: { min: 10000, max: 0 },
        },
        pace,
    ),
    new Table(
        {
            table: 3,
            name: 'Mojave',
            profile: 'california-6',
            title: 'California, player-dealer, 6 seats',
            seatCount: 6,
            house: [],
            california: true,
            procedure: 'shuffler',
            offered: ['ante', 'blind', 'trips'],
            limits: {
                ante: { min: 500, max: 5000 },
                blind: { min: 500, max: 5000 },
                trips: { min: 500, max: 5000 },
            },
            buyIn: { min: 5000, max: 100000 },
        },
        pace,
    ),
];
for (const table of tables) {
    table.start();
}

// Every table changes so often a second, for seeing what a page makes of it.
if (option('storm', 0)) {
    setInterval(
        () => {
            for (const table of tables) {
                for (const one of table.seats.filter((seat) => seat.player?.house)) {
                    one.chips = 50_000 + (table.version % 50) * 100;
                }
                table.changed();
            }
        },
        1000 / option('storm', 0),
    );
}

// ---- people -----------------------------------------------------------------------------------

const people = new Map();
let guests = 0;

function personOf(request) {
    const match = /uth_session=(\w+)/.exec(request.headers.cookie ?? '');
    return match ? people.get(match[1]) : undefined;
}

function publicPerson(person) {
    return person
        ? {
              id: person.id,
              name: person.name,
              role: person.role,
              rights: ['watch', 'play'],
              wallet: person.wallet,
              csrf: 'mock',
              limits: person.limits,
              play_money: true,
          }
        : { role: null };
}

function newGuest(response) {
    const session = randomBytes(16).toString('hex');
    guests += 1;
    const person = {
        id: 1000 + guests,
        name: `Guest ${guests}`,
        role: 'guest',
        wallet: 1_000_000,
        limits: { loss: null, loss_left: null, minutes: null, until_ms: null },
    };
    people.set(session, person);
    response.setHeader('Set-Cookie', `uth_session=${session}; HttpOnly; SameSite=Strict; Path=/`);
    return person;
}

// ---- requests ---------------------------------------------------------------------------------

function lobbyNow() {
    return { tables: tables.map((table) => table.lobby()), meters: [{ id: 1, amount: 1_234_567 }] };
}

async function bodyOf(request) {
    let text = '';
    for await (const part of request) {
        text += part;
    }
    return text ? JSON.parse(text) : {};
}

async function recordOf(table, round) {
    const vectors = JSON.parse(await readFile(join(here, 'record.json'), 'utf8'));
    return { ...vectors, id: `${table}/${round}` };
}

async function api(request, response, url) {
    const person = personOf(request);
    const body = request.method === 'POST' ? await bodyOf(request) : {};
    const parts = url.pathname.split('/').slice(2);
    switch (`${request.method} ${parts[0]}`) {
        case 'GET me':
            return publicPerson(person);
        case 'POST guest':
            return publicPerson(person ?? newGuest(response));
        case 'POST login':
            if (body.password !== 'secret') {
                return {
                    status: 403,
                    error: {
                        clause: 'LOGIN',
                        code: 'refused',
                        message: 'name or password is wrong',
                    },
                };
            }
            return publicPerson(
                Object.assign(newGuest(response), { name: body.name, role: 'player' }),
            );
        case 'POST register':
            return publicPerson(
                Object.assign(person ?? newGuest(response), { name: body.name, role: 'player' }),
            );
        case 'POST logout':
            response.setHeader('Set-Cookie', 'uth_session=; Max-Age=0; Path=/');
            return { role: null };
        case 'POST me':
            if (parts[1] === 'limits') {
                person.limits = {
                    loss: body.loss,
                    loss_left: body.loss,
                    minutes: body.minutes,
                    until_ms: body.minutes ? Date.now() + body.minutes * 60000 : null,
                };
            } else {
                person.wallet += body.amount;
            }
            return publicPerson(person);
        case 'GET lobby':
            return lobbyNow();
        case 'GET tables':
            return placardOf(tables[Number(parts[1]) - 1]);
        case 'GET rounds':
            if (parts[2]) {
                return recordOf(Number(parts[1]), Number(parts[2]));
            }
            return {
                rounds: Array.from({ length: 12 }, (_, i) => ({
                    table: 1,
                    round: 41 - i,
                    opened_ms: Date.now() - (i + 1) * 60000,
                    ended_ms: Date.now() - (i + 1) * 60000 + 40000,
                    net: [2500, -1600, 0, 4000, -500][i % 5],
                })),
            };
        default:
            return { status: 404, error: { code: 'missing', message: 'there is no such thing' } };
    }
}

const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (!url.pathname.startsWith('/api/')) {
        await file(response, url.pathname);
        return;
    }
    try {
        const { status = 200, ...answer } = await api(request, response, url);
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(answer));
    } catch (error) {
        response
            .writeHead(400)
            .end(JSON.stringify({ error: { code: 'input', message: String(error) } }));
    }
});

// ---- the socket -------------------------------------------------------------------------------

let seed = hostile;
function chance() {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
}

// Late, doubled, reordered, cut.
function badly(send, drop) {
    return (text) => {
        const luck = chance();
        if (luck < 0.02) {
            send(text.slice(0, Math.floor(text.length / 2)));
        } else if (luck < 0.03) {
            drop();
        } else {
            setTimeout(() => send(text), chance() * 400);
            if (luck > 0.8) {
                setTimeout(() => send(text), chance() * 800);
            }
        }
    };
}

server.on('upgrade', (request, socket) => {
    const person = personOf(request);
    const watched = new Map();
    let lobbyTimer;
    const line = upgrade(request, socket, hear, close);
    const send = hostile ? badly(line.send, line.drop) : line.send;
    const say = (message) => send(JSON.stringify(message));
    say({ type: 'hello', v: 1, server_ms: Date.now(), person: publicPerson(person) });
    if (option('drop-every', 0)) {
        setTimeout(line.drop, option('drop-every', 0));
    }

    function hear(text) {
        const message = JSON.parse(text);
        const table = tables[message.table - 1];
        if (message.type === 'lobby') {
            say({ type: 'lobby', ...lobbyNow() });
            lobbyTimer = setInterval(() => say({ type: 'lobby', ...lobbyNow() }), 1000);
        } else if (message.type === 'ping') {
            say({ type: 'pong' });
        } else if (message.type === 'watch' && table) {
            const tell = () => say(table.view(person));
            watched.set(table, tell);
            table.watchers.add(tell);
            tell();
        } else if (message.type === 'unwatch' && table) {
            table.watchers.delete(watched.get(table));
            watched.delete(table);
        } else if (table) {
            say(table.command(person, message));
            say({ type: 'person', person: publicPerson(person) });
        }
    }

    function close() {
        clearInterval(lobbyTimer);
        for (const [table, tell] of watched) {
            table.watchers.delete(tell);
        }
    }
});

server.listen(port, '127.0.0.1', () => console.log(`http://localhost:${port}`));
