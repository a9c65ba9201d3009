// The page: where we are, and what lies over it.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { handleKey, keysShown, useKeys } from './lib/keys';
import { learnAtFirst } from './lib/room';
import { navigate, place, startRouter } from './lib/router';
import './lib/settings';
import { KeyList } from './ui/KeyList';
import { CutBanner, LiveRegions, Toasts } from './ui/Notices';
import { Shell } from './ui/Shell';

function Here() {
    const here = place.value;
    const path = here?.path;
    // Whoever reads with a screen reader is told that another page is there.
    useEffect(() => {
        if (path !== undefined && document.activeElement === document.body) {
            document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
        }
    }, [path]);
    if (!here) {
        return null;
    }
    if (!here.Page) {
        return (
            <Shell title={here.title}>
                <p>{here.fault || 'There is nothing at this address.'}</p>
                <p>
                    <a class="button button-main" href="/">
                        To the lobby
                    </a>
                </p>
            </Shell>
        );
    }
    return <here.Page key={here.path} numbers={here.numbers} query={here.query} />;
}

function App() {
    useKeys('Everywhere', [
        { key: '?', words: 'keys and settings', run: () => (keysShown.value = true) },
        { key: 'g', words: 'go to the lobby', run: () => navigate('/') },
    ]);
    return (
        <>
            <a class="skip-link" href="#main">
                Skip to the page
            </a>
            <CutBanner />
            <Here />
            <Toasts />
            <KeyList />
            <LiveRegions />
        </>
    );
}

effect(() => {
    if (place.value) {
        document.title = `${place.value.title} · uth`;
    }
});

document.addEventListener('keydown', handleKey);
startRouter();
void learnAtFirst();
const root = document.getElementById('app');
if (root) {
    render(<App />, root);
}
