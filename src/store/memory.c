#include "store/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "store/columns.h"
#include "store/sql.h"

#define ROWS_MAX ((size_t)1 << 24)

// Rows in the order of their keys. Each row owns its bytes, in one piece behind bytes[0].
struct rows {
    struct store_row *list;
    size_t count;
    size_t room;
};

struct store_disk {
    pthread_mutex_t lock;
    struct rows tables[STORE_TABLE_COUNT];
    struct store_disk_plan plan;
    uint64_t points;
    bool dark; // the power is off
};

struct memory_port {
    struct store_port base;
    struct store_disk *disk;
    bool owns_disk;
    bool read_only;
    bool begun;
    struct rows pending[STORE_TABLE_COUNT];
};

static struct memory_port *of(struct store_port *port)
{
    return (struct memory_port *)port;
}

// ---- rows -------------------------------------------------------------------------------------

static const uint8_t *first_bytes(const struct store_shape *shape, const struct store_row *row)
{
    size_t i = 0;
    while (i < shape->column_count && !store_column_is_bytes(shape, i)) {
        i++;
    }
    return i < shape->column_count ? row->cells[i].bytes : NULL;
}

static bool copy_row(const struct store_shape *shape, const struct store_row *from,
                     struct store_row *to)
{
    size_t total = 1; // never an empty allocation
    *to = *from;
    for (size_t i = 0; i < shape->column_count; i++) {
        total += store_column_is_bytes(shape, i) ? from->cells[i].size : 0;
    }
    uint8_t *bytes = shape->bytes != 0 ? malloc(total) : NULL;
    if (shape->bytes != 0 && bytes == NULL) {
        return false;
    }
    uint8_t *at = bytes;
    for (size_t i = 0; i < shape->column_count; i++) {
        if (store_column_is_bytes(shape, i)) {
            if (from->cells[i].size != 0) {
                memcpy(at, from->cells[i].bytes, from->cells[i].size);
            }
            to->cells[i].bytes = at;
            at += from->cells[i].size;
        }
    }
    UTH_CHECK(bytes == NULL || first_bytes(shape, to) == bytes); // or nobody could free it
    return true;
}

static void free_row(const struct store_shape *shape, const struct store_row *row)
{
    const uint8_t *first = first_bytes(shape, row);
    void *piece;
    memcpy(&piece, &first, sizeof piece); // it is ours, const for the others
    free(piece);
}

static void free_rows(struct rows *rows, const struct store_shape *shape)
{
    for (size_t i = 0; i < rows->count; i++) {
        free_row(shape, &rows->list[i]);
    }
    rows->count = 0;
}

static bool reserve(struct rows *rows, size_t more)
{
    size_t room = rows->room == 0 ? 16 : rows->room;
    while (room < rows->count + more) {
        room *= 2;
    }
    if (room == rows->room) {
        return true;
    }
    struct store_row *list = room <= ROWS_MAX ? realloc(rows->list, room * sizeof *list) : NULL;
    if (list == NULL) {
        return false;
    }
    rows->list = list;
    rows->room = room;
    return true;
}

