#include "wire/plan_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "uth/check.h"

enum { LINE_MAX_BYTES = 512 };

struct reading {
    const struct uth_rules *rules;
    struct uth_plan *plan;
    char *fault;
    unsigned line;
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct reading *reading,
                                                         const char *format, ...)
{
    va_list arguments;
    const int used = snprintf(reading->fault, WIRE_PLAN_FAULT_MAX, "line %u: ", reading->line);
    va_start(arguments, format);
    (void)vsnprintf(reading->fault + used, WIRE_PLAN_FAULT_MAX - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

// Refusals quote words as they were written, as long as they are short and printable.
static const char *quoted(const char *words, char text[64])
{
    size_t i = 0;
    for (; words[i] != '\0' && i < 48; i++) {
        text[i] = isprint((unsigned char)words[i]) ? words[i] : '?';
    }
    (void)snprintf(text + i, 64 - i, "%s", words[i] != '\0' ? "..." : "");
    return text;
}

static int rank_of(char letter)
{
    static const char ranks[] = "23456789tjqka";
    const char *at = letter == '\0' ? NULL : strchr(ranks, tolower((unsigned char)letter));
    return at == NULL ? -1 : (int)(at - ranks);
}

// ---- starting hands -----------------------------------------------------------------------------

static void add_class(struct uth_plan_rule *rule, unsigned hand_class)
{
    rule->classes[hand_class / 64] |= UINT64_C(1) << hand_class % 64;
}

enum { SUITED = 1, OFFSUIT = 2 };

static void add_hands(struct uth_plan_rule *rule, unsigned high, unsigned low, unsigned suits)
{
    if ((suits & SUITED) != 0) {
        add_class(rule, high * UTH_RANKS + low);
    }
    if ((suits & OFFSUIT) != 0) {
        add_class(rule, low * UTH_RANKS + high);
    }
}

// "any ace", "any king suited" and so on: a card of that rank.
static bool read_any_rank(const char *words, struct uth_plan_rule *rule)
{
    char name[16];
    char suits[8] = "";
    char more;
    const int found = sscanf(words, "any %15[a-z] %7s %c", name, suits, &more);
    const unsigned wanted = strcmp(suits, "suited") == 0 ? SUITED : SUITED | OFFSUIT;
    if ((found != 1 && found != 2) || (found == 2 && wanted != SUITED)) {
        return false;
    }
    for (unsigned rank = 0; rank < UTH_RANKS; rank++) {
        if (strcmp(name, uth_rank_name(rank)) != 0) {
            continue;
        }
        for (unsigned other = 0; other < UTH_RANKS; other++) {
            if (other != rank) {
                add_hands(rule, other > rank ? other : rank, other > rank ? rank : other, wanted);
            }
        }
        if (wanted != SUITED) {
            add_class(rule, rank * UTH_RANKS + rank);
        }
        return true;
    }
    return false;
}

// "33", "33+", "K5o", "K5o+", "Q8+": the second card from its rank up to below the first.
static bool read_hands(const char *words, struct uth_plan_rule *rule)
{
    const int first = rank_of(words[0]);
    const int second = first < 0 ? -1 : rank_of(words[1]);
    if (second < 0 || second > first) {
        return false;
    }
    const bool pair = first == second;
    unsigned suits = SUITED | OFFSUIT;
    const char *rest = words + 2;
    if (!pair && (*rest == 's' || *rest == 'o')) {
        suits = *rest++ == 's' ? SUITED : OFFSUIT;
    }
    const bool up = *rest == '+';
    if (rest[up] != '\0') {
        return false;
    }
    if (pair) {
        for (int rank = first; rank == first || (up && rank < UTH_RANKS); rank++) {
            add_class(rule, (unsigned)rank * UTH_RANKS + (unsigned)rank);
        }
        return true;
    }
    for (int low = second; low == second || (up && low < first); low++) {
        add_hands(rule, (unsigned)first, (unsigned)low, suits);
    }
    return true;
}

static bool read_classes(const char *words, struct uth_plan_rule *rule)
{
    const bool all_suited = strcmp(words, "any suited hand") == 0;
    if (!all_suited && strcmp(words, "any pair") != 0) {
        return read_any_rank(words, rule) || read_hands(words, rule);
    }
    for (unsigned high = 0; high < UTH_RANKS; high++) {
        for (unsigned low = 0; all_suited && low < high; low++) {
            add_hands(rule, high, low, SUITED);
        }
        if (!all_suited) {
            add_class(rule, high * UTH_RANKS + high);
        }
    }
    return true;
}

// ---- conditions on boards -----------------------------------------------------------------------

// What follows the phrase: nothing, or a rank as "33+", "t+" or "t".
static bool read_rank_after(const char *words, const char *phrase, uint8_t *least)
{
    const size_t length = strlen(phrase);
    if (strncmp(words, phrase, length) != 0) {
        return false;
    }
    const char *at = words + length;
    *least = 0;
    if (*at == '\0') {
        return true;
    }
    at += strncmp(at, " with ", 6) == 0 ? 6 : *at == ' ';
    const int rank = rank_of(*at);
    if (rank < 0) {
        return false;
    }
    *least = (uint8_t)rank;
    at += 1 + (tolower((unsigned char)at[1]) == tolower((unsigned char)at[0]));
    at += *at == '+';
    return *at == '\0';
}

// "two pair or better", in the words of a dealer or of the documents.
static bool read_kind(const char *words, struct uth_plan_rule *rule)
{
    char name[UTH_PLAN_WORDS_MAX];
    const char *end = strstr(words, " or better");
    if (end == NULL || strcmp(end, " or better") != 0) {
        return false;
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)(end - words), words);
    if (strcmp(name, "two pair") == 0) {
        rule->kind = UTH_HAND_TWO_PAIRS;
        return true;
    }
    for (unsigned kind = UTH_HAND_PAIR; kind < UTH_HAND_COUNT; kind++) {
        if (strcmp(name, uth_hand_kind_name((enum uth_hand_kind)kind)) == 0) {
            rule->kind = (enum uth_hand_kind)kind;
            return true;
        }
    }
    return false;
}

// Behind a number of at most so many digits; NULL where none stands.
static const char *read_number(const char *at, unsigned digits, unsigned *number)
{
    unsigned read = 0;
    *number = 0;
    for (; read < digits && *at >= '0' && *at <= '9'; read++) {
        *number = *number * 10 + (unsigned)(*at++ - '0');
    }
    return read > 0 ? at : NULL;
}

static bool read_outs(const char *words, struct uth_plan_rule *rule)
{
    static const char begins[] = "fewer than ";
    unsigned outs = 0;
    if (strncmp(words, begins, sizeof begins - 1) != 0) {
        return false;
    }
    const char *rest = read_number(words + sizeof begins - 1, 2, &outs);
    rule->outs = (uint8_t)outs;
    return rest != NULL && strcmp(rest, " outs") == 0 && outs <= 45;
}

// Where the words mean a condition; UTH_PLAN_CONDITION_COUNT where they mean none.
static enum uth_plan_condition read_condition(const char *words, struct uth_plan_rule *rule)
{
    static const struct {
        const char *words;
        enum uth_plan_condition condition;
    } plain[] = {
        {"anything", UTH_PLAN_ANYTHING},
        {"straight draw", UTH_PLAN_STRAIGHT_DRAW},
        {"two overcards", UTH_PLAN_OVERCARDS},
        {"better than the board", UTH_PLAN_BETTER},
    };
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (strcmp(words, plain[i].words) == 0) {
            return plain[i].condition;
        }
    }
    if (read_rank_after(words, "hidden pair", &rule->rank)) {
        return UTH_PLAN_HIDDEN_PAIR;
    }
    if (read_rank_after(words, "flush draw", &rule->rank)) {
        return UTH_PLAN_FLUSH_DRAW;
    }
    if (read_kind(words, rule)) {
        return UTH_PLAN_KIND;
    }
    if (read_outs(words, rule)) {
        return UTH_PLAN_OUTS;
    }
    return read_classes(words, rule) ? UTH_PLAN_CLASSES : UTH_PLAN_CONDITION_COUNT;
}

