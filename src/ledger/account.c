// The chart of accounts and the reasons for which money moves between them, as two tables.
#include "uth/ledger.h"

#include <string.h>

_Static_assert(sizeof(struct uth_account) == 16, "no padding in an account");
_Static_assert(sizeof(struct uth_posting) == UTH_POSTING_BYTES, "no padding in a posting");

enum whose { HOUSE, OUTSIDE, PLAYER, SEAT, TABLE, PROVIDER, METER };

// clang-format off
static const struct kind {
    enum whose whose;
    const char *name, *text;
} kinds[UTH_ACCOUNT_COUNT] = {
    [UTH_ACCOUNT_CAGE]        = { HOUSE,  "cage",        "the cage" },
    [UTH_ACCOUNT_WALLET]      = { PLAYER, "wallet",      "a player's wallet" },
    [UTH_ACCOUNT_CHIPS]       = { SEAT,   "chips",       "a player's chips at a seat" },
    [UTH_ACCOUNT_WAGERS]      = { SEAT,   "wagers",      "a player's wagers on the layout" },
    [UTH_ACCOUNT_TRAY]        = { TABLE,  "tray",        "the house's tray at a table" },
    [UTH_ACCOUNT_BANK]        = { SEAT,   "bank",        "the player-dealer's posted wager" },
    [UTH_ACCOUNT_DROP]        = { TABLE,  "drop",        "a table's drop box" },
    [UTH_ACCOUNT_METER]       = { METER,  "meter",       "the amount on a meter" },
    [UTH_ACCOUNT_RESERVE]     = { METER,  "reserve",     "a meter's reserve" },
    [UTH_ACCOUNT_SEED]        = { METER,  "seed",        "the house's funding of a meter's seed" },
    [UTH_ACCOUNT_ADJUSTMENTS] = { METER,  "adjustments", "manual adjustments of a meter" },
    [UTH_ACCOUNT_OUTSIDE]     = { OUTSIDE, "outside",    "a provider's money outside the room" },
    [UTH_ACCOUNT_PROVIDER]    = { PROVIDER, "provider",  "a provider's bankroll at a table" },
};

#define K(kind) UTH_ACCOUNT_##kind

