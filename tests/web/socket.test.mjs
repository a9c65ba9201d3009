// The connection on networks that are late, double, reorder, cut and break, with a clock of its own.
import assert from "node:assert/strict";
import test from "node:test";
import { chance, load } from "./support.mjs";

const { Connection, pendingMax } = await load("lib/socket.ts");

// ---- time that runs when it is told to ----------------------------------------------------------

class Time {
    now = 1_790_000_000_000;
    skew = 0; // by which the server's clock seems to be ahead
    queue = [];
    next = 0;

    later(ms, run) {
        const timer = { at: this.now + ms, order: this.next++, run };
        this.queue.push(timer);
        return timer;
    }

    cancel(timer) {
        const at = this.queue.indexOf(timer);
        if (at >= 0) {
            this.queue.splice(at, 1);
        }
    }

    async run(ms) {
        const end = this.now + ms;
        for (;;) {
            const due = this.queue
                .filter((one) => one.at <= end)
                .sort((a, b) => a.at - b.at || a.order - b.order)[0];
            if (!due) {
                break;
            }
            this.cancel(due);
            this.now = Math.max(this.now, due.at);
            due.run();
            await Promise.resolve();
        }
        this.now = end;
        await new Promise((resolve) => setImmediate(resolve));
    }
}

// ---- a server with one table: it adds up, and carries each command out once ---------------------

class Server {
    sum = 0;
    version = 0;
    round = 1;
    done = new Map(); // id -> answer
    carriedOut = [];
    lines = new Set();
    lastId = 0;

    constructor(time) {
        this.time = time;
    }

    view() {
        return {
            type: "view",
            table: 1,
            version: this.version,
            server_ms: this.time.now,
            state: "betting",
            phase: "betting",
            round: this.round,
            seats: [{ seat: 1, chips: this.sum }],
            community: [],
            dealer: {},
            you: { command_id: this.lastId },
        };
    }

    changed() {
        this.version += 1;
        for (const line of this.lines) {
            if (line.watching) {
                line.send(JSON.stringify(this.view()));
            }
        }
    }

    hear(line, text) {
        const message = JSON.parse(text);
        if (message.type === "watch") {
            line.watching = true;
            line.send(JSON.stringify(this.view()));
        } else if (message.type === "ping") {
            line.send('{"type":"pong"}');
        } else if (message.type === "add") {
            line.send(JSON.stringify(this.carryOut(message)));
        }
    }

    // As the room does: an id at or below the last one was carried out, or refused, before.
    carryOut(message) {
        const before = this.done.get(message.id);
        if (before) {
            return { ...before, repeated: true };
        }
        if (message.id <= this.lastId) {
            return {
                type: "answer",
                id: message.id,
                table: 1,
                ok: false,
                error: { code: "order", message: "out of order" },
            };
        }
        this.lastId = message.id;
        this.sum += message.amount;
        this.carriedOut.push(message);
        const answer = { type: "answer", id: message.id, table: 1, ok: true };
        this.done.set(message.id, answer);
        this.changed();
        return answer;
    }
}

// ---- the network between ------------------------------------------------------------------------

const kind = { late: 0, double: 0, cut: 0, drop: 0, refuse: 0 };

class Line {
    onopen = null;
    onmessage = null;
    onclose = null;
    onerror = null;
    open = true;
    watching = false;

    constructor(time, server, random, bad) {
        Object.assign(this, { time, server, random, bad });
        server.lines.add(this);
        if (random() < bad.refuse) {
            time.later(10, () => this.break());
        } else {
            this.deliver({
                type: "hello",
                v: 1,
                server_ms: time.now,
                person: { role: "guest" },
            });
        }
    }

    deliver(message) {
        this.carry(
            typeof message === "string" ? message : JSON.stringify(message),
            (text) => {
                this.onmessage?.({ data: text });
            },
        );
    }

    // From the server.
    send(text) {
        this.deliver(text);
    }

    // Late by chance, hence out of order; doubled; cut short; or the line breaks and it is lost.
    carry(text, arrive) {
        const { late, double, cut, drop } = this.bad;
        if (this.random() < drop) {
            this.time.later(this.random() * late, () => this.break());
            return;
        }
        const whole =
            this.random() < cut
                ? text.slice(0, Math.floor(this.random() * text.length))
                : text;
        const times = this.random() < double ? 2 : 1;
        for (let i = 0; i < times; i++) {
            this.time.later(
                5 + this.random() * late,
                () => this.open && arrive(whole),
            );
        }
    }

