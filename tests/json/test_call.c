// libuth-json: what is refused and how, whatever the bytes, and from many threads at once.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <pthread.h>
#include <sodium.h>

#include "support/rng.h"
#include "uth/hand.h"
#include "uth/json.h"
#include "wire/blake2b.h"

struct request {
    const char *verb;
    const char *text;
};

// clang-format off
static const struct request good[] = {
    {"eval", "{\"cards\":\"As Kd Th 2c 3d\"}"},
    {"eval", "{\"cards\":\"AsKdTh2c3d4h5h\"}"},
    {"odds", "{\"cards\":\"Ah Kd\",\"board\":\"2c 3c 4d\",\"dead\":\"5d\"}"},
    {"odds", "{\"cards\":\"Ah Kd\",\"board\":\"2c 3c 4d 9h 9s\",\"rules\":\"california-8\",\"ante\":500}"},
    {"placard", "{\"rules\":\"california-6\"}"},
    {"rules", "{}"},
    {"rules", "{\"rules\":\"washington\"}"},
    {"rules", "{\"action\":\"check\",\"rules\":{\"based_on\":\"washington\",\"name\":\"mine\",\"title\":\"Mine\",\"seats\":8}}"},
    {"settle", "{\"id\":7,\"rules\":\"washington\",\"community\":\"2c 3c 4c 5c 6c\",\"dealer\":\"7c 8c\","
               "\"players\":[{\"seat\":1,\"ante\":500,\"blind\":500,\"cards\":\"9c Tc\",\"play\":[\"4x\"]}]}"},
    {"settle", "{\"rules\":{\"based_on\":\"washington\",\"name\":\"mine\",\"title\":\"Mine\"},\"community\":\"2c 3c 4c 5c 6c\","
               "\"dealer\":\"7c 8c\",\"players\":[{\"seat\":1,\"ante\":500,\"blind\":500,\"cards\":\"9c Tc\",\"play\":[\"4x\"]}]}"},
};
// Too dear to be answered a hundred thousand times: each has a member there is not, and is refused.
static const struct request refused[] = {
    {"par", "{\"rules\":\"washington\",\"strategy\":\"simple\",\"threads\":1,\"chart\":true,\"no\":1}"},
    {"strategy", "{\"rules\":\"washington\",\"ante\":500,\"no\":1}"},
    {"simulate", "{\"rules\":\"washington\",\"rounds\":10,\"wagers\":{\"trips\":500},\"strategy\":[\"simple\"],\"no\":1}"},
    {"nothing", "{}"},
};
// clang-format on

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static char *call(const struct request *request)
{
    return uth_call(request->verb, request->text, strlen(request->text));
}

static json_t *answer_to(const char *verb, const char *text)
{
    char *answer = uth_call(verb, text, strlen(text));
    assert_non_null(answer);
    json_t *document = json_loads(answer, JSON_REJECT_DUPLICATES, NULL);
    if (document == NULL) {
        fail_msg("no JSON: %s", answer);
    }
    uth_free(answer);
    return document;
}

static void assert_refused(const char *verb, const char *text, const char *clause,
                           const char *words)
{
    json_t *document = answer_to(verb, text);
    const json_t *error = json_object_get(document, "error");
    const char *found = json_string_value(json_object_get(error, "clause"));
    const char *message = json_string_value(json_object_get(error, "message"));
    assert_non_null(found);
    assert_non_null(message);
    assert_string_equal(found, clause);
    if (strstr(message, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", message, words);
    }
    json_decref(document);
}

static void a_good_request_is_answered_without_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        json_t *document = answer_to(good[i].verb, good[i].text);
        if (json_object_get(document, "error") != NULL) {
            fail_msg("%s %s is refused", good[i].verb, good[i].text);
        }
        json_decref(document);
    }
}

static void a_refusal_names_its_clause(void **state)
{
    (void)state;
    assert_refused("eval", "{\"cards\":\"As As Kd Qd Jd\"}", "HAND-1", "cards: ");
    assert_refused("odds", "{\"cards\":\"As Kd\",\"board\":\"As 2c 3c\"}", "HAND-1", "");
    assert_refused("odds", "{\"cards\":\"As Kd\",\"ante\":1}", "BET-3", "must be between $5 and");
    assert_refused("settle",
                   "{\"rules\":\"washington\",\"community\":\"2c 3c 4c 5c 6c\",\"dealer\":\"7c "
                   "8c\",\"players\":[{\"seat\":1,\"ante\":500,\"blind\":600,\"cards\":\"9c "
                   "Tc\",\"play\":[\"4x\"]}]}",
                   "BET-1", "");
}

