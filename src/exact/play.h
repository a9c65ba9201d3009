// What the parts of playing a strategy through share.
#ifndef EXACT_PLAY_H
#define EXACT_PLAY_H

#include "plan.h"
#include "tally.h"

// Ways a hand comes to a board: the flop checked, or bet the small size where it offers two.
enum { WAYS_CHECKED, WAYS_SMALL, WAYS };

// One hand of ranks on one board of ranks, and its raise at the river.
struct fate {
    int16_t win, tie, low;
    uint8_t grade;
    uint8_t raise;
};

// Ways counted on a board that a suit can flush on, by its ranks.
struct taken {
    int32_t row[RANK_BOARDS][RANK_HANDS_ROW];
};

struct play_tables {
    struct flop_rows suit_flop[WAYS]; // ways to reach the flop, by its decision
    struct taken taken[WAYS];
    struct fate fate[RANK_BOARDS][RANK_HANDS];
    struct simple_board simple[RANK_BOARDS];
    // Holes by their play before the flop, the check last; and pairs of hole and suit.
    int32_t rank_holes[UTH_RAISES_MAX + 1][RANK_HANDS_ROW];
    int32_t type_holes[UTH_RAISES_MAX + 1][HAND_ROW];
    uint16_t checked[HOLES]; // the holes that check before the flop
    unsigned checked_count;
    struct tally tally[THREADS_MAX];
};

struct player {
    struct uth_exact *exact;
    struct play_tables *tables;
    enum uth_style style;
    unsigned ways;                 // kinds of ways: as many as the solve has channels
    bool counts;                   // showdowns as well
    struct uth_exact_folds *folds; // to be counted as well, by one thread; or NULL
    struct planner *planner; // whose plan is played in place of the style, by one thread; or NULL
};

// Plays a strategy through. What the tables of the player say stands until the memory is used for
// something else.
struct player exact_play_through(struct uth_exact *exact, enum uth_style style,
                                 struct uth_exact_folds *folds);
void exact_play_plan(struct uth_exact *exact, struct planner *planner, struct uth_exact_play *play);

// Whether a board's hands are asked what people's rules ask.
static inline bool exact_asks_facts(const struct player *player)
{
    return player->planner != NULL || player->style == UTH_STYLE_SIMPLE;
}

// Ranks the hands of one board of a group whose hands stand in worker->hands: the raise of each hand
// type at the river. Returns its rank board.
unsigned exact_play_river(const struct player *player, struct worker *worker,
                          const struct group *group, const uint8_t off[2], uint8_t raise[HAND_ROW]);

// One thread's share of the boards that a suit can flush on; `context` is the player.
void exact_play_groups(void *context, unsigned index);

// One thread's own tables. All but the first lie in rows that the solve has added up already.
static inline struct flop_rows *suit_flop_of(const struct player *player, unsigned index)
{
    return index == 0 ? player->tables->suit_flop
                      : &player->exact->suit_flop[(size_t)index * player->exact->channels];
}

static inline struct taken *taken_of(const struct player *player, unsigned index)
{
    _Static_assert(sizeof(struct taken) <= sizeof(struct flop_rows), "it fits the same place");
    return index == 0 ? player->tables->taken
                      : (struct taken *)(void *)&player->exact
                            ->suit_flop[(size_t)index * player->exact->channels];
}

#endif
