// Automatic players: they fill seats nobody wants, bet the same each round, play a named strategy and
// take the bank when it is offered. Where the house banks they are house players, whose money comes
// from the cage and goes back there. Where a player banks they are proposition players of a
// third-party provider, whose money is the provider's bankroll at this table (BANK-1).
#include "room/step.h"

#include <string.h>

#include "core/decision.h"

#define KIND_BIT         48 // above a table's number and a seat's
#define HOUSE_KIND       UINT64_C(16)
#define PROPOSITION_KIND UINT64_C(17)

static uint64_t number_of(uint64_t kind, uint32_t table, uint8_t seat)
{
    return kind << KIND_BIT | (uint64_t)table << 8 | seat;
}

uint64_t room_house_player(uint32_t table, uint8_t seat)
{
    return number_of(HOUSE_KIND, table, seat);
}

uint64_t room_proposition_player(uint32_t table, uint8_t seat)
{
    return number_of(PROPOSITION_KIND, table, seat);
}

bool room_is_house_player(uint64_t player)
{
    return player >> KIND_BIT == HOUSE_KIND;
}

bool room_is_proposition_player(uint64_t player)
{
    return player >> KIND_BIT == PROPOSITION_KIND;
}

bool room_is_automatic_player(uint64_t player)
{
    return room_is_house_player(player) || room_is_proposition_player(player);
}

// ---- what they are called ---------------------------------------------------------------------

static const char *const house_names[UTH_SEATS_MAX] = {"Alder", "Birch", "Cedar",   "Dogwood",
                                                       "Elm",   "Fir",   "Hemlock", "Juniper"};
static const char *const proposition_names[UTH_SEATS_MAX] = {"Agate",  "Beryl", "Coral", "Garnet",
                                                             "Jasper", "Onyx",  "Opal",  "Topaz"};

const char *room_automatic_name(uint64_t player)
{
    const unsigned seat = (unsigned)((player & 0xff) + UTH_SEATS_MAX - 1) % UTH_SEATS_MAX;
    return room_is_house_player(player) ? house_names[seat] : proposition_names[seat];
}

// Letters of any case, and what passes for them.
static char folded(char letter)
{
    static const char alike[][2] = {{'0', 'o'}, {'1', 'l'}, {'3', 'e'}, {'4', 'a'}, {'5', 's'},
                                    {'6', 'g'}, {'7', 't'}, {'8', 'b'}, {'9', 'g'}, {'i', 'l'}};
    char small = (char)(letter >= 'A' && letter <= 'Z' ? letter + 32 : letter);
    for (unsigned i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        small = small == alike[i][0] ? alike[i][1] : small;
    }
    return small;
}

// The next letter as it is read: blanks, dots and dashes between letters do not make another name, and
// "rn" and "vv" look like m and w.
static char next_letter(const char **at)
{
    while (**at == ' ' || **at == '.' || **at == '_' || **at == '-') {
        (*at)++;
    }
    const char first = folded(**at);
    const char second = first != '\0' ? folded((*at)[1]) : '\0';
    const bool is_pair = (first == 'r' && second == 'n') || (first == 'v' && second == 'v');
    *at += first == '\0' ? 0 : is_pair ? 2 : 1;
    return !is_pair ? first : first == 'r' ? 'm' : 'w';
}

static bool looks_like(const char *a, const char *b)
{
    char letter = next_letter(&a);
    char other = next_letter(&b);
    while (letter != '\0' && letter == other) {
        letter = next_letter(&a);
        other = next_letter(&b);
    }
    return letter == other;
}

bool room_name_is_automatic(const char *name)
{
    bool found = false;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        found = found || looks_like(name, house_names[i]) || looks_like(name, proposition_names[i]);
    }
    return found;
}

// ---- what they do -----------------------------------------------------------------------------

struct room_automatic room_automatic_of(const struct uth_rules *rules,
                                        const struct room_config *config)
{
    const bool proposition = rules->banked_by == UTH_BANKED_BY_PLAYER;
    struct room_automatic automatic = {
        .role = proposition ? ROOM_ROLE_PROPOSITION : ROOM_ROLE_HOUSE,
        .players = proposition ? config->proposition_players : config->house_players,
        .strategy = proposition ? config->proposition_strategy : config->house_strategy,
        .think_ms = proposition ? config->proposition_ms : config->house_ms,
        .buy_in = proposition ? config->proposition_buy_in : config->house_buy_in,
        .bank = proposition ? config->proposition_bank : (uth_money){0},
    };
    uth_money *stakes = automatic.stakes;
    stakes[UTH_WAGER_ANTE] = proposition ? config->proposition_ante : config->house_ante;
    stakes[UTH_WAGER_BLIND] = stakes[UTH_WAGER_ANTE];
    stakes[UTH_WAGER_TRIPS] = proposition ? config->proposition_trips : config->house_trips;
    stakes[UTH_WAGER_PROGRESSIVE] = proposition ? (uth_money){0} : config->house_progressive;
    return automatic;
}

