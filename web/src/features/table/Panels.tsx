// What there is to do now, beside one's own circles: bet, decide, bank, wait, look at the result.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import {
    actionHotkey,
    actionKind,
    actionName,
    actionShortcut,
    byAction,
    sizeOf,
} from '../../lib/actions';
import { beforeDeal, leastBet } from '../../lib/circles';
import { useKeys, type Key } from '../../lib/keys';
import { money, net, parseMoney } from '../../lib/money';
import { cut, me, playMoney, sameRound, sameStreet, send } from '../../lib/room';
import { forSpot, hasSeveral, spotPrefix } from '../../lib/spots';
import type { Action, Placard, Seat, View } from '../../lib/types';
import { reasonWords, seatedCount } from '../../lib/words';
import { Button } from '../../ui/Button';
import { DisputeButton } from '../../ui/Dispute';
import { Chip, trayChips } from '../../ui/Chip';
import { placed, type Bets } from './bets';
import { usePlacard } from '../../ui/Placard';
import type { Open } from './Dialogs';
import { doubled, sumOf } from './stakes';
import { settleTurns, turnOf } from './order';

// ---- betting ------------------------------------------------------------------------------------

interface BettingProps {
    view: View;
    bets: Bets;
    /** The same bets on all spots. */
    onAll: () => void;
    onOpen: (what: Open) => void;
    /** The hand before, in a line. */
    last?: ComponentChildren;
}

/** BET-1: chips do not reach for the smallest hand. */
function NoChips({ view, onOpen }: Pick<BettingProps, 'view' | 'onOpen'>) {
    const wallet = me.value.wallet ?? 0;
    const { needs, buy_in: may } = view.you?.options ?? {};
    return (
        <div class="panel-now no-chips">
            <p>
                Not enough chips: the smallest bet takes {money(needs ?? 0)}, and you have{' '}
                {money(view.you?.chips ?? 0)}.
            </p>
            {wallet > 0 ? (
                <Button
                    kind="main"
                    class="main-action"
                    disabled={!may || cut.value}
                    onClick={() => onOpen('buy-in')}
                    hotkey="⏎"
                    note={`your wallet holds ${money(wallet)}`}
                >
                    Buy in
                </Button>
            ) : (
                <a class="button button-main main-action" href="/account">
                    {playMoney() ? 'More play money' : 'To your account'}
                </a>
            )}
        </div>
    );
}

export function chipsFor(view: View): number[] {
    const most = Object.values(view.limits).map((one) => one.max);
    return trayChips(view.chip, Math.max(...most, 10_000));
}

