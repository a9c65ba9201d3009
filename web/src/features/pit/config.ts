// A table's configuration and its rules as one form: each field with its place, its words and its kind.
// What is allowed is the server's to say; here a value only becomes text and back.
import { getAt, pathText, setAt, type Path } from '../design/model/profile';
import { folds } from '../design/model/conditions';
import { isOwn, limitedOf, sidesOf, tablesOf, titleOf, type Side } from '../design/model/sides';
import { coverages, firstBankers, orders, playerFees, procedures } from '../design/model/switches';
import { money, parseMoney } from '../../lib/money';
import type { Config } from '../../lib/types';

/** The rules of a table, as a profile file has them. */
export type Rules = Record<string, unknown>;

/** Both together: the rules' fields beside `config`, so that a path means the same here and there. */
export type Sheet = Rules & { config: Config };

type Kind = 'name' | 'money' | 'seconds' | 'count' | 'choice' | 'number' | 'switch';

export interface SheetField {
    path: Path;
    words: string;
    kind: Kind;
    note?: string;
    options?: [string, string][];
    /** Of a switch: the name that stands in a list, or does not. */
    listed?: string;
    /** Its words need the room of two. */
    wide?: boolean;
}

export interface SheetGroup {
    title: string;
    note?: string;
    fields: SheetField[];
}

const pace: [string, string][] = [
    ['auto', 'auto: timers deal'],
    ['dealer', 'dealer: a person deals'],
];
const controllers: [string, string][] = [
    ['aquarius', 'aquarius: key'],
    ['nexus', 'nexus: card'],
];
const strategies: [string, string][] = [
    ['0', 'perfectly'],
    ['1', 'simply'],
    ['2', 'and never fold'],
    ['3', 'timidly'],
];

const of = (
    key: string,
    words: string,
    kind: Kind,
    more: Partial<SheetField> = {},
): SheetField => ({
    path: ['config', key],
    words,
    kind,
    ...more,
});

function tableGroup(): SheetGroup {
    return {
        title: 'Table',
        fields: [
            of('name', 'Name', 'name'),
            of('pace', 'Pace', 'choice', { options: pace }),
            of('buy_in_min', 'Smallest buy-in', 'money'),
            of('buy_in_max', 'Most chips by buying in', 'money', { note: '$0: no maximum' }),
            of('absent_rounds', 'Rounds without a wager', 'count', {
                note: 'then the seat is freed; 0: never',
            }),
            of('people_per_address', 'People from one address', 'count', {
                note: '0: any number',
            }),
        ],
    };
}

function timesGroup(): SheetGroup {
    return {
        title: 'Times, in seconds',
        fields: [
            of('betting_ms', 'To bet', 'seconds'),
            of('decision_ms', 'To decide', 'seconds', { note: '0 with pace dealer: no timer' }),
            of('offer_ms', 'To take the bank', 'seconds'),
            of('result_ms', 'A result stands', 'seconds'),
        ],
    };
}

function houseGroup(): SheetGroup {
    return {
        title: 'House players',
        fields: [
            of('house_players', 'Seats they fill', 'count'),
            of('house_strategy', 'They play', 'number', { options: strategies }),
            of('house_ms', 'House-player delay (s)', 'seconds'),
            of('house_buy_in', 'Buy in for', 'money'),
            of('house_ante', 'Ante', 'money'),
            of('house_trips', 'Trips', 'money'),
            of('house_progressive', 'Progressive', 'money'),
        ],
    };
}

/** BANK-1: the house stays out of a game that a player banks. */
function propositionGroup(): SheetGroup {
    return {
        title: 'Proposition players',
        note: 'of a third-party provider, with its own money',
        fields: [
            of('provider', 'Provider', 'name'),
            of('provider_bankroll', 'Brings in when it comes', 'money'),
            of('proposition_players', 'Seats they fill', 'count'),
            of('proposition_strategy', 'They play', 'number', { options: strategies }),
            of('proposition_ms', 'Delay, seconds', 'seconds'),
            of('proposition_buy_in', 'Buy in for', 'money'),
            of('proposition_ante', 'Ante', 'money'),
            of('proposition_trips', 'Trips', 'money'),
            of('proposition_bank', 'Posted as player-dealer', 'money', { note: '$0: declines' }),
        ],
    };
}

function meterGroup(meters: [string, string][]): SheetGroup {
    return {
        title: 'Progressive',
        fields: [
            of('meter', 'Meter', 'number', { options: [['0', 'none'], ...meters] }),
            of('controller', 'Controller', 'choice', { options: controllers }),
            of('confirm_up_to', 'Confirmed by itself up to', 'money', {
                note: 'pace auto: larger awards wait for a supervisor',
            }),
        ],
    };
}

