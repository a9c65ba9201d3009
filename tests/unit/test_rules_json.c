// Profiles as JSON: what is written is read back the same, what is broken is refused with its
// place, its value and what was expected.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "uth/deal.h"
#include "wire/rules_json.h"

static bool read_text(const char *text, struct uth_rules *rules, struct wire_fault *fault)
{
    memset(fault, 0, sizeof *fault);
    return wire_rules_from_text(text, strlen(text), rules, fault);
}

static void read_good(const char *text, struct uth_rules *rules)
{
    struct wire_fault fault;
    if (!read_text(text, rules, &fault)) {
        fail_msg("%s: %s: got %s, expected %s", text, fault.path, fault.value, fault.expected);
    }
}

// Out, in, and out again.
static void check_round_trip(const struct uth_rules *rules)
{
    struct uth_rules again;
    struct wire_fault fault;
    json_t *document = wire_rules_to_json(rules);
    char *text = json_dumps(document, JSON_INDENT(2));
    memset(&again, 0x5a, sizeof again);
    assert_non_null(text);
    read_good(text, &again);
    assert_memory_equal(&again, rules, sizeof again);
    json_t *second = wire_rules_to_json(&again);
    assert_true(json_equal(document, second));
    assert_true(wire_rules_from_json(document, &again, &fault));
    assert_memory_equal(&again, rules, sizeof again);
    json_decref(second);
    json_decref(document);
    free(text);
}

static void the_built_in_profiles_survive_the_round_trip_unchanged(void **state)
{
    (void)state;
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        check_round_trip(uth_rules_builtin(i));
    }
}

#define LINE(when, pays) "{\"when\":\"" when "\",\"pays\":" pays "}"
#define SIDE(id, lines)  "\"side\":[{\"id\":\"" id "\",\"lines\":[" lines "]}]"
#define OWN(id)                                                                                    \
    "{\"id\":\"" id "\",\"title\":\"A bet\",\"cards\":\"board\",\"lines\":[" LINE("flush", "9") "]}"
#define FLOP_FIVE                                                                                  \
    "{\"id\":\"flop_five\",\"title\":\"Flop Five\",\"cards\":\"hole+flop\",\"lines\":[" LINE(      \
        "royal flush", "1000") "," LINE("flush", "20") "," LINE("pair of J", "2") "]}"

// ---- based on a built-in ---------------------------------------------------------------------

