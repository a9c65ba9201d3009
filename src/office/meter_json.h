// A meter and its journal as JSON, for the log, the command line and the pages.
#ifndef UTH_OFFICE_METER_JSON_H
#define UTH_OFFICE_METER_JSON_H

#include <jansson.h>

#include "uth/controller.h"

// New references; NULL only when memory is out.
json_t *office_meter_json(const struct uth_controller *controller);
json_t *office_terms_json(const struct uth_terms *terms);
json_t *office_entry_json(const struct uth_meter_entry *entry);

#endif
