// What must be true of everything that is sent: it is stored, it is right, and it tells no secret.
#include <stdlib.h>
#include <string.h>

#include "storm.h"

// ---- cards ------------------------------------------------------------------------------------

// What lies open on the board: what the round says, and never more than its phase allows.
static uth_cards open_board(const struct uth_round *round)
{
    static const uint8_t most[UTH_PHASE_COUNT] = {
        [UTH_PHASE_FLOP] = 3,    [UTH_PHASE_RIVER] = 5, [UTH_PHASE_SHOWDOWN] = 5,
        [UTH_PHASE_SETTLED] = 5, [UTH_PHASE_OVER] = 5,
    };
    UTH_CHECK(round->phase < UTH_PHASE_COUNT);
    const uint8_t up = round->community_up;
    return uth_cards_from(round->community, up < most[round->phase] ? up : most[round->phase]);
}

static bool all_decided(const struct uth_round *round)
{
    bool decided = round->phase == UTH_PHASE_RIVER;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_round_seat *at = &round->seats[i];
        decided = decided && (!at->in || at->folded || at->multiple != 0);
    }
    return decided;
}

// GM-2: the hand of a Progressive win lies open from the press of its button on.
static bool is_verified(const struct office_table *table, uint8_t seat)
{
    const struct uth_round *round = &table->room.round;
    const struct office_meter *meter =
        office_meter(the_storm->serve->office, table->room.config.meter);
    const struct uth_station *station =
        meter != NULL ? uth_controller_station(&meter->controller, table->room.id) : NULL;
    return station != NULL && station->round == round->number &&
           round->phase == UTH_PHASE_SHOWDOWN &&
           (station->wins[seat - 1].state != UTH_WIN_NONE || uth_station_pressed(station) == seat);
}

// What may lie open for the holder of these spots, by the round itself: said here once more, not asked
// of the view. Before the showdown nobody turns anything but the board and, once all have decided, a
// folded hand with a Trips wager on it (SHOW-10).
static uth_cards open_cards(const struct office_table *table, uth_seat_set own)
{
    const struct uth_round *round = &table->room.round;
    const bool shown = round->phase >= UTH_PHASE_SHOWDOWN;
    uth_cards open = open_board(round);
    if (shown && round->dealer_up) {
        open |= uth_cards_from(round->dealer, 2);
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        const struct uth_round_seat *at = &round->seats[i];
        const bool for_trips =
            at->folded && at->stakes[UTH_WAGER_TRIPS].cents != 0 && all_decided(round);
        const bool up = ((shown || for_trips) && at->cards_up) || uth_seat_set_has(own, i + 1) ||
                        is_verified(table, (uint8_t)(i + 1));
        if (at->in && at->cards[0] < UTH_DECK_SIZE && up) {
            open |= uth_cards_from(at->cards, 2);
        }
    }
    return open;
}

uth_cards told_own_cards(uint32_t id, uint64_t person, uint8_t named)
{
    const struct office_table *table = office_table(the_storm->serve->office, id);
    uint8_t seat = 0;
    if (table == NULL || room_seat_named(&table->room, person, named, &seat) != UTH_OK ||
        !table->room.round.seats[seat - 1].in ||
        table->room.round.seats[seat - 1].cards[0] >= UTH_DECK_SIZE) {
        return 0;
    }
    return uth_cards_from(table->room.round.seats[seat - 1].cards, 2) |
           open_board(&table->room.round);
}

// As views write them, "Qd", and as records do, "Qd 5s". A text in which anything else stands names
// none: a sentence may begin with "As".
static uth_cards cards_of_string(const char *text)
{
    uth_cards found = 0;
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        uth_card card;
        size_t count;
        if (strchr("23456789TJQKA", text[0]) == NULL || text[1] == '\0' ||
            strchr("cdhs", text[1]) == NULL) {
            return 0;
        }
        UTH_CHECK(uth_cards_parse(text, 2, &card, 1, &count) == UTH_OK);
        found |= uth_cards_of(card);
        text += 2;
    }
    return found;
}

