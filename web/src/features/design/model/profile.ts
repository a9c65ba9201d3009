// A rule profile under change: its fields by path, what differs, what a fault points at. What a field
// means and whether a value is right, the server says.
import type { ChartHand, Par, Profile, Strategy } from '../../../lib/figures';
import { actionsOf } from '../../../lib/figures';
import type { Action } from '../../../lib/types';
import { placeOfLine } from './conditions';

/** A field's name, a place in a list, or the `id` or `when` of an entry of a list. */
export type Key = string | number;
export type Path = readonly Key[];

/** An entry of a list goes by its id, or by what it asks for. */
function nameOf(entry: unknown): unknown {
    const { id, when } = (entry ?? {}) as { id?: unknown; when?: unknown };
    return id ?? when;
}

/** The key itself where the list has no such entry. */
function placeIn(at: unknown, key: Key): Key {
    if (!Array.isArray(at) || typeof key === 'number') {
        return key;
    }
    const place = at.findIndex((entry) => nameOf(entry) === key);
    return place < 0 ? key : place;
}

export function getAt(value: unknown, path: Path): unknown {
    return path.reduce<unknown>(
        (at, key) => (at as Record<Key, unknown> | undefined | null)?.[placeIn(at, key)],
        value,
    );
}

/** With the entry changed, taken out, or put where it belongs: a line before those that it beats. */
function setIn(list: readonly unknown[], key: Key, rest: Path, field: unknown): unknown[] {
    const place = placeIn(list, key);
    if (typeof place === 'number' && place < list.length) {
        const entry = setAt(list[place], rest, field);
        return list.flatMap((one, i) => (i !== place ? [one] : entry === undefined ? [] : [entry]));
    }
    const entry = setAt(undefined, rest, field);
    const behind =
        typeof key === 'string'
            ? list.findIndex((one) => placeOfLine(String(nameOf(one))) > placeOfLine(key))
            : -1;
    const before = behind < 0 ? list.length : behind;
    return entry === undefined
        ? [...list]
        : [...list.slice(0, before), entry, ...list.slice(before)];
}

/** A copy with one field changed; `undefined` takes it out. Fields keep their order. */
export function setAt<T>(value: T, path: Path, field: unknown): T {
    const [key, ...rest] = path;
    if (key === undefined) {
        return field as T;
    }
    if (Array.isArray(value)) {
        return setIn(value, key, rest, field) as T;
    }
    const object = { ...(value as Record<string, unknown>) };
    const inner = setAt(object[key], rest, field);
    if (inner === undefined) {
        delete object[key];
    } else {
        object[key] = inner;
    }
    return object as T;
}

