// Requests to the server, with the token that proves they come from this page.
import type { Fault, Person } from './types';

export class ApiError extends Error {
    constructor(
        readonly status: number,
        readonly fault: Fault,
        /** How long the server wants us to wait; 0: it does not say. */
        readonly waitSeconds = 0,
    ) {
        super(fault.message);
    }
}

let token = '';

export function rememberToken(person: Person): void {
    if (person.csrf) {
        token = person.csrf;
    }
}

async function answerOf<T>(response: Response): Promise<T> {
    let body: unknown = null;
    try {
        body = await response.json();
    } catch {
        body = null;
    }
    if (!response.ok) {
        const fault = (body as { error?: Fault } | null)?.error;
        throw new ApiError(
            response.status,
            fault ?? { message: `the server said ${response.status}` },
            Number(response.headers.get('Retry-After') ?? 0) || 0,
        );
    }
    if (body === null) {
        throw new ApiError(response.status, { message: 'the answer could not be read' });
    }
    return body as T;
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
    try {
        return await fetch(path, { credentials: 'same-origin', ...init });
    } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') {
            throw error;
        }
        throw new ApiError(0, { code: 'network', message: 'the server cannot be reached' });
    }
}

/** `signal` cancels: then an AbortError is thrown. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return answerOf<T>(await ask(path, signal ? { signal } : {}));
}

async function postOnce(
    path: string,
    body: unknown,
    signal?: AbortSignal,
    key?: string,
): Promise<Response> {
    return ask(path, {
        method: 'POST',
        headers: {
            'Content-Type': 'application/json',
            'X-CSRF-Token': token,
            ...(key ? { 'Idempotency-Key': key } : {}),
        },
        body: JSON.stringify(body ?? {}),
        ...(signal ? { signal } : {}),
    });
}

/** A token of an older session is fetched anew, once. What moves money goes through pay, with a key. */
export async function post<T>(
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    key?: string,
): Promise<T> {
    let response = await postOnce(path, body, signal, key);
    if (response.status === 403) {
        const before = token;
        rememberToken(await get<Person>('/api/me', signal));
        if (token !== before) {
            response = await postOnce(path, body, signal, key);
        }
    }
    return answerOf<T>(response);
}

/** What to tell somebody about a failed request. */
export function wordsOf(error: unknown): string {
    return error instanceof Error ? error.message : 'something went wrong';
}
