// `uth verify`: deals recorded rounds again, from what their records say they were dealt from, and
// settles them again. docs/fairness.md says why that proves anything.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/rounds.h"
#include "cli/verify.h"
#include "uth/deal.h"

// Too large for a comfortable stack, and all the memory a run takes, however long the input.
struct run {
    struct rounds_profiles profiles;
    struct rounds_reader reader;
    struct verify_expected expected;
    bool json;
    size_t rounds;
    size_t bad;
    struct wire_round round;
    char answer[ROUNDS_ANSWER_MAX];
};

// ---- the cards ------------------------------------------------------------------------------

// Both could be used to choose among deals once the deck is known, so both are fixed before: the
// procedure by the rules, the order of the seats by DEAL-2.
static bool check_order(const struct wire_round *round, struct verdict *verdict)
{
    const struct wire_fairness *fairness = &round->fairness;
    const enum uth_procedure procedure = (enum uth_procedure)fairness->deal.procedure;
    if (procedure != round->rules->procedure) {
        return verify_fail(verdict, "procedure", "it was dealt by '%s', the rules say '%s'",
                           uth_procedure_name(procedure),
                           uth_procedure_name(round->rules->procedure));
    }
    bool same = fairness->dealt_count == round->facts.player_count;
    for (unsigned i = 0; i < fairness->dealt_count && same; i++) {
        same = fairness->dealt[i] == round->facts.players[i].seat;
    }
    return same ||
           verify_fail(verdict, "dealt",
                       "cards go to the seats that bet, by rising number; the record dealt to "
                       "others or in another order");
}

static bool check_bank(const struct wire_round *round, struct verdict *verdict)
{
    return round->fairness.deal.bank_seat == round->facts.bank_seat ||
           verify_fail(verdict, "roster", "the roster has another bank than the round");
}

static bool check_card(uth_card recorded, uth_card dealt, const char *name, struct verdict *verdict)
{
    char texts[2][3];
    if (recorded == dealt) {
        verdict->cards++;
        return true;
    }
    uth_card_text(recorded, texts[0]);
    uth_card_text(dealt, texts[1]);
    return verify_fail(verdict, "card", "%s is %s in the record, but %s was dealt", name, texts[0],
                       texts[1]);
}

static const char *const ordinals[] = {"first", "second"};
static const char *const community_names[] = {
    "the first card of the flop", "the second card of the flop", "the third card of the flop",
    "the turn", "the river"};

