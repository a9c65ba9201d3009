// An export line by line, for who has nothing but the file: whether each record is linked to the one
// before and says what its bytes say, and each head was signed.
#ifndef UTH_CLI_AUDIT_CHECK_H
#define UTH_CLI_AUDIT_CHECK_H

#include "store/audit.h"

struct audit_check {
    struct store_mark checker;
    struct batch_room *room;
    uint8_t *body;
    uint8_t id[STORE_ID_SIZE];
    uint8_t public_key[STORE_PUBLIC_KEY_SIZE];
    bool has_public; // what is signed with another key does not fit
    bool has_id;
    uint64_t first;
    uint64_t records;
    uint64_t withheld;
    uint64_t heads;
    uint64_t last_signed;
};

// False without memory. To be finished either way.
bool audit_check_start(struct audit_check *check);
void audit_check_finish(struct audit_check *check);

// The next line, with its newline. NULL, or why it does not fit.
const char *audit_check_line(struct audit_check *check, const char *text, size_t length);

#endif
