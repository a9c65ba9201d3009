// Chips on their way to the circles. What is put down is shown at once and sent soon; until the server
// has it, it is drawn as not yet placed.
//
//            put, undo            180 ms             an answer, and nothing newer
//   resting ----------> growing ---------> under way -----------------------------> resting
//                                           ^     | an answer, and something newer
//                                           +-----+
//
// Invariants:
//   (1) One wager is under way at a time. What is wanted meanwhile goes out with the answer, at once and
//       together: the newest stakes, and whether their owner has finished.
//   (2) Whoever puts another chip down has not finished: `ready` is taken back with it.
//   (3) What is said of a round, a refusal or a chip that came too late, is said in that round only.
//   (4) A chip that is refused goes back alone, if the table takes the others.
//
// Nothing here knows the connection or the page: what it needs comes in as `Ports`.
import { signal, type Signal } from '@preact/signals';
import {
    beforeDeal,
    fromNamed,
    messageOf,
    namedStakes,
    nameOf,
    type NamedStakes,
} from '../../lib/circles';
import { money } from '../../lib/money';
import { spotPrefix } from '../../lib/spots';
import type { Answer, Cents, Stakes, View, Wager } from '../../lib/types';
import { sameStakes, sumOf, withChip } from './stakes';

const sendAfterMs = 180;
const stepsMax = 50;

export interface Fields {
    stakes: NamedStakes;
    side?: NamedStakes;
    ready: boolean;
}

export interface Ports {
    /** Sends a wager meant for the moment of this view. */
    send(view: View, fields: Fields): Promise<Answer>;
    /** The owner is to know. */
    say(words: string): void;
}

interface Local {
    round: number;
    stakes: Stakes;
}

export class Bets {
    /** What was put down here in this round, sent or not; null: what the server says. */
    readonly local: Signal<Local | null> = signal(null);
    readonly chip: Signal<Cents>;
    private readonly refused: Signal<{ round: number; words: string } | null> = signal(null);
    private readonly last: Signal<NamedStakes> = signal({});
    /** What stood there before, newest last. */
    readonly steps: Signal<Stakes[]> = signal([]);
    private timer: ReturnType<typeof setTimeout> | undefined;
    private underWay = false;
    private due = false; // something newer waits for the answer
    private finished = 0; // the round whose bets are done, as far as the owner is concerned

    constructor(
        private table: number,
        private view: () => View | null,
        private ports: Ports,
        private spot: { seat: number; chip: Signal<Cents> } = { seat: 0, chip: signal(500) },
    ) {
        this.chip = spot.chip;
        this.last.value = this.load();
    }

    /** Of this spot, and of whichever was played last: another seat begins with its bets. */
    private keys(): [string, string] {
        return [`uth-bets-${this.table}-${this.spot.seat}`, `uth-bets-${this.table}`];
    }

    private load(): NamedStakes {
        try {
            const [own, any] = this.keys().map((key) => localStorage.getItem(key));
            return JSON.parse(own ?? any ?? '{}') as NamedStakes;
        } catch {
            return {};
        }
    }

    /** The round has been dealt with these: what "rebet" puts down again. */
    remember({ circles }: View, stakes: Stakes): void {
        const kept = namedStakes(circles, beforeDeal(circles, stakes));
        if (sumOf(kept) > 0 && !sameStakes(kept, this.last.value)) {
            this.last.value = kept;
            try {
                this.keys().forEach((key) => localStorage.setItem(key, JSON.stringify(kept)));
            } catch {
                // Not kept: rebet then works as long as the page is there.
            }
        }
    }

    /** What "rebet" puts down at this table, as its circles are now. */
    again({ circles }: View): Stakes {
        return fromNamed(circles, this.last.value);
    }

    shown(view: View): Stakes {
        const local = this.local.value;
        if (local && local.round === view.round && view.you?.options.wager) {
            return local.stakes;
        }
        return placed(view);
    }

    /** The server knows that these stakes are all. */
    ready(view: View): boolean {
        return view.you?.ready === true && sameStakes(this.shown(view), placed(view));
    }

    /** Why the server does not take it as it is; '' when it does. */
    refusal(view: View): string {
        const refused = this.refused.value;
        const now = refused?.round === view.round && view.you?.options.wager === true;
        return now ? refused.words : '';
    }

    /** The table has gone on. What was put down here and did not get there is said, once. */
    follow(view: View): void {
        const local = this.local.value;
        if (!local || (local.round === view.round && view.you?.options.wager)) {
            return;
        }
        this.local.value = null;
        clearTimeout(this.timer);
        const open = view.state !== 'sealed' && ['idle', 'betting', 'over'].includes(view.phase);
        const closed = view.round === local.round && !open;
        const words = closed ? lateWords(view, local.stakes) : '';
        if (words) {
            this.ports.say(`${spotPrefix(view, this.spot.seat)}No more bets: ${words}.`);
        }
    }

