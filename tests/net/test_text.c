// What clients write is judged as the plain twins judge it; the buckets hold what they say.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>

#include "net/frame.h"
#include "net/limit.h"
#include "net/net.h"
#include "net/text.h"
#include "support/rng.h"
#include "support/text_plain.h"

// ---- text -------------------------------------------------------------------------------------

static void every_string_of_three_bytes_is_utf8_or_not_as_its_bits_say(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < UINT32_C(1) << 24; i++) {
        const char text[3] = {(char)(i >> 16), (char)(i >> 8), (char)i};
        if (text_is_utf8(text, 3) != plain_is_utf8(text, 3)) {
            fail_msg("%06x", i);
        }
    }
    for (uint32_t i = 0; i < 65536; i++) {
        const char text[2] = {(char)(i >> 8), (char)i};
        assert_int_equal(text_is_utf8(text, 2), plain_is_utf8(text, 2));
        assert_int_equal(text_is_utf8(text, 1), plain_is_utf8(text, 1));
    }
    assert_true(text_is_utf8("", 0));
}

static void every_four_byte_letter_and_its_neighbours_are_judged_alike(void **state)
{
    (void)state;
    for (uint32_t first = 0xf0; first <= 0xff; first++) {
        for (uint32_t i = 0; i < 256 * 256; i++) {
            static const uint8_t lasts[] = {0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xff};
            for (size_t j = 0; j < sizeof lasts; j++) {
                const char text[4] = {(char)first, (char)(i >> 8), (char)i, (char)lasts[j]};
                if (text_is_utf8(text, 4) != plain_is_utf8(text, 4)) {
                    fail_msg("%02x%04x%02x", first, i, lasts[j]);
                }
            }
        }
    }
}

static void the_head_of_a_frame_says_how_long_it_is_and_nothing_more(void **state)
{
    (void)state;
    unsigned char bytes[FRAME_OUT_MAX + 1];
    for (size_t size = 0; size <= INT32_MAX; size += size < 70000 ? 1 : size / 7) {
        memset(bytes, 0xee, sizeof bytes);
        const size_t head = frame_head(FRAME_TEXT, size, bytes + FRAME_OUT_MAX);
        assert_in_range(head, 2, FRAME_OUT_MAX);
        const unsigned char *at = bytes + FRAME_OUT_MAX - head;
        assert_int_equal(plain_frame_size(at, head), size);
        assert_int_equal(bytes[FRAME_OUT_MAX], 0xee);
        assert_true(head == FRAME_OUT_MAX || at[-1] == 0xee);
    }
}

static void letters_at_any_place_among_plain_ones_are_judged_alike(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    static const char *const parts[] = {
        "a",    "abcdefgh", "\xc3\xa4", "\xe2\x98\x83", "\xf0\x9f\x82\xa1", "\xed\xa0\x80",
        "\xff", "\xe2"};
    for (int i = 0; i < 200000; i++) {
        char text[96];
        size_t size = 0;
        while (size < 64 && rng_below(&rng, 12) != 0) {
            const char *part = parts[rng_below(&rng, rng_below(&rng, 8) != 0 ? 5 : 8)];
            memcpy(text + size, part, strlen(part));
            size += strlen(part);
        }
        assert_int_equal(text_is_utf8(text, size), plain_is_utf8(text, size));
    }
}

static void every_short_path_is_judged_alike(void **state)
{
    (void)state;
    static const char letters[] = {'/', '.', 'a', '\\', '\0', '\n', '\x7f', ' '};
    const uint32_t count = sizeof letters;
    uint32_t strings = 1;
    for (size_t size = 0; size <= 7; size++, strings *= count) {
        for (uint32_t i = 0; i < strings; i++) {
            char path[8];
            uint32_t rest = i;
            for (size_t j = 0; j < size; j++, rest /= count) {
                path[j] = letters[rest % count];
            }
            if (text_path_is_valid(path, size) != plain_path_is_valid(path, size)) {
                fail_msg("%.*s", (int)size, path);
            }
        }
    }
}

static void paths_that_lead_down_fit_and_others_do_not(void **state)
{
    (void)state;
    static const char *const good[] = {"/",    "/a",  "/a/b.c", "/.well-known", "/a..b",
                                       "/...", "/a/", "/..a",   "/\xc3\xa4"};
    static const char *const bad[] = {"",       "a",  "/..",   "/.",    "/a/..", "/../a",
                                      "/a/./b", "//", "/a//b", "/a\\b", "/a\nb", "/a\x7f"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(text_path_is_valid(good[i], strlen(good[i])));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(text_path_is_valid(bad[i], strlen(bad[i])));
    }
    assert_false(text_path_is_valid("/a\0b", 4));
}

