// The figures of a profile, and how far they have moved.
import type { Solved } from './model/solve';
import { percent, points } from '../../lib/exact';

interface FigureProps {
    name: string;
    value: string | null;
    change?: string;
    good?: boolean | undefined;
    exact?: string | undefined;
    alarm?: boolean;
    fresh: boolean;
    id: string;
}

/** The share that the house keeps: below nothing it is the players' game. */
export function Edge({ value, digits }: { value: number; digits: number }) {
    return value < 0 ? (
        <span class="alarm">edge {percent(value, digits)}: the house loses</span>
    ) : (
        <span>edge {percent(value, digits)}</span>
    );
}

export function Figure({ name, value, change, good, exact, alarm, fresh, id }: FigureProps) {
    return (
        <div class={`figure ${fresh ? '' : 'is-old'}`} data-figure={id} aria-busy={!fresh}>
            <dt>{name}</dt>
            <dd>
                <strong class={alarm ? 'alarm' : ''}>{value ?? '…'}</strong>
                {alarm && <span class="alarm-words">the house loses</span>}
                {change && (
                    <span
                        class={`figure-change ${good === undefined || alarm ? '' : good ? 'good' : 'bad'}`}
                    >
                        {change}
                    </span>
                )}
                {exact && (
                    <details class="figure-exact">
                        <summary>exact</summary>
                        <code>{exact}</code>
                    </details>
                )}
            </dd>
        </div>
    );
}

export function difference(now: number | undefined, then: number | undefined): number {
    return now === undefined || then === undefined ? 0 : now - then;
}

function plain(change: number, digits: number): string {
    const text = Math.abs(change).toFixed(digits);
    return Number(text) === 0 ? '' : (change < 0 ? '−' : '+') + text;
}

export function Figures({ now, start }: { now: Solved; start: Solved }) {
    const base = now.par?.base;
    const before = start.par?.base;
    const change = difference(base?.house_edge_decimal, before?.house_edge_decimal);
    const risk = difference(base?.element_of_risk_decimal, before?.element_of_risk_decimal);
    return (
        <dl class="design-figures">
            <Figure
                id="edge"
                name="House edge, of the Ante"
                value={base ? percent(base.house_edge_decimal) : null}
                fresh={now.fresh}
                change={points(change)}
                good={change === 0 ? undefined : change < 0}
                exact={base?.house_edge}
                alarm={base !== undefined && base.house_edge_decimal < 0}
            />
            <Figure
                id="risk"
                name="Element of risk"
                value={base ? percent(base.element_of_risk_decimal) : null}
                fresh={now.fresh}
                change={points(risk)}
                good={risk === 0 ? undefined : risk < 0}
                exact={base?.element_of_risk}
                alarm={base !== undefined && base.element_of_risk_decimal < 0}
            />
            <Figure
                id="deviation"
                name="Standard deviation, antes"
                value={base ? base.standard_deviation.toFixed(5) : null}
                fresh={now.fresh}
                change={plain(difference(base?.standard_deviation, before?.standard_deviation), 5)}
                exact={base ? `√(${base.variance})` : undefined}
            />
            <Figure
                id="wager"
                name="Average bet, antes"
                value={base ? base.average_wager_decimal.toFixed(5) : null}
                fresh={now.fresh}
                change={plain(
                    difference(base?.average_wager_decimal, before?.average_wager_decimal),
                    5,
                )}
                exact={base?.average_wager}
            />
        </dl>
    );
}
