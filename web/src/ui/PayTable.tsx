// A pay table as it hangs on the wall.
import type { Placard } from '../lib/types';
import { wagerTitles } from '../lib/words';

type Table = Placard['pay_tables'][number];

export function PayTable({ table }: { table: Table }) {
    return (
        <table class="pay-table">
            <caption>
                {wagerTitles[table.wager] ?? table.wager} <small>table {table.name}</small>
            </caption>
            <tbody>
                {table.lines.map((line) => (
                    <tr key={line.hand}>
                        <th scope="row">{line.hand}</th>
                        <td>{line.pays}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
