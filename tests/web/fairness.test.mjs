// This browser's part in fair dealing: against a server that keeps its word nothing is found and every part
// is revealed; against one that does not, each fault is found, and no part is told where it could be used.
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import test from 'node:test';
import { chance, load } from './support.mjs';

const { Keeper } = await load('lib/fairness/keeper.ts');
const { Notes, notesMax } = await load('lib/fairness/notes.ts');
const { findingMeaning, findingPlace, findingTitle, openFindings } = await load(
    'lib/fairness/findings.ts',
);
const { compareCards, noteChecks, recordChecks, verifyArguments } = await load('lib/fairness/record.ts');
const { abortWords, unlisted } = await load('lib/fairness/public.ts');
const { sealedWords, seatsWords } = await load('lib/fairness/words.ts');
const fair = await load('lib/fair.ts');

const settled = async () => {
    for (let i = 0; i < 8; i++) await Promise.resolve();
};

/** An Ed25519 key of OpenSSL's, so that a signature is checked by another program than made it. */
class Signer {
    constructor() {
        const { privateKey, publicKey } = generateKeyPairSync('ed25519');
        this.secret = privateKey;
        this.key = Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url').toString('hex');
    }

    sign(hash) {
        return sign(null, Buffer.from(hash, 'hex'), this.secret).toString('hex');
    }
}

/** localStorage as it should be; `broken` throws at everything, `full` at every write. */
class Box {
    constructor(kind = '') {
        this.kind = kind;
        this.map = new Map();
    }
    fails(write) {
        if (this.kind === 'broken' || (write && this.kind === 'full')) {
            throw new Error('no storage');
        }
    }
    get length() {
        this.fails(false);
        return this.map.size;
    }
    key(i) {
        this.fails(false);
        return [...this.map.keys()][i] ?? null;
    }
    getItem(name) {
        this.fails(false);
        return this.map.get(name) ?? null;
    }
    setItem(name, value) {
        this.fails(true);
        this.map.set(name, value);
    }
    removeItem(name) {
        this.fails(true);
        this.map.delete(name);
    }
}

/** A server with one table; what it may do wrong is changed by the test. */
class Server {
    constructor({ signer = new Signer(), seats = [2], bank = 0, table = 3, round = 17 } = {}) {
        Object.assign(this, { signer, bank, procedure: 'shuffler', table, round, state: 'betting', last: null });
        this.secret = '5a'.repeat(32);
        this.commitment = fair.commitmentOf(this.secret);
        this.seats = new Map(seats.map((seat) => [seat, { in: true, commitment: null, part: null }]));
        this.roster = null;
        this.muted = null;
    }

    commit(seat, commitment) {
        const own = this.seats.get(seat);
        if (own.commitment && own.commitment !== commitment) {
            return { ok: false, error: { code: 154, message: 'another part' } };
        }
        own.commitment = commitment;
        const receipt = this.signer.sign(fair.receiptHashOf(this, seat, commitment));
        return { ok: true, receipt };
    }

    seal(list = [...this.seats].filter(([, one]) => one.in)) {
        const seats = list.map(([seat, { commitment }]) => ({ seat, commitment }));
        const { bank, procedure } = this;
        const hash = fair.rosterHashOf(this, { bank, procedure, seats });
        this.roster = { bank, procedure, seats, hash, signature: this.signer.sign(hash) };
        this.state = 'sealed';
    }

    reveal(seat, part) {
        const own = this.seats.get(seat);
        if (fair.partCommitmentOf(this, seat, part) !== own.commitment) {
            return { ok: false, error: { code: 157, message: 'not the part' } };
        }
        own.part = part;
        return { ok: true };
    }

    /** As the person at these seats sees it. */
    view(own = [...this.seats.keys()]) {
        const { table, round, state, commitment, roster, bank, last } = this;
        const spot = (seat) => ({ seat, muted_until_round: this.muted, options: {} });
        const [first, ...others] = own.map(spot);
        return {
            table,
            round,
            state,
            phase: state === 'playing' ? 'preflop' : 'betting',
            you: first ?? null,
            more_spots: others,
            bank: bank > 0 ? { seat: bank } : null,
            seats: [...this.seats].map(([seat, one]) => ({ seat, in: one.in })),
            last,
            fairness: {
                round,
                commitment,
                key: this.signer.key,
                parts: [...this.seats]
                    .filter(([, one]) => one.commitment)
                    .map(([seat, one]) => ({ seat, committed: true, revealed: one.part !== null })),
                roster,
                reveal_until_ms: state === 'sealed' ? 4000 : null,
            },
        };
    }

    record(more = {}) {
        const { table, round, commitment, secret, bank, procedure, roster, signer } = this;
        return {
            scheme: 2,
            commitment,
            secret,
            table,
            round,
            bank,
            roster: roster.seats.map(({ seat, commitment: own }) => ({
                seat,
                commitment: own,
                part: this.seats.get(seat).part,
            })),
            signature: roster.signature,
            key: signer.key,
            withheld: [],
            procedure,
            dealt: roster.seats.map((one) => one.seat).filter((seat) => seat !== bank),
            ...more,
        };
    }
}

