// One meter: its day explained, terms with the maker's warnings, adjustments by two people, the journal.
import { useEffect, useState } from 'preact/hooks';
import { get, post } from '../../lib/api';
import { money, moneyFull, net, parseMoney } from '../../lib/money';
import { pay } from '../../lib/pay';
import { may, me } from '../../lib/room';
import type { Answer } from '../../lib/types';
import { CardFields, type Swiped } from '../../ui/CardDialog';
import { MoneyBag } from '../../ui/MoneyBag';
import { Scroll } from '../../ui/Scroll';
import { asked, Form } from '../../ui/Form';
import { Field, MoneyField, Pairs, Select, useGet, Wait } from './parts';
import type { JournalLine, MeterState, Pit, Terms } from '../../lib/types';
import { plain } from '../../lib/words';
import {
    adjustments,
    byWords,
    changeOf,
    dayEnds,
    dayLines,
    parsePercent,
    percent,
    termsWords,
    timeWords,
    isTelling,
} from './words';

function Day({ meter }: { meter: MeterState }) {
    const ends = dayEnds(meter.day);
    return (
        <section class="panel">
            <h2>Today, explained</h2>
            <table class="figures">
                <tbody>
                    <tr>
                        <th scope="row">Beginning amount</th>
                        <td class="number">{moneyFull(meter.day.beginning)}</td>
                    </tr>
                    {dayLines(meter.day).map(([name, amount]) => (
                        <tr key={name}>
                            <th scope="row">{name}</th>
                            <td class="number">{net(amount)}</td>
                        </tr>
                    ))}
                    <tr class="is-sum">
                        <th scope="row">Amount now</th>
                        <td class="number">{moneyFull(meter.amount)}</td>
                    </tr>
                </tbody>
            </table>
            {ends !== meter.amount && (
                <p class="warning">
                    The day’s entries lead to {moneyFull(ends)}, not to the amount now. If it stays
                    so, have the books audited.
                </p>
            )}
        </section>
    );
}

// ---- terms (PROG-7) -----------------------------------------------------------------------------

// A profile with these terms, looked at by the server: its warnings are the maker's.
async function warningsOf(profile: string, terms: Terms, signal: AbortSignal): Promise<string[]> {
    const rules = await get<{ progressive?: object }>(`/api/rules/${profile}`, signal);
    const checked = { ...rules, progressive: { ...rules.progressive, ...terms } };
    const answer = await post<{ ok: boolean; warnings?: string[]; error?: { message: string } }>(
        '/api/rules/check',
        checked,
        signal,
    );
    return answer.ok ? (answer.warnings ?? []) : [answer.error?.message ?? 'refused'];
}