// clang-format off
static const char *const own_profiles[] = {
    "{\"based_on\":\"washington\"}",
    "{\"based_on\":\"washington\",\"name\":\"mine\",\"seats\":8,\"procedure\":\"deck-mate\"}",
    "{\"based_on\":\"california-8\",\"name\":\"one\",\"collection\":3}",
    "{\"based_on\":\"california-8\",\"name\":\"high\",\"first_banker\":\"high-card\"}",
    "{\"based_on\":\"california-6\",\"name\":\"named\",\"first_banker\":\"named\"}",
    "{\"based_on\":\"california-8\",\"collections\":[{\"spot\":{\"min\":500,\"max\":5000},\"player_fee\":0,\"tiers\":[{\"action\":500,\"fee\":100}]}]}",
    "{\"based_on\":\"california-8\",\"collection\":2,\"collections\":[],\"limits\":{\"ante\":{\"min\":500,\"max\":5000},\"blind\":{\"min\":500,\"max\":5000},\"trips\":{\"min\":500,\"max\":5000}}}",
    "{\"based_on\":\"washington\",\"side\":[{\"id\":\"trips\",\"use\":\"UTH-04\"},{\"id\":\"pairs\",\"use\":\"2\"},{\"id\":\"bad_beat\",\"use\":\"BBB-03\"}]}",
    "{\"based_on\":\"washington\",\"side\":[{\"id\":\"trips\",\"tables\":[{\"id\":\"A\",\"lines\":[" LINE("flush", "\"3:2\"") "," LINE("pair", "1") "]}]}]}",
    "{\"based_on\":\"washington\",\"side\":[{\"id\":\"trips\",\"fold\":\"loses\"},{\"id\":\"bad_beat\",\"needs\":[]},{\"id\":\"pairs\",\"needs\":[\"progressive\"]}]}",
    "{\"based_on\":\"washington\",\"side\":[" FLOP_FIVE "]}",
    "{\"based_on\":\"washington\",\"side\":[" FLOP_FIVE ",{\"id\":\"trips\",\"needs\":[\"flop_five\"]},"
    "{\"id\":\"low\",\"title\":\"Low\",\"cards\":\"hole\",\"fold\":\"stays, tucked\",\"tables\":[{\"id\":\"a\",\"printed\":\"1%\",\"lines\":[" LINE("A-A", "3") "]},"
    "{\"id\":\"b\",\"lines\":[" LINE("both A-A", "300") "]}],\"use\":\"b\"}],"
    "\"offered\":{\"flop_five\":true,\"low\":false},\"limits\":{\"flop_five\":{\"min\":100,\"max\":2500}},\"aggregate\":{\"flop_five\":125000},"
    "\"order_won\":[\"flop_five\",\"ante\",\"play\",\"blind\",\"trips\",\"bad_beat\",\"pairs\",\"progressive\"]}",
    "{\"based_on\":\"california-6\",\"side\":[" FLOP_FIVE "]}",
    "{\"based_on\":\"washington\",\"offered\":{\"pairs\":false}}",
    "{\"based_on\":\"washington\",\"notices\":[]}",
    "{\"based_on\":\"washington\",\"notices\":[\"\\u00dcber alles wird Buch gef\\u00fchrt.\"]}",
    "{\"based_on\":\"washington\",\"raises\":{\"preflop\":[4],\"flop\":[],\"river\":[]}}",
    "{\"based_on\":\"washington\",\"progressive\":{\"maximum\":5000000,\"order\":\"confirmation\",\"fixed_pays_from\":\"meter\"}}",
    "{\"based_on\":\"washington\",\"side\":[{\"id\":\"progressive\",\"use\":\"02\",\"cards\":\"hole+board\",\"lines\":[{\"when\":\"three of a kind\",\"for_one\":2}]}]}",
    "{\"based_on\":\"washington\",\"aggregate\":{\"trips\":5000000}}",
    "{\"based_on\":\"washington\",\"chip\":50}",
    "{\"based_on\":\"washington\",\"legal_wager_max\":50000,\"play_within_limit\":true,\"games_over\":{\"games\":3,\"amount\":500}}",
    "{\"based_on\":\"washington\",\"banked_by\":\"player\",\"offered\":{\"progressive\":false},\"bank_hands_max\":1,\"order\":\"left-of-bank\"}",
    "{\"based_on\":\"washington\",\"order_lost\":[\"progressive\",\"pairs\",\"bad_beat\",\"trips\",\"play\",\"blind\",\"ante\"]}",
};
// clang-format on

/* BET-2: side bets of its own, too */
static void profiles_of_ones_own_survive_the_round_trip_too(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof own_profiles / sizeof own_profiles[0]; i++) {
        struct uth_rules rules;
        read_good(own_profiles[i], &rules);
        check_round_trip(&rules);
    }
}

static void a_limit_beyond_the_law_is_told_in_a_sentence_with_its_clause(void **state)
{
    (void)state; /* BET-10, WA-2 */
    static const struct {
        const char *text, *clause, *said;
    } laws[] = {
        {"{\"based_on\":\"washington\",\"limits\":{\"ante\":{\"min\":500,\"max\":8000}}}", "BET-10",
         "limits.ante.max: Ante maximum $80 would allow a Play wager of $320; the legal maximum is "
         "$300 (BET-10)."},
        {"{\"based_on\":\"washington\",\"limits\":{\"trips\":{\"min\":100,\"max\":123450}}}",
         "BET-10",
         "limits.trips.max: Trips maximum $1,234.50 is above the legal maximum of $300 a wager "
         "(BET-10)."},
        {"{\"based_on\":\"washington\",\"aggregate\":{\"pairs\":2000000}}", "WA-2",
         "aggregate.pairs: Ultimate Pairs pays at most 30 to 1; a table aggregate needs top odds "
         "of "
         "50 to 1 or more (WA-2)."},
        {"{\"based_on\":\"washington\",\"aggregate\":{\"trips\":1000000}}", "WA-2",
         "aggregate.trips: Trips aggregate $10,000 is below 50 x the maximum wager; it must be at "
         "least $15,000 (WA-2)."},
        {"{\"based_on\":\"washington\",\"seats\":70}", "INPUT",
         "seats: got 70, expected 1 to 8 seats"},
        {"{\"based_on\":\"washington\",\"games_over\":{\"games\":10,\"amount\":1}}", "INPUT",
         "games_over.games: got 10, expected a whole number from 0 to 9"},
    };
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        struct uth_rules rules;
        struct wire_fault fault;
        char said[WIRE_FAULT_TEXT_MAX];
        assert_false(wire_rules_from_text(laws[i].text, strlen(laws[i].text), &rules, &fault));
        wire_fault_text(&fault, said);
        assert_string_equal(said, laws[i].said);
        assert_string_equal(fault.clause, laws[i].clause);
    }
}

