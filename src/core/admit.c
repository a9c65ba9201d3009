// What is refused at the door. Everything behind it may rely on it and cannot fail.
#include "uth/settle.h"

#include "core/decision.h"

static bool in_chips(const struct uth_rules *rules, uth_money amount)
{
    UTH_CHECK(rules->chip.cents > 0);

    return amount.cents % rules->chip.cents == 0;
}

static enum uth_status admit_amount(const struct uth_rules *rules, enum uth_wager wager,
                                    uth_money stake)
{
    UTH_CHECK(wager < UTH_WAGER_COUNT);

    if (!rules->offered[wager]) {
        return UTH_ERR_WAGER_NOT_OFFERED;
    }
    if (uth_wagers[wager].on_meter && stake.cents != rules->progressive.stake.cents) {
        return UTH_ERR_PROGRESSIVE_STAKE;
    }
    const struct uth_limit limit = uth_rules_limit(rules, wager);
    if (stake.cents < limit.min.cents) {
        return UTH_ERR_BELOW_MINIMUM;
    }
    if (limit.max.cents != 0 && stake.cents > limit.max.cents) {
        return UTH_ERR_ABOVE_MAXIMUM;
    }
    return in_chips(rules, stake) ? UTH_OK : UTH_ERR_NOT_IN_CHIPS;
}

// BET-3: where Play is capped, the Ante must allow the largest size offered. Where BET-11 closes
// sizes to a large Ante instead, it must leave one.
static bool play_fits(const struct uth_rules *rules, uth_money ante)
{
    const uth_money cap = rules->limits[UTH_WAGER_PLAY].max;
    const uint8_t needed =
        rules->play_within_limit ? rules_smallest_raise(rules) : rules_largest_raise(rules);
    return cap.cents == 0 || ante.cents <= cap.cents / needed;
}

// BET-5: Ante, Blind and Play are one game, each side bet is another. Counts the side bets above an
// amount.
static unsigned sides_above(const uth_money stakes[UTH_WAGER_COUNT], int64_t cents)
{
    unsigned count = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        count += uth_wager_is_side((enum uth_wager)i) && stakes[i].cents > cents;
    }
    return count;
}

// BET-10: Ante, Blind and Play are one game, so its largest wager is the largest Play on this Ante.
static bool too_many_over(const struct uth_rules *rules, const uth_money stakes[UTH_WAGER_COUNT])
{
    const struct uth_games_over over = rules->games_over;
    const uth_money ante = stakes[UTH_WAGER_ANTE];
    uint8_t largest = 1;
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
            const uint8_t raise = rules->raises[street][i];
            largest = raise > largest && uth_rules_play_open(rules, ante, raise) ? raise : largest;
        }
    }
    const unsigned base = ante.cents > over.amount.cents / largest;
    return over.amount.cents != 0 && base + sides_above(stakes, over.amount.cents) > over.games;
}

// BET-4: the first wager that is made without one it needs; UTH_WAGER_COUNT when there is none.
static enum uth_wager lacks_another(const struct uth_rules *rules,
                                    const uth_money stakes[UTH_WAGER_COUNT])
{
    unsigned made = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        made |= (unsigned)(stakes[i].cents != 0) << i;
    }
    unsigned wager = 0;
    while (wager < UTH_WAGER_COUNT &&
           ((made >> wager & 1) == 0 ||
            (uth_rules_needs(rules, (enum uth_wager)wager) & ~made) == 0)) {
        wager++;
    }
    return (enum uth_wager)wager;
}

