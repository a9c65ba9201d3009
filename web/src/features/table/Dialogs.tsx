// Over the table: the last hands, chips from one's wallet.
import { useEffect, useState } from 'preact/hooks';
import { get, wordsOf } from '../../lib/api';
import { money, net, parseMoney } from '../../lib/money';
import { me, playMoney, send } from '../../lib/room';
import { forSpot } from '../../lib/spots';
import type { RoundListed, View } from '../../lib/types';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { sensibleBuyIn } from './stakes';

export type Open = 'placard' | 'hands' | 'history' | 'buy-in' | null;

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
                        <td>
                            {one.ended_ms > 0 ? (
                                <a href={`/hand/${one.table}/${one.round}`}>{one.round}</a>
                            ) : (
                                one.round
                            )}
                        </td>
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
                            )}{' '}
                            {one.ended_ms > 0 && (
                                <a href={`/verify/${one.table}/${one.round}#disputes`}>
                                    {one.disputes.length === 0
                                        ? 'dispute'
                                        : one.disputes.includes('open')
                                          ? 'dispute open'
                                          : 'dispute decided'}
                                </a>
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
        <Dialog title="Buy chips" onClose={onClose}>
            <form
                class="form"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (!fault) {
                        void send('buy_in', view.table, { amount, ...forSpot(view) }).then(
                            (answer) => answer.ok && onClose(),
                        );
                    }
                }}
            >
                <p class="muted">
                    Wallet {money(wallet)}, at the table {money(view.you?.chips ?? 0)}.
                    {playMoney() && ' Play money.'}
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
                    <a href="/account">
                        Limits you set yourself{playMoney() && ', and more play money'}
                    </a>
                </p>
            </form>
        </Dialog>
    );
}
