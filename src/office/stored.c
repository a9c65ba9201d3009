#include "office/stored.h"

// clang-format off
#define NUMBER(member)      CODEC_ONE(#member, S, member, CODEC_NUMBER)
#define SIGNED(member)      CODEC_ONE(#member, S, member, CODEC_AMOUNT)
#define TIME(member)        CODEC_ONE(#member, S, member, CODEC_TIME)
#define CENTS(member)       CODEC_ONE(#member, S, member.cents, CODEC_AMOUNT)
#define FLAG(member)        CODEC_ONE(#member, S, member, CODEC_FLAG)
#define BYTES(member)       CODEC_ALL(#member, S, member, CODEC_BYTES)
#define NUMBERS(member)     CODEC_ALL(#member, S, member, CODEC_NUMBER)
#define AMOUNTS(member)     CODEC_ALL(#member, S, member, CODEC_AMOUNT)
#define PART(member, of)    CODEC_ONE_OF(#member, S, member, CODEC_TABLE, 0, &of)
#define PARTS(member, of)   CODEC_ALL_OF(#member, S, member, CODEC_TABLE, &of)
#define TABLE(name)         const struct codec_table name = CODEC_FIELDS(S, name##_fields)

// ---- people -----------------------------------------------------------------------------------

#define S struct office_device
static const struct codec_field device_fields[] = {BYTES(hash)};
static TABLE(device);
#undef S

#define S struct office_person_state
static const struct codec_field stored_person_fields[] = {
    NUMBER(id), BYTES(name), SIGNED(created_ms), NUMBER(role), NUMBER(play_money), NUMBER(card),
    SIGNED(pin_locked_until_ms), CENTS(loss_limit), CENTS(next_loss_limit), SIGNED(next_day),
    NUMBER(minutes), NUMBER(next_minutes), NUMBER(generation), NUMBER(pin_failed), NUMBER(locked),
    NUMBER(password_size), NUMBER(pin_size), NUMBER(removed), BYTES(password), BYTES(pin),
    PARTS(devices, device), NUMBER(password_given),
};
TABLE(stored_person);
#undef S

#define S struct office_dispute
static const struct codec_field stored_dispute_fields[] = {
    NUMBER(id), NUMBER(round), SIGNED(opened_ms), NUMBER(opened_by), SIGNED(decided_ms),
    NUMBER(decided_by), NUMBER(table), NUMBER(seat), NUMBER(decision), BYTES(what), BYTES(reason),
};
TABLE(stored_dispute);
#undef S

// ---- meters -----------------------------------------------------------------------------------

#define S struct uth_meter
static const struct codec_field stored_meter_fields[] = {
    CENTS(amount), CENTS(reserve), CENTS(seed), NUMBER(carry), NUMBER(reserve_carry)};
TABLE(stored_meter);
#undef S

#define S struct uth_terms
static const struct codec_field terms_fields[] = {
    CENTS(seed), CENTS(maximum), NUMBER(meter_rate_bp), NUMBER(reserve_rate_bp), NUMBER(fixed_pays_from)};
static TABLE(terms);
#undef S

#define S struct uth_win_award
static const struct codec_field award_fields[] = {
    CENTS(amount), CENTS(from_meter), CENTS(from_house), CENTS(seed_added), CENTS(reserve_used)};
static TABLE(award);
#undef S

#define S struct uth_win
static const struct codec_field win_fields[] = {
    PART(award, award), CENTS(meter_shown), NUMBER(confirmed_by), SIGNED(confirmed_at_ms),
    NUMBER(state), NUMBER(line), NUMBER(card)};
static TABLE(win);
#undef S

#define S struct uth_station
static const struct codec_field station_fields[] = {
    NUMBER(table), NUMBER(round), SIGNED(fed_units), SIGNED(fed_reserve_units), NUMBER(controller),
    NUMBER(state), NUMBER(unreachable), NUMBER(shown), NUMBER(wagered), NUMBER(spot), NUMBER(lit),
    NUMBER(won), PART(won_on, stored_meter), BYTES(lines), BYTES(order), PARTS(wins, win)};
