// The balances of all accounts, for tests: changed by postings and by nothing else, in the test's own
// memory. The program keeps its balances in the store.
#ifndef TESTS_SUPPORT_ACCOUNTS_H
#define TESTS_SUPPORT_ACCOUNTS_H

#include "uth/ledger.h"

struct balance {
    struct uth_account account;
    uth_money amount;
    uint64_t postings; // that touched it; 0: a free slot
};

// A hash table with linear probing, `capacity` a power of two.
struct accounts {
    struct balance *slots;
    uint32_t capacity;
    uint32_t count; // accounts in use
};

void accounts_init(struct accounts *accounts, struct balance *slots, uint32_t capacity);

// Refuses with UTH_ERR_POSTING, UTH_ERR_NOT_ENOUGH (a player's account would be negative) or
// UTH_ERR_MONEY_OVERFLOW; then nothing has changed.
UTH_NODISCARD enum uth_status accounts_post(struct accounts *accounts,
                                            const struct uth_posting *posting);

// All of them in order, or none. `*refused` is then the index of the one that did not go.
UTH_NODISCARD enum uth_status accounts_post_all(struct accounts *accounts,
                                                const struct uth_posting *postings, size_t count,
                                                size_t *refused);

// 0 for an account nobody has touched.
uth_money accounts_amount(const struct accounts *accounts, const struct uth_account *account);

// Counts everything again: all accounts together are 0, and no player's is negative.
bool accounts_balanced(const struct accounts *accounts);

// Nothing lies on the layout of this table and nothing is posted as its bank.
bool accounts_layout_clear(const struct accounts *accounts, uint32_t table);

#endif
