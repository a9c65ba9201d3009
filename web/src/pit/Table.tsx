// One table for the pit: pause, void, unseat; tray and drop box; house players; its configuration.
import { useEffect, useState } from 'preact/hooks';
import { get, post } from '../lib/api';
import { money, moneyFull, parseMoney } from '../lib/money';
import { may, send, useTable } from '../lib/room';
import { navigate } from '../lib/router';
import type { View } from '../lib/types';
import { ReasonDialog } from '../deal/ReasonDialog';
import { Button } from '../ui/Button';
import { configGroups, textOf, valueOf, type ConfigField } from './config';
import { stateOf } from './Overview';
import { asked, Field, Form, MoneyField, Pairs, Select } from './parts';
import type { Config, Pit, PitTable } from './types';
import { changedOnly } from './words';

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
                They fill seats while others leave them free: {table.house} sit now. They play with
                the house’s own chips.
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
                        options={Array.from({ length: seats + 1 }, (_, i) => [
                            String(i),
                            String(i),
                        ])}
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

// ---- configuration ------------------------------------------------------------------------------

function useProfiles(): [string, string][] {
    const [list, setList] = useState<[string, string][]>([]);
    useEffect(() => {
        get<{ rules: { name: string; title: string }[] }>('/api/rules').then(
            (found) => setList(found.rules.map((one) => [one.name, `${one.name}: ${one.title}`])),
            () => undefined,
        );
    }, []);
    return list;
}

function ConfigFields({
    texts,
    onChange,
}: {
    texts: Record<string, string>;
    onChange: (key: string, text: string) => void;
}) {
    const draw = (field: ConfigField) => {
        const text = texts[field.key] ?? '';
        if (field.options) {
            return (
                <Select
                    key={field.key}
                    label={field.words}
                    note={field.note}
                    value={text}
                    onChange={(next) => onChange(field.key, next)}
                    options={field.options}
                />
            );
        }
        return (
            <Field
                key={field.key}
                label={field.words}
                note={field.note}
                value={text}
                onChange={(next) => onChange(field.key, next)}
                aria-invalid={text !== '' && valueOf(field, text) === undefined}
                inputMode={field.kind === 'name' ? 'text' : 'decimal'}
            />
        );
    };
    return (
        <>
            {configGroups.map((group) => (
                <fieldset key={group.title}>
                    <legend>{group.title}</legend>
                    <div class="fields">{group.fields.map(draw)}</div>
                </fieldset>
            ))}
        </>
    );
}

const allFields = configGroups.flatMap((group) => group.fields);

function textsOf(config: Config): Record<string, string> {
    return Object.fromEntries(allFields.map((field) => [field.key, textOf(field, config)]));
}

/** The fields that are filled in; undefined when one of them is wrong. */
function configOf(texts: Record<string, string>): Config | undefined {
    const config: Config = {};
    for (const field of allFields) {
        const text = texts[field.key] ?? '';
        if (text === '' && field.kind !== 'name') {
            continue;
        }
        const value = valueOf(field, text);
        if (value === undefined) {
            return undefined;
        }
        config[field.key] = value;
    }
    return config;
}

// Options are fields of the profile that are changed, as JSON.
function parsedOptions(text: string): object | null | undefined {
    if (text.trim() === '') {
        return null;
    }
    try {
        const value: unknown = JSON.parse(text);
        return typeof value === 'object' && value !== null && !Array.isArray(value)
            ? value
            : undefined;
    } catch {
        return undefined;
    }
}

function OptionsField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
    return (
        <label class="field field-wide">
            <span>Fields of the profile to change, as JSON; empty for none</span>
            <textarea
                rows={2}
                spellcheck={false}
                placeholder='{"collection": 2}'
                value={value}
                aria-invalid={parsedOptions(value) === undefined}
                onInput={(event) => onChange(event.currentTarget.value)}
            />
        </label>
    );
}

