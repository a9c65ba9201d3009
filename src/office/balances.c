#include "office/balances.h"

#include <stdlib.h>
#include <string.h>

static size_t home_of(const struct balances *balances, const struct uth_account *account)
{
    uint64_t words[2];
    _Static_assert(sizeof words == sizeof *account, "an account is two words");
    memcpy(words, account, sizeof words);
    uint64_t hash = (words[0] * UINT64_C(0x9e3779b97f4a7c15)) ^ words[1];
    hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return (size_t)(hash ^ hash >> 32) & (balances->capacity - 1);
}

static size_t slot_of(const struct balances *balances, const struct uth_account *account)
{
    size_t at = home_of(balances, account);
    while (balances->slots[at].used != 0 &&
           !uth_account_equal(&balances->slots[at].account, account)) {
        at = (at + 1) & (balances->capacity - 1);
    }
    return at;
}

static struct balance *slot_for(struct balances *balances, const struct uth_account *account)
{
    UTH_CHECK(balances->capacity != 0);
    struct balance *slot = &balances->slots[slot_of(balances, account)];
    if (slot->used == 0) {
        UTH_CHECK(balances->count + 1 < balances->capacity);
        *slot = (struct balance){*account, 0, 1};
        balances->count++;
    }
    return slot;
}

bool balances_reserve(struct balances *balances, size_t more)
{
    const size_t wanted = (balances->count + more) * 2;
    size_t capacity = balances->capacity != 0 ? balances->capacity : 64;
    if (wanted <= balances->capacity) {
        return true;
    }
    while (capacity < wanted) {
        capacity *= 2;
    }
    if (capacity > BALANCES_MAX) {
        return false;
    }
    struct balances larger = {calloc(capacity, sizeof *larger.slots), capacity, 0};
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < balances->capacity; i++) {
        if (balances->slots[i].used != 0) {
            slot_for(&larger, &balances->slots[i].account)->cents = balances->slots[i].cents;
        }
    }
    free(balances->slots);
    *balances = larger;
    return true;
}

bool balances_keep(enum uth_account_kind kind)
{
    return kind != UTH_ACCOUNT_CHIPS && kind != UTH_ACCOUNT_WAGERS && kind != UTH_ACCOUNT_BANK;
}

void balances_set(struct balances *balances, const struct uth_account *account, uth_money amount)
{
    if (balances_keep((enum uth_account_kind)account->kind)) {
        slot_for(balances, account)->cents = amount.cents;
    }
}

static bool add(struct balances *balances, const struct uth_account *account, int64_t cents)
{
    if (!balances_keep((enum uth_account_kind)account->kind)) {
        return true;
    }
    struct balance *slot = slot_for(balances, account);
    slot->cents += cents; // both are in range
    return uth_money_in_range(slot->cents);
}

bool balances_post(struct balances *balances, const struct uth_posting *posting)
{
    return add(balances, &posting->debit, -posting->amount.cents) &&
           add(balances, &posting->credit, posting->amount.cents);
}

uth_money balances_of(const struct balances *balances, const struct uth_account *account)
{
    const uth_money nothing = {0};
    if (balances->capacity == 0) {
        return nothing;
    }
    const struct balance *slot = &balances->slots[slot_of(balances, account)];
    const uth_money amount = {slot->used != 0 ? slot->cents : 0};
    return amount;
}

// Closes the gap behind it, so that those put in around it are still found.
void balances_forget(struct balances *balances, const struct uth_account *account)
{
    const size_t mask = balances->capacity - 1;
    if (balances->capacity == 0) {
        return;
    }
    size_t gap = slot_of(balances, account);
    if (balances->slots[gap].used == 0) {
        return;
    }
    balances->count--;
    for (size_t at = (gap + 1) & mask; balances->slots[at].used != 0; at = (at + 1) & mask) {
        const size_t home = home_of(balances, &balances->slots[at].account);
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            balances->slots[gap] = balances->slots[at];
            gap = at;
        }
    }
    balances->slots[gap] = (struct balance){0};
}

void balances_finish(struct balances *balances)
{
    free(balances->slots);
    *balances = (struct balances){0};
}
