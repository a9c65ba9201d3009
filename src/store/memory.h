// A store in memory, for tests: a disk that keeps rows, and a fault at the n-th write point.
//
// The disk outlives the store that was opened on it, so a test can pull the plug and start again.
// Several stores may be open on one disk, from several threads.
#ifndef UTH_STORE_MEMORY_H
#define UTH_STORE_MEMORY_H

#include "store/port.h"

struct store_disk;

enum store_disk_fault {
    STORE_DISK_SOUND = 0,
    STORE_DISK_FAILS = 1,         // the call fails with `status`, nothing is stored
    STORE_DISK_DELAYS = 2,        // the call takes delay_ms
    STORE_DISK_LOSES_POWER = 3,   // the transaction is gone, and the disk until power_on
    STORE_DISK_LOSES_ANSWER = 4,  // at a commit: it is stored, but the answer is "unknown"
    STORE_DISK_LOSES_REQUEST = 5, // at a commit: it is not stored, and the answer is "unknown"
};

struct store_disk_plan {
    uint64_t at; // the write point, counted from 1; 0 for never
    enum store_disk_fault fault;
    enum store_status status;
    uint32_t delay_ms;
};

// NULL without memory.
struct store_disk *store_disk_open(void);
void store_disk_close(struct store_disk **disk);
// Begins to count write points (begin, put, commit) anew.
void store_disk_plan(struct store_disk *disk, const struct store_disk_plan *plan);
uint64_t store_disk_points(struct store_disk *disk);
void store_disk_power_on(struct store_disk *disk);
// Changes one byte of one cell of the n-th row; false when there is none. For tamper tests.
bool store_disk_flip(struct store_disk *disk, enum store_table table, size_t row, size_t column,
                     size_t byte);
// Takes the n-th row away; false when there is none. For the same.
bool store_disk_remove(struct store_disk *disk, enum store_table table, size_t row);
size_t store_disk_rows(struct store_disk *disk, enum store_table table);

// Borrows the disk.
UTH_NODISCARD enum store_status store_memory_open(struct store_disk *disk,
                                                  const struct store_options *options,
                                                  struct fault *fault, struct store_port **port);
// With a disk of its own.
UTH_NODISCARD enum store_status store_memory_open_own(const struct store_options *options,
                                                      struct fault *fault,
                                                      struct store_port **port);

#endif
