// What the server works out exactly: one situation, perfect play, a profile's report.
import { byAction, isAction } from './actions';
import { get, post } from './api';
import { fraction, minus, parseFraction, toNumber, type Fraction } from './exact';
import type { Action, Cents } from './types';

export type Street = 'preflop' | 'flop' | 'river';

export interface Odds {
    cards: string;
    board: string;
    dead?: string;
    rules: string;
    street: Street;
    deals: number;
    actions: { action: Action; ev: string; ev_decimal: number }[];
    best: Action;
    /** The rule people learn that decides here, and a sentence that explains the best action by it. */
    coach?: { rule: string; words: string; outs?: number; unseen?: number };
    /** Of advice at a table. */
    ante?: Cents;
}

export interface ChartHand {
    hand: string;
    combinations: number;
    best: Action;
    [value: string]: string | number;
}

export interface Strategy {
    rules: string;
    hands: ChartHand[];
}

export interface SideFigures {
    table: string;
    in_use: boolean;
    house_edge: string;
    house_edge_decimal: number;
    hit_frequency: string;
    hit_frequency_decimal: number;
    variance: string;
    variance_decimal: number;
    /** Of a bet of the profile's own: the chance that each line pays. */
    lines?: { when: string; pays: unknown; probability: string; probability_decimal: number }[];
    /** As the maker's sheet prints it. */
    printed?: string;
    printed_agrees?: boolean;
    hit_frequency_printed?: string;
    hit_frequency_printed_agrees?: boolean;
}

export interface Outcome {
    net: number;
    combinations: number;
    probability: string;
    probability_decimal: number;
}

export interface ProgressiveFigures {
    table: string;
    lines: {
        line: string;
        meter_bp?: number;
        for_one?: number;
        probability: string;
        probability_decimal: number;
    }[];
    [figure: string]: unknown;
}

export interface Par {
    rules: string;
    base: {
        ev: string;
        ev_decimal: number;
        house_edge: string;
        house_edge_decimal: number;
        house_edge_of_ante_and_blind: string;
        house_edge_of_ante_and_blind_decimal: number;
        average_wager: string;
        average_wager_decimal: number;
        element_of_risk: string;
        element_of_risk_decimal: number;
        variance: string;
        standard_deviation: number;
        deals: number;
        printed?: string;
        printed_agrees?: boolean;
        actions: Record<string, string>;
        actions_decimal: Record<string, number>;
        outcomes: Outcome[];
    };
    trips?: SideFigures[];
    bad_beat?: SideFigures[];
    pairs?: SideFigures[];
    /** The profile's own, by their ids. */
    side?: Record<string, SideFigures[]>;
    progressive?: ProgressiveFigures | null;
}

/** What one condition of a strategy decides and costs, in parts of all rounds and of an ante. */
export interface PlanShare {
    street: Street;
    action: Action;
    frequency: string;
    frequency_decimal: number;
    cost: string;
    cost_decimal: number;
}

export interface Plan {
    rules: string;
    ev: string;
    ev_decimal: number;
    optimal: string;
    optimal_decimal: number;
    cost: string;
    cost_decimal: number;
    conditions: (PlanShare & { condition: string })[];
    otherwise: PlanShare[];
}

/** A profile as `uth rules show --json` prints it; what is in it is the server's business. */
export type Profile = Record<string, unknown>;

export interface ProfileName {
    name: string;
    title: string;
}

// ---- asking -------------------------------------------------------------------------------------

export function askOdds(
    cards: string[],
    board: string[],
    rules: string | Profile,
    signal?: AbortSignal,
    dead: string[] = [],
): Promise<Odds> {
    return post<Odds>(
        '/api/odds',
        { cards: cards.join(' '), board: board.join(' '), dead: dead.join(' '), rules },
        signal,
    );
}

export function askPlan(text: string, rules: string, signal?: AbortSignal): Promise<Plan> {
    return post<Plan>('/api/plan', { text, rules }, signal);
}

