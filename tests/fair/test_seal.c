// Sealed secrets and the file of their key.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "support/check_expected.h"

struct bench {
    char directory[64];
    char path[80];
    struct fair_key *key;
};

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    struct fault fault;
    if (bench == NULL) {
        return -1;
    }
    (void)snprintf(bench->directory, sizeof bench->directory, "/tmp/uth-seal-XXXXXX");
    *state = bench;
    if (mkdtemp(bench->directory) == NULL) {
        return -1;
    }
    (void)snprintf(bench->path, sizeof bench->path, "%s/seal.key", bench->directory);
    return fair_key_open(bench->path, true, &fault, &bench->key) ? 0 : -1;
}

static int clean_up(void **state)
{
    struct bench *bench = *state;
    fair_key_close(&bench->key);
    (void)unlink(bench->path);
    const int status = rmdir(bench->directory); // fails where something else was left behind
    free(bench);
    return status;
}

static const char plain[] = "four and twenty blackbirds";
static const struct fair_place here = {FAIR_PURPOSE_ROUND, 7, 4711};

#define SEALED_SIZE (sizeof plain + FAIR_SEAL_EXTRA)

static void what_is_sealed_opens_again(void **state)
{
    struct bench *bench = *state;
    uint8_t sealed[SEALED_SIZE];
    char opened[sizeof plain];
    fair_seal(bench->key, here, plain, sizeof plain, sealed);
    assert_true(fair_unseal(bench->key, here, sealed, sizeof sealed, opened));
    assert_memory_equal(opened, plain, sizeof plain);
}

static void nothing_can_be_sealed_too(void **state)
{
    struct bench *bench = *state;
    uint8_t sealed[FAIR_SEAL_EXTRA];
    uint8_t opened = 9;
    fair_seal(bench->key, here, plain, 0, sealed);
    assert_true(fair_unseal(bench->key, here, sealed, sizeof sealed, &opened));
    assert_int_equal(opened, 9);
}

static void the_same_is_never_sealed_the_same_way(void **state)
{
    struct bench *bench = *state;
    uint8_t sealed[2][SEALED_SIZE];
    fair_seal(bench->key, here, plain, sizeof plain, sealed[0]);
    fair_seal(bench->key, here, plain, sizeof plain, sealed[1]);
    for (size_t i = 0; i + 8 <= SEALED_SIZE; i++) {
        assert_memory_not_equal(sealed[0] + i, sealed[1] + i, 8);
    }
}

static void expect_closed(const struct fair_key *key, struct fair_place place,
                          const uint8_t *sealed, size_t size)
{
    char opened[SEALED_SIZE];
    char untouched[SEALED_SIZE];
    memset(opened, 7, sizeof opened);
    memset(untouched, 7, sizeof untouched);
    assert_false(fair_unseal(key, place, sealed, size, opened));
    assert_memory_equal(opened, untouched, sizeof opened);
}

static void every_changed_bit_and_every_cut_is_noticed(void **state)
{
    struct bench *bench = *state;
    uint8_t sealed[SEALED_SIZE];
    fair_seal(bench->key, here, plain, sizeof plain, sealed);
    for (size_t bit = 0; bit < 8 * sizeof sealed; bit++) {
        sealed[bit / 8] ^= (uint8_t)(1U << bit % 8);
        expect_closed(bench->key, here, sealed, sizeof sealed);
        sealed[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    for (size_t size = 0; size < sizeof sealed; size++) {
        expect_closed(bench->key, here, sealed, size);
    }
}

static void what_is_sealed_for_one_place_opens_at_no_other(void **state)
{
    struct bench *bench = *state;
    const struct fair_place others[] = {
        {FAIR_PURPOSE_PASSWORD, 7, 4711},
        {FAIR_PURPOSE_ROUND, 8, 4711},
        {FAIR_PURPOSE_ROUND, 7, 4712},
        {FAIR_PURPOSE_ROUND, 7, 4711 + (UINT64_C(1) << 56)},
        {FAIR_PURPOSE_ROUND, 7 + (UINT32_C(1) << 24), 4711},
    };
    uint8_t sealed[SEALED_SIZE];
    fair_seal(bench->key, here, plain, sizeof plain, sealed);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        expect_closed(bench->key, others[i], sealed, sizeof sealed);
    }
    const struct fair_place nowhere = {FAIR_PURPOSE_COUNT, 0, 0};
    EXPECT_CHECK_FAILURE((fair_seal(bench->key, nowhere, plain, 1, sealed), 0));
}

// ---- the key file -----------------------------------------------------------------------------

static void the_key_is_made_once_and_read_again(void **state)
{
    struct bench *bench = *state;
    struct fault fault;
    struct fair_key *again = NULL;
    struct stat file;
    uint8_t sealed[SEALED_SIZE];
    char opened[sizeof plain];
    assert_int_equal(stat(bench->path, &file), 0);
    assert_int_equal(file.st_mode & 07777, 0600);
    assert_int_equal(file.st_nlink, 1); // nothing under another name is left
    fair_seal(bench->key, here, plain, sizeof plain, sealed);
    assert_true(fair_key_open(bench->path, true, &fault, &again));
    assert_true(fair_unseal(again, here, sealed, sizeof sealed, opened));
    fair_key_close(&again);
    assert_null(again);
    fair_key_close(&again);
}

static void another_key_opens_nothing(void **state)
{
    struct bench *bench = *state;
    struct fault fault;
    struct fair_key *other = NULL;
    uint8_t sealed[SEALED_SIZE];
    fair_seal(bench->key, here, plain, sizeof plain, sealed);
    assert_int_equal(unlink(bench->path), 0);
    assert_true(fair_key_open(bench->path, true, &fault, &other));
    expect_closed(other, here, sealed, sizeof sealed);
    fair_key_close(&other);
}

static void expect_no_key(const char *path, bool make, const char *why)
{
    struct fault fault = {.kind = FAULT_NONE};
    struct fair_key *key = NULL;
    assert_false(fair_key_open(path, make, &fault, &key));
    assert_null(key);
    assert_non_null(strstr(fault.text, why));
    assert_non_null(strstr(fault.text, path));
}

static void a_key_others_may_read_is_refused(void **state)
{
    struct bench *bench = *state;
    const mode_t modes[] = {0640, 0604, 0660, 0610, 0601, 0602};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_int_equal(chmod(bench->path, modes[i]), 0);
        expect_no_key(bench->path, true, "others may read the sealing key; its mode must be 0600");
    }
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0600), 0);
}

