import { money } from '../../lib/money';

export function cents(value: number): string {
    return money(Math.round(value));
}

export function share(part: number, whole: number): string {
    return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}
