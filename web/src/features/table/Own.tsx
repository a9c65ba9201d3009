// One's own place at the table: cards, circles, what there is to do now, chips; or a seat to take.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { sealedWords } from '../../lib/fairness/words';
import { awaitedWords } from '../../lib/automatic';
import { money } from '../../lib/money';
import { cut, isSignedIn, me, meKnown, playMoney, send } from '../../lib/room';
import { forSpot, hasSeveral } from '../../lib/spots';
import type { Action, Seat, View } from '../../lib/types';
import { mayPlay } from '../../lib/lobby';
import { phaseWords, seatedCount, stateWordsAt } from '../../lib/words';
import { Button } from '../../ui/Button';
import { CardRow } from '../../ui/Felt';
import { memoBy } from '../../ui/memo';
import { bankedWords } from './announcer';
import type { Bets } from './bets';
import { Circles } from './Circles';
import type { Open } from './Dialogs';
import { BankOffer, Betting, Deciding, Result, Waiting } from './Panels';
import { firstFree, sitDown } from './sit';
import { leaves } from './following';
import { LastHandLine, ownIn } from './LastHand';
import { litIn } from './lit';
import { paysMs, useAfterPays } from './pays';
import { Spots } from './Spots';
import { sensibleBuyIn, sumOf } from './stakes';

/** Under a decision's button in place of its cost. */
export type Hint = (action: Action) => ComponentChildren;

interface NowProps {
    view: View;
    seat: Seat;
    bets: Bets;
    hint?: Hint;
    onAll: () => void;
    onOpen: (what: Open) => void;
    last: View | null;
}

// Whoever goes by Tab stays where things happen when one panel takes the other's place. The panel gets
// the focus, not a button: Enter, pressed once more, must not decide anything.
const Now = memoBy(function Now(props: NowProps) {
    const frame = useRef<HTMLDivElement>(null);
    const inside = useRef(false);
    useLayoutEffect(() => {
        if (inside.current && document.activeElement === document.body) {
            frame.current?.focus({ preventScroll: true });
        }
    });
    return (
        <div
            class="now"
            ref={frame}
            tabIndex={-1}
            onFocusIn={() => (inside.current = true)}
            onFocusOut={(event) => {
                const next = event.relatedTarget as Node | null;
                inside.current = next === null || frame.current?.contains(next) === true;
            }}
        >
            <Panel {...props} />
        </div>
    );
}, nowParts);

function nowParts({ view, seat, bets, hint, onAll, onOpen, last }: NowProps): readonly unknown[] {
    const { you } = view;
    return [
        view.table,
        view.round,
        view.state,
        view.phase,
        view.since_ms,
        view.limits,
        view.chip,
        view.order,
        you?.options,
        you?.ready,
        you?.options.bank || you?.options.needs != null ? you.chips : 0,
        sealedWords(view) || waitingWords(view, seat),
        seat,
        bets,
        hint,
        onAll,
        hasSeveral(view),
        onOpen,
        last,
    ];
}

function Panel({ view, seat, bets, hint, onAll, onOpen, last }: NowProps) {
    const options = view.you?.options;
    if (options?.bank) {
        return <BankOffer key={view.since_ms} view={view} />;
    }
    if (options && options.decisions.length > 0) {
        return <Deciding view={view} hint={hint} />;
    }
    if (options?.wager && !seat.sits_out) {
        const own = ownIn(last, view);
        const line = last && own && <LastHandLine last={last} seat={own} />;
        return <Betting view={view} bets={bets} onAll={onAll} onOpen={onOpen} last={line} />;
    }
    if (seat.result && view.state === 'result') {
        return <Result view={view} seat={seat} />;
    }
    if (view.state === 'sealed') {
        return <Waiting words="No more bets." later={sealedWords(view)} />;
    }
    return (
        <Waiting words={waitingWords(view, seat)}>
            {options?.ask_bank && (
                <Button
                    kind="main"
                    onClick={() => void send('bank_ask', view.table, {}, { at: view })}
                >
                    Offer me the bank
                </Button>
            )}
            {seat.sits_out && (
                <Button
                    kind="main"
                    onClick={() =>
                        void send('sit_out', view.table, { on: false, ...forSpot(view) })
                    }
                >
                    Play again
                </Button>
            )}
        </Waiting>
    );
}

export function waitingWords(view: View, seat: Seat): string {
    if (view.progressive?.waits) {
        return 'A jackpot! The table waits for a supervisor.';
    }
    if (view.paused || view.state === 'closed') {
        return 'The table is paused.';
    }
    if (seat.sits_out) {
        return 'You sit out.';
    }
    if (view.bank?.seat === seat.seat) {
        return view.state === 'result'
            ? `${bankedWords(view.bank)}.`
            : `You bank this hand with ${money(view.bank.wager)}.`;
    }
    if (view.state === 'offering') {
        const who = view.seats.find((one) => one.seat === view.offer?.seat)?.player?.name;
        const drawn = view.draw?.find((one) => one.seat === view.offer?.seat)?.card;
        const why = drawn ? ` (high card: ${drawn})` : '';
        return who ? `The bank is offered to ${who}${why}.` : 'The bank is offered.';
    }
    if (view.names_banker) {
        return 'Waiting for a supervisor to name who is offered the bank first.';
    }
    if (view.state === 'waiting') {
        return `${stateWordsAt(view, seatedCount(view))}.`;
    }
    if (!seat.in) {
        return view.phase === 'betting'
            ? 'Place your bets.'
            : 'You’ll be dealt in next hand. Place a bet when betting opens.';
    }
    if (seat.folded) {
        const lost = sumOf(seat.taken ?? {});
        const live = sumOf(seat.stakes) > lost;
        return `You folded and lost ${money(lost)}.${live ? ' Your other wagers still count.' : ''}`;
    }
    return awaitedWords(view) || phaseWords[view.phase];
}