static bool check_cards(const struct wire_round *round, struct verdict *verdict)
{
    const struct uth_facts *facts = &round->facts;
    uth_card deck[UTH_DECK_SIZE];
    struct uth_dealt dealt;
    char name[40];
    fair_deck(&round->fairness.deal, deck);
    uth_deal(round->rules->procedure, facts->player_count, deck, &dealt);
    for (unsigned i = 0; i < 2 * (unsigned)facts->player_count; i++) {
        const struct uth_player_facts *player = &facts->players[i / 2];
        (void)snprintf(name, sizeof name, "the %s card of seat %u", ordinals[i % 2], player->seat);
        if (!check_card(player->cards[i % 2], dealt.hole[i / 2][i % 2], name, verdict)) {
            return false;
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        (void)snprintf(name, sizeof name, "the dealer's %s card", ordinals[i]);
        if (!check_card(facts->dealer[i], dealt.dealer[i], name, verdict)) {
            return false;
        }
    }
    for (unsigned i = 0; i < 5; i++) {
        if (!check_card(facts->community[i], dealt.community[i], community_names[i], verdict)) {
            return false;
        }
    }
    UTH_CHECK(verdict->cards == dealt.used);
    return true;
}

// ---- the settlement -------------------------------------------------------------------------

static bool differs(const json_t *recorded, const json_t *settled, struct wire_fault *fault)
{
    char *text = json_dumps(settled, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII);
    (void)wire_fault_at(fault, "", recorded, text != NULL && settled != NULL ? text : "nothing");
    free(text);
    return false;
}

// All that the record says must be so; what it does not say, an older version may not have said. As
// deep as an answer is, which is five levels; a record that goes on deeper has already differed.
static bool same_value(const json_t *recorded, const json_t *settled, struct wire_fault *fault);

static bool same_list(const json_t *recorded, const json_t *settled, struct wire_fault *fault)
{
    if (json_array_size(recorded) != json_array_size(settled)) {
        return differs(recorded, settled, fault);
    }
    for (size_t i = 0; i < json_array_size(recorded); i++) {
        if (!same_value(json_array_get(recorded, i), json_array_get(settled, i), fault)) {
            return wire_fault_inside_list(fault, "", i);
        }
    }
    return true;
}

static bool same_value(const json_t *recorded, const json_t *settled, struct wire_fault *fault)
{
    if (settled == NULL || json_typeof(recorded) != json_typeof(settled)) {
        return differs(recorded, settled, fault);
    }
    if (json_is_array(recorded)) {
        return same_list(recorded, settled, fault);
    }
    if (!json_is_object(recorded)) {
        return json_equal(recorded, settled) || differs(recorded, settled, fault);
    }
    const char *key;
    json_t *value;
    json_object_foreach(wire_to_walk(recorded), key, value)
    {
        if (!same_value(value, json_object_get(settled, key), fault)) {
            return wire_fault_inside(fault, key);
        }
    }
    return true;
}

// An answer that leaves out what everybody won is no answer.
static bool says_enough(const json_t *answer)
{
    const json_t *players = json_object_get(answer, "players");
    for (size_t i = 0; i < json_array_size(players); i++) {
        const json_t *player = json_array_get(players, i);
        if (json_object_get(player, "seat") == NULL || json_object_get(player, "net") == NULL) {
            return false;
        }
    }
    return json_array_size(players) != 0;
}

static bool check_answer(const json_t *document, const json_t *settled, struct verdict *verdict)
{
    const json_t *answer = json_object_get(document, "answer");
    struct wire_fault fault;
    if (answer == NULL) {
        return true;
    }
    if (!says_enough(answer)) {
        return verify_fail(verdict, "answer",
                           "the recorded answer does not say what each seat won");
    }
    if (!same_value(answer, settled, &fault)) {
        return verify_fail(verdict, "answer", "the recorded answer has %s at %s, it settles to %s",
                           fault.value, fault.path, fault.expected);
    }
    verdict->answer_compared = true;
    return true;
}

// ---- one round ------------------------------------------------------------------------------

static bool read_round(struct run *run, const json_t *document, struct verdict *verdict)
{
    const struct wire_profiles lookup = rounds_lookup(&run->profiles);
    struct wire_document values;
    struct wire_refusal refusal;
    if (!wire_document_of(&values, document)) {
        return verify_fail(verdict, "input", "refused: out of memory");
    }
    const bool read = wire_round_read(values.root, &lookup, &run->round, &refusal);
    wire_document_free(&values);
    return read || verify_fail(verdict, "input", "%s: %s", refusal.clause, refusal.message);
}

static void verify_round(struct run *run, const json_t *document, const json_t *settled,
                         struct verdict *verdict)
{
    struct wire_round *round = &run->round;
    if (!read_round(run, document, verdict)) {
        return;
    }
    if (!round->has_fairness) {
        (void)verify_fail(verdict, "fairness", "the record does not say what it was dealt from");
        return;
    }
    (void)(verify_fairness(&round->fairness, &run->expected, verdict) &&
           check_bank(round, verdict) && check_order(round, verdict) &&
           check_cards(round, verdict) && check_answer(document, settled, verdict));
}

// ---- a void round ---------------------------------------------------------------------------

static bool read_cards(const json_t *value, uth_card *cards, size_t max)
{
    size_t count = 0;
    return json_is_string(value) &&
           uth_cards_parse(json_string_value(value), json_string_length(value), cards, max,
                           &count) == UTH_OK &&
           count == max;
}

// A void round that was dealt shows all of its cards, and no more need be understood of it.
static bool read_void_cards(const json_t *document, struct uth_facts *facts)
{
    const json_t *players = json_object_get(document, "players");
    memset(facts, 0, sizeof *facts);
    bool fine = json_array_size(players) <= UTH_SEATS_MAX &&
                read_cards(json_object_get(document, "dealer"), facts->dealer, 2) &&
                read_cards(json_object_get(document, "community"), facts->community, 5);
    for (size_t i = 0; fine && i < json_array_size(players); i++) {
        const json_t *player = json_array_get(players, i);
        const json_int_t seat = json_integer_value(json_object_get(player, "seat"));
        facts->players[i].seat = (uint8_t)(seat >= 1 && seat <= UTH_SEATS_MAX ? seat : 0);
        fine = read_cards(json_object_get(player, "cards"), facts->players[i].cards, 2);
    }
    facts->player_count = fine ? (uint8_t)json_array_size(players) : 0;
    return fine;
}

// Who withheld is the reason, without a wager there is no roster, and a meter can go only after it.
static bool check_cause(const json_t *document, const struct wire_fairness *fairness,
                        struct verdict *verdict)
{
    const json_t *value = json_object_get(document, "cause");
    const char *cause = json_is_string(value) ? json_string_value(value) : "";
    const bool withheld = strcmp(cause, "withheld") == 0;
    const bool no_wagers = strcmp(cause, "no_wagers") == 0;
    const bool meter = strcmp(cause, "meter") == 0;
    return ((withheld || no_wagers || meter || strcmp(cause, "pit") == 0) &&
            withheld == (fairness->withheld != 0) && !(no_wagers && fairness->has_roster) &&
            (!meter || (fairness->has_roster && fairness->dealt_count == 0))) ||
           verify_fail(verdict, "cause",
                       "the cause of the void does not agree with its roster and who withheld");
}

static void verify_void(struct run *run, const json_t *document, struct verdict *verdict)
{
    struct wire_round *round = &run->round;
    struct wire_fairness *fairness = &round->fairness;
    struct wire_fault fault;
    verdict->is_void = true;
    if (!wire_fairness_read(json_object_get(document, "fairness"), UTH_SEATS_MAX, fairness,
                            &fault)) {
        char text[WIRE_FAULT_TEXT_MAX];
        (void)wire_fault_inside(&fault, "fairness");
        wire_fault_text(&fault, text);
        (void)verify_fail(verdict, "input", "refused: %s", text);
        return;
    }
    if (!verify_fairness(fairness, &run->expected, verdict) ||
        !check_cause(document, fairness, verdict) || fairness->dealt_count == 0) {
        return;
    }
    round->changed.procedure = (enum uth_procedure)fairness->deal.procedure;
    round->rules = &round->changed;
    if (!read_void_cards(document, &round->facts)) {
        (void)verify_fail(verdict, "card", "cards were dealt, and the record does not show all");
        return;
    }
    (void)(check_order(round, verdict) && check_cards(round, verdict));
}

// Settles what stands in the buffer; the answer, or the refusal in place of one.
static json_t *settle(struct run *run)
{
    struct rounds_reader *reader = &run->reader;
    const struct wire_profiles lookup = rounds_lookup(&run->profiles);
    struct wire_out out = wire_out_to(run->answer, sizeof run->answer);
    if (reader->too_long) {
        wire_refuse_line(ROUNDS_TOO_LONG, reader->line, &out);
    } else {
        (void)wire_settle_line(reader->buffer, reader->length, reader->line, &lookup, &out);
    }
    UTH_CHECK(!out.overflow);
    return json_loadb(out.bytes, out.used, 0, NULL);
}

static json_t *seats_json(uth_seat_set set)
{
    json_t *seats = json_array();
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(set, seat)) {
            (void)json_array_append_new(seats, json_integer(seat));
        }
    }
    return seats;
}

