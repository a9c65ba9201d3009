// Chips on their way to the circles. What is put down is shown at once and sent soon; until the server
// has it, it is drawn as not yet placed. One wager is under way at a time, and the newest wins.
import { signal, type Signal } from '@preact/signals';
import { note } from '../lib/noted';
import { sameRound, send } from '../lib/room';
import type { Answer, Cents, Stakes, View, Wager } from '../lib/types';
import { beforeDeal, sameStakes, sumOf, withChip } from './stakes';

const sendAfterMs = 180;
const stepsMax = 50;

function contribution(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Local {
    round: number;
    stakes: Stakes;
}

export class Bets {
    /** What was put down here in this round, sent or not; null: what the server says. */
    readonly local: Signal<Local | null> = signal(null);
    readonly chip: Signal<Cents> = signal(500);
    /** Why the server does not take it as it is. */
    readonly refused: Signal<string> = signal('');
    readonly last: Signal<Stakes> = signal({});
    /** What stood there before, newest last. */
    readonly steps: Signal<Stakes[]> = signal([]);
    private part: { round: number; bytes: string } = { round: 0, bytes: '' };
    private timer: ReturnType<typeof setTimeout> | undefined;
    private underWay = false;

    constructor(
        private table: number,
        private view: () => View | null,
    ) {
        this.last.value = this.load();
    }

    private key(): string {
        return `uth-bets-${this.table}`;
    }

    private load(): Stakes {
        try {
            return JSON.parse(localStorage.getItem(this.key()) ?? '{}') as Stakes;
        } catch {
            return {};
        }
    }

    /** The round has been dealt with these: what "rebet" puts down again. */
    remember(stakes: Stakes): void {
        const kept = beforeDeal(stakes);
        if (sumOf(kept) > 0 && !sameStakes(kept, this.last.value)) {
            this.last.value = kept;
            try {
                localStorage.setItem(this.key(), JSON.stringify(kept));
            } catch {
                // Not kept: rebet then works as long as the page is there.
            }
        }
    }

    /** This player's part of the round's seed: made once a round, told with every wager. */
    partOf(round: number): string {
        if (this.part.round !== round) {
            this.part = { round, bytes: contribution() };
        }
        return this.part.bytes;
    }

    shown(view: View): Stakes {
        const local = this.local.value;
        if (local && local.round === view.round && view.you?.options.wager) {
            return local.stakes;
        }
        return view.seats.find((one) => one.seat === view.you?.seat)?.stakes ?? {};
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
        this.refused.value = '';
        this.local.value = { round: view.round, stakes };
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.tell(false), sendAfterMs);
    }

    add(wager: Wager, sign: 1 | -1): void {
        const view = this.view();
        if (view) {
            this.put(withChip(this.shown(view), wager, sign * this.chip.value, view.limits));
        }
    }

    async done(stakes?: Stakes): Promise<void> {
        const view = this.view();
        if (!view?.you) {
            return;
        }
        if (stakes) {
            this.local.value = { round: view.round, stakes };
        }
        clearTimeout(this.timer);
        await this.tell(true);
    }

    private async tell(ready: boolean): Promise<void> {
        const view = this.view();
        const local = this.local.value;
        if (!view?.you?.options.wager || (this.underWay && !ready)) {
            return;
        }
        const stakes = local?.round === view.round ? local.stakes : this.shown(view);
        this.underWay = true;
        const named = Object.fromEntries(Object.entries(stakes).filter(([, stake]) => stake > 0));
        const fields = { stakes: named, ready, contribution: this.partOf(view.round) };
        const answer = await send('wager', this.table, fields, {
            fits: sameRound(view),
            quiet: true,
        });
        this.underWay = false;
        if (answer.ok && view.commitment) {
            const own = { seat: view.you.seat, contribution: fields.contribution };
            note(this.table, view.round, { commitment: view.commitment, ...own });
        }
        this.heard(answer, stakes, ready);
    }

    private heard(answer: Answer, sent: Stakes, ready: boolean): void {
        const local = this.local.value;
        if (!answer.ok) {
            if (answer.error?.code === 'stale') {
                this.local.value = null;
                return;
            }
            // Half a bet is refused while it grows; that is said only when it stands still.
            this.refused.value = answer.error?.message ?? 'refused';
        }
        const newer = local && !sameStakes(local.stakes, sent);
        if (newer && !ready) {
            void this.tell(false);
        }
    }
}

const all = new Map<number, Bets>();

export function betsOf(table: number, view: () => View | null): Bets {
    let found = all.get(table);
    if (!found) {
        found = new Bets(table, view);
        all.set(table, found);
    }
    return found;
}
