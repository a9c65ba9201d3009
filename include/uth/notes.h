// What is posted at every table whatever its profile: the ranking of hands and the glossary. Notices
// and the rule for disputes are the profile's.
#ifndef UTH_NOTES_H
#define UTH_NOTES_H

#include "uth/hand.h"

#ifdef __cplusplus
extern "C" {
#endif

// HAND-5: one kind of hand, with its strongest and weakest five cards as uth_cards_parse reads them.
struct uth_ranking {
    const char *requirement;
    const char *highest;
    const char *lowest;
};

// By enum uth_hand_kind, so from the lowest to the highest.
extern const struct uth_ranking uth_rankings[UTH_HAND_COUNT];

// NOTE-2: by name.
#define UTH_TERM_COUNT 10
struct uth_term {
    const char *name;
    const char *meaning;
};
extern const struct uth_term uth_glossary[UTH_TERM_COUNT];

#ifdef __cplusplus
}
#endif

#endif
