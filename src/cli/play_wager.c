// What a player types to bet, and what they are told to type.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"

#define DIGITS     "0123456789"
#define DIGITS_MAX 6

// A point and one or two digits, if there is a point: ".5" is fifty cents.
static enum play_wager read_cents(const char **text, int64_t *cents)
{
    *cents = 0;
    if (**text != '.') {
        return PLAY_WAGER_READ;
    }
    const char *digits = *text + 1;
    const size_t count = strspn(digits, DIGITS);
    if (count != 1 && count != 2) {
        return PLAY_WAGER_NONE;
    }
    *cents = (digits[0] - '0') * 10 + (count == 2 ? digits[1] - '0' : 0);
    *text = digits + count;
    return PLAY_WAGER_READ;
}

// "10" or "5.50", and the blanks behind it.
static enum play_wager read_dollars(const char **text, uth_money *amount)
{
    const size_t digits = strspn(*text, DIGITS);
    int64_t cents;
    if (digits == 0 || digits > DIGITS_MAX) {
        return digits == 0 ? PLAY_WAGER_NONE : PLAY_WAGER_TOO_LONG;
    }
    const int64_t dollars = (int64_t)strtoul(*text, NULL, 10);
    *text += digits;
    const enum play_wager read = read_cents(text, &cents);
    amount->cents = dollars * 100 + cents;
    *text += strspn(*text, " \t");
    return read;
}

struct play_side play_side_of(const struct uth_rules *rules, enum uth_wager wager)
{
    const char *own = uth_rules_wager_title(rules, wager);
    switch (wager) {
    case UTH_WAGER_BAD_BEAT: return (struct play_side){'b', "Bad Beat"};
    case UTH_WAGER_PAIRS: return (struct play_side){'p', "Pairs"};
    case UTH_WAGER_PROGRESSIVE: return (struct play_side){'m', "Progressive"};
    case UTH_WAGER_OWN_1: return (struct play_side){'w', own};
    case UTH_WAGER_OWN_2: return (struct play_side){'x', own};
    case UTH_WAGER_OWN_3: return (struct play_side){'y', own};
    case UTH_WAGER_OWN_4: return (struct play_side){'z', own};
    case UTH_WAGER_ANTE: // these four stand in front, without a letter
    case UTH_WAGER_BLIND:
    case UTH_WAGER_PLAY:
    case UTH_WAGER_TRIPS:
    case UTH_WAGER_COUNT: break;
    }
    return (struct play_side){'\0', NULL};
}

// "b5", "p5", "w5" or "m", and the blanks behind it.
static enum play_wager read_side_bet(const struct uth_rules *rules, const char **text,
                                     uth_money stakes[UTH_WAGER_COUNT])
{
    const char letter = *(*text)++;
    unsigned wager = 0;
    while (wager < UTH_WAGER_COUNT &&
           (!uth_rules_has_wager(rules, (enum uth_wager)wager) ||
            play_side_of(rules, (enum uth_wager)wager).letter != letter)) {
        wager++;
    }
    if (wager == UTH_WAGER_COUNT || letter == '\0') {
        return PLAY_WAGER_NONE;
    }
    if (uth_wagers[wager].on_meter) { // of one stake (BET-9)
        stakes[wager] = rules->progressive.stake;
        *text += strspn(*text, " \t");
        return PLAY_WAGER_READ;
    }
    return read_dollars(text, &stakes[wager]);
}

enum play_wager play_read_wager(const struct uth_rules *rules, const char *line,
                                uth_money stakes[UTH_WAGER_COUNT])
{
    if (line[0] == '\0') {
        return PLAY_WAGER_READ;
    }
    memset(stakes, 0, UTH_WAGER_COUNT * sizeof *stakes);
    line += strspn(line, " \t");
    enum play_wager read = read_dollars(&line, &stakes[UTH_WAGER_ANTE]);
    stakes[UTH_WAGER_BLIND] = stakes[UTH_WAGER_ANTE];
    if (read == PLAY_WAGER_READ && line[0] >= '0' && line[0] <= '9') {
        read = read_dollars(&line, &stakes[UTH_WAGER_TRIPS]);
    }
    while (read == PLAY_WAGER_READ && line[0] != '\0') {
        read = read_side_bet(rules, &line, stakes);
    }
    return read;
}

// What decides is the first letter of each choice the profile offers on some street.
void play_print_decision_keys(const struct uth_rules *rules)
{
    bool printed[10] = {false};
    (void)fputs("A decision:", stdout);
    for (unsigned street = 0; street < UTH_STREET_COUNT; street++) {
        for (unsigned i = 0; i < UTH_RAISES_MAX && rules->raises[street][i] != 0; i++) {
            const unsigned size = rules->raises[street][i];
            const unsigned digit = size < 10 ? size : size / 10;
            if (!printed[digit]) {
                (void)printf(" %u", digit);
                printed[digit] = true;
            }
        }
    }
    (void)puts(" to play that many Antes, c to check, f to fold.");
}

// What is to be typed instead. Cents are for tables that have chips for them.
void play_print_no_wager(const struct uth_rules *rules, enum play_wager read)
{
    if (read == PLAY_WAGER_TOO_LONG) {
        (void)puts("An amount has at most six digits of dollars.");
    } else {
        (void)printf("Enter an Ante such as 10%s, or Ante and Trips such as 10 5.\n",
                     rules->chip.cents % 100 != 0 ? " or 5.50" : "");
    }
}