static void a_profile_based_on_another_differs_only_in_what_it_says(void **state)
{
    (void)state;
    struct uth_rules rules;
    struct uth_rules expected = uth_rules_washington;
    read_good("{\"based_on\":\"washington\"}", &rules);
    assert_memory_equal(&rules, &expected, sizeof rules);
    read_good("{\"based_on\":\"washington\",\"chip\":50,\"limits\":{\"trips\":{\"min\":50,"
              "\"max\":10000}}}",
              &rules);
    expected.chip.cents = 50;
    expected.limits[UTH_WAGER_TRIPS] = (struct uth_limit){{50}, {10000}};
    assert_memory_equal(&rules, &expected, sizeof rules);
}

// BET-2, BET-3: in a profile that is based on another and in one that is whole.
static void a_bet_of_ones_own_has_the_limits_of_trips_unless_it_names_its_own(void **state)
{
    (void)state;
    struct uth_rules rules;
    read_good("{\"based_on\":\"washington\",\"side\":[" FLOP_FIVE "]}", &rules);
    json_t *whole = wire_rules_to_json(&rules);
    (void)json_object_del(json_object_get(whole, "limits"), "flop_five");
    (void)json_object_del(json_object_get(whole, "offered"), "flop_five");
    struct wire_fault fault;
    struct uth_rules again;
    assert_true(wire_rules_from_json(whole, &again, &fault));
    json_decref(whole);
    assert_memory_equal(&again, &rules, sizeof rules);
    assert_true(again.offered[UTH_WAGER_OWN_1]);
    assert_memory_equal(&again.limits[UTH_WAGER_OWN_1], &rules.limits[UTH_WAGER_TRIPS],
                        sizeof rules.limits[0]);
    read_good("{\"based_on\":\"washington\",\"side\":[" FLOP_FIVE
              "],\"limits\":{\"flop_five\":{\"min\":200,\"max\":900},"
              "\"trips\":{\"min\":50,\"max\":10000}}}",
              &rules);
    assert_int_equal(rules.limits[UTH_WAGER_OWN_1].min.cents, 200);
    read_good("{\"based_on\":\"washington\",\"side\":[" FLOP_FIVE
              "],\"limits\":{\"trips\":{\"min\":100,\"max\":10000}}}",
              &rules);
    assert_int_equal(rules.limits[UTH_WAGER_OWN_1].max.cents, 10000);
}

static void without_based_on_every_field_must_be_there(void **state)
{
    (void)state;
    json_t *whole = wire_rules_to_json(&uth_rules_washington);
    const char *key;
    json_t *value;
    json_object_foreach(whole, key, value)
    {
        struct uth_rules rules;
        struct wire_fault fault;
        json_t *part = json_copy(whole);
        assert_int_equal(json_object_del(part, key), 0);
        assert_false(wire_rules_from_json(part, &rules, &fault));
        assert_string_equal(fault.path, key);
        assert_string_equal(fault.value, "nothing");
        json_decref(part);
    }
    json_decref(whole);
}

// ---- names ----------------------------------------------------------------------------------

static void check_names(const json_t *object, const char *(*name_of)(unsigned), unsigned count)
{
    assert_int_equal(json_object_size(object), count);
    for (unsigned i = 0; i < count; i++) {
        if (json_object_get(object, name_of(i)) == NULL) {
            fail_msg("'%s' is called otherwise in JSON", name_of(i));
        }
    }
}

static const char *wager_name(unsigned i)
{
    return uth_wager_name((enum uth_wager)i);
}

static const char *kind_name(unsigned i)
{
    return uth_hand_kind_name((enum uth_hand_kind)i);
}

static void kinds_and_wagers_are_called_as_in_the_library(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    for (unsigned i = 0; i < UTH_HAND_COUNT; i++) {
        rules.blind.pays[i] = (struct uth_odds){i + 1, 1};
    }
    json_t *document = wire_rules_to_json(&rules);
    const json_t *pays = json_object_get(json_object_get(document, "blind"), "pays");
    check_names(pays, kind_name, UTH_HAND_COUNT);
    for (unsigned i = 0; i < UTH_HAND_COUNT; i++) {
        assert_int_equal(json_integer_value(json_object_get(pays, kind_name(i))), i + 1);
    }
    check_names(json_object_get(document, "limits"), wager_name, UTH_WAGER_OWN_1);
    check_names(json_object_get(document, "offered"), wager_name, UTH_WAGER_OWN_1);
    json_decref(document);
}

