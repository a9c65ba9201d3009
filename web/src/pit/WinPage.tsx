// GM-4: the "money bag": a win page for accounting, for paper.
import { serverNow } from '../lib/clock';
import { useKeys } from '../lib/keys';
import { moneyFull } from '../lib/money';
import { Button } from '../ui/Button';
import { useGet, Wait } from './parts';
import type { WinPage } from './types';
import { timeWords } from './words';

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
    const rows: [string, string][] = [
        ['Table', `${win.table_name ?? ''} (${win.table})`.trim()],
        ['Round', String(win.round)],
        ['Seat', String(win.seat)],
        ['Hand', win.line],
        ['Meter', String(win.meter)],
        ['Meter when the amount was fixed', moneyFull(win.meter_shown)],
        ['Paid from the meter', moneyFull(win.from_meter)],
        ['Paid from the tray', moneyFull(win.from_house)],
        ['State', win.state],
        ['Confirmed by', `${win.confirmed_name ?? ''} (${win.confirmed_by}), ${win.card}`.trim()],
        ['Confirmed at', timeWords(win.confirmed_ms)],
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
                    <p>Ultimate Texas Hold’em · play money</p>
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
                <footer>Printed {timeWords(serverNow())}</footer>
            </article>
        </>
    );
}
