// A table's configuration: what no table can be run with, and how a change comes into force.
#include "room/step.h"

#include <string.h>

#define DAY_MS 86400000U // no timer is longer

struct rule {
    bool holds;
    const char *field;
    const char *must;
};

static bool all_hold(const struct rule *rules, size_t count, struct room_config_fault *fault)
{
    for (size_t i = 0; i < count; i++) {
        if (!rules[i].holds) {
            *fault = (struct room_config_fault){rules[i].field, rules[i].must};
            return false;
        }
    }
    return true;
}

#define ALL_HOLD(rules, fault) all_hold(rules, sizeof(rules) / sizeof(rules)[0], fault)

// How many bytes the letter of UTF-8 that begins here has; 0: it is none. A zero ends every name, so
// nothing behind it is read.
static unsigned letter_size(const uint8_t *text)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned size = text[0] < 0x80             ? 1
                          : (text[0] & 0xe0) == 0xc0 ? 2
                          : (text[0] & 0xf0) == 0xe0 ? 3
                          : (text[0] & 0xf8) == 0xf0 ? 4
                                                     : 0;
    uint32_t number = size <= 1 ? text[0] : text[0] & (0x7fU >> size);
    for (unsigned i = 1; i < size; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
        number = number << 6 | (text[i] & 0x3f);
    }
    const bool surrogate = number >= 0xd800 && number <= 0xdfff;
    return size == 0 || number < least[size] || number > 0x10ffff || surrogate ? 0 : size;
}

// A control character in a name would be carried out by the terminal that shows it.
static bool is_text(const char *name)
{
    const uint8_t *at = (const uint8_t *)name;
    while (*at >= 32 && *at != 127 && letter_size(at) != 0) {
        at += letter_size(at);
    }
    return *at == 0;
}

bool room_name_is_text(const char name[ROOM_NAME_MAX])
{
    bool ended = false;
    for (unsigned i = 0; i < ROOM_NAME_MAX; i++) {
        if (ended && name[i] != '\0') {
            return false;
        }
        ended = ended || name[i] == '\0';
    }
    return ended && is_text(name);
}

bool room_config_is_named(const struct room_config *config)
{
    return room_name_is_text(config->name) && config->name[0] != '\0';
}

static bool table_is_sound(const struct uth_rules *rules, const struct room_config *config,
                           struct room_config_fault *fault)
{
    static const uint8_t none[sizeof config->reserved];
    const bool meter = config->meter == 0 || rules->offered[UTH_WAGER_PROGRESSIVE];
    // clang-format off
    const struct rule all[] = {
        {room_config_is_named(config),                 "name",          "1 to 31 bytes of UTF-8"},
        {config->profile != 0,                         "profile",       "an existing profile"},
        {config->pace <= ROOM_PACE_DEALER,             "pace",          "auto or dealer"},
        {config->controller < UTH_MODEL_COUNT,    "controller",    "aquarius or nexus"},
        {config->absent_rounds <= UINT8_MAX,           "absent_rounds", "255 at most"},
        {config->people_per_address <= UTH_SEATS_MAX,  "people_per_address", "at most the seats of a table"},
        {meter,                                        "meter",         "none: these rules have no Progressive"},
        {memcmp(config->reserved, none, sizeof none) == 0, "reserved",  "0"},
    };
    // clang-format on
    return ALL_HOLD(all, fault);
}

static bool is_amount(uth_money amount)
{
    return amount.cents >= 0 && amount.cents <= ROOM_AMOUNT_MAX;
}

