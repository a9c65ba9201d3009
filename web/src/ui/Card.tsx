// Playing cards, drawn by us: a rank one can read from across the room, a suit, a touch of court.
import { signal } from '@preact/signals';
import type { Shape } from './courts';
import { memo } from './memo';
import { cardWords } from '../lib/words';
import type { CardText } from '../lib/types';

// Ranks as strokes in a box of 20 by 29 (the ten is wider).
const rankPaths: Record<string, string> = {
    A: 'M1 28 10 1 19 28M4.6 18.5H15.4',
    K: 'M3 1V28M18 1 3 17M8.6 11 18.6 28',
    Q: 'M10 1C3.4 1 1 7 1 14.5S3.4 28 10 28 19 22 19 14.5 16.6 1 10 1ZM11.5 20.5 18.5 29',
    J: 'M8 1H15V20.5C15 25.5 12.5 28 8.7 28 4.6 28 2 25.3 2 21',
    T: 'M1 6 6.2 1V28M18 1C12.8 1 11.5 7 11.5 14.5S12.8 28 18 28 24.5 22 24.5 14.5 23.2 1 18 1Z',
    9: 'M17.5 9.8A7.5 8.7 0 1 1 2.5 9.8 7.5 8.7 0 0 1 17.5 9.8C17.5 18.5 12.8 25.5 5.5 28',
    8: 'M10 1A6.3 6.3 0 1 1 9.990 1ZM10 13.6A7.3 7.3 0 1 1 9.990 13.6Z',
    7: 'M2 1H18L8 28',
    6: 'M14.5 1C7.2 3.5 2.5 10.5 2.5 19.2A7.5 8.7 0 1 0 17.5 19.2 7.5 8.7 0 0 0 2.5 19.2',
    5: 'M16.5 1H5L3.6 13C5.4 11.3 7.6 10.6 10 10.6 14.5 10.6 17.5 14.2 17.5 19.2 17.5 24.6 14.2 28 9.5 28 6 28 3.5 26.3 2 23.5',
    4: 'M14 28V1L1.5 20.5H19',
    3: 'M3 1H17L9 11.6C14.2 11.6 17.5 14.9 17.5 19.7 17.5 24.7 14 28 9.5 28 6 28 3.5 26.3 2 23.5',
    2: 'M2.5 8.5C2.5 4 5.5 1 10 1S17.5 4 17.5 8C17.5 11 16 13 13 16.5L2.5 28H18.5',
};

// Suits as shapes in a box of 32 by 32.
export const suitPaths: Record<string, string> = {
    h: 'M16 30C6 21.5 1 15.5 1 9.5 1 5 4.3 2 8.3 2 11.8 2 14.6 4 16 7.2 17.4 4 20.2 2 23.7 2 27.7 2 31 5 31 9.5 31 15.5 26 21.5 16 30Z',
    d: 'M16 1C18.8 7 22.8 12 27.5 16 22.8 20 18.8 25 16 31 13.2 25 9.2 20 4.5 16 9.2 12 13.2 7 16 1Z',
    s: 'M16 1C13 7.5 2 13 2 20.5 2 24.7 5.2 27 8.5 27 11.5 27 13.7 25.5 15 23 14.9 27 13.5 29.6 10.8 31H21.2C18.5 29.6 17.1 27 17 23 18.3 25.5 20.5 27 23.5 27 26.8 27 30 24.7 30 20.5 30 13 19 7.5 16 1Z',
    c: 'M9.2 8A6.8 6.8 0 1 1 22.8 8 6.8 6.8 0 0 1 20.5 13.2 6.8 6.8 0 1 1 17 19.6C17.2 25 18 29 21.8 31H10.2C14 29 14.8 25 15 19.6A6.8 6.8 0 1 1 11.5 13.2 6.8 6.8 0 0 1 9.2 8Z',
};

// What a court card wears, over its suit, in a box of 40 by 20.
const courtPaths: Record<string, string> = {
    K: 'M3 19 1 4 11 11 20 0 29 11 39 4 37 19Z',
    Q: 'M5 19 2 7C7 11 10 11 12 6 15 10 17 7 20 1 23 7 25 10 28 6 30 11 33 11 38 7L35 19Z',
    J: 'M4 19 2 8 20 1 38 8 36 19Z',
};