    break() {
        if (this.open) {
            this.open = false;
            this.server.lines.delete(this);
            this.onclose?.();
        }
    }

    close() {
        this.open = false;
        this.server.lines.delete(this);
    }
}

// What a client sends keeps its order, as over TCP; it may be late, and the line may break under it.
class OrderedLine extends Line {
    lastArrival = 0;
    deaf = false;

    fromClient(text) {
        if (!this.open) {
            throw new Error("the socket is closed");
        }
        if (this.deaf || this.random() < this.bad.drop) {
            this.deaf = true; // what follows a lost piece does not arrive either
            this.time.later(this.random() * this.bad.late, () => this.break());
            return;
        }
        const at = Math.max(
            this.lastArrival,
            this.time.now + 5 + this.random() * this.bad.late,
        );
        this.lastArrival = at;
        this.time.later(
            at - this.time.now,
            () => this.open && this.server.hear(this, text),
        );
        if (this.random() < this.bad.double) {
            this.time.later(
                at - this.time.now,
                () => this.open && this.server.hear(this, text),
            );
        }
    }
}

function connect(random, bad, more = {}) {
    const time = new Time();
    const server = new Server(time);
    const views = [];
    const lines = [];
    const statuses = [];
    const connection = new Connection(
        {
            open() {
                const line = new OrderedLine(time, server, random, {
                    ...kind,
                    late: 1,
                    ...bad,
                });
                lines.push(line);
                return {
                    send: (text) => line.fromClient(text),
                    close: () => line.close(),
                    set onmessage(run) {
                        line.onmessage = run;
                    },
                    set onclose(run) {
                        line.onclose = run;
                    },
                    set onopen(run) {
                        line.onopen = run;
                    },
                    set onerror(run) {
                        line.onerror = run;
                    },
                };
            },
            now: () => time.now + time.skew,
            ticks: () => time.now,
            later: (ms, run) => time.later(ms, run),
            cancel: (timer) => time.cancel(timer),
            random,
        },
        {
            view: (view) => views.push(view),
            status: (status) => statuses.push(status),
            ...more,
        },
    );
    connection.subscribe("watch 1");
    connection.connect();
    return { time, server, views, lines, statuses, connection };
}

const half = () => 0.5;

test("a good network: hello, a view, commands answered in order", async () => {
    const { time, server, views, connection } = connect(half, {});
    await time.run(100);
    assert.equal(connection.status, "open");
    const answers = Promise.all(
        [1, 2, 3].map((amount) => connection.command("add", 1, { amount })),
    );
    await time.run(100);
    assert.deepEqual(
        (await answers).map((answer) => answer.ok),
        [true, true, true],
    );
    assert.equal(server.sum, 6);
    assert.equal(views.at(-1).seats[0].chips, 6);
    assert.equal(connection.unanswered, 0);
});

test("a bad network: every command once, the newest view, no wrong amount", async (t) => {
    const random = chance(t);
    for (let game = 0; game < 60; game++) {
        const bad = {
            late: random() * 900,
            double: random() * 0.4,
            cut: random() * 0.08,
            drop: random() * 0.08,
            refuse: random() * 0.4,
        };
        const { time, server, views, connection } = connect(random, bad);
        const asked = [];
        let wanted = 0;
        for (let i = 0; i < 30; i++) {
            const amount = 1 + Math.floor(random() * 1000);
            wanted += amount;
            asked.push(connection.command("add", 1, { amount }));
            await time.run(random() * 400);
        }
        await time.run(600_000); // whatever was lost has been sent again by now
        const answers = await Promise.all(asked);
        assert.ok(
            answers.every((answer) => answer.ok),
            `game ${game}: all were carried out`,
        );
        assert.equal(server.carriedOut.length, 30, `game ${game}: each once`);
        assert.equal(server.sum, wanted);
        assert.equal(
            views.at(-1).seats[0].chips,
            wanted,
            `game ${game}: the last view is the newest`,
        );
        for (let i = 1; i < views.length; i++) {
            assert.ok(
                views[i].version >= views[i - 1].version,
                `game ${game}: no view is older than the one before`,
            );
        }
    }
});

