#include "wire/inventory_json.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// "CHAM2+ 1.66P$ or ViPS 1.2.0 or higher".
static void approved_words(enum uth_controller_model controller, enum uth_component_use use,
                           char *words, size_t size)
{
    size_t used = 0;
    words[0] = '\0';
    for (size_t i = 0; i < uth_approved_count(); i++) {
        const struct uth_approved *line = uth_approved(i);
        if (line->controller == controller && line->use == use && used < size) {
            const char *name = uth_component_name((enum uth_component)line->component);
            const int length =
                snprintf(words + used, size - used, "%s%s%s%s%s", used > 0 ? " or " : "", name,
                         line->version[0] != '\0' ? " " : "", line->version,
                         line->or_higher && line->version[0] != '\0' ? " or higher" : "");
            used += length > 0 ? (size_t)length : 0;
        }
    }
}

void wire_finding_words(const struct uth_finding *finding, enum uth_controller_model controller,
                        char words[WIRE_FINDING_MAX])
{
    const struct uth_part *part = finding->part;
    if (finding->kind == UTH_FINDING_MISSING) {
        char approved[100];
        approved_words(controller, finding->use, approved, sizeof approved);
        (void)snprintf(words, WIRE_FINDING_MAX, "no %s is listed: %s is approved",
                       uth_component_use_name(finding->use), approved);
        return;
    }
    const char *name = uth_component_name((enum uth_component)part->component);
    if (finding->kind == UTH_FINDING_FOREIGN) {
        (void)snprintf(words, WIRE_FINDING_MAX, "%s %s (%s) is not part of the approved %s system",
                       name, part->version, part->serial, uth_controller_model_name(controller));
    } else {
        (void)snprintf(words, WIRE_FINDING_MAX, "%s %s (%s) is %s the approved %s%s", name,
                       part->version, part->serial,
                       finding->kind == UTH_FINDING_BELOW ? "below" : "above",
                       finding->approved->version,
                       finding->kind == UTH_FINDING_ABOVE ? ", which alone is approved" : "");
    }
}

json_t *wire_inventory_json(const struct uth_inventory *inventory)
{
    json_t *list = json_array();
    for (size_t i = 0; i < inventory->count; i++) {
        const struct uth_part *part = &inventory->parts[i];
        (void)json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:I}", "component",
                            uth_component_name((enum uth_component)part->component), "version",
                            part->version, "serial", part->serial, "since_ms",
                            (json_int_t)part->since_ms));
    }
    return list;
}

json_t *wire_findings_json(const struct uth_inventory *inventory,
                           enum uth_controller_model controller)
{
    struct uth_finding findings[UTH_FINDINGS_MAX];
    const size_t count = uth_inventory_findings(inventory, controller, findings);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        char words[WIRE_FINDING_MAX];
        wire_finding_words(&findings[i], controller, words);
        (void)json_array_append_new(list, json_string(words));
    }
    return list;
}

json_t *wire_approved_json(enum uth_controller_model controller)
{
    json_t *list = json_array();
    for (size_t i = 0; i < uth_approved_count(); i++) {
        const struct uth_approved *line = uth_approved(i);
        if (line->controller == controller) {
            (void)json_array_append_new(
                list,
                json_pack("{s:s, s:s, s:s, s:b}", "use",
                          uth_component_use_name((enum uth_component_use)line->use), "component",
                          uth_component_name((enum uth_component)line->component), "version",
                          line->version, "or_higher", line->or_higher ? 1 : 0));
        }
    }
    return list;
}

bool wire_component_named(const char *name, enum uth_component *component)
{
    for (unsigned i = 0; i < UTH_COMPONENT_COUNT; i++) {
        if (strcasecmp(name, uth_component_name((enum uth_component)i)) == 0) {
            *component = (enum uth_component)i;
            return true;
        }
    }
    return false;
}
