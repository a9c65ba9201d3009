// What a screen reader says: two live regions, filled by turns, so that the same words twice are
// heard twice. Several sentences of one moment are said together.
import { signal } from '@preact/signals';

export const spoken = signal<[string, string]>(['', '']);
let turn = 0;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sentences of one moment, each with one stop. */
export function sentences(words: readonly string[]): string {
    return words.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(' ');
}

export function announce(text: string): void {
    if (!text) {
        return;
    }
    waiting.push(text);
    timer ??= setTimeout(() => {
        timer = undefined;
        const words = sentences(waiting);
        waiting = [];
        turn = 1 - turn;
        spoken.value = turn === 0 ? [words, ''] : ['', words];
    }, 60);
}
