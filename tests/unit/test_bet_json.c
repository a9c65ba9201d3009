// Side bets of one's own as JSON: conditions read back as they are written, what is no bet is refused
// with its place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "wire/bet_json.h"

static bool read_text(const char *text, struct uth_bet *bet, struct wire_fault *fault)
{
    return wire_bet_from_text(text, strlen(text), bet, fault);
}

#define HEAD(cards) "{\"id\":\"mine\",\"title\":\"Mine\",\"cards\":\"" cards "\",\"lines\":["
#define TABLES(tables)                                                                             \
    "{\"id\":\"mine\",\"title\":\"Mine\",\"cards\":\"board\",\"tables\":[" tables "]"
#define TABLE(id, pays)  "{\"id\":\"" id "\",\"lines\":[" LINE("flush", pays) "]}"
#define LINE(when, pays) "{\"when\":\"" when "\",\"pays\":" pays "}"

// clang-format off
static const struct { const char *text; struct uth_condition condition; } conditions[] = {
    { "high card",                      { .when = UTH_WHEN_HAND, .least = 0, .most = 0xfff } },
    { "pair",                           { .when = UTH_WHEN_HAND, .least = 0x1000, .most = 0x1fff } },
    { "full house or better",           { .when = UTH_WHEN_HAND, .least = 0x6000, .most = 0xffff } },
    { "royal flush",                    { .when = UTH_WHEN_HAND, .least = 0x9000, .most = 0x9fff } },
    { "royal flush in the first five",  { .when = UTH_WHEN_ROYAL_FIRST_FIVE } },
    { "royal flush with a hole card",   { .when = UTH_WHEN_ROYAL_WITH_HOLE } },
    { "royal flush on the board",       { .when = UTH_WHEN_ROYAL_ON_BOARD } },
    { "A-A",                            { .when = UTH_WHEN_PAIR, .from = 12, .to = 12 } },
    { "both A-A",                       { .when = UTH_WHEN_PAIR, .from = 12, .to = 12, .both = true } },
    { "A-A red",                        { .when = UTH_WHEN_PAIR, .from = 12, .to = 12, .suits = UTH_SUITS_RED } },
    { "K-K to J-J",                     { .when = UTH_WHEN_PAIR, .from = 9, .to = 11 } },
    { "10-10 to 2-2",                   { .when = UTH_WHEN_PAIR, .from = 0, .to = 8 } },
    { "connected",                      { .when = UTH_WHEN_CONNECTED } },
    { "both connected suited",          { .when = UTH_WHEN_CONNECTED, .suits = UTH_SUITS_SAME, .both = true } },
    { "A-K",                            { .when = UTH_WHEN_RANKS, .high = 12, .from = 11, .to = 11 } },
    { "A-K suited",                     { .when = UTH_WHEN_RANKS, .high = 12, .from = 11, .to = 11, .suits = UTH_SUITS_SAME } },
    { "A-Q to A-10 unsuited",           { .when = UTH_WHEN_RANKS, .high = 12, .from = 8, .to = 10, .suits = UTH_SUITS_OTHER } },
};

static const char *const no_conditions[] = {
    "", "none", "pairs", "pair of", "pair of 1", "pair of 10 ", "5 high", "or better", " or better",
    "straight of A or worse", "royal flush of A", "a", "A", "A-", "A-A-A", "K-A", "A-K blue", "J-J to K-K",
    "A-A to A-K", "A-Q to K-J", "A-Q to A-Q", "both", "both pair", "suited", "A-K  suited", "straight flush of A",
    "connected of 9", "connected  suited", "connectedsuited",
    "a text that is far longer than any condition can be, whatever it asks for",
};