uint8_t room_automatic_strategy(const struct uth_rules *rules, const struct room_config *config)
{
    return room_automatic_of(rules, config).strategy;
}

static struct room_automatic at_table(const struct room_world *world,
                                      const struct room_table *table)
{
    return room_automatic_of(world->rules, &table->config);
}

uth_money room_automatic_needs(const struct uth_rules *rules,
                               const struct room_automatic *automatic)
{
    int64_t to_play = uth_fee_of_player(rules).cents +
                      rules_largest_raise(rules) * automatic->stakes[UTH_WAGER_ANTE].cents;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        to_play += automatic->stakes[i].cents;
    }
    const int64_t to_bank =
        automatic->bank.cents == 0 ? 0 : automatic->bank.cents + room_bank_fee_max(rules).cents;
    return (uth_money){to_play > to_bank ? to_play : to_bank};
}

// ---- how many ---------------------------------------------------------------------------------

static unsigned count(const struct room_table *table, bool automatic)
{
    unsigned found = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &table->seats[i];
        found += seat->player != 0 && room_seat_is_automatic(seat) == automatic;
    }
    return found;
}

// One seat is always left for somebody to come.
static unsigned wanted(const struct room_world *world, const struct room_table *table)
{
    const unsigned taken = count(table, false) + 1;
    const unsigned left = world->rules->seats > taken ? world->rules->seats - taken : 0;
    const unsigned players = at_table(world, table).players;
    return players < left ? players : left;
}

// Can these chips be bought? The cage sells as many as it likes; a provider has its bankroll.
static bool is_funded(const struct room_world *world, const struct room_table *table,
                      uth_money chips)
{
    return !room_is_banked_by_player(world) ||
           at_table(world, table).buy_in.cents - chips.cents <= table->bankroll.cents;
}

bool room_provider_is_short(const struct uth_rules *rules, const struct room_table *table)
{
    return rules->banked_by == UTH_BANKED_BY_PLAYER && table->config.proposition_players != 0 &&
           table->bankroll.cents < table->config.proposition_buy_in.cents;
}

static bool is_broke(const struct room_world *world, const struct room_table *table, uint8_t seat)
{
    const struct room_automatic automatic = at_table(world, table);
    const struct room_seat *state = room_seat_read(table, seat);
    return room_seat_is_automatic(state) &&
           state->chips.cents < room_automatic_needs(world->rules, &automatic).cents;
}

// Who came under other rules, or can no longer be paid for.
static bool has_to_leave(const struct room_world *world, const struct room_table *table,
                         uint8_t seat)
{
    const struct room_seat *state = room_seat_read(table, seat);
    return room_seat_is_automatic(state) &&
           (state->role != at_table(world, table).role ||
            (is_broke(world, table, seat) && !is_funded(world, table, state->chips)));
}

// Of too many the one who has the bank is the last to go.
static uint8_t one_too_many(const struct room_table *table)
{
    uint8_t last = 0;
    for (uint8_t seat = UTH_SEATS_MAX; seat >= 1; seat--) {
        if (room_seat_is_automatic(room_seat_read(table, seat))) {
            last = seat;
            if (seat != table->rotation.seat) {
                break;
            }
        }
    }
    return last;
}

uint8_t room_automatic_leaves(const struct room_world *world, const struct room_table *table)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (has_to_leave(world, table, seat)) {
            return seat;
        }
    }
    return count(table, true) > wanted(world, table) ? one_too_many(table) : 0;
}

uint8_t room_automatic_joins(const struct room_world *world, const struct room_table *table)
{
    if (count(table, true) >= wanted(world, table) || !is_funded(world, table, (uth_money){0})) {
        return 0;
    }
    uint8_t seat = 1;
    while (room_seat_read(table, seat)->player != 0) {
        seat++;
    }
    UTH_CHECK(seat <= world->rules->seats);
    return seat;
}

uint8_t room_automatic_tops_up(const struct room_world *world, const struct room_table *table)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (is_broke(world, table, seat)) {
            return seat;
        }
    }
    return 0;
}

// ---- their money ------------------------------------------------------------------------------

