// The pit at a glance: what waits for somebody, every table, every meter, the audit.
import { companyWords } from '../../lib/automatic';
import { useState } from 'preact/hooks';
import { post } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { money, moneyFull } from '../../lib/money';
import { may, send } from '../../lib/room';
import { navigate } from '../../lib/router';
import { toast } from '../../lib/toast';
import { callReasons, phaseWordsAt, plain, stateWords, stateWordsAt } from '../../lib/words';
import { CardDialog } from '../../ui/CardDialog';
import { Button } from '../../ui/Button';
import { MoneyBag } from '../../ui/MoneyBag';
import { Scroll } from '../../ui/Scroll';
import { Disputes } from './Disputes';
import { asked } from '../../ui/Form';
import { Pairs } from './parts';
import type { Pit, PitCall, PitJackpot, PitTable } from '../../lib/types';
import { agoWords, programWords, sharedWords, timeWords } from './words';

export function stateOf(table: PitTable): string {
    if (table.jackpot) {
        return 'Jackpot waits';
    }
    if (table.state === 'closed' || table.state === 'waiting' || table.state === 'offering') {
        return stateWordsAt(table, table.taken);
    }
    return (phaseWordsAt(table) || stateWords[table.state]) + (table.paused ? ', then pauses' : '');
}

// ---- jackpots -----------------------------------------------------------------------------------

function JackpotCard({ win, table }: { win: PitJackpot; table: PitTable | undefined }) {
    const [open, setOpen] = useState(false);
    const auto = table?.pace !== 'dealer';
    const confirmed = win.state === 'confirmed' || win.state === 'paid';
    // Its prize may be a part of what the one before leaves on the meter.
    const waits = !confirmed && !win.next;
    const page = `/pit/win/${win.table}/${win.round}/${win.seat}`;
    return (
        <li class="jackpot">
            <div>
                {!waits && <strong class="jackpot-prize">{moneyFull(win.prize)}</strong>}
                <span class="jackpot-line">{win.line}</span>
                <span class="muted">
                    {win.player && `${win.player}, `}
                    {table?.name ?? `table ${win.table}`}, seat {win.seat}, round {win.round} ·{' '}
                    {waits
                        ? 'waits for the one before it'
                        : win.state === 'none'
                          ? 'not confirmed yet'
                          : plain(win.state)}
                </span>
            </div>
            <div class="row">
                <a class="button" href={`/table/${win.table}`}>
                    See the cards
                </a>
                {confirmed ? (
                    <MoneyBag
                        table={win.table}
                        round={win.round}
                        seat={win.seat}
                        words="Win page"
                    />
                ) : auto ? (
                    <Button
                        kind="main"
                        disabled={!may('confirm') || waits}
                        onClick={() => setOpen(true)}
                    >
                        Confirm…
                    </Button>
                ) : (
                    <a class="button button-main" href={`/deal/${win.table}`}>
                        To the keypad
                    </a>
                )}
            </div>
            {!confirmed && auto && !may('confirm') && (
                <p class="muted">Confirming takes a supervisor’s sign-in and card.</p>
            )}
            {open && (
                <CardDialog
                    title="Confirm the jackpot"
                    words={
                        <>
                            <strong class="jackpot-prize">{moneyFull(win.prize)}</strong>
                            <br />
                            {win.line}, {win.player && `${win.player}, `}
                            {table?.name ?? `table ${win.table}`}, seat {win.seat}. Check the cards
                            first: once confirmed, only an adjustment backs it out.
                            {table?.config?.controller === 'nexus' &&
                                ' Above the jackpot level it takes an Executive card.'}
                        </>
                    }
                    button={`Confirm ${money(win.prize)}`}
                    run={async (card) => {
                        const answer = await send(
                            'confirm',
                            win.table,
                            { ...card, seat: win.seat, round: win.round },
                            { quiet: true },
                        );
                        if (answer.ok) {
                            toast('Confirmed. The win page is ready to print.', 'good');
                            navigate(page);
                        }
                        return answer;
                    }}
                    onClose={() => setOpen(false)}
                />
            )}
        </li>
    );
}

// ---- calls --------------------------------------------------------------------------------------

