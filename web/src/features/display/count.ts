// The amount on the display, between two messages of the server: it runs up smoothly to what it was
// told, and is never above it. Down it goes at once: an award has been paid.
import type { Cents } from '../../lib/types';

export const runMs = 900; // within a second it shows the true amount (GM-5)
const gentle = 4; // cents: a change so small is shown at once

export class Running {
    private from: Cents = 0;
    private to: Cents | null = null;
    private since = 0;

    /** The true amount from now on; `still` shows it without running. */
    set(amount: Cents, now: number, still = false): void {
        if (!Number.isSafeInteger(amount) || amount < 0) {
            return; // never a made-up figure
        }
        const shown = this.at(now);
        const known = this.to !== null;
        this.to = amount;
        this.since = now;
        this.from = !known || still || amount - shown <= gentle ? amount : shown;
    }

    /** What to show; 0 before the first amount. Never falls while the true amount does not. */
    at(now: number): Cents {
        if (this.to === null) {
            return 0;
        }
        const part = Math.min(1, Math.max(0, (now - this.since) / runMs));
        const eased = 1 - (1 - part) * (1 - part);
        return part === 1 ? this.to : this.from + Math.floor((this.to - this.from) * eased);
    }

    /** Nothing moves until the next amount. */
    isDone(now: number): boolean {
        return this.to === null || this.from === this.to || now - this.since >= runMs;
    }

    get known(): boolean {
        return this.to !== null;
    }
}

/** The digits of a meter, for drawing each in a place of its own: "$12,345.67". */
export function glyphsOf(cents: Cents): { text: string; kind: 'digit' | 'mark' | 'cents' }[] {
    const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
    const small = String(cents % 100).padStart(2, '0');
    const of = (text: string) => ({
        text,
        kind: /\d/.test(text) ? ('digit' as const) : ('mark' as const),
    });
    return [
        { text: '$', kind: 'mark' },
        ...[...whole].map(of),
        { text: '.', kind: 'mark' },
        ...[...small].map((text) => ({ text, kind: 'cents' as const })),
    ];
}
