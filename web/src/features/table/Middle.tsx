// The middle of the table: the dealer, the five cards everybody has, what is printed on the felt.
import { serverNow } from '../../lib/clock';
import { money, net } from '../../lib/money';
import type { View } from '../../lib/types';
import { CardRow } from '../../ui/Felt';
import { memo } from '../../ui/memo';

interface DealerProps {
    dealer: View['dealer'];
    bank: View['bank'];
    /** "Dealer", or "Player-dealer" where a player banks. */
    title: string;
    deck: number;
    turns: string;
    marked: string;
}

export const Dealer = memo(function Dealer(props: DealerProps) {
    const { dealer, bank, title, deck, turns, marked } = props;
    return (
        <section class="dealer" aria-label={title}>
            <div class="dealer-name">{bank ? `${title}: ${bank.name}` : title}</div>
            <CardRow
                cards={dealer.cards}
                places={2}
                deck={deck}
                label="Dealer's cards"
                turns={turns}
                marked={marked}
            />
            <div class="dealer-hand">
                {dealer.hand && (
                    <>
                        <strong>{dealer.hand}</strong>
                        {dealer.qualifies !== null && (
                            <span class={dealer.qualifies ? 'muted' : 'push'}>
                                {dealer.qualifies ? 'qualifies' : 'does not qualify'}
                            </span>
                        )}
                    </>
                )}
            </div>
            {bank && <Bank bank={bank} />}
        </section>
    );
});

function Bank({ bank }: { bank: NonNullable<View['bank']> }) {
    const part = bank.wager > 0 ? Math.max(0, Math.min(1, bank.left / bank.wager)) : 0;
    return (
        <dl class="bank">
            <div>
                <dt>Posted</dt>
                <dd>{money(bank.wager)}</dd>
            </div>
            <div>
                <dt>Remaining</dt>
                <dd>
                    {money(bank.left)}
                    <span class="bank-bar" aria-hidden="true" style={{ '--part': String(part) }} />
                </dd>
            </div>
            {bank.net !== 0 && (
                <div>
                    <dt>Result</dt>
                    <dd class={bank.net > 0 ? 'good' : 'bad'}>{net(bank.net)}</dd>
                </div>
            )}
            {bank.fee > 0 && (
                <div>
                    <dt>Fee</dt>
                    <dd>{money(bank.fee)}</dd>
                </div>
            )}
        </dl>
    );
}

/** Wins of the Progressive, from the button to the payment. */
export const Jackpots = memo(function Jackpots({ progressive, names }: JackpotProps) {
    const wins = progressive?.wins ?? [];
    if (wins.length === 0) {
        return progressive?.waits ? (
            <ul class="jackpots" aria-live="polite">
                <li>
                    <strong>A jackpot!</strong> A supervisor comes to verify it.
                </li>
            </ul>
        ) : null;
    }
    const said = names.split('\n');
    return (
        <ul class="jackpots" aria-live="polite">
            {wins.map((win) => (
                <li key={win.seat}>
                    {said[win.seat - 1] || `Seat ${win.seat}`}: {win.line},{' '}
                    <strong>{money(win.prize)}</strong> {winWords[win.state] ?? win.state}
                </li>
            ))}
        </ul>
    );
});

const winWords: Record<string, string> = {
    pressed: 'waits for a supervisor',
    confirmed: 'is confirmed',
    paid: 'is paid',
};

interface JackpotProps {
    progressive: View['progressive'];
    /** By seat, one a line. */
    names: string;
}

interface BoardProps {
    community: View['community'];
    /** How many of them lie there: where the board comes off the deck when it is due, not all at once. */
    dealt: number;
    deck: number;
    turns: string;
    /** When the cards were dealt, while nothing else has happened: 0 for never. */
    closedAt: number;
    words: string;
    lit: string;
    marked: string;
}

const closedWordsMs = 1500;

export const Board = memo(function Board({
    community,
    dealt,
    deck,
    turns,
    closedAt,
    words,
    lit,
    marked,
}: BoardProps) {
    const justClosed = closedAt > 0 && serverNow() - closedAt < closedWordsMs;
    return (
        <section class="board" aria-label="Community cards">
            <CardRow
                cards={community.slice(0, dealt)}
                places={5}
                deck={deck}
                label="Community cards"
                turns={turns}
                lit={lit}
                marked={marked}
            />
            <p class="board-words" aria-hidden="true">
                {words}
            </p>
            {!words && justClosed && (
                <p class="board-words is-passing" aria-hidden="true" key={closedAt}>
                    No more bets
                </p>
            )}
        </section>
    );
});
