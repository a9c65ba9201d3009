import type { ComponentChildren, JSX } from 'preact';

interface ButtonProps extends Omit<JSX.IntrinsicElements['button'], 'size'> {
    kind?: 'plain' | 'main' | 'good' | 'bad' | 'quiet';
    /** The key that does the same; shown on it. */
    hotkey?: string;
    /** A second, smaller line. */
    note?: ComponentChildren;
    children?: ComponentChildren;
}

export function Button({
    kind = 'plain',
    hotkey,
    note,
    children,
    class: more,
    ...rest
}: ButtonProps) {
    return (
        <button type="button" class={`button button-${kind} ${String(more ?? '')}`} {...rest}>
            <span class="button-words">
                {children}
                {note !== undefined && <span class="button-note">{note}</span>}
            </span>
            {hotkey && (
                <kbd class="button-key" aria-hidden="true">
                    {hotkey}
                </kbd>
            )}
        </button>
    );
}