static const char *word_of(const struct uth_rules *rules, const char *field, char text[32])
{
    json_t *document = wire_rules_to_json(rules);
    (void)snprintf(text, 32, "%s", json_string_value(json_object_get(document, field)));
    json_decref(document);
    return text;
}

/* DEAL-3 */
static void procedures_and_hands_are_called_as_in_the_library(void **state)
{
    (void)state;
    struct uth_rules rules = uth_rules_washington;
    char text[32];
    for (unsigned i = 0; i < 4; i++) {
        rules.procedure = (enum uth_procedure)i;
        assert_string_equal(word_of(&rules, "procedure", text),
                            uth_procedure_name(rules.procedure));
    }
    for (unsigned i = 1; i < UTH_HAND_COUNT; i++) {
        rules.qualifier = (uth_hand)(i << 12);
        assert_string_equal(word_of(&rules, "qualifier", text), kind_name(i));
    }
    rules.qualifier = 0;
    assert_string_equal(word_of(&rules, "qualifier", text), "none");
}

/* SHOW-1 */
static void every_qualifying_hand_reads_back_as_it_is_written(void **state)
{
    (void)state;
    unsigned read_back = 0;
    for (unsigned i = 0; i <= UTH_HAND_STRAIGHT_FLUSH << 12; i++) {
        struct uth_rules rules = uth_rules_washington;
        struct uth_rules again;
        struct wire_fault fault;
        rules.qualifier = (uth_hand)i;
        if (!wire_rules_check(&rules, &fault)) {
            assert_string_equal(fault.path, "qualifier");
            continue;
        }
        json_t *document = wire_rules_to_json(&rules);
        assert_true(wire_rules_from_json(document, &again, &fault));
        assert_int_equal(again.qualifier, i);
        json_decref(document);
        read_back++;
    }
    // None, a seven to an ace high, the kinds from a pair to a straight flush, pairs of each rank.
    assert_int_equal(read_back, 1 + 8 + 8 + 13);
}

// ---- broken documents ------------------------------------------------------------------------

#define W "{\"based_on\":\"washington\","
#define C "{\"based_on\":\"california-6\","