/** A browser at that table. */
class Browser {
    constructor(server, { storage = new Box(), ...ports } = {}) {
        Object.assign(this, { server, storage, found: [], sent: [], held: [], faults: [], late: [] });
        let drawn = 0;
        this.keeper = new Keeper({
            storage,
            send: async (type, view, fields) => {
                this.sent.push({ type, ...fields });
                return type === 'reveal'
                    ? server.reveal(fields.seat, fields.part)
                    : server.commit(fields.seat, fields.part_commitment);
            },
            hold: (table) => this.held.push(table),
            release: (table) => this.held.splice(this.held.indexOf(table), 1),
            draw: () => (drawn++ * 7 + 16).toString(16).padStart(64, '0'),
            now: () => 1_790_000_000_000,
            later: (ms, run) => this.late.push(run),
            raise: (finding) => this.found.push(finding),
            fault: (text) => this.faults.push(text),
            ...ports,
        });
    }

    async sees(view = this.server.view()) {
        this.keeper.view(view);
        await settled();
        return this;
    }

    /** A wager at a seat, with what the server answers unless the test answers. */
    async bets(seat, answer) {
        const view = this.server.view();
        const commitment = this.keeper.offer(view, seat);
        if (commitment) {
            this.keeper.answered(view, seat, commitment, answer ?? this.server.commit(seat, commitment));
        }
        await settled();
        return commitment;
    }

    kinds() {
        return [...new Set(this.found.map((one) => one.kind))];
    }

    revealed() {
        return this.sent.filter((one) => one.type === 'reveal').map((one) => one.seat);
    }
}

// ---- a server that keeps its word ---------------------------------------------------------------

test('a part is committed to with the wager and revealed once the roster is there', async () => {
    const server = new Server();
    const browser = await new Browser(server).sees();
    const commitment = await browser.bets(2);
    assert.match(commitment, /^[0-9a-f]{64}$/);
    assert.equal(await browser.bets(2), undefined, 'once it is taken it is not sent again');
    await browser.sees();
    assert.deepEqual(browser.sent, [], 'nothing is told while bets are open');
    assert.deepEqual(browser.held, [3], 'the table is watched until the part is told');
    server.seal();
    await browser.sees();
    await browser.sees();
    assert.deepEqual(browser.revealed(), [2], 'once');
    assert.equal(fair.partCommitmentOf(server, 2, server.seats.get(2).part), commitment);
    server.state = 'playing';
    await browser.sees();
    assert.deepEqual(browser.held, []);
    assert.equal(browser.keeper.offer(server.view(), 2), undefined, 'nothing more in this round');
    server.last = { round: 17, secret: server.secret, withheld: [] };
    Object.assign(server, { round: 18, state: 'waiting', roster: null });
    await browser.sees();
    assert.deepEqual([browser.kinds(), browser.faults], [[], []]);
});

test('each spot of a person has a part of its own, and the player-dealer commits without a wager', async () => {
    const server = new Server({ seats: [1, 4, 6], bank: 6 });
    const browser = await new Browser(server).sees();
    const commitments = [await browser.bets(1), await browser.bets(4)];
    assert.deepEqual(browser.sent.map((one) => [one.type, one.seat]), [['contribute', 6]]);
    await browser.sees();
    assert.equal(browser.sent.length, 1, 'the player-dealer commits once');
    server.seal();
    await browser.sees();
    assert.deepEqual(browser.revealed(), [1, 4, 6]);
    const parts = [1, 4, 6].map((seat) => server.seats.get(seat).part);
    assert.equal(new Set(parts).size, 3);
    assert.notEqual(commitments[0], commitments[1]);
    assert.deepEqual(browser.kinds(), []);
});

test('another player, a spectator and a muted player reveal and commit nothing', async () => {
    const server = new Server({ seats: [2, 5] });
    const browser = new Browser(server);
    await browser.sees(server.view([]));
    assert.equal(browser.keeper.offer(server.view([]), 2), undefined);
    server.muted = 30;
    assert.equal(browser.keeper.offer(server.view([5]), 5), undefined, 'muted');
    server.muted = 16;
    assert.notEqual(browser.keeper.offer(server.view([5]), 5), undefined, 'no longer muted');
    server.commit(2, 'ab'.repeat(32));
    server.seal();
    await browser.sees(server.view([5]));
    assert.deepEqual([browser.sent, browser.kinds()], [[], []]);
});

