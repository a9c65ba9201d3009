// The chart of accounts and the reasons for which money moves between them, as two tables.
#include "uth/ledger.h"

#include <string.h>

_Static_assert(sizeof(struct uth_account) == 16, "no padding in an account");
_Static_assert(sizeof(struct uth_posting) == UTH_POSTING_BYTES, "no padding in a posting");

enum whose { HOUSE, OUTSIDE, PLAYER, SEAT, TABLE, PROVIDER, METER };

// clang-format off
static const struct kind {
    enum whose whose;
    const char *name;
} kinds[UTH_ACCOUNT_COUNT] = {
    [UTH_ACCOUNT_CAGE]        = { HOUSE,  "cage" },
    [UTH_ACCOUNT_WALLET]      = { PLAYER, "wallet" },
    [UTH_ACCOUNT_CHIPS]       = { SEAT,   "chips" },
    [UTH_ACCOUNT_WAGERS]      = { SEAT,   "wagers" },
    [UTH_ACCOUNT_TRAY]        = { TABLE,  "tray" },
    [UTH_ACCOUNT_BANK]        = { SEAT,   "bank" },
    [UTH_ACCOUNT_DROP]        = { TABLE,  "drop" },
    [UTH_ACCOUNT_METER]       = { METER,  "meter" },
    [UTH_ACCOUNT_RESERVE]     = { METER,  "reserve" },
    [UTH_ACCOUNT_SEED]        = { METER,  "seed" },
    [UTH_ACCOUNT_ADJUSTMENTS] = { METER,  "adjustments" },
    [UTH_ACCOUNT_OUTSIDE]     = { OUTSIDE, "outside" },
    [UTH_ACCOUNT_PROVIDER]    = { PROVIDER, "provider" },
};

#define K(kind) UTH_ACCOUNT_##kind