static TABLE(station);
#undef S

#define S struct uth_controller
static const struct codec_field stored_controller_fields[] = {
    NUMBER(id), NUMBER(entries), PART(meter, stored_meter), CENTS(beginning), SIGNED(day),
    CENTS(executive_above), PART(terms, terms), PART(waiting, terms), NUMBER(frozen_at),
    NUMBER(terms_wait), PARTS(stations, station)};
TABLE(stored_controller);
#undef S

// What stands in every entry of a journal, but for the meter after it.
#define S struct uth_meter_entry
#define COMMON                                                                                    \
    NUMBER(meter), NUMBER(number), TIME(time_ms), NUMBER(table), NUMBER(round), NUMBER(seat),     \
    PART(before, stored_meter), NUMBER(line), NUMBER(who), NUMBER(authority), NUMBER(adjustment), \
    NUMBER(controller), NUMBER(approved_by), NUMBER(note)

static const struct codec_field plain_fields[] = {COMMON};
static const struct codec_field terms_entry_fields[] = {
    COMMON, PART(as.terms.before, terms), PART(as.terms.after, terms)};
static const struct codec_field executive_fields[] = {
    COMMON, CENTS(as.executive_above.before), CENTS(as.executive_above.after)};
static const struct codec_field fed_fields[] = {
    COMMON, CENTS(as.fed.stake), SIGNED(as.fed.units), SIGNED(as.fed.reserve_units)};
static const struct codec_field award_entry_fields[] = {COMMON, PART(as.award, award)};
static const struct codec_field shown_fields[] = {COMMON, BYTES(as.shown.lines), BYTES(as.shown.order)};
static const struct codec_field day_fields[] = {COMMON, SIGNED(as.day)};
static const struct codec_field started_fields[] = {COMMON, NUMBER(as.seats)};

#define ENTRY(fields) CODEC_FIELDS(S, fields##_fields)
const struct codec_table stored_journal[UTH_ENTRY_COUNT] = {
    [UTH_ENTRY_CREATED] = ENTRY(terms_entry),
    [UTH_ENTRY_DAY_BEGAN] = ENTRY(day),
    [UTH_ENTRY_TERMS_ASKED] = ENTRY(terms_entry),
    [UTH_ENTRY_TERMS_IN_FORCE] = ENTRY(terms_entry),
    [UTH_ENTRY_EXECUTIVE_SET] = ENTRY(executive),
    [UTH_ENTRY_ADJUSTED] = ENTRY(award_entry), // change, seed and reserve lie where an award's first three do
    [UTH_ENTRY_LINKED] = ENTRY(plain),
    [UTH_ENTRY_UNLINKED] = ENTRY(plain),
    [UTH_ENTRY_LOST] = ENTRY(plain),
    [UTH_ENTRY_FOUND] = ENTRY(plain),
    [UTH_ENTRY_STARTED] = ENTRY(started),
    [UTH_ENTRY_FED] = ENTRY(fed),
    [UTH_ENTRY_SHOWN] = ENTRY(shown),
    [UTH_ENTRY_SPOT] = ENTRY(plain),
    [UTH_ENTRY_PRESSED] = ENTRY(plain),
    [UTH_ENTRY_CANCELLED] = ENTRY(plain),
    [UTH_ENTRY_KEYED] = ENTRY(plain),
    [UTH_ENTRY_UNKEYED] = ENTRY(plain),
    [UTH_ENTRY_CARD_ASKED] = ENTRY(plain),
    [UTH_ENTRY_CONFIRMED] = ENTRY(award_entry),
    [UTH_ENTRY_AWARDED] = ENTRY(award_entry),
    [UTH_ENTRY_PAID] = ENTRY(award_entry),
    [UTH_ENTRY_ENDED] = ENTRY(plain),
    [UTH_ENTRY_UNFED] = ENTRY(fed),
    [UTH_ENTRY_VOIDED] = ENTRY(plain),
};
#undef S

#define S struct uth_part
static const struct codec_field part_fields[] = {
    NUMBER(component), BYTES(version), BYTES(serial), SIGNED(since_ms)};