const figures = signal<Record<string, Shape[]>>({});

/** The figures of kings, queens and jacks: when the first hand can be played, not before. */
export function loadCourts(): void {
    void import('./courts').then(({ courts }) => (figures.value = courts));
}

/** The suit's own colours: of the robe by class, of its trim. */
function Figure({ shapes }: { shapes: Shape[] }) {
    return (
        <g class="card-figure" transform="translate(38 33)">
            {shapes.map(({ d, fill }) => (
                <path
                    key={d}
                    d={d}
                    class={
                        fill === 'robe' ? 'card-suit' : fill === 'trim' ? 'card-trim' : undefined
                    }
                    {...(fill === 'robe' || fill === 'trim' ? {} : { fill })}
                    {...(fill === 'none' ? { stroke: '#2a2320', 'stroke-width': 1 } : {})}
                />
            ))}
        </g>
    );
}

function Face({ rank, suit }: { rank: string; suit: string }) {
    const figure = figures.value[rank];
    const court = figure ? undefined : courtPaths[rank];
    const wide = rank === 'T';
    return (
        <>
            <path
                class="card-rank"
                d={rankPaths[rank] ?? ''}
                transform={`translate(${wide ? 10 : 12} 14) scale(${wide ? 1.36 : 1.5})`}
            />
            <path
                class="card-suit"
                d={suitPaths[suit] ?? ''}
                transform="translate(11 66) scale(1.05)"
            />
            {court && (
                <path
                    class="card-suit"
                    d={court}
                    transform="translate(52 64) scale(.88)"
                    opacity=".85"
                />
            )}
            {figure ? (
                <Figure shapes={figure} />
            ) : (
                <path
                    class="card-suit"
                    d={suitPaths[suit] ?? ''}
                    transform="translate(45 84) scale(1.5)"
                />
            )}
        </>
    );
}

// A field with two diamonds and a line to each corner: one shape, for a deal brings twenty of them at once.
const backPath =
    'M13 7H87A6 6 0 0 1 93 13V127A6 6 0 0 1 87 133H13A6 6 0 0 1 7 127V13A6 6 0 0 1 13 7Z' +
    'M50 30 72 70 50 110 28 70ZM50 46 63 70 50 94 37 70ZM9 9 28 32M91 9 72 32M9 131 28 108M91 131 72 108';

export interface CardProps {
    card: CardText;
    /** Which of the two decks: the colour of the back. */
    deck?: number;
    /** Drawn but left out for screen readers, where words beside it say the same. */
    silent?: boolean;
    /** Part of the hand that is named, or not: the others stand back. */
    dim?: boolean;
    class?: string;
}

/** Its width is --card-w of where it stands. */
export const Card = memo(function Card({ card, deck = 0, silent, dim, class: more }: CardProps) {
    const known = card !== null && card !== undefined && card.length === 2;
    const look = known ? `card-up suit-${card[1]}` : `card-down deck-${deck % 2}`;
    return (
        <svg
            class={`card ${look} ${dim ? 'card-dim' : ''} ${more ?? ''}`}
            viewBox="0 0 100 140"
            {...(silent
                ? { 'aria-hidden': 'true' }
                : { role: 'img', 'aria-label': cardWords(card) })}
        >
            {known ? (
                <Face rank={card[0] ?? ''} suit={card[1] ?? ''} />
            ) : (
                <path class="card-back" d={backPath} />
            )}
        </svg>
    );
});

/** The place of a card that is not there yet. */
export function CardPlace() {
    return (
        <svg class="card card-place" viewBox="0 0 100 140" aria-hidden="true">
            <rect x="2" y="2" width="96" height="136" rx="10" />
        </svg>
    );
}

export function Suit({ suit }: { suit: string }) {
    return (
        <svg class={`suit suit-${suit}`} viewBox="0 0 32 32" aria-hidden="true">
            <path class="card-suit" d={suitPaths[suit] ?? ''} />
        </svg>
    );
}