static const struct reason {
    enum uth_account_kind debit, credit;
    const char *name;
} reasons[UTH_POSTED_COUNT] = {
    [UTH_POSTED_DEPOSIT]      = { K(CAGE),   K(WALLET), "deposit" },
    [UTH_POSTED_WITHDRAWAL]   = { K(WALLET), K(CAGE),   "withdrawal" },
    [UTH_POSTED_BUY_IN]       = { K(WALLET), K(CHIPS),  "buy in" },
    [UTH_POSTED_CASH_OUT]     = { K(CHIPS),  K(WALLET), "cash out" },
    [UTH_POSTED_FILL]         = { K(CAGE),   K(TRAY),   "fill" },
    [UTH_POSTED_CREDIT]       = { K(TRAY),   K(CAGE),   "credit" },
    [UTH_POSTED_DROP_COUNTED] = { K(DROP),   K(CAGE),   "drop counted" },

    [UTH_POSTED_BANK]        = { K(CHIPS),  K(BANK),   "bank posted" },
    [UTH_POSTED_WAGER]       = { K(CHIPS),  K(WAGERS), "wager" },
    [UTH_POSTED_WAGER_TAKEN_BACK] = { K(WAGERS), K(CHIPS), "wager taken back" },
    [UTH_POSTED_FEE]         = { K(CHIPS),  K(DROP),   "fee" },
    [UTH_POSTED_COIN_IN]     = { K(WAGERS), K(TRAY),   "coin in" },
    [UTH_POSTED_PLAY]        = { K(CHIPS),  K(WAGERS), "play" },
    [UTH_POSTED_LOST]        = { K(WAGERS), K(TRAY),   "lost" },
    [UTH_POSTED_WON]         = { K(TRAY),   K(CHIPS),  "won" },
    [UTH_POSTED_LOST_BANK]   = { K(WAGERS), K(BANK),   "lost to bank" },
    [UTH_POSTED_WON_BANK]    = { K(BANK),   K(CHIPS),  "won from bank" },
    [UTH_POSTED_STAKE_BACK]  = { K(WAGERS), K(CHIPS),  "stake back" },
    [UTH_POSTED_AWARD]       = { K(TRAY),   K(CHIPS),  "award" },
    [UTH_POSTED_BANK_BACK]   = { K(BANK),   K(CHIPS),  "bank returned" },

    [UTH_POSTED_CONTRIBUTION] = { K(TRAY),  K(METER),  "contribution" },
    [UTH_POSTED_RESERVE_CONTRIBUTION] = { K(TRAY), K(RESERVE), "reserve contribution" },
    [UTH_POSTED_METER_PAID]   = { K(METER),   K(TRAY),  "meter paid" },
    [UTH_POSTED_SEED]         = { K(SEED),    K(METER), "seed" },
    [UTH_POSTED_RESERVE_USED] = { K(RESERVE), K(METER), "reserve used" },
    [UTH_POSTED_ADJUSTED_UP]  = { K(ADJUSTMENTS), K(METER), "adjusted up" },
    [UTH_POSTED_ADJUSTED_DOWN] = { K(METER), K(ADJUSTMENTS), "adjusted down" },
    [UTH_POSTED_CUT_TO_MAXIMUM] = { K(METER), K(RESERVE), "cut to maximum" },
    [UTH_POSTED_RECEIPTS]     = { K(METER), K(ADJUSTMENTS), "receipts" },
    [UTH_POSTED_SEED_RECOVERED] = { K(METER), K(SEED),  "seed recovered" },
    [UTH_POSTED_WON_BY_HAND]  = { K(METER), K(TRAY),    "won by hand" },

    [UTH_POSTED_PROVIDER_FUNDED]   = { K(OUTSIDE),  K(PROVIDER), "provider funded" },
    [UTH_POSTED_PROVIDER_WITHDREW] = { K(PROVIDER), K(OUTSIDE),  "provider withdrew" },
    [UTH_POSTED_PROVIDER_BUY_IN]   = { K(PROVIDER), K(CHIPS),    "provider buy in" },
    [UTH_POSTED_PROVIDER_CASH_OUT] = { K(CHIPS),    K(PROVIDER), "provider cash out" },
};
// clang-format on

struct uth_account uth_account_cage(void)
{
    return (struct uth_account){.kind = UTH_ACCOUNT_CAGE};
}

struct uth_account uth_account_wallet(uint64_t player)
{
    UTH_CHECK(player != 0);
    return (struct uth_account){.kind = UTH_ACCOUNT_WALLET, .owner = player};
}

struct uth_account uth_account_at_seat(enum uth_account_kind kind, uint64_t player, uint32_t table,
                                       uint8_t seat)
{
    UTH_CHECK(kind < UTH_ACCOUNT_COUNT && kinds[kind].whose == SEAT);
    UTH_CHECK(player != 0 && table != 0);
    UTH_CHECK(seat >= 1 && seat <= UTH_SEATS_MAX);
    return (struct uth_account){
        .owner = player, .table = table, .seat = seat, .kind = (uint8_t)kind};
}

struct uth_account uth_account_at_table(enum uth_account_kind kind, uint32_t table)
{
    UTH_CHECK(kind < UTH_ACCOUNT_COUNT);
    UTH_CHECK(kinds[kind].whose == TABLE || kinds[kind].whose == PROVIDER);
    UTH_CHECK(table != 0);
    return (struct uth_account){.table = table, .kind = (uint8_t)kind};
}

struct uth_account uth_account_of_meter(enum uth_account_kind kind, uint64_t meter)
{
    UTH_CHECK(kind < UTH_ACCOUNT_COUNT && kinds[kind].whose == METER);
    UTH_CHECK(meter != 0);
    return (struct uth_account){.owner = meter, .kind = (uint8_t)kind};
}

