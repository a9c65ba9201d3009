// The approved components of the Progressive's system, and a table's inventory of them.
#include "uth/inventory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/check_expected.h"

#define AQUARIUS UTH_MODEL_AQUARIUS
#define NEXUS    UTH_MODEL_NEXUS

// ---- versions ---------------------------------------------------------------------------------

// Oldest first; those on one line are the same.
static const char *const versions[][4] = {
    {"", "0", "0.0"},
    {"1"},
    {"1.0.1"},
    {"1.2.0", "1.2", "v1.2", "V1.2.0.0"},
    {"1.2.0P$", "1.2P$", "1.2p$"},
    {"1.2.1"},
    {"1.10"},
    {"1.65P$"},
    {"1.66", "1.66.0", "1.066"},
    {"1.66P$", "v1.66p$"},
    {"1.66Q"},
    {"1.67"},
    {"6.5.6"},
    {"6.5.6SP", "6.5.6-SP", "6.5.6 sp"},
    {"6.5.6SP2", "6.5.6 SP 2"},
    {"6.5.6.1"},
    {"6.5.7"},
    {"6.6", "6.6.0"},
    {"6.6 Build 519"},
    {"6.6 Build 520", "v6.6 Build 520", "6.6build520", "6.6_BUILD_0520"},
    {"6.6 Build 1000"},
    {"6.6.1"},
    {"6.10"},
    {"18446744073709551616.1"},
    {"18446744073709551617"},
};

#define VERSIONS (sizeof versions / sizeof versions[0])

static int sign(int order)
{
    return (order > 0) - (order < 0);
}

/* GM-7: "6.6 Build 520", "6.5.6SP", "1.66P$": every pair, both ways round */
static void versions_are_older_or_newer_as_people_read_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        for (size_t j = 0; j < VERSIONS; j++) {
            for (size_t a = 0; a < 4 && versions[i][a] != NULL; a++) {
                for (size_t b = 0; b < 4 && versions[j][b] != NULL; b++) {
                    const int found = sign(uth_version_compare(versions[i][a], versions[j][b]));
                    if (found != (i > j) - (i < j)) {
                        fail_msg("'%s' and '%s': %d", versions[i][a], versions[j][b], found);
                    }
                }
            }
        }
    }
}

/* GM-7 */
static void a_v_before_a_number_is_no_part_of_the_version(void **state)
{
    (void)state;
    assert_int_equal(uth_version_compare("v2.0", "2.0"), 0);
    assert_int_equal(uth_version_compare("V2.0", "2.0"), 0);
    assert_int_not_equal(uth_version_compare("vb", "b"), 0);
    assert_int_not_equal(uth_version_compare("w2.0", "2.0"), 0);
}

// ---- the approvals ----------------------------------------------------------------------------

// As the two approvals print them.
static const struct {
    enum uth_controller_model controller;
    const char *use, *name, *version;
    bool or_higher;
} printed[] = {
    /* GM-7 */
    {AQUARIUS, "game manager", "Game Manager", "6.6 Build 520", true},
    {AQUARIUS, "controller", "Aquarius Controller", "6.5.6SP", false},
    {AQUARIUS, "sensor", "Coin Spot", "6.0", false},
    {AQUARIUS, "display", "CHAM2+", "1.66P$", false},
    {AQUARIUS, "display", "ViPS", "1.2.0", true},
    {NEXUS, "game manager", "Nexus Command Game Manager", "1.3.0", true},
    {NEXUS, "controller", "Nexus Command Table Controller", "2.0.0", false},
    {NEXUS, "display", "ViPS", "", true},
};

static void the_approved_components_are_the_printed_ones(void **state)
{
    (void)state;
    assert_int_equal(uth_approved_count(), sizeof printed / sizeof printed[0]);
    for (size_t i = 0; i < uth_approved_count(); i++) {
        const struct uth_approved *line = uth_approved(i);
        assert_int_equal(line->controller, printed[i].controller);
        assert_string_equal(uth_component_use_name((enum uth_component_use)line->use),
                            printed[i].use);
        assert_string_equal(uth_component_name((enum uth_component)line->component),
                            printed[i].name);
        assert_string_equal(line->version, printed[i].version);
        assert_int_equal(line->or_higher, printed[i].or_higher);
    }
    EXPECT_CHECK_FAILURE(uth_approved(uth_approved_count()));
    EXPECT_CHECK_FAILURE(uth_component_name(UTH_COMPONENT_COUNT));
    EXPECT_CHECK_FAILURE(uth_component_use_name(UTH_USE_COUNT));
}

