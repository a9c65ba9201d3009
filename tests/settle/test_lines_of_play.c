// Every line of play there is: all sequences of up to four decisions, each sent to the table, and
// to `uth settle` as a record. Five are allowed; each of the others is refused by the clause of the
// first decision that is wrong, missing, or one too many.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/table.h"
#include "uth/round.h"
#include "wire/round_json.h"

#define DECISIONS_MAX 4
#define SIZES_MAX     7 // 0x to 6x; what is larger is tried by itself

// Any decision somebody could think of, by number: check, fold, then the sizes.
enum { CHECK, FOLD, SIZES, WORDS = SIZES + SIZES_MAX };

// PLAY-1 to PLAY-3, as the layout says them.
struct way {
    unsigned length;
    unsigned words[DECISIONS_MAX];
};

// clang-format off
static const struct way five_ways[] = {
    { 1, { SIZES + 4 } },
    { 1, { SIZES + 3 } },
    { 2, { CHECK, SIZES + 2 } },
    { 3, { CHECK, CHECK, SIZES + 1 } },
    { 3, { CHECK, CHECK, FOLD } },
};

// A house of its own: one size before the flop, none on the flop, three at the river.
static const struct way own_ways[] = {
    { 1, { SIZES + 5 } },
    { 3, { CHECK, CHECK, SIZES + 6 } },
    { 3, { CHECK, CHECK, SIZES + 3 } },
    { 3, { CHECK, CHECK, SIZES + 1 } },
    { 3, { CHECK, CHECK, FOLD } },
};
// clang-format on

struct house {
    struct uth_rules at_table; // the two are the same, unless one of them is wrong on purpose
    struct uth_rules on_record;
    const struct way *ways;
    unsigned way_count;
};

static struct house house_of(const struct uth_rules *rules)
{
    return (struct house){*rules, *rules, five_ways, sizeof five_ways / sizeof five_ways[0]};
}

static struct house house_of_its_own(void)
{
    static const uint8_t raises[UTH_STREET_COUNT][UTH_RAISES_MAX] = {{5}, {0}, {6, 3, 1}};
    struct uth_rules rules = uth_rules_washington;
    struct uth_fault fault;
    memcpy(rules.raises, raises, sizeof raises);
    memcpy(rules.name, "own", sizeof "own");
    rules.legal_wager_max.cents = 0; // six antes of $75 are more than Washington allows (BET-10)
    assert_int_equal(uth_rules_check(&rules, &fault), UTH_OK);
    return (struct house){rules, rules, own_ways, sizeof own_ways / sizeof own_ways[0]};
}

// The clause such a line breaks, "" when it is one of the ways, and how many decisions are right.
static const char *clause_of(const struct house *house, const struct way *line, unsigned *right)
{
    static const char *const streets[] = {"PLAY-1", "PLAY-2", "PLAY-3", "PLAY-4"};
    *right = 0;
    for (unsigned i = 0; i < house->way_count; i++) {
        const struct way *const way = &house->ways[i];
        unsigned common = 0;
        while (common < way->length && common < line->length &&
               way->words[common] == line->words[common]) {
            common++;
        }
        *right = common > *right ? common : *right;
        if (common == way->length) { // it has been played, and what follows is one too many
            return line->length == way->length ? "" : "PLAY-4";
        }
    }
    return streets[*right];
}

static struct uth_command command_of(unsigned word)
{
    return word == CHECK  ? check_by(1)
           : word == FOLD ? fold_by(1)
                          : raise_by(1, (uint8_t)(word - SIZES));
}

// ---- at the table -----------------------------------------------------------------------------

static void sit_and_deal(struct table *table, const struct house *house)
{
    uth_card deck[UTH_DECK_SIZE];
    deck_with_top("", deck);
    table_sit(table, &house->at_table);
    const bool banked = house->at_table.banked_by == UTH_BANKED_BY_PLAYER;
    table_do(table, open_round(banked ? house->at_table.seats : 0, banked ? 1000000 : 0));
    table_do(table, wager_base(1, 1000));
    table_do(table, simple(UTH_COMMAND_CLOSE_BETS));
    table_do(table, deal_from(deck));
}

// Sends the decisions, turning the cards of the next street after each. The clause of the first
// that is refused, "" when none is; `taken` of them were not.
static const char *clause_at_table(const struct house *house, const struct way *line,
                                   unsigned *taken)
{
    struct table table;
    sit_and_deal(&table, house);
    for (*taken = 0; *taken < line->length; (*taken)++) {
        const struct uth_command command = command_of(line->words[*taken]);
        const enum uth_status status = table_try(&table, &command);
        if (status != UTH_OK) {
            return uth_status_clause(status);
        }
        const struct uth_command turn = simple(UTH_COMMAND_TURN);
        if (table.round.phase != UTH_PHASE_RIVER) {
            table_do(&table, turn);
        }
    }
    return "";
}

