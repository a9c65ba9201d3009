// The parts of the server that need no socket: sessions, configuration, decks, house players.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "office/office.h"
#include "serve/advise.h"
#include "serve/config.h"
#include "serve/decks.h"
#include "serve/device.h"
#include "serve/pages.h"
#include "serve/session.h"
#include "serve/slow.h"
#include "support/rng.h"
#include "uth/exact.h"
#include "wire/table_json.h"

// ---- sessions ---------------------------------------------------------------------------------

static void a_session_is_read_back_until_its_last_second(void **state)
{
    (void)state;
    const struct session_key key = {{1, 2, 3}};
    const struct session_key other = {{1, 2, 4}};
    const struct session written = {77, 3, 1000};
    struct session found;
    char token[SESSION_TOKEN_MAX];
    session_write(&key, &written, token);
    assert_true(session_read(&key, token, 999, &found));
    assert_int_equal(found.person, 77);
    assert_int_equal(found.generation, 3);
    assert_int_equal(found.expires_s, 1000);
    assert_false(session_read(&key, token, 1000, &found));
    assert_int_equal(found.person, 0);
    assert_false(session_read(&other, token, 999, &found));
}

static void every_changed_letter_of_a_cookie_spoils_it(void **state)
{
    (void)state;
    const struct session_key key = {{9}};
    const struct session written = {1, 1, INT64_C(1) << 40};
    struct session found;
    char token[SESSION_TOKEN_MAX];
    session_write(&key, &written, token);
    for (size_t i = 0; token[i] != '\0'; i++) {
        char forged[SESSION_TOKEN_MAX];
        memcpy(forged, token, sizeof forged);
        forged[i] = forged[i] == 'A' ? 'B' : 'A';
        // The last letter carries bits that are not used: those must be 0.
        assert_false(session_read(&key, forged, 0, &found));
    }
    token[strlen(token) - 1] = '\0';
    assert_false(session_read(&key, token, 0, &found));
    assert_false(session_read(&key, "", 0, &found));
}

static void the_cookie_is_found_among_others_and_the_token_fits_its_session_only(void **state)
{
    (void)state;
    const struct session_key key = {{5}};
    const struct session ada = {1, 1, 5000};
    const struct session bob = {2, 1, 5000};
    struct session found;
    char token[SESSION_TOKEN_MAX];
    char header[400];
    char csrf[SESSION_CSRF_MAX];
    session_write(&key, &ada, token);
    (void)snprintf(header, sizeof header, "x=1; uth_session=%s; y=2", token);
    assert_true(session_of_cookie(&key, header, 1, &found));
    (void)snprintf(header, sizeof header, "xuth_session=%s", token);
    assert_false(session_of_cookie(&key, header, 1, &found));
    assert_false(session_of_cookie(&key, NULL, 1, &found));
    session_csrf(&key, &ada, csrf);
    assert_true(session_csrf_matches(&key, &ada, csrf));
    assert_false(session_csrf_matches(&key, &bob, csrf));
    assert_false(session_csrf_matches(&key, &ada, NULL));
    assert_false(session_csrf_matches(&key, &ada, ""));
    for (size_t i = 0; i + 1 < sizeof csrf; i++) { // every character counts
        const char kept = csrf[i];
        csrf[i] = kept == '0' ? '1' : '0';
        assert_false(session_csrf_matches(&key, &ada, csrf));
        csrf[i] = kept;
    }
    assert_true(session_csrf_matches(&key, &ada, csrf));
}

// ---- devices and slowing down -----------------------------------------------------------------

static void a_device_is_ours_or_none_and_bound_to_its_person(void **state)
{
    (void)state;
    const struct device_key key = {{9}};
    const struct device_key other = {{8}};
    struct office_device ada;
    struct office_device bob;
    char token[DEVICE_TOKEN_MAX];
    char found[DEVICE_TOKEN_MAX];
    char header[128];
    device_make(&key, token);
    (void)snprintf(header, sizeof header, "uth_session=x; uth_device=%s; a=b", token);
    assert_true(device_of_cookie(&key, header, found));
    assert_string_equal(found, token);
    assert_false(device_of_cookie(&other, header, found));
    assert_string_equal(found, "");
    assert_false(device_of_cookie(&key, NULL, found));
    assert_false(device_of_cookie(&key, "uth_device=", found));
    char *value = strstr(header, "uth_device=") + strlen("uth_device=");
    for (size_t i = 0; i < strlen(token); i++) {
        const char right = value[i];
        value[i] = right == 'A' ? 'B' : 'A';
        assert_false(device_of_cookie(&key, header, found));
        value[i] = right;
    }
    device_hash(&key, token, 1, &ada);
    device_hash(&key, token, 2, &bob);
    assert_memory_not_equal(&ada, &bob, sizeof ada);
}