    put(stakes: Stakes): void {
        const view = this.view();
        if (!view?.you?.options.wager) {
            return;
        }
        const before = this.shown(view);
        const kept = this.local.value?.round === view.round ? this.steps.value : [];
        this.steps.value = [...kept, before].slice(-stepsMax);
        this.show(view, stakes);
    }

    /** Takes the last change back. */
    undo(): void {
        const view = this.view();
        const before = this.steps.value[this.steps.value.length - 1];
        if (view?.you?.options.wager && before && this.local.value?.round === view.round) {
            this.steps.value = this.steps.value.slice(0, -1);
            this.show(view, before);
        }
    }

    private show(view: View, stakes: Stakes): void {
        this.want(view, stakes, false);
        this.timer = setTimeout(() => void this.tell(), sendAfterMs);
    }

    private want(view: View, stakes: Stakes | undefined, finished: boolean): void {
        this.refused.value = null;
        if (stakes) {
            this.local.value = { round: view.round, stakes };
        }
        this.finished = finished ? view.round : 0;
        clearTimeout(this.timer);
    }

    add(wager: Wager, sign: 1 | -1): void {
        const view = this.view();
        const shut = view?.you?.options.shut?.[wager];
        const empty = view && (this.shown(view)[wager] ?? 0) === 0;
        if (view && shut && sign > 0 && empty && sameStakes(this.shown(view), placed(view))) {
            this.refused.value = {
                round: view.round,
                words: `${nameOf(view.circles, wager)}: ${shut}`,
            };
        } else if (view) {
            this.put(withChip(this.shown(view), wager, sign * this.chip.value, view));
        }
    }

    async done(stakes?: Stakes): Promise<void> {
        const view = this.view();
        if (view?.you?.options.wager) {
            this.want(view, stakes, true);
            await this.tell();
        }
    }

    private async tell(): Promise<void> {
        this.due = true;
        if (this.underWay) {
            return;
        }
        this.underWay = true;
        try {
            while (this.due) {
                this.due = false;
                await this.tellNewest();
            }
        } finally {
            this.underWay = false;
        }
    }

    private async tellNewest(): Promise<void> {
        const view = this.view();
        if (!view?.you?.options.wager) {
            return;
        }
        const { round } = view;
        const stakes = this.shown(view);
        const ready = this.finished === round;
        const answer = await this.ports.send(view, { ...messageOf(view.circles, stakes), ready });
        await this.heard(answer, round, stakes, ready);
    }

    private async heard(
        answer: Answer,
        round: number,
        sent: Stakes,
        ready: boolean,
    ): Promise<void> {
        const local = this.local.value;
        const newest =
            (!local || (local.round === round && sameStakes(local.stakes, sent))) &&
            (this.finished === round) === ready;
        if (!newest) {
            return; // half a bet is refused while it grows: that is said only when it stands still
        }
        this.due = false; // pressed twice
        if (answer.ok) {
            return;
        }
        this.finished = 0;
        if (!this.view()?.you) {
            this.local.value = null; // another person's page from here on
        } else if (answer.error?.code !== 'stale') {
            this.refused.value = { round, words: answer.error?.message ?? 'refused' };
            await this.withoutLastChip(round, sent);
        }
    }

    /** (4) The wagers without the chip that was refused stand, if the table takes them. */
    private async withoutLastChip(round: number, refused: Stakes): Promise<void> {
        const view = this.view();
        const before = this.steps.value[this.steps.value.length - 1];
        if (
            !before ||
            sumOf(before) === 0 ||
            sumOf(before) >= sumOf(refused) ||
            view?.round !== round
        ) {
            return;
        }
        const answer = await this.ports.send(view, {
            ...messageOf(view.circles, before),
            ready: false,
        });
        const unchanged = this.local.value && sameStakes(this.local.value.stakes, refused);
        if (answer.ok && unchanged) {
            this.local.value = { round, stakes: before };
            this.steps.value = this.steps.value.slice(0, -1);
        }
    }
}

/** What the server has of this viewer. */
export function placed(view: View): Stakes {
    return view.seats.find((one) => one.seat === view.you?.seat)?.stakes ?? {};
}

function lateWords(view: View, wanted: Stakes): string {
    const has = beforeDeal(view.circles, placed(view));
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(has)])] as Wager[];
    return names
        .filter((name) => (wanted[name] ?? 0) !== (has[name] ?? 0))
        .map((name) =>
            has[name]
                ? `${nameOf(view.circles, name)} stays at ${money(has[name] ?? 0)}`
                : `${nameOf(view.circles, name)} ${money(wanted[name] ?? 0)} is not placed`,
        )
        .join(', ');
}
