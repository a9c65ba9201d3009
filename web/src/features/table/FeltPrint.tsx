// What is printed on the felt (WA-1): the inscription, the four-games notice, the pays of every wager on
// the layout and the fees, before anyone bets and without asking.
import type { Placard } from '../../lib/types';
import { memo } from '../../ui/memo';

type Pays = Placard['pay_tables'][number];

/** Wagers that pay by the hand, side by side. */
function Hands({ placard }: { placard: Placard }) {
    const tables = placard.pay_tables.filter((one) => one.by_hand);
    const order = placard.sections
        .filter((one) => one.key === 'pays' && one.heads.length > 0)
        .flatMap((one) => one.rows.map(([hand]) => hand ?? ''));
    const pays = (table: Pays, hand: string) =>
        table.lines.find((line) => line.label === hand)?.brief ?? '';
    return (
        <table class="felt-table">
            <caption class="hidden-text">Pays to 1</caption>
            <thead>
                <tr>
                    <th scope="col">to 1</th>
                    {tables.map((table) => (
                        <th scope="col" key={table.wager}>
                            {table.title}
                        </th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {order.map((hand) => (
                    <tr key={hand}>
                        <th scope="row">{hand}</th>
                        {tables.map((table) => (
                            <td key={table.wager}>{pays(table, hand)}</td>
                        ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Lines({ table }: { table: Pays }) {
    return (
        <table class="felt-table">
            <thead>
                <tr>
                    <th scope="col">{table.title}</th>
                    <th scope="col">{table.for_one ? 'for 1' : 'to 1'}</th>
                </tr>
            </thead>
            <tbody>
                {table.lines.map((line) => (
                    <tr key={line.hand}>
                        <th scope="row">{line.label}</th>
                        <td>{line.brief}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Fees({ placard }: { placard: Placard }) {
    const section = placard.sections.find((one) => one.key === 'fees');
    return (
        section && (
            <table class="felt-table">
                <caption>{section.title}</caption>
                <thead>
                    <tr>
                        {section.heads.map((head) => (
                            <th scope="col" key={head}>
                                {head}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {section.rows.map(([action, fee]) => (
                        <tr key={action}>
                            <th scope="row">{action}</th>
                            <td>{fee}</td>
                        </tr>
                    ))}
                </tbody>
                <tfoot>
                    <tr>
                        <td colSpan={2}>{section.sentences.join(' ')}</td>
                    </tr>
                </tfoot>
            </table>
        )
    );
}

/** Table aggregates and a meter's maximum, where there are any. */
function Caps({ placard }: { placard: Placard }) {
    const section = placard.sections.find((one) => one.key === 'caps');
    return (
        section && (
            <table class="felt-table">
                <caption>{section.title}</caption>
                <tbody>
                    {section.rows.map(([prize, most]) => (
                        <tr key={prize}>
                            <th scope="row">{prize}</th>
                            <td>{most}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        )
    );
}

export const FeltPrint = memo(function FeltPrint({ placard }: { placard: Placard }) {
    const lines = placard.pay_tables.filter((one) => !one.by_hand);
    const full = lines.filter((one) => !one.for_one).length > 1;
    const wide = placard.pay_tables.filter((one) => one.by_hand).length > 2;
    return (
        <aside
            class={`felt-print ${wide ? 'is-wide' : ''} ${full ? 'is-full' : ''}`}
            aria-label="Printed on the layout"
        >
            <p class="felt-said">
                {placard.inscription}
                {placard.games && <span>{placard.games}</span>}
            </p>
            {/* It scrolls, and takes the focus, only in large print on a phone. On the right scroll those tables that
                are too many for the felt. */}
            <div class="felt-scroll" tabIndex={0}>
                <div class="felt-pays felt-left">
                    <Hands placard={placard} />
                    {lines
                        .filter((one) => one.for_one)
                        .map((one) => (
                            <Lines key={one.wager} table={one} />
                        ))}
                </div>
                <div class="felt-pays felt-right" tabIndex={full ? 0 : undefined}>
                    {lines
                        .filter((one) => !one.for_one)
                        .map((one) => (
                            <Lines key={one.wager} table={one} />
                        ))}
                    <Fees placard={placard} />
                    <Caps placard={placard} />
                </div>
            </div>
        </aside>
    );
});