function TermsForm({
    meter,
    profile,
    onDone,
}: {
    meter: MeterState;
    profile: string | undefined;
    onDone: () => void;
}) {
    const now = meter.waiting ?? meter.terms;
    const [seed, setSeed] = useState(money(now.seed));
    const [maximum, setMaximum] = useState(now.maximum > 0 ? money(now.maximum) : '');
    const [meterRate, setMeterRate] = useState(percent(now.meter_rate_bp));
    const [reserveRate, setReserveRate] = useState(percent(now.reserve_rate_bp));
    const [from, setFrom] = useState<string>(now.fixed_pays_from);
    const [reason, setReason] = useState('');
    const [warnings, setWarnings] = useState<string[]>([]);
    const read = {
        seed: parseMoney(seed),
        maximum: maximum.trim() === '' ? 0 : parseMoney(maximum),
        meter_rate_bp: parsePercent(meterRate),
        reserve_rate_bp: parsePercent(reserveRate),
        fixed_pays_from: from as Terms['fixed_pays_from'],
    };
    const whole =
        read.seed !== null &&
        read.maximum !== null &&
        read.meter_rate_bp !== null &&
        read.reserve_rate_bp !== null;
    const terms = JSON.stringify(read);
    useEffect(() => {
        if (!whole || !profile) {
            return;
        }
        const stop = new AbortController();
        const timer = setTimeout(() => {
            warningsOf(profile, JSON.parse(terms) as Terms, stop.signal).then(
                setWarnings,
                () => undefined,
            );
        }, 300);
        return () => {
            clearTimeout(timer);
            stop.abort();
        };
    }, [terms, whole, profile]);
    return (
        <Form
            run={() =>
                asked(async () => {
                    const answer = await post<{ warnings?: string[] }>(
                        `/api/meters/${meter.meter}/terms`,
                        { terms: read, reason: reason.trim() },
                    );
                    setWarnings(answer.warnings ?? []);
                })
            }
            done="The terms wait for the next 100% award."
            button="Set the terms"
            disabled={!whole || reason.trim() === ''}
            onDone={onDone}
        >
            <p class="muted">
                They come into force with the next award of the whole meter, and at no other moment.
            </p>
            <div class="fields">
                <MoneyField label="Seed" value={seed} onChange={setSeed} />
                <MoneyField
                    label="Posted maximum"
                    note="empty: none"
                    value={maximum}
                    onChange={setMaximum}
                />
                <Field
                    label="Of each wager to the meter"
                    value={meterRate}
                    onChange={setMeterRate}
                    aria-invalid={read.meter_rate_bp === null}
                />
                <Field
                    label="Of each wager to the reserve"
                    value={reserveRate}
                    onChange={setReserveRate}
                    aria-invalid={read.reserve_rate_bp === null}
                />
                <Select
                    label="Fixed pays come from"
                    value={from}
                    onChange={setFrom}
                    options={[
                        ['tray', 'the tray'],
                        ['meter', 'the meter'],
                    ]}
                />
                <Field
                    label="Why? It is logged."
                    value={reason}
                    onChange={setReason}
                    maxLength={200}
                />
            </div>
            {warnings.length > 0 && (
                <div class="warning" role="status">
                    <strong>The maker advises against this:</strong>
                    <ul>
                        {warnings.map((one) => (
                            <li key={one}>{one}</li>
                        ))}
                    </ul>
                </div>
            )}
        </Form>
    );
}

/** From which prize on a Supervisor card is not enough. */
function ExecutiveForm({ meter, onDone }: { meter: MeterState; onDone: () => void }) {
    const [above, setAbove] = useState(money(meter.executive_above));
    const [reason, setReason] = useState('');
    const amount = parseMoney(above);
    return (
        <Form
            run={() =>
                asked(() =>
                    post(`/api/meters/${meter.meter}/executive`, {
                        executive_above: amount,
                        reason: reason.trim(),
                    }),
                )
            }
            done="The jackpot level is set."
            button="Set the level"
            disabled={amount === null || reason.trim() === ''}
            onDone={onDone}
        >
            <p class="muted">
                At tables with a nexus controller larger wins take an Executive card. In force at
                once.
            </p>
            <div class="fields">
                <MoneyField label="Executive card above" value={above} onChange={setAbove} />
                <Field
                    label="Why? It is logged."
                    value={reason}
                    onChange={setReason}
                    maxLength={200}
                />
            </div>
        </Form>
    );
}

// ---- adjustments (GM-3) -------------------------------------------------------------------------

