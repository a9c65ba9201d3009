// One table for the pit: pause, void, unseat; tray and drop box; automatic players; its configuration.
import { automaticMark, automaticWords } from '../../lib/automatic';
import { useEffect, useState } from 'preact/hooks';
import { get, post } from '../../lib/api';
import { money, moneyFull, parseMoney } from '../../lib/money';
import { may, send, useTable } from '../../lib/room';
import { alsoAt } from '../../lib/spots';
import type { Seat, View } from '../../lib/types';
import { isInRound } from '../../lib/words';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { Button } from '../../ui/Button';
import { Components } from './Components';
import { ConfigForm } from './Configure';
import { stateOf } from './Overview';
import { asked, Form } from '../../ui/Form';
import { MoneyField, Pairs, Select } from './parts';
import type { Pit, PitTable } from '../../lib/types';
import { timeWords } from './words';

// ---- the running table --------------------------------------------------------------------------

function Seats({ view }: { view: View }) {
    // As it was when the button was pressed: somebody else may sit there before the reason is given.
    const [meant, setMeant] = useState<Seat | null>(null);
    return (
        <>
            <table class="figures pit-seats">
                <thead>
                    <tr>
                        <th scope="col">Seat</th>
                        <th scope="col">Player</th>
                        <th scope="col" class="number">
                            Chips
                        </th>
                        <th scope="col">State</th>
                        <th scope="col">
                            <span class="hidden-text">What to do</span>
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {view.seats
                        .filter((other) => other.player)
                        .map((other) => (
                            <tr key={other.seat}>
                                <td>{other.seat}</td>
                                <td>
                                    {other.player?.name}{' '}
                                    {automaticMark(other.player) && (
                                        <span class="tag">{automaticWords(other.player)}</span>
                                    )}
                                    {alsoAt(view.seats, other) && (
                                        <span class="tag">{alsoAt(view.seats, other)}</span>
                                    )}
                                </td>
                                <td class="number">{moneyFull(other.chips)}</td>
                                <td>
                                    {other.leaving
                                        ? 'is leaving'
                                        : other.sits_out
                                          ? 'sits out'
                                          : other.in
                                            ? 'in the round'
                                            : ''}
                                </td>
                                <td class="row-tools">
                                    {may('pit') && !other.leaving && (
                                        <Button
                                            onClick={() => setMeant(other)}
                                            aria-label={`Unseat ${other.player?.name}${alsoAt(view.seats, other) ? ` from seat ${other.seat}` : ''}`}
                                        >
                                            Unseat…
                                        </Button>
                                    )}
                                </td>
                            </tr>
                        ))}
                </tbody>
            </table>
            {!view.seats.some((other) => other.player) && <p class="muted">Nobody sits here.</p>}
            {meant?.player && (
                <ReasonDialog
                    title={`Unseat ${meant.player.name}`}
                    words="At once, or when the round is over; the chips go to the wallet."
                    button="Unseat"
                    kind="bad"
                    suggestions={['at the player’s wish', 'conduct', 'seat wanted']}
                    run={(reason) =>
                        send(
                            'unseat',
                            view.table,
                            { seat: meant.seat, player: meant.player?.id, reason },
                            { quiet: true },
                        )
                    }
                    onClose={() => setMeant(null)}
                />
            )}
        </>
    );
}

type Move = 'fill' | 'credit' | 'count_drop';
const moves: Record<Move, { title: string; words: string; button: string; done: string }> = {
    fill: {
        title: 'Fill',
        words: 'Chips from the cage to the tray.',
        button: 'Fill',
        done: 'The tray is filled.',
    },
    credit: {
        title: 'Credit',
        words: 'Chips from the tray to the cage.',
        button: 'Credit',
        done: 'The cage has them.',
    },
    count_drop: {
        title: 'Count the drop',
        words: 'The whole drop box goes to the cage; the amount is what was counted.',
        button: 'Counted',
        done: 'The drop is counted.',
    },
};

function Money({ table }: { table: PitTable }) {
    const [move, setMove] = useState<Move>('fill');
    const [text, setText] = useState('');
    const amount = parseMoney(text);
    const { words, button, done } = moves[move];
    const differs = move === 'count_drop' && amount !== null && amount !== table.drop;
    return (
        <section class="panel">
            <h2>Tray and drop box</h2>
            <Pairs
                rows={[
                    ['Tray', moneyFull(table.tray)],
                    ['Drop box', moneyFull(table.drop)],
                ]}
            />
            {may('pit') && (
                <Form
                    run={() => send(move, table.table, { amount }, { quiet: true })}
                    done={done}
                    button={amount ? `${button} ${money(amount)}` : button}
                    disabled={amount === null || (amount === 0 && move !== 'count_drop')}
                    onDone={() => setText('')}
                >
                    <div class="choices" role="radiogroup" aria-label="What moves">
                        {(Object.keys(moves) as Move[]).map((one) => (
                            <label class="choice" key={one}>
                                <input
                                    type="radio"
                                    name="move"
                                    checked={move === one}
                                    onChange={() => setMove(one)}
                                />
                                <span>{moves[one].title}</span>
                            </label>
                        ))}
                    </div>
                    <MoneyField label={words} value={text} onChange={setText} />
                    {differs && (
                        <p class="warning">
                            The books say {moneyFull(table.drop)}: count again before you go on.
                        </p>
                    )}
                </Form>
            )}
        </section>
    );
}

