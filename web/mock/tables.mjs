// Tables that play a fixed script: always the same cards, always the same outcome. There is no rule
// in here: hands' words and results are written out. A tool to work on the pages with, nothing else.

const board = ['Ks', '8d', '6s', '4s', 'Jh'];
const dealerCards = ['9d', '6h'];
// prettier-ignore
const hands = [
  { cards: ['Ah', 'Kh'], words: ['ace king', 'a pair of kings, ace eight six kickers', 'a pair of kings, ace jack eight kickers'], wins: true },
  { cards: ['Qs', 'Ts'], words: ['queen ten', 'king high, queen ten eight six kickers', 'a flush, king queen ten six four'], wins: true, flush: true },
  { cards: ['7c', '7d'], words: ['a pair of sevens', 'a pair of sevens, king eight six kickers', 'a pair of sevens, king jack eight kickers'], wins: true },
  { cards: ['2h', '4d'], words: ['four deuce', 'king high, eight six four deuce kickers', 'a pair of fours, king jack eight kickers'], wins: false },
  { cards: ['Ac', '3d'], words: ['ace three', 'ace high, king eight six three kickers', 'ace high, king jack eight six kickers'], wins: false },
  { cards: ['Jc', '9h'], words: ['jack nine', 'king high, jack nine eight six kickers', 'a pair of jacks, king nine eight kickers'], wins: true },
  { cards: ['5h', '5c'], words: ['a pair of fives', 'a pair of fives, king eight six kickers', 'a pair of fives, king jack eight kickers'], wins: false },
  { cards: ['Th', '3c'], words: ['ten three', 'king high, ten eight six three kickers', 'king high, jack ten eight six kickers'], wins: false },
];
const names = ['Ada', 'Boris', 'Chen', 'Dolores', 'Emil', 'Fatima', 'Grace', 'Hugo'];
const optional = ['trips', 'bad_beat', 'pairs', 'progressive'];
const streets = ['preflop', 'flop', 'river'];
const offers = { preflop: ['4x', '3x', 'check'], flop: ['2x', 'check'], river: ['1x', 'fold'] };

export class Table {
    constructor(spec, pace) {
        Object.assign(this, spec);
        this.pace = pace; // how fast: 1 is as at a real table
        this.version = 1;
        this.round = spec.round ?? 41;
        this.state = 'waiting';
        this.phase = 'idle';
        this.deadline = 0;
        this.since = Date.now();
        this.seats = Array.from({ length: spec.seatCount }, (_, i) => this.emptySeat(i + 1));
        this.watchers = new Set();
        this.answers = new Map();
        this.bank = null;
        this.offer = null;
        for (const seat of spec.house) {
            this.fill(seat, { id: 1e12 + seat, name: names[seat - 1], house: true }, 50_000);
        }
    }

    emptySeat(seat) {
        return {
            seat,
            player: null,
            chips: 0,
            sits_out: false,
            leaving: false,
            command_id: 0,
            ...this.fresh(),
        };
    }

    fresh() {
        return {
            in: false,
            folded: false,
            awaited: false,
            ready: false,
            multiple: 0,
            stakes: {},
            taken: {},
            fee: 0,
            decisions: [],
            result: null,
        };
    }

    fill(seat, player, chips) {
        this.seats[seat - 1] = { ...this.emptySeat(seat), player, chips };
    }

    seatOf(person) {
        return this.seats.find((one) => one.player && one.player.id === person?.id);
    }

    // ---- time -----------------------------------------------------------------------------------

    wait(ms, next) {
        clearTimeout(this.timer);
        this.since = Date.now();
        this.deadline = this.since + ms * this.pace;
        this.timer = setTimeout(next, ms * this.pace);
        this.changed();
    }

    changed() {
        this.version += 1;
        for (const tell of this.watchers) {
            tell();
        }
    }

    start() {
        if (!this.seats.some((one) => one.player)) {
            return;
        }
        if (this.california && !this.bank) {
            this.offerTo(this.button ?? 1);
            return;
        }
        this.openBets();
    }

