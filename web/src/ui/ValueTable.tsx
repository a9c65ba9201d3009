// What each choice of a situation is worth, and what it gives away.
import { actionName } from '../lib/actions';
import { antes, fractionText } from '../lib/exact';
import { valuesOf, type Odds } from '../lib/figures';
import { money } from '../lib/money';
import type { Action } from '../lib/types';

/** A fraction that is broken at its stroke where there is no room. */
function Exact({ text }: { text: string }) {
    const [over, under] = text.split('/');
    return (
        <small class="exact">
            {over}
            {under !== undefined && (
                <>
                    /<wbr />
                    {under}
                </>
            )}
        </small>
    );
}

export function ValueTable({
    odds,
    did,
    exact = true,
}: {
    odds: Odds;
    did?: Action;
    exact?: boolean;
}) {
    const ante = odds.ante ?? 0;
    return (
        <>
            {odds.coach && <p class="coach">{odds.coach.words}</p>}
            <table class="figures values">
                <thead>
                    <tr>
                        <th scope="col">Choice</th>
                        <th scope="col" class="number">
                            Value in antes
                        </th>
                        <th scope="col" class="number">
                            Gives away
                        </th>
                        {ante > 0 && (
                            <th scope="col" class="number">
                                at {money(ante)}
                            </th>
                        )}
                    </tr>
                </thead>
                <tbody>
                    {valuesOf(odds).map((one) => (
                        <tr key={one.action} class={one.action === odds.best ? 'is-best' : ''}>
                            <th scope="row">
                                {actionName(one.action)}{' '}
                                {one.action === odds.best && <span class="tag">best</span>}{' '}
                                {one.action === did && (
                                    <span class={`tag ${one.cost > 0 ? 'bad' : 'good'}`}>
                                        yours
                                    </span>
                                )}
                            </th>
                            <td class="number">
                                {antes(one.value)}
                                {exact && <Exact text={one.ev.replace('-', '−')} />}
                            </td>
                            <td class="number">
                                {one.cost > 0 ? one.cost.toFixed(4) : '–'}
                                {exact && one.cost > 0 && (
                                    <Exact text={fractionText(one.exactCost)} />
                                )}
                            </td>
                            {ante > 0 && (
                                <td class="number">
                                    {one.cost > 0 ? money(Math.round(one.cost * ante)) : '–'}
                                </td>
                            )}
                        </tr>
                    ))}
                </tbody>
            </table>
        </>
    );
}
