// Oneself: name and wallet, the limits one keeps to, the hands one played.
import { useState } from 'preact/hooks';
import { post, wordsOf } from '../../lib/api';
import { money, parseMoney } from '../../lib/money';
import { pay } from '../../lib/pay';
import {
    changePassword,
    isSignedIn,
    learnWhoIAm,
    logout,
    me,
    meKnown,
    playMoney,
    register,
} from '../../lib/room';
import { navigate } from '../../lib/router';
import { toast } from '../../lib/toast';
import { RoundsList } from '../table/Dialogs';
import { Button } from '../../ui/Button';
import { asked, Form } from '../../ui/Form';
import { SettingChoices } from '../../ui/KeyList';
import { Shell } from '../../ui/Shell';
import { Credentials } from './login';

async function attempt(run: () => Promise<unknown>, done: string): Promise<void> {
    try {
        await run();
        await learnWhoIAm();
        toast(done, 'good');
    } catch (error) {
        toast(wordsOf(error), 'bad');
    }
}

function Wallet() {
    const [text, setText] = useState('$1,000');
    const amount = parseMoney(text);
    return (
        <section class="panel">
            <h2>{me.value.name}</h2>
            <p>
                <span class="tag">{me.value.role}</span>{' '}
                <span class="account-wallet">{money(me.value.wallet ?? 0)}</span>{' '}
                {playMoney() && <span class="muted">play money</span>}
            </p>
            {playMoney() && (
                <form
                    class="row"
                    onSubmit={(event) => {
                        event.preventDefault();
                        void attempt(() => pay('/api/me/deposit', { amount }), 'There it is.');
                    }}
                >
                    <label class="field account-amount">
                        <span>More play money</span>
                        <input
                            inputMode="decimal"
                            value={text}
                            aria-invalid={amount === null}
                            onInput={(event) => setText(event.currentTarget.value)}
                        />
                    </label>
                    <Button
                        type="submit"
                        disabled={amount === null || amount === 0}
                        class="account-add"
                    >
                        Add
                    </Button>
                </form>
            )}
            <p>
                <Button
                    onClick={() =>
                        void logout().then(
                            () => navigate('/'),
                            (error) => toast(wordsOf(error), 'bad'),
                        )
                    }
                >
                    Sign out
                </Button>
            </p>
        </section>
    );
}

function Password() {
    const [old, setOld] = useState('');
    const [next, setNext] = useState('');
    return (
        <Form
            panel
            run={() => asked(() => changePassword(old, next))}
            button="Change the password"
            disabled={old === '' || next === ''}
            done="Your password is changed."
            onDone={() => {
                setOld('');
                setNext('');
            }}
        >
            <h2>Password</h2>
            {me.value.password_given ? (
                <p class="warning">Somebody else chose your password. Choose your own.</p>
            ) : (
                <p class="muted">A new password signs you out everywhere else.</p>
            )}
            <label class="field">
                <span>Password now</span>
                <input
                    type="password"
                    autoComplete="current-password"
                    value={old}
                    onInput={(event) => setOld(event.currentTarget.value)}
                />
            </label>
            <label class="field">
                <span>New password</span>
                <input
                    type="password"
                    autoComplete="new-password"
                    maxLength={128}
                    value={next}
                    onInput={(event) => setNext(event.currentTarget.value)}
                />
                <small class="muted">Use 8 to 128 characters.</small>
            </label>
        </Form>
    );
}

function shownLimit(amount: number | null | undefined): string {
    return amount ? money(amount) : '';
}

function Limits() {
    const limits = me.value.limits;
    const [loss, setLoss] = useState(shownLimit(limits?.loss));
    const [minutes, setMinutes] = useState(limits?.minutes ? String(limits.minutes) : '');
    const lossCents = loss.trim() === '' ? null : parseMoney(loss);
    const wrongLoss = loss.trim() !== '' && lossCents === null;
    const time = minutes.trim() === '' ? null : Number(minutes);
    const wrongTime = time !== null && !(Number.isInteger(time) && time > 0 && time <= 24 * 60);
    return (
        <section class="panel">
            <h2>Your own limits</h2>
            <p class="muted">
                A lower limit counts at once, a higher one from the next day. Empty means none.
            </p>
            <form
                class="form"
                onSubmit={(event) => {
                    event.preventDefault();
                    void attempt(
                        () => post('/api/me/limits', { loss: lossCents, minutes: time }),
                        'Your limits are set.',
                    );
                }}
            >
                <label class="field">
                    <span>Daily loss limit</span>
                    <input
                        inputMode="decimal"
                        placeholder="no limit"
                        value={loss}
                        aria-invalid={wrongLoss}
                        onInput={(event) => setLoss(event.currentTarget.value)}
                    />
                </label>
                <label class="field">
                    <span>Time limit (minutes)</span>
                    <input
                        inputMode="numeric"
                        placeholder="no limit"
                        value={minutes}
                        aria-invalid={wrongTime}
                        onInput={(event) => setMinutes(event.currentTarget.value)}
                    />
                </label>
                {limits?.loss != null && limits.loss_left != null && (
                    <p class="muted">Left today: {money(limits.loss_left)}</p>
                )}
                {limits?.until_ms ? (
                    <p class="muted">Until {new Date(limits.until_ms).toLocaleTimeString()}</p>
                ) : null}
                <Button kind="main" type="submit" disabled={wrongLoss || wrongTime}>
                    Set the limits
                </Button>
            </form>
        </section>
    );
}

export default function AccountPage() {
    if (!meKnown.value) {
        return (
            <Shell title="Account">
                <p class="muted">One moment…</p>
            </Shell>
        );
    }
    if (!isSignedIn.value) {
        return (
            <Shell title="Account">
                <p>
                    Nobody is signed in. <a href="/login?next=/account">Sign in</a>, or{' '}
                    <a href="/">sit down as a guest</a>.
                </p>
            </Shell>
        );
    }
    return (
        <Shell title="Account">
            <div class="grid">
                <Wallet />
                {me.value.role !== 'guest' && <Password />}
                <Limits />
                {me.value.role === 'guest' && (
                    <Credentials
                        note={<a href="/login?next=/account">You have an account? Sign in</a>}
                        title="Register"
                        words="Guest accounts live in this browser only. Signing out ends one, and so does staying away without having played. A registered player comes back."
                        button="Register"
                        newPassword
                        run={register}
                        after={() => '/account'}
                    />
                )}
                <section class="panel">
                    <h2>How it looks</h2>
                    <SettingChoices />
                </section>
            </div>
            <section class="panel account-hands">
                <h2>Your hands</h2>
                <RoundsList limit={50} />
            </section>
        </Shell>
    );
}
