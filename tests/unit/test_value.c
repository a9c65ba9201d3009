// Documents read without jansson: the same values, the same refusals and the same answers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/rng.h"
#include "support/values_plain.h"

static const struct uth_rules *find(void *context, const char *name)
{
    (void)context;
    return uth_rules_find(name);
}

static const struct wire_profiles profiles = {find, NULL};

// What is alike reads alike: a text in memory of its own, so that a sanitizer sees one byte too many.
static void assert_alike(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    copy = realloc(copy, length == 0 ? 1 : length);
    const bool alike =
        reads_like_jansson(copy, length) && settles_like_jansson(copy, length, &profiles);
    free(copy);
    if (!alike) {
        fail_msg("read or settled in another way: %.*s", (int)length, text);
    }
}

static void assert_text_alike(const char *text)
{
    assert_alike(text, strlen(text));
}

// Whether jansson was not needed.
static bool is_read_here(const char *text)
{
    json_error_t error;
    struct wire_document document;
    assert_true(wire_document_read(&document, text, strlen(text), &error));
    const bool here = document.json == NULL;
    wire_document_free(&document);
    return here;
}

// clang-format off
static const char *const rounds[] = {
    "{\"id\":\"r1\",\"rules\":\"california-6\",\"options\":{\"collection\":1,\"coverage\":\"payoffs\",\"player_fee_per\":\"circle\",\"fold_keeps_trips\":true},"
    "\"bank\":{\"seat\":6,\"wager\":56600},\"community\":\"8d Ks 6s 4s Jh\",\"dealer\":\"9d 6h\","
    "\"players\":[{\"seat\":4,\"ante\":3700,\"blind\":3700,\"trips\":500,\"cards\":\"2h 4d\",\"play\":[\"check\",\"check\",\"fold\"]}]}",
    "{ \"id\" : -7 , \"rules\" : \"washington\" , \"options\" : { \"trips\" : \"UTH-03\" , \"pairs\" : 2 , \"bad_beat\" : \"BBB-02\" } , \"meter\" : { \"amount\" : 1234567 , \"carry\" : 0 } ,\t\r\n"
    "\"community\" : \"Ah 2d 3s Kc Kd\" , \"dealer\" : \"Qc 4d\" , \"players\" : [ { \"seat\" : 1 , \"ante\" : 500 , \"blind\" : 500 , \"progressive\" : 100 , \"side\" : { } , "
    "\"cards\" : \"Kh 3c\" , \"play\" : [ \"check\" , \"2x\" ] } , { \"seat\" : 3 , \"ante\" : 500 , \"blind\" : 500 , \"pairs\" : 300 , \"cards\" : \"As Ac\" , \"play\" : [ \"4x\" ] } ] , "
    "\"confirmed\" : [ { \"seat\" : 1 , \"amount\" : 1000 , \"from_meter\" : 400 , \"from_house\" : 600 , \"seed_added\" : 0 , \"reserve_used\" : 0 } ] , \"draw\" : [ ] , \"answer\" : { \"a\" : [ null , false , 0 ] } }",
};

static const char *const documents[] = {
    "", " ", "{}", "[]", " [ ] ", "{ }", "[[]]", "[{}]", "{\"a\":{}}", "{\"\":0}", "{\"a\":0,\"A\":0}", "[null,true,false]",
    "[nul]", "[nulll]", "[true false]", "[tru", "[1 2]", "[1,]", "[,1]", "[1", "[", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{a:1}",
    "{\"a\":1}x", "{\"a\":1}{}", "[1]]", "[}", "{]", "1", "\"a\"", "null", "\xef\xbb\xbf{}",
    "[0]", "[-0]", "[-]", "[+1]", "[00]", "[01]", "[-01]", "[1.0]", "[1.]", "[.5]", "[1e5]", "[1E+5]", "[1e]", "[1e999]", "[1x]", "[0x1]", "[-1]",
    "[999999999999999999]", "[1000000000000000000]", "[9223372036854775807]", "[9223372036854775808]", "[-9223372036854775808]", "[-9223372036854775809]",
    "[\"a\\\"b\"]", "[\"\\u0041\"]", "[\"\\u0000\"]", "[\"\\ud83c\\udca1\"]", "[\"\\ud83c\"]", "[\"\\x\"]", "[\"\xc3\xa9\"]", "[\"\xc3\"]", "[\"\xff\"]", "[\"\x7f\"]", "[\"\t\"]", "[\"a", "[\"a\\",
    "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "{\"b\":{\"a\":1},\"a\":2}", "{\"a\":[{\"b\":1,\"b\":1}]}", "{\"\\u00e9\":1,\"\xc3\xa9\":1}",
    "{\"rules\":\"wash\\u0069ngton\"}", "{\"id\":\"\xe2\x99\xa0\"}", "{\"id\":1.5}", "{\"id\":-0}", "{\"id\":[1,{\"a\":null}]}", "{\"id\":true,\"x\":{\"y\":\"z\"}}", "{\"void\":true}", "[{\"void\":true}]",
};
// clang-format on

static void documents_are_read_as_jansson_reads_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        assert_text_alike(documents[i]);
    }
}

