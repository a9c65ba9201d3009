// Perfect play: the chart of starting hands, and the answer for any situation.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { actionName } from '../../lib/actions';
import { announce } from '../../lib/announce';
import { wordsOf } from '../../lib/api';
import { cardsFault, parseCards } from '../../lib/cards';
import { antes } from '../../lib/exact';
import { askOdds, chartOf, gapOf, type Odds, type Strategy } from '../../lib/figures';
import type { PageProps } from '../../lib/router';
import { cardsWords } from '../../lib/words';
import { Button } from '../../ui/Button';
import { CardPicker } from '../../ui/CardPicker';
import { Chart, ChartLegend, HandValues } from '../../ui/Chart';
import { CardRow } from '../../ui/Felt';
import { ProfilePicker } from '../../ui/ProfilePicker';
import { Shell } from '../../ui/Shell';
import { ValueTable } from '../../ui/ValueTable';
import { Rules } from './Rules';

const cardsMax = 7;

function useChart(rules: string): { chart: Strategy | null; fault: string } {
    const [held, hold] = useState<{ chart: Strategy | null; fault: string }>({
        chart: null,
        fault: '',
    });
    useEffect(() => {
        let here = true;
        chartOf(rules).then(
            (chart) => here && hold({ chart, fault: '' }),
            (error: unknown) => here && hold({ chart: null, fault: wordsOf(error) }),
        );
        return () => {
            here = false;
        };
    }, [rules]);
    return held;
}

// ---- the chart ----------------------------------------------------------------------------------

function ChartPart({ rules }: { rules: string }) {
    const { chart, fault } = useChart(rules);
    const [shown, show] = useState('AKs');
    if (fault) {
        return (
            <p class="fault" role="alert">
                {fault}
            </p>
        );
    }
    if (!chart) {
        return <p class="muted">Working it out…</p>;
    }
    const hand = chart.hands.find((one) => one.hand === shown);
    return (
        <div class="strategy-grid">
            <div>
                <Chart
                    chart={chart}
                    label="Best action with each starting hand"
                    shown={shown}
                    onShow={show}
                />
                <ChartLegend chart={chart} />
            </div>
            <div class="strategy-side">
                <section class="panel" aria-label="The hand looked at">
                    {hand && <HandValues hand={hand} />}
                    <p class="muted">
                        <small>
                            Values in antes, Ante, Blind and Play together, with perfect play from
                            there on. Point at a hand, or walk with the arrow keys.
                        </small>
                    </p>
                </section>
            </div>
        </div>
    );
}

// ---- any situation ------------------------------------------------------------------------------

interface Asked {
    odds: Odds | null;
    fault: string;
}

function useOdds(cards: string[], rules: string): Asked {
    const [held, hold] = useState<Asked>({ odds: null, fault: '' });
    const key = cards.join(' ');
    useEffect(() => {
        hold({ odds: null, fault: '' });
        if (![2, 5, 7].includes(cards.length)) {
            return undefined;
        }
        const stop = new AbortController();
        askOdds(cards.slice(0, 2), cards.slice(2), rules, stop.signal).then(
            (odds) => {
                hold({ odds, fault: '' });
                announce(`${actionName(odds.best)} is best`);
            },
            (error: unknown) => !stop.signal.aborted && hold({ odds: null, fault: wordsOf(error) }),
        );
        return () => stop.abort();
    }, [key, rules]);
    return held;
}

const numberWords = ['no', 'one', 'two', 'three'];

/** "Choose two cards for your hand.", "Choose one more card for the flop." */
export function wanted(count: number): string {
    const next = [2, 5, 7].find((size) => size >= count) ?? cardsMax;
    const missing = next - count;
    const what = next === 2 ? 'your hand' : next === 5 ? 'the flop' : 'turn and river';
    const more = count === 0 ? '' : 'more ';
    return missing === 0
        ? ''
        : `Choose ${missing === 1 ? `one ${more}card` : `${numberWords[missing]} ${more}cards`} for ${what}.`;
}

