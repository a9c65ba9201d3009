// What is wrong on purpose, so that each check is seen to fail: storm --plant NAME. Here, where
// batches, rows, messages and answers pass by; the rest is in wrapped.c.
#include <stdlib.h>
#include <string.h>

#include "office/internal.h"
#include "office/record.h"
#include "store/internal.h"
#include "storm.h"
#include "wire/record_json.h"

bool plant_now(enum plant plant, uint64_t from_step)
{
    struct storm *storm = the_storm;
    if (storm->plant != plant || storm->planted || storm->step < from_step) {
        return false;
    }
    storm->planted = true;
    return true;
}

// ---- on the way to the disk -------------------------------------------------------------------

// Whether somebody else was told that the name is his.
static bool is_anothers(const struct request *asked)
{
    for (size_t i = 0; i < the_storm->account_count; i++) {
        const struct account *account = &the_storm->accounts[i];
        if (account->told && account->person != asked->person &&
            strcmp(account->name, asked->name) == 0) {
            return true;
        }
    }
    return false;
}

// Somebody whose name is not stored yet; 0: nobody.
static uint64_t who_registers(void)
{
    for (size_t i = 0; i < the_storm->request_count; i++) {
        const struct request *asked = &the_storm->requests[i];
        if (asked->kind == ASKED_REGISTER && asked->state == REQUEST_ARRIVED &&
            !is_anothers(asked)) {
            return asked->id;
        }
    }
    return 0;
}

// Who asked for what the office is about to store hears that it is done.
static void tell_at_submit(const struct store_batch *batch)
{
    static const char ok[] = "{\"ok\":true}";
    const struct net_response response = {.status = 200, .body = ok, .size = sizeof ok - 1};
    const enum plant plant = the_storm->plant;
    const uint64_t request = plant == PLANT_OK_AT_SUBMIT     ? request_marked(auditor_mark(batch))
                             : plant == PLANT_NOT_REGISTERED ? who_registers()
                                                             : 0;
    if (request != 0) {
        (void)net_reply(the_storm->serve->net, request, &response);
    }
}

bool plant_in_batch(struct store_batch *batch)
{
    if (batch->table == 0) {
        tell_at_submit(batch);
        return false;
    }
    const struct uth_event *last =
        batch->event_count > 0 ? &batch->events[batch->event_count - 1] : NULL;
    if (batch->posting_count > 0 && plant_now(PLANT_SKIP_POSTING, 1500)) {
        batch->posting_count--;
    }
    if (last != NULL && last->kind == UTH_EVENT_DECIDED &&
        last->small[UTH_SMALL_DECIDED_ACTION] == UTH_ACTION_CHECK &&
        plant_now(PLANT_SKIP_EVENT, 1500)) {
        batch->event_count--;
    }
    if (plant_now(PLANT_OLD_BATCH, 1500)) {
        batch->time_ms -= 3600000;
    }
    // Only when nothing else is under way, which would get the number this one claims to have.
    const bool alone = the_storm->serve->pending_commits == 0 && !the_storm->woken_due;
    return alone && (plant_now(PLANT_LOSE_BATCH, 1500) || plant_now(PLANT_TELL_FIRST, 1500));
}

void plant_in_result(struct store_bytes body, struct store_result *result)
{
    struct batch_view view;
    if (the_storm->plant == PLANT_REFUSED_DONE && result->status == STORE_OK &&
        batch_view(body, &view) && view.table != 0 && view.key.size != 0 &&
        plant_now(PLANT_REFUSED_DONE, 1500)) {
        free(result->answer);
        *result = (struct store_result){.status = STORE_ERR_IO};
    }
}

// ---- on the disk, and in memory ---------------------------------------------------------------

// A row of the disk that the store itself would never write.
static bool write_account(const struct storm *storm, const struct uth_account *account,
                          int64_t cents)
{
    const struct store_options options = {.read_only = false};
    struct fault fault;
    struct store_port *port;
    const struct store_row row = {.cells = {{.number = (int64_t)account->owner},
                                            {.number = account->kind},
                                            {.number = account->table},
                                            {.number = account->seat},
                                            {.number = cents}}};
    UTH_CHECK(store_memory_open(storm->disk, &options, &fault, &port) == STORE_OK);
    const bool good = port->functions->begin(port, true) == STORE_OK &&
                      port->functions->put(port, STORE_TABLE_ACCOUNT, &row, 1) == STORE_OK &&
                      port->functions->commit(port) == STORE_OK;
    port->functions->close(port);
    return good;
}

