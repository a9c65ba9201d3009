#include "office/day.h"

#include <string.h>

#include "office/office.h"
#include "uth/check.h"

int64_t day_of(int64_t time_ms)
{
    return time_ms / OFFICE_DAY_MS;
}

// A seat has one person; times and money are such as there are.
bool day_is_sound(const struct day_list *list)
{
    uint64_t seats = 0;
    if (list->count > DAY_PEOPLE_MAX || list->day < 0 || list->day > day_of(DAY_TIME_MAX_MS)) {
        return false;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct day_entry *entry = &list->people[i];
        if (entry->seats >> UTH_SEATS_MAX != 0 || (seats & entry->seats) != 0 ||
            entry->since_ms < 0 || entry->since_ms > DAY_TIME_MAX_MS || entry->played_ms < 0 ||
            entry->played_ms > DAY_TIME_MAX_MS || !uth_money_in_range(entry->result.cents)) {
            return false;
        }
        seats |= entry->seats;
    }
    return true;
}

void day_roll(struct day_list *list, int64_t day)
{
    if (day <= list->day) {
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct day_entry entry = list->people[i];
        if (entry.seats != 0) {
            entry.result.cents = 0;
            entry.played_ms = 0;
            if (entry.since_ms < day * OFFICE_DAY_MS) {
                entry.since_ms = day * OFFICE_DAY_MS;
            }
            list->people[kept++] = entry;
        }
    }
    // Equal lists are equal bytes.
    memset(&list->people[kept], 0, (list->count - kept) * sizeof list->people[0]);
    list->count = kept;
    list->day = day;
}

static size_t one_to_make_way(const struct day_list *list)
{
    size_t found = list->count;
    for (size_t i = 0; i < list->count; i++) {
        if (list->people[i].seats == 0 &&
            (found == list->count ||
             list->people[i].result.cents > list->people[found].result.cents)) {
            found = i;
        }
    }
    UTH_CHECK(found < list->count); // fewer sit at a table than the list holds
    return found;
}

struct day_entry *day_entry_of(struct day_list *list, uint64_t player)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->people[i].player == player) {
            return &list->people[i];
        }
    }
    const size_t at = list->count < DAY_PEOPLE_MAX ? list->count++ : one_to_make_way(list);
    list->people[at] = (struct day_entry){.player = player};
    return &list->people[at];
}

struct day_entry *day_entry_at(struct day_list *list, uint8_t seat)
{
    for (size_t i = 0; i < list->count; i++) {
        if ((list->people[i].seats >> (seat - 1) & 1) != 0) {
            return &list->people[i];
        }
    }
    return NULL;
}

void day_of_posting(const struct uth_posting *posting, day_result *result, void *context)
{
    const bool gives = uth_account_is_players((enum uth_account_kind)posting->debit.kind);
    const bool receives = uth_account_is_players((enum uth_account_kind)posting->credit.kind);
    const bool moves_only = posting->debit.kind == UTH_ACCOUNT_CAGE ||
                            posting->credit.kind == UTH_ACCOUNT_CAGE ||
                            posting->debit.kind == UTH_ACCOUNT_PROVIDER ||
                            posting->credit.kind == UTH_ACCOUNT_PROVIDER ||
                            (gives && receives && posting->debit.owner == posting->credit.owner);
    if (moves_only) {
        return;
    }
    if (gives) {
        result(context, &posting->debit, -posting->amount.cents);
    }
    if (receives) {
        result(context, &posting->credit, posting->amount.cents);
    }
}
