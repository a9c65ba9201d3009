// The side bets of a profile, as its list `side` has them: the makers' and up to four of one's own.
import type { Par, Profile, SideFigures } from '../../../lib/figures';
import type { Wager } from '../../../lib/types';
import { wagerTitles } from '../../../lib/words';
import { getAt, setAt, type Path } from './profile';

export interface SideLine {
    when: string;
    pays?: unknown;
}

export interface SideTable {
    id: string;
    lines: SideLine[];
}

export interface Side {
    id: string;
    title?: string;
    cards?: string;
    fold?: string;
    needs?: string[];
    use?: string;
    tables?: SideTable[];
    lines?: SideLine[];
}

/** In the order in which a profile lists them. */
export const makers: readonly string[] = [
    'trips',
    'bad_beat',
    'pairs',
    'progressive',
] satisfies Wager[];
const base: readonly string[] = ['ante', 'blind', 'play'] satisfies Wager[];

export const ownMax = 4;
export const linesMax = 12;

export function sidesOf(profile: unknown): Side[] {
    const list = getAt(profile, ['side']);
    return Array.isArray(list) ? (list as Side[]) : [];
}

/** The makers' bets have no title in a profile. One's own has, even while its id is that of another. */
export function isOwn(side: Side): boolean {
    return side.title !== undefined || !makers.includes(side.id);
}

/** Of a wager of the profile, by its name there. */
export function titleOf(profile: unknown, wager: string): string {
    const named = sidesOf(profile).find((side) => side.id === wager);
    return named?.title ?? (wagerTitles as Record<string, string>)[wager] ?? wager;
}

/** A bet may have its lines without a table around them. */
export function tablesOf(side: Side): SideTable[] {
    return side.tables ?? (side.lines ? [{ id: side.id, lines: side.lines }] : []);
}

export function tableOf(side: Side): SideTable | undefined {
    const tables = tablesOf(side);
    return tables.find((table) => table.id === side.use) ?? tables[0];
}

/** Where the lines of the table in use stand, of the bet at a place of the list. */
export function linesPath(side: Side, place: number): Path {
    const table = tableOf(side);
    return side.tables
        ? ['side', place, 'tables', table ? side.tables.indexOf(table) : 0, 'lines']
        : ['side', place, 'lines'];
}

/** One for each table of the bet; the Progressive has figures of its own. */
export function figuresOf(par: Par | null, id: string): SideFigures[] {
    const found =
        id === 'trips' || id === 'bad_beat' || id === 'pairs' ? par?.[id] : par?.side?.[id];
    return found ?? [];
}

/** The wagers that a profile limits and caps one by one, if it offers them: the Progressive has a stake. */
export function limitedOf(profile: unknown): string[] {
    const sides = sidesOf(profile).map((side) => side.id);
    const wagers = ['ante', 'blind', ...sides.filter((id) => id !== 'progressive'), 'play'];
    return [...new Set(wagers)].filter((one) => getAt(profile, ['offered', one]) === true);
}

// ---- bets of one's own --------------------------------------------------------------------------

// What is said of a wager elsewhere in a profile, by its name: as a field, and in lists.
const fieldsByName = ['offered', 'limits', 'aggregate'];
const listsOfNames = ['order_won', 'order_lost'];

function isTaken(profile: Profile, id: string, but: number): boolean {
    return (
        base.includes(id) ||
        makers.includes(id) ||
        sidesOf(profile).some((side, i) => i !== but && side.id === id)
    );
}

function isFree(profile: Profile, id: string, place: number): boolean {
    return id !== '' && !isTaken(profile, id, place);
}

/** With another name in every list, or without it. */
function named(names: unknown, from: string, to: string | undefined): unknown {
    return Array.isArray(names)
        ? names.flatMap((name) => (name !== from ? [name] : to === undefined ? [] : [to]))
        : names;
}

function nameInLists(profile: Profile, from: string, to: string | undefined): Profile {
    let now = profile;
    for (const list of listsOfNames) {
        now = setAt(now, [list], named(now[list], from, to));
    }
    sidesOf(now).forEach((side, i) => {
        if (side.needs?.includes(from)) {
            now = setAt(now, ['side', i, 'needs'], named(side.needs, from, to));
        }
    });
    return now;
}

/** Offered, with the limits of Trips: where a schedule of collections limits it, the profile names none. */
function offer(profile: Profile, id: string): Profile {
    const limit = getAt(profile, ['limits', 'trips']) as { max?: number } | undefined;
    const now = setAt(profile, ['offered', id], true);
    return limit?.max ? setAt(now, ['limits', id], limit) : now;
}

export function addBet(profile: Profile): Profile {
    const sides = sidesOf(profile);
    let number = 1;
    while (isTaken(profile, `side_bet_${number}`, -1)) {
        number++;
    }
    const bet: Side = {
        id: `side_bet_${number}`,
        title: `Side bet ${number}`,
        cards: 'hole+flop',
        fold: 'stays, beside',
        lines: [{ when: 'pair of J or better', pays: 3 }],
    };
    return offer({ ...profile, side: [...sides, bet] }, bet.id);
}

export function removeBet(profile: Profile, place: number): Profile {
    const id = sidesOf(profile)[place]?.id ?? '';
    let now = setAt(profile, ['side', place], undefined);
    if (!isTaken(profile, id, place)) {
        for (const field of fieldsByName) {
            now = getAt(now, [field]) ? setAt(now, [field, id], undefined) : now;
        }
        now = nameInLists(now, id, undefined);
    }
    return now;
}

/**
 * What is said of the bet follows its name. While that is another wager's, on the way to a longer one,
 * nothing is said of this one: then it begins anew.
 */
export function renameBet(profile: Profile, place: number, id: string): Profile {
    const from = sidesOf(profile)[place]?.id ?? '';
    const wasOwn = !isTaken(profile, from, place);
    const free = isFree(profile, id, place);
    let now = setAt(profile, ['side', place, 'id'], id);
    for (const field of wasOwn ? fieldsByName : []) {
        const said = getAt(profile, [field, from]);
        now = said === undefined ? now : setAt(now, [field, from], undefined);
        now = said === undefined || !free ? now : setAt(now, [field, id], said);
    }
    now = wasOwn ? nameInLists(now, from, free ? id : undefined) : now;
    return free && getAt(now, ['offered', id]) === undefined ? offer(now, id) : now;
}

/** "Flop Five" is "flop_five"; an id begins with a letter. */
export function idOf(title: string): string {
    const words = title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/^_+|_+$/g, '');
    return (/^\d/.test(words) ? `bet_${words}` : words).slice(0, 23);
}

/** A bet's title; its id goes along while it is the title's. */
export function titleBet(profile: Profile, place: number, title: string): Profile {
    const now = setAt(profile, ['side', place, 'title'], title);
    const side = sidesOf(profile)[place];
    const was = idOf(side?.title ?? '');
    const id = idOf(title);
    // While the title is empty or another wager's, the id stays, and with it what others say of it.
    const goesAlong = side !== undefined && (side.id === was || !isFree(profile, was, place));
    return goesAlong && isFree(profile, id, place) ? renameBet(now, place, id) : now;
}

/** Two lines change places; at the ends nothing does. */
export function moveLine(lines: readonly SideLine[], from: number, by: number): SideLine[] {
    const now = [...lines];
    const [line] = now.splice(from, 1);
    const to = from + by;
    if (line === undefined || to < 0 || to >= lines.length) {
        return [...lines];
    }
    now.splice(to, 0, line);
    return now;
}
