// When views come faster than anything could move, nothing does: a card that flies for a third of a
// second would still be in the air when its hand is over. Until the felt is clean again: what lies there
// would else fly in once more.
const many = 6;
const withinMs = 200;

export class Pace {
    private readonly times: number[] = [];
    private hurried = false;

    /** A view is drawn now: is there a hurry? `clean`: no card lies there that could move again. */
    drawn(nowMs: number, clean: boolean): boolean {
        this.times.push(nowMs);
        if (this.times.length > many) {
            this.times.shift();
        }
        const fast = this.times.length === many && nowMs - (this.times[0] ?? nowMs) < withinMs;
        this.hurried = fast || (this.hurried && !clean);
        return this.hurried;
    }
}