static TABLE(part);
#undef S

#define S struct uth_inventory
static const struct codec_field stored_inventory_fields[] = {NUMBER(count), PARTS(parts, part)};
TABLE(stored_inventory);
#undef S

// ---- tables -----------------------------------------------------------------------------------

#define S struct room_config
static const struct codec_field stored_config_fields[] = {
    BYTES(name), NUMBER(profile), NUMBER(meter), CENTS(buy_in_min), CENTS(buy_in_max),
    CENTS(house_buy_in), CENTS(house_ante), CENTS(house_trips), CENTS(house_progressive),
    BYTES(provider), CENTS(provider_bankroll), CENTS(proposition_buy_in), CENTS(proposition_ante),
    CENTS(proposition_trips), CENTS(proposition_bank), CENTS(confirm_up_to), NUMBER(betting_ms),
    NUMBER(decision_ms), NUMBER(offer_ms), NUMBER(result_ms), NUMBER(house_ms),
    NUMBER(proposition_ms), NUMBER(absent_rounds), NUMBER(pace), NUMBER(controller),
    NUMBER(house_players), NUMBER(house_strategy), NUMBER(proposition_players),
    NUMBER(proposition_strategy), NUMBER(people_per_address)};
TABLE(stored_config);
#undef S

#define S struct uth_rotation
static const struct codec_field rotation_fields[] = {
    NUMBER(seat), NUMBER(banker), NUMBER(hands), NUMBER(passed), FLAG(banking), FLAG(nobody)};
static TABLE(rotation);
#undef S

#define S struct room_seat
static const struct codec_field seat_fields[] = {
    NUMBER(player), CENTS(chips), CENTS(bank), NUMBER(role), NUMBER(ready), NUMBER(sits_out),
    NUMBER(leaving), NUMBER(absent), NUMBER(committed), NUMBER(revealed), NUMBER(bank_once),
    BYTES(commitment), BYTES(part)};
static TABLE(seat);
#undef S

#define S struct room_recent
static const struct codec_field recent_fields[] = {NUMBER(person), NUMBERS(ids)};
static TABLE(recent);
#undef S

#define S struct room_roster
static const struct codec_field roster_fields[] = {BYTES(hash), BYTES(key), BYTES(signature)};
static TABLE(roster);
#undef S

#define S struct room_muted
static const struct codec_field muted_fields[] = {NUMBER(player), NUMBER(until)};
static TABLE(muted);
#undef S

#define S struct room_ticks
static const struct codec_field ticks_fields[] = {NUMBERS(of)};
static TABLE(ticks);
#undef S

#define S struct room_call
static const struct codec_field call_fields[] = {
    NUMBER(by), SIGNED(since_ms), NUMBER(taken_by), SIGNED(taken_ms), NUMBER(state), NUMBER(reason), BYTES(note)};
static TABLE(call);
#undef S

#define S struct uth_round_seat
static const struct codec_field round_seat_fields[] = {
    NUMBER(in), AMOUNTS(stakes), AMOUNTS(nets), CENTS(fee), BYTES(outcomes), BYTES(reasons),
    BYTES(carried), NUMBER(settled), NUMBER(folded), NUMBER(multiple), NUMBER(decided),
    NUMBER(by_system), NUMBER(cards_up), NUMBER(cards_racked), BYTES(cards)};
static TABLE(round_seat);
#undef S

#define S struct uth_round
static const struct codec_field game_fields[] = {
    NUMBER(number), NUMBER(phase), CENTS(bank_wager), CENTS(bank_fee), CENTS(bank_net), NUMBER(rack),
    PARTS(seats, round_seat), BYTES(deck), BYTES(community), BYTES(dealer), NUMBER(procedure),
    NUMBER(deck_in_play), NUMBER(cards_used), NUMBER(community_up), NUMBER(dealer_up),
    NUMBER(bank_seat), NUMBER(voided), NUMBER(fee_returned), BYTES(folds)};
static TABLE(game);
#undef S

