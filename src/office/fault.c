#include <stdio.h>

#include "office/inside.h"

const char *office_fault_clause(const struct office_fault *fault)
{
    return fault->problem == OFFICE_REFUSED ? uth_status_clause(fault->status) : "INPUT";
}

bool office_fail(struct office_fault *fault, enum office_problem problem, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault->problem = problem;
    fault->status = UTH_OK;
    (void)vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return false;
}

bool office_fail_status(struct office_fault *fault, enum uth_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int used = vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    fault->problem = OFFICE_REFUSED;
    fault->status = status;
    const size_t at = used < 0 ? 0 : (size_t)used;
    if (at < sizeof fault->text) {
        (void)snprintf(fault->text + at, sizeof fault->text - at, "%s%s", at == 0 ? "" : ": ",
                       uth_status_text(status));
    }
    return false;
}

bool office_fail_store(struct office_fault *fault, const struct store *store,
                       enum store_status status)
{
    const char *why = store != NULL ? store_why(store) : "";
    const enum office_problem problem = status == STORE_ERR_MEMORY     ? OFFICE_MEMORY
                                        : status == STORE_ERR_TAMPERED ? OFFICE_DAMAGED
                                                                       : OFFICE_STORE;
    return office_fail(fault, problem, "%s", why[0] != '\0' ? why : store_status_text(status));
}