// Every card named anywhere in the document. As deep as our documents are.
static uth_cards cards_in(const json_t *value, unsigned depth)
{
    uth_cards found = 0;
    size_t index;
    const char *key;
    json_t *child;
    UTH_CHECK(depth < 12);
    if (json_is_string(value)) {
        return cards_of_string(json_string_value(value));
    }
    if (json_is_array(value)) {
        json_array_foreach((json_t *)(uintptr_t)value, index, child)
        {
            found |= cards_in(child, depth + 1);
        }
    } else if (json_is_object(value)) {
        json_object_foreach((json_t *)(uintptr_t)value, key, child)
        {
            found |= cards_in(child, depth + 1);
        }
    }
    return found;
}

// It is in the table until the round is over; what reads the store may know of the end before the
// office does.
void told_secrets(const char *what, const char *which, const char *text, size_t size)
{
    char hex[SECRET_HEX + 1];
    uint64_t round;
    if (memmem(text, size, PASSWORD, sizeof PASSWORD - 1) != NULL) {
        storm_fail(CHECK_CARDS, "a password stands in %s%s", what, which);
    }
    for (uint32_t id = 1; id <= TABLES; id++) {
        if (auditor_secret(id, &round, hex) && memmem(text, size, hex, SECRET_HEX) != NULL &&
            !auditor_round_over(id, round)) {
            storm_fail(CHECK_CARDS, "the secret of round %llu of table %u is told by %s%s",
                       (unsigned long long)round, id, what, which);
        }
    }
    storm_checked(CHECK_CARDS);
}

static void check_cards(const struct office_table *table, uint64_t person, const json_t *view)
{
    const uth_seat_set own = room_seats_of(&table->room, person);
    const uth_cards open = open_cards(table, own);
    // A draw for the bank (ROT-1) is from a deck of its own, and is all the table drew.
    uth_cards drawn = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        drawn |= uth_seat_set_has(table->room.drawn, i + 1) ? uth_cards_of(table->room.draw[i]) : 0;
    }
    const uth_cards of_draw = cards_in(json_object_get(view, "draw"), 0);
    if ((of_draw & ~drawn) != 0) {
        storm_fail(CHECK_CARDS, "table %u: a draw is shown that nobody drew", table->room.id);
    }
    const uth_cards shown = cards_in(view, 0) & ~of_draw;
    if ((shown & ~open) != 0) {
        storm_fail(
            CHECK_CARDS,
            "table %u, round %llu, phase %u: whoever holds seats %x is shown %d hidden cards",
            table->room.id, (unsigned long long)table->room.round.number, table->room.round.phase,
            own, __builtin_popcountll(shown & ~open));
    }
}

// ---- what is told -----------------------------------------------------------------------------

static void same_amount(const char *what, uint64_t whose, int64_t told_cents, int64_t own)
{
    if (told_cents != own) {
        storm_fail(CHECK_TOLD, "%s of %llu: told of %lld, the auditor has %lld", what,
                   (unsigned long long)whose, (long long)told_cents, (long long)own);
    }
    storm_checked(CHECK_TOLD);
}

// An object with the number of a meter and its amount.
static void check_meter_amount(const json_t *object, const char *number_key)
{
    const json_t *number = json_object_get(object, number_key);
    const json_t *amount = json_object_get(object, "amount");
    if (json_is_integer(number) && json_integer_value(number) != 0 && json_is_integer(amount)) {
        const uint64_t meter = (uint64_t)json_integer_value(number);
        same_amount("meter", meter, json_integer_value(amount), auditor_meter(meter));
    }
}

static void check_view(unsigned actor, json_t *view, const char *text, size_t size)
{
    struct storm *storm = the_storm;
    const uint32_t id = (uint32_t)json_integer_value(json_object_get(view, "table"));
    const uint64_t version = (uint64_t)json_integer_value(json_object_get(view, "version"));
    const struct office_table *table = office_table(storm->serve->office, id);
    uint64_t stored = 0;
    size_t index;
    const json_t *seat;
    storm->tally.views++;
    UTH_CHECK(table != NULL);
    UTH_CHECK(store_table_sequence(storm->reader, id, &stored) == STORE_OK);
    if (version > stored) {
        storm_fail(CHECK_STORED, "table %u is shown after batch %llu, the store ends at %llu", id,
                   (unsigned long long)version, (unsigned long long)stored);
    }
    check_cards(table, storm->actors[actor].person, view);
    storm_checked(CHECK_STORED);
    storm_checked(CHECK_CARDS);
    json_array_foreach(json_object_get(view, "seats"), index, seat)
    {
        const uint8_t number = (uint8_t)(index + 1);
        same_amount("chips", (uint64_t)id * 10 + number,
                    json_integer_value(json_object_get(seat, "chips")), auditor_chips(id, number));
    }
    const json_t *progressive = json_object_get(view, "progressive");
    check_meter_amount(progressive, "meter");
    shown_check(storm->actors[actor].person, view, text, size);
}

