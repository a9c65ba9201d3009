// Signing in, or going on as a registered player.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { becomeGuest, isSignedIn, login, me, playMoney, register } from '../../lib/room';
import { get } from '../../lib/api';
import { homeOf } from '../../lib/lobby';
import { navigate, type PageProps } from '../../lib/router';
import type { Lobby } from '../../lib/types';
import { asked, Form } from '../../ui/Form';
import { Shell } from '../../ui/Shell';

interface CredentialsProps {
    title: string;
    words: string;
    button: string;
    newPassword: boolean;
    run: (name: string, password: string) => Promise<unknown>;
    after: () => string | Promise<string>;
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
    return (
        <Form
            panel
            run={() => asked(() => run(name.trim(), password))}
            button={button}
            disabled={name.trim() === '' || password === ''}
            onDone={() => void Promise.resolve(after()).then(navigate)}
        >
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
            {note && <p>{note}</p>}
        </Form>
    );
}

export default function LoginPage({ query }: PageProps) {
    const wanted = query.get('next') ?? '/';
    const next = wanted.startsWith('/') && !wanted.startsWith('//') ? wanted : '/';
    // From nowhere in particular everybody begins at home.
    const after = async () => {
        if (next !== '/') {
            return next;
        }
        const found = await get<Lobby>('/api/lobby').catch(() => null);
        return homeOf(me.value, found?.tables ?? []);
    };
    const guest = me.value.role === 'guest';
    return (
        <Shell title="Sign in">
            <div class="grid">
                <Credentials
                    title="You have an account"
                    words="Players and staff sign in here."
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
