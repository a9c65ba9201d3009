// Signing in, or going on as a registered player.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, wordsOf } from '../lib/api';
import { becomeGuest, isSignedIn, login, me, playMoney, register } from '../lib/room';
import { navigate, type PageProps } from '../lib/router';
import { Button } from '../ui/Button';
import { Shell } from '../ui/Shell';

interface CredentialsProps {
    title: string;
    words: string;
    button: string;
    newPassword: boolean;
    run: (name: string, password: string) => Promise<unknown>;
    after: string;
    note?: ComponentChildren;
}

export function Credentials({
    title,
    words,
    button,
    newPassword,
    run,
    after,
    note,
}: CredentialsProps) {
    const [name, setName] = useState('');
    const [password, setPassword] = useState('');
    const [fault, setFault] = useState('');
    const [busy, setBusy] = useState(false);
    const [wait, setWait] = useState(0); // seconds until the server looks at the next try
    useEffect(() => {
        const timer = wait > 0 ? setTimeout(() => setWait(wait - 1), 1000) : undefined;
        return () => clearTimeout(timer);
    }, [wait]);
    const submit = async (event: Event) => {
        event.preventDefault();
        setBusy(true);
        setFault('');
        try {
            await run(name.trim(), password);
            navigate(after);
        } catch (error) {
            setFault(wordsOf(error));
            setWait(error instanceof ApiError ? error.waitSeconds : 0);
            setBusy(false);
        }
    };
    return (
        <form class="panel form" onSubmit={(event) => void submit(event)}>
            <h2>{title}</h2>
            <p class="muted">{words}</p>
            <label class="field">
                <span>Name</span>
                <input
                    required
                    maxLength={32}
                    autoComplete="username"
                    value={name}
                    onInput={(event) => setName(event.currentTarget.value)}
                />
            </label>
            <label class="field">
                <span>Password</span>
                <input
                    required
                    type="password"
                    autoComplete={newPassword ? 'new-password' : 'current-password'}
                    value={password}
                    onInput={(event) => setPassword(event.currentTarget.value)}
                />
            </label>
            {fault && (
                <p class="fault" role="alert">
                    {fault}
                </p>
            )}
            <Button
                kind="main"
                type="submit"
                disabled={busy || wait > 0 || name.trim() === '' || password === ''}
            >
                {wait > 0 ? `${button} in ${wait} s` : button}
            </Button>
            {note && <p>{note}</p>}
        </form>
    );
}

export default function LoginPage({ query }: PageProps) {
    const wanted = query.get('next') ?? '/';
    const after = wanted.startsWith('/') && !wanted.startsWith('//') ? wanted : '/';
    const guest = me.value.role === 'guest';
    return (
        <Shell title="Sign in">
            <div class="grid">
                <Credentials
                    title="You have an account"
                    words="Players, dealers, supervisors: the same door."
                    button="Sign in"
                    newPassword={false}
                    run={login}
                    after={after}
                />
                <Credentials
                    title={guest ? 'Keep what you have' : 'You are new'}
                    words={
                        guest
                            ? `${me.value.name} becomes a registered player; chips and hands stay.`
                            : 'A name and a password; nothing else is asked for.'
                    }
                    button="Register"
                    newPassword
                    run={async (name, password) => {
                        if (!isSignedIn.value) {
                            await becomeGuest();
                        }
                        return register(name, password);
                    }}
                    after={after}
                />
            </div>
            <p class="muted">
                Or simply <a href="/">sit down as a guest</a>.
                {playMoney() && ' It is play money only.'}
            </p>
        </Shell>
    );
}
