// What the server says (docs/protocol.md), as types. Fields the page does not know are ignored;
// everything that may be missing is marked so.

/** "As"; null is a card that may not be seen. */
export type CardText = string | null;
/** Whole cents. */
export type Cents = number;
/** Milliseconds since 1970. */
export type Millis = number;

export type Wager = 'ante' | 'blind' | 'play' | 'trips' | 'bad_beat' | 'pairs' | 'progressive';
/** Play, so many times the Ante; or none. */
export type Action = `${number}x` | 'check' | 'fold';
export type TableState = 'closed' | 'waiting' | 'offering' | 'betting' | 'playing' | 'result';
export type Phase =
    'idle' | 'betting' | 'closed' | 'preflop' | 'flop' | 'river' | 'showdown' | 'settled' | 'over';

export interface Fault {
    clause?: string;
    code?: string | number;
    message: string;
}

export interface Range {
    min: Cents;
    max: Cents;
}

export type Limits = Partial<Record<Wager, Range>>;
export type Stakes = Partial<Record<Wager, Cents>>;

export interface WagerResult {
    stake: Cents;
    outcome: 'win' | 'lose' | 'push' | 'returned';
    net: Cents;
    reason: string;
    limited?: string;
}

export interface SeatResult {
    verdict: string;
    net: Cents;
    wagers: Partial<Record<Wager, WagerResult>>;
}

export interface Decided {
    street: 'preflop' | 'flop' | 'river';
    action: Action;
    by_system: boolean;
}

export interface Seat {
    seat: number;
    player: { id: number; name: string; house: boolean } | null;
    chips: Cents;
    ready?: boolean;
    sits_out: boolean;
    leaving: boolean;
    in: boolean;
    folded: boolean;
    awaited: boolean;
    multiple: number;
    stakes: Stakes;
    fee: Cents;
    cards: CardText[];
    hand: string | null;
    kind?: string | null;
    decisions: Decided[];
    result: SeatResult | null;
}

export interface BankOffer {
    min?: Cents;
    max?: Cents;
}

export interface Options {
    wager: boolean;
    decisions: Action[];
    play: Partial<Record<Action, Cents>>;
    bank: BankOffer | null;
    ask_bank: boolean;
    buy_in: boolean;
    stand: boolean;
}

export interface You {
    seat: number;
    chips: Cents;
    ready: boolean;
    sits_out: boolean;
    leaving: boolean;
    command_id: number;
    options: Options;
}

export interface ProgressiveWin {
    seat: number;
    line: string;
    state: 'pressed' | 'confirmed' | 'paid' | string;
    prize: Cents;
}

export interface Progressive {
    meter: number;
    amount: Cents;
    stake: Cents;
    reachable: boolean;
    controller: string;
    station: string;
    lit: string | null;
    spot: number;
    wins: ProgressiveWin[];
    waits: boolean;
}

export interface DealerStep {
    step: string;
    words: string;
    done: boolean;
    next: boolean;
    may: boolean;
}

export interface TakeAndPay {
    seat: number;
    wager: Wager;
    do: string;
    amount: Cents;
    words: string;
}

export interface DealerConsole {
    steps: DealerStep[];
    take_and_pay: TakeAndPay[];
    keypad: string[];
    /** Progressive wins the cards show. */
    winners?: { seat: number; line: string; prize?: Cents }[];
}

export interface View {
    type: 'view';
    table: number;
    version: number;
    server_ms: Millis;
    name: string;
    profile: string;
    /** The number of these very rules: another one after any change of them. */
    rules?: string;
    title: string;
    pace: 'auto' | 'dealer';
    state: TableState;
    round: number;
    phase: Phase;
    deck: number;
    procedure: string;
    since_ms: Millis;
    deadline_ms: Millis;
    commitment: string | null;
    /** `voided`: its wagers went back. */
    last: { round: number; secret: string; voided?: boolean } | null;
    chip: Cents;
    offered: Wager[];
    limits: Limits;
    buy_in: Range;
    community: CardText[];
    dealer: {
        cards: CardText[];
        hand: string | null;
        kind?: string | null;
        qualifies: boolean | null;
    };
    bank: { seat: number; name: string; wager: Cents; net: Cents; fee: Cents; left: Cents } | null;
    offer: { seat: number; deadline_ms: Millis } | null;
    you: You | null;
    seats: Seat[];
    order?: { seat: number; wager: Wager }[];
    progressive: Progressive | null;
    paused: boolean;
    /** A fixed deck is dealt: the server runs for tests. */
    test_decks?: boolean;
    dealer_console: DealerConsole | null;
}

export interface Person {
    id?: number;
    name?: string;
    role: string | null;
    rights?: string[];
    wallet?: Cents;
    csrf?: string;
    limits?: {
        loss: Cents | null;
        loss_left: Cents | null;
        minutes: number | null;
        until_ms: Millis | null;
    };
    play_money?: boolean;
    /** Cards come from a file: the server runs for tests. */
    test_decks?: boolean;
}

export interface LobbyTable {
    table: number;
    name: string;
    profile: string;
    title: string;
    pace: 'auto' | 'dealer';
    state: TableState;
    seats: number;
    taken: number;
    house: number;
    limits: Limits;
    buy_in: Range;
    meter: { id: number; amount: Cents } | null;
}

export interface Lobby {
    tables: LobbyTable[];
    meters: { id: number; amount: Cents; name?: string }[];
}

export interface Meter {
    meter: number;
    amount: Cents;
    beginning: Cents;
    jackpot: { table?: number; seat?: number; line?: string; prize?: Cents; name?: string } | null;
}

export interface Answer {
    ok: boolean;
    error?: Fault;
    repeated?: boolean;
}

export interface Placard {
    limits: Limits;
    notices: string[];
    pay_tables: {
        wager: Wager;
        name: string;
        for_one: boolean;
        lines: { hand: string; pays: string | number }[];
    }[];
    fees: { action: Cents; player_dealer: Cents; player: Cents }[];
    disputes: string;
}

export interface RoundListed {
    table: number;
    round: number;
    opened_ms: Millis;
    ended_ms: Millis;
    voided?: boolean;
    net: Cents;
}
