// A component that is drawn again only when what it was given has changed: all of it, or the parts that
// it draws, where it is given the whole table.
import { Component, createElement, type ComponentType, type VNode } from 'preact';

function changed(now: readonly unknown[], then: readonly unknown[]): boolean {
    return now.length !== then.length || now.some((one, i) => !Object.is(one, then[i]));
}

export function memo<P extends object>(Inner: (props: P) => VNode | null): ComponentType<P> {
    return class Memo extends Component<P> {
        override shouldComponentUpdate(next: P): boolean {
            const now = this.props as Record<string, unknown>;
            const then = next as Record<string, unknown>;
            const keys = Object.keys(then);
            return (
                keys.length !== Object.keys(now).length ||
                keys.some((key) => !Object.is(now[key], then[key]))
            );
        }

        render() {
            return createElement(Inner, this.props as P);
        }
    };
}

/** `parts` must name everything that is drawn, and everything that a handler uses. */
export function memoBy<P extends object>(
    Inner: (props: P) => VNode | null,
    parts: (props: P) => readonly unknown[],
): ComponentType<P> {
    return class MemoBy extends Component<P> {
        override shouldComponentUpdate(next: P): boolean {
            return changed(parts(this.props as P), parts(next));
        }

        render() {
            return createElement(Inner, this.props as P);
        }
    };
}
