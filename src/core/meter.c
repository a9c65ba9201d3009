#include "uth/meter.h"

static void check_meter(const struct uth_meter *meter)
{
    UTH_CHECK(meter->amount.cents >= 0 && meter->amount.cents <= UTH_METER_MAX);
    UTH_CHECK(meter->reserve.cents >= 0 && meter->reserve.cents <= UTH_METER_MAX);
    UTH_CHECK(meter->seed.cents >= 0 && meter->seed.cents <= UTH_METER_MAX);
    UTH_CHECK(meter->carry < UTH_CARRY_UNITS);
    UTH_CHECK(meter->reserve_carry < UTH_CARRY_UNITS);
}

struct uth_meter uth_meter_fresh(const struct uth_progressive_rules *rules)
{
    return (struct uth_meter){.amount = rules->seed, .seed = rules->seed};
}

// Adds ten-thousandths of a cent to an amount with a carry. False when it would pass UTH_METER_MAX.
static bool add_units(uth_money *amount, uint32_t *carry, int64_t units)
{
    const int64_t fed = units + (int64_t)*carry;
    const int64_t cents = amount->cents + fed / UTH_CARRY_UNITS;
    if (cents > UTH_METER_MAX) {
        return false;
    }
    amount->cents = cents;
    *carry = (uint32_t)(fed % UTH_CARRY_UNITS);
    return true;
}

// How much of `units` the meter still takes before it stands at its maximum.
static int64_t left_below_maximum(const struct uth_meter *meter, uth_money maximum, int64_t units)
{
    if (maximum.cents == 0) {
        return units;
    }
    const int64_t left =
        (maximum.cents - meter->amount.cents) * UTH_CARRY_UNITS - (int64_t)meter->carry;
    if (left <= 0) {
        return 0;
    }
    return left < units ? left : units;
}

enum uth_status uth_meter_feed(struct uth_meter *meter, const struct uth_progressive_rules *rules,
                               uth_money stake)
{
    check_meter(meter);
    UTH_CHECK(stake.cents >= 0);
    UTH_CHECK(rules->meter_rate_bp + rules->reserve_rate_bp <= UTH_BASIS_POINTS);
    if (stake.cents > UTH_METER_MAX / 2) {
        return UTH_ERR_MONEY_OVERFLOW;
    }

    const int64_t to_meter = stake.cents * rules->meter_rate_bp;
    const int64_t to_reserve = stake.cents * rules->reserve_rate_bp;
    const int64_t taken = left_below_maximum(meter, rules->maximum, to_meter);

    struct uth_meter fed = *meter;
    if (!add_units(&fed.amount, &fed.carry, taken) ||
        !add_units(&fed.reserve, &fed.reserve_carry, to_reserve + (to_meter - taken)) ||
        fed.reserve.cents > UTH_METER_MAX - fed.seed.cents) { // an award adds both
        return UTH_ERR_MONEY_OVERFLOW;
    }
    *meter = fed;
    return UTH_OK;
}

// PROG-6: to the cent; the rest stays on the meter. The carry counts as the part of a cent it is.
static uth_money share_of_meter(const struct uth_meter *meter, uint32_t share_bp)
{
    UTH_CHECK(share_bp <= UTH_BASIS_POINTS);

    const int64_t whole = meter->amount.cents * share_bp;
    const int64_t from_carry = (int64_t)meter->carry * share_bp / UTH_CARRY_UNITS;
    return (uth_money){(whole + from_carry) / UTH_BASIS_POINTS};
}

static uth_money fixed_pay(uint32_t for_one, uth_money stake)
{
    uth_money pay = {0};
    UTH_CHECK(uth_money_multiply(stake, for_one, &pay) == UTH_OK);
    return pay;
}

// PROG-4: to seed and reserve. What would pass the maximum stays in the reserve (GM-5).
static void reseed(struct uth_meter *meter, uth_money maximum, struct uth_award *award)
{
    award->seed_added = meter->seed;
    meter->amount.cents += meter->seed.cents;
    award->reserve_used.cents =
        left_below_maximum(meter, maximum, meter->reserve.cents * UTH_CARRY_UNITS) /
        UTH_CARRY_UNITS;
    meter->amount.cents += award->reserve_used.cents;
    meter->reserve.cents -= award->reserve_used.cents;
    UTH_CHECK(meter->amount.cents <= UTH_METER_MAX);
}

struct uth_award uth_meter_award(struct uth_meter *meter, const struct uth_progressive_rules *rules,
                                 enum uth_progressive_line line, uth_money stake)
{
    check_meter(meter);
    UTH_CHECK(line <= UTH_PROGRESSIVE_NONE);

    struct uth_award award = {.line = line};
    if (line == UTH_PROGRESSIVE_NONE) {
        return award;
    }
    const struct uth_progressive_pay pay = rules->table.pays[line];
    if (pay.meter_bp != 0) {
        award.amount = share_of_meter(meter, pay.meter_bp);
        award.from_meter = award.amount;
    } else if (pay.for_one != 0) {
        award.amount = fixed_pay(pay.for_one, stake);
        if (rules->fixed_pays_from == UTH_PAYS_FROM_METER) {
            award.from_meter = uth_money_smaller(award.amount, meter->amount);
        }
        award.from_house = uth_money_difference(award.amount, award.from_meter);
    }
    meter->amount = uth_money_difference(meter->amount, award.from_meter);
    if (pay.meter_bp == UTH_BASIS_POINTS) {
        reseed(meter, rules->maximum, &award);
    }
    check_meter(meter);
    return award;
}

struct uth_award uth_award_of(uint8_t seat, enum uth_progressive_line line,
                              const struct uth_win_award *award)
{
    return (struct uth_award){
        .seat = seat,
        .line = line,
        .amount = award->amount,
        .from_meter = award->from_meter,
        .from_house = award->from_house,
        .seed_added = award->seed_added,
        .reserve_used = award->reserve_used,
    };
}

static int64_t held(int64_t cents)
{
    const int64_t not_below = cents > 0 ? cents : 0;
    return not_below < UTH_METER_MAX ? not_below : UTH_METER_MAX;
}

void uth_meter_take(struct uth_meter *meter, const struct uth_award *awards, unsigned count)
{
    check_meter(meter);
    UTH_CHECK(count <= UTH_SEATS_MAX);

    int64_t amount = meter->amount.cents;
    int64_t reserve = meter->reserve.cents;
    for (unsigned i = 0; i < count; i++) {
        const struct uth_award *award = &awards[i];
        amount += award->seed_added.cents + award->reserve_used.cents - award->from_meter.cents;
        reserve -= award->reserve_used.cents;
    }
    meter->amount.cents = held(amount);
    meter->reserve.cents = held(reserve);
}
