// This browser's part in fair dealing (docs/fairness.md): it commits to a part of the shuffle while bets are
// open, and reveals it once the server has signed who plays and which commitments count.
//
//   nothing --offer--> drawn --taken, receipt--> committed --a sound roster--> revealed
//                        |                           |
//                        +-- refused                 +-- no sound roster: kept, and a finding
//
// Invariants:
//   (1) A part is drawn once for a table, round and seat, and told to nobody before a sound roster has
//       its commitment: signed under the key this browser pinned or its owner accepted, with the server's promise that was noted, and the
//       only roster of the round.
//   (2) A table whose round waits for a part is watched, whichever page is shown.
//   (3) Nothing here stops play: wagers go out without a commitment where there can be none.
import { commitmentOf, isSigned, partCommitmentOf, receiptHashOf, rosterHashOf } from '../fair';
import { spotsOf } from '../spots';
import type { Answer, FairView, View } from '../types';
import type { Finding, FindingKind } from './findings';
import {
    isHex,
    isRoster,
    Notes,
    withStorage,
    type Note,
    type OwnPart,
    type SeenRoster,
    type Storage,
} from './notes';

export interface Ports {
    storage: Storage | null;
    send(
        type: 'contribute' | 'reveal',
        view: View,
        fields: Record<string, unknown>,
    ): Promise<Answer>;
    /** To be told of this table even if no page shows it, until `release`. */
    hold(table: number): void;
    release(table: number): void;
    /** 32 random bytes. */
    draw(): string;
    now(): number;
    later(ms: number, run: () => void): void;
    raise(finding: Finding): void;
    fault(text: string): void;
}

type Round = View & { fairness: FairView & { commitment: string } };

const keyName = 'uth-fairness-key';
const retryMs = 300;
const mutedRounds = 20; // for so many no part is taken (docs/fairness.md)
const guardedRounds = 3; // nor for so many from newcomers, whoever withheld one
const openMs = 10 * 60_000; // a round that old waits for nothing any more
const holdsMax = 3; // a connection watches at most four tables

/** The server's codes (docs/protocol.md). */
const otherCommitmentCode = 154;
const mutedCode = 155;
const wrongPartCode = 157;
const tryAgainCodes: readonly unknown[] = [2, 3, 'busy'];

export class Keeper {
    readonly notes: Notes;
    private pinned: string;
    private readonly held = new Map<number, number>(); // table → the round it is held for
    private readonly underWay = new Set<string>();
    private readonly spoilt = new Set<string>(); // rounds in which nothing is revealed
    private readonly newest = new Map<number, View>();
    private readonly over = new Map<number, number>(); // table → the last round whose end was looked at

    constructor(private readonly ports: Ports) {
        this.notes = new Notes(ports.storage);
        const key = withStorage(ports.storage, (there) => there.getItem(keyName), null);
        this.pinned = isHex(key, 32) ? key : '';
    }

    /** After a reload: what was committed to may be waited for. */
    resume(): void {
        const since = this.ports.now() - openMs;
        for (const note of this.notes.all()) {
            const open = Object.values(note.parts).some((own) => own.taken && !own.revealed);
            if (open && note.seenMs >= since) {
                this.hold(note.table, note.round);
            }
        }
    }

    /** Another person from here on. */
    reset(): void {
        for (const table of [...this.held.keys()]) {
            this.letGo(table);
        }
        this.newest.clear();
    }

    // ---- the server's key -----------------------------------------------------------------------

    get pinnedKey(): string {
        return this.pinned;
    }

    meet(key: unknown): void {
        if (!isHex(key, 32)) {
            return;
        }
        if (this.pinned === '') {
            this.accept(key);
        } else if (this.pinned !== key) {
            this.raise('key', { table: 0, round: 0 }, 0, { key, pinned: this.pinned });
        }
    }

    /** From here on this is the server's key. */
    accept(key: string): void {
        this.pinned = key;
        withStorage(this.ports.storage, (there) => there.setItem(keyName, key), undefined);
    }

    // ---- committing -----------------------------------------------------------------------------

    /** The commitment to send with a wager of this seat; undefined where there is none to send. */
    offer(view: View, seat: number): string | undefined {
        const note = isRound(view) && this.noteOf(view);
        if (!note || this.isSpoilt(note)) {
            return undefined;
        }
        if (view.state !== 'betting' || isMuted(view, seat)) {
            return undefined;
        }
        const own = note.parts[seat] ?? this.drawn(note, seat);
        // Whoever stands up takes the commitment along; back at the seat, the same part is sent again.
        const stands = own.taken && view.fairness?.parts.some((one) => one.seat === seat);
        return stands || own.refused ? undefined : own.commitment;
    }

    /** What became of a commitment that was sent. */
    answered(view: View, seat: number, commitment: string, answer: Answer): void {
        const note = isRound(view) && this.noteOf(view);
        const own = note && note.parts[seat];
        if (!own || own.commitment !== commitment) {
            return;
        }
        const muted = !answer.receipt && isMuted(this.newest.get(view.table) ?? view, seat);
        if (!answer.ok || muted) {
            if (muted || isRefusedPart(answer)) {
                own.refused = true;
                this.notes.put(note);
            }
            return;
        }
        own.taken = true;
        this.receipt(note, seat, own, answer);
        this.notes.put(note);
        this.hold(note.table, note.round);
    }