    offerTo(seat) {
        const one = this.seats[seat - 1];
        this.state = 'offering';
        this.phase = 'idle';
        if (!one.player) {
            this.offerTo((seat % this.seatCount) + 1);
            return;
        }
        this.wait(one.player.house ? 1500 : 20_000, () =>
            one.player?.house
                ? this.takeBank(one, 30_000)
                : this.offerTo((seat % this.seatCount) + 1),
        );
        this.offer = { seat, deadline_ms: this.deadline };
        this.changed();
    }

    takeBank(one, wager) {
        this.offer = null;
        this.button = one.seat;
        this.bank = { seat: one.seat, name: one.player.name, wager, net: 0, fee: 0, left: wager };
        this.openBets();
    }

    openBets() {
        this.round += 1;
        for (const one of this.seats) {
            Object.assign(one, this.fresh());
        }
        this.state = this.phase = 'betting';
        for (const one of this.seats.filter(
            (seat) => seat.player?.house && seat.seat !== this.bank?.seat,
        )) {
            const ante = this.limits.ante.min * (1 + (one.seat % 3));
            one.stakes = { ante, blind: ante, trips: this.limits.trips.min };
            if (this.offered.includes('progressive') && one.seat % 2) {
                one.stakes.progressive = 100;
            }
            one.ready = true;
        }
        this.wait(25_000, () => this.closeBets());
    }

    closeBets() {
        const some = this.seats.some((one) => one.stakes.ante);
        if (!some) {
            this.openBets();
            return;
        }
        for (const one of this.seats) {
            one.in = Boolean(one.stakes.ante);
            one.chips -= Object.values(one.stakes).reduce((sum, stake) => sum + stake, 0);
        }
        if (this.bank) {
            this.bank.fee = 300;
        }
        this.state = 'playing';
        this.phase = 'closed';
        this.wait(900, () => this.street(0));
    }

    street(index) {
        this.phase = streets[index] ?? 'showdown';
        if (index === 3) {
            this.wait(1200, () => this.settle());
            return;
        }
        let thinking = 0;
        for (const one of this.seats.filter((seat) => seat.in && !seat.multiple && !seat.folded)) {
            one.awaited = true;
            if (one.player.house) {
                thinking += 500;
                setTimeout(
                    () => this.decide(one, this.houseAction(one, index)),
                    thinking * this.pace,
                );
            }
        }
        this.wait(20_000, () => {
            for (const one of this.seats.filter((seat) => seat.awaited)) {
                this.decide(one, index === 2 ? 'fold' : 'check', true);
            }
            this.streetDone();
        });
        this.streetDone();
    }

    houseAction(one, index) {
        const good = hands[(one.seat - 1) % hands.length].wins;
        return [good ? '4x' : 'check', good ? '2x' : 'check', one.seat % 2 ? '1x' : 'fold'][index];
    }

    decide(one, action, bySystem = false) {
        if (!one.awaited) {
            return;
        }
        one.awaited = false;
        one.decisions.push({ street: this.phase, action, by_system: bySystem });
        one.folded = action === 'fold';
        if (one.folded) {
            one.taken = { ante: one.stakes.ante, blind: one.stakes.blind };
        }
        if (/x$/.test(action)) {
            one.multiple = Number(action[0]);
            one.stakes.play = one.multiple * one.stakes.ante;
            one.chips -= one.stakes.play;
        }
        this.changed();
        this.streetDone();
    }

    streetDone() {
        if (this.state === 'playing' && !this.seats.some((one) => one.awaited)) {
            const next = streets.indexOf(this.phase) + 1;
            if (next > 0) {
                clearTimeout(this.timer);
                this.wait(900, () => this.street(next));
            }
        }
    }

    // ---- the written result -----------------------------------------------------------------------

    settle() {
        this.order = [];
        for (const one of this.seats.filter((seat) => seat.in)) {
            one.result = this.resultOf(one);
            const back = Object.values(one.result.wagers).reduce(
                (sum, wager) =>
                    sum + (wager.net < 0 ? wager.stake + wager.net : wager.stake + wager.net),
                0,
            );
            one.chips += back;
            for (const wager of Object.keys(one.result.wagers)) {
                this.order.push({ seat: one.seat, wager });
            }
            if (this.bank) {
                this.bank.net -= one.result.net;
            }
        }
        if (this.bank) {
            this.bank.left = Math.max(0, this.bank.wager - Math.abs(this.bank.net));
        }
        this.state = 'result';
        this.phase = 'settled';
        this.last = { round: this.round, secret: '5e'.repeat(32) };
        this.wait(9000, () => {
            this.phase = 'over';
            for (const one of this.seats) {
                if (one.leaving) {
                    this.seats[one.seat - 1] = this.emptySeat(one.seat);
                }
            }
            this.bank = null;
            this.button = this.california ? ((this.button ?? 0) % this.seatCount) + 1 : undefined;
            this.start();
        });
    }

