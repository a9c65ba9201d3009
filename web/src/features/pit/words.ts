// Words and small sums of the back office.
import { money } from '../../lib/money';
import type { Cents, Millis } from '../../lib/types';
import type { JournalLine, LogLine, MeterState, Pit, Terms } from '../../lib/types';

/** GM-3: the closed list, and which way each may move the meter. */
export const adjustments: { name: string; words: string; sign: -1 | 1 | 0; needs: string }[] = [
    {
        name: 'won',
        words: 'An award the controller could not record; the table’s tray pays it',
        sign: -1,
        needs: 'table',
    },
    {
        name: 'malfunction display',
        words: 'The display had gone wrong, up or down',
        sign: 0,
        needs: '',
    },
    {
        name: 'cut to the posted maximum',
        words: 'What is above the posted maximum goes to the reserve',
        sign: -1,
        needs: 'maximum',
    },
    { name: 'booked as receipts', words: 'Taken off the meter as receipts', sign: -1, needs: '' },
    { name: 'seed recovered', words: 'The house takes its seed back', sign: -1, needs: '' },
    {
        name: 'back-out',
        words: 'A confirmed win is undone: its table and seat, or for an older one the amount',
        sign: 1,
        needs: 'win',
    },
];

/** The change to ask for: amounts are typed without a sign. Null when something is missing. */
export function changeOf(
    name: string,
    size: Cents | null,
    raise: boolean,
    meter: Pick<MeterState, 'amount' | 'terms'>,
): Cents | null {
    const kind = adjustments.find((one) => one.name === name);
    if (!kind) {
        return null;
    }
    if (kind.needs === 'maximum') {
        const over = meter.amount - meter.terms.maximum;
        return meter.terms.maximum > 0 && over > 0 ? -over : null;
    }
    if (size === null || size === 0) {
        return null;
    }
    return kind.sign === 0 ? (raise ? size : -size) : kind.sign * size;
}

/** "20%", "0.5%" of basis points. */
export function percent(bp: number): string {
    return `${String(bp / 100)}%`;
}

/** Basis points of "20", "20.5%", "0.25"; null when it is no such thing. */
export function parsePercent(text: string): number | null {
    const match = /^\s*(\d{1,3})(?:\.(\d{1,2}))?\s*%?\s*$/.exec(text);
    if (!match) {
        return null;
    }
    const bp = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
    return bp <= 10_000 ? bp : null;
}

export function termsWords(terms: Terms): [string, string][] {
    return [
        ['Seed', money(terms.seed)],
        ['Maximum', terms.maximum > 0 ? money(terms.maximum) : 'none'],
        ['To the meter', percent(terms.meter_rate_bp)],
        ['To the reserve', percent(terms.reserve_rate_bp)],
        ['Fixed pays from', terms.fixed_pays_from],
    ];
}

/** GM-5: every increase and decrease of the day, signed; they lead from the beginning to now. */
export function dayLines(day: MeterState['day']): [string, Cents][] {
    const lines: [string, Cents][] = [
        ['Contributed by wagers', day.contributed],
        ['Contributions returned by voids', -day.contributions_returned],
        ['Seeded by the house', day.seeded],
        ['From the reserve', day.reserve_used],
        [`Awarded from the meter (${day.awards} awards)`, -day.awarded],
    ];
    for (const [name, amount] of Object.entries(day.adjusted)) {
        if (amount !== 0) {
            lines.push([`Adjusted: ${name}`, amount]);
        }
    }
    return lines.filter(([, amount]) => amount !== 0);
}

export function dayEnds(day: MeterState['day']): Cents {
    return dayLines(day).reduce((sum, [, amount]) => sum + amount, day.beginning);
}

const pad = (n: number) => String(n).padStart(2, '0');

