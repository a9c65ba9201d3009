// Rules of play: the simple strategy to begin with, or one's own; what they are worth exactly, and what
// each of them costs.
import { useEffect, useState } from 'preact/hooks';
import { actionName } from '../../lib/actions';
import { wordsOf } from '../../lib/api';
import { askPlan, type Plan, type PlanShare } from '../../lib/figures';
import { Button } from '../../ui/Button';

const simple = `# before the flop
4x with: any ace, 33+, any king suited, K5o+
4x with: Q6s+, Q8o+, J8s+, JTo
# on the flop
2x with: two pair or better
check on the flop with: 22
2x with: hidden pair, flush draw with T+
# at the river
1x with: better than the board
1x with: fewer than 21 outs`;

const restMs = 300;

interface Answer {
    plan: Plan | null;
    fault: string;
}

/** Asked when nothing has been typed for a moment; the last answer stays until the next. */
function usePlan(text: string, rules: string): Answer {
    const [answer, hold] = useState<Answer>({ plan: null, fault: '' });
    useEffect(() => {
        const stop = new AbortController();
        const later = setTimeout(() => {
            askPlan(text, rules, stop.signal).then(
                (plan) => hold({ plan, fault: '' }),
                (error: unknown) =>
                    !stop.signal.aborted && hold(({ plan }) => ({ plan, fault: wordsOf(error) })),
            );
        }, restMs);
        return () => {
            clearTimeout(later);
            stop.abort();
        };
    }, [text, rules]);
    return answer;
}

const streets = { preflop: 'Before the flop', flop: 'On the flop', river: 'At the river' };

const percent = (value: number, digits: number) =>
    `${(100 * value).toFixed(digits).replace('-', '−')}%`;

function Row({ share, words }: { share: PlanShare; words: string }) {
    return (
        <tr>
            <th scope="row">{words}</th>
            <td>{actionName(share.action)}</td>
            <td class="number">{percent(share.frequency_decimal, 2)}</td>
            <td class={`number ${share.cost_decimal > 0 ? '' : 'muted'}`}>
                {share.cost_decimal > 0 ? percent(share.cost_decimal, 4) : 'nothing'}
            </td>
        </tr>
    );
}

function Costs({ plan }: { plan: Plan }) {
    return (
        <>
            <p class="answer-best">
                These rules give up {percent(plan.cost_decimal, 4)} of an Ante
                <small>
                    a round is worth {percent(plan.ev_decimal, 4)}, with perfect play{' '}
                    {percent(plan.optimal_decimal, 4)}
                </small>
            </p>
            <div class="rules-costs">
                <table class="figures">
                    <thead>
                        <tr>
                            <th scope="col">With</th>
                            <th scope="col">play</th>
                            <th scope="col" class="number">
                                decides
                            </th>
                            <th scope="col" class="number">
                                costs
                            </th>
                        </tr>
                    </thead>
                    {plan.otherwise.map((rest) => (
                        <tbody key={rest.street}>
                            <tr>
                                <th colSpan={4} scope="rowgroup" class="rules-street">
                                    {streets[rest.street]}
                                </th>
                            </tr>
                            {plan.conditions
                                .filter(({ street }) => street === rest.street)
                                .map((share, at) => (
                                    <Row key={at} share={share} words={share.condition} />
                                ))}
                            <Row share={rest} words="everything else" />
                        </tbody>
                    ))}
                </table>
            </div>
            <p class="muted">
                <small>
                    All rounds are counted, none is sampled. A cost is what the decision loses when
                    everything after it is played perfectly; together they are the difference to
                    perfect play.
                </small>
            </p>
        </>
    );
}

export function Rules({ rules }: { rules: string }) {
    const [text, setText] = useState(simple);
    const { plan, fault } = usePlan(text, rules);
    return (
        <section class="situation" aria-labelledby="rules-of-play">
            <h2 id="rules-of-play">Rules for the flop and the river</h2>
            <p>
                The simple strategy, which most people can remember. Change a line to see what it is
                worth: the first condition that your cards meet decides; otherwise you check, and
                fold at the river.
            </p>
            <div class="situation-grid">
                <div>
                    <label class="field rules-field">
                        <span>Rules of play</span>
                        <textarea
                            class="rules-text"
                            rows={14}
                            maxLength={8000}
                            spellcheck={false}
                            autocomplete="off"
                            value={text}
                            aria-invalid={fault !== ''}
                            onInput={(event) => setText(event.currentTarget.value)}
                        />
                    </label>
                    <div class="situation-tools">
                        <Button onClick={() => setText(simple)} disabled={text === simple}>
                            Simple strategy
                        </Button>
                    </div>
                    <p class="muted">
                        <small>
                            Conditions: starting hands such as 33+, K5o+, any ace, any pair; on the
                            flop two pair or better, hidden pair 33+, flush draw with T+, straight
                            draw, two overcards; at the river better than the board, fewer than 21
                            outs (unseen cards that beat you, each taken singly); anything.
                        </small>
                    </p>
                </div>
                <div class="panel" role="region" aria-label="What the rules cost">
                    {fault && (
                        <p class="fault" role="alert">
                            {fault}
                        </p>
                    )}
                    {plan ? <Costs plan={plan} /> : !fault && <p class="muted">Working it out…</p>}
                </div>
            </div>
        </section>
    );
}