test('a table is let go when its player stands up, and when another round is open', async () => {
    for (const goOn of [
        (server) => server.view([]),
        (server) => (server.round++, server.view()),
        (server) => ((server.state = 'waiting'), server.view()),
    ]) {
        const server = new Server();
        const browser = await new Browser(server).sees();
        await browser.bets(2);
        assert.deepEqual(browser.held, [3]);
        await browser.sees(goOn(server));
        assert.deepEqual(browser.held, []);
    }
});

test('a reload in the middle of a round reveals what was committed before', async () => {
    const server = new Server();
    const storage = new Box();
    const before = await new Browser(server, { storage }).sees();
    await before.bets(2);
    const after = new Browser(server, { storage });
    after.keeper.resume();
    assert.deepEqual(after.held, [3], 'the table is asked for, whichever page was opened');
    server.seal();
    await after.sees();
    assert.deepEqual(after.revealed(), [2]);
    assert.deepEqual(after.kinds(), []);
    const again = new Browser(server, { storage });
    again.keeper.resume();
    assert.deepEqual(again.held, [], 'nothing is waited for any more');
    const other = new Server();
    const old = new Box();
    await (await new Browser(other, { storage: old }).sees()).bets(2);
    const late = new Browser(other, { storage: old, now: () => 1_790_000_000_000 + 11 * 60_000 });
    late.keeper.resume();
    assert.deepEqual(late.held, [], 'nor of a round long ago');
});

test('a second tab takes the part of the first; where it cannot, it keeps its own to itself', async () => {
    const server = new Server();
    const storage = new Box();
    const open = (ports) => new Browser(server, ports).sees();
    const [one, two, three] = [await open({ storage }), await open({ storage }), await open({ storage })];
    const commitment = await one.bets(2);
    assert.equal(await two.bets(2), undefined, 'the first tab has told it already');
    const stranger = await open({ draw: () => 'cc'.repeat(32) }); // another device of theirs
    assert.notEqual(await stranger.bets(2), commitment);
    assert.equal(await stranger.bets(2), undefined, 'refused once, not tried again');
    server.seal();
    await stranger.sees();
    assert.deepEqual(stranger.revealed(), [], 'the roster has the other part');
    await three.sees();
    assert.deepEqual(three.revealed(), [2], 'any tab may reveal it, also one that only looks');
    await one.sees();
    assert.deepEqual(one.revealed(), [], 'and it is there already');
    assert.deepEqual([one, two, three, stranger].flatMap((each) => each.kinds()), []);
});

test('a storage that is absent, broken, full or spoilt stops nothing', async () => {
    const spoilt = new Box();
    const names = ['uth-round-3/17', 'uth-round-3/16', 'uth-round-x', 'uth-fairness-key'];
    const texts = ['{', '{"table":3,"round":17,"parts":{"2":{"part":1}}}', 'null', '[]', '7', ''];
    for (const storage of [null, new Box('broken'), new Box('full'), spoilt]) {
        for (const text of texts) {
            names.forEach((name) => spoilt.map.set(name, text));
            const server = new Server();
            const browser = new Browser(server, { storage });
            browser.keeper.resume();
            await browser.sees();
            assert.ok(await browser.bets(2));
            server.seal();
            await browser.sees();
            assert.deepEqual(browser.revealed(), [2]);
            assert.deepEqual([browser.kinds(), browser.faults], [[], []]);
        }
    }
});

test('what the server could not decide is sent again, and nothing else is', async () => {
    const server = new Server();
    const browser = await new Browser(server).sees();
    await browser.bets(2);
    server.seal();
    const { reveal } = server;
    server.reveal = () => ({ ok: false, error: { code: 2, message: 'busy' } });
    await browser.sees();
    await browser.sees();
    assert.equal(browser.sent.length, 1, 'one at a time');
    server.reveal = () => ({ ok: false, error: { code: 138, message: 'another round' } });
    browser.late.shift()();
    await settled();
    assert.equal(browser.sent.length, 2);
    assert.equal(browser.late.length, 0);
    server.reveal = reveal;
    await browser.sees();
    assert.equal(browser.sent.length, 2);
    assert.deepEqual(browser.kinds(), []);
});

test('notes of old rounds make room, in memory and in the storage', () => {
    const storage = new Box();
    const notes = new Notes(storage);
    const note = (round) => ({
        table: 1, round, seenMs: round, commitment: 'aa'.repeat(32), key: 'bb'.repeat(32), parts: {},
    });
    for (let round = 1; round <= notesMax + 5; round++) {
        notes.put(note(round));
    }
    assert.equal(notes.all().length, notesMax);
    assert.equal(storage.map.size, notesMax);
    assert.equal(notes.at(1, 5), undefined);
    assert.equal(notes.at(1, 6).round, 6);
    assert.equal(new Notes(storage).all()[0].round, 6, 'the oldest first after a reload');
    assert.equal(notes.of(1, 6, 'cc'.repeat(32)), undefined, 'of another key');
    const turned = new Box();
    const first = new Notes(turned);
    [3, 1, 2].forEach((round) => first.put(note(round)));
    assert.deepEqual(new Notes(turned).all().map((one) => one.round), [1, 2, 3]);
});

