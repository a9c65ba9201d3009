// A gaming day, at one table or at all of a room: what was bet, won and held, beside what the exact
// edges expect; fees, drop box, tray; and every change of a meter explained (GM-5).
#ifndef UTH_REPORT_DAY_H
#define UTH_REPORT_DAY_H

#include <stdio.h>

#include <jansson.h>

#include "office/office.h"
#include "report/edges.h"
#include "report/sheet.h"

#define REPORT_PROVIDERS_MAX 4 // on one day; more are not named
#define REPORT_PROFILES_MAX  32
#define REPORT_TIERS_MAX     32
#define REPORT_LINES_MAX     200 // awards and adjustments of a day

struct report_wager {
    uint64_t count;
    uth_money handle; // staked in rounds that counted
    uth_money won;    // by players, stakes left out
    uth_money lost;   // by players
};

// What was played by one profile; a day may see several.
struct report_profile {
    uint64_t number;
    struct uth_rules rules;
    uint64_t rounds;
    struct report_wager wagers[UTH_WAGER_COUNT];
    struct report_edges edges;
    // The Progressive, as far as it is the house's: its wagers, and what went from the tray.
    uth_money fed;        // to meter and reserve
    uth_money from_house; // of awards
    uth_money seed_added;
};

// FEE-2, FEE-3: how often which fee was taken.
struct report_tier {
    bool of_player; // or of the player-dealer
    uth_money fee;
    uint64_t count;
};

struct report_line {
    struct uth_meter_entry entry;
};

// What one table has of the sums.
struct report_table {
    uint32_t table;
    char name[ROOM_NAME_MAX];
    uint64_t rounds; // that counted
    uint64_t voided;
    uth_money handle; // of all wagers
    uth_money held;
    uth_money fees; // less those that voids returned
    uth_money drop_counted;
    uth_money fills;
    uth_money credits;
    uth_money tray_change;
};

struct report_meter {
    uint64_t id;
    struct uth_meter_day day;
    bool explained;
    // Of its journal: how many entries of the day were counted, in any order, and their numbers.
    uint64_t count;
    uint64_t first;
    uint64_t last;
};

struct day_report {
    uint32_t table; // 0: all of the room's
    char name[ROOM_NAME_MAX];
    int64_t day;
    uint64_t rounds; // that counted
    uint64_t voided;
    size_t table_count; // 1, or all
    struct report_table tables[OFFICE_TABLES_MAX];
    size_t profile_count;
    struct report_profile profiles[REPORT_PROFILES_MAX];
    size_t tier_count;
    struct report_tier tiers[REPORT_TIERS_MAX];
    // BANK-1: a provider's part, apart from the house's.
    size_t provider_count;
    char providers[REPORT_PROVIDERS_MAX][ROOM_NAME_MAX]; // whose players were at the table
    uth_money provider_funded;
    uth_money provider_withdrew;
    uth_money provider_won; // by its players, at the wagers and the bank
    uth_money provider_fees;
    uth_money fees;          // into the drop box
    uth_money fees_returned; // by voids
    uth_money drop_counted;
    uth_money fills;
    uth_money credits;
    uth_money tray_change; // by everything
    size_t meter_count;    // the table's, if it has one, or all
    struct report_meter meters[OFFICE_METERS_MAX];
    uint8_t controller;             // enum uth_controller_model; of a table with a meter
    struct uth_inventory inventory; // GM-7: of the table now
    size_t line_count;
    size_t lines_left_out;
    struct report_line lines[REPORT_LINES_MAX];
};

// Reads everything it needs from the store; any thread, on a store of its own. Table 0: the room's
// report, which takes about as long as reading the day. A table's takes as long as reading its own
// batches of the day, and with a meter those of the tables that play for it. False with *fault.
UTH_NODISCARD bool day_report_read(struct store *store, uint32_t table, int64_t day,
                                   struct day_report *report, struct fault *fault);

void day_report_write(const struct day_report *report, enum sheet_format format, FILE *out);
json_t *day_report_json(const struct day_report *report);

// What the house, or whoever banked, was to win by the exact edges, and did. False where the profile
// has no edge for it. Ante means Ante, Blind and Play.
bool day_report_theoretical(const struct report_profile *profile, enum uth_wager wager,
                            int64_t *cents);
int64_t day_report_actual(const struct report_profile *profile, enum uth_wager wager);

#endif
