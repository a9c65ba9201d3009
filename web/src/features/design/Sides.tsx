// The side bets of a profile: the makers', and a small editor for those of one's own.
import { useState } from 'preact/hooks';
import { betCards, conditionsOf, folds, lineWords } from './model/conditions';
import {
    linesOf,
    paysText,
    progressiveFields,
    progressiveLines,
    progressiveSwitches,
    progressiveText,
    readPays,
    readProgressive,
} from './model/fields';
import { changesOf, getAt, setAt, type Path } from './model/profile';
import {
    addBet,
    figuresOf,
    isOwn,
    linesMax,
    linesPath,
    makers,
    moveLine,
    ownMax,
    removeBet,
    renameBet,
    sidesOf,
    tableOf,
    tablesOf,
    titleBet,
    titleOf,
    type Side,
    type SideLine,
} from './model/sides';
import { percent } from '../../lib/exact';
import type { Par, SideFigures } from '../../lib/figures';
import { Button } from '../../ui/Button';
import { ChoiceField, FaultWords, isBad, isBadAsWhole, Typed, type FormProps } from './Fields';
import { Edge, Figure } from './Figures';
import { Part } from './Part';

interface SideProps {
    form: FormProps;
    side: Side;
    place: number;
    par: Par | null;
    fresh: boolean;
}

/** How often a bet of the starting profile differs here, by its name. */
function changesIn(form: FormProps, id: string): number {
    return changesOf(getAt(form.start, ['side', id]), getAt(form.profile, ['side', id])).length;
}

/** What the bet is told of, but its lines: the table in use, what a fold does, what it needs. */
function Terms({ form, side, place, cards }: SideProps & { cards?: boolean }) {
    const at = (field: string): Path => ['side', place, field];
    const tables = tablesOf(side);
    const others = sidesOf(form.profile).filter((one) => one.id !== side.id && one.id !== '');
    const needs = side.needs ?? [];
    // An empty list says what no list says, but where the profile began with one.
    const need = (id: string, on: boolean) => {
        const rest = on ? [...needs, id] : needs.filter((one) => one !== id);
        const began = getAt(form.start, ['side', side.id, 'needs']) !== undefined;
        form.set(at('needs'), rest.length > 0 || began ? rest : undefined);
    };
    return (
        <>
            <div class="pay-lines">
                {tables.length > 1 && (
                    <ChoiceField
                        form={form}
                        choice={{
                            path: at('use'),
                            words: 'Table in use',
                            options: tables.map(({ id }) => [id, id]),
                        }}
                    />
                )}
                {cards && (
                    <ChoiceField
                        form={form}
                        choice={{
                            path: at('cards'),
                            words: 'Looks at',
                            options: betCards,
                            wide: true,
                        }}
                    />
                )}
                <ChoiceField
                    form={form}
                    choice={{ path: at('fold'), words: 'After a fold', options: folds, wide: true }}
                />
            </div>
            {others.length > 0 && (
                <fieldset class="switches bet-needs">
                    <legend>Only together with</legend>
                    {others.map(({ id }) => (
                        <label key={id} class="choice">
                            <input
                                type="checkbox"
                                checked={needs.includes(id)}
                                data-path={`side.${place}.needs.${id}`}
                                onChange={(event) => need(id, event.currentTarget.checked)}
                            />
                            <span>{titleOf(form.profile, id)}</span>
                        </label>
                    ))}
                    <FaultWords form={form} path={at('needs')} />
                </fieldset>
            )}
        </>
    );
}

function SidePart(props: SideProps) {
    const { form, side, place, par } = props;
    const figures = figuresOf(par, side.id).find((one) => one.in_use);
    const lines = linesPath(side, place);
    return (
        <Part
            title={titleOf(form.profile, side.id)}
            changed={changesIn(form, side.id)}
            bad={isBad(form, ['side', place])}
            note={figures && <Edge value={figures.house_edge_decimal} digits={3} />}
        >
            {tablesOf(side).length === 0 && <p class="muted">This profile has no table for it.</p>}
            <div key={lines.join()} class="pay-lines">
                {linesOf(side).map((when) => (
                    <Typed
                        key={when}
                        form={form}
                        path={[...lines, when]}
                        label={lineWords(when)}
                        text={paysText}
                        read={(text) => readPays(when, text)}
                    />
                ))}
            </div>
            <Terms {...props} />
        </Part>
    );
}

