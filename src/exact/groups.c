// The boards as a suit sees them, set of its ranks by set.
#include <string.h>

#include "solution.h"

struct group exact_group_of(struct uth_exact *exact, unsigned set, struct worker *worker)
{
    struct kept_boards *kept = exact->kept;
    struct group group = {.set = set, .suited = exact->space.set_mask[set]};
    for (unsigned left = group.suited; left != 0; left &= left - 1) {
        group.rank[group.size++] = (uint8_t)__builtin_ctz(left);
    }
    if (kept != NULL && exact->kept_for != (enum uth_hand_kind)NOT_KNOWN) {
        worker->hands = kept->hands[set];
    } else {
        exact_space_hands(&exact->space, group.suited, &worker->hands);
        if (kept != NULL) {
            kept->hands[set] = worker->hands;
        }
    }
    memset(worker->possible, 0, sizeof worker->possible);
    for (unsigned i = 0; i < worker->hands.count; i++) {
        worker->possible[worker->hands.type[i]] = -1;
    }
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

static size_t suit_board_of(const struct group *group, const uint8_t off[2])
{
    switch (group->size) {
    case 3: return group->set * (size_t)RANK_HANDS + multi2_index(off[0], off[1]);
    case 4: return SUIT_BOARDS_OF_FOUR + (group->set - (size_t)SETS_3) * (size_t)UTH_RANKS + off[0];
    default: return SUIT_BOARDS_OF_FIVE + group->set - (size_t)(SETS_3 + SETS_4);
    }
}

void exact_leaf_of_group(struct uth_exact *exact, struct worker *worker, const struct group *group,
                         const uint8_t off[2], bool levels)
{
    struct kept *kept = exact->kept == NULL ? NULL : &exact->kept->board[suit_board_of(group, off)];
    const bool known = kept != NULL && exact->kept_for == exact->game.qualifies_with;
    if (known && !levels) {
        exact_leaf_recall(&worker->leaf, &exact->game, kept);
        return;
    }
    exact_leaf_of_suit(&worker->leaf, &exact->space, &exact->game, &worker->hands, group->suited,
                       off);
    if (kept != NULL && !known) {
        exact_leaf_keep(&worker->leaf, &exact->game, kept);
    }
}
