// A disk under SQLite that fails at the n-th write, sync, truncation or deletion, or loses its power
// there: a VFS around the default one.
//
// What was written is read back at once, as through a page cache, and is on the disk only after a
// sync. When the power goes, what was not synced is lost, or part of it is, in any order: that is
// more than most disks do.
#ifndef UTH_TESTS_STORE_FAULTY_DISK_H
#define UTH_TESTS_STORE_FAULTY_DISK_H

#include <stdbool.h>
#include <stdint.h>

enum disk_fault {
    DISK_SOUND,
    DISK_FAILS,       // an I/O error, nothing is done
    DISK_IS_FULL,     // a write finds no room
    DISK_WRITES_HALF, // an I/O error after half of a write
    DISK_FORGETS,     // a failed sync, after which the disk believes it has what it has not
    DISK_GOES_DARK,   // no call does anything any more
    DISK_FAULT_COUNT,
};

// What survives of the unsynced when the power is back.
enum disk_survival { DISK_KEEPS_NOTHING, DISK_KEEPS_SOME, DISK_KEEPS_ALL };

// Becomes SQLite's default. Once.
bool disk_install(void);
// Counts write points from here on; `at` is the one that fails, 0 for none.
void disk_plan(uint64_t at, enum disk_fault fault);
uint64_t disk_points(void);
// Forgets every file, as sound and synced as it is: before a test uses new ones.
void disk_forget(void);
// After every connection is closed. Brings the files to what a restart would find.
bool disk_power_on(enum disk_survival survival, uint64_t seed);

#endif