static const struct broken { const char *text, *path, *value, *expected; } broken[] = {
    { "",                                                  "", "no JSON, line 1 ('[' or '{' expected near end of file)", "JSON" },
    { "[]",                                                "", "[]", "an object" },
    { "{\"name\":1}",                                      "name", "1", "a known field" },
    { "{}",                                                "id", "nothing", "a text" },
    { "{\"id\":\"x\"}",                                    "title", "nothing", "at most 31 bytes" },
    { "{\"id\":\"x\",\"title\":\"X\",\"cards\":\"all\"}",  "cards", "\"all\"", "hole+flop" },
    { "{\"id\":\"\",\"title\":\"X\",\"cards\":\"board\",\"lines\":[" LINE("pair", "1") "]}", "", NULL, "an id and a title" },
    { HEAD("board") "]}",                                  "", NULL, "1 to 12 lines" },
    { HEAD("board") "{\"when\":\"pair\"}]}",               "lines[0].pays", "nothing", "odds" },
    { HEAD("board") LINE("pear", "1") "]}",                "lines[0].when", "\"pear\"", "pair of J" },
    { HEAD("board") LINE("pair", "0") "]}",                "lines[0].pays", "0", "odds" },
    { HEAD("board") LINE("pair", "1") ",7]}",              "lines[1]", "7", "an object" },
    { HEAD("board") LINE("A-K", "1") "]}",                 "lines[0]", NULL, "does not look at the hole cards" },
    { HEAD("hole") LINE("pair", "1") "]}",                 "lines[0]", NULL, "two ranks" },
    { HEAD("hole") LINE("A-A", "1") "," LINE("A-K red", "1") "]}", "lines[1]", NULL, "suits" },
    { HEAD("hole") LINE("connected red", "1") "]}",        "lines[0]", NULL, "suits" },
    { HEAD("board") LINE("connected", "1") "]}",           "lines[0]", NULL, "does not look at the hole cards" },
    { HEAD("hole") LINE("A-A suited", "1") "]}",           "lines[0]", NULL, "suits" },
    { HEAD("dealer") LINE("royal flush with a hole card", "1") "]}", "lines[0]", NULL, "hole+board" },
    { HEAD("beaten hand") LINE("pair of 3", "1") "]}",     "lines[0]", NULL, "without a rank" },
    { HEAD("dealer") LINE("pair", "1") "],\"fold\":\"loses unless it wins\"}", "", NULL, "does not ask for the dealer's cards" },
    { HEAD("board") LINE("pair", "1") "],\"fold\":\"stays\"}", "fold", "\"stays\"", "stays, tucked" },
    { HEAD("board") LINE("pair", "1") "],\"use\":\"other\"}", "use", "\"other\"", "the id of one of the tables" },
    { HEAD("board") LINE("pair", "1") "],\"tables\":[]}", "lines", "[{\"when\":\"pair\",\"pays\":1}]", "lines or tables, not both" },
    { TABLES("") "}",                                      "tables", "[]", "1 to 8 tables" },
    { TABLES("7") "}",                                     "tables[0]", "7", "an object" },
    { TABLES(TABLE("x", "1") ",{\"id\":\"y\"}") "}",         "tables[1].lines", "nothing", "1 to 12 lines" },
    { TABLES(TABLE("x", "1") "," TABLE("y", "0")) "}",     "tables[1].lines[0].pays", "0", "odds" },
    { TABLES("{\"id\":\"x\",\"printed\":\"123456789\"}") "}", "tables[0].printed", "\"123456789\"", "at most 7 bytes" },
};
// clang-format on

static void conditions_read_back_as_they_are_written(void **state)
{
    (void)state;
    char text[WIRE_CONDITION_MAX];
    struct uth_condition read;
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
        memset(&read, 0, sizeof read);
        assert_true(wire_condition_read(conditions[i].text, &read));
        assert_memory_equal(&read, &conditions[i].condition, sizeof read);
        assert_string_equal(wire_condition_text(&read, text), conditions[i].text);
    }
    for (unsigned i = 0; i < UTH_HAND_ROYAL_FLUSH * UTH_RANKS; i++) {
        const uth_hand least = uth_hand_lowest((enum uth_hand_kind)(i / UTH_RANKS), i % UTH_RANKS);
        struct uth_condition condition = {
            .when = UTH_WHEN_HAND, .least = least, .most = UINT16_MAX};
        assert_true(wire_condition_read(wire_condition_text(&condition, text), &read));
        assert_int_equal(read.least, least);
        assert_int_equal(read.most, UINT16_MAX);
    }
}