/** "2026-11-16 14:03:09", in the time of who looks. */
export function timeWords(ms: Millis): string {
    if (!ms) {
        return '–';
    }
    const at = new Date(ms);
    return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

/** "2026-11-16 14:03:09 UTC+01:00": for paper, where nobody knows whose clock it was. */
export function stampWords(ms: Millis): string {
    if (!ms) {
        return '–';
    }
    const minutes = -new Date(ms).getTimezoneOffset();
    const size = Math.abs(minutes);
    const zone =
        minutes === 0
            ? ''
            : `${minutes < 0 ? '−' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
    return `${timeWords(ms)} UTC${zone}`;
}

/** "just now", "5 min ago", "3 h ago", then the day. */
export function agoWords(ms: Millis, now: Millis): string {
    const s = Math.floor((now - ms) / 1000);
    if (!ms) {
        return 'never';
    }
    return s < 60
        ? 'just now'
        : s < 3600
          ? `${Math.floor(s / 60)} min ago`
          : s < 86_400
            ? `${Math.floor(s / 3600)} h ago`
            : timeWords(ms);
}

/** "seats 1, 3 and 5 share an address". */
export function sharedWords(seats: number[]): string {
    return `seats ${seats.slice(0, -1).join(', ')} and ${seats.at(-1)} share an address`;
}

/** Gaming days are of UTC. */
export function dayOf(ms: Millis): string {
    return new Date(ms).toISOString().slice(0, 10);
}

/** What the self-check says of the program: what was compared with nothing is not said to be right. */
export function programWords(check: Pit['selfcheck'] | undefined): [string, '' | 'good' | 'bad'] {
    if (!check || check.checked_ms === 0) {
        return ['not checked yet', ''];
    }
    if (!check.ok) {
        return ['✗ differs', 'bad'];
    }
    return check.compared
        ? ['✓ as it was installed', 'good']
        : ['not compared: nothing on record', ''];
}

const routine = ['fed', 'started', 'cards shown', 'spot selected', 'ended'];

/** Of a meter's journal: wins, awards, adjustments and terms, not each wager's contribution. */
export function isTelling(line: Pick<JournalLine, 'what'>): boolean {
    return !routine.includes(line.what);
}

/** Whom or what a line of the log is about: by name where one is known. */
export function aboutWords(
    { kind, id }: LogLine['about'],
    names: { people: ReadonlyMap<number, string>; tables: ReadonlyMap<number, string> },
): string {
    const name =
        kind === 'person' ? names.people.get(id) : kind === 'table' ? names.tables.get(id) : '';
    return kind === 'system' ? 'the cardroom' : name ? `${kind} ${name}` : `${kind} ${id}`;
}

const dayMs = 86_400_000;

/** A value of the log as it is read: days as dates, times as times, amounts as they stand. */
function valueWords(key: string, value: unknown): string {
    if (typeof value === 'number' && /(^|_)day$/.test(key)) {
        return value === 0 ? 'none' : dayOf(value * dayMs);
    }
    if (typeof value === 'number' && /_ms$/.test(key) && value > 1e12) {
        return timeWords(value);
    }
    return JSON.stringify(value ?? null);
}

/** What differs between two JSON values, as lines "path: before → after"; for the log. */
export function differences(before: unknown, after: unknown, path = ''): string[] {
    if (isObject(before) || isObject(after)) {
        const a = isObject(before) ? before : {};
        const b = isObject(after) ? after : {};
        return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
            differences(a[key], b[key], path ? `${path}.${key}` : key),
        );
    }
    const key = path.split('.').at(-1) ?? '';
    const was = valueWords(key, before);
    const is = valueWords(key, after);
    return JSON.stringify(before ?? null) === JSON.stringify(after ?? null)
        ? []
        : [`${path || 'value'}: ${before === undefined ? '' : `${was} → `}${is}`];
}

// A list is taken apart by its places, from 0.
function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null;
}

/** Where in the pit: "/pit/tables/3" is ["tables", "3"]. */
export function partsOf(path: string): string[] {
    return path
        .replace(/^\/pit\/?/, '')
        .split('/')
        .filter((one) => one !== '');
}

/** Who did it, by name; a number where nobody of that number is known, nothing where nobody did it. */
export function byWords(
    line: Pick<JournalLine, 'who' | 'who_name' | 'approved_by' | 'approved_name'>,
): string {
    const who = line.who ? (line.who_name ?? `number ${line.who}`) : 'the system';
    return line.approved_by
        ? `${who}, approved by ${line.approved_name ?? `number ${line.approved_by}`}`
        : who;
}
