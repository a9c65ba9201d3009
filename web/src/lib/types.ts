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

/** Where a hand lies; a folded one stays while a live wager needs it. */
export type HandPlace = 'at_spot' | 'up_for_trips' | 'under_pairs' | 'beside_wager' | 'in_rack';

export interface Seat {
    seat: number;
    player: {
        id: number;
        name: string;
        house: boolean;
        /** A third-party provider's, then with its name (BANK-1). */
        proposition?: boolean;
        provider?: string;
    } | null;
    chips: Cents;
    ready?: boolean;
    sits_out: boolean;
    leaving: boolean;
    in: boolean;
    folded: boolean;
    awaited: boolean;
    multiple: number;
    stakes: Stakes;
    /** What the fold has lost: these chips have left the layout. */
    taken: Stakes;
    fee: Cents;
    cards: CardText[];
    hand: string | null;
    hand_place?: HandPlace | null;
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

/** A step of the procedure (DEAL-6); what only hands do is ticked. */
export interface DealerStep {
    step: string;
    seat?: number;
    by: 'command' | 'button' | 'supervisor' | 'hand';
    /** The message that does it, and the key of the controller. */
    type?: string;
    button?: string;
    clause: string;
    /** Short, for a button. */
    name: string;
    words: string;
    wager?: Wager;
    do?: 'take' | 'pay' | 'return';
    amount?: Cents;
    /** What the next command waits for. */
    waits?: string;
    /** By a rule, before the next command. */
    required?: boolean;
    skipped?: boolean;
    done: boolean;
    next: boolean;
    may: boolean;
}

/** Where a deck is (DEAL-1). */
export interface DealerDeck {
    deck: number;
    colour: string;
    place: string;
    in_rack: number;
}

/** The dealer's call for a supervisor (GM-8). */
export interface DealerCall {
    reason: string;
    note: string;
    since_ms: Millis;
    by: string;
    taken_by?: string;
    taken_ms?: Millis;
}

/** The next button for a Progressive win on its way: the hand first, then the supervisor. */
export interface WinStep {
    button: string;
    seat: number;
    line: string;
    supervisor: boolean;
    words: string;
}

export interface DealerConsole {
    steps: DealerStep[];
    decks: DealerDeck[];
    call: DealerCall | null;
    keypad: string[];
    /** Progressive wins the cards show, in paying order, each with the prize it will be then. */
    winners?: { seat: number; line: string; state?: string; prize?: Cents }[];
    /** What is to be pressed for the next of them; null when all are confirmed. */
    win_step?: WinStep | null;
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
    banked_by: 'house' | 'player';
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
    /** A supervisor has to name the seat that is offered the bank first (ROT-1). */
    names_banker?: boolean;
    /** The cards drawn for who is offered it first. */
    draw?: { seat: number; card: CardText }[];
    /** The first spot one holds; null for who watches. */
    you: You | null;
    /** The others (BET-7). */
    more_spots?: You[];
    /** A seat is free that one could take, the first or one more. */
    may_sit?: boolean;
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
    proposition: number;
    provider: string;
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

export interface PlacardSection {
    key: string;
    title: string;
    heads: string[];
    /** Of a pay table: which is in force, by column from the second on. */
    tables: string[];
    rows: string[][];
    sentences: string[];
}

/** What hangs at a table (WA-1, NOTE-3). */
export interface Placard {
    inscription: string;
    /** The four-games notice, where there is such a limit. */
    games?: string;
    revision: string;
    limits: Limits;
    pay_tables: {
        wager: Wager;
        name: string;
        for_one: boolean;
        /** `hand` is what commands call the line; `brief` the pay where there is little room. */
        lines: { hand: string; label: string; pays: string; brief: string }[];
    }[];
    fees: { action: Cents; player_dealer: Cents; player: Cents }[];
    sections: PlacardSection[];
}

export interface RoundListed {
    table: number;
    round: number;
    opened_ms: Millis;
    ended_ms: Millis;
    voided?: boolean;
    net: Cents;
    /** The decision of each dispute about it; 'open' while it waits. */
    disputes: string[];
}