static void print_json(const struct run *run, const json_t *id, const struct verdict *verdict)
{
    const struct wire_fairness *fairness = &run->round.fairness;
    json_t *line = json_object();
    (void)json_object_set(line, "id", wire_to_walk(id));
    (void)json_object_set_new(line, "line", json_integer((json_int_t)run->reader.line));
    (void)json_object_set_new(line, "verified", json_boolean(verdict->failed == NULL));
    if (verdict->failed != NULL) {
        (void)json_object_set_new(line, "failed", json_string(verdict->failed));
        (void)json_object_set_new(line, "message", json_string(verdict->message));
    } else {
        (void)json_object_set_new(line, "cards", json_integer(verdict->cards));
        (void)json_object_set_new(line, "parts", seats_json(fairness->deal.revealed));
        (void)json_object_set_new(line, "withheld", seats_json(fairness->withheld));
        (void)json_object_set_new(line, "answer",
                                  json_string(verdict->is_void           ? "void"
                                              : verdict->answer_compared ? "fits"
                                                                         : "not recorded"));
    }
    (void)cli_print_json(line); // whether it could be written is asked at the end
}

// "round r1", or "line 3" where it has no name.
static void print_name(const struct run *run, const json_t *id)
{
    char *text = id != NULL ? json_dumps(id, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) : NULL;
    if (text == NULL || json_is_null(id)) {
        (void)printf("line %zu: ", run->reader.line);
    } else if (text[0] == '"') {
        (void)printf("round %.*s: ", (int)strlen(text) - 2, text + 1);
    } else {
        (void)printf("round %s: ", text);
    }
    free(text);
}

