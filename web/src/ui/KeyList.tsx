// The list behind `?`: every key that works here, and how things look.
import { changeSettings, settings } from '../lib/settings';
import { keyGroups, keysShown, type Key } from '../lib/keys';
import { Dialog } from './Dialog';

const labels: Record<string, string> = {
    ' ': 'Space',
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Escape: 'Esc',
};

function keyLabel(key: string): string {
    return key.startsWith('shift+')
        ? 'Shift ' + keyLabel(key.slice(6))
        : (labels[key] ?? key.toUpperCase());
}

function Choice({
    name,
    words,
    note,
}: {
    name: 'fourColours' | 'largePrint' | 'sound' | 'turbo';
    words: string;
    note: string;
}) {
    return (
        <label class="choice">
            <input
                type="checkbox"
                checked={settings.value[name]}
                onChange={(event) => changeSettings({ [name]: event.currentTarget.checked })}
            />
            <span>
                {words}
                <small>{note}</small>
            </span>
        </label>
    );
}

export function SettingChoices() {
    return (
        <div class="choices">
            <Choice name="fourColours" words="Four-colour deck" note="diamonds blue, clubs green" />
            <Choice name="largePrint" words="Large print" note="bigger words and figures" />
            <Choice name="sound" words="Sound" note="cards, chips, your turn, wins" />
            <Choice name="turbo" words="Turbo" note="alone: deal at once, same bets" />
            <label class="choice">
                <input
                    type="checkbox"
                    checked={settings.value.motion === 'off'}
                    onChange={(event) =>
                        changeSettings({ motion: event.currentTarget.checked ? 'off' : 'system' })
                    }
                />
                <span>
                    No motion
                    <small>cards appear where they lie</small>
                </span>
            </label>
        </div>
    );
}

/** What can be read up: on a phone, which has no keys, these are the way to it. */
const isHelp = ({ key, active }: Key): boolean => ['l', 'g', 'h'].includes(key) && active !== false;

function HowToPlay() {
    return (
        <details class="how-to-play">
            <summary>How to play</summary>
            <ol>
                <li>
                    Put the same amount on Ante and on Blind. You and the dealer get two cards each.
                </li>
                <li>Before the flop: play 4× or 3× your Ante, or check.</li>
                <li>After three community cards: play 2×, or check.</li>
                <li>After all five: play 1×, or fold and lose Ante and Blind.</li>
                <li>
                    The best five of seven cards win. Play and Ante pay 1 to 1, the Ante only if the
                    dealer qualifies; the Blind pays by its table. Side bets pay by their own.
                </li>
            </ol>
        </details>
    );
}

export function KeyList() {
    if (!keysShown.value) {
        return null;
    }
    // The nearest first: what works here, then what works everywhere.
    const groups = keyGroups.value.filter((group) => group.keys.length > 0).reverse();
    return (
        <Dialog title="Help and settings" onClose={() => (keysShown.value = false)} wide>
            <HowToPlay />
            <div class="help-actions">
                {groups
                    .flatMap(({ keys }) => keys.filter(isHelp))
                    .map((key) => (
                        <button
                            key={key.key}
                            type="button"
                            class="button button-plain"
                            onClick={() => {
                                keysShown.value = false;
                                key.run();
                            }}
                        >
                            {key.words}
                        </button>
                    ))}
            </div>
            <SettingChoices />
            <div class="key-groups">
                {groups.map((group) => (
                    <section key={group.title}>
                        <h3>{group.title}</h3>
                        <dl>
                            {group.keys.map((key) => (
                                <div key={key.key}>
                                    <dt>
                                        <kbd>{key.label ?? keyLabel(key.key)}</kbd>
                                    </dt>
                                    <dd>{key.words}</dd>
                                </div>
                            ))}
                        </dl>
                    </section>
                ))}
            </div>
        </Dialog>
    );
}
