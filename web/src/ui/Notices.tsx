// What comes over any page: messages, the banner of a lost connection, the words for screen readers.
import { useEffect, useState } from 'preact/hooks';
import { spoken } from '../lib/announce';
import { serverNow } from '../lib/clock';
import { connection, cut, retryAt, status } from '../lib/room';
import { dismissToast, toasts } from '../lib/toast';

export function Toasts() {
    return (
        <div class="toasts" role="status" aria-live="polite">
            {toasts.value.map((one) => (
                <button
                    key={one.id}
                    type="button"
                    class={`toast toast-${one.kind}`}
                    onClick={() => dismissToast(one.id)}
                >
                    {one.text}
                </button>
            ))}
        </div>
    );
}

/** Never a wrong amount: while it shows, the page says that what is below may be old. */
export function CutBanner() {
    const [, tick] = useState(0);
    const shown = cut.value;
    useEffect(() => {
        if (shown) {
            const timer = setInterval(() => tick((n) => n + 1), 500);
            return () => clearInterval(timer);
        }
        return undefined;
    }, [shown]);
    if (!shown) {
        return null;
    }
    const seconds = Math.max(0, Math.ceil((retryAt.value - serverNow()) / 1000));
    return (
        <div class="cut-banner" role="alert">
            <span>
                Connection lost. Your chips and wagers are safe with the server; what you see may be
                out of date.
            </span>
            <button type="button" class="button button-plain" onClick={() => connection.retryNow()}>
                {status.value === 'connecting' ? 'Connecting…' : `Try now (${seconds} s)`}
            </button>
        </div>
    );
}

export function LiveRegions() {
    const [first, second] = spoken.value;
    return (
        <div class="hidden-text live-regions">
            <div aria-live="polite">{first}</div>
            <div aria-live="polite">{second}</div>
        </div>
    );
}
