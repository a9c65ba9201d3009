// Whether the money a table or a meter says is there is there by the books.
//
// A snapshot says what lies in front of a player, and the store keeps a balance for the same chips, made
// from the postings alone. Behind every stored batch the two are equal:
//   (1) the chips of a seat are the balance of its player's account CHIPS there;
//   (2) what the round has on the layout for a seat is that of WAGERS, what its player-dealer posted, with
//       what folds have lost, that of BANK: both until the round is settled, and nothing afterwards. A
//       Progressive wager leaves the layout with "no more bets", what a fold loses with the fold;
//   (3) nobody else has anything at that seat;
//   (4) a meter's amount and reserve are the balances of METER and RESERVE;
//   (5) a provider's bankroll at a table is the balance of PROVIDER there.
#include <stdlib.h>

#include "office/internal.h"
#include "office/words.h"

// ---- by the books -----------------------------------------------------------------------------

struct seat_books *office_seats_open(void)
{
    return calloc(OFFICE_TABLES_MAX + 1, sizeof(struct seat_books));
}

void office_seats_note(struct seat_books *seats, const struct uth_account *account,
                       uth_money balance)
{
    const bool at_seat =
        account->table <= OFFICE_TABLES_MAX && account->seat >= 1 && account->seat <= UTH_SEATS_MAX;
    struct seat_books *books = &seats[at_seat ? account->table : 0];
    const unsigned at = at_seat ? account->seat - 1U : 0;
    struct seat_held *held = NULL;
    if (account->kind == UTH_ACCOUNT_CHIPS) {
        held = &books->chips[at];
    } else if (account->kind == UTH_ACCOUNT_WAGERS) {
        held = &books->wagers[at];
    } else if (account->kind == UTH_ACCOUNT_BANK) {
        held = &books->bank[at];
    }
    if (held != NULL && balance.cents != 0) {
        // Of two who have something there neither does: 0 sits nowhere.
        held->owner = held->balance.cents == 0 ? account->owner : 0;
        held->balance = balance;
    }
}

// ---- by the table -----------------------------------------------------------------------------

static bool lies_open(const struct uth_round *round)
{
    return round->phase >= UTH_PHASE_BETTING && round->phase <= UTH_PHASE_SHOWDOWN;
}

// Each stake is within what we account for, and a seat's together are far from wrapping.
static int64_t on_layout(const struct uth_round *round, unsigned seat)
{
    const struct uth_round_seat *state = &round->seats[seat - 1];
    int64_t cents = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT && lies_open(round); i++) {
        const bool taken = (uth_wagers[i].on_meter && round->phase != UTH_PHASE_BETTING) ||
                           (state->settled >> i & 1) != 0;
        cents += taken ? 0 : state->stakes[i].cents;
    }
    return cents;
}

static int64_t posted(const struct uth_round *round, unsigned seat)
{
    if (!lies_open(round) || round->bank_seat != seat) {
        return 0;
    }
    int64_t cents = round->bank_wager.cents;
    for (unsigned i = 0; i < UTH_SEATS_MAX * UTH_WAGER_COUNT; i++) {
        const struct uth_round_seat *state = &round->seats[i / UTH_WAGER_COUNT];
        if ((state->settled >> i % UTH_WAGER_COUNT & 1) != 0) {
            cents -= state->nets[i % UTH_WAGER_COUNT].cents;
        }
    }
    return cents;
}

// ---- both -------------------------------------------------------------------------------------

struct place {
    uint32_t table;
    unsigned seat;
    uint64_t player;
};

static bool is_held(const struct place *place, enum uth_account_kind kind, int64_t cents,
                    const struct seat_held *held, struct fault *fault)
{
    char amounts[2][OFFICE_TEXT_MAX];
    if (held->balance.cents != cents) {
        return fault_report(fault, FAULT_DAMAGED,
                            "table %u, seat %u: %s: %s at the table but %s in the ledger;"
                            " uth audit verify says whether it was changed",
                            place->table, place->seat, uth_account_name(kind),
                            office_money_text(cents, amounts[0]),
                            office_money_text(held->balance.cents, amounts[1]));
    }
    return cents == 0 || held->owner == place->player ||
           fault_report(fault, FAULT_DAMAGED,
                        "table %u, seat %u: %s: somebody else's in the ledger; uth audit verify"
                        " says whether it was changed",
                        place->table, place->seat, uth_account_name(kind));
}

static bool seats_hold(const struct room_table *room, const struct seat_books *books,
                       struct fault *fault)
{
    bool fine = true;
    for (unsigned i = 0; fine && i < UTH_SEATS_MAX; i++) {
        const struct room_seat *seat = &room->seats[i];
        const struct place place = {room->id, i + 1, seat->player};
        fine =
            is_held(&place, UTH_ACCOUNT_CHIPS, seat->chips.cents, &books->chips[i], fault) &&
            is_held(&place, UTH_ACCOUNT_WAGERS, on_layout(&room->round, i + 1), &books->wagers[i],
                    fault) &&
            is_held(&place, UTH_ACCOUNT_BANK, posted(&room->round, i + 1), &books->bank[i], fault);
    }
    return fine;
}

static bool bankroll_is_valid(const struct office *office, const struct room_table *room,
                              struct fault *fault)
{
    const struct uth_account account = uth_account_at_table(UTH_ACCOUNT_PROVIDER, room->id);
    const uth_money held = office_balance(office, &account);
    char amounts[2][OFFICE_TEXT_MAX];
    return held.cents == room->bankroll.cents ||
           fault_report(fault, FAULT_DAMAGED,
                        "table %u: the provider's bankroll is %s at the table but %s in the"
                        " ledger; uth audit verify says whether it was changed",
                        room->id, office_money_text(room->bankroll.cents, amounts[0]),
                        office_money_text(held.cents, amounts[1]));
}

static bool meter_has(const struct office *office, uint64_t id, enum uth_account_kind kind,
                      uth_money shown, struct fault *fault)
{
    const struct uth_account account = uth_account_of_meter(kind, id);
    const uth_money held = office_balance(office, &account);
    return held.cents == shown.cents ||
           fault_report(fault, FAULT_DAMAGED,
                        "%s %llu says %lld cents, its account holds %lld; uth audit verify says"
                        " whether it was changed",
                        kind == UTH_ACCOUNT_METER ? "meter" : "the reserve of meter",
                        (unsigned long long)id, (long long)shown.cents, (long long)held.cents);
}

static bool meter_is_valid(const struct office *office, uint64_t id, struct fault *fault)
{
    const struct uth_meter *meter = &office_meter(office, id)->controller.meter;
    return meter_has(office, id, UTH_ACCOUNT_METER, meter->amount, fault) &&
           meter_has(office, id, UTH_ACCOUNT_RESERVE, meter->reserve, fault);
}

bool office_validate_money(const struct office *office, const struct seat_books *seats,
                           struct fault *fault)
{
    bool fine = true;
    for (size_t i = 0; fine && i < office->table_count; i++) {
        const struct room_table *room = &office_table_at(office, i)->room;
        fine = seats_hold(room, &seats[room->id], fault) && bankroll_is_valid(office, room, fault);
    }
    for (size_t i = 0; fine && i < office->meter_count; i++) {
        fine = meter_is_valid(office, office->meter_ids[i], fault);
    }
    return fine;
}
