#include "report/edges.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 wide;

int64_t report_ratio_of(struct uth_ratio ratio, int64_t cents)
{
    const wide product = (wide)ratio.num * cents;
    const wide half = ratio.den / 2;
    UTH_CHECK(ratio.den > 0);
    return (int64_t)(product < 0 ? -((-product + half) / ratio.den) : (product + half) / ratio.den);
}

static void set(struct report_edges *edges, enum uth_wager wager, enum uth_status status,
                const struct uth_exact_side *side)
{
    edges->known[wager] = status == UTH_OK;
    if (status == UTH_OK) {
        edges->edge[wager] = side->house_edge;
    }
}

static void work_out_sides(const struct uth_rules *rules, struct uth_exact *exact,
                           const struct uth_exact_kinds *kinds, struct report_edges *edges)
{
    struct uth_exact_folds folds;
    struct uth_exact_side side;
    if (uth_exact_asks_folds(rules)) {
        uth_exact_folds(exact, UTH_STYLE_OPTIMAL, &folds);
    }
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const struct uth_bet *bet = uth_rules_side(rules, wager);
        if (bet->table_count > 0) {
            set(edges, wager, uth_exact_bet(kinds, &folds, bet, bet->table, &side), &side);
        }
    }
}

static void work_out_progressive(const struct uth_rules *rules, const struct uth_exact_kinds *kinds,
                                 struct report_edges *edges)
{
    struct uth_exact_progressive exact;
    const struct uth_progressive_table *table = &rules->progressive.table;
    if (!rules->offered[UTH_WAGER_PROGRESSIVE] ||
        uth_exact_progressive(kinds, table, &exact) != UTH_OK) {
        return;
    }
    edges->known[UTH_WAGER_PROGRESSIVE] = true;
    edges->fixed_return = exact.fixed_return;
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const bool whole = table->pays[line].meter_bp == UTH_BASIS_POINTS;
        edges->whole_meter[line] = whole ? exact.probability[line] : uth_ratio_of(0, 1);
    }
}

bool report_edges(const struct uth_rules *rules, struct report_edges *edges)
{
    const size_t size = uth_exact_size(1);
    void *memory = malloc(size);
    struct uth_exact_play *play = malloc(sizeof *play);
    struct uth_exact *exact = NULL;
    struct uth_exact_kinds kinds;
    memset(edges, 0, sizeof *edges);
    const bool room = memory != NULL && play != NULL;
    if (room) {
        const enum uth_status status = uth_exact_solve(rules, 1, memory, size, &exact);
        if (status == UTH_OK) {
            uth_exact_play(exact, UTH_STYLE_OPTIMAL, play);
            const struct uth_ratio value = uth_play_value(play);
            edges->known[UTH_WAGER_ANTE] = true;
            edges->edge[UTH_WAGER_ANTE] = uth_ratio_of(-value.num, value.den);
            uth_exact_kinds(exact, &kinds);
            work_out_sides(rules, exact, &kinds, edges);
            work_out_progressive(rules, &kinds, edges);
        } else {
            edges->missing = uth_status_text(status);
        }
    }
    free(play);
    free(memory);
    return room;
}
