// `uth restore`: a store from a backup, verified before anybody can see it.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "cli/backup.h"
#include "cli/new_file.h"

#define PATIENCE_MS 5000

struct restore {
    const struct cli_args *args;
    FILE *in;
    const char *from; // for messages
    const char *path; // of an SQLite store; NULL on a server
    char part[NEW_FILE_PATH_MAX];
    char made[BACKUP_KEYS_MAX][NEW_FILE_PATH_MAX]; // key files that are ours to take away again
    size_t made_count;
    struct backup_told told;
};

static size_t read_in(void *context, void *data, size_t size)
{
    struct restore *restore = context;
    return cli_interrupted() ? 0 : fread(data, 1, size, restore->in);
}

// ---- keys -------------------------------------------------------------------------------------

static bool same_key(const struct restore *restore, const char *path, const struct backup_key *key)
{
    size_t size = 0;
    char *text = cli_read_file(restore->args->command, path, BACKUP_KEY_SIZE, &size);
    const bool same = text != NULL && size == key->size && memcmp(text, key->bytes, size) == 0;
    free(text);
    return same;
}

static bool make_key(struct restore *restore, const char *path, const struct backup_key *key)
{
    struct new_file file;
    if (!new_file_open(&file, path)) {
        return false;
    }
    (void)fwrite(key->bytes, 1, key->size, file.out); // a fault shows when it is kept
    if (!new_file_keep(&file)) {
        return false;
    }
    (void)snprintf(restore->made[restore->made_count++], NEW_FILE_PATH_MAX, "%s", path);
    return true;
}

static bool place_key(struct restore *restore, const struct backup_key *key)
{
    char path[NEW_FILE_PATH_MAX];
    const struct cli_command *command = restore->args->command;
    if (!backup_key_path(restore->args, key->kind, path, sizeof path)) {
        (void)cli_refuse(command, "the backup contains %s: missing --%s FILE",
                         backup_key_name(key->kind),
                         key->kind == BACKUP_KEY_SEAL ? "key" : "sign-key");
        return false;
    }
    if (access(path, F_OK) == 0) {
        if (same_key(restore, path, key)) {
            return true;
        }
        (void)cli_refuse(command, "'%s' exists and is not %s of the backup", path,
                         backup_key_name(key->kind));
        return false;
    }
    if (!make_key(restore, path, key)) {
        (void)cli_refuse(command, "cannot make '%s': %s", path, strerror(errno));
        return false;
    }
    return true;
}

static bool place_keys(void *context, const struct backup_told *told)
{
    struct restore *restore = context;
    for (size_t i = 0; i < told->key_count; i++) {
        if (!place_key(restore, &told->keys[i])) {
            return false;
        }
    }
    return true;
}

static void take_keys_away(const struct restore *restore)
{
    for (size_t i = 0; i < restore->made_count; i++) {
        (void)unlink(restore->made[i]);
    }
}

// ---- the place of an SQLite store ---------------------------------------------------------------

// What belongs to a store's file; a stranger's log beside ours would be taken for its own.
static const char *const beside[] = {"", "-wal", "-shm", "-journal"};

static bool name_beside(const char *path, size_t i, char name[NEW_FILE_PATH_MAX])
{
    const int length = snprintf(name, NEW_FILE_PATH_MAX, "%s%s", path, beside[i]);
    return length > 0 && (size_t)length < NEW_FILE_PATH_MAX;
}

static bool is_free(const struct restore *restore)
{
    char name[NEW_FILE_PATH_MAX];
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        if (!name_beside(restore->path, i, name) || access(name, F_OK) == 0) {
            (void)cli_refuse(restore->args->command, "'%s' exists; a restore replaces no file",
                             name);
            return false;
        }
    }
    return true;
}

static bool make_part(struct restore *restore)
{
    const int length =
        snprintf(restore->part, sizeof restore->part, "%s.part.XXXXXX", restore->path);
    errno = ENAMETOOLONG;
    const int file =
        length > 0 && (size_t)length < sizeof restore->part ? mkstemp(restore->part) : -1;
    if (file < 0) {
        (void)cli_refuse(restore->args->command, "cannot make '%s': %s", restore->path,
                         strerror(errno));
        return false;
    }
    (void)close(file);
    return true;
}

static void drop_part(const struct restore *restore)
{
    char name[NEW_FILE_PATH_MAX];
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        if (name_beside(restore->part, i, name)) {
            (void)unlink(name);
        }
    }
}

