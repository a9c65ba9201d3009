// Requests that move money carry a key, so that what somebody means to do once is done once, however
// often it is sent: the server knows the key and gives the old answer.
import { post } from './api';

interface Meant {
    what: string;
    key: string;
}

// By path: what was sent and perhaps carried out, until an answer says so. It outlives the form, so
// that a lost connection or a log-in in between changes nothing.
const open = new Map<string, Meant>();

function newKey(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `approval`, another person's card and PIN, is sent but is no part of what is meant. */
export async function pay<T>(path: string, body: object, approval: object = {}): Promise<T> {
    const what = JSON.stringify(body);
    let meant = open.get(path);
    if (meant?.what !== what) {
        meant = { what, key: newKey() };
        open.set(path, meant);
    }
    const answer = await post<T>(path, { ...body, ...approval }, undefined, meant.key);
    if (open.get(path) === meant) {
        open.delete(path);
    }
    return answer;
}
