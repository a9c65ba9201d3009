// Chips on circles as plain amounts: adding, doubling, comparing. Limits are those the server names.
import { circleOf } from '../../lib/circles';
import type { Cents, Limits, Stakes, View, Wager } from '../../lib/types';

/**
 * Adds a chip or takes one away, as far as the limits the server names allow; a fixed stake is put or not.
 * One chip makes both circles of a pair that takes the same.
 */
export function withChip(
    stakes: Stakes,
    wager: Wager,
    chip: Cents,
    { circles, limits }: Pick<View, 'circles' | 'limits'>,
): Stakes {
    const { min, max } = limits[wager] ?? { min: 0, max: 0 };
    const before = stakes[wager] ?? 0;
    let after = before + chip;
    if (chip > 0) {
        after = Math.max(after, min);
        after = max > 0 ? Math.min(after, max) : after;
    } else {
        after = after < Math.max(min, 1) ? 0 : after;
    }
    const changed = { ...stakes, [wager]: after };
    const { equals } = circleOf(circles, wager) ?? {};
    if (equals) {
        changed[equals] = after;
    }
    return changed;
}

export function doubled(stakes: Stakes, limits: Limits): Stakes {
    const more: Stakes = {};
    for (const [name, stake] of Object.entries(stakes) as [Wager, Cents][]) {
        const max = limits[name]?.max ?? 0;
        more[name] = max > 0 ? Math.min(2 * stake, max) : 2 * stake;
    }
    return more;
}

export function sumOf(stakes: Record<string, Cents>): Cents {
    return Object.values(stakes).reduce((sum, stake) => sum + stake, 0);
}

export function sameStakes(a: Record<string, Cents>, b: Record<string, Cents>): boolean {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => (a[name] ?? 0) === (b[name] ?? 0));
}

/** As much as a newcomer plays a while with, within what table and wallet allow. */
export function sensibleBuyIn(view: View, wallet: number): number {
    const wanted = Math.max(view.buy_in.min, 50 * (view.limits.ante?.min ?? 0));
    const most = view.buy_in.max > 0 ? Math.min(view.buy_in.max, wallet) : wallet;
    const amount = Math.min(wanted, most);
    return amount - (amount % view.chip);
}
