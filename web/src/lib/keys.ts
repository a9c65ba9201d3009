// Keys of the page: each with its words, so that the list behind `?` is never out of date. The newest
// list comes first; keys typed into a field or with Ctrl, Alt or Meta are left alone. A key that is held
// down is pressed once.
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Key {
    /** "a", "4", "ArrowLeft", "?"; with Shift "shift+a", "shift+4". */
    key: string;
    words: string;
    run: () => void;
    /** Shown in the list in place of the key. */
    label?: string;
    /** False: listed but not in force now. */
    active?: boolean;
    /** Twice in a moment is once, as with a double click: the second was meant for what was there before. */
    once?: boolean;
}

export interface KeyGroup {
    readonly title: string;
    readonly keys: Key[];
}

export const keyGroups = signal<KeyGroup[]>([]);
export const keysShown = signal(false);

const doubleMs = 500; // as browsers count a double click
const last = { name: '', at: Number.NEGATIVE_INFINITY };

/** The same key again within a moment of the press that was taken: whoever goes on pressing is heard in the end. */
function isAgain(name: string, at: number): boolean {
    return name === last.name && at - last.at < doubleMs;
}

function nameOf(event: KeyboardEvent): string {
    if (event.code.startsWith('Digit')) {
        return (event.shiftKey ? 'shift+' : '') + event.code.slice(5);
    }
    const letter = /^[a-z]$/i.test(event.key);
    const key = letter ? event.key.toLowerCase() : event.key;
    return event.shiftKey && (letter || event.key.length > 1) ? 'shift+' + key : key;
}

function isTyping(target: EventTarget | null): boolean {
    const element = target as HTMLElement | null;
    return (
        element?.isContentEditable === true ||
        (/^(INPUT|TEXTAREA|SELECT)$/.test(element?.tagName ?? '') &&
            !/^(checkbox|radio|button|range)$/.test((element as HTMLInputElement).type))
    );
}

/** What Enter and Space belong to when it has the focus. */
const controls = 'button, a, summary, input, [role=button]';

export function handleKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) {
        return;
    }
    const control = (event.target as Element | null)?.closest?.(controls);
    if (control && event.repeat && event.key === 'Enter') {
        event.preventDefault(); // a browser clicks the button once more with every repeat
        return;
    }
    if (isTyping(event.target) || document.querySelector('dialog[open]')) {
        return;
    }
    if (control && (event.key === 'Enter' || event.key === ' ')) {
        return;
    }
    const name = nameOf(event);
    for (const group of [...keyGroups.value].reverse()) {
        const found = group.keys.find((one) => one.active !== false && one.key === name);
        if (found) {
            event.preventDefault();
            if (!event.repeat && !(found.once && isAgain(name, event.timeStamp))) {
                Object.assign(last, { name, at: event.timeStamp });
                found.run();
            }
            return;
        }
    }
}

/**
 * The component's keys, while it is there: from the moment it is drawn, as who sees a step may press its
 * key. A function makes them when a key is pressed or listed.
 */
export function useKeys(title: string, keys: Key[] | (() => Key[])): void {
    const newest = useRef({ title, keys });
    newest.current = { title, keys };
    useLayoutEffect(() => {
        const mine: KeyGroup = {
            get title() {
                return newest.current.title;
            },
            get keys() {
                const { keys: now } = newest.current;
                return typeof now === 'function' ? now() : now;
            },
        };
        keyGroups.value = [...keyGroups.value, mine];
        return () => {
            keyGroups.value = keyGroups.value.filter((one) => one !== mine);
        };
    }, []);
}
