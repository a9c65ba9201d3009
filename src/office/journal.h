// A meter's journal as stored, newest first.
#ifndef UTH_OFFICE_JOURNAL_H
#define UTH_OFFICE_JOURNAL_H

#include "office/office.h"

typedef bool office_read_entry(void *context, const struct uth_meter_entry *entry);

// Until the reader says false or an entry is older than `since_ms`. Any thread, on a store of its
// own. False with *fault, also for an entry that is none.
UTH_NODISCARD bool office_journal(struct store *store, uint64_t meter, int64_t since_ms,
                                  office_read_entry *read, void *context, struct fault *fault);

// GM-4: a win as the journal tells it, also when its table has played on: fills page->win from
// page->meter, table, round and seat. Its state is UTH_WIN_NONE when it was never confirmed.
UTH_NODISCARD bool office_win_read(struct store *store, struct uth_win_page *page,
                                   struct fault *fault);

#endif
