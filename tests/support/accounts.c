// Every account's balance, changed by postings and by nothing else.
//
// Invariants:
//   (1) A slot is free when no posting touched it. Between the slot an account hashes to and the
//       slot it is in there is no free one.
//   (2) What is undone is undone in reverse, so the account that came last is the first to go and
//       (1) holds without moving anything.
#include "support/accounts.h"

#include <string.h>

// Wide enough for the sum of as many balances as there can be.
__extension__ typedef __int128 wide;

_Static_assert(sizeof(struct balance) == 32, "no padding in a balance");

void accounts_init(struct accounts *accounts, struct balance *slots, uint32_t capacity)
{
    UTH_CHECK(capacity >= 2);
    UTH_CHECK((capacity & (capacity - 1)) == 0);

    memset(slots, 0, capacity * sizeof *slots);
    *accounts = (struct accounts){.slots = slots, .capacity = capacity};
}

static uint64_t mixed(uint64_t word)
{
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

// The slot of an account, or the free one where it would go. One slot always stays free.
static struct balance *slot_of(const struct accounts *accounts, const struct uth_account *account)
{
    uint64_t place[2];
    memcpy(place, account, sizeof place);
    const uint64_t first = mixed(mixed(place[0]) ^ place[1]);
    struct balance *slot = NULL;
    for (uint32_t i = 0; i < accounts->capacity; i++) {
        slot = &accounts->slots[(first + i) & (accounts->capacity - 1)];
        if (slot->postings == 0 || uth_account_equal(&slot->account, account)) {
            break;
        }
    }
    UTH_CHECK(slot != NULL);
    UTH_CHECK(slot->postings == 0 || uth_account_equal(&slot->account, account));
    return slot;
}

static enum uth_status amount_after(const struct balance *slot, enum uth_account_kind kind,
                                    uth_money change, uth_money *after)
{
    const enum uth_status status = uth_money_add(slot->amount, change, after);
    if (status == UTH_OK && after->cents < 0 && uth_account_is_players(kind)) {
        return UTH_ERR_NOT_ENOUGH;
    }
    return status;
}

static void touch(struct accounts *accounts, const struct uth_account *account, uth_money amount)
{
    struct balance *slot = slot_of(accounts, account);
    accounts->count += slot->postings == 0;
    slot->account = *account;
    slot->amount = amount;
    slot->postings++;
}

static bool has_free_slots(const struct accounts *accounts, const struct balance *debit,
                           const struct balance *credit)
{
    const uint32_t wanted = (uint32_t)(debit->postings == 0) + (uint32_t)(credit->postings == 0);
    return wanted <= accounts->capacity - 1 - accounts->count;
}

enum uth_status accounts_post(struct accounts *accounts, const struct uth_posting *posting)
{
    enum uth_status status = uth_posting_check(posting);
    if (status != UTH_OK) {
        return status;
    }
    const struct balance *debit = slot_of(accounts, &posting->debit);
    const struct balance *credit = slot_of(accounts, &posting->credit);
    uth_money debit_after = {0};
    uth_money credit_after = {0};
    status = amount_after(debit, (enum uth_account_kind)posting->debit.kind,
                          uth_money_negative(posting->amount), &debit_after);
    if (status != UTH_OK) {
        return status;
    }
    status = amount_after(credit, (enum uth_account_kind)posting->credit.kind, posting->amount,
                          &credit_after);
    if (status != UTH_OK) {
        return status;
    }
    UTH_CHECK(has_free_slots(accounts, debit, credit));
    touch(accounts, &posting->debit, debit_after);
    touch(accounts, &posting->credit, credit_after);
    return UTH_OK;
}

static void take_back(struct accounts *accounts, const struct uth_account *account,
                      uth_money change)
{
    struct balance *slot = slot_of(accounts, account);
    UTH_CHECK(slot->postings != 0);

    slot->amount = uth_money_sum(slot->amount, change);
    slot->postings--;
    if (slot->postings == 0) {
        UTH_CHECK(slot->amount.cents == 0);
        memset(slot, 0, sizeof *slot);
        accounts->count--;
    }
}

enum uth_status accounts_post_all(struct accounts *accounts, const struct uth_posting *postings,
                                  size_t count, size_t *refused)
{
    size_t done = 0;
    enum uth_status status = UTH_OK;
    while (done < count && status == UTH_OK) {
        status = accounts_post(accounts, &postings[done]);
        done += status == UTH_OK;
    }
    if (status != UTH_OK) {
        *refused = done;
        while (done-- > 0) {
            take_back(accounts, &postings[done].credit, uth_money_negative(postings[done].amount));
            take_back(accounts, &postings[done].debit, postings[done].amount);
        }
    }
    return status;
}

uth_money accounts_amount(const struct accounts *accounts, const struct uth_account *account)
{
    return slot_of(accounts, account)->amount;
}

bool accounts_balanced(const struct accounts *accounts)
{
    wide total = 0;
    for (uint32_t i = 0; i < accounts->capacity; i++) {
        const struct balance *slot = &accounts->slots[i];
        if (slot->postings != 0) {
            total += slot->amount.cents;
            if (slot->amount.cents < 0 &&
                uth_account_is_players((enum uth_account_kind)slot->account.kind)) {
                return false;
            }
        }
    }
    return total == 0;
}

bool accounts_layout_clear(const struct accounts *accounts, uint32_t table)
{
    for (uint32_t i = 0; i < accounts->capacity; i++) {
        const struct balance *slot = &accounts->slots[i];
        const bool layout =
            slot->account.kind == UTH_ACCOUNT_WAGERS || slot->account.kind == UTH_ACCOUNT_BANK;
        if (layout && slot->account.table == table && slot->amount.cents != 0) {
            return false;
        }
    }
    return true;
}
