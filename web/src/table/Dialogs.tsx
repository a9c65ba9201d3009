// Over the table: the placards, the last hands, chips from one's wallet.
import { useEffect, useState } from 'preact/hooks';
import { get, wordsOf } from '../lib/api';
import { money, net, parseMoney } from '../lib/money';
import { me, send } from '../lib/room';
import type { Placard, RoundListed, View } from '../lib/types';
import { wagerTitles } from '../lib/words';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { PayTable } from '../ui/PayTable';
import { sensibleBuyIn } from './stakes';

export type Open = 'placard' | 'history' | 'buy-in' | null;

/** What a placard depends on: the table, its rules, whether it has a meter. */
function placardKey(view: View): string {
    return [view.table, view.rules, view.profile, ...view.offered].join(' ');
}

/** The newest of each table, fetched once for as long as its rules stand. */
const placards = new Map<number, { key: string; found: Promise<Placard> }>();

function placardOf(table: number, key: string): Promise<Placard> {
    const kept = placards.get(table);
    if (kept?.key === key) {
        return kept.found;
    }
    const found = get<Placard>(`/api/tables/${table}/placard`);
    placards.set(table, { key, found });
    found.catch(() => {
        if (placards.get(table)?.found === found) {
            placards.delete(table);
        }
    });
    return found;
}

/** The placard of the rules in force (WA-1); null until it is there. */
export function usePlacard(view: View | null): Placard | null {
    const [held, hold] = useState<{ key: string; placard: Placard } | null>(null);
    const key = view ? placardKey(view) : '';
    const table = view?.table ?? 0;
    useEffect(() => {
        let here = key !== '';
        if (here) {
            placardOf(table, key).then(
                (placard) => here && hold({ key, placard }),
                () => undefined,
            );
        }
        return () => {
            here = false;
        };
    }, [table, key]);
    return held?.key === key ? held.placard : null;
}