static void print_seats(const char *words, uth_seat_set set)
{
    for (unsigned seat = 1; seat <= UTH_SEATS_MAX; seat++) {
        if (uth_seat_set_has(set, seat)) {
            (void)printf("%s%u", words, seat);
            words = ", ";
        }
    }
}

static void print_words(const struct run *run, const json_t *id, const struct verdict *verdict)
{
    print_name(run, id);
    if (verdict->failed != NULL) {
        (void)printf("%s\n", verdict->message);
        return;
    }
    const struct wire_fairness *fairness = &run->round.fairness;
    (void)printf("%sthe commitment matches, %s, ", verdict->is_void ? "void: " : "",
                 fairness->has_roster ? "the roster matches its signature"
                                      : "the players were not fixed yet");
    if (verdict->cards != 0) {
        (void)printf("all %u cards match the deal", verdict->cards);
    } else {
        (void)printf("nothing was dealt");
    }
    print_seats("; with the parts of seat ", fairness->deal.revealed);
    print_seats("; withheld by seat ", fairness->withheld);
    (void)printf("%s\n", verdict->is_void           ? ""
                         : verdict->answer_compared ? "; it settles as recorded"
                                                    : "; the record has no answer to compare");
}

static void verify_line(struct run *run)
{
    const struct rounds_reader *reader = &run->reader;
    struct verdict verdict = {0};
    json_t *settled = settle(run);
    json_t *document = json_loadb(reader->buffer, reader->length, JSON_REJECT_DUPLICATES, NULL);
    const json_t *error = json_object_get(settled, "error");
    if (json_is_true(json_object_get(document, "void"))) {
        verify_void(run, document, &verdict);
    } else if (error != NULL || document == NULL) {
        const char *message = json_string_value(json_object_get(error, "message"));
        (void)verify_fail(&verdict, "input", "refused: %s",
                          message != NULL ? message : "out of memory");
    } else {
        verify_round(run, document, settled, &verdict);
    }
    const json_t *id = json_object_get(settled, "id");
    run->rounds++;
    run->bad += verdict.failed != NULL;
    if (run->json) {
        print_json(run, id, &verdict);
    } else {
        print_words(run, id, &verdict);
    }
    json_decref(settled);
    json_decref(document);
}

// ---- all of them ----------------------------------------------------------------------------

