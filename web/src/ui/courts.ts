// Kings, queens and jacks, drawn by us: a figure in a box of 60 by 104, each shape with its colour. `robe`
// and `trim` are the suit's. Loaded when the first hand can be played; until then a crown stands for them.
export interface Shape {
    d: string;
    fill: string;
}

const skin = '#f3d9b8';
const gold = '#e2b23c';
const ink = '#2a2320';
const face = (y: number): Shape[] => [
    {
        d: `M22 ${y}C22 ${y - 3} 25 ${y - 3} 26 ${y}M34 ${y}C34 ${y - 3} 37 ${y - 3} 38 ${y}`,
        fill: 'none',
    },
    { d: `M23 ${y}h3v2h-3zM34 ${y}h3v2h-3z`, fill: ink },
    { d: `M30 ${y + 2}l-2 6h4z`, fill: '#dcb48a' },
    { d: `M26 ${y + 11}q4 3 8 0q-4 1.500-8 0z`, fill: '#b8322f' },
];
const robe: Shape[] = [
    { d: 'M0 104C0 82 10 70 30 70S60 82 60 104Z', fill: 'robe' },
    { d: 'M24 71 30 104 36 71Z', fill: '#fbfaf5' },
    { d: 'M30 78l4 6-4 6-4-6z', fill: 'trim' },
    {
        d: 'M6 84C10 76 17 72 23 71L30 104H25C23 92 15 84 6 84ZM54 84C50 76 43 72 37 71L30 104H35C37 92 45 84 54 84Z',
        fill: 'trim',
    },
];

export const courts: Record<string, Shape[]> = {
    K: [
        ...robe,
        { d: 'M13 36C10 54 12 68 18 72H42C48 68 50 54 47 36Z', fill: '#7b5a3a' },
        { d: 'M18 36C18 28 42 28 42 36V52C42 62 36 66 30 66S18 62 18 52Z', fill: skin },
        ...face(42),
        {
            d: 'M18 50C20 60 24 55 30 55S40 60 42 50C44 66 38 76 30 80 22 76 16 66 18 50Z',
            fill: '#8d6a46',
        },
        { d: 'M27 55q3-2.500 6 0l5 2q-8 3-8 .8q0 2.200-8-.8z', fill: '#6e4f31' },
        { d: 'M15 34 11 12 21 22 30 6 39 22 49 12 45 34Z', fill: gold },
        { d: 'M15 34H45V29H15Z', fill: 'robe' },
        { d: 'M30 3h0m-2 3h4v-6h-4zM9 10h4v4H9zM47 10h4v4h-4z', fill: gold },
        { d: 'M53 58V104H57V58L59 52 55 40 51 52Z', fill: '#b9c2cb' },
    ],
    Q: [
        { d: 'M12 40C6 60 8 78 14 86H46C52 78 54 60 48 40Z', fill: '#a8702c' },
        ...robe,
        { d: 'M18 38C18 28 42 28 42 38V50C42 60 36 66 30 66S18 60 18 50Z', fill: skin },
        ...face(43),
        {
            d: 'M16 46C16 30 24 30 30 31 36 30 44 30 44 46 42 38 38 35 30 35S18 38 16 46Z',
            fill: '#a8702c',
        },
        {
            d: 'M17 32 14 16Q20 22 23 15 27 20 30 10 33 20 37 15 40 22 46 16L43 32Q30 27 17 32Z',
            fill: gold,
        },
        { d: 'M28 7h4v4h-4zM12 13h4v4h-4zM44 13h4v4h-4z', fill: '#fbfaf5' },
        { d: 'M22 68q8 6 16 0v2q-8 7-16 0z', fill: gold },
        { d: 'M6 104C6 92 8 86 10 80l3 1C12 88 11 96 11 104Z', fill: '#3f7d4a' },
        { d: 'M11 66q5 1 4 6 4 2 0 6-2 5-6 1-6 0-4-5-3-5 2-6 1-4 4-2z', fill: '#d2554e' },
    ],
    J: [
        ...robe,
        {
            d: 'M14 36C12 52 14 62 17 66L22 60V40ZM46 36C48 52 46 62 43 66L38 60V40Z',
            fill: '#c79a4a',
        },
        { d: 'M19 36C19 30 41 30 41 36V52C41 61 35 66 30 66S19 61 19 52Z', fill: skin },
        ...face(43),
        { d: 'M12 34C8 20 20 12 32 14 46 14 52 24 48 34 38 28 22 28 12 34Z', fill: 'robe' },
        { d: 'M12 34Q30 25 48 34V30Q30 21 12 30Z', fill: 'trim' },
        { d: 'M44 20C52 14 54 6 50 0 46 6 40 10 40 18Z', fill: '#fbfaf5' },
        { d: 'M42 19Q48 12 50 1', fill: 'none' },
        { d: 'M3 104V44L5 38 7 44V104Z', fill: '#8a6236' },
        { d: 'M0 50C0 44 10 44 10 50L5 58Z', fill: '#b9c2cb' },
    ],
};
