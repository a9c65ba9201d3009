"""Bad input: every message of the protocol made wrong in every way. A named error or a close, never a
crash, never another player's card, and nothing carried out."""
import json
import random
import time

from cardroom import Closed, Person, RoomTest, WebSocket, ask, main, seed, table, THREE
from schema import DESCRIBED

SLOW = {"betting_ms": 60000, "decision_ms": 60000, "offer_ms": 60000, "result_ms": 60000}
# A value for each field, and with them every message of protocol/client.toml.
VALUES = {"table": 1, "id": 1, "seat": 1, "amount": 10000, "on": True, "stakes": {"ante": 500, "blind": 500},
          "side": {},
          "ready": True, "part_commitment": "00" * 32, "part": "00" * 32, "action": "4x", "button": "coin_in", "line": "full house", "card": "1",
          "pin": "1", "reason": "x", "meter": 1, "steps": ["fee"], "call": "other", "note": "x", "round": 1,
          "street": "preflop", "player": 1}  # fmt: skip
WANTS = {kind: DESCRIBED.wants(kind) for kind in DESCRIBED.client()}
FIELDS = {kind: {name: VALUES[name] for name in needs + may} for kind, (needs, may) in WANTS.items()}
OPTIONAL = {(kind, name) for kind, (_, may) in WANTS.items() for name in may}
WORDS = ("reason", "card", "pin", "note")
WRONG = [None, -1, 0.5, 1e300, "", "x" * 300, [], {}, [[]], {"a": 1}, 2 ** 53, 2 ** 63 - 1, -2 ** 63,
         "\u0000", "\ud83c\udca1", "4X", "As", "../../etc/passwd"]
GOOD = {"on": [True, False], "ready": [True, False]}


