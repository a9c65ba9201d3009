// Settlement of one player with all wagers, in process, beside the bare evaluation of the same two
// hands; and whole four-player rounds through JSON, beside the same read by jansson.
#include <string.h>

#include <jansson.h>

#include "bench.h"
#include "uth/deal.h"
#include "uth/settle.h"
#include "wire/round_json.h"

#define ROUNDS    4096
#define PASSES    400
#define LINES     512

#define LINE_SIZE ((size_t)1536)

static void shuffle(uint64_t *state, uth_card deck[UTH_DECK_SIZE])
{
    for (unsigned i = 0; i < UTH_DECK_SIZE; i++) {
        deck[i] = (uth_card)i;
    }
    for (unsigned i = UTH_DECK_SIZE - 1; i > 0; i--) {
        const unsigned j = (unsigned)(bench_random(state) % (i + 1));
        const uth_card card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

// Three games besides the base game are all a player may make; Bad Beat, Pairs and Progressive
// would be five with Trips, so the profile of this benchmark drops the limit.
static struct uth_rules all_wagers(void)
{
    struct uth_rules rules = uth_rules_washington;
    rules.games_max = 0;
    return rules;
}

static void make_rounds(struct uth_facts *rounds, unsigned players)
{
    uint64_t state = 1;
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct uth_facts *facts = &rounds[i];
        struct uth_dealt dealt;
        uth_card deck[UTH_DECK_SIZE];
        shuffle(&state, deck);
        uth_deal(UTH_PROCEDURE_SHUFFLER, players, deck, &dealt);
        memset(facts, 0, sizeof *facts);
        memcpy(facts->community, dealt.community, sizeof facts->community);
        memcpy(facts->dealer, dealt.dealer, sizeof facts->dealer);
        facts->meter = uth_meter_fresh(&uth_rules_washington.progressive);
        facts->player_count = (uint8_t)players;
        for (unsigned p = 0; p < players; p++) {
            struct uth_player_facts *player = &facts->players[p];
            player->seat = (uint8_t)(p + 1);
            player->folded = bench_random(&state) % 5 == 0;
            memcpy(player->cards, dealt.hole[p], sizeof player->cards);
            for (unsigned w = 0; w <= UTH_WAGER_PROGRESSIVE; w++) {
                player->stakes[w].cents = 1000;
            }
            player->stakes[UTH_WAGER_PROGRESSIVE].cents = 100;
            player->stakes[UTH_WAGER_PLAY].cents = player->folded ? 0 : 4000;
        }
    }
}

static double bench_hands(const struct uth_facts *rounds)
{
    uint64_t digest = BENCH_DIGEST_START;
    const double start = bench_seconds();
    for (unsigned pass = 0; pass < PASSES; pass++) {
        for (unsigned i = 0; i < ROUNDS; i++) {
            uth_card seven[7];
            memcpy(seven, rounds[i].community, 5);
            memcpy(seven + 5, rounds[i].dealer, 2);
            const uth_hand dealer = uth_hand_of(seven, 7);
            memcpy(seven + 5, rounds[i].players[0].cards, 2);
            digest = bench_digest(digest, (uint64_t)dealer * 65536 + uth_hand_of(seven, 7));
        }
    }
    const double speed = PASSES * (double)ROUNDS / (bench_seconds() - start);
    bench_line("baseline: both hands evaluated, no more", speed, 0, digest);
    return speed;
}

static void bench_settlement(const struct uth_rules *rules, const struct uth_facts *rounds,
                             double baseline)
{
    uint64_t digest = BENCH_DIGEST_START;
    struct uth_settlement settlement;
    const double start = bench_seconds();
    for (unsigned pass = 0; pass < PASSES; pass++) {
        for (unsigned i = 0; i < ROUNDS; i++) {
            uth_settle(rules, &rounds[i], &settlement);
            digest = bench_digest(digest, (uint64_t)settlement.players[0].net.cents);
        }
    }
    bench_line("settlement, one player, all seven wagers",
               PASSES * (double)ROUNDS / (bench_seconds() - start), baseline, digest);
}

// ---- through JSON ---------------------------------------------------------------------------

static const struct uth_rules *find(void *context, const char *name)
{
    (void)context;
    return uth_rules_find(name);
}

static void write_line(const struct uth_facts *facts, char *line, size_t size)
{
    char cards[24];
    uth_cards_text(facts->community, 5, cards);
    int used = snprintf(line, size,
                        "{\"id\":\"bench\",\"rules\":\"washington\",\"meter\":{\"amount\":1234567},"
                        "\"community\":\"%s\",",
                        cards);
    uth_cards_text(facts->dealer, 2, cards);
    used += snprintf(line + used, size - (size_t)used, "\"dealer\":\"%s\",\"players\":[", cards);
    for (unsigned p = 0; p < facts->player_count; p++) {
        const struct uth_player_facts *player = &facts->players[p];
        uth_cards_text(player->cards, 2, cards);
        used += snprintf(line + used, size - (size_t)used,
                         "%s{\"seat\":%u,\"ante\":1000,\"blind\":1000,\"trips\":1000,"
                         "\"bad_beat\":1000,\"progressive\":100,\"cards\":\"%s\",\"play\":[%s]}",
                         p == 0 ? "" : ",", player->seat, cards,
                         player->folded ? "\"check\",\"check\",\"fold\"" : "\"4x\"");
    }
    (void)snprintf(line + used, size - (size_t)used, "]}");
}

// Of so many lines, one after another, what `each` makes; answers go to the digest.
static double bench_lines(const char *what, double baseline, char lines[LINES][LINE_SIZE],
                          void (*each)(const char *line, struct wire_out *out))
{
    static char answer[WIRE_ANSWER_MAX(LINE_SIZE)];
    uint64_t digest = BENCH_DIGEST_START;
    const unsigned passes = 100;
    const double start = bench_seconds();
    for (unsigned i = 0; i < LINES * passes; i++) {
        struct wire_out out = wire_out_to(answer, sizeof answer);
        each(lines[i % LINES], &out);
        digest = bench_digest(digest, out.used);
        digest = bench_digest(digest, (uint8_t)answer[out.used / 2]);
    }
    const double speed = LINES * (double)passes / (bench_seconds() - start);
    bench_line(what, speed, baseline, digest);
    return speed;
}

static const struct wire_profiles profiles = {find, NULL};

static void settle_by_jansson(const char *line, struct wire_out *out)
{
    json_t *json = json_loadb(line, strlen(line), JSON_REJECT_DUPLICATES, NULL);
    struct wire_document document;
    if (wire_document_of(&document, json)) {
        (void)wire_settle_document(document.root, 1, &profiles, out);
        wire_document_free(&document);
    }
    json_decref(json);
}

static void settle(const char *line, struct wire_out *out)
{
    (void)wire_settle_line(line, strlen(line), 1, &profiles, out);
}

static void bench_json(const struct uth_facts *rounds)
{
    static char lines[LINES][LINE_SIZE];
    for (unsigned i = 0; i < LINES; i++) {
        write_line(&rounds[i], lines[i], sizeof lines[i]);
    }
    const double baseline =
        bench_lines("baseline: four-player round, read by jansson", 0, lines, settle_by_jansson);
    (void)bench_lines("four-player round, JSON to JSON", baseline, lines, settle);
}

int main(void)
{
    static struct uth_facts rounds[ROUNDS];
    const struct uth_rules rules = all_wagers();
    make_rounds(rounds, 1);
    const double baseline = bench_hands(rounds);
    bench_settlement(&rules, rounds, baseline);
    make_rounds(rounds, 4);
    bench_json(rounds);
    return 0;
}
