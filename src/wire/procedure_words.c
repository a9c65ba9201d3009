#include "wire/procedure_words.h"

#include <stdio.h>
#include <string.h>

#include "wire/amount_words.h"
#include "wire/room_view_inside.h"

struct filling {
    const struct wire_room *room; // NULL: the name alone is told
    const struct uth_rules *rules;
    const struct uth_view *view;
    const struct room_step *step;
    char *text;
    size_t used;
};

static void put(struct filling *filling, const char *text)
{
    const size_t length = strlen(text);
    UTH_CHECK(filling->used + length < WIRE_STEP_WORDS_MAX);
    memcpy(filling->text + filling->used, text, length + 1);
    filling->used += length;
}

static void put_money(struct filling *filling, uth_money amount)
{
    char text[WIRE_AMOUNT_MAX];
    put(filling, wire_money_words(amount, text));
}

static void put_seat(struct filling *filling, unsigned seat)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%u", seat);
    put(filling, text);
}

static const struct uth_view_seat *seat_of(const struct filling *filling)
{
    UTH_CHECK(filling->step->seat != 0);
    return &filling->view->seats[filling->step->seat - 1];
}

// The word in front of item `index` of `count`.
static const char *joint(unsigned index, unsigned count)
{
    return index == 0 ? "" : index + 1 < count ? ", " : " and ";
}

// ---- what stands in braces --------------------------------------------------------------------

static void put_fees(struct filling *filling)
{
    struct uth_fees fees = {.sum = {0}};
    if (filling->view->phase != UTH_PHASE_IDLE) {
        uth_round_fees(filling->rules, &filling->room->table->round, &fees);
    }
    unsigned count = fees.bank.cents != 0;
    unsigned index = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        count += fees.seats[i].cents != 0;
    }
    put(filling, count == 0 ? "Collect the fee" : "Collect ");
    if (fees.bank.cents != 0) {
        put_money(filling, fees.bank);
        put(filling, " from the player-dealer (seat ");
        put_seat(filling, filling->view->bank_seat);
        put(filling, ")");
        index++;
    }
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (fees.seats[i].cents != 0) {
            put(filling, joint(index++, count));
            put_money(filling, fees.seats[i]);
            put(filling, " from seat ");
            put_seat(filling, i + 1);
        }
    }
}

static void put_wagers(struct filling *filling)
{
    const struct uth_view_seat *seat = seat_of(filling);
    unsigned count = 0;
    unsigned index = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        count += uth_view_lost_by_fold(filling->rules, seat, (enum uth_wager)i);
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (uth_view_lost_by_fold(filling->rules, seat, (enum uth_wager)i)) {
            put(filling, joint(index++, count));
            put(filling, uth_rules_wager_title(filling->rules, (enum uth_wager)i));
            put(filling, " ");
            put_money(filling, seat->stakes[i]);
        }
    }
}

// A wager that keeps a folded hand beside it.
static bool lies_beside(const struct uth_rules *rules, const struct uth_view_seat *seat,
                        unsigned wager)
{
    return uth_rules_fold(rules, (enum uth_wager)wager) == UTH_FOLD_BESIDE &&
           seat->stakes[wager].cents != 0;
}

static void put_live(struct filling *filling)
{
    const struct uth_view_seat *seat = seat_of(filling);
    unsigned count = 0;
    unsigned index = 0;
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        count += lies_beside(filling->rules, seat, i);
    }
    for (unsigned i = 0; i < UTH_WAGER_COUNT; i++) {
        if (lies_beside(filling->rules, seat, i)) {
            put(filling, joint(index++, count));
            put(filling, uth_rules_wager_title(filling->rules, (enum uth_wager)i));
        }
    }
}

// The dealer's or a player's best five, of cards that lie open.
static uth_hand hand_of(const struct uth_view *view, const uth_card hole[2], uth_card cards[7])
{
    memcpy(cards, hole, 2 * sizeof cards[0]);
    memcpy(cards + 2, view->community, 5 * sizeof cards[0]);
    for (unsigned i = 0; i < 7; i++) {
        if (cards[i] == UTH_CARD_NONE) {
            return 0;
        }
    }
    return uth_hand_of(cards, 7);
}

