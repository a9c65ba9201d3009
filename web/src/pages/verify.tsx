// Was this round dealt as promised? It is dealt again here, in this browser, and compared card by card.
import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { get, wordsOf } from '../lib/api';
import { commitmentOf, dealAgain, type Fairness } from '../lib/fair';
import { notedOf } from '../lib/noted';
import { may, me } from '../lib/room';
import type { PageProps } from '../lib/router';
import { cardWords } from '../lib/words';
import { Card } from '../ui/Card';
import { decisionWords, DisputeButton, DisputeDialog } from '../ui/Dispute';
import { Shell } from '../ui/Shell';

interface RoundRecord {
    community?: string;
    dealer?: string;
    players?: { seat: number; cards?: string }[];
    fairness?: Fairness;
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

export interface Check {
    words: string;
    good: boolean | null; // null: nothing to compare with
}

interface Compared {
    place: string;
    cards: { dealt: string; recorded: string | undefined }[];
}

function split(cards: string | undefined): string[] {
    return (cards ?? '').split(/\s+/).filter((card) => card !== '');
}

function compare(place: string, dealt: readonly string[], recorded: string[]): Compared {
    return { place, cards: dealt.map((card, i) => ({ dealt: card, recorded: recorded[i] })) };
}

function compareAll(record: RoundRecord, fairness: Fairness): Compared[] {
    const again = dealAgain(fairness);
    const players = new Map((record.players ?? []).map((one) => [one.seat, split(one.cards)]));
    return [
        compare('Board', again.community, split(record.community)),
        compare('Dealer', again.dealer, split(record.dealer)),
        ...fairness.dealt.map((seat) =>
            compare(`Seat ${seat}`, again.seats.get(seat) ?? [], players.get(seat) ?? []),
        ),
    ];
}

function promiseChecks(fairness: Fairness, table: number, round: number): Check[] {
    const noted = notedOf(table, round);
    return [
        {
            words: 'The secret fits the commitment of the record',
            good: commitmentOf(fairness.secret) === fairness.commitment,
        },
        {
            words: 'The record is of this table and this round',
            good: fairness.table === table && fairness.round === round,
        },
        noted
            ? {
                  words: 'It is the commitment this browser was shown before the deal',
                  good: noted.commitment === fairness.commitment,
              }
            : {
                  words: 'This browser saw no commitment before the deal, so the record is compared with itself',
                  good: null,
              },
    ];
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

function Outcome({ record, table, round }: { record: RoundRecord; table: number; round: number }) {
    const fairness = record.fairness;
    if (!fairness) {
        return <p class="fault">The record does not say what it was dealt from.</p>;
    }
    let checks: Check[];
    let compared: Compared[];
    try {
        checks = promiseChecks(fairness, table, round);
        compared = compareAll(record, fairness);
    } catch (error) {
        return <p class="fault">The record cannot be dealt again: {wordsOf(error)}</p>;
    }
    const cards = compared.flatMap((one) => one.cards);
    const known = cards.filter((card) => card.recorded !== undefined);
    const wrong = known.filter((card) => card.recorded !== card.dealt).length;
    const kept = checks.every((one) => one.good !== false);
    if (kept && wrong > 0 && me.value.test_decks) {
        return <FromTestDeck compared={compared} />;
    }
    const all = kept && wrong === 0 && known.length > 0;
    return (
        <>
            <p class={`verify-sum ${all ? 'good' : 'bad'}`} role="status">
                {all
                    ? `It fits: all ${known.length} cards are the ones this shuffle deals.`
                    : wrong > 0
                      ? `${wrong} cards do not fit.`
                      : 'Something does not fit.'}
            </p>
            <p class="muted">
                Before the bets the table bound itself to a secret shuffle. Here, in your browser,
                it is dealt again from that secret and compared with the record.
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
            <details>
                <summary>How it was dealt</summary>
                <dl class="verify-facts">
                    <dt>Secret</dt>
                    <dd>
                        <code>{fairness.secret}</code>
                    </dd>
                    <dt>Commitment</dt>
                    <dd>
                        <code>{fairness.commitment}</code>
                    </dd>
                    {fairness.contributions.map((one) => (
                        <Fragment key={one.seat}>
                            <dt>From seat {one.seat}</dt>
                            <dd>
                                <code>{one.bytes}</code>
                            </dd>
                        </Fragment>
                    ))}
                    <dt>Procedure</dt>
                    <dd>{fairness.procedure}</dd>
                </dl>
                <p class="muted">
                    BLAKE2b over secret, table, round and contributions keys ChaCha20; its words
                    shuffle the deck without bias. All of it was computed here, in this browser.
                </p>
            </details>
        </>
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

export default function VerifyPage({ numbers }: PageProps) {
    const [table = 0, round = 0] = numbers;
    const [record, setRecord] = useState<RoundRecord | null>(null);
    const [fault, setFault] = useState('');
    const fetch = () => {
        get<RoundRecord>(`/api/rounds/${table}/${round}`).then(setRecord, (error) =>
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
            {record && <Outcome record={record} table={table} round={round} />}
            {record && <Disputes disputes={record.disputes ?? []} table={table} round={round} />}
            <DisputeDialog onDone={fetch} />
        </Shell>
    );
}
