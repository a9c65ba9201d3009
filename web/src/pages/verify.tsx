// Was this round dealt as promised? It is dealt again here, in this browser, and compared card by card.
import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { get, wordsOf } from '../lib/api';
import { commitmentOf, dealAgain, type Fairness } from '../lib/fair';
import { notedOf } from '../lib/noted';
import type { PageProps } from '../lib/router';
import { Card } from '../ui/Card';
import { Shell } from '../ui/Shell';

interface RoundRecord {
    community?: string;
    dealer?: string;
    players?: { seat: number; cards?: string }[];
    fairness?: Fairness;
}

export interface Check {
    words: string;
    good: boolean | null; // null: nothing to compare with
    detail?: string;
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
    const computed = commitmentOf(fairness.secret);
    const checks: Check[] = [
        {
            words: 'The secret fits the commitment of the record',
            good: computed === fairness.commitment,
            detail: computed,
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
    if (noted?.seat && noted.contribution) {
        const own = fairness.contributions.find((one) => one.seat === noted.seat);
        if (own || fairness.dealt.includes(noted.seat)) {
            checks.push({
                words: 'What this browser contributed went into the shuffle',
                good: own?.bytes === noted.contribution,
                detail: noted.contribution,
            });
        }
    }
    return checks;
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
                                    <span class="bad">recorded {recorded}</span>
                                )}
                            </figcaption>
                        </figure>
                    ))}
                </div>
            </td>
        </tr>
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
    const all = wrong === 0 && known.length > 0 && checks.every((one) => one.good !== false);
    return (
        <>
            <p class={`verify-sum ${all ? 'good' : 'bad'}`} role="status">
                {all
                    ? `Everything fits: ${known.length} cards are the dealt ones.`
                    : wrong > 0
                      ? `${wrong} cards do not fit.`
                      : 'Something does not fit.'}
            </p>
            <ul class="verify-checks">
                {checks.map((one) => (
                    <li key={one.words}>
                        <Mark good={one.good} />
                        <span>
                            {one.words}
                            {one.detail && <code>{one.detail}</code>}
                        </span>
                    </li>
                ))}
            </ul>
            <table class="figures verify-table">
                <tbody>
                    {compared.map((one) => (
                        <Dealt key={one.place} compared={one} />
                    ))}
                </tbody>
            </table>
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

export default function VerifyPage({ numbers }: PageProps) {
    const [table = 0, round = 0] = numbers;
    const [record, setRecord] = useState<RoundRecord | null>(null);
    const [fault, setFault] = useState('');
    useEffect(() => {
        get<RoundRecord>(`/api/rounds/${table}/${round}`).then(setRecord, (error) =>
            setFault(wordsOf(error)),
        );
    }, [table, round]);
    return (
        <Shell title={`Table ${table}, round ${round}: dealt fairly?`}>
            {fault && (
                <p class="fault" role="alert">
                    {fault}
                </p>
            )}
            {!fault && !record && <p class="muted">Fetching the record…</p>}
            {record && <Outcome record={record} table={table} round={round} />}
        </Shell>
    );
}
