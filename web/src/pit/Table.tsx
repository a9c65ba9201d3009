// One table for the pit: pause, void, unseat; tray and drop box; house players; its configuration.
import { useState } from 'preact/hooks';
import { post } from '../lib/api';
import { money, moneyFull, parseMoney } from '../lib/money';
import { may, send, useTable } from '../lib/room';
import type { View } from '../lib/types';
import { ReasonDialog } from '../deal/ReasonDialog';
import { Button } from '../ui/Button';
import { ConfigForm } from './Configure';
import { stateOf } from './Overview';
import { asked, Form, MoneyField, Pairs, Select } from './parts';
import type { Pit, PitTable } from './types';

// ---- the running table --------------------------------------------------------------------------

function Seats({ view }: { view: View }) {
    const [seat, setSeat] = useState(0);
    const one = view.seats.find((other) => other.seat === seat);
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
                                    {other.player?.house && <span class="tag">house</span>}
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
                                            onClick={() => setSeat(other.seat)}
                                            aria-label={`Unseat ${other.player?.name}`}
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
            {one && (
                <ReasonDialog
                    title={`Unseat ${one.player?.name ?? `seat ${seat}`}`}
                    words="At once, or when the round is over; the chips go to the wallet."
                    button="Unseat"
                    kind="bad"
                    suggestions={['at the player’s wish', 'conduct', 'seat wanted']}
                    run={(reason) => send('unseat', view.table, { seat, reason }, { quiet: true })}
                    onClose={() => setSeat(0)}
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

function HousePlayers({ table, seats }: { table: PitTable; seats: number }) {
    const [count, setCount] = useState(String(table.house_players));
    return (
        <section class="panel">
            <h2>House players</h2>
            <p class="muted">
                They take seats nobody else wants, and play with the house’s own chips. Now:{' '}
                {table.house}.
            </p>
            {may('pit') && (
                <Form
                    run={() =>
                        asked(() =>
                            post(`/api/tables/${table.table}/house_players`, {
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
        </section>
    );
}

function Running({ table, view }: { table: PitTable; view: View | null }) {
    const [voiding, setVoiding] = useState(false);
    const paused = table.paused || table.state === 'closed';
    const inRound =
        table.state === 'betting' || table.state === 'playing' || table.state === 'result';
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
                        <Button kind="bad" disabled={!inRound} onClick={() => setVoiding(true)}>
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
                    run={(reason) => send('void', table.table, { reason }, { quiet: true })}
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
                    <Money table={table} />
                    <HousePlayers table={table} seats={view?.seats.length ?? 8} />
                </div>
            </div>
            {may('configure') && (
                <section class="panel">
                    <h2>Configuration</h2>
                    <ConfigForm key={table.table} table={table} pit={pit} />
                </section>
            )}
        </>
    );
}