function CallCard({ call }: { call: PitCall }) {
    return (
        <li class="jackpot call">
            <div>
                <strong class="call-reason">{callReasons[call.reason].toLowerCase()}</strong>
                <span class="jackpot-line">
                    {call.name}
                    {call.note && `: ${call.note}`}
                </span>
                <span class="muted">
                    called by {call.by}{' '}
                    <span title={timeWords(call.since_ms)}>
                        {agoWords(call.since_ms, serverNow())}
                    </span>
                </span>
            </div>
            <div class="row">
                <a class="button" href={`/deal/${call.table}`}>
                    To the table
                </a>
                {may('pit') && (
                    <Button kind="main" onClick={() => void send('take_call', call.table)}>
                        Take the call
                    </Button>
                )}
            </div>
        </li>
    );
}

// ---- the audit ----------------------------------------------------------------------------------

function Program({ check }: { check: Pit['selfcheck'] }) {
    const [words, kind] = programWords(check);
    return (
        <span class={kind} title={check?.text}>
            {words}
        </span>
    );
}

export function AuditCard({ audit, selfcheck, store }: Pick<Pit, 'audit' | 'selfcheck' | 'store'>) {
    const [busy, setBusy] = useState(false);
    const verify = async () => {
        setBusy(true);
        const answer = await asked(() => post('/api/audit/verify'));
        setBusy(false);
        toast(
            answer.ok ? 'Audit passed.' : (answer.error?.message ?? 'refused'),
            answer.ok ? 'good' : 'bad',
        );
    };
    const known = audit.verified_ms > 0;
    return (
        <section class={`panel audit ${!known ? '' : audit.ok ? 'is-good' : 'is-bad'}`}>
            <h2>Audit</h2>
            <Pairs
                rows={[
                    [
                        'Chain',
                        known ? (
                            <span class={audit.chain ? 'good' : 'bad'}>
                                {audit.chain ? '✓ unbroken' : '✗ broken'}
                            </span>
                        ) : (
                            'not verified yet'
                        ),
                    ],
                    [
                        'Books',
                        known ? (
                            <span class={audit.balanced ? 'good' : 'bad'}>
                                {audit.balanced ? '✓ balance' : '✗ do not balance'}
                            </span>
                        ) : (
                            'not verified yet'
                        ),
                    ],
                    [
                        'Verified',
                        known ? (
                            <span title={timeWords(audit.verified_ms)}>
                                {agoWords(audit.verified_ms, serverNow())}
                            </span>
                        ) : (
                            'never'
                        ),
                    ],
                    ['Batches', audit.batches.toLocaleString('en-US')],
                    ['Program', <Program key="program" check={selfcheck} />],
                ]}
            />
            {audit.text && <p class={audit.ok || !known ? 'muted' : 'bad'}>{audit.text}</p>}
            {selfcheck && selfcheck.checked_ms > 0 && !selfcheck.ok && (
                <p class="bad">{selfcheck.text}</p>
            )}
            {store && <p class="fault">The store: {store}</p>}
            {may('read_records') && (
                <Button disabled={busy || audit.running} onClick={() => void verify()}>
                    {busy || audit.running ? 'Verifying…' : 'Verify now'}
                </Button>
            )}
        </section>
    );
}

// ---- tables -------------------------------------------------------------------------------------

