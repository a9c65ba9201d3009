// Calling a supervisor (GM-8): why, and whether somebody comes.
import { useState } from 'preact/hooks';
import { serverNow } from '../lib/clock';
import { send } from '../lib/room';
import type { Call } from '../lib/types';
import { agoWords } from '../pit/words';
import { Dialog } from '../ui/Dialog';
import { Form } from '../ui/Form';

const reasons = ['win to verify', 'dispute', 'malfunction', 'fill', 'other'] as const;
const titles: Record<(typeof reasons)[number], string> = {
    'win to verify': 'Win to verify',
    dispute: 'Dispute',
    malfunction: 'Malfunction',
    fill: 'Fill',
    other: 'Other',
};

/** "dispute: seat 2, since 2 min ago". */
export function callWords(call: Call): string {
    return call.note ? `${call.reason}: ${call.note}` : call.reason;
}

export function CallState({ call }: { call: Call }) {
    return (
        <p class={`call-state ${call.taken_by ? 'is-taken' : ''}`} role="status">
            {call.taken_by
                ? `${call.taken_by} has taken your call (${callWords(call)})`
                : `Supervisor called ${agoWords(call.since_ms, serverNow())}: ${callWords(call)}`}
        </p>
    );
}

interface CallDialogProps {
    table: number;
    /** For a void, which is a supervisor's (DEAL-5): a malfunction is the reason to begin with. */
    malfunction: boolean;
    onClose: () => void;
}

export function CallDialog({ table, malfunction, onClose }: CallDialogProps) {
    const [reason, setReason] = useState<(typeof reasons)[number]>(
        malfunction ? 'malfunction' : 'win to verify',
    );
    const [note, setNote] = useState('');
    const call = () => {
        const text = note.trim();
        return send(
            'call',
            table,
            { call: reason, ...(text ? { note: text } : {}) },
            { quiet: true },
        );
    };
    return (
        <Dialog title="Call a supervisor" onClose={onClose}>
            {malfunction && <p>Only a supervisor can void a round.</p>}
            <Form
                run={call}
                button="Call"
                disabled={reason === 'other' && note.trim() === ''}
                onDone={onClose}
            >
                <div class="choices" role="radiogroup" aria-label="Reason">
                    {reasons.map((one, i) => (
                        <label class="choice" key={one}>
                            <input
                                type="radio"
                                name="call"
                                autoFocus={i === 0}
                                checked={reason === one}
                                onChange={() => setReason(one)}
                            />
                            <span>{titles[one]}</span>
                        </label>
                    ))}
                </div>
                <label class="field">
                    <span>{reason === 'other' ? 'What is it about?' : 'Note (optional)'}</span>
                    <input
                        maxLength={90}
                        value={note}
                        onInput={(event) => setNote(event.currentTarget.value)}
                    />
                </label>
            </Form>
        </Dialog>
    );
}
