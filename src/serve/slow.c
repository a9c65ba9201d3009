#include "serve/slow.h"

#include <string.h>

#include <sodium.h>

#include "uth/check.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)

// clang-format off
static const struct slow_rule usual[SLOW_KIND_COUNT] = {
    //                         free   wait        at most      forgotten
    [SLOW_PASSWORD_ADDRESS] = { 20,   SECOND,     MINUTE,      MINUTE },
    [SLOW_PASSWORD_NAME]    = {  5,   2 * SECOND, MINUTE,      5 * MINUTE },
    [SLOW_PASSWORD_DEVICE]  = { 10,   SECOND,     MINUTE,      5 * MINUTE },
    [SLOW_GUEST_ADDRESS]    = { 60,   MINUTE,     MINUTE,      MINUTE },
    [SLOW_GUEST_ALL]        = { 1000, SECOND,     SECOND,      SECOND },
    [SLOW_CHANGE_ADDRESS]   = { 200,  SECOND,     SECOND,      SECOND },
};
// clang-format on

void slow_init(struct slow *slow)
{
    memset(slow, 0, sizeof *slow);
    memcpy(slow->rules, usual, sizeof usual);
    randombytes_buf(slow->secret, sizeof slow->secret);
}

static uint64_t hash_of(const struct slow *slow, const void *bytes, size_t size)
{
    uint64_t hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "a hash is a number");
    _Static_assert(sizeof slow->secret == crypto_shorthash_KEYBYTES, "a secret is a key");
    UTH_CHECK(crypto_shorthash((uint8_t *)&hash, bytes, size, slow->secret) == 0);
    return hash != 0 ? hash : 1;
}

uint64_t slow_text_key(const struct slow *slow, const char *text)
{
    char folded[256] = "";
    for (size_t i = 0; i < sizeof folded && text[i] != '\0'; i++) {
        folded[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
    }
    return hash_of(slow, folded, sizeof folded);
}

static uint64_t key_of(const struct slow *slow, enum slow_kind kind, uint64_t key)
{
    const uint64_t both[2] = {(uint64_t)kind, key};
    return hash_of(slow, both, sizeof both);
}

static uint64_t count_at(const struct slow_rule *rule, const struct slow_entry *entry,
                         int64_t now_ms)
{
    const uint64_t forgotten =
        now_ms > entry->counted_ms ? (uint64_t)((now_ms - entry->counted_ms) / rule->forget_ms) : 0;
    return forgotten < entry->count ? entry->count - forgotten : 0;
}

static size_t set_of(uint64_t key)
{
    return (size_t)(key % SLOW_SETS);
}

static const struct slow_entry *find(const struct slow *slow, uint64_t key)
{
    const struct slow_entry *set = slow->entries[set_of(key)];
    for (size_t i = 0; i < SLOW_WAYS; i++) {
        if (set[i].key == key) {
            return &set[i];
        }
    }
    return NULL;
}

// The place of the key, or the one that is missed least.
static struct slow_entry *place(struct slow *slow, uint64_t key)
{
    struct slow_entry *set = slow->entries[set_of(key)];
    struct slow_entry *least = &set[0];
    for (size_t i = 0; i < SLOW_WAYS; i++) {
        if (set[i].key == key) {
            return &set[i];
        }
        if (set[i].count < least->count ||
            (set[i].count == least->count && set[i].last_ms < least->last_ms)) {
            least = &set[i];
        }
    }
    *least = (struct slow_entry){.key = key};
    return least;
}

int64_t slow_wait_ms(const struct slow *slow, enum slow_kind kind, uint64_t key, int64_t now_ms)
{
    const struct slow_rule *rule = &slow->rules[kind];
    const struct slow_entry *entry = find(slow, key_of(slow, kind, key));
    const uint64_t count = entry == NULL ? 0 : count_at(rule, entry, now_ms);
    if (count < rule->free || entry == NULL) {
        return 0;
    }
    const uint64_t doublings = count - rule->free;
    const int64_t longer = doublings < 20 ? rule->wait_ms << doublings : rule->wait_max_ms;
    const int64_t wait = longer < rule->wait_max_ms ? longer : rule->wait_max_ms;
    const int64_t left = entry->last_ms + wait - now_ms;
    return left > 0 ? left : 0;
}

bool slow_is_clean(const struct slow *slow, enum slow_kind kind, uint64_t key, int64_t now_ms)
{
    const struct slow_entry *entry = find(slow, key_of(slow, kind, key));
    return entry == NULL || count_at(&slow->rules[kind], entry, now_ms) == 0;
}

static void set_count(struct slow_entry *entry, const struct slow_rule *rule, uint64_t count,
                      int64_t now_ms)
{
    // What has passed of the time after which one is forgotten is kept.
    const int64_t passed = now_ms - entry->counted_ms;
    const bool counts = entry->count != 0 && passed > 0;
    entry->counted_ms = counts ? now_ms - passed % rule->forget_ms : now_ms;
    entry->count = count;
}

void slow_charge(struct slow *slow, enum slow_kind kind, uint64_t key, int64_t now_ms)
{
    const struct slow_rule *rule = &slow->rules[kind];
    struct slow_entry *entry = place(slow, key_of(slow, kind, key));
    set_count(entry, rule, count_at(rule, entry, now_ms) + 1, now_ms);
    entry->last_ms = now_ms;
}

void slow_refund(struct slow *slow, enum slow_kind kind, uint64_t key, int64_t now_ms)
{
    const struct slow_rule *rule = &slow->rules[kind];
    struct slow_entry *entry = place(slow, key_of(slow, kind, key));
    const uint64_t count = count_at(rule, entry, now_ms);
    set_count(entry, rule, count > 0 ? count - 1 : 0, now_ms);
}

void slow_clear(struct slow *slow, enum slow_kind kind, uint64_t key)
{
    place(slow, key_of(slow, kind, key))->count = 0;
}
