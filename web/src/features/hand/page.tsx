// One hand again: step by step as it was played, with what each decision of a seat was worth.
import { useEffect, useState } from 'preact/hooks';
import { actionName } from '../../lib/actions';
import { get, wordsOf } from '../../lib/api';
import { askOdds, type Odds } from '../../lib/figures';
import { useKeys } from '../../lib/keys';
import { money, net } from '../../lib/money';
import { keeper } from '../../lib/room';
import type { PageProps } from '../../lib/router';
import { saveAs } from '../../lib/save';
import { Button } from '../../ui/Button';
import { CardRow } from '../../ui/Felt';
import { Shell } from '../../ui/Shell';
import { ValueTable } from '../../ui/ValueTable';
import {
    askedOf,
    cardsIn,
    csvOf,
    decisionsBy,
    hasFolded,
    stepsOf,
    type Asked,
    type HandRecord,
    type HandSeat,
    type Step,
} from './steps';

const wagerWords = (name: string) =>
    name.replace(/_/g, ' ').replace(/^./, (first) => first.toUpperCase());

function outcomeWords(outcome: string): string {
    return (
        { win: 'wins', lose: 'loses', push: 'pushes', returned: 'is returned' }[outcome] ?? outcome
    );
}

function Seat({
    record,
    seat,
    step,
    chosen,
    onChoose,
}: {
    record: HandRecord;
    seat: HandSeat;
    step: Step;
    chosen: boolean;
    onChoose: () => void;
}) {
    const said = decisionsBy(seat, step);
    const folded = hasFolded(seat, step);
    const answer = record.answer?.players?.find((one) => one.seat === seat.seat);
    const cards = cardsIn(seat.cards);
    return (
        <li class={`hand-seat ${chosen ? 'is-chosen' : ''} ${folded ? 'is-folded' : ''}`}>
            <button type="button" aria-pressed={chosen} onClick={onChoose}>
                Seat {seat.seat}
            </button>
            <CardRow cards={cards} places={2} label={`Cards of seat ${seat.seat}`} />
            <span class="hand-said">{said.map(actionName).join(', ') || ' '}</span>
            {step.settled && answer && (
                <strong class={answer.net > 0 ? 'good' : answer.net < 0 ? 'bad' : 'push'}>
                    {net(answer.net)}
                </strong>
            )}
        </li>
    );
}