// ---- lines --------------------------------------------------------------------------------------

static const char *const street_words[UTH_STREET_COUNT] = {
    [UTH_STREET_PREFLOP] = "before the flop",
    [UTH_STREET_FLOP] = "on the flop",
    [UTH_STREET_RIVER] = "at the river",
};

static bool offers(const struct uth_rules *rules, unsigned street, unsigned play)
{
    for (unsigned i = 0; i < UTH_RAISES_MAX; i++) {
        if (play != 0 && rules->raises[street][i] == play) {
            return true;
        }
    }
    return false;
}

// The street of a line: the one it names, or the only one where the Play can be made.
static bool read_street(struct reading *reading, const char *words, unsigned play,
                        enum uth_street *street)
{
    unsigned found = 0;
    for (unsigned i = 0; i < UTH_STREET_COUNT; i++) {
        const bool possible = play == 0 || offers(reading->rules, i, play);
        if (strcmp(words, street_words[i]) == 0) {
            *street = (enum uth_street)i;
            return possible || refuse(reading, "%ux cannot be played %s", play, words);
        }
        if (possible) {
            *street = (enum uth_street)i;
            found++;
        }
    }
    if (words[0] != '\0') {
        char text[64];
        return refuse(reading, "'%s' is not a street: before the flop, on the flop or at the river",
                      quoted(words, text));
    }
    if (found == 0) {
        return refuse(reading, "%ux is not a Play size of %s", play, reading->rules->name);
    }
    return found == 1 || refuse(reading, "say where: before the flop, on the flop or at the river");
}

