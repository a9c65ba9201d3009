// Drills: situations of one street, level or kind, and one's own mistakes when they are due again.
import { useEffect, useRef, useState } from 'preact/hooks';
import { actionName } from '../../lib/actions';
import { announce } from '../../lib/announce';
import { wordsOf } from '../../lib/api';
import { handGroups } from '../../lib/cards';
import type { Action } from '../../lib/types';
import { ProfilePicker } from '../../ui/ProfilePicker';
import { Decision, undecided, type Deciding } from './Decision';
import { totalsOf, type Entry } from './model/book';
import { boards, nextSituation, situationOf, type BoardKind, type DrillKind } from './model/drill';
import { entryOf } from './model/live';
import { book, goals, record, trainerSettings } from './model/store';
import { dueReviews, levelAfter, levels, reviews, streakOf, type Level } from './model/training';

// In the order in which one learns.
const drills: { id: string; words: string; kind: DrillKind }[] = [
    { id: 'preflop', words: 'Before the flop', kind: { streets: ['preflop'] } },
    { id: 'flop', words: 'Flop', kind: { streets: ['flop'] } },
    { id: 'river', words: 'River', kind: { streets: ['river'] } },
    {
        id: 'close',
        words: 'Close ones',
        kind: { streets: ['preflop', 'flop', 'river'], level: 'close' },
    },
    { id: 'dead', words: 'Seen cards', kind: { streets: ['river'], dead: 10 } },
];
const mistakes = 'mistakes';

/** What may be chosen besides the street. */
interface Choice {
    level: Level | '';
    hands: string;
    board: BoardKind | '';
}

function kindOf(id: string, choice: Choice): DrillKind {
    const { kind } = drills.find((one) => one.id === id) ?? drills[0]!;
    return {
        ...kind,
        ...(choice.level && !kind.level ? { level: choice.level } : {}),
        ...(choice.hands ? { hands: choice.hands } : {}),
        ...(choice.board && !kind.streets.includes('preflop') ? { board: choice.board } : {}),
    };
}

function Select<Value extends string>({
    words,
    value,
    choices,
    onChange,
}: {
    words: string;
    value: Value | '';
    choices: readonly { id: Value; words: string }[];
    onChange: (value: Value | '') => void;
}) {
    return (
        <label class="field drill-choice">
            <span>{words}</span>
            <select
                value={value}
                onChange={(event) => onChange(event.currentTarget.value as Value | '')}
            >
                <option value="">Any</option>
                {choices.map((one) => (
                    <option key={one.id} value={one.id}>
                        {one.words}
                    </option>
                ))}
            </select>
        </label>
    );
}

const handChoices = handGroups.map((group) => ({ id: group, words: group }));

/** "12 of 20 today, 3 days in a row" */
function Goal() {
    const { goal } = trainerSettings.value;
    const { today, days } = streakOf(book.value.entries, goal, Date.now());
    return (
        <p class="drill-goal">
            <label>
                Goal{' '}
                <select
                    value={goal}
                    onChange={(event) =>
                        (trainerSettings.value = {
                            ...trainerSettings.value,
                            goal: Number(event.currentTarget.value),
                        })
                    }
                >
                    {goals.map((one) => (
                        <option key={one} value={one}>
                            {one} a day
                        </option>
                    ))}
                </select>
            </label>{' '}
            <progress max={goal} value={Math.min(today, goal)} aria-label="Decisions today" />{' '}
            <span>
                {today} today
                {days > 0 && `, goal reached ${days} ${days === 1 ? 'day' : 'days in a row'}`}
            </span>
        </p>
    );
}

export function Drill() {
    const [rules, setRules] = useState('washington');
    const [id, setId] = useState('preflop');
    const [choice, choose] = useState<Choice>({ level: '', hands: '', board: '' });
    const [now, set] = useState<Deciding>(undecided);
    const [tally, setTally] = useState<Entry[]>([]);
    const turn = useRef(0);
    const due = dueReviews(book.value.entries, Date.now());
    const later = reviews(book.value.entries).length - due.length;
    const find = () => {
        if (id !== mistakes) {
            return nextSituation(rules, kindOf(id, choice));
        }
        const [first] = due;
        return first
            ? situationOf(first)
            : Promise.reject(
                  new Error(later > 0 ? `Nothing is due now; ${later} later.` : 'No mistakes yet.'),
              );
    };
    const next = () => {
        const mine = ++turn.current;
        set(undecided);
        find().then(
            (situation) => mine === turn.current && set({ ...undecided, situation }),
            (error: unknown) =>
                mine === turn.current && set({ ...undecided, fault: wordsOf(error) }),
        );
    };
    useEffect(next, [rules, id, choice]);
    const answer = (action: Action) => {
        if (!now.situation || now.did) {
            return;
        }
        const entry = entryOf(now.situation.odds, action, 'drill', Date.now());
        if (!entry) {
            return; // not among the choices
        }
        record(entry);
        const counted = [...tally, entry];
        setTally(counted);
        announce(entry.cost > 0 ? `No: ${actionName(entry.best)} is best` : 'Right');
        set({ ...now, did: action });
    };
    const goOn = () => {
        const level = choice.level && levelAfter(choice.level, tally);
        if (level !== choice.level) {
            setTally([]);
            announce(`Ten in a row: closer decisions now`);
            choose({ ...choice, level }); // which asks for the next
            return;
        }
        next();
    };
    const sum = totalsOf(tally);
    const street = drills.find((one) => one.id === id)?.kind;
    return (
        <section class="panel drill" aria-labelledby="learn-drill">
            <header class="drill-head">
                <h2 id="learn-drill">Drill</h2>
                <span class="drill-sum" role="status">
                    {sum.decisions > 0 &&
                        `${sum.right} of ${sum.decisions} right, ${sum.cost.toFixed(3)} antes given away`}
                </span>
            </header>
            <Goal />
            <div class="drill-top">
                <div class="segmented" role="radiogroup" aria-label="Which decisions">
                    {[...drills, { id: mistakes, words: `My mistakes (${due.length})` }].map(
                        (one) => (
                            <button
                                key={one.id}
                                type="button"
                                role="radio"
                                aria-checked={id === one.id}
                                onClick={() => setId(one.id)}
                            >
                                {one.words}
                            </button>
                        ),
                    )}
                </div>
                {id !== mistakes && <ProfilePicker value={rules} onChange={setRules} />}
            </div>
            {id !== mistakes && (
                <div class="drill-top">
                    {!street?.level && (
                        <Select
                            words="Decisions"
                            value={choice.level}
                            choices={levels}
                            onChange={(level) => choose({ ...choice, level })}
                        />
                    )}
                    <Select
                        words="Starting hand"
                        value={choice.hands}
                        choices={handChoices}
                        onChange={(hands) => choose({ ...choice, hands })}
                    />
                    {!street?.streets.includes('preflop') && (
                        <Select
                            words="Board"
                            value={choice.board}
                            choices={boards}
                            onChange={(board) => choose({ ...choice, board })}
                        />
                    )}
                </div>
            )}
            <Decision name="Drill" now={now} next="Next" onAnswer={answer} onNext={goOn} />
            <p class="muted">
                <small>
                    {id === mistakes
                        ? 'Mistakes come back after a minute, and after one, three, seven and 21 days when you get them right.'
                        : `Cards are dealt at random here, values come from the server, exactly. Only situations perfect play reaches. Close: the second choice is within ${levels[2].most} antes of the best.`}
                </small>
            </p>
        </section>
    );
}
