#include "store/cluster.h"

#include <fcntl.h>
#include <ftw.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "uth/check.h"

#define START_TRIES 600 // of 50 ms

bool directory_make(char path[64])
{
    const char *parent = getenv("TMPDIR");
    // The path of a socket is short: a long TMPDIR does not do.
    const bool fits = parent != NULL && strlen(parent) < 40;
    (void)snprintf(path, 64, "%s/uth-XXXXXX", fits ? parent : "/tmp");
    return mkdtemp(path) != NULL && chmod(path, 0755) == 0;
}

static int remove_one(const char *path, const struct stat *state, int kind, struct FTW *where)
{
    (void)state;
    (void)kind;
    (void)where;
    return remove(path);
}

void directory_remove(const char *path)
{
    (void)nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

// ---- processes --------------------------------------------------------------------------------

#define ARGUMENTS_MAX 32

static const struct passwd *server_user(void)
{
    const struct passwd *user = getpwnam("postgres");
    return user != NULL ? user : getpwnam("nobody");
}

// In the child: no longer root, silent, and gone when the test is gone.
static void become_server(const char *log)
{
    const struct passwd *user = geteuid() == 0 ? server_user() : NULL;
    const int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    const int in = open("/dev/null", O_RDONLY);
    if (out < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) {
        _exit(126);
    }
    if (geteuid() == 0 &&
        (user == NULL || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) {
        _exit(126);
    }
    (void)prctl(PR_SET_PDEATHSIG, SIGQUIT);
}

static pid_t spawn(const struct cluster *cluster, const char *program,
                   const char *const arguments[])
{
    char path[192];
    char log[96];
    (void)snprintf(path, sizeof path, "%s/%s", cluster->programs, program);
    (void)snprintf(log, sizeof log, "%s/log", cluster->directory);
    (void)fflush(NULL);
    // Called by its whole name: Debian keeps these programs out of PATH, where they would look for
    // each other otherwise.
    const char *called[ARGUMENTS_MAX] = {path};
    for (size_t i = 1; arguments[i] != NULL; i++) {
        UTH_CHECK(i < ARGUMENTS_MAX - 1);
        called[i] = arguments[i];
    }
    const pid_t child = fork();
    if (child == 0) {
        become_server(log);
        (void)execv(path, (char *const *)(uintptr_t)called);
        _exit(127);
    }
    return child;
}

static bool find_programs(struct cluster *cluster)
{
    FILE *from = popen("pg_config --bindir", "r");
    const bool read =
        from != NULL && fgets(cluster->programs, sizeof cluster->programs, from) != NULL;
    if (from != NULL && pclose(from) != 0) {
        return false;
    }
    cluster->programs[strcspn(cluster->programs, "\n")] = '\0';
    return read;
}

static bool init_cluster(const struct cluster *cluster)
{
    char data[96];
    (void)snprintf(data, sizeof data, "%s/data", cluster->directory);
    const char *const arguments[] = {"initdb", "-D", data,   "-U",          "uth",       "-A",
                                     "trust",  "-E", "UTF8", "--no-locale", "--no-sync", NULL};
    const struct passwd *user = geteuid() == 0 ? server_user() : NULL;
    if (user != NULL && chown(cluster->directory, user->pw_uid, user->pw_gid) != 0) {
        return false;
    }
    int status = -1;
    const pid_t child = spawn(cluster, "initdb", arguments);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static bool wait_ready(struct cluster *cluster)
{
    const struct timespec pause = {0, 50000000L};
    for (int i = 0; i < START_TRIES; i++) {
        int status;
        if (PQping(cluster->url) == PQPING_OK) {
            return true;
        }
        if (waitpid(cluster->server, &status, WNOHANG) == cluster->server) {
            cluster->server = 0;
            break;
        }
        (void)nanosleep(&pause, NULL);
    }
    (void)fprintf(stderr, "postgres does not start; see %s/log\n", cluster->directory);
    return false;
}

static bool begin(struct cluster *cluster)
{
    char data[96];
    (void)snprintf(data, sizeof data, "%s/data", cluster->directory);
    const char *const arguments[] = {"postgres",
                                     "-D",
                                     data,
                                     "-k",
                                     cluster->directory,
                                     "-c",
                                     "listen_addresses=",
                                     "-c",
                                     "max_connections=20",
                                     "-c",
                                     "shared_buffers=32MB",
                                     cluster->hasty ? "-c" : NULL,
                                     "fsync=off",
                                     NULL};
    cluster->server = spawn(cluster, "postgres", arguments);
    return cluster->server > 0;
}

bool cluster_resume(struct cluster *cluster)
{
    return begin(cluster) && wait_ready(cluster);
}

bool cluster_begin(struct cluster *cluster, const char *as)
{
    char path[160];
    (void)snprintf(path, sizeof path, "%s/data/%s", cluster->directory, as);
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    // The server's own user opens it for writing.
    const bool made = file >= 0 && fchmod(file, 0666) == 0;
    return file >= 0 && close(file) == 0 && made && begin(cluster);
}

bool cluster_start(struct cluster *cluster, bool hasty)
{
    memset(cluster, 0, sizeof *cluster);
    cluster->hasty = hasty;
    if (!find_programs(cluster)) {
        (void)fprintf(stderr, "no pg_config: is libpq-dev installed?\n");
        return false;
    }
    if (!directory_make(cluster->directory)) {
        return false;
    }
    (void)snprintf(cluster->url, sizeof cluster->url, "postgres://uth@/postgres?host=%s",
                   cluster->directory);
    if (!init_cluster(cluster)) {
        (void)fprintf(stderr, "initdb failed; see %s/log\n", cluster->directory);
        return false;
    }
    return cluster_resume(cluster);
}

static void end_server(struct cluster *cluster, int with)
{
    int status;
    if (cluster->server > 0) {
        (void)kill(cluster->server, with);
        (void)waitpid(cluster->server, &status, 0);
        cluster->server = 0;
    }
}

bool cluster_crash(struct cluster *cluster)
{
    end_server(cluster, SIGQUIT);
    return true;
}

void cluster_stop(struct cluster *cluster)
{
    end_server(cluster, SIGINT);
    if (cluster->directory[0] != '\0') {
        directory_remove(cluster->directory);
        cluster->directory[0] = '\0';
    }
}

bool cluster_run(const struct cluster *cluster, const char *sql)
{
    PGconn *connection = PQconnectdb(cluster->url);
    PGresult *result = PQexec(connection, sql);
    const ExecStatusType got = PQresultStatus(result);
    const bool good = got == PGRES_COMMAND_OK || got == PGRES_TUPLES_OK;
    if (!good) {
        (void)fprintf(stderr, "%s: %s", sql, PQerrorMessage(connection));
    }
    PQclear(result);
    PQfinish(connection);
    return good;
}
