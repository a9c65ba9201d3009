// One seat of the table as everybody sees it: who, with what, doing what.
import { automaticMark, automaticWords } from '../../lib/automatic';
import { actionMark, sizeOf } from '../../lib/actions';
import { downOn, markOf, type Circles } from '../../lib/circles';
import { money, net, short } from '../../lib/money';
import type { Action, CardText, Seat, Wager } from '../../lib/types';
import { CardRow } from '../../ui/Felt';
import { memo } from '../../ui/memo';
import { useAfterPays } from './pays';
import { sumOf } from './stakes';

interface SeatTileProps {
    seat: Seat;
    circles: Circles;
    deck: number;
    phase: string;
    /** The one who looks sits here. */
    own: boolean;
    /** Has the button, and banks. */
    banks: boolean;
    /** The bank is offered here. */
    offered: boolean;
    /** The card drawn for who is offered it first (ROT-1). */
    drawn?: CardText;
    maySit: boolean;
    /** Beside the seat one has already. */
    another: boolean;
    dealTurns: string;
    settleTurns: string; // "ante:0,play:1"
    /** What the last hand came to here, until the next one is dealt. */
    lastNet?: number;
    /** Its place around the table. */
    place: number;
    paysMs: number;
    onSit: (seat: number) => void;
    /** Shows this spot of the own ones; missing where there is only one. */
    onChoose?: (seat: number) => void;
}

function actedWords(action: Action): string {
    return sizeOf(action) > 0 ? `plays ${actionMark(action)}` : `${action}s`;
}

function doing(seat: Seat, own: boolean, phase: string, banks: boolean, offered: boolean): string {
    if (offered) {
        return 'bank?';
    }
    if (banks) {
        return 'banks';
    }
    if (seat.folded) {
        const lost = sumOf(seat.taken ?? {});
        return lost > 0 ? `folded, lost ${short(lost)}` : 'folded';
    }
    if (seat.awaited) {
        return own ? 'your turn' : 'thinks…';
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

/** PLAY-5: what a fold loses has left the layout with it. */
function taken(seat: Seat, wager: Wager): number {
    return seat.taken?.[wager] ?? 0;
}

function Wagers({ seat, circles, turns }: { seat: Seat; circles: Circles; turns: string }) {
    const order = turnsOf(turns);
    return (
        <ul class="seat-wagers" aria-label="Wagers">
            {downOn(circles, seat.stakes).map(({ wager, name }) => {
                const result = seat.result?.wagers[wager];
                const outcome = result?.outcome ?? (taken(seat, wager) > 0 ? 'lose' : '');
                return (
                    <li
                        key={wager}
                        class={`wager wager-${wager} ${outcome ? `is-${outcome}` : ''}`}
                        style={{ '--turn': order.get(wager) ?? '0' }}
                    >
                        <abbr title={name}>{markOf(circles, wager)}</abbr>
                        <span>{short(seat.stakes[wager] ?? 0)}</span>
                    </li>
                );
            })}
        </ul>
    );
}

function EmptySeat({
    seat,
    place,
    maySit,
    another,
    onSit,
}: Pick<SeatTileProps, 'maySit' | 'another' | 'onSit' | 'place'> & { seat: number }) {
    return (
        <li class={`seat seat-empty at-${place}`}>
            {maySit ? (
                <button type="button" class="seat-sit" onClick={() => onSit(seat)}>
                    <span>{another ? 'Play this spot too' : 'Sit here'}</span>
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

function SeatName({ seat, own, onChoose, name }: SeatTileProps & { name: string }) {
    if (!own || !onChoose) {
        return <span class="seat-name">{own ? 'You' : name}</span>;
    }
    return (
        <button type="button" class="seat-name seat-choose" onClick={() => onChoose(seat.seat)}>
            You, seat {seat.seat}
        </button>
    );
}

export const SeatTile = memo(function SeatTile(props: SeatTileProps) {
    const { seat, circles, deck, phase, own, banks, offered, drawn, dealTurns, settleTurns } =
        props;
    const chips = useAfterPays(seat.chips, props.paysMs);
    if (!seat.player) {
        return <EmptySeat {...props} seat={seat.seat} />;
    }
    const look = [
        'seat',
        `at-${props.place}`,
        own ? 'is-own' : '',
        seat.awaited ? 'is-awaited' : '',
        seat.given_up ? 'is-folded' : '',
        seat.sits_out ? 'is-out' : '',
        seat.cards.length > 0 ? 'has-cards' : '',
    ];
    const words = doing(seat, own, phase, banks, offered);
    const mark = automaticMark(seat.player);
    const last = Math.max(
        0,
        ...[...turnsOf(settleTurns).values()].map(Number).filter(Number.isFinite),
    );
    return (
        <li
            class={look.join(' ')}
            aria-label={[
                `Seat ${seat.seat}`,
                own ? 'you' : seat.player.name,
                ...(mark ? [automaticWords(seat.player)] : []),
            ].join(', ')}
        >
            <div class="seat-head">
                {banks && (
                    <span class="seat-button" title="banks this round">
                        B
                    </span>
                )}
                <SeatName {...props} name={seat.player.name} />
                {mark && (
                    <abbr
                        class={`seat-automatic ${seat.player.proposition ? 'is-proposition' : ''}`}
                        title={automaticWords(seat.player)}
                    >
                        {mark}
                    </abbr>
                )}
            </div>
            <div class="seat-line">
                <span class="seat-chips">{money(chips)}</span>
                {seat.result ? (
                    <span
                        class={`seat-net ${seat.result.net > 0 ? 'good' : seat.result.net < 0 ? 'bad' : 'push'}`}
                        style={{ '--turn': String(last + 1) }}
                    >
                        {net(seat.result.net)}
                    </span>
                ) : (
                    <span class="seat-doing">
                        {words || (props.lastNet !== undefined && net(props.lastNet))}
                    </span>
                )}
            </div>
            <div class="seat-table">
                {drawn && seat.cards.length === 0 && (
                    <CardRow cards={[drawn]} places={1} deck={deck} label="Drawn for the bank" />
                )}
                {seat.cards.length > 0 && (
                    <CardRow
                        cards={seat.cards}
                        places={2}
                        deck={deck}
                        label="Cards"
                        turns={dealTurns}
                    />
                )}
                <Wagers seat={seat} circles={circles} turns={settleTurns} />
            </div>
        </li>
    );
});