static void what_is_no_key_is_refused_and_left_alone(void **state)
{
    struct bench *bench = *state;
    static const char digits[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    char good[128];
    char texts[7][128];
    (void)snprintf(good, sizeof good, "uth-seal-key-1 %s\n", digits);
    (void)snprintf(texts[0], sizeof texts[0], "%s", "");
    (void)snprintf(texts[1], sizeof texts[1], "uth-seal-key-1 %s", digits);
    (void)snprintf(texts[2], sizeof texts[2], "uth-ed25519-seed-1 %s\n", digits);
    (void)snprintf(texts[3], sizeof texts[3], "uth-seal-key-1 %.62s\n", digits);
    (void)snprintf(texts[4], sizeof texts[4], "uth-seal-key-1 %.63sg\n", digits);
    (void)snprintf(texts[5], sizeof texts[5], "uth-seal-key-1 %s\n\n", digits);
    (void)snprintf(texts[6], sizeof texts[6], "uth-seal-key-1-%s\n", digits);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_file(bench->path, texts[i]);
        expect_no_key(bench->path, true, "this is not a sealing key");
        struct stat file;
        assert_int_equal(stat(bench->path, &file), 0);
        assert_int_equal(file.st_size, strlen(texts[i]));
    }
    struct fault fault;
    struct fair_key *key = NULL;
    write_file(bench->path, good);
    assert_true(fair_key_open(bench->path, false, &fault, &key));
    fair_key_close(&key);
}

static void a_missing_key_is_made_only_when_wanted(void **state)
{
    struct bench *bench = *state;
    assert_int_equal(unlink(bench->path), 0);
    expect_no_key(bench->path, false, "cannot open the key: No such file");
    assert_int_equal(access(bench->path, F_OK), -1);
    expect_no_key("/tmp/uth-no-such-directory/x/seal.key", true, "cannot make the key: No such");
}

static void a_directory_or_a_pipe_is_no_key_and_keeps_nobody_waiting(void **state)
{
    struct bench *bench = *state;
    expect_no_key(bench->directory, true, "not a file");
    assert_int_equal(unlink(bench->path), 0);
    assert_int_equal(mkfifo(bench->path, 0600), 0);
    expect_no_key(bench->path, true, "not a file");
}

static void a_path_beyond_all_length_is_refused_in_words(void **state)
{
    (void)state;
    char path[5000];
    struct fault fault;
    struct fair_key *key = NULL;
    memset(path, 'a', sizeof path);
    path[sizeof path - 1] = '\0';
    assert_false(fair_key_open(path, true, &fault, &key));
    assert_non_null(strstr(fault.text, "name too long"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_sealed_opens_again),
        TEST(nothing_can_be_sealed_too),
        TEST(the_same_is_never_sealed_the_same_way),
        TEST(every_changed_bit_and_every_cut_is_noticed),
        TEST(what_is_sealed_for_one_place_opens_at_no_other),
        TEST(the_key_is_made_once_and_read_again),
        TEST(another_key_opens_nothing),
        TEST(a_key_others_may_read_is_refused),
        TEST(what_is_no_key_is_refused_and_left_alone),
        TEST(a_missing_key_is_made_only_when_wanted),
        TEST(a_directory_or_a_pipe_is_no_key_and_keeps_nobody_waiting),
        TEST(a_path_beyond_all_length_is_refused_in_words),
    };
    return cmocka_run_group_tests_name("seal", tests, NULL, NULL);
}
