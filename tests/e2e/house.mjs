// A real `uth serve` in a directory of its own, on a free port, with fixed decks and staff; can be
// killed and started again. Ended by its process id, whatever becomes of the test.
import { setDefaultResultOrder } from 'node:dns';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The server listens on 127.0.0.1; where localhost is ::1 as well, Node 18 tries nothing else.
setDefaultResultOrder('ipv4first');

export const program = process.argv[2];

// Nothing runs out while a slow machine looks at it; who is ready is not kept waiting.
const patient = {
    betting_ms: 120000,
    decision_ms: 120000,
    offer_ms: 120000,
    result_ms: 4000,
    house_ms: 20,
    proposition_ms: 20,
    absent_rounds: 200,
};

export const staff = {
    dora: { role: 'dealer', password: 'deals from the top' },
    mia: { role: 'manager', password: 'opens every door' },
    eve: { role: 'executive', password: 'signs above the level', card: '7002', pin: '98765' },
    sue: { role: 'supervisor', password: 'eyes on the felt', card: '7001', pin: '1234' },
};

/** A section of the configuration file; `company` are house players, or a provider’s (BANK-1). */
export function table(name, profile, { company = 0, ...settings } = {}) {
    const players = profile.startsWith('california')
        ? {
              provider: 'Redwood Players',
              provider_bankroll: 100000000,
              proposition_players: company,
          }
        : { house_players: company };
    const lines = Object.entries({ profile, ...patient, ...players, ...settings });
    return `[table ${name}]\n${lines.map(([key, value]) => `${key} = ${value}\n`).join('')}`;
}

/** A profile of one's own as a file, for a table to name. */
export function profileFile(profile) {
    profiles ??= mkdtempSync(join(tmpdir(), 'uth-e2e-rules-'));
    const path = join(profiles, `${profile.name}.json`);
    writeFileSync(path, JSON.stringify(profile));
    return path;
}

/** What the program prints as JSON; a last argument {input} is its standard input. */
export function uth(...args) {
    const input = typeof args.at(-1) === 'object' ? args.pop().input : undefined;
    const done = spawnSync(program, args, { encoding: 'utf8', timeout: 120000, input });
    assert.equal(done.status, 0, done.stderr);
    return JSON.parse(done.stdout);
}

/** A stored round, adjudicated once more by the program; a profile of one's own is named. */
export function settled(record, ...args) {
    const { answer, void: _, ...rest } = record;
    const done = spawnSync(program, ['settle', ...args], { encoding: 'utf8', input: JSON.stringify(rest) });
    assert.equal(done.status, 0, done.stderr);
    return JSON.parse(done.stdout);
}

/** What `uth verify` says of a record, with what a page noted of the round. */
export function verified(record, noted) {
    const input = JSON.stringify(record);
    const done = spawnSync(program, ['verify', ...noted], { encoding: 'utf8', input });
    assert.equal(done.status, 0, done.stdout + done.stderr);
    return done.stdout;
}

const open = new Set();
let profiles; // the directory of profileFile
process.once('exit', () => {
    if (profiles) {
        rmSync(profiles, { recursive: true, force: true });
    }
    for (const house of open) {
        house.child?.kill('SIGKILL');
        rmSync(house.directory, { recursive: true, force: true });
    }
});

export class House {
    /** `decks` are lines of --test-decks: "1: As Ks", table and cards from the top. */
    static async open({ tables, decks = [], people = [], ...keys }) {
        const house = new House();
        house.directory = mkdtempSync(join(tmpdir(), 'uth-e2e-'));
        open.add(house);
        const config = {
            port: 0,
            store: `sqlite:${house.directory}/uth.db`,
            key_file: `${house.directory}/uth.key`,
            test_decks: `${house.directory}/decks`,
            guest_money: 1000000,
            log: 'warn',
            requests_per_second: 100000,
            connections_per_address: 10000,
            guests_per_address: 10000,
            ...keys,
        };
        writeFileSync(config.test_decks, decks.map((line) => `${line}\n`).join(''));
        writeFileSync(
            join(house.directory, 'uth.conf'),
            Object.entries(config)
                .map(([key, value]) => `${key} = ${value}\n`)
                .join('') + tables.join(''),
        );
        await house.start();
        await house.hire(people);
        return house;
    }

    /** On the port it had, if it ran before: pages must find it again. */
    async start() {
        const log = openSync(join(this.directory, 'log'), 'a');
        const again = this.port ? ['--port', String(this.port)] : [];
        this.child = spawn(
            program,
            ['serve', '--config', join(this.directory, 'uth.conf'), ...again],
            { stdio: ['ignore', 'pipe', log] },
        );
        closeSync(log);
        let said = '';
        await new Promise((resolve, reject) => {
            this.child.once('exit', () => reject(new Error(`no server: ${said}${this.log()}`)));
            this.child.once('error', reject);
            this.child.stdout.on('data', (data) => {
                said += data;
                this.password ??= /password, shown this once: (\S+)/.exec(said)?.[1];
                const found = /Table open at https?:\/\/localhost:(\d+)/.exec(said);
                if (found) {
                    this.port = Number(found[1]);
                    resolve();
                }
            });
        });
        this.child.removeAllListeners('exit');
        this.base = `http://localhost:${this.port}`;
    }

    log() {
        return readFileSync(join(this.directory, 'log'), 'utf8');
    }

    async hire(names) {
        if (names.length === 0) {
            return;
        }
        const post = (path, body, headers = {}) =>
            fetch(this.base + path, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json', ...headers },
                body: JSON.stringify(body),
            });
        const login = await post('/api/login', { name: 'manager', password: this.password });
        const cookie = login.headers.get('set-cookie').match(/uth_session=[^;]*/)[0];
        const { csrf } = await login.json();
        for (const name of names) {
            const made = await post(
                '/api/users',
                { name, ...staff[name] },
                { Cookie: cookie, 'X-CSRF-Token': csrf },
            );
            assert.equal(made.status, 200, await made.text());
        }
    }

    async end(signal) {
        const { child } = this;
        if (child && child.exitCode === null && child.signalCode === null) {
            const gone = new Promise((resolve) => child.once('exit', resolve));
            child.kill(signal);
            await gone;
        }
        return child?.exitCode;
    }

    /** Pulls the plug. */
    async kill() {
        await this.end('SIGKILL');
    }

    /** An orderly end, with nothing in the log that should not be there. */
    async close() {
        const wasThere = this.child.exitCode === null && this.child.signalCode === null;
        const status = await this.end('SIGTERM');
        const log = this.log();
        open.delete(this);
        rmSync(this.directory, { recursive: true, force: true });
        assert.ok(wasThere && status === 0, `the server ended with ${status}: ${log}`);
        assert.doesNotMatch(log, / error /);
    }
}
