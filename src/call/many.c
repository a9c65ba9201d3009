// What is asked by the million: hands by their bytes, and a strategy to play by.
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "call/call.h"
#include "uth/exact.h"
#include "uth/hand.h"

#define SEVEN 7
#define PART  1024 // hands that are looked at twice before the processor has forgotten them

// ---- hands ------------------------------------------------------------------------------------

// Bits that are all different add up to what they are together. Without a branch for each card.
static bool are_different_cards(const uint8_t *cards, size_t count)
{
    uint64_t sum = 0;
    uint64_t set = 0;
    unsigned largest = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t bit = UINT64_C(1) << (cards[i] & 63U);
        sum += bit;
        set |= bit;
        largest |= cards[i];
    }
    return (sum == set) & (set >> UTH_DECK_SIZE == 0) & (largest < 64);
}

#if defined(__x86_64__)
// Two hands at a time: each card beside the next, the second next and the third next of its hand, in a
// circle, which are all pairs. A card after the two hands is looked at for its range alone. Returns how
// many hands in front are sound; the two where it stops may be.
__attribute__((target("ssse3"))) static size_t count_pairs(const uint8_t (*cards)[SEVEN],
                                                           size_t count)
{
    const __m128i first = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 11, 12, 13, 7, -1, -1);
    const __m128i second = _mm_setr_epi8(2, 3, 4, 5, 6, 0, 1, 9, 10, 11, 12, 13, 7, 8, -1, -1);
    const __m128i third = _mm_setr_epi8(3, 4, 5, 6, 0, 1, 2, 10, 11, 12, 13, 7, 8, 9, -1, -1);
    const __m128i last = _mm_set1_epi8(UTH_DECK_SIZE - 1);
    size_t i = 0;
    for (; i + 3 <= count; i += 2) {
        const __m128i hands = _mm_loadu_si128((const void *)cards[i]);
        const __m128i same =
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(hands, _mm_shuffle_epi8(hands, first)),
                                      _mm_cmpeq_epi8(hands, _mm_shuffle_epi8(hands, second))),
                         _mm_cmpeq_epi8(hands, _mm_shuffle_epi8(hands, third)));
        const __m128i cards_there = _mm_cmpeq_epi8(_mm_max_epu8(hands, last), last);
        if ((_mm_movemask_epi8(_mm_andnot_si128(same, cards_there)) & 0x3fff) != 0x3fff) {
            break;
        }
    }
    return i;
}

static size_t count_sound_fast(const uint8_t (*cards)[SEVEN], size_t count)
{
    return __builtin_cpu_supports("ssse3") ? count_pairs(cards, count) : 0;
}
#else
static size_t count_sound_fast(const uint8_t (*cards)[SEVEN], size_t count)
{
    (void)cards;
    (void)count;
    return 0;
}
#endif

static size_t count_sound(const uint8_t (*cards)[SEVEN], size_t count)
{
    size_t i = count_sound_fast(cards, count);
    while (i < count && are_different_cards(cards[i], SEVEN)) {
        i++;
    }
    return i;
}

size_t uth_hands_of_seven(const uint8_t *cards, size_t count, uint16_t *hands)
{
    const union {
        const uint8_t *bytes;
        const uint8_t (*hands)[SEVEN];
    } same = {cards};
    const uint8_t(*all)[SEVEN] = same.hands;
    for (size_t done = 0; done < count; done += PART) {
        const size_t wanted = count - done < PART ? count - done : PART;
        const size_t sound = count_sound(all + done, wanted);
        uth_hand_of_many(all + done, sound, hands + done);
        if (sound < wanted) {
            return done + sound;
        }
    }
    return count;
}

// ---- playing ----------------------------------------------------------------------------------

struct uth_player {
    struct uth_strategy strategy;
    size_t size;
    uint8_t bytes[];
};

struct opening {
    struct call call; // first
    struct uth_player *player;
};

static struct uth_player *player_of(struct uth_exact *exact, const struct call_game *game)
{
    const size_t size = uth_strategy_size(exact);
    struct uth_player *player = malloc(sizeof *player + size);
    if (player != NULL) {
        player->size = size;
        uth_strategy_build(exact, game->style, player->bytes, size);
        UTH_CHECK(uth_strategy_open(player->bytes, size, &game->rules, &player->strategy) ==
                  UTH_OK);
    }
    return player;
}

static bool open_player(struct call *call)
{
    static const char *const known[] = {"rules", "ante", "strategy", "threads", NULL};
    struct opening *opening = (struct opening *)call;
    struct call_game game;
    struct uth_exact *exact;
    if (!call_known(call, known) || !call_game(call, &game)) {
        return false;
    }
    const size_t size = uth_exact_size(game.threads);
    void *memory = malloc(size);
    if (memory == NULL) {
        return call_out_of_memory(call);
    }
    const enum uth_status status = uth_exact_solve(&game.rules, game.threads, memory, size, &exact);
    opening->player = status == UTH_OK ? player_of(exact, &game) : NULL;
    free(memory);
    return status == UTH_OK || call_refuse_status(call, status);
}

struct uth_player *uth_player_open(const char *request, size_t length, char **refusal)
{
    struct opening opening = {.call = {.text = request, .length = length}};
    const bool opened = call_request(&opening.call, open_player);
    *refusal = opened ? NULL : call_refusal(&opening.call);
    return opening.player;
}

void uth_player_close(struct uth_player *player)
{
    free(player);
}

int uth_player_play(const struct uth_player *player, const uint8_t *cards, size_t count)
{
    if ((count != 2 && count != 5 && count != SEVEN) || !are_different_cards(cards, count)) {
        return -1;
    }
    return (int)(count == 2   ? uth_strategy_preflop(&player->strategy, cards)
                 : count == 5 ? uth_strategy_flop(&player->strategy, cards, cards + 2)
                              : uth_strategy_river(&player->strategy, cards, cards + 2));
}