function ProgressivePart({ form, side, place, par }: SideProps) {
    const terms = changesOf(
        getAt(form.start, ['progressive']),
        getAt(form.profile, ['progressive']),
    ).length;
    const atSeed = par?.progressive?.return_at_seed_decimal;
    return (
        <Part
            title={titleOf(form.profile, side.id)}
            changed={changesIn(form, side.id) + terms}
            bad={isBad(form, ['side', place]) || isBad(form, ['progressive'])}
            note={
                typeof atSeed === 'number' && (
                    <span class={atSeed > 1 ? 'alarm' : ''}>
                        returns {percent(atSeed, 2)} at the seed
                    </span>
                )
            }
        >
            <div class="pay-lines">
                {progressiveLines.map((when) => (
                    <Typed
                        key={when}
                        form={form}
                        path={['side', place, 'lines', when]}
                        label={when}
                        text={progressiveText}
                        read={(text) => readProgressive(when, text)}
                    />
                ))}
            </div>
            <p class="muted">
                <small>A share of the meter as 5%, a fixed prize for one chip as 250.</small>
            </p>
            <div class="pay-lines">
                {progressiveFields.map((field) => (
                    <Typed key={field.words} form={form} path={field.path} label={field.words} />
                ))}
                {progressiveSwitches.map((choice) => (
                    <ChoiceField key={choice.words} form={form} choice={choice} />
                ))}
            </div>
        </Part>
    );
}

// ---- a bet of one's own -------------------------------------------------------------------------

function BetFigures({
    side,
    now,
    fresh,
}: {
    side: Side;
    now: SideFigures | undefined;
    fresh: boolean;
}) {
    return (
        <dl class="bet-figures">
            <Figure
                id={`${side.id}.edge`}
                name="House edge"
                value={now ? percent(now.house_edge_decimal) : null}
                alarm={now !== undefined && now.house_edge_decimal < 0}
                exact={now?.house_edge}
                fresh={fresh}
            />
            <Figure
                id={`${side.id}.hits`}
                name="Hit frequency"
                value={now ? percent(now.hit_frequency_decimal) : null}
                exact={now?.hit_frequency}
                fresh={fresh}
            />
            <Figure
                id={`${side.id}.variance`}
                name="Variance"
                value={now ? now.variance_decimal.toFixed(5) : null}
                exact={now?.variance}
                fresh={fresh}
            />
        </dl>
    );
}

/** The keyboard stays with the line it moved; at the ends of the list, and when a line went, at the next button. */
function focusLine(path: Path, at: number, by: number): void {
    requestAnimationFrame(() => {
        const button = [by, -by, 0]
            .map((way) =>
                document.querySelector<HTMLElement>(
                    `[data-move="${[...path, at, way].join('.')}"]`,
                ),
            )
            .find((one) => one && !(one as HTMLButtonElement).disabled);
        button?.focus();
    });
}

function BetLine({
    form,
    path,
    at,
    line,
    now,
    list,
}: {
    form: FormProps;
    path: Path; // of the lines
    at: number;
    line: SideLine;
    now: SideFigures | undefined;
    list: string;
}) {
    const lines = (getAt(form.profile, path) ?? []) as SideLine[];
    const own = [...path, at];
    const counted = now?.lines?.[at];
    const move = (by: number) => {
        form.change((held) => setAt(held, path, moveLine(getAt(held, path) as SideLine[], at, by)));
        focusLine(path, at + by, by);
    };
    const remove = () => {
        form.set(own, undefined);
        focusLine(path, Math.min(at, lines.length - 2), 0);
    };
    const name = `line ${at + 1}`;
    return (
        <li class="bet-line">
            <Typed
                form={form}
                path={[...own, 'when']}
                label={`Hand of ${name}`}
                plain
                read={(text) => text}
                list={list}
                whole={own}
            />
            <Typed form={form} path={[...own, 'pays']} label={`Odds of ${name}`} />
            <span class="bet-chance" data-chance={counted?.probability}>
                {counted?.when === line.when ? (
                    <>
                        {percent(counted.probability_decimal)} <code>{counted.probability}</code>
                    </>
                ) : (
                    '…'
                )}
            </span>
            <span class="bet-moves">
                <Button
                    kind="quiet"
                    aria-label={`Move ${name} up`}
                    data-move={`${own.join('.')}.-1`}
                    disabled={at === 0}
                    onClick={() => move(-1)}
                >
                    ↑
                </Button>
                <Button
                    kind="quiet"
                    aria-label={`Move ${name} down`}
                    data-move={`${own.join('.')}.1`}
                    disabled={at === lines.length - 1}
                    onClick={() => move(1)}
                >
                    ↓
                </Button>
                <Button
                    kind="quiet"
                    aria-label={`Remove ${name}`}
                    data-move={`${own.join('.')}.0`}
                    onClick={remove}
                >
                    ×
                </Button>
            </span>
        </li>
    );
}

