#include "office/internal.h"

bool office_fail_store(struct fault *fault, const struct store *store, enum store_status status)
{
    const char *why = store != NULL ? store_why(store) : "";
    const enum fault_kind problem = status == STORE_ERR_MEMORY     ? FAULT_MEMORY
                                    : status == STORE_ERR_TAMPERED ? FAULT_DAMAGED
                                                                   : FAULT_STORE;
    return fault_report(fault, problem, "%s", why[0] != '\0' ? why : store_status_text(status));
}