static void what_is_no_request_is_refused_as_input(void **state)
{
    (void)state;
    assert_refused("eval", "", "INPUT", "not JSON");
    assert_refused("eval", "[]", "INPUT", "expected an object");
    assert_refused("eval", "{\"cards\":\"As Kd\",\"cards\":\"2c\"}", "INPUT", "not JSON");
    assert_refused("eval", "{}", "INPUT", "cards: got nothing, expected five, six or seven cards");
    assert_refused("eval", "{\"card\":\"As\"}", "INPUT", "check the spelling");
    assert_refused("odds", "{}", "INPUT", "cards: got nothing, expected your two cards");
    assert_refused("par", "{\"threads\":65}", "INPUT",
                   "threads: got 65, expected a whole number from 1 to 64");
    assert_refused("par", "{\"strategy\":\"bold\"}", "INPUT", "strategy: got \"bold\"");
    assert_refused("par", "{\"rules\":\"nevada\"}", "INPUT", "rules: got \"nevada\"");
    assert_refused("par", "{\"rules\":{\"based_on\":\"washington\",\"seats\":70}}", "INPUT",
                   "rules.seats: got 70");
    assert_refused("rules", "{\"action\":\"burn\"}", "INPUT", "one of list, show, check");
    assert_refused("Eval", "{}", "INPUT", "verb: got \"Eval\", expected eval, odds");
    assert_refused("\xff", "{}", "INPUT", "verb: got nothing");
}

static void a_round_under_a_profile_of_its_own_is_settled_by_it(void **state)
{
    (void)state;
    json_t *document =
        answer_to("settle", "{\"rules\":{\"based_on\":\"washington\",\"name\":\"mine\",\"title\":"
                            "\"Mine\",\"chip\":100},"
                            "\"community\":\"2c 3c 4c 5c 6c\",\"dealer\":\"7c "
                            "8c\",\"players\":[{\"seat\":1,\"ante\":550,"
                            "\"blind\":550,\"cards\":\"9c Tc\",\"play\":[\"4x\"]}]}");
    const json_t *clause = json_object_get(json_object_get(document, "error"), "clause");
    assert_string_equal(json_string_value(clause), "BET-8");
    json_decref(document);
}

// Bytes changed, left out, doubled; each in memory of its own, so that a sanitizer sees one byte too many.
static size_t spoil(struct rng *rng, const char *text, char *copy, size_t size)
{
    size_t length = strlen(text);
    memcpy(copy, text, length);
    for (uint32_t changes = 1 + rng_below(rng, 4); changes > 0 && length > 0; changes--) {
        const size_t at = rng_below(rng, (uint32_t)length);
        const uint32_t what = rng_below(rng, 4);
        if (what == 0) {
            copy[at] = (char)rng_next(rng);
        } else if (what == 1) {
            copy[at] = "{}[]\",:0-9eE\\ AKsd"[rng_below(rng, 18)];
        } else if (what == 2) {
            length = at;
        } else if (2 * length < size) {
            memmove(copy + at + 1, copy + at, length - at);
            length++;
        }
    }
    return length;
}

static void assert_answered(const char *verb, const char *text, size_t length)
{
    char *alone = malloc(length == 0 ? 1 : length);
    assert_non_null(alone);
    memcpy(alone, text, length);
    char *answer = uth_call(verb, alone, length);
    assert_non_null(answer);
    json_t *document = json_loads(answer, JSON_REJECT_DUPLICATES, NULL);
    if (document == NULL) {
        fail_msg("%s %.*s is answered with no JSON: %s", verb, (int)length, text, answer);
    }
    json_decref(document);
    uth_free(answer);
    free(alone);
}

static void a_hundred_thousand_spoiled_requests_are_answered(void **state)
{
    enum { CALLS = 100000 };
    static char copy[4096];
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < CALLS; i++) {
        const uint32_t which = rng_below(&rng, COUNT(good) + COUNT(refused));
        const struct request *request =
            which < COUNT(good) ? &good[which] : &refused[which - COUNT(good)];
        const size_t length = spoil(&rng, request->text, copy, sizeof copy);
        const bool dear = which >= COUNT(good) && memmem(copy, length, "\"no\":", 5) == NULL;
        assert_answered(request->verb, copy, dear ? 0 : length);
    }
}

static void a_caller_answers_as_a_single_call_does(void **state)
{
    static const struct request asked[] = {
        {"par", "{\"rules\":\"california-6\",\"chart\":true}"},
        {"par", "{\"rules\":{\"based_on\":\"washington\",\"name\":\"mine\",\"title\":\"Mine\","
                "\"seats\":3}}"},
        {"par", "{\"rules\":\"washington\",\"strategy\":\"timid\"}"},
        {"strategy", "{}"},
        {"eval", "{\"cards\":\"As Kd Th 2c 3d\"}"},
    };
    (void)state;
    struct uth_caller *caller = uth_caller_open();
    assert_non_null(caller);
    for (size_t i = 0; i < COUNT(asked); i++) {
        char *once = call(&asked[i]);
        char *kept = uth_caller_call(caller, asked[i].verb, asked[i].text, strlen(asked[i].text));
        assert_non_null(once);
        assert_non_null(kept);
        assert_string_equal(once, kept);
        uth_free(once);
        uth_free(kept);
    }
    uth_caller_close(caller);
    uth_caller_close(NULL);
}

