// When the display celebrates: a win that is confirmed, for as long as it stands and long enough to
// be seen from across the room. What is only pressed may still be cancelled: nothing is said of it
// but that a hand is being looked at (GM-1).
import type { Cents, Meter } from '../../lib/types';

export interface Win {
    table: number;
    seat: number;
    line: string;
    prize: Cents;
}

export interface Scene {
    kind: 'meter' | 'verifying' | 'small' | 'grand';
    win: Win | null;
}

export const grandMs = 45_000;
export const smallMs = 12_000;
const grandPart = 25; // a win of at least a 25th of what the meter held fills the screen

type Jackpot = NonNullable<Meter['jackpot']> & { state?: string };

export class Party {
    private win: Win | null = null;
    private grand = false;
    private until = 0;
    private verifying = false;
    private held: Cents = 0; // what the meter showed before a win was in hand

    hear(amount: Cents, jackpot: Meter['jackpot'], now: number): void {
        const said = jackpot as Jackpot | null;
        const prize = said?.prize ?? 0;
        const confirmed =
            said !== null && (said.state === 'confirmed' || said.state === 'paid') && prize > 0;
        this.verifying = said !== null && said.state === 'pressed';
        if (confirmed) {
            const win = {
                table: said.table ?? 0,
                seat: said.seat ?? 0,
                line: said.line ?? '',
                prize,
            };
            const grand = prize * grandPart >= Math.max(this.held, amount);
            // A small win elsewhere does not cut a celebration short.
            const interrupts = grand || !this.grand || now >= this.until;
            if (!this.isSame(win, now) && interrupts) {
                this.grand = grand;
                this.until = now + (grand ? grandMs : smallMs);
                this.win = win;
            }
        }
        if (said === null) {
            this.held = amount;
        }
    }

    scene(now: number): Scene {
        if (this.win && now < this.until) {
            return { kind: this.grand ? 'grand' : 'small', win: this.win };
        }
        return { kind: this.verifying ? 'verifying' : 'meter', win: null };
    }

    /** When the scene changes by itself; 0 for never. */
    get next(): number {
        return this.until;
    }

    private isSame(win: Win, now: number): boolean {
        const was = this.win;
        return (
            was !== null &&
            now < this.until &&
            was.table === win.table &&
            was.seat === win.seat &&
            was.line === win.line &&
            was.prize === win.prize
        );
    }
}
