// The form of a profile, part by part.
import {
    amountText,
    gameChoices,
    gamesOverPath,
    limitFieldsOf,
    playWithinLimit,
    readAmount,
    switchesOf,
} from './model/fields';
import { kinds } from './model/conditions';
import { changesOf, getAt, type Path } from './model/profile';
import type { Par } from '../../lib/figures';
import { ChoiceField, isBad, sameAt, SwitchField, Typed, type FormProps } from './Fields';
import { Part } from './Part';
import { Sides } from './Sides';

export function Form({ form, par, fresh }: { form: FormProps; par: Par | null; fresh: boolean }) {
    const count = (paths: Path[]) => paths.filter((path) => !sameAt(form, path)).length;
    const badIn = (paths: Path[]) => paths.some((path) => isBad(form, path));
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
                bad={isBad(form, ['blind'])}
                note="pays to one, or 3:2"
            >
                <div class="pay-lines">
                    {kinds.map((hand) => (
                        <Typed key={hand} form={form} path={['blind', 'pays', hand]} label={hand} />
                    ))}
                </div>
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
                            key={field.path.join('.')}
                            form={form}
                            path={field.path}
                            label={field.words}
                            text={amountText}
                            read={readAmount}
                        />
                    ))}
                    <Typed
                        form={form}
                        path={gamesOverPath}
                        label="Games above that limit, at most"
                    />
                </div>
                <div class="switches">
                    <SwitchField form={form} choice={playWithinLimit} />
                </div>
            </Part>
            <Sides form={form} par={par} fresh={fresh} />
            <Part title="Switches" changed={count(flags)} bad={badIn(flags)}>
                <div class="switches">
                    {switches
                        .filter((choice) => !choice.options)
                        .map((choice) => (
                            <SwitchField key={choice.path.join('.')} form={form} choice={choice} />
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
