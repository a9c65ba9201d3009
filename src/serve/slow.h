// Slowing strangers down: after some wrong tries an address, a name or a device waits before the next
// one is looked at, for longer and longer. Nothing is stored, and nobody is locked out.
//
//     slow_wait_ms == 0 --> slow_charge --> the try --> right: slow_refund, slow_clear
//                                                   --> wrong: it stays charged
//
// Invariants:
//   (1) A try is charged before its outcome is known, so that tries made together count.
//   (2) The memory is fixed. When it is full, those with the fewest tries are forgotten first.
#ifndef UTH_SERVE_SLOW_H
#define UTH_SERVE_SLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum slow_kind {
    SLOW_PASSWORD_ADDRESS, // wrong passwords from an address
    SLOW_PASSWORD_NAME,    // for a name, whether anybody has it or not
    SLOW_PASSWORD_DEVICE,  // from a device that is known to the person
    SLOW_GUEST_ADDRESS,    // guests from an address
    SLOW_GUEST_ALL,        // guests from anywhere
    SLOW_CHANGE_ADDRESS,   // what people other than staff change about themselves
    SLOW_KIND_COUNT,
};

struct slow_rule {
    uint32_t free;       // tries without a wait
    int64_t wait_ms;     // after the first beyond those; doubles with each further one
    int64_t wait_max_ms; // and ends here
    int64_t forget_ms;   // one try is forgotten each time this passes
};

#define SLOW_SETS 2048U
#define SLOW_WAYS 8U

struct slow_entry {
    uint64_t key; // 0: free
    uint64_t count;
    int64_t counted_ms; // when the count was right
    int64_t last_ms;    // of the last try
};

struct slow {
    struct slow_rule rules[SLOW_KIND_COUNT];
    uint8_t secret[16]; // nobody can choose what shares a set
    struct slow_entry entries[SLOW_SETS][SLOW_WAYS];
};

// With the usual rules, and a secret of its own.
void slow_init(struct slow *slow);

// How long the next try has to wait; 0: it may be made now. Times never go back.
int64_t slow_wait_ms(const struct slow *slow, enum slow_kind kind, uint64_t key, int64_t now_ms);
// Has nothing on record.
bool slow_is_clean(const struct slow *slow, enum slow_kind kind, uint64_t key, int64_t now_ms);
void slow_charge(struct slow *slow, enum slow_kind kind, uint64_t key, int64_t now_ms);
// The try was no wrong one.
void slow_refund(struct slow *slow, enum slow_kind kind, uint64_t key, int64_t now_ms);
// Whoever knows the password has nothing to wait for.
void slow_clear(struct slow *slow, enum slow_kind kind, uint64_t key);

// A key for a text, letters of any case alike.
uint64_t slow_text_key(const struct slow *slow, const char *text);

#endif
