// Bytes as commands to a progressive controller: none of them fails a check, a refusal changes nothing, the
// journal rebuilds the controller byte for byte, and the meter is what was fed and seeded less what
// was paid, to the ten-thousandth of a cent, in the journal and in the accounts.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "support/accounts.h"
#include "uth/controller.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define METER        77
#define TABLES       3
#define COMMANDS_MAX 400
#define JOURNAL_MAX  (COMMANDS_MAX * UTH_ENTRIES_MAX)
#define SLOTS        64

struct input {
    const uint8_t *data;
    size_t left;
};

struct desk {
    struct uth_progressive_rules rules;
    struct uth_controller controller;
    struct accounts accounts;
    struct balance slots[SLOTS];
    struct uth_meter_day day;
    int64_t units; // what the journal says is on the meter
    int64_t reserve_units;
    int64_t now_ms;
    uint64_t round;
    size_t count;
    struct uth_meter_entry journal[JOURNAL_MAX];
};

static uint8_t take(struct input *input)
{
    if (input->left == 0) {
        return 0;
    }
    input->left--;
    return *input->data++;
}

// ---- commands ---------------------------------------------------------------------------------

// Most amounts are money; one byte in sixteen leads to any number at all.
static int64_t take_amount(struct input *input)
{
    const uint8_t first = take(input);
    if (first % 16 != 15) {
        return ((int64_t)first - 100) * 1237;
    }
    uint64_t amount = 0;
    for (unsigned i = 0; i < 8; i++) {
        amount = amount << 8 | take(input);
    }
    return (int64_t)amount;
}

static struct uth_terms take_terms(struct input *input, const struct uth_progressive_rules *rules)
{
    struct uth_terms terms = {.seed = rules->seed,
                              .maximum = rules->maximum,
                              .meter_rate_bp = rules->meter_rate_bp,
                              .reserve_rate_bp = rules->reserve_rate_bp,
                              .fixed_pays_from = rules->fixed_pays_from};
    const uint8_t changes = take(input);
    if ((changes & 1) != 0) {
        terms.seed.cents = take_amount(input);
    }
    if ((changes & 2) != 0) {
        terms.maximum.cents = take_amount(input);
    }
    if ((changes & 4) != 0) {
        terms.meter_rate_bp = take(input) * 97U;
        terms.reserve_rate_bp = take(input) * 41U;
    }
    if ((changes & 8) != 0) {
        terms.fixed_pays_from = take(input) % 4;
    }
    return terms;
}

// What the table's controller waits for: a walk of blind commands would seldom come to a win.
static enum uth_controller_command_kind due(const struct uth_station *station, uint8_t choice)
{
    const bool aquarius = station->controller == UTH_MODEL_AQUARIUS;
    switch ((enum uth_station_state)station->state) {
    case UTH_STATION_IDLE: return aquarius ? UTH_CONTROLLER_COIN_IN : UTH_CONTROLLER_START_GAME;
    case UTH_STATION_PLAYING:
        if (!station->shown) {
            return UTH_CONTROLLER_SHOW;
        }
        if (station->won && choice % 8 < 2) {
            return choice % 8 == 0 ? UTH_CONTROLLER_ADJUST : UTH_CONTROLLER_PAY;
        }
        if (choice % 4 == 0) {
            return aquarius ? UTH_CONTROLLER_GAME_OVER : UTH_CONTROLLER_END_GAME;
        }
        return aquarius || choice % 4 == 1 ? UTH_CONTROLLER_HAND
               : choice % 4 == 2           ? UTH_CONTROLLER_SPOT
                                           : UTH_CONTROLLER_CONFIRM;
    case UTH_STATION_PRESSED: return UTH_CONTROLLER_KEY_JPH;
    case UTH_STATION_KEYED: return UTH_CONTROLLER_J_POT;
    case UTH_STATION_FROZEN: return UTH_CONTROLLER_KEY_RUN;
    case UTH_STATION_AWAITING_CARD: return UTH_CONTROLLER_SWIPE;
    case UTH_STATION_COUNT: break;
    }
    return UTH_CONTROLLER_VOID;
}

