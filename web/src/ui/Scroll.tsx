// What may be wider than its place: it is scrolled sideways then, shows at its edges that there is more,
// and can be reached by Tab.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface ScrollProps {
    label: string;
    /** So long that it is scrolled in a place of its own. */
    tall?: boolean;
    children: ComponentChildren;
}

const none = { left: false, right: false };

export function Scroll({ label, tall = false, children }: ScrollProps) {
    const element = useRef<HTMLDivElement>(null);
    const [more, setMore] = useState(none);
    useEffect(() => {
        const one = element.current;
        if (!one) {
            return undefined;
        }
        const look = () => {
            const left = one.scrollLeft > 1;
            const right = one.scrollLeft < one.scrollWidth - one.clientWidth - 1;
            setMore((was) => (was.left === left && was.right === right ? was : { left, right }));
        };
        look();
        const watch = new ResizeObserver(look);
        watch.observe(one);
        if (one.firstElementChild) {
            watch.observe(one.firstElementChild);
        }
        one.addEventListener('scroll', look, { passive: true });
        return () => {
            watch.disconnect();
            one.removeEventListener('scroll', look);
        };
    }, []);
    const scrolls = tall || more.left || more.right;
    return (
        <div class={`scroll-frame ${more.left ? 'has-left' : ''} ${more.right ? 'has-right' : ''}`}>
            <div
                ref={element}
                class={`scroll ${tall ? 'scroll-tall' : ''}`}
                {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
            >
                {children}
            </div>
        </div>
    );
}
