// `uth backup`: everything a store holds as one file, while a server writes to it.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "cli/backup.h"
#include "cli/new_file.h"
#include "report/audit_text.h"

#define PATIENCE_MS 5000

// ---- shared with restore ----------------------------------------------------------------------

static const struct {
    enum backup_key_kind kind;
    const char *option;
    const char *ending; // of the file beside an SQLite store
    const char *name;
} keys[BACKUP_KEYS_MAX] = {
    {BACKUP_KEY_SEAL, "key", "seal", "the server's key"},
    {BACKUP_KEY_SIGN, "sign-key", "key", "the signing key"},
};

static size_t key_index(enum backup_key_kind kind)
{
    return kind == BACKUP_KEY_SEAL ? 0 : 1;
}

const char *backup_key_name(enum backup_key_kind kind)
{
    return keys[key_index(kind)].name;
}

bool backup_key_path(const struct cli_args *args, enum backup_key_kind kind, char *path,
                     size_t size)
{
    const size_t i = key_index(kind);
    const char *given = cli_value(args, keys[i].option, NULL);
    const char *url = cli_value(args, "store", "");
    if (given != NULL) {
        return (size_t)snprintf(path, size, "%s", given) < size;
    }
    return strncmp(url, "sqlite:", 7) == 0 &&
           (size_t)snprintf(path, size, "%s.%s", url + 7, keys[i].ending) < size;
}

static void print_json(const char *file, const struct backup_told *told, FILE *out)
{
    json_t *names = json_array();
    char link[2 * STORE_HASH_SIZE + 1];
    for (size_t i = 0; i < told->key_count; i++) {
        (void)json_array_append_new(
            names, json_string(told->keys[i].kind == BACKUP_KEY_SEAL ? "seal" : "sign"));
    }
    (void)sodium_bin2hex(link, sizeof link, told->hash, sizeof told->hash);
    json_t *document =
        json_pack("{s:s, s:I, s:I, s:I, s:s, s:o}", "file", file, "bytes", (json_int_t)told->bytes,
                  "batches", (json_int_t)told->position, "signed_days", (json_int_t)told->heads,
                  "last_link", link, "keys", names);
    UTH_CHECK(document != NULL);
    (void)json_dumpf(document, out, JSON_COMPACT);
    (void)fputc('\n', out);
    json_decref(document);
}

void backup_print(const struct cli_args *args, const char *what, const char *file,
                  const struct backup_told *told, FILE *out)
{
    if (cli_has(args, "json")) {
        print_json(file, told, out);
        return;
    }
    (void)fprintf(out,
                  "%s %s: %" PRIu64 " batches, %" PRIu64 " signed days, %zu keys, %" PRIu64
                  " bytes\nlast link ",
                  what, file, told->position, told->heads, told->key_count, told->bytes);
    audit_print_hex(out, told->hash, sizeof told->hash);
    (void)fputc('\n', out);
}

// ---- keys -------------------------------------------------------------------------------------

static bool read_key(const struct cli_args *args, enum backup_key_kind kind, const char *path,
                     struct backup_told *told)
{
    size_t size = 0;
    char *text = cli_read_file(args->command, path, BACKUP_KEY_SIZE, &size);
    if (text == NULL || size == 0) {
        return false;
    }
    struct backup_key *key = &told->keys[told->key_count++];
    key->kind = kind;
    key->size = size;
    memcpy(key->bytes, text, size);
    sodium_memzero(text, size);
    free(text);
    return true;
}

// The server's key must be there; the signing key goes along if there is one.
static int read_keys(const struct cli_args *args, struct backup_told *told)
{
    char path[NEW_FILE_PATH_MAX];
    if (!backup_key_path(args, BACKUP_KEY_SEAL, path, sizeof path)) {
        return cli_usage_error(args->command, "missing --key FILE");
    }
    if (!read_key(args, BACKUP_KEY_SEAL, path, told)) {
        return CLI_REFUSED;
    }
    const bool asked = cli_has(args, "sign-key");
    if (backup_key_path(args, BACKUP_KEY_SIGN, path, sizeof path) &&
        (asked || access(path, F_OK) == 0) && !read_key(args, BACKUP_KEY_SIGN, path, told)) {
        return CLI_REFUSED;
    }
    return CLI_DONE;
}

