// Balances by account: a hash table that grows. Chips, wagers and banks of seats are not in it: a
// table knows its own, and each visit would leave three accounts behind.
#ifndef UTH_OFFICE_BALANCES_H
#define UTH_OFFICE_BALANCES_H

#include <stdbool.h>
#include <stddef.h>

#include "uth/ledger.h"

#define BALANCES_MAX ((size_t)1 << 23)

struct balance {
    struct uth_account account;
    int64_t cents;
    uint64_t used; // 0: a free slot
};

struct balances {
    struct balance *slots;
    size_t capacity; // a power of two, or 0
    size_t count;
};

// Makes room for so many more accounts; false without memory or above BALANCES_MAX. What is posted
// to accounts within that room cannot fail.
UTH_NODISCARD bool balances_reserve(struct balances *balances, size_t more);
bool balances_keep(enum uth_account_kind kind);
// Both pass over accounts that are not kept.
void balances_set(struct balances *balances, const struct uth_account *account, uth_money amount);
// False when an amount is too large.
bool balances_post(struct balances *balances, const struct uth_posting *posting);
uth_money balances_of(const struct balances *balances, const struct uth_account *account);
// An account that holds nothing any more; what is not there stays so.
void balances_forget(struct balances *balances, const struct uth_account *account);
void balances_finish(struct balances *balances);

#endif
