#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "cli/play.h"

struct play_screen play_screen_open(bool no_colour)
{
    (void)setlocale(LC_CTYPE, "");
    return (struct play_screen){
        .keys = isatty(STDOUT_FILENO) != 0 && isatty(STDIN_FILENO) != 0,
        .colour = !no_colour && cli_wants_colour(),
    };
}

bool play_ask_line(char line[PLAY_LINE_SIZE])
{
    (void)fflush(stdout);
    if (fgets(line, PLAY_LINE_SIZE, stdin) == NULL) {
        return false;
    }
    if (strchr(line, '\n') == NULL) {
        int c = getchar();
        while (c != '\n' && c != EOF) {
            c = getchar();
        }
    }
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

bool play_ask_key(const struct play_screen *screen, const char *prompt, char line[PLAY_LINE_SIZE])
{
    if (!screen->keys) {
        (void)fputs(prompt, stdout);
        return play_ask_line(line);
    }
    line[1] = '\0';
    const bool got = play_read_key(prompt, line);
    if (got && line[0] > ' ') {
        (void)putchar(line[0]);
    }
    (void)putchar('\n');
    return got;
}

// ---- cards ------------------------------------------------------------------------------------

// Four colours, as players who see badly want them: no suit looks like another.
static void print_card(const struct play_screen *screen, uth_card card)
{
    static const struct {
        char letter;
        const char *symbol;
        const char *colour;
    } suits[] = {
        {'c', "\xe2\x99\xa3", "\033[1;32m"},
        {'d', "\xe2\x99\xa6", "\033[1;34m"},
        {'h', "\xe2\x99\xa5", "\033[1;31m"},
        {'s', "\xe2\x99\xa0", "\033[1m"},
    };
    char text[4];
    uth_cards_text(&card, 1, text);
    if (!screen->colour) {
        (void)fputs(text, stdout);
        return;
    }
    const bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    for (size_t i = 0; i < sizeof suits / sizeof suits[0]; i++) {
        if (suits[i].letter == text[1]) {
            (void)printf("%s%c%s\033[0m", suits[i].colour, text[0],
                         utf8 ? suits[i].symbol : text + 1);
        }
    }
}

void play_print_cards(const struct play_screen *screen, const char *who, const uth_card *cards,
                      size_t count)
{
    (void)printf("%-10s", who);
    for (size_t i = 0; i < count; i++) {
        (void)putchar(' ');
        print_card(screen, cards[i]);
    }
    (void)putchar('\n');
}

void play_print_money(uth_money amount)
{
    const int64_t cents = amount.cents < 0 ? -amount.cents : amount.cents;
    (void)printf("%s$%lld", amount.cents < 0 ? "-" : "", (long long)cents / 100);
    if (cents % 100 != 0) {
        (void)printf(".%02lld", (long long)cents % 100);
    }
}
