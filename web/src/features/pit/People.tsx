// Users and roles, passwords, cards and PINs. Nothing secret comes here: only whether there is one.
import { useState } from 'preact/hooks';
import { post } from '../../lib/api';
import { money } from '../../lib/money';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Scroll } from '../../ui/Scroll';
import { asked, Form } from '../../ui/Form';
import { Field, Select, useGet, Wait } from './parts';
import type { User } from '../../lib/types';
import { timeWords } from './words';

const roles: [string, string][] = [
    ['player', 'player'],
    ['dealer', 'dealer: runs a table'],
    ['supervisor', 'supervisor: the pit, confirms wins'],
    ['executive', 'executive: confirms above the jackpot level'],
    ['auditor', 'auditor: reads everything, changes nothing'],
    ['manager', 'manager: people, tables, meters'],
];

const digits = (text: string) => text.replace(/\D/g, '');

function AddDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
    const [name, setName] = useState('');
    const [role, setRole] = useState('dealer');
    const [password, setPassword] = useState('');
    const [card, setCard] = useState('');
    const [pin, setPin] = useState('');
    return (
        <Dialog title="New user" onClose={onClose}>
            <Form
                run={() =>
                    asked(() =>
                        post('/api/users', {
                            name: name.trim(),
                            role,
                            password,
                            ...(card ? { card, pin } : {}),
                        }),
                    )
                }
                done={`${name} is known.`}
                button="Add"
                disabled={name.trim() === '' || password === '' || (card !== '') !== (pin !== '')}
                onDone={() => {
                    onDone();
                    onClose();
                }}
            >
                <Field
                    label="Name"
                    value={name}
                    onChange={setName}
                    autocomplete="off"
                    autoFocus
                    maxLength={31}
                />
                <Select label="Role" value={role} onChange={setRole} options={roles} />
                <Field
                    label="Password"
                    type="password"
                    value={password}
                    onChange={setPassword}
                    autocomplete="new-password"
                    maxLength={128}
                />
                <Field
                    label="Card number"
                    note="for who confirms or approves; empty for none"
                    inputMode="numeric"
                    value={card}
                    onChange={(text) => setCard(digits(text))}
                    autocomplete="off"
                    maxLength={18}
                />
                <Field
                    label="PIN of the card"
                    type="password"
                    inputMode="numeric"
                    value={pin}
                    onChange={(text) => setPin(digits(text))}
                    autocomplete="new-password"
                    maxLength={12}
                />
            </Form>
        </Dialog>
    );
}

function EditDialog({
    user,
    onClose,
    onDone,
}: {
    user: User;
    onClose: () => void;
    onDone: () => void;
}) {
    const [role, setRole] = useState<string>(user.role);
    const [password, setPassword] = useState('');
    const [card, setCard] = useState('');
    const [pin, setPin] = useState('');
    const [locked, setLocked] = useState(user.card_locked ? 'yes' : 'no');
    const [reason, setReason] = useState('');
    const change = {
        ...(role !== user.role ? { role } : {}),
        ...(password ? { password } : {}),
        ...(card ? { card } : {}),
        ...(pin ? { pin } : {}),
        ...((locked === 'yes') !== user.card_locked ? { locked: locked === 'yes' } : {}),
    };
    const options = roles.some(([one]) => one === user.role)
        ? roles
        : [[user.role, user.role] as [string, string], ...roles];
    return (
        <Dialog title={user.name} onClose={onClose}>
            <Form
                run={() =>
                    asked(() => post(`/api/users/${user.id}`, { ...change, reason: reason.trim() }))
                }
                done={`${user.name} is changed.`}
                button="Change"
                disabled={Object.keys(change).length === 0 || reason.trim() === ''}
                onDone={() => {
                    onDone();
                    onClose();
                }}
            >
                <Select label="Role" value={role} onChange={setRole} options={options} />
                <Select
                    label="Locked"
                    value={locked}
                    onChange={setLocked}
                    options={[
                        ['no', 'no'],
                        ['yes', 'yes: signs the person out everywhere'],
                    ]}
                    note={
                        user.pin_failed > 0
                            ? `${user.pin_failed} wrong PINs; unlocking forgets them`
                            : undefined
                    }
                />
                <Field
                    label="New password"
                    note="empty: stays; a new one signs the person out everywhere"
                    type="password"
                    value={password}
                    onChange={setPassword}
                    autocomplete="new-password"
                    maxLength={128}
                />
                <Field
                    label="New card number"
                    note={`${user.card ? `now ${user.card}` : 'none now'}; 0 takes it away`}
                    inputMode="numeric"
                    value={card}
                    onChange={(text) => setCard(digits(text))}
                    autocomplete="off"
                    maxLength={18}
                />
                <Field
                    label="New PIN"
                    note={user.pin ? 'there is one' : 'none now'}
                    type="password"
                    inputMode="numeric"
                    value={pin}
                    onChange={(text) => setPin(digits(text))}
                    autocomplete="new-password"
                    maxLength={12}
                />
                <Field
                    label="Why? It is logged."
                    value={reason}
                    onChange={setReason}
                    maxLength={200}
                />
            </Form>
        </Dialog>
    );
}