static void hands_by_bytes_are_those_of_the_core_up_to_the_first_bad_one(void **state)
{
    enum { HANDS = 5000 };
    static uint8_t cards[HANDS][7];
    static uint16_t hands[HANDS];
    (void)state;
    struct rng rng = rng_from_environment();
    for (size_t i = 0; i < HANDS; i++) {
        uint8_t deck[UTH_DECK_SIZE];
        for (uint8_t card = 0; card < UTH_DECK_SIZE; card++) {
            deck[card] = card;
        }
        for (uint32_t k = 0; k < 7; k++) {
            const uint32_t other = k + rng_below(&rng, UTH_DECK_SIZE - k);
            cards[i][k] = deck[other];
            deck[other] = deck[k];
        }
    }
    assert_int_equal(uth_hands_of_seven(cards[0], HANDS, hands), HANDS);
    for (size_t i = 0; i < HANDS; i++) {
        assert_int_equal(hands[i], uth_hand_of(cards[i], 7));
    }
    assert_int_equal(uth_hands_of_seven(cards[0], 0, hands), 0);
    for (unsigned bad = 0; bad < 256; bad++) {
        const size_t at = rng_below(&rng, HANDS);
        const uint32_t place = rng_below(&rng, 6);
        const uint8_t kept = cards[at][place];
        cards[at][place] = bad < UTH_DECK_SIZE ? cards[at][6] : (uint8_t)bad;
        assert_int_equal(uth_hands_of_seven(cards[0], HANDS, hands), at);
        cards[at][place] = kept;
    }
}

static void a_player_plays_as_the_odds_say(void **state)
{
    static const char text[] = "{\"rules\":\"california-6\"}";
    static const uint8_t aces[7] = {48, 49, 0, 5, 10, 15, 20};
    static const uint8_t twice[2] = {7, 7};
    char *refusal;
    (void)state;
    struct uth_player *player = uth_player_open(text, sizeof text - 1, &refusal);
    assert_non_null(player);
    assert_null(refusal);
    assert_int_equal(uth_player_play(player, aces, 2), 4);
    assert_int_equal(uth_player_play(player, aces, 5), 2);
    assert_int_equal(uth_player_play(player, aces, 7), 1);
    assert_int_equal(uth_player_play(player, aces, 3), -1);
    assert_int_equal(uth_player_play(player, twice, 2), -1);
    uth_player_close(player);
    uth_player_close(NULL);
    assert_null(uth_player_open("{\"rules\":1}", 11, &refusal));
    assert_non_null(strstr(refusal, "\"clause\":\"INPUT\""));
    uth_free(refusal);
}

static void *call_all(void *context)
{
    char *const *expected = context;
    size_t wrong = 0;
    for (unsigned turn = 0; turn < 20; turn++) {
        for (size_t i = 0; i < COUNT(good); i++) {
            char *answer = call(&good[i]);
            wrong += answer == NULL || strcmp(answer, expected[i]) != 0;
            uth_free(answer);
        }
    }
    return wrong == 0 ? NULL : context;
}

static void threads_get_the_answers_of_one(void **state)
{
    char *expected[COUNT(good)];
    pthread_t threads[4];
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        expected[i] = call(&good[i]);
    }
    for (size_t i = 0; i < COUNT(threads); i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, call_all, expected), 0);
    }
    for (size_t i = 0; i < COUNT(threads); i++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
    for (size_t i = 0; i < COUNT(good); i++) {
        uth_free(expected[i]);
    }
}

static void blake2b_is_libsodiums(void **state)
{
    uint8_t bytes[600];
    (void)state;
    for (size_t length = 0; length <= sizeof bytes; length++) {
        uint8_t ours[WIRE_BLAKE2B_SIZE];
        uint8_t theirs[WIRE_BLAKE2B_SIZE];
        for (size_t i = 0; i < length; i++) {
            bytes[i] = (uint8_t)(i * 7 + length);
        }
        wire_blake2b(bytes, length, ours);
        assert_int_equal(crypto_generichash(theirs, sizeof theirs, bytes, length, NULL, 0), 0);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_request_is_answered_without_an_error),
        cmocka_unit_test(a_refusal_names_its_clause),
        cmocka_unit_test(what_is_no_request_is_refused_as_input),
        cmocka_unit_test(a_round_under_a_profile_of_its_own_is_settled_by_it),
        cmocka_unit_test(a_hundred_thousand_spoiled_requests_are_answered),
        cmocka_unit_test(a_caller_answers_as_a_single_call_does),
        cmocka_unit_test(hands_by_bytes_are_those_of_the_core_up_to_the_first_bad_one),
        cmocka_unit_test(a_player_plays_as_the_odds_say),
        cmocka_unit_test(threads_get_the_answers_of_one),
        cmocka_unit_test(blake2b_is_libsodiums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
