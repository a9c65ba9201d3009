// The lobby: which tables there are, and a seat at one of them with one click.
import { companyWords } from '../../lib/automatic';
import { useEffect, useState } from 'preact/hooks';
import { get, wordsOf } from '../../lib/api';
import { money, moneyFull } from '../../lib/money';
import { becomeGuest, cut, isSignedIn, lobby, may, me, playMoney, useLobby } from '../../lib/room';
import { navigate } from '../../lib/router';
import { freeWords, mayPlay, tablesInOrder, tableStateWords } from '../../lib/lobby';
import { share } from '../../lib/share';
import { toast } from '../../lib/toast';
import type { Lobby, LobbyTable } from '../../lib/types';
import { Button } from '../../ui/Button';
import { memo } from '../../ui/memo';
import { Shell } from '../../ui/Shell';

const pollMs = 4000;

// Who has no session yet may have no socket: then the lobby is asked for.
function usePolledLobby(): Lobby | null {
    const said = useLobby().value;
    const alone = !isSignedIn.value;
    useEffect(() => {
        if (!alone) {
            return undefined;
        }
        const ask = () =>
            get<Lobby>('/api/lobby').then(
                (found) => (lobby.value = share(lobby.value, found)),
                () => undefined,
            );
        void ask();
        const timer = setInterval(() => void ask(), pollMs);
        return () => clearInterval(timer);
    }, [alone]);
    return said;
}

async function sitAt(table: number): Promise<void> {
    try {
        if (!isSignedIn.value) {
            await becomeGuest();
        }
        navigate(`/table/${table}?sit=1`);
    } catch (error) {
        toast(wordsOf(error), 'bad');
    }
}

function Dots({ table }: { table: LobbyTable }) {
    const people = table.taken - table.house - table.proposition;
    return (
        <span
            class="seat-dots"
            role="img"
            aria-label={`${table.taken} of ${table.seats} seats taken`}
        >
            {Array.from({ length: table.seats }, (_, i) => (
                <i
                    key={i}
                    class={i < people ? 'is-taken' : i < table.taken ? 'is-automatic' : ''}
                />
            ))}
        </span>
    );
}

const TableCard = memo(function TableCard({
    table,
    busy,
    onSit,
}: {
    table: LobbyTable;
    busy: boolean;
    onSit: (table: number) => void;
}) {
    const ante = table.limits.ante;
    const full = table.taken >= table.seats;
    const company = companyWords(table); // BANK-1: marked, and not by a colour alone
    return (
        <li class="table-card">
            <div class="table-card-head">
                <h2>{table.name}</h2>
                <span class="tag">{tableStateWords(table)}</span>
            </div>
            <p class="table-card-title">
                {table.title}
                {table.pace === 'dealer' && '; a person deals'}
            </p>
            <dl class="table-card-facts">
                <div>
                    <dt>Ante</dt>
                    <dd>
                        {ante
                            ? ante.max > 0
                                ? `${money(ante.min)} – ${money(ante.max)}`
                                : `from ${money(ante.min)}`
                            : '–'}
                    </dd>
                </div>
                <div>
                    <dt>Buy-in</dt>
                    <dd>
                        {table.buy_in.max > 0
                            ? `${money(table.buy_in.min)} – ${money(table.buy_in.max)}`
                            : `from ${money(table.buy_in.min)}`}
                    </dd>
                </div>
                <div>
                    <dt>Seats</dt>
                    <dd>
                        <Dots table={table} /> <small>{freeWords(table)}</small>
                    </dd>
                </div>
                {company && (
                    <div class="table-card-company">
                        <dt>With</dt>
                        <dd>{company}</dd>
                    </div>
                )}
                {table.meter && (
                    <div class="table-card-meter">
                        <dt>Progressive</dt>
                        <dd>{moneyFull(table.meter.amount)}</dd>
                    </div>
                )}
            </dl>
            <div class="row">
                {mayPlay(me.value) ? (
                    <Button
                        kind="main"
                        disabled={full || busy}
                        onClick={() => onSit(table.table)}
                        aria-label={`Sit down at ${table.name}`}
                    >
                        {full ? 'Full' : 'Sit down'}
                    </Button>
                ) : (
                    may('deal') &&
                    table.pace === 'dealer' && (
                        <a
                            class="button button-main"
                            href={`/deal/${table.table}`}
                            aria-label={`Deal ${table.name}`}
                        >
                            Deal
                        </a>
                    )
                )}
                <a
                    class="button button-plain"
                    href={`/table/${table.table}`}
                    aria-label={`Watch ${table.name}`}
                >
                    Watch
                </a>
            </div>
        </li>
    );
});

function Welcome() {
    const guest = me.value.role === 'guest';
    if (!mayPlay(me.value)) {
        return (
            <p class="lobby-words">
                You are signed in as {me.value.name}, {me.value.role}.{' '}
                {may('deal') && 'Choose the table you deal. '}
                <a href="/pit">To the pit</a>
            </p>
        );
    }
    if (!isSignedIn.value) {
        return (
            <p class="lobby-words">
                Pick a table and sit down: no account, no download
                {playMoney() && ', play money only'}. Have an account? <a href="/login">Sign in</a>.
            </p>
        );
    }
    return (
        <p class="lobby-words">
            {guest ? `You play as ${me.value.name}, with ` : `Welcome, ${me.value.name}. You have `}
            {money(me.value.wallet ?? 0)}
            {playMoney() && ' of play money'}.
            {guest && (
                <>
                    {' '}
                    <a href="/login">Sign in or register</a> to keep it.
                </>
            )}
        </p>
    );
}

export default function LobbyPage() {
    const said = usePolledLobby();
    const [busy, setBusy] = useState(false);
    const all = tablesInOrder(said?.tables ?? []);
    const dealt = (pace: string) => Number(pace === 'dealer');
    const tables =
        me.value.role === 'dealer' ? all.sort((a, b) => dealt(b.pace) - dealt(a.pace)) : all;
    const onSit = (table: number) => {
        setBusy(true);
        void sitAt(table).finally(() => setBusy(false));
    };
    return (
        <Shell title="Ultimate Texas Hold’em">
            <Welcome />
            {me.value.test_decks && (
                <p class="lobby-words">
                    <span class="tag">test decks</span> Cards come in an order laid beforehand: this
                    room is for trying the tables out.
                </p>
            )}
            {!said && (
                <p class="muted">
                    {cut.value ? 'The server cannot be reached.' : 'Looking for tables…'}
                </p>
            )}
            {said && said.tables.length === 0 && <p class="muted">No table is open.</p>}
            <ul class="table-cards">
                {tables.map((table) => (
                    <TableCard key={table.table} table={table} busy={busy} onSit={onSit} />
                ))}
            </ul>
            <section class="lobby-how">
                <h2>The game in ten seconds</h2>
                <ol>
                    <li>Put the same amount on Ante and on Blind. You get two cards.</li>
                    <li>
                        You like them? Play 4× or 3× the Ante. Or check to see three of the five
                        community cards, and play 2×; or check again to see them all.
                    </li>
                    <li>
                        Then play 1× or fold. The best five of your two and the community’s five
                        play against the dealer’s best five.
                    </li>
                </ol>
                <p>
                    <a href="/learn">Learn it hand by hand</a> ·{' '}
                    <a href="/strategy">What is best with which cards</a>
                </p>
            </section>
        </Shell>
    );
}
