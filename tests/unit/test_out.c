// JSON written into a buffer: what quotes a stranger's bytes stays within its limit.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <jansson.h>

#include "support/rng.h"
#include "wire/fault.h"
#include "wire/out.h"

// The quoted text as a JSON document of its own; what is between the quotes has at most `max` bytes.
static void quote(const char *text, size_t max, char *json, size_t size)
{
    struct wire_out out = wire_out_to(json, size - 1);
    wire_out_quote(&out, NULL, text, max);
    assert_false(out.overflow);
    assert_true(out.used <= max + 2);
    json[out.used] = '\0';
}

static void assert_quoted(const char *text, size_t max, const char *expected)
{
    char json[WIRE_QUOTE_MAX + 3];
    quote(text, max, json, sizeof json);
    assert_string_equal(json, expected);
}

static void a_text_that_fits_is_quoted_whole(void **state)
{
    (void)state;
    assert_quoted("", 8, "\"\"");
    assert_quoted("12345678", 8, "\"12345678\"");
    assert_quoted("a\"b\\c", 8, "\"a\\\"b\\\\c\"");
}

static void a_text_that_is_too_long_once_escaped_ends_in_dots(void **state)
{
    (void)state;
    assert_quoted("123456789", 8, "\"12345...\"");
    assert_quoted("\x7f\x7f", 8, "\"...\"");
    assert_quoted("\x7f\x7f", 9, "\"\\u007f...\"");
    assert_quoted("1234\"6789", 8, "\"1234...\"");
}

static void no_letter_is_cut_in_two(void **state)
{
    (void)state;
    assert_quoted("1234\xc3\xa9"
                  "789",
                  8, "\"1234...\"");
    assert_quoted("123\xc3\xa9"
                  "6789",
                  8, "\"123\xc3\xa9...\"");
}

static void any_bytes_give_json_within_the_limit(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (unsigned i = 0; i < 20000; i++) {
        static const char letters[] = "\x01\x7f\"\\ab\xe2\x82\xac";
        char text[400] = "";
        char json[WIRE_QUOTE_MAX + 3];
        const size_t length = rng_below(&rng, 120);
        size_t used = 0;
        for (size_t j = 0; j < length; j++) {
            const size_t letter = rng_below(&rng, 7);
            const size_t bytes = letter == 6 ? 3 : 1;
            memcpy(text + used, letters + letter, bytes);
            used += bytes;
        }
        quote(text, 4 + rng_below(&rng, 200), json, sizeof json);
        json_t *read = json_loads(json, JSON_DECODE_ANY, NULL);
        assert_non_null(read);
        const char *seen = json_string_value(read);
        const size_t kept = strlen(seen);
        const bool whole = strcmp(seen, text) == 0;
        assert_true(whole || (kept >= 3 && strcmp(seen + kept - 3, "...") == 0 &&
                              strncmp(seen, text, kept - 3) == 0));
        json_decref(read);
    }
}

static void a_fault_shows_no_control_characters(void **state)
{
    (void)state;
    struct wire_fault fault;
    char text[WIRE_FAULT_TEXT_MAX];
    (void)wire_fault_at(&fault, "a\x1b[2J\x7f", NULL, "a known field");
    wire_fault_text(&fault, text);
    assert_string_equal(text, "a?[2J?: got nothing, expected a known field");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_that_fits_is_quoted_whole),
        cmocka_unit_test(a_text_that_is_too_long_once_escaped_ends_in_dots),
        cmocka_unit_test(no_letter_is_cut_in_two),
        cmocka_unit_test(any_bytes_give_json_within_the_limit),
        cmocka_unit_test(a_fault_shows_no_control_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