/** "side.trips.tables[0].lines.flush" */
export function pathText(path: Path): string {
    return path
        .map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`))
        .join('');
}

function readPath(text: string): Path {
    return [...text.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, place]) =>
        place === undefined ? key : Number(place),
    );
}

/** Each entry by its place: a page and the server may name one differently. */
function byPlace(profile: unknown, path: Path): Path {
    let at = profile;
    return path.map((key) => {
        const place = placeIn(at, key);
        at = getAt(at, [place]);
        return place;
    });
}

export interface ProfileFault {
    /** As the server writes it: "side.trips.tables[0].lines[4].pays". */
    path: string;
    words: string;
}

/** "blind.pays.straight: got -1, expected odds": where, and what. */
export function readFault(message: string): ProfileFault {
    const match = /^([a-z_]+(?:\[\d+\]|\.[^:.[\]]+)*): (.+)$/s.exec(message);
    return match ? { path: match[1] ?? '', words: match[2] ?? '' } : { path: '', words: message };
}

/** A fault of a field of this profile, or of something inside it. */
export function isAt(fault: ProfileFault | null, path: Path, profile: unknown): boolean {
    if (fault === null || fault.path === '') {
        return false;
    }
    const at = byPlace(profile, readPath(fault.path));
    return byPlace(profile, path).every((key, i) => key === at[i]);
}

/** Of the field itself. */
export function isExactlyAt(fault: ProfileFault | null, path: Path, profile: unknown): boolean {
    return isAt(fault, path, profile) && readPath(fault?.path ?? '').length === path.length;
}

// ---- what somebody types ------------------------------------------------------------------------

/** Digits are a number, nothing takes the field out, everything else goes to the server as it is. */
export function readTyped(text: string): number | string | undefined {
    const plain = text.trim();
    if (plain === '') {
        return undefined;
    }
    return /^-?\d{1,15}$/.test(plain) ? Number(plain) : plain;
}

export function typedText(value: unknown): string {
    return value === undefined || value === null ? '' : String(value);
}

/** "4, 3" as a list; "" is an empty one. */
export function readList(text: string): (number | string)[] {
    return text
        .split(/[\s,]+/)
        .filter((part) => part !== '')
        .map((part) => readTyped(part) ?? part);
}

// ---- what differs -------------------------------------------------------------------------------

export interface Change {
    path: string;
    from: unknown;
    to: unknown;
}

function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names of a list's entries, if each has one of its own. */
function namesOf(list: readonly unknown[]): string[] | null {
    const names = list.map(nameOf).filter((name) => typeof name === 'string');
    return names.length === list.length && new Set(names).size === names.length ? names : null;
}

/** Both lists' names, where those of both stand in the same order. */
function commonNames(from: readonly unknown[], to: readonly unknown[]): string[] | null {
    const [before, after] = [namesOf(from), namesOf(to)];
    if (before === null || after === null) {
        return null;
    }
    const kept = before.filter((name) => after.includes(name));
    const same = after.filter((name) => before.includes(name)).every((name, i) => name === kept[i]);
    return same ? [...before, ...after.filter((name) => !before.includes(name))] : null;
}

/** Every field that differs, in order; a list of plain values counts as one, and so does one of
 *  entries that changed places. */
export function changesOf(from: unknown, to: unknown, path: Path = []): Change[] {
    if (from === to) {
        return []; // setAt leaves the same objects wherever nothing changed
    }
    if (Array.isArray(from) && Array.isArray(to)) {
        const entries = [...from, ...to];
        const keys: Key[] | null = entries.some((one) => nameOf(one) !== undefined)
            ? commonNames(from, to)
            : entries.some(isObject)
              ? Array.from({ length: Math.max(from.length, to.length) }, (_, i) => i)
              : null;
        if (keys !== null) {
            return keys.flatMap((key) =>
                changesOf(getAt(from, [key]), getAt(to, [key]), [...path, key]),
            );
        }
    }
    if (isObject(from) && isObject(to)) {
        const keys = [...Object.keys(from), ...Object.keys(to).filter((key) => !(key in from))];
        return keys.flatMap((key) => changesOf(from[key], to[key], [...path, key]));
    }
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path: pathText(path), from, to }];
}

/** A changed game may not pass for the one it came from: neither its file nor its sheet. */
export function isRenamed(from: Profile, to: Profile): boolean {
    return from['name'] !== to['name'] && from['title'] !== to['title'];
}

export interface Cell {
    hand: string;
    from: Action;
    to: Action;
}

/** Starting hands that are played otherwise. */
export function changedCells(from: Strategy, to: Strategy): Cell[] {
    const before = new Map(from.hands.map((hand) => [hand.hand, hand.best]));
    return to.hands.flatMap(({ hand, best }) => {
        const was = before.get(hand);
        return was !== undefined && was !== best ? [{ hand, from: was, to: best }] : [];
    });
}

// ---- what follows -------------------------------------------------------------------------------

/** Both distributions on the same results. */
export function mergedOutcomes(
    a: Par,
    b: Par | null,
): { net: number[]; now: number[]; before: number[] } {
    const now = new Map(a.base.outcomes.map((one) => [one.net, one.probability_decimal]));
    const before = new Map(
        (b?.base.outcomes ?? []).map((one) => [one.net, one.probability_decimal]),
    );
    const net = [...new Set([...now.keys(), ...before.keys()])].sort((x, y) => x - y);
    return {
        net,
        now: net.map((one) => now.get(one) ?? 0),
        before: net.map((one) => before.get(one) ?? 0),
    };
}

/** The value of each action of a hand in both charts, for a cell that is looked at. */
export function cellValues(hand: ChartHand): { action: Action; ev: string; value: number }[] {
    return actionsOf(hand).map((action) => ({
        action,
        ev: String(hand[action]),
        value: Number(hand[`${action}_decimal`]),
    }));
}

/** A name for the file that `uth rules check` is given. */
export function fileName(profile: Profile): string {
    const name = String(profile.name ?? '')
        .toLowerCase()
        .replace(/[^a-z0-9-]+/g, '-')
        .replace(/^-+|-+$/g, '');
    return `${name || 'profile'}.json`;
}
