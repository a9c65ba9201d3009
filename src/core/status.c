#include "uth/status.h"

const char *uth_status_text(enum uth_status status)
{
    switch (status) {
#define X(name, code, clause, text)                                                                \
    case UTH_##name: return text;
        UTH_STATUS_MAP(X)
#undef X
    }
    return "unknown status";
}

const char *uth_status_clause(enum uth_status status)
{
    switch (status) {
#define X(name, code, clause, text)                                                                \
    case UTH_##name: return clause;
        UTH_STATUS_MAP(X)
#undef X
    }
    return "INPUT";
}
