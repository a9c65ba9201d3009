// Fair dealing at a table in figures anybody can compute: how often parts were given, withheld, rounds
// called off and void; and whether the public list has what this browser noted.
import { useEffect, useState } from 'preact/hooks';
import { get } from '../lib/api';
import { serverNow } from '../lib/clock';
import { raise } from '../lib/fairness/findings';
import { shown } from '../lib/fairness/keeper';
import { abortWords, unlisted } from '../lib/fairness/public';
import { keeper } from '../lib/room';
import type { FairnessAbort, FairnessCounts, FairnessDay } from '../lib/types';

/** What this browser noted at the table, held against the public list of a day. */
function compareListed(table: number, { rounds = [] }: FairnessCounts): void {
    const notes = keeper.notes.all().filter((one) => one.table === table);
    for (const { round, listed } of unlisted(rounds, notes)) {
        const note = notes.find((one) => one.round === round);
        const evidence = { listed: listed ?? null, ...(note ? { note: shown(note) } : {}) };
        raise({ kind: 'not_listed', table, round, seat: 0, atMs: serverNow(), evidence });
    }
}

function usePublic(table: number, round: number): FairnessCounts | null {
    const [said, setSaid] = useState<FairnessCounts | null>(null);
    useEffect(() => {
        const cancel = new AbortController();
        const seenMs = keeper.notes.at(table, round)?.seenMs ?? serverNow();
        const day = new Date(seenMs).toISOString().slice(0, 10);
        get<FairnessCounts>(`/api/fairness?table=${table}&day=${day}`, cancel.signal).then(
            (answer) => {
                compareListed(table, answer);
                setSaid(answer);
            },
            () => undefined, // the check of the round stands without it
        );
        return () => cancel.abort();
    }, [table, round]);
    return said;
}

const rows: [string, (day: FairnessDay) => string | number][] = [
    ['Rounds dealt to their end', (day) => day.rounds],
    ['of these with players’ parts', (day) => day.with_parts],
    ['Parts revealed', (day) => `${day.revealed} of ${day.committed}`],
    ['Rounds called off for a part', (day) => day.called_off],
    ['Rounds void before the deal', (day) => day.voids_before],
    ['Rounds void after the deal', (day) => day.voids_after],
    ['Rounds called off for a meter', (day) => day.voids_meter],
];

function Day({ day }: { day: FairnessDay }) {
    return (
        <table class="figures">
            <caption>{day.day}</caption>
            <tbody>
                {rows.map(([words, count]) => (
                    <tr key={words}>
                        <th scope="row">{words}</th>
                        <td class="number">{count(day)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Aborts({ aborts }: { aborts: FairnessAbort[] }) {
    return (
        <>
            <h3>Rounds that were not played to the end</h3>
            {aborts.length === 0 && <p class="muted">None.</p>}
            <ul class="verify-aborts">
                {aborts.map((one) => (
                    <li key={`${one.table} ${one.round}`}>
                        Round {one.round}, {new Date(one.time_ms).toLocaleString()}:{' '}
                        {abortWords(one)}
                    </li>
                ))}
            </ul>
        </>
    );
}

export function FairFigures({ table, round }: { table: number; round: number }) {
    const said = usePublic(table, round);
    return said === null ? null : (
        <section class="verify-figures">
            <h2>Fair dealing at this table</h2>
            <p class="muted">
                A deck is nobody’s choice when at least one player’s browser adds a part. A part
                that is withheld can only call a round off, and that is counted here.
            </p>
            {!said.complete && <p class="muted">Only the newest rounds are counted.</p>}
            {said.days.map((day) => (
                <Day key={day.day} day={day} />
            ))}
            <Aborts aborts={said.aborts} />
        </section>
    );
}
