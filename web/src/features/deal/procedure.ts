// The steps of the dealer's console as the page groups them. Which steps there are, in which order, and
// what may be done now is the server's to say (docs/protocol.md, `dealer_console`).
import type { DealerStep, View } from '../../lib/types';

/** What `tick` calls a step. */
export function tickOf(step: DealerStep): string {
    return step.seat ? `${step.step}:${step.seat}` : step.step;
}

export function stepsOf(view: View): DealerStep[] {
    return view.dealer_console?.steps ?? [];
}

export function nextOf(view: View): DealerStep | null {
    return stepsOf(view).find((one) => one.next) ?? null;
}

/** The command that moves the round on, whether or not all before it is ticked. */
export function commandOf(view: View): DealerStep | null {
    return stepsOf(view).find((one) => one.by !== 'hand' && (one.may || one.waits)) ?? null;
}

export interface Group {
    /** 0: the table. */
    seat: number;
    /** Place of its first step in the list, from 0. */
    first: number;
    steps: DealerStep[];
}

/** Steps at one seat after another are one stop of the dealer's hand; what commands do stands alone. */
export function groupsOf(steps: readonly DealerStep[]): Group[] {
    const groups: Group[] = [];
    steps.forEach((step, first) => {
        const last = groups[groups.length - 1];
        const seat = step.seat ?? 0;
        const before = last?.steps[last.steps.length - 1];
        if (last && before && before.by === 'hand' && step.by === 'hand' && last.seat === seat) {
            last.steps.push(step);
        } else {
            groups.push({ seat, first, steps: [step] });
        }
    });
    return groups;
}

/** What one key can tick together with the next step: the rest of its seat, or of the deal. */
export function ticksWith(view: View, step: DealerStep): string[] {
    const group = groupsOf(stepsOf(view)).find((one) => one.steps.includes(step));
    return (group?.steps ?? []).filter((one) => one.may).map(tickOf);
}

/** The last step that was ticked, to be taken back. */
export function lastTicked(view: View): DealerStep | null {
    const ticked = stepsOf(view).filter((one) => one.by === 'hand' && one.done && !one.required);
    return ticked[ticked.length - 1] ?? null;
}