static void other_texts_are_no_conditions(void **state)
{
    (void)state;
    struct uth_condition untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    for (size_t i = 0; i < sizeof no_conditions / sizeof no_conditions[0]; i++) {
        struct uth_condition condition = untouched;
        if (wire_condition_read(no_conditions[i], &condition)) {
            fail_msg("'%s' was read", no_conditions[i]);
        }
        assert_memory_equal(&condition, &untouched, sizeof condition);
    }
}

static void what_is_no_bet_is_refused_with_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct uth_bet bet;
        struct uth_bet untouched;
        struct wire_fault fault;
        memset(&bet, 0x5a, sizeof bet);
        untouched = bet;
        if (read_text(broken[i].text, &bet, &fault)) {
            fail_msg("%s: accepted", broken[i].text);
        }
        assert_memory_equal(&bet, &untouched, sizeof bet);
        assert_string_equal(fault.path, broken[i].path);
        if (broken[i].value != NULL) {
            assert_string_equal(fault.value, broken[i].value);
        }
        if (strstr(fault.expected, broken[i].expected) == NULL) {
            fail_msg("%s: expected %s", broken[i].text, fault.expected);
        }
    }
}

static void assert_reads_back(const struct uth_bet *bet)
{
    struct uth_bet again;
    struct wire_fault fault;
    json_t *document = wire_bet_to_json(bet);
    char *text = json_dumps(document, JSON_COMPACT);
    assert_true(read_text(text, &again, &fault));
    assert_memory_equal(bet, &again, sizeof again);
    free(text);
    json_decref(document);
}

static void a_bet_reads_back_as_it_is_written(void **state)
{
    (void)state;
    struct uth_bet bet;
    struct wire_fault fault;
    assert_true(read_text(HEAD("beaten hand") LINE("flush or better", "1") "]}", &bet, &fault));
    assert_reads_back(&bet);
    // A table by the name of the bet, of which a sheet prints one figure alone.
    assert_true(
        read_text("{\"id\":\"a\",\"title\":\"A\",\"cards\":\"board\",\"tables\":[{\"id\":\"a\","
                  "\"printed_hits\":\"3%\",\"lines\":[" LINE("flush", "2") "]}]}",
                  &bet, &fault));
    assert_reads_back(&bet);
    assert_true(read_text(HEAD("hole+board") LINE("royal flush in the first five", "1000") "," LINE(
                              "two pairs of K", "\"3:2\"") "]}",
                          &bet, &fault));
    assert_int_equal(bet.table_count, 1);
    assert_string_equal(bet.tables[0].id, "mine");
    assert_int_equal(bet.fold, UTH_FOLD_BESIDE);
    assert_int_equal(bet.tables[0].line_count, 2);
    assert_int_equal(bet.tables[0].lines[1].pays.den, 2);
    assert_reads_back(&bet);
}

