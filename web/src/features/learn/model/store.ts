// The trainer's book and its settings, kept in this browser and nowhere else.
import { effect, signal } from '@preact/signals';
import { add, emptyBook, readBook, type Book, type Entry } from './book';

export interface TrainerSettings {
    /** The values of the choices: before acting, after, or the cost alone. */
    show: 'before' | 'after';
}

const bookKey = 'uth-trainer';
const settingsKey = 'uth-trainer-settings';

function stored(key: string): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

function keep(key: string, text: string): void {
    try {
        localStorage.setItem(key, text);
    } catch {
        // Private windows may refuse: then it lasts as long as the page.
    }
}

function readSettings(): TrainerSettings {
    return { show: stored(settingsKey)?.includes('"before"') ? 'before' : 'after' };
}

export const book = signal<Book>(readBook(stored(bookKey)));
export const trainerSettings = signal<TrainerSettings>(readSettings());

effect(() => keep(settingsKey, JSON.stringify(trainerSettings.value)));

export function record(entry: Entry): void {
    // Another window may have written since: its decisions are not lost.
    book.value = add(readBook(stored(bookKey) ?? JSON.stringify(book.value)), entry);
    keep(bookKey, JSON.stringify(book.value));
}

export function forget(): void {
    book.value = emptyBook();
    keep(bookKey, JSON.stringify(book.value));
}

addEventListener('storage', (event) => {
    if (event.key === bookKey) {
        book.value = readBook(event.newValue);
    }
});
