// Sitting down: who has no session becomes a guest on the way.
import { wordsOf } from '../../lib/api';
import { becomeGuest, isSignedIn, learnWhoIAm, me, send } from '../../lib/room';
import { chosenAt } from '../../lib/spots';
import { toast } from '../../lib/toast';
import type { View } from '../../lib/types';
import { sensibleBuyIn } from './stakes';

export async function sitDown(view: View, seat: number): Promise<void> {
    try {
        if (!isSignedIn.value) {
            await becomeGuest();
        } else if (me.value.wallet === undefined) {
            await learnWhoIAm();
        }
    } catch (error) {
        toast(wordsOf(error), 'bad');
        return;
    }
    const amount = sensibleBuyIn(view, me.value.wallet ?? 0);
    const answer = await send('sit', view.table, { seat, amount });
    if (answer.ok) {
        chosenAt(view.table).value = seat; // one more spot is shown at once
    }
}

export function firstFree(view: View): number | undefined {
    return view.seats.find((one) => !one.player)?.seat;
}