    private drawn(note: Note, seat: number): OwnPart {
        this.notes.learn(note); // another tab may have drawn it
        const found = note.parts[seat];
        if (found) {
            return found;
        }
        const part = this.ports.draw();
        const own = { part, commitment: partCommitmentOf(note, seat, part) };
        note.parts[seat] = own;
        this.notes.put(note);
        return own;
    }

    private receipt(note: Note, seat: number, own: OwnPart, answer: Answer): void {
        if (own.receipt) {
            return;
        }
        if (answer.receipt === undefined) {
            if (!answer.repeated) {
                this.raise('no_receipt', note, seat, { note: shown(note) });
            }
            return;
        }
        if (isSigned(answer.receipt, receiptHashOf(note, seat, own.commitment), note.key)) {
            own.receipt = answer.receipt;
        } else {
            this.raise('bad_receipt', note, seat, { note: shown(note), receipt: answer.receipt });
        }
    }

    // The player-dealer has no wager to send it with.
    private contribute(view: Round): void {
        const seat = view.bank?.seat ?? 0;
        const banks = spotsOf(view).some((spot) => spot.seat === seat);
        const commitment = banks ? this.offer(view, seat) : undefined;
        if (commitment) {
            this.once(`contribute ${view.table} ${view.fairness.round}`, async () => {
                const fields = { part_commitment: commitment, seat };
                const answer = await this.ports.send('contribute', view, fields);
                this.answered(view, seat, commitment, answer);
                return answer;
            });
        }
    }

    // ---- what a view says -----------------------------------------------------------------------

    /** Every view of a table, at once and in order. */
    view(view: View): void {
        try {
            this.follow(view);
        } catch (error) {
            this.ports.fault(`fair dealing: ${String(error)}`);
        }
    }

    private follow(view: View): void {
        this.newest.set(view.table, view);
        if (view.fairness) {
            this.meet(view.fairness.key);
        }
        this.ended(view);
        const waits = view.state === 'betting' || view.state === 'sealed';
        if (!view.you || !waits || view.round !== this.held.get(view.table)) {
            this.letGo(view.table);
        }
        const note = isRound(view) && this.noteOf(view);
        if (!note) {
            return;
        }
        this.mutedFor(view);
        if (view.state === 'betting') {
            this.contribute(view);
        } else if (view.fairness.roster) {
            this.roster(view, note, view.fairness.roster);
        } else if (view.state === 'playing' && takenSeats(view, note).length > 0) {
            this.raise('no_roster', note, 0, { note: shown(note) });
        }
        if (view.state === 'sealed') {
            this.reveal(view, note);
        }
    }

    // Parts are not taken from who withheld one. Where this browser revealed none, another device of the
    // same person may have committed.
    private mutedFor(view: Round): void {
        for (const { seat, muted_until_round: until } of spotsOf(view)) {
            if (until && until - view.round <= guardedRounds) {
                continue; // a newcomer's, or the last rounds of what was looked at before
            }
            const note = until && this.notes.of(view.table, until - mutedRounds, view.fairness.key);
            const parts = Object.values(note ? note.parts : {}).filter((own) => own.taken);
            if (note && parts.length > 0 && parts.every((own) => own.revealed)) {
                this.raise('muted', note, seat, { note: shown(note), muted_until_round: until });
            }
        }
    }

    private noteOf(view: Round): Note | undefined {
        const { round, commitment, key } = view.fairness;
        const { table } = view;
        if (key !== this.pinned || !view.you) {
            return undefined; // under a key that is not accepted nothing is proven
        }
        let note = this.notes.of(table, round, key);
        if (!note) {
            note = { table, round, seenMs: this.ports.now(), commitment, key, parts: {} };
            this.notes.put(note);
        }
        if (note.commitment !== commitment) {
            this.spoil(note);
            this.raise('second_commitment', note, 0, { note: shown(note), commitment });
        }
        return note;
    }

    // The first roster of a round is checked and noted; any other one is a finding.
    private roster(view: Round, note: Note, roster: unknown): void {
        if (note.roster) {
            if (!isRoster(roster) || !isSameRoster(note.roster, roster)) {
                this.spoil(note);
                this.raise('second_roster', note, 0, { note: shown(note), roster });
            }
            return;
        }
        if (!isRoster(roster) || !isSound(note, roster)) {
            this.spoil(note);
            this.raise('bad_roster', note, 0, { note: shown(note), roster });
            return;
        }
        note.roster = roster;
        this.notes.put(note);
        for (const seat of takenSeats(view, note)) {
            const listed = roster.seats.find((one) => one.seat === seat);
            if (listed?.commitment !== note.parts[seat]?.commitment) {
                this.raise('left_out', note, seat, { note: shown(note) });
            }
        }
    }

    // ---- revealing ------------------------------------------------------------------------------

