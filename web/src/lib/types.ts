// What the server says, as types: made from protocol/ when the pages are built. Below is what the pages add.
import type { PitTable, View } from '../../generated/protocol';

export * from '../../generated/protocol';

/** Why not, as the server says it, or this page itself: then `code` is a word of its own. */
export interface Fault {
    clause?: string;
    code?: string | number;
    message: string;
}

export interface Answer {
    ok: boolean;
    error?: Fault;
    repeated?: boolean;
    /** The server's signature for a commitment it has taken. */
    receipt?: string;
}

/** How the round's deck comes about (docs/fairness.md). */
export type FairView = NonNullable<View['fairness']>;
export type Limits = View['limits'];
export type Config = PitTable['config'];