    resultOf(one) {
        const hand = hands[(one.seat - 1) % hands.length];
        const wagers = {};
        const put = (wager, outcome, factor, reason) => {
            const stake = one.stakes[wager];
            if (stake) {
                wagers[wager] = {
                    stake,
                    outcome,
                    net: Math.round(stake * factor),
                    reason,
                    limited: '',
                };
            }
        };
        if (one.folded) {
            put('ante', 'lose', -1, 'loses: folded');
            put('blind', 'lose', -1, 'loses: folded');
        } else if (hand.wins) {
            put('ante', 'win', 1, 'wins 1 to 1');
            put('play', 'win', 1, 'wins 1 to 1');
            if (hand.flush) {
                put('blind', 'win', 1.5, 'wins 3 to 2 with a flush');
            } else {
                put('blind', 'push', 0, 'pushes: won with less than a straight');
            }
        } else {
            put('ante', 'lose', -1, 'loses to a pair of sixes');
            put('play', 'lose', -1, 'loses to a pair of sixes');
            put('blind', 'lose', -1, 'loses to a pair of sixes');
        }
        if (hand.flush) {
            put('trips', 'win', 7, 'wins 7 to 1 with a flush');
        } else {
            put('trips', 'lose', -1, 'loses: less than three of a kind');
        }
        put('bad_beat', 'lose', -1, 'loses: nobody was beaten with three of a kind');
        put('pairs', 'win', 25, 'wins 25 to 1 with ace king suited');
        put('progressive', 'lose', -1, 'loses: less than a full house');
        const net = Object.values(wagers).reduce((sum, wager) => sum + wager.net, 0);
        return { verdict: one.folded ? 'fold' : hand.wins ? 'win' : 'lose', net, wagers };
    }

    // ---- commands -------------------------------------------------------------------------------

    command(person, message) {
        const key = `${person?.id}:${message.id}`;
        if (this.answers.has(key)) {
            return { ...this.answers.get(key), repeated: true };
        }
        const fault = this.carryOut(person, message);
        const answer = { type: 'answer', id: message.id, table: this.table, ok: !fault };
        if (fault) {
            answer.error = fault;
        } else {
            this.answers.set(key, answer);
            const seat = this.seatOf(person);
            if (seat) {
                seat.command_id = message.id;
            }
            this.changed();
        }
        return answer;
    }

    carryOut(person, message) {
        const one = this.seatOf(person);
        const no = (clause, text) => ({ clause, code: 'refused', message: text });
        if (message.type === 'sit') {
            const seat = this.seats[message.seat - 1];
            if (one || !seat || seat.player) {
                return no('SEAT', one ? 'you sit at this table' : 'that seat is taken');
            }
            if (message.amount > person.wallet) {
                return no('WALLET', 'you have not so much');
            }
            person.wallet -= message.amount;
            this.fill(
                seat.seat,
                { id: person.id, name: person.name, house: false },
                message.amount,
            );
            if (this.state === 'waiting') {
                this.start();
            }
            return null;
        }
        if (!one) {
            return no('SEAT', 'you do not sit at this table');
        }
        switch (message.type) {
            case 'buy_in':
                person.wallet -= message.amount;
                one.chips += message.amount;
                return null;
            case 'stand':
                if (one.in && this.state === 'playing') {
                    one.leaving = true;
                } else {
                    person.wallet += one.chips;
                    this.seats[one.seat - 1] = this.emptySeat(one.seat);
                }
                return null;
            case 'sit_out':
                one.sits_out = message.on;
                return null;
            case 'wager':
                return this.wager(one, message, no);
            case 'decide':
                if (!one.awaited || !offers[this.phase].includes(message.action)) {
                    return no('PLAY-1', 'that cannot be decided now');
                }
                this.decide(one, message.action);
                return null;
            case 'bank_take':
                this.takeBank(one, message.amount);
                return null;
            case 'bank_decline':
                this.offerTo((one.seat % this.seatCount) + 1);
                return null;
            default:
                return no('INPUT', 'no such command');
        }
    }