enum uth_status uth_admit_stakes(const struct uth_rules *rules,
                                 const uth_money stakes[UTH_WAGER_COUNT], enum uth_wager *refused)
{
    *refused = UTH_WAGER_ANTE;
    if (stakes[UTH_WAGER_ANTE].cents == 0 ||
        stakes[UTH_WAGER_ANTE].cents != stakes[UTH_WAGER_BLIND].cents) {
        return UTH_ERR_ANTE_BLIND;
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        if (!uth_wagers[i].before_deal || stakes[i].cents == 0) {
            continue;
        }
        *refused = wager;
        const enum uth_status status = admit_amount(rules, wager, stakes[i]);
        if (status != UTH_OK) {
            return status;
        }
    }
    *refused = UTH_WAGER_ANTE;
    if (!play_fits(rules, stakes[UTH_WAGER_ANTE])) {
        return UTH_ERR_PLAY_CAP;
    }
    *refused = lacks_another(rules, stakes);
    if (*refused != UTH_WAGER_COUNT) {
        return *refused == UTH_WAGER_BAD_BEAT && stakes[UTH_WAGER_TRIPS].cents == 0
                   ? UTH_ERR_BAD_BEAT_NEEDS
                   : UTH_ERR_SIDE_NEEDS;
    }
    if (rules->games_max != 0 && 1 + sides_above(stakes, 0) > rules->games_max) {
        return UTH_ERR_TOO_MANY_GAMES;
    }
    return too_many_over(rules, stakes) ? UTH_ERR_GAMES_OVER : UTH_OK;
}

enum uth_status uth_admit_bank(const struct uth_rules *rules, uint8_t seat, uth_money wager)
{
    if (rules->banked_by == UTH_BANKED_BY_HOUSE) {
        return seat == 0 && wager.cents == 0 ? UTH_OK : UTH_ERR_BANK_NOT_OFFERED;
    }
    if (seat == 0 || wager.cents <= 0) {
        return UTH_ERR_NO_BANK;
    }
    if (seat > rules->seats) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    if (!uth_money_in_range(wager.cents)) {
        return UTH_ERR_MONEY_OVERFLOW;
    }
    return in_chips(rules, wager) ? UTH_OK : UTH_ERR_NOT_IN_CHIPS;
}

static enum uth_status admit_seat(const struct uth_rules *rules, const struct uth_facts *facts,
                                  unsigned index)
{
    UTH_CHECK(index < facts->player_count);

    const uint8_t seat = facts->players[index].seat;
    if (seat == 0 || seat > rules->seats) {
        return UTH_ERR_NO_SUCH_SEAT;
    }
    if (seat == facts->bank_seat) {
        return UTH_ERR_BANKER_WAGERS;
    }
    if (index > 0 && seat == facts->players[index - 1].seat) {
        return UTH_ERR_SEAT_TAKEN;
    }
    UTH_CHECK(index == 0 || seat > facts->players[index - 1].seat);
    return UTH_OK;
}

// Play stands exactly when the player did not fold, at a size some street offers.
static enum uth_status admit_play(const struct uth_rules *rules,
                                  const struct uth_player_facts *player)
{
    const int64_t ante = player->stakes[UTH_WAGER_ANTE].cents;
    const int64_t play = player->stakes[UTH_WAGER_PLAY].cents;
    if (player->folded) {
        return play == 0 ? UTH_OK : UTH_ERR_ALREADY_DECIDED;
    }
    if (play <= 0 || play % ante != 0 || play / ante > UINT8_MAX) {
        return UTH_ERR_ALREADY_DECIDED;
    }
    const uint8_t multiple = (uint8_t)(play / ante);
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        if (rules_offer_raise(rules, (enum uth_street)street, multiple)) {
            return uth_rules_play_open(rules, player->stakes[UTH_WAGER_ANTE], multiple)
                       ? UTH_OK
                       : UTH_ERR_PLAY_LIMIT;
        }
    }
    return UTH_ERR_ALREADY_DECIDED;
}

static bool add_card(uth_cards *seen, uth_card card, enum uth_status *status)
{
    if (card >= UTH_DECK_SIZE) {
        *status = UTH_ERR_BAD_CARD;
    } else if (uth_cards_have(*seen, card)) {
        *status = UTH_ERR_CARD_TWICE;
    } else {
        *seen |= uth_cards_of(card);
    }
    return *status == UTH_OK;
}

