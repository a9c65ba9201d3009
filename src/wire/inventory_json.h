// A table's inventory of Progressive components as JSON, and its findings in words (GM-7).
#ifndef UTH_WIRE_INVENTORY_JSON_H
#define UTH_WIRE_INVENTORY_JSON_H

#include <jansson.h>

#include "uth/inventory.h"

#define WIRE_FINDING_MAX 200

// "Coin Spot 5.9 (CS-1) is below the approved 6.0".
void wire_finding_words(const struct uth_finding *finding, enum uth_controller_model controller,
                        char words[WIRE_FINDING_MAX]);

// A list of {"component", "version", "serial", "since_ms"}.
json_t *wire_inventory_json(const struct uth_inventory *inventory);
// The findings in words, and the approved system of a controller as {"use", "component", "version",
// "or_higher"}.
json_t *wire_findings_json(const struct uth_inventory *inventory,
                           enum uth_controller_model controller);
json_t *wire_approved_json(enum uth_controller_model controller);

// By its name, whatever the case. False when there is none of it.
UTH_NODISCARD bool wire_component_named(const char *name, enum uth_component *component);

#endif