// ---- as a record ------------------------------------------------------------------------------

static const struct uth_rules *find_house(void *context, const char *name)
{
    const struct house *const house = context;
    return strcmp(name, house->on_record.name) == 0 ? &house->on_record : NULL;
}

static void clause_of_record(struct house *house, const struct way *line, char clause[16])
{
    static char bytes[WIRE_ANSWER_MAX(1024)];
    char play[128] = "";
    size_t used = 0;
    for (unsigned i = 0; i < line->length; i++) {
        const unsigned word = line->words[i];
        char size[8];
        (void)snprintf(size, sizeof size, "%ux", (word - SIZES) & 0xff);
        used += (size_t)snprintf(play + used, sizeof play - used, "%s\"%s\"", i > 0 ? "," : "",
                                 word == CHECK  ? "check"
                                 : word == FOLD ? "fold"
                                                : size);
    }
    const bool banked = house->on_record.banked_by == UTH_BANKED_BY_PLAYER;
    char bank[64] = "";
    (void)snprintf(bank, sizeof bank, "\"bank\":{\"seat\":%u,\"wager\":1000000},",
                   house->on_record.seats);
    char text[1024];
    const int length = snprintf(
        text, sizeof text,
        "{\"rules\":\"%s\",%s\"community\":\"2c 5d 9h Js Kc\",\"dealer\":\"Kd 3s\",\"players\":"
        "[{\"seat\":1,\"ante\":1000,\"blind\":1000,\"cards\":\"Ah Ad\",\"play\":[%s]}]}",
        house->on_record.name, banked ? bank : "", play);
    const struct wire_profiles profiles = {find_house, house};
    struct wire_out out = wire_out_to(bytes, sizeof bytes);
    const bool settled = wire_settle_line(text, (size_t)length, 1, &profiles, &out);
    json_t *const answer = json_loadb(out.bytes, out.used, 0, NULL);
    assert_non_null(answer);
    const json_t *const error = json_object_get(answer, "error");
    assert_int_equal(settled, error == NULL);
    (void)snprintf(clause, 16, "%s",
                   settled ? "" : json_string_value(json_object_get(error, "clause")));
    json_decref(answer);
}

// ---- all of them ------------------------------------------------------------------------------

struct count {
    unsigned allowed, refused;
    unsigned wrong, by_table, by_record;
};

static void print_line(const struct house *house, const struct way *line)
{
    print_message("%s:", house->at_table.name);
    for (unsigned i = 0; i < line->length; i++) {
        const unsigned word = line->words[i];
        if (word >= SIZES) {
            print_message(" %ux", word - SIZES);
        } else {
            print_message(word == CHECK ? " check" : " fold");
        }
    }
}

static void try_line(struct house *house, const struct way *line, bool says, struct count *count)
{
    unsigned right, taken;
    char by_record[16];
    const char *const clause = clause_of(house, line, &right);
    const char *by_table = clause_at_table(house, line, &taken);
    clause_of_record(house, line, by_record);
    // A record ends; at the table a line that is too short is one that goes on.
    const bool short_one = right == line->length && clause[0] != '\0';
    if (short_one && by_table[0] == '\0') {
        by_table = clause;
    }
    count->allowed += clause[0] == '\0';
    count->refused += clause[0] != '\0';
    const bool table_wrong = strcmp(by_table, clause) != 0 || taken != right;
    const bool record_wrong = strcmp(by_record, clause) != 0;
    if (says && (table_wrong || record_wrong)) {
        print_line(house, line);
        print_message(": expected '%s' after %u, the table says '%s' after %u, settle '%s'\n",
                      clause, right, by_table, taken, by_record);
    }
    count->wrong += table_wrong || record_wrong;
    count->by_table += table_wrong;
    count->by_record += record_wrong;
}

// `says`: which lines are wrong.
static struct count try_all(struct house *house, bool says)
{
    struct count count = {0};
    unsigned sequences = 1;
    for (unsigned length = 0; length <= DECISIONS_MAX; length++) {
        for (unsigned number = 0; number < sequences; number++) {
            struct way line = {.length = length};
            for (unsigned i = 0, rest = number; i < length; i++, rest /= WORDS) {
                line.words[i] = rest % WORDS;
            }
            try_line(house, &line, says, &count);
        }
        sequences *= WORDS;
    }
    return count;
}