// But for the secret.
#define S struct room_table
static const struct codec_field stored_table_fields[] = {
    NUMBER(id), NUMBER(state), NUMBER(paused), NUMBER(secret_known), NUMBER(jackpot), SIGNED(since_ms),
    SIGNED(deadline_ms), PART(config, stored_config), PART(waiting, stored_config),
    PART(rotation, rotation), NUMBER(config_waits), NUMBER(drawn), BYTES(draw), NUMBER(rack),
    NUMBER(finished), NUMBER(faithful), NUMBER(last_banker), CENTS(bankroll), PARTS(seats, seat), PARTS(recent, recent),
    BYTES(commitment), NUMBER(rostered), PART(roster, roster), PARTS(muted, muted), PART(ticks, ticks),
    PART(call, call), PART(round, game)};
TABLE(stored_table);
#undef S

#define S struct day_entry
static const struct codec_field day_entry_fields[] = {
    NUMBER(player), CENTS(result), SIGNED(played_ms), SIGNED(since_ms), NUMBER(seats)};
static TABLE(day_entry);
#undef S

#define S struct day_list
static const struct codec_field day_list_fields[] = {SIGNED(day), NUMBER(count), PARTS(people, day_entry)};
static TABLE(day_list);
#undef S

#define S struct stored_besides
static const struct codec_field stored_besides_fields[] = {
    NUMBER(sequence), NUMBER(last_round), NUMBER(withheld_round), NUMBER(withheld), BYTES(last_secret), NUMBER(day_position), PART(day, day_list)};
TABLE(stored_besides);
#undef S

// ---- facts ------------------------------------------------------------------------------------

#define S struct room_fact
#define SMALL(name, index) CODEC_ONE(name, S, small[ROOM_SMALL_##index], CODEC_NUMBER)
#define SEED_BYTES CODEC_ALL("bytes", S, as.seed.bytes, CODEC_BYTES)
#define DRAW       CODEC_ALL("draw", S, as.seed.draw, CODEC_BYTES)
static const struct codec_field config_fields[] = {PART(as.config, stored_config)};
static const struct codec_field sat_fields[] = {NUMBER(seat), NUMBER(as.who.player), SMALL("role", SAT_ROLE)};
static const struct codec_field seat_only_fields[] = {NUMBER(seat)};
static const struct codec_field seat_fact_fields[] = {
    NUMBER(seat), SMALL("ready", SEAT_READY), CENTS(as.posted.bank), SMALL("sits_out", SEAT_SITS_OUT),
    SMALL("leaving", SEAT_LEAVING), SMALL("absent", SEAT_ABSENT), SMALL("bank_once", SEAT_BANK_ONCE)};
static const struct codec_field answered_fields[] = {NUMBER(as.answered.person), NUMBER(as.answered.id)};
static const struct codec_field bank_fields[] = {
    PART(as.bank.rotation, rotation), NUMBER(as.bank.last_banker)};
static const struct codec_field committed_fields[] = {
    SEED_BYTES, NUMBER(as.seed.profile), DRAW, CODEC_ALL("provider", S, as.seed.provider, CODEC_BYTES),
    SMALL("drawn", DRAWN_SEATS)};
static const struct codec_field seat_part_fields[] = {NUMBER(seat), SEED_BYTES};
static const struct codec_field roster_fact_fields[] = {PART(as.roster, roster)};
static const struct codec_field withheld_fields[] = {
    NUMBER(seat), SMALL("role", WITHHELD_ROLE), NUMBER(as.withheld.player), NUMBER(as.withheld.until)};
static const struct codec_field trusted_fields[] = {
    SMALL("finished", TRUSTED_FINISHED), SMALL("faithful", TRUSTED_FAITHFUL)};
static const struct codec_field state_fields[] = {
    SMALL("state", STATE_STATE), TIME(as.state.since_ms), TIME(as.state.deadline_ms),
    SMALL("paused", STATE_PAUSED), SMALL("jackpot", STATE_JACKPOT)};
static const struct codec_field pit_fields[] = {
    NUMBER(seat), SMALL("command", PIT_COMMAND), SMALL("button", PIT_BUTTON), SMALL("line", PIT_LINE),
    SMALL("authority", PIT_AUTHORITY), NUMBER(as.pit.who), CENTS(as.pit.amount)};
