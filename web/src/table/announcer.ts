// What a screen reader is told of a table, from one view to the next: turns, cards, results.
import { actionName } from '../lib/actions';
import { announce } from '../lib/announce';
import { money, net } from '../lib/money';
import type { Seat, View, Wager } from '../lib/types';
import { cardsWords, wagerNames } from '../lib/words';
import { placed } from './bets';
import { layoutOrder } from './order';
import { beforeDeal } from './stakes';
import { backWords, voidWords } from './voided';

function ownSeat(view: View): Seat | undefined {
    return view.seats.find((one) => one.seat === view.you?.seat);
}

/** What one plays with, at the moment when nothing can be changed any more. */
function closedWords(view: View, before: View | null): string {
    const wasOpen = before?.phase === 'betting' && before.round === view.round;
    const nothingClosed = view.phase === 'betting' || view.phase === 'idle';
    if (view.phase !== 'closed' && (!wasOpen || nothingClosed)) {
        return '';
    }
    const stakes = beforeDeal(placed(view));
    const mine = layoutOrder
        .filter((wager) => (stakes[wager] ?? 0) > 0)
        .map((wager) => `${wagerNames[wager]} ${money(stakes[wager] ?? 0)}`);
    return mine.length > 0 ? `No more bets. You play ${mine.join(', ')}.` : 'No more bets.';
}

function phaseWords(view: View): string {
    const own = ownSeat(view);
    const hand = own?.hand ? ` You have ${own.hand}.` : '';
    switch (view.phase) {
        case 'betting':
            return view.you?.options.wager ? 'Place your bets.' : '';
        case 'preflop':
            return own?.cards.length
                ? `Your cards: ${cardsWords(own.cards)}.${hand}`
                : 'Cards are dealt.';
        case 'flop':
            return `Flop: ${cardsWords(view.community)}.${hand}`;
        case 'river':
            return `Turn and river: ${cardsWords(view.community.slice(3))}.${hand}`;
        case 'settled':
            return settledWords(view, own);
        default:
            return '';
    }
}

function settledWords(view: View, own: Seat | undefined): string {
    const parts: string[] = [];
    if (view.dealer.hand) {
        const plays = view.dealer.qualifies === false ? ', and does not qualify' : '';
        parts.push(`Dealer shows ${cardsWords(view.dealer.cards)}: ${view.dealer.hand}${plays}`);
    }
    if (own?.result) {
        const total = own.result.net;
        parts.push(
            total > 0
                ? `You win ${money(total)}`
                : total < 0
                  ? `You lose ${money(-total)}`
                  : 'You are even',
        );
        for (const [wager, result] of Object.entries(own.result.wagers)) {
            const name = wagerNames[wager as Wager];
            const words = result.reason.startsWith(name)
                ? result.reason
                : `${name}: ${result.reason}`;
            parts.push(`${words}, ${net(result.net)}`);
        }
    }
    if (view.bank && view.bank.seat === view.you?.seat) {
        parts.push(bankedWords(view.bank));
    }
    return parts.join('. ');
}

/** Of the player-dealer, who has no wagers and so no result among the seats. */
export function bankedWords(bank: NonNullable<View['bank']>): string {
    if (bank.net === 0) {
        return 'You banked: even';
    }
    return `You banked: ${bank.net > 0 ? 'won' : 'lost'} ${money(Math.abs(bank.net))}`;
}

function turnWords(view: View): string {
    const options = view.you?.options;
    const words = (options?.decisions ?? []).map((one) => {
        const stake = options?.play[one] ?? 0;
        return actionName(one) + (stake > 0 ? ` for ${money(stake)}` : '');
    });
    return `Your decision: ${words.join(', ')}.`;
}

/** What is to be said when one view follows another, in order. */
export function changeWords(before: View | null, now: View): string[] {
    const words: string[] = [];
    if (before && now.last?.voided && before.last?.round !== now.last.round) {
        const back = before.round === now.last.round ? backWords(before) : '';
        words.push(`${voidWords(now.last.round)} ${back}`.trim());
    }
    if (!before || before.round !== now.round || before.phase !== now.phase) {
        words.push(closedWords(now, before), phaseWords(now));
    }
    const had = before?.you?.options.decisions.length ?? 0;
    const newStreet = before?.phase !== now.phase;
    if (now.you && now.you.options.decisions.length > 0 && (had === 0 || newStreet)) {
        words.push(turnWords(now));
    }
    if (now.you?.options.bank && !before?.you?.options.bank) {
        words.push('The bank is offered to you: take it with a wager, or decline.');
    }
    if (now.progressive?.waits && !before?.progressive?.waits) {
        words.push('A jackpot! It waits for a supervisor.');
    }
    return words.filter((one) => one !== '');
}

export function announceChange(before: View | null, now: View): void {
    for (const words of changeWords(before, now)) {
        announce(words);
    }
}
