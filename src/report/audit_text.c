#include "report/audit_text.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "store/batch.h"

#define AUDIT_WITHHELD "round in play"

void audit_print_hex(FILE *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        (void)putc(digits[bytes[i] >> 4], out);
        (void)putc(digits[bytes[i] & 15], out);
    }
}

bool audit_parse_hex(const char *text, uint8_t *bytes, size_t size)
{
    size_t length = 0;
    return text != NULL && strlen(text) == 2 * size &&
           sodium_hex2bin(bytes, size, text, 2 * size, NULL, &length, NULL) == 0 && length == size;
}

void audit_day_text(int64_t day, char text[16])
{
    const time_t seconds = (time_t)(day * 86400);
    struct tm date;
    if (gmtime_r(&seconds, &date) == NULL || strftime(text, 16, "%Y-%m-%d", &date) == 0) {
        (void)snprintf(text, 16, "?");
    }
}

// What is no digit makes a number that does not read back.
static int64_t digits_at(const char *text, size_t count)
{
    int64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        number = 10 * number + (text[i] - '0');
    }
    return number;
}

// Only what reads back as it was written: 2026-02-30 is no day.
bool audit_parse_day(const char *text, int64_t *day)
{
    char again[16];
    if (strlen(text) != 10) {
        return false;
    }
    const int64_t year = digits_at(text, 4);
    const int64_t month = digits_at(text + 5, 2);
    const int64_t date = digits_at(text + 8, 2);
    if (month < 1 || month > 12 || year < 1970) {
        return false;
    }
    // Days before the year, counted from March so that the leap day comes last.
    const int64_t from_march = month > 2 ? month - 3 : month + 9;
    const int64_t years = month > 2 ? year : year - 1;
    *day = 365 * years + years / 4 - years / 100 + years / 400 + (153 * from_march + 2) / 5 + date -
           1 - 719468;
    audit_day_text(*day, again);
    return strcmp(text, again) == 0;
}

static void print_hex_field(FILE *out, const char *name, const uint8_t *bytes, size_t size)
{
    (void)fprintf(out, ",\"%s\":\"", name);
    audit_print_hex(out, bytes, size);
    (void)putc('"', out);
}

// ---- JSON -------------------------------------------------------------------------------------

void audit_write_store(FILE *out, const uint8_t id[STORE_ID_SIZE])
{
    (void)fputs("{\"record\":\"store\",\"format\":1", out);
    print_hex_field(out, "store", id, STORE_ID_SIZE);
    (void)fputs("}\n", out);
}

static void write_number(FILE *out, const struct codec_field *field, const void *value, size_t i)
{
    const uint64_t number = codec_number(field, value, i);
    if (field->type == CODEC_AMOUNT) {
        (void)fprintf(out, "%" PRId64, (int64_t)number);
    } else {
        (void)fprintf(out, "%" PRIu64, number);
    }
}

static void write_field(FILE *out, const struct codec_field *field, const void *value)
{
    if (field->type == CODEC_BYTES) {
        print_hex_field(out, field->name, (const uint8_t *)value + field->at, field->count);
        return;
    }
    (void)fprintf(out, ",\"%s\":%s", field->name, field->count == 0 ? "" : "[");
    for (size_t i = 0; i == 0 || i < field->count; i++) {
        (void)fputs(i == 0 ? "" : ",", out);
        write_number(out, field, value, i);
    }
    (void)fputs(field->count == 0 ? "" : "]", out);
}

static void write_event(FILE *out, const struct uth_event *event)
{
    const struct codec_table *table = &batch_event_tables[event->kind];
    (void)fprintf(out, "{\"kind\":\"%s\"", uth_event_name((enum uth_event_kind)event->kind));
    for (uint32_t i = 0; i < table->count; i++) {
        write_field(out, &table->fields[i], event);
    }
    (void)putc('}', out);
}

static const char *account_name(const struct uth_account *account)
{
    return uth_account_name((enum uth_account_kind)account->kind);
}

static const char *reason_name(const struct uth_posting *posting)
{
    return uth_posting_reason_name((enum uth_posting_reason)posting->reason);
}

static void write_account(FILE *out, const char *side, const struct uth_account *account)
{
    (void)fprintf(
        out, ",\"%s\":{\"kind\":\"%s\",\"owner\":%" PRIu64 ",\"table\":%" PRIu32 ",\"seat\":%u}",
        side, account_name(account), account->owner, account->table, account->seat);
}

static void write_posting(FILE *out, const struct uth_posting *posting)
{
    (void)fprintf(out, "{\"reason\":\"%s\",\"amount\":%" PRId64, reason_name(posting),
                  posting->amount.cents);
    write_account(out, "debit", &posting->debit);
    write_account(out, "credit", &posting->credit);
    (void)fprintf(out, ",\"table\":%" PRIu32 ",\"round\":%" PRIu64 ",\"wager\":%u,\"reverses\":%u}",
                  posting->table, posting->round, posting->wager, posting->reverses);
}

static void write_entry(FILE *out, const struct store_entry *entry)
{
    (void)fprintf(out, "{\"id\":%" PRIu64 ",\"kind\":%d", entry->id, (int)entry->kind);
    print_hex_field(out, "bytes", entry->bytes.data, entry->bytes.size);
    (void)putc('}', out);
}

