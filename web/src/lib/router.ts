// Addresses and the pages behind them. Each page is a chunk of its own, loaded when it is gone to.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';

export interface PageProps {
    /** The numbers of the address, in order: /verify/3/17 gives [3, 17]. */
    numbers: number[];
    query: URLSearchParams;
}

interface PageModule {
    default: ComponentType<PageProps>;
}

interface Route {
    pattern: RegExp;
    name: string; // of the feature; its style sheet is features/NAME/page.css, if it has one
    title: string;
    load: () => Promise<PageModule>;
}

// prettier-ignore
const routes: Route[] = [
  { pattern: /^\/$/, name: 'lobby', title: 'Lobby', load: () => import('../features/lobby/page') },
  { pattern: /^\/table\/(\d+)$/, name: 'table', title: 'Table', load: () => import('../features/table/page') },
  { pattern: /^\/deal\/(\d+)$/, name: 'deal', title: 'Dealer', load: () => import('../features/deal/page') },
  { pattern: /^\/pit(?:\/[a-z0-9/]+)?$/, name: 'pit', title: 'Pit', load: () => import('../features/pit/page') },
  { pattern: /^\/display\/(\d+)$/, name: 'display', title: 'Jackpot', load: () => import('../features/display/page') },
  { pattern: /^\/learn(?:\/(\d+))?$/, name: 'learn', title: 'Trainer', load: () => import('../features/learn/page') },
  { pattern: /^\/design$/, name: 'design', title: 'Designer', load: () => import('../features/design/page') },
  { pattern: /^\/strategy$/, name: 'strategy', title: 'Strategy', load: () => import('../features/strategy/page') },
  { pattern: /^\/verify\/(\d+)\/(\d+)$/, name: 'verify', title: 'Fairness', load: () => import('../features/verify/page') },
  { pattern: /^\/hand\/(\d+)\/(\d+)$/, name: 'hand', title: 'Hand', load: () => import('../features/hand/page') },
  { pattern: /^\/account$/, name: 'account', title: 'Account', load: () => import('../features/account/page') },
  { pattern: /^\/login$/, name: 'account', title: 'Sign in', load: () => import('../features/account/login') },
];

export interface Place {
    path: string;
    title: string;
    numbers: number[];
    query: URLSearchParams;
    Page: ComponentType<PageProps> | null; // null: no such address
    fault: string;
}

export const place = signal<Place | null>(null);
export const loading = signal(false);

declare const STYLES: Record<string, string>; // page name -> address of its style sheet; build.mjs

const loadedStyles = new Map<string, Promise<void>>();

function loadStyle(name: string): Promise<void> {
    const href = STYLES[name];
    if (!href) {
        return Promise.resolve();
    }
    let found = loadedStyles.get(href);
    if (!found) {
        found = new Promise((resolve) => {
            const link = document.createElement('link');
            link.rel = 'stylesheet';
            link.href = href;
            link.onload = link.onerror = () => resolve();
            document.head.append(link);
        });
        loadedStyles.set(href, found);
    }
    return found;
}

let turn = 0;

async function goTo(url: URL): Promise<void> {
    const mine = ++turn;
    const query = url.searchParams;
    const path = url.pathname;
    for (const route of routes) {
        const match = route.pattern.exec(path);
        if (!match) {
            continue;
        }
        const numbers = match
            .slice(1)
            .filter((text) => text !== undefined)
            .map(Number);
        loading.value = true;
        let Page: Place['Page'] = null;
        let fault = '';
        try {
            const [module] = await Promise.all([route.load(), loadStyle(route.name)]);
            Page = module.default;
        } catch {
            fault = 'This page could not be loaded. Is the network there?';
        }
        if (mine === turn) {
            loading.value = false;
            place.value = { path, title: route.title, numbers, query, Page, fault };
        }
        return;
    }
    place.value = { path, title: 'Not found', numbers: [], query, Page: null, fault: '' };
}

export function navigate(path: string, options: { replace?: boolean } = {}): void {
    const url = new URL(path, location.href);
    if (options.replace) {
        history.replaceState(null, '', url);
    } else {
        history.pushState(null, '', url);
    }
    void goTo(url);
}

function onClick(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) {
        return;
    }
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
        return;
    }
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) {
        return;
    }
    if (
        link.pathname.startsWith('/api/') ||
        !routes.some((one) => one.pattern.test(link.pathname))
    ) {
        return;
    }
    event.preventDefault();
    navigate(link.href);
}

export function startRouter(): void {
    document.addEventListener('click', onClick);
    addEventListener('popstate', () => void goTo(new URL(location.href)));
    void goTo(new URL(location.href));
}
