// The connection to the server, good for bad networks.
//
//        connect()                 hello                      socket gone, or silent
//  idle ----------> connecting ------------> open ----------------------------------+
//                       ^                                                           |
//                       +---- waiting (exponential back-off, with jitter) <---------+
//
// Invariants:
//   (1) Messages of any socket but the present one are dropped.
//   (2) A table's view is replaced by a newer one only; doubled, late and reordered ones change
//       nothing. A message that cannot be read means that something may be missing: the connection
//       is made anew, and with it comes the newest view.
//   (3) Every command has an id of its own. What was not answered is sent again with the same id, so
//       the server carries it out at most once.
//   (4) Commands of a watched table wait, after a reconnect, for its first view: what was meant for
//       a moment that has passed (`fits`) is not sent but answered `stale`.
//   (5) Commands of a table go out in the order of their ids.
//
// Nothing here knows the game, the page or the real clock: all of it comes in as `Ports`.
import { momentOf, type Moment } from './moment';
import type { Answer, Lobby, Meter, Person, View } from './types';

export interface SocketLike {
    send(text: string): void;
    close(): void;
    onopen: (() => void) | null;
    onmessage: ((event: { data: unknown }) => void) | null;
    onclose: (() => void) | null;
    onerror: (() => void) | null;
}

export interface Ports {
    open(): SocketLike;
    /** The server's clock, as well as it is known: it may jump. */
    now(): number;
    /** Milliseconds that never jump. */
    ticks(): number;
    later(ms: number, run: () => void): unknown;
    cancel(timer: unknown): void;
    random(): number;
}

export type Status = 'idle' | 'connecting' | 'open' | 'waiting';

export interface Listener {
    status?(status: Status, retryAt: number): void;
    hello?(person: Person, serverMs: number, fairnessKey: unknown): void;
    view?(view: View): void;
    lobby?(lobby: Lobby): void;
    person?(person: Person): void;
    meter?(meter: Meter): void;
    pit?(pit: unknown): void;
    fault?(text: string): void;
}

interface Pending {
    id: number;
    table: number;
    text: string;
    sent: boolean;
    fits: ((view: View) => boolean) | undefined;
    resolve(answer: Answer): void;
}

interface Seen {
    version: number;
    serverMs: number;
    fresh: boolean; // seen on this connection
    view: View;
}

/** When a command was made. */
export interface Made {
    at?: Moment;
    fits?: (view: View) => boolean;
}

/** What to be told of; `table` and `meter` name which. */
export type Topic = 'lobby' | 'watch_pit' | `watch ${number}` | `watch_meter ${number}`;

const backoffFirstMs = 250;
const backoffMaxMs = 15_000;
const helloMaxMs = 8_000;
const silenceMaxMs = 12_000;
const pingGraceMs = 5_000;
const lateMs = 1_000; // a timer as late as this means that the page itself stood still
const answerMaxMs = 10_000;
export const pendingMax = 64;

function topicMessage(topic: Topic, off = false): object | null {
    const [type, number] = topic.split(' ');
    if (type === 'watch') {
        return { type: off ? 'unwatch' : 'watch', table: Number(number) };
    }
    if (off) {
        return null; // the protocol has no word for it: what comes is ignored
    }
    return type === 'watch_meter' ? { type, meter: Number(number) } : { type };
}

function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isView(value: Record<string, unknown>): boolean {
    return (
        Number.isSafeInteger(value['table']) &&
        Number.isSafeInteger(value['version']) &&
        typeof value['server_ms'] === 'number' &&
        typeof value['state'] === 'string' &&
        typeof value['phase'] === 'string' &&
        Array.isArray(value['seats']) &&
        Array.isArray(value['community']) &&
        isObject(value['dealer'])
    );
}

export class Connection {
    private socket: SocketLike | null = null;
    private wanted = false;
    private greeted = false;
    private attempts = 0;
    private timer: unknown = null; // of the back-off, the hello or the silence: one at a time
    private heard = 0; // when the server was last heard, in ticks
    private pinged = false;
    private lastId = 0;
    private topics = new Map<Topic, number>(); // how many want it
    private seen = new Map<number, Seen>();
    private pending: Pending[] = []; // in the order of their ids
    status: Status = 'idle';

    constructor(
        private ports: Ports,
        private listener: Listener,
    ) {}

    connect(): void {
        this.wanted = true;
        if (this.status === 'idle') {
            this.dial();
        }
    }

    /** Tries at once instead of waiting for the back-off: the network is back, the page is visible. */
    retryNow(): void {
        if (this.status === 'waiting') {
            this.attempts = 0;
            this.dial();
        }
    }

    /** Another person from here on: nothing of the one before is kept or sent. */
    reset(): void {
        this.seen.clear();
        for (const one of this.pending.splice(0)) {
            one.resolve({ ok: false, error: { code: 'stale', message: 'signed out' } });
        }
        this.hangUp();
        this.setStatus('idle');
        this.attempts = 0;
        if (this.wanted) {
            this.dial();
        }
    }