function BettingTray({ view, bets, onAll, last: lastHand }: BettingProps) {
    const tray = chipsFor(view);
    const chip = tray.includes(bets.chip.value) ? bets.chip.value : tray[0];
    useLayoutEffect(() => {
        bets.chip.value = chip ?? bets.chip.value; // a table's smallest may be larger than the usual one
    }, [chip]);
    const stakes = bets.shown(view);
    const total = sumOf(beforeDeal(view.circles, stakes));
    const last = bets.again(view);
    const there = sumOf(beforeDeal(view.circles, placed(view)));
    const ready = bets.ready(view);
    const refusal = bets.refusal(view);
    const warning = view.you?.options.warning ?? '';
    const undoable = bets.local.value?.round === view.round ? bets.steps.value.length : 0;
    const main = total > 0 ? null : sumOf(last) > 0 ? last : leastBet(view);
    const mainWords =
        total > 0
            ? ready
                ? 'Ready'
                : 'Deal me in'
            : sumOf(last) > 0
              ? 'Rebet and deal'
              : 'Bet the minimum';
    return (
        <div class="panel-now betting">
            <div class="tray" role="radiogroup" aria-label="Chip">
                {tray.map((value, i) => (
                    <button
                        key={value}
                        type="button"
                        role="radio"
                        class="tray-chip"
                        aria-checked={chip === value}
                        aria-label={`${money(value)} chip`}
                        aria-keyshortcuts={String(i + 1)}
                        onClick={() => (bets.chip.value = value)}
                    >
                        <Chip value={value} />
                    </button>
                ))}
            </div>
            <div class="betting-words" role="status">
                {refusal || warning ? (
                    <span class="bad">{refusal || warning}</span>
                ) : (
                    <>
                        {total === 0 && lastHand}
                        <BettingHint total={total} ready={ready} />
                    </>
                )}
            </div>
            <div class="betting-tools">
                <Button
                    disabled={sumOf(last) === 0 || cut.value}
                    onClick={() => bets.put(last)}
                    hotkey="R"
                >
                    Rebet
                </Button>
                <Button
                    disabled={undoable === 0 || cut.value}
                    onClick={() => bets.undo()}
                    hotkey="Z"
                >
                    Undo
                </Button>
                <Button
                    disabled={total === 0 || cut.value}
                    onClick={() => bets.put(doubled(beforeDeal(view.circles, stakes), view.limits))}
                    hotkey="D"
                >
                    Double
                </Button>
                <Button disabled={total === 0 || cut.value} onClick={() => bets.put({})} hotkey="X">
                    Clear
                </Button>
                {hasSeveral(view) && (
                    <Button
                        class="same-on-all"
                        disabled={total === 0 || cut.value}
                        onClick={onAll}
                        hotkey="⇧S"
                        aria-keyshortcuts="Shift+S"
                    >
                        Same<span class="wide-words"> on all spots</span>
                    </Button>
                )}
            </div>
            <Button
                kind="main"
                class="main-action"
                disabled={cut.value || ready}
                onClick={() => void bets.done(main ?? undefined)}
                hotkey="⏎"
                note={main ? money(sumOf(main)) : onTheTable(there, total)}
            >
                {mainWords}
            </Button>
        </div>
    );
}

/** Of what was put down, what the server has. */
function onTheTable(there: number, total: number): string {
    return there < total
        ? `${money(there)} of ${money(total)} on the table`
        : `${money(there)} on the table`;
}

function BettingHint({ total, ready }: { total: number; ready: boolean }) {
    if (ready) {
        return <span class="muted">Waiting for the others. Chips can still be changed.</span>;
    }
    if (total === 0) {
        return <span class="muted">Choose a chip and tap Ante, or bet the minimum.</span>;
    }
    return <span class="muted">Add chips, or be dealt in. Undo takes one back.</span>;
}

export function Betting(props: BettingProps) {
    const { view, bets } = props;
    const broke = view.you?.options.needs != null && sumOf(bets.shown(view)) === 0;
    return broke ? <NoChips {...props} /> : <BettingTray {...props} />;
}

// ---- deciding -----------------------------------------------------------------------------------

/** The round after which the last bets are put down again, by table: "3/17". */
export const dealAgain = signal('');

const restMs = 4000;
const decided = signal(''); // the street a decision is under way for

function streetOf(view: View): string {
    return `${view.table}/${view.round}/${view.phase}/${view.you?.seat}`;
}

/** One decision a street: buttons and keys rest while it is under way. */
export function mayDecide(view: View): boolean {
    return decided.value !== streetOf(view) && !cut.value;
}

export function decide(view: View, action: Action): void {
    if (!mayDecide(view)) {
        return;
    }
    const here = streetOf(view);
    decided.value = here;
    // A refusal, or a view that still asks after a while: the buttons come back.
    setTimeout(() => {
        decided.value = decided.value === here ? '' : decided.value;
    }, restMs);
    void send(
        'decide',
        view.table,
        { action, ...forSpot(view) },
        { at: view, fits: sameStreet(view) },
    );
}

const chipMs = 500;
const asked = { street: '', at: 0 }; // which street's decision came up, and when

/** The digits choose chips until the cards come: one pressed just then was meant for a chip. */
export function isForChip(view: View): boolean {
    return (
        view.phase === 'preflop' &&
        (asked.street !== streetOf(view) || performance.now() - asked.at < chipMs)
    );
}

/** What can be pressed, and what chips do not reach for: that is shown with its reason. */
export function shownActions(view: View): Action[] {
    const { decisions = [], beyond = {} } = view.you?.options ?? {};
    return [...decisions, ...(Object.keys(beyond) as Action[])].sort(byAction);
}