test('of what was stored only a whole note is believed', () => {
    const own = { part: '11'.repeat(32), commitment: '22'.repeat(32), taken: true };
    const roster = {
        bank: 0, procedure: 'shoe', seats: [{ seat: 2, commitment: null }], hash: '33'.repeat(32), signature: '44'.repeat(64),
    };
    const whole = {
        table: 1, round: 2, seenMs: 3, commitment: 'aa'.repeat(32), key: 'bb'.repeat(32), roster,
        parts: { 2: own },
    };
    const read = (note) => {
        const storage = new Box();
        storage.map.set('uth-round-1/2', JSON.stringify(note));
        return new Notes(storage).at(1, 2);
    };
    assert.deepEqual(read(whole), whole);
    for (const change of [
        { table: 'x' }, { round: 1.5 }, { seenMs: null }, { commitment: 'aa' }, { key: null }, { parts: [] },
        { parts: { 9: own } }, { parts: { 2: { ...own, part: 'xx' } } }, { parts: { 2: { ...own, receipt: '' } } },
        { parts: { 2: { ...own, commitment: 7 } } }, { parts: { 2: null } }, { roster: { ...roster, bank: 9 } },
        { roster: { ...roster, procedure: undefined } },
        { roster: { ...roster, seats: [{ seat: 0, commitment: null }] } }, { roster: { ...roster, hash: '' } },
        { roster: { ...roster, seats: [{ seat: 1 }] } }, { roster: { ...roster, signature: null } },
    ]) {
        assert.equal(read({ ...whole, ...change }), undefined, JSON.stringify(change));
    }
});

test('another tab’s part takes the place of one that was refused, and of no other', () => {
    const storage = new Box();
    const note = (part) => ({
        table: 1, round: 2, seenMs: 3, commitment: 'aa'.repeat(32), key: 'bb'.repeat(32), parts: { 2: part },
    });
    const [stands, refused] = ['11', '22'].map((digits) => ({
        part: digits.repeat(32), commitment: digits.repeat(32),
    }));
    new Notes(storage).put(note({ ...stands, taken: true }));
    const own = note({ ...refused, refused: true });
    new Notes(storage).learn(own);
    assert.equal(own.parts[2].part, stands.part);
    const good = note({ ...refused });
    new Notes(storage).learn(good);
    assert.equal(good.parts[2].part, refused.part);
});

// ---- a server that does not ---------------------------------------------------------------------

/** Commits, then lets the server cheat, then sees what it shows. */
async function cheated(cheat, { seats = [2], after = () => undefined } = {}) {
    const server = new Server({ seats });
    const browser = await new Browser(server).sees();
    await browser.bets(2);
    cheat(server, browser);
    await browser.sees(server.view([2]));
    await after(server, browser);
    return { kinds: browser.kinds(), revealed: browser.revealed(), browser, server };
}

test('no receipt, and one that is not signed for this part, are findings', async () => {
    for (const [answer, kind] of [
        [{ ok: true }, 'no_receipt'],
        [{ ok: true, receipt: '00'.repeat(64) }, 'bad_receipt'],
        [{ ok: true, receipt: 'no hex' }, 'bad_receipt'],
        [{ ok: true, receipt: new Signer().sign('11'.repeat(32)) }, 'bad_receipt'],
    ]) {
        const browser = await new Browser(new Server()).sees();
        await browser.bets(2, answer);
        assert.deepEqual(browser.kinds(), [kind]);
        assert.equal(browser.found[0].seat, 2);
    }
    const repeated = await new Browser(new Server()).sees();
    await repeated.bets(2, { ok: true, repeated: true });
    assert.deepEqual(repeated.kinds(), [], 'the answer that had it was lost');
});

test('a roster that leaves an honest part out is found, with the receipt as evidence', async () => {
    for (const leaveOut of [
        (server) => (server.seats.get(2).commitment = null),
        (server) => (server.seats.get(2).commitment = 'ee'.repeat(32)),
    ]) {
        const { kinds, revealed, browser, server } = await cheated((it) => {
            leaveOut(it);
            it.seal();
        });
        assert.deepEqual([kinds, revealed], [['left_out'], []]);
        const { note } = browser.found[0].evidence;
        const own = note.parts[2];
        const hash = fair.receiptHashOf(server, 2, own.commitment);
        assert.ok(fair.isSigned(own.receipt, hash, server.signer.key), 'the receipt proves it');
        assert.ok(fair.isSigned(note.roster.signature, note.roster.hash, server.signer.key));
        assert.equal(own.part, '', 'a part that was not revealed is in no evidence');
    }
    const { kinds } = await cheated((it) => it.seal([[5, { commitment: null }]]), { seats: [2, 5] });
    assert.deepEqual(kinds, ['left_out'], 'nor may the seat itself be missing');
});

