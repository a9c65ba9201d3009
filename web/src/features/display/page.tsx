// The jackpot display: one meter on a screen above the table. Nobody touches it.
import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../../lib/announce';
import { moneyFull } from '../../lib/money';
import { becomeGuest, isSignedIn, meKnown, status, useLobby, useMeter } from '../../lib/room';
import type { PageProps } from '../../lib/router';
import { mayMove } from '../../lib/settings';
import { glyphsOf, Running } from './count';
import { Party, type Scene, type Win } from './party';
import { trust, wantsReload } from './watchdog';
import { memo } from '../../ui/memo';

const tickMs = 1000;

// ---- unattended ---------------------------------------------------------------------------------

async function serverAnswers(): Promise<boolean> {
    try {
        return (await fetch('/healthz', { cache: 'no-store' })).ok;
    } catch {
        return false;
    }
}

function keepAwake(): () => void {
    let lock: { release(): Promise<void> } | null = null;
    const take = () => {
        const wake = (
            navigator as {
                wakeLock?: { request(kind: 'screen'): Promise<{ release(): Promise<void> }> };
            }
        ).wakeLock;
        if (!document.hidden) {
            wake?.request('screen').then(
                (got) => (lock = got),
                () => undefined,
            ); // some screens refuse: then they sleep
        }
    };
    take();
    document.addEventListener('visibilitychange', take);
    return () => {
        document.removeEventListener('visibilitychange', take);
        void lock?.release();
    };
}

function useWatchdog(busy: () => boolean): 'fresh' | 'old' | 'none' {
    const [seen, setSeen] = useState<'fresh' | 'old' | 'none'>('fresh');
    const cutSince = useRef(0);
    useEffect(() => {
        const loaded = performance.now();
        let asking = false;
        const stop = effect(() => {
            const open = status.value === 'open';
            cutSince.current = open ? 0 : cutSince.current || performance.now();
        });
        const timer = setInterval(() => {
            const health = {
                now: performance.now(),
                cutSince: cutSince.current,
                loaded,
                busy: busy(),
            };
            setSeen(trust(health));
            if (meKnown.peek() && !isSignedIn.peek()) {
                void becomeGuest().catch(() => undefined); // tried again at the next tick
            }
            if (!asking && wantsReload(health)) {
                asking = true;
                void serverAnswers().then((there) => {
                    asking = false;
                    if (there) {
                        location.reload();
                    }
                });
            }
        }, tickMs);
        const sleep = keepAwake();
        return () => {
            stop();
            clearInterval(timer);
            sleep();
        };
    }, []);
    return seen;
}

// ---- the figure ---------------------------------------------------------------------------------

const Digits = memo(function Digits({ cents, class: more }: { cents: number; class?: string }) {
    const glyphs = glyphsOf(cents);
    return (
        <span
            class={`digits ${more ?? ''}`}
            aria-hidden="true"
            style={{ '--glyphs': String(glyphs.length) }}
        >
            {glyphs.map((one, i) => (
                // Counted from the right, so that a digit keeps its place when the amount grows longer.
                <span key={glyphs.length - i} class={`glyph glyph-${one.kind}`}>
                    {one.text}
                </span>
            ))}
        </span>
    );
});

/** Runs by frames, and only while something moves. */
function useRunning(amount: number | null): number | null {
    const running = useRef(new Running());
    const [shown, setShown] = useState<number | null>(null);
    useEffect(() => {
        if (amount === null) {
            return;
        }
        running.current.set(amount, performance.now(), !mayMove() || document.hidden);
        let frame = 0;
        const draw = () => {
            const now = performance.now();
            setShown(running.current.at(now));
            if (!running.current.isDone(now)) {
                frame = requestAnimationFrame(draw);
            }
        };
        draw();
        // A hidden page gets no frames: the true amount is then drawn by the clock.
        const late = setTimeout(draw, 1000);
        return () => {
            cancelAnimationFrame(frame);
            clearTimeout(late);
        };
    }, [amount]);
    return shown;
}

const Sparks = memo(function Sparks() {
    return (
        <div class="sparks" aria-hidden="true">
            {Array.from({ length: 28 }, (_, i) => (
                <span
                    key={i}
                    style={{
                        '--i': String(i),
                        '--x': `${(i * 61) % 100}%`,
                        '--late': `${(i * 37) % 50}`,
                    }}
                />
            ))}
        </div>
    );
});

function Celebration({ win, name }: { win: Win; name: string }) {
    return (
        <section class="party" role="status">
            <Sparks />
            <p class="party-word">Jackpot</p>
            <p class="party-prize">
                <Digits cents={win.prize} />
                <span class="hidden-text">{moneyFull(win.prize)}</span>
            </p>
            <p class="party-line">{win.line}</p>
            <p class="party-place">
                {name}, seat {win.seat}
            </p>
        </section>
    );
}

function Below({ scene, name }: { scene: Scene; name: string }) {
    if (scene.kind === 'small' && scene.win) {
        return (
            <p class="display-ribbon" role="status">
                <strong>{scene.win.line}</strong> pays <strong>{moneyFull(scene.win.prize)}</strong>
                <span>
                    {name}, seat {scene.win.seat}
                </span>
            </p>
        );
    }
    return (
        <p class="display-below">
            {scene.kind === 'verifying' ? 'A hand is being verified' : 'Ultimate Texas Hold’em'}
        </p>
    );
}

export default function DisplayPage({ numbers }: PageProps) {
    const meter = useMeter(numbers[0] ?? 0).value;
    const tables = useLobby().value?.tables ?? [];
    const party = useRef(new Party());
    const [, again] = useState(0);
    const seen = useWatchdog(() => party.current.scene(performance.now()).kind === 'grand');
    const shown = useRunning(meter?.amount ?? null);
    const now = performance.now();
    const scene = party.current.scene(now);
    const win = scene.win;

    useEffect(() => {
        if (!meter) {
            return;
        }
        party.current.hear(meter.amount, meter.jackpot, performance.now());
        again((n) => n + 1);
        const wait = party.current.next - performance.now();
        const timer = wait > 0 ? setTimeout(() => again((n) => n + 1), wait + 20) : undefined;
        return () => clearTimeout(timer);
    }, [meter]);
    useEffect(() => {
        if (win) {
            announce(`${win.line} pays ${moneyFull(win.prize)}`);
        }
    }, [win?.prize, win?.table, win?.seat]);

    const name =
        tables.find((one) => one.table === win?.table)?.name ?? `Table ${win?.table ?? ''}`;
    const known = meter !== null && shown !== null && seen !== 'none';
    return (
        <main id="main" class={`display display-${scene.kind} is-${seen}`}>
            <h1 class="display-title" tabIndex={-1}>
                Progressive <span class="hidden-text">jackpot</span>
            </h1>
            {scene.kind === 'grand' && win ? (
                <Celebration win={win} name={name} />
            ) : (
                <p class="display-amount">
                    {known ? (
                        <Digits cents={shown} />
                    ) : (
                        <span class="digits digits-none">– – –</span>
                    )}
                    <span class="hidden-text">
                        {meter && known ? moneyFull(meter.amount) : 'not known at the moment'}
                    </span>
                </p>
            )}
            <Below scene={scene} name={name} />
            {seen !== 'fresh' && <p class="display-cut">One moment…</p>}
        </main>
    );
}
