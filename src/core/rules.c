// What a profile says when it is asked, and what may be unwise in it.
#include "uth/rules.h"

#include <string.h>

#define WASHINGTON_WAGER_MAX 30000 // BET-10, in cents: WAC 230-15-140
#define WASHINGTON_GAMES_MAX 4     // BET-5

struct uth_limit uth_rules_limit(const struct uth_rules *rules, enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    if (uth_wagers[wager].by_spot && rules->collection_count != 0) {
        UTH_CHECK(rules->collection < rules->collection_count);
        return rules->collections[rules->collection].spot;
    }
    return rules->limits[wager];
}

unsigned uth_rules_needs(const struct uth_rules *rules, enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    return uth_wager_is_side(wager) ? uth_rules_side(rules, wager)->needs : 0;
}

enum uth_wager_fold uth_rules_fold(const struct uth_rules *rules, enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    const bool listed =
        uth_wager_has_lines(wager) && uth_rules_side(rules, wager)->table_count != 0;
    return listed ? (enum uth_wager_fold)uth_rules_side(rules, wager)->fold
                  : uth_wagers[wager].fold;
}

// ---- names and tables of wagers ---------------------------------------------------------------

// A place that no bet of the profile's own has taken goes by its row.
static const struct uth_bet *own_bet(const struct uth_rules *rules, enum uth_wager wager)
{
    const bool taken = uth_wager_is_own(wager) && uth_rules_has_wager(rules, wager);
    return taken ? uth_rules_side(rules, wager) : NULL;
}

const char *uth_rules_wager_name(const struct uth_rules *rules, enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    const struct uth_bet *own = own_bet(rules, wager);
    return own != NULL ? own->id : uth_wager_name(wager);
}

const char *uth_rules_wager_title(const struct uth_rules *rules, enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    const struct uth_bet *own = own_bet(rules, wager);
    return own != NULL ? own->title : uth_wager_title(wager);
}

enum uth_wager uth_rules_wager_find(const struct uth_rules *rules, const char *name)
{
    unsigned i = 0;
    while (i < UTH_WAGER_COUNT &&
           (!uth_rules_has_wager(rules, (enum uth_wager)i) ||
            strcmp(uth_rules_wager_name(rules, (enum uth_wager)i), name) != 0)) {
        i++;
    }
    return (enum uth_wager)i;
}

const char *uth_rules_table_id(const struct uth_rules *rules, enum uth_wager wager)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    if (!uth_wager_is_side(wager) || uth_rules_side(rules, wager)->table_count == 0) {
        return NULL;
    }
    return uth_bet_table(uth_rules_side(rules, wager))->id;
}

void uth_rules_use_table(struct uth_rules *rules, enum uth_wager wager, uint8_t index)
{
    UTH_CHECK(index < uth_rules_side(rules, wager)->table_count);
    rules->sides[wager - UTH_WAGER_TRIPS].table = index;
}

// ---- BET-11 ---------------------------------------------------------------------------------

uth_money uth_rules_play_max(const struct uth_rules *rules)
{
    const uth_money own = rules->limits[UTH_WAGER_PLAY].max;
    if (!rules->play_within_limit) {
        return (uth_money){0};
    }
    return own.cents != 0 ? own : uth_rules_limit(rules, UTH_WAGER_ANTE).max;
}

bool uth_rules_play_open(const struct uth_rules *rules, uth_money ante, uint8_t multiple)
{
    const uth_money max = uth_rules_play_max(rules);
    return max.cents == 0 || multiple == 0 || ante.cents <= max.cents / multiple;
}

void uth_rules_at_ante(const struct uth_rules *rules, uth_money ante, struct uth_rules *open)
{
    UTH_CHECK(rules != open);

    *open = *rules;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        unsigned count = 0;
        memset(open->raises[street], 0, sizeof open->raises[street]);
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            const uint8_t raise = rules->raises[street][i];
            if (raise != 0 && uth_rules_play_open(rules, ante, raise)) {
                open->raises[street][count++] = raise;
            }
        }
    }
}

// ---- PROG-7: the maker's advice -------------------------------------------------------------

static int64_t largest_fixed_award(const struct uth_progressive_rules *progressive)
{
    uint32_t largest = 0;
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const uint32_t pay = progressive->table.pays[line].for_one;
        largest = pay > largest ? pay : largest;
    }
    return progressive->stake.cents * largest;
}

size_t uth_progressive_warnings(const struct uth_progressive_rules *progressive,
                                const char *warnings[UTH_WARNINGS_MAX])
{
    const bool has_seed = progressive->seed.cents != 0;
    const bool has_reserve = progressive->reserve_rate_bp != 0;
    const bool all_from_meter = progressive->fixed_pays_from == UTH_PAYS_FROM_METER;
    const struct {
        bool applies;
        const char *text;
    } advice[] = {
        {!has_seed, "the seed is $0: the maker does not recommend it"},
        {!has_seed && has_reserve, "the reserve is the only seed: back-to-back awards restart the "
                                   "meter at a very low amount"},
        {progressive->seed.cents < largest_fixed_award(progressive),
         "the seed is smaller than the largest fixed award"},
        {progressive->preset_seed.cents != 0 &&
             progressive->seed.cents != progressive->preset_seed.cents,
         "the seed is not the pre-configured one"},
        {all_from_meter && progressive->meter_rate_bp < 7000,
         "all pays come from the meter and less than 70% is contributed: the meter may run dry"},
        {!all_from_meter && progressive->meter_rate_bp > progressive->preset_rate_bp,
         "the contribution is above the pre-configured rate: the house advantage shrinks"},
        {!has_reserve, "nothing goes to the reserve: play will drop more after a 100% award"},
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof advice / sizeof advice[0]; i++) {
        if (advice[i].applies) {
            UTH_CHECK(count < UTH_WARNINGS_MAX);
            warnings[count++] = advice[i].text;
        }
    }
    return count;
}

size_t uth_rules_warnings(const struct uth_rules *rules, const char *warnings[UTH_WARNINGS_MAX])
{
    const int64_t legal = rules->legal_wager_max.cents;
    size_t count = rules->offered[UTH_WAGER_PROGRESSIVE]
                       ? uth_progressive_warnings(&rules->progressive, warnings)
                       : 0;
    if (rules->banked_by == UTH_BANKED_BY_HOUSE && (legal == 0 || legal > WASHINGTON_WAGER_MAX)) {
        UTH_CHECK(count < UTH_WARNINGS_MAX);
        warnings[count++] = legal == 0
                                ? "there is no legal maximum; WAC 230-15-140 allows $300 a wager "
                                  "in Washington (BET-10)"
                                : "the legal maximum is above the $300 a wager that WAC 230-15-140 "
                                  "allows in Washington (BET-10)";
    }
    if (rules->banked_by == UTH_BANKED_BY_HOUSE &&
        (rules->games_max == 0 || rules->games_max > WASHINGTON_GAMES_MAX)) {
        UTH_CHECK(count < UTH_WARNINGS_MAX);
        warnings[count++] = "a player may wager on more than the four games that Washington "
                            "allows (BET-5)";
    }
    return count;
}