// A refusal may be for anything, and a number said twice may have been carried out before: then it was
// not now. But who is told that nothing was done will do it again, so nothing of it may be stored that
// the office knows nothing of.
static void check_not_done(uint32_t table, uint64_t person, uint64_t id, const json_t *error)
{
    struct storm *storm = the_storm;
    const char *message = json_string_value(json_object_get(error, "message"));
    uint64_t stored = 0;
    if (message == NULL || strstr(message, "nothing was done") == NULL) {
        return;
    }
    UTH_CHECK(store_table_sequence(storm->reader, table, &stored) == STORE_OK);
    if (stored > office_table(storm->serve->office, table)->sequence) {
        storm_fail(CHECK_STORED,
                   "table %u: command %llu of %llu is said not to be done, and stored", table,
                   (unsigned long long)id, (unsigned long long)person);
    }
    storm->tally.not_done++;
    storm_checked(CHECK_STORED);
}

static void check_answer(unsigned actor, const json_t *answer)
{
    struct storm *storm = the_storm;
    const uint32_t table = (uint32_t)json_integer_value(json_object_get(answer, "table"));
    const uint64_t id = (uint64_t)json_integer_value(json_object_get(answer, "id"));
    const uint64_t person = storm->actors[actor].person;
    const bool repeated = json_is_true(json_object_get(answer, "repeated"));
    if (!json_is_true(json_object_get(answer, "ok"))) {
        const json_t *error = json_object_get(answer, "error");
        const int64_t code = json_integer_value(json_object_get(error, "code"));
        check_not_done(table, person, id, error);
        storm->tally.refused++;
        storm->tally.refusals[code >= 0 && code < CODES ? code : 0]++;
        return;
    }
    storm->tally.repeated += repeated;
    storm->tally.carried_out += !repeated;
    if (!auditor_carried_out(table, person, id)) {
        storm_fail(CHECK_STORED,
                   "table %u: command %llu of %llu is said to be done, and not stored", table,
                   (unsigned long long)id, (unsigned long long)person);
    }
    storm_checked(CHECK_STORED);
}

static void check_person(const json_t *person)
{
    const json_t *wallet = json_object_get(person, "wallet");
    const json_t *id = json_object_get(person, "id");
    if (json_is_integer(wallet) && json_is_integer(id)) {
        const uint64_t number = (uint64_t)json_integer_value(id);
        same_amount("wallet", number, json_integer_value(wallet), auditor_wallet(number));
        account_check_person(number, person);
    }
}

// Lobby and pit, as messages and as documents: their tables and meters.
static void check_lists(const json_t *message)
{
    size_t index;
    const json_t *item;
    json_array_foreach(json_object_get(message, "tables"), index, item)
    {
        const uint32_t id = (uint32_t)json_integer_value(json_object_get(item, "table"));
        check_meter_amount(json_object_get(item, "meter"), "id");
        if (json_is_integer(json_object_get(item, "tray"))) {
            same_amount("tray", id, json_integer_value(json_object_get(item, "tray")),
                        auditor_tray(id));
            same_amount("drop box", id, json_integer_value(json_object_get(item, "drop")),
                        auditor_drop(id));
        }
    }
    json_array_foreach(json_object_get(message, "meters"), index, item)
    {
        check_meter_amount(item, json_object_get(item, "id") != NULL ? "id" : "meter");
    }
}

