// What to practise next, and how it goes: mistakes that come back at growing intervals, a goal for the
// day, and a challenge of whole hands. All of it follows from the decisions that were recorded.
import type { Action } from '../../../lib/types';
import { isRight, localDay, totalsOf, type Entry } from './book';

// ---- one's own mistakes -------------------------------------------------------------------------

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** After a mistake, and after the first, second and further right answers in a row. */
export const intervalsMs: readonly number[] = [minuteMs, dayMs, 3 * dayMs, 7 * dayMs, 21 * dayMs];

export interface Review {
    rules: string;
    cards: string;
    board: string;
    dead: string;
    /** Right answers in a row since the last mistake. */
    known: number;
    dueAt: number;
}

const situationKey = (entry: Entry) =>
    [entry.rules, entry.cards, entry.board, entry.dead ?? ''].join('|');

/** Situations once decided wrongly that are not learnt yet, the one due first in front. */
export function reviews(entries: readonly Entry[]): Review[] {
    const found = new Map<string, Review>();
    for (const entry of entries) {
        const key = situationKey(entry);
        const before = found.get(key);
        if (!before && isRight(entry)) {
            continue;
        }
        const known = isRight(entry) ? (before?.known ?? 0) + 1 : 0;
        const wait = intervalsMs[known];
        if (wait === undefined) {
            found.delete(key); // learnt
            continue;
        }
        const { rules, cards, board, dead = '' } = entry;
        found.set(key, { rules, cards, board, dead, known, dueAt: entry.at + wait });
    }
    return [...found.values()].sort((a, b) => a.dueAt - b.dueAt);
}

export function dueReviews(entries: readonly Entry[], now: number): Review[] {
    return reviews(entries).filter((review) => review.dueAt <= now);
}

// ---- levels -------------------------------------------------------------------------------------

/** How close a decision is, by what the second choice gives away, in antes. */
export const levels = [
    { id: 'clear', words: 'Clear', least: 0.5, most: Infinity },
    { id: 'fair', words: 'Fair', least: 0.15, most: 0.5 },
    { id: 'close', words: 'Close', least: 0, most: 0.15 },
] as const;

export type Level = (typeof levels)[number]['id'];

export function levelOf(gap: number): Level {
    return levels.find((level) => gap >= level.least)?.id ?? 'close';
}

const nextLevelAfter = 10;

/** The level to go on with: one closer after ten right answers in a row at this one. */
export function levelAfter(level: Level, tally: readonly Entry[]): Level {
    const last = tally.slice(-nextLevelAfter);
    const at = levels.findIndex((one) => one.id === level);
    const done = last.length === nextLevelAfter && last.every(isRight);
    return levels[Math.min(at + (done ? 1 : 0), levels.length - 1)]!.id;
}

// ---- a goal for the day -------------------------------------------------------------------------

export interface Streak {
    /** Decisions made today. */
    today: number;
    /** Days in a row that reached the goal; today counts once it has. */
    days: number;
}

export function streakOf(
    entries: readonly Entry[],
    goal: number,
    now: number,
    dayOf = localDay,
): Streak {
    const counts = new Map<string, number>();
    for (const entry of entries) {
        const day = dayOf(entry.at);
        counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    const reached = (daysAgo: number) => (counts.get(dayOf(now - daysAgo * dayMs)) ?? 0) >= goal;
    let days = reached(0) ? 1 : 0;
    for (let ago = 1; reached(ago); ago++) {
        days += 1;
    }
    return { today: counts.get(dayOf(now)) ?? 0, days };
}

// ---- whole hands --------------------------------------------------------------------------------

export interface Challenge {
    rules: string;
    startedAt: number;
    /** Of each hand, the decisions that were made. */
    hands: Entry[][];
}

export const challengeHands = 100;

export function isBet(action: Action): boolean {
    return action !== 'check' && action !== 'fold';
}

export interface ChallengeResult {
    hands: number;
    decisions: number;
    right: number;
    /** Antes given up a hand. */
    perHand: number;
}

export function resultOf(challenge: Challenge): ChallengeResult {
    const { decisions, right, cost } = totalsOf(challenge.hands.flat());
    const hands = challenge.hands.length;
    return { hands, decisions, right, perHand: hands === 0 ? 0 : cost / hands };
}

const percent = (antes: number) => `${(100 * antes).toFixed(2)}%`;

/** "You gave up 0.034 antes a hand: the house has 5.58% of your Ante instead of 2.18%." */
export function resultWords(result: ChallengeResult, houseEdge: number): string {
    const { perHand } = result;
    return perHand === 0
        ? `You gave up nothing: the house has ${percent(houseEdge)} of your Ante, as with perfect play.`
        : `You gave up ${perHand.toFixed(3)} antes a hand: the house has ${percent(houseEdge + perHand)} of your Ante instead of ${percent(houseEdge)}.`;
}

/** The certificate of a finished challenge, to keep. */
export function certificate(challenge: Challenge, houseEdge: number, finishedAt: number): string {
    const result = resultOf(challenge);
    const { hands, decisions, right } = result;
    return [
        "Ultimate Texas Hold'em: challenge completed",
        '',
        `${localDay(finishedAt)}, ${challenge.rules}, ${hands} hands`,
        `${right} of ${decisions} decisions were the best one.`,
        resultWords(result, houseEdge),
        '',
    ].join('\n');
}
