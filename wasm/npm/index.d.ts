import type { Cents, HandKind, Stakes } from './protocol';
export * from './protocol';

/** "n/d", an exact number. */
export type Ratio = string;
/** The name of a built-in profile, or a whole profile. */
export type Profile = string | Record<string, unknown>;
export type Style = 'optimal' | 'simple' | 'never-fold' | 'timid';
export type Verb = 'eval' | 'odds' | 'par' | 'placard' | 'rules' | 'settle' | 'simulate' | 'strategy';

export interface HandAnswer {
    cards: string;
    hand: HandKind;
    description: string;
    best: string;
    strength: number;
}
export interface OddsRequest {
    cards: string;
    board?: string;
    dead?: string;
    rules?: Profile;
    ante?: Cents;
}
export interface OddsAnswer {
    cards: string;
    board: string;
    dead: string;
    rules: string;
    street: 'preflop' | 'flop' | 'river';
    deals: number;
    actions: { action: string; ev: Ratio; ev_decimal: number }[];
    best: string;
}
export interface ParRequest {
    rules?: Profile;
    ante?: Cents;
    strategy?: Style;
    threads?: number;
    chart?: boolean;
}
export interface ParAnswer {
    rules: string;
    strategy: Style;
    base: { ev: Ratio; ev_decimal: number; house_edge: Ratio; house_edge_decimal: number; [figure: string]: unknown };
    chart?: StrategyAnswer;
    [part: string]: unknown;
}
export interface StrategyAnswer {
    rules: string;
    hands: { hand: string; combinations: number; best: string; [value: string]: unknown }[];
}
export interface SimulateRequest {
    rules?: Profile;
    rounds?: number;
    seats?: number;
    strategy?: Style | Style[];
    seed?: number;
    threads?: number;
    ante?: Cents;
    wagers?: Stakes | Record<string, Cents>;
    bank_wager?: Cents;
    sessions?: number;
    rounds_per_session?: number;
    bankroll?: Cents;
    meter?: boolean;
}
export interface RulesRequest {
    action?: 'list' | 'show' | 'check';
    rules?: Profile;
}
export type Document = Record<string, unknown>;

export declare class Refused extends Error {
    readonly clause: string;
    readonly reason: string;
    constructor(clause: string, message: string);
}

export declare class Uth {
    constructor(module: WebAssembly.Module);
    callText(verb: Verb | string, request: string): string;
    call(verb: Verb, request?: object): Document;
    evaluate(cards: string): HandAnswer;
    odds(request: OddsRequest): OddsAnswer;
    par(request?: ParRequest): ParAnswer;
    placard(rules?: Profile): Document;
    rules(request?: RulesRequest): Document;
    settle(round: Document): Document;
    simulate(request?: SimulateRequest): Document;
    strategy(request?: { rules?: Profile; ante?: Cents; threads?: number }): StrategyAnswer;
    evaluateMany(cards: Uint8Array): Uint16Array;
}

export declare function load(source?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<Uth>;
