// What a screen reader is told of a table, from one view to the next: turns, cards, results.
import { announce } from '../lib/announce';
import { money, net } from '../lib/money';
import type { Seat, View, Wager } from '../lib/types';
import { actionNames, cardsWords, wagerNames } from '../lib/words';
import { backWords, voidWords } from './voided';

function ownSeat(view: View): Seat | undefined {
    return view.seats.find((one) => one.seat === view.you?.seat);
}

function phaseWords(view: View, before: View | null): string {
    const closed = before?.phase === 'betting' ? 'No more bets. ' : '';
    const own = ownSeat(view);
    const hand = own?.hand ? ` You have ${own.hand}.` : '';
    switch (view.phase) {
        case 'betting':
            return view.you?.options.wager ? 'Place your bets.' : '';
        case 'closed':
            return 'No more bets.';
        case 'preflop':
            return (
                closed +
                (own?.cards.length
                    ? `Your cards: ${cardsWords(own.cards)}.${hand}`
                    : 'Cards are dealt.')
            );
        case 'flop':
            return `Flop: ${cardsWords(view.community)}.${hand}`;
        case 'river':
            return `Turn and river: ${cardsWords(view.community.slice(3))}.${hand}`;
        case 'showdown':
            return '';
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
    return parts.join('. ');
}

function turnWords(view: View): string {
    const { decisions, play } = view.you?.options ?? { decisions: [], play: {} };
    const words = decisions.map(
        (one) => actionNames[one] + (play[one] ? ` for ${money(play[one] ?? 0)}` : ''),
    );
    return `Your decision: ${words.join(', ')}.`;
}

export function announceChange(before: View | null, now: View): void {
    if (before && now.last?.voided && before.last?.round !== now.last.round) {
        const back = before.round === now.last.round ? backWords(before) : '';
        announce(`${voidWords(now.last.round)} ${back}`);
    }
    if (!before || before.round !== now.round || before.phase !== now.phase) {
        announce(phaseWords(now, before));
    }
    const had = before?.you?.options.decisions.length ?? 0;
    const newStreet = before?.phase !== now.phase;
    if (now.you && now.you.options.decisions.length > 0 && (had === 0 || newStreet)) {
        announce(turnWords(now));
    }
    if (now.you?.options.bank && !before?.you?.options.bank) {
        announce('The bank is offered to you: take it with a wager, or decline.');
    }
    if (now.progressive?.waits && !before?.progressive?.waits) {
        announce('A jackpot! It waits for a supervisor.');
    }
}