    wager(one, message, no) {
        if (this.phase !== 'betting') {
            return no('BET-6', 'no more bets');
        }
        const { ante = 0, blind = 0 } = message.stakes;
        if (message.ready && ante !== blind) {
            return no('BET-1', 'Ante and Blind must be equal');
        }
        if (message.ready && ante && ante < this.limits.ante.min) {
            return no('BET-3', `the Ante is at least $${this.limits.ante.min / 100}`);
        }
        one.stakes = Object.fromEntries(
            Object.entries(message.stakes).filter(([, stake]) => stake > 0),
        );
        one.ready = message.ready;
        if (
            message.ready &&
            this.seats.every((seat) => !seat.player || seat.player.house || seat.ready)
        ) {
            clearTimeout(this.timer);
            this.wait(400, () => this.closeBets());
        }
        return null;
    }

    // ---- views ----------------------------------------------------------------------------------

    view(person) {
        const own = this.seatOf(person);
        const shown = { preflop: 0, flop: 3, river: 5, showdown: 5, settled: 5 }[this.phase];
        const dealt = shown !== undefined;
        const open = this.phase === 'settled' || this.phase === 'showdown';
        const stage = shown === 0 ? 0 : shown === 3 ? 1 : 2;
        return {
            type: 'view',
            table: this.table,
            version: this.version,
            server_ms: Date.now(),
            name: this.name,
            profile: this.profile,
            title: this.title,
            pace: 'auto',
            state: this.state,
            round: this.round,
            phase: this.phase,
            deck: this.california ? this.round % 2 : 0,
            procedure: this.procedure,
            since_ms: this.since,
            deadline_ms: this.deadline,
            commitment: '9f'.repeat(32),
            fairness: null,
            last: this.last ?? null,
            chip: 100,
            circles: circlesOf(this.offered),
            limits: this.limits,
            buy_in: this.buyIn,
            community: dealt ? board.map((card, i) => (i < shown ? card : null)) : [],
            dealt: dealt ? this.dealt() : [],
            dealer: {
                cards: dealt ? (open ? dealerCards : [null, null]) : [],
                hand: open ? 'a pair of sixes, king jack nine kickers' : null,
                qualifies: open ? true : null,
            },
            bank: this.bank,
            offer: this.state === 'offering' ? this.offer : null,
            you: own ? this.you(own) : null,
            seats: this.seats.map((one) => {
                const hand = hands[(one.seat - 1) % hands.length];
                const seen = dealt && one.in && (one === own || (open && !one.folded));
                const { command_id, ready, ...rest } = one;
                return {
                    ...rest,
                    cards: dealt && one.in ? (seen ? hand.cards : [null, null]) : [],
                    hand: seen ? hand.words[stage] : null,
                };
            }),
            order: this.order ?? [],
            progressive: this.offered.includes('progressive')
                ? {
                      meter: 1,
                      amount: 1_234_567 + this.version * 20,
                      stake: 100,
                      reachable: true,
                      controller: 'aquarius',
                      station: 'idle',
                      lit: null,
                      spot: 0,
                      wins: [],
                      waits: false,
                  }
                : null,
            paused: false,
            dealer_console: null,
        };
    }

    /** Two at a time, then the board. */
    dealt() {
        const seats = this.seats.filter((one) => one.in).map((one) => String(one.seat));
        return [
            ...[...seats, 'dealer'].flatMap((place) => [place, place]),
            ...board.map(() => 'board'),
        ];
    }

    you(own) {
        const deciding = own.awaited ? (offers[this.phase] ?? []) : [];
        const play = Object.fromEntries(
            deciding
                .filter((one) => /x$/.test(one))
                .map((one) => [one, Number(one[0]) * own.stakes.ante]),
        );
        return {
            seat: own.seat,
            chips: own.chips,
            ready: own.ready,
            sits_out: own.sits_out,
            leaving: own.leaving,
            command_id: own.command_id,
            options: {
                shut: {},
                wager: this.phase === 'betting' && this.bank?.seat !== own.seat,
                decisions: deciding.filter((one) => (play[one] ?? 0) <= own.chips),
                play,
                bank:
                    this.state === 'offering' && this.offer?.seat === own.seat
                        ? { min: 500 }
                        : null,
                ask_bank: false,
                buy_in: this.state !== 'playing',
                stand: true,
            },
        };
    }

