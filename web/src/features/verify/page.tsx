// Was this round dealt as promised? It is dealt again here, in this browser, and compared card by card.
import { Fragment } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { get, wordsOf } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import type { Fairness } from '../../lib/fair';
import { findings, raise } from '../../lib/fairness/findings';
import { shown } from '../../lib/fairness/keeper';
import type { Note } from '../../lib/fairness/notes';
import {
    compareCards,
    noteChecks,
    recordChecks,
    verifyArguments,
    type Check,
    type Compared,
    type RoundRecord,
} from '../../lib/fairness/record';
import { seatsWords } from '../../lib/fairness/words';
import { keeper, may, me } from '../../lib/room';
import type { PageProps } from '../../lib/router';
import { cardWords } from '../../lib/words';
import { Card } from '../../ui/Card';
import { decisionWords, DisputeButton, DisputeDialog } from '../../ui/Dispute';
import { FairFigures } from '../../ui/FairFigures';
import { FindingWords } from '../../ui/Findings';
import { Shell } from '../../ui/Shell';

interface VerifiedRecord extends RoundRecord {
    disputes?: Dispute[];
}

/** As the record has it (WA-1). */
interface Dispute {
    dispute: number;
    seat: number;
    opened_ms: number;
    what: string;
    decision: string;
    reason?: string;
}

function Mark({ good }: { good: boolean | null }) {
    return (
        <span
            class={`verify-mark ${good === null ? 'push' : good ? 'good' : 'bad'}`}
            role="img"
            aria-label={good === null ? 'not known' : good ? 'fits' : 'does not fit'}
        >
            {good === null ? '–' : good ? '✓' : '✗'}
        </span>
    );
}

function Dealt({ compared }: { compared: Compared }) {
    return (
        <tr>
            <th scope="row">{compared.place}</th>
            <td>
                <div class="verify-cards">
                    {compared.cards.map(({ dealt, recorded }, i) => (
                        <figure key={i}>
                            <Card card={dealt} />
                            <figcaption>
                                <Mark good={recorded === undefined ? null : recorded === dealt} />
                                {recorded !== undefined && recorded !== dealt && (
                                    <span class="bad">{cardWords(recorded)} in the record</span>
                                )}
                            </figcaption>
                        </figure>
                    ))}
                </div>
            </td>
        </tr>
    );
}

/** The cards of the record, where there is nothing to compare them with. */
function Recorded({ compared }: { compared: Compared }) {
    return (
        <tr>
            <th scope="row">{compared.place}</th>
            <td>
                <div class="verify-cards">
                    {compared.cards.map(
                        ({ recorded }, i) =>
                            recorded !== undefined && <Card key={i} card={recorded} />,
                    )}
                </div>
            </td>
        </tr>
    );
}

function CardTable({ compared, row: Row }: { compared: Compared[]; row: typeof Dealt }) {
    return (
        <table class="figures verify-table">
            <tbody>
                {compared.map((one) => (
                    <Row key={one.place} compared={one} />
                ))}
            </tbody>
        </table>
    );
}

/** A deck laid in order beforehand was not shuffled: that is said, and nothing is called fair or wrong. */
function FromTestDeck({ compared }: { compared: Compared[] }) {
    return (
        <>
            <p class="verify-sum push" role="status">
                This table deals from a fixed test deck.
            </p>
            <p>
                The cards were laid in order beforehand, to try the tables out, and not shuffled. So
                there is no shuffle to check here. At a table without test decks every round is
                shuffled, and this page deals it again card by card.
            </p>
            <CardTable compared={compared} row={Recorded} />
        </>
    );
}

function failedWords(wrong: number): string {
    return wrong > 0
        ? `Verification failed: ${wrong} cards are not the ones this shuffle deals.`
        : 'Verification failed.';
}

function goodWords(fairness: Fairness, known: number): string {
    if (fairness.dealt.length > 0) {
        return `It fits: all ${known} cards are the ones this shuffle deals.`;
    }
    const { withheld } = fairness;
    const why =
        withheld.length > 0
            ? `${seatsWords(withheld)} did not reveal ${withheld.length > 1 ? 'their parts' : 'its part'} of the shuffle`
            : 'the round was void before the deal';
    return `Nothing was dealt: ${why}. Every wager went back.`;
}

interface Checked {
    checks: Check[];
    compared: Compared[];
    known: number;
    wrong: number;
    kept: boolean;
    good: boolean;
    fault: string;
}

function check(record: RoundRecord, fairness: Fairness, table: number, round: number): Checked {
    const nothing = { checks: [], compared: [], known: 0, wrong: 0, kept: false, good: false };
    try {
        const note = keeper.notes.at(table, round);
        const checks = [
            ...recordChecks(fairness, table, round),
            ...noteChecks(fairness, note, keeper.pinnedKey),
        ];
        const compared = compareCards(record, fairness);
        const known = compared
            .flatMap((one) => one.cards)
            .filter((card) => card.recorded !== undefined);
        const wrong = known.filter((card) => card.recorded !== card.dealt).length;
        const kept = checks.every((one) => one.good !== false);
        const good = kept && wrong === 0 && (known.length > 0 || fairness.dealt.length === 0);
        return { checks, compared, known: known.length, wrong, kept, good, fault: '' };
    } catch (error) {
        return { ...nothing, fault: wordsOf(error) };
    }
}

