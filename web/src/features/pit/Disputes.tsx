// Disputes that wait for a supervisor (WA-1): what is disputed, the round's record, the decision.
import { useState } from 'preact/hooks';
import { post } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { may } from '../../lib/room';
import { decisions } from '../../ui/Dispute';
import { asked, Form } from '../../ui/Form';
import { Field, Select } from './parts';
import type { PitDispute, PitTable } from '../../lib/types';
import { agoWords } from './words';

function DisputeCard({ dispute, table }: { dispute: PitDispute; table: PitTable | undefined }) {
    const [decision, setDecision] = useState('stands');
    const [reason, setReason] = useState('');
    return (
        <li class="dispute" data-dispute={dispute.dispute}>
            <p>
                <strong>{dispute.what}</strong>
                <br />
                <span class="muted">
                    {dispute.opened_name}
                    {dispute.seat > 0 ? `, seat ${dispute.seat}` : ', staff'},{' '}
                    {table?.name ?? `table ${dispute.table}`}, round {dispute.round} ·{' '}
                    {agoWords(dispute.opened_ms, serverNow())}
                </span>
            </p>
            <p class="row">
                <a class="button" href={`/verify/${dispute.table}/${dispute.round}`}>
                    The round’s record
                </a>
            </p>
            {may('pit') && (
                <Form
                    run={() =>
                        asked(() =>
                            post(`/api/disputes/${dispute.dispute}/decision`, {
                                decision,
                                reason: reason.trim(),
                            }),
                        )
                    }
                    done="The decision is recorded with the round."
                    button="Decide"
                    disabled={reason.trim() === ''}
                >
                    <div class="fields">
                        <Select
                            label="Decision"
                            value={decision}
                            onChange={setDecision}
                            options={decisions}
                        />
                        <Field
                            label="Why? It is kept with the round."
                            value={reason}
                            onChange={setReason}
                            maxLength={200}
                        />
                    </div>
                </Form>
            )}
        </li>
    );
}

export function Disputes({ disputes, tables }: { disputes: PitDispute[]; tables: PitTable[] }) {
    return disputes.length === 0 ? null : (
        <section class="panel disputes" aria-label="Disputes" role="alert">
            <h2>Disputes</h2>
            <ul>
                {disputes.map((one) => (
                    <DisputeCard
                        key={one.dispute}
                        dispute={one}
                        table={tables.find((table) => table.table === one.table)}
                    />
                ))}
            </ul>
        </section>
    );
}
