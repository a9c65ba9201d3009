// What a player types to bet.
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"

// Whole dollars, six digits at most, and the blanks behind them. False when there are none.
static bool read_dollars(const char **text, uth_money *amount)
{
    const size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 6) {
        return false;
    }
    amount->cents = (int64_t)strtoul(*text, NULL, 10) * 100;
    *text += digits;
    *text += strspn(*text, " \t");
    return true;
}

// "b5", "p5" or "m", and the blanks behind it.
static bool read_side_bet(const struct uth_rules *rules, const char **text,
                          uth_money stakes[UTH_WAGER_COUNT])
{
    const char letter = *(*text)++;
    switch (letter) {
    case 'b': return read_dollars(text, &stakes[UTH_WAGER_BAD_BEAT]);
    case 'p': return read_dollars(text, &stakes[UTH_WAGER_PAIRS]);
    case 'm':
        stakes[UTH_WAGER_PROGRESSIVE] = rules->progressive.stake;
        *text += strspn(*text, " \t");
        return true;
    default: return false;
    }
}

bool play_read_wager(const struct uth_rules *rules, const char *line,
                     uth_money stakes[UTH_WAGER_COUNT])
{
    if (line[0] == '\0') {
        return true;
    }
    memset(stakes, 0, UTH_WAGER_COUNT * sizeof *stakes);
    line += strspn(line, " \t");
    bool good = read_dollars(&line, &stakes[UTH_WAGER_ANTE]);
    stakes[UTH_WAGER_BLIND] = stakes[UTH_WAGER_ANTE];
    if (good && line[0] >= '0' && line[0] <= '9') {
        good = read_dollars(&line, &stakes[UTH_WAGER_TRIPS]);
    }
    while (good && line[0] != '\0') {
        good = read_side_bet(rules, &line, stakes);
    }
    return good;
}
