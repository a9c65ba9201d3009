// Calling a supervisor (GM-8): why, and whether somebody comes.
import { useState } from 'preact/hooks';
import { serverNow } from '../../lib/clock';
import { send } from '../../lib/room';
import type { Call, CallReason } from '../../lib/types';
import { callReasons } from '../../lib/words';
import { agoWords } from '../pit/words';
import { Dialog } from '../../ui/Dialog';
import { Form } from '../../ui/Form';

/** "dispute: seat 2, since 2 min ago". */
export function callWords(call: Pick<Call, 'reason' | 'note'>): string {
    const reason = callReasons[call.reason].toLowerCase();
    return call.note ? `${reason}: ${call.note}` : reason;
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
    onClose: () => void;
}

export function CallDialog({ table, onClose }: CallDialogProps) {
    const [reason, setReason] = useState<CallReason>('win');
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
            <Form
                run={call}
                button="Call"
                disabled={reason === 'other' && note.trim() === ''}
                onDone={onClose}
            >
                <div class="choices" role="radiogroup" aria-label="Reason">
                    {(Object.keys(callReasons) as CallReason[]).map((one, i) => (
                        <label class="choice" key={one}>
                            <input
                                type="radio"
                                name="call"
                                autoFocus={i === 0}
                                checked={reason === one}
                                onChange={() => setReason(one)}
                            />
                            <span>{callReasons[one]}</span>
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
