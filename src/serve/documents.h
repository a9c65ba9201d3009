// The documents that both the socket and HTTP give. Those without a key are fields of an object that the
// caller opens, so that a message can say its type first.
#ifndef UTH_SERVE_DOCUMENTS_H
#define UTH_SERVE_DOCUMENTS_H

#include "office/office.h"
#include "serve/session.h"
#include "wire/out.h"

struct serve;

void put_person(struct serve *serve, struct wire_out *out, const char *key,
                const struct session *session);
void put_lobby(struct serve *serve, struct wire_out *out);
void put_pit(struct serve *serve, struct wire_out *out);
void put_meter(struct wire_out *out, const struct office_meter *meter);
// The largest of its wins in hand, or null (GM-4).
void put_jackpot(struct serve *serve, struct wire_out *out, const struct office_meter *meter);

#endif