static void lengths_are_digits_and_nothing_else(void **state)
{
    (void)state;
    uint64_t length = 7;
    assert_true(text_length("0", &length));
    assert_int_equal(length, 0);
    assert_true(text_length("0042", &length));
    assert_int_equal(length, 42);
    assert_true(text_length("9999999999", &length));
    assert_int_equal(length, UINT64_C(9999999999));
    static const char *const bad[] = {"",    "-1",  "+1",  " 1",         "1 ",
                                      "1,1", "0x1", "1e3", "10000000000"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        length = 7;
        assert_false(text_length(bad[i], &length));
        assert_int_equal(length, 7);
    }
}

static void an_origin_is_that_of_the_host_or_the_one_allowed(void **state)
{
    (void)state;
    assert_true(text_origin_is_allowed("http://a:1", "a:1", NULL));
    assert_true(text_origin_is_allowed("HTTPS://A:1", "a:1", NULL));
    assert_true(text_origin_is_allowed("https://b", "a:1", "https://b"));
    assert_false(text_origin_is_allowed("http://a:1", "a:1", "https://b"));
    assert_false(text_origin_is_allowed(NULL, "a:1", NULL));
    assert_false(text_origin_is_allowed(NULL, "a:1", "https://b"));
    assert_false(text_origin_is_allowed("http://a", NULL, NULL));
    assert_false(text_origin_is_allowed("http://", "", NULL));
    assert_false(text_origin_is_allowed("http://a:12", "a:1", NULL));
    assert_false(text_origin_is_allowed("http://a:1.b", "a:1", NULL));
    assert_false(text_origin_is_allowed("null", "a:1", NULL));
    assert_false(text_origin_is_allowed("a:1", "a:1", NULL));
}

static void a_list_has_whole_words_only(void **state)
{
    (void)state;
    assert_true(text_list_has("Upgrade", "upgrade"));
    assert_true(text_list_has("keep-alive, Upgrade", "upgrade"));
    assert_true(text_list_has(" ,,upgrade\t,x", "upgrade"));
    assert_false(text_list_has("upgrades", "upgrade"));
    assert_false(text_list_has("up, grade", "upgrade"));
    assert_false(text_list_has("", "upgrade"));
}