function Answer({ asked, count }: { asked: Asked; count: number }) {
    if (asked.fault) {
        return (
            <p class="fault" role="alert">
                {asked.fault}
            </p>
        );
    }
    if (!asked.odds) {
        return <p class="muted">{wanted(count) || 'Working it out…'}</p>;
    }
    const { odds } = asked;
    const best = odds.actions.find((one) => one.action === odds.best);
    return (
        <>
            <p class="answer-best">
                {actionName(odds.best)}
                <small>
                    worth {antes(best?.ev_decimal ?? 0)} antes, {gapOf(odds).toFixed(4)} more than
                    the next best
                </small>
            </p>
            <ValueTable odds={odds} />
            <p class="muted">
                <small>
                    Counted over {odds.deals.toLocaleString('en-US')} ways the cards can lie;
                    fractions are exact.
                </small>
            </p>
        </>
    );
}

function Situation({ rules, first }: { rules: string; first: string[] }) {
    const [cards, setCards] = useState<string[]>(first);
    const [typed, setTyped] = useState(first.join(' '));
    const asked = useOdds(cards, rules);
    const fault = cardsFault(typed, cardsMax);
    const change = (next: string[]) => {
        setCards(next);
        setTyped(next.join(' '));
        const url = new URL(location.href);
        url.searchParams.set('cards', next.join(' '));
        history.replaceState(null, '', url);
    };
    return (
        <section class="situation" aria-labelledby="situation">
            <h2 id="situation">What should I do with…</h2>
            <div class="situation-grid">
                <div>
                    <CardPicker
                        label="Cards"
                        chosen={cards}
                        full={cards.length >= cardsMax}
                        onToggle={(card) =>
                            change(
                                cards.includes(card)
                                    ? cards.filter((one) => one !== card)
                                    : [...cards, card],
                            )
                        }
                    />
                    <div class="situation-tools">
                        <label class="field">
                            <span>
                                Or type them: your two, then the board{' '}
                                {fault && <em class="bad">{fault}</em>}
                            </span>
                            <input
                                value={typed}
                                autocomplete="off"
                                spellcheck={false}
                                placeholder="Ah 4d Kc 8d 2h"
                                aria-invalid={fault !== ''}
                                onInput={(event) => {
                                    const text = event.currentTarget.value;
                                    const next = parseCards(text);
                                    setTyped(text);
                                    if (next && next.length <= cardsMax) {
                                        setCards(next);
                                    }
                                }}
                            />
                        </label>
                        <Button
                            onClick={() => change(cards.slice(0, -1))}
                            disabled={cards.length === 0}
                        >
                            Take back
                        </Button>
                        <Button onClick={() => change([])} disabled={cards.length === 0}>
                            Clear
                        </Button>
                    </div>
                </div>
                <div class="panel" role="region" aria-label="Answer" aria-live="off">
                    <div class="situation-slots">
                        <Slots words="Your cards" cards={cards.slice(0, 2)} places={2} />
                        <Slots words="Flop" cards={cards.slice(2, 5)} places={3} />
                        <Slots words="Turn and river" cards={cards.slice(5, 7)} places={2} />
                    </div>
                    <Answer asked={asked} count={cards.length} />
                </div>
            </div>
        </section>
    );
}

function Slots({ words, cards, places }: { words: string; cards: string[]; places: number }) {
    return (
        <div class="slot-group">
            <span>{words}</span>
            <CardRow
                cards={cards}
                places={places}
                label={`${words}: ${cardsWords(cards) || 'none yet'}`}
            />
        </div>
    );
}

export default function StrategyPage({ query }: PageProps) {
    const [rules, setRules] = useState(query.get('rules') ?? 'washington');
    const first = useMemo(() => parseCards(query.get('cards') ?? '')?.slice(0, cardsMax) ?? [], []);
    return (
        <Shell title="Perfect play">
            <div class="strategy-top">
                <ProfilePicker value={rules} onChange={setRules} />
            </div>
            <ChartPart key={rules} rules={rules} />
            <Rules rules={rules} />
            <Situation rules={rules} first={first} />
        </Shell>
    );
}