    disconnect(): void {
        this.wanted = false;
        if (this.status !== 'idle') {
            this.hangUp();
            this.setStatus('idle');
        }
    }

    // ---- what to be told of ---------------------------------------------------------------------

    subscribe(topic: Topic): void {
        const count = this.topics.get(topic) ?? 0;
        this.topics.set(topic, count + 1);
        if (count === 0 && this.greeted) {
            this.transmit(topicMessage(topic));
        }
    }

    unsubscribe(topic: Topic): void {
        const count = this.topics.get(topic) ?? 0;
        if (count > 1) {
            this.topics.set(topic, count - 1);
            return;
        }
        this.topics.delete(topic);
        if (topic.startsWith('watch ')) {
            this.seen.delete(Number(topic.slice(6)));
        }
        if (count === 1 && this.greeted) {
            this.transmit(topicMessage(topic, true));
        }
    }

    // ---- commands -------------------------------------------------------------------------------

    /**
     * Sends a command now, or when there is a connection again. `made.at` is what its sender saw, unless
     * that is the newest view; `made.fits` says, after a reconnect, whether it still means what it meant.
     */
    command(
        type: string,
        table: number,
        fields: Record<string, unknown> = {},
        made: Made = {},
    ): Promise<Answer> {
        if (this.pending.length >= pendingMax) {
            const message = 'too many commands are waiting for the network';
            return Promise.resolve({ ok: false, error: { code: 'busy', message } });
        }
        const seen = this.seen.get(table)?.view;
        const spots = [seen?.you, ...(seen?.more_spots ?? [])];
        const known = Math.max(0, ...spots.map((spot) => spot?.command_id ?? 0));
        const id = Math.max(this.lastId + 1, known + 1, Math.floor(this.ports.now()));
        this.lastId = id;
        const moment = momentOf(type, made.at ?? seen);
        const text = JSON.stringify({ ...moment, ...fields, type, table, id });
        return new Promise((resolve) => {
            this.pending.push({ id, table, text, sent: false, fits: made.fits, resolve });
            this.flush();
        });
    }

    get unanswered(): number {
        return this.pending.length;
    }

    // Sends what may be sent (4), in order (5).
    private flush(): void {
        if (!this.greeted) {
            return;
        }
        const keep: Pending[] = [];
        const stale: Pending[] = [];
        for (const one of this.pending) {
            const watched = this.topics.has(`watch ${one.table}`);
            const seen = this.seen.get(one.table);
            if (!one.sent && (!watched || seen?.fresh)) {
                if (one.fits && seen && !one.fits(seen.view)) {
                    stale.push(one);
                    continue;
                }
                one.sent = true;
                this.sendText(one.text);
                this.awaitAnswer(one);
            }
            keep.push(one);
        }
        this.pending = keep;
        for (const one of stale) {
            const message = 'not sent: the table has gone on in the meantime';
            one.resolve({ ok: false, error: { code: 'stale', message } });
        }
    }

    private awaitAnswer(one: Pending): void {
        const due = this.ports.ticks() + answerMaxMs;
        this.later(answerMaxMs, () => {
            if (one.sent && this.pending.includes(one)) {
                if (this.ports.ticks() - due >= lateMs) {
                    this.awaitAnswer(one); // the page stood still: the answer may be there already
                } else {
                    this.lost();
                }
            }
        });
    }

    private answered(message: Record<string, unknown>): void {
        const at = this.pending.findIndex((one) => one.id === message['id']);
        if (at < 0) {
            return; // doubled, or of a page before this one
        }
        const [one] = this.pending.splice(at, 1);
        const answer: Answer = { ok: message['ok'] === true };
        if (isObject(message['error'])) {
            answer.error = message['error'] as unknown as NonNullable<Answer['error']>;
        }
        if (message['repeated'] === true) {
            answer.repeated = true;
        }
        if (typeof message['receipt'] === 'string') {
            answer.receipt = message['receipt'];
        }
        one?.resolve(answer);
    }

    // ---- the socket -----------------------------------------------------------------------------

    private setStatus(status: Status, retryAt = 0): void {
        this.status = status;
        this.listener.status?.(status, retryAt);
    }

    private later(ms: number, run: () => void): unknown {
        const socket = this.socket;
        return this.ports.later(ms, () => {
            if (this.socket === socket) {
                run();
            }
        });
    }

    private only(ms: number, run: () => void): void {
        this.ports.cancel(this.timer);
        this.timer = this.ports.later(ms, run);
    }

    private hangUp(): void {
        const socket = this.socket;
        this.ports.cancel(this.timer);
        this.socket = null;
        this.greeted = false;
        for (const seen of this.seen.values()) {
            seen.fresh = false;
        }
        for (const one of this.pending) {
            one.sent = false;
        }
        if (socket) {
            socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
            try {
                socket.close();
            } catch {
                // It was closed already: nothing is left to do.
            }
        }
    }

