#include "store/columns.h"
#include "store/port.h"

// The money of 2^53 - 1 cents stands here once more on purpose: a row that breaks it did not come from
// this program.
#define MONEY_CHECK "(balance BETWEEN -9007199254740991 AND 9007199254740991)"

// Bit of a column that holds bytes.
#define AT(column) (1U << (column))

// clang-format off
const struct store_shape store_shapes[STORE_TABLE_COUNT] = {
    [STORE_TABLE_META] = {.name = "uth_meta",
        .columns = {[META_ID] = "id", [META_VERSION] = "version", [META_STORE] = "store"},
        .column_count = META_COLUMNS, .key_count = 1, .bytes = AT(META_STORE), .replaces = true,
        .check = "(id = 1)"},
    [STORE_TABLE_HEAD] = {.name = "uth_head",
        .columns = {[HEAD_ID] = "id", [HEAD_POSITION] = "position", [HEAD_HASH] = "hash"},
        .column_count = HEAD_COLUMNS, .key_count = 1, .bytes = AT(HEAD_HASH), .replaces = true,
        .check = "(id = 1)"},
    [STORE_TABLE_BATCH] = {.name = "uth_batch",
        .columns = {[BATCH_POSITION] = "position", [BATCH_TABLE] = "table_id",
                    [BATCH_SEQUENCE] = "sequence", [BATCH_CHECKSUM] = "checksum",
                    [BATCH_BODY] = "body"},
        .column_count = BATCH_COLUMNS, .key_count = 1, .bytes = AT(BATCH_BODY),
        .by_second = {BATCH_TABLE, BATCH_SEQUENCE}, .is_large = true, .is_stored_plain = true},
    [STORE_TABLE_ACCOUNT] = {.name = "uth_account",
        .columns = {[ACCOUNT_OWNER] = "owner", [ACCOUNT_KIND] = "kind",
                    [ACCOUNT_TABLE] = "table_id", [ACCOUNT_SEAT] = "seat",
                    [ACCOUNT_BALANCE] = "balance"},
        .column_count = ACCOUNT_COLUMNS, .key_count = 4, .replaces = true, .check = MONEY_CHECK,
        .checked = ACCOUNT_BALANCE, .fill = 70},
    [STORE_TABLE_STATE] = {.name = "uth_state",
        .columns = {[STATE_KIND] = "kind", [STATE_ID] = "id", [STATE_POSITION] = "position",
                    [STATE_STATE] = "state"},
        .column_count = STATE_COLUMNS, .key_count = 2, .bytes = AT(STATE_STATE), .replaces = true,
        .fill = 50, .is_large = true},
    [STORE_TABLE_ROUND] = {.name = "uth_round",
        .columns = {[ROUND_TABLE] = "table_id", [ROUND_ROUND] = "round",
                    [ROUND_FIRST] = "first_sequence", [ROUND_LAST] = "last_sequence",
                    [ROUND_OPENED] = "opened_ms", [ROUND_ENDED] = "ended_ms"},
        .column_count = ROUND_COLUMNS, .key_count = 2, .replaces = true},
    [STORE_TABLE_REQUEST] = {.name = "uth_request",
        .columns = {[REQUEST_TABLE] = "table_id", [REQUEST_KEY] = "key",
                    [REQUEST_REQUEST] = "request", [REQUEST_POSITION] = "position"},
        .column_count = REQUEST_COLUMNS, .key_count = 2,
        .bytes = AT(REQUEST_KEY) | AT(REQUEST_REQUEST)},
    [STORE_TABLE_DAY] = {.name = "uth_day",
        .columns = {[DAY_DAY] = "day", [DAY_FIRST] = "first_position", [DAY_BEFORE] = "before"},
        .column_count = DAY_COLUMNS, .key_count = 1, .bytes = AT(DAY_BEFORE)},
    [STORE_TABLE_SIGNATURE] = {.name = "uth_signature",
        .columns = {[SIGNATURE_DAY] = "day", [SIGNATURE_POSITION] = "position",
                    [SIGNATURE_HASH] = "hash", [SIGNATURE_SIGNED] = "signed_ms",
                    [SIGNATURE_PUBLIC_KEY] = "public_key", [SIGNATURE_SIGNATURE] = "signature"},
        .column_count = SIGNATURE_COLUMNS, .key_count = 1,
        .bytes = AT(SIGNATURE_HASH) | AT(SIGNATURE_PUBLIC_KEY) | AT(SIGNATURE_SIGNATURE)},
    [STORE_TABLE_PLAYED] = {.name = "uth_played",
        .columns = {[PLAYED_PLAYER] = "player", [PLAYED_TIME] = "time_ms",
                    [PLAYED_TABLE] = "table_id", [PLAYED_ROUND] = "round"},
        .column_count = PLAYED_COLUMNS, .key_count = 4, .replaces = true},
    [STORE_TABLE_LEASE] = {.name = "uth_lease",
        .columns = {[LEASE_TABLE] = "table_id", [LEASE_NODE] = "node", [LEASE_EPOCH] = "epoch",
                    [LEASE_EXPIRES] = "expires_ms"},
        .column_count = LEASE_COLUMNS, .key_count = 1, .replaces = true, .fill = 50},
    [STORE_TABLE_VERIFIED] = {.name = "uth_verified",
        .columns = {[VERIFIED_ID] = "id", [VERIFIED_DAY] = "day",
                    [VERIFIED_POSITION] = "position", [VERIFIED_HASH] = "hash",
                    [VERIFIED_SIGNED] = "signed_ms", [VERIFIED_PUBLIC_KEY] = "public_key",
                    [VERIFIED_SIGNATURE] = "signature", [VERIFIED_BOOK] = "book"},
        .column_count = VERIFIED_COLUMNS, .key_count = 1,
        .bytes = AT(VERIFIED_HASH) | AT(VERIFIED_PUBLIC_KEY) | AT(VERIFIED_SIGNATURE) |
                 AT(VERIFIED_BOOK),
        .replaces = true, .check = "(id = 1)", .is_large = true},
};
// clang-format on
