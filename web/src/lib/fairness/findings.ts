// What does not fit in the server's dealing, in words, with the evidence for it. A finding is shown and kept
// until it is closed; it never stops play.
import { signal } from '@preact/signals';
import { browserStorage, withStorage } from './notes';

export type FindingKind =
    | 'key'
    | 'second_commitment'
    | 'no_receipt'
    | 'bad_receipt'
    | 'no_roster'
    | 'bad_roster'
    | 'second_roster'
    | 'left_out'
    | 'part_refused'
    | 'not_counted'
    | 'muted'
    | 'secret'
    | 'record'
    | 'not_listed';

export interface Finding {
    kind: FindingKind;
    /** 0 for what concerns the whole server. */
    table: number;
    round: number;
    /** 0 for what concerns the whole round. */
    seat: number;
    atMs: number;
    /** What the server said, what this browser noted. */
    evidence: Record<string, unknown>;
    closed?: boolean;
}

interface Words {
    title: string;
    meaning: string;
}

const words: Record<FindingKind, Words> = {
    key: {
        title: 'The server signs with another key than before.',
        meaning:
            'Signatures under a key that this browser does not know prove nothing, so it takes no part in the shuffle until you accept the new key. You can play on. Accept the key if the cardroom has announced it; ask otherwise.',
    },
    second_commitment: {
        title: 'The server has changed its promise for this round.',
        meaning:
            'Before the bets it showed one commitment to its secret, and then another one. It may not choose again.',
    },
    no_receipt: {
        title: 'The server took your part of the shuffle without a receipt.',
        meaning: 'Without a signed receipt you could not prove that your part was left out later.',
    },
    bad_receipt: {
        title: 'The receipt for your part of the shuffle is not valid.',
        meaning:
            'Its signature is not the server’s for your part, so it would prove nothing if your part were left out.',
    },
    no_roster: {
        title: 'Cards were dealt without a roster.',
        meaning:
            'Before the deal the server must show who plays and whose parts count, signed. For this round it did not, although it took your part.',
    },
    bad_roster: {
        title: 'The roster of this round is not signed as it must be.',
        meaning:
            'The list of who plays and whose parts count does not fit its signature. This browser did not reveal your part, so the round is called off and wagers go back.',
    },
    second_roster: {
        title: 'The server has shown two rosters for one round.',
        meaning:
            'Who plays and whose parts count is fixed at “no more bets”. With a second list the server could choose between two decks.',
    },
    left_out: {
        title: 'Your part of the shuffle was left out.',
        meaning:
            'The server took your part while bets were open, but the roster does not have it. The deck was made without you.',
    },
    part_refused: {
        title: 'The server refused your part of the shuffle, although it is the right one.',
        meaning: 'The part you revealed fits the commitment in the roster. It had to be taken.',
    },
    not_counted: {
        title: 'The server says that your part was missing, although it took it.',
        meaning:
            'It confirmed that it has your part, and then called the round off because you withheld it.',
    },
    muted: {
        title: 'The server takes no part of the shuffle from you, although you withheld none.',
        meaning:
            'It does so for some rounds when a part was not revealed in time. In the round it means, this browser revealed all that it had committed to.',
    },
    secret: {
        title: 'The secret of this round is not the promised one.',
        meaning:
            'After the round the server must reveal the secret it was bound to before the bets. It revealed another.',
    },
    record: {
        title: 'The record of this round does not fit.',
        meaning: 'Dealt again from its record, the round is not the one that was played.',
    },
    not_listed: {
        title: 'A round that you sat in is missing from the public list, or is listed differently.',
        meaning:
            'The list of rounds must have every round, with the promise and the roster that players saw.',
    },
};

export const whatToDo =
    'Nothing changes in your hand, and you can play on. Download the evidence and keep it, then ask the cardroom for an explanation. With the file anybody can check what happened.';

export function findingTitle(finding: Finding): string {
    return words[finding.kind].title;
}

export function findingMeaning(finding: Finding): string {
    return words[finding.kind].meaning;
}

/** "Table 3, round 17, seat 2"; '' for what concerns the whole server. */
export function findingPlace({ table, round, seat }: Finding): string {
    const parts = [
        table > 0 ? `table ${table}` : '',
        round > 0 ? `round ${round}` : '',
        seat > 0 ? `seat ${seat}` : '',
    ].filter((one) => one !== '');
    return parts.join(', ').replace(/^t/, 'T');
}

// ---- kept ---------------------------------------------------------------------------------------

const storageName = 'uth-findings';
const findingsMax = 50;

function isFinding(value: unknown): value is Finding {
    const one = value as Partial<Finding> | null;
    return (
        typeof one === 'object' &&
        one !== null &&
        Object.hasOwn(words, String(one.kind)) &&
        [one.table, one.round, one.seat, one.atMs].every(Number.isFinite) &&
        typeof one.evidence === 'object' &&
        one.evidence !== null
    );
}

function load(): Finding[] {
    const stored: unknown = withStorage(
        browserStorage(),
        (there) => JSON.parse(there.getItem(storageName) ?? '[]') as unknown,
        [],
    );
    return Array.isArray(stored) ? stored.filter(isFinding).slice(-findingsMax) : [];
}

export const findings = signal<Finding[]>(load());

function keep(all: Finding[]): void {
    findings.value = all.slice(-findingsMax);
    const text = JSON.stringify(findings.value);
    withStorage(browserStorage(), (there) => there.setItem(storageName, text), undefined);
}

function isSame(a: Finding, b: Finding): boolean {
    const place = ({ kind, table, round, seat, evidence }: Finding) =>
        [kind, table, round, seat, evidence['key'] ?? ''].join(' ');
    return place(a) === place(b);
}

/** The same finding is raised once; what another tab has found meanwhile is kept. */
export function raise(finding: Finding): void {
    const known = findings.value;
    if (!known.some((one) => isSame(one, finding))) {
        const others = load().filter((one) => !known.some((own) => isSame(own, one)));
        const all = [...known, ...others];
        keep(all.some((one) => isSame(one, finding)) ? all : [...all, finding]);
    }
}

export function close(finding: Finding): void {
    keep(findings.value.map((one) => (one === finding ? { ...one, closed: true } : one)));
}

/** What is to be shown at a table: its open findings and those of the whole server, the newest first. */
export function openFindings(all: readonly Finding[], table: number): Finding[] {
    return all.filter((one) => !one.closed && (one.table === table || one.table === 0)).reverse();
}
