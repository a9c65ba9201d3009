// What a screen reader is told of a table, from one view to the next: turns, cards, results.
import { actionName } from '../../lib/actions';
import { announce } from '../../lib/announce';
import { beforeDeal, downOn, nameOf } from '../../lib/circles';
import { money, net } from '../../lib/money';
import { hasTurn, ownSeats, spotPrefix } from '../../lib/spots';
import type { Seat, View, Wager } from '../../lib/types';
import { cardsWords, reasonWords } from '../../lib/words';
import { backWords, voidWords } from './voided';

/** What is said of each own spot; with its seat in front where there are several. */
function ofSpots(view: View, words: (seat: Seat) => string): string {
    return ownSeats(view)
        .map((seat) => ({ seat, said: words(seat) }))
        .filter(({ said }) => said !== '')
        .map(({ seat, said }) => spotPrefix(view, seat.seat) + said)
        .join(' ');
}

function isOpen(view: View): boolean {
    return view.state !== 'sealed' && view.phase === 'betting';
}

/** What one plays with, at the moment when nothing can be changed any more. */
function closedWords(view: View, before: View | null): string {
    const wasOpen = before !== null && isOpen(before) && before.round === view.round;
    const nothingClosed = isOpen(view) || view.phase === 'idle';
    const first = before?.state !== 'sealed' || before.round !== view.round;
    if (nothingClosed || !first || (view.phase !== 'closed' && !wasOpen)) {
        return '';
    }
    const mine = ofSpots(view, (seat) => {
        const stakes = beforeDeal(view.circles, seat.stakes);
        const down = downOn(view.circles, stakes).map(
            ({ wager, name }) => `${name} ${money(stakes[wager] ?? 0)}`,
        );
        return down.length > 0 ? `You play ${down.join(', ')}.` : '';
    });
    return `No more bets. ${mine}`.trim();
}

function phaseWords(view: View): string {
    const have = ofSpots(view, (seat) => (seat.hand ? `You have ${seat.hand}.` : ''));
    switch (view.phase) {
        case 'betting':
            return isOpen(view) && view.you?.options.wager ? 'Place your bets.' : '';
        case 'preflop':
            return (
                ofSpots(view, (seat) =>
                    seat.cards.length
                        ? `Your cards: ${cardsWords(seat.cards)}.${seat.hand ? ` You have ${seat.hand}.` : ''}`
                        : '',
                ) || 'Cards are dealt.'
            );
        case 'flop':
            return `Flop: ${cardsWords(view.community)}. ${have}`.trim();
        case 'river':
            return `Turn and river: ${cardsWords(view.community.slice(3))}. ${have}`.trim();
        case 'settled':
            return settledWords(view);
        default:
            return '';
    }
}

function resultWords(view: View, own: Seat): string[] {
    if (!own.result) {
        return [];
    }
    const total = own.result.net;
    const sum =
        total > 0
            ? `You win ${money(total)}`
            : total < 0
              ? `You lose ${money(-total)}`
              : 'You are even';
    const wagers = Object.entries(own.result.wagers).map(([wager, result]) => {
        const name = nameOf(view.circles, wager as Wager);
        const between = result.outcome === 'returned' ? ': ' : ' ';
        return `${name}${between}${reasonWords(result)}, ${net(result.net)}`;
    });
    return [spotPrefix(view, own.seat) + sum, ...wagers];
}

function settledWords(view: View): string {
    const parts: string[] = [];
    if (view.dealer.hand) {
        const plays = view.dealer.qualifies === false ? ', and does not qualify' : '';
        const who = view.bank ? 'Player-dealer' : 'Dealer';
        parts.push(`${who} shows ${cardsWords(view.dealer.cards)}: ${view.dealer.hand}${plays}`);
    }
    parts.push(...ownSeats(view).flatMap((own) => resultWords(view, own)));
    if (view.bank && view.bank.seat === view.you?.seat) {
        parts.push(bankedWords(view.bank));
    }
    return parts.join('. ');
}

/** Of the player-dealer, who has no wagers and so no result among the seats. */
export function bankedWords(bank: NonNullable<View['bank']>): string {
    if (bank.net === 0) {
        return 'You broke even as banker';
    }
    return `You ${bank.net > 0 ? 'won' : 'lost'} ${money(Math.abs(bank.net))} as banker`;
}

function turnWords(view: View): string {
    const options = view.you?.options;
    const words = (options?.decisions ?? []).map((one) => {
        const stake = options?.play[one] ?? 0;
        return actionName(one) + (stake > 0 ? ` for ${money(stake)}` : '');
    });
    return `${spotPrefix(view, view.you?.seat ?? 0)}Your decision: ${words.join(', ')}.`;
}

/** Another spot is shown: which, and what is to be done there. */
export function spotWords(view: View): string {
    const seat = view.you?.seat ?? 0;
    if ((view.you?.options.decisions.length ?? 0) > 0) {
        const own = view.seats.find((one) => one.seat === seat);
        const hand = own?.hand ? `Seat ${seat}: You have ${own.hand}. ` : '';
        return hand + turnWords(view);
    }
    return `Seat ${seat}${hasTurn(view.you ?? undefined) ? ': place your bets' : ''}.`;
}

function stageOf(view: View): string {
    return view.state === 'sealed' ? 'sealed' : view.phase;
}

/** What is to be said when one view follows another, in order. */
export function changeWords(before: View | null, now: View): string[] {
    const words: string[] = [];
    if (before && now.last?.voided && before.last?.round !== now.last.round) {
        const back = before.round === now.last.round ? backWords(before) : '';
        words.push(`${voidWords(now)} ${back}`.trim());
    }
    if (!before || before.round !== now.round || stageOf(before) !== stageOf(now)) {
        words.push(closedWords(now, before), phaseWords(now));
    }
    const samePlace = before?.you?.seat === now.you?.seat; // another spot says itself that it is shown
    const had = samePlace ? (before?.you?.options.decisions.length ?? 0) : 1;
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
