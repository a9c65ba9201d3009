// The loop: a clock that goes from event to event.
#include <stdlib.h>
#include <string.h>

#include "storm.h"

#define STOP_STEPS 5000 // of an orderly end

// ---- events -----------------------------------------------------------------------------------

static bool before(const struct event *a, const struct event *b)
{
    return a->at_ms != b->at_ms ? a->at_ms < b->at_ms : a->order < b->order;
}

static void swap(struct event *a, struct event *b)
{
    const struct event moved = *a;
    *a = *b;
    *b = moved;
}

static void sift_up(struct event *events, size_t at)
{
    while (at > 0 && before(&events[at], &events[(at - 1) / 2])) {
        swap(&events[at], &events[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
}

static void sift_down(struct event *events, size_t count)
{
    for (size_t at = 0, child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && before(&events[child + 1], &events[child]);
        if (!before(&events[child], &events[at])) {
            return;
        }
        swap(&events[child], &events[at]);
        at = child;
    }
}

void event_add(int64_t delay_ms, enum event_kind kind, uint64_t number, const char *text,
               size_t size)
{
    struct storm *storm = the_storm;
    char *copy = text == NULL ? NULL : malloc(size + 1);
    UTH_CHECK(storm->event_count < EVENTS_CAP);
    if (copy != NULL) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    storm->events[storm->event_count] = (struct event){.at_ms = storm->now_ms + delay_ms,
                                                       .order = storm->order++,
                                                       .kind = kind,
                                                       .number = number,
                                                       .text = copy,
                                                       .size = size};
    sift_up(storm->events, storm->event_count++);
}

static struct event event_take(struct storm *storm)
{
    const struct event first = storm->events[0];
    storm->events[0] = storm->events[--storm->event_count];
    sift_down(storm->events, storm->event_count);
    return first;
}

void events_clear(void)
{
    struct storm *storm = the_storm;
    for (size_t i = 0; i < storm->event_count; i++) {
        free(storm->events[i].text);
    }
    storm->event_count = 0;
}

// ---- what happens -----------------------------------------------------------------------------

static void stop(struct storm *storm)
{
    if (storm->stop_step == 0) {
        storm->stop_step = storm->step;
        storm->options.on.stopping(storm->options.context);
    }
}

// By up to half a minute, and at times by two hours, which nobody is to lose a cent by.
static void set_clock(struct storm *storm)
{
    const unsigned most = storm_below(8) == 0 ? 7200000 : 30000;
    storm->skew_ms = (int64_t)storm_below(2 * most) - most;
    event_add(5000 + storm_below(60000), EVENT_CLOCK, 0, NULL, 0);
}

static void happen(struct storm *storm, const struct event *event)
{
    void *context = storm->options.context;
    switch (event->kind) {
    case EVENT_TIMER:
        if (event->number == storm->timer_generation) {
            storm->options.on.timer(context);
        }
        break;
    case EVENT_WRITE: disk_write(); break;
    case EVENT_WOKEN:
        storm->woken_due = false;
        storm->options.on.woken(context);
        break;
    case EVENT_JOB: disk_job(); break;
    case EVENT_TO_SERVER:
        if (network_peer(event->number) != NULL) {
            storm->options.on.message(context, event->number, event->text, event->size);
        }
        break;
    case EVENT_TO_CLIENT:
        if (network_peer(event->number) != NULL) {
            actor_hears(network_peer(event->number)->actor, event->text, event->size);
        }
        break;
    case EVENT_CLOSED: network_closed(event->number); break;
    case EVENT_ASKED: request_arrives(event->number); break;
    case EVENT_ANSWERED: request_answered(event->number); break;
    case EVENT_FAILED: request_failed(event->number); break;
    case EVENT_ACT: actor_acts((unsigned)event->number); break;
    case EVENT_CLOCK:
        if (storm_fault(HAZARD_CLOCK, 1)) {
            set_clock(storm);
        }
        break;
    case EVENT_POWER:
        storm_happened(HAZARD_POWER);
        disk_cut_power();
        break;
    case EVENT_STOP:
        storm_happened(HAZARD_STOP);
        stop(storm);
        break;
    }
}

static void note(const struct event *event)
{
    const uint64_t facts[] = {(uint64_t)event->at_ms, event->order, event->kind, event->number};
    storm_history(facts, sizeof facts);
    if (event->text != NULL) {
        storm_history(event->text, event->size);
    }
}

// How this server will end, unless the episode does before.
static void plan_end(void)
{
    const int64_t after = 2000 + storm_below(60000);
    const bool by_power = storm_chance(2);
    if (storm_plans(HAZARD_POWER, 1) && by_power) {
        event_add(after, EVENT_POWER, 0, NULL, 0);
    }
    if (storm_plans(HAZARD_STOP, 1) && !by_power) {
        event_add(after, EVENT_STOP, 0, NULL, 0);
    }
}

// serve_run ends when this does.
void net_run(struct net *net)
{
    struct storm *storm = the_storm;
    (void)net;
    episode_started();
    disk_plan_nothing();
    plant_at_start();
    check_restarted();
    for (unsigned i = 0; i < ACTORS; i++) {
        event_add(storm_below(2000), EVENT_ACT, i, NULL, 0);
    }
    event_add(storm_below(60000), EVENT_CLOCK, 0, NULL, 0);
    plan_end();
    while (!storm->dark && !storm->stopping) {
        UTH_CHECK(storm->event_count > 0);
        const struct event event = event_take(storm);
        storm->now_ms = event.at_ms > storm->now_ms ? event.at_ms : storm->now_ms;
        storm->step++;
        note(&event);
        happen(storm, &event);
        free(event.text);
        if (!storm->dark) {
            check_step();
        }
        if (storm->step >= storm->step_max && !storm->over) {
            storm->over = true;
            stop(storm);
        }
        if (storm->stop_step != 0 && storm->step > storm->stop_step + STOP_STEPS) {
            storm_fail(CHECK_STOPS, "the server was asked to end %u steps ago, and does not",
                       STOP_STEPS);
        }
    }
    if (storm->stopping) {
        storm_checked(CHECK_STOPS);
    }
}