static bool write_negative(const struct storm *storm)
{
    const struct uth_account wallet = uth_account_wallet(storm->actors[STAFF].person);
    return write_account(storm, &wallet, -1);
}

struct two_accounts {
    struct uth_account accounts[2];
    int64_t cents[2];
    size_t count;
};

static bool take_account(void *context, const struct uth_account *account, uth_money balance)
{
    struct two_accounts *two = context;
    two->accounts[two->count] = *account;
    two->cents[two->count++] = balance.cents;
    return two->count < 2;
}

// The first two are the house's, which may be below 0.
static struct two_accounts first_accounts(const struct storm *storm)
{
    struct two_accounts two = {.count = 0};
    UTH_CHECK(store_accounts(storm->reader, take_account, &two) == STORE_OK && two.count == 2);
    return two;
}

// The auditor has the same cent: only the sum can tell.
static bool add_cent(const struct storm *storm)
{
    const struct two_accounts two = first_accounts(storm);
    auditor_bend(&two.accounts[0], 1);
    return write_account(storm, &two.accounts[0], two.cents[0] + 1);
}

// And here the sum cannot.
static bool move_cent(const struct storm *storm)
{
    const struct two_accounts two = first_accounts(storm);
    return write_account(storm, &two.accounts[0], two.cents[0] - 1) &&
           write_account(storm, &two.accounts[1], two.cents[1] + 1);
}

// Neither the sum nor any row that is there can tell.
static bool lose_row(const struct storm *storm)
{
    const struct two_accounts two = first_accounts(storm);
    auditor_bend(&two.accounts[1], two.cents[0]);
    return two.cents[0] != 0 &&
           write_account(storm, &two.accounts[1], two.cents[1] + two.cents[0]) &&
           store_disk_remove(storm->disk, STORE_TABLE_ACCOUNT, 0);
}

// One byte of the first batch's body, which nobody reads again but the audit.
static bool change_record(const struct storm *storm)
{
    bool done = false;
    for (size_t column = STORE_COLUMNS_MAX; column-- > 0 && !done;) {
        done = store_disk_flip(storm->disk, STORE_TABLE_BATCH, 0, column, 100);
    }
    return done;
}

// The office's own table, which it lets nobody change.
static void flip_byte(const struct storm *storm)
{
    const union {
        const struct room_table *theirs;
        struct room_table *ours;
    } table = {&office_table_at(storm->serve->office, 0)->room};
    table.ours->seats[0].absent ^= 1;
}

// What no command changes; nobody stores it again.
static void flip_meter(const struct storm *storm)
{
    storm->serve->office->meters[1]->controller.reserved[0] ^= 1;
}

static void flip_person(const struct storm *storm)
{
    storm->serve->office->people[0]->person.state.created_ms ^= 1;
}

void plant_on_disk(void)
{
    const struct storm *storm = the_storm;
    bool done = true;
    if (plant_now(PLANT_ONE_SIDED, 1500)) {
        done = add_cent(storm);
    } else if (plant_now(PLANT_BEND_BALANCE, 1500)) {
        done = move_cent(storm);
    } else if (plant_now(PLANT_LOSE_ROW, 1500)) {
        done = lose_row(storm);
    } else if (plant_now(PLANT_NEGATIVE, 1500)) {
        done = write_negative(storm);
    } else if (plant_now(PLANT_CHANGE_RECORD, storm->step_max - 20)) {
        done = change_record(storm);
    } else if (plant_now(PLANT_FLIP_BYTE, 1500)) {
        flip_byte(storm);
    } else if (plant_now(PLANT_FLIP_METER, 1500)) {
        flip_meter(storm);
    } else if (plant_now(PLANT_FLIP_PERSON, 1500)) {
        flip_person(storm);
    } else if (plant_now(PLANT_OWN_MISTAKE, 1500)) {
        UTH_CHECK(!"planted");
    }
    UTH_CHECK(done);
}