/** For a first-time player: what the buttons are about. */
export function decidingWords(view: View): string {
    const decisions = view.you?.options.decisions ?? [];
    if (!decisions.some((action) => sizeOf(action) > 0)) {
        return `Your chips do not reach for a Play bet: ${decisions.includes('check') ? 'check' : 'fold'}.`;
    }
    if (!decisions.includes('check')) {
        return 'All cards are out: bet on your hand, or fold it.';
    }
    return view.phase === 'preflop'
        ? 'Bet on your two cards, or check to see the flop.'
        : 'Bet on your hand, or check to see the last two.';
}

export function Deciding({
    view,
    hint,
}: {
    view: View;
    hint?: (action: Action) => ComponentChildren;
}) {
    const options = view.you?.options;
    const open = mayDecide(view);
    const street = streetOf(view);
    useLayoutEffect(() => {
        Object.assign(asked, { street, at: performance.now() });
    }, [street]);
    return (
        <div class="panel-now deciding" role="group" aria-label="Your decision">
            <p class="deciding-words">
                {spotPrefix(view, view.you?.seat ?? 0)}
                {decidingWords(view)}
            </p>
            {shownActions(view).map((action) => (
                <Button
                    key={action}
                    kind={actionKind(action)}
                    class={`decide decide-${action}`}
                    disabled={!open || options?.beyond[action] !== undefined}
                    hotkey={actionHotkey(action)}
                    aria-keyshortcuts={actionShortcut(action)}
                    note={
                        options?.beyond[action] ??
                        hint?.(action) ??
                        (options?.play[action]
                            ? money(options.play[action] ?? 0)
                            : action === 'check'
                              ? 'free'
                              : 'give up')
                    }
                    onClick={(event: MouseEvent) => {
                        // The second of a double click: it was meant for the street before, where
                        // another button stood in this place.
                        if (event.detail <= 1) {
                            decide(view, action);
                        }
                    }}
                >
                    {actionName(action)}
                </Button>
            ))}
        </div>
    );
}

// ---- the bank -----------------------------------------------------------------------------------

function takeBank(view: View, amount: number): void {
    void send('bank_take', view.table, { amount }, { at: view, fits: sameRound(view) });
}

function declineBank(view: View): void {
    void send('bank_decline', view.table, {}, { at: view, fits: sameRound(view) });
}

export function offerKeys(take: () => void, decline: () => void, active: boolean): Key[] {
    return [
        { key: 'y', words: 'take the bank, with the wager in the field', active, run: take },
        { key: 'n', words: 'decline the bank', active, run: decline },
    ];
}

/** What is proposed: twenty Antes for each of the others, and never more than half of the chips. */
export function bankAmount(view: View): number {
    const { min = 0, max = view.you?.chips ?? 0 } = view.you?.options.bank ?? {};
    const covers = 20 * (view.limits.ante?.min ?? 0) * Math.max(1, seatedCount(view) - 1);
    const amount = Math.min(covers, Math.floor(max / 2));
    return Math.max(min, amount - (amount % view.chip));
}

/** FEE-1, FEE-2, BANK-5: what banking costs, besides the wager that is posted. */
export function feeWords(fees: Placard['fees']): string {
    if (fees.length === 0) {
        return '';
    }
    const tiers = fees.map((one) => `${money(one.player_dealer)} from ${money(one.action)}`);
    return `You also pay a collection fee based on total action: ${tiers.join(', ')}.`;
}

