// The trainer's book and its settings, kept in this browser and nowhere else.
import { effect, signal } from '@preact/signals';
import { add, emptyBook, merged, readBook, type Book, type Entry } from './book';

export interface TrainerSettings {
    /** The values of the choices: before acting, after, or the cost alone. */
    show: 'before' | 'after';
    /** Decisions a day. */
    goal: number;
}

export const goals: readonly number[] = [10, 20, 50, 100];

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
    let read: Partial<TrainerSettings> | null = null;
    try {
        read = JSON.parse(stored(settingsKey) ?? '') as Partial<TrainerSettings> | null;
    } catch {
        // Nothing was kept, or not by this page.
    }
    return {
        show: read?.show === 'before' ? 'before' : 'after',
        goal: goals.find((goal) => goal === read?.goal) ?? 20,
    };
}

export const book = signal<Book>(readBook(stored(bookKey)));
export const trainerSettings = signal<TrainerSettings>(readSettings());

effect(() => keep(settingsKey, JSON.stringify(trainerSettings.value)));

export function record(entry: Entry): void {
    // Another window may have written since: its decisions are not lost.
    book.value = add(readBook(stored(bookKey) ?? JSON.stringify(book.value)), entry);
    keep(bookKey, JSON.stringify(book.value));
}

/** Adds the decisions of a saved file; how many there were in it. */
export function importBook(text: string): number {
    const other = readBook(text);
    book.value = merged(readBook(stored(bookKey) ?? JSON.stringify(book.value)), other);
    keep(bookKey, JSON.stringify(book.value));
    return other.entries.length;
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