static void put_hand(struct filling *filling)
{
    const struct uth_view *view = filling->view;
    const bool players = filling->step->seat != 0;
    uth_card cards[7];
    char words[UTH_HAND_WORDS_MAX];
    const uth_hand hand = hand_of(view, players ? seat_of(filling)->cards : view->dealer, cards);
    if (hand == 0) {
        return;
    }
    uth_hand_words(cards, 7, words);
    put(filling, players ? "" : ": “");
    put(filling, words);
    if (!players) {
        put(filling, view->qualifies == UTH_QUALIFIES_YES ? ", qualifies”" : ", does not qualify”");
    }
}

static void put_verdict(struct filling *filling)
{
    static const char *const words[UTH_VERDICT_COUNT] = {
        [UTH_VERDICT_LOSE] = "loses",
        [UTH_VERDICT_TIE] = "pushes",
        [UTH_VERDICT_WIN] = "wins",
        [UTH_VERDICT_FOLD] = "folds",
    };
    put(filling, words[seat_of(filling)->verdict]);
}

static void put_deck(struct filling *filling)
{
    const struct room_table *table = filling->room->table;
    if (filling->rules->decks == 2) {
        const unsigned deck = table->rack != 0 ? table->rack - 1U : table->round.deck_in_play ^ 1U;
        put(filling, wire_deck_colour((uint8_t)deck));
        put(filling, " ");
    }
}

static void put_order(struct filling *filling)
{
    static const char *const orders[] = {
        [UTH_ORDER_LEFT_OF_BANK] =
            "Start with the player to the left of the player-dealer and continue clockwise",
        [UTH_ORDER_FROM_RIGHT] = "Work from right to left",
        [UTH_ORDER_FROM_LEFT] = "Work from left to right",
    };
    put(filling, orders[filling->rules->order]);
}

static void put_line(struct filling *filling)
{
    const struct uth_station *station =
        uth_controller_station(filling->room->world->meter, filling->room->table->id);
    UTH_CHECK(station != NULL);
    const uint8_t line = station->lines[filling->step->seat - 1];
    put(filling, line < UTH_PROGRESSIVE_COUNT
                     ? uth_progressive_line_name((enum uth_progressive_line)line)
                     : "");
}

// "wins 1 to 1: higher than the dealer": the wager is named beside it.
static void put_reason(struct filling *filling)
{
    const enum uth_wager wager = (enum uth_wager)filling->step->wager;
    const struct uth_view_seat *seat = seat_of(filling);
    char reason[WIRE_REASON_WORDS_MAX];
    wire_seat_reason(filling->rules, filling->view, seat, wager, reason);
    const enum uth_carried carried = (enum uth_carried)seat->carried[wager];
    const char *limited = uth_carried_text(carried);
    // What is not covered is neither taken nor paid, whoever won it (BANK-3).
    if (carried != UTH_CARRIED_NOT_AT_ALL) {
        put(filling, reason);
        put(filling, limited[0] != '\0' ? "; " : "");
    }
    put(filling, limited);
}

static void put_act(struct filling *filling)
{
    static const char *const acts[] = {"settle", "take", "pay", "return"};
    put(filling, acts[filling->step->act]);
}

static void put_act_first(struct filling *filling)
{
    static const char *const acts[] = {"", "Take", "Pay", "Return"};
    put(filling, acts[filling->step->act]);
}

static void put_step_seat(struct filling *filling)
{
    put_seat(filling, filling->step->seat);
}

static void put_amount(struct filling *filling)
{
    put_money(filling, filling->step->amount);
}

static void put_wager(struct filling *filling)
{
    put(filling, uth_rules_wager_title(filling->rules, (enum uth_wager)filling->step->wager));
}

static bool banked_by_player(const struct filling *filling)
{
    return filling->rules->banked_by == UTH_BANKED_BY_PLAYER;
}

static void put_dealer(struct filling *filling)
{
    put(filling, banked_by_player(filling) ? "the player-dealer" : "yourself");
}

static void put_dealers(struct filling *filling)
{
    put(filling, banked_by_player(filling) ? "the player-dealer’s" : "your");
}