export function BankOffer({ view }: { view: View }) {
    const { min: least = 0, max: most = Number.MAX_SAFE_INTEGER } = view.you?.options.bank ?? {};
    const [text, setText] = useState(money(bankAmount(view)));
    const fees = feeWords(usePlacard(view)?.fees ?? []);
    const amount = parseMoney(text);
    const fault =
        amount === null
            ? 'An amount like 250 or 1,000'
            : amount < least
              ? `At least ${money(least)}`
              : amount > most
                ? `At most ${money(most)}`
                : '';
    const take = () => {
        if (amount !== null && !fault) {
            takeBank(view, amount);
        }
    };
    const decline = () => declineBank(view);
    useKeys('The bank', offerKeys(take, decline, !cut.value));
    return (
        <form
            class="panel-now bank-offer"
            onSubmit={(event) => {
                event.preventDefault();
                take();
            }}
        >
            <p>
                <strong>Bank this hand?</strong> You play against the table, and can win or lose no
                more than you post.
                {fees && <small class="bank-fee"> {fees}</small>}
            </p>
            <label class="field">
                <span>Wager to post {fault && <em class="bad">{fault}</em>}</span>
                <input
                    inputMode="decimal"
                    value={text}
                    aria-invalid={fault !== ''}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
            </label>
            <div class="row">
                <Button kind="good" type="submit" disabled={fault !== '' || cut.value} hotkey="Y">
                    Take the bank
                </Button>
                <Button disabled={cut.value} onClick={decline} hotkey="N">
                    Decline
                </Button>
            </div>
        </form>
    );
}

// ---- the result ---------------------------------------------------------------------------------

interface ResultListProps {
    circles: View['circles'];
    seat: Seat;
    turns: Map<string, number>;
}

export function ResultList({ circles, seat, turns }: ResultListProps) {
    const wagers = seat.result?.wagers ?? {};
    return (
        <table class="result-list">
            <tbody>
                {circles.map(({ wager, name }) => {
                    const one = wagers[wager];
                    return (
                        one && (
                            <tr
                                key={wager}
                                class={`is-${one.outcome}`}
                                style={{ '--turn': String(turnOf(turns, seat.seat, wager)) }}
                            >
                                <th scope="row" class="result-reason">
                                    <strong>{name}</strong> {reasonWords(one)}
                                </th>
                                <td class="result-net">{net(one.net)}</td>
                            </tr>
                        )
                    );
                })}
            </tbody>
        </table>
    );
}

export function totalKind(seat: Seat): string {
    const total = seat.result?.net ?? 0;
    return total > 0 ? 'good' : total < 0 ? 'bad' : 'push';
}

export function totalWords(seat: Seat): string {
    const total = seat.result?.net ?? 0;
    return total > 0 ? `You win ${money(total)}` : total < 0 ? `You lose ${money(-total)}` : 'Even';
}

const busy = 121; // as the server numbers it

/** The meter may be busy with this very settlement for a moment. */
async function askNext(view: View, times: number): Promise<void> {
    const made = { at: view, fits: sameRound(view), quiet: true };
    const answer = await send('next', view.table, forSpot(view), made);
    if (answer.error?.code === busy && times > 1) {
        setTimeout(() => void askNext(view, times - 1), 100);
    }
}

/** The result has been seen; with `again` the next hand begins with the last bets. */
export function goOn(view: View, again: boolean): void {
    if (view.you?.options.next && !cut.value) {
        dealAgain.value = again ? `${view.table}/${view.round}` : '';
        void askNext(view, 20);
    }
}

export function Result({ view, seat }: { view: View; seat: Seat }) {
    return (
        <div class="panel-now result">
            <div class={`result-total ${totalKind(seat)}`}>
                {spotPrefix(view, seat.seat)}
                {totalWords(seat)}
            </div>
            <ResultList circles={view.circles} seat={seat} turns={settleTurns(view)} />
            {!view.you?.options.next && <DisputeButton table={view.table} round={view.round} />}
            {view.you?.options.next && (
                <div class="result-next">
                    <Button
                        kind="main"
                        disabled={cut.value}
                        onClick={() => goOn(view, true)}
                        hotkey="⏎"
                    >
                        Same bets, deal
                    </Button>
                    <Button disabled={cut.value} onClick={() => goOn(view, false)} hotkey="N">
                        Next hand
                    </Button>
                    <DisputeButton table={view.table} round={view.round} />
                </div>
            )}
        </div>
    );
}

// ---- waiting ------------------------------------------------------------------------------------

interface WaitingProps {
    words: string;
    /** Said only when it takes longer. */
    later?: string;
    children?: ComponentChildren;
}

export function Waiting({ words, later, children }: WaitingProps) {
    return (
        <div class="panel-now waiting">
            <p>{words}</p>
            {later && <p class="waiting-later muted">{later}</p>}
            {children}
        </div>
    );
}
