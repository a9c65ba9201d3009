// Text inside a page: nothing a name says can become part of the page.
#ifndef UTH_REPORT_HTML_H
#define UTH_REPORT_HTML_H

#include <stdio.h>

void report_put_html(FILE *out, const char *text);

#endif
