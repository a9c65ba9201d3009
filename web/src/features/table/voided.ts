// A round that was void (DEAL-5), in words: the table goes on with the next one at once, so it is told
// of the last.
import { downOn } from '../../lib/circles';
import { money } from '../../lib/money';
import { seatsWords } from '../../lib/fairness/words';
import { hasSeveral, ownSeats, spotsOf } from '../../lib/spots';
import type { View } from '../../lib/types';

/** Why the last round is void, and up to when this viewer plays without a part of the shuffle. */
export function voidWords(view: View): string {
    const { round, withheld = [] } = view.last ?? { round: 0 };
    if (withheld.length === 0) {
        return `Round ${round} is void: every wager went back.`;
    }
    const own = spotsOf(view).find((spot) => withheld.includes(spot.seat));
    const who = own ? 'your browser' : seatsWords(withheld);
    const until = own?.muted_until_round
        ? ` Up to round ${own.muted_until_round} you play without a part.`
        : '';
    return `Round ${round} was called off before the deal: ${who} did not reveal a part of the shuffle in time. Every wager went back.${until}`;
}

/** What this viewer had in the round of a view, and got back; '' for who had nothing. */
export function backWords(view: View): string {
    const back = ownSeats(view).flatMap(({ seat, stakes }) =>
        downOn(view.circles, stakes).map(
            ({ wager, name }) =>
                `${name} ${money(stakes[wager] ?? 0)}${hasSeveral(view) ? ` at seat ${seat}` : ''}`,
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