static void a_bet_with_tables_reads_back_with_the_one_in_use(void **state)
{
    (void)state;
    struct uth_bet bet;
    struct wire_fault fault;
    static const char *const folds[UTH_FOLD_COUNT] = {"loses", "loses unless it wins",
                                                      "stays, tucked", "stays, beside"};
    for (unsigned fold = 0; fold < UTH_FOLD_COUNT; fold++) {
        char text[512];
        (void)snprintf(text, sizeof text, "%s,\"use\":\"y\",\"fold\":\"%s\"}",
                       TABLES(TABLE("x", "1") "," TABLE("y", "\"3:2\"")), folds[fold]);
        assert_true(read_text(text, &bet, &fault));
        assert_int_equal(bet.fold, fold);
        assert_int_equal(bet.table_count, 2);
        assert_int_equal(bet.table, 1);
        assert_string_equal(uth_bet_table(&bet)->id, "y");
        assert_int_equal(uth_bet_table(&bet)->lines[0].pays.num, 3);
        assert_reads_back(&bet);
    }
    assert_true(read_text(TABLES("{\"id\":\"x\",\"printed\":\"1.90%\",\"printed_hits\":\"3.9%\","
                                 "\"lines\":[" LINE("flush", "1") "]}") "}",
                          &bet, &fault));
    assert_string_equal(bet.tables[0].printed, "1.90%");
    assert_string_equal(bet.tables[0].printed_hits, "3.9%");
    assert_reads_back(&bet);
}

static const struct uth_exact_kinds *counted_hands(void)
{
    static struct uth_exact_kinds kinds;
    uth_exact_hands(&kinds);
    return &kinds;
}

// The ace goes with the king and with the two.
static void connected_cards_are_counted_as_every_two_cards_say(void **state)
{
    (void)state;
    struct uth_bet bet;
    struct uth_exact_side exact;
    struct wire_fault fault;
    int64_t suited = 0;
    int64_t others = 0;
    for (unsigned b = 1; b < UTH_DECK_SIZE; b++) {
        for (unsigned a = 0; a < b; a++) {
            const bool connected = b / 4 == a / 4 + 1 || (a / 4 == 0 && b / 4 == 12);
            suited += connected && a % 4 == b % 4;
            others += connected && a % 4 != b % 4;
        }
    }
    assert_true(read_text(
        HEAD("hole") LINE("connected suited", "9") "," LINE("connected", "2") "]}", &bet, &fault));
    assert_int_equal(uth_exact_bet(counted_hands(), NULL, &bet, 0, &exact), UTH_OK);
    const struct uth_ratio chances[2] = {uth_ratio_of(suited, 1326), uth_ratio_of(others, 1326)};
    assert_memory_equal(exact.line, chances, sizeof chances);
}

/* BET-2 */
static void a_line_that_never_pays_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *path, *value;
    } rows[] = {
        {HEAD("dealer")
             LINE("pair or better", "1") "," LINE("high card", "2") "," LINE("flush", "3") "]}",
         "lines[2]", "{\"when\":\"flush\",\"pays\":3}"},
        {HEAD("beaten hand") LINE("royal flush", "1") "]}", "lines[0]",
         "{\"when\":\"royal flush\",\"pays\":1}"}, // nobody beats it
        // No seven cards are worth less than a nine.
        {HEAD("dealer")
             LINE("pair or better", "1") "," LINE("8 high", "2") "," LINE("high card", "3") "]}",
         "lines[2]", "{\"when\":\"high card\",\"pays\":3}"},
        {HEAD("hole") LINE("A-K", "1") "," LINE("A-K suited", "2") "]}", "lines[1]",
         "{\"when\":\"A-K suited\",\"pays\":2}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct uth_bet bet;
        struct wire_fault fault;
        assert_false(read_text(rows[i].text, &bet, &fault));
        assert_string_equal(fault.path, rows[i].path);
        assert_string_equal(fault.value, rows[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_read_back_as_they_are_written),
        cmocka_unit_test(other_texts_are_no_conditions),
        cmocka_unit_test(what_is_no_bet_is_refused_with_its_place),
        cmocka_unit_test(a_bet_reads_back_as_it_is_written),
        cmocka_unit_test(a_bet_with_tables_reads_back_with_the_one_in_use),
        cmocka_unit_test(connected_cards_are_counted_as_every_two_cards_say),
        cmocka_unit_test(a_line_that_never_pays_is_named),
    };
    return cmocka_run_group_tests_name("bet_json", tests, NULL, NULL);
}
