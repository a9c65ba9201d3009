// The server's clock, as well as it can be known: a message is never early, so the one that was
// least late, of the recent ones, tells the offset.
const samplesMax = 32;

export class Clock {
    private samples: number[] = [];
    private best: number | null = null;

    /** `local` must not jump: performance.now(), not the wall clock. */
    sample(serverMs: number, local: number): void {
        if (!Number.isFinite(serverMs)) {
            return;
        }
        this.samples.push(serverMs - local);
        if (this.samples.length > samplesMax) {
            this.samples.shift();
        }
        this.best = Math.max(...this.samples);
    }

    /** What the server's clock shows now; without a sample `fallback`. */
    now(local: number, fallback: number): number {
        return this.best === null ? fallback : local + this.best;
    }
}

const clock = new Clock();

export function heardServer(serverMs: number): void {
    clock.sample(serverMs, performance.now());
}

export function serverNow(): number {
    return clock.now(performance.now(), Date.now());
}