static struct slow *fresh_slow(void)
{
    static struct slow slow;
    slow_init(&slow);
    return &slow;
}

// Makes tries as often as they are let, until `end_ms`: how many that is.
static unsigned tries_until(struct slow *slow, uint64_t key, int64_t *now_ms, int64_t end_ms)
{
    unsigned made = 0;
    for (;;) {
        *now_ms += slow_wait_ms(slow, SLOW_PASSWORD_NAME, key, *now_ms);
        if (*now_ms >= end_ms) {
            return made;
        }
        slow_charge(slow, SLOW_PASSWORD_NAME, key, *now_ms);
        made++;
    }
}

static void wrong_tries_wait_longer_and_longer_and_never_for_more_than_a_minute(void **state)
{
    (void)state;
    struct slow *slow = fresh_slow();
    const uint64_t name = slow_text_key(slow, "Dora");
    assert_int_equal(name, slow_text_key(slow, "dORA"));
    assert_int_not_equal(name, slow_text_key(slow, "Dora "));
    int64_t now = 1000;
    static const int64_t waits[] = {0, 0, 0, 0, 0, 2000, 4000, 8000, 16000, 32000, 60000, 60000};
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        const int64_t wait = slow_wait_ms(slow, SLOW_PASSWORD_NAME, name, now);
        assert_int_equal(wait, waits[i]);
        assert_int_equal(slow_wait_ms(slow, SLOW_PASSWORD_ADDRESS, name, now), 0);
        now += wait;
        slow_charge(slow, SLOW_PASSWORD_NAME, name, now);
    }
    // A day of it is a word list of 1440 at most.
    const int64_t day = INT64_C(86400000);
    assert_in_range(tries_until(slow, name, &now, now + day), 1000, 1441);
    slow_clear(slow, SLOW_PASSWORD_NAME, name);
    assert_int_equal(slow_wait_ms(slow, SLOW_PASSWORD_NAME, name, now), 0);
}

static void tries_are_forgotten_with_time_and_a_right_one_does_not_count(void **state)
{
    (void)state;
    struct slow *slow = fresh_slow();
    int64_t now = 5;
    for (unsigned i = 0; i < 100; i++) {
        slow_charge(slow, SLOW_PASSWORD_NAME, 7, now);
        slow_refund(slow, SLOW_PASSWORD_NAME, 7, now);
    }
    assert_int_equal(slow_wait_ms(slow, SLOW_PASSWORD_NAME, 7, now), 0);
    // One every five minutes is forgotten as fast as it is made.
    for (unsigned i = 0; i < 100; i++, now += 5 * 60000) {
        assert_int_equal(slow_wait_ms(slow, SLOW_PASSWORD_NAME, 7, now), 0);
        slow_charge(slow, SLOW_PASSWORD_NAME, 7, now);
    }
}

static void strangers_with_many_names_do_not_make_a_name_forgotten(void **state)
{
    (void)state;
    struct slow *slow = fresh_slow();
    for (unsigned i = 0; i < 6; i++) {
        slow_charge(slow, SLOW_PASSWORD_NAME, 7, 1000);
    }
    for (uint64_t other = 100; other < 100000; other++) {
        slow_charge(slow, SLOW_PASSWORD_NAME, other, 1001);
    }
    assert_true(slow_wait_ms(slow, SLOW_PASSWORD_NAME, 7, 1002) > 0);
}

static void a_decoy_costs_what_a_password_costs_and_nothing_fits_it(void **state)
{
    (void)state;
    struct office_secret decoy;
    struct office_secret real;
    office_secret_decoy(&decoy);
    assert_true(office_secret_make("a long password", &real));
    // The parameters stand before the salt.
    const size_t parameters =
        (size_t)(strchr(real.hash + strlen("$argon2id$v=19$"), '$') - real.hash);
    assert_memory_equal(decoy.hash, real.hash, parameters);
    assert_int_equal(strlen(decoy.hash), strlen(real.hash));
    assert_false(office_secret_matches(&decoy, ""));
    assert_false(office_secret_matches(&decoy, "a long password"));
}

// ---- configuration ----------------------------------------------------------------------------