static void a_round_cut_anywhere_is_refused_as_jansson_refuses_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        assert_true(is_read_here(rounds[i]));
        for (size_t length = 0; length <= strlen(rounds[i]); length++) {
            assert_alike(rounds[i], length);
        }
        assert_alike(rounds[i], strlen(rounds[i]) + 1); // with a byte of 0 behind it
    }
}

// Some bytes become others, go, or come twice.
static size_t damage(struct rng *rng, const char *text, char *damaged)
{
    static const char bytes[] = "\"\"\"\"{}[]:,,0123456789-.eEtrufalsn\\ \t\x01\x7f\xc3\xa9";
    size_t length = strlen(text);
    memcpy(damaged, text, length + 1);
    for (unsigned changes = 1 + rng_below(rng, 3); changes > 0; changes--) {
        const size_t at = rng_below(rng, (uint32_t)length);
        const size_t size = 1 + rng_below(rng, rng_below(rng, 8) == 0 ? 40 : 1);
        switch (rng_below(rng, 3)) {
        case 0: damaged[at] = bytes[rng_below(rng, sizeof bytes)]; break;
        case 1:
            if (at + size < length) {
                memmove(damaged + at, damaged + at + size, length - at - size);
                length -= size;
            }
            break;
        default:
            if (at + size < length) {
                memmove(damaged + at + size, damaged + at, length - at);
                length += size;
            }
            break;
        }
    }
    return length;
}

static void a_damaged_round_is_read_and_answered_as_jansson_would(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 40000; i++) {
        char damaged[2048];
        const size_t length = damage(&rng, rounds[i % 2], damaged);
        assert_alike(damaged, length);
    }
}

// Numbers from 0 up, each with something before and behind it, in brackets.
static char *counted(const char *open, const char *before, size_t count, const char *behind,
                     const char *close)
{
    const size_t each = strlen(before) + strlen(behind) + 12;
    const size_t size = strlen(open) + count * each + strlen(close) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    int used = snprintf(text, size, "%s", open);
    for (size_t i = 0; i < count; i++) {
        used += snprintf(text + used, size - (size_t)used, "%s%s%zu%s", i == 0 ? "" : ",", before,
                         i, behind);
    }
    (void)snprintf(text + used, size - (size_t)used, "%s", close);
    return text;
}

static void what_is_too_large_for_a_round_is_left_to_jansson(void **state)
{
    (void)state;
    for (size_t more = 0; more <= 1; more++) {
        char *values = counted("[", "", WIRE_VALUES_MAX - 1 + more, "", "]");
        char *members = counted("{", "\"", 32 + more, "\":0", "}");
        assert_int_equal(is_read_here(values), more == 0);
        assert_int_equal(is_read_here(members), more == 0);
        assert_text_alike(values);
        assert_text_alike(members);
        free(values);
        free(members);
    }
    assert_true(is_read_here("[[[[[[[[]]]]]]]]"));
    assert_false(is_read_here("[[[[[[[[[]]]]]]]]]"));
    assert_text_alike("[[[[[[[[[]]]]]]]]]");
    char *text = counted("[", "{\"a\":[", 5000, ",\"\\u00e9\"]}", "]");
    assert_text_alike(text);
    free(text);
}

static void members_and_elements_are_found_in_their_order(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":[10,[20],30],\"b\":{\"c\":40},\"d\":\"e\"}";
    static const char *const known[] = {"d", "b", "x", "a", NULL};
    const struct wire_value *fields[4];
    struct wire_document document;
    struct wire_fault fault;
    json_error_t error;
    assert_true(wire_document_read(&document, text, strlen(text), &error));
    assert_true(wire_fields(document.root, known, fields, &fault));
    assert_true(wire_says(fields[0], "e") && !wire_says(fields[0], "ee"));
    assert_int_equal(wire_integer(wire_member(fields[1], "c")), 40);
    assert_null(fields[2]);
    assert_int_equal(fields[3]->count, 3);
    assert_int_equal(wire_integer(wire_after(wire_after(wire_first(fields[3])))), 30);
    assert_null(wire_member(fields[3], "a"));
    assert_false(wire_fields(document.root, known + 1, fields, &fault));
    assert_string_equal(fault.path, "d");
    assert_string_equal(fault.value, "\"e\"");
    assert_false(wire_fields(fields[3], known, fields, &fault));
    assert_string_equal(fault.expected, "an object");
    wire_document_free(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_are_read_as_jansson_reads_them),
        cmocka_unit_test(a_round_cut_anywhere_is_refused_as_jansson_refuses_it),
        cmocka_unit_test(a_damaged_round_is_read_and_answered_as_jansson_would),
        cmocka_unit_test(what_is_too_large_for_a_round_is_left_to_jansson),
        cmocka_unit_test(members_and_elements_are_found_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