// ---- an inventory -----------------------------------------------------------------------------

static struct uth_part part_of(enum uth_component component, const char *version,
                               const char *serial)
{
    struct uth_part part = {.component = (uint8_t)component, .since_ms = 1};
    (void)snprintf(part.version, sizeof part.version, "%s", version);
    (void)snprintf(part.serial, sizeof part.serial, "%s", serial);
    return part;
}

static void put(struct uth_inventory *inventory, enum uth_component component, const char *version,
                const char *serial)
{
    const struct uth_part part = part_of(component, version, serial);
    assert_true(uth_inventory_put(inventory, &part));
    assert_true(uth_inventory_validate(inventory));
}

static struct uth_inventory whole(enum uth_controller_model controller)
{
    struct uth_inventory inventory = {.count = 0};
    if (controller == AQUARIUS) {
        put(&inventory, UTH_COMPONENT_GAME_MANAGER, "6.6 Build 520", "GM-1");
        put(&inventory, UTH_COMPONENT_AQUARIUS_CONTROLLER, "6.5.6SP", "AQ-1");
        put(&inventory, UTH_COMPONENT_COIN_SPOT, "6.0", "CS-1");
        put(&inventory, UTH_COMPONENT_CHAM2, "1.66P$", "CH-1");
    } else {
        put(&inventory, UTH_COMPONENT_NEXUS_GAME_MANAGER, "1.3.0", "NG-1");
        put(&inventory, UTH_COMPONENT_NEXUS_CONTROLLER, "2.0.0", "NC-1");
        put(&inventory, UTH_COMPONENT_VIPS, "0.1", "VI-1");
    }
    return inventory;
}

static size_t findings_of(const struct uth_inventory *inventory,
                          enum uth_controller_model controller,
                          struct uth_finding findings[UTH_FINDINGS_MAX])
{
    memset(findings, 0xff, UTH_FINDINGS_MAX * sizeof findings[0]);
    return uth_inventory_findings(inventory, controller, findings);
}

/* GM-7 */
static void a_whole_approved_system_has_no_findings(void **state)
{
    (void)state;
    struct uth_finding findings[UTH_FINDINGS_MAX];
    for (unsigned controller = 0; controller < UTH_MODEL_COUNT; controller++) {
        const struct uth_inventory inventory = whole((enum uth_controller_model)controller);
        assert_int_equal(findings_of(&inventory, (enum uth_controller_model)controller, findings),
                         0);
    }
}

/* GM-7: each use by itself; either display will do */
static void what_is_missing_is_found(void **state)
{
    (void)state;
    struct uth_finding findings[UTH_FINDINGS_MAX];
    const struct uth_inventory empty = {.count = 0};
    assert_int_equal(findings_of(&empty, AQUARIUS, findings), 4);
    assert_int_equal(findings_of(&empty, NEXUS, findings), 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(findings[i].kind, UTH_FINDING_MISSING);
    }
    for (size_t i = 0; i < 4; i++) {
        struct uth_inventory inventory = whole(AQUARIUS);
        const struct uth_part gone = inventory.parts[i];
        assert_true(uth_inventory_remove(&inventory, &gone));
        assert_true(uth_inventory_validate(&inventory));
        assert_int_equal(findings_of(&inventory, AQUARIUS, findings), 1);
        assert_int_equal(findings[0].kind, UTH_FINDING_MISSING);
        assert_int_equal(findings[0].use, i);
        assert_false(uth_inventory_remove(&inventory, &gone));
    }
    struct uth_inventory inventory = whole(AQUARIUS);
    assert_true(uth_inventory_remove(&inventory, &inventory.parts[3]));
    put(&inventory, UTH_COMPONENT_VIPS, "1.2.0", "VI-1");
    assert_int_equal(findings_of(&inventory, AQUARIUS, findings), 0);
}

