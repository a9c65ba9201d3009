// Chips. A chip's colour is its value; a pile shows the fewest chips that make an amount.
import { memo } from './memo';
import { money, short } from '../lib/money';
import type { Cents } from '../lib/types';

export const chipValues: readonly Cents[] = [50, 100, 500, 2500, 10_000, 50_000, 100_000, 500_000];

export function chipClass(value: Cents): string {
    return `chip-${chipValues.includes(value) ? value : 100}`;
}

/** The fewest chips that make the amount, largest first; at most `most` of them. */
export function chipsOf(amount: Cents, most = 6): Cents[] {
    const chips: Cents[] = [];
    let left = amount;
    for (const value of [...chipValues].reverse()) {
        while (left >= value && chips.length < most) {
            chips.push(value);
            left -= value;
        }
    }
    return chips;
}

/** What a tray offers between a table's chip and its limits. */
export function trayChips(chip: Cents, most: Cents): Cents[] {
    const fit = chipValues.filter((value) => value % chip === 0 && value <= Math.max(most, chip));
    const own = chip > (chipValues[0] ?? 0) && !fit.includes(chip) ? [chip] : [];
    return [...own, ...fit].slice(0, 5);
}

function Face({ value, cy = 50 }: { value: Cents; cy?: number }) {
    return (
        <g class={chipClass(value)}>
            <circle class="chip-body" cx="50" cy={cy} r="47" />
            <circle class="chip-spots" cx="50" cy={cy} r="40.5" />
            <circle class="chip-inlay" cx="50" cy={cy} r="31" />
        </g>
    );
}

export const Chip = memo(function Chip({ value }: { value: Cents }) {
    return (
        <svg class="chip" viewBox="0 0 100 100" aria-hidden="true">
            <Face value={value} />
            <text class={`chip-text ${chipClass(value)}`} x="50" y="51">
                {short(value)}
            </text>
        </svg>
    );
});

/** A pile of chips with its amount in words beside; nothing for nothing. */
export const Pile = memo(function Pile({ amount, silent }: { amount: Cents; silent?: boolean }) {
    if (amount <= 0) {
        return null;
    }
    const chips = chipsOf(amount);
    const step = 9;
    const height = 100 + step * (chips.length - 1);
    return (
        <span class="pile" {...(silent ? { 'aria-hidden': 'true' } : {})}>
            <svg
                viewBox={`0 0 100 ${height}`}
                aria-hidden="true"
                style={{ aspectRatio: `100 / ${height}` }}
            >
                {chips.map((value, i) => (
                    <Face key={i} value={value} cy={height - 50 - step * i} />
                ))}
            </svg>
            <span class="pile-amount">{money(amount)}</span>
        </span>
    );
});
