// The page's state: one connection, and what it has said, as signals.
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { get, post, rememberToken, wordsOf } from './api';
import { heardServer, serverNow } from './clock';
import { toHex } from './fair';
import { raise } from './fairness/findings';
import { Keeper } from './fairness/keeper';
import { browserStorage } from './fairness/notes';
import { share } from './share';
import { Connection, type Made, type SocketLike, type Status, type Topic } from './socket';
import { toast } from './toast';
import type { Answer, Lobby, Meter, Person, Right, View } from './types';

const nobody: Person = { role: null, play_money: false };

export const me = signal<Person>(nobody);
/** Does the room play for play money? Until the server has said so, no page claims it. */
export const playMoney = (): boolean => me.value.play_money === true;
/** False until the server has said who this is. */
export const meKnown = signal(false);
export const lobby = signal<Lobby | null>(null);
export const pit = signal<unknown>(null);
export const status = signal<Status>('idle');
export const retryAt = signal(0);
/** The connection has been there and is not now: what is shown may be old. */
export const cut = signal(false);
export const isSignedIn: ReadonlySignal<boolean> = computed(() => me.value.role !== null);

export function may(right: Right): boolean {
    return me.value.rights?.includes(right) ?? false;
}

// ---- views, at most one a frame -----------------------------------------------------------------

const views = new Map<number, Signal<View | null>>();
const meters = new Map<number, Signal<Meter | null>>();
const arrived = new Map<number, View>();
let framed = false;

export function viewOf(table: number): Signal<View | null> {
    let found = views.get(table);
    if (!found) {
        found = signal<View | null>(null);
        views.set(table, found);
    }
    return found;
}

export function meterOf(meter: number): Signal<Meter | null> {
    let found = meters.get(meter);
    if (!found) {
        found = signal<Meter | null>(null);
        meters.set(meter, found);
    }
    return found;
}

function show(): void {
    framed = false;
    batch(() => {
        for (const [table, view] of arrived) {
            const held = viewOf(table);
            held.value = share(held.value, view);
        }
        arrived.clear();
    });
}

// A hidden page gets no frames, and must not show an old table when it is looked at again.
function showSoon(): void {
    if (!framed) {
        framed = true;
        if (document.hidden) {
            setTimeout(show, 50);
        } else {
            requestAnimationFrame(show);
        }
    }
}

function becomes(person: Person): void {
    rememberToken(person);
    me.value = { ...me.value, ...person };
    meKnown.value = true;
}

// ---- the connection -----------------------------------------------------------------------------