void room_automatic_buy_in(struct step *step, uint8_t seat)
{
    const struct room_seat *state = room_seat_read(step->table, seat);
    const uth_money missing = {at_table(step->world, step->table).buy_in.cents -
                               state->chips.cents};
    UTH_CHECK(missing.cents > 0);
    if (state->role == ROOM_ROLE_PROPOSITION) {
        step_post(step, UTH_POSTED_PROVIDER_BUY_IN, seat, missing);
    } else {
        step_post(step, UTH_POSTED_DEPOSIT, seat, missing);
        step_post(step, UTH_POSTED_BUY_IN, seat, missing);
    }
    room_bank_somebody_came(step);
}

void room_automatic_cash_out(struct step *step, uint8_t seat)
{
    const struct room_seat *state = room_seat_read(step->table, seat);
    const uth_money chips = state->chips;
    if (state->role == ROOM_ROLE_PROPOSITION) {
        step_post(step, UTH_POSTED_PROVIDER_CASH_OUT, seat, chips);
    } else {
        step_post(step, UTH_POSTED_CASH_OUT, seat, chips);
        step_post(step, UTH_POSTED_WITHDRAWAL, seat, chips);
    }
}

void room_automatic_sit(struct step *step, uint8_t seat)
{
    const enum room_role role = at_table(step->world, step->table).role;
    const uint32_t table = step->table->id;
    struct room_fact fact = room_fact_of(ROOM_FACT_SAT, seat);
    fact.small[ROOM_SMALL_SAT_ROLE] = (uint8_t)role;
    fact.as.who.player = role == ROOM_ROLE_PROPOSITION ? room_proposition_player(table, seat)
                                                       : room_house_player(table, seat);
    step_fact(step, &fact);
    room_bank_banker_sat(step, seat);
    room_automatic_buy_in(step, seat);
}

// Its players go first, so that all of its money goes with it.
void room_provider_leaves(struct step *step)
{
    for (uint8_t seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        const struct room_seat *state = room_seat_read(step->table, seat);
        if (state->player != 0 && state->role == ROOM_ROLE_PROPOSITION) {
            room_stand_up(step, seat);
        }
    }
    if (step->table->bankroll.cents != 0) {
        step_post(step, UTH_POSTED_PROVIDER_WITHDREW, 0, step->table->bankroll);
    }
}

void room_provider_comes(struct step *step)
{
    if (step->table->config.provider_bankroll.cents != 0) {
        step_post(step, UTH_POSTED_PROVIDER_FUNDED, 0, step->table->config.provider_bankroll);
    }
}

// ---- in the round -----------------------------------------------------------------------------

// Whoever sits there was paid for before the round began.
bool room_automatic_wagers(const struct room_world *world, const struct room_table *table,
                           uint8_t seat)
{
    const struct room_seat *state = room_seat_read(table, seat);
    return room_seat_is_automatic(state) && room_seat_is_active(state) &&
           !table->round.seats[seat - 1].in && table->round.bank_seat != seat &&
           !is_broke(world, table, seat);
}

void room_automatic_wager(struct step *step, uint8_t seat)
{
    const struct room_automatic automatic = at_table(step->world, step->table);
    struct uth_command command = {.kind = UTH_COMMAND_WAGER, .seat = seat};
    memcpy(command.stakes, automatic.stakes, sizeof command.stakes);
    if (room_game_admit(step->world, step->table) != UTH_OK) {
        command.stakes[UTH_WAGER_PROGRESSIVE] = (uth_money){0};
    }
    UTH_CHECK(step_round(step, &command) == UTH_OK);
}

void room_automatic_decide(struct step *step, uint8_t seat)
{
    const struct room_world *world = step->world;
    const struct room_table *table = step->table;
    struct uth_decision offers[UTH_OFFERS_MAX];
    const uth_money purse = room_seat_read(table, seat)->chips;
    const size_t offered = uth_round_offers(world->rules, &table->round, seat, purse, offers);
    UTH_CHECK(offered > 0);

    struct uth_view view;
    uth_view_of(&table->round, (struct uth_viewer){UTH_VIEWER_SEAT, seat}, &view);
    const struct uth_command command = {
        .kind = UTH_COMMAND_DECIDE,
        .seat = seat,
        .purse = purse,
        .decision = world->advise(world->context, world->rules, at_table(world, table).strategy,
                                  &view, seat, offers, offered),
    };
    UTH_CHECK(step_round(step, &command) == UTH_OK);
}

void room_automatic_take_bank(struct step *step, uint8_t seat)
{
    struct room_seat changed = *room_seat_read(step->table, seat);
    struct uth_rotation rotation = step->table->rotation;
    changed.bank = at_table(step->world, step->table).bank;
    UTH_CHECK(uth_rotation_take(&rotation, seat) == UTH_OK);
    step_seat(step, seat, &changed);
    step_rotation(step, &rotation, step->table->last_banker);
    step_state(step, ROOM_STATE_WAITING, 0);
}
