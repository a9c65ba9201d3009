// Names of things as people say them. No rule: only the words on a circle, a button, a card.
import type {
    CallReason,
    CardText,
    DeckPlace,
    Phase,
    State,
    View,
    Wager,
    WagerResult,
} from './types';

// prettier-ignore
const ranks: Record<string, string> = {
  A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', 9: 'nine', 8: 'eight', 7: 'seven',
  6: 'six', 5: 'five', 4: 'four', 3: 'three', 2: 'two',
};
const suits: Record<string, string> = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };

/** "ace of spades"; "face-down card" for one that may not be seen. */
export function cardWords(card: CardText | undefined): string {
    if (!card) {
        return 'face-down card';
    }
    const rank = ranks[card[0] ?? ''];
    const suit = suits[card[1] ?? ''];
    return rank && suit ? `${rank} of ${suit}` : card;
}

export function cardsWords(cards: readonly CardText[]): string {
    return cards
        .filter((card) => card !== null)
        .map(cardWords)
        .join(', ');
}

/** A name of the protocol as it is read: "awaiting_card" is "awaiting card". */
export function plain(name: string): string {
    return name.replaceAll('_', ' ');
}

/** As a placard or a report prints them. A side bet of a profile's own has its title there. */
export const wagerTitles: Record<Wager, string> = {
    ante: 'Ante',
    blind: 'Blind',
    play: 'Play',
    trips: 'Trips',
    bad_beat: 'Bad Beat Bonus',
    pairs: 'Ultimate Pairs',
    progressive: 'Progressive',
    own_1: 'Side bet 1',
    own_2: 'Side bet 2',
    own_3: 'Side bet 3',
    own_4: 'Side bet 4',
};

export const stateWords: Record<State, string> = {
    closed: 'Closed',
    waiting: 'Waiting for players',
    offering: 'Offering the bank',
    betting: 'Place your bets',
    sealed: 'No more bets',
    playing: 'In play',
    result: 'Results',
};

/** Why a wager was settled so, behind its name. What was not covered is neither won nor lost (BANK-3). */
export function reasonWords({ reason, limited, outcome }: WagerResult): string {
    if (!limited) {
        return reason;
    }
    return outcome === 'returned' ? limited : `${reason}; ${limited}`;
}

/** Between the first bet and the end of its results. */
export function isInRound(state: State): boolean {
    return ['betting', 'sealed', 'playing', 'result'].includes(state);
}

export function seatedCount(view: Pick<View, 'seats'>): number {
    return view.seats.filter((one) => one.player).length;
}

export function dealerTitle(view: Pick<View, 'banked_by'>): string {
    return view.banked_by === 'player' ? 'Player-dealer' : 'Dealer';
}

/** Between rounds a dealt table with people at it waits for its dealer. */
export function stateWordsAt(
    table: { state: State; pace: 'auto' | 'dealer' },
    people: number,
): string {
    return table.state === 'waiting' && table.pace === 'dealer' && people > 0
        ? 'Waiting for the dealer'
        : stateWords[table.state];
}

export const deckPlaces: Record<DeckPlace, string> = {
    in_shuffler: 'in the shuffler',
    in_play: 'in play',
    in_rack: 'in the discard rack',
};

/** Why a dealer calls a supervisor (GM-8). */
export const callReasons: Record<CallReason, string> = {
    win: 'Win to verify',
    dispute: 'Dispute',
    malfunction: 'Malfunction',
    fill: 'Fill',
    other: 'Other',
};

/** What the phase of a view is called; bets are closed while parts of the shuffle are revealed. */
export function phaseWordsAt({ state, phase }: Pick<View, 'state' | 'phase'>): string {
    return state === 'sealed' ? stateWords.sealed : phaseWords[phase];
}

export const phaseWords: Record<Phase, string> = {
    idle: '',
    betting: 'Place your bets',
    closed: 'No more bets',
    preflop: 'Before the flop',
    flop: 'Flop',
    river: 'Turn and river',
    showdown: 'Showdown',
    settled: 'Results',
    over: '',
};
