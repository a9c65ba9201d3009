// A hundred whole hands, each from the first decision to the last, and what they gave up a hand.
import { useEffect, useState } from 'preact/hooks';
import { wordsOf } from '../../lib/api';
import { deal } from '../../lib/cards';
import { houseEdgeOf } from '../../lib/figures';
import { saveAs } from '../../lib/save';
import type { Action } from '../../lib/types';
import { Button } from '../../ui/Button';
import { Decision, undecided, type Deciding } from './Decision';
import type { Entry } from './model/book';
import { situationOf } from './model/drill';
import { entryOf } from './model/live';
import { record } from './model/store';
import {
    certificate,
    challengeHands,
    isBet,
    resultOf,
    resultWords,
    type Challenge as Played,
} from './model/training';

const rules = 'washington';
const boardSizes = [0, 3, 5];

interface Hand {
    cards: string[];
    board: string[];
    /** Decisions made, one a street. */
    made: Entry[];
}

function newHand(): Hand {
    const seven = deal(7);
    return { cards: seven.slice(0, 2), board: seven.slice(2), made: [] };
}

function isOver(hand: Hand): boolean {
    const last = hand.made.at(-1);
    return last !== undefined && (isBet(last.did) || hand.made.length === boardSizes.length);
}

function Running({ played, onHand }: { played: Played; onHand: (made: Entry[]) => void }) {
    const [hand, setHand] = useState<Hand>(newHand);
    const [now, set] = useState<Deciding>(undecided);
    const street = hand.made.length;
    useEffect(() => {
        let here = true;
        const board = hand.board.slice(0, boardSizes[street]).join(' ');
        set(undecided);
        situationOf({ rules, cards: hand.cards.join(' '), board, dead: '' }).then(
            (situation) => here && set({ ...undecided, situation }),
            (error: unknown) => here && set({ ...undecided, fault: wordsOf(error) }),
        );
        return () => {
            here = false;
        };
    }, [hand]);
    const answer = (action: Action) => {
        const entry =
            now.situation && !now.did && entryOf(now.situation.odds, action, 'drill', Date.now());
        if (entry) {
            record(entry);
            set({ ...now, did: action });
        }
    };
    const goOn = () => {
        const entry =
            now.situation && now.did && entryOf(now.situation.odds, now.did, 'drill', Date.now());
        if (!entry) {
            setHand({ ...hand }); // after a fault, once more
            return;
        }
        const after = { ...hand, made: [...hand.made, entry] };
        if (isOver(after)) {
            onHand(after.made);
            setHand(newHand());
        } else {
            setHand(after);
        }
    };
    const ends = now.did !== null && (isBet(now.did) || street === boardSizes.length - 1);
    const result = resultOf(played);
    return (
        <>
            <p role="status">
                Hand {played.hands.length + 1} of {challengeHands}
                {result.hands > 0 && `, ${result.perHand.toFixed(3)} antes given up a hand`}
            </p>
            <Decision
                name="Challenge"
                now={now}
                next={ends ? 'Next hand' : street === 0 ? 'Flop' : 'Turn and river'}
                onAnswer={answer}
                onNext={goOn}
            />
        </>
    );
}

function Finished({ played, onAgain }: { played: Played; onAgain: () => void }) {
    const [edge, setEdge] = useState<number | null>(null);
    useEffect(() => {
        houseEdgeOf(played.rules).then(setEdge, () => undefined);
    }, []);
    const result = resultOf(played);
    return (
        <>
            <p class="answer-best">
                {result.right} of {result.decisions} decisions right
                <small>{edge === null ? 'Working it out…' : resultWords(result, edge)}</small>
            </p>
            <div class="row">
                <Button
                    kind="main"
                    disabled={edge === null}
                    onClick={() =>
                        edge !== null &&
                        saveAs(
                            'uth-challenge.txt',
                            'text/plain',
                            certificate(played, edge, Date.now()),
                        )
                    }
                >
                    Save certificate
                </Button>
                <Button onClick={onAgain}>Once more</Button>
            </div>
        </>
    );
}

export function Challenge({
    played,
    onPlayed: set,
}: {
    played: Played | null;
    onPlayed: (played: Played) => void;
}) {
    const begin = () => set({ rules, startedAt: Date.now(), hands: [] });
    return (
        <section class="panel drill" aria-labelledby="learn-challenge">
            <h2 id="learn-challenge">Challenge</h2>
            {!played && (
                <>
                    <p class="muted">
                        {challengeHands} hands from the first decision to the last, dealt as at a
                        table. At the end you see what your play gives up a hand.
                    </p>
                    <Button kind="main" onClick={begin}>
                        Start
                    </Button>
                </>
            )}
            {played && played.hands.length < challengeHands && (
                <Running
                    played={played}
                    onHand={(made) => set({ ...played, hands: [...played.hands, made] })}
                />
            )}
            {played && played.hands.length >= challengeHands && (
                <Finished played={played} onAgain={begin} />
            )}
        </section>
    );
}
