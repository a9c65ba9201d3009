// A rule profile under change: its fields by path, what differs, what a fault points at. What a field
// means and whether a value is right, the server says.
import type { ChartHand, Par, Profile, Strategy } from '../figures';
import { actionsOf } from '../figures';
import type { Action } from '../types';

export type Path = readonly (string | number)[];

export function getAt(value: unknown, path: Path): unknown {
    return path.reduce<unknown>(
        (at, key) => (at as Record<string | number, unknown> | undefined | null)?.[key],
        value,
    );
}

/** A copy with one field changed; `undefined` takes it out. Fields keep their order. */
export function setAt<T>(value: T, path: Path, field: unknown): T {
    const [key, ...rest] = path;
    if (key === undefined) {
        return field as T;
    }
    if (Array.isArray(value)) {
        return value.map((one: unknown, i) => (i === key ? setAt(one, rest, field) : one)) as T;
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

/** As the server writes it: "trips.tables[0].pays.three of a kind". */
export function pathText(path: Path): string {
    return path
        .map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`))
        .join('');
}

export interface ProfileFault {
    path: string;
    words: string;
}

/** "blind.pays.straight: got -1, expected odds": where, and what. */
export function readFault(message: string): ProfileFault {
    const match = /^([a-z_]+(?:\[\d+\]|\.[^:.[\]]+)*): (.+)$/s.exec(message);
    return match ? { path: match[1] ?? '', words: match[2] ?? '' } : { path: '', words: message };
}

/** A fault of a field, or of something inside it. */
export function isAt(fault: ProfileFault | null, path: Path): boolean {
    const text = pathText(path);
    return (
        fault !== null &&
        (fault.path === text ||
            fault.path.startsWith(text + '.') ||
            fault.path.startsWith(text + '['))
    );
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

/** Every field that differs, in order; a list of plain values counts as one field. */
export function changesOf(from: unknown, to: unknown, path: Path = []): Change[] {
    if (from === to) {
        return []; // setAt leaves the same objects wherever nothing changed
    }
    if (Array.isArray(from) && Array.isArray(to) && [...from, ...to].some(isObject)) {
        const length = Math.max(from.length, to.length);
        return Array.from({ length }, (_, i) => changesOf(from[i], to[i], [...path, i])).flat();
    }
    if (isObject(from) && isObject(to)) {
        const keys = [...Object.keys(from), ...Object.keys(to).filter((key) => !(key in from))];
        return keys.flatMap((key) => changesOf(from[key], to[key], [...path, key]));
    }
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path: pathText(path), from, to }];
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