// "4x", "check on the flop", "fold": up to the word "with".
static bool read_head(struct reading *reading, char *head, uint8_t *play, enum uth_street *street)
{
    char text[64];
    unsigned size = 0;
    size_t used;
    if (strncmp(head, "check", 5) == 0 || strncmp(head, "fold", 4) == 0) {
        used = head[0] == 'c' ? 5 : 4;
    } else {
        const char *behind = read_number(head, 2, &size);
        if (behind == NULL || *behind != 'x' || size == 0) {
            return refuse(reading, "'%s' is not an action: a size such as 4x, check or fold",
                          quoted(head, text));
        }
        used = (size_t)(behind - head) + 1;
    }
    *play = (uint8_t)size;
    if (size == 0 && head[0] == 'f' && head[used] == '\0') {
        *street = UTH_STREET_RIVER;
        return true;
    }
    if (head[used] != '\0' && head[used] != ' ') {
        return refuse(reading, "'%s' is not an action: a size such as 4x, check or fold",
                      quoted(head, text));
    }
    if (!read_street(reading, head + used + (head[used] == ' '), size, street)) {
        return false;
    }
    const bool folds = size == 0 && head[0] == 'f';
    if (size == 0 && folds != (*street == UTH_STREET_RIVER)) {
        return refuse(reading, folds ? "a hand is folded at the river only"
                                     : "at the river a hand is bet or folded");
    }
    return true;
}

static void lower(char *words)
{
    for (; *words != '\0'; words++) {
        if (*words >= 'A' && *words <= 'Z') {
            *words = (char)(*words - 'A' + 'a');
        }
    }
}

static bool add_rule(struct reading *reading, const char *words, uint8_t play,
                     enum uth_street street)
{
    char text[64];
    char small[UTH_PLAN_WORDS_MAX] = "";
    struct uth_plan *plan = reading->plan;
    if (plan->rule_count == UTH_PLAN_RULES_MAX) {
        return refuse(reading, "more than %d conditions", UTH_PLAN_RULES_MAX);
    }
    struct uth_plan_rule rule = {.street = street, .play = play};
    rule.condition = UTH_PLAN_CONDITION_COUNT;
    if (strlen(words) < sizeof small) {
        (void)snprintf(small, sizeof small, "%s", words);
        lower(small);
        rule.condition = read_condition(small, &rule);
    }
    if (rule.condition == UTH_PLAN_CONDITION_COUNT) {
        return refuse(reading, "'%s' is not a condition", quoted(words, text));
    }
    if (!uth_plan_can_ask(street, rule.condition)) {
        return refuse(reading, "'%s' cannot be asked %s", quoted(words, text),
                      street_words[street]);
    }
    (void)snprintf(rule.words, sizeof rule.words, "%s", words);
    plan->rule[plan->rule_count++] = rule;
    return true;
}

// One space between words and none at the ends.
static void tidy(char *words)
{
    char *to = words;
    for (const char *from = words; *from != '\0'; from++) {
        const bool space = isspace((unsigned char)*from) != 0;
        if (!space) {
            *to++ = *from;
        } else if (to > words && to[-1] != ' ') {
            *to++ = ' ';
        }
    }
    while (to > words && to[-1] == ' ') {
        to--;
    }
    *to = '\0';
}

static bool read_line(struct reading *reading, char *line)
{
    char *comment = strchr(line, '#');
    if (comment != NULL) {
        *comment = '\0';
    }
    tidy(line);
    if (line[0] == '\0') {
        return true;
    }
    char *colon = strchr(line, ':');
    if (colon == NULL) {
        return refuse(reading, "expected \"SIZE with: CONDITION, CONDITION\"");
    }
    *colon = '\0';
    tidy(line);
    char *with = strrchr(line, ' ');
    if (with == NULL || strcasecmp(with, " with") != 0) {
        return refuse(reading, "expected \"with:\" after the action");
    }
    *with = '\0';
    lower(line);
    uint8_t play = 0;
    enum uth_street street = UTH_STREET_PREFLOP;
    if (!read_head(reading, line, &play, &street)) {
        return false;
    }
    for (char *at = colon + 1; at != NULL;) {
        char *comma = strchr(at, ',');
        if (comma != NULL) {
            *comma = '\0';
        }
        tidy(at);
        if (at[0] == '\0') {
            return refuse(reading, "a condition is missing");
        }
        if (!add_rule(reading, at, play, street)) {
            return false;
        }
        at = comma == NULL ? NULL : comma + 1;
    }
    return true;
}

bool wire_plan_read(const char *text, size_t length, const struct uth_rules *rules,
                    struct uth_plan *plan, char fault[WIRE_PLAN_FAULT_MAX])
{
    struct uth_plan read = {.rule_count = 0};
    fault[0] = '\0';
    struct reading reading = {.rules = rules, .plan = &read, .fault = fault};
    const char *end = text + length;
    while (text < end) {
        char line[LINE_MAX_BYTES];
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const size_t bytes = (size_t)((stop == NULL ? end : stop) - text);
        reading.line++;
        if (bytes >= sizeof line || memchr(text, '\0', bytes) != NULL) {
            return refuse(&reading, bytes >= sizeof line ? "longer than 511 characters"
                                                         : "a NUL byte is not text");
        }
        memcpy(line, text, bytes);
        line[bytes] = '\0';
        if (!read_line(&reading, line)) {
            return false;
        }
        text = stop == NULL ? end : stop + 1;
    }
    *plan = read;
    return true;
}
