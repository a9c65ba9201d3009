// Answering a round: every wager with its outcome, its net and the reason.
#include "wire/round_json.h"

#include <stdio.h>
#include <string.h>

#include "wire/fault.h"

static void put_hand(struct wire_out *out, uth_hand hand, const uth_card hole[2],
                     const uth_card community[5])
{
    const uth_card seven[7] = {hole[0],      hole[1],      community[0], community[1],
                               community[2], community[3], community[4]};
    char words[UTH_HAND_WORDS_MAX];
    uth_hand_words(seven, 7, words);
    wire_out_text(out, "hand", uth_hand_kind_name(uth_hand_kind_of(hand)));
    wire_out_text(out, "description", words);
}

static void put_dealer(struct wire_out *out, const struct wire_round *round,
                       const struct uth_settlement *settlement)
{
    wire_out_open(out, "dealer", '{');
    put_hand(out, settlement->dealer, round->facts.dealer, round->facts.community);
    wire_out_bool(out, "qualifies", settlement->qualifies);
    wire_out_bool(out, "turned", uth_settle_needs_dealer(round->rules, &round->facts));
    wire_out_close(out, '}');
}

static void put_fees(struct wire_out *out, const struct wire_round *round)
{
    const struct uth_facts *facts = &round->facts;
    const uth_money bank = uth_fee_of_bank(round->rules, uth_fee_total_action(facts));
    const uth_money player = uth_fee_of_player(round->rules);
    wire_out_open(out, "fees", '{');
    wire_out_number(out, "player_dealer", bank.cents);
    wire_out_open(out, "players", '[');
    for (unsigned i = 0; i < facts->player_count; i++) {
        wire_out_open(out, NULL, '{');
        wire_out_number(out, "seat", facts->players[round->listed[i]].seat);
        wire_out_number(out, "fee", player.cents);
        wire_out_close(out, '}');
    }
    wire_out_close(out, ']');
    wire_out_close(out, '}');
}

static void put_wager(struct wire_out *out, const struct uth_rules *rules,
                      const struct uth_settled *line)
{
    char reason[UTH_REASON_TEXT_MAX];
    wire_out_open(out, uth_rules_wager_name(rules, line->wager), '{');
    wire_out_number(out, "stake", line->stake.cents);
    wire_out_text(out, "outcome", uth_outcome_name(line->outcome));
    wire_out_number(out, "net", line->net.cents);
    wire_out_text(out, "reason", uth_reason_text(rules, line->wager, line->reason, reason));
    if (line->carried != UTH_CARRIED_WHOLE) {
        wire_out_text(out, "limited", uth_carried_text(line->carried));
    }
    wire_out_close(out, '}');
}

// The wagers of a player, in the order they were settled; the profile's own by their ids, together.
static void put_wagers(struct wire_out *out, const struct wire_round *round,
                       const struct uth_settlement *settlement, unsigned index)
{
    unsigned own = 0;
    wire_out_open(out, "wagers", '{');
    for (unsigned i = 0; i < settlement->line_count; i++) {
        const struct uth_settled *line = &settlement->lines[i];
        own += line->player == index && uth_wager_is_own(line->wager);
        if (line->player == index && !uth_wager_is_own(line->wager)) {
            put_wager(out, round->rules, line);
        }
    }
    if (own != 0) {
        wire_out_open(out, "side", '{');
        for (unsigned i = 0; i < settlement->line_count; i++) {
            const struct uth_settled *line = &settlement->lines[i];
            if (line->player == index && uth_wager_is_own(line->wager)) {
                put_wager(out, round->rules, line);
            }
        }
        wire_out_close(out, '}');
    }
    wire_out_close(out, '}');
}

static void put_player(struct wire_out *out, const struct wire_round *round,
                       const struct uth_settlement *settlement, unsigned index)
{
    const struct uth_player_facts *facts = &round->facts.players[index];
    const struct uth_player_result *result = &settlement->players[index];
    wire_out_open(out, NULL, '{');
    wire_out_number(out, "seat", facts->seat);
    put_hand(out, result->hand, facts->cards, round->facts.community);
    wire_out_text(out, "result", uth_verdict_name(result->verdict));
    wire_out_number(out, "net", result->net.cents);
    put_wagers(out, round, settlement, index);
    wire_out_close(out, '}');
}

static void put_bank(struct wire_out *out, const struct uth_facts *facts, uth_money net)
{
    if (facts->bank_seat == 0) {
        wire_out_open(out, "house", '{');
    } else {
        wire_out_open(out, "bank", '{');
        wire_out_number(out, "seat", facts->bank_seat);
        wire_out_number(out, "wager", facts->bank_wager.cents);
    }
    wire_out_number(out, "net", net.cents);
    wire_out_close(out, '}');
}

