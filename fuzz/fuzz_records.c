// What the office keeps as JSON and reads back: lines of the log, and what a round was dealt from.
// Whatever the bytes, a refusal leaves its output alone, and what is read comes out again.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <jansson.h>

#include "uth/check.h"
#include "wire/fairness.h"
#include "wire/log_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_log(const json_t *document)
{
    struct wire_log log, again;
    if (!wire_log_from_json(document, &log)) {
        return;
    }
    json_t *const written = wire_log_to_json(&log);
    UTH_CHECK(written != NULL);
    UTH_CHECK(wire_log_from_json(written, &again));
    UTH_CHECK(again.who == log.who && again.id == log.id && again.when_ms == log.when_ms);
    UTH_CHECK(again.approved_by == log.approved_by && again.first_start == log.first_start);
    UTH_CHECK(strcmp(again.name, log.name) == 0 && strcmp(again.what, log.what) == 0);
    UTH_CHECK(strcmp(again.about, log.about) == 0 && strcmp(again.why, log.why) == 0);
    json_decref(written);
}

static void read_fairness(const json_t *document)
{
    static char bytes[64 * 1024];
    struct wire_fairness fairness, again;
    struct wire_fault fault;
    memset(&fairness, 0x5a, sizeof fairness);
    const struct wire_fairness untouched = fairness;
    if (!wire_fairness_read(document, UTH_SEATS_MAX, &fairness, &fault)) {
        UTH_CHECK(memcmp(&fairness, &untouched, sizeof fairness) == 0);
        UTH_CHECK(memchr(fault.path, '\0', sizeof fault.path) != NULL);
        UTH_CHECK(memchr(fault.value, '\0', sizeof fault.value) != NULL);
        return;
    }
    struct wire_out out = wire_out_to(bytes, sizeof bytes);
    wire_out_open(&out, NULL, '{');
    wire_out_fairness(&out, "fairness", &fairness);
    wire_out_close(&out, '}');
    UTH_CHECK(!out.overflow);
    json_t *const written = json_loadb(out.bytes, out.used, 0, NULL);
    UTH_CHECK(written != NULL);
    UTH_CHECK(
        wire_fairness_read(json_object_get(written, "fairness"), UTH_SEATS_MAX, &again, &fault));
    UTH_CHECK(again.dealt_count == fairness.dealt_count);
    UTH_CHECK(memcmp(&again.deal, &fairness.deal, sizeof again.deal) == 0);
    UTH_CHECK(memcmp(again.dealt, fairness.dealt, fairness.dealt_count) == 0);
    json_decref(written);
}

static void read_hex(const char *text, size_t length)
{
    uint8_t bytes[64];
    size_t count = 77;
    if (!wire_hex_parse(text, length, bytes, sizeof bytes, &count)) {
        UTH_CHECK(count == 77);
        return;
    }
    char again[2 * sizeof bytes + 1];
    UTH_CHECK(count <= sizeof bytes && length == 2 * count);
    wire_hex_text(bytes, count, again);
    UTH_CHECK(memcmp(again, text, length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_hex((const char *)data, size);
    json_t *const document = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (document != NULL) {
        read_log(document);
        read_fairness(document);
        json_decref(document);
    }
    return 0;
}