/** ROT-1: nobody has had the position yet, and a supervisor says who is asked first. */
function FirstBanker({ table, view }: { table: PitTable; view: View | null }) {
    const seats = view?.seats.filter((seat) => seat.player) ?? [];
    const [chosen, setChosen] = useState('');
    const seat = chosen || String(seats[0]?.seat ?? '');
    return (
        <section class="panel">
            <h2>First player-dealer</h2>
            <p>Nobody has banked yet. Name the seat that is offered the bank first.</p>
            {may('pit') && seats.length > 0 && (
                <Form
                    run={() =>
                        send(
                            'name_banker',
                            table.table,
                            { seat: Number(seat), round: table.round },
                            { quiet: true },
                        )
                    }
                    done="The bank is offered."
                    button="Name"
                >
                    <Select
                        label="Seat"
                        value={seat}
                        onChange={setChosen}
                        options={seats.map((one) => [
                            String(one.seat),
                            `${one.seat} · ${one.player?.name}`,
                        ])}
                    />
                </Form>
            )}
        </section>
    );
}

type ProviderMove = 'provider_fund' | 'provider_withdraw';

/** BANK-1: the provider's money, which never passes through the cage. */
function Bankroll({ table }: { table: PitTable }) {
    const [move, setMove] = useState<ProviderMove>('provider_fund');
    const [text, setText] = useState('');
    const amount = parseMoney(text);
    const brings = move === 'provider_fund';
    const moves: [ProviderMove, string][] = [
        ['provider_fund', 'Bring in'],
        ['provider_withdraw', 'Take away'],
    ];
    return (
        <>
            <Pairs
                rows={[
                    ['Provider', table.provider],
                    ['Bankroll', moneyFull(table.bankroll)],
                ]}
            />
            {table.provider_short && (
                <p class="warning" role="status">
                    The bankroll does not cover a buy-in: proposition players leave when their chips
                    run out, and no others come until {table.provider} brings in more.
                </p>
            )}
            {may('pit') && (
                <Form
                    run={() => send(move, table.table, { amount }, { quiet: true })}
                    done={brings ? 'Paid into the bankroll.' : 'Paid out to the provider.'}
                    button={brings ? 'Bring in' : 'Take away'}
                    disabled={!amount}
                    onDone={() => setText('')}
                >
                    <div class="choices" role="radiogroup" aria-label="What the provider does">
                        {moves.map(([one, words]) => (
                            <label class="choice" key={one}>
                                <input
                                    type="radio"
                                    name="provider-move"
                                    checked={move === one}
                                    onChange={() => setMove(one)}
                                />
                                <span>{words}</span>
                            </label>
                        ))}
                    </div>
                    <MoneyField
                        label="The provider’s own money, not the cage’s."
                        value={text}
                        onChange={setText}
                    />
                </Form>
            )}
        </>
    );
}

function AutomaticPlayers({ table, seats }: { table: PitTable; seats: number }) {
    const [count, setCount] = useState(String(table.automatic_players));
    const proposition = table.provider !== '';
    if (table.banked_by === 'player' && !proposition) {
        return (
            <section class="panel">
                <h2>Proposition players</h2>
                <p class="muted">
                    No provider is named. The house has no players in a game that a player banks.
                </p>
            </section>
        );
    }
    return (
        <section class="panel">
            <h2>{proposition ? 'Proposition players' : 'House players'}</h2>
            <p class="muted">
                They take seats nobody else wants, and play with{' '}
                {proposition ? `${table.provider}’s money` : 'the house’s own chips'}. Now:{' '}
                {proposition ? table.proposition : table.house}.
            </p>
            {may('pit') && (
                <Form
                    run={() =>
                        asked(() =>
                            post(`/api/tables/${table.table}/automatic_players`, {
                                count: Number(count),
                            }),
                        )
                    }
                    done="From the next round on."
                    button="Set"
                >
                    <Select
                        label="Seats they fill"
                        value={count}
                        onChange={setCount}
                        options={Array.from({ length: seats }, (_, i) => [String(i), String(i)])}
                    />
                </Form>
            )}
            {proposition && <Bankroll table={table} />}
        </section>
    );
}

interface RecordedStep {
    step: string;
    name?: string;
    seat?: number;
    state: 'ticked' | 'taken back' | 'skipped';
    time_ms?: number;
    who?: number;
}

