// The procedure with its next step lit, and the steps at each seat: collecting, taking, paying, racking.
import { useEffect, useRef } from 'preact/hooks';
import type { DealerStep, View } from '../../lib/types';
import { mayMove } from '../../lib/settings';
import { groupsOf, stepsOf, tickOf, type Group } from './procedure';

type Tick = (steps: string[], on: boolean) => void;

function looks(step: DealerStep): string {
    return `${step.done ? 'is-done' : ''} ${step.next ? 'is-next' : ''} ${step.skipped ? 'is-skipped' : ''} ${step.by === 'hand' ? 'is-hand' : ''}`;
}

function StepRow({ step, number, tick }: { step: DealerStep; number: number; tick: Tick }) {
    return (
        <li class={`step ${looks(step)}`} aria-current={step.next ? 'step' : undefined}>
            {step.by === 'hand' ? (
                <input
                    type="checkbox"
                    class="step-tick"
                    aria-label={step.name}
                    checked={step.done}
                    disabled={!step.may && !step.done}
                    onChange={(event) => tick([tickOf(step)], event.currentTarget.checked)}
                />
            ) : (
                <span class="step-mark" aria-hidden="true">
                    {step.done ? '✓' : number}
                </span>
            )}
            <span>
                <strong>{step.name}</strong>
                <small>{step.words}</small>
                {step.done && <span class="hidden-text">done</span>}
                {step.skipped && <span class="step-skipped">skipped</span>}
            </span>
        </li>
    );
}

/** Steps at a seat are one line here; each of them stands beside the table. */
function GroupRow({ group, name }: { group: Group; name: string }) {
    const done = group.steps.filter((one) => one.done).length;
    const next = group.steps.some((one) => one.next);
    const all = done === group.steps.length;
    return (
        <li
            class={`step step-seat ${all ? 'is-done' : ''} ${next ? 'is-next' : ''}`}
            aria-current={next ? 'step' : undefined}
        >
            <span class="step-mark" aria-hidden="true">
                {all ? '✓' : group.seat}
            </span>
            <span>
                <strong>{name}</strong>
                <small>
                    {done} of {group.steps.length}
                </small>
            </span>
        </li>
    );
}

function isOfSeat(group: Group): boolean {
    return group.seat > 0 && group.steps[0]?.by === 'hand';
}

function titleOf(view: View, group: Group): string {
    const kind = group.steps[0]?.step ?? '';
    const player = view.seats.find((one) => one.seat === group.seat)?.player;
    const what = kind.startsWith('fold_') ? ', fold' : kind === 'refund_ante' ? ', Ante' : '';
    return `Seat ${group.seat}${player ? ` · ${player.name}` : ''}${what}`;
}

export function Procedure({ view, tick }: { view: View; tick: Tick }) {
    const steps = stepsOf(view);
    const frame = useRef<HTMLElement>(null);
    const lit = steps.findIndex((step) => step.next);
    // The list scrolls by itself: the step at hand is seen, and the one before it.
    useEffect(() => {
        const list = frame.current;
        const step = list?.querySelector<HTMLElement>('.step.is-next');
        const before = step?.previousElementSibling as HTMLElement | null | undefined;
        if (list && step) {
            list.scrollTop = (before ?? step).offsetTop - list.offsetTop;
        }
    }, [lit]);
    let number = 0;
    return (
        <section class="procedure" aria-label="Procedure" tabIndex={0} ref={frame}>
            <ol>
                {groupsOf(steps).flatMap((group) =>
                    isOfSeat(group)
                        ? [<GroupRow key={group.first} group={group} name={titleOf(view, group)} />]
                        : group.steps.map((step, i) => (
                              <StepRow
                                  key={group.first + i}
                                  step={step}
                                  number={step.by === 'hand' ? 0 : ++number}
                                  tick={tick}
                              />
                          )),
                )}
            </ol>
        </section>
    );
}

// ---- at the seats -------------------------------------------------------------------------------

function SeatStep({ step, tick }: { step: DealerStep; tick: Tick }) {
    return (
        <li class={`deed ${step.do ? `deed-${step.do}` : ''} ${looks(step)}`}>
            <label>
                <input
                    type="checkbox"
                    checked={step.done}
                    disabled={!step.may && !step.done}
                    onChange={(event) => tick([tickOf(step)], event.currentTarget.checked)}
                />
                <span class="deed-words">
                    {step.words}
                    {step.skipped && <span class="step-skipped">skipped</span>}
                </span>
            </label>
        </li>
    );
}

export function SeatSteps({ view, tick }: { view: View; tick: Tick }) {
    const current = useRef<HTMLLIElement>(null);
    const groups = groupsOf(stepsOf(view)).filter(isOfSeat);
    const now = groups.findIndex((group) => group.steps.some((one) => one.next));
    const done = groups.filter((group) => group.steps.every((one) => one.done)).length;
    useEffect(() => {
        current.current?.scrollIntoView({
            block: 'nearest',
            behavior: mayMove() ? 'smooth' : 'auto',
        });
    }, [now]);
    return (
        <section class="pays" aria-label="At the seats">
            <header class="pays-head">
                <h2>At the seats</h2>
                {groups.length > 0 && (
                    <span class="tag">
                        {done} of {groups.length}
                    </span>
                )}
            </header>
            {groups.length === 0 && (
                <p class="muted pays-none">
                    {view.phase === 'settled'
                        ? 'Nothing to take and nothing to pay.'
                        : 'Folds, and what to take and pay at each seat, in order.'}
                </p>
            )}
            <ol class="stops" tabIndex={0}>
                {groups.map((group, i) => {
                    const all = group.steps.every((one) => one.done);
                    const open = group.steps.filter((one) => one.may).map(tickOf);
                    const ticked = group.steps.filter((one) => one.done).map(tickOf);
                    return (
                        <li
                            key={group.first}
                            ref={i === now ? current : undefined}
                            class={`stop ${all ? 'is-done' : ''} ${i === now ? 'is-now' : ''}`}
                        >
                            <label class="stop-head">
                                <input
                                    type="checkbox"
                                    checked={all}
                                    disabled={open.length === 0 && !all}
                                    onChange={(event) =>
                                        event.currentTarget.checked
                                            ? tick(open, true)
                                            : tick(ticked, false)
                                    }
                                />
                                <strong>{titleOf(view, group)}</strong>
                            </label>
                            <ul>
                                {group.steps.map((step) => (
                                    <SeatStep key={step.step} step={step} tick={tick} />
                                ))}
                            </ul>
                        </li>
                    );
                })}
            </ol>
        </section>
    );
}
