// A table's configuration: what no table can be run with, and how a change comes into force.
#include "room/step.h"

#include <string.h>

#define DAY_MS 86400000U // no timer is longer

static bool is_amount(uth_money amount)
{
    return amount.cents >= 0 && amount.cents <= ROOM_AMOUNT_MAX;
}

// Not empty, and ended within its field, with nothing after the end.
static bool is_named(const struct room_config *config)
{
    bool ended = false;
    for (unsigned i = 0; i < ROOM_NAME_MAX; i++) {
        if (ended && config->name[i] != '\0') {
            return false;
        }
        ended = ended || config->name[i] == '\0';
    }
    return ended && config->name[0] != '\0';
}

static bool amounts_are_sound(const struct uth_rules *rules, const struct room_config *config)
{
    const uth_money amounts[] = {
        config->buy_in_min,  config->buy_in_max,        config->house_buy_in, config->house_ante,
        config->house_trips, config->house_progressive, config->house_bank,   config->confirm_up_to,
    };
    for (unsigned i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        if (!is_amount(amounts[i])) {
            return false;
        }
    }
    return config->buy_in_min.cents >= rules->chip.cents &&
           (config->buy_in_max.cents == 0 || config->buy_in_max.cents >= config->buy_in_min.cents);
}

// With pace `auto` nothing may wait for ever; house players think within everyone's time.
static bool times_are_sound(const struct uth_rules *rules, const struct room_config *config)
{
    const uint32_t times[] = {config->betting_ms, config->decision_ms, config->offer_ms,
                              config->result_ms, config->house_ms};
    for (unsigned i = 0; i < sizeof times / sizeof times[0]; i++) {
        if (times[i] > DAY_MS) {
            return false;
        }
    }
    if (config->pace == ROOM_PACE_AUTO &&
        (config->betting_ms == 0 || config->decision_ms == 0 ||
         (config->offer_ms == 0 && rules->banked_by == UTH_BANKED_BY_PLAYER))) {
        return false;
    }
    return (config->betting_ms == 0 || config->house_ms <= config->betting_ms) &&
           (config->decision_ms == 0 || config->house_ms <= config->decision_ms);
}

static bool house_is_sound(const struct uth_rules *rules, const struct room_config *config)
{
    if (config->house_players == 0) {
        return true;
    }
    uth_money stakes[UTH_WAGER_COUNT];
    enum uth_wager refused;
    room_house_stakes(config, true, stakes);
    const bool bank_fits =
        config->house_bank.cents == 0 || uth_admit_bank(rules, 1, config->house_bank) == UTH_OK;
    return config->house_players < rules->seats && bank_fits &&
           uth_admit_stakes(rules, stakes, &refused) == UTH_OK &&
           (config->house_progressive.cents == 0 || config->meter != 0) &&
           config->house_buy_in.cents >= room_house_needs(rules, config).cents &&
           config->house_buy_in.cents % rules->chip.cents == 0;
}

enum uth_status room_config_check(const struct uth_rules *rules, const struct room_config *config)
{
    static const uint8_t none[sizeof config->reserved];
    const bool sound =
        is_named(config) && config->profile != 0 && config->pace <= ROOM_PACE_DEALER &&
        config->controller < UTH_CONTROLLER_COUNT && config->absent_rounds <= UINT8_MAX &&
        (config->meter == 0 || rules->offered[UTH_WAGER_PROGRESSIVE]) &&
        memcmp(config->reserved, none, sizeof none) == 0 && amounts_are_sound(rules, config) &&
        times_are_sound(rules, config) && house_is_sound(rules, config);
    return sound ? UTH_OK : UTH_ERR_CONFIG;
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