// A seat that has won, or any number.
static uint8_t take_seat(struct input *input, const struct uth_station *station)
{
    const uint8_t byte = take(input);
    for (unsigned i = 0; station != NULL && byte % 4 != 3 && i < UTH_SEATS_MAX; i++) {
        const unsigned seat = (byte + i) % UTH_SEATS_MAX;
        if (station->shown && station->lines[seat] != UTH_PROGRESSIVE_NONE) {
            return (uint8_t)(seat + 1);
        }
    }
    return byte / 4;
}

static void take_show(struct input *input, const struct uth_station *station,
                      struct uth_controller_command *command)
{
    const uint8_t mask = station != NULL ? station->wagered : 0xff;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const uint8_t byte = (mask >> i & 1) != 0 ? take(input) : 0;
        command->lines[i] =
            byte % 3 == 0 ? UTH_PROGRESSIVE_NONE : (uint8_t)(byte / 3 % (UTH_PROGRESSIVE_NONE + 2));
        command->order[i] = byte % 3 == 0 ? 0 : (uint8_t)(i + 1);
    }
    // Seats in order stand without gaps, and a byte shuffles two of them.
    uint8_t count = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const uint8_t seat = command->order[i];
        command->order[i] = 0;
        if (seat != 0) {
            command->order[count++] = seat;
        }
    }
    const uint8_t swap = take(input);
    if (count > 1) {
        const uint8_t kept = command->order[0];
        command->order[0] = command->order[swap % count];
        command->order[swap % count] = kept;
    }
}

static struct uth_controller_command take_command(struct input *input, struct desk *desk)
{
    const uint8_t first = take(input);
    const uint8_t second = take(input);
    struct uth_controller_command command = {
        .table = 1 + second % TABLES,
        .authority = (enum uth_authority)(second / 4 % UTH_AUTHORITY_COUNT),
        .who = second / 16 == 15 ? 0 : 1 + second / 16,
        .time_ms = ++desk->now_ms,
        .note = second,
    };
    const struct uth_station *station = uth_controller_station(&desk->controller, command.table);
    const bool leads = first >= 64 && station != NULL;
    command.kind = leads ? due(station, first)
                         : (enum uth_controller_command_kind)(first % UTH_CONTROLLER_COMMAND_COUNT);
    command.seat = take_seat(input, station);
    const bool due_line = station != NULL && station->shown && first % 8 != 7 &&
                          command.seat >= 1 && command.seat <= UTH_SEATS_MAX;
    command.line = due_line ? (enum uth_progressive_line)station->lines[command.seat - 1]
                            : (enum uth_progressive_line)(first % (UTH_PROGRESSIVE_NONE + 1));
    command.seats = (uint8_t)(first * 37U);
    command.round = second % 32 == 31 ? second : ++desk->round;
    command.controller = (enum uth_controller_model)(first / 32 % UTH_MODEL_COUNT);
    command.meter = METER;
    if (command.kind == UTH_CONTROLLER_ADJUST) {
        const uint8_t reason = take(input) % (2 * UTH_ADJUSTMENT_COUNT);
        command.adjustment =
            reason < UTH_ADJUSTMENT_COUNT ? (enum uth_adjustment)reason : UTH_ADJUSTMENT_BACK_OUT;
        command.approved_by = take(input) % 4;
        command.amount.cents = take_amount(input);
    }
    if (command.kind == UTH_CONTROLLER_TERMS || command.kind == UTH_CONTROLLER_CREATE) {
        command.terms = take_terms(input, &desk->rules);
        command.amount.cents = take_amount(input);
    }
    if (command.kind == UTH_CONTROLLER_EXECUTIVE || command.kind == UTH_CONTROLLER_CREATE) {
        command.executive_above.cents = take_amount(input);
    }
    command.day = command.kind == UTH_CONTROLLER_BEGIN_DAY ? take(input) : 0;
    if (command.kind == UTH_CONTROLLER_SHOW) {
        take_show(input, station, &command);
    }
    return command;
}

// ---- what must hold ---------------------------------------------------------------------------