/** DEAL-6: what the dealer of the last round ticked, and what was skipped. */
function LastProcedure({ table }: { table: PitTable }) {
    const over = table.phase === 'idle' || table.phase === 'over';
    const round = over ? table.round : table.round - 1;
    const [steps, setSteps] = useState<RecordedStep[] | null>(null);
    useEffect(() => {
        let left = false;
        setSteps(null);
        if (round > 0) {
            void get<{ steps?: RecordedStep[] }>(`/api/rounds/${table.table}/${round}`)
                .then((record) => !left && setSteps(record.steps ?? []))
                .catch(() => !left && setSteps([]));
        }
        return () => {
            left = true;
        };
    }, [table.table, round]);
    const skipped = steps?.filter((one) => one.state !== 'ticked') ?? [];
    return (
        <section class="panel pit-procedure">
            <h2>Procedure, round {round}</h2>
            {steps === null || steps.length === 0 ? (
                <p class="muted">
                    {round > 0 && steps === null ? 'One moment…' : 'Nothing ticked.'}
                </p>
            ) : (
                <>
                    <p>
                        {skipped.length === 0
                            ? 'Every step was ticked.'
                            : `${skipped.length} of ${steps.length} steps were skipped:`}
                    </p>
                    {skipped.length > 0 && (
                        <ul>
                            {skipped.map((one) => (
                                <li key={`${one.step}:${one.seat ?? 0}`}>{one.name ?? one.step}</li>
                            ))}
                        </ul>
                    )}
                    <details>
                        <summary>All steps</summary>
                        <table class="figures">
                            <tbody>
                                {steps.map((one) => (
                                    <tr key={`${one.step}:${one.seat ?? 0}`}>
                                        <td>{one.name ?? one.step}</td>
                                        <td>{one.time_ms ? timeWords(one.time_ms) : one.state}</td>
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                    </details>
                </>
            )}
        </section>
    );
}

function Running({ table, view }: { table: PitTable; view: View | null }) {
    const [voiding, setVoiding] = useState(false);
    const paused = table.paused || table.state === 'closed';
    return (
        <section class="panel pit-running">
            <h2>
                {stateOf(table)} <span class="tag">{table.pace}</span>
                {table.change_waits && <span class="tag">a change waits for the round to end</span>}
            </h2>
            <div class="row">
                {may('pit') && (
                    <>
                        <Button
                            kind={paused ? 'good' : 'plain'}
                            onClick={() => void send(paused ? 'resume' : 'pause', table.table)}
                        >
                            {paused ? 'Resume' : 'Pause after this round'}
                        </Button>
                        <Button
                            kind="bad"
                            disabled={!isInRound(table.state)}
                            onClick={() => setVoiding(true)}
                        >
                            Void the round…
                        </Button>
                    </>
                )}
                <a class="button" href={`/table/${table.table}`}>
                    Watch
                </a>
                {table.pace === 'dealer' && (
                    <a class="button" href={`/deal/${table.table}`}>
                        Dealer’s console
                    </a>
                )}
                <a class="button" href={`/pit/reports?table=${table.table}`}>
                    Day report
                </a>
                <a
                    class="button"
                    href={`/api/tables/${table.table}/placard.html`}
                    target="_blank"
                    rel="noopener"
                >
                    Placard
                </a>
            </div>
            {view ? <Seats view={view} /> : <p class="muted">One moment…</p>}
            {voiding && (
                <ReasonDialog
                    title={`Void round ${table.round}`}
                    words="A malfunction (DEAL-5): every wager of the round goes back, the Progressive's contributions too. It cannot be undone."
                    button="Void the round"
                    kind="bad"
                    suggestions={[
                        'shuffler malfunction',
                        'card exposed',
                        'misdeal',
                        'server malfunction',
                    ]}
                    run={(reason) =>
                        send('void', table.table, { reason, round: table.round }, { quiet: true })
                    }
                    onClose={() => setVoiding(false)}
                />
            )}
        </section>
    );
}

export function TablePage({ number, pit }: { number: number; pit: Pit }) {
    const table = pit.tables.find((one) => one.table === number);
    const view = useTable(number).value;
    if (!table) {
        return <p>There is no table {number}.</p>;
    }
    return (
        <>
            <h2 class="pit-title">
                {table.name}{' '}
                <span class="muted">
                    table {table.table}, round {table.round}
                </span>
            </h2>
            <div class="grid grid-wide">
                <Running table={table} view={view} />
                <div class="pit-stack">
                    {table.pace === 'dealer' && may('read_records') && (
                        <LastProcedure table={table} />
                    )}
                    <Money table={table} />
                    {table.names_banker && <FirstBanker table={table} view={view} />}
                    <AutomaticPlayers table={table} seats={view?.seats.length ?? 8} />
                </div>
            </div>
            {table.meter !== 0 && <Components key={table.table} table={table.table} />}
            {may('configure') && (
                <section class="panel">
                    <h2>Configuration</h2>
                    <ConfigForm key={table.table} table={table} pit={pit} />
                </section>
            )}
        </>
    );
}