static void put_award(struct wire_out *out, const struct uth_award *award)
{
    wire_out_open(out, NULL, '{');
    wire_out_number(out, "seat", award->seat);
    wire_out_text(out, "line", uth_progressive_line_name(award->line));
    wire_out_number(out, "amount", award->amount.cents);
    wire_out_number(out, "from_meter", award->from_meter.cents);
    wire_out_number(out, "from_house", award->from_house.cents);
    wire_out_close(out, '}');
}

static void put_progressive(struct wire_out *out, const struct uth_settlement *settlement)
{
    const struct uth_meter *meter = &settlement->meter;
    wire_out_open(out, "progressive", '{');
    wire_out_open(out, "meter", '{');
    wire_out_number(out, "amount", meter->amount.cents);
    wire_out_number(out, "carry", meter->carry);
    wire_out_number(out, "reserve", meter->reserve.cents);
    wire_out_number(out, "reserve_carry", meter->reserve_carry);
    wire_out_number(out, "seed", meter->seed.cents);
    wire_out_close(out, '}');
    wire_out_open(out, "awards", '[');
    for (unsigned i = 0; i < settlement->award_count; i++) {
        put_award(out, &settlement->awards[i]);
    }
    wire_out_close(out, ']');
    wire_out_close(out, '}');
}

static bool anyone_on_progressive(const struct uth_facts *facts)
{
    for (unsigned i = 0; i < facts->player_count; i++) {
        if (facts->players[i].stakes[UTH_WAGER_PROGRESSIVE].cents != 0) {
            return true;
        }
    }
    return false;
}

void wire_out_answer(struct wire_out *out, const struct wire_round *round)
{
    struct uth_settlement settlement;
    uth_settle(round->rules, &round->facts, &settlement);

    put_dealer(out, round, &settlement);
    if (round->facts.bank_seat != 0) {
        put_fees(out, round);
    }
    wire_out_open(out, "players", '[');
    for (unsigned i = 0; i < round->facts.player_count; i++) {
        put_player(out, round, &settlement, round->listed[i]);
    }
    wire_out_close(out, ']');
    put_bank(out, &round->facts, settlement.bank_net);
    if (anyone_on_progressive(&round->facts)) {
        put_progressive(out, &settlement);
    }
}

static void put_error(struct wire_out *out, const char *clause, const char *message, size_t line)
{
    wire_out_open(out, "error", '{');
    wire_out_text(out, "clause", clause);
    wire_out_text(out, "message", message);
    wire_out_number(out, "line", (int64_t)line);
    wire_out_close(out, '}');
}

void wire_refuse_line(const char *message, size_t line, struct wire_out *out)
{
    wire_out_open(out, NULL, '{');
    wire_out_json(out, "id", NULL);
    put_error(out, "INPUT", message, line);
    wire_out_close(out, '}');
    wire_out_newline(out);
}

// The document of a line whose only fault is a whole number beyond 64 bits: it still has an id to
// answer to. NULL when the line is no JSON at all.
static json_t *load_despite_numbers(const char *text, size_t length)
{
    return json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, NULL);
}

static void refuse_text(const char *text, size_t length, size_t line, json_error_t *error,
                        struct wire_out *out)
{
    char message[sizeof error->text + 64];
    json_t *document = load_despite_numbers(text, length);
    if (document != NULL) {
        (void)snprintf(message, sizeof message, "a whole number beyond 64 bits at column %d",
                       error->column);
    } else {
        (void)snprintf(message, sizeof message, "not JSON: %s at column %d",
                       wire_parser_text(error), error->column);
    }
    wire_out_open(out, NULL, '{');
    wire_out_json(out, "id", json_object_get(document, "id"));
    put_error(out, "INPUT", message, line);
    wire_out_close(out, '}');
    wire_out_newline(out);
    json_decref(document);
}

bool wire_settle_document(const struct wire_value *document, size_t line,
                          const struct wire_profiles *profiles, struct wire_out *out)
{
    struct wire_round round;
    struct wire_refusal refusal;
    wire_out_open(out, NULL, '{');
    wire_out_value(out, "id", wire_member(document, "id"));
    const bool settled = wire_round_read(document, profiles, &round, &refusal);
    if (settled) {
        wire_out_answer(out, &round);
    } else {
        put_error(out, refusal.clause, refusal.message, line);
    }
    wire_out_close(out, '}');
    wire_out_newline(out);
    return settled;
}

bool wire_settle_line(const char *text, size_t length, size_t line,
                      const struct wire_profiles *profiles, struct wire_out *out)
{
    json_error_t error;
    struct wire_document document;
    if (!wire_document_read(&document, text, length, &error)) {
        refuse_text(text, length, line, &error, out);
        return false;
    }
    const bool settled = wire_settle_document(document.root, line, profiles, out);
    wire_document_free(&document);
    return settled;
}