interface OwnProps extends NowProps {
    /** The table as its cards lie: of the last hand, until the next one is dealt. */
    felt: View;
}

export function Own({ view, seat, bets, hint, onOpen, onAll, last, felt }: OwnProps) {
    const banks = view.bank?.seat === seat.seat;
    const lies = felt.seats.find((one) => one.seat === seat.seat) ?? seat;
    const dealt = banks ? felt.dealer : lies;
    return (
        <section
            class={`own ${seat.sits_out ? 'is-out' : ''} ${lies.given_up ? 'is-folded' : ''} ${hasSeveral(view) ? 'has-spots' : ''} now-${view.state}`}
            data-seat={seat.seat}
            aria-label={hasSeveral(view) ? `Your place, seat ${seat.seat}` : 'Your place'}
        >
            {hasSeveral(view) && <Spots view={view} />}
            <div class="own-hand">
                <CardRow
                    cards={dealt.cards}
                    places={2}
                    deck={view.deck}
                    label="Your cards"
                    lit={litIn(felt, last, dealt)}
                />
                <div class="own-words">
                    <strong>{dealt.hand ?? '\u00a0'}</strong>
                </div>
            </div>
            <div class="own-circles">
                {banks ? (
                    <p class="own-banks">
                        You are the player-dealer. Posted{' '}
                        <strong>{money(view.bank?.wager ?? 0)}</strong>, bank remaining{' '}
                        <strong>{money(view.bank?.left ?? 0)}</strong>.
                    </p>
                ) : (
                    <Circles view={view} seat={seat} bets={bets} />
                )}
            </div>
            <Now
                view={view}
                seat={seat}
                bets={bets}
                hint={hint}
                onAll={onAll}
                onOpen={onOpen}
                last={last}
            />
            <OwnFoot view={view} seat={seat} onOpen={onOpen} />
        </section>
    );
}

interface OwnToolsProps {
    view: View;
    seat: Seat;
    onOpen: (what: Open) => void;
}

function OwnFoot({ view, seat, onOpen }: OwnToolsProps) {
    const chips = useAfterPays(view.you?.chips ?? 0, seat.result ? paysMs(view) : 0);
    return (
        <div class="own-foot">
            <span class="own-chips">
                <small>Your chips</small> <strong>{money(chips)}</strong>
            </span>
            {seat.fee > 0 && (
                <span class="muted">
                    <small>Fee</small> {money(seat.fee)}
                </span>
            )}
            <OwnTools view={view} seat={seat} onOpen={onOpen} />
        </div>
    );
}

const toolsParts = ({ view, seat, onOpen }: OwnToolsProps) => [
    view.table,
    view.you?.options.buy_in,
    view.you?.options.stand,
    view.you?.leaving,
    seat.seat,
    seat.sits_out,
    onOpen,
];

/** Asked for: a seat that is left so is not said to be freed. */
export function standUp(view: View): void {
    leaves(view.table);
    void send('stand', view.table, forSpot(view));
}

const OwnTools = memoBy(function OwnTools({ view, seat, onOpen }: OwnToolsProps) {
    const options = view.you?.options;
    return (
        <span class="own-tools">
            <Button
                kind="quiet"
                disabled={!options?.buy_in || cut.value}
                onClick={() => onOpen('buy-in')}
            >
                Buy in
            </Button>
            <Button
                kind="quiet"
                disabled={cut.value}
                onClick={() =>
                    void send('sit_out', view.table, { on: !seat.sits_out, ...forSpot(view) })
                }
            >
                {seat.sits_out ? 'Play again' : 'Sit out'}
            </Button>
            <Button
                kind="quiet"
                disabled={!options?.stand || view.you?.leaving || cut.value}
                onClick={() => standUp(view)}
            >
                {view.you?.leaving ? 'Leaving…' : 'Stand up'}
            </Button>
        </span>
    );
}, toolsParts);

export function Spectator({ view, freed }: { view: View; freed: string }) {
    const free = firstFree(view);
    const amount = sensibleBuyIn(view, me.value.wallet ?? Number.MAX_SAFE_INTEGER);
    return (
        <section class="own own-spectator" aria-label="Sit down">
            <p>
                {freed ? <strong class="bad">{freed}</strong> : <strong>You are watching.</strong>}{' '}
                {!mayPlay(me.value)
                    ? 'Staff do not play here.'
                    : free === undefined
                      ? 'All seats are taken.'
                      : playMoney()
                        ? 'Take a seat and play: it is play money.'
                        : 'Take a seat and play.'}
            </p>
            {free !== undefined && meKnown.value && mayPlay(me.value) && (
                <Button
                    kind="main"
                    class="main-action"
                    disabled={cut.value}
                    onClick={() => void sitDown(view, free)}
                    hotkey="⏎"
                    note={`seat ${free}, with ${money(amount)}`}
                >
                    {isSignedIn.value ? 'Sit down' : 'Sit down as a guest'}
                </Button>
            )}
        </section>
    );
}