function Outcome({ record, fairness, table, round }: OutcomeProps) {
    const checked = useMemo(
        () => check(record, fairness, table, round),
        [record, fairness, table, round],
    );
    const { checks, compared, known, wrong, kept, good, fault } = checked;
    const fromTestDeck = kept && wrong > 0 && me.value.test_decks === true;
    useEffect(() => {
        if (!good && !fromTestDeck) {
            const note = keeper.notes.at(table, round);
            const evidence = { record, ...(note ? { note: shown(note) } : {}) };
            raise({ kind: 'record', table, round, seat: 0, atMs: serverNow(), evidence });
        }
    }, [checked, fromTestDeck]);
    if (fault) {
        return <p class="fault">The record cannot be dealt again: {fault}</p>;
    }
    if (fromTestDeck) {
        return <FromTestDeck compared={compared} />;
    }
    return (
        <>
            <p class={`verify-sum ${good ? 'good' : 'bad'}`} role="status">
                {good ? goodWords(fairness, known) : failedWords(wrong)}
            </p>
            <p class="muted">
                Before the bets the table bound itself to a secret. Players’ browsers bound
                themselves to parts of their own, and showed them only when it was fixed who plays.
                Secret and parts together make the shuffle. Here, in your browser, the round is
                dealt again from them and compared with the record.
            </p>
            <ul class="verify-checks">
                {checks.map((one) => (
                    <li key={one.words}>
                        <Mark good={one.good} />
                        <span>{one.words}</span>
                    </li>
                ))}
            </ul>
            <CardTable compared={compared} row={Dealt} />
            <HowDealt fairness={fairness} note={keeper.notes.at(table, round)} />
        </>
    );
}

interface OutcomeProps {
    record: RoundRecord;
    fairness: Fairness;
    table: number;
    round: number;
}

function Code({ name, hex }: { name: string; hex: string | null }) {
    return hex === null ? null : (
        <>
            <dt>{name}</dt>
            <dd>
                <code>{hex}</code>
            </dd>
        </>
    );
}

function HowDealt({ fairness, note }: { fairness: Fairness; note: Note | undefined }) {
    return (
        <details>
            <summary>How it was dealt</summary>
            <dl class="verify-facts">
                <Code name="Secret" hex={fairness.secret} />
                <Code name="Commitment" hex={fairness.commitment} />
                {(fairness.roster ?? []).map((one) => (
                    <Fragment key={one.seat}>
                        <Code name={`Seat ${one.seat}, commitment`} hex={one.commitment} />
                        <Code name={`Seat ${one.seat}, part`} hex={one.part} />
                    </Fragment>
                ))}
                <Code name="Signature" hex={fairness.signature} />
                <Code name="Key" hex={fairness.key} />
                <dt>Procedure</dt>
                <dd>{fairness.procedure}</dd>
                <dt>Without this page</dt>
                <dd>
                    Save the{' '}
                    <a
                        href={`/api/rounds/${fairness.table}/${fairness.round}`}
                        download="round.json"
                    >
                        record
                    </a>{' '}
                    and check it with the program:
                    <code>
                        {`uth verify round.json ${note ? verifyArguments(note) : ''}`.trim()}
                    </code>
                </dd>
            </dl>
            <p class="muted">
                BLAKE2b over the secret, the signed list of players and their parts keys ChaCha20;
                its words shuffle the deck without bias. All of it was computed here, in this
                browser.
            </p>
        </details>
    );
}

function Disputes({
    disputes,
    table,
    round,
}: {
    disputes: Dispute[];
    table: number;
    round: number;
}) {
    return (
        <section id="disputes" class="verify-disputes">
            <h2>Disputes</h2>
            {disputes.length === 0 && <p class="muted">Nobody disputes this round.</p>}
            <ul>
                {disputes.map((one) => (
                    <li key={one.dispute}>
                        <strong>{one.what}</strong>{' '}
                        <span class="muted">
                            {one.seat > 0 ? `seat ${one.seat}` : 'staff'},{' '}
                            {new Date(one.opened_ms).toLocaleString()}
                        </span>
                        <br />
                        {decisionWords(one.decision)}
                        {one.reason && `: ${one.reason}`}
                    </li>
                ))}
            </ul>
            {(may('play') || may('deal') || may('pit')) && (
                <DisputeButton table={table} round={round} />
            )}
        </section>
    );
}

/** What this browser found about the round, now or while it was played. */
function Found({ table, round }: { table: number; round: number }) {
    const found = findings.value.filter((one) => one.table === table && one.round === round);
    return found.length === 0 ? null : (
        <section class="verify-findings">
            <h2>What does not fit</h2>
            {found.map((one) => (
                <FindingWords key={`${one.kind} ${one.seat}`} finding={one} />
            ))}
        </section>
    );
}

export default function VerifyPage({ numbers }: PageProps) {
    const [table = 0, round = 0] = numbers;
    const [record, setRecord] = useState<VerifiedRecord | null>(null);
    const [fault, setFault] = useState('');
    const fetch = () => {
        get<VerifiedRecord>(`/api/rounds/${table}/${round}`).then(setRecord, (error) =>
            setFault(wordsOf(error)),
        );
    };
    useEffect(fetch, [table, round]);
    return (
        <Shell title={`Table\u00a0${table}, round\u00a0${round}: dealt fairly?`}>
            {fault && (
                <p class="fault" role="alert">
                    {fault}
                </p>
            )}
            {!fault && !record && <p class="muted">Fetching the record…</p>}
            <Found table={table} round={round} />
            {record?.fairness && (
                <Outcome record={record} fairness={record.fairness} table={table} round={round} />
            )}
            {record && !record.fairness && (
                <p class="fault">The record does not say what it was dealt from.</p>
            )}
            {record && <Disputes disputes={record.disputes ?? []} table={table} round={round} />}
            {record && <FairFigures table={table} round={round} />}
            <DisputeDialog onDone={fetch} />
        </Shell>
    );
}
