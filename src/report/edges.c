#include "report/edges.h"

#include <stdlib.h>
#include <string.h>

#include "report/par.h"

__extension__ typedef __int128 wide;

int64_t report_ratio_of(struct uth_ratio ratio, int64_t cents)
{
    const wide product = (wide)ratio.num * cents;
    const wide half = ratio.den / 2;
    UTH_CHECK(ratio.den > 0);
    return (int64_t)(product < 0 ? -((-product + half) / ratio.den) : (product + half) / ratio.den);
}

static void take_sides(const struct par_report *report, struct report_edges *edges)
{
    for (unsigned i = UTH_WAGER_TRIPS; i < UTH_WAGER_COUNT; i++) {
        const enum uth_wager wager = (enum uth_wager)i;
        const struct uth_bet *bet = uth_rules_side(&report->rules, wager);
        const struct uth_ratio edge = report->sides[i - UTH_WAGER_TRIPS][bet->table].house_edge;
        edges->known[wager] = bet->table_count > 0 && edge.den != 0;
        edges->edge[wager] = edges->known[wager] ? edge : edges->edge[wager];
    }
}

static void take_progressive(const struct par_report *report, struct report_edges *edges)
{
    const struct uth_exact_progressive *exact = &report->progressive;
    if (exact->fixed_return.den == 0) {
        return;
    }
    edges->known[UTH_WAGER_PROGRESSIVE] = true;
    edges->fixed_return = exact->fixed_return;
    for (unsigned line = 0; line < UTH_PROGRESSIVE_COUNT; line++) {
        const bool whole = report->rules.progressive.table.pays[line].meter_bp == UTH_BASIS_POINTS;
        edges->whole_meter[line] = whole ? exact->probability[line] : uth_ratio_of(0, 1);
    }
}

bool report_edges(const struct uth_rules *rules, struct report_edges *edges)
{
    struct par_report *report = malloc(sizeof *report);
    bool out_of_memory = report == NULL;
    memset(edges, 0, sizeof *edges);
    if (report != NULL) {
        const enum uth_status status =
            par_work_out(rules, UTH_STYLE_OPTIMAL, 1, (struct par_watcher){.in_use_only = true},
                         report, &out_of_memory);
        const bool solved = status == UTH_OK || report->costly != UTH_WAGER_COUNT;
        if (!out_of_memory && solved) {
            edges->known[UTH_WAGER_ANTE] = true;
            edges->edge[UTH_WAGER_ANTE] = par_edges(report).of_ante;
            take_sides(report, edges);
            take_progressive(report, edges);
        } else if (!out_of_memory) {
            edges->missing = uth_status_text(status);
        }
    }
    free(report);
    return !out_of_memory;
}