export function PeoplePage() {
    const fetched = useGet<{ users: User[] }>('/api/users');
    const [search, setSearch] = useState('');
    const [guests, setGuests] = useState(false);
    const [adding, setAdding] = useState(false);
    const [edited, setEdited] = useState<User | null>(null);
    const users = (fetched.data?.users ?? []).filter(
        (one) =>
            (guests || one.role !== 'guest') &&
            `${one.name} ${one.role} ${one.id}`.toLowerCase().includes(search.trim().toLowerCase()),
    );
    return (
        <section class="panel">
            <h2>People</h2>
            <div class="row pit-bar">
                <Field label="Find" value={search} onChange={setSearch} type="search" />
                <label class="choice">
                    <input
                        type="checkbox"
                        checked={guests}
                        onChange={(event) => setGuests(event.currentTarget.checked)}
                    />
                    <span>Guests too</span>
                </label>
                <Button kind="main" onClick={() => setAdding(true)}>
                    New user
                </Button>
            </div>
            {!fetched.data && <Wait of={fetched} />}
            {fetched.data && (
                <Scroll label="People">
                    <table class="figures as-cards">
                        <thead>
                            <tr>
                                <th scope="col">Name</th>
                                <th scope="col">Role</th>
                                <th scope="col">Card</th>
                                <th scope="col">State</th>
                                <th scope="col" class="number">
                                    Wallet
                                </th>
                                <th scope="col">Since</th>
                                <th scope="col">
                                    <span class="hidden-text">What to do</span>
                                </th>
                            </tr>
                        </thead>
                        <tbody>
                            {users.map((user) => (
                                <tr key={user.id}>
                                    <th scope="row">
                                        {user.name} <small class="muted">{user.id}</small>
                                    </th>
                                    <td data-name="Role">{user.role}</td>
                                    <td data-name="Card">
                                        {user.card
                                            ? `${user.card}${user.pin ? '' : ', no PIN'}`
                                            : ''}
                                    </td>
                                    <td data-name="State">
                                        {user.locked ? (
                                            <span class="bad">locked</span>
                                        ) : user.card_locked ? (
                                            <span class="bad">
                                                {`card locked until ${timeWords(user.pin_locked_until_ms)}`}
                                            </span>
                                        ) : user.password ? (
                                            ''
                                        ) : (
                                            <span class="muted">no password</span>
                                        )}
                                    </td>
                                    <td class="number" data-name="Wallet">
                                        {user.wallet === undefined ? '' : money(user.wallet)}
                                    </td>
                                    <td class="muted" data-name="Since">
                                        {timeWords(user.created_ms).slice(0, 10)}
                                    </td>
                                    <td class="row-tools">
                                        <Button
                                            onClick={() => setEdited(user)}
                                            aria-label={`Change ${user.name}`}
                                        >
                                            Change…
                                        </Button>
                                    </td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </Scroll>
            )}
            {adding && <AddDialog onClose={() => setAdding(false)} onDone={fetched.again} />}
            {edited && (
                <EditDialog user={edited} onClose={() => setEdited(null)} onDone={fetched.again} />
            )}
        </section>
    );
}
