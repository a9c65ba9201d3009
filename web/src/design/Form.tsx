// The form of a profile, part by part.
import type { ComponentChildren } from 'preact';
import {
    amountText,
    gameChoices,
    gamesOverPath,
    limitFieldsOf,
    playWithinLimit,
    progressiveFields,
    progressiveLines,
    progressiveSwitches,
    progressiveText,
    readAmount,
    readProgressive,
    sideLines,
    switchesOf,
    type SideName,
} from '../lib/design/fields';
import { changesOf, getAt, isAt, type Path } from '../lib/design/profile';
import { percent } from '../lib/exact';
import type { Par } from '../lib/figures';
import { wagerTitles } from '../lib/words';
import { ChoiceField, sameAt, SwitchField, Typed, type FormProps } from './Fields';

function Part({
    title,
    note,
    open,
    changed,
    bad,
    children,
}: {
    title: string;
    note?: ComponentChildren;
    open?: boolean;
    changed: number;
    bad: boolean;
    children: ComponentChildren;
}) {
    return (
        <details class="part" open={open}>
            <summary>
                <strong>{title}</strong>
                {bad && <span class="tag bad">fault</span>}
                {changed > 0 && <span class="tag part-changed">{changed} changed</span>}
                <span class="part-note">{note}</span>
            </summary>
            <div class="part-body">{children}</div>
        </details>
    );
}

function PayLines({ form, path, lines }: { form: FormProps; path: Path; lines: string[] }) {
    return (
        <div class="pay-lines">
            {lines.map((line) => (
                <Typed key={line} form={form} path={[...path, line]} label={line} />
            ))}
        </div>
    );
}

function SidePart({ form, side, par }: { form: FormProps; side: SideName; par: Par | null }) {
    const tables = getAt(form.profile, [side, 'tables']);
    const use = getAt(form.profile, [side, 'use']);
    const list = Array.isArray(tables) ? (tables as { id: string }[]) : [];
    const at = list.findIndex((table) => table.id === use);
    const figures = par?.[side]?.find((one) => one.in_use);
    const changed = changesOf(getAt(form.start, [side]), getAt(form.profile, [side])).length;
    return (
        <Part
            title={wagerTitles[side]}
            changed={changed}
            bad={isAt(form.fault, [side])}
            note={figures && `edge ${percent(figures.house_edge_decimal, 3)}`}
        >
            {list.length === 0 && <p class="muted">This profile has no table for it.</p>}
            {list.length > 1 && (
                <label class="typed">
                    <span>Table in use</span>
                    <select
                        value={String(use)}
                        onChange={(event) => form.set([side, 'use'], event.currentTarget.value)}
                    >
                        {list.map((table) => (
                            <option key={table.id} value={table.id}>
                                {table.id}
                            </option>
                        ))}
                    </select>
                </label>
            )}
            {at >= 0 && (
                <PayLines
                    key={at}
                    form={form}
                    path={[side, 'tables', at, 'pays']}
                    lines={sideLines[side]}
                />
            )}
        </Part>
    );
}

function ProgressivePart({ form, par }: { form: FormProps; par: Par | null }) {
    const there = getAt(form.profile, ['progressive', 'table', 'pays']) !== undefined;
    const changed = changesOf(
        getAt(form.start, ['progressive']),
        getAt(form.profile, ['progressive']),
    ).length;
    const atSeed = par?.progressive?.return_at_seed_decimal;
    return (
        <Part
            title="Progressive"
            changed={changed}
            bad={isAt(form.fault, ['progressive'])}
            note={typeof atSeed === 'number' ? `returns ${percent(atSeed, 2)} at the seed` : ''}
        >
            {there ? (
                <>
                    <div class="pay-lines">
                        {progressiveLines.map((line) => (
                            <Typed
                                key={line}
                                form={form}
                                path={['progressive', 'table', 'pays', line]}
                                label={line}
                                text={progressiveText}
                                read={readProgressive}
                            />
                        ))}
                    </div>
                    <p class="muted">
                        <small>
                            A share of the meter as 5%, a fixed prize for one chip as 250.
                        </small>
                    </p>
                    <div class="pay-lines">
                        {progressiveFields.map((field) => (
                            <Typed
                                key={field.words}
                                form={form}
                                path={field.path}
                                label={field.words}
                            />
                        ))}
                        {progressiveSwitches.map((choice) => (
                            <ChoiceField key={choice.words} form={form} choice={choice} />
                        ))}
                    </div>
                </>
            ) : (
                <p class="muted">This profile has none.</p>
            )}
        </Part>
    );
}

export function Form({ form, par }: { form: FormProps; par: Par | null }) {
    const count = (paths: Path[]) => paths.filter((path) => !sameAt(form, path)).length;
    const badIn = (paths: Path[]) => paths.some((path) => isAt(form.fault, path));
    const game = gameChoices.map((one) => one.path);
    const switches = switchesOf(form.profile);
    const flags = switches.map((one) => one.path);
    const limitFields = limitFieldsOf(form.profile);
    const limits = [...limitFields, playWithinLimit].map((one) => one.path).concat([gamesOverPath]);
    return (
        <div class="design-form">
            <Part
                title="Blind"
                open
                changed={
                    changesOf(getAt(form.start, ['blind']), getAt(form.profile, ['blind'])).length
                }
                bad={isAt(form.fault, ['blind'])}
                note="pays to one, or 3:2"
            >
                <PayLines form={form} path={['blind', 'pays']} lines={sideLines.blind} />
            </Part>
            <Part title="The game" open changed={count(game)} bad={badIn(game)}>
                <div class="pay-lines">
                    {gameChoices.map((choice) => (
                        <ChoiceField key={choice.words} form={form} choice={choice} />
                    ))}
                </div>
            </Part>
            <Part title="Limits" changed={count(limits)} bad={badIn(limits)}>
                <div class="pay-lines">
                    {limitFields.map((field) => (
                        <Typed
                            key={field.words}
                            form={form}
                            path={field.path}
                            label={field.words}
                            text={amountText}
                            read={readAmount}
                        />
                    ))}
                    <Typed form={form} path={gamesOverPath} label="So many games may be above it" />
                </div>
                <div class="switches">
                    <SwitchField form={form} choice={playWithinLimit} />
                </div>
            </Part>
            <SidePart form={form} side="trips" par={par} />
            <SidePart form={form} side="bad_beat" par={par} />
            <SidePart form={form} side="pairs" par={par} />
            <ProgressivePart form={form} par={par} />
            <Part title="Switches" changed={count(flags)} bad={badIn(flags)}>
                <div class="switches">
                    {switches
                        .filter((choice) => !choice.options)
                        .map((choice) => (
                            <SwitchField key={choice.words} form={form} choice={choice} />
                        ))}
                </div>
                <div class="pay-lines">
                    {switches
                        .filter((choice) => choice.options)
                        .map((choice) => (
                            <ChoiceField key={choice.words} form={form} choice={choice} />
                        ))}
                </div>
            </Part>
        </div>
    );
}