// The record of a round has all its cards: it is for those who played, when it is over.
static void check_record(const json_t *record, const struct request *asked)
{
    struct storm *storm = the_storm;
    const struct actor *actor = &storm->actors[asked->actor];
    uth_cards dealt;
    if (!auditor_round_over(asked->table, asked->round)) {
        storm_fail(CHECK_CARDS, "the record of round %llu of table %u is told while it is played",
                   (unsigned long long)asked->round, asked->table);
    }
    if (!room_role_may(actor->role, ROOM_RIGHT_READ_RECORDS) &&
        !auditor_played(asked->table, asked->round, asked->person)) {
        storm_fail(CHECK_CARDS, "the record of round %llu of table %u is told to a stranger",
                   (unsigned long long)asked->round, asked->table);
    }
    storm_checked(CHECK_CARDS);
    storm->tally.records++;
    if (!auditor_dealt(asked->table, asked->round, &dealt)) {
        return;
    }
    // ROT-1: the cards drawn for the position are of another deck than the round's.
    json_t *round = json_copy((json_t *)(uintptr_t)record);
    (void)json_object_del(round, "draw");
    const uth_cards told = cards_in(round, 0);
    json_decref(round);
    if (told != dealt) {
        storm_fail(CHECK_TOLD,
                   "the record of round %llu of table %u has %d cards that were not dealt, and not "
                   "%d that were",
                   (unsigned long long)asked->round, asked->table,
                   __builtin_popcountll(told & ~dealt), __builtin_popcountll(dealt & ~told));
    }
    storm_checked(CHECK_TOLD);
}

// The page of a win shows its hand (GM-4): of a round that is over, or when the dealer's cards lie open,
// and nobody decides any more.
static void check_win(const json_t *page, const struct request *asked)
{
    const struct office_table *table = office_table(the_storm->serve->office, asked->table);
    const uint8_t seat = (uint8_t)json_integer_value(json_object_get(page, "seat"));
    the_storm->tally.wins++;
    if (auditor_round_over(asked->table, asked->round)) {
        storm_checked(CHECK_CARDS);
        return;
    }
    the_storm->tally.wins_in_play++;
    if (table == NULL || table->room.round.number != asked->round || !table->room.round.dealer_up ||
        table->room.round.phase < UTH_PHASE_SHOWDOWN || seat < 1 || seat > UTH_SEATS_MAX ||
        (cards_in(page, 0) & ~open_cards(table, (uth_seat_set)(1U << (seat - 1)))) != 0) {
        storm_fail(CHECK_CARDS, "the win page of round %llu of table %u shows hidden cards",
                   (unsigned long long)asked->round, asked->table);
    }
    storm_checked(CHECK_CARDS);
}

// The number of ways to deal the unseen cards, all of which must have been counted: fewer would
// rest on a hidden card.
static int64_t deals_unseen(unsigned board_count)
{
    const int64_t dealer = 45 * 44 / 2;
    const int64_t river = 47 * 46 / 2;
    const int64_t flop = 50 * 49 * 48 / 6;
    return board_count == 5 ? dealer : board_count == 3 ? river * dealer : flop * river * dealer;
}

static uth_cards cards_of_text(const json_t *text, size_t *count)
{
    uth_card cards[UTH_DECK_SIZE];
    const char *from = json_is_string(text) ? json_string_value(text) : "";
    UTH_CHECK(uth_cards_parse(from, strlen(from), cards, UTH_DECK_SIZE, count) == UTH_OK);
    return uth_cards_from(cards, *count);
}

// Advice is for the one who decides, and rests on what that player sees: two cards and the board.
static void check_advice(const json_t *advice, const struct request *asked)
{
    size_t own;
    size_t board;
    size_t dead;
    const uth_cards named = cards_of_text(json_object_get(advice, "cards"), &own) |
                            cards_of_text(json_object_get(advice, "board"), &board) |
                            cards_of_text(json_object_get(advice, "dead"), &dead);
    if (named == 0) {
        return; // a refusal
    }
    if (named != asked->open || own != 2 || dead != 0) {
        storm_fail(CHECK_CARDS, "advice for %llu rests on %d cards that he does not see",
                   (unsigned long long)asked->person, __builtin_popcountll(named & ~asked->open));
    }
    const int64_t deals = json_integer_value(json_object_get(advice, "deals"));
    if (deals != deals_unseen((unsigned)board)) {
        storm_fail(CHECK_CARDS, "advice for %llu counts %lld deals of the %lld he must expect",
                   (unsigned long long)asked->person, (long long)deals,
                   (long long)deals_unseen((unsigned)board));
    }
    the_storm->tally.advice++;
    storm_checked(CHECK_CARDS);
}

