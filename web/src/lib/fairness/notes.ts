// What this browser noted of each round it sat in: the server's promise, its own parts of the shuffle,
// receipts, the roster. The check of a record compares with it, so that it need not believe the record.
//
// Invariants:
//   (1) Memory decides. The browser's storage is a copy that outlives a reload and is shared with other
//       tabs; absent, full or spoilt it changes nothing but that.
//   (2) What was noted first of a round stands. A note is of one key of the server: under another key
//       rounds are numbered anew.
//   (3) At most `notesMax` rounds are kept, the newest.
import type { Roster } from '../fair';

export interface OwnPart {
    part: string;
    commitment: string;
    /** The server answered that it has the commitment. */
    taken?: boolean;
    /** Its signature for that. */
    receipt?: string;
    /** Another commitment stands at this seat, of another tab or device. */
    refused?: boolean;
    /** The server answered that it has the part. */
    revealed?: boolean;
}

export interface SeenRoster extends Roster {
    hash: string;
    signature: string;
}

export interface Note {
    table: number;
    round: number;
    /** When the round was first seen, by the server's clock. */
    seenMs: number;
    /** The server's, as shown before the deal. */
    commitment: string;
    key: string;
    roster?: SeenRoster;
    /** By seat. */
    parts: Record<number, OwnPart>;
}

/** What is used of localStorage. */
export interface Storage {
    readonly length: number;
    key(index: number): string | null;
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
}

export const notesMax = 200;
const prefix = 'uth-round-';

/** The browser's storage, or null where it has none or gives none away. */
export function browserStorage(): Storage | null {
    try {
        return globalThis.localStorage ?? null;
    } catch {
        return null;
    }
}

/** Runs what may fail because of the storage alone. */
export function withStorage<T>(
    storage: Storage | null,
    run: (there: Storage) => T,
    otherwise: T,
): T {
    try {
        return storage ? run(storage) : otherwise;
    } catch {
        return otherwise;
    }
}

// ---- what was stored may be anything ------------------------------------------------------------

function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isHex(value: unknown, bytes: number): value is string {
    return typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
}

function isSeat(value: unknown): boolean {
    return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 8;
}

function isPart(value: unknown): value is OwnPart {
    return (
        isObject(value) &&
        isHex(value['part'], 32) &&
        isHex(value['commitment'], 32) &&
        (value['receipt'] === undefined || isHex(value['receipt'], 64))
    );
}

export function isRoster(value: unknown): value is SeenRoster {
    return (
        isObject(value) &&
        Array.isArray(value['seats']) &&
        value['seats'].every(
            (one: unknown) =>
                isObject(one) &&
                isSeat(one['seat']) &&
                (one['commitment'] === null || isHex(one['commitment'], 32)),
        ) &&
        (value['bank'] === 0 || isSeat(value['bank'])) &&
        typeof value['procedure'] === 'string' &&
        isHex(value['hash'], 32) &&
        isHex(value['signature'], 64)
    );
}

function isNote(value: unknown): value is Note {
    return (
        isObject(value) &&
        Number.isSafeInteger(value['table']) &&
        Number.isSafeInteger(value['round']) &&
        Number.isFinite(value['seenMs']) &&
        isHex(value['commitment'], 32) &&
        isHex(value['key'], 32) &&
        (value['roster'] === undefined || isRoster(value['roster'])) &&
        isObject(value['parts']) &&
        Object.entries(value['parts']).every(([seat, one]) => isSeat(Number(seat)) && isPart(one))
    );
}

function readNote(text: string | null): Note | null {
    const value: unknown = JSON.parse(text ?? 'null');
    return isNote(value) ? value : null;
}

// ---- the notes ----------------------------------------------------------------------------------

function nameOf(table: number, round: number): string {
    return `${prefix}${table}/${round}`;
}

export class Notes {
    private readonly kept = new Map<string, Note>(); // the oldest first

    constructor(private readonly storage: Storage | null) {
        const found = withStorage(
            storage,
            (there) =>
                Array.from({ length: there.length }, (_, i) => there.key(i)).filter(
                    (name): name is string => name?.startsWith(prefix) === true,
                ),
            [],
        );
        const notes = found.map((name) => ({ name, note: this.stored(name) }));
        for (const { name } of notes.filter(({ note }) => !note)) {
            this.forget(name);
        }
        notes
            .flatMap(({ note }) => note ?? [])
            .sort((a, b) => a.seenMs - b.seenMs)
            .forEach((note) => this.keep(note));
    }

    /** What was noted of a round under this key of the server; undefined for none. */
    of(table: number, round: number, key: string): Note | undefined {
        const note = this.kept.get(nameOf(table, round)) ?? this.stored(nameOf(table, round));
        return note?.key === key ? note : undefined;
    }

    /** The note of a round, whatever the key. */
    at(table: number, round: number): Note | undefined {
        return (
            this.kept.get(nameOf(table, round)) ?? this.stored(nameOf(table, round)) ?? undefined
        );
    }

    all(): Note[] {
        return [...this.kept.values()];
    }

    put(note: Note): void {
        this.learn(note);
        this.keep(note);
        const name = nameOf(note.table, note.round);
        withStorage(this.storage, (there) => there.setItem(name, JSON.stringify(note)), undefined);
    }

    /** Takes over what another tab of this browser has at seats where this one has nothing that stands. */
    learn(note: Note): void {
        const other = this.stored(nameOf(note.table, note.round));
        if (other?.key !== note.key) {
            return;
        }
        for (const [seat, part] of Object.entries(other.parts)) {
            const own = note.parts[Number(seat)];
            if (!own || (own.refused && own.commitment !== part.commitment)) {
                note.parts[Number(seat)] = part;
            }
        }
    }

    private keep(note: Note): void {
        const name = nameOf(note.table, note.round);
        this.kept.set(name, note);
        for (const old of [...this.kept.keys()].slice(0, Math.max(0, this.kept.size - notesMax))) {
            this.kept.delete(old);
            this.forget(old);
        }
    }

    private stored(name: string): Note | null {
        return withStorage(this.storage, (there) => readNote(there.getItem(name)), null);
    }

    private forget(name: string): void {
        withStorage(this.storage, (there) => there.removeItem(name), undefined);
    }
}