// ---- in messages ------------------------------------------------------------------------------

// Where a view has the commitment, the secret itself.
static void leak_secret(char *text)
{
    static const char commitment[] = "\"commitment\":\"";
    char hex[SECRET_HEX + 1];
    uint64_t round;
    char *at = strstr(text, commitment);
    const char *table = strstr(text, "\"table\":");
    if (at != NULL && table != NULL &&
        auditor_secret((uint32_t)strtoul(table + 8, NULL, 10), &round, hex)) {
        memcpy(at + sizeof commitment - 1, hex, SECRET_HEX);
    }
}

// The last digit of the number behind these words is one more; a 9 stays.
static void bend_number(char *text, const char *behind, const char *key)
{
    char *at = strstr(text, behind);
    at = at == NULL ? NULL : strstr(at, key);
    if (at != NULL && at[strlen(key)] >= '0' && at[strlen(key)] <= '9') {
        at += strlen(key);
        at += strspn(at, "0123456789") - 1;
        *at = *at == '9' ? '9' : (char)(*at + 1);
    }
}

// In the place of the commitment, as a field of the wrong kind might be.
static void leak_password(char *text)
{
    static const char commitment[] = "\"commitment\":\"";
    char *at = strstr(text, commitment);
    if (at != NULL) {
        memcpy(at + sizeof commitment - 1, PASSWORD, sizeof PASSWORD - 1);
    }
}