// clang-format off
static const struct broken {
    const char *text;
    const char *path, *value, *expected; // expected: a part of it
} broken[] = {
    // no JSON at all
    { "",                                            "line 1, column 0", "no JSON ('[' or '{' expected near end of file)", "JSON" },
    { "{\"name\":",                                  "line 1, column 8", "no JSON (unexpected token near end of file)", "JSON" },
    { "{\"seats\":1,\"seats\":2}",                   "line 1, column 18", "no JSON (duplicate object key near '\"seats\"')", "each field once" },
    // no profile
    { "[]",                                          "", "[]", "an object" },
    { "{\"based_on\":\"nevada\"}",                   "based_on", "\"nevada\"", "california-8" },
    { "{\"based_on\":7}",                            "based_on", "7", "washington" },
    { "{}",                                          "name", "nothing", "based_on" },
    // fields
    { W "\"side\":[{\"id\":\"pairs\",\"tables\":[{\"id\":\"A\",\"lines\":[" LINE("A-A", "1") "]},{\"id\":\"A\",\"lines\":[" LINE("A-A", "1") "]}]}]}", "side.pairs.tables[1].id", "\"A\"", "no other table" },
    { W "\"seat\":7}",                               "seat", "7", "a known field" },
    { W "\"name\":\"\"}",                            "name", "\"\"", "a name" },
    { W "\"name\":\"0123456789012345678901234567890123456789\"}", "name", "\"0123456789012345678901234567890123456789\"", "at most 31 bytes" },
    { W "\"name\":5}",                               "name", "5", "a text" },
    { W "\"banked_by\":\"dog\"}",                    "banked_by", "\"dog\"", "house, player" },
    { W "\"banked_by\":\"player\"}",                 "bank_hands_max", "0", "1 or 2" },
    { W "\"seats\":9}",                              "seats", "9", "1 to 8" },
    { W "\"seats\":0}",                              "seats", "0", "1 to 8" },
    { W "\"seats\":300}",                            "seats", "300", "0 to 255" },
    { W "\"seats\":7.0}",                            "seats", "7.0", "a whole number" },
    { W "\"seats\":\"7\"}",                          "seats", "\"7\"", "a whole number" },
    { C "\"seats\":1}",                              "seats", "1", "2 to 8" },
    { W "\"spots_per_player\":8}",                   "spots_per_player", "8", "1 to all" },
    { C "\"spots_per_player\":2}",                   "spots_per_player", "2", "1 where players bank (BET-7)" },
    { W "\"procedure\":\"by hand\"}",                "procedure", "\"by hand\"", "deck-mate" },
    { W "\"decks\":3}",                              "decks", "3", "1 or 2" },
    { W "\"void_returns_fee\":1}",                   "void_returns_fee", "1", "true or false" },
    // what is offered, and its limits
    { W "\"offered\":{\"ante\":false}}",             "offered.ante", "false", "the base game" },
    { W "\"offered\":{\"trips\":false}}",            "side.needs", "1", "the table offers" },
    { W "\"offered\":{\"lunch\":true}}",             "offered.lunch", "true", "a known field" },
    { W "\"offered\":{\"trips\":0}}",                "offered.trips", "0", "true or false" },
    { W "\"limits\":{\"ante\":{\"min\":0,\"max\":100}}}",     "limits.ante.min", "0", "above 0" },
    { W "\"limits\":{\"ante\":{\"min\":500,\"max\":400}}}",   "limits.ante.max", "400", "not below the minimum" },
    { W "\"limits\":{\"ante\":{\"min\":-5,\"max\":400}}}",    "limits.ante.min", "-5", "a whole number" },
    { W "\"limits\":{\"ante\":{\"max\":400}}}",      "limits.ante.min", "nothing", "a whole number" },
    { W "\"limits\":{\"ante\":{\"min\":500,\"max\":9007199254740991}}}", "limits.ante.max", "9007199254740991", "accountable" },
    { W "\"limits\":{\"ante\":[500,7500]}}",         "limits.ante", "[500,7500]", "an object" },
    { W "\"chip\":0}",                               "chip", "0", "above 0" },
    { W "\"chip\":-100}",                            "chip", "-100", "a whole number" },
    { W "\"aggregate\":{\"trips\":100}}",            "aggregate.trips", "100", "50 x" },
    // sizes and orders
    { W "\"raises\":{\"preflop\":[3,4]}}",           "raises.preflop[1]", "4", "smaller than the one before" },
    { W "\"raises\":{\"preflop\":[4,4]}}",           "raises.preflop[1]", "4", "smaller than the one before" },
    { W "\"raises\":{\"preflop\":[21]}}",            "raises.preflop[0]", "21", "1 to 20" },
    { W "\"raises\":{\"flop\":[0]}}",                "raises.flop[0]", "0", "1 to 20" },
    { W "\"raises\":{\"flop\":[6,5,4,3,2]}}",        "raises.flop", "[6,5,4,3,2]", "at most 4" },
    { W "\"raises\":{\"turn\":[2]}}",                "raises.turn", "[2]", "a known field" },
    { W "\"raises\":{\"preflop\":[],\"flop\":[],\"river\":[]}}", "raises", "{\"preflop\":[],\"flop\":[],\"river\":[]}", "at least one" },
    { W "\"limits\":{\"ante\":{\"min\":500,\"max\":70368744177600},\"play\":{\"min\":0,\"max\":0}}}", "raises", "{\"preflop\":[4,3],\"flop\":[2],\"river\":[1]}", "the largest Play" },
    { W "\"order\":\"left-of-bank\"}",               "order", "\"left-of-bank\"", "no player-dealer" },
    { W "\"qualifier\":\"royal flush\"}",            "qualifier", "\"royal flush\"", "can have" },
    { W "\"qualifier\":\"straight of 9\"}",          "qualifier", "\"straight of 9\"", "a high card or pair" },
    { W "\"qualifier\":\"trips\"}",                  "qualifier", "\"trips\"", "a kind of hand" },
    { W "\"qualifier\":\"high card\"}",              "qualifier", "\"high card\"", "\"none\"" },
    { W "\"qualifier\":\"6 high\"}",                 "qualifier", "\"6 high\"", "a kind of hand" }, // a straight
    { W "\"qualifier\":null}",                       "qualifier", "null", "a kind of hand" },
    { W "\"order_lost\":[\"play\"]}",                "order_lost", "[\"play\"]", "each wager once" },
    { W "\"losing_announced\":[\"play\"]}",          "losing_announced", "[\"play\"]", "" },
    { W "\"order_won\":[\"ante\",\"ante\",\"play\",\"blind\",\"trips\",\"pairs\",\"bad_beat\"]}", "order_won", "[\"ante\",\"ante\",\"play\",\"blind\",\"trips\",\"pairs\",\"bad_beat\"]", "each wager once" },
    { W "\"order_won\":[\"ante\",7,\"play\",\"blind\",\"trips\",\"pairs\",\"bad_beat\"]}", "order_won[1]", "7", "one of" },
    // collections
    { W "\"collections\":[{\"spot\":{\"min\":500,\"max\":5000},\"player_fee\":0,\"tiers\":[{\"action\":0,\"fee\":0}]}]}", "collections", "[{\"spot\":{\"min\":500,\"max\":5000},\"player_fee\":0,\"tiers\":[{\"action\":0,\"fee\":0}]}]", "none where the house banks" },
    { C "\"collection\":3}",                         "collection", "3", "one of the options" },
    { C "\"collection\":0}",                         "collection", "0", "one of the options" },
    { C "\"collection\":9}",                         "collection", "9", "0 to 4" },
    { C "\"collections\":[{\"spot\":{\"min\":500,\"max\":5000},\"player_fee\":0,\"tiers\":[]}]}", "collections[0].tiers", "[]", "1 to 8" },
    { C "\"collections\":[{\"spot\":{\"min\":500,\"max\":5000},\"player_fee\":0,\"tiers\":[{\"action\":500,\"fee\":1},{\"action\":500,\"fee\":2}]}]}", "collections[0].tiers[1]", "{\"action\":500,\"fee\":2}", "rising" },
    { C "\"collections\":[{\"spot\":{\"min\":500,\"max\":5000},\"player_fee\":-1,\"tiers\":[{\"action\":500,\"fee\":1}]}]}", "collections[0].player_fee", "-1", "a whole number" },
    { C "\"collections\":[{\"spot\":{\"min\":0,\"max\":5000},\"player_fee\":0,\"tiers\":[{\"action\":500,\"fee\":1}]}]}", "collections[0].spot.min", "0", "above 0" },
    { C "\"collections\":[7]}",                      "collections[0]", "7", "an object" },
    // pay tables: BET-8
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":\"3:7\"}}}", "blind.pays.flush", "\"3:7\"", "whole cents" },
    { W "\"chip\":25}",                              "blind.pays.flush", "\"3:2\"", "whole cents" },
    { W "\"blind\":{\"id\":\"\",\"pays\":{}}}",      "blind.id", "\"\"", "an id" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":\"-3:2\"}}}", "blind.pays.flush", "\"-3:2\"", "odds" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":\"+3:2\"}}}", "blind.pays.flush", "\"+3:2\"", "odds" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":\" 3:2\"}}}", "blind.pays.flush", "\" 3:2\"", "odds" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":\"3: 2\"}}}", "blind.pays.flush", "\"3: 2\"", "odds" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":\"3:2x\"}}}", "blind.pays.flush", "\"3:2x\"", "odds" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":\"3:0\"}}}", "blind.pays.flush", "\"3:0\"", "odds" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":0}}}",   "blind.pays.flush", "0", "odds" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":-1}}}",  "blind.pays.flush", "-1", "odds" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"flush\":1.5}}}", "blind.pays.flush", "1.5", "odds" },
    { W "\"blind\":{\"id\":\"B\",\"pays\":{\"five aces\":1}}}", "blind.pays.five aces", "1", "a known field" },
    { W "\"blind\":{\"id\":\"B\"}}",                 "blind.pays", "nothing", "an object" },
    { W "\"side\":[{\"id\":\"trips\",\"use\":\"UTH-09\"}]}",  "side.trips.use", "\"UTH-09\"", "the id of one of the tables" },
    { W "\"side\":[{\"id\":\"trips\",\"tables\":[]}]}",         "side.trips.tables", "[]", "1 to 8 tables" },
    { W "\"side\":[{\"id\":\"trips\",\"lines\":[]}]}",          "side.trips.tables[0]", "{\"id\":\"trips\",\"lines\":[]}", "1 to 12 lines" },
    { W "\"side\":[{\"id\":\"trips\",\"lines\":[],\"tables\":[]}]}", "side.trips.lines", "[]", "not both" },
    { W "\"limits\":{\"trips\":{\"min\":100,\"max\":60000}}," SIDE("trips", LINE("flush", "4294967295")) "}", "side.trips.tables[0].lines[0].pays", "4294967295", "accountable" },
    { W SIDE("trips", LINE("flush", "1") "," LINE("pair", "\"1:3\"")) "}", "side.trips.tables[0].lines[1].pays", "\"1:3\"", "whole cents" },
    { W SIDE("pairs", LINE("A-A", "\"1:3\"")) "}",               "side.pairs.tables[0].lines[0].pays", "\"1:3\"", "whole cents" },
    { W "\"side\":[{\"id\":\"pairs\",\"tables\":[{\"id\":1,\"lines\":[]}]}]}", "side.pairs.tables[0].id", "1", "a text" },
    { W "\"side\":{}}",                                 "side", "{}", "a list of side bets" },
    { W "\"side\":[7]}",                                "side[0]", "7", "an object" },
    { W "\"side\":[{\"id\":7}]}",                       "side[0].id", "7", "at most 4 of its own" },
    { W "\"side\":[{\"id\":\"ante\"}]}",                "side.ante.id", "\"ante\"", "at most 4 of its own" },
    { W "\"side\":[{\"id\":\"trips\",\"title\":\"T\"}]}", "side.trips.title", "\"T\"", "no title" },
    { W "\"side\":[{\"id\":\"trips\",\"fold\":\"wins\"}]}", "side.trips.fold", "\"wins\"", "loses unless it wins" },
    { W "\"side\":[{\"id\":\"trips\",\"cards\":\"hole\"}]}", "side.trips.tables[0].lines[0]", "{\"when\":\"royal flush\",\"pays\":50}", "two ranks" },
    { W "\"side\":[{\"id\":\"trips\",\"needs\":\"pairs\"}]}", "side.trips.needs", "\"pairs\"", "a list of wagers" },
    { W "\"side\":[{\"id\":\"trips\",\"needs\":[\"pears\"]}]}", "side.trips.needs[0]", "\"pears\"", "a wager of the profile" },
    { W "\"side\":[{\"id\":\"trips\",\"needs\":[\"ante\"]}]}", "side.trips.needs", "[\"ante\"]", "other side bets" },
    { W "\"side\":[{\"id\":\"new\"}]}",                 "side.new.title", "nothing", "a text" },
    { W "\"side\":[{\"id\":\"new\",\"title\":\"N\"}]}", "side.new.cards", "nothing", "hole+flop" },
    { W "\"side\":[{\"id\":\"new\",\"title\":\"N\",\"cards\":\"board\"}]}", "side.new.lines", "nothing", "1 to 12 lines" },
    { W "\"side\":[{\"id\":\"New\",\"title\":\"N\",\"cards\":\"board\",\"lines\":[" LINE("flush", "1") "]}]}", "side.New.id", "\"New\"", "small letters" },
    { W "\"side\":[{\"id\":\"new\",\"title\":\"N\",\"cards\":\"board\",\"lines\":[" LINE("flush", "1") "," LINE("A-A", "2") "]}]}", "side.new.lines[1]", "{\"when\":\"A-A\",\"pays\":2}", "does not look at the hole cards" },
    { W "\"side\":[" OWN("a") "," OWN("b") "," OWN("c") "," OWN("d") "," OWN("e") "]}", "side[4].id", "\"e\"", "at most 4 of its own" },
    { W "\"side\":[" OWN("a") "," OWN("b") "," OWN("a") "]}", "side[2].id", "\"a\"", "no other side bet of the list" },
    { W "\"side\":[{\"id\":\"trips\"},{\"id\":\"trips\"}]}", "side[1].id", "\"trips\"", "no other side bet of the list" },
    { W "\"side\":[" OWN("base") "]}", "side.base.id", "\"base\"", "reports use this one" },
    { W "\"side\":[{\"id\":\"new\",\"title\":\"A\\u001b\",\"cards\":\"board\",\"lines\":[" LINE("flush", "1") "]}]}", "side.new.title", "\"A\\u001B\"", "without control characters" },
    { W "\"side\":[{\"id\":\"progressive\",\"use\":\"\"}]}", "side.progressive.use", "\"\"", "an id of the pay table" },
    { W "\"side\":[{\"id\":\"trips\",\"use\":\"007\",\"tables\":[{\"id\":\"007\",\"lines\":[" LINE("flush", "9") "]}]}]}", "side.trips.tables[0].id", "\"007\"", "without a 0 in front" },
    { W "\"side\":[{\"id\":\"trips\",\"use\":\"1234567890123456789\",\"tables\":[{\"id\":\"1234567890123456789\",\"lines\":[" LINE("flush", "9") "]}]}]}", "side.trips.tables[0].id", "\"1234567890123456789\"", "at most 18 digits" },

    { W "\"progressive\":{\"stake\":150}}",          "progressive.stake", "150", "a multiple of the chip" },
    { W "\"progressive\":{\"stake\":0}}",            "progressive.stake", "0", "a multiple of the chip" },
    { W "\"progressive\":{\"maximum\":100}}",        "progressive.maximum", "100", "at least the seed" },
    { W "\"progressive\":{\"meter_rate_bp\":9900}}", "progressive.meter_rate_bp", "9900", "100%" },
    { W "\"progressive\":{\"meter_rate_bp\":10001}}", "progressive.meter_rate_bp", "10001", "0 to 10000" },
    { W "\"progressive\":{\"order\":\"random\"}}",   "progressive.order", "\"random\"", "settlement" },
    { W SIDE("progressive", "{\"when\":\"flush\",\"for_one\":1,\"meter_bp\":1}") "}", "side.progressive.lines[0]", "{\"when\":\"flush\",\"for_one\":1,\"meter_bp\":1}", "for_one or meter_bp" },
    { W SIDE("progressive", "{\"when\":\"flush\",\"meter_bp\":10001}") "}", "side.progressive.lines[0].meter_bp", "10001", "1 to 10000" },
    { W SIDE("progressive", "{\"when\":\"pair\",\"for_one\":1}") "}", "side.progressive.lines[0].when", "\"pair\"", "the best first" },
    { W SIDE("progressive", "{\"when\":\"flush\",\"for_one\":9},{\"when\":\"full house\",\"for_one\":1}") "}", "side.progressive.lines[1].when", "\"full house\"", "the best first" },
    { W SIDE("progressive", "{\"when\":\"royal flush with a hole card\",\"for_one\":9}") "}", "side.progressive.lines[0].when", "\"royal flush with a hole card\"", "the best first" },
    { W "\"side\":[{\"id\":\"progressive\",\"fold\":\"loses\"}]}", "side.progressive.fold", "\"loses\"", "a known field" },
    { W "\"side\":[{\"id\":\"progressive\",\"cards\":\"hole\"}]}", "side.progressive.cards", "\"hole\"", "PROG-1" },
    { W "\"notices\":[\"a\",\"b\",3]}",              "notices[2]", "3", "a text" },
    { W "\"notices\":\"no\"}",                       "notices", "\"no\"", "a list" },
};
// clang-format on

