// The approved components of the Progressive's system, and which of them a table has (GM-7).
//
// The approvals name a system for each controller: its components with their software versions. They
// are data here. A table's inventory is held against them: what is missing or of another version is a
// finding, and a finding is a warning, never a refusal.
#ifndef UTH_INVENTORY_H
#define UTH_INVENTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uth/controller.h"

#ifdef __cplusplus
extern "C" {
#endif

// Stored: append only.
enum uth_component {
    UTH_COMPONENT_GAME_MANAGER = 0,
    UTH_COMPONENT_AQUARIUS_CONTROLLER = 1,
    UTH_COMPONENT_COIN_SPOT = 2,
    UTH_COMPONENT_CHAM2 = 3,
    UTH_COMPONENT_VIPS = 4,
    UTH_COMPONENT_NEXUS_GAME_MANAGER = 5,
    UTH_COMPONENT_NEXUS_CONTROLLER = 6,
    // This program plays the whole system itself: there is no hardware at the table to be approved.
    UTH_COMPONENT_SIMULATED = 7,
    UTH_COMPONENT_COUNT = 8,
};

// What a component is for. Where two can do it, either will.
enum uth_component_use {
    UTH_USE_GAME_MANAGER = 0,
    UTH_USE_CONTROLLER = 1,
    UTH_USE_SENSOR = 2,
    UTH_USE_DISPLAY = 3,
    UTH_USE_COUNT = 4,
};

// One line of an approval.
struct uth_approved {
    uint8_t controller;  // enum uth_controller_model
    uint8_t use;         // enum uth_component_use
    uint8_t component;   // enum uth_component
    bool or_higher;      // "or higher" stands behind the version; else it alone is approved
    const char *version; // "": any
};

size_t uth_approved_count(void);
const struct uth_approved *uth_approved(size_t index);

const char *uth_component_name(enum uth_component component);   // "Coin Spot"
const char *uth_component_use_name(enum uth_component_use use); // "display"

// Below 0, 0 or above 0 as `a` is older than, the same as or newer than `b`: "6.5.6" < "6.5.6SP" <
// "6.6" < "6.6 Build 520" < "6.10". Numbers count as numbers, letters without their case; a missing number
// is 0, and a suffix is newer than none. A leading "v" says nothing.
int uth_version_compare(const char *a, const char *b);

#define UTH_VERSION_SIZE 24
#define UTH_SERIAL_SIZE  32
#define UTH_PARTS_MAX    24 // a sensor for each seat, and then some

// One component at a table. No padding; unused bytes are 0.
struct uth_part {
    int64_t since_ms;
    char version[UTH_VERSION_SIZE];
    char serial[UTH_SERIAL_SIZE];
    uint8_t component; // enum uth_component
    uint8_t reserved[7];
};

// All of them. No padding; parts behind `count` are zeros. Component and serial name one part.
struct uth_inventory {
    uint64_t count;
    struct uth_part parts[UTH_PARTS_MAX];
};

// Can it be kept: printable text that is ended within its field, a version with a digit in it?
bool uth_part_validate(const struct uth_part *part);
bool uth_inventory_validate(const struct uth_inventory *inventory);

// Puts a part in, in place of the one with its component and serial number. False when it is full.
UTH_NODISCARD bool uth_inventory_put(struct uth_inventory *inventory, const struct uth_part *part);
// False when there is none with that component and serial number.
UTH_NODISCARD bool uth_inventory_remove(struct uth_inventory *inventory,
                                        const struct uth_part *part);

enum uth_finding_kind {
    UTH_FINDING_MISSING = 0, // nothing of this use is there
    UTH_FINDING_BELOW = 1,   // older than the approved version
    UTH_FINDING_ABOVE = 2,   // newer, where one version alone is approved
    UTH_FINDING_FOREIGN = 3, // not of this controller's system
};

struct uth_finding {
    enum uth_finding_kind kind;
    enum uth_component_use use;          // MISSING
    const struct uth_part *part;         // the others: in the inventory
    const struct uth_approved *approved; // BELOW, ABOVE
};

#define UTH_FINDINGS_MAX (UTH_USE_COUNT + UTH_PARTS_MAX)

// What a table with this controller lacks of its approved system. Returns how many. With the built-in
// simulation nothing is missing; what else is listed is looked at all the same.
size_t uth_inventory_findings(const struct uth_inventory *inventory,
                              enum uth_controller_model controller,
                              struct uth_finding findings[UTH_FINDINGS_MAX]);

#ifdef __cplusplus
}
#endif

#endif