function AddLine({ form, path, cards }: { form: FormProps; path: Path; cards: unknown }) {
    const lines = (getAt(form.profile, path) ?? []) as SideLine[];
    const [chosen, choose] = useState('');
    const free = conditionsOf(cards).filter((when) => !lines.some((line) => line.when === when));
    const when = free.includes(chosen) ? chosen : '';
    const add = () => form.set([...path, when === '' ? lines.length : when], { when, pays: 1 });
    return (
        <div class="bet-add">
            <label class="typed">
                <span>Another line for</span>
                <select value={when} onChange={(event) => choose(event.currentTarget.value)}>
                    <option value="">a hand you type</option>
                    {free.map((one) => (
                        <option key={one} value={one}>
                            {one}
                        </option>
                    ))}
                </select>
            </label>
            <Button disabled={lines.length >= linesMax} onClick={add}>
                Add a line
            </Button>
        </div>
    );
}

function OwnPart(props: SideProps) {
    const { form, side, place, par, fresh } = props;
    const lines = linesPath(side, place);
    const now = figuresOf(par, side.id).find((one) => one.in_use);
    const list = `conditions-${place}`;
    const [open] = useState(() => getAt(form.start, ['side', side.id]) === undefined);
    return (
        <Part
            title={side.title || side.id || 'Side bet'}
            changed={changesIn(form, side.id)}
            bad={isBad(form, ['side', place])}
            note={now && <Edge value={now.house_edge_decimal} digits={3} />}
            open={open}
        >
            <BetFigures side={side} now={now} fresh={fresh} />
            <div class="design-names">
                <Typed
                    form={form}
                    path={['side', place, 'title']}
                    label="Title"
                    plain
                    read={(text) => text}
                    put={(text) => form.change((held) => titleBet(held, place, text))}
                />
                <Typed
                    form={form}
                    path={['side', place, 'id']}
                    label="Id"
                    plain
                    read={(text) => text}
                    put={(text) => form.change((held) => renameBet(held, place, text))}
                />
            </div>
            <Terms {...props} cards />
            <h3 class="bet-head" id={`${list}-head`}>
                The first line that fits pays
            </h3>
            <ol class="bet-lines" aria-labelledby={`${list}-head`}>
                {(tableOf(side)?.lines ?? []).map((line, at) => (
                    <BetLine
                        key={at}
                        form={form}
                        path={lines}
                        at={at}
                        line={line}
                        now={now}
                        list={list}
                    />
                ))}
            </ol>
            {[lines, ['side', place]].map((path) => (
                <FaultWords
                    key={path.join()}
                    form={form}
                    path={path}
                    bad={isBadAsWhole(form, path)}
                />
            ))}
            <datalist id={list}>
                {conditionsOf(side.cards).map((when) => (
                    <option key={when} value={when} />
                ))}
            </datalist>
            <AddLine form={form} path={lines} cards={side.cards} />
            <Button onClick={() => form.change((held) => removeBet(held, place))}>
                Remove this bet
            </Button>
        </Part>
    );
}

/** One part for each side bet: the makers', and those of one's own, of which there may be more. */
export function Sides({ form, par, fresh }: { form: FormProps; par: Par | null; fresh: boolean }) {
    const sides = sidesOf(form.profile);
    const own = sides.flatMap((side, place) => (isOwn(side) ? [{ side, place }] : []));
    const add = () => {
        form.change(addBet);
        requestAnimationFrame(() =>
            document
                .querySelector<HTMLElement>(`[data-path="side.${sides.length}.title"]`)
                ?.focus(),
        );
    };
    return (
        <>
            {makers.map((id) => {
                const place = sides.findIndex((one) => one.id === id && !isOwn(one));
                const side = sides[place];
                const MakersPart = id === 'progressive' ? ProgressivePart : SidePart;
                return side ? (
                    <MakersPart key={id} {...{ form, side, place, par, fresh }} />
                ) : (
                    <Part key={id} title={titleOf(form.profile, id)} changed={0} bad={false}>
                        <p class="muted">This profile has none.</p>
                    </Part>
                );
            })}
            {own.map(({ side, place }) => (
                <OwnPart key={place} {...{ form, side, place, par, fresh }} />
            ))}
            {own.length < ownMax && (
                <div>
                    <Button onClick={add}>Add a side bet of your own</Button>
                </div>
            )}
        </>
    );
}
