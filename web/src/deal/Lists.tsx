// The procedure with its next step lit, and what to take and pay, spot by spot.
import { useEffect, useRef } from 'preact/hooks';
import { money } from '../lib/money';
import type { DealerStep } from '../lib/types';
import { mayMove } from '../lib/settings';
import { deedName, nameOf, reasonOf, type Stop } from './procedure';

/** `paying`: settled, but not all has been taken and paid: that is still the step at hand. */
export function Procedure({ steps: told, paying }: { steps: DealerStep[]; paying: boolean }) {
    const steps = paying
        ? told.map((step) =>
              step.step === 'settle'
                  ? { ...step, done: false, next: true }
                  : { ...step, next: false },
          )
        : told;
    // On a small screen the list scrolls by itself: the step at hand is seen, and the one before it.
    const frame = useRef<HTMLElement>(null);
    const lit = steps.findIndex((step) => step.next);
    useEffect(() => {
        const list = frame.current;
        const step = list?.querySelector<HTMLElement>('.step.is-next');
        const before = step?.previousElementSibling as HTMLElement | null | undefined;
        if (list && step) {
            list.scrollTop = (before ?? step).offsetTop - list.offsetTop;
        }
    }, [lit]);
    return (
        <section class="procedure" aria-label="Procedure" tabIndex={0} ref={frame}>
            <ol>
                {steps.map((step, i) => (
                    <li
                        key={i}
                        class={`step ${step.done ? 'is-done' : ''} ${step.next ? 'is-next' : ''}`}
                        aria-current={step.next ? 'step' : undefined}
                    >
                        <span class="step-mark" aria-hidden="true">
                            {step.done ? '✓' : i + 1}
                        </span>
                        <span>
                            <strong>{nameOf(steps, i)}</strong>
                            <small>{step.words}</small>
                            {step.done && <span class="hidden-text">done</span>}
                        </span>
                    </li>
                ))}
            </ol>
        </section>
    );
}

const does: Record<string, string> = { take: 'Take', pay: 'Pay', return: 'Return' };

interface TakeAndPayProps {
    stops: Stop[];
    done: number;
    onDone: (done: number) => void;
    settled: boolean;
}

export function TakeAndPayList({ stops, done, onDone, settled }: TakeAndPayProps) {
    const current = useRef<HTMLLIElement>(null);
    useEffect(() => {
        current.current?.scrollIntoView({
            block: 'nearest',
            behavior: mayMove() ? 'smooth' : 'auto',
        });
    }, [done]);
    return (
        <section class="pays" aria-label="Take and pay">
            <header class="pays-head">
                <h2>Take and pay</h2>
                {stops.length > 0 && (
                    <span class="tag">
                        {Math.min(done, stops.length)} of {stops.length}
                    </span>
                )}
            </header>
            {stops.length === 0 && (
                <p class="muted pays-none">
                    {settled
                        ? 'Nothing to take and nothing to pay.'
                        : 'At the settlement: what to take and pay, spot by spot, in order.'}
                </p>
            )}
            <ol class="stops" tabIndex={0}>
                {stops.map((stop, i) => (
                    <li
                        key={stop.first}
                        ref={i === done ? current : undefined}
                        class={`stop ${i < done ? 'is-done' : ''} ${i === done ? 'is-now' : ''}`}
                    >
                        <label class="stop-head">
                            <input
                                type="checkbox"
                                checked={i < done}
                                onChange={(event) =>
                                    onDone(event.currentTarget.checked ? i + 1 : i)
                                }
                            />
                            <strong>
                                {stop.seat} · {stop.name}
                            </strong>
                        </label>
                        <ul>
                            {stop.deeds.map((deed) => (
                                <li key={deed.wager} class={`deed deed-${deed.do}`}>
                                    <span class="deed-do">{does[deed.do] ?? deed.do}</span>
                                    <span class="deed-wager">{deedName(deed)}</span>
                                    <span class="deed-amount">{money(deed.amount)}</span>
                                    <small>{reasonOf(deed)}</small>
                                </li>
                            ))}
                        </ul>
                    </li>
                ))}
            </ol>
        </section>
    );
}
