// A table's configuration as a form: each field with its words and its kind. What is allowed is the
// server's to say; here it only becomes text and back.
import { money, parseMoney } from '../lib/money';
import type { Config } from './types';

type Kind = 'name' | 'money' | 'seconds' | 'count' | 'choice';

export interface ConfigField {
    key: string;
    words: string;
    kind: Kind;
    note?: string;
    options?: [string, string][];
}

export const configGroups: { title: string; fields: ConfigField[] }[] = [
    {
        title: 'Table',
        fields: [
            { key: 'name', words: 'Name', kind: 'name' },
            {
                key: 'pace',
                words: 'Pace',
                kind: 'choice',
                options: [
                    ['auto', 'auto: timers deal'],
                    ['dealer', 'dealer: a person deals'],
                ],
            },
            { key: 'buy_in_min', words: 'Smallest buy-in', kind: 'money' },
            {
                key: 'buy_in_max',
                words: 'Most chips by buying in',
                kind: 'money',
                note: '$0: no maximum',
            },
            {
                key: 'absent_rounds',
                words: 'Windows without a wager',
                kind: 'count',
                note: 'then the seat is freed; 0: never',
            },
        ],
    },
    {
        title: 'Times, in seconds',
        fields: [
            { key: 'betting_ms', words: 'To bet', kind: 'seconds' },
            {
                key: 'decision_ms',
                words: 'To decide',
                kind: 'seconds',
                note: '0 with pace dealer: no timer',
            },
            { key: 'offer_ms', words: 'To take the bank', kind: 'seconds' },
            { key: 'result_ms', words: 'A result stands', kind: 'seconds' },
        ],
    },
    {
        title: 'Progressive',
        fields: [
            { key: 'meter', words: 'Meter', kind: 'count', note: '0: none' },
            {
                key: 'controller',
                words: 'Controller',
                kind: 'choice',
                options: [
                    ['aquarius', 'aquarius: key'],
                    ['nexus', 'nexus: card'],
                ],
            },
            {
                key: 'confirm_up_to',
                words: 'Confirmed by itself up to',
                kind: 'money',
                note: 'pace auto: larger awards wait for a supervisor',
            },
        ],
    },
    {
        title: 'House players',
        fields: [
            { key: 'house_players', words: 'Seats they fill', kind: 'count' },
            {
                key: 'house_strategy',
                words: 'They play',
                kind: 'choice',
                options: [
                    ['0', 'perfectly'],
                    ['1', 'simply'],
                    ['2', 'and never fold'],
                    ['3', 'timidly'],
                ],
            },
            { key: 'house_ms', words: 'They think, seconds', kind: 'seconds' },
            { key: 'house_buy_in', words: 'Buy in for', kind: 'money' },
            { key: 'house_ante', words: 'Ante', kind: 'money' },
            { key: 'house_trips', words: 'Trips', kind: 'money' },
            { key: 'house_progressive', words: 'Progressive', kind: 'money' },
            { key: 'house_bank', words: 'Posted as player-dealer', kind: 'money' },
        ],
    },
];

const numbered = ['house_strategy']; // chosen by words, sent as a number

export function textOf(field: ConfigField, config: Config): string {
    const value = config[field.key];
    if (value === undefined) {
        return '';
    }
    if (field.kind === 'money') {
        return money(Number(value));
    }
    return field.kind === 'seconds' ? String(Number(value) / 1000) : String(value);
}

/** The value a text stands for; undefined when it is none. */
export function valueOf(field: ConfigField, text: string): string | number | undefined {
    switch (field.kind) {
        case 'name': {
            const name = text.trim();
            return name === '' || new TextEncoder().encode(name).length > 31 ? undefined : name;
        }
        case 'money':
            return parseMoney(text) ?? undefined;
        case 'seconds': {
            const match = /^\s*(\d{1,4})(?:\.(\d{1,3}))?\s*$/.exec(text);
            return match
                ? Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'))
                : undefined;
        }
        case 'count':
            return /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : undefined;
        case 'choice':
            return numbered.includes(field.key) ? Number(text) : text;
    }
}