static void the_manual_is_a_configuration_and_says_the_defaults(void **state)
{
    (void)state;
    static struct config config;
    static struct config defaults;
    struct fault fault;
    config_init(&config);
    config_init(&defaults);
    assert_true(config_read(&config, CONFIG_MANUAL, &fault));
    assert_memory_equal(config.texts, defaults.texts, sizeof config.texts);
    assert_memory_equal(config.numbers, defaults.numbers, sizeof config.numbers);
    assert_int_equal(config.table_count, 3);
    assert_string_equal(config.tables[0].name, "Rainier");
    assert_true(config.tables[0].meter);
}

// The next line, without its end, in `line`; false behind the last.
static bool next_line(FILE *file, char line[256])
{
    const bool got = fgets(line, 256, file) != NULL;
    if (got) {
        assert_non_null(strchr(line, '\n'));
        line[strcspn(line, "\n")] = '\0';
    }
    return got;
}

static unsigned key_named(const char *name, size_t length)
{
    static const char *const keys[CONFIG_KEY_COUNT] = {
#define X(key, option, word, kind, smallest, largest, otherwise, help) #key,
        CONFIG_KEYS(X)
#undef X
    };
    unsigned index = 0;
    while (index < CONFIG_KEY_COUNT &&
           (strlen(keys[index]) != length || strncmp(keys[index], name, length) != 0)) {
        index++;
    }
    return index;
}

// A key stands at the beginning of its line, behind "# " where the default is nothing.
static void the_manual_has_every_key_once_and_no_other(void **state)
{
    (void)state;
    unsigned found[CONFIG_KEY_COUNT + 1] = {0};
    char line[256];
    FILE *file = fopen(CONFIG_MANUAL, "r");
    assert_non_null(file);
    while (next_line(file, line) && strncmp(line, "[table ", 7) != 0) {
        const char *name = strncmp(line, "# ", 2) == 0 ? line + 2 : line;
        const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
        if (length != 0 && strncmp(name + length, " = ", 3) == 0) {
            const unsigned key = key_named(name, length);
            if (key == CONFIG_KEY_COUNT || ++found[key] > 1) {
                fail_msg("no key, or one that was there before: %s", line);
            }
        }
        assert_in_range(strlen(line), 0, 72); // behind the margin of a manual page
    }
    (void)fclose(file);
    for (unsigned i = 0; i < CONFIG_KEY_COUNT; i++) {
        if (found[i] != 1) {
            fail_msg("key %u of CONFIG_KEYS does not stand in " CONFIG_MANUAL, i);
        }
    }
}

// What a section may say, besides its name: the first words of the lines between "# ---- tables" and
// the first section that are indented by three.
static unsigned table_key_named(const char *name, size_t length)
{
    static const char *const special[] = {"profile", "copies"};
    for (unsigned i = 0; i < 2; i++) {
        if (strlen(special[i]) == length && strncmp(special[i], name, length) == 0) {
            return i;
        }
    }
    unsigned index = 0;
    while (wire_config_field(index) != NULL &&
           (strlen(wire_config_field(index)) != length ||
            strncmp(wire_config_field(index), name, length) != 0)) {
        index++;
    }
    return 2 + index;
}

static void the_manual_has_every_key_of_a_table_and_no_other(void **state)
{
    (void)state;
    unsigned found[64] = {0};
    char line[256];
    unsigned count = 2;
    while (wire_config_field(count - 2) != NULL) {
        count++;
    }
    assert_in_range(count, 10, 60);
    FILE *file = fopen(CONFIG_MANUAL, "r");
    assert_non_null(file);
    while (next_line(file, line) && strncmp(line, "[table ", 7) != 0) {
        const char *name = line + 4;
        // One key and two blanks before what it means, or several with one blank between two.
        while (strncmp(line, "#   ", 4) == 0 && name[0] >= 'a' && name[0] <= 'z') {
            const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
            const unsigned key = table_key_named(name, length);
            if (key == count || ++found[key] > 1) {
                fail_msg("no key of a table, or one that was there before: %s", name);
            }
            name += length;
            name += name[0] == ' ' && name[1] != ' ';
        }
    }
    (void)fclose(file);
    for (unsigned i = 0; i < count; i++) {
        if (found[i] == 0 && strcmp(i < 2 ? "" : wire_config_field(i - 2), "name") != 0) {
            fail_msg("'%s' does not stand in " CONFIG_MANUAL,
                     i < 2 ? "profile or copies" : wire_config_field(i - 2));
        }
    }
}