// ---- the file ---------------------------------------------------------------------------------

static bool write_out(void *context, const void *data, size_t size)
{
    return !cli_interrupted() && fwrite(data, 1, size, context) == size;
}

static int say_why(const struct cli_args *args, const struct store *store, const char *file,
                   enum store_status status)
{
    const int why = errno;
    if (cli_interrupted()) {
        return cli_refuse(args->command, "interrupted; nothing was saved");
    }
    if (status == STORE_ERR_IO && store_why(store)[0] == '\0') {
        return cli_refuse(args->command, "cannot write '%s': %s; nothing was saved", file,
                          strerror(why));
    }
    return cli_refuse(args->command, "%s",
                      store_why(store)[0] != '\0' ? store_why(store) : store_status_text(status));
}

static int save_to_output(const struct cli_args *args, struct store *store,
                          struct backup_told *told)
{
    if (isatty(STDOUT_FILENO) != 0) {
        return cli_usage_error(args->command, "a backup is not text: name a file, or use a pipe");
    }
    const enum store_status status = store_backup(store, write_out, stdout, told);
    return status == STORE_OK ? CLI_DONE : say_why(args, store, "standard output", status);
}

static int save_to_file(const struct cli_args *args, struct store *store, const char *path,
                        struct backup_told *told)
{
    struct new_file file;
    if (!new_file_open(&file, path)) {
        return cli_refuse(args->command, "cannot make '%s': %s", path, strerror(errno));
    }
    const enum store_status status = store_backup(store, write_out, file.out, told);
    if (status != STORE_OK) {
        const int said = say_why(args, store, path, status);
        new_file_drop(&file);
        return said;
    }
    if (!new_file_keep(&file)) {
        return cli_refuse(args->command, "cannot write '%s': %s; nothing was saved", path,
                          strerror(errno));
    }
    return CLI_DONE;
}

static void advise(const struct cli_args *args, const struct backup_told *told)
{
    char path[NEW_FILE_PATH_MAX];
    if (told->key_count != 0) {
        cli_note(args->command, "the file contains the server's key: whoever has the file can open "
                                "sealed secrets, so protect it like the key");
    } else if (backup_key_path(args, BACKUP_KEY_SEAL, path, sizeof path)) {
        cli_note(args->command,
                 "the server's key is not in the file; keep a copy of '%s' elsewhere, or use "
                 "--with-keys: without the key nobody can log in",
                 path);
    }
}

static int save(const struct cli_args *args, struct store *store)
{
    struct backup_told told = {.key_count = 0};
    const char *path = args->arguments[0];
    const bool to_output = strcmp(path, "-") == 0;
    int status = cli_has(args, "with-keys") ? read_keys(args, &told) : CLI_DONE;
    if (status == CLI_DONE) {
        cli_catch_interrupt();
        status =
            to_output ? save_to_output(args, store, &told) : save_to_file(args, store, path, &told);
    }
    if (status == CLI_DONE) {
        if (!to_output) {
            backup_print(args, "saved", path, &told, stdout);
        }
        advise(args, &told);
    }
    sodium_memzero(told.keys, sizeof told.keys);
    return status;
}

int cmd_backup(const struct cli_command *command, int argc, char **argv)
{
    struct cli_args args;
    struct store *store = NULL;
    struct fault fault;
    const struct store_options options = {
        .read_only = true, .patience_ms = PATIENCE_MS, .starting_ms = PATIENCE_MS};
    int status;
    if (!cli_parse(command, argc, argv, &args, &status)) {
        return status;
    }
    const char *url = cli_value(&args, "store", NULL);
    if (url == NULL || args.argument_count != 1) {
        return cli_usage_error(command, "missing --store URL and FILE");
    }
    if (cli_has(&args, "json") && strcmp(args.arguments[0], "-") == 0) {
        return cli_usage_error(
            command, "--json cannot be used with -, which writes the backup to standard output");
    }
    if (store_open(url, &options, &fault, &store) != STORE_OK) {
        return cli_refuse(command, "%s", fault.text);
    }
    status = save(&args, store);
    store_close(&store);
    return cli_finish(command, status);
}
