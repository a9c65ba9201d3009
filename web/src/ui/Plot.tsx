// Plots with uPlot: drawn on a canvas, so what they show is also there as words.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

export interface PlotProps {
    /** What there is to see, for those who do not. */
    label: string;
    data: uPlot.AlignedData;
    /** Everything but the size. Another object draws the plot anew; other data only fill it. */
    options: Omit<uPlot.Options, 'width' | 'height'>;
    /** Of width, and at most `most` pixels high. */
    ratio?: number;
    most?: number;
}

/** A colour of the page's look. */
export function lookOf(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#fff';
}

export function axisLook(): uPlot.Axis {
    return {
        stroke: lookOf('--text-2'),
        grid: { stroke: lookOf('--line-soft'), width: 1 },
        ticks: { stroke: lookOf('--line'), width: 1, size: 4 },
        font: '12px system-ui, sans-serif',
    };
}

/** A bar for each value, from the bottom of the scale. */
export function bars(): uPlot.Series.PathBuilder | undefined {
    return uPlot.paths.bars?.({ size: [0.7, 60] });
}

export function Plot({ label, data, options, ratio = 0.4, most = 300 }: PlotProps) {
    const place = useRef<HTMLDivElement>(null);
    const plot = useRef<uPlot | null>(null);
    useEffect(() => {
        const element = place.current;
        if (!element) {
            return undefined;
        }
        const sizeNow = () => {
            const width = Math.max(200, Math.floor(element.clientWidth));
            return { width, height: Math.round(Math.max(150, Math.min(most, width * ratio))) };
        };
        const made = new uPlot({ ...options, ...sizeNow() }, data, element);
        plot.current = made;
        const watcher = new ResizeObserver(() => {
            const size = sizeNow();
            if (size.width !== made.width || size.height !== made.height) {
                made.setSize(size);
            }
        });
        watcher.observe(element);
        return () => {
            watcher.disconnect();
            made.destroy();
            plot.current = null;
        };
    }, [options, ratio, most]);
    useEffect(() => {
        if (plot.current && plot.current.data !== data) {
            plot.current.setData(data);
        }
    }, [data]);
    return <div ref={place} class="plot" role="img" aria-label={label} />;
}