static const struct reason {
    enum uth_account_kind debit, credit;
    const char *name, *text;
} reasons[UTH_POSTED_COUNT] = {
    [UTH_POSTED_DEPOSIT]      = { K(CAGE),   K(WALLET), "deposit",      "the player hands in cash at the cage" },
    [UTH_POSTED_WITHDRAWAL]   = { K(WALLET), K(CAGE),   "withdrawal",   "the player takes cash at the cage" },
    [UTH_POSTED_BUY_IN]       = { K(WALLET), K(CHIPS),  "buy in",       "the player buys chips at the seat" },
    [UTH_POSTED_CASH_OUT]     = { K(CHIPS),  K(WALLET), "cash out",     "the player takes the chips from the table" },
    [UTH_POSTED_FILL]         = { K(CAGE),   K(TRAY),   "fill",         "the cage fills the tray" },
    [UTH_POSTED_CREDIT]       = { K(TRAY),   K(CAGE),   "credit",       "the tray gives chips back to the cage" },
    [UTH_POSTED_DROP_COUNTED] = { K(DROP),   K(CAGE),   "drop counted", "the drop box is emptied and counted" },

    [UTH_POSTED_BANK]        = { K(CHIPS),  K(BANK),   "bank posted",  "the player-dealer posts a wager" },
    [UTH_POSTED_WAGER]       = { K(CHIPS),  K(WAGERS), "wager",        "a wager is made or raised" },
    [UTH_POSTED_WAGER_TAKEN_BACK] = { K(WAGERS), K(CHIPS), "wager taken back",
                                                       "a wager is lowered or withdrawn before the deal" },
    [UTH_POSTED_FEE]         = { K(CHIPS),  K(DROP),   "fee",          "the collection fee goes to the drop box" },
    [UTH_POSTED_COIN_IN]     = { K(WAGERS), K(TRAY),   "coin in",      "a Progressive wager is taken from the layout" },
    [UTH_POSTED_PLAY]        = { K(CHIPS),  K(WAGERS), "play",         "Play is staked" },
    [UTH_POSTED_LOST]        = { K(WAGERS), K(TRAY),   "lost",         "a wager is lost to the house" },
    [UTH_POSTED_WON]         = { K(TRAY),   K(CHIPS),  "won",          "a wager is won from the house" },
    [UTH_POSTED_LOST_BANK]   = { K(WAGERS), K(BANK),   "lost to bank", "a wager is lost to the player-dealer" },
    [UTH_POSTED_WON_BANK]    = { K(BANK),   K(CHIPS),  "won from bank", "a wager is won from the player-dealer" },
    [UTH_POSTED_STAKE_BACK]  = { K(WAGERS), K(CHIPS),  "stake back",   "a stake goes back to the player" },
    [UTH_POSTED_AWARD]       = { K(TRAY),   K(CHIPS),  "award",        "a Progressive award is paid in chips" },
    [UTH_POSTED_BANK_BACK]   = { K(BANK),   K(CHIPS),  "bank returned", "what the player-dealer posted comes back, with its result" },

    [UTH_POSTED_CONTRIBUTION] = { K(TRAY),  K(METER),  "contribution", "a Progressive wager feeds the meter" },
    [UTH_POSTED_RESERVE_CONTRIBUTION] = { K(TRAY), K(RESERVE), "reserve contribution",
                                                       "a Progressive wager feeds the reserve" },
    [UTH_POSTED_METER_PAID]   = { K(METER),   K(TRAY),  "meter paid",   "the meter pays its part of an award" },
    [UTH_POSTED_SEED]         = { K(SEED),    K(METER), "seed",         "the house seeds the meter" },
    [UTH_POSTED_RESERVE_USED] = { K(RESERVE), K(METER), "reserve used", "the reserve goes on the meter with the seed" },
    [UTH_POSTED_ADJUSTED_UP]  = { K(ADJUSTMENTS), K(METER), "adjusted up", "the display had shown too little" },
    [UTH_POSTED_ADJUSTED_DOWN] = { K(METER), K(ADJUSTMENTS), "adjusted down", "the display had shown too much" },
    [UTH_POSTED_CUT_TO_MAXIMUM] = { K(METER), K(RESERVE), "cut to maximum", "what passes the posted maximum goes to the reserve" },
    [UTH_POSTED_RECEIPTS]     = { K(METER), K(ADJUSTMENTS), "receipts", "the meter's money is booked as receipts" },
    [UTH_POSTED_SEED_RECOVERED] = { K(METER), K(SEED),  "seed recovered", "the house takes its seed back" },
    [UTH_POSTED_WON_BY_HAND]  = { K(METER), K(TRAY),    "won by hand",  "an award that was recorded by hand is paid" },

    [UTH_POSTED_PROVIDER_FUNDED]   = { K(OUTSIDE),  K(PROVIDER), "provider funded",
                                                       "the provider brings bankroll to the table" },
    [UTH_POSTED_PROVIDER_WITHDREW] = { K(PROVIDER), K(OUTSIDE),  "provider withdrew",
                                                       "the provider takes bankroll from the table" },
    [UTH_POSTED_PROVIDER_BUY_IN]   = { K(PROVIDER), K(CHIPS),    "provider buy in",
                                                       "a proposition player gets chips from the provider" },
    [UTH_POSTED_PROVIDER_CASH_OUT] = { K(CHIPS),    K(PROVIDER), "provider cash out",
                                                       "a proposition player's chips go back to the provider" },
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

const char *uth_account_text(enum uth_account_kind kind)
{
    UTH_CHECK(kind < UTH_ACCOUNT_COUNT);
    return kinds[kind].text;
}

enum uth_account_kind uth_posting_reason_debit(enum uth_posting_reason reason)
{
    UTH_CHECK(reason < UTH_POSTED_COUNT);
    return reasons[reason].debit;
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

const char *uth_posting_reason_text(enum uth_posting_reason reason)
{
    UTH_CHECK(reason < UTH_POSTED_COUNT);
    return reasons[reason].text;
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
