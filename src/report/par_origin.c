// Which built-in profile a game came from, and what was changed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/par_sheet.h"
#include "wire/fault.h"
#include "wire/rules_json.h"

enum { DEPTH_MAX = 12, PATH_MAX_BYTES = 176 };

static void add_difference(json_t *list, const char *path, const json_t *there, const json_t *here)
{
    char *texts[2] = {NULL, NULL};
    const json_t *values[2] = {there, here};
    for (unsigned i = 0; i < 2; i++) {
        texts[i] = json_is_string(values[i]) || values[i] == NULL
                       ? NULL
                       : json_dumps(values[i], JSON_COMPACT | JSON_ENCODE_ANY);
    }
    (void)json_array_append_new(list, json_pack("[s, s, s]", path,
                                                there == NULL      ? "none"
                                                : texts[0] != NULL ? texts[0]
                                                                   : json_string_value(there),
                                                here == NULL       ? "none"
                                                : texts[1] != NULL ? texts[1]
                                                                   : json_string_value(here)));
    free(texts[0]);
    free(texts[1]);
}

static void compare(json_t *list, const char *path, const json_t *there, const json_t *here,
                    unsigned depth);

static void compare_lists(json_t *list, const char *path, const json_t *there, const json_t *here,
                          unsigned depth)
{
    const size_t before = json_array_size(there);
    const size_t after = json_array_size(here);
    for (size_t i = 0; i < before || i < after; i++) {
        char at[PATH_MAX_BYTES];
        (void)snprintf(at, sizeof at, "%.140s[%zu]", path, i + 1);
        compare(list, at, json_array_get(there, i), json_array_get(here, i), depth + 1);
    }
}

static void compare_objects(json_t *list, const char *path, const json_t *there, const json_t *here,
                            unsigned depth)
{
    const char *key;
    json_t *value;
    char at[PATH_MAX_BYTES];
    json_object_foreach(wire_to_walk(there), key, value)
    {
        (void)snprintf(at, sizeof at, "%.110s%s%.40s", path, path[0] == '\0' ? "" : ".", key);
        compare(list, at, value, json_object_get(here, key), depth + 1);
    }
    json_object_foreach(wire_to_walk(here), key, value)
    {
        if (json_object_get(there, key) == NULL) {
            (void)snprintf(at, sizeof at, "%.110s%s%.40s", path, path[0] == '\0' ? "" : ".", key);
            compare(list, at, NULL, value, depth + 1);
        }
    }
}

// Profiles are no deeper than DEPTH_MAX.
static void compare(json_t *list, const char *path, const json_t *there, const json_t *here,
                    unsigned depth)
{
    if (json_equal(there, here) != 0) {
        return;
    }
    if (depth < DEPTH_MAX && json_is_object(there) && json_is_object(here)) {
        compare_objects(list, path, there, here, depth);
    } else if (depth < DEPTH_MAX && json_is_array(there) && json_is_array(here)) {
        compare_lists(list, path, there, here, depth);
    } else {
        add_difference(list, path, there, here);
    }
}

static json_t *differences(const struct uth_rules *built_in, const struct uth_rules *rules)
{
    json_t *there = wire_rules_to_json(built_in);
    json_t *here = wire_rules_to_json(rules);
    json_t *list = json_array();
    compare(list, "", there, here, 0);
    json_decref(there);
    json_decref(here);
    return list;
}

json_t *par_origin(const struct uth_rules *rules)
{
    json_t *fewest = NULL;
    const char *from = "";
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        const struct uth_rules *built_in = uth_rules_builtin(i);
        json_t *list = differences(built_in, rules);
        if (fewest == NULL || json_array_size(list) < json_array_size(fewest)) {
            json_decref(fewest);
            fewest = json_incref(list);
            from = built_in->name;
        }
        json_decref(list);
    }
    return json_pack("{s:s, s:o}", "from", from, "differences", fewest);
}

const char *par_borrowed_name(const struct uth_rules *rules)
{
    for (size_t i = 0; i < uth_rules_builtin_count(); i++) {
        const struct uth_rules *built_in = uth_rules_builtin(i);
        if (strcmp(built_in->name, rules->name) == 0) {
            json_t *list = differences(built_in, rules);
            const bool changed = json_array_size(list) != 0;
            json_decref(list);
            return changed ? built_in->name : NULL;
        }
    }
    return NULL;
}
