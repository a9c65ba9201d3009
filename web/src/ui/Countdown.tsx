// Time that is left until a deadline of the server's clock: a bar that runs by itself, and seconds.
import { useEffect, useState } from 'preact/hooks';
import { serverNow } from '../lib/clock';
import { memo } from './memo';

interface CountdownProps {
    /** 0: no deadline, nothing is drawn. */
    deadline: number;
    /** When it began to run: what a full bar means. */
    since: number;
    /** Said to screen readers: "to decide". */
    purpose?: string;
}

export const Countdown = memo(function Countdown({ deadline, since, purpose }: CountdownProps) {
    const [left, setLeft] = useState(() => deadline - serverNow());
    useEffect(() => {
        const tick = () => setLeft(deadline - serverNow());
        tick();
        const timer = setInterval(tick, 250);
        return () => clearInterval(timer);
    }, [deadline]);
    if (deadline <= 0) {
        return null;
    }
    const whole = Math.max(1, deadline - since);
    const part = Math.min(1, Math.max(0, left / whole));
    const seconds = Math.max(0, Math.ceil(left / 1000));
    return (
        <span
            class={`countdown ${left < 5000 ? 'countdown-short' : ''}`}
            role="timer"
            aria-live="off"
        >
            <span class="countdown-bar" style={{ '--part': String(part) }} />
            <span class="countdown-text">
                {seconds}
                <span class="hidden-text"> seconds {purpose ?? 'left'}</span>
                <span aria-hidden="true"> s</span>
            </span>
        </span>
    );
});
