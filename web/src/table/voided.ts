// A round that was void (DEAL-5), in words: the table goes on with the next one at once, so it is told
// of the last.
import { money } from '../lib/money';
import { hasSeveral, ownSeats } from '../lib/spots';
import type { View } from '../lib/types';
import { wagerNames } from '../lib/words';
import { layoutOrder } from './order';

export function voidWords(round: number): string {
    return `Round ${round} is void: every wager went back.`;
}

/** What this viewer had in the round of a view, and got back; '' for who had nothing. */
export function backWords(view: View): string {
    const back = ownSeats(view).flatMap(({ seat, stakes }) =>
        layoutOrder
            .filter((wager) => (stakes[wager] ?? 0) > 0)
            .map(
                (wager) =>
                    `${wagerNames[wager]} ${money(stakes[wager] ?? 0)}${hasSeveral(view) ? ` at seat ${seat}` : ''}`,
            ),
    );
    if (view.bank && view.bank.seat === view.you?.seat) {
        back.push(`the ${money(view.bank.wager)} you banked with`);
    }
    return back.length > 0 ? `Back to you: ${back.join(', ')}.` : '';
}

/** The last round was void, and no other has been dealt since. */
export function voidRound(view: View): number {
    const between = view.phase === 'idle' || view.phase === 'betting';
    return between && view.last?.voided ? view.last.round : 0;
}
