// A profile's figures while it is being changed: one question for the report and the chart together.
// What is no longer wanted is cancelled, here and at the server; what was asked once is kept.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, post, wordsOf } from '../api';
import type { Par, Profile, Strategy } from '../figures';
import type { Fault } from '../types';
import { readFault, type ProfileFault } from './profile';

// Long enough to take two fields that one action changes for one change.
export const debounceMs = 10;
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

interface Report {
    par: Par;
    chart: Strategy;
    warnings: string[];
}

const reports = new Kept<Report>();

export interface Solved {
    chart: Strategy | null;
    par: Par | null;
    /** Whether both are of the profile as it is now. */
    fresh: boolean;
    fault: ProfileFault | null;
    warnings: string[];
}

export const unsolved: Solved = {
    chart: null,
    par: null,
    fresh: false,
    fault: null,
    warnings: [],
};

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

/** The report, or what is wrong with the profile. */
async function reportOf(profile: Profile, signal: AbortSignal): Promise<Report | ProfileFault> {
    const key = JSON.stringify(profile);
    const held = reports.get(key);
    if (held) {
        return held;
    }
    const checked = await post<Checked>('/api/rules/check', profile, signal);
    if (checked.ok === false) {
        return readFault(checked.error?.message ?? 'refused');
    }
    const par = await post<Par & { chart: Strategy }>('/api/par?chart=1', profile, signal);
    const report = { par, chart: par.chart, warnings: checked.warnings ?? [] };
    reports.set(key, report);
    return report;
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
        const put = (change: Partial<Solved>) => {
            if (!stop.signal.aborted) {
                setSolved((now) => ({ ...now, ...change }));
            }
        };
        put({ fresh: false });
        const work = async () => {
            try {
                const report = await reportOf(profile, stop.signal);
                put('par' in report ? { ...report, fresh: true, fault: null } : { fault: report });
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