static const struct {
    const char *name;
    void (*put)(struct filling *filling);
} places[] = {
    {"Act", put_act_first},  {"act", put_act},         {"amount", put_amount},
    {"deck", put_deck},      {"dealer", put_dealer},   {"dealers", put_dealers},
    {"fees", put_fees},      {"hand", put_hand},       {"line", put_line},
    {"live", put_live},      {"order", put_order},     {"reason", put_reason},
    {"seat", put_step_seat}, {"verdict", put_verdict}, {"wager", put_wager},
    {"wagers", put_wagers},
};

static void put_place(struct filling *filling, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (strlen(places[i].name) == length && memcmp(places[i].name, name, length) == 0) {
            places[i].put(filling);
            return;
        }
    }
    UTH_CHECK(!"a place we know how to fill");
}

static void fill(struct filling *filling, const char *words)
{
    for (const char *at = words; *at != '\0';) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (end != NULL) {
            put_place(filling, at + 1, (size_t)(end - at - 1));
            at = end + 1;
        } else {
            const char one[2] = {*at++, '\0'};
            put(filling, one);
        }
    }
}

void wire_step_name(const struct wire_room *room, const struct uth_view *view,
                    const struct room_step *step, char name[WIRE_STEP_WORDS_MAX])
{
    struct filling filling = {room, room->world->rules, view, step, name, 0};
    name[0] = '\0';
    fill(&filling, step->row->name);
}

void wire_step_words(const struct wire_room *room, const struct uth_view *view,
                     const struct room_step *step, char words[WIRE_STEP_WORDS_MAX])
{
    struct filling filling = {room, room->world->rules, view, step, words, 0};
    words[0] = '\0';
    fill(&filling, step->row->words);
}

void wire_step_title(const struct uth_rules *rules, enum room_step_kind kind, uint8_t seat,
                     char name[WIRE_STEP_WORDS_MAX])
{
    const struct room_step step = {
        .row = room_step_row_of(kind, rules),
        .seat = seat,
        .wager = (uint8_t)room_step_wager(kind),
    };
    struct filling filling = {NULL, rules, NULL, &step, name, 0};
    name[0] = '\0';
    fill(&filling, step.row->name);
}

// ---- what a command waits for -----------------------------------------------------------------

static void put_awaited(struct filling *filling)
{
    unsigned count = 0;
    unsigned index = 0;
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        count += filling->view->seats[i].awaited;
    }
    put(filling, count == 1 ? "waiting for seat " : "waiting for seats ");
    for (unsigned i = 0; i < UTH_SEATS_MAX; i++) {
        if (filling->view->seats[i].awaited) {
            put(filling, joint(index++, count));
            put_seat(filling, i + 1);
        }
    }
}

void wire_step_waits(const struct wire_room *room, const struct uth_view *view,
                     const struct room_step *step, char words[WIRE_STEP_WORDS_MAX])
{
    static const char *const waits[ROOM_WAITS_COUNT] = {
        [ROOM_WAITS_NOT] = "",
        [ROOM_WAITS_PAUSED] = "the pit has paused this table",
        [ROOM_WAITS_PLAYERS] = "waiting for players",
        [ROOM_WAITS_BANK] = "waiting for a player-dealer",
        [ROOM_WAITS_WAGERS] = "waiting for Ante and Blind",
        [ROOM_WAITS_RACK] = "one deck in the discard rack at a time: load the shuffler first",
        [ROOM_WAITS_FEE] = "collect and drop the fee first",
        [ROOM_WAITS_GAME] = "the Progressive’s game first",
        [ROOM_WAITS_PARTS] = "waiting for the players’ parts of the seed",
        [ROOM_WAITS_WIN] = "a Progressive win is to be confirmed and paid first",
    };
    struct filling filling = {room, room->world->rules, view, step, words, 0};
    words[0] = '\0';
    if (step->waits == ROOM_WAITS_DECISIONS) {
        put_awaited(&filling);
    } else {
        put(&filling, waits[step->waits]);
    }
}

const char *wire_deck_colour(uint8_t deck)
{
    return deck == 0 ? "blue" : "red";
}
