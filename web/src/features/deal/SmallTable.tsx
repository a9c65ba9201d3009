// The table in small beside the procedure, cards as the dealer sees them.
import { automaticMark, automaticWords } from '../../lib/automatic';
import { actionName, sizeOf } from '../../lib/actions';
import { downOn, markOf } from '../../lib/circles';
import { money, net, short } from '../../lib/money';
import { alsoAt } from '../../lib/spots';
import type { Action, Seat, View } from '../../lib/types';
import { dealerTitle, deckPlaces } from '../../lib/words';
import { CardRow } from '../../ui/Felt';
import { memo } from '../../ui/memo';

function actedWords(action: Action): string {
    return sizeOf(action) > 0 ? actionName(action) : `${action}ed`;
}

function doing(seat: Seat, view: Pick<View, 'phase'>, banks: boolean, offered: boolean): string {
    if (offered) {
        return 'offered the bank';
    }
    if (banks) {
        return 'banks';
    }
    if (seat.awaited) {
        return 'to decide';
    }
    const last = seat.decisions[seat.decisions.length - 1];
    if (last) {
        return actedWords(last.action) + (last.by_system ? ' (time)' : '');
    }
    if (view.phase === 'betting') {
        return seat.sits_out ? 'sits out' : seat.ready ? 'ready' : seat.in ? 'betting' : '';
    }
    return seat.sits_out ? 'sits out' : seat.leaving ? 'is leaving' : '';
}

const SeatLine = memo(function SeatLine(props: {
    seat: Seat;
    circles: View['circles'];
    deck: number;
    phase: View['phase'];
    banks: boolean;
    offered: boolean;
    current: boolean;
    /** "also at seat 5" of one who holds several. */
    also: string;
}) {
    const { seat, circles, deck, phase, banks, offered, current, also } = props;
    const look = `seat-line ${seat.awaited ? 'is-awaited' : ''} ${seat.given_up ? 'is-folded' : ''} ${current ? 'is-current' : ''}`;
    if (!seat.player) {
        return (
            <li class="seat-line is-empty">
                <span class="seat-number">{seat.seat}</span>
                <span class="muted">free</span>
            </li>
        );
    }
    return (
        <li class={look} aria-label={`Seat ${seat.seat}, ${seat.player.name}`}>
            <span class="seat-number">
                {banks ? <abbr title="has the button and banks">B</abbr> : seat.seat}
            </span>
            <span class="seat-who">
                <strong>{seat.player.name}</strong>
                <small>
                    {money(seat.chips)}
                    {automaticMark(seat.player) ? ` · ${automaticWords(seat.player)}` : ''}
                    {seat.fee > 0 ? ` · fee ${money(seat.fee)}` : ''}
                </small>
                {also && <small>{also}</small>}
            </span>
            {seat.cards.length > 0 ? (
                <CardRow cards={seat.cards} places={2} deck={deck} label="Cards" />
            ) : (
                <span />
            )}
            <span class={seat.awaited ? 'seat-act is-open' : 'seat-act'}>
                {doing(seat, { phase }, banks, offered)}
            </span>
            {seat.hand && <span class="seat-hand">{seat.hand}</span>}
            <ul class="seat-bets" aria-label="Wagers">
                {downOn(circles, seat.stakes).map(({ wager, name }) => {
                    const result = seat.result?.wagers[wager];
                    return (
                        <li key={wager} class={`bet ${result ? `is-${result.outcome}` : ''}`}>
                            <abbr title={name}>{markOf(circles, wager)}</abbr>
                            {short(seat.stakes[wager] ?? 0)}
                        </li>
                    );
                })}
            </ul>
            <span
                class={`seat-sum ${seat.result ? (seat.result.net > 0 ? 'good' : seat.result.net < 0 ? 'bad' : 'push') : ''}`}
            >
                {seat.result ? net(seat.result.net) : ''}
            </span>
        </li>
    );
});

export function SmallTable({ view, current }: { view: View; current: number }) {
    const { dealer, bank } = view;
    return (
        <section class="small-table" aria-label="The table">
            <div class="small-middle">
                <div class="small-dealer">
                    <small>{bank ? `Player-dealer: ${bank.name}` : dealerTitle(view)}</small>
                    <CardRow
                        cards={dealer.cards}
                        places={2}
                        deck={view.deck}
                        label="Dealer's cards"
                    />
                </div>
                <div class="small-board">
                    <small>Community cards</small>
                    <CardRow
                        cards={view.community}
                        places={5}
                        deck={view.deck}
                        label="Community cards"
                    />
                </div>
                <div class="small-words">
                    {dealer.hand && (
                        <p>
                            <strong>{dealer.hand}</strong>{' '}
                            {dealer.qualifies !== null && (
                                <span class="muted">
                                    {dealer.qualifies ? 'qualifies' : 'does not qualify'}
                                </span>
                            )}
                        </p>
                    )}
                    {bank && (
                        <p class="muted">
                            Posted {money(bank.wager)} · remaining{' '}
                            <strong>{money(bank.left)}</strong>
                            {bank.fee > 0 && ` · fee ${money(bank.fee)}`}
                        </p>
                    )}
                </div>
            </div>
            <ul class="decks" aria-label="Decks">
                {(view.dealer_console?.decks ?? []).map((one) => (
                    <li key={one.deck}>
                        <span class={`deck-back deck-${one.deck}`} aria-hidden="true" />
                        {one.colour} deck {deckPlaces[one.place]}
                        {one.place === 'in_play' && `, ${one.in_rack} cards in the rack`}
                    </li>
                ))}
            </ul>
            <ol class="seat-lines">
                {view.seats.map((seat) => (
                    <SeatLine
                        key={seat.seat}
                        seat={seat}
                        circles={view.circles}
                        deck={view.deck}
                        phase={view.state === 'sealed' ? 'closed' : view.phase}
                        banks={bank?.seat === seat.seat}
                        offered={view.offer?.seat === seat.seat}
                        current={current === seat.seat}
                        also={alsoAt(view.seats, seat)}
                    />
                ))}
            </ol>
        </section>
    );
}