static enum uth_status admit_cards(const struct uth_facts *facts, struct uth_refusal *refusal)
{
    enum uth_status status = UTH_OK;
    uth_cards seen = 0;
    for (unsigned i = 0; i < 5; i++) {
        if (!add_card(&seen, facts->community[i], &status)) {
            return status;
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        if (!add_card(&seen, facts->dealer[i], &status)) {
            return status;
        }
    }
    for (unsigned i = 0; i < facts->player_count; i++) {
        refusal->seat = facts->players[i].seat;
        if (!add_card(&seen, facts->players[i].cards[0], &status) ||
            !add_card(&seen, facts->players[i].cards[1], &status)) {
            return status;
        }
    }
    refusal->seat = 0;
    return UTH_OK;
}

// All that one moves a meter can hold, so that sums of them are exact.
static bool adds_up(const struct uth_award *award)
{
    const uth_money amounts[] = {award->amount, award->from_meter, award->from_house,
                                 award->seed_added, award->reserve_used};
    for (unsigned i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        if (amounts[i].cents < 0 || amounts[i].cents > UTH_METER_MAX) {
            return false;
        }
    }
    return award->amount.cents == award->from_meter.cents + award->from_house.cents;
}

// What the pay table gives for the line. Of how much a share was taken is the meter's to know.
static bool is_pay_of(const struct uth_progressive_rules *rules, enum uth_progressive_line line,
                      uth_money stake, const struct uth_award *award)
{
    UTH_CHECK(line < UTH_PROGRESSIVE_COUNT);
    UTH_CHECK(stake.cents > 0);

    const struct uth_progressive_pay pay = rules->table.pays[line];
    const bool by_house = award->from_meter.cents == 0;
    const bool reseeds = pay.meter_bp == UTH_BASIS_POINTS && award->from_house.cents == 0;
    if (!reseeds && (award->seed_added.cents != 0 || award->reserve_used.cents != 0)) {
        return false;
    }
    return pay.meter_bp != 0 ? by_house || award->from_house.cents == 0
                             : award->amount.cents % stake.cents == 0 &&
                                   award->amount.cents / stake.cents == pay.for_one;
}

static bool is_due(const struct uth_rules *rules, const struct uth_facts *facts,
                   const struct uth_award *award)
{
    for (unsigned i = 0; i < facts->player_count; i++) {
        const struct uth_player_facts *player = &facts->players[i];
        if (player->seat == award->seat) {
            const enum uth_progressive_line line =
                uth_settle_progressive_line(rules, facts, player);
            return line != UTH_PROGRESSIVE_NONE &&
                   is_pay_of(&rules->progressive, line, player->stakes[UTH_WAGER_PROGRESSIVE],
                             award);
        }
    }
    return false;
}

enum uth_status uth_admit_awards(const struct uth_rules *rules, const struct uth_facts *facts,
                                 struct uth_refusal *refusal)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < facts->confirmed_count; i++) {
        const struct uth_award *award = &facts->confirmed[i];
        *refusal = (struct uth_refusal){.seat = award->seat, .wager = UTH_WAGER_PROGRESSIVE};
        if (!adds_up(award) || !is_due(rules, facts, award) || (seen >> award->seat & 1) != 0) {
            return UTH_ERR_AWARD;
        }
        seen |= 1U << award->seat;
    }
    *refusal = (struct uth_refusal){.seat = 0, .wager = UTH_WAGER_COUNT};
    return UTH_OK;
}

enum uth_status uth_admit_facts(const struct uth_rules *rules, const struct uth_facts *facts,
                                struct uth_refusal *refusal)
{
    *refusal = (struct uth_refusal){.seat = facts->bank_seat, .wager = UTH_WAGER_COUNT};
    enum uth_status status = uth_admit_bank(rules, facts->bank_seat, facts->bank_wager);
    if (status != UTH_OK) {
        return status;
    }
    refusal->seat = 0;
    if (facts->player_count == 0) {
        return UTH_ERR_NO_PLAYERS;
    }
    UTH_CHECK(facts->player_count <= UTH_SEATS_MAX);
    for (unsigned i = 0; i < facts->player_count; i++) {
        const struct uth_player_facts *player = &facts->players[i];
        *refusal = (struct uth_refusal){.seat = player->seat, .wager = UTH_WAGER_COUNT};
        status = admit_seat(rules, facts, i);
        if (status == UTH_OK) {
            status = uth_admit_stakes(rules, player->stakes, &refusal->wager);
        }
        if (status == UTH_OK) {
            refusal->wager = UTH_WAGER_PLAY;
            status = admit_play(rules, player);
        }
        if (status != UTH_OK) {
            return status;
        }
    }
    *refusal = (struct uth_refusal){.seat = 0, .wager = UTH_WAGER_COUNT};
    status = admit_cards(facts, refusal);
    return status == UTH_OK ? uth_admit_awards(rules, facts, refusal) : status;
}