// The last to close a database folds its log into it; where that failed the file is not whole. Why it
// did, closing does not tell: there are these two reasons.
static bool move_part(const struct restore *restore)
{
    char log[NEW_FILE_PATH_MAX];
    const bool whole = name_beside(restore->part, 1, log) && access(log, F_OK) != 0;
    if (whole && new_file_move(restore->part, restore->path)) {
        return true;
    }
    (void)cli_refuse(restore->args->command, "cannot make '%s': %s", restore->path,
                     whole ? strerror(errno)
                           : "its write-ahead log could not be merged: disk or memory failed");
    return false;
}

// ---- all of it --------------------------------------------------------------------------------

static int fill(struct restore *restore, const char *url)
{
    struct store *store = NULL;
    struct fault fault;
    const struct store_options options = {.in_bulk = restore->path != NULL,
                                          .accept_loss = cli_has(restore->args, "accept-loss"),
                                          .patience_ms = PATIENCE_MS,
                                          .starting_ms = PATIENCE_MS};
    const struct cli_command *command = restore->args->command;
    if (store_open(url, &options, &fault, &store) != STORE_OK) {
        return cli_refuse(command, "%s", fault.text);
    }
    const enum store_status status =
        store_restore(store, read_in, place_keys, restore, &restore->told);
    int said = CLI_DONE;
    if (status != STORE_OK && cli_interrupted()) {
        said = cli_refuse(command, "interrupted; nothing was restored");
    } else if (status != STORE_OK && store_why(store)[0] != '\0') {
        said = cli_refuse(command, "%s: %s; nothing was restored", restore->from, store_why(store));
    } else if (status != STORE_OK) {
        said = CLI_REFUSED; // said where it happened
    }
    store_close(&store);
    return said;
}

static int fill_file(struct restore *restore)
{
    char url[NEW_FILE_PATH_MAX + 8];
    if (!is_free(restore) || !make_part(restore)) {
        return CLI_REFUSED;
    }
    (void)snprintf(url, sizeof url, "sqlite:%s", restore->part);
    int status = fill(restore, url);
    if (status == CLI_DONE && !move_part(restore)) {
        status = CLI_REFUSED;
    }
    if (status != CLI_DONE) {
        drop_part(restore);
    }
    return status;
}

static int check(struct restore *restore)
{
    struct fault fault = {.text = ""};
    if (sodium_init() < 0) {
        return cli_refuse(restore->args->command, "the system provides no random numbers");
    }
    if (store_backup_check(read_in, restore, &fault, &restore->told) != STORE_OK) {
        return cli_refuse(restore->args->command, "%s: %s", restore->from, fault.text);
    }
    backup_print(restore->args, "whole", restore->from, &restore->told, stdout);
    return CLI_DONE;
}

static void advise(const struct restore *restore)
{
    char path[NEW_FILE_PATH_MAX];
    if (backup_key_path(restore->args, BACKUP_KEY_SEAL, path, sizeof path) &&
        access(path, F_OK) != 0) {
        cli_note(
            restore->args->command,
            "the backup contains no keys: copy the server's key to '%s' before the first start",
            path);
    }
}

static int run(struct restore *restore)
{
    const char *url = cli_value(restore->args, "store", NULL);
    if (cli_has(restore->args, "check")) {
        return check(restore);
    }
    if (strncmp(url, "sqlite:", 7) == 0 && url[7] != '\0') {
        restore->path = url + 7;
    }
    const int status = restore->path != NULL ? fill_file(restore) : fill(restore, url);
    if (status != CLI_DONE) {
        take_keys_away(restore);
        return status;
    }
    backup_print(restore->args, "restored and verified", restore->from, &restore->told, stdout);
    advise(restore);
    return CLI_DONE;
}

int cmd_restore(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    const char *url = cli_value(&args, "store", NULL);
    if (args.argument_count != 1 || (url == NULL) != cli_has(&args, "check")) {
        return cli_usage_error(command, "missing --store URL and FILE, or --check FILE");
    }
    if (url != NULL && strcmp(url, "memory:") == 0) {
        return cli_usage_error(command, "a store in memory would be lost at once");
    }
    struct restore restore = {.args = &args, .from = args.arguments[0]};
    restore.in = cli_open_file(command, restore.from);
    if (restore.in == NULL) {
        return CLI_REFUSED;
    }
    cli_catch_interrupt();
    status = run(&restore);
    sodium_memzero(restore.told.keys, sizeof restore.told.keys);
    cli_close_file(restore.in);
    return cli_finish(command, status);
}