test('whoever sits down again in the same round commits to the same part again', async () => {
    const server = new Server();
    const browser = await new Browser(server).sees();
    const commitment = await browser.bets(2);
    assert.equal(browser.keeper.offer(server.view(), 2), undefined, 'it stands');
    server.seats.set(2, { in: false, commitment: null, part: null }); // stood up, sat down
    await browser.sees();
    assert.equal(await browser.bets(2), commitment);
    server.seats.get(2).in = true;
    server.seal();
    await browser.sees();
    assert.deepEqual([browser.kinds(), browser.revealed()], [[], [2]]);
});

test('a seat that wagers no more may be missing from the roster', async () => {
    const { kinds } = await cheated(
        (server) => {
            server.seats.get(2).in = false;
            server.seal();
        },
        { seats: [2, 5] },
    );
    assert.deepEqual(kinds, []);
});

test('a second roster for the same round is found, before and after the reveal', async () => {
    const another = (server) => {
        server.seats.set(7, { in: true, commitment: null, part: null });
        server.seal();
    };
    const after = await cheated((server) => server.seal(), {
        after: async (server, browser) => {
            another(server);
            await browser.sees(server.view([2]));
        },
    });
    assert.deepEqual([after.kinds, after.revealed], [['second_roster'], [2]]);
    const { roster, note } = after.browser.found[0].evidence;
    assert.notEqual(roster.hash, note.roster.hash);
    for (const each of [roster, note.roster]) {
        assert.ok(fair.isSigned(each.signature, each.hash, after.server.signer.key), 'both are signed');
    }
    // The first was seen by another tab, this one has revealed nothing yet.
    const server = new Server();
    const storage = new Box();
    await (await new Browser(server, { storage }).sees()).bets(2);
    const { reveal } = server;
    server.reveal = () => ({ ok: false, error: { code: 2, message: 'busy' } });
    server.seal();
    await new Browser(server, { storage }).sees(server.view([2]));
    server.reveal = reveal;
    another(server);
    const late = await new Browser(server, { storage }).sees(server.view([2]));
    assert.deepEqual([late.kinds(), late.revealed()], [['second_roster'], []]);
});

test('a roster without a good signature is found, and nothing is revealed for it', async () => {
    for (const spoil of [
        (roster) => (roster.signature = '00'.repeat(64)),
        (roster) => (roster.signature = null),
        (roster) => (roster.signature = new Signer().sign(roster.hash)),
        (roster) => (roster.hash = '77'.repeat(32)),
        (roster) => (roster.bank = 5),
        (roster) => (roster.procedure = 'shoe'),
        (roster) => (roster.procedure = 'by hand'),
        (roster) => delete roster.procedure,
        (roster) => roster.seats.push({ ...roster.seats[0] }),
        (roster) => roster.seats.push({ seat: 9, commitment: null }),
        (roster) => (roster.seats = 'none'),
        (roster) => delete roster.bank,
    ]) {
        const { kinds, revealed, browser } = await cheated((server) => {
            server.seal();
            spoil(server.roster);
        });
        assert.deepEqual([kinds, revealed, browser.faults], [['bad_roster'], [], []]);
    }
});

test('another commitment of the server for the same round is found, and nothing is revealed', async () => {
    const { kinds, revealed } = await cheated((server) => {
        server.commitment = fair.commitmentOf('6b'.repeat(32));
        server.seal();
    });
    assert.ok(kinds.includes('second_commitment'));
    assert.deepEqual(revealed, []);
    // Also where the roster is still of the first one; and while bets are open nothing more is committed.
    const late = await cheated((server) => {
        server.seal();
        server.commitment = fair.commitmentOf('6b'.repeat(32));
    });
    assert.deepEqual([late.kinds, late.revealed], [['second_commitment'], []]);
    const server = new Server({ seats: [2, 4] });
    const browser = await new Browser(server).sees();
    server.commitment = fair.commitmentOf('6b'.repeat(32));
    assert.equal(await browser.bets(4), undefined);
});

test('another key is found; play goes on without parts until it is accepted', async () => {
    const storage = new Box();
    const server = new Server();
    await (await new Browser(server, { storage }).sees()).bets(2);
    const known = server.signer.key;
    Object.assign(server, { signer: new Signer(), round: 18 });
    server.seats.get(2).commitment = null;
    const browser = await new Browser(server, { storage }).sees();
    assert.deepEqual(browser.kinds(), ['key']);
    assert.deepEqual(
        [browser.found[0].evidence.pinned, browser.found[0].evidence.key],
        [known, server.signer.key],
    );
    assert.equal(await browser.bets(2), undefined);
    browser.keeper.accept(server.signer.key);
    assert.ok(await browser.bets(2));
    server.seal();
    await browser.sees();
    assert.deepEqual(browser.revealed(), [2]);
    assert.deepEqual(browser.kinds(), ['key']);
    // In the middle of a round: what was committed under the old key is not revealed under the new one.
    const { kinds, revealed } = await cheated((it) => {
        it.signer = new Signer();
        it.seal();
    });
    assert.deepEqual([kinds, revealed], [['key'], []]);
});

