#include "wire/person_json.h"

#include <stdio.h>

void wire_card_text(uint64_t card, char text[8])
{
    text[0] = '\0';
    if (card != 0) {
        (void)snprintf(text, 8, "..%02u", (unsigned)(card % 100));
    }
}

static json_t *limits_json(const struct wire_person *person)
{
    json_t *limits = json_pack("{s:I, s:I}", "loss", (json_int_t)person->loss_limit.cents,
                               "minutes", (json_int_t)person->minutes);
    if (limits != NULL && person->next_day != 0) {
        (void)json_object_set_new(limits, "next",
                                  json_pack("{s:I, s:I, s:I}", "day", (json_int_t)person->next_day,
                                            "loss", (json_int_t)person->next_loss_limit.cents,
                                            "minutes", (json_int_t)person->next_minutes));
    }
    return limits;
}

json_t *wire_person_to_json(const struct wire_person *person)
{
    char card[8];
    wire_card_text(person->card, card);
    return json_pack("{s:I, s:s, s:s, s:I, s:o, s:b, s:b, s:b, s:I, s:I, s:o}", "id",
                     (json_int_t)person->id, "name", person->name, "role",
                     room_role_name(person->role), "created_ms", (json_int_t)person->created_ms,
                     "card", card[0] == '\0' ? json_null() : json_string(card), "password",
                     person->has_password, "pin", person->has_pin, "locked", person->locked,
                     "pin_locked_until_ms", (json_int_t)person->pin_locked_until_ms, "pin_failed",
                     (json_int_t)person->pin_failed, "limits", limits_json(person));
}
