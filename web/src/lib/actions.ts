// What a player can do, as the server writes it: "4x" plays four times the Ante, "check", "fold". Which
// sizes there are the profile says; name, key, kind and order follow from the text.
import type { Action } from './types';

/** How many times the Ante; 0 for what bets nothing. */
export function sizeOf(action: Action): number {
    return action.endsWith('x') ? Number.parseInt(action, 10) : 0;
}

export function isAction(text: unknown): text is Action {
    return typeof text === 'string' && /^(?:[1-9]\d?x|check|fold)$/.test(text);
}

export function actionName(action: Action): string {
    const size = sizeOf(action);
    return size > 0 ? `Play ${size}×` : action === 'check' ? 'Check' : 'Fold';
}

/** "4×", "–": where there is room for no more. */
export function actionMark(action: Action): string {
    const size = sizeOf(action);
    return size > 0 ? `${size}×` : action === 'check' ? '–' : '×';
}

/** The digit; 0 for ten, and with Shift for ten more than without: 12 is Shift 2, 20 is Shift 0. */
export function actionKey(action: Action): string {
    const size = sizeOf(action);
    if (size > 0) {
        return (size > 10 ? 'shift+' : '') + String(size % 10);
    }
    return action === 'check' ? 'c' : 'f';
}

/** The key as it stands on a button. */
export function actionHotkey(action: Action): string {
    return actionKey(action).replace('shift+', '⇧').toUpperCase();
}

/** The key as a screen reader is told it. */
export function actionShortcut(action: Action): string {
    return actionKey(action).replace('shift', 'Shift');
}

export function actionKind(action: Action): 'good' | 'plain' | 'bad' {
    return sizeOf(action) > 0 ? 'good' : action === 'check' ? 'plain' : 'bad';
}

/** The largest size first, then check, then fold. */
export function byAction(a: Action, b: Action): number {
    return sizeOf(b) - sizeOf(a) || a.localeCompare(b);
}