test('cards without a roster are found by whoever committed', async () => {
    const { kinds } = await cheated((server) => (server.state = 'playing'));
    assert.deepEqual(kinds, ['no_roster']);
    const server = new Server();
    const nobody = await new Browser(server).sees();
    server.state = 'playing';
    await nobody.sees();
    assert.deepEqual(nobody.kinds(), []);
});

test('a right part that is refused, and one that was taken and called missing, are findings', async () => {
    const refused = await cheated((server) => {
        server.seal();
        server.reveal = () => ({ ok: false, error: { code: 157, message: 'not the part' } });
    });
    assert.deepEqual(refused.kinds, ['part_refused']);
    const uncounted = await cheated((server) => server.seal(), {
        after: async (server, browser) => {
            server.last = { round: 17, secret: server.secret, voided: true, withheld: [2] };
            Object.assign(server, { round: 18, state: 'waiting', roster: null });
            await browser.sees(server.view([2]));
        },
    });
    assert.deepEqual(uncounted.kinds, ['not_counted']);
    const withheld = await cheated((server) => server.seal([[2, { commitment: null }]]), {
        after: async (server, browser) => {
            browser.found.length = 0;
            server.last = { round: 17, secret: server.secret, voided: true, withheld: [2] };
            Object.assign(server, { round: 18, state: 'waiting', roster: null });
            await browser.sees(server.view([2]));
        },
    });
    assert.deepEqual(withheld.kinds, [], 'what was not revealed is rightly called missing');
});

test('whoever is muted without having withheld a part is told, and nobody else is', async () => {
    const muted = async (reveals) => {
        const server = new Server();
        const browser = await new Browser(server).sees();
        await browser.bets(2);
        server.seal();
        if (reveals) {
            await browser.sees();
        }
        Object.assign(server, { round: 18, state: 'betting', roster: null, muted: 37 });
        server.seats.get(2).commitment = null;
        await browser.sees();
        assert.equal(browser.keeper.offer(server.view(), 2), undefined);
        return browser.kinds();
    };
    assert.deepEqual([await muted(true), await muted(false)], [['muted'], []]);
    // Another device of the same person committed in that round, and withheld.
    const watched = new Server();
    const watching = await new Browser(watched).sees();
    Object.assign(watched, { round: 18, muted: 37 });
    await watching.sees();
    assert.deepEqual(watching.kinds(), []);
    // A wager that crossed with the news goes without its part, and that is no finding.
    const server = new Server();
    const browser = await new Browser(server).sees();
    const before = server.view();
    const commitment = browser.keeper.offer(before, 2);
    server.muted = 30;
    await browser.sees();
    browser.keeper.answered(before, 2, commitment, { ok: true });
    server.seats.get(2).commitment = null;
    server.seal();
    await browser.sees();
    assert.deepEqual(browser.kinds(), []);
});

test('a secret that is not the promised one is found when it is told', async () => {
    const { kinds } = await cheated((server) => server.seal(), {
        after: async (server, browser) => {
            server.last = { round: 17, secret: '6b'.repeat(32) };
            Object.assign(server, { round: 18, state: 'waiting', roster: null });
            await browser.sees(server.view([2]));
        },
    });
    assert.deepEqual(kinds, ['secret']);
});

test('whatever a server shows, a part is told only for a sound roster that has its commitment', async (t) => {
    const random = chance(t);
    const pick = (list) => list[Math.floor(random() * list.length)];
    for (let run = 0; run < 120; run++) {
        const server = new Server({ seats: [2, 4], bank: pick([0, 4]) });
        const browser = await new Browser(server).sees();
        await browser.bets(2);
        const { key } = server.signer;
        const moves = [
            () => server.seal(),
            () => (server.state = pick(['betting', 'sealed', 'playing', 'waiting'])),
            () => (server.commitment = fair.commitmentOf(pick(['5a', '6b']).repeat(32))),
            () => (server.signer = new Signer()),
            () => server.roster && (server.roster.signature = pick(['', '00'.repeat(64)])),
            () => (server.seats.get(2).commitment = pick([null, 'ee'.repeat(32)])),
            () => (server.round += 1),
            () => (server.seats.get(4).in = pick([true, false])),
        ];
        for (let i = 0; i < 8; i++) {
            pick(moves)();
            const shown = structuredClone(server.view());
            const told = browser.revealed().length;
            await browser.sees(shown);
            for (const seat of browser.revealed().slice(told)) {
                const { roster, commitment } = shown.fairness;
                const note = browser.keeper.notes.at(3, shown.fairness.round);
                assert.equal(roster.hash, fair.rosterHashOf({ ...server, commitment }, roster));
                assert.ok(fair.isSigned(roster.signature, roster.hash, key));
                const listed = roster.seats.find((one) => one.seat === seat);
                assert.equal(listed.commitment, note.parts[seat].commitment);
                assert.equal(note.commitment, commitment);
            }
        }
        assert.deepEqual(browser.faults, []);
    }
});

