// How a server is run: etc/uth.conf is the manual. Every key is also an option of `uth serve`; what
// the command line says counts more than the file.
#ifndef UTH_SERVE_CONFIG_H
#define UTH_SERVE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"
#include "room/room.h"

#define CONFIG_TEXT_MAX   1024
#define CONFIG_TABLES_MAX 64
#define CONFIG_COPIES_MAX 1024
#define CONFIG_DIRECTORY  "var" // of the default store; a server makes this one and no other
#define CONFIG_HEX_SIZE   65

// X(key, option, value word, kind, smallest, largest, default, help). NUMBER apart, all are texts of
// `largest` bytes; STORE, ORIGIN, HOSTS and LEVEL have a form.
// clang-format off
#define CONFIG_KEYS(X)                                                                                                        \
    X(listen,                  "listen",                  "ADDRESS", TEXT,   0, 255,        "127.0.0.1",       "address to listen on (default 127.0.0.1)") \
    X(port,                    "port",                    "N",       NUMBER, 0, 65535,      "8080",            "port to listen on; 0 for any free port (default 8080)") \
    X(store,                   "store",                   "URL",     STORE,  0, 1023,       "sqlite:" CONFIG_DIRECTORY "/uth.db", "sqlite:PATH in an existing directory, or postgres://... (default sqlite:var/uth.db; var is created)") \
    X(accept_loss,             "accept-loss",             "0|1",     NUMBER, 0, 1,          "0",               "1: accept a PostgreSQL with fsync or the like off, which can lose stored data (default 0)") \
    X(key_file,                "key-file",                "FILE",    TEXT,   0, 1023,       "",                "the server's key (default: beside an SQLite store)") \
    X(cert,                    "cert",                    "FILE",    TEXT,   0, 1023,       "",                "PEM certificate: serve with TLS") \
    X(cert_key,                "cert-key",                "FILE",    TEXT,   0, 1023,       "",                "PEM key of the certificate") \
    X(origin,                  "origin",                  "URL",     ORIGIN, 0, 255,        "",                "the only origin that pages may come from (default: the requested Host)") \
    X(hosts,                   "hosts",                   "NAMES",   HOSTS,  0, 1023,       "",                "host names to accept, separated by commas (default: those of listen, origin, the certificate, and localhost)") \
    X(log,                     "log",                     "LEVEL",   LEVEL,  0, 15,         "info",            "error, warn, info or debug (default info)") \
    X(connections,             "connections",             "N",       NUMBER, 16, 100000,    "8192",            "maximum number of connections (default 8192)") \
    X(connections_per_address, "connections-per-address", "N",       NUMBER, 1, 100000,     "128",             "maximum number of connections from one address (default 128)") \
    X(messages_per_second,     "messages-per-second",     "N",       NUMBER, 1, 1000000,    "50",              "maximum on one connection (default 50)") \
    X(requests_per_second,     "requests-per-second",     "N",       NUMBER, 1, 1000000,    "100",             "maximum from one address (default 100)") \
    X(wrong_passwords_per_address, "wrong-passwords-per-address", "N", NUMBER, 1, 1000000,  "20",              "attempts from one address before it has to wait (default 20)") \
    X(guests_per_address,      "guests-per-address",      "N",       NUMBER, 1, 1000000,    "60",              "new guests from one address; after that, one a minute (default 60)") \
    X(guests,                  "guests",                  "N",       NUMBER, 1, 1000000,    "4096",            "maximum number of guests who have not played (default 4096)") \
    X(guest_minutes,           "guest-minutes",           "N",       NUMBER, 1, 525600,     "60",              "when a guest who does not play is removed (default 60)") \
    X(play_money,              "play-money",              "0|1",     NUMBER, 0, 1,          "1",               "1: play money, given to guests and players; 0: only the cage fills wallets (default 1)") \
    X(guest_money,             "guest-money",             "CENTS",   NUMBER, 0, 1000000000, "100000",          "play money a guest starts with (default 100000)") \
    X(deposit_max,             "deposit-max",             "CENTS",   NUMBER, 0, 1000000000, "1000000",         "the most that a wallet may hold (default 1000000)") \
    X(selfcheck_hour,          "selfcheck-hour",          "H",       NUMBER, 0, 24,         "4",               "hour (UTC) of the daily self-check; 24 for none (default 4)") \
    X(selfcheck_whole_days,    "selfcheck-whole-days",    "N",       NUMBER, 1, 366,        "7",               "days between self-checks of all records; the others begin after the last day that 'uth audit sign' verified (default 7)") \
    X(digests,                 "digests",                 "FILE",    TEXT,   0, 1023,       "",                "reference digests from 'uth selfcheck --record' (default: those of the installation)") \
    X(test_decks,              "test-decks",              "FILE",    TEXT,   0, 1023,       "",                "for tests only: deal these decks, and say so on every page")
// clang-format on

enum config_key {
#define X(key, option, word, kind, smallest, largest, otherwise, help) CONFIG_##key,
    CONFIG_KEYS(X)
#undef X
        CONFIG_KEY_COUNT,
};

#define CONFIG_SETTINGS_MAX 24
#define CONFIG_KEY_SIZE     32

// A [table NAME] section. Beside these three it says what wire/table_json.h knows of a table.
struct config_table {
    char name[ROOM_NAME_MAX];
    char profile[256]; // a built-in's name, or a profile file
    uint32_t copies;   // so many tables, numbered, when more than one
    bool meter;        // plays for the room's meter
    uint32_t line;     // where the section begins
    size_t said_count;
    struct {
        char key[CONFIG_KEY_SIZE];
        uint32_t line;
    } said[CONFIG_SETTINGS_MAX + 3]; // what it says, and where
    size_t setting_count;
    struct {
        char key[CONFIG_KEY_SIZE];
        char value[64];
    } settings[CONFIG_SETTINGS_MAX]; // each has been read once, and was right
};

struct config {
    char texts[CONFIG_KEY_COUNT][CONFIG_TEXT_MAX];
    int64_t numbers[CONFIG_KEY_COUNT];
    char file[CONFIG_TEXT_MAX];                    // that was read last; "" for none
    char digest[CONFIG_HEX_SIZE];                  // BLAKE2b-256 of its bytes as they were then
    uint32_t lines[CONFIG_KEY_COUNT];              // of it, where the key stands; 0: nowhere
    struct config_table tables[CONFIG_TABLES_MAX]; // for the first start; none: the usual three
    size_t table_count;
};

#define CONFIG_PLACE_SIZE 224

void config_init(struct config *config); // the defaults

// All of these: false with *fault, which names the line or the key.
UTH_NODISCARD bool config_set(struct config *config, const char *key, const char *value,
                              struct fault *fault);
UTH_NODISCARD bool config_read(struct config *config, const char *path, struct fault *fault);
// Of the file as it is now.
UTH_NODISCARD bool config_digest(const char *path, char hex[CONFIG_HEX_SIZE], struct fault *fault);
UTH_NODISCARD bool config_read_text(struct config *config, const char *path, const char *text,
                                    struct fault *fault);

UTH_NODISCARD bool config_table_set(struct config_table *table, const char *key, const char *value,
                                    struct fault *fault);
// Where the file says it of the table, "uth.conf:17: "; where the section begins when it says
// nothing of the key; "" when there is no file.
const char *config_table_place(const struct config *config, const struct config_table *table,
                               const char *key, char place[CONFIG_PLACE_SIZE]);
// Puts what the section says over a configuration.
void config_table_apply(const struct config_table *table, struct room_config *room);

#endif
