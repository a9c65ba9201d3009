// What a poker hand is, as JSON.
#ifndef UTH_WIRE_HAND_JSON_H
#define UTH_WIRE_HAND_JSON_H

#include <jansson.h>

#include "uth/hand.h"

// Five to seven cards. A new reference; NULL only when memory is out.
json_t *wire_hand_json(const uth_card *cards, size_t count);

#endif