static int verify_file(const struct cli_command *command, const char *path, struct run *run)
{
    struct rounds_reader *reader = &run->reader;
    if (!rounds_open(command, path, reader)) {
        return CLI_REFUSED;
    }
    if (rounds_is_one(reader)) {
        verify_line(run);
    } else {
        while (rounds_next(reader)) {
            verify_line(run);
        }
    }
    const bool read = rounds_read_all(command, reader);
    rounds_close(reader);
    if (!read) {
        return CLI_REFUSED;
    }
    if (run->rounds == 0) {
        return cli_refuse(command, "it contains no round");
    }
    if (run->rounds > 1 && !run->json) {
        (void)printf("%zu rounds, %zu of them %s\n", run->rounds, run->bad,
                     run->bad == 1 ? "fails verification" : "fail verification");
    }
    return run->bad == 0 ? CLI_DONE : CLI_REFUSED;
}

static bool parse_hex(const char *text, uint8_t *bytes, size_t size)
{
    size_t read = 0;
    return wire_hex_parse(text, strlen(text), bytes, size, &read) && read == size;
}

// "3:00ff…": of seat 3.
static bool parse_of_seat(const char *text, uint8_t *bytes, size_t size, uth_seat_set *set)
{
    if (text[0] < '1' || text[0] > '0' + UTH_SEATS_MAX || text[1] != ':') {
        return false;
    }
    const unsigned seat = (unsigned)(text[0] - '0');
    *set = (uth_seat_set)(*set | 1U << (seat - 1));
    return parse_hex(text + 2, bytes + (seat - 1) * size, size);
}

static bool read_hashes(const struct cli_args *args, struct verify_expected *expected)
{
    const char *commitment = cli_value(args, "commitment", NULL);
    const char *roster = cli_value(args, "roster", NULL);
    const char *key = cli_value(args, "key", NULL);
    expected->has_commitment = commitment != NULL;
    expected->has_roster = roster != NULL;
    expected->has_key = key != NULL;
    return (commitment == NULL ||
            parse_hex(commitment, expected->commitment, sizeof expected->commitment)) &&
           (roster == NULL || parse_hex(roster, expected->roster, sizeof expected->roster)) &&
           (key == NULL || parse_hex(key, expected->key, sizeof expected->key));
}

static int read_expected(const struct cli_args *args, struct verify_expected *expected)
{
    size_t count = 0;
    if (!read_hashes(args, expected)) {
        return cli_usage_error(args->command,
                               "a commitment, a roster and a key are 64 lower-case hex digits");
    }
    const char *const *given = cli_values(args, "part", &count);
    for (size_t i = 0; i < count; i++) {
        if (!parse_of_seat(given[i], expected->part[0], FAIR_PART_SIZE, &expected->parts)) {
            return cli_usage_error(
                args->command,
                "'%s' is not a part: use a seat, a colon and 64 lower-case hex digits", given[i]);
        }
    }
    given = cli_values(args, "receipt", &count);
    for (size_t i = 0; i < count; i++) {
        if (!parse_of_seat(given[i], expected->receipt[0], FAIR_SIGNATURE_SIZE,
                           &expected->receipts)) {
            return cli_usage_error(
                args->command,
                "'%s' is not a receipt: use a seat, a colon and 128 lower-case hex digits",
                given[i]);
        }
    }
    return CLI_DONE;
}

int cmd_verify(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    if (args.argument_count > 1) {
        return cli_usage_error(command, "give one file");
    }
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL || !fair_init()) {
        free(run);
        return cli_refuse(command, "out of memory");
    }
    run->json = cli_has(&args, "json");
    status = read_expected(&args, &run->expected);
    if (status == CLI_DONE) {
        status = rounds_load_own(&args, &run->profiles)
                     ? verify_file(command, args.argument_count == 1 ? args.arguments[0] : "-", run)
                     : CLI_REFUSED;
    }
    free(run);
    return cli_finish(command, status);
}