// ---- the check of a record ----------------------------------------------------------------------

async function played() {
    const server = new Server({ seats: [2, 5, 6], bank: 6 });
    const browser = await new Browser(server).sees(server.view([2]));
    await browser.bets(2);
    server.commit(5, fair.partCommitmentOf(server, 5, 'dd'.repeat(32)));
    server.seal();
    await browser.sees(server.view([2]));
    server.reveal(5, 'dd'.repeat(32));
    const note = browser.keeper.notes.at(3, 17);
    return { server, note, key: browser.keeper.pinnedKey };
}

const failing = (checks) => checks.filter((one) => one.good === false).map((one) => one.words);

test('an honest record passes every check, and each lie fails one that says so', async () => {
    const { server, note, key } = await played();
    const record = server.record();
    const check = (it, noted = note) => [
        ...failing(recordChecks(it, 3, 17)),
        ...failing(noteChecks(it, noted, key)),
    ];
    assert.deepEqual(check(record), []);
    assert.ok(noteChecks(record, note, key).every((one) => one.good === true));
    const withRoster = (change) => {
        const roster = structuredClone(record.roster);
        change(roster);
        const hash = fair.rosterHashOf(record, { ...record, seats: roster });
        return { ...record, roster, signature: server.signer.sign(hash) };
    };
    for (const [lie, words] of [
        [{ ...record, secret: '6b'.repeat(32) }, 'The secret fits the commitment of the record'],
        [{ ...record, scheme: 1 }, 'The record is of this table and this round'],
        [{ ...record, round: 18 }, 'The record is of this table and this round'],
        [{ ...record, bank: 0 }, 'The server signed who plays and whose parts count'],
        [{ ...record, procedure: 'shoe' }, 'The server signed who plays and whose parts count'],
        [{ ...record, signature: '00'.repeat(64) }, 'The server signed who plays and whose parts count'],
        [{ ...record, key: new Signer().key }, 'The record is signed with the server’s key that this browser knows'],
        [{ ...record, dealt: [2] }, 'Cards went to the seats of that list and no others'],
        [{ ...record, dealt: [2, 5, 7] }, 'Cards went to the seats of that list and no others'],
        [withRoster((it) => (it[1].part = 'ee'.repeat(32))), 'The parts of seats 2 and 5 fit their commitments'],
        [
            withRoster((it) => (it[0].part = 'ee'.repeat(32))),
            'What this browser revealed as your part at seat 2 went into the shuffle',
        ],
        [withRoster((it) => (it[1].part = null)), 'Every committed part went into the shuffle'],
        [withRoster((it) => it.pop()), 'The list of players is the one this browser was shown before the deal'],
        [{ ...record, roster: null, dealt: [] }, 'The list of players is the one this browser was shown before the deal'],
        [{ ...record, withheld: [2], dealt: [] }, 'The server says that your part at seat 2 was not revealed in time'],
        [
            withRoster((it) => Object.assign(it[0], { commitment: null, part: null })),
            'What this browser revealed as your part at seat 2 went into the shuffle',
        ],
    ]) {
        assert.ok(check(lie).includes(words), `${words}: ${check(lie).join('; ')}`);
    }
    const other = { ...note, commitment: 'ab'.repeat(32) };
    assert.ok(
        check(record, other).includes('The commitment is the one this browser was shown before the deal'),
    );
    const unsigned = structuredClone(note);
    unsigned.parts[2].receipt = '00'.repeat(64);
    assert.deepEqual(check(record, unsigned), ['The receipt for your part at seat 2 is signed']);
    assert.deepEqual(
        noteChecks(record, undefined, '').map((one) => one.good),
        [null, null],
        'without notes there is nothing to compare with',
    );
});

test('a round that was called off or void before the deal is checked, too', async () => {
    const { server, note, key } = await played();
    server.seats.get(5).part = null;
    const calledOff = server.record({ dealt: [], withheld: [5] });
    assert.deepEqual(failing([...recordChecks(calledOff, 3, 17), ...noteChecks(calledOff, note, key)]), []);
    assert.deepEqual(compareCards({}, calledOff), []);
    assert.deepEqual(failing(recordChecks({ ...calledOff, withheld: [2] }, 3, 17)), [
        'Nothing was dealt, so a part may be missing',
    ]);
    const early = { ...calledOff, roster: null, signature: null, key: null, withheld: [] };
    assert.deepEqual(failing(recordChecks(early, 3, 17)), []);
    assert.deepEqual(failing(recordChecks({ ...early, dealt: [2] }, 3, 17)).slice(0, 1), [
        'The round ended before it was fixed who plays',
    ]);
});

