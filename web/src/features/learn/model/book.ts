// The trainer's book: every decision that was made, and what it gave away. Figures are the server's.
import { isAction } from '../../../lib/actions';
import { handGroup, handGroups } from '../../../lib/cards';
import type { Street } from '../../../lib/figures';
import type { Action, Cents } from '../../../lib/types';

export interface Entry {
    /** When, in milliseconds since 1970. */
    at: number;
    where: 'table' | 'drill';
    rules: string;
    street: Street;
    /** "A4o" */
    hand: string;
    cards: string;
    board: string;
    /** Cards that were seen elsewhere. */
    dead?: string;
    best: Action;
    did: Action;
    /** In antes; 0 for the best. */
    cost: number;
    /** 0: none was at stake. */
    ante: Cents;
}

export interface Book {
    version: 1;
    entries: Entry[]; // oldest first
    /** What older entries came to, that were let go. */
    older: { decisions: number; right: number; cost: number; money: number };
}

/** What is kept one by one: half a megabyte. */
export const entriesMax = 3000;

export function emptyBook(): Book {
    return { version: 1, entries: [], older: { decisions: 0, right: 0, cost: 0, money: 0 } };
}

/** Two actions of the same value are both right. */
export function isRight(entry: Entry): boolean {
    return entry.cost <= 0;
}

/** Expected loss in cents; made whole only where it is shown. */
export function moneyCost(entry: Entry): number {
    return entry.cost * entry.ante;
}

export function add(book: Book, entry: Entry): Book {
    const entries = [...book.entries, entry];
    const older = { ...book.older };
    for (const gone of entries.splice(0, Math.max(0, entries.length - entriesMax))) {
        older.decisions += 1;
        older.right += isRight(gone) ? 1 : 0;
        older.cost += gone.cost;
        older.money += moneyCost(gone);
    }
    return { version: 1, entries, older };
}

export interface Totals {
    decisions: number;
    right: number;
    cost: number;
    money: number;
}

export function totalsOf(entries: readonly Entry[]): Totals {
    const sum = { decisions: 0, right: 0, cost: 0, money: 0 };
    for (const entry of entries) {
        sum.decisions += 1;
        sum.right += isRight(entry) ? 1 : 0;
        sum.cost += entry.cost;
        sum.money += moneyCost(entry);
    }
    return sum;
}

export function bookTotals(book: Book): Totals {
    const now = totalsOf(book.entries);
    const { older } = book;
    return {
        decisions: now.decisions + older.decisions,
        right: now.right + older.right,
        cost: now.cost + older.cost,
        money: now.money + older.money,
    };
}

// ---- leaks --------------------------------------------------------------------------------------

export interface Leak extends Totals {
    name: string;
}

const streetNames: Record<Street, string> = {
    preflop: 'Before the flop',
    flop: 'Flop',
    river: 'River',
};

function isRaise(action: Action): boolean {
    return action !== 'check' && action !== 'fold';
}

/** "Checked, a raise was best"; "Raised 3×, 4× was best"; "Right". */
export function kindOf(entry: Entry): string {
    if (isRight(entry)) {
        return 'Right';
    }
    const did = isRaise(entry.did)
        ? isRaise(entry.best)
            ? `Played ${entry.did.replace('x', '×')}`
            : 'Raised'
        : entry.did === 'check'
          ? 'Checked'
          : 'Folded';
    const best = isRaise(entry.best)
        ? isRaise(entry.did)
            ? entry.best.replace('x', '×')
            : 'a raise'
        : entry.best === 'check'
          ? 'a check'
          : 'a fold';
    return `${did}, ${best} was best`;
}

function grouped(entries: readonly Entry[], nameOf: (entry: Entry) => string): Leak[] {
    const groups = new Map<string, Entry[]>();
    for (const entry of entries) {
        const name = nameOf(entry);
        groups.set(name, [...(groups.get(name) ?? []), entry]);
    }
    return [...groups].map(([name, list]) => ({ name, ...totalsOf(list) }));
}

const byCost = (a: Leak, b: Leak) =>
    b.cost - a.cost || b.decisions - a.decisions || a.name.localeCompare(b.name);

/** By street: all three, in the order of play. */
export function leaksByStreet(entries: readonly Entry[]): (Leak & { street: Street })[] {
    return (['preflop', 'flop', 'river'] as const).map((street) => ({
        street,
        name: streetNames[street],
        ...totalsOf(entries.filter((entry) => entry.street === street)),
    }));
}

