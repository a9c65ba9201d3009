// The pit: one page with its parts at /pit, /pit/tables/N, /pit/meters/N, /pit/people, /pit/reports,
// /pit/log, /pit/win/TABLE/ROUND/SEAT.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../../lib/announce';
import { useKeys, type Key } from '../../lib/keys';
import { money } from '../../lib/money';
import { isSignedIn, may, me, meKnown, usePit } from '../../lib/room';
import { navigate, place, type PageProps } from '../../lib/router';
import { MeterPage } from './Meters';
import { Overview } from './Overview';
import { PeoplePage } from './People';
import { LogPage, ReportsPage } from './Reports';
import { NewTable } from './Configure';
import { TablePage } from './Table';
import type { Pit } from '../../lib/types';
import { WinPageView } from './WinPage';
import { partsOf } from './words';
import { Shell } from '../../ui/Shell';

interface Tab {
    path: string;
    words: string;
    key: string;
    shown: boolean;
}

function tabsOf(pit: Pit): Tab[] {
    return [
        { path: '/pit', words: 'Overview', key: 'o', shown: true },
        ...pit.meters.slice(0, 3).map((one, i) => ({
            path: `/pit/meters/${one.meter}`,
            words: `Meter ${one.meter}`,
            key: String(i + 1),
            shown: true,
        })),
        { path: '/pit/people', words: 'People', key: 'e', shown: may('people') },
        { path: '/pit/reports', words: 'Reports', key: 'r', shown: may('read_records') },
        { path: '/pit/log', words: 'Log', key: 'l', shown: may('read_records') },
    ].filter((one) => one.shown);
}

function Tabs({ tabs, here }: { tabs: Tab[]; here: string }) {
    return (
        <nav class="tabs no-print" aria-label="Pit">
            {tabs.map((one) => (
                <a
                    key={one.path}
                    href={one.path}
                    aria-current={here === one.path ? 'page' : undefined}
                >
                    {one.words}
                </a>
            ))}
        </nav>
    );
}

function Part({
    pit,
    parts,
    query,
}: {
    pit: Pit;
    parts: string[];
    query: URLSearchParams;
}): ComponentChildren {
    const [what, which] = parts;
    const number = Number(which);
    switch (what) {
        case undefined:
            return <Overview pit={pit} />;
        case 'tables':
            return which === 'new' ? (
                <NewTable pit={pit} />
            ) : (
                <TablePage number={number} pit={pit} />
            );
        case 'meters':
            return <MeterPage number={number} pit={pit} />;
        case 'people':
            return <PeoplePage />;
        case 'reports':
            return <ReportsPage pit={pit} query={query} />;
        case 'log':
            return <LogPage pit={pit} />;
        case 'win':
            return <WinPageView table={number} round={Number(parts[2])} seat={Number(parts[3])} />;
        default:
            return <p>There is nothing at this address.</p>;
    }
}

function Inside({ query }: { query: URLSearchParams }) {
    const pit = usePit().value as Pit | null;
    const here = place.value?.path ?? '/pit';
    const tabs = pit ? tabsOf(pit) : [];
    const keys: Key[] = tabs.map((one) => ({
        key: one.key,
        words: one.words,
        run: () => navigate(one.path),
    }));
    useKeys('Pit', keys);
    // A jackpot is told of wherever in the pit one is.
    const waiting = pit?.jackpots.filter((one) => one.state !== 'paid') ?? [];
    const told = useRef(0);
    useEffect(() => {
        if (waiting.length > told.current) {
            announce(
                `A jackpot waits: ${waiting.map((one) => `${one.line}, ${money(one.prize)}`).join('; ')}`,
            );
        }
        told.current = waiting.length;
    }, [waiting.length]);
    const disputes = pit?.disputes.length ?? 0;
    const toldDisputes = useRef(0);
    useEffect(() => {
        if (disputes > toldDisputes.current) {
            announce(disputes === 1 ? 'A dispute waits' : `${disputes} disputes wait`);
        }
        toldDisputes.current = disputes;
    }, [disputes]);
    if (!pit) {
        return <p class="muted">One moment…</p>;
    }
    const parts = partsOf(here);
    return (
        <>
            <Tabs tabs={tabs} here={here} />
            {parts.length > 0 && waiting.length > 0 && parts[0] !== 'win' && (
                <p class="warning no-print" role="status">
                    {waiting.length === 1 ? 'A jackpot waits' : `${waiting.length} jackpots wait`}:{' '}
                    <a href="/pit">look at {waiting.length === 1 ? 'it' : 'them'}</a>
                </p>
            )}
            {parts.length > 0 && disputes > 0 && parts[0] !== 'win' && (
                <p class="warning no-print" role="status">
                    {disputes === 1 ? 'A dispute waits' : `${disputes} disputes wait`}:{' '}
                    <a href="/pit">look at {disputes === 1 ? 'it' : 'them'}</a>
                </p>
            )}
            <Part pit={pit} parts={parts} query={query} />
        </>
    );
}

export default function PitPage({ query }: PageProps) {
    const staff = may('deal') || may('pit') || may('read_records') || may('people');
    return (
        <Shell title="Pit" wide>
            {!meKnown.value ? (
                <p class="muted">One moment…</p>
            ) : staff ? (
                <Inside query={query} />
            ) : (
                <>
                    <p>
                        {isSignedIn.value && me.value.role !== 'guest'
                            ? `${me.value.name}, this`
                            : 'This'}{' '}
                        page is for the staff of the house.
                    </p>
                    <p>
                        <a class="button button-main" href="/login?next=/pit">
                            Sign in
                        </a>
                    </p>
                </>
            )}
        </Shell>
    );
}