    private reveal(view: Round, note: Note): void {
        this.notes.learn(note);
        if (!note.roster || this.isSpoilt(note)) {
            return;
        }
        for (const { seat } of spotsOf(view)) {
            const own = note.parts[seat];
            const listed = note.roster.seats.find((one) => one.seat === seat);
            const there = view.fairness.parts.some((one) => one.seat === seat && one.revealed);
            if (own && listed?.commitment === own.commitment && !there) {
                this.once(`reveal ${note.table} ${note.round} ${seat}`, () =>
                    this.send(view, note, seat, own),
                );
            }
        }
    }

    private async send(view: View, note: Note, seat: number, own: OwnPart): Promise<Answer> {
        const answer = await this.ports.send('reveal', view, { part: own.part, seat });
        if (answer.ok) {
            own.revealed = true;
            this.notes.put(note);
        } else if (answer.error?.code === wrongPartCode) {
            this.spoil(note);
            this.raise('part_refused', note, seat, { note: shown(note), part: own.part });
        }
        return answer;
    }

    // One of a kind is under way at a time. What the server could not decide is sent again with the view of
    // that time.
    private once(name: string, run: () => Promise<Answer>): void {
        if (this.underWay.has(name)) {
            return;
        }
        this.underWay.add(name);
        const table = Number(name.split(' ')[1]);
        void run()
            .then((answer) => {
                if (tryAgainCodes.includes(answer.error?.code)) {
                    this.ports.later(retryMs, () => {
                        this.underWay.delete(name);
                        const view = this.newest.get(table);
                        if (view) {
                            this.view(view);
                        }
                    });
                }
            })
            .catch((error: unknown) => this.ports.fault(`fair dealing: ${String(error)}`));
    }

    // ---- after the round ------------------------------------------------------------------------

    private ended(view: View): void {
        const last = view.last;
        if (!last || this.over.get(view.table) === last.round) {
            return;
        }
        this.over.set(view.table, last.round);
        const note = this.notes.of(view.table, last.round, this.pinned);
        if (!note) {
            return;
        }
        if (isHex(last.secret, 32) && commitmentOf(last.secret) !== note.commitment) {
            this.raise('secret', note, 0, { note: shown(note), secret: last.secret });
        }
        for (const seat of last.withheld ?? []) {
            if (note.parts[seat]?.revealed) {
                this.raise('not_counted', note, seat, {
                    note: shown(note),
                    withheld: last.withheld,
                });
            }
        }
    }

    // ---- small things ---------------------------------------------------------------------------

    private hold(table: number, round: number): void {
        const before = this.held.get(table);
        if (before === undefined && this.held.size < holdsMax) {
            this.ports.hold(table);
        }
        if (before !== undefined || this.held.size < holdsMax) {
            this.held.set(table, round);
        }
    }

    private letGo(table: number): void {
        if (this.held.delete(table)) {
            this.ports.release(table);
        }
    }

    private spoil(note: Note): void {
        this.spoilt.add(`${note.table}/${note.round}`);
    }

    private isSpoilt(note: Note): boolean {
        return this.spoilt.has(`${note.table}/${note.round}`);
    }

    private raise(
        kind: FindingKind,
        { table, round }: { table: number; round: number },
        seat: number,
        evidence: Record<string, unknown>,
    ): void {
        const atMs = this.ports.now();
        this.ports.raise({ kind, table, round, seat, atMs, evidence });
    }
}

function isRound(view: View): view is Round {
    return isHex(view.fairness?.commitment, 32) && isHex(view.fairness?.key, 32);
}

function isMuted(view: View, seat: number): boolean {
    const spot = spotsOf(view).find((one) => one.seat === seat);
    return (spot?.muted_until_round ?? 0) >= view.round;
}

/** The wager was refused for its commitment alone: without one it can be sent again. */
export function isRefusedPart(answer: Answer): boolean {
    const code = answer.error?.code;
    return code === otherCommitmentCode || code === mutedCode;
}

/** Own seats in the round whose commitments the server took. */
function takenSeats(view: View, note: Note): number[] {
    return spotsOf(view)
        .map((spot) => spot.seat)
        .filter((seat) => note.parts[seat]?.taken)
        .filter(
            (seat) =>
                view.bank?.seat === seat || view.seats.some((one) => one.seat === seat && one.in),
        );
}

function isSameRoster(one: SeenRoster, other: SeenRoster): boolean {
    const text = ({ bank, procedure, seats, hash }: SeenRoster) =>
        JSON.stringify([
            bank,
            procedure,
            hash,
            seats.map(({ seat, commitment }) => [seat, commitment]),
        ]);
    return text(one) === text(other);
}

function isSound(note: Note, roster: SeenRoster): boolean {
    try {
        return (
            rosterHashOf(note, roster) === roster.hash &&
            isSigned(roster.signature, roster.hash, note.key)
        );
    } catch {
        return false; // a seat twice, say
    }
}

/** A note as evidence: parts that have not been revealed stay here. */
export function shown(note: Note): Note {
    const parts = Object.entries(note.parts).map(([seat, own]) => [
        seat,
        own.revealed ? own : { ...own, part: '' },
    ]);
    return { ...note, parts: Object.fromEntries(parts) as Note['parts'] };
}
