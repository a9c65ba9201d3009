"""Requests that move money count once (Idempotency-Key)."""
import json
import os
import threading

from cardroom import Person, RoomTest, main, table

TABLES = table("Rainier", "washington", meter="yes")
ADJUST = {"adjustment": "malfunction display", "amount": 100, "reason": "counted again", "card": "1111", "pin": "2222"}


def sent(person, path, body, key):
    return person.ask("POST", path, body, headers={"Idempotency-Key": key})


class Once(RoomTest):
    def cardroom(self, **keys):
        return self.room(TABLES, **{"guest_money": 1000, "deposit_max": 500000, **keys})

    def deposit(self, person, amount, key, status=200):
        answer = sent(person, "/api/me/deposit", {"amount": amount}, key)
        self.assertEqual(answer.status, status, answer.body)
        return json.loads(answer.body)

    def wallet(self, person):
        return person.get("/api/me")["wallet"]

    def counts_once(self, room):
        ada, bob = Person(room).guest(), Person(room).guest()
        first = self.deposit(ada, 400000, "one")
        self.assertEqual((first, self.wallet(ada)), ({"deposited": 400000}, 401000))
        self.assertEqual(self.deposit(ada, 400000, "one"), first)  # a new one would be refused: too much
        refused = self.deposit(ada, 100, "one", status=409)
        self.assertIn("belongs to another request", refused["error"]["message"])
        self.assertEqual(self.wallet(ada), 401000)
        self.deposit(ada, 100, "two")
        self.deposit(ada, 100, None)
        self.deposit(ada, 100, None)  # without a key each one counts
        self.assertEqual(self.deposit(ada, 400000, "one"), first)
        self.assertEqual(self.wallet(ada), 401300)
        self.deposit(bob, 7, "one")  # a key is one's own
        self.assertEqual(self.wallet(bob), 1007)
        return ada

    def test_a_deposit_sent_again_counts_once_also_after_the_plug_was_pulled(self):
        room = self.cardroom()
        ada = self.counts_once(room)
        room.kill()
        room.start()
        self.assertEqual(self.deposit(ada, 400000, "one"), {"deposited": 400000})
        self.assertEqual(self.wallet(ada), 401300)

    def test_a_store_in_memory_does_the_same(self):
        self.counts_once(self.cardroom(store="memory:"))

    def test_a_refused_request_leaves_its_key_free(self):
        ada = Person(self.cardroom()).guest()
        self.deposit(ada, 500000, "one", status=409)  # with what is there, too much
        self.deposit(ada, 499000, "one")
        self.assertEqual(self.wallet(ada), 500000)

    def test_many_at_once_with_one_key_count_once(self):
        """Those that come while the first is under way are told to try again"""
        ada = Person(self.cardroom()).guest()
        statuses = []
        tries = [threading.Thread(target=lambda: statuses.append(
            sent(ada, "/api/me/deposit", {"amount": 100}, "one").status)) for _ in range(16)]
        for each in tries:
            each.start()
        for each in tries:
            each.join()
        self.assertLessEqual(set(statuses), {200, 503})
        self.assertIn(200, statuses)
        self.assertEqual(self.wallet(ada), 1100)

    def test_what_is_no_key_is_refused(self):
        ada = Person(self.cardroom()).guest()
        for key in ("", "a b", "k" * 129):
            self.assertIn("visible ASCII", self.deposit(ada, 1, key, status=400)["error"]["message"], key)
        self.deposit(ada, 1, "k" * 128)
        self.assertEqual(self.wallet(ada), 1001)

    def test_an_adjustment_has_a_key_so_that_its_approval_counts_once(self):
        """GM-3, WALK-1: the same bytes adjust once, and another amount takes another approval"""
        room = self.cardroom()
        manager = self.manager(room)
        self.staff(room, manager, "executive", name="Eve", card="1111", pin="2222")
        amount = lambda: manager.get("/api/meters/1")["amount"]
        before = amount()
        path = "/api/meters/1/adjust"
        missing = sent(manager, path, ADJUST, None)
        self.assertEqual(missing.status, 400)
        self.assertIn("Idempotency-Key", missing.body.decode())
        wrong = sent(manager, path, {**ADJUST, "pin": "2223"}, "one")
        self.assertEqual((wrong.status, amount()), (403, before))
        first = sent(manager, path, ADJUST, "one")
        self.assertEqual((first.status, amount()), (200, before + 100), first.body)
        again = sent(manager, path, ADJUST, "one")
        self.assertEqual((again.status, again.body), (200, first.body))
        self.assertEqual(sent(manager, path, {**ADJUST, "amount": 200}, "one").status, 409)
        self.assertEqual(sent(manager, "/api/meters/1/adjust", {**ADJUST, "pin": ""}, "two").status, 403)
        self.assertEqual(amount(), before + 100)
        room.stop()
        with open(os.path.join(room.directory, "uth.db"), "rb") as store:
            self.assertNotIn(b'"2222"', store.read())  # no body, and so no PIN, is in the store


if __name__ == "__main__":
    main()
