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

bool room_config_is_named(const struct room_config *config)
{
    bool ended = false;
    for (unsigned i = 0; i < ROOM_NAME_MAX; i++) {
        if (ended && config->name[i] != '\0') {
            return false;
        }
        ended = ended || config->name[i] == '\0';
    }
    return ended && config->name[0] != '\0' && is_text(config->name);
}

static bool table_is_sound(const struct uth_rules *rules, const struct room_config *config,
                           struct room_config_fault *fault)
{
    static const uint8_t none[sizeof config->reserved];
    const bool meter = config->meter == 0 || rules->offered[UTH_WAGER_PROGRESSIVE];
    // clang-format off
    const struct rule all[] = {
        {room_config_is_named(config),                 "name",          "1 to 31 bytes of UTF-8"},
        {config->profile != 0,                         "profile",       "a profile there is"},
        {config->pace <= ROOM_PACE_DEALER,             "pace",          "auto or dealer"},
        {config->controller < UTH_CONTROLLER_COUNT,    "controller",    "aquarius or nexus"},
        {config->absent_rounds <= UINT8_MAX,           "absent_rounds", "255 at most"},
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
        {is_amount(config->house_bank),        "house_bank",        amount},
        {is_amount(config->confirm_up_to),     "confirm_up_to",     amount},
        {least >= rules->chip.cents,           "buy_in_min",        "a chip or more"},
        {most == 0 || most >= least,           "buy_in_max",        "buy_in_min or more, or 0 for no maximum"},
    };
    // clang-format on
    return ALL_HOLD(all, fault);
}

// With pace `auto` nothing may wait for ever; house players think within everyone's time.
static bool times_are_sound(const struct uth_rules *rules, const struct room_config *config,
                            struct room_config_fault *fault)
{
    static const char day[] = "a day at most";
    static const char timer[] = "more than 0 where timers deal";
    const bool by_hand = config->pace != ROOM_PACE_AUTO;
    const bool offers = rules->banked_by == UTH_BANKED_BY_PLAYER;
    const bool within_betting = config->betting_ms == 0 || config->house_ms <= config->betting_ms;
    const bool within_decision =
        config->decision_ms == 0 || config->house_ms <= config->decision_ms;
    // clang-format off
    const struct rule all[] = {
        {config->betting_ms <= DAY_MS,                      "betting_ms",  day},
        {config->decision_ms <= DAY_MS,                     "decision_ms", day},
        {config->offer_ms <= DAY_MS,                        "offer_ms",    day},
        {config->result_ms <= DAY_MS,                       "result_ms",   day},
        {config->house_ms <= DAY_MS,                        "house_ms",    day},
        {by_hand || config->betting_ms != 0,                "betting_ms",  timer},
        {by_hand || config->decision_ms != 0,               "decision_ms", timer},
        {by_hand || !offers || config->offer_ms != 0,       "offer_ms",    timer},
        {within_betting,                                    "house_ms",    "betting_ms at most"},
        {within_decision,                                   "house_ms",    "decision_ms at most"},
    };
    // clang-format on
    return ALL_HOLD(all, fault);
}

// Which field makes a house player's wager one the rules do not take.
static const char *field_of(enum uth_wager wager)
{
    return wager == UTH_WAGER_TRIPS         ? "house_trips"
           : wager == UTH_WAGER_PROGRESSIVE ? "house_progressive"
                                            : "house_ante";
}

static bool house_is_sound(const struct uth_rules *rules, const struct room_config *config,
                           struct room_config_fault *fault)
{
    if (config->house_players == 0) {
        return true;
    }
    uth_money stakes[UTH_WAGER_COUNT];
    enum uth_wager refused;
    room_house_stakes(config, true, stakes);
    const bool bank =
        config->house_bank.cents == 0 || uth_admit_bank(rules, 1, config->house_bank) == UTH_OK;
    const bool admitted = uth_admit_stakes(rules, stakes, &refused) == UTH_OK;
    const bool meter = config->house_progressive.cents == 0 || config->meter != 0;
    const int64_t chips = config->house_buy_in.cents;
    // clang-format off
    const struct rule all[] = {
        {config->house_players < rules->seats, "house_players",     "fewer than there are seats"},
        {bank,                                 "house_bank",        "a wager these rules take of a player-dealer"},
        {admitted,                             field_of(refused),   "a wager these rules take"},
        {meter,                                "house_progressive", "0 at a table without a meter"},
        {chips >= room_house_needs(rules, config).cents, "house_buy_in", "enough for a round, or for the bank and its fee"},
        {chips % rules->chip.cents == 0,       "house_buy_in",      "in whole chips"},
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
                   times_are_sound(rules, config, first) && house_is_sound(rules, config, first)
               ? UTH_OK
               : UTH_ERR_CONFIG;
}

// Other rules, other seats: the position is offered anew. Hands that were banked stay counted.
void room_config_in_force(struct step *step, const struct room_config *config)
{
    const bool other_rules = config->profile != step->table->config.profile;
    struct room_fact fact = room_fact_of(ROOM_FACT_CONFIGURED, 0);
    fact.as.config = *config;
    step_fact(step, &fact);
    if (other_rules) {
        const struct uth_rotation *last = &step->table->rotation;
        const struct uth_rotation anew = {.banker = last->banker, .hands = last->hands};
        step_rotation(step, &anew, step->table->last_banker);
    }
    if (step->table->state != ROOM_STATE_CLOSED) {
        step_state(step, ROOM_STATE_WAITING, 0);
    }
}
