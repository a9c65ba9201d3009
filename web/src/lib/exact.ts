// Exact figures of the server, as fractions: read, added, compared, said. No figure is made up here.

/** In lowest terms, the lower part positive. */
export interface Fraction {
    top: bigint;
    bottom: bigint;
}

function divisor(a: bigint, b: bigint): bigint {
    while (b !== 0n) {
        [a, b] = [b, a % b];
    }
    return a < 0n ? -a : a;
}

export function fraction(top: bigint, bottom: bigint): Fraction {
    const shared = divisor(top, bottom) * (bottom < 0n ? -1n : 1n);
    return { top: top / shared, bottom: bottom / shared };
}

/** "-29/165", "3"; null when it is no fraction. */
export function parseFraction(text: unknown): Fraction | null {
    const match = typeof text === 'string' ? /^(-?\d+)(?:\/(\d+))?$/.exec(text) : null;
    const bottom = BigInt(match?.[2] ?? 1);
    return match && bottom !== 0n ? fraction(BigInt(match[1] ?? 0), bottom) : null;
}

export function plus(a: Fraction, b: Fraction): Fraction {
    return fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}

export function minus(a: Fraction, b: Fraction): Fraction {
    return plus(a, { top: -b.top, bottom: b.bottom });
}

export function fractionText({ top, bottom }: Fraction): string {
    return `${top}/${bottom}`;
}

/** The nearest number; of parts too big for one, to thirty digits first. */
export function toNumber({ top, bottom }: Fraction): number {
    const [high, low] = [Number(top), Number(bottom)];
    if (Number.isSafeInteger(high) && Number.isSafeInteger(low)) {
        return high / low;
    }
    const scale = 10n ** 30n;
    return Number((top * scale) / bottom) / Number(scale);
}

// ---- in words -----------------------------------------------------------------------------------

/** "+0.2494", "−0.7658": what an action is worth, in antes. */
export function antes(value: number, digits = 4): string {
    const text = Math.abs(value).toFixed(digits);
    return Number(text) === 0 ? text : (value < 0 ? '−' : '+') + text;
}

/** "2.18497%" */
export function percent(value: number, digits = 5): string {
    const text = Math.abs(value * 100).toFixed(digits);
    return (value < 0 && Number(text) !== 0 ? '−' : '') + text + '%';
}

/** "+0.01200 pp" for a change between two shares; "" when there is none. */
export function points(change: number, digits = 5): string {
    const text = Math.abs(change * 100).toFixed(digits);
    return change === 0 ? '' : (change < 0 ? '−' : '+') + text + ' pp';
}

/** "1 in 649,740" */
export function oneIn(share: number): string {
    return share > 0 ? '1 in ' + Math.round(1 / share).toLocaleString('en-US') : 'never';
}