test('a command carries the moment of the view it was made from', async () => {
    const { time, server, connection } = connect(half, {});
    const heard = [];
    const hear = server.hear.bind(server);
    server.hear = (line, text) => {
        heard.push(JSON.parse(text));
        hear(line, text);
    };
    await time.run(100);
    void connection.command('wager', 1, { stakes: {} });
    void connection.command('decide', 1, { action: 'check' }, { at: { round: 7, phase: 'flop' } });
    void connection.command('void', 1, { reason: 'x', round: 9 });
    void connection.command('stand', 1);
    await time.run(100);
    const sent = (type) => {
        const { round, street } = heard.find((message) => message.type === type);
        return [round, street];
    };
    assert.deepEqual(sent('wager'), [1, undefined]);
    assert.deepEqual(sent('decide'), [7, 'flop']);
    assert.deepEqual(sent('void'), [9, undefined]);
    assert.deepEqual(sent('stand'), [undefined, undefined]);
});

test("a view that comes twice or late is shown once", async () => {
    const { time, server, views, lines } = connect(half, {});
    await time.run(100);
    const shown = views.length;
    const old = JSON.stringify(server.view());
    server.changed();
    await time.run(20);
    for (let i = 0; i < 3; i++) {
        lines[0].deliver(old);
    }
    lines[0].deliver(JSON.stringify(server.view()));
    await time.run(50);
    assert.equal(views.length, shown + 1);
});

test("after a restart versions may begin anew: the clock tells which view is newer", async () => {
    const { time, server, views, lines } = connect(half, {});
    server.version = 500;
    await time.run(100);
    lines[0].break();
    server.version = 3;
    server.sum = 77;
    await time.run(5000);
    assert.equal(views.at(-1).version, 3);
    assert.equal(views.at(-1).seats[0].chips, 77);
});

test("what was meant for a moment that has passed is not sent", async () => {
    const { time, server, lines, connection, views } = connect(half, {});
    await time.run(100);
    const seen = views.at(-1);
    lines[0].break();
    const answer = connection.command(
        "add",
        1,
        { amount: 5 },
        {
            fits: (view) => view.round === seen.round,
        },
    );
    const lasting = connection.command("add", 1, { amount: 7 });
    server.round += 1;
    server.changed();
    await time.run(5000);
    assert.equal((await answer).error.code, "stale");
    assert.equal((await lasting).ok, true);
    assert.equal(server.sum, 7);
});

test("a command whose answer was lost is not carried out again", async () => {
    const { time, server, lines, connection } = connect(half, {});
    await time.run(100);
    const answer = connection.command("add", 1, { amount: 5 });
    const hear = server.hear.bind(server);
    server.hear = (line, text) => {
        hear({ ...line, send: () => undefined }, text); // carried out; the answer is lost
        line.break();
        server.hear = hear;
    };
    await time.run(20_000);
    assert.equal((await answer).repeated, true);
    assert.equal(server.sum, 5);
    assert.equal(lines.length, 2);
});

test("ids rise above what the server has seen of this person, also from another device", async () => {
    const { time, server, connection } = connect(half, {});
    server.lastId = time.now + 3_600_000; // a device whose clock is an hour ahead
    await time.run(100);
    const answer = connection.command("add", 1, { amount: 1 });
    await time.run(100);
    assert.equal((await answer).ok, true);
});

test("a silent connection is asked, then given up", async () => {
    const { time, lines, statuses } = connect(half, {});
    await time.run(100);
    lines[0].server = { hear: () => undefined, lines: new Set() }; // nothing is heard any more
    await time.run(60_000);
    assert.ok(lines.length >= 2, "it was made anew");
    assert.ok(statuses.includes("waiting"));
    assert.equal(statuses.at(-1), "open");
});

test("a quiet connection that answers is kept", async () => {
    const { time, lines } = connect(half, {});
    await time.run(3_600_000);
    assert.equal(lines.length, 1);
});

test("a server whose clock seems to jump is not taken for a silent one", async () => {
    const { time, lines } = connect(half, {});
    for (const skew of [0, 9_000, -9_000, 60_000, 0]) {
        time.skew = skew; // a less late message has come, or an old one is forgotten
        await time.run(13_000);
    }
    assert.equal(lines.length, 1);
});

