// Amounts are whole cents everywhere; only here do they become words, and words amounts.
import type { Cents } from './types';

function grouped(whole: number): string {
    return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** "$5", "$12,345.67", "−$0.50". */
export function money(cents: Cents): string {
    if (!Number.isSafeInteger(cents)) {
        return '–'; // never a made-up figure
    }
    const size = Math.abs(cents);
    const rest = size % 100;
    const tail = rest === 0 ? '' : '.' + String(rest).padStart(2, '0');
    return (cents < 0 ? '−' : '') + '$' + grouped((size - rest) / 100) + tail;
}

/** With cents always: "$12,345.60", for meters and columns. */
export function moneyFull(cents: Cents): string {
    const text = money(cents);
    return text === '–' || text.includes('.') ? text : text + '.00';
}

/** "+$25", "−$5", "$0": what was won or lost. */
export function net(cents: Cents): string {
    return (cents > 0 ? '+' : '') + money(cents);
}

/** For the face of a chip or a narrow spot: "25", "1.5K", "2M", "0.50". Exact or not at all. */
export function short(cents: Cents): string {
    const units: [number, string][] = [
        [100_000_000, 'M'],
        [100_000, 'K'],
    ];
    for (const [unit, letter] of units) {
        if (cents >= unit && (cents * 10) % unit === 0) {
            return String(cents / unit) + letter;
        }
    }
    return cents % 100 === 0 ? grouped(cents / 100) : money(cents).slice(1);
}

/** What somebody typed: "12", "$1,200", "0.5". Null when it is no amount of whole cents. */
export function parseMoney(text: string): Cents | null {
    const match = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{1,2}))?\s*$/.exec(text);
    if (!match) {
        return null;
    }
    const whole = Number((match[1] ?? '').replaceAll(',', ''));
    const cents = Number((match[2] ?? '').padEnd(2, '0'));
    const sum = whole * 100 + cents;
    return Number.isSafeInteger(sum) ? sum : null;
}