    private dial(): void {
        this.hangUp();
        this.setStatus('connecting');
        let socket: SocketLike;
        try {
            socket = this.ports.open();
        } catch {
            this.lost();
            return;
        }
        this.socket = socket;
        const mine = (run: () => void) => () => {
            if (this.socket === socket) {
                run();
            }
        };
        socket.onopen = null;
        socket.onclose = mine(() => this.lost());
        socket.onerror = mine(() => this.lost());
        socket.onmessage = (event) => {
            if (this.socket === socket) {
                this.receive(event.data);
            }
        };
        this.only(
            helloMaxMs,
            mine(() => this.lost()),
        );
    }

    private lost(): void {
        this.hangUp();
        if (!this.wanted) {
            this.setStatus('idle');
            return;
        }
        const longest = Math.min(backoffMaxMs, backoffFirstMs * 2 ** this.attempts);
        const wait = longest / 2 + this.ports.random() * (longest / 2);
        this.attempts += 1;
        this.setStatus('waiting', this.ports.now() + wait);
        this.only(wait, () => this.dial());
    }

    private sendText(text: string): void {
        try {
            this.socket?.send(text);
        } catch {
            // The socket is closing: its onclose comes, and what was not answered is sent again.
        }
    }

    private transmit(message: object | null): void {
        if (message) {
            this.sendText(JSON.stringify(message));
        }
    }

    // A connection that says nothing is asked; one that does not answer is lost. A page that stood
    // still, on a busy machine or asleep, runs its timers before it hears what has come in meanwhile:
    // then it asks once more.
    private watchSilence(due: number): void {
        const now = this.ports.ticks();
        const quiet = now - this.heard;
        const stoodStill = now - due >= lateMs;
        if (this.pinged && quiet >= pingGraceMs && !stoodStill) {
            this.lost();
            return;
        }
        if (quiet >= silenceMaxMs - pingGraceMs) {
            this.pinged = true;
            this.transmit({ type: 'ping' });
        }
        this.watchLater();
    }

    private watchLater(): void {
        const due = this.ports.ticks() + pingGraceMs;
        this.only(pingGraceMs, () => this.watchSilence(due));
    }

    // ---- what comes in --------------------------------------------------------------------------

    private receive(data: unknown): void {
        let message: unknown;
        try {
            message = JSON.parse(String(data));
        } catch {
            message = null;
        }
        if (!isObject(message) || typeof message['type'] !== 'string') {
            this.listener.fault?.('a message could not be read');
            this.lost();
            return;
        }
        this.heard = this.ports.ticks();
        this.pinged = false;
        this.dispatch(message['type'], message);
    }

    private dispatch(type: string, message: Record<string, unknown>): void {
        switch (type) {
            case 'hello':
                this.hello(message);
                break;
            case 'answer':
                this.answered(message);
                break;
            case 'view':
                this.view(message);
                break;
            case 'lobby':
                if (Array.isArray(message['tables'])) {
                    this.listener.lobby?.(message as unknown as Lobby);
                }
                break;
            case 'person':
                if (isObject(message['person'])) {
                    this.listener.person?.(message['person'] as unknown as Person);
                }
                break;
            case 'meter':
                this.listener.meter?.(message as unknown as Meter);
                break;
            case 'pit':
                this.listener.pit?.(message);
                break;
            case 'error':
                this.listener.fault?.(
                    isObject(message['error']) ? String(message['error']['message']) : '',
                );
                break;
            case 'bye':
                this.attempts = Math.max(this.attempts, 2);
                this.lost();
                break;
            default:
                break; // pong, and what a newer server says
        }
    }

    private hello(message: Record<string, unknown>): void {
        if (this.greeted) {
            return; // doubled
        }
        this.greeted = true;
        this.attempts = 0;
        const person = isObject(message['person'])
            ? (message['person'] as unknown as Person)
            : { role: null, play_money: false };
        this.listener.hello?.(person, Number(message['server_ms']), message['fairness_key']);
        this.setStatus('open');
        for (const topic of this.topics.keys()) {
            this.transmit(topicMessage(topic));
        }
        this.flush();
        this.heard = this.ports.ticks();
        this.watchLater();
    }

    private view(message: Record<string, unknown>): void {
        if (!isView(message)) {
            this.listener.fault?.('a view could not be read');
            this.lost();
            return;
        }
        const view = message as unknown as View;
        if (!this.topics.has(`watch ${view.table}`)) {
            return;
        }
        const seen = this.seen.get(view.table);
        // Versions of one connection compare. A server that was restarted may count anew: then its clock
        // says what is newer.
        const newer =
            !seen ||
            view.version > seen.version ||
            (!seen.fresh && (view.server_ms > seen.serverMs || view.version === seen.version));
        if (!newer) {
            return;
        }
        this.seen.set(view.table, {
            version: view.version,
            serverMs: view.server_ms,
            fresh: true,
            view,
        });
        this.listener.view?.(view);
        this.flush();
    }
}