/** What is collected before the deal, by the total action on the table (FEE-1, FEE-2). */
function Fees({ fees }: { fees: Placard['fees'] }) {
    const each = fees[0]?.player ?? 0;
    return (
        <>
            <h3>Collection fees</h3>
            <table class="pay-table">
                <tbody>
                    {fees.map((one) => (
                        <tr key={one.action}>
                            <th scope="row">from {money(one.action)} of action</th>
                            <td>{money(one.player_dealer)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <p class="muted">
                The player-dealer pays it.
                {each > 0 ? ` Each player pays ${money(each)} a hand.` : ' Players pay none.'}
            </p>
        </>
    );
}

export function PlacardDialog({ view, onClose }: { view: View; onClose: () => void }) {
    const placard = usePlacard(view);
    return (
        <Dialog title={`${view.name}: limits and pay tables`} onClose={onClose} wide>
            {!placard && <p class="muted">Fetching…</p>}
            {placard && (
                <div class="placard">
                    <section>
                        <h3>Limits</h3>
                        <table class="pay-table">
                            <tbody>
                                {view.offered.map((wager) => {
                                    const range = placard.limits[wager];
                                    return (
                                        range && (
                                            <tr key={wager}>
                                                <th scope="row">{wagerTitles[wager]}</th>
                                                <td>
                                                    {range.min === range.max
                                                        ? money(range.min)
                                                        : range.max > 0
                                                          ? `${money(range.min)} to ${money(range.max)}`
                                                          : `from ${money(range.min)}`}
                                                </td>
                                            </tr>
                                        )
                                    );
                                })}
                            </tbody>
                        </table>
                        <ul class="placard-notices">
                            {placard.notices.map((notice) => (
                                <li key={notice}>{notice}</li>
                            ))}
                        </ul>
                        {placard.fees.length > 0 && <Fees fees={placard.fees} />}
                    </section>
                    {placard.pay_tables.map((table) => (
                        <PayTable key={table.wager} table={table} />
                    ))}
                    <section class="placard-disputes">
                        <h3>Disputes</h3>
                        <p>{placard.disputes}</p>
                    </section>
                </div>
            )}
        </Dialog>
    );
}

/** The time, and the day under it: a narrow list has room for that. */
function Ended({ ms }: { ms: number }) {
    if (!ms) {
        return <>in play</>;
    }
    const at = new Date(ms);
    return (
        <time dateTime={at.toISOString()}>
            <span>{at.toLocaleTimeString([], { timeStyle: 'short' })}</span>{' '}
            <small class="muted">{at.toLocaleDateString()}</small>
        </time>
    );
}

export function RoundsList({ table, limit = 20 }: { table?: number; limit?: number }) {
    const [rounds, setRounds] = useState<RoundListed[] | null>(null);
    const [fault, setFault] = useState('');
    useEffect(() => {
        const where = table === undefined ? '' : `table=${table}&`;
        get<{ rounds: RoundListed[] }>(`/api/rounds?${where}player=me&limit=${limit}`).then(
            (found) => setRounds(found.rounds),
            (error) => setFault(wordsOf(error)),
        );
    }, [table, limit]);
    if (fault) {
        return <p class="fault">{fault}</p>;
    }
    if (!rounds) {
        return <p class="muted">Fetching…</p>;
    }
    if (rounds.length === 0) {
        return <p class="muted">No hands yet.</p>;
    }
    return (
        <table class="figures rounds">
            <thead>
                <tr>
                    {table === undefined && <th>Table</th>}
                    <th>Round</th>
                    <th>Ended</th>
                    <th class="number">Result</th>
                    <th>
                        <span class="hidden-text">Dealt fairly?</span>
                    </th>
                </tr>
            </thead>
            <tbody>
                {rounds.map((one) => (
                    <tr key={`${one.table}/${one.round}`}>
                        {table === undefined && <td>{one.table}</td>}
                        <td>{one.round}</td>
                        <td>
                            <Ended ms={one.ended_ms} />
                        </td>
                        <td class={`number ${one.net > 0 ? 'good' : one.net < 0 ? 'bad' : ''}`}>
                            {one.voided && <small class="muted">void </small>}
                            {net(one.net)}
                        </td>
                        <td class="number">
                            {one.ended_ms > 0 && (
                                <a href={`/verify/${one.table}/${one.round}`}>verify</a>
                            )}
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function HistoryDialog({ view, onClose }: { view: View; onClose: () => void }) {
    return (
        <Dialog title="Your last hands" onClose={onClose}>
            <RoundsList table={view.table} />
        </Dialog>
    );
}

export function BuyInDialog({ view, onClose }: { view: View; onClose: () => void }) {
    const wallet = me.value.wallet ?? 0;
    const [text, setText] = useState(money(sensibleBuyIn(view, wallet)));
    const amount = parseMoney(text);
    const fault =
        amount === null || amount === 0
            ? 'An amount like 250 or 1,000'
            : amount > wallet
              ? `Your wallet holds ${money(wallet)}`
              : '';
    return (
        <Dialog title="Chips from your wallet" onClose={onClose}>
            <form
                class="form"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (!fault) {
                        void send('buy_in', view.table, { amount }).then(
                            (answer) => answer.ok && onClose(),
                        );
                    }
                }}
            >
                <p class="muted">
                    Wallet {money(wallet)}, at the table {money(view.you?.chips ?? 0)}. Play money.
                </p>
                <label class="field">
                    <span>Amount {fault && <em class="bad">{fault}</em>}</span>
                    <input
                        autofocus
                        inputMode="decimal"
                        value={text}
                        aria-invalid={fault !== ''}
                        onInput={(event) => setText(event.currentTarget.value)}
                    />
                </label>
                <Button kind="main" type="submit" disabled={fault !== ''}>
                    Buy in
                </Button>
                <p>
                    <a href="/account">Limits you set yourself, and more play money</a>
                </p>
            </form>
        </Dialog>
    );
}
