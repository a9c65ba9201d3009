// What a hand comes to: the distribution of the net result as bars.
import { useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { mergedOutcomes } from './model/profile';
import { percent } from '../../lib/exact';
import type { Par } from '../../lib/figures';
import { axisLook, bars, lookOf, Plot } from '../../ui/Plot';

const least = 1e-9;

/** "20%", "0.01%", "0.000001%": no more digits than it takes. */
function percentTick(share: number): string {
    return `${Number((share * 100).toPrecision(3)).toFixed(share >= 0.01 || share === 0 ? 0 : Math.round(-Math.log10(share * 100)))}%`;
}

/** The results are asked for when they are drawn: others need no other plot. */
function plotOptions(nets: () => number[], log: boolean): Omit<uPlot.Options, 'width' | 'height'> {
    const axis = axisLook();
    const paths = bars();
    return {
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, y: false },
        scales: {
            x: { time: false, range: () => [-0.7, nets().length - 0.3] },
            y: log ? { distr: 3, range: [least, 1] } : { range: (_, __, max) => [0, max * 1.05] },
        },
        axes: [
            {
                ...axis,
                label: 'net result in antes',
                size: 26,
                labelSize: 18,
                labelFont: axis.font,
                grid: { show: false },
                splits: () => nets().map((_, i) => i),
                values: (plot, at) => {
                    const net = nets();
                    const every = Math.max(
                        1,
                        Math.ceil(
                            (net.length * 30) / Math.max(1, plot.bbox.width / devicePixelRatio),
                        ),
                    );
                    return at.map((i) => (i % every === 0 ? String(net[i]).replace('-', '−') : ''));
                },
            },
            log
                ? {
                      ...axis,
                      size: 76,
                      splits: () => [1e-8, 1e-6, 1e-4, 1e-2, 1],
                      filter: (_, at) => at,
                      values: (_, ticks) => ticks.map((tick) => percentTick(tick)),
                  }
                : {
                      ...axis,
                      size: 54,
                      values: (_, ticks) => ticks.map((tick) => percentTick(tick)),
                  },
        ],
        series: [
            {},
            {
                fill: lookOf('--gold'),
                stroke: lookOf('--gold'),
                width: 0,
                ...(paths ? { paths } : {}),
                fillTo: log ? least : 0,
                points: { show: false },
            },
            {
                stroke: lookOf('--push'),
                width: 0,
                paths: () => null,
                points: {
                    show: true,
                    size: 8,
                    stroke: lookOf('--push'),
                    fill: 'transparent',
                    width: 2,
                },
            },
        ],
    };
}

export function Distribution({
    par,
    start,
    fresh,
}: {
    par: Par;
    start: Par | null;
    fresh: boolean;
}) {
    const [log, setLog] = useState(false);
    const [at, setAt] = useState<number | null>(null);
    const merged = useMemo(() => mergedOutcomes(par, start), [par, start]);
    const nets = useRef(merged.net);
    nets.current = merged.net;
    const same = useMemo(
        () =>
            start === null ||
            JSON.stringify(start.base.outcomes) === JSON.stringify(par.base.outcomes),
        [par, start],
    );
    const options = useMemo(() => {
        const made = plotOptions(() => nets.current, log);
        return { ...made, hooks: { setCursor: [(plot: uPlot) => setAt(plot.cursor.idx ?? null)] } };
    }, [log]);
    const data = useMemo((): uPlot.AlignedData => {
        const lifted = (values: number[]) =>
            values.map((value) => (log && value === 0 ? null : value));
        return [
            merged.net.map((_, i) => i),
            lifted(merged.now),
            same ? merged.net.map(() => null) : lifted(merged.before),
        ];
    }, [merged, log, same]);
    const lose = merged.net.reduce((sum, net, i) => sum + (net < 0 ? (merged.now[i] ?? 0) : 0), 0);
    const push = merged.now[merged.net.indexOf(0)] ?? 0;
    const one = at !== null ? merged.net[at] : undefined;
    const outcome = par.base.outcomes.find((each) => each.net === one);
    return (
        <section
            class={`panel distribution ${fresh ? '' : 'is-old'}`}
            aria-labelledby="distribution"
        >
            <header class="panel-head">
                <h2 id="distribution">What a hand comes to</h2>
                <label class="choice">
                    <input
                        type="checkbox"
                        checked={log}
                        onChange={(event) => setLog(event.currentTarget.checked)}
                    />{' '}
                    <span>Logarithmic</span>
                </label>
            </header>
            <Plot
                label={`Distribution of the net result: loses ${percent(lose, 2)}, pushes ${percent(push, 2)}, wins ${percent(1 - lose - push, 2)} of hands`}
                data={data}
                options={options}
                ratio={0.36}
                most={250}
            />
            <p class="plot-read muted" aria-hidden="true">
                {one !== undefined && at !== null ? (
                    <>
                        <strong>{String(one).replace('-', '−')} antes</strong>{' '}
                        {percent(merged.now[at] ?? 0, 6)}
                        {!same && <> · before {percent(merged.before[at] ?? 0, 6)}</>}{' '}
                        <code>{outcome?.probability}</code>
                    </>
                ) : (
                    <>
                        loses {percent(lose, 2)} · pushes {percent(push, 2)} · wins{' '}
                        {percent(1 - lose - push, 2)}
                        {!same && ' · rings: before'}
                    </>
                )}
            </p>
        </section>
    );
}
