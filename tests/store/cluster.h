// A private PostgreSQL in a temporary directory, reached by a socket in it and by nothing else.
#ifndef UTH_TESTS_STORE_CLUSTER_H
#define UTH_TESTS_STORE_CLUSTER_H

#include <stdbool.h>
#include <sys/types.h>

struct cluster {
    char directory[64];
    char programs[128]; // where initdb and postgres are
    char url[192];
    pid_t server;
    bool hasty; // does not wait for the disk
};

// False after a message when there is no PostgreSQL on this machine, or it does not start. Run as
// root it becomes the user "postgres" or "nobody": PostgreSQL does not run as root.
bool cluster_start(struct cluster *cluster, bool hasty);
// Stops the server as a power cut would (no shutdown of its own) and starts it again.
bool cluster_crash(struct cluster *cluster);
bool cluster_resume(struct cluster *cluster);
// The same without waiting for it, and as an empty file in its data says: "recovery.signal",
// "standby.signal".
bool cluster_begin(struct cluster *cluster, const char *as);
// Ends the server by its process id and removes the directory.
void cluster_stop(struct cluster *cluster);

// Runs statements; false after a message.
bool cluster_run(const struct cluster *cluster, const char *sql);

// A temporary directory that anybody may enter, and its end.
bool directory_make(char path[64]);
void directory_remove(const char *path);

#endif
