// A situation to decide: cards, choices, and after the decision what each was worth.
import { actionHotkey, actionKey, actionKind, actionName, actionShortcut } from '../../lib/actions';
import { useKeys } from '../../lib/keys';
import type { Action } from '../../lib/types';
import { Button } from '../../ui/Button';
import { CardRow } from '../../ui/Felt';
import { ValueTable } from '../../ui/ValueTable';
import type { Situation } from './model/drill';
import { entryOf } from './model/live';

export interface Deciding {
    situation: Situation | null;
    did: Action | null;
    fault: string;
}

export const undecided: Deciding = { situation: null, did: null, fault: '' };

function Cards({ situation }: { situation: Situation | null }) {
    const places = situation?.odds.street === 'flop' ? 3 : 5;
    return (
        <div class="drill-cards">
            <div class="slot-group">
                <span>Your cards</span>
                <CardRow
                    key={situation?.odds.cards ?? ''}
                    cards={situation?.cards ?? []}
                    places={2}
                    label="Your cards"
                />
            </div>
            {(!situation || situation.board.length > 0) && (
                <div class="slot-group">
                    <span>Board</span>
                    <CardRow
                        key={situation?.odds.board ?? ''}
                        cards={situation?.board ?? []}
                        places={places}
                        label="Board"
                    />
                </div>
            )}
            {situation && situation.dead.length > 0 && (
                <div class="slot-group drill-dead">
                    <span>Seen at your neighbours' seats</span>
                    <CardRow
                        key={situation.dead.join(' ')}
                        cards={situation.dead}
                        places={situation.dead.length}
                        label="Seen at your neighbours' seats"
                    />
                </div>
            )}
        </div>
    );
}

export function Decision({
    name,
    now,
    next,
    onAnswer,
    onNext,
}: {
    name: string;
    now: Deciding;
    /** What the next situation is called: "Next", "Flop". */
    next: string;
    onAnswer: (action: Action) => void;
    onNext: () => void;
}) {
    const { situation, did, fault } = now;
    const cost = situation && did ? (entryOf(situation.odds, did, 'drill', 0)?.cost ?? 0) : null;
    useKeys(name, [
        ...(situation?.odds.actions ?? []).map(({ action }) => ({
            key: actionKey(action),
            words: actionName(action),
            active: did === null,
            run: () => onAnswer(action),
        })),
        { key: 'Enter', words: 'next situation', active: did !== null, run: onNext },
        { key: 'n', words: 'next situation', active: did !== null, run: onNext },
    ]);
    return (
        <div class="drill-table" aria-busy={!situation && !fault}>
            <Cards situation={situation} />
            {fault && (
                <p class="fault" role="alert">
                    {fault}
                </p>
            )}
            {!did && (
                <div class="drill-choices" role="group" aria-label="Your decision">
                    {situation?.odds.actions.map(({ action }) => (
                        <Button
                            key={action}
                            kind={actionKind(action)}
                            hotkey={actionHotkey(action)}
                            aria-keyshortcuts={actionShortcut(action)}
                            onClick={() => onAnswer(action)}
                        >
                            {actionName(action)}
                        </Button>
                    ))}
                    {!situation && !fault && <span class="muted">Looking for a situation…</span>}
                    {fault && <Button onClick={onNext}>Try again</Button>}
                </div>
            )}
            {situation && did && cost !== null && (
                <div class="drill-answer">
                    <div class="drill-verdict">
                        <strong class={cost <= 0 ? 'good' : 'bad'}>
                            {cost <= 0 ? 'Right.' : `${actionName(situation.odds.best)} is best.`}
                        </strong>
                        <Button kind="main" hotkey="⏎" onClick={onNext}>
                            {next}
                        </Button>
                    </div>
                    <ValueTable odds={situation.odds} did={did} />
                </div>
            )}
        </div>
    );
}
