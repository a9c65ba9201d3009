// A real `uth serve` with staff and fixed decks, in a directory of its own, for work on the pages of
// the house: dealer, pit, display. Needs a built program.
//
//   node mock/house.mjs PROGRAM [--port 8099]    runs until it is ended, pages from dist/
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

export const staff = {
    dan: { role: 'dealer', password: 'deal from the top' },
    sue: { role: 'supervisor', password: 'eyes on the felt', card: '7001', pin: '1234' },
    eve: { role: 'executive', password: 'above the level', card: '7002', pin: '98765' },
    max: { role: 'auditor', password: 'read every line' },
    boss: { role: 'manager', password: 'open every door', card: '7003', pin: '4321' },
};

const slow = {
    betting_ms: 4000,
    decision_ms: 20000,
    offer_ms: 1500,
    result_ms: 4000,
    house_ms: 300,
    absent_rounds: 200,
};

function section(name, settings) {
    return (
        [
            `[table ${name}]`,
            ...Object.entries({ ...slow, ...settings }).map(([key, value]) => `${key} = ${value}`),
        ].join('\n') + '\n'
    );
}

const tables =
    section('Rainier', {
        profile: 'washington',
        meter: 'yes',
        house_players: 0,
        confirm_up_to: 1000,
    }) +
    section('Olympia', {
        profile: 'washington',
        meter: 'yes',
        pace: 'dealer',
        controller: 'aquarius',
        house_players: 5,
    }) +
    section('Hood', {
        profile: 'washington',
        meter: 'yes',
        pace: 'dealer',
        controller: 'nexus',
        house_players: 5,
    }) +
    section('Shasta', { profile: 'california-8', pace: 'dealer', house_players: 6 });

// The board, then two for each seat, then the dealer's. Rainier: a royal on the flop. The others: a
// full house at seat 1, and at no other.
const decks = [
    '1: Ks Qs Js 2c 3d As Ts 4h 5h',
    ...[2, 3].map((table) => `${table}: Kh Kd 7s 7c 2d Ks 3c 4c 5d 6c 8d 9c Td Jc 8h 9h 4d`),
];

function add(program, store, name, { role, password, card, pin }) {
    const secret = join(dirname(store), 'secret');
    const pinFile = join(dirname(store), 'pin');
    writeFileSync(secret, `${password}\n`, { mode: 0o600 });
    writeFileSync(pinFile, `${pin ?? ''}\n`, { mode: 0o600 });
    const more = card ? ['--card', card, '--pin-file', pinFile] : [];
    const key = ['--key', `${dirname(store)}/uth.key`];
    execFileSync(program, [
        'user',
        '--store',
        `sqlite:${store}`,
        '--as',
        'manager',
        '--reason',
        'first day',
        ...key,
        '--role',
        role,
        '--password-file',
        secret,
        ...more,
        'add',
        name,
    ]);
}

async function serve(program, directory) {
    const child = spawn(program, ['serve', '--config', join(directory, 'uth.conf')], {
        stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    const port = await new Promise((resolve, reject) => {
        child.once('exit', () => reject(new Error(`the server ended: ${said}`)));
        child.stdout.on('data', (data) => {
            said += data;
            const found = /localhost:(\d+)/.exec(said);
            if (found) resolve(Number(found[1]));
        });
    });
    child.removeAllListeners('exit');
    return { child, port };
}

async function end(child) {
    if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await gone;
    }
}

export async function openHouse(program, port = 0) {
    const directory = mkdtempSync(join(tmpdir(), 'uth-house-'));
    writeFileSync(join(directory, 'decks'), decks.join('\n') + '\n');
    writeFileSync(
        join(directory, 'uth.conf'),
        [
            'port = 0',
            `store = sqlite:${directory}/uth.db`,
            `key_file = ${directory}/uth.key`,
            'log = warn',
            `test_decks = ${directory}/decks`,
            'guest_money = 1000000',
            tables,
        ].join('\n'),
    );
    let server = await serve(program, directory);
    await end(server.child); // the first start makes the store; people are added while it is at rest
    for (const [name, person] of Object.entries(staff)) {
        add(program, join(directory, 'uth.db'), name, person);
    }
    server = await serve(program, directory);
    const front = spawn(
        process.execPath,
        [
            join(here, 'front.mjs'),
            '--port',
            String(port || 8100 + Math.floor(Math.random() * 800)),
            '--to',
            String(server.port),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const base = await new Promise((resolve) =>
        front.stdout.once('data', (data) => resolve(/http:\S+/.exec(String(data))[0])),
    );
    return {
        base,
        async close() {
            await end(front);
            await end(server.child);
            rmSync(directory, { recursive: true, force: true });
        },
    };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const at = process.argv.indexOf('--port');
    const house = await openHouse(process.argv[2], at < 0 ? 8099 : Number(process.argv[at + 1]));
    console.log(
        house.base,
        Object.entries(staff)
            .map(
                ([name, one]) =>
                    `${name}: ${one.password}${one.card ? ` (${one.card}/${one.pin})` : ''}`,
            )
            .join(', '),
    );
    const stop = () => void house.close().then(() => process.exit(0));
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
}