class Bad(RoomTest):
    def error(self, person, message):
        """The refusal of one message: an answer or an error."""
        text = message if isinstance(message, str) else json.dumps(message)
        person.ws.send(text)
        person.say(type="ping")
        found = None
        while True:
            reply = person.read()
            if reply["type"] == "pong":
                return found
            if reply["type"] in ("error", "answer"):
                found = reply

    def assert_refused(self, reply, message=None):
        self.assertIsNotNone(reply, message)
        self.assertNotIn(reply.get("ok"), (True,), message)
        self.assertTrue(reply["error"]["message"], message)
        self.assertTrue(reply["error"]["clause"], message)

    def test_every_message_with_a_missing_wrong_or_unknown_field(self):
        """Each type, each field, each kind of wrong value: named and refused"""
        room = self.room(THREE)
        person = self.guest(room)
        for kind, fields in FIELDS.items():
            for name in fields:
                if (kind, name) not in OPTIONAL:
                    less = {key: value for key, value in fields.items() if key != name}
                    reply = self.error(person, {"type": kind, **less})
                    self.assert_refused(reply, (kind, name))
                    self.assertIn(name, reply["error"]["message"])
                for wrong in WRONG:
                    if wrong in GOOD.get(name, []) or (name in WORDS and isinstance(wrong, str)):
                        continue
                    reply = self.error(person, {"type": kind, **fields, name: wrong})
                    if kind == "unwatch" or reply is None and kind == "watch":
                        continue
                    self.assert_refused(reply, (kind, name, wrong))
            self.assert_refused(self.error(person, {"type": kind, **fields, "extra": 1}), kind)
        before = person.get("/api/me")
        self.assertEqual(before["wallet"], 1000000)

    def test_what_is_carried_out_or_refused_without_a_word_is_noticed(self):
        """The check can fail: a message that is right, no reply at all, a refusal that does not say why"""
        person = self.guest(self.room(THREE))
        carried_out = self.error(person, {"type": "sit", **FIELDS["sit"]})  # or nothing: not stored yet
        answer = person.answer(1)
        self.assertTrue(answer["ok"], answer)
        refused = self.error(person, {"type": "sit"})
        self.assert_refused(refused)
        unnamed = [{**refused, "error": {**refused["error"], name: ""}} for name in ("message", "clause")]
        for reply in (carried_out, answer, self.error(person, {"type": "ping"}), *unnamed):
            with self.assertRaises(AssertionError, msg=reply):
                self.assert_refused(reply)

    def test_a_refusal_quotes_any_bytes_and_stays_short(self):
        """Names and values that escaping makes six times longer, in every message and request"""
        room = self.room(THREE)
        person = self.guest(room)
        for letter in ("\x7f", "\x01", '"', "\\", "\u20ac", "x"):
            for length in (20, 150, 900):
                long = letter * length
                for kind, fields in FIELDS.items():
                    replies = [self.error(person, {"type": kind, **fields, long: 1}),
                               self.error(person, {"type": kind, **fields, long: long})]
                    replies += [self.error(person, {"type": kind, **fields, name: long})
                                for name in fields if name not in WORDS]
                    for reply in replies:
                        self.assert_refused(reply, (kind, letter, length))
                        self.assertLess(len(json.dumps(reply)), 4000)
                self.assert_refused(self.error(person, {"type": long}))
                for path in ("/api/login", "/api/register", "/api/me/limits", "/api/me/deposit", "/api/rules/check",
                             "/api/par", "/api/odds", "/api/strategy"):
                    response = person.ask("POST", path, {long: long})
                    checks = {200} if path == "/api/rules/check" else set()  # it answers with the fault
                    self.assertIn(response.status, {400, 403, 404, 429} | checks, (path, letter, length))
                    if response.status == 400:
                        self.assertTrue(json.loads(response.body)["error"]["message"])
        self.assertEqual(ask(room, "GET", "/healthz").status, 200)

    def test_what_is_no_message_at_all(self):
        """Half JSON, other JSON, a type nobody knows, a field twice, deep nesting"""
        room = self.room(THREE)
        person = self.guest(room)
        for text in ("", "{", "[]", "1", "null", '"watch"', '{"type":1}', '{"type":"dance"}', "{}",
                     '{"type":"ping","type":"ping"}', "[" * 8000, '{"a":' * 3000, "\u2603",
                     '{"type":"watch","table":1e0}', '{"type":"ping"} x', '{"type":"ping\\u0000"}'):
            self.assert_refused(self.error(person, text), text[:40])

    def test_a_megabyte_binary_and_floods_close_the_socket_and_nothing_else(self):
        """1009 for what is too long, 1003 or 1002 for binary; the table goes on"""
        room = self.room(THREE)
        witness = self.guest(room)
        witness.watch(1)
        for payload, options, codes in ((b"x" * (1 << 20), {}, {1009}),
                                        (b"\0\1\2", {"opcode": 2}, {1003, 1002, 1008}),
                                        (b"\xff\xfe", {}, {1007})):
            person = self.guest(room)
            try:
                person.ws.send(payload, **options)
            except (BrokenPipeError, ConnectionResetError):
                pass
            self.assertIn(person.ws.close_code(), codes | {None})
        witness.do("sit", 1, seat=1, amount=10000)

    def test_half_a_handshake_and_wrong_ones(self):
        """No cookie, a foreign Origin, a wrong path or protocol: no socket"""
        room = self.room(THREE)
        person = Person(room).guest()
        for changes in ({}, {"Cookie": "uth_session=x"}, {"Cookie": person.cookie + "x"},
                        {"Cookie": person.cookie, "Origin": "http://evil.example"},
                        {"Cookie": person.cookie, "Origin": None},
                        {"Cookie": person.cookie, "path": "/api/ws"},
                        {"Cookie": person.cookie, "Sec_WebSocket_Version": "12"}):
            path = changes.pop("path", "/ws")
            try:
                with WebSocket(room, path, Sec_WebSocket_Protocol="uth1", **changes) as ws:
                    self.assertNotEqual(ws.status, 101, changes)
            except (Closed, ConnectionResetError):
                pass
        with room.connect() as stream:
            stream.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: webs")
        self.assertEqual(ask(room, "GET", "/healthz").status, 200)

    def test_acting_out_of_turn_and_for_others(self):
        """Another's seat, no seat, twice, too early, too late, too much, a size nobody offers"""
        room = self.room(table("Rainier", "washington", meter="yes", **SLOW)
                         + table("Tahoe", "california-6", **SLOW))
        ada, bob = self.guest(room), self.guest(room)
        ada.watch(1)
        bob.watch(1)

        def refused(person, clause, kind, number=1, **fields):
            answer = person.command(kind, number, **fields)
            self.assertFalse(answer["ok"], (kind, fields))
            self.assertEqual(answer["error"]["clause"], clause, answer)

        refused(ada, "BET-7", "wager", stakes={"ante": 500, "blind": 500}, ready=True)
        refused(ada, "BET-7", "decide", action="4x")
        refused(ada, "INPUT", "sit", seat=8, amount=10000)
        refused(ada, "INPUT", "sit", seat=1, amount=1)
        refused(ada, "INPUT", "sit", seat=1, amount=100000000)
        ada.sit(1, 1, 50000)
        refused(bob, "BET-7", "sit", seat=1, amount=10000)
        refused(ada, "BET-7", "sit", seat=2, amount=10000)
        bob.sit(1, 2, 50000)
        self.assertFalse(ada.command("decide", 1, action="4x")["ok"])
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        refused(ada, "BET-1", "wager", stakes={"ante": 500, "blind": 400}, ready=True)
        refused(ada, "BET-3", "wager", stakes={"ante": 8000, "blind": 8000}, ready=True)
        refused(ada, "BET-4", "wager", stakes={"ante": 500, "blind": 500, "bad_beat": 100}, ready=True)
        refused(ada, "BET-5", "wager", ready=True, stakes={
            "ante": 500, "blind": 500, "trips": 100, "bad_beat": 100, "pairs": 100, "progressive": 100})
        refused(ada, "BET-8", "wager", stakes={"ante": 550, "blind": 550}, ready=True)
        refused(ada, "BET-9", "wager", stakes={"ante": 500, "blind": 500, "progressive": 200}, ready=True)
        refused(ada, "INPUT", "bank_take", amount=10000)
        refused(ada, "DEAL-2", "decide", action="check")  # before there are cards
        for person in (ada, bob):
            person.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        ada.until(1, lambda v: v["phase"] == "preflop")
        refused(ada, "BET-6", "wager", stakes={"ante": 500, "blind": 500}, ready=True)
        cem = self.guest(room)
        cem.sit(1, 3, 50000)
        refused(cem, "DEAL-2", "decide", action="check")  # who came after the deal has no hand
        refused(ada, "PLAY-1", "decide", action="2x")
        refused(ada, "PLAY-1", "decide", action="fold")
        ada.do("decide", 1, action="4x")
        refused(ada, "PLAY-4", "decide", action="check")
        stale = ada.command("decide", 1, id=1, action="check")
        self.assertFalse(stale["ok"])
        refused(bob, "BET-7", "bank_take", 2, amount=10000)
        self.assertEqual(bob.until(1, lambda v: v["you"]["options"]["decisions"])["seats"][0]["cards"],
                         [None, None])

    def test_a_command_sent_again_gets_its_old_answer(self):
        """Also the older of two, a sit, a stand, and a refusal of what would be possible by now"""
        room = self.room(table("Rainier", "washington", **SLOW))
        ada, bob = self.guest(room), self.guest(room)
        bob.sit(1, 1, 50000)
        bob.last_id += 1000
        ada.watch(1)
        first = ada.command("sit", 1, id=101, seat=1, amount=10000)
        self.assertEqual(first["error"]["code"], 126)
        bob.do("stand", 1)
        again = ada.command("sit", 1, id=101, seat=1, amount=10000)
        self.assertTrue(again.pop("repeated"))
        self.assertEqual(again, first)
        ada.do("sit", 1, id=102, seat=1, amount=10000)
        ada.do("sit_out", 1, id=103, on=True)
        ada.do("stand", 1, id=104)
        for kind, identifier, fields in (("sit", 102, {"seat": 2, "amount": 10000}), ("sit_out", 103, {"on": True}),
                                         ("stand", 104, {}), ("sit", 102, {"seat": 2, "amount": 10000})):
            answer = ada.command(kind, 1, id=identifier, **fields)
            self.assertTrue(answer["ok"] and answer["repeated"], answer)
        again = ada.command("sit", 1, id=101, seat=1, amount=10000)
        self.assertEqual(again["error"]["code"], 126)
        room.kill()
        room.start()
        ada = Person(room, ada.cookie).connect()
        ada.watch(1)
        for kind, identifier, fields in (("sit", 102, {"seat": 2, "amount": 10000}), ("stand", 104, {})):
            answer = ada.command(kind, 1, id=identifier, **fields)
            self.assertTrue(answer["ok"] and answer["repeated"], answer)

    def test_a_refused_wager_is_not_carried_out_later(self):
        """Neither when its reason is gone, nor in another round, nor after a restart"""
        room = self.room(table("Rainier", "washington", **{**SLOW, "betting_ms": 600}))
        ada = self.guest(room)
        ada.sit(1, 1, 50000)
        view = ada.until(1, lambda v: v["you"]["options"]["wager"])
        fields = {"round": view["round"], "stakes": {"ante": 8000, "blind": 8000}, "ready": True}
        first = ada.command("wager", 1, id=ada.last_id + 1, **fields)
        self.assertEqual(first["error"]["code"], 23)
        fields["stakes"] = {"ante": 500, "blind": 500}
        again = ada.command("wager", 1, id=first["id"], **fields)
        self.assertEqual((again["error"], again["repeated"]), (first["error"], True))
        ada.do("wager", 1, id=first["id"] + 1, **fields)
        ada.until(1, lambda v: v["phase"] == "preflop")
        room.kill()
        room.start()
        ada = Person(room, ada.cookie).connect()
        ada.watch(1)
        self.assertEqual(ada.command("wager", 1, id=first["id"], **{**fields, "round": 0})["error"]["code"], 138)

    def test_another_persons_command_id_is_his_own(self):
        """Ids are counted for each person: the same id of another does not answer for me"""
        room = self.room(table("Rainier", "washington", **SLOW))
        ada, bob = self.guest(room), self.guest(room)
        ada.sit(1, 1, 50000)
        identifier = ada.last_id
        answer = bob.command("sit", 1, id=identifier, seat=2, amount=10000)
        self.assertTrue(answer["ok"])
        self.assertNotIn("repeated", answer)

    def test_random_bytes_and_random_messages(self):
        """Thousands of messages by chance: the server is there afterwards, and idle"""
        rng = seed()
        room = self.room(THREE)
        person = self.guest(room)
        kinds = list(FIELDS)
        for count in range(1500):
            kind = rng.choice(kinds)
            message = {"type": kind, **FIELDS[kind]}
            for name in rng.sample(sorted(message), rng.randrange(len(message) + 1)):
                message[name] = rng.choice(WRONG + [1, 2, 3, True, "check", "1x", {"ante": 500}])
            text = json.dumps(message)
            if rng.random() < 0.2:
                cut = rng.randrange(len(text))
                text = text[:cut] + rng.choice(["", "}", "\"", "\\", "9" * 40]) + text[cut + 1:]
            person.ws.send(text)
            if count % 50 == 0:
                person.say(type="ping")
                person.next("pong")
        self.assertEqual(ask(room, "GET", "/healthz").status, 200)

    def test_paths_and_bodies_over_http(self):
        """Traversal, wrong methods, wrong bodies: a status and a name for it"""
        room = self.room(THREE)
        person = Person(room).guest()
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../../x"):
            response = person.ask("GET", path)
            self.assertTrue(response.status in (400, 403, 404)
                            or response.body.lower().startswith(b"<!doctype html>"), path)
        for path in ("/assets/none.js", "/api/none",
                     "/api/tables/0/placard", "/api/tables/99999999999999999999/placard",
                     "/api/tables/x/placard", "/api/rounds/1/1", "/api/wins/1/1/9"):
            response = person.ask("GET", path)
            self.assertIn(response.status, (400, 403, 404), path)
        self.assertEqual(person.ask("POST", "/api/lobby", {}).status, 405)
        for body, status in ((b"{", 400), (b"[]", 400), (b"1", 400), (b"{}", 400),
                             (b'{"amount":"x"}', 400), (b'{"amount":1,"x":2}', 400),
                             (b'{"amount":1,"amount":1}', 400), (b"x" * 100000, 413)):
            response = person.ask("POST", "/api/me/deposit", body)
            self.assertEqual(response.status, status, body[:40])
        self.assertEqual(ask(room, "POST", "/api/me/deposit", body=b"{}", headers={
            "Cookie": person.cookie, "X-CSRF-Token": person.csrf, "Content-Type": "text/plain"}).status, 400)
        self.assertEqual(ask(room, "GET", "/metrics").status, 200)

    def test_what_a_proxy_keeps_to_itself_has_one_way_to_be_written(self):
        """To the server everybody behind a proxy is on loopback: it is the proxy that knows the path."""
        room = self.room(THREE)
        for path in ("/%6detrics", "/metric%73", "/%6D%65%74%72%69%63%73", "/%2fmetrics", "/./metrics", "//metrics",
                     "/metrics%3f", "/x/../metrics", "/metrics%00", "/metrics/", "/Metrics", "/metrics;x"):
            response = ask(room, "GET", path)
            self.assertNotIn(b"uth_", response.body, path)
            self.assertTrue(response.status == 400 or response.body.lower().startswith(b"<!doctype html>")
                            or response.status == 404, path)
        for path in ("/%6detrics", "/metric%73", "/%2fmetrics", "//metrics", "/x/../metrics"):
            self.assertEqual(ask(room, "GET", path).status, 400, path)

    def test_a_name_nobody_gave_the_room_is_refused(self):
        """DNS rebinding: the page of another site whose name leads here gets nothing and does nothing"""
        room = self.room(THREE, hosts="cards.example")
        for host, status in ((f"evil.example:{room.port}", 421), ("cards.example", 200), ("localhost", 200)):
            self.assertEqual(ask(room, "GET", "/api/lobby", {"Host": host}).status, status)
            response = ask(room, "POST", "/api/guest", {"Host": host}, b"")
            self.assertEqual(response.status, status)
            self.assertEqual("set-cookie" in response.headers, status == 200)
        self.assertIn(b"'hosts'", ask(room, "GET", "/", {"Host": "evil.example"}).body)


if __name__ == "__main__":
    main()