// ---- the rules ----------------------------------------------------------------------------------

interface Schedule {
    spot: { min: number; max: number };
    player_fee: number;
    tiers: { action: number; fee: number }[];
}

/** "2: $25 to $1,000, fee $3 to $20": a collection as one line. */
export function scheduleWords(schedule: Schedule, number: number): string {
    const { spot, tiers, player_fee: each } = schedule;
    const fees = tiers.map((one) => one.fee);
    const first = money(Math.min(...fees));
    const last = money(Math.max(...fees));
    return (
        `${number}: ${money(spot.min)} to ${money(spot.max)} a circle, ` +
        `fee ${first === last ? first : `${first} to ${last}`}` +
        (each > 0 ? `, players ${money(each)} a circle` : '')
    );
}

function limitFields(rules: Rules, wager: string): SheetField[] {
    const name = titleOf(rules, wager);
    return [
        { path: ['limits', wager, 'min'], words: `${name}, least`, kind: 'money' },
        { path: ['limits', wager, 'max'], words: `${name}, most`, kind: 'money' },
    ];
}

function limitsGroup(rules: Rules): SheetGroup {
    const schedules = (getAt(rules, ['collections']) ?? []) as Schedule[];
    const byFee = schedules.length > 0;
    const limited = limitedOf(rules);
    const fields = (byFee ? [] : limited).flatMap((wager) => limitFields(rules, wager));
    if (byFee) {
        fields.push({
            path: ['collection'],
            words: 'Limits and collection fee',
            kind: 'number',
            options: schedules.map((one, i) => [String(i + 1), scheduleWords(one, i + 1)]),
            note: 'by the total action before the deal',
            wide: true,
        });
    }
    fields.push({ path: ['chip'], words: 'Smallest chip', kind: 'money' });
    if (!byFee) {
        fields.push({
            path: ['games_max'],
            words: 'Games a player may bet',
            kind: 'count',
            note: 'Ante, Blind and Play are one; 0: no limit',
        });
    }
    fields.push(
        {
            path: ['legal_wager_max'],
            words: 'Legal maximum for a wager',
            kind: 'money',
            note: 'Play included; $0: none',
        },
        {
            path: ['games_over', 'amount'],
            words: 'Only some games above',
            kind: 'money',
            note: '$0: no such rule',
        },
        { path: ['games_over', 'games'], words: 'So many may be above it', kind: 'count' },
        {
            path: ['play_within_limit'],
            words: 'Play keeps to the table limit',
            kind: 'switch',
        },
        ...limited
            .filter((wager) => wager !== 'ante' && wager !== 'play')
            .map((wager): SheetField => ({
                path: ['aggregate', wager],
                words: `${titleOf(rules, wager)} aggregate`,
                kind: 'money',
                note: 'the most all its prizes of a round pay; $0: none',
            })),
    );
    return { title: 'Limits', note: '$0 as the most: no maximum', fields };
}

function sideFields(rules: Rules, side: Side): SheetField[] {
    const title = titleOf(rules, side.id);
    const tables = tablesOf(side);
    const at = (field: string) => ['side', side.id, field];
    const fields: SheetField[] = [
        { path: ['offered', side.id], words: `${title} offered`, kind: 'switch' },
    ];
    if (tables.length > 1) {
        fields.push({
            path: at('use'),
            words: `${title} table`,
            kind: 'choice',
            options: tables.map((one) => [one.id, `table ${one.id}`]),
        });
    }
    if (side.id === 'trips' || isOwn(side)) {
        fields.push({
            path: at('fold'),
            words: `${title} after a fold`,
            kind: 'choice',
            options: folds,
        });
    }
    if (side.id === 'bad_beat') {
        const words = `${title} only with ${titleOf(rules, 'trips')}`;
        fields.push({ path: at('needs'), words, kind: 'switch', listed: 'trips' });
    }
    return fields;
}

function offeredGroup(rules: Rules): SheetGroup {
    const fields = sidesOf(rules).flatMap((side) => sideFields(rules, side));
    return { title: 'Optional wagers', fields };
}

function hasProgressive(rules: Rules): boolean {
    return sidesOf(rules).some((side) => side.id === 'progressive' && side.lines?.length);
}

