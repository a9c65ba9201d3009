// A profile's figures while it is being changed: one question for the report and the chart together.
// What is no longer wanted is cancelled, here and at the server; what was asked once is kept.
import { useEffect, useRef, useState } from 'preact/hooks';
import { post, wordsOf } from '../../../lib/api';
import type { Par, Profile, Strategy } from '../../../lib/figures';
import type { Fault } from '../../../lib/types';
import { readFault, type ProfileFault } from './profile';

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

interface Refused {
    ok: false;
    error?: Fault;
}

interface Answer extends Par {
    ok: true;
    chart: Strategy;
    warnings?: string[];
}

/** The report, or what is wrong with the profile. */
async function reportOf(profile: Profile, signal: AbortSignal): Promise<Report | ProfileFault> {
    const answer = await post<Answer | Refused>('/api/par?chart=1&check=1', profile, signal);
    if (!answer.ok) {
        return readFault(answer.error?.message ?? 'refused');
    }
    const { chart, warnings = [], ...par } = answer;
    return { par, chart, warnings };
}

/** What is put into a page, and whether it is still wanted. */
type Put = (change: Partial<Solved>) => void;

/** Asks, unless it was asked before; what it gives back is called off by the signal. */
async function work(profile: Profile, signal: AbortSignal, put: Put): Promise<void> {
    const key = JSON.stringify(profile);
    const held = reports.get(key);
    if (held) {
        put({ ...held, fresh: true, fault: null });
        return;
    }
    put({ fresh: false });
    try {
        const report = await reportOf(profile, signal);
        if ('par' in report) {
            reports.set(key, report);
            put({ ...report, fresh: true, fault: null });
        } else {
            put({ fault: report });
        }
    } catch (error) {
        put({ fault: { path: '', words: wordsOf(error) } });
    }
}

export interface Design {
    profile: Profile;
    now: Solved;
    change: (how: (held: Profile) => Profile) => void;
}

/**
 * A profile under change, and everything known of it. The server is asked when the event that
 * changes it is over, so that fields one action changes are one change, and before the page is drawn
 * anew: both are worked at side by side.
 */
export function useDesign(start: Profile): Design {
    const [profile, setProfile] = useState(start);
    const [now, setNow] = useState<Solved>(unsolved);
    const newest = useRef(start);
    const asked = useRef<Profile | null>(null);
    const stop = useRef<AbortController | null>(null);
    const ask = () => {
        if (asked.current === newest.current) {
            return;
        }
        stop.current?.abort();
        const own = new AbortController();
        stop.current = own;
        asked.current = newest.current;
        void work(newest.current, own.signal, (change) => {
            if (!own.signal.aborted) {
                setNow((held) => ({ ...held, ...change }));
            }
        });
    };
    useEffect(() => {
        ask();
        return () => stop.current?.abort();
    }, []);
    const change = (how: (held: Profile) => Profile) => {
        newest.current = how(newest.current);
        queueMicrotask(ask); // before the page's own, which setProfile asks for
        setProfile(newest.current);
    };
    return { profile, now, change };
}
