// Your total changes when you are paid, not before the cards turn (the server has settled by then).
import { useEffect, useState } from 'preact/hooks';
import { mayMove } from '../../lib/settings';
import type { View } from '../../lib/types';

const turnsMs = 450; // cards turn, then chips move one after the other: as in the style sheets
const chipMs = 80;
const restMs = 500;

/** How long the chips of this settlement are on their way. */
export function paysMs({ order }: Pick<View, 'order'>): number {
    return mayMove() ? turnsMs + order.length * chipMs + restMs : 0;
}

/** The amount, a while after it has changed; 0: at once. */
export function useAfterPays(amount: number, laterMs: number): number {
    const [shown, setShown] = useState(amount);
    useEffect(() => {
        if (laterMs <= 0) {
            setShown(amount);
            return undefined;
        }
        const timer = setTimeout(() => setShown(amount), laterMs);
        return () => clearTimeout(timer);
    }, [amount, laterMs > 0]);
    return laterMs > 0 ? shown : amount;
}
