// A display nobody looks after: what to do when it has been without the server, or up for long.
export interface Health {
    now: number;
    /** Since when the server has not been heard; 0 when it is heard. */
    cutSince: number;
    /** When the page was loaded. */
    loaded: number;
    /** A win is being celebrated: not now. */
    busy: boolean;
}

export const dimAfterMs = 3_000;
export const blankAfterMs = 30_000;
const reloadCutMs = 120_000;
const reloadAgeMs = 20 * 60 * 60 * 1000;

/** Old amounts are marked as old, then taken down: what is shown is true. */
export function trust(health: Health): 'fresh' | 'old' | 'none' {
    const cut = health.cutSince === 0 ? 0 : health.now - health.cutSince;
    return cut >= blankAfterMs ? 'none' : cut >= dimAfterMs ? 'old' : 'fresh';
}

/** Whether to load the page anew, if the server answers: it may have a newer one. */
export function wantsReload(health: Health): boolean {
    const cut = health.cutSince === 0 ? 0 : health.now - health.cutSince;
    return cut >= reloadCutMs || (!health.busy && health.now - health.loaded >= reloadAgeMs);
}
