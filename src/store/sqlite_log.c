// Checkpoints beside the commits: a thread with a connection of its own moves the log (WAL) into the
// database while the writer goes on.
//
//     commit, log long --> wake --> thread: passive checkpoint --> the next commit starts the log again
//
// A checkpoint copies pages and waits for the disk twice, up to tens of milliseconds, and SQLite makes it
// part of whichever commit finds the log long. The thread's is passive: it waits for nobody, and nobody for
// it. A log starts again only when all of it was moved and nobody wrote meanwhile, and one that grows
// beyond the size of its file makes every commit slower. So the thread follows up what was written while
// it worked, and when that never ends, the writer moves the last few pages itself.
#include <pthread.h>
#include <stdlib.h>

#include "store/sqlite.h"

#define LOG_PAGES      1000 // from which it is moved: SQLite's own choice
#define LOG_PAGES_LONG 4096 // from which the writer helps: half of what the file keeps
#define PASSES         4    // of the thread, each over what was written during the one before

struct sqlite_log {
    sqlite3 *db;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool wanted; // under the lock, as all below
    bool ending;
    int moved; // pages of the log that are in the database
};

// What it cannot do, a full disk for one, shows in the commits; the log keeps everything meanwhile.
static void move_log(sqlite3 *db, int passes, int *moved)
{
    int pages = 1;
    *moved = 0;
    for (int i = 0; i < passes && *moved < pages; i++) {
        (void)sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, moved);
    }
}

static void *move_when_woken(void *argument)
{
    struct sqlite_log *log = argument;
    (void)pthread_mutex_lock(&log->lock);
    while (!log->ending) {
        if (!log->wanted) {
            (void)pthread_cond_wait(&log->wake, &log->lock);
            continue;
        }
        int moved = 0;
        (void)pthread_mutex_unlock(&log->lock);
        move_log(log->db, PASSES, &moved);
        (void)pthread_mutex_lock(&log->lock);
        log->moved = moved;
        log->wanted = false;
    }
    (void)pthread_mutex_unlock(&log->lock);
    return NULL;
}

static struct sqlite_log *start(const char *path)
{
    struct sqlite_log *log = calloc(1, sizeof *log);
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (log == NULL) {
        return NULL;
    }
    if (sqlite3_open_v2(path, &log->db, flags, NULL) == SQLITE_OK &&
        pthread_mutex_init(&log->lock, NULL) == 0 && pthread_cond_init(&log->wake, NULL) == 0 &&
        pthread_create(&log->thread, NULL, move_when_woken, log) == 0) {
        return log;
    }
    (void)sqlite3_close(log->db);
    free(log);
    return NULL;
}

static int note_pages(void *context, sqlite3 *db, const char *name, int pages)
{
    (void)db;
    (void)name;
    ((struct sqlite_port *)context)->log_pages = pages;
    return SQLITE_OK;
}

void sqlite_log_watch(struct sqlite_port *self)
{
    (void)sqlite3_wal_hook(self->db, note_pages, self);
}

// True when the thread is at rest and has left more than a usual log.
static bool wake(struct sqlite_log *log, int pages)
{
    (void)pthread_mutex_lock(&log->lock);
    const bool is_resting = !log->wanted;
    if (is_resting && (pages < log->moved || pages - log->moved >= LOG_PAGES)) {
        log->wanted = true;
        (void)pthread_cond_signal(&log->wake);
    }
    (void)pthread_mutex_unlock(&log->lock);
    return is_resting;
}

// Short programs never have a log that long, and no thread.
void sqlite_log_tidy(struct sqlite_port *self)
{
    int moved = 0;
    if (self->log_pages < LOG_PAGES) {
        return;
    }
    if (self->log == NULL) {
        self->log = start(self->path);
    }
    if (self->log == NULL ||
        (wake(self->log, self->log_pages) && self->log_pages > LOG_PAGES_LONG)) {
        move_log(self->db, 1, &moved);
    }
}

void sqlite_log_close(struct sqlite_port *self)
{
    struct sqlite_log *log = self->log;
    if (log == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&log->lock);
    log->ending = true;
    (void)pthread_cond_signal(&log->wake);
    (void)pthread_mutex_unlock(&log->lock);
    (void)pthread_join(log->thread, NULL);
    (void)pthread_cond_destroy(&log->wake);
    (void)pthread_mutex_destroy(&log->lock);
    UTH_CHECK(sqlite3_close(log->db) == SQLITE_OK);
    free(log);
    self->log = NULL;
}