static void a_broken_line_is_named(void **state)
{
    (void)state;
    static struct config config;
    static const struct {
        const char *text, *says;
    } broken[] = {
        {"\n\nport = 80x\n", "f:3: port"},
        {"port = 65536\n", "f:1: port"},
        {"colour = red\n", "no key 'colour'"},
        {"port\n", "key = value"},
        {"[chair X]\n", "[table NAME]"},
        {"[table ]\n", "name"},
        {"[table X]\nhouse_players = -1\n", "f:2: house_players"},
        {"[table X]\nmeter = perhaps\n", "yes or no"},
        {"[table X]\ncopies = 0\n", "copies"},
        {"[table X]\nlegs = 4\n", "legs"},
        {"[table X]\nhouse_strategy = bold\n",
         "f:2: house_strategy: got \"bold\", expected optimal"},
        {"[table X]\nhouse_strategy = 4\n", "f:2: house_strategy"},
        {"\nlog = loud\n", "f:2: log = loud: must be error, warn, info or debug"},
        {"store = foo\n", "f:1: store = foo: must be sqlite:PATH or postgres"},
        {"store = sqlite:\n", "f:1: store = sqlite:"},
        {"store =\n", "f:1: store ="},
        {"origin = foo\n", "f:1: origin = foo: must be https://HOST"},
        {"origin = ftp://x\n", "f:1: origin"},
        {"origin = https://\n", "f:1: origin"},
        {"origin = https://x/\n", "and nothing more"},
        {"hosts = https://x\n", "f:1: hosts = https://x: must be names"},
        {"hosts = x:8080\n", "f:1: hosts"},
        {"port = 1\nlog = info\nport = 1\n", "f:3: port is already set on line 1"},
        {"[table X]\nmeter = no\nmeter = no\n", "f:3: meter is already set on line 2"},
        {"[table X]\nhouse_ms = 1\n\nhouse_ms = 1\n", "f:4: house_ms is already set on line 2"},
        {"[table X]\n[table Y]\n[table X]\n", "f:3: a table named 'X' is already on line 1"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct fault fault = {.kind = FAULT_NONE};
        config_init(&config);
        assert_false(config_read_text(&config, "f", broken[i].text, &fault));
        if (strstr(fault.text, broken[i].says) == NULL) {
            fail_msg("'%s' does not say '%s'", fault.text, broken[i].says);
        }
    }
}

static void what_a_key_may_say_is_taken(void **state)
{
    (void)state;
    static struct config config;
    static const char *const sound[] = {
        "store = sqlite:x\norigin = https://cards.example\nlog = debug\n",
        "store = postgres://uth@/uth\norigin = http://localhost:8080\nlog = error\n",
        "store = postgresql://h/d\norigin =\nhosts = cards.example, 10.0.0.7\n",
        "[table X]\nhouse_ms = 1\nhouse_strategy = timid\n[table Y]\nhouse_ms = 1\n",
        "store = memory:\n",
        "[table X]\nhouse_strategy = 3\n",
    };
    for (size_t i = 0; i < sizeof sound / sizeof sound[0]; i++) {
        struct fault fault = {.kind = FAULT_NONE};
        config_init(&config);
        if (!config_read_text(&config, "f", sound[i], &fault)) {
            fail_msg("%s", fault.text);
        }
    }
    struct room_config room = {0};
    config_table_apply(&config.tables[0], &room);
    assert_int_equal(room.house_strategy, UTH_STYLE_TIMID);
    // What the command line says goes over what the file says.
    struct fault fault;
    assert_true(config_set(&config, "port", "1", &fault));
    assert_true(config_set(&config, "port", "2", &fault));
}

static void a_table_is_found_in_its_file(void **state)
{
    (void)state;
    static struct config config;
    struct fault fault;
    char place[CONFIG_PLACE_SIZE];
    config_init(&config);
    assert_true(config_read_text(&config, "f", "\n[table X]\nprofile = x\nhouse_ms = 1\n", &fault));
    const struct config_table *table = &config.tables[0];
    assert_string_equal(config_table_place(&config, table, "profile", place), "f:3: ");
    assert_string_equal(config_table_place(&config, table, "house_ms", place), "f:4: ");
    assert_string_equal(config_table_place(&config, table, "offer_ms", place), "f:2: ");
    config.file[0] = '\0';
    assert_string_equal(config_table_place(&config, table, "profile", place), "");
}

// ---- decks ------------------------------------------------------------------------------------

static void test_decks_are_whole_and_come_round_by_round(void **state)
{
    (void)state;
    char path[] = "/tmp/uth-decks-XXXXXX";
    const int made = mkstemp(path);
    static const char lines[] = "# two for table 1\n1: As Kd\n2: 2c\n1: Qh\n";
    struct fault fault;
    uth_card deck[UTH_DECK_SIZE];
    uth_card ace;
    uth_card queen;
    assert_true(made >= 0 && write(made, lines, sizeof lines - 1) == (ssize_t)sizeof lines - 1);
    (void)close(made);
    struct decks *decks = decks_open(path, &fault);
    (void)unlink(path);
    assert_non_null(decks);
    assert_int_equal(uth_card_parse("As", 2, &ace), UTH_OK);
    assert_int_equal(uth_card_parse("Qh", 2, &queen), UTH_OK);
    assert_true(decks_deal(decks, 1, 1, deck));
    assert_int_equal(deck[0], ace);
    assert_true(uth_deck_is_whole(deck));
    assert_true(decks_deal(decks, 1, 2, deck));
    assert_int_equal(deck[0], queen);
    assert_true(decks_deal(decks, 1, 3, deck));
    assert_int_equal(deck[0], ace);
    assert_false(decks_deal(decks, 3, 1, deck));
    decks_close(&decks);
}

// ---- pages ------------------------------------------------------------------------------------

static void a_page_is_packed_for_who_names_gzip_with_a_weight_above_0(void **state)
{
    (void)state;
    static const char *const packed[] = {
        "gzip",
        "GZIP",
        " gzip ",
        "br, gzip",
        "gzip, br",
        ", gzip",
        "deflate;q=0,gzip",
        "br,\tgzip;q=0.5,*;q=0",
        "gzip;q=1",
        "gzip;q=1.",
        "gzip;q=1.000",
        "gzip;q=0.5",
        "gzip;q=0.001",
        "gzip ; q=0.5",
        "gzip;\tQ=0.5 , br",
    };
    static const char *const plain[] = {
        "",
        ",",
        " , ,",
        "identity",
        "*",
        "*;q=0",
        "br",
        "gzip;q=0",
        "gzip;q=0.",
        "gzip;q=0.0",
        "gzip;q=0.00",
        "gzip; q=0",
        "gzip;q=0.000",
        "gzip ;q=0",
        "gzip;Q=0",
        "gzip;q=0, br",
        "xgzip",
        "gzip;q=0,gzip",
        "x-gzip",
        "br, gzip;q=0.0 , x",
        "gzip2",
        "gzi",
        "gzip br",
        "gzip;",
        "gzip;q",
        "gzip;q=",
        "gzip;q=2",
        "gzip;q=-1",
        "gzip;q=.5",
        "gzip;q=01",
        "gzip;q=0.0001",
        "gzip;q=0.5x",
        "gzip;q=0x5",
        "gzip;level=9",
        "gzip;q=0.5;x",
    };
    for (size_t i = 0; i < sizeof packed / sizeof packed[0]; i++) {
        if (!pages_take_gzip(packed[i])) {
            fail_msg("'%s' gets no gzip", packed[i]);
        }
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (pages_take_gzip(plain[i])) {
            fail_msg("'%s' gets gzip", plain[i]);
        }
    }
    assert_false(pages_take_gzip(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_is_read_back_until_its_last_second),
        cmocka_unit_test(every_changed_letter_of_a_cookie_spoils_it),
        cmocka_unit_test(the_cookie_is_found_among_others_and_the_token_fits_its_session_only),
        cmocka_unit_test(a_device_is_ours_or_none_and_bound_to_its_person),
        cmocka_unit_test(wrong_tries_wait_longer_and_longer_and_never_for_more_than_a_minute),
        cmocka_unit_test(tries_are_forgotten_with_time_and_a_right_one_does_not_count),
        cmocka_unit_test(strangers_with_many_names_do_not_make_a_name_forgotten),
        cmocka_unit_test(a_decoy_costs_what_a_password_costs_and_nothing_fits_it),
        cmocka_unit_test(the_manual_is_a_configuration_and_says_the_defaults),
        cmocka_unit_test(the_manual_has_every_key_once_and_no_other),
        cmocka_unit_test(the_manual_has_every_key_of_a_table_and_no_other),
        cmocka_unit_test(what_a_key_may_say_is_taken),
        cmocka_unit_test(a_table_is_found_in_its_file),
        cmocka_unit_test(a_broken_line_is_named),
        cmocka_unit_test(test_decks_are_whole_and_come_round_by_round),
        cmocka_unit_test(a_page_is_packed_for_who_names_gzip_with_a_weight_above_0),
    };
    return fair_init() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