    lobby() {
        return {
            table: this.table,
            name: this.name,
            profile: this.profile,
            title: this.title,
            pace: 'auto',
            state: this.state,
            seats: this.seatCount,
            taken: this.seats.filter((one) => one.player).length,
            house: this.seats.filter((one) => one.player?.house).length,
            limits: this.limits,
            buy_in: this.buyIn,
            meter: this.offered.includes('progressive')
                ? { id: 1, amount: 1_234_567 + this.version * 20 }
                : null,
        };
    }
}

const said = {
    progressive: 'Progressive',
    pairs: 'Pairs',
    bad_beat: 'Bad Beat',
    trips: 'Trips',
    ante: 'Ante',
    blind: 'Blind',
    play: 'Play',
};
const equal = { ante: 'blind', blind: 'ante' };

function circlesOf(offered) {
    return Object.entries(said)
        .filter(([wager]) => wager === 'play' || offered.includes(wager))
        .map(([wager, name]) => ({
            wager,
            name,
            ...(equal[wager] ? { equals: equal[wager] } : {}),
            ...(wager === 'play' ? { later: true } : {}),
        }));
}

const trips = [
    ['royal flush', 50],
    ['straight flush', 40],
    ['four of a kind', 30],
    ['full house', 8],
    ['flush', 6],
    ['straight', 5],
    ['three of a kind', 3],
];
const blind = [
    ['royal flush', 500],
    ['straight flush', 50],
    ['four of a kind', 10],
    ['full house', 3],
    ['flush', '3 to 2'],
    ['straight', 1],
];
const lines = (list) =>
    list.map(([hand, pays]) => ({
        hand,
        pays: String(pays).includes('to') ? pays : `${pays} to 1`,
    }));

export function placardOf(table) {
    const tables = [
        { wager: 'blind', name: 'Blind', for_one: false, lines: lines(blind) },
        { wager: 'trips', name: 'Trips', for_one: false, lines: lines(trips) },
    ];
    if (table.offered.includes('pairs')) {
        tables.push({
            wager: 'pairs',
            name: 'Ultimate Pairs',
            for_one: false,
            lines: lines([
                ['A-A', 30],
                ['A-K suited', 25],
                ['A-Q, A-J suited', 20],
                ['A-K', 15],
                ['K-K, Q-Q, J-J', 10],
                ['A-Q, A-J', 5],
                ['10-10 to 2-2', 3],
            ]),
        });
        tables.push({
            wager: 'bad_beat',
            name: 'Bad Beat Bonus',
            for_one: false,
            lines: lines([
                ['straight flush', '10,000 to 1'],
                ['four of a kind', 500],
                ['full house', 40],
                ['flush', 25],
                ['straight', 20],
                ['three of a kind', 9],
            ]),
        });
        tables.push({
            wager: 'progressive',
            name: 'Progressive',
            for_one: true,
            lines: [
                ['royal flush in the first five cards', '100% of the meter'],
                ['royal flush in seven cards', '5% of the meter'],
                ['community royal', '3,000 for 1'],
                ['straight flush', '250 for 1'],
                ['four of a kind', '100 for 1'],
                ['full house', '10 for 1'],
            ].map(([hand, pays]) => ({ hand, pays })),
        });
    }
    return {
        limits: table.limits,
        notices: [
            'Dealer only plays with a pair or higher.',
            ...(table.california ? [] : ['At most four games a player.']),
        ],
        inscription: 'Dealer only plays with a pair or higher',
        revision: '0',
        sections: [],
        pay_tables: tables.map((one) => ({
            ...one,
            title: said[one.wager],
            by_hand: ['blind', 'trips', 'bad_beat'].includes(one.wager),
            lines: one.lines.map((line) => ({
                ...line,
                label: line.hand,
                brief: String(line.pays).replace(' to 1', ''),
            })),
        })),
        fees: table.california
            ? [
                  { action: 500, fee: 100 },
                  { action: 5100, fee: 200 },
              ]
            : [],
        disputes:
            'Disputes are resolved by the floor supervisor; every round is recorded and can be dealt again.',
    };
}

export { optional };
