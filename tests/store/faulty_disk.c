#include "store/faulty_disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "support/rng.h"

#define FILES_MAX 8
#define PATH_SIZE 512

// A write that is not synced yet; without bytes it is a truncation to `offset`.
struct change {
    struct change *next;
    sqlite3_int64 offset;
    int size;
    bool truncates;
    uint8_t bytes[];
};

// What the disk has for certain, and what it may have.
struct image {
    char path[PATH_SIZE];
    uint8_t *bytes;
    size_t size;
    struct change *first;
    struct change **last;
};

struct faulty_file {
    sqlite3_file base;
    struct image *image; // NULL for a file nobody needs after the power is back
    sqlite3_file *real;  // behind this struct
};

static struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    struct image images[FILES_MAX];
    uint64_t points;
    uint64_t at;
    enum disk_fault fault;
    bool dark;
} disk;

static struct faulty_file *of(sqlite3_file *file)
{
    return (struct faulty_file *)file;
}

static void *must(void *memory)
{
    if (memory == NULL) {
        abort();
    }
    return memory;
}

// ---- images -----------------------------------------------------------------------------------

static void drop_changes(struct image *image)
{
    while (image->first != NULL) {
        struct change *change = image->first;
        image->first = change->next;
        free(change);
    }
    image->last = &image->first;
}

static void apply(struct image *image, const struct change *change, int size)
{
    const size_t end = (size_t)change->offset + (size_t)size;
    if (change->truncates) {
        image->size = (size_t)change->offset < image->size ? (size_t)change->offset : image->size;
        return;
    }
    if (end > image->size) {
        image->bytes = must(realloc(image->bytes, end));
        memset(image->bytes + image->size, 0, end - image->size);
        image->size = end;
    }
    memcpy(image->bytes + change->offset, change->bytes, (size_t)size);
}

static void apply_all(struct image *image)
{
    for (const struct change *change = image->first; change != NULL; change = change->next) {
        apply(image, change, change->size);
    }
    drop_changes(image);
}

static void note(struct image *image, const void *bytes, int size, sqlite3_int64 offset,
                 bool truncates)
{
    if (image == NULL) {
        return;
    }
    struct change *change = must(malloc(sizeof *change + (size_t)size));
    *change = (struct change){.offset = offset, .size = size, .truncates = truncates};
    if (size != 0) {
        memcpy(change->bytes, bytes, (size_t)size);
    }
    *image->last = change;
    image->last = &change->next;
}

static void drop_image(struct image *image)
{
    if (image->path[0] != '\0') {
        drop_changes(image);
        free(image->bytes);
        *image = (struct image){.size = 0};
    }
}

static void load(struct image *image)
{
    FILE *file = fopen(image->path, "rb");
    if (file == NULL) {
        return;
    }
    (void)fseek(file, 0, SEEK_END);
    image->size = (size_t)ftell(file);
    rewind(file);
    image->bytes = must(malloc(image->size + 1));
    if (fread(image->bytes, 1, image->size, file) != image->size) {
        abort();
    }
    (void)fclose(file);
}

// The image of a path; made from what is there, which was there before we looked.
static struct image *image_of(const char *path)
{
    struct image *free_one = NULL;
    for (size_t i = 0; i < FILES_MAX; i++) {
        struct image *image = &disk.images[i];
        if (strcmp(image->path, path) == 0) {
            return image;
        }
        free_one = free_one == NULL && image->path[0] == '\0' ? image : free_one;
    }
    must(free_one);
    (void)snprintf(free_one->path, PATH_SIZE, "%s", path);
    free_one->last = &free_one->first;
    load(free_one);
    return free_one;
}

// ---- write points -----------------------------------------------------------------------------

static enum disk_fault strike(void)
{
    if (disk.dark) {
        return DISK_GOES_DARK;
    }
    disk.points++;
    if (disk.points != disk.at) {
        return DISK_SOUND;
    }
    disk.dark = disk.fault == DISK_GOES_DARK;
    return disk.fault;
}

static int file_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    struct faulty_file *self = of(file);
    const enum disk_fault fault = strike();
    if (fault == DISK_FAILS || fault == DISK_FORGETS ||
        (fault == DISK_GOES_DARK && disk.points != disk.at)) {
        return SQLITE_IOERR_WRITE;
    }
    if (fault == DISK_IS_FULL) {
        return SQLITE_FULL;
    }
    // The write during which the power goes is half done at most.
    const int done = fault == DISK_SOUND ? size : size / 2;
    const int status = self->real->pMethods->xWrite(self->real, bytes, done, offset);
    if (status == SQLITE_OK) {
        note(self->image, bytes, done, offset, false);
    }
    return fault == DISK_SOUND ? status : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct faulty_file *self = of(file);
    if (strike() != DISK_SOUND) {
        return SQLITE_IOERR_TRUNCATE;
    }
    const int status = self->real->pMethods->xTruncate(self->real, size);
    if (status == SQLITE_OK) {
        note(self->image, NULL, 0, size, true);
    }
    return status;
}