function AdjustForm({
    meter,
    onDone,
    tableName,
}: {
    meter: MeterState;
    onDone: () => void;
    tableName: (table: number) => string;
}) {
    const [name, setName] = useState('malfunction display');
    const [amount, setAmount] = useState('');
    const [raise, setRaise] = useState('down');
    const [table, setTable] = useState(String(meter.tables[0]?.table ?? ''));
    const [seat, setSeat] = useState('');
    const [reason, setReason] = useState('');
    const [card, setCard] = useState<Swiped>({ card: '', pin: '' });
    const kind = adjustments.find((one) => one.name === name);
    const win = kind?.needs === 'win' && seat !== '';
    const change = win ? 0 : changeOf(name, parseMoney(amount), raise === 'up', meter);
    const whole = change !== null && reason.trim() !== '' && card.card !== '' && card.pin !== '';
    const run = async (): Promise<Answer> => {
        const meant = {
            adjustment: name,
            amount: change,
            ...(kind?.needs === 'table' || win ? { table: Number(table) } : {}),
            ...(win ? { seat: Number(seat) } : {}),
            reason: reason.trim(),
        };
        setCard({ card: '', pin: '' }); // an approval is for one request (WALK-1)
        return asked(() => pay(`/api/meters/${meter.meter}/adjust`, meant, card));
    };
    return (
        <Form
            run={run}
            done="The meter is adjusted."
            button={change ? `Adjust by ${net(change)}` : 'Adjust'}
            kind="bad"
            disabled={!whole}
            onDone={onDone}
        >
            <div class="fields">
                <Select
                    label="Reason"
                    value={name}
                    onChange={setName}
                    options={adjustments.map((one) => [one.name, one.name])}
                    note={kind?.words}
                />
                {kind?.needs === 'maximum' ? (
                    <Pairs
                        rows={[
                            [
                                'Posted maximum',
                                meter.terms.maximum ? moneyFull(meter.terms.maximum) : 'none',
                            ],
                            ['Cut', change === null ? 'nothing is above it' : net(change)],
                        ]}
                    />
                ) : (
                    <MoneyField label="Amount" value={amount} onChange={setAmount} may0={false} />
                )}
                {kind?.sign === 0 && (
                    <Select
                        label="Which way"
                        value={raise}
                        onChange={setRaise}
                        options={[
                            ['down', 'down'],
                            ['up', 'up'],
                        ]}
                    />
                )}
                {(kind?.needs === 'table' || kind?.needs === 'win') && (
                    <Select
                        label="Table"
                        value={table}
                        onChange={setTable}
                        options={meter.tables.map((one) => [
                            String(one.table),
                            tableName(one.table),
                        ])}
                    />
                )}
                {kind?.needs === 'win' && (
                    <Field
                        label="Seat of the win"
                        note="empty for an older one: then the amount counts"
                        inputMode="numeric"
                        value={seat}
                        onChange={(text) => setSeat(text.replace(/[^1-8]/g, '').slice(0, 1))}
                    />
                )}
                <Field
                    label="Why? It is logged."
                    value={reason}
                    onChange={setReason}
                    maxLength={200}
                />
            </div>
            <p class="muted">
                {me.value.name} makes it; another person approves it with card and PIN.
            </p>
            <CardFields of="Card of the second person" value={card} onChange={setCard} />
        </Form>
    );
}

// ---- the journal --------------------------------------------------------------------------------

const winKinds = ['confirmed', 'awarded', 'paid'];

