// What every ordinary page has around it: the name of the house, where one can go, who one is.
import type { ComponentChildren } from 'preact';
import { money } from '../lib/money';
import { isSignedIn, may, me, playMoney } from '../lib/room';
import { place } from '../lib/router';
import { keysShown } from '../lib/keys';

const everyone: [string, string][] = [
    ['/', 'Lobby'],
    ['/learn', 'Learn'],
    ['/strategy', 'Strategy'],
    ['/design', 'Designer'],
];

function Nav() {
    const here = place.value?.path ?? '/';
    const links = [...everyone];
    if (may('deal') || may('pit') || may('read_records') || may('people')) {
        links.push(['/pit', 'Pit']);
    }
    return (
        <nav class="nav" aria-label="Pages">
            {links.map(([path, words]) => (
                <a
                    key={path}
                    href={path}
                    aria-current={here === path || here.startsWith(`${path}/`) ? 'page' : undefined}
                >
                    {words}
                </a>
            ))}
        </nav>
    );
}

export function Logo() {
    return (
        <a class="logo" href="/" aria-label="uth, lobby">
            <svg viewBox="0 0 32 32" aria-hidden="true">
                <path d="M16 1 31 16 16 31 1 16Z" />
            </svg>
            <span>uth</span>
        </a>
    );
}

export function Who() {
    const here = place.value?.path ?? '/';
    const after = here === '/login' ? '/' : here;
    return (
        <div class="who">
            {isSignedIn.value && (
                <a href="/account" class="who-link">
                    <span class="who-name">{me.value.name}</span>
                    <span class="who-wallet">{money(me.value.wallet ?? 0)}</span>
                </a>
            )}
            {(!isSignedIn.value || me.value.role === 'guest') && (
                <a href={`/login?next=${encodeURIComponent(after)}`} class="who-link who-sign">
                    Sign in
                </a>
            )}
            <button
                type="button"
                class="icon-button"
                aria-label="Help and settings"
                onClick={() => (keysShown.value = true)}
            >
                ?
            </button>
        </div>
    );
}

export function Shell({
    title,
    wide,
    children,
}: {
    title: string;
    wide?: boolean;
    children: ComponentChildren;
}) {
    return (
        <div class={`shell ${wide ? 'shell-wide' : ''}`}>
            <header class="shell-head">
                <Logo />
                <Nav />
                <Who />
            </header>
            <main class="shell-main" id="main">
                <h1 tabIndex={-1}>{title}</h1>
                {me.value.password_given && place.value?.path !== '/account' && (
                    <p class="warning no-print" role="status">
                        Somebody else chose your password. <a href="/account">Choose your own.</a>
                    </p>
                )}
                {children}
            </main>
            <footer class="shell-foot">
                {playMoney() && 'Play money only. Nothing here can be bought, won or cashed.'}
            </footer>
        </div>
    );
}