/** By what went wrong, the dearest first. */
export function leaksByKind(entries: readonly Entry[]): Leak[] {
    const wrong = entries.filter((entry) => !isRight(entry));
    return grouped(
        wrong,
        (entry) => `${streetNames[entry.street]}: ${kindOf(entry).toLowerCase()}`,
    ).sort(byCost);
}

/** By group of starting hands, in the chart's order. */
export function leaksByHand(entries: readonly Entry[]): Leak[] {
    return grouped(entries, (entry) => handGroup(entry.hand)).sort(
        (a, b) => handGroups.indexOf(a.name) - handGroups.indexOf(b.name),
    );
}

/** The single decisions that cost most. */
export function dearest(entries: readonly Entry[], count: number): Entry[] {
    return entries
        .filter((entry) => !isRight(entry))
        .sort((a, b) => b.cost - a.cost)
        .slice(0, count);
}

// ---- progress -----------------------------------------------------------------------------------

export interface Progress {
    /** Number of the decision. */
    x: number[];
    /** Antes given away for each decision, over the last `window`. */
    average: number[];
    /** Share of right ones over the last `window`. */
    right: number[];
}

export function progressOf(entries: readonly Entry[], window: number): Progress {
    const progress: Progress = { x: [], average: [], right: [] };
    let cost = 0;
    let right = 0;
    entries.forEach((entry, i) => {
        cost += entry.cost;
        right += isRight(entry) ? 1 : 0;
        const gone = entries[i - window];
        if (gone) {
            cost -= gone.cost;
            right -= isRight(gone) ? 1 : 0;
        }
        const size = Math.min(i + 1, window);
        progress.x.push(i + 1);
        progress.average.push(Math.max(0, cost / size));
        progress.right.push(right / size);
    });
    return progress;
}

export interface Day extends Totals {
    day: string;
}

/** By day of the clock on the wall, newest first. */
export function days(entries: readonly Entry[], dayOf = localDay): Day[] {
    return grouped(entries, (entry) => dayOf(entry.at))
        .map(({ name, ...sum }) => ({ day: name, ...sum }))
        .sort((a, b) => b.day.localeCompare(a.day));
}

export function localDay(at: number): string {
    const date = new Date(at);
    const two = (part: number) => String(part).padStart(2, '0');
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

// ---- reading back -------------------------------------------------------------------------------

function isEntry(value: unknown): value is Entry {
    const entry = value as Partial<Entry> | null;
    return (
        typeof entry === 'object' &&
        entry !== null &&
        typeof entry.at === 'number' &&
        typeof entry.cost === 'number' &&
        Number.isFinite(entry.cost) &&
        typeof entry.ante === 'number' &&
        typeof entry.hand === 'string' &&
        typeof entry.cards === 'string' &&
        typeof entry.board === 'string' &&
        typeof entry.rules === 'string' &&
        ['string', 'undefined'].includes(typeof entry.dead) &&
        ['preflop', 'flop', 'river'].includes(entry.street ?? '') &&
        isAction(entry.did) &&
        isAction(entry.best)
    );
}

const entryKey = (entry: Entry) => `${entry.at}|${entry.cards}|${entry.board}|${entry.did}`;

/** Another book's decisions added to one's own, each once, in the order of time. */
export function merged(own: Book, other: Book): Book {
    const known = new Set(own.entries.map(entryKey));
    const added = other.entries.filter((entry) => !known.has(entryKey(entry)));
    return [...own.entries, ...added]
        .sort((a, b) => a.at - b.at)
        .reduce(add, { ...emptyBook(), older: own.older });
}

/** What was stored, as far as it can be understood. */
export function readBook(text: string | null): Book {
    try {
        const stored = JSON.parse(text ?? '') as Partial<Book> | null;
        if (stored?.version !== 1 || !Array.isArray(stored.entries)) {
            return emptyBook();
        }
        const sum = (value: unknown) =>
            typeof value === 'number' && Number.isFinite(value) ? value : 0;
        const { decisions, right, cost, money } = stored.older ?? {};
        return {
            version: 1,
            entries: stored.entries.filter(isEntry).slice(-entriesMax),
            older: {
                decisions: sum(decisions),
                right: sum(right),
                cost: sum(cost),
                money: sum(money),
            },
        };
    } catch {
        return emptyBook();
    }
}