function Wagers({ record, seat }: { record: HandRecord; seat: number }) {
    const answer = record.answer?.players?.find((one) => one.seat === seat);
    return !answer ? null : (
        <table class="figures">
            <caption>
                Seat {seat}: {answer.description ?? answer.result}
            </caption>
            <tbody>
                {Object.entries(answer.wagers).map(([name, wager]) => (
                    <tr key={name}>
                        <th scope="row">{wagerWords(name)}</th>
                        <td class="number">{money(wager.stake)}</td>
                        <td>
                            {outcomeWords(wager.outcome)}
                            <br />
                            <small class="muted">{wager.reason}</small>
                        </td>
                        <td class="number">{net(wager.net)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/** What the decision just made was worth, exactly; from the own cards and the board alone. */
function Valued({ record, seat, asked }: { record: HandRecord; seat: HandSeat; asked: Asked }) {
    const [odds, setOdds] = useState<Odds | null>(null);
    const [fault, setFault] = useState('');
    const key = `${seat.seat} ${asked.board.join(' ')}`;
    useEffect(() => {
        const stop = new AbortController();
        setOdds(null);
        setFault('');
        askOdds(cardsIn(seat.cards), asked.board, record.rules, stop.signal).then(
            setOdds,
            (error: unknown) => !stop.signal.aborted && setFault(wordsOf(error)),
        );
        return () => stop.abort();
    }, [key]);
    if (fault) {
        return <p class="muted">No values: {fault}</p>;
    }
    return odds ? <ValueTable odds={odds} did={asked.did} /> : <p class="muted">Working it out…</p>;
}

function Dealer({ record, step }: { record: HandRecord; step: Step }) {
    const said = record.answer?.dealer;
    const turned = step.settled && said?.turned !== false;
    const known = turned ? cardsIn(record.dealer) : [];
    return (
        <div class="hand-dealer">
            <CardRow
                cards={known.length > 0 ? known : [null, null]}
                places={2}
                label={record.bank ? 'Cards of the player-dealer' : 'Cards of the dealer'}
            />
            <span>
                {record.bank ? `Player-dealer, seat ${record.bank.seat}` : 'Dealer'}
                {turned && said?.description && `: ${said.description}`}
                {turned && said?.qualifies === false && ' (does not qualify)'}
                {step.settled && !turned && ': not turned, no live wager needs it'}
            </span>
        </div>
    );
}

function Replay({ record, ownSeat }: { record: HandRecord; ownSeat: number }) {
    const steps = stepsOf(record);
    const [at, setAt] = useState(0);
    const [chosen, choose] = useState(ownSeat);
    const step = steps[at] ?? steps[0]!;
    const seat = record.players.find((one) => one.seat === chosen) ?? record.players[0]!;
    const asked = step.street
        ? askedOf(record, seat).find((one) => one.street === step.street)
        : undefined;
    const go = (to: number) => setAt(Math.max(0, Math.min(steps.length - 1, to)));
    useKeys('Hand', [
        { key: 'ArrowRight', words: 'next step', run: () => go(at + 1) },
        { key: 'ArrowLeft', words: 'step back', run: () => go(at - 1) },
    ]);
    return (
        <>
            <div class="hand-steps">
                <Button hotkey="←" disabled={at === 0} onClick={() => go(at - 1)}>
                    Back
                </Button>
                <strong role="status">
                    {step.title} <small class="muted">{`${at + 1} of ${steps.length}`}</small>
                </strong>
                <Button
                    kind="main"
                    hotkey="→"
                    disabled={at === steps.length - 1}
                    onClick={() => go(at + 1)}
                >
                    Next
                </Button>
            </div>
            <div class="hand-felt">
                <Dealer record={record} step={step} />
                <CardRow
                    cards={cardsIn(record.community).slice(0, step.board)}
                    places={5}
                    label="Board"
                />
                <ul class="hand-seats">
                    {record.players.map((one) => (
                        <Seat
                            key={one.seat}
                            record={record}
                            seat={one}
                            step={step}
                            chosen={one.seat === seat.seat}
                            onChoose={() => choose(one.seat)}
                        />
                    ))}
                </ul>
            </div>
            <section class="panel" aria-label="The seat that is followed">
                {asked && (
                    <>
                        <h2>{`Seat ${seat.seat}: ${actionName(asked.did)}`}</h2>
                        <Valued record={record} seat={seat} asked={asked} />
                    </>
                )}
                {step.settled && <Wagers record={record} seat={seat.seat} />}
                {!asked && !step.settled && (
                    <p class="muted">
                        {at === 0
                            ? 'Go on with the arrow keys. Choose another seat to follow it.'
                            : `Seat ${seat.seat} had decided already.`}
                    </p>
                )}
            </section>
        </>
    );
}

export default function HandPage({ numbers, query }: PageProps) {
    const [table = 0, round = 0] = numbers;
    const [record, setRecord] = useState<HandRecord | null>(null);
    const [fault, setFault] = useState('');
    useEffect(() => {
        get<HandRecord>(`/api/rounds/${table}/${round}`).then(setRecord, (error: unknown) =>
            setFault(wordsOf(error)),
        );
    }, [table, round]);
    const noted = Object.keys(keeper.notes.at(table, round)?.parts ?? {})[0];
    const ownSeat = Number(query.get('seat') ?? noted ?? 0);
    return (
        <Shell title={`Table ${table}, round ${round}`}>
            {fault && (
                <p class="fault" role="alert">
                    {fault}
                </p>
            )}
            {!record && !fault && <p class="muted">Fetching…</p>}
            {record && <Replay record={record} ownSeat={ownSeat} />}
            {record && (
                <div class="hand-steps">
                    <Button
                        onClick={() =>
                            saveAs(
                                `hand-${table}-${round}.json`,
                                'application/json',
                                JSON.stringify(record),
                            )
                        }
                    >
                        Save as JSON
                    </Button>
                    <Button
                        onClick={() =>
                            saveAs(`hand-${table}-${round}.csv`, 'text/csv', csvOf(record))
                        }
                    >
                        Save as CSV
                    </Button>
                    <a href={`/verify/${table}/${round}`}>Was it dealt fairly?</a>
                </div>
            )}
        </Shell>
    );
}