static void broken_documents_are_refused_with_place_value_and_expectation(void **state)
{
    (void)state;
    unsigned failures = 0;
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        const struct broken *row = &broken[i];
        struct uth_rules rules, untouched;
        struct wire_fault fault;
        char value[sizeof fault.value];
        memset(&rules, 0x5a, sizeof rules);
        memset(&untouched, 0x5a, sizeof untouched);
        // Long values are cut and end in dots.
        (void)snprintf(value, sizeof value, "%s", row->value);
        if (strlen(row->value) >= sizeof value) {
            memcpy(value + sizeof value - 4, "...", 4);
        }
        if (read_text(row->text, &rules, &fault)) {
            print_error("%s: accepted\n", row->text);
            failures++;
        } else if (strcmp(fault.path, row->path) != 0 || strcmp(fault.value, value) != 0 ||
                   strstr(fault.expected, row->expected) == NULL) {
            print_error("%s\n  got %s: %s, %s\n", row->text, fault.path, fault.value,
                        fault.expected);
            failures++;
        }
        assert_memory_equal(&rules, &untouched, sizeof rules);
    }
    assert_int_equal(failures, 0);
}

static bool is_utf8(const char *text)
{
    json_t *string = json_string(text);
    json_decref(string);
    return string != NULL;
}

