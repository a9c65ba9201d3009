// The codec: bytes are refused, or are the one encoding of what was read from them. The first byte says
// what they are taken for: a batch, the facts of one, an entry of a journal, a state.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "office/stored.h"
#include "store/batch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TIME_MS INT64_C(1790000000000)

static void check_batch(struct store_bytes body)
{
    static struct batch_room *room;
    room = room != NULL ? room : batch_room_open();
    UTH_CHECK(room != NULL);
    struct batch_view view;
    struct store_batch batch;
    uint8_t *again = NULL;
    size_t size = 0;
    if (!batch_view(body, &view) || !batch_unpack(&view, room, &batch)) {
        UTH_CHECK(batch_fault(body)[0] != '\0');
        return;
    }
    UTH_CHECK(store_encode(&batch, &again, &size) == STORE_OK);
    UTH_CHECK(size == body.size && memcmp(again, body.data, size) == 0);
    free(again);
}

static void check_same(const struct codec_in *in, const uint8_t *from, const struct codec_out *out,
                       const uint8_t *again)
{
    UTH_CHECK(out->at - again == in->at - from);
    UTH_CHECK(memcmp(again, from, (size_t)(in->at - from)) == 0);
}

static void check_part(uint8_t as, struct store_bytes bytes)
{
    static const struct codec_table *const states[] = {
        &stored_controller, &stored_config, &stored_inventory, &stored_person,
        &stored_dispute,    &stored_table,  &stored_besides};
    static union {
        struct room_fact fact;
        struct uth_meter_entry line;
        uint8_t state[65536];
    } value;
    static uint8_t again[STORE_ENTRY_MAX];
    const struct codec_table *table = states[as % (sizeof states / sizeof states[0])];
    struct codec_in in = {bytes.data, bytes.data + bytes.size, TIME_MS};
    struct codec_out out = {again, again + sizeof again, TIME_MS};
    UTH_CHECK(table->size <= sizeof value);
    if (as % 3 == 0 && stored_read_fact(&in, &value.fact)) {
        stored_write_fact(&out, &value.fact);
        check_same(&in, bytes.data, &out, again);
    } else if (as % 3 == 1 && stored_read_journal(&in, &value.line)) {
        stored_write_journal(&out, &value.line);
        check_same(&in, bytes.data, &out, again);
    } else if (as % 3 == 2 && codec_read(&in, table, NULL, &value)) {
        codec_write(&out, table, NULL, &value);
        check_same(&in, bytes.data, &out, again);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size != 0) {
        const struct store_bytes bytes = {data + 1, size - 1};
        if (data[0] == 0) {
            check_batch(bytes);
        } else {
            check_part(data[0], bytes);
        }
    }
    return 0;
}