static void write_items(FILE *out, const struct store_batch *batch)
{
    (void)fputs(",\"events\":[", out);
    for (size_t i = 0; i < batch->event_count; i++) {
        (void)fputs(i == 0 ? "" : ",", out);
        write_event(out, &batch->events[i]);
    }
    (void)fputs("],\"postings\":[", out);
    for (size_t i = 0; i < batch->posting_count; i++) {
        (void)fputs(i == 0 ? "" : ",", out);
        write_posting(out, &batch->postings[i]);
    }
    (void)fputs("],\"entries\":[", out);
    for (size_t i = 0; i < batch->entry_count; i++) {
        (void)fputs(i == 0 ? "" : ",", out);
        write_entry(out, &batch->entries[i]);
    }
    (void)putc(']', out);
}

static void write_place(FILE *out, const struct store_record *record)
{
    const struct store_batch *batch = &record->batch;
    (void)fprintf(out,
                  "{\"record\":\"batch\",\"position\":%" PRIu64 ",\"table\":%" PRIu32
                  ",\"sequence\":%" PRIu64 ",\"round\":%" PRIu64 ",\"time_ms\":%" PRId64,
                  record->position, batch->table, batch->sequence, batch->round, batch->time_ms);
}

static void write_link(FILE *out, const struct store_link *link)
{
    print_hex_field(out, "before", link->before, STORE_HASH_SIZE);
    print_hex_field(out, "record_hash", link->record_hash, STORE_HASH_SIZE);
    print_hex_field(out, "hash", link->hash, STORE_HASH_SIZE);
    (void)fputs("}\n", out);
}

void audit_write_withheld(FILE *out, const struct audit_record *audited)
{
    write_place(out, &audited->record);
    (void)fputs(",\"withheld\":\"" AUDIT_WITHHELD "\"", out);
    write_link(out, &audited->link);
}

void audit_write_record(FILE *out, const struct audit_record *audited)
{
    const struct store_record *record = &audited->record;
    const struct store_batch *batch = &record->batch;
    write_place(out, record);
    write_items(out, batch);
    print_hex_field(out, "key", batch->key.data, batch->key.size);
    print_hex_field(out, "answer", batch->answer.data, batch->answer.size);
    print_hex_field(out, "body", record->body.data, record->body.size);
    write_link(out, &audited->link);
}

void audit_write_head(FILE *out, const struct store_signed_head *head)
{
    char day[16];
    audit_day_text(head->day, day);
    (void)fprintf(
        out, "{\"record\":\"head\",\"day\":\"%s\",\"position\":%" PRIu64 ",\"signed_ms\":%" PRId64,
        day, head->position, head->signed_ms);
    print_hex_field(out, "hash", head->hash, sizeof head->hash);
    print_hex_field(out, "public_key", head->public_key, sizeof head->public_key);
    print_hex_field(out, "signature", head->signature, sizeof head->signature);
    (void)fputs("}\n", out);
}

// ---- CSV --------------------------------------------------------------------------------------

void audit_write_csv_title(FILE *out)
{
    (void)fputs("position,table,sequence,round,time_ms,item,kind,seat,amount,debit,debit_owner,"
                "debit_table,debit_seat,credit,credit_owner,credit_table,credit_seat,hash\n",
                out);
}

static void write_csv_start(FILE *out, const struct store_record *record)
{
    const struct store_batch *batch = &record->batch;
    (void)fprintf(out, "%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRId64 ",",
                  record->position, batch->table, batch->sequence, batch->round, batch->time_ms);
}

static void write_csv_end(FILE *out, const struct audit_record *audited)
{
    audit_print_hex(out, audited->link.hash, STORE_HASH_SIZE);
    (void)putc('\n', out);
}

static void write_csv_account(FILE *out, const struct uth_account *account)
{
    (void)fprintf(out, "%s,%" PRIu64 ",%" PRIu32 ",%u,", account_name(account), account->owner,
                  account->table, account->seat);
}

void audit_write_csv(FILE *out, const struct audit_record *audited)
{
    const struct store_record *record = &audited->record;
    const struct store_batch *batch = &record->batch;
    for (size_t i = 0; i < batch->event_count; i++) {
        const struct uth_event *event = &batch->events[i];
        write_csv_start(out, record);
        (void)fprintf(out, "event,%s,%u,,,,,,,,,,",
                      uth_event_name((enum uth_event_kind)event->kind), event->seat);
        write_csv_end(out, audited);
    }
    for (size_t i = 0; i < batch->posting_count; i++) {
        const struct uth_posting *posting = &batch->postings[i];
        write_csv_start(out, record);
        (void)fprintf(out, "posting,%s,,%" PRId64 ",", reason_name(posting), posting->amount.cents);
        write_csv_account(out, &posting->debit);
        write_csv_account(out, &posting->credit);
        write_csv_end(out, audited);
    }
    for (size_t i = 0; i < batch->entry_count; i++) {
        write_csv_start(out, record);
        (void)fprintf(out, "entry,%d,,,,,,,,,,,", (int)batch->entries[i].kind);
        write_csv_end(out, audited);
    }
}

void audit_write_csv_withheld(FILE *out, const struct audit_record *audited)
{
    write_csv_start(out, &audited->record);
    (void)fputs("withheld," AUDIT_WITHHELD ",,,,,,,,,,,", out);
    write_csv_end(out, audited);
}
