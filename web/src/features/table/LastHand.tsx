// What the last hand came to, wager by wager, until the next one is dealt.
import { useState } from 'preact/hooks';
import { money } from '../../lib/money';
import type { Seat, View } from '../../lib/types';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { memo } from '../../ui/memo';
import { ResultList, totalKind, totalWords } from './Panels';
import { settleTurns } from './order';

export function ownIn(last: View | null, view: View): Seat | undefined {
    const seat = last?.seats.find((one) => one.seat === view.you?.seat);
    return seat?.result && seat.player?.id === view.seats[seat.seat - 1]?.player?.id
        ? seat
        : undefined;
}

interface LastHandProps {
    last: View;
    seat: Seat;
}

/** On the felt, where there is room for all of it. */
export const LastHand = memo(function LastHand({ last, seat }: LastHandProps) {
    return (
        <section class="last-hand" aria-label="Your last hand">
            <h2 class={totalKind(seat)}>Last hand: {totalWords(seat)}</h2>
            <ResultList circles={last.circles} seat={seat} turns={settleTurns(last)} />
        </section>
    );
});

/** In one line, for a phone: the rest is one tap away. */
export const LastHandLine = memo(function LastHandLine({ last, seat }: LastHandProps) {
    const [open, setOpen] = useState(false);
    return (
        <>
            <Button
                kind="quiet"
                class={`last-line ${totalKind(seat)}`}
                onClick={() => setOpen(true)}
            >
                Last hand: {totalWords(seat)}
            </Button>
            {open && (
                <Dialog
                    title={`Round ${last.round}: ${totalWords(seat)}`}
                    onClose={() => setOpen(false)}
                >
                    <ResultList circles={last.circles} seat={seat} turns={settleTurns(last)} />
                    <p class="muted">
                        You had {seat.hand}; the dealer had {last.dealer.hand}. Staked{' '}
                        {money(
                            Object.values(seat.result?.wagers ?? {}).reduce(
                                (sum, one) => sum + one.stake,
                                0,
                            ),
                        )}
                        .
                    </p>
                </Dialog>
            )}
        </>
    );
});