/* PLAY-1, PLAY-2, PLAY-3, PLAY-4 */
static void of_all_lines_of_play_the_stated_ones_are_allowed_and_no_other(void **state)
{
    (void)state;
    struct house houses[] = {house_of(&uth_rules_california_8), house_of(&uth_rules_california_6),
                             house_of(&uth_rules_washington), house_of_its_own()};
    for (size_t i = 0; i < sizeof houses / sizeof houses[0]; i++) {
        const struct count count = try_all(&houses[i], true);
        print_message("# tried: %s: %u lines allowed, %u refused by their clause\n",
                      houses[i].at_table.name, count.allowed, count.refused);
        assert_int_equal(count.wrong, 0);
        assert_int_equal(count.allowed, houses[i].way_count);
    }
}

// PLAY-5: a line that ends with a fold has Ante and Blind taken with it, any other has nothing settled.
static void a_fold_is_collected_with_the_decision_in_every_house(void **state)
{
    (void)state;
    struct house houses[] = {house_of(&uth_rules_california_8), house_of(&uth_rules_california_6),
                             house_of(&uth_rules_washington), house_of_its_own()};
    for (size_t i = 0; i < sizeof houses / sizeof houses[0]; i++) {
        for (unsigned k = 0; k < houses[i].way_count; k++) {
            const struct way *const way = &houses[i].ways[k];
            struct table table;
            sit_and_deal(&table, &houses[i]);
            for (unsigned j = 0; j < way->length; j++) {
                table_do(&table, command_of(way->words[j]));
                if (j + 1 < way->length) {
                    table_do(&table, simple(UTH_COMMAND_TURN));
                }
            }
            const struct uth_round_seat *const seat = &table.round.seats[0];
            const bool folds = way->words[way->length - 1] == FOLD;
            assert_int_equal(seat->settled,
                             folds ? 1U << UTH_WAGER_ANTE | 1U << UTH_WAGER_BLIND : 0);
            assert_int_equal(seat->nets[UTH_WAGER_ANTE].cents, folds ? -1000 : 0);
            assert_int_equal(seat->nets[UTH_WAGER_BLIND].cents, folds ? -1000 : 0);
            assert_int_equal(seat->cards_racked, folds);
        }
    }
}

// The flop's size is taken for another: at the table, in `uth settle`, or in both alike.
static void a_size_that_is_wrong_is_noticed(void **state)
{
    (void)state;
    for (unsigned where = 1; where <= 3; where++) {
        struct house house = house_of(&uth_rules_washington);
        if (where & 1) {
            house.at_table.raises[UTH_STREET_FLOP][0] = 3;
        }
        if (where & 2) {
            house.on_record.raises[UTH_STREET_FLOP][0] = 3;
        }
        const struct count count = try_all(&house, false);
        assert_int_equal(count.allowed, house.way_count);
        // Check and 2x, check and 3x, and whatever follows either of them.
        const unsigned lines = 2 * (1 + WORDS + WORDS * WORDS);
        assert_int_equal(count.wrong, lines);
        assert_int_equal(count.by_table, where & 1 ? lines : 0);
        assert_int_equal(count.by_record, where & 2 ? lines : 0);
    }
}

// Every street, every action, every size a byte can hold, against the five ways.
static void a_street_takes_its_own_sizes_and_no_other(void **state)
{
    (void)state;
    static const enum uth_status refusals[] = {UTH_ERR_PREFLOP_ACTION, UTH_ERR_FLOP_ACTION,
                                               UTH_ERR_RIVER_ACTION};
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned action = 0; action <= UTH_ACTION_FOLD; action++) {
            for (unsigned size = 0; size <= UINT8_MAX; size++) {
                const struct uth_decision decision = {(enum uth_action)action, (uint8_t)size};
                bool allowed = false;
                if (action == UTH_ACTION_RAISE) {
                    allowed = (street == 0 && (size == 3 || size == 4)) ||
                              (street == 1 && size == 2) || (street == 2 && size == 1);
                } else if (size == 0) {
                    allowed = (action == UTH_ACTION_FOLD) == (street == 2);
                }
                assert_int_equal(
                    uth_decision_admit(&uth_rules_washington, (enum uth_street)street, decision),
                    allowed ? UTH_OK : refusals[street]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_all_lines_of_play_the_stated_ones_are_allowed_and_no_other),
        cmocka_unit_test(a_fold_is_collected_with_the_decision_in_every_house),
        cmocka_unit_test(a_size_that_is_wrong_is_noticed),
        cmocka_unit_test(a_street_takes_its_own_sizes_and_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