struct uth_account uth_account_at(enum uth_account_kind kind, const struct uth_place *place)
{
    UTH_CHECK(kind < UTH_ACCOUNT_COUNT);
    switch (kinds[kind].whose) {
    case HOUSE: break;
    case OUTSIDE: return (struct uth_account){.kind = UTH_ACCOUNT_OUTSIDE};
    case PLAYER: return uth_account_wallet(place->player);
    case SEAT: return uth_account_at_seat(kind, place->player, place->table, place->seat);
    case TABLE:
    case PROVIDER: return uth_account_at_table(kind, place->table);
    case METER: return uth_account_of_meter(kind, place->meter);
    }
    return uth_account_cage();
}

bool uth_account_equal(const struct uth_account *a, const struct uth_account *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

bool uth_account_is_players(enum uth_account_kind kind)
{
    UTH_CHECK(kind < UTH_ACCOUNT_COUNT);
    const enum whose whose = kinds[kind].whose;
    return whose == PLAYER || whose == SEAT || whose == PROVIDER;
}

const char *uth_account_name(enum uth_account_kind kind)
{
    UTH_CHECK(kind < UTH_ACCOUNT_COUNT);
    return kinds[kind].name;
}

enum uth_account_kind uth_posting_reason_credit(enum uth_posting_reason reason)
{
    UTH_CHECK(reason < UTH_POSTED_COUNT);
    return reasons[reason].credit;
}

const char *uth_posting_reason_name(enum uth_posting_reason reason)
{
    UTH_CHECK(reason < UTH_POSTED_COUNT);
    return reasons[reason].name;
}

static bool account_is_whole(const struct uth_account *account)
{
    if (account->kind >= UTH_ACCOUNT_COUNT || account->reserved[0] != 0 ||
        account->reserved[1] != 0) {
        return false;
    }
    const enum whose whose = kinds[account->kind].whose;
    const bool owner = whose == PLAYER || whose == SEAT || whose == METER;
    const bool table = whose == SEAT || whose == TABLE || whose == PROVIDER;
    return (account->owner != 0) == owner && (account->table != 0) == table &&
           (account->seat != 0) == (whose == SEAT) && account->seat <= UTH_SEATS_MAX;
}

enum uth_status uth_posting_check(const struct uth_posting *posting)
{
    if (posting->reason >= UTH_POSTED_COUNT || posting->wager > UTH_WAGER_COUNT ||
        posting->reverses > 1 || posting->reserved != 0) {
        return UTH_ERR_POSTING;
    }
    const struct reason *reason = &reasons[posting->reason];
    const bool turned = posting->reverses != 0;
    const bool fits = posting->debit.kind == (turned ? reason->credit : reason->debit) &&
                      posting->credit.kind == (turned ? reason->debit : reason->credit);
    const bool amount = posting->amount.cents > 0 && uth_money_in_range(posting->amount.cents);
    const bool whole = account_is_whole(&posting->debit) && account_is_whole(&posting->credit);
    return fits && amount && whole ? UTH_OK : UTH_ERR_POSTING;
}

struct uth_posting uth_posting_make(enum uth_posting_reason reason, const struct uth_place *place,
                                    enum uth_wager wager, uth_money amount)
{
    UTH_CHECK(reason < UTH_POSTED_COUNT);
    UTH_CHECK(amount.cents > 0);

    const struct uth_posting posting = {
        .debit = uth_account_at(reasons[reason].debit, place),
        .credit = uth_account_at(reasons[reason].credit, place),
        .amount = amount,
        .round = place->round,
        .table = place->table,
        .reason = (uint8_t)reason,
        .wager = (uint8_t)wager,
    };
    UTH_CHECK(uth_posting_check(&posting) == UTH_OK);
    return posting;
}

struct uth_posting uth_posting_reverse(const struct uth_posting *posting)
{
    struct uth_posting reversed = *posting;
    reversed.debit = posting->credit;
    reversed.credit = posting->debit;
    reversed.reverses = posting->reverses == 0;
    return reversed;
}
