// The bar over a table: where one is, what happens, how long it lasts, the meter, what can be looked up.
import { keysShown } from '../../lib/keys';
import { moneyFull } from '../../lib/money';
import type { View } from '../../lib/types';
import { isInRound, phaseWordsAt, seatedCount, stateWords, stateWordsAt } from '../../lib/words';
import { Countdown } from '../../ui/Countdown';
import { memoBy } from '../../ui/memo';
import type { Open } from './Dialogs';

function phaseOf(view: View): string {
    if (view.paused) {
        return 'Paused';
    }
    if (view.phase === 'idle' && view.last?.voided) {
        return 'Void';
    }
    return isInRound(view.state)
        ? phaseWordsAt(view) || stateWords[view.state]
        : stateWordsAt(view, seatedCount(view));
}

interface BarProps {
    view: View;
    onOpen: (what: Open) => void;
}

const barParts = ({ view, onOpen }: BarProps) => [
    view.name,
    view.title,
    view.test_decks,
    phaseOf(view),
    view.deadline_ms,
    view.since_ms,
    view.progressive?.reachable,
    view.progressive?.amount,
    onOpen,
];

export const Bar = memoBy(function Bar({ view, onOpen }: BarProps) {
    return (
        <header class="bar">
            <a class="bar-back" href="/" aria-label="To the lobby">
                ‹
            </a>
            <div class="bar-name">
                <h1 tabIndex={-1}>{view.name}</h1>
                <span class="bar-title">{view.title}</span>
                {view.test_decks && <span class="tag bar-test">test decks</span>}
            </div>
            <div class="bar-phase">
                <span class="bar-words">{phaseOf(view)}</span>
                <Countdown deadline={view.deadline_ms} since={view.since_ms} />
            </div>
            {view.progressive && (
                <div class={`bar-meter ${view.progressive.reachable ? '' : 'is-off'}`}>
                    <small>Progressive</small>
                    <strong>
                        {view.progressive.reachable
                            ? moneyFull(view.progressive.amount)
                            : 'not now'}
                    </strong>
                </div>
            )}
            <div class="bar-tools">
                <button
                    type="button"
                    class="icon-button"
                    onClick={() => onOpen('placard')}
                    aria-label="Limits and pay tables"
                    aria-keyshortcuts="l"
                    title="Limits and pay tables (L)"
                >
                    <svg viewBox="0 0 20 20" aria-hidden="true">
                        <path d="M4 2h12v16H4zM7 6h6M7 10h6M7 14h4" />
                    </svg>
                </button>
                <button
                    type="button"
                    class="icon-button"
                    onClick={() => onOpen('hands')}
                    aria-label="Ranking of hands and glossary"
                    aria-keyshortcuts="g"
                    title="Ranking of hands and glossary (G)"
                >
                    <svg viewBox="0 0 20 20" aria-hidden="true">
                        <path d="M7 5.5h8V18H7zM5 15H4V3h8v1M9.5 9h3M9.5 12h3" />
                    </svg>
                </button>
                <button
                    type="button"
                    class="icon-button"
                    onClick={() => onOpen('history')}
                    aria-label="Your last hands"
                    aria-keyshortcuts="h"
                    title="Your last hands (H)"
                >
                    <svg viewBox="0 0 20 20" aria-hidden="true">
                        <path d="M10 2a8 8 0 1 1-7.5 5.2M2 3v4.5h4.5M10 5.5V10l3 2" />
                    </svg>
                </button>
                <button
                    type="button"
                    class="icon-button"
                    onClick={() => (keysShown.value = true)}
                    aria-label="Help and settings"
                    title="Help and settings (?)"
                >
                    ?
                </button>
            </div>
        </header>
    );
}, barParts);