function TableRow({ table }: { table: PitTable }) {
    const paused = table.paused || table.state === 'closed';
    return (
        <tr class={table.jackpot ? 'is-jackpot' : ''}>
            <th scope="row">
                <a href={`/pit/tables/${table.table}`}>{table.name}</a>
                <small class="muted">
                    {table.profile}
                    {table.change_waits && <span class="tag">change waits</span>}
                    {table.provider_short && (
                        <span class="tag bad">{table.provider}’s bankroll is too small</span>
                    )}
                    {table.names_banker && <span class="tag bad">name the first banker</span>}
                </small>
                {(table.component_warnings ?? 0) > 0 && (
                    <small class="warning">
                        {table.component_warning}
                        {(table.component_warnings ?? 0) > 1 &&
                            `, and ${(table.component_warnings ?? 0) - 1} more`}{' '}
                        (GM-7)
                    </small>
                )}
            </th>
            <td>
                <span class={`state state-${table.jackpot ? 'jackpot' : table.state}`}>
                    {stateOf(table)}
                </span>
                <small class="muted">
                    round {table.round} · {table.pace}
                </small>
            </td>
            <td class="number">
                {table.people}
                <small class="muted">
                    {[
                        ...(table.people < table.taken - table.house - table.proposition
                            ? [`at ${table.taken - table.house - table.proposition} seats`]
                            : []),
                        ...(companyWords(table) ? [`+${companyWords(table)}`] : []),
                        ...table.same_address.map((one) => sharedWords(one.seats)),
                        ...(table.watchers > 0 ? [`${table.watchers} watching`] : []),
                    ].join(' · ')}
                </small>
            </td>
            <td class="number">{moneyFull(table.fees)}</td>
            <td class="number">{moneyFull(table.tray)}</td>
            <td class="number">{moneyFull(table.drop)}</td>
            <td class="row-tools">
                {may('pit') && (
                    <Button
                        onClick={() => void send(paused ? 'resume' : 'pause', table.table)}
                        aria-label={`${paused ? 'Resume' : 'Pause'} ${table.name}`}
                    >
                        {paused ? 'Resume' : 'Pause'}
                    </Button>
                )}
                <a
                    class="button"
                    href={
                        table.pace === 'dealer' ? `/deal/${table.table}` : `/table/${table.table}`
                    }
                    aria-label={`${table.pace === 'dealer' ? 'Deal' : 'Watch'} ${table.name}`}
                >
                    {table.pace === 'dealer' ? 'Deal' : 'Watch'}
                </a>
            </td>
        </tr>
    );
}

export function Overview({ pit }: { pit: Pit }) {
    const of = (number: number) => pit.tables.find((one) => one.table === number);
    return (
        <>
            {(pit.calls ?? []).length > 0 && (
                <section class="jackpots calls" aria-label="Calls for a supervisor" role="alert">
                    <h2>Calls for a supervisor</h2>
                    <ul>
                        {pit.calls?.map((call) => (
                            <CallCard key={call.table} call={call} />
                        ))}
                    </ul>
                </section>
            )}
            {pit.jackpots.length > 0 && (
                <section class="jackpots" aria-label="Jackpots" role="alert">
                    <h2>Jackpots</h2>
                    <ul>
                        {pit.jackpots.map((win) => (
                            <JackpotCard
                                key={`${win.table}/${win.round}/${win.seat}`}
                                win={win}
                                table={of(win.table)}
                            />
                        ))}
                    </ul>
                </section>
            )}
            <Disputes disputes={pit.disputes} tables={pit.tables} />
            <div class="pit-columns">
                <section class="panel pit-tables">
                    <h2>
                        Tables{' '}
                        {may('configure') && (
                            <a class="pit-more" href="/pit/tables/new">
                                New table
                            </a>
                        )}
                    </h2>
                    <Scroll label="Tables">
                        <table class="figures">
                            <thead>
                                <tr>
                                    <th scope="col">Table</th>
                                    <th scope="col">State</th>
                                    <th scope="col" class="number">
                                        Players
                                    </th>
                                    <th scope="col" class="number">
                                        Fees, this round
                                    </th>
                                    <th scope="col" class="number">
                                        Tray
                                    </th>
                                    <th scope="col" class="number">
                                        Drop box
                                    </th>
                                    <th scope="col">
                                        <span class="hidden-text">What to do</span>
                                    </th>
                                </tr>
                            </thead>
                            <tbody>
                                {pit.tables.map((table) => (
                                    <TableRow key={table.table} table={table} />
                                ))}
                            </tbody>
                        </table>
                    </Scroll>
                </section>
                <AuditCard audit={pit.audit} selfcheck={pit.selfcheck} store={pit.store} />
                <div class="pit-meters">
                    {pit.meters.map((meter) => (
                        <section class="panel meter-card" key={meter.meter}>
                            <h2>
                                <a href={`/pit/meters/${meter.meter}`}>Meter {meter.meter}</a>
                                <a
                                    class="pit-more"
                                    href={`/display/${meter.meter}`}
                                    target="_blank"
                                    rel="noopener"
                                >
                                    Display
                                </a>
                            </h2>
                            <p class="meter-amount">{moneyFull(meter.amount)}</p>
                            <Pairs
                                rows={[
                                    ['Beginning of the day', moneyFull(meter.beginning)],
                                    ['Reserve', moneyFull(meter.reserve)],
                                    ['Seed', moneyFull(meter.seed)],
                                ]}
                            />
                        </section>
                    ))}
                </div>
            </div>
        </>
    );
}