test("a page that stood still asks again before it gives a connection up", async () => {
    const { time, lines, connection } = connect(half, {});
    await time.run(8_000);
    const held = [];
    const { hear } = lines[0].server;
    lines[0].server.hear = (line, text) => held.push([line, text]);
    await time.run(3_000);
    assert.deepEqual(
        held.map(([, text]) => JSON.parse(text).type),
        ["ping"],
    );
    const answer = connection.command("add", 1, { amount: 7 });
    time.now += 30_000; // nothing ran; what is due comes before what has arrived
    await time.run(20);
    lines[0].server.hear = hear;
    for (const [line, text] of held) lines[0].server.hear(line, text);
    await time.run(60_000);
    assert.equal((await answer).ok, true);
    assert.equal(lines.length, 1, "the connection was good");
});

test("waiting grows twofold up to a quarter of a minute, and starts again after a hello", async () => {
    const { time, lines, connection } = connect(half, { refuse: 1 });
    const starts = [];
    for (let i = 0; i < 14; i++) {
        const before = lines.length;
        while (lines.length === before) {
            await time.run(10);
        }
        starts.push(time.now);
    }
    const waits = starts.slice(1).map((at, i) => at - starts[i]);
    assert.ok(waits[0] < 600, `first ${waits[0]}`);
    assert.ok(
        waits.at(-1) > 7000 && waits.at(-1) <= 15_100,
        `last ${waits.at(-1)}`,
    );
    connection.retryNow();
    assert.equal(connection.status, "connecting");
});

test("a message that cannot be read makes the connection anew", async () => {
    for (const text of [
        '{"type":"vi',
        "",
        "[]",
        "null",
        '{"type":"view","table":1,"version":9}',
        '{"no":1}',
    ]) {
        const { time, lines, views } = connect(half, {});
        await time.run(100);
        const shown = views.length;
        lines[0].deliver(text);
        await time.run(3000);
        assert.equal(lines.length, 2, text);
        assert.ok(views.length > shown, "the newest view came with it");
    }
});

test("unknown messages of a newer server are left alone", async () => {
    const { time, lines } = connect(half, {});
    await time.run(100);
    lines[0].deliver('{"type":"weather","sunny":true}');
    await time.run(1000);
    assert.equal(lines.length, 1);
});

test("another person: nothing of the one before is sent or shown", async () => {
    const { time, server, lines, connection } = connect(half, {});
    await time.run(100);
    lines[0].break();
    const answer = connection.command("add", 1, { amount: 5 });
    connection.reset();
    await time.run(5000);
    assert.equal((await answer).error.code, "stale");
    assert.equal(server.sum, 0);
    assert.equal(connection.status, "open");
});

test("commands that pile up without a network are refused at a limit", async () => {
    const { connection } = connect(half, { refuse: 1 });
    for (let i = 0; i < pendingMax; i++) {
        void connection.command("add", 1, { amount: 1 });
    }
    assert.equal(
        (await connection.command("add", 1, { amount: 1 })).error.code,
        "busy",
    );
});

test("bye: the server stops, and is tried again a little later", async () => {
    const { time, lines, connection } = connect(half, {});
    await time.run(100);
    lines[0].deliver('{"type":"bye","reason":"restart"}');
    await time.run(300);
    assert.equal(connection.status, "waiting");
    await time.run(5000);
    assert.equal(connection.status, "open");
});

test("a table no longer watched is no longer shown", async () => {
    const { time, server, views, connection } = connect(half, {});
    await time.run(100);
    connection.unsubscribe("watch 1");
    const shown = views.length;
    server.changed();
    await time.run(100);
    assert.equal(views.length, shown);
});

test("a hello that comes twice greets once", async () => {
    const { time, server, lines } = connect(half, {});
    let watches = 0;
    const hear = server.hear.bind(server);
    server.hear = (line, text) => {
        watches += text.includes('"watch"') ? 1 : 0;
        hear(line, text);
    };
    lines[0].deliver({
        type: "hello",
        v: 1,
        server_ms: time.now,
        person: { role: "guest" },
    });
    await time.run(1000);
    assert.equal(watches, 1);
});
