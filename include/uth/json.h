// What the library works out, asked and answered in JSON: one function, for programs in any language.
// It is a library of its own, uth-json. The verbs and their documents are in docs/json.md.
//
// A request is one JSON object. Each verb answers as the command of its name does with --json. What it
// refuses is an answer, too: {"error":{"clause":"HAND-1","message":"…"}}, with the clause of the rulebook
// that was broken, or INPUT for what is no request.
#ifndef UTH_JSON_H
#define UTH_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "uth/check.h"

#ifdef __cplusplus
extern "C" {
#endif

// The answer, a text that ends with '\0' and is freed with uth_free(). NULL only when memory is out.
// `request` has `length` bytes and may be any bytes. Any number of threads may call at once.
UTH_NODISCARD char *uth_call(const char *verb, const char *request, size_t length);

void uth_free(char *answer);

// A caller keeps the solved game between calls, about 50 MiB: the first report takes most of a second,
// one with other pays some milliseconds. The answers are those of uth_call(). One thread at a time may
// use it.
struct uth_caller;
UTH_NODISCARD struct uth_caller *uth_caller_open(void); // NULL when memory is out
void uth_caller_close(struct uth_caller *caller);       // may be NULL
UTH_NODISCARD char *uth_caller_call(struct uth_caller *caller, const char *verb,
                                    const char *request, size_t length);

// Two things that are asked by the million, and so not in JSON. A card is a byte, rank * 4 + suit, as in
// uth/card.h.

// The strengths of `count` times seven cards, as `eval` has them. Returns `count`, or less: the number of the
// first that is not seven different cards. Those before it may have been written.
UTH_NODISCARD size_t uth_hands_of_seven(const uint8_t *cards, size_t count, uint16_t *hands);

// A strategy to play by. The request is that of `par`: `rules`, `ante`, `strategy`, `threads`. NULL after
// a refusal, which is in *refusal, to be freed with uth_free(), and NULL when memory is out. About 2 MiB are
// kept, and any number of threads may ask.
struct uth_player;
UTH_NODISCARD struct uth_player *uth_player_open(const char *request, size_t length,
                                                 char **refusal);
void uth_player_close(struct uth_player *player); // may be NULL
// The Play to make in antes with two hole cards and a board of none, three or five cards; 0 is a check, at
// the river a fold. -1 for what are no such cards.
int uth_player_play(const struct uth_player *player, const uint8_t *cards, size_t count);

#ifdef __cplusplus
}
#endif

#endif
