// A part of the form that folds away: what of it was changed and what is wrong in it shows outside.
import type { ComponentChildren } from 'preact';

export function Part({
    title,
    note,
    open,
    changed,
    bad,
    children,
}: {
    title: string;
    note?: ComponentChildren;
    open?: boolean;
    changed: number;
    bad: boolean;
    children: ComponentChildren;
}) {
    return (
        <details class="part" open={open}>
            <summary>
                <strong>{title}</strong>
                {bad && <span class="tag bad">fault</span>}
                {changed > 0 && <span class="tag part-changed">{changed} changed</span>}
                <span class="part-note">{note}</span>
            </summary>
            <div class="part-body">{children}</div>
        </details>
    );
}
