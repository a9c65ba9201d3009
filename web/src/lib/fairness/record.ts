// A round's record, checked: against itself, against what this browser noted before the deal, and card by card.
import {
    commitmentOf,
    dealAgain,
    isSigned,
    partCommitmentOf,
    receiptHashOf,
    rosterHashOf,
    type Fairness,
} from '../fair';
import type { Note } from './notes';
import { seatsWords } from './words';

export interface RoundRecord {
    community?: string;
    dealer?: string;
    players?: { seat: number; cards?: string }[];
    fairness?: Fairness;
}

export interface Check {
    words: string;
    /** null: nothing to compare with. */
    good: boolean | null;
}

export interface Compared {
    place: string;
    cards: { dealt: string; recorded: string | undefined }[];
}

/** The hash of who played and whose parts counted, as the record has it. */
function recordedRoster(fairness: Fairness): string {
    return rosterHashOf(fairness, { ...fairness, seats: fairness.roster ?? [] });
}

// ---- the record by itself -----------------------------------------------------------------------

/** Committed and not revealed, by what the record itself has. */
function missingParts({ roster }: Fairness): number[] {
    return (roster ?? []).filter((one) => one.commitment && !one.part).map((one) => one.seat);
}

function partsFit(fairness: Fairness): boolean {
    return (fairness.roster ?? []).every(
        ({ seat, commitment, part }) =>
            part === null || (commitment && partCommitmentOf(fairness, seat, part) === commitment),
    );
}

function partChecks(fairness: Fairness): Check[] {
    const given = (fairness.roster ?? []).filter((one) => one.part).map((one) => one.seat);
    const missing = missingParts(fairness);
    const withheld = [...fairness.withheld].sort((a, b) => a - b);
    const checks: Check[] = [
        given.length > 0
            ? {
                  words:
                      given.length === 1
                          ? `The part of ${seatsWords(given)} fits its commitment`
                          : `The parts of ${seatsWords(given)} fit their commitments`,
                  good: partsFit(fairness),
              }
            : {
                  words: 'No player revealed a part of the shuffle, so the server’s secret alone made it',
                  good: partsFit(fairness) ? null : false,
              },
    ];
    if (missing.length > 0 || withheld.length > 0) {
        checks.push({
            words:
                fairness.dealt.length === 0
                    ? 'Nothing was dealt, so a part may be missing'
                    : 'Every committed part went into the shuffle',
            good: fairness.dealt.length === 0 && withheld.every((seat) => missing.includes(seat)),
        });
    }
    return checks;
}

function dealtChecks({ roster, bank, dealt }: Fairness): Check[] {
    if (dealt.length === 0) {
        return [];
    }
    const seats = (roster ?? []).map((one) => one.seat);
    const players = seats.filter((one) => one !== bank);
    return [
        {
            words: 'Cards went to the seats of that list and no others',
            good: [...dealt].sort().join() === players.sort().join(),
        },
    ];
}

function rosterCheck(fairness: Fairness): Check {
    const { roster, signature, key, dealt } = fairness;
    return roster
        ? {
              words: 'The server signed who plays and whose parts count',
              good: isSigned(signature ?? '', recordedRoster(fairness), key ?? ''),
          }
        : {
              words: 'The round ended before it was fixed who plays',
              good: dealt.length === 0 ? null : false,
          };
}

/** What the record must be, whoever looks at it. */
export function recordChecks(fairness: Fairness, table: number, round: number): Check[] {
    return [
        {
            words: 'The record is of this table and this round',
            good: fairness.scheme === 2 && fairness.table === table && fairness.round === round,
        },
        {
            words: 'The secret fits the commitment of the record',
            good: commitmentOf(fairness.secret) === fairness.commitment,
        },
        rosterCheck(fairness),
        ...partChecks(fairness),
        ...dealtChecks(fairness),
    ];
}

// ---- against what this browser noted ------------------------------------------------------------

function ownChecks(fairness: Fairness, note: Note, seat: number): Check[] {
    const own = note.parts[seat];
    const listed = fairness.roster?.find((one) => one.seat === seat);
    if (!own?.taken) {
        return [];
    }
    const checks: Check[] = [];
    const where = `your part at seat ${seat}`;
    if (own.receipt) {
        checks.push({
            words: `The receipt for ${where} is signed`,
            good: isSigned(own.receipt, receiptHashOf(note, seat, own.commitment), note.key),
        });
    }
    if (listed) {
        checks.push({
            words: !own.revealed
                ? `The record has the commitment to ${where}`
                : fairness.dealt.length > 0
                  ? `What this browser revealed as ${where} went into the shuffle`
                  : `The record has what this browser revealed as ${where}`,
            good:
                listed.commitment === own.commitment && (!own.revealed || listed.part === own.part),
        });
    }
    if (fairness.withheld.includes(seat)) {
        checks.push({
            words: `The server says that ${where} was not revealed in time`,
            good: own.revealed ? false : null,
        });
    }
    return checks;
}

/** The record against what was seen before the deal. */
export function noteChecks(fairness: Fairness, note: Note | undefined, pinnedKey: string): Check[] {
    const key: Check = !fairness.key
        ? { words: 'Nothing had to be signed', good: null }
        : pinnedKey
          ? {
                words: 'The record is signed with the server’s key that this browser knows',
                good: fairness.key === pinnedKey,
            }
          : { words: 'This browser did not know the server’s key before', good: null };
    if (!note) {
        const words =
            'This browser noted nothing before the deal, so the record is compared with itself';
        return [key, { words, good: null }];
    }
    const checks: Check[] = [
        key,
        {
            words: 'The commitment is the one this browser was shown before the deal',
            good: note.commitment === fairness.commitment,
        },
    ];
    if (note.roster) {
        checks.push({
            words: 'The list of players is the one this browser was shown before the deal',
            good: fairness.roster !== null && note.roster.hash === recordedRoster(fairness),
        });
    }
    return [
        ...checks,
        ...Object.keys(note.parts).flatMap((seat) => ownChecks(fairness, note, Number(seat))),
    ];
}

/** What `uth verify` is to be told of these notes. */
export function verifyArguments({ commitment, key, roster, parts }: Note): string {
    const own = Object.entries(parts).flatMap(([seat, { part, receipt, revealed }]) => [
        ...(revealed ? [`--part ${seat}:${part}`] : []),
        ...(receipt ? [`--receipt ${seat}:${receipt}`] : []),
    ]);
    const shown = roster ? [`--roster ${roster.hash}`] : [];
    return [`--commitment ${commitment}`, `--key ${key}`, ...shown, ...own].join(' ');
}

// ---- the cards ----------------------------------------------------------------------------------

function split(cards: string | undefined): string[] {
    return (cards ?? '').split(/\s+/).filter((card) => card !== '');
}

function compare(place: string, dealt: readonly string[], recorded: string[]): Compared {
    return { place, cards: dealt.map((card, i) => ({ dealt: card, recorded: recorded[i] })) };
}

/** Every card as this shuffle deals it, beside the one of the record; none where nothing was dealt. */
export function compareCards(record: RoundRecord, fairness: Fairness): Compared[] {
    if (fairness.dealt.length === 0) {
        return [];
    }
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
