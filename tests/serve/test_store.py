"""The store fails or is slow: nothing is told that is not stored, nothing is lost, and it goes on."""
import json
import os
import pathlib
import resource
import shutil
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "office"))
import stored  # noqa: E402
from cardroom import UTH, Closed, Person, Room, RoomTest, ask, is_sanitized, main, table  # noqa: E402

SLOW = {"betting_ms": 60000, "decision_ms": 60000, "offer_ms": 60000, "result_ms": 60000}


class Store(RoomTest):
    def hold(self, room):
        """Locks the database as another process would, until the given connection rolls back."""
        held = sqlite3.connect(f"{room.directory}/uth.db", isolation_level=None, timeout=30,
                               check_same_thread=False)
        held.execute("BEGIN IMMEDIATE")
        return held

    def test_nobody_is_told_what_is_not_stored(self):
        """While the disk is held no answer comes and no view changes; then both do"""
        room = self.room(table("Rainier", "washington", **SLOW))
        ada, bob = self.guest(room), self.guest(room)
        ada.sit(1, 1, 50000)
        bob.watch(1)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        while True:  # everything that is under way has come
            bob.say(type="ping")
            if bob.next("pong") and bob.views[1]["version"] == ada.views[1]["version"]:
                break
        version = bob.views[1]["version"]
        held = self.hold(room)
        right = ada.send("wager", 1, ready=False, stakes={"ante": 500, "blind": 500})
        wrong = ada.send("wager", 1, ready=False, stakes={"ante": 600, "blind": 500})
        time.sleep(0.6)
        for person in (ada, bob):
            person.say(type="ping")
            person.next("pong")
            self.assertEqual(person.views[1]["version"], version)
        self.assertEqual(ada.answers, {})
        bob.watch(1)
        self.assertEqual(bob.views[1]["version"], version)
        self.assertEqual(bob.views[1]["seats"][0]["stakes"], {})
        held.execute("ROLLBACK")
        held.close()
        self.assertTrue(ada.answer(right)["ok"])
        self.assertFalse(ada.answer(wrong)["ok"])
        self.assertEqual(bob.until(1, lambda v: v["version"] > version)["seats"][0]["stakes"]["ante"], 500)

    def test_a_wallet_without_the_money_refuses_only_its_owner(self):
        """Several commands in one batch: the guilty one is refused, the others are carried out"""
        room = self.room(table("Rainier", "washington", **SLOW), guest_money=20000)
        people = [self.guest(room) for _ in range(4)]
        for person in people:
            person.watch(1)
        held = self.hold(room)  # so that they wait together
        people[0].last_id = 1000
        people[0].say(type="sit", table=1, id=1001, seat=1, amount=10000)
        time.sleep(0.2)
        for seat, (person, amount) in enumerate(zip(people[1:], (10000, 20000 + 100, 20000)), 2):
            person.say(type="sit", table=1, id=1001, seat=seat, amount=amount)
        time.sleep(0.2)
        held.execute("ROLLBACK")
        held.close()
        answers = [person.answer(1001) for person in people]
        self.assertEqual([a["ok"] for a in answers], [True, True, False, True])
        self.assertEqual(answers[2]["error"]["code"], 86)
        view = people[0].until(1, lambda v: v["seats"][3]["player"])
        self.assertEqual([s["chips"] for s in view["seats"]][:4], [10000, 10000, 0, 20000])

    def test_a_refused_one_keeps_nobody_behind_it_waiting(self):
        """Inputs that go one by one after a refused batch: one the table refuses is no reason to stop"""
        room = self.room(table("Rainier", "washington", **SLOW), guest_money=20000)
        first, poor, late, last = [self.guest(room) for _ in range(4)]
        first.watch(1)
        held = self.hold(room)  # so that they wait together
        first.say(type="sit", table=1, id=1001, seat=1, amount=10000)
        time.sleep(0.2)
        for person, seat, amount in ((poor, 2, 20000 + 100), (late, 1, 10000), (last, 3, 10000)):
            person.say(type="sit", table=1, id=1001, seat=seat, amount=amount)
            time.sleep(0.05)
        held.execute("ROLLBACK")
        held.close()
        codes = [person.answer(1001, seconds=5).get("error", {}).get("code") for person in (poor, late, last)]
        self.assertEqual(codes, [86, 126, None])

    def in_one_batch(self, room, first, others):
        """Says `first` at table 1, and the others while that is under way: they are decided together.
        Each is (person, fields)."""
        held = self.hold(room)
        for person, _ in [first] + others:
            person.record = []
        first[0].say(table=1, **first[1])
        first[0].say(type="ping")
        first[0].next("pong")
        time.sleep(0.3)
        for person, fields in others:
            person.say(table=1, **fields)
        for person, _ in others:  # everything was heard
            person.say(type="ping")
            person.next("pong")
        held.execute("ROLLBACK")
        held.close()

    def answers_to(self, person, identifier, count):
        """So many answers to one command, in their order."""
        found = []
        while len(found) < count:
            found = [message for message in map(json.loads, person.record)
                     if message["type"] == "answer" and message["id"] == identifier]
            if len(found) < count:
                person.read()
        return found

    def test_what_rests_on_a_batch_that_failed_shares_its_refusal(self):
        """A command said twice, and a seat that was taken, in a batch the disk did not take"""
        room = self.room(table("Rainier", "washington", **SLOW))
        ada, bob, cem = people = [self.guest(room) for _ in range(3)]
        for person in people:
            person.watch(1)
        free = resource.prlimit(room.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(room.process.pid, resource.RLIMIT_FSIZE, (4096, free[1]))
        sit = {"type": "sit", "id": 1001, "amount": 10000}
        self.in_one_batch(room, (ada, {**sit, "seat": 1}),
                          [(bob, {**sit, "seat": 2}), (bob, {**sit, "seat": 2}), (cem, {**sit, "seat": 2})])
        said = self.answers_to(bob, 1001, 2) + self.answers_to(cem, 1001, 1)
        self.assertEqual([(a["ok"], a.get("repeated")) for a in said], [(False, None)] * 3, said)
        for answer in said:
            self.assertIn("nothing was done", answer["error"]["message"])
        resource.prlimit(room.process.pid, resource.RLIMIT_FSIZE, free)
        self.assertTrue(bob.command("sit", 1, id=1002, seat=2, amount=10000)["ok"])
        open(f"{room.directory}/log", "w").close()  # it told of the failure, as it should

    def test_what_was_said_twice_and_has_no_money_is_refused_twice(self):
        room = self.room(table("Rainier", "washington", **SLOW), guest_money=20000)
        ada, bob = people = [self.guest(room) for _ in range(2)]
        for person in people:
            person.watch(1)
        sit = {"type": "sit", "id": 1001}
        rich = {**sit, "seat": 2, "amount": 20000 + 100}
        self.in_one_batch(room, (ada, {**sit, "seat": 1, "amount": 10000}), [(bob, rich), (bob, rich)])
        said = self.answers_to(bob, 1001, 2)
        self.assertEqual([(a["ok"], a["error"]["code"]) for a in said], [(False, 86)] * 2, said)

    def test_beside_what_the_store_knows_from_before_a_refusal_stays_one(self):
        """Only the command with the key was carried out before the restart"""
        room = self.room(table("Rainier", "washington", **SLOW))
        manager = self.manager(room)
        supervisor = self.staff(room, manager, "supervisor")
        supervisor.watch(1)
        self.assertTrue(supervisor.command("fill", 1, id=77, amount=5000)["ok"])
        room.kill()
        room.start()
        ada, bob = self.guest(room), self.guest(room)
        supervisor.connect()
        for person in (ada, bob, supervisor):
            person.watch(1)
        self.in_one_batch(room, (ada, {"type": "sit", "id": 1001, "seat": 1, "amount": 10000}),
                          [(bob, {"type": "stand", "id": 1001}),
                           (supervisor, {"type": "fill", "id": 77, "amount": 5000})])
        again = self.answers_to(supervisor, 77, 1)[0]
        self.assertTrue(again["ok"] and again["repeated"], again)
        self.assertFalse(self.answers_to(bob, 1001, 1)[0]["ok"])

    def test_a_full_disk_refuses_with_a_word_and_loses_nothing(self):
        """Commands are refused and named, /healthz says 503; with space again it goes on"""
        room = self.room(table("Rainier", "washington", **SLOW))
        ada = self.guest(room)
        ada.sit(1, 1, 50000)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=False)
        size = max(os.path.getsize(f"{room.directory}/{name}") for name in os.listdir(room.directory)
                   if name.startswith("uth.db"))
        pid = room.process.pid
        free = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, free[1]))
        answer = ada.command("wager", 1, stakes={"ante": 700, "blind": 700}, ready=False)
        self.assertFalse(answer["ok"])
        self.assertIn("nothing was done", answer["error"]["message"])
        self.assertEqual(answer["error"]["code"], 3)
        health = ask(room, "GET", "/healthz")
        self.assertEqual((health.status, health.body), (503, b"the store fails\n"), size)
        guest = Person(room).ask("POST", "/api/guest")
        self.assertEqual(guest.status, 503)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, free)
        ada.do("wager", 1, stakes={"ante": 800, "blind": 800}, ready=True)
        view = ada.until(1, lambda v: v["you"]["options"]["decisions"])
        self.assertEqual(view["seats"][0]["stakes"]["ante"], 800)
        self.assertEqual(ask(room, "GET", "/healthz").status, 200)
        self.assertEqual([room.log().count(line) for line in ("the store failed: ", "the store recovered\n")], [1, 1])
        room.kill()
        room.start()
        ada.connect()
        ada.views.clear()
        self.assertEqual(ada.watch(1)["seats"][0]["stakes"]["ante"], 800)
        open(f"{room.directory}/log", "w").close()  # it told of the failure, as it should

    def test_a_second_server_on_one_store_is_refused_by_name(self):
        """Also with a key file of its own; after SIGKILL the next start waits for nothing"""
        room = self.room(table("Rainier", "washington", **SLOW))
        Person(room).guest()
        copy = f"{room.directory}/copy.key"
        shutil.copy(f"{room.directory}/uth.key", copy)
        with self.assertRaises(AssertionError) as failed:
            Room(table("X", "washington"), directory=self.directory(), key_file=copy,
                 store=f"sqlite:{room.directory}/uth.db").remove()
        self.assertIn(f"process {room.process.pid} on ", str(failed.exception))
        self.assertIn("one at a time", str(failed.exception))
        read = room.uth("audit", "verify", "--store", f"sqlite:{room.directory}/uth.db")
        self.assertEqual(read.returncode, 0, read.stderr)  # whoever reads disturbs nobody
        times = []
        for _ in range(5):
            room.kill()
            began = time.monotonic()
            room.start()
            times.append(time.monotonic() - began)
        # Whoever waits for a lock or a server does so for five seconds (office.c).
        self.assertLess(min(times), 20 if is_sanitized() else 4, times)
        Person(room).guest()

    def test_a_server_that_lost_its_store_stops_and_loses_nothing(self):
        """Somebody took the lock away and started another: the old one says so, and ends"""
        room = self.room(table("Rainier", "washington", **SLOW))
        ada = self.guest(room)
        ada.sit(1, 1, 50000)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=False)
        shutil.copy(f"{room.directory}/uth.key", f"{room.directory}/copy.key")
        os.remove(f"{room.directory}/uth.db.writer")
        folder = self.directory()
        other = Room(table("X", "washington"), directory=folder, store=f"sqlite:{room.directory}/uth.db",
                     key_file=f"{room.directory}/copy.key")
        self.addCleanup(other.remove)
        bob = self.guest(other)  # a batch of the new one
        answer = ada.command("wager", 1, stakes={"ante": 900, "blind": 900}, ready=False)
        self.assertFalse(answer["ok"])
        self.assertIn("nothing was done", answer["error"]["message"])
        self.assertIn("bye", [message["type"] for message in ada.others])
        with self.assertRaises(Closed):
            while True:
                ada.read()
        self.assertEqual(room.process.wait(timeout=120), 1)
        self.assertIn("another process has opened this store", room.log())
        self.assertIn("lost the store to another process", room.log())
        pathlib.Path(room.directory, "log").write_text("")
        again = Person(other, ada.cookie).connect()
        self.assertEqual(again.watch(1)["seats"][0]["stakes"], {"ante": 500, "blind": 500})
        again.do("wager", 1, stakes={"ante": 700, "blind": 700}, ready=False)
        bob.close()
        self.assertEqual(other.stop(), 0)
        self.assertEqual(room.uth("audit", "verify", "--store",
                                  f"sqlite:{room.directory}/uth.db").returncode, 0)
        room.start()

    def test_a_record_changed_under_the_server_with_its_links_is_named_by_an_audit(self):
        """Links and books fit again, but no play leads there"""
        room = self.room(table("Rainier", "washington", **SLOW))
        manager, ada = self.manager(room), self.guest(room)
        ada.sit(1, 1, 50000)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        ada.until(1, lambda v: v["you"]["options"]["decisions"])
        found = manager.post("/api/audit/verify")
        self.assertTrue(found["ok"], found)
        changed = stored.Store(f"{room.directory}/uth.db", UTH)
        position = changed.change_event(1, 1, stored.WAGERED, stakes=[2**53] + 6 * [0])
        changed.link_anew()
        changed.close()
        found = manager.post("/api/audit/verify")
        self.assertEqual([found[what] for what in ("ok", "chain", "balanced")], [False, True, True])
        self.assertIn(f"record {position} (table 1", found["text"])
        self.assertEqual(manager.get("/api/audit")["text"], found["text"])
        self.assertIn(" error audit: record", room.log())
        pathlib.Path(room.directory, "log").write_text("")

    def test_an_audit_tells_a_broken_chain_from_books_that_do_not_balance(self):
        room = self.room(table("Rainier", "washington", meter="yes", **SLOW))
        manager = self.manager(room)
        for said, change in (
            ((True, False), "UPDATE uth_account SET balance = balance + 1 WHERE kind = 9"),
            ((True, True), "UPDATE uth_account SET balance = balance - 1 WHERE kind = 9"),
            ((False, True), "UPDATE uth_batch SET checksum = checksum + 1 WHERE position = 2"),
        ):  # fmt: skip
            with sqlite3.connect(f"{room.directory}/uth.db") as database:
                self.assertGreater(database.execute(change).rowcount, 0)
            database.close()
            found = manager.post("/api/audit/verify")
            self.assertEqual((found["chain"], found["balanced"]), said, found)
            self.assertEqual(found["ok"], said == (True, True))
            shown = manager.get("/api/pit")["audit"]
            self.assertEqual((shown["chain"], shown["balanced"]), said)
        pathlib.Path(room.directory, "log").write_text("")

    def test_one_self_check_after_another_is_answered_and_recorded(self):
        room = self.room(table("Rainier", "washington", **SLOW))
        manager = self.manager(room)
        checked = [manager.get("/api/selfcheck")["checked_ms"]]
        for count in (1, 2):
            found = manager.post("/api/selfcheck")
            self.assertEqual((found["ok"], found["running"]), (True, False), found)
            checked.append(found["checked_ms"])
            self.assertEqual(manager.get("/api/selfcheck"), found)
            lines = [line["what"] for line in manager.get("/api/log")["log"]]
            self.assertEqual(lines.count("self-check"), count)
        self.assertLess(0, checked[1])
        self.assertEqual(checked, sorted(set(checked)))

    def test_the_password_of_a_database_is_in_no_message(self):
        with self.assertRaises(AssertionError) as refused:
            Room(directory=self.directory(),
                 store="postgres://uth:S3cret-word@127.0.0.1:1/uth?connect_timeout=2")
        self.assertIn("store: ", str(refused.exception))
        self.assertNotIn("S3cret-word", str(refused.exception))

    def test_what_cannot_start_says_why(self):
        """A port in use, a second server on one store, a broken configuration, test decks"""
        room = self.room(table("Rainier", "washington", **SLOW))
        Person(room).guest()
        for change, words in (({"port": room.port, "store": f"sqlite:{room.directory}/b.db",
                                "key_file": f"{room.directory}/b.key"}, "in use"),
                              ({"store": f"sqlite:{room.directory}/uth.db",
                                "key_file": f"{room.directory}/uth.key"}, "")):
            with self.assertRaises(AssertionError) as failed:
                Room(table("X", "washington"), directory=self.directory(), **change).remove()
            self.assertIn(words, str(failed.exception))
        for text, words in (("[table X]\nprofile = nowhere\n", "nowhere"),
                            ("[table X]\npace = sideways\n", "pace"),
                            ("[chair X]\n", "[table NAME]"), ("[table X]\nlegs = 4\n", "legs")):
            with self.assertRaises(AssertionError) as failed:
                Room(text, directory=self.directory()).remove()
            self.assertIn(words, str(failed.exception))
        room.stop()
        with self.assertRaises(AssertionError) as failed:
            Room(table("Rainier", "washington"), directory=room.directory, decks=["1: As"]).remove()
        self.assertIn("real rounds", str(failed.exception))

    def directory(self):
        import tempfile
        made = tempfile.TemporaryDirectory(prefix="uth-serve-")
        self.addCleanup(made.cleanup)
        return made.name


if __name__ == "__main__":
    main()
