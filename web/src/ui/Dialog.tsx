// A dialog over the page: the browser keeps the focus inside, gives it back, and closes on Escape.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
    title: string;
    onClose: () => void;
    wide?: boolean;
    children: ComponentChildren;
}

export function Dialog({ title, onClose, wide, children }: DialogProps) {
    const element = useRef<HTMLDialogElement>(null);
    const heading = useId();
    // Before the page is painted: an Escape that came earlier than the dialog is open would be nobody's.
    useLayoutEffect(() => {
        const dialog = element.current;
        const before = document.activeElement as HTMLElement | null;
        // What was clicked gets no focus back: Enter is the table's again, and not the same dialog once more.
        const byKey = before?.matches(':focus-visible') === true;
        if (dialog && !dialog.open) {
            dialog.showModal();
        }
        return () => (byKey ? before?.focus() : before?.blur());
    }, []);
    return (
        <dialog
            ref={element}
            class={`dialog ${wide ? 'dialog-wide' : ''}`}
            aria-labelledby={heading}
            onClose={onClose}
            onClick={(event) => {
                if (event.target === element.current) {
                    onClose();
                }
            }}
        >
            <div class="dialog-body">
                <header class="dialog-head">
                    <h2 id={heading}>{title}</h2>
                    <button type="button" class="dialog-close" aria-label="Close" onClick={onClose}>
                        ×
                    </button>
                </header>
                {children}
            </div>
        </dialog>
    );
}