// clang-format off
static const struct {
    enum uth_controller_model controller;
    enum uth_component component;
    const char *version;
    int kind; // -1: none
} changed[] = { /* GM-7 */
    { AQUARIUS, UTH_COMPONENT_GAME_MANAGER,        "6.6 Build 519", UTH_FINDING_BELOW },
    { AQUARIUS, UTH_COMPONENT_GAME_MANAGER,        "6.6",           UTH_FINDING_BELOW },
    { AQUARIUS, UTH_COMPONENT_GAME_MANAGER,        "6.6 Build 521", -1 },
    { AQUARIUS, UTH_COMPONENT_GAME_MANAGER,        "7",             -1 },
    { AQUARIUS, UTH_COMPONENT_AQUARIUS_CONTROLLER, "6.5.6",         UTH_FINDING_BELOW },
    { AQUARIUS, UTH_COMPONENT_AQUARIUS_CONTROLLER, "6.5.6SP2",      UTH_FINDING_ABOVE },
    { AQUARIUS, UTH_COMPONENT_COIN_SPOT,           "5.9",           UTH_FINDING_BELOW },
    { AQUARIUS, UTH_COMPONENT_COIN_SPOT,           "6",             -1 },
    { AQUARIUS, UTH_COMPONENT_COIN_SPOT,           "6.1",           UTH_FINDING_ABOVE },
    { AQUARIUS, UTH_COMPONENT_CHAM2,               "1.66",          UTH_FINDING_BELOW },
    { AQUARIUS, UTH_COMPONENT_VIPS,                "1.1.9",         UTH_FINDING_BELOW },
    { AQUARIUS, UTH_COMPONENT_VIPS,                "1.3",           -1 },
    { AQUARIUS, UTH_COMPONENT_NEXUS_CONTROLLER,    "2.0.0",         UTH_FINDING_FOREIGN },
    { NEXUS,    UTH_COMPONENT_NEXUS_GAME_MANAGER,  "1.2.9",         UTH_FINDING_BELOW },
    { NEXUS,    UTH_COMPONENT_NEXUS_GAME_MANAGER,  "1.3.1",         -1 },
    { NEXUS,    UTH_COMPONENT_NEXUS_CONTROLLER,    "1.9",           UTH_FINDING_BELOW },
    { NEXUS,    UTH_COMPONENT_NEXUS_CONTROLLER,    "2.0.1",         UTH_FINDING_ABOVE },
    { NEXUS,    UTH_COMPONENT_COIN_SPOT,           "6.0",           UTH_FINDING_FOREIGN },
};
// clang-format on

static void another_version_than_the_approved_one_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof changed / sizeof changed[0]; i++) {
        struct uth_finding findings[UTH_FINDINGS_MAX];
        struct uth_inventory inventory = whole(changed[i].controller);
        put(&inventory, changed[i].component, changed[i].version, "other");
        const size_t count = findings_of(&inventory, changed[i].controller, findings);
        assert_int_equal(count, changed[i].kind >= 0);
        if (count != 0) {
            assert_int_equal(findings[0].kind, changed[i].kind);
            assert_string_equal(findings[0].part->serial, "other");
            assert_int_equal(findings[0].approved != NULL, changed[i].kind != UTH_FINDING_FOREIGN);
        }
    }
}

/* GM-7: the program itself plays the system; hardware beside it is looked at all the same */
static void with_the_simulation_nothing_is_missing(void **state)
{
    (void)state;
    struct uth_finding findings[UTH_FINDINGS_MAX];
    struct uth_inventory inventory = {.count = 0};
    put(&inventory, UTH_COMPONENT_SIMULATED, "0.1.0", "none");
    assert_int_equal(findings_of(&inventory, AQUARIUS, findings), 0);
    assert_int_equal(findings_of(&inventory, NEXUS, findings), 0);
    put(&inventory, UTH_COMPONENT_COIN_SPOT, "5.9", "CS-1");
    assert_int_equal(findings_of(&inventory, AQUARIUS, findings), 1);
    assert_int_equal(findings[0].kind, UTH_FINDING_BELOW);
}

