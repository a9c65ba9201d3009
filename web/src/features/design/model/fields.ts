// The form of a profile: which fields there are and what they are called. Whether a value is right, and
// what it does, the server says.
import type { Profile } from '../../../lib/figures';
import { money, parseMoney } from '../../../lib/money';
import { kinds, royals, twoCards } from './conditions';
import { getAt, readTyped, typedText, type Path } from './profile';
import { limitedOf, sidesOf, tableOf, titleOf, type Side } from './sides';
import {
    coverages,
    firstBankers,
    fixedPays,
    meterOrders,
    orders,
    playerFees,
    procedures,
} from './switches';

export interface Choice {
    path: Path;
    words: string;
    /** Empty: a switch. */
    options?: [string, string][];
    list?: 'numbers' | 'names';
    /** Its words need the room of a whole line. */
    wide?: boolean;
}

const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
// Of seven cards the highest is a nine or above; a pair of twos is any pair.
const qualifiers = [
    'none',
    ...ranks.slice(8).map((rank) => `${rank} high`),
    'pair',
    ...ranks.slice(1).map((rank) => `pair of ${rank}`),
    ...kinds.slice(1, 8).reverse(),
];

export const gameChoices: Choice[] = [
    {
        path: ['qualifier'],
        words: 'Dealer qualifies with',
        options: qualifiers.map((hand) => [hand, hand]),
    },
    {
        path: ['ante_unqualified'],
        words: 'Ante when the dealer does not qualify',
        options: [
            ['pushes', 'pushes'],
            ['plays', 'plays on'],
            ['wins', 'wins'],
        ],
    },
    { path: ['raises', 'preflop'], words: 'Play before the flop, times the Ante', list: 'numbers' },
    { path: ['raises', 'flop'], words: 'Play on the flop', list: 'numbers' },
    { path: ['raises', 'river'], words: 'Play at the river', list: 'numbers' },
    {
        path: ['banked_by'],
        words: 'Banked by',
        options: [
            ['house', 'the house'],
            ['player', 'a player-dealer'],
        ],
    },
];

const switches: Choice[] = [
    { path: ['ante_refund_first'], words: 'Ante refunded first' },
    { path: ['order'], words: 'Wagers are settled', options: orders, wide: true },
    { path: ['order_won'], words: 'At a hand that wins or ties', list: 'names' },
    { path: ['order_lost'], words: 'At a hand that loses', list: 'names' },
    { path: ['procedure'], words: 'Cards are dealt', options: procedures, wide: true },
];

/** Where a player banks and pays fees; for the house they mean nothing. */
const bankSwitches: Choice[] = [
    { path: ['void_returns_fee'], words: 'A void returns the fee' },
    { path: ['coverage'], words: 'The posted wager covers', options: coverages, wide: true },
    {
        path: ['first_banker'],
        words: 'The bank is first offered to',
        options: firstBankers,
        wide: true,
    },
    { path: ['player_fee_per'], words: 'A player’s fee is for each', options: playerFees },
];

/** What the rulebook leaves to the casino, as far as it concerns this profile. */
export function switchesOf(profile: Profile): Choice[] {
    const banked = getAt(profile, ['banked_by']) === 'player';
    const offered = sidesOf(profile).map(({ id }) => ({
        path: ['offered', id],
        words: `${titleOf(profile, id)} offered`,
    }));
    return [...offered, ...switches, ...(banked ? bankSwitches : [])];
}

/** The lines of a maker's bet: those its table may have, and what else it has. */
export function linesOf(side: Side): string[] {
    const known = side.cards === 'hole' ? twoCards : kinds;
    const others = tableOf(side)?.lines.map((line) => line.when) ?? [];
    return [...known, ...others.filter((when) => !known.includes(when))];
}

export const progressiveLines = [...royals, ...kinds.slice(1, 7)];

/** BET-10: how many of a player's games may be above the amount. */
export const gamesOverPath: Path = ['games_over', 'games'];

/** Limits and aggregates of the wagers a profile offers, each an amount. A schedule of collections has
 *  the limits of its spots. */
export function limitFieldsOf(profile: Profile): Choice[] {
    const offered = limitedOf(profile);
    const scheduled = ((getAt(profile, ['collections']) ?? []) as unknown[]).length > 0;
    const limits = scheduled ? [] : offered;
    const paid = offered.filter((one) => one !== 'ante' && one !== 'play');
    return [
        ...limits.flatMap((one) => [
            { path: ['limits', one, 'min'], words: `${titleOf(profile, one)} minimum` },
            { path: ['limits', one, 'max'], words: `${titleOf(profile, one)} maximum` },
        ]),
        { path: ['legal_wager_max'], words: 'Legal maximum for a wager ($0: none)' },
        { path: ['games_over', 'amount'], words: 'Only some games above ($0: no such rule)' },
        ...paid.map((one) => ({
            path: ['aggregate', one],
            words: `${titleOf(profile, one)} aggregate ($0: none)`,
        })),
    ];
}

/** BET-11 */
export const playWithinLimit: Choice = {
    path: ['play_within_limit'],
    words: 'Play keeps to the table limit',
};

export function amountText(value: unknown): string {
    return typeof value === 'number' ? money(value) : value === undefined ? '' : String(value);
}

/** Cents; what is no amount goes to the server as it was typed, and comes back as its fault. */
export function readAmount(text: string): unknown {
    return parseMoney(text) ?? text;
}

export const progressiveFields: Choice[] = [
    { path: ['progressive', 'stake'], words: 'Stake, cents' },
    { path: ['progressive', 'seed'], words: 'Seed, cents' },
    { path: ['progressive', 'maximum'], words: 'Most, cents (0: none)' },
    { path: ['progressive', 'meter_rate_bp'], words: 'To the meter, of 10,000' },
    { path: ['progressive', 'reserve_rate_bp'], words: 'To the reserve, of 10,000' },
    { path: ['progressive', 'preset_rate_bp'], words: 'Pre-configured meter rate, of 10,000' },
    { path: ['progressive', 'preset_seed'], words: 'Pre-configured seed, cents (0: none)' },
];

export const progressiveSwitches: Choice[] = [
    {
        path: ['progressive', 'fixed_pays_from'],
        words: 'Fixed prizes come from',
        options: fixedPays,
    },
    {
        path: ['progressive', 'order'],
        words: 'Several prizes are paid',
        options: meterOrders,
        wide: true,
    },
];

/** "5%" of the meter, or "250" for one, as the form writes a line of the Progressive. */
export function progressiveText(line: unknown): string {
    const { meter_bp: meter, for_one: forOne } = (line ?? {}) as Record<string, unknown>;
    return meter !== undefined ? `${Number(meter) / 100}%` : String(forOne ?? '');
}

/** Back again. What is neither goes to the server as it was typed, and comes back as its fault. */
export function readProgressive(when: string, text: string): unknown {
    const plain = text.trim();
    if (plain === '') {
        return undefined;
    }
    const share = /^(\d+(?:\.\d{1,2})?)\s*%$/.exec(plain);
    if (share) {
        return { when, meter_bp: Math.round(Number(share[1]) * 100) };
    }
    return { when, for_one: /^-?\d{1,15}$/.test(plain) ? Number(plain) : plain };
}

/** A line of a side bet as the form writes it: what it pays. */
export function paysText(line: unknown): string {
    return typedText((line as { pays?: unknown } | undefined)?.pays);
}

export function readPays(when: string, text: string): unknown {
    const pays = readTyped(text);
    return pays === undefined ? undefined : { when, pays };
}