static bool amounts_are_sound(const struct uth_rules *rules, const struct room_config *config,
                              struct room_config_fault *fault)
{
    static const char amount[] = "an amount of money, not too large";
    const int64_t least = config->buy_in_min.cents;
    const int64_t most = config->buy_in_max.cents;
    // clang-format off
    const struct rule all[] = {
        {is_amount(config->buy_in_min),        "buy_in_min",        amount},
        {is_amount(config->buy_in_max),        "buy_in_max",        amount},
        {is_amount(config->house_buy_in),      "house_buy_in",      amount},
        {is_amount(config->house_ante),        "house_ante",        amount},
        {is_amount(config->house_trips),       "house_trips",       amount},
        {is_amount(config->house_progressive), "house_progressive", amount},
        {is_amount(config->provider_bankroll), "provider_bankroll", amount},
        {is_amount(config->proposition_buy_in), "proposition_buy_in", amount},
        {is_amount(config->proposition_ante),  "proposition_ante",  amount},
        {is_amount(config->proposition_trips), "proposition_trips", amount},
        {is_amount(config->proposition_bank),  "proposition_bank",  amount},
        {is_amount(config->confirm_up_to),     "confirm_up_to",     amount},
        {least >= rules->chip.cents,           "buy_in_min",        "a chip or more"},
        {most == 0 || most >= least,           "buy_in_max",        "buy_in_min or more, or 0 for no maximum"},
    };
    // clang-format on
    return ALL_HOLD(all, fault);
}

// With pace `auto` nothing may wait for ever; automatic players think within everyone's time.
static bool times_are_sound(const struct uth_rules *rules, const struct room_config *config,
                            struct room_config_fault *fault)
{
    static const char day[] = "a day at most";
    static const char timer[] = "more than 0 where timers deal";
    const bool by_hand = config->pace != ROOM_PACE_AUTO;
    const bool offers = rules->banked_by == UTH_BANKED_BY_PLAYER;
    const uint32_t think_ms = offers ? config->proposition_ms : config->house_ms;
    const char *const think = offers ? "proposition_ms" : "house_ms";
    const bool within_betting = config->betting_ms == 0 || think_ms <= config->betting_ms;
    const bool within_decision = config->decision_ms == 0 || think_ms <= config->decision_ms;
    // clang-format off
    const struct rule all[] = {
        {config->betting_ms <= DAY_MS,                      "betting_ms",  day},
        {config->decision_ms <= DAY_MS,                     "decision_ms", day},
        {config->offer_ms <= DAY_MS,                        "offer_ms",    day},
        {config->result_ms <= DAY_MS,                       "result_ms",   day},
        {config->house_ms <= DAY_MS,                        "house_ms",    day},
        {config->proposition_ms <= DAY_MS,                  "proposition_ms", day},
        {by_hand || config->betting_ms != 0,                "betting_ms",  timer},
        {by_hand || config->decision_ms != 0,               "decision_ms", timer},
        {by_hand || !offers || config->offer_ms != 0,       "offer_ms",    timer},
        {within_betting,                                    think,         "betting_ms at most"},
        {within_decision,                                   think,         "decision_ms at most"},
    };
    // clang-format on
    return ALL_HOLD(all, fault);
}

// BANK-1: the house stays out of a game that a player banks, and nobody else plays its money in its
// own. Proposition players have a provider.
static bool sides_are_sound(const struct uth_rules *rules, const struct room_config *config,
                            struct room_config_fault *fault)
{
    static const char none[] = "empty where the house banks";
    static const char zero[] = "0 where the house banks";
    const bool player_banks = rules->banked_by == UTH_BANKED_BY_PLAYER;
    const bool named = config->provider[0] != '\0';
    // clang-format off
    const struct rule all[] = {
        {room_name_is_text(config->provider),                "provider",            "31 bytes of UTF-8 at most"},
        {!player_banks || config->house_players == 0,        "house_players",       "0 where a player banks: the house has no part in the game (BANK-1)"},
        {player_banks || config->proposition_players == 0,   "proposition_players", zero},
        {player_banks || !named,                             "provider",            none},
        {named || config->proposition_players == 0,          "provider",            "the name of the provider whose money proposition players play (BANK-1)"},
        {named || config->provider_bankroll.cents == 0,      "provider_bankroll",   "0 without a provider"},
    };
    // clang-format on
    return ALL_HOLD(all, fault);
}

