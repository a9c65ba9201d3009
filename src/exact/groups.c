// The boards as a suit sees them, set of its ranks by set.
#include <string.h>

#include "solution.h"

struct group exact_group_of(const struct uth_exact *exact, unsigned set, struct worker *worker)
{
    struct group group = {.suited = exact->space.set_mask[set]};
    for (unsigned left = group.suited; left != 0; left &= left - 1) {
        group.rank[group.size++] = (uint8_t)__builtin_ctz(left);
    }
    exact_suited_set(&worker->suited, &exact->space, &exact->game, group.suited);
    return group;
}

bool exact_next_off(const struct group *group, uint8_t off[2])
{
    const unsigned offs = 5 - group->size;
    return offs > 0 && next_ranks(off, offs);
}

unsigned exact_rank_board_of(const struct group *group, const uint8_t off[2])
{
    uint8_t ranks[5];
    memcpy(ranks, group->rank, sizeof ranks);
    memcpy(ranks + group->size, off, 5 - group->size);
    return exact_multi5_any_index(ranks);
}

unsigned exact_leaf_of_group(const struct uth_exact *exact, struct worker *worker,
                             const struct group *group, const uint8_t off[2])
{
    const unsigned board = exact_rank_board_of(group, off);
    exact_leaf_of_suit(&worker->leaf, &exact->space, &exact->game, &exact->rank_counts[board],
                       &worker->suited, off);
    return board;
}
