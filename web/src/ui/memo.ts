// A component that is drawn again only when what it was given has changed.
import { Component, createElement, type ComponentType, type VNode } from 'preact';

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
