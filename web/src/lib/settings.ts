// What a person likes, kept in this browser: how it looks, never what it means.
import { effect, signal } from '@preact/signals';

export interface Settings {
    fourColours: boolean;
    largePrint: boolean;
    motion: 'system' | 'off';
    /** Cards, chips, wins to be heard; off until asked for. */
    sound: boolean;
    /** Alone at a table: the next hand at once, with the same bets. */
    turbo: boolean;
}

const key = 'uth-settings';
const defaults: Settings = {
    fourColours: false,
    largePrint: false,
    motion: 'system',
    sound: false,
    turbo: false,
};

function load(): Settings {
    try {
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
        return { ...defaults, ...(stored as Partial<Settings>) };
    } catch {
        return defaults;
    }
}

export const settings = signal<Settings>(load());

export function changeSettings(change: Partial<Settings>): void {
    settings.value = { ...settings.value, ...change };
}

const still = window.matchMedia('(prefers-reduced-motion: reduce)');
const systemStill = signal(still.matches);
still.addEventListener('change', () => (systemStill.value = still.matches));

/** Whether things may move. */
export function mayMove(): boolean {
    return settings.value.motion === 'system' && !systemStill.value;
}

effect(() => {
    const { fourColours, largePrint } = settings.value;
    const root = document.documentElement;
    root.classList.toggle('four-colours', fourColours);
    root.classList.toggle('large-print', largePrint);
    root.classList.toggle('still', !mayMove());
    try {
        localStorage.setItem(key, JSON.stringify(settings.value));
    } catch {
        // Private windows may refuse: the setting then lasts as long as the page.
    }
});
