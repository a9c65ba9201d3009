// The server's figures as Prometheus text.
#include <stdarg.h>
#include <stdio.h>

#include "serve/metrics.h"
#include "serve/server.h"

struct text {
    char *bytes;
    size_t size;
    size_t used;
};

static void put(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length =
        vsnprintf(text->bytes + text->used, text->size - text->used, format, arguments);
    va_end(arguments);
    UTH_CHECK(length >= 0 && (size_t)length < text->size - text->used);
    text->used += (size_t)length;
}

static void put_one(struct text *text, const char *name, const char *type, const char *help,
                    uint64_t value)
{
    put(text, "# HELP uth_%s %s\n# TYPE uth_%s %s\nuth_%s %llu\n", name, help, name, type, name,
        (unsigned long long)value);
}

static void put_commands(struct text *text, const struct counters *counters)
{
    static const char *const results[] = {"done", "refused", "repeated"};
    static const char *const limits[] = {"0.0005", "0.001", "0.002", "0.005", "0.01",
                                         "0.02",   "0.05",  "0.1",   "0.5",   "+Inf"};
    uint64_t sum = 0;
    put(text, "# HELP uth_commands_total commands of clients answered\n"
              "# TYPE uth_commands_total counter\n");
    for (unsigned i = 0; i < 3; i++) {
        put(text, "uth_commands_total{result=\"%s\"} %llu\n", results[i],
            (unsigned long long)counters->commands[i]);
    }
    put(text, "# HELP uth_answer_seconds from a command to its answer, stored\n"
              "# TYPE uth_answer_seconds histogram\n");
    for (unsigned i = 0; i < 10; i++) {
        sum += counters->answer_us[i];
        put(text, "uth_answer_seconds_bucket{le=\"%s\"} %llu\n", limits[i],
            (unsigned long long)sum);
    }
    put(text, "uth_answer_seconds_sum %llu.%06llu\nuth_answer_seconds_count %llu\n",
        (unsigned long long)(counters->answer_us_sum / 1000000),
        (unsigned long long)(counters->answer_us_sum % 1000000), (unsigned long long)sum);
}

static void put_workers(struct text *text, const struct serve *serve)
{
    put(text, "# HELP uth_worker_waiting jobs waiting for a worker\n"
              "# TYPE uth_worker_waiting gauge\n");
    for (size_t i = 0; i < WORKER_KIND_COUNT; i++) {
        put(text, "uth_worker_waiting{queue=\"%s\"} %zu\n", worker_plans[i].name,
            worker_waiting(serve->workers[i]));
    }
}

static void put_refused(struct text *text, const struct net_counters *net)
{
    put(text, "# HELP uth_net_refused_total connections and messages refused\n"
              "# TYPE uth_net_refused_total counter\n");
    for (unsigned i = 0; i < NET_REFUSAL_COUNT; i++) {
        put(text, "uth_net_refused_total{why=\"%s\"} %llu\n", net_refusal_name((enum net_refusal)i),
            (unsigned long long)net->refused[i]);
    }
}

static void put_meters(struct text *text, const struct serve *serve)
{
    put(text, "# HELP uth_meter_cents what a meter shows\n# TYPE uth_meter_cents gauge\n");
    for (size_t i = 0; i < office_meter_count(serve->office); i++) {
        const struct office_meter *meter = office_meter_at(serve->office, i);
        put(text, "uth_meter_cents{meter=\"%llu\"} %lld\n",
            (unsigned long long)meter->controller.id,
            (long long)meter->controller.meter.amount.cents);
    }
}

size_t metrics_put(struct serve *serve)
{
    struct text text = {serve->out, OUT_MAX, 0};
    const struct counters *counters = &serve->counters;
    const struct net_counters net = net_counters(serve->net);
    put_one(&text, "uptime_seconds", "gauge", "seconds since the start",
            (uint64_t)((serve->now_ms - serve->started_ms) / 1000));
    put_one(&text, "store_healthy", "gauge", "1 when the last batch was stored or refused",
            serve->store_fault[0] == '\0');
    if (serve->selfcheck.checked_ms != 0) { // before, there is nothing to alarm anybody
        put_one(&text, "selfcheck_ok", "gauge", "1 if the last self-check found no difference",
                selfcheck_good(&serve->selfcheck.last));
    }
    put_one(&text, "selfcheck_time_seconds", "gauge",
            "time of the last self-check, seconds since 1970; 0 for never",
            (uint64_t)(serve->selfcheck.checked_ms / 1000));
    put_one(&text, "tables", "gauge", "tables", serve->actor_count);
    put_one(&text, "people", "gauge", "people known", office_person_count(serve->office));
    put_one(&text, "guests_idle", "gauge", "guests who have not played",
            office_guest_count(serve->office));
    put_one(&text, "guests_removed_total", "counter", "guests removed who had not played",
            counters->guests_removed);
    put_one(&text, "connections", "gauge", "connections open", net.connections);
    put_one(&text, "sockets", "gauge", "connections that are WebSockets", net.peers);
    put_one(&text, "requests_total", "counter", "HTTP requests", net.requests);
    put_one(&text, "messages_in_total", "counter", "messages received", net.messages_in);
    put_one(&text, "messages_out_total", "counter", "messages sent", net.messages_out);
    put_one(&text, "messages_bad_total", "counter", "messages that could not be parsed",
            counters->messages_bad);
    put_one(&text, "bytes_in_total", "counter", "bytes of bodies and messages", net.bytes_in);
    put_one(&text, "bytes_out_total", "counter", "bytes of bodies and messages", net.bytes_out);
    put_one(&text, "views_total", "counter", "views made for a viewer", counters->views);
    put_one(&text, "views_overtaken_total", "counter",
            "views replaced by newer ones before they were sent", net.replaced);
    put_one(&text, "slow_clients_total", "counter", "clients closed because they did not read",
            net.dropped_slow);
    put_one(&text, "rounds_total", "counter", "rounds ended", counters->rounds);
    put_one(&text, "batches_total", "counter", "batches sent to the store", counters->batches);
    put_one(&text, "batches_refused_total", "counter", "batches that the store refused",
            counters->batches_refused);
    put_one(&text, "batches_failed_total", "counter", "batches that a failing store did not take",
            counters->batches_failed);
    put_one(&text, "batches_in_flight", "gauge", "batches on their way to the disk",
            serve->pending_commits);
    put_one(&text, "logins_failed_total", "counter", "logins with a wrong name or password",
            counters->logins_failed);
    put_one(&text, "logins_slowed_total", "counter",
            "logins refused while waiting after wrong passwords", counters->logins_slowed);
    put_one(&text, "pins_failed_total", "counter", "wrong PINs", counters->pins_failed);
    put_one(&text, "guests_slowed_total", "counter", "guests refused: too many from one address",
            counters->guests_slowed);
    put_workers(&text, serve);
    put_one(&text, "figures_dropped_total", "counter",
            "calculations cancelled because the client had gone", counters->sums_dropped);
    put_one(&text, "strategies_ready", "gauge", "strategies solved for house players",
            advise_ready(&serve->advise));
    put_commands(&text, counters);
    put_refused(&text, &net);
    put_meters(&text, serve);
    return text.used;
}