function ConfigForm({ table }: { table: PitTable }) {
    const [texts, setTexts] = useState(() => textsOf(table.config));
    const [profile, setProfile] = useState('');
    const [options, setOptions] = useState('');
    const [reason, setReason] = useState('');
    const profiles = useProfiles();
    const config = configOf(texts);
    const changed = config ? changedOnly(table.config, config) : {};
    const extra = parsedOptions(options);
    const nothing = Object.keys(changed).length === 0 && profile === '' && !extra;
    return (
        <Form
            run={() =>
                asked(() =>
                    post(`/api/tables/${table.table}/config`, {
                        config: changed,
                        ...(profile ? { profile } : {}),
                        ...(extra ? { options: extra } : {}),
                        reason: reason.trim(),
                    }),
                )
            }
            done="It is in force when no round is open."
            button="Change the table"
            disabled={!config || extra === undefined || nothing || reason.trim() === ''}
            onDone={() => {
                setReason('');
                setProfile('');
                setOptions('');
            }}
        >
            <p class="muted">A change takes effect between rounds.</p>
            <ConfigFields
                texts={texts}
                onChange={(key, text) => setTexts({ ...texts, [key]: text })}
            />
            <fieldset>
                <legend>Rules</legend>
                <div class="fields">
                    <Select
                        label="Profile"
                        value={profile}
                        onChange={setProfile}
                        options={[['', `${table.profile}, as it is`], ...profiles]}
                    />
                    <OptionsField value={options} onChange={setOptions} />
                </div>
            </fieldset>
            <Field label="Why? It is logged." value={reason} onChange={setReason} maxLength={200} />
            {Object.keys(changed).length > 0 && (
                <p class="muted">Changes: {Object.keys(changed).join(', ')}</p>
            )}
        </Form>
    );
}

export function NewTable({ pit }: { pit: Pit }) {
    const [name, setName] = useState('');
    const [profile, setProfile] = useState('washington');
    const [pace, setPace] = useState('auto');
    const [meter, setMeter] = useState('0');
    const [controller, setController] = useState('aquarius');
    const [options, setOptions] = useState('');
    const [house, setHouse] = useState('0');
    const profiles = useProfiles();
    const extra = parsedOptions(options);
    const made = { table: 0 };
    return (
        <section class="panel">
            <h2>New table</h2>
            <Form
                run={() =>
                    asked(async () => {
                        const answer = await post<{ table: number }>('/api/tables', {
                            name: name.trim(),
                            profile,
                            ...(extra ? { options: extra } : {}),
                            config: {
                                pace,
                                meter: Number(meter),
                                controller,
                                house_players: Number(house),
                            },
                        });
                        made.table = answer.table;
                    })
                }
                done="The table is there."
                button="Open the table"
                disabled={name.trim() === '' || extra === undefined}
                onDone={() => navigate(`/pit/tables/${made.table}`)}
            >
                <div class="fields">
                    <Field label="Name" value={name} onChange={setName} maxLength={31} />
                    <Select
                        label="Profile"
                        value={profile}
                        onChange={setProfile}
                        options={profiles.length > 0 ? profiles : [['washington', 'washington']]}
                    />
                    <Select
                        label="Pace"
                        value={pace}
                        onChange={setPace}
                        options={[
                            ['auto', 'auto: timers deal'],
                            ['dealer', 'dealer: a person deals'],
                        ]}
                    />
                    <Select
                        label="Meter"
                        value={meter}
                        onChange={setMeter}
                        options={[
                            ['0', 'none'],
                            ...pit.meters.map((one): [string, string] => [
                                String(one.meter),
                                `meter ${one.meter}, ${moneyFull(one.amount)}`,
                            ]),
                        ]}
                    />
                    <Select
                        label="Controller"
                        value={controller}
                        onChange={setController}
                        options={[
                            ['aquarius', 'aquarius: key'],
                            ['nexus', 'nexus: card'],
                        ]}
                    />
                    <Select
                        label="House players"
                        value={house}
                        onChange={setHouse}
                        options={Array.from({ length: 9 }, (_, i) => [String(i), String(i)])}
                    />
                    <OptionsField value={options} onChange={setOptions} />
                </div>
                <p class="muted">
                    Times, limits of buying in and the rest begin as the house has them, and can be
                    changed afterwards.
                </p>
            </Form>
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
                    <ConfigForm key={JSON.stringify(table.config)} table={table} />
                </section>
            )}
        </>
    );
}