static void the_same_component_and_serial_number_is_one_part(void **state)
{
    (void)state;
    struct uth_inventory inventory = {.count = 0};
    put(&inventory, UTH_COMPONENT_COIN_SPOT, "5.9", "CS-1");
    put(&inventory, UTH_COMPONENT_COIN_SPOT, "6.0", "CS-1");
    assert_int_equal(inventory.count, 1);
    assert_string_equal(inventory.parts[0].version, "6.0");
    for (unsigned i = 2; i <= UTH_PARTS_MAX; i++) {
        char serial[16];
        (void)snprintf(serial, sizeof serial, "CS-%u", i);
        put(&inventory, UTH_COMPONENT_COIN_SPOT, "6.0", serial);
    }
    const struct uth_part more = part_of(UTH_COMPONENT_COIN_SPOT, "6.0", "one more");
    assert_false(uth_inventory_put(&inventory, &more));
    put(&inventory, UTH_COMPONENT_COIN_SPOT, "6.0", "CS-7"); // but one that is there can be changed
    assert_int_equal(inventory.count, UTH_PARTS_MAX);
}

static void what_cannot_be_a_part_is_not_sound(void **state)
{
    (void)state;
    static const char *const versions_wrong[] = {"", "SP", " 6.0", "6.0 ", "6\n0", "6.0\x7f"};
    static const char *const serials_wrong[] = {"", " CS", "CS ", "C\tS"};
    struct uth_inventory inventory = {.count = 0};
    const struct uth_part good = part_of(UTH_COMPONENT_COIN_SPOT, "6.0", "CS-1");
    assert_true(uth_part_validate(&good));
    for (size_t i = 0; i < sizeof versions_wrong / sizeof versions_wrong[0]; i++) {
        const struct uth_part part = part_of(UTH_COMPONENT_COIN_SPOT, versions_wrong[i], "CS-1");
        assert_false(uth_part_validate(&part));
        EXPECT_CHECK_FAILURE(assert_true(uth_inventory_put(&inventory, &part)));
    }
    for (size_t i = 0; i < sizeof serials_wrong / sizeof serials_wrong[0]; i++) {
        const struct uth_part part = part_of(UTH_COMPONENT_COIN_SPOT, "6.0", serials_wrong[i]);
        assert_false(uth_part_validate(&part));
    }
    struct uth_part part = good;
    part.component = UTH_COMPONENT_COUNT;
    assert_false(uth_part_validate(&part));
    part = good;
    part.since_ms = -1;
    assert_false(uth_part_validate(&part));
    part = good;
    part.reserved[6] = 1;
    assert_false(uth_part_validate(&part));
    part = good;
    memset(part.serial, 'x', sizeof part.serial); // not ended
    assert_false(uth_part_validate(&part));
    part = good;
    part.serial[sizeof part.serial - 1] = 'x'; // something behind the end
    assert_false(uth_part_validate(&part));
}

static void what_cannot_be_an_inventory_is_not_sound(void **state)
{
    (void)state;
    struct uth_inventory inventory = whole(AQUARIUS);
    inventory.parts[3].serial[0] = '\0';
    assert_false(uth_inventory_validate(&inventory));
    inventory = whole(AQUARIUS);
    inventory.parts[3] = inventory.parts[2]; // twice the same
    assert_false(uth_inventory_validate(&inventory));
    inventory = whole(AQUARIUS);
    inventory.parts[UTH_PARTS_MAX - 1].since_ms = 1; // behind the last
    assert_false(uth_inventory_validate(&inventory));
    inventory = whole(AQUARIUS);
    inventory.count = UTH_PARTS_MAX + 1;
    assert_false(uth_inventory_validate(&inventory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_are_older_or_newer_as_people_read_them),
        cmocka_unit_test(a_v_before_a_number_is_no_part_of_the_version),
        cmocka_unit_test(the_approved_components_are_the_printed_ones),
        cmocka_unit_test(a_whole_approved_system_has_no_findings),
        cmocka_unit_test(what_is_missing_is_found),
        cmocka_unit_test(another_version_than_the_approved_one_is_found),
        cmocka_unit_test(with_the_simulation_nothing_is_missing),
        cmocka_unit_test(the_same_component_and_serial_number_is_one_part),
        cmocka_unit_test(what_cannot_be_a_part_is_not_sound),
        cmocka_unit_test(what_cannot_be_an_inventory_is_not_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
