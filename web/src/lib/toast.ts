// Short messages that go away by themselves; errors stay longer and are said at once.
import { signal } from '@preact/signals';

export interface Toast {
    id: number;
    kind: 'info' | 'good' | 'bad';
    text: string;
}

const toastsMax = 3;
export const toasts = signal<Toast[]>([]);
let last = 0;

export function toast(text: string, kind: Toast['kind'] = 'info'): void {
    const id = ++last;
    const others = toasts.value.filter((one) => one.text !== text);
    toasts.value = [...others, { id, kind, text }].slice(-toastsMax);
    setTimeout(() => dismissToast(id), kind === 'bad' ? 8000 : 4000);
}

export function dismissToast(id: number): void {
    toasts.value = toasts.value.filter((one) => one.id !== id);
}
