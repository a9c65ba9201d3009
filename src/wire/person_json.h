// A person as JSON: everything but secrets. For lists, answers and the log.
#ifndef UTH_WIRE_PERSON_JSON_H
#define UTH_WIRE_PERSON_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "room/roles.h"
#include "uth/money.h"

struct wire_person {
    uint64_t id;
    const char *name;
    enum room_role role;
    int64_t created_ms;
    uint64_t card; // only its last two digits go out
    bool has_password;
    bool has_pin;
    bool locked;
    int64_t pin_locked_until_ms; // after wrong PINs
    uint32_t pin_failed;
    uth_money loss_limit;
    uint32_t minutes;
    int64_t next_day; // 0: nothing waits
    uth_money next_loss_limit;
    uint32_t next_minutes;
};

// A new reference; NULL only when memory is out.
json_t *wire_person_to_json(const struct wire_person *person);

// "..34" of 1234; "" for none. For people.
void wire_card_text(uint64_t card, char text[8]);

#endif
