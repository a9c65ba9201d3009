// Everything at a table by keyboard: what works now depends on what the server offers.
import { actionKey, actionName, sizeOf } from '../../lib/actions';
import type { Key } from '../../lib/keys';
import { beforeDeal, circleKeys, leastBet } from '../../lib/circles';
import { money } from '../../lib/money';
import { mayPlay } from '../../lib/lobby';
import { cut, me, send } from '../../lib/room';
import { chosenAt, forSpot, hasSeveral, spotAfter } from '../../lib/spots';
import type { Action, View } from '../../lib/types';
import type { Bets } from './bets';
import type { Open } from './Dialogs';
import { chipsFor, decide, goOn, isForChip, mayDecide, offerKeys } from './Panels';
import { standUp } from './Own';
import { changeSettings, settings } from '../../lib/settings';
import { firstFree, sitDown } from './sit';
import { doubled, sumOf } from './stakes';

type Opener = (what: Open) => void;

/** Which sizes there will be is known when they are offered. */
const anySize: Key = {
    key: 'size',
    label: '1 … 9',
    words: 'Play so many times the Ante, as 4 for Play 4×',
    active: false,
    run: () => undefined,
};

export function decisionKeys(view: View | null): Key[] {
    const offered = view?.you?.options.decisions ?? [];
    const sizes = offered.filter((action) => sizeOf(action) > 0);
    const named = [...sizes, 'check', 'fold'] satisfies Action[];
    const keys = named.map((action) => ({
        key: actionKey(action),
        words: actionName(action),
        active: view !== null && offered.includes(action) && mayDecide(view),
        once: true,
        run: () => {
            if (view && !(sizeOf(action) > 0 && isForChip(view))) {
                decide(view, action);
            }
        },
    }));
    return sizes.length > 0 ? keys : [anySize, ...keys];
}

function chipKeys(view: View, bets: Bets, active: boolean): Key[] {
    const keys = chipsFor(view).map((value, i) => ({
        key: String(i + 1),
        words: `chip of ${money(value)}`,
        active,
        run: () => {
            bets.chip.value = value;
        },
    }));
    for (const { wager, name, later } of view.circles) {
        const key = circleKeys[wager];
        if (key && !later) {
            const add = () => bets.add(wager, 1);
            const take = () => bets.add(wager, -1);
            keys.push({ key, words: `a chip on ${name}`, active, run: add });
            keys.push({ key: `shift+${key}`, words: `take a chip off ${name}`, active, run: take });
        }
    }
    return keys;
}

function bettingKeys(view: View, bets: Bets, active: boolean): Key[] {
    const last = bets.again(view);
    const rebet = active && sumOf(last) > 0;
    const double = () => bets.put(doubled(beforeDeal(view.circles, bets.shown(view)), view.limits));
    return [
        ...chipKeys(view, bets, active),
        { key: 'r', words: 'rebet', active: rebet, run: () => bets.put(last) },
        { key: 'z', words: 'undo', active, run: () => bets.undo() },
        { key: 'd', words: 'double', active, run: double },
        { key: 'x', words: 'clear', active, run: () => bets.put({}) },
    ];
}

/** Where players bank; elsewhere there are none. While the bank is offered, the offer has them. */
export function bankKeys(view: View | null): Key[] {
    const options = view?.you?.options;
    const banked = view?.bank || view?.offer || options?.ask_bank;
    const none = () => undefined;
    return banked && !options?.bank ? offerKeys(none, none, false) : [];
}

export function seatKeys(view: View | null, open: Opener): Key[] {
    const you = view?.you;
    const options = you?.options;
    const sitOut = () =>
        you && void send('sit_out', view.table, { on: !you.sits_out, ...forSpot(view) });
    const stand = () => view && standUp(view);
    const buyIn = options?.buy_in === true;
    return [
        { key: 'l', words: 'limits and pay tables', run: () => open('placard') },
        { key: 'g', words: 'ranking of hands and glossary', run: () => open('hands') },
        { key: 'h', words: 'your last hands', run: () => open('history') },
        { key: 'm', words: 'chips from your wallet', active: buyIn, run: () => open('buy-in') },
        { key: 'o', words: 'sit out, or play again', active: Boolean(you), run: sitOut },
        { key: 'u', words: 'stand up', active: options?.stand === true, run: stand },
        {
            key: '.',
            words: settings.value.sound ? 'sound off' : 'sound on',
            run: () => changeSettings({ sound: !settings.value.sound }),
        },
    ];
}

/** Where one holds several spots; elsewhere there are none. */
export function spotKeys(view: View | null, onAll: () => void): Key[] {
    if (!view?.you || !hasSeveral(view)) {
        return [];
    }
    const { seat, options } = view.you;
    const next = () => {
        chosenAt(view.table).value = spotAfter(view, seat);
    };
    return [
        { key: 's', words: 'your next spot', run: next },
        {
            key: 'shift+s',
            words: 'the same bets on all your spots',
            active: options.wager && !cut.value,
            run: onAll,
        },
    ];
}

/** The result has been seen: alone at the table one goes on with a key. */
export function resultKeys(view: View | null): Key[] {
    const active = view?.you?.options.next === true && !cut.value;
    const go = (again: boolean) => () => view && goOn(view, again);
    return [
        { key: 'Enter', words: 'same bets, deal', active, once: true, run: go(true) },
        { key: 'n', words: 'next hand', active, run: go(false) },
    ];
}

export function betKeys(view: View | null, bets: Bets, open: Opener): Key[] {
    const wager = view?.you?.options.wager === true && !cut.value;
    const mayEnter = wager || (view !== null && !view.you && mayPlay(me.value));
    return [
        {
            key: 'Enter',
            words: view && !view.you ? 'sit down' : 'deal, with the last bets or the minimum',
            active: mayEnter,
            once: true, // sits down, and bets nothing with the same
            run: () => enter(view, bets, open),
        },
        ...(view ? bettingKeys(view, bets, wager) : []),
    ];
}

function enter(view: View | null, bets: Bets, open: Opener): void {
    if (view && !view.you) {
        const free = firstFree(view);
        if (free !== undefined) {
            void sitDown(view, free);
        }
        return;
    }
    if (view?.you?.options.needs != null && sumOf(bets.shown(view)) === 0) {
        open('buy-in');
    } else if (view) {
        const total = sumOf(beforeDeal(view.circles, bets.shown(view)));
        const last = bets.again(view);
        void bets.done(total > 0 ? undefined : sumOf(last) > 0 ? last : leastBet(view));
    }
}
