// GM-4: the "money bag": a win page for accounting, for paper.
import type { ComponentChildren } from 'preact';
import { serverNow } from '../../lib/clock';
import { useKeys } from '../../lib/keys';
import { moneyFull } from '../../lib/money';
import { playMoney } from '../../lib/room';
import { cardsWords, cardWords, plain } from '../../lib/words';
import { Button } from '../../ui/Button';
import { useGet, Wait } from './parts';
import type { WinPage } from '../../lib/types';
import { dayOf, stampWords } from './words';

const signs: Record<string, string> = { s: '♠', h: '♥', d: '♦', c: '♣' };

// Paper is black and white, and an auditor reads it a year later: rank and suit, and both in words.
function PaperCards({ cards }: { cards: string[] }) {
    return (
        <>
            {cards.map((card) => (
                <span class="paper-card" key={card} role="img" aria-label={cardWords(card)}>
                    {card[0] === 'T' ? '10' : card[0]}
                    {signs[card[1] ?? ''] ?? ''}
                </span>
            ))}
            <small>{cardsWords(cards)}</small>
        </>
    );
}

/** "Ada (7)": the name for people, the number for the books. */
function numbered(name: string | undefined, id: number | undefined): string {
    return name ? `${name} (${id ?? '–'})` : String(id ?? '–');
}

export function WinPageView({
    table,
    round,
    seat,
}: {
    table: number;
    round: number;
    seat: number;
}) {
    const fetched = useGet<WinPage>(`/api/wins/${table}/${round}/${seat}`);
    const win = fetched.data;
    useKeys('Win page', [
        { key: 'p', words: 'print', run: () => window.print(), active: win !== null },
    ]);
    if (!win) {
        return <Wait of={fetched} />;
    }
    const rows: [string, ComponentChildren][] = [
        ['Player', numbered(win.player_name, win.player)],
        ['Table', numbered(win.table_name, win.table)],
        ['Round and seat', `round ${win.round}, seat ${win.seat}`],
        ['Prize for', win.pays ? `${win.line}: ${win.pays}` : win.line],
        ...(win.cards && win.community
            ? ([
                  ['Player’s cards', <PaperCards cards={win.cards} />],
                  ['Community cards', <PaperCards cards={win.community} />],
                  ['Hand', win.hand ?? win.line],
              ] as [string, ComponentChildren][])
            : []),
        ['Meter', `${win.meter}, ${moneyFull(win.meter_shown)} when the amount was fixed`],
        ['Paid from the meter', moneyFull(win.from_meter)],
        ['Paid from the tray', moneyFull(win.from_house)],
        ['State', plain(win.state)],
        [
            'Confirmed by',
            win.confirmed_by
                ? `${numbered(win.confirmed_name, win.confirmed_by)}, ${win.card}`
                : (win.confirmed_name ?? 'the system'),
        ],
        ['Confirmed at', stampWords(win.confirmed_ms)],
        ['Gaming day', `${dayOf(win.confirmed_ms)} (UTC)`],
    ];
    return (
        <>
            <p class="row no-print">
                <Button kind="main" hotkey="P" onClick={() => window.print()}>
                    Print
                </Button>
                <a class="button" href={`/verify/${win.table}/${win.round}`}>
                    The round’s record
                </a>
            </p>
            <article class="paper">
                <header>
                    <h2>Progressive win</h2>
                    <p>Ultimate Texas Hold’em{playMoney() && ' · play money'}</p>
                </header>
                <p class="paper-amount">{moneyFull(win.amount)}</p>
                <table>
                    <tbody>
                        {rows.map(([name, value]) => (
                            <tr key={name}>
                                <th scope="row">{name}</th>
                                <td>{value}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
                <div class="signatures">
                    <span>Dealer</span>
                    <span>Supervisor</span>
                    <span>Player</span>
                    <span>Cage</span>
                </div>
                <footer>Printed {stampWords(serverNow())}</footer>
            </article>
        </>
    );
}
