// The rulebook's switches in words, for the designer and the pit: what each can be.
type Options = [string, string][];

/** SHOW-9 */
export const orders: Options = [
    ['left-of-bank', 'from the player-dealer’s left, clockwise'],
    ['from-right', 'from the dealer’s right to the left'],
    ['from-left', 'from the dealer’s left to the right'],
];

/** DEAL-3 */
export const procedures: Options = [
    ['shoe', 'shoe: one card at a time'],
    ['shuffler', 'shuffler: two at a time'],
    ['deck-mate', 'deck-mate: flop and river from the hand'],
    ['ace-ideal', 'ace-ideal: the board first'],
];

/** BANK-3 */
export const coverages: Options = [
    ['payoffs', 'payoffs: all payments together'],
    ['net', 'net: won and lost offset each other'],
    ['gross', 'gross: every wager uses it up'],
];

/** ROT-1 */
export const firstBankers: Options = [
    ['seat', 'the lowest seat'],
    ['high-card', 'the seat with the high card'],
    ['named', 'the seat a supervisor names'],
];

/** FEE-3 */
export const playerFees: Options = [
    ['circle', 'circle'],
    ['spot', 'spot'],
];

/** PROG-3 */
export const fixedPays: Options = [
    ['tray', 'the tray'],
    ['meter', 'the meter'],
];

/** PROG-5 */
export const meterOrders: Options = [
    ['from-right', 'from the dealer’s right'],
    ['settlement', 'as wagers are settled'],
    ['confirmation', 'as they are confirmed'],
];