function rulesGroup(rules: Rules): SheetGroup {
    const banked = getAt(rules, ['banked_by']) === 'player';
    const fields: SheetField[] = [
        { path: ['void_returns_fee'], words: 'A void returns the fee', kind: 'switch' },
        { path: ['ante_refund_first'], words: 'Antes are refunded first', kind: 'switch' },
        {
            path: ['order'],
            words: 'Wagers are settled',
            kind: 'choice',
            options: orders,
            wide: true,
        },
        {
            path: ['procedure'],
            words: 'Cards are dealt',
            kind: 'choice',
            options: procedures,
            wide: true,
        },
        { path: ['seats'], words: 'Seats', kind: 'count', note: 'the player-dealer’s included' },
        { path: ['spots_per_player'], words: 'Spots a player may hold', kind: 'count' },
    ];
    if (banked) {
        fields.push(
            { path: ['bank_hands_max'], words: 'Hands banked in a row', kind: 'count' },
            {
                path: ['coverage'],
                words: 'The posted wager covers',
                kind: 'choice',
                wide: true,
                options: coverages,
            },
            {
                path: ['first_banker'],
                words: 'The bank is first offered to',
                kind: 'choice',
                wide: true,
                options: firstBankers,
            },
            {
                path: ['player_fee_per'],
                words: 'A player’s fee is for each',
                kind: 'choice',
                options: playerFees,
            },
        );
    }
    return { title: 'House rules', fields };
}

function namedGroup(): SheetGroup {
    return {
        title: 'Name of the rules',
        note: 'what differs from the sheet of the profile ought to be called otherwise',
        fields: [
            { path: ['name'], words: 'Short', kind: 'name' },
            { path: ['title'], words: 'As players read it', kind: 'name', wide: true },
        ],
    };
}

/** The whole form, for the rules as they stand: what they do not have is not asked for. */
export function sheetGroups(rules: Rules, meters: [string, string][]): SheetGroup[] {
    return [
        tableGroup(),
        limitsGroup(rules),
        offeredGroup(rules),
        rulesGroup(rules),
        namedGroup(),
        timesGroup(),
        ...(hasProgressive(rules) ? [meterGroup(meters)] : []),
        getAt(rules, ['banked_by']) === 'player' ? propositionGroup() : houseGroup(),
    ];
}

// ---- values as text, and back -------------------------------------------------------------------

export function textOf(field: SheetField, sheet: unknown): string {
    const value = getAt(sheet, field.path);
    if (value === undefined || value === null) {
        return field.listed === undefined ? '' : 'false';
    }
    if (field.kind === 'money') {
        return money(Number(value));
    }
    if (field.listed !== undefined) {
        return String((value as string[]).includes(field.listed));
    }
    return field.kind === 'seconds' ? String(Number(value) / 1000) : String(value);
}

/** The value a text stands for; undefined when it is none. */
export function valueOf(
    field: SheetField,
    text: string,
): string | number | boolean | string[] | undefined {
    switch (field.kind) {
        case 'name': {
            const name = text.trim();
            return name === '' ? undefined : name;
        }
        case 'money':
            return parseMoney(text) ?? undefined;
        case 'seconds': {
            const match = /^\s*(\d{1,5})(?:\.(\d{1,3}))?\s*$/.exec(text);
            return match
                ? Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'))
                : undefined;
        }
        case 'count':
        case 'number':
            return /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : undefined;
        case 'switch': {
            const on = text === 'true';
            return field.listed === undefined ? on : on ? [field.listed] : [];
        }
        case 'choice':
            return text;
    }
}

/** What to type, for a text that is nothing of the kind. */
export const kindWords: Record<Kind, string> = {
    name: 'a name',
    money: 'an amount like 250 or 1,000',
    seconds: 'seconds, like 15 or 2.5',
    count: 'a whole number',
    choice: 'one of these',
    number: 'one of these',
    switch: 'yes or no',
};

// ---- what was changed ---------------------------------------------------------------------------

function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Only the fields that differ, in their places: what `options` and `config` are sent as. */
export function changedPart(before: unknown, after: unknown): unknown {
    if (!isObject(before) || !isObject(after)) {
        return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
    }
    const part: Record<string, unknown> = {};
    for (const key of Object.keys(after)) {
        const inner = changedPart(before[key], after[key]);
        if (inner !== undefined) {
            part[key] = inner;
        }
    }
    return Object.keys(part).length > 0 ? part : undefined;
}

/** The sheet with every typed text in its place, and the paths of those that are no value. */
export function sheetWith(
    sheet: Sheet,
    fields: readonly SheetField[],
    texts: Record<string, string>,
): { sheet: Sheet; bad: string[] } {
    let now = sheet;
    const bad: string[] = [];
    for (const field of fields) {
        const path = pathText(field.path);
        const text = texts[path];
        if (text === undefined) {
            continue;
        }
        const value = valueOf(field, text);
        if (value === undefined) {
            bad.push(path);
        } else {
            now = setAt(now, field.path, value);
        }
    }
    return { sheet: now, bad };
}
