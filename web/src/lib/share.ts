// Keeps what has not changed: equal parts of a new value are replaced by the old ones, so that a
// component that was given the same seat as before need not look at it again.
export function share<T>(before: unknown, after: T): T {
    if (Object.is(before, after)) {
        return after;
    }
    if (Array.isArray(before) && Array.isArray(after)) {
        let same = before.length === after.length;
        for (let i = 0; i < after.length; i++) {
            after[i] = share(before[i], after[i]);
            same &&= Object.is(after[i], before[i]);
        }
        return same ? (before as T) : after;
    }
    if (isPlain(before) && isPlain(after)) {
        const keys = Object.keys(after);
        let same = keys.length === Object.keys(before).length;
        for (const key of keys) {
            const kept = share(before[key], after[key]);
            (after as Record<string, unknown>)[key] = kept;
            same &&= Object.is(kept, before[key]);
        }
        return same ? (before as T) : after;
    }
    return after;
}

function isPlain(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
