// What the back office is told (docs/api.md).
import type { Cents, Millis, Phase, TableState, Wager } from '../lib/types';

export type Config = Record<string, string | number>;

export interface PitTable {
    table: number;
    name: string;
    profile: string;
    banked_by: 'house' | 'player';
    pace: 'auto' | 'dealer';
    state: TableState;
    phase: Phase;
    round: number;
    paused: boolean;
    jackpot: boolean;
    change_waits: boolean;
    taken: number;
    /** Who plays, the house's own not counted: one person may hold several seats. */
    people: number;
    house: number;
    proposition: number;
    provider: string;
    automatic_players: number;
    bankroll: Cents;
    /** The bankroll does not cover a buy-in: proposition players left, or cannot come. */
    provider_short: boolean;
    names_banker: boolean;
    watchers: number;
    tray: Cents;
    drop: Cents;
    fees: Cents;
    meter: number;
    config?: Config;
    /** GM-7: how many warnings about the Progressive's components, and the first. */
    component_warnings?: number;
    component_warning?: string;
}

export interface Component {
    component: string;
    version: string;
    serial: string;
    since_ms: Millis;
}

export interface Approved {
    use: string;
    component: string;
    version: string;
    or_higher: boolean;
}

/** What a table is configured to be; components where it plays for a meter. */
export interface TableConfig {
    config: Config;
    waits: boolean;
    components?: Component[];
    approved?: Approved[];
    component_warnings?: string[];
}

export interface PitMeter {
    meter: number;
    amount: Cents;
    beginning: Cents;
    reserve: Cents;
    seed: Cents;
}

export interface PitJackpot {
    table: number;
    round: number;
    seat: number;
    line: string;
    state: string;
    /** The one to be confirmed now. */
    next: boolean;
    prize: Cents;
    player?: string;
}

export interface PitDispute {
    dispute: number;
    table: number;
    round: number;
    /** 0: opened by staff. */
    seat: number;
    opened_name: string;
    opened_ms: Millis;
    what: string;
}

/** A dealer's call for a supervisor that nobody has taken yet (GM-8). */
export interface PitCall {
    table: number;
    name: string;
    reason: string;
    note: string;
    since_ms: Millis;
    by: string;
}

export interface Audit {
    verified_ms: Millis;
    ok: boolean;
    chain: boolean;
    balanced: boolean;
    running?: boolean;
    batches: number;
    text: string;
}

export interface Pit {
    server_ms?: Millis;
    tables: PitTable[];
    meters: PitMeter[];
    jackpots: PitJackpot[];
    disputes: PitDispute[];
    calls?: PitCall[];
    audit: Audit;
    selfcheck?: { checked_ms: Millis; ok: boolean; running?: boolean; text: string };
    store?: string;
}

export interface Terms {
    seed: Cents;
    maximum: Cents;
    meter_rate_bp: number;
    reserve_rate_bp: number;
    fixed_pays_from: 'tray' | 'meter';
}

export interface MeterState {
    meter: number;
    amount: Cents;
    reserve: Cents;
    seed: Cents;
    beginning: Cents;
    entries: number;
    executive_above: Cents;
    terms: Terms;
    waiting: Terms | null;
    tables: { table: number; controller: string; station: string; reachable: boolean }[];
    day: {
        beginning: Cents;
        contributed: Cents;
        contributions_returned: Cents;
        seeded: Cents;
        reserve_used: Cents;
        awarded: Cents;
        awards: number;
        adjustments: number;
        adjusted: Record<string, Cents>;
    };
}

export interface JournalLine {
    number: number;
    time_ms: Millis;
    what: string;
    who: number;
    who_name?: string;
    approved_by?: number;
    approved_name?: string;
    table: number;
    round: number;
    seat: number;
    before: { amount: Cents; reserve: Cents };
    after: { amount: Cents; reserve: Cents };
    line?: string;
    amount?: Cents;
    /** PROG-4: seed and reserve went onto the meter with this award. */
    reseeded?: boolean;
    adjustment?: string;
}

export interface User {
    id: number;
    name: string;
    role: string;
    created_ms: Millis;
    card: string | null;
    password: boolean;
    pin: boolean;
    locked: boolean;
    card_locked: boolean; // by the lock above, or after wrong PINs
    pin_locked_until_ms: Millis;
    pin_failed: number;
    wallet?: Cents;
}

export interface LogLine {
    position?: number;
    who: { id: number; name: string; system?: string };
    when_ms: Millis;
    what: string;
    about: { kind: string; id: number };
    why: string;
    before: unknown;
    after: unknown;
    approved_by?: number;
    approved_name?: string;
}

export interface WinPage {
    meter: number;
    table: number;
    table_name?: string;
    round: number;
    seat: number;
    player?: number;
    player_name?: string;
    cards?: string[];
    community?: string[];
    hand?: string;
    line: string;
    pays?: string;
    state: string;
    amount: Cents;
    from_meter: Cents;
    from_house: Cents;
    meter_shown: Cents;
    confirmed_by: number;
    confirmed_name?: string;
    card: string;
    confirmed_ms: Millis;
}

export interface ReportWager {
    count: number;
    handle: Cents;
    won: Cents;
    lost: Cents;
    held: Cents;
}

export interface DayReport {
    table: number;
    name: string;
    day: string;
    rounds: number;
    void: number;
    profiles: {
        profile: string;
        rounds: number;
        wagers: Partial<Record<Wager, ReportWager>>;
        theoretical: Record<
            string,
            { staked: Cents; theoretical: Cents; actual: Cents; house_edge_decimal?: string }
        >;
    }[];
    fees: { schedule: { of: string; fee: Cents; times: number }[]; taken: Cents; returned: Cents };
    drop: { in: Cents; counted: Cents };
    tray: { fills: Cents; credits: Cents; change: Cents };
    /** Of proposition players, apart from the house's result (BANK-1). */
    provider: null | {
        names: string[];
        brought_in: Cents;
        taken_away: Cents;
        won: Cents;
        fees: Cents;
        result: Cents;
    };
    meter: null | {
        id: number;
        beginning: Cents;
        contributed: Cents;
        contributions_returned: Cents;
        seeded: Cents;
        reserve_used: Cents;
        awarded: Cents;
        adjusted: Record<string, Cents>;
        ending: Cents;
        explained: boolean;
        awards: number;
        adjustments: number;
        components?: Component[];
        component_warnings?: string[];
    };
}