export function askAdvice(table: number, seat: number, signal?: AbortSignal): Promise<Odds> {
    return get<Odds>(`/api/advice?table=${table}&seat=${seat}`, signal);
}

export async function askProfiles(signal?: AbortSignal): Promise<ProfileName[]> {
    return (await get<{ rules: ProfileName[] }>('/api/rules', signal)).rules;
}

export function askProfile(name: string, signal?: AbortSignal): Promise<Profile> {
    return get<Profile>(`/api/rules/${encodeURIComponent(name)}`, signal);
}

const charts = new Map<string, Promise<Strategy>>();

/** Perfect play of a named profile; asked for once. */
export function chartOf(rules: string): Promise<Strategy> {
    let found = charts.get(rules);
    if (!found) {
        found = get<Strategy>(`/api/strategy?rules=${encodeURIComponent(rules)}`);
        found.catch(() => charts.delete(rules));
        charts.set(rules, found);
    }
    return found;
}

const edges = new Map<string, Promise<number>>();

/** What the house has of an Ante when a named profile is played perfectly; asked for once. */
export function houseEdgeOf(rules: string): Promise<number> {
    let found = edges.get(rules);
    if (!found) {
        found = askProfile(rules)
            .then((profile) => post<Par>('/api/par', profile))
            .then((par) => par.base.house_edge_decimal);
        found.catch(() => edges.delete(rules));
        edges.set(rules, found);
    }
    return found;
}

// ---- what follows from an answer ----------------------------------------------------------------

export interface Value {
    action: Action;
    ev: string;
    value: number;
    /** What choosing it gives away against the best, in antes. */
    cost: number;
    exactCost: Fraction;
}

/** Each action with what it gives away, the best first. */
export function valuesOf(odds: Odds): Value[] {
    const best = odds.actions.find((one) => one.action === odds.best) ?? odds.actions[0];
    const top = parseFraction(best?.ev);
    const values = odds.actions.map(({ action, ev, ev_decimal }) => {
        const own = parseFraction(ev);
        const exactCost = top && own ? minus(top, own) : fraction(0n, 1n);
        return { action, ev, value: ev_decimal, cost: toNumber(exactCost), exactCost };
    });
    return values.sort((a, b) =>
        a.action === odds.best ? -1 : b.action === odds.best ? 1 : a.cost - b.cost,
    );
}

/** Of what is offered alone: a size one cannot pay is no choice, and nothing is missed without it. */
export function among(odds: Odds, offered: readonly Action[]): Odds {
    const actions = odds.actions.filter(({ action }) => offered.includes(action));
    if (actions.length === 0 || actions.length === odds.actions.length) {
        return odds;
    }
    const highest = actions.reduce((a, b) => (b.ev_decimal > a.ev_decimal ? b : a));
    const best = offered.includes(odds.best) ? odds.best : highest.action;
    return { ...odds, actions, best, coach: undefined }; // it speaks of all actions
}

/** The actions a hand of the chart has values for. */
export function actionsOf(hand: ChartHand): Action[] {
    return Object.keys(hand)
        .filter(isAction)
        .filter((action) => typeof hand[action] === 'string')
        .sort(byAction);
}

/** A hand of the chart, as if it had been asked for alone. */
export function oddsOfHand(chart: Strategy, hand: ChartHand, cards: string[]): Odds {
    return {
        cards: cards.join(' '),
        board: '',
        rules: chart.rules,
        street: 'preflop',
        deals: 0,
        best: hand.best,
        actions: actionsOf(hand).map((action) => ({
            action,
            ev: String(hand[action]),
            ev_decimal: Number(hand[`${action}_decimal`]),
        })),
    };
}

/** How much the second best gives away: how close the decision is. */
export function gapOf(odds: Odds): number {
    return valuesOf(odds)[1]?.cost ?? Number.POSITIVE_INFINITY;
}