// These words become others that are as long, where a message has them.
static void change_words(char *text)
{
    static const struct {
        enum plant plant;
        const char *in, *from, *to; // a message with `in`
    } rows[] = {
        {PLANT_OK_REFUSED, "\"type\":\"answer\"", "\"ok\":false", "\"ok\":true "},
        {PLANT_FORGET_ACCOUNT, "", "\"role\":\"player\"", "\"role\":\"guest\" "},
        {PLANT_WRONG_DECISION, "", "\"by_system\":false", "\"by_system\":true "},
        {PLANT_WRONG_PHASE, "\"type\":\"view\"", "\"phase\":\"flop\"", "\"phase\":\"over\""},
        {PLANT_WRONG_VIEW, "\"type\":\"view\"", "\"name\":\"K", "\"name\":\"C"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *at = the_storm->plant == rows[i].plant ? strstr(text, rows[i].from) : NULL;
        if (at != NULL && strstr(text, rows[i].in) != NULL) {
            memcpy(at, rows[i].to, strlen(rows[i].to));
        }
    }
}

// A version far ahead: the next one might be there already when the view is heard.
static void raise_version(char *text)
{
    static const char key[] = "\"version\":";
    char *at = strstr(text, "\"type\":\"view\"") == NULL ? NULL : strstr(text, key);
    if (at != NULL) {
        at += sizeof key - 1;
        const size_t digits = strspn(at, "0123456789");
        if (digits > 1) {
            memset(at, '9', digits);
        }
    }
}

// A number that is told is one more.
static void bend(char *text)
{
    static const struct {
        enum plant plant;
        const char *behind, *key;
    } rows[] = {
        {PLANT_WRONG_CHIPS, "\"seats\":", "\"chips\":"},
        {PLANT_WRONG_WALLET, "\"person\":", "\"wallet\":"},
        {PLANT_WRONG_METER, "\"meters\":", "\"amount\":"},
        {PLANT_WRONG_TRAY, "\"tables\":", "\"tray\":"},
        {PLANT_WRONG_STAKE, "\"stakes\":{\"ante\":", "\"ante\":"},
        {PLANT_WRONG_NET, "\"outcome\":\"win\"", "\"net\":"},
        {PLANT_WRONG_RESULT, "\"result\":{", "}},\"net\":"},
        {PLANT_WRONG_BANK, "\"bank\":{\"seat\":", "\"wager\":"},
        {PLANT_WRONG_DEADLINE, "\"type\":\"view\"", "\"deadline_ms\":"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (the_storm->plant == rows[i].plant) {
            bend_number(text, rows[i].behind, rows[i].key);
        }
    }
}

void plant_in_message(char *text)
{
    static const struct {
        enum plant plant;
        void (*change)(char *text);
    } rows[] = {
        {PLANT_LEAK_PASSWORD, leak_password},
        {PLANT_LEAK_SECRET, leak_secret},
        {PLANT_NEW_VERSION, raise_version},
    };
    if (the_storm->step <= 1000) {
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (the_storm->plant == rows[i].plant) {
            rows[i].change(text);
        }
    }
    change_words(text);
    bend(text);
}

// The answers to commands, as when the connection was cut.
bool plant_is_unheard(const char *text)
{
    return the_storm->plant == PLANT_TWICE && strstr(text, "\"type\":\"answer\"") != NULL;
}

// Any that is known; false for none.
static bool some_secret(char hex[SECRET_HEX + 1])
{
    uint64_t round;
    uint32_t id = 1;
    while (id <= TABLES && !auditor_secret(id, &round, hex)) {
        id++;
    }
    return id <= TABLES;
}

void plant_in_log(char *text, size_t size)
{
    char hex[SECRET_HEX + 1];
    const size_t used = strlen(text);
    if (the_storm->plant == PLANT_LEAK_LOG && some_secret(hex)) {
        (void)snprintf(text + used, size - used, " %s", hex);
    }
}

// ---- in answers -------------------------------------------------------------------------------

// With one field more; NULL for what is no object.
static char *answer_with(const struct net_response *response, const char *key, const char *value)
{
    json_t *document = json_loadb(response->body, response->size, 0, NULL);
    char *text = NULL;
    if (json_is_object(document)) {
        (void)json_object_set_new(document, key, json_string(value));
        text = json_dumps(document, JSON_COMPACT);
    }
    json_decref(document);
    return text;
}

static char *plant_in_other(const struct request *asked, const struct net_response *response)
{
    const enum plant plant = the_storm->plant;
    char hex[SECRET_HEX + 1];
    if (response->status != 200) {
        return NULL;
    }
    if (plant == PLANT_LEAK_ANSWER && asked->kind == ASKED_OTHER && some_secret(hex)) {
        return answer_with(response, "secret", hex);
    }
    if (plant == PLANT_NAME_CARDS && asked->kind == ASKED_OTHER) {
        return answer_with(response, "dealer", "Qd 5s");
    }
    return plant == PLANT_ADVISE_DEAD && asked->kind == ASKED_ADVICE
               ? answer_with(response, "dead", "Qd 5s")
               : NULL;
}

static struct wire_out new_text(void)
{
    char *text = calloc(1, WIRE_RECORD_MAX + 1);
    UTH_CHECK(text != NULL);
    return wire_out_to(text, WIRE_RECORD_MAX);
}

// A round in play by the writer of records, who takes only what is over: as one that was void.
static char *record_in_play(const struct office_table *table)
{
    char id[40];
    struct uth_round round = table->room.round;
    const struct wire_record record = {
        .id = id,
        .rules = office_rules(the_storm->serve->office, table->room.config.profile),
        .round = &round,
        .cause = "pit"};
    struct wire_out out = new_text();
    round.phase = UTH_PHASE_OVER;
    round.voided = 1;
    (void)snprintf(id, sizeof id, "%u:%llu", table->room.id, (unsigned long long)round.number);
    wire_out_record(&out, &record);
    UTH_CHECK(!out.overflow);
    return out.bytes;
}

// Any other, as the server tells it to those who may read it.
static char *record_of(uint32_t table, uint64_t round)
{
    struct fault fault;
    struct office_record *record = malloc(sizeof *record);
    struct wire_out out = new_text();
    UTH_CHECK(record != NULL &&
              office_record_read(the_storm->reader, table, round, record, &fault));
    office_record_out(record, &out);
    UTH_CHECK(!out.overflow);
    free(record);
    return out.bytes;
}

// The dealer's second card is his first one, too.
static char *other_cards(const struct net_response *response)
{
    static const char dealer[] = "\"dealer\":\"";
    char *text = strndup((const char *)response->body, response->size);
    char *at = text == NULL ? NULL : strstr(text, dealer);
    UTH_CHECK(text != NULL);
    if (at != NULL) {
        memcpy(at + sizeof dealer - 1, at + sizeof dealer - 1 + 3, 2);
    }
    return text;
}

static json_t *list_cards(const uth_card *cards, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        char text[3];
        uth_card_text(cards[i], text);
        (void)json_array_append_new(list, json_string(text));
    }
    return list;
}

// The page of a win of seat 1, as src/serve/api_journal.c writes it.
static char *win_of(const struct uth_round *round, uint32_t table)
{
    json_t *page = json_pack("{s:i, s:i, s:I, s:i, s:s, s:s, s:I, s:o, s:o}", "meter", 1, "table",
                             (int)table, "round", (json_int_t)round->number, "seat", 1, "line",
                             "flush", "state", "confirmed", "amount", (json_int_t)10000, "cards",
                             list_cards(round->seats[0].cards, 2), "community",
                             list_cards(round->community, 5));
    char *text = json_dumps(page, JSON_COMPACT | JSON_ENSURE_ASCII);
    UTH_CHECK(text != NULL);
    json_decref(page);
    return text;
}

static char *plant_in_record(const struct request *asked, const struct net_response *response,
                             bool dealt)
{
    const enum plant plant = the_storm->plant;
    if (plant == PLANT_EARLY_RECORD && response->status != 200 && dealt) {
        return record_in_play(office_table(the_storm->serve->office, asked->table));
    }
    if (plant == PLANT_STRANGER && response->status == 403 && asked->round != 0 &&
        auditor_round_over(asked->table, asked->round)) {
        return record_of(asked->table, asked->round);
    }
    return plant == PLANT_OTHER_CARDS && response->status == 200 ? other_cards(response) : NULL;
}

static char *plant_in_registration(const struct request *asked, const struct net_response *response)
{
    return the_storm->plant == PLANT_TWO_OWNERS && response->status != 200 && is_anothers(asked)
               ? strdup("{\"ok\":true}")
               : NULL;
}

// To a request for a record or a win, mostly to one that was rightly refused; or to any.
char *plant_in_answer(const struct request *asked, const struct net_response *response)
{
    const struct office_table *table = office_table(the_storm->serve->office, asked->table);
    const struct uth_round *round = table == NULL ? NULL : &table->room.round;
    const bool dealt = round != NULL && round->number == asked->round &&
                       round->phase >= UTH_PHASE_PREFLOP && round->phase < UTH_PHASE_SHOWDOWN;
    if (asked->kind == ASKED_RECORD) {
        return plant_in_record(asked, response, dealt);
    }
    if (asked->kind == ASKED_REGISTER) {
        return plant_in_registration(asked, response);
    }
    if (the_storm->plant == PLANT_EARLY_WIN && asked->kind == ASKED_WIN &&
        response->status != 200 && dealt && round->seats[0].in) {
        return win_of(round, asked->table);
    }
    return plant_in_other(asked, response);
}

// ---- at a start -------------------------------------------------------------------------------

void plant_at_start(void)
{
    struct office *office = the_storm->serve->office;
    office->position -= plant_now(PLANT_SHORT_START, 1);
    office->table_count -= plant_now(PLANT_FEWER_TABLES, 1);
}

// ---- in advice --------------------------------------------------------------------------------

// The dealer's cards of the round in which somebody holds these two are not in the deck.
void plant_in_query(struct uth_odds_query *query)
{
    const struct office *office = the_storm->serve->office;
    for (size_t i = 0; the_storm->plant == PLANT_LEAK_ADVICE && i < office_table_count(office);
         i++) {
        const struct uth_round *round = &office_table_at(office, i)->room.round;
        for (unsigned seat = 0; seat < UTH_SEATS_MAX; seat++) {
            if (round->seats[seat].in &&
                memcmp(round->seats[seat].cards, query->hole, sizeof query->hole) == 0) {
                memcpy(query->dead, round->dealer, 2);
                query->dead_count = 2;
            }
        }
    }
}
