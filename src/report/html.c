#include "report/html.h"

void report_put_html(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '<': (void)fputs("&lt;", out); break;
        case '>': (void)fputs("&gt;", out); break;
        case '&': (void)fputs("&amp;", out); break;
        case '"': (void)fputs("&quot;", out); break;
        default: (void)fputc(*text, out); break;
        }
    }
}