function open(): SocketLike {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/ws`, 'uth1') as unknown as SocketLike;
}

export const connection = new Connection(
    {
        open,
        now: serverNow,
        ticks: () => performance.now(),
        later: (ms, run) => setTimeout(run, ms),
        cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
        random: Math.random,
    },
    {
        status(now, at) {
            batch(() => {
                status.value = now;
                retryAt.value = at;
                if (now === 'open' || now === 'idle') {
                    cut.value = false;
                } else if (now === 'waiting') {
                    cut.value = true;
                }
            });
            if (now === 'waiting') {
                askWhoIAm();
            }
        },
        hello(person, serverMs, fairnessKey) {
            heardServer(serverMs);
            keeper.meet(fairnessKey);
            becomes(person);
        },
        view(view) {
            heardServer(view.server_ms);
            keeper.view(view); // not with the frame: a hidden page reveals its part, too
            arrived.set(view.table, view);
            showSoon();
        },
        lobby: (said) => (lobby.value = share(lobby.value, said)),
        person: becomes,
        meter(said) {
            const held = meterOf(said.meter);
            held.value = share(held.value, said);
        },
        pit: (said) => (pit.value = share(pit.value, said)),
        fault: (text) => console.warn(text),
    },
);

// ---- fair dealing -------------------------------------------------------------------------------

export const keeper = new Keeper({
    storage: browserStorage(),
    send: (type, view, fields) =>
        connection.command(type, view.table, fields, { at: view, fits: sameRound(view) }),
    hold: (table) => connection.subscribe(`watch ${table}`),
    release: (table) => connection.unsubscribe(`watch ${table}`),
    draw: () => toHex(crypto.getRandomValues(new Uint8Array(32))),
    now: serverNow,
    later: (ms, run) => setTimeout(run, ms),
    raise,
    fault: (text) => console.warn(text),
});
keeper.resume();

// Only who has a session may connect.
effect(() => {
    if (isSignedIn.value) {
        connection.connect();
    } else {
        connection.disconnect();
    }
});

// The server may have ended the session: then it would refuse this connection for ever.
let asking = false;

function askWhoIAm(): void {
    if (asking) {
        return;
    }
    asking = true;
    get<Person>('/api/me')
        .then((person) => {
            if (person.role === null && isSignedIn.value) {
                changedTo(nobody);
                toast('Your session has ended.', 'bad');
            }
        })
        .catch(() => undefined) // not there: the connection goes on trying
        .finally(() => (asking = false));
}

addEventListener('online', () => connection.retryNow());
document.addEventListener('visibilitychange', () => {
    if (!document.hidden) {
        connection.retryNow();
        if (arrived.size > 0) {
            show();
        }
    }
});

// ---- people -------------------------------------------------------------------------------------

/** Another person from now on: the connection is made anew, with the new cookie. */
function changedTo(person: Person): Person {
    if (person.role === null) {
        connection.disconnect();
    }
    connection.reset();
    keeper.reset();
    arrived.clear();
    batch(() => {
        me.value = nobody;
        becomes(person);
        for (const held of views.values()) {
            held.value = null;
        }
    });
    return person;
}

export async function learnWhoIAm(): Promise<void> {
    becomes(await get<Person>('/api/me'));
}

export async function becomeGuest(): Promise<Person> {
    return changedTo(await post<Person>('/api/guest'));
}

export async function login(name: string, password: string): Promise<Person> {
    return changedTo(await post<Person>('/api/login', { name, password }));
}

export async function register(name: string, password: string): Promise<Person> {
    return changedTo(await post<Person>('/api/register', { name, password }));
}

export async function changePassword(password: string, next: string): Promise<Person> {
    return changedTo(await post<Person>('/api/me/password', { password, new_password: next }));
}

export async function logout(): Promise<void> {
    await post<unknown>('/api/logout');
    changedTo(nobody);
}

export async function learnAtFirst(): Promise<void> {
    try {
        await learnWhoIAm();
    } catch {
        setTimeout(() => void learnAtFirst(), 2000); // the server is not there yet
    }
}

// ---- for components -----------------------------------------------------------------------------

let arriving: Promise<unknown> | null = null;

// To look at a table takes a session: who has none becomes a guest. The lobby can do without.
function arrive(): void {
    arriving ??= becomeGuest()
        .catch((error: unknown) => toast(wordsOf(error), 'bad'))
        .finally(() => (arriving = null));
}

export function useTopic(topic: Topic | null): void {
    const alone = meKnown.value && !isSignedIn.value;
    useEffect(() => {
        if (topic === null) {
            return;
        }
        connection.subscribe(topic);
        return () => connection.unsubscribe(topic);
    }, [topic]);
    useEffect(() => {
        if (alone && topic !== null && topic !== 'lobby') {
            arrive();
        }
    }, [alone, topic]);
}

/** The table's newest view, while the component is there. */
export function useTable(table: number): Signal<View | null> {
    useTopic(`watch ${table}`);
    return viewOf(table);
}

export function useLobby(): Signal<Lobby | null> {
    useTopic('lobby');
    return lobby;
}

export function useMeter(meter: number): Signal<Meter | null> {
    useTopic(`watch_meter ${meter}`);
    return meterOf(meter);
}

export function usePit(): Signal<unknown> {
    useTopic('watch_pit');
    return pit;
}

/**
 * A command at a table, made `at` a view. A refusal is shown as a message unless `quiet`. `fits` says
 * after a reconnect whether it is still meant; see sameRound and sameStreet.
 */
export async function send(
    type: string,
    table: number,
    fields: Record<string, unknown> = {},
    options: Made & { quiet?: boolean } = {},
): Promise<Answer> {
    const answer = await connection.command(type, table, fields, options);
    if (!answer.ok && !options.quiet) {
        const { clause, message } = answer.error ?? { message: 'refused' };
        toast(clause && clause !== 'INPUT' ? `${message} (${clause})` : message, 'bad');
    }
    return answer;
}

export function sameRound(view: View): (later: View) => boolean {
    return (later) => later.round === view.round && later.state === view.state;
}

export function sameStreet(view: View): (later: View) => boolean {
    return (later) => later.round === view.round && later.phase === view.phase;
}