static const struct codec_field drawn_fields[] = {SMALL("drawn", DRAWN_SEATS), DRAW, SEED_BYTES};
static const struct codec_field ticked_fields[] = {
    SMALL("as", TICKED_AS), NUMBER(as.ticked.who), PART(as.ticked.ticks, ticks)};
static const struct codec_field rack_fields[] = {SMALL("deck", RACK_DECK)};
static const struct codec_field call_fact_fields[] = {PART(as.call, call)};

const struct codec_table stored_facts[ROOM_FACT_COUNT] = {
    [ROOM_FACT_CONFIGURED] = ENTRY(config),
    [ROOM_FACT_SAT] = ENTRY(sat),
    [ROOM_FACT_STOOD] = ENTRY(seat_only),
    [ROOM_FACT_SEAT] = ENTRY(seat_fact),
    [ROOM_FACT_ANSWERED] = ENTRY(answered),
    [ROOM_FACT_ROTATION] = ENTRY(bank),
    [ROOM_FACT_SECRET] = ENTRY(seat_only), // its bytes are sealed in an entry of their own
    [ROOM_FACT_COMMITTED] = ENTRY(committed),
    [ROOM_FACT_PART_COMMITTED] = ENTRY(seat_part),
    [ROOM_FACT_REVEALED] = ENTRY(seat_only), // likewise
    [ROOM_FACT_STATE] = ENTRY(state),
    [ROOM_FACT_PIT] = ENTRY(pit),
    [ROOM_FACT_CONFIG_WAITS] = ENTRY(config),
    [ROOM_FACT_DRAWN] = ENTRY(drawn),
    [ROOM_FACT_TICKED] = ENTRY(ticked),
    [ROOM_FACT_RACK] = ENTRY(rack),
    [ROOM_FACT_CALL] = ENTRY(call_fact),
    [ROOM_FACT_ROSTER] = ENTRY(roster_fact),
    [ROOM_FACT_PART_REVEALED] = ENTRY(seat_part),
    [ROOM_FACT_WITHHELD] = ENTRY(withheld),
    [ROOM_FACT_TRUSTED] = ENTRY(trusted),
};
#undef S
// clang-format on

// ---- reading and writing ----------------------------------------------------------------------

bool stored_read(struct store_bytes bytes, const struct codec_table *table, void *value)
{
    struct codec_in in = {bytes.data, bytes.data + bytes.size, 0};
    return codec_read(&in, table, NULL, value) && in.at == in.end;
}

void stored_write_fact(struct codec_out *out, const struct room_fact *fact)
{
    UTH_CHECK(fact->kind < ROOM_FACT_COUNT);
    codec_put_number(out, fact->kind);
    codec_write(out, &stored_facts[fact->kind], NULL, fact);
}

bool stored_read_fact(struct codec_in *in, struct room_fact *fact)
{
    uint64_t kind;
    if (!codec_get_number(in, &kind) || kind >= ROOM_FACT_COUNT ||
        !codec_read(in, &stored_facts[kind], NULL, fact)) {
        return false;
    }
    fact->kind = (uint8_t)kind;
    return true;
}

void stored_write_journal(struct codec_out *out, const struct uth_meter_entry *entry)
{
    UTH_CHECK(entry->kind < UTH_ENTRY_COUNT);
    codec_put_number(out, entry->kind);
    codec_write(out, &stored_journal[entry->kind], NULL, entry);
    codec_write(out, &stored_meter, &entry->before, &entry->after);
}

bool stored_read_journal(struct codec_in *in, struct uth_meter_entry *entry)
{
    uint64_t kind;
    if (!codec_get_number(in, &kind) || kind >= UTH_ENTRY_COUNT ||
        !codec_read(in, &stored_journal[kind], NULL, entry) ||
        !codec_read(in, &stored_meter, &entry->before, &entry->after)) {
        return false;
    }
    entry->kind = (uint8_t)kind;
    return true;
}