static int compare_cells(const struct store_cell *a, const struct store_cell *b, bool bytes)
{
    if (!bytes) {
        return (a->number > b->number) - (a->number < b->number);
    }
    const size_t size = a->size < b->size ? a->size : b->size;
    const int order = size == 0 ? 0 : memcmp(a->bytes, b->bytes, size);
    return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

static int compare_keys(const struct store_shape *shape, const struct store_row *a,
                        const struct store_row *b)
{
    int order = 0;
    for (size_t i = 0; i < shape->key_count && order == 0; i++) {
        order = compare_cells(&a->cells[i], &b->cells[i], store_column_is_bytes(shape, i));
    }
    return order;
}

// Where the key is, or belongs.
static size_t place_of(const struct rows *rows, const struct store_shape *shape,
                       const struct store_row *row, bool *taken)
{
    size_t low = 0;
    size_t high = rows->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_keys(shape, &rows->list[middle], row) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *taken = low < rows->count && compare_keys(shape, &rows->list[low], row) == 0;
    return low;
}

// ---- faults -----------------------------------------------------------------------------------

static void wait_ms(uint32_t ms)
{
    const struct timespec pause = {ms / 1000, (long)(ms % 1000) * 1000000L};
    (void)nanosleep(&pause, NULL);
}

static enum store_status dark(const struct memory_port *self)
{
    return store_fail(self->base.fault, STORE_ERR_UNREACHABLE, "memory: the power is off");
}

// Counts a write point and says which fault strikes there. Called under the lock.
static enum store_disk_fault strike(struct store_disk *disk)
{
    disk->points++;
    return disk->points == disk->plan.at ? disk->plan.fault : STORE_DISK_SOUND;
}

static enum store_status pass(struct memory_port *self, enum store_disk_fault fault)
{
    struct store_disk *disk = self->disk;
    if (disk->dark) {
        return dark(self);
    }
    switch (fault) {
    case STORE_DISK_LOSES_POWER: disk->dark = true; return dark(self);
    case STORE_DISK_FAILS:
        return store_fail(self->base.fault, disk->plan.status, "memory: %s",
                          store_status_text(disk->plan.status));
    case STORE_DISK_DELAYS:
        (void)pthread_mutex_unlock(&disk->lock);
        wait_ms(disk->plan.delay_ms);
        (void)pthread_mutex_lock(&disk->lock);
        return STORE_OK;
    case STORE_DISK_SOUND:
    case STORE_DISK_LOSES_ANSWER:
    case STORE_DISK_LOSES_REQUEST: break;
    }
    return STORE_OK;
}

// ---- the port ---------------------------------------------------------------------------------

static enum store_status port_begin(struct store_port *port, bool alone)
{
    struct memory_port *self = of(port);
    (void)alone; // a commit is one step under the lock, and finds a race by its keys
    UTH_CHECK(!self->begun);
    (void)pthread_mutex_lock(&self->disk->lock);
    enum store_status status = pass(self, strike(self->disk));
    (void)pthread_mutex_unlock(&self->disk->lock);
    if (status == STORE_OK && self->read_only) {
        status = store_fail(self->base.fault, STORE_ERR_READ_ONLY, "memory: opened for reading");
    }
    self->begun = status == STORE_OK;
    return status;
}

static enum store_status add_pending(struct memory_port *self, enum store_table table,
                                     const struct store_row *rows, size_t count)
{
    struct rows *pending = &self->pending[table];
    if (!reserve(pending, count)) {
        return store_fail(self->base.fault, STORE_ERR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < count; i++) {
        if (!copy_row(&store_shapes[table], &rows[i], &pending->list[pending->count])) {
            return store_fail(self->base.fault, STORE_ERR_MEMORY, "out of memory");
        }
        pending->count++;
    }
    return STORE_OK;
}

static enum store_status port_put(struct store_port *port, enum store_table table,
                                  const struct store_row *rows, size_t count)
{
    struct memory_port *self = of(port);
    (void)pthread_mutex_lock(&self->disk->lock);
    const enum store_status status = pass(self, strike(self->disk));
    (void)pthread_mutex_unlock(&self->disk->lock);
    return status == STORE_OK ? add_pending(self, table, rows, count) : status;
}

// A second (table, sequence) would break the order of a table, as the SQL index forbids.
static bool sequence_taken(const struct rows *rows, const struct store_row *row)
{
    for (size_t i = rows->count; i-- > 0;) {
        if (rows->list[i].cells[BATCH_TABLE].number == row->cells[BATCH_TABLE].number) {
            return rows->list[i].cells[BATCH_SEQUENCE].number >= row->cells[BATCH_SEQUENCE].number;
        }
    }
    return false;
}

static bool conflicts(const struct memory_port *self)
{
    for (size_t t = 0; t < STORE_TABLE_COUNT; t++) {
        const struct store_shape *shape = &store_shapes[t];
        const struct rows *pending = &self->pending[t];
        for (size_t i = 0; i < pending->count && !shape->replaces; i++) {
            bool taken = false;
            (void)place_of(&self->disk->tables[t], shape, &pending->list[i], &taken);
            for (size_t j = 0; j < i && !taken; j++) {
                taken = compare_keys(shape, &pending->list[i], &pending->list[j]) == 0;
            }
            if (taken || (t == STORE_TABLE_BATCH &&
                          sequence_taken(&self->disk->tables[t], &pending->list[i]))) {
                return true;
            }
        }
    }
    return false;
}

static bool make_room(struct memory_port *self)
{
    for (size_t t = 0; t < STORE_TABLE_COUNT; t++) {
        if (!reserve(&self->disk->tables[t], self->pending[t].count)) {
            return false;
        }
    }
    return true;
}

// Cannot fail: the room was made before.
static void apply(struct memory_port *self)
{
    for (size_t t = 0; t < STORE_TABLE_COUNT; t++) {
        struct rows *rows = &self->disk->tables[t];
        struct rows *pending = &self->pending[t];
        for (size_t i = 0; i < pending->count; i++) {
            bool taken;
            const size_t at = place_of(rows, &store_shapes[t], &pending->list[i], &taken);
            if (taken) {
                free_row(&store_shapes[t], &rows->list[at]);
            } else {
                memmove(&rows->list[at + 1], &rows->list[at],
                        (rows->count - at) * sizeof rows->list[0]);
                rows->count++;
            }
            rows->list[at] = pending->list[i];
        }
        pending->count = 0;
    }
}

static enum store_status commit_locked(struct memory_port *self)
{
    const enum store_disk_fault fault = strike(self->disk);
    const enum store_status status = pass(self, fault);
    if (status != STORE_OK) {
        return status;
    }
    if (fault == STORE_DISK_LOSES_REQUEST) {
        return store_fail(self->base.fault, STORE_ERR_UNKNOWN, "memory: no answer to the commit");
    }
    if (conflicts(self)) {
        return store_fail(self->base.fault, STORE_ERR_CONFLICT, "memory: the key is taken");
    }
    if (!make_room(self)) {
        return store_fail(self->base.fault, STORE_ERR_MEMORY, "out of memory");
    }
    apply(self);
    if (fault == STORE_DISK_LOSES_ANSWER) {
        return store_fail(self->base.fault, STORE_ERR_UNKNOWN, "memory: no answer to the commit");
    }
    return STORE_OK;
}

static enum store_status port_commit(struct store_port *port)
{
    struct memory_port *self = of(port);
    (void)pthread_mutex_lock(&self->disk->lock);
    const enum store_status status = commit_locked(self);
    (void)pthread_mutex_unlock(&self->disk->lock);
    self->begun = status != STORE_OK;
    return status;
}

static void port_rollback(struct store_port *port)
{
    struct memory_port *self = of(port);
    self->begun = false;
    for (size_t t = 0; t < STORE_TABLE_COUNT; t++) {
        free_rows(&self->pending[t], &store_shapes[t]);
    }
}

static bool matches(const struct store_query *query, const struct store_row *row)
{
    const struct store_shape *shape = &store_shapes[query->table];
    for (size_t i = 0; i < query->equal_count; i++) {
        const size_t column = query->by_second ? shape->by_second[i] : i;
        if (compare_cells(&row->cells[column], &query->equal[i],
                          store_column_is_bytes(shape, column)) != 0) {
            return false;
        }
    }
    const size_t next = query->by_second ? shape->by_second[1] : query->equal_count;
    return !query->ranged ||
           (row->cells[next].number >= query->from && row->cells[next].number <= query->to);
}

// The batches of one table lie in the order of their sequence, so the second order needs no sorting
// as long as the table is given.
static void find_locked(const struct rows *rows, const struct store_query *query,
                        store_visit *visit, void *context)
{
    UTH_CHECK(!query->by_second || query->equal_count >= 1);
    size_t i = 0;
    if (query->ranged && query->equal_count == 0 && !query->descending) {
        const struct store_row low = {.cells = {{.number = query->from}}};
        bool taken;
        i = place_of(rows, &store_shapes[query->table], &low, &taken);
    }
    for (; i < rows->count; i++) {
        const struct store_row *row = &rows->list[query->descending ? rows->count - 1 - i : i];
        if (matches(query, row) && (!visit(context, row) || query->only_one)) {
            return;
        }
    }
}

static enum store_status port_find(struct store_port *port, const struct store_query *query,
                                   store_visit *visit, void *context)
{
    struct memory_port *self = of(port);
    enum store_status status = STORE_OK;
    (void)pthread_mutex_lock(&self->disk->lock);
    if (self->disk->dark) {
        status = dark(self);
    } else {
        find_locked(&self->disk->tables[query->table], query, visit, context);
    }
    (void)pthread_mutex_unlock(&self->disk->lock);
    return status;
}

static void port_close(struct store_port *port)
{
    struct memory_port *self = of(port);
    port_rollback(port);
    for (size_t t = 0; t < STORE_TABLE_COUNT; t++) {
        free(self->pending[t].list);
    }
    if (self->owns_disk) {
        store_disk_close(&self->disk);
    }
    free(self);
}

// One thread at a time works on the disk, so what is read is of one moment anyway.
static enum store_status port_look(struct store_port *port)
{
    (void)port;
    return STORE_OK;
}

static const struct store_port_functions functions = {
    port_begin, port_put, port_commit, port_rollback, port_look, port_find, port_close, NULL, NULL,
};

// ---- the disk ---------------------------------------------------------------------------------

static bool put_first_rows(struct store_disk *disk)
{
    static const uint8_t zeros[STORE_HASH_SIZE];
    uint8_t id[STORE_ID_SIZE];
    randombytes_buf(id, sizeof id);
    const struct store_row meta = {.cells = {[META_ID].number = 1,
                                             [META_VERSION].number = SQL_VERSION,
                                             [META_STORE] = {.bytes = id, .size = sizeof id}}};
    const struct store_row head = {.cells = {[HEAD_ID].number = 1,
                                             [HEAD_POSITION].number = 0,
                                             [HEAD_HASH] = {.bytes = zeros, .size = sizeof zeros}}};
    struct rows *metas = &disk->tables[STORE_TABLE_META];
    struct rows *heads = &disk->tables[STORE_TABLE_HEAD];
    if (!reserve(metas, 1) || !reserve(heads, 1) ||
        !copy_row(&store_shapes[STORE_TABLE_META], &meta, &metas->list[0])) {
        return false;
    }
    metas->count = 1;
    if (!copy_row(&store_shapes[STORE_TABLE_HEAD], &head, &heads->list[0])) {
        return false;
    }
    heads->count = 1;
    return true;
}

struct store_disk *store_disk_open(void)
{
    struct store_disk *disk = calloc(1, sizeof *disk);
    if (disk == NULL) {
        return NULL;
    }
    (void)pthread_mutex_init(&disk->lock, NULL);
    if (!put_first_rows(disk)) {
        store_disk_close(&disk);
    }
    return disk;
}

void store_disk_close(struct store_disk **disk)
{
    if (*disk == NULL) {
        return;
    }
    for (size_t t = 0; t < STORE_TABLE_COUNT; t++) {
        free_rows(&(*disk)->tables[t], &store_shapes[t]);
        free((*disk)->tables[t].list);
    }
    (void)pthread_mutex_destroy(&(*disk)->lock);
    free(*disk);
    *disk = NULL;
}

void store_disk_plan(struct store_disk *disk, const struct store_disk_plan *plan)
{
    (void)pthread_mutex_lock(&disk->lock);
    disk->plan = *plan;
    disk->points = 0;
    (void)pthread_mutex_unlock(&disk->lock);
}

uint64_t store_disk_points(struct store_disk *disk)
{
    (void)pthread_mutex_lock(&disk->lock);
    const uint64_t points = disk->points;
    (void)pthread_mutex_unlock(&disk->lock);
    return points;
}

void store_disk_power_on(struct store_disk *disk)
{
    (void)pthread_mutex_lock(&disk->lock);
    disk->dark = false;
    (void)pthread_mutex_unlock(&disk->lock);
}

bool store_disk_remove(struct store_disk *disk, enum store_table table, size_t row)
{
    (void)pthread_mutex_lock(&disk->lock);
    struct rows *rows = &disk->tables[table];
    const bool there = row < rows->count;
    if (there) {
        free_row(&store_shapes[table], &rows->list[row]);
        rows->count--;
        memmove(&rows->list[row], &rows->list[row + 1], (rows->count - row) * sizeof rows->list[0]);
    }
    (void)pthread_mutex_unlock(&disk->lock);
    return there;
}

size_t store_disk_rows(struct store_disk *disk, enum store_table table)
{
    (void)pthread_mutex_lock(&disk->lock);
    const size_t count = disk->tables[table].count;
    (void)pthread_mutex_unlock(&disk->lock);
    return count;
}

static bool flip_locked(struct store_disk *disk, enum store_table table, size_t row, size_t column,
                        size_t byte)
{
    struct rows *rows = &disk->tables[table];
    if (row >= rows->count || column >= store_shapes[table].column_count) {
        return false;
    }
    struct store_cell *cell = &rows->list[row].cells[column];
    if (!store_column_is_bytes(&store_shapes[table], column)) {
        cell->number ^= byte < 8 ? (int64_t)(UINT64_C(1) << (8 * byte)) : 0;
        return byte < 8;
    }
    if (byte < cell->size) {
        uint8_t *bytes;
        memcpy(&bytes, &cell->bytes, sizeof bytes); // it is ours, const for the others
        bytes[byte] ^= 1;
    }
    return byte < cell->size;
}

bool store_disk_flip(struct store_disk *disk, enum store_table table, size_t row, size_t column,
                     size_t byte)
{
    (void)pthread_mutex_lock(&disk->lock);
    const bool flipped = flip_locked(disk, table, row, column, byte);
    (void)pthread_mutex_unlock(&disk->lock);
    return flipped;
}

enum store_status store_memory_open(struct store_disk *disk, const struct store_options *options,
                                    struct fault *fault, struct store_port **port)
{
    struct memory_port *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return store_fail(fault, STORE_ERR_MEMORY, "out of memory");
    }
    self->base.functions = &functions;
    self->base.fault = fault;
    self->disk = disk;
    self->read_only = options->read_only;
    *port = &self->base;
    return STORE_OK;
}

enum store_status store_memory_open_own(const struct store_options *options, struct fault *fault,
                                        struct store_port **port)
{
    struct store_disk *disk = store_disk_open();
    if (disk == NULL) {
        return store_fail(fault, STORE_ERR_MEMORY, "out of memory");
    }
    const enum store_status status = store_memory_open(disk, options, fault, port);
    if (status != STORE_OK) {
        store_disk_close(&disk);
        return status;
    }
    of(*port)->owns_disk = true;
    return STORE_OK;
}