test('what was noted is what uth verify takes, and a part that was not revealed is not told', async () => {
    const { note, server } = await played();
    const { part, receipt } = note.parts[2];
    assert.equal(
        verifyArguments(note),
        `--commitment ${server.commitment} --key ${server.signer.key} --roster ${server.roster.hash} --part 2:${part} --receipt 2:${receipt}`,
    );
    assert.doesNotMatch(verifyArguments({ ...note, parts: { 2: { part } } }), /--part/);
});

test('every card is compared with the one this shuffle deals', async () => {
    const { server } = await played();
    const fairness = server.record();
    const again = fair.dealAgain(fairness);
    const record = {
        community: again.community.join(' '),
        dealer: again.dealer.join(' '),
        players: [
            { seat: 2, cards: again.seats.get(2).join(' ') },
            { seat: 5, cards: [...again.seats.get(5)].reverse().join(' ') },
        ],
    };
    const wrong = compareCards(record, fairness).flatMap(({ place, cards }) =>
        cards.filter((card) => card.dealt !== card.recorded).map(() => place),
    );
    assert.deepEqual(wrong, ['Seat 5', 'Seat 5']);
});

// ---- the public list ----------------------------------------------------------------------------

test('the public list has every round, and each as this browser was shown it', () => {
    const hex = (n) => n.toString(16).padStart(64, '0');
    const listed = (round, more = {}) => ({
        round, commitment: hex(round), roster_hash: hex(round + 100), outcome: 'dealt', cause: '', ...more,
    });
    const note = (round, more = {}) => ({
        round, commitment: hex(round), roster: { hash: hex(round + 100) }, parts: {}, ...more,
    });
    const rounds = [9, 8, 7, 6].map((round) => listed(round));
    const found = (list, notes) => unlisted(list, notes).map((one) => one.round);
    assert.deepEqual(found(rounds, [6, 7, 8, 9].map((round) => note(round))), []);
    assert.deepEqual(found(rounds, [note(5), note(10)]), [], 'of another day, and in play');
    assert.deepEqual(found(rounds, [note(7, { roster: undefined })]), [], 'void before its roster, as noted');
    assert.deepEqual(found([listed(9), listed(7), listed(6)], []), [8], 'a gap');
    assert.deepEqual(found([listed(9), listed(7)], [note(8)]), [8]);
    assert.deepEqual(found(rounds, [note(8, { commitment: hex(1) })]), [8]);
    assert.deepEqual(found(rounds, [note(8, { roster: { hash: hex(1) } })]), [8]);
    assert.deepEqual(found([listed(9), listed(8, { roster_hash: null })], [note(8)]), [8]);
    assert.deepEqual(found([], [note(8)]), []);
    assert.equal(unlisted([listed(9), listed(7)], [])[0].listed, undefined);
});

test('why a round was not played to its end is said with whose part was missing', () => {
    const withheld = [{ seat: 2, role: 'guest' }, { seat: 5, role: 'player' }];
    assert.equal(
        abortWords({ cause: 'withheld', withheld }),
        'a part was not revealed: seat 2 (guest), seat 5 (player)',
    );
    assert.equal(abortWords({ cause: 'pit', withheld: [] }), 'void by the pit');
    assert.equal(abortWords({ cause: 'something new', withheld: [] }), 'something new');
});

// ---- words --------------------------------------------------------------------------------------

test('a finding says where it was, what it means, and is shown until it is closed', () => {
    const finding = { kind: 'left_out', table: 3, round: 17, seat: 2, atMs: 0, evidence: {} };
    assert.equal(findingPlace(finding), 'Table 3, round 17, seat 2');
    assert.equal(findingPlace({ ...finding, table: 0, round: 0, seat: 0 }), '');
    assert.match(findingTitle(finding), /left out/);
    assert.match(findingMeaning(finding), /roster/);
    const all = [finding, { ...finding, table: 4 }, { ...finding, closed: true }];
    const key = { ...finding, kind: 'key', table: 0 };
    assert.deepEqual(openFindings([...all, key], 3), [key, finding]);
});

test('the table says whose part it waits for', () => {
    const fairness = (seats) => ({
        parts: [1, 4, 6].map((seat) => ({ seat, committed: true, revealed: !seats.includes(seat) })),
    });
    const words = (seats) => sealedWords({ state: 'sealed', fairness: fairness(seats) });
    assert.equal(words([4]), 'Waiting for seat 4’s part of the shuffle.');
    assert.equal(words([1, 4, 6]), 'Waiting for parts of the shuffle from seats 1, 4 and 6.');
    assert.equal(words([]), 'Waiting for the players’ parts of the shuffle.');
    assert.equal(sealedWords({ state: 'playing', fairness: fairness([1]) }), '');
    assert.equal(seatsWords([3]), 'seat 3');
});
