// The spots one holds at this table, side by side: which of them is shown, and what is to be done at each.
import { beforeDeal } from '../../lib/circles';
import { money, net } from '../../lib/money';
import { chosenAt, hasTurn, ownSeats, spotsOf } from '../../lib/spots';
import type { Seat, View, Spot } from '../../lib/types';
import { sumOf } from './stakes';

function doing({ circles }: View, spot: Spot, seat: Seat | undefined): string {
    const stake = sumOf(beforeDeal(circles, seat?.stakes ?? {}));
    if (spot.options.decisions.length > 0) {
        return 'your turn';
    }
    if (seat?.result) {
        return net(seat.result.net);
    }
    if (spot.options.wager) {
        return stake === 0 ? 'no bets' : `${money(stake)}${spot.ready ? ', ready' : ''}`;
    }
    if (seat?.folded) {
        return 'folded';
    }
    if (spot.sits_out) {
        return 'sits out';
    }
    return seat?.in ? `plays ${money(sumOf(seat.stakes))}` : 'next hand';
}

export function Spots({ view }: { view: View }) {
    const seats = ownSeats(view);
    return (
        <div class="own-spots" role="group" aria-label="Your spots">
            {spotsOf(view).map((spot) => {
                const shown = spot.seat === view.you?.seat;
                return (
                    <button
                        key={spot.seat}
                        type="button"
                        class={`own-spot ${hasTurn(spot) ? 'has-turn' : ''}`}
                        aria-pressed={shown}
                        aria-keyshortcuts="s"
                        onClick={() => (chosenAt(view.table).value = spot.seat)}
                    >
                        <strong>Seat {spot.seat}</strong>{' '}
                        <span>
                            {doing(
                                view,
                                spot,
                                seats.find((one) => one.seat === spot.seat),
                            )}
                        </span>
                    </button>
                );
            })}
        </div>
    );
}