function Journal({
    meter,
    entries,
    tableName,
}: {
    meter: number;
    entries: number;
    tableName: (table: number) => string;
}) {
    const [quiet, setQuiet] = useState(true);
    const fetched = useGet<{ journal: JournalLine[] }>(
        `/api/meters/${meter}/journal?limit=200&seen=${entries}`,
    );
    const lines = (fetched.data?.journal ?? []).filter((one) => !quiet || isTelling(one));
    return (
        <section class="panel">
            <h2>Journal</h2>
            <label class="choice">
                <input
                    type="checkbox"
                    checked={quiet}
                    onChange={(event) => setQuiet(event.currentTarget.checked)}
                />
                <span>Wins, awards, adjustments and terms only</span>
            </label>
            {!fetched.data && <Wait of={fetched} />}
            <Scroll label="Journal" tall>
                <table class="figures as-cards">
                    <thead>
                        <tr>
                            <th scope="col">Number</th>
                            <th scope="col">When</th>
                            <th scope="col">What</th>
                            <th scope="col">Where</th>
                            <th scope="col">Who</th>
                            <th scope="col" class="number">
                                Change
                            </th>
                            <th scope="col" class="number">
                                Meter then
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {lines.map((one) => (
                            <tr key={one.number}>
                                <td>{one.number}</td>
                                <td class="time" data-name="When">
                                    {timeWords(one.time_ms)}
                                </td>
                                <td data-name="What">
                                    {winKinds.includes(one.what) && (
                                        <MoneyBag
                                            table={one.table}
                                            round={one.round}
                                            seat={one.seat}
                                        />
                                    )}
                                    {one.what}
                                    {one.adjustment && `: ${one.adjustment}`}
                                    {one.line && `: ${one.line}`}
                                    {one.amount ? ` ${moneyFull(one.amount)}` : ''}
                                    {one.reseeded && ', and the meter reseeded'}
                                </td>
                                <td data-name="Where">
                                    {one.table ? tableName(one.table) : ''}
                                    {one.round ? `, round ${one.round}` : ''}
                                    {one.seat ? `, seat ${one.seat}` : ''}
                                </td>
                                <td data-name="Who">{byWords(one)}</td>
                                <td class="number" data-name="Change">
                                    {one.after.amount === one.before.amount
                                        ? ''
                                        : net(one.after.amount - one.before.amount)}
                                </td>
                                <td class="number" data-name="Meter then">
                                    {moneyFull(one.after.amount)}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </Scroll>
        </section>
    );
}

export function MeterPage({ number, pit }: { number: number; pit: Pit }) {
    const fetched = useGet<MeterState>(`/api/meters/${number}`, 5000);
    const meter = fetched.data;
    const profile = pit.tables.find((one) => one.meter === number)?.profile;
    if (!meter) {
        return <Wait of={fetched} />;
    }
    const tableName = (table: number) =>
        pit.tables.find((one) => one.table === table)?.name ?? `table ${table}`;
    const live = pit.meters.find((one) => one.meter === number)?.amount ?? meter.amount;
    return (
        <>
            <div class="grid grid-wide">
                <section class="panel">
                    <h2>
                        Meter {meter.meter}
                        <a
                            class="pit-more"
                            href={`/display/${meter.meter}`}
                            target="_blank"
                            rel="noopener"
                        >
                            Display
                        </a>
                    </h2>
                    <p class="meter-amount">{moneyFull(live)}</p>
                    <Pairs
                        rows={[
                            ['Reserve', moneyFull(meter.reserve)],
                            ...termsWords(meter.terms),
                            ['Executive card above', moneyFull(meter.executive_above)],
                        ]}
                    />
                    {meter.waiting && (
                        <div class="warning">
                            <strong>From the next 100% award on:</strong>
                            <Pairs rows={termsWords(meter.waiting)} />
                        </div>
                    )}
                    <h3>Tables</h3>
                    <ul class="plain-list">
                        {meter.tables.map((one) => (
                            <li key={one.table}>
                                <a href={`/pit/tables/${one.table}`}>{tableName(one.table)}</a>{' '}
                                <span class="muted">
                                    {one.controller}, {plain(one.station)}
                                    {one.reachable ? '' : ', cannot reach the meter'}
                                </span>
                            </li>
                        ))}
                    </ul>
                </section>
                <Day meter={meter} />
                {may('configure') && (
                    <section class="panel">
                        <h2>Terms</h2>
                        <TermsForm
                            key={meter.meter}
                            meter={meter}
                            profile={profile}
                            onDone={fetched.again}
                        />
                    </section>
                )}
                {may('configure') && (
                    <section class="panel">
                        <h2>Jackpot level</h2>
                        <ExecutiveForm key={meter.meter} meter={meter} onDone={fetched.again} />
                    </section>
                )}
                {may('adjust') && (
                    <section class="panel">
                        <h2>Manual adjustment</h2>
                        <AdjustForm meter={meter} onDone={fetched.again} tableName={tableName} />
                    </section>
                )}
            </div>
            <Journal meter={number} entries={meter.entries} tableName={tableName} />
        </>
    );
}