// Many are sent the same at once; those who sit nowhere see the same, but for who runs the table.
static bool looked_through(unsigned actor, const char *text, size_t size)
{
    struct storm *storm = the_storm;
    const bool dealer = room_role_may(storm->actors[actor].role, ROOM_RIGHT_DEAL);
    const uint64_t position = office_position(storm->serve->office);
    uint8_t seat = 0;
    for (uint32_t id = 1; id <= TABLES && seat == 0; id++) {
        const struct office_table *table = office_table(storm->serve->office, id);
        seat = table == NULL ? 0 : room_seat_of(&table->room, storm->actors[actor].person);
    }
    if (seat == 0 && storm->looked.seat == 0 && storm->looked.dealer == dealer &&
        storm->looked.step == storm->step && storm->looked.position == position &&
        storm->looked.size == size && memcmp(storm->looked.text, text, size) == 0) {
        return true;
    }
    free(storm->looked.text);
    storm->looked.text = malloc(size + 1);
    UTH_CHECK(storm->looked.text != NULL);
    memcpy(storm->looked.text, text, size);
    storm->looked.size = size;
    storm->looked.seat = seat;
    storm->looked.dealer = dealer;
    storm->looked.position = position;
    storm->looked.step = storm->step;
    return false;
}

// Each time somebody is told that it is done, it has been stored once more; with a key, once is enough.
static void check_change(const struct request *asked)
{
    struct storm *storm = the_storm;
    const unsigned told = ++storm->told_of[asked->mark];
    const unsigned times = request_is_keyed(asked) ? 1 : told;
    if (auditor_changed(asked->mark) < times) {
        storm_fail(CHECK_STORED, "change %llu, %s, is told as done %u times and stored %u times",
                   (unsigned long long)asked->mark, asked->path, times,
                   auditor_changed(asked->mark));
    }
    storm->tally.changes++;
    storm_checked(CHECK_STORED);
}

static void check_other(unsigned actor, const json_t *message, const char *type,
                        const struct request *asked)
{
    if (asked != NULL && asked->mark != 0 && asked->status == 200) {
        check_change(asked);
    }
    if (asked != NULL && asked->kind == ASKED_RECORD && asked->status == 200) {
        check_record(message, asked);
        return;
    }
    if (asked != NULL && asked->kind == ASKED_WIN && asked->status == 200) {
        check_win(message, asked);
        return;
    }
    if (asked != NULL && asked->kind == ASKED_ADVICE) {
        check_advice(message, asked);
        return;
    }
    // A placard shows the ranking of hands with its examples, the same ones always (HAND-5).
    const bool placard = asked != NULL && strstr(asked->path, "/placard") != NULL;
    if (!placard && cards_in(message, 0) != 0) {
        storm_fail(CHECK_CARDS, "a message of type '%s' names cards", type);
    }
    storm_checked(CHECK_CARDS);
    if (strcmp(type, "answer") == 0) {
        check_answer(actor, message);
    }
    if (strcmp(type, "meter") == 0) {
        check_meter_amount(message, "meter");
    }
    check_person(message);
    check_person(json_object_get(message, "person"));
    check_lists(message);
}

void told(unsigned actor, const char *text, size_t size, const struct request *asked)
{
    if (size > 14 && memcmp(text, "{\"type\":\"view\"", 14) == 0 &&
        looked_through(actor, text, size)) {
        the_storm->tally.views++;
        return;
    }
    json_t *message = json_loadb(text, size, 0, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));
    type = type == NULL ? "" : type;
    auditor_follow();
    told_secrets(asked != NULL ? "an answer to " : "a message of type ",
                 asked != NULL ? asked->path : type, text, size);
    if (strcmp(type, "view") == 0) {
        check_view(actor, message, text, size);
    } else {
        check_other(actor, message, type, asked);
    }
    json_decref(message);
}
