// What this browser saw before a round was dealt: the commitment the table showed. The fairness check
// compares the record with it, so that it need not believe the record.
interface Noted {
    commitment: string;
}

const key = 'uth-noted';
const notedMax = 200;

function all(): Record<string, Noted> {
    try {
        return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Noted>;
    } catch {
        return {};
    }
}

export function note(table: number, round: number, noted: Noted): void {
    const kept = all();
    const place = `${table}/${round}`;
    // The first commitment seen is the one that counts: a later one would be a broken promise.
    kept[place] ??= noted;
    const places = Object.keys(kept);
    for (const old of places.slice(0, Math.max(0, places.length - notedMax))) {
        delete kept[old];
    }
    try {
        localStorage.setItem(key, JSON.stringify(kept));
    } catch {
        // Not noted: the check then says that it can only compare the record with itself.
    }
}

export function notedOf(table: number, round: number): Noted | undefined {
    return all()[`${table}/${round}`];
}