static void a_long_value_is_cut_between_letters(void **state)
{
    (void)state;
    for (int shift = 0; shift < 4; shift++) {
        char word[256] = "";
        char text[800];
        struct uth_rules rules;
        struct wire_fault fault;
        for (size_t i = 0; i < 60; i++) {
            memcpy(word + 4 * i, "\xf0\x9f\x82\xa1", 4); // a playing card, four bytes
        }
        (void)snprintf(text, sizeof text, W "\"%.*s%s\":\"%.*s%s\"}", shift, "xxx", word, shift,
                       "xxx", word);
        assert_false(read_text(text, &rules, &fault));
        assert_true(is_utf8(fault.path));
        assert_true(is_utf8(fault.value));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_profiles_survive_the_round_trip_unchanged),
        cmocka_unit_test(profiles_of_ones_own_survive_the_round_trip_too),
        cmocka_unit_test(a_limit_beyond_the_law_is_told_in_a_sentence_with_its_clause),
        cmocka_unit_test(a_profile_based_on_another_differs_only_in_what_it_says),
        cmocka_unit_test(a_bet_of_ones_own_has_the_limits_of_trips_unless_it_names_its_own),
        cmocka_unit_test(without_based_on_every_field_must_be_there),
        cmocka_unit_test(kinds_and_wagers_are_called_as_in_the_library),
        cmocka_unit_test(procedures_and_hands_are_called_as_in_the_library),
        cmocka_unit_test(every_qualifying_hand_reads_back_as_it_is_written),
        cmocka_unit_test(broken_documents_are_refused_with_place_value_and_expectation),
        cmocka_unit_test(a_long_value_is_cut_between_letters),
    };
    return cmocka_run_group_tests_name("rules_json", tests, NULL, NULL);
}