// The fields that say what automatic players do.
struct names {
    const char *players, *buy_in, *bank, *ante, *trips, *progressive;
};

static const struct names house_names = {"house_players", "house_buy_in", "",
                                         "house_ante",    "house_trips",  "house_progressive"};
static const struct names proposition_names = {"proposition_players", "proposition_buy_in",
                                               "proposition_bank",    "proposition_ante",
                                               "proposition_trips",   ""};

// Which field makes an automatic player's wager one the rules do not take.
static const char *field_of(const struct names *names, enum uth_wager wager)
{
    return wager == UTH_WAGER_TRIPS         ? names->trips
           : wager == UTH_WAGER_PROGRESSIVE ? names->progressive
                                            : names->ante;
}

static bool automatic_are_sound(const struct uth_rules *rules, const struct room_config *config,
                                struct room_config_fault *fault)
{
    const struct room_automatic automatic = room_automatic_of(rules, config);
    const struct names *names =
        automatic.role == ROOM_ROLE_HOUSE ? &house_names : &proposition_names;
    if (automatic.players == 0) {
        return true;
    }
    enum uth_wager refused;
    const bool bank =
        automatic.bank.cents == 0 || uth_admit_bank(rules, 1, automatic.bank) == UTH_OK;
    const bool admitted = uth_admit_stakes(rules, automatic.stakes, &refused) == UTH_OK;
    const bool meter = automatic.stakes[UTH_WAGER_PROGRESSIVE].cents == 0 || config->meter != 0;
    const int64_t chips = automatic.buy_in.cents;
    // clang-format off
    const struct rule all[] = {
        {automatic.players < rules->seats, names->players,            "fewer than the table has seats"},
        {bank,                             names->bank,               "a wager that these rules accept from a player-dealer"},
        {admitted,                         field_of(names, refused),  "a wager that these rules accept"},
        {meter,                            names->progressive,        "0 at a table without a meter"},
        {chips >= room_automatic_needs(rules, &automatic).cents, names->buy_in, "enough for a round, or for the bank and its fee"},
        {chips % rules->chip.cents == 0,   names->buy_in,             "in whole chips"},
    };
    // clang-format on
    return ALL_HOLD(all, fault);
}

enum uth_status room_config_check(const struct uth_rules *rules, const struct room_config *config,
                                  struct room_config_fault *fault)
{
    struct room_config_fault unasked;
    struct room_config_fault *first = fault != NULL ? fault : &unasked;
    return table_is_sound(rules, config, first) && amounts_are_sound(rules, config, first) &&
                   times_are_sound(rules, config, first) && sides_are_sound(rules, config, first) &&
                   automatic_are_sound(rules, config, first)
               ? UTH_OK
               : UTH_ERR_CONFIG;
}

// Other rules, other seats: the position is offered anew. Hands that were banked stay counted.
void room_config_in_force(struct step *step, const struct room_config *config)
{
    const bool other_rules = config->profile != step->table->config.profile;
    const bool other_provider =
        memcmp(config->provider, step->table->config.provider, ROOM_NAME_MAX) != 0;
    if (other_provider) {
        room_provider_leaves(step);
    }
    struct room_fact fact = room_fact_of(ROOM_FACT_CONFIGURED, 0);
    fact.as.config = *config;
    step_fact(step, &fact);
    if (other_provider) {
        room_provider_comes(step);
    }
    if (other_rules) {
        room_bank_clear_draw(step);
        const struct uth_rotation *last = &step->table->rotation;
        const struct uth_rotation anew = {.banker = last->banker, .hands = last->hands};
        step_rotation(step, &anew, step->table->last_banker);
    }
    if (step->table->state != ROOM_STATE_CLOSED) {
        step_state(step, ROOM_STATE_WAITING, 0);
    }
}