static int64_t units_of(uth_money amount, uint32_t carry)
{
    return amount.cents * UTH_CARRY_UNITS + carry;
}

static void add_award(struct desk *desk, const struct uth_win_award *award, int64_t sign)
{
    desk->units += sign * UTH_CARRY_UNITS *
                   (award->seed_added.cents + award->reserve_used.cents - award->from_meter.cents);
    desk->reserve_units -= sign * UTH_CARRY_UNITS * award->reserve_used.cents;
}

static void add_adjusted(struct desk *desk, const struct uth_meter_entry *entry)
{
    const int64_t change = entry->as.adjusted.change.cents;
    if (entry->seat != 0) {
        add_award(desk, &entry->as.award, -1);
        return;
    }
    const int64_t used = entry->as.adjusted.reserve_used.cents;
    desk->units += UTH_CARRY_UNITS * (change + entry->as.adjusted.seed_added.cents + used);
    desk->reserve_units -= UTH_CARRY_UNITS * used;
    if (entry->adjustment == UTH_ADJUSTMENT_MAXIMUM) {
        desk->reserve_units -= UTH_CARRY_UNITS * change; // what is cut waits there
    }
}

// The journal counted by itself: fed and seeded less paid.
static void count_entry(struct desk *desk, const struct uth_meter_entry *entry)
{
    if (entry->kind == UTH_ENTRY_CREATED) {
        desk->units = units_of(entry->after.amount, 0);
    } else if (entry->kind == UTH_ENTRY_FED || entry->kind == UTH_ENTRY_UNFED) {
        desk->units += entry->as.fed.units; // below 0 where a void takes them back
        desk->reserve_units += entry->as.fed.reserve_units;
    } else if (entry->kind == UTH_ENTRY_AWARDED) {
        add_award(desk, &entry->as.award, 1);
    } else if (entry->kind == UTH_ENTRY_ADJUSTED) {
        add_adjusted(desk, entry);
    }
}

static int64_t in_books(const struct desk *desk, enum uth_account_kind kind)
{
    const struct uth_account account = uth_account_of_meter(kind, METER);
    return accounts_amount(&desk->accounts, &account).cents;
}

static void check_meter(const struct desk *desk)
{
    const struct uth_meter *meter = &desk->controller.meter;
    UTH_CHECK(meter->amount.cents >= 0 && meter->reserve.cents >= 0);
    UTH_CHECK(meter->carry < UTH_CARRY_UNITS && meter->reserve_carry < UTH_CARRY_UNITS);
    UTH_CHECK(units_of(meter->amount, meter->carry) == desk->units);
    UTH_CHECK(units_of(meter->reserve, meter->reserve_carry) == desk->reserve_units);
    UTH_CHECK(in_books(desk, UTH_ACCOUNT_METER) == meter->amount.cents);
    UTH_CHECK(in_books(desk, UTH_ACCOUNT_RESERVE) == meter->reserve.cents);
    UTH_CHECK(accounts_balanced(&desk->accounts));
    UTH_CHECK(uth_meter_day_explained(&desk->day));
}

// The day begins with what the meter shows; the rest of it must be explained.
static void add_entry(struct desk *desk, const struct uth_meter_entry *entry)
{
    static struct uth_postings postings;
    size_t refused;
    UTH_CHECK(desk->count < JOURNAL_MAX);
    UTH_CHECK(entry->number == desk->count + 1 && entry->who != 0);
    UTH_CHECK(memcmp(&entry->before, &desk->controller.meter, sizeof entry->before) == 0);
    desk->journal[desk->count++] = *entry;
    uth_controller_apply(&desk->controller, entry);
    UTH_CHECK(memcmp(&entry->after, &desk->controller.meter, sizeof entry->after) == 0);
    uth_entry_post(entry, &postings);
    UTH_CHECK(accounts_post_all(&desk->accounts, postings.list, postings.count, &refused) ==
              UTH_OK);
    if (entry->kind == UTH_ENTRY_DAY_BEGAN) {
        desk->day = uth_meter_day_start(desk->controller.meter.amount);
    } else {
        UTH_CHECK(uth_meter_day_add(&desk->day, entry) == UTH_OK);
    }
    count_entry(desk, entry);
    check_meter(desk);
}

