"""SIGTERM in the middle of everything: soon over, status 0, and what was answered is what is stored."""
import json
import os
import sqlite3
import threading
import time

from cardroom import THREE, Closed, Person, RoomTest, WebSocket, is_sanitized, main, table

SLOW = {"betting_ms": 60000, "decision_ms": 60000, "offer_ms": 60000, "result_ms": 60000}
QUICK = {"betting_ms": 30, "decision_ms": 30, "offer_ms": 30, "result_ms": 5, "house_ms": 1}


class Buyer:
    """Buys a chip again and again, without waiting, until the server has said goodbye."""

    def __init__(self, person, number):
        self.person, self.number, self.sent = person, number, 0
        self.carried_out, self.refused, self.bye, self.closed = [], [], False, None
        self.threads = [threading.Thread(target=run) for run in (self.send, self.listen)]

    def send(self):
        try:
            while not self.bye:
                self.sent += 1
                self.person.say(type="buy_in", table=self.number, id=self.person.last_id + self.sent,
                                amount=100)
                time.sleep(0.001)
        except OSError:
            pass

    def listen(self):
        try:
            while True:
                message = json.loads(self.person.ws.read())
                if message["type"] == "answer":
                    (self.carried_out if message["ok"] else self.refused).append(message)
                self.bye = self.bye or message["type"] == "bye"
        except Closed as closed:
            self.closed = closed.args[0]
        except OSError as error:
            self.closed = error
        finally:
            self.bye = True


class Stop(RoomTest):
    def test_commands_in_flight_are_stored_or_not_told(self):
        """Six buyers, a house game at full speed, one who never reads: over within three seconds"""
        room = self.room(table("Rainier", "washington", buy_in_max=100000000, **SLOW)
                         + table("Baker", "washington", house_players=5, **QUICK))
        # Who never reads is waited for, two seconds; not everyone's five, whatever else the machine does.
        times, limit = [], 60 if is_sanitized() else 4
        while len(times) < 3 or (len(times) < 8 and min(times) >= limit):
            turn = len(times)
            people = [self.guest(room) for _ in range(6)]
            for seat, person in enumerate(people, 1):
                person.sit(1, seat, 10000)
                person.watch(2)
            deaf = self.guest(room)
            deaf.say(type="watch", table=2)
            idle = room.connect()
            idle.sendall(b"GET /healthz HTTP/1.1\r\n")  # half a request
            buyers = [Buyer(person, 1) for person in people]
            threads = [thread for buyer in buyers for thread in buyer.threads]
            for thread in threads:
                thread.start()
            time.sleep(0.15 + 0.1 * turn)
            end = time.monotonic() + 60  # on a busy machine it takes a while until much is under way
            while sum(len(buyer.carried_out) for buyer in buyers) <= 20 and time.monotonic() < end:
                time.sleep(0.01)
            began = time.monotonic()
            room.process.terminate()
            status = room.process.wait(timeout=120)
            times.append(time.monotonic() - began)
            for thread in threads:
                thread.join(30)
            self.assertEqual(status, 0)
            room.stop()
            room.start()
            total = 0
            for buyer in buyers:
                self.assertTrue(buyer.bye)
                self.assertEqual(buyer.closed, 1001)
                again = Person(room, buyer.person.cookie).connect()
                chips = again.watch(1)["you"]["chips"]
                self.assertEqual(chips, 10000 + 100 * len(buyer.carried_out))
                for refusal in buyer.refused:
                    self.assertIn(refusal["error"]["code"], (2, 3))  # too much waits, or it stops
                again.do("stand", 1)
                total += len(buyer.carried_out)
            self.assertGreater(total, 20)
            deaf.close()
            idle.close()
        self.assertLess(min(times), limit, times)
        self.assertEqual(room.uth("audit", "verify", "--store",
                                  f"sqlite:{room.directory}/uth.db").returncode, 0)

    def test_a_long_self_check_is_not_waited_for(self):
        """Somebody asks for a self-check of a large store and goes: the end comes all the same"""
        room = self.room(THREE)
        room.stop()
        path = f"{room.directory}/uth.db"
        with sqlite3.connect(path) as database:  # what is not ours is looked through, too, and then named
            database.execute("CREATE TABLE ballast (a INTEGER PRIMARY KEY, b INTEGER UNIQUE)")
            database.execute("WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n"
                             " WHERE i < 600000) INSERT INTO ballast SELECT i, i * 7919 % 600011 FROM n")
        database.close()
        began = time.monotonic()
        checked = room.uth("selfcheck", "--store", f"sqlite:{path}")
        whole = time.monotonic() - began
        self.assertIn("the schema has a table ballast that is not ours", checked.stdout)
        self.assertRegex(checked.stdout, r"\n\d+ match, 1 differ, ")
        times = []
        while len(times) < 3 and (not times or min(times) >= whole / 2):
            room.start()
            manager = Person(room).login("manager", room.password)
            asking = room.connect()
            asking.sendall(f"POST /api/selfcheck HTTP/1.1\r\nHost: {room.host}\r\nContent-Length: 0\r\n"
                           f"Cookie: {manager.cookie}\r\nX-CSRF-Token: {manager.csrf}\r\n\r\n".encode())
            asked = time.monotonic()
            while not manager.get("/api/selfcheck")["running"] and time.monotonic() < asked + 20:
                time.sleep(0.01)
            asking.close()
            began = time.monotonic()
            self.assertEqual(room.stop(), 0)
            times.append(time.monotonic() - began)
        self.assertLess(min(times), whole / 2, times)
        room.start()  # what was cut short found nothing
        manager = Person(room).login("manager", room.password)
        self.assertNotIn("self-check", [line["what"] for line in manager.get("/api/log")["log"]])

    def test_two_signals_or_ten_are_one(self):
        """SIGTERM again and again while it stops changes nothing"""
        room = self.room(table("Baker", "washington", house_players=5, **QUICK))
        person = self.guest(room)
        person.watch(1)
        for _ in range(10):
            room.process.terminate()
            time.sleep(0.002)
        self.assertEqual(person.next("bye")["type"], "bye")
        self.assertEqual(room.stop(), 0)

    def test_whoever_is_still_there_when_patience_ends_is_put_out(self):
        """Five people at the tables, and no time for them to leave: an orderly end all the same"""
        environment = {**os.environ, "LD_PRELOAD": os.environ["UTH_PLUG"], "UTH_PLUG_HURRY": "1",
                       "ASAN_OPTIONS": "verify_asan_link_order=0"}
        room = self.room(table("Baker", "washington", house_players=5, **QUICK), environment=environment)
        people = [self.guest(room) for _ in range(5)]
        for person in people:
            person.watch(1)
        self.assertEqual(room.stop(), 0)

    def test_a_page_that_comes_while_it_stops_is_not_left_hanging(self):
        """A handshake at that moment is refused or closed, never silent"""
        room = self.room(table("Baker", "washington", house_players=5, **QUICK))
        ada = Person(room).guest()
        room.process.terminate()
        try:
            socket = WebSocket(room, Cookie=ada.cookie, Sec_WebSocket_Protocol="uth1")
            if socket.status == 101:
                with self.assertRaises(Closed):
                    while True:
                        socket.read()
        except (OSError, Closed):
            pass
        self.assertEqual(room.stop(), 0)


if __name__ == "__main__":
    main()
