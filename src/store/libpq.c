// libpq, loaded when a store on PostgreSQL is opened and not before: it brings twenty more libraries
// along, and most commands of the program need none of them. The store calls the functions below, which
// have libpq's own names and pass the call on.
#include "store/postgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The oldest with a pipeline mode is that of PostgreSQL 14; its interface has had this number since 8.
#define LIBRARY "libpq.so.5"

// Type, name, parameters (with libpq's names), arguments, and what stands for an answer where there is no libpq.
// clang-format off
#define FUNCTIONS(X) \
    X(int, PQbackendPID, (const PGconn *conn), (conn), 0) \
    X(int, PQcancel, (PGcancel *cancel, char *errbuf, int errbufsize), (cancel, errbuf, errbufsize), 0) \
    X(char *, PQcmdStatus, (PGresult *res), (res), NULL) \
    X(PGconn *, PQconnectdbParams, \
        (const char *const *keywords, const char *const *values, int expand_dbname), \
        (keywords, values, expand_dbname), NULL) \
    X(char *, PQdb, (const PGconn *conn), (conn), NULL) \
    X(int, PQenterPipelineMode, (PGconn *conn), (conn), 0) \
    X(char *, PQerrorMessage, (const PGconn *conn), (conn), NULL) \
    X(PGresult *, PQexec, (PGconn *conn, const char *query), (conn, query), NULL) \
    X(PGresult *, PQexecParams, (PGconn *conn, const char *command, int nParams, const Oid *paramTypes, \
        const char *const *paramValues, const int *paramLengths, const int *paramFormats, int resultFormat), \
        (conn, command, nParams, paramTypes, paramValues, paramLengths, paramFormats, resultFormat), NULL) \
    X(int, PQexitPipelineMode, (PGconn *conn), (conn), 0) \
    X(PGcancel *, PQgetCancel, (PGconn *conn), (conn), NULL) \
    X(PGresult *, PQgetResult, (PGconn *conn), (conn), NULL) \
    X(int, PQgetlength, (const PGresult *res, int tup_num, int field_num), (res, tup_num, field_num), 0) \
    X(char *, PQgetvalue, (const PGresult *res, int tup_num, int field_num), (res, tup_num, field_num), NULL) \
    X(char *, PQhost, (const PGconn *conn), (conn), NULL) \
    X(int, PQntuples, (const PGresult *res), (res), 0) \
    X(PGPing, PQpingParams, \
        (const char *const *keywords, const char *const *values, int expand_dbname), \
        (keywords, values, expand_dbname), PQPING_NO_ATTEMPT) \
    X(int, PQpipelineSync, (PGconn *conn), (conn), 0) \
    X(PGresult *, PQprepare, (PGconn *conn, const char *stmtName, const char *query, int nParams, \
        const Oid *paramTypes), (conn, stmtName, query, nParams, paramTypes), NULL) \
    X(char *, PQresultErrorField, (const PGresult *res, int fieldcode), (res, fieldcode), NULL) \
    X(ExecStatusType, PQresultStatus, (const PGresult *res), (res), PGRES_FATAL_ERROR) \
    X(int, PQsendQueryParams, (PGconn *conn, const char *command, int nParams, const Oid *paramTypes, \
        const char *const *paramValues, const int *paramLengths, const int *paramFormats, int resultFormat), \
        (conn, command, nParams, paramTypes, paramValues, paramLengths, paramFormats, resultFormat), 0) \
    X(int, PQsendQueryPrepared, (PGconn *conn, const char *stmtName, int nParams, \
        const char *const *paramValues, const int *paramLengths, const int *paramFormats, int resultFormat), \
        (conn, stmtName, nParams, paramValues, paramLengths, paramFormats, resultFormat), 0) \
    X(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *conn, PQnoticeProcessor proc, void *arg), \
        (conn, proc, arg), NULL) \
    X(int, PQsetSingleRowMode, (PGconn *conn), (conn), 0) \
    X(ConnStatusType, PQstatus, (const PGconn *conn), (conn), CONNECTION_BAD) \
    X(PGTransactionStatusType, PQtransactionStatus, (const PGconn *conn), (conn), PQTRANS_UNKNOWN)
#define PROCEDURES(X) \
    X(PQclear, (PGresult *res), (res)) \
    X(PQfinish, (PGconn *conn), (conn)) \
    X(PQfreeCancel, (PGcancel *cancel), (cancel)) \
    X(PQreset, (PGconn *conn), (conn))
// clang-format on

struct libpq {
#define MEMBER(type, name, parameters, arguments, without) type(*name) parameters;
    FUNCTIONS(MEMBER)
#undef MEMBER
#define MEMBER(name, parameters, arguments) void(*name) parameters;
    PROCEDURES(MEMBER)
#undef MEMBER
    char fault[256]; // why there is none; "" when there is
};

// The only variables of the store: like the loader's own tables, they are written once and then stay.
static struct libpq libpq;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found); // C has no cast from data to a function
    return found != NULL;
}

static bool find_all(void *library)
{
    bool all = true;
#define FIND(type, name, parameters, arguments, without)                                           \
    all = find(library, #name, &libpq.name) && all;
    FUNCTIONS(FIND)
#undef FIND
#define FIND(name, parameters, arguments) all = find(library, #name, &libpq.name) && all;
    PROCEDURES(FIND)
#undef FIND
    return all;
}

static void load(void)
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    const bool whole = library != NULL && find_all(library);
    if (!whole) {
        const char *why = dlerror();
        memset(&libpq, 0, sizeof libpq);
        (void)snprintf(libpq.fault, sizeof libpq.fault, "cannot load libpq: %s",
                       why != NULL ? why : LIBRARY);
    }
}

static const struct libpq *loaded(void)
{
    (void)pthread_once(&once, load);
    return &libpq;
}

// NOLINTBEGIN(readability-function-size): libpq's parameters
#define DEFINE(type, name, parameters, arguments, without)                                         \
    type name parameters                                                                           \
    {                                                                                              \
        const struct libpq *from = loaded();                                                       \
        return from->name != NULL ? from->name arguments : without;                                \
    }
FUNCTIONS(DEFINE)
#undef DEFINE
#define DEFINE(name, parameters, arguments)                                                        \
    void name parameters                                                                           \
    {                                                                                              \
        const struct libpq *from = loaded();                                                       \
        if (from->name != NULL) {                                                                  \
            from->name arguments;                                                                  \
        }                                                                                          \
    }
PROCEDURES(DEFINE)
#undef DEFINE
// NOLINTEND(readability-function-size)

const char *libpq_fault(void)
{
    return loaded()->fault;
}