static void step(struct desk *desk, const struct uth_controller_command *command)
{
    static struct uth_controller before;
    static struct uth_entries entries, untouched;
    before = desk->controller;
    memset(&entries, 0x5a, sizeof entries);
    untouched = entries;
    const enum uth_status status =
        uth_controller_decide(&desk->rules, &desk->controller, command, &entries);
    UTH_CHECK(memcmp(&before, &desk->controller, sizeof before) == 0);
    if (status != UTH_OK) {
        UTH_CHECK(memcmp(&entries, &untouched, sizeof entries) == 0);
        UTH_CHECK(uth_status_clause(status)[0] != '\0');
        return;
    }
    UTH_CHECK(entries.count >= 1 && entries.count <= UTH_ENTRIES_MAX);
    for (unsigned i = 0; i < entries.count; i++) {
        add_entry(desk, &entries.list[i]);
    }
}

// What is shown and settled with while the games go on.
static void look(const struct desk *desk)
{
    const char *warnings[UTH_WARNINGS_MAX];
    UTH_CHECK(uth_controller_warnings(&desk->rules, &desk->controller.terms, warnings) <=
              UTH_WARNINGS_MAX);
    for (uint32_t table = 0; table <= TABLES; table++) {
        const struct uth_station *station = uth_controller_station(&desk->controller, table);
        if (station == NULL) {
            continue;
        }
        (void)uth_controller_settle_meter(&desk->controller, table);
        if (uth_controller_admit(&desk->controller, table) == UTH_OK) {
            UTH_CHECK(!station->unreachable);
        }
        for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
            struct uth_win_page page;
            const uth_money prize =
                uth_controller_prize(&desk->rules, &desk->controller, table, seat);
            UTH_CHECK(prize.cents >= 0);
            if (uth_controller_win_page(&desk->controller, table, seat, &page) == UTH_OK) {
                UTH_CHECK(page.win.confirmed_by != 0);
                UTH_CHECK(page.win.award.amount.cents >= 0); // a share of nothing is nothing
            }
        }
    }
}

static void open_desk(struct input *input, struct desk *desk)
{
    const uint8_t which = take(input);
    struct uth_controller_command create = {
        .kind = UTH_CONTROLLER_CREATE,
        .authority = UTH_AUTHORITY_EXECUTIVE,
        .who = 1,
        .time_ms = 1,
        .meter = METER,
        .executive_above = {120000},
    };
    memset(&desk->controller, 0, sizeof desk->controller);
    desk->units = desk->reserve_units = 0;
    desk->now_ms = 1;
    desk->round = 0;
    desk->count = 0;
    desk->day = uth_meter_day_start((uth_money){0});
    desk->rules = uth_rules_builtin(which % uth_rules_builtin_count())->progressive;
    accounts_init(&desk->accounts, desk->slots, SLOTS);
    if (which >= 128) {
        return; // whatever comes first must make the meter itself
    }
    create.terms = take_terms(input, &desk->rules);
    create.amount = create.terms.seed;
    step(desk, &create);
    for (uint32_t table = 1; table <= TABLES && desk->count != 0; table++) {
        const struct uth_controller_command link = {
            .kind = UTH_CONTROLLER_LINK,
            .authority = UTH_AUTHORITY_EXECUTIVE,
            .who = 1,
            .time_ms = 1,
            .table = table,
            .controller = (enum uth_controller_model)(which >> table & 1)};
        step(desk, &link);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct desk desk;
    static struct uth_controller again;
    struct input input = {data, size};
    open_desk(&input, &desk);
    for (unsigned i = 0; i < COMMANDS_MAX - 4 && input.left > 0; i++) {
        const struct uth_controller_command command = take_command(&input, &desk);
        step(&desk, &command);
        look(&desk);
    }
    memset(&again, 0, sizeof again);
    for (size_t i = 0; i < desk.count; i++) {
        uth_controller_apply(&again, &desk.journal[i]);
    }
    UTH_CHECK(memcmp(&again, &desk.controller, sizeof again) == 0);
    return 0;
}
