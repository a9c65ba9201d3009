// What does not fit in the server's dealing, in words, with the evidence to keep.
import {
    findingMeaning,
    findingPlace,
    findingTitle,
    whatToDo,
    type Finding,
} from '../lib/fairness/findings';
import { keeper } from '../lib/room';
import { saveAs } from '../lib/save';
import { Button } from './Button';

function nameOf({ kind, table, round }: Finding): string {
    return `uth-evidence-${kind}${table > 0 ? `-${table}-${round}` : ''}.json`;
}

/** Saves the finding with all that this browser has for it as a file. */
function download(finding: Finding): void {
    const text = JSON.stringify({ ...finding, server: location.origin }, null, 2);
    saveAs(nameOf(finding), 'application/json', text);
}

/** "Accept the new key" for a key this browser does not know yet. */
function AcceptKey({ finding, onDone }: { finding: Finding; onDone?: () => void }) {
    const key = finding.evidence['key'];
    if (finding.kind !== 'key' || typeof key !== 'string' || key === keeper.pinnedKey) {
        return null;
    }
    return (
        <Button
            onClick={() => {
                keeper.accept(key);
                onDone?.();
            }}
        >
            Accept the new key
        </Button>
    );
}

export function FindingWords({ finding, onDone }: { finding: Finding; onDone?: () => void }) {
    const place = findingPlace(finding);
    return (
        <div class="finding">
            <p>
                <strong>{findingTitle(finding)}</strong>{' '}
                {place && <span class="muted">{place}</span>}
            </p>
            <p>{findingMeaning(finding)}</p>
            <p>{whatToDo}</p>
            <p class="row">
                <Button onClick={() => download(finding)}>Download the evidence</Button>
                <AcceptKey finding={finding} {...(onDone ? { onDone } : {})} />
            </p>
        </div>
    );
}
