// The list behind `?`: every key that works here, and how things look.
import { changeSettings, settings } from '../lib/settings';
import { keyGroups, keysShown } from '../lib/keys';
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
    name: 'fourColours' | 'largePrint';
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

export function KeyList() {
    if (!keysShown.value) {
        return null;
    }
    // The nearest first: what works here, then what works everywhere.
    const groups = keyGroups.value.filter((group) => group.keys.length > 0).reverse();
    return (
        <Dialog title="Keys and settings" onClose={() => (keysShown.value = false)} wide>
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
