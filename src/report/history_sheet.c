#include <inttypes.h>

#include "office/words.h"
#include "report/history.h"

struct sheet history_sheet(const struct history_query *query, const struct history_round *rounds,
                           size_t count)
{
    struct sheet sheet = sheet_start("Rounds, newest first");
    sheet_section(&sheet, "Rounds");
    sheet_columns(&sheet, query->player == STORE_HOUSE
                              ? "opened (UTC)|round|players|staked|house net|fees|"
                              : "opened (UTC)|round|players|staked|net|fees|");
    for (size_t i = 0; i < count; i++) {
        const struct history_round *round = &rounds[i];
        char opened[OFFICE_TEXT_MAX];
        char id[40];
        (void)snprintf(id, sizeof id, "%u:%" PRIu64, round->table, round->round);
        sheet_row(&sheet, SHEET_CELLS(sheet_words(office_time_text(round->opened_ms, opened)),
                                      sheet_words(id), sheet_count(round->players),
                                      sheet_money(round->staked.cents), sheet_net(round->net.cents),
                                      sheet_money(round->fees.cents),
                                      sheet_words(round->ended_ms == 0 ? "open"
                                                  : round->voided      ? "void"
                                                                       : "")));
    }
    if (count == 0) {
        sheet_note(&sheet, "No rounds.");
    }
    return sheet;
}

static json_t *round_json(const struct history_round *round)
{
    return json_pack(
        "{s:I, s:I, s:I, s:o, s:b, s:i, s:I, s:I, s:I}", "table", (json_int_t)round->table, "round",
        (json_int_t)round->round, "opened_ms", (json_int_t)round->opened_ms, "ended_ms",
        round->ended_ms == 0 ? json_null() : json_integer((json_int_t)round->ended_ms), "void",
        round->voided, "players", (int)round->players, "staked", (json_int_t)round->staked.cents,
        "net", (json_int_t)round->net.cents, "fees", (json_int_t)round->fees.cents);
}

json_t *history_json(const struct history_round *rounds, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append_new(list, round_json(&rounds[i]));
    }
    return json_pack("{s:o}", "rounds", list);
}
