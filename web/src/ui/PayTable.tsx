// A pay table as it hangs on the wall.
import type { Placard } from '../lib/types';

type Table = Placard['pay_tables'][number];

export function PayTable({ table }: { table: Table }) {
  return (
    <table class="pay-table">
      <caption>
        {table.name} <small>{table.for_one ? 'for 1' : 'to 1'}</small>
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