static void names_and_values_of_headers_end_no_line(void **state)
{
    (void)state;
    for (int byte = 1; byte < 256; byte++) {
        const char text[] = {'a', (char)byte, '\0'};
        assert_int_equal(text_value_is_valid(text), byte == '\t' || (byte >= 0x20 && byte != 0x7f));
        assert_int_equal(text_name_is_valid(text),
                         byte == '-' || byte == '_' || (byte >= '0' && byte <= '9') ||
                             (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z'));
    }
    assert_false(text_name_is_valid(""));
}

static void a_query_finds_its_name_and_no_other(void **state)
{
    (void)state;
    const struct net_request request = {.query = "a=1\0ab=2\0c=\0d\0x=y=z\0"};
    assert_string_equal(net_query(&request, "a"), "1");
    assert_string_equal(net_query(&request, "ab"), "2");
    assert_string_equal(net_query(&request, "c"), "");
    assert_string_equal(net_query(&request, "x"), "y=z");
    assert_null(net_query(&request, "d"));
    assert_null(net_query(&request, "b"));
    assert_null(net_query(&(struct net_request){.query = ""}, "a"));
}

// ---- limits -----------------------------------------------------------------------------------

static void a_bucket_gives_its_burst_and_then_its_rate(void **state)
{
    (void)state;
    struct rng rng = rng_from_environment();
    for (int run = 0; run < 200; run++) {
        const uint32_t rate = 1 + rng_below(&rng, 50);
        const uint32_t burst = 1 + rng_below(&rng, 50);
        struct bucket bucket = {0};
        int64_t now = INT64_C(1000000000) + rng_below(&rng, 1000000);
        const int64_t start = now;
        // The twin: thousandths of a token, filled millisecond by millisecond.
        int64_t tokens = (int64_t)burst * 1000;
        uint32_t given = 0;
        for (int step = 0; step < 300; step++) {
            const int64_t pause = rng_below(&rng, 200);
            for (int64_t ms = 0; ms < pause; ms++) {
                tokens =
                    tokens + rate > (int64_t)burst * 1000 ? (int64_t)burst * 1000 : tokens + rate;
            }
            now += pause;
            const bool wanted = tokens >= 1000;
            tokens -= wanted ? 1000 : 0;
            assert_int_equal(bucket_take(&bucket, rate, burst, now), wanted);
            assert_int_equal(bucket_full(&bucket, rate, now), tokens == (int64_t)burst * 1000);
            given += wanted;
        }
        assert_true(given <= burst + rate * (uint64_t)(now - start) / 1000 + 1);
    }
    struct bucket endless = {0};
    for (int i = 0; i < 1000; i++) {
        assert_true(bucket_take(&endless, UINT32_MAX, 1, 5));
    }
}

static struct sockaddr_storage address(const char *text)
{
    struct sockaddr_storage storage = {0};
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&storage;
    struct sockaddr_in *four = (struct sockaddr_in *)&storage;
    if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
    } else {
        assert_int_equal(inet_pton(AF_INET, text, &four->sin_addr), 1);
        four->sin_family = AF_INET;
    }
    return storage;
}

static void addresses_are_counted_by_machine_or_household(void **state)
{
    (void)state;
    static const struct {
        const char *one, *other;
        bool same;
    } cases[] = {
        {"10.0.0.1", "10.0.0.1", true},
        {"10.0.0.1", "10.0.0.2", false},
        {"10.0.0.1", "::ffff:10.0.0.1", true},
        {"::ffff:10.0.0.2", "::ffff:10.0.0.1", false},
        {"2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true},
        {"2001:db8:1:2::1", "2001:db8:1:3::1", false},
        {"::1", "127.0.0.1", false},
    };
    static struct addresses table;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct sockaddr_storage one = address(cases[i].one);
        const struct sockaddr_storage other = address(cases[i].other);
        struct address *first = addresses_find(&table, &one);
        assert_non_null(first);
        assert_int_equal(addresses_find(&table, &other) == first, cases[i].same);
    }
    addresses_free(&table);
    assert_int_equal(table.count, 0);
}

static void an_address_is_forgotten_when_it_holds_nothing_and_owes_nothing(void **state)
{
    (void)state;
    static struct addresses table;
    const struct sockaddr_storage one = address("10.0.0.1");
    const struct sockaddr_storage two = address("10.0.0.2");
    const struct sockaddr_storage three = address("10.0.0.3");
    struct address *holds = addresses_find(&table, &one);
    struct address *owes = addresses_find(&table, &two);
    (void)addresses_find(&table, &three);
    holds->connections = 1;
    assert_true(bucket_take(&owes->requests, 1, 5, 1000));
    addresses_sweep(&table, 1, 1000);
    assert_int_equal(table.count, 2);
    addresses_sweep(&table, 1, 2000);
    assert_int_equal(table.count, 1);
    assert_ptr_equal(addresses_find(&table, &one), holds);
    addresses_free(&table);
}

static void there_is_an_end_to_how_many_addresses_are_remembered(void **state)
{
    (void)state;
    static struct addresses table;
    struct sockaddr_storage from = address("10.0.0.0");
    struct sockaddr_in *four = (struct sockaddr_in *)&from;
    for (uint32_t i = 0; i < ADDRESSES_MAX; i++) {
        four->sin_addr.s_addr = htonl(i);
        assert_non_null(addresses_find(&table, &from));
    }
    four->sin_addr.s_addr = htonl(ADDRESSES_MAX);
    assert_null(addresses_find(&table, &from));
    four->sin_addr.s_addr = htonl(5);
    assert_non_null(addresses_find(&table, &from));
    addresses_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_string_of_three_bytes_is_utf8_or_not_as_its_bits_say),
        cmocka_unit_test(every_four_byte_letter_and_its_neighbours_are_judged_alike),
        cmocka_unit_test(the_head_of_a_frame_says_how_long_it_is_and_nothing_more),
        cmocka_unit_test(letters_at_any_place_among_plain_ones_are_judged_alike),
        cmocka_unit_test(every_short_path_is_judged_alike),
        cmocka_unit_test(paths_that_lead_down_fit_and_others_do_not),
        cmocka_unit_test(lengths_are_digits_and_nothing_else),
        cmocka_unit_test(an_origin_is_that_of_the_host_or_the_one_allowed),
        cmocka_unit_test(a_list_has_whole_words_only),
        cmocka_unit_test(names_and_values_of_headers_end_no_line),
        cmocka_unit_test(a_query_finds_its_name_and_no_other),
        cmocka_unit_test(a_bucket_gives_its_burst_and_then_its_rate),
        cmocka_unit_test(addresses_are_counted_by_machine_or_household),
        cmocka_unit_test(an_address_is_forgotten_when_it_holds_nothing_and_owes_nothing),
        cmocka_unit_test(there_is_an_end_to_how_many_addresses_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
