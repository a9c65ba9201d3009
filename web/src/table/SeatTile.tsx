// One seat of the table as everybody sees it: who, with what, doing what.
import { actionMark, sizeOf } from '../lib/actions';
import { money, net, short } from '../lib/money';
import type { Action, Seat, Wager } from '../lib/types';
import { wagerLetters, wagerNames } from '../lib/words';
import { CardRow } from '../ui/Felt';
import { memo } from '../ui/memo';
import { layoutOrder } from './order';

interface SeatTileProps {
    seat: Seat;
    deck: number;
    phase: string;
    /** The one who looks sits here. */
    own: boolean;
    /** Has the button, and banks. */
    banks: boolean;
    /** The bank is offered here. */
    offered: boolean;
    maySit: boolean;
    dealTurns: string;
    settleTurns: string; // "ante:0,play:1"
    onSit: (seat: number) => void;
}

function actedWords(action: Action): string {
    return sizeOf(action) > 0 ? `plays ${actionMark(action)}` : `${action}s`;
}

function doing(seat: Seat, phase: string, banks: boolean, offered: boolean): string {
    if (offered) {
        return 'bank?';
    }
    if (banks) {
        return 'banks';
    }
    if (seat.folded) {
        return 'folded';
    }
    if (seat.awaited) {
        return 'thinks…';
    }
    const last = seat.decisions[seat.decisions.length - 1];
    if (last) {
        return actedWords(last.action) + (last.by_system ? ' (time)' : '');
    }
    if (phase === 'betting' && seat.ready) {
        return 'ready';
    }
    if (seat.leaving) {
        return 'is leaving';
    }
    return seat.sits_out ? 'sits out' : '';
}

function turnsOf(text: string): Map<string, string> {
    return new Map(text.split(',').map((one) => one.split(':') as [string, string]));
}

function Wagers({ seat, turns }: { seat: Seat; turns: string }) {
    const order = turnsOf(turns);
    const down = layoutOrder.filter((wager) => (seat.stakes[wager] ?? 0) > 0);
    return (
        <ul class="seat-wagers" aria-label="Wagers">
            {down.map((wager: Wager) => {
                const result = seat.result?.wagers[wager];
                return (
                    <li
                        key={wager}
                        class={`wager wager-${wager} ${result ? `is-${result.outcome}` : ''}`}
                        style={{ '--turn': order.get(wager) ?? '0' }}
                    >
                        <abbr title={wagerNames[wager]}>{wagerLetters[wager]}</abbr>
                        <span>{short(seat.stakes[wager] ?? 0)}</span>
                    </li>
                );
            })}
        </ul>
    );
}

function EmptySeat({
    seat,
    maySit,
    onSit,
}: {
    seat: number;
    maySit: boolean;
    onSit: (seat: number) => void;
}) {
    return (
        <li class="seat seat-empty">
            {maySit ? (
                <button type="button" class="seat-sit" onClick={() => onSit(seat)}>
                    <span>Sit here</span>
                    <small>seat {seat}</small>
                </button>
            ) : (
                <span class="seat-free">
                    <small>seat {seat}</small>
                </span>
            )}
        </li>
    );
}

export const SeatTile = memo(function SeatTile(props: SeatTileProps) {
    const { seat, deck, phase, own, banks, offered, maySit, dealTurns, settleTurns, onSit } = props;
    if (!seat.player) {
        return <EmptySeat seat={seat.seat} maySit={maySit} onSit={onSit} />;
    }
    const look = [
        'seat',
        own ? 'is-own' : '',
        seat.awaited ? 'is-awaited' : '',
        seat.folded ? 'is-folded' : '',
        seat.sits_out ? 'is-out' : '',
        seat.cards.length > 0 ? 'has-cards' : '',
    ];
    const words = doing(seat, phase, banks, offered);
    const last = Math.max(
        0,
        ...[...turnsOf(settleTurns).values()].map(Number).filter(Number.isFinite),
    );
    return (
        <li
            class={look.join(' ')}
            aria-label={`Seat ${seat.seat}, ${own ? 'you' : seat.player.name}`}
        >
            <div class="seat-head">
                {banks && (
                    <span class="seat-button" title="banks this round">
                        B
                    </span>
                )}
                <span class="seat-name">{own ? 'You' : seat.player.name}</span>
                {seat.player.house && (
                    <abbr class="seat-house" title="a house player">
                        house
                    </abbr>
                )}
            </div>
            <div class="seat-line">
                <span class="seat-chips">{money(seat.chips)}</span>
                {seat.result ? (
                    <span
                        class={`seat-net ${seat.result.net > 0 ? 'good' : seat.result.net < 0 ? 'bad' : 'push'}`}
                        style={{ '--turn': String(last + 1) }}
                    >
                        {net(seat.result.net)}
                    </span>
                ) : (
                    <span class="seat-doing">{words}</span>
                )}
            </div>
            <div class="seat-table">
                {seat.cards.length > 0 && (
                    <CardRow
                        cards={seat.cards}
                        places={2}
                        deck={deck}
                        label="Cards"
                        turns={dealTurns}
                    />
                )}
                <Wagers seat={seat} turns={settleTurns} />
            </div>
        </li>
    );
});