// The real file is not flushed: what the disk has is our own reckoning.
static int file_sync(sqlite3_file *file, int flags)
{
    struct faulty_file *self = of(file);
    const enum disk_fault fault = strike();
    (void)flags;
    if (fault == DISK_FORGETS && self->image != NULL) {
        drop_changes(self->image);
    }
    if (fault != DISK_SOUND) {
        return SQLITE_IOERR_FSYNC;
    }
    if (self->image != NULL) {
        apply_all(self->image);
    }
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync_directory)
{
    (void)vfs;
    (void)sync_directory;
    if (strike() != DISK_SOUND) {
        return SQLITE_IOERR_DELETE;
    }
    for (size_t i = 0; i < FILES_MAX; i++) {
        if (strcmp(disk.images[i].path, path) == 0) {
            drop_image(&disk.images[i]);
        }
    }
    return disk.real->xDelete(disk.real, path, 0);
}

// ---- the rest goes through --------------------------------------------------------------------

static int file_close(sqlite3_file *file)
{
    return of(file)->real->pMethods->xClose(of(file)->real);
}

static int file_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    return disk.dark ? SQLITE_IOERR_READ
                     : of(file)->real->pMethods->xRead(of(file)->real, bytes, size, offset);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return disk.dark ? SQLITE_IOERR_FSTAT
                     : of(file)->real->pMethods->xFileSize(of(file)->real, size);
}

static int file_lock(sqlite3_file *file, int level)
{
    return of(file)->real->pMethods->xLock(of(file)->real, level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    return of(file)->real->pMethods->xUnlock(of(file)->real, level);
}

static int file_check_lock(sqlite3_file *file, int *held)
{
    return of(file)->real->pMethods->xCheckReservedLock(of(file)->real, held);
}

// The size hint would make the real file longer behind our back.
static int file_control(sqlite3_file *file, int code, void *argument)
{
    return code == SQLITE_FCNTL_SIZE_HINT
               ? SQLITE_NOTFOUND
               : of(file)->real->pMethods->xFileControl(of(file)->real, code, argument);
}

static int file_sector_size(sqlite3_file *file)
{
    return of(file)->real->pMethods->xSectorSize(of(file)->real);
}

static int file_characteristics(sqlite3_file *file)
{
    return of(file)->real->pMethods->xDeviceCharacteristics(of(file)->real);
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **at)
{
    return of(file)->real->pMethods->xShmMap(of(file)->real, region, size, extend, at);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return of(file)->real->pMethods->xShmLock(of(file)->real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file)
{
    of(file)->real->pMethods->xShmBarrier(of(file)->real);
}

static int file_shm_unmap(sqlite3_file *file, int delete)
{
    return of(file)->real->pMethods->xShmUnmap(of(file)->real, delete);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, // no memory maps: a write must not pass us by
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *got)
{
    struct faulty_file *self = of(file);
    (void)vfs;
    self->base.pMethods = NULL;
    self->real = (sqlite3_file *)(self + 1);
    self->image = NULL;
    if (disk.dark) {
        return SQLITE_CANTOPEN;
    }
    const int status = disk.real->xOpen(disk.real, path, self->real, flags, got);
    if (self->real->pMethods != NULL) {
        self->base.pMethods = &methods;
    }
    if (status == SQLITE_OK && path != NULL) {
        self->image = image_of(path);
    }
    return status;
}

// ---- for the tests ----------------------------------------------------------------------------

bool disk_install(void)
{
    disk.real = sqlite3_vfs_find(NULL);
    if (disk.real == NULL) {
        return false;
    }
    disk.vfs = *disk.real;
    disk.vfs.zName = "faulty";
    disk.vfs.szOsFile = (int)sizeof(struct faulty_file) + disk.real->szOsFile;
    disk.vfs.xOpen = disk_open;
    disk.vfs.xDelete = disk_delete;
    return sqlite3_vfs_register(&disk.vfs, 1) == SQLITE_OK;
}

void disk_plan(uint64_t at, enum disk_fault fault)
{
    disk.points = 0;
    disk.at = at;
    disk.fault = fault;
}

uint64_t disk_points(void)
{
    return disk.points;
}

void disk_forget(void)
{
    for (size_t i = 0; i < FILES_MAX; i++) {
        drop_image(&disk.images[i]);
    }
}

// Some: each change whole, in part or not at all, by the toss of a coin.
static void settle(struct image *image, enum disk_survival survival, struct rng *rng)
{
    for (const struct change *change = image->first; change != NULL; change = change->next) {
        const uint32_t fate = survival == DISK_KEEPS_ALL ? 0 : rng_below(rng, 3);
        if (survival == DISK_KEEPS_NOTHING || fate == 1) {
            continue;
        }
        const bool part = fate == 2 && change->size != 0;
        apply(image, change, part ? (int)rng_below(rng, (uint32_t)change->size) : change->size);
    }
    drop_changes(image);
}

static bool write_back(const struct image *image)
{
    char side[PATH_SIZE + 8];
    FILE *file = fopen(image->path, "wb");
    if (file == NULL) {
        return false;
    }
    const bool good = image->size == 0 || fwrite(image->bytes, 1, image->size, file) == image->size;
    (void)snprintf(side, sizeof side, "%s-shm", image->path);
    (void)unlink(side); // shared memory has no disk
    return fclose(file) == 0 && good;
}

bool disk_power_on(enum disk_survival survival, uint64_t seed)
{
    struct rng rng = {seed};
    bool good = true;
    disk.dark = false;
    disk_plan(0, DISK_SOUND);
    for (size_t i = 0; i < FILES_MAX; i++) {
        if (disk.images[i].path[0] != '\0') {
            settle(&disk.images[i], survival, &rng);
            good = write_back(&disk.images[i]) && good;
            drop_image(&disk.images[i]);
        }
    }
    return good;
}
