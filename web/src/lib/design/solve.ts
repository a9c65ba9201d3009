// A profile's figures while it is being changed. Perfect play comes first (it is quick, and gives edge
// and chart), the whole report follows; what is no longer wanted is cancelled; what was asked once is kept.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, post, wordsOf } from '../api';
import type { Par, Profile, Strategy } from '../figures';
import type { Fault } from '../types';
import { baseKey, readFault, type ProfileFault } from './profile';

export const debounceMs = 60;
const keptMax = 24;

class Kept<T> {
    private readonly held = new Map<string, T>();

    get(key: string): T | undefined {
        return this.held.get(key);
    }

    set(key: string, value: T): void {
        this.held.delete(key);
        this.held.set(key, value);
        const [oldest] = this.held.keys();
        if (this.held.size > keptMax && oldest !== undefined) {
            this.held.delete(oldest);
        }
    }
}

const charts = new Kept<Strategy>();
const reports = new Kept<Par>();

export interface Solved {
    chart: Strategy | null;
    par: Par | null;
    /** Which of the two are of the profile as it is now. */
    chartFresh: boolean;
    parFresh: boolean;
    fault: ProfileFault | null;
    warnings: string[];
    /** From the keystroke to the edge, in milliseconds. */
    took: number;
}

export const unsolved: Solved = {
    chart: null,
    par: null,
    chartFresh: false,
    parFresh: false,
    fault: null,
    warnings: [],
    took: 0,
};

async function chartFor(profile: Profile, signal: AbortSignal): Promise<Strategy> {
    const key = baseKey(profile);
    const held = charts.get(key);
    if (held) {
        return held;
    }
    const chart = await post<Strategy>('/api/strategy', profile, signal);
    charts.set(key, chart);
    return chart;
}

async function parFor(profile: Profile, signal: AbortSignal): Promise<Par> {
    const key = JSON.stringify(profile);
    const held = reports.get(key);
    if (held) {
        return held;
    }
    const par = await post<Par>('/api/par', profile, signal);
    reports.set(key, par);
    return par;
}

interface Checked {
    ok: boolean;
    warnings?: string[];
    error?: Fault;
}

function faultOf(error: unknown): ProfileFault {
    return error instanceof ApiError && error.status === 400
        ? readFault(error.message)
        : { path: '', words: wordsOf(error) };
}

/** Everything known of the profile, as it comes in. */
export function useSolved(profile: Profile | null): Solved {
    const [solved, setSolved] = useState<Solved>(unsolved);
    const first = useRef(true);
    useEffect(() => {
        if (!profile) {
            return undefined;
        }
        const stop = new AbortController();
        const asked = performance.now();
        const put = (change: Partial<Solved>) => {
            if (!stop.signal.aborted) {
                setSolved((now) => ({ ...now, ...change }));
            }
        };
        put({ chartFresh: false, parFresh: false });
        const work = async () => {
            try {
                const checked = await post<Checked>('/api/rules/check', profile, stop.signal);
                if (checked.ok === false) {
                    put({ fault: readFault(checked.error?.message ?? 'refused') });
                    return;
                }
                put({ fault: null, warnings: checked.warnings ?? [] });
                const chart = await chartFor(profile, stop.signal);
                put({ chart, chartFresh: true, took: performance.now() - asked });
                put({ par: await parFor(profile, stop.signal), parFresh: true });
            } catch (error) {
                put({ fault: faultOf(error) });
            }
        };
        const timer = setTimeout(() => void work(), first.current ? 0 : debounceMs);
        first.current = false;
        return () => {
            clearTimeout(timer);
            stop.abort();
        };
    }, [profile]);
    return solved;
}
