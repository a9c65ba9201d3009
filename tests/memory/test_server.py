"""The server with an allocation that fails: while it starts it says so and ends; while it runs it
refuses what it has no memory for and goes on, or says so and ends where half an answer would look whole.
What was stored is whole, and the next start finds it."""
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time

import starved
from answers import Plain
from cardroom import Closed, Person, Response, Room, RoomTest, ask, main, table

TABLES = table("Rainier", "washington", meter="yes", house_players=2)
JSON = {"content-type": "application/json"}


class Starved(Room):
    """A room whose server lacks memory as starved.environment is told; it has a port when it opened all
    the same."""

    def __init__(self, **lack):
        self.lack = lack
        self.heard = []  # what was asked, and the answer
        super().__init__(TABLES)

    def start(self):
        self.process = subprocess.Popen(
            [starved.STARVED, "serve", "--config", self.config], stdout=subprocess.PIPE, text=True,
            stderr=open(os.path.join(self.directory, "log"), "ab"),
            env=starved.environment(**self.lack))
        self.port = 0
        for line in self.process.stdout:
            if "password" in line:
                self.password = line.split()[-1]
            found = re.match(r"Table open at https?://localhost:(\d+)$", line)
            if found:
                self.port = int(found.group(1))
                self.host = f"127.0.0.1:{self.port}"
                return


class Listener(Person):
    """A client that keeps every answer and message before anybody reads it."""

    def __init__(self, room):
        super().__init__(room)
        self.record = self

    def ask(self, method, path, *rest, **more):
        response = super().ask(method, path, *rest, **more)
        self.room.heard.append((f"{method} {path}", response))
        return response

    def append(self, text):
        kind = "".join(re.findall(r'^{"type":"(\w+)"', text))
        # A table whose opening is not stored as yet shows less than any other, and says that it is closed.
        kind += " closed" if '"state":"closed"' in text else ""
        self.room.heard.append((kind, Response(200, JSON, text.encode())))


def play(room):
    player = Listener(room).guest().connect()
    player.ask("GET", "/api/rounds?player=me")  # none as yet: and later one, or none that is over
    player.watch(1)
    seated = player.command("sit", 1, seat=7, amount=50000)["ok"]
    end = time.monotonic() + 1
    while seated and time.monotonic() < end:
        view = player.views[1]
        if view["you"] and view["you"]["options"]["wager"] and not view["you"]["ready"]:
            player.command("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        elif view["you"] and view["you"]["options"]["decisions"]:
            player.command("decide", 1, action=view["you"]["options"]["decisions"][0])
            break
        player.read()
    player.ask("GET", "/api/rounds?player=me")
    player.ask("GET", "/metrics")
    player.close()


# What staff asks for besides, one of each kind; of lists that grow no more than the start leaves in them, as
# what memory is missing for, like the beginning of a meter's day, is not in them.
ASKED = (
    ("GET", "/api/pit", None), ("GET", "/api/users", None), ("GET", "/api/log?limit=3", None),
    ("GET", "/api/meters/1", None), ("GET", "/api/meters/1/journal?limit=3", None),
    ("GET", "/api/tables/1/config", None), ("GET", "/api/tables/1/placard", None),
    ("GET", "/api/reports/day?table=1&format=html", None), ("GET", "/api/wins/1/1/1", None),
    ("POST", "/api/users", {"name": "Dee", "role": "dealer", "password": "a good long one"}),
    ("POST", "/api/tables/1/automatic_players", {"count": 1}),
    ("POST", "/api/tables?try=1", {"name": "Baker", "profile": "california-6"}),
    ("POST", "/api/meters/1/executive", {"executive_above": 500000, "reason": "the season"}),
    ("POST", "/api/odds", {"cards": "Ah Kd", "board": "Th 9h 2c Js 3d"}),
    ("GET", "/api/disputes", None), ("POST", "/api/rounds/1/1/disputes", {"what": "a card was exposed"}),
    ("POST", "/api/disputes/1/decision", {"decision": "stands", "reason": "it was not"}),
    ("POST", "/api/audit/verify", {}), ("POST", "/api/selfcheck", {}),
)  # fmt: skip


def supervise(room):
    manager = Listener(room).login("manager", room.password)
    for method, path, body in ASKED:
        manager.ask(method, path, body)


def in_vain(room, do):
    """What the caller waited for in vain, or None. A refusal or a closed connection counts as an answer."""
    try:
        do(room)
    except TimeoutError as silence:
        return f"neither answered nor closed: {silence}"
    except AssertionError as refused:
        return str(refused) if "no answer" in str(refused) else None
    except (Closed, OSError, KeyError, IndexError, ValueError, TypeError):
        return None
    return None


def crowd(room):
    """So many guests that the books need more space for their wallets; as long as they are let in."""
    try:
        for _ in range(60):
            Person(room).guest()
    except (Closed, OSError, AssertionError, KeyError, IndexError, ValueError, TypeError):
        pass


def is_well(room, seconds):
    """Whether somebody new is let in within so many seconds, and the server then says that it is well. What
    failed may have been the first question itself, to which there is perhaps no answer; and the store is
    well with the next batch that it stores, which is that of the guest."""
    end = time.monotonic() + seconds
    while room.process.poll() is None and time.monotonic() < end:
        try:
            asked = ("POST", "/api/guest", b""), ("GET", "/healthz", None)
            if [ask_within(room, seconds / 6, *each) for each in asked] == [200, 200]:
                return True
        except (Closed, OSError, ValueError, IndexError):
            pass
        time.sleep(0.1)
    return False


def ask_within(room, seconds, method, path, body):
    with room.connect(timeout=seconds) as stream:
        return ask(room, method, path, body=body, stream=stream).status


def halves_of(heard):
    """Answers and messages that are not whole: which, what is left of it, and what must be said of that."""
    for asked, whole in heard.items():
        if whole.status == 200 and whole.headers["content-type"] == JSON["content-type"]:
            said = json.loads(whole.body)
            for name in said:
                rest = {other: value for other, value in said.items() if other != name}
                yield asked, json.dumps(rest).encode(), f"it lacks {name}"
            yield asked, whole.body[:-1], "half a text"
    for asked, part, without, noticed in (
            ("GET /api/users", b'"loss":0,', b"", "it.users[0].limits lacks loss"),
            ("GET /api/pit", b'"house_ms":5,', b"", "it.tables[0].config lacks house_ms"),
            ("POST /api/odds", b'"board":"Th 9h 2c Js 3d"', b'"board":0', "it.board is 0"),
            ("GET /api/reports/day?table=1&format=html", b"</html>", b"", "it lacks </html>"),
            ("GET /api/reports/day?table=1&format=html", b"<!doctype html>\n", b"", "it lacks <!doctype html>"),
            ("GET /metrics", b"\nuth_tables 1\n", b"\n", "it lacks uth_tables"),
            ("GET /api/wins/1/1/1", b'"message"', b'"another"', "404 without a word")):
        yield asked, heard[asked].body.replace(part, without), noticed
    some = json.loads(heard["GET /api/users"].body)["users"][:-1]
    yield "GET /api/users", json.dumps({"users": some}).encode(), "it.users has 0, and never less than 1"


class Server(RoomTest):
    went_on, ended = [], []

    def one(self, do, plain, number, on):
        """This is done with allocation `number` failing: what is wrong, or None."""
        room = Starved(number=number, on=on)
        try:
            fault = None
            if room.port:
                waited = in_vain(room, do)
                fault = self.afterwards(room, on) or (None if on else waited) or plain.fault_of(room.heard)
                room.process.send_signal(signal.SIGTERM)
            status = room.process.wait(timeout=60)
            room.process.stdout.close()
            log = room.log()
            if status < 0 or "Sanitizer" in log or "runtime error" in log:
                return f"status {status}: {log[-1500:]}"
            if status != 0 and "memory" not in log:
                return f"status {status} and not a word of memory: {log[-300:]}"
            if status == 0 and not room.port:
                return "never opened, and calls it good"
            return fault or self.aftermath(room, status)
        finally:
            room.remove()

    def afterwards(self, room, on, seconds=60):
        """The server after the evening and before anybody stops it: what is wrong, or None. It goes on, and
        says that it is well, or has ended and said why (as where a JSON document is built, which would lack
        a field). Without any memory from some moment `on` it need not answer."""
        if is_well(room, 3 if on else seconds):
            self.went_on.append(room)
            return None
        if room.process.poll() is None:
            return None if on else f"lives, and is not well after {seconds} s: {room.log()[-300:]}"
        self.ended.append(room)
        said = "memory" in room.log() and room.process.returncode != 0
        return None if said else f"ended by itself with {room.process.returncode}: {room.log()[-300:]}"

    def aftermath(self, room, status):
        """The store is whole, and a server with memory goes on from it."""
        if not pathlib.Path(room.directory, "uth.db").exists():
            return None
        url = f"sqlite:{room.directory}/uth.db"
        checked = room.uth("audit", "verify", "--store", url)
        if checked.returncode != 0 and "it has no schema yet" not in checked.stderr:
            return f"after {status}: {checked.stderr}"
        room.lack = {}
        room.start()
        if not room.port:
            return f"the next start fails: {room.log()[-300:]}"
        room.process.send_signal(signal.SIGTERM)
        return None if room.process.wait(timeout=60) == 0 else "the next start does not end well"

    def test_a_store_that_is_not_whole_is_noticed(self):
        """The check can fail: a balance that is no sum, and a key with which no server starts"""
        room = Starved()
        self.addCleanup(room.remove)
        self.assertEqual(room.stop(), 0)
        self.assertIsNone(self.aftermath(room, 0))
        key = pathlib.Path(room.directory, "uth.key")
        kept = key.read_text()
        key.write_text("no key\n")
        self.assertIn("the next start fails", self.aftermath(room, 0))
        key.write_text(kept)
        with sqlite3.connect(f"{room.directory}/uth.db") as database:
            database.execute("UPDATE uth_account SET balance = balance + 1 WHERE kind = 9")
        database.close()
        self.assertIn("balance", self.aftermath(room, 0))

    def test_a_server_that_does_not_go_on_is_noticed(self):
        """The check can fail: one that stands still, one that ends without a word, one that never answers"""
        room = Starved()
        self.addCleanup(room.remove)
        self.assertIsNone(self.afterwards(room, False))
        room.process.send_signal(signal.SIGSTOP)
        self.assertIn("lives, and is not well", self.afterwards(room, False, seconds=1))
        room.process.send_signal(signal.SIGCONT)
        self.assertEqual(room.stop(), 0)
        self.assertIn("ended by itself with 0", self.afterwards(room, False))
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            room.connect = lambda: socket.create_connection(deaf.getsockname(), timeout=0.2)
            self.assertIn("neither answered nor closed", in_vain(room, play))

    def test_half_an_answer_is_noticed(self):
        """The check can fail: a field, an element, a line or the end is missing, or the words of a refusal"""
        room = Starved()
        self.addCleanup(room.remove)
        supervise(room)  # before anybody can have won
        play(room)
        self.assertEqual(room.stop(), 0)
        plain, heard = Plain(room.heard), dict(room.heard)
        self.assertIsNone(plain.fault_of(room.heard))
        for asked, body, noticed in halves_of(heard):
            whole = heard[asked]
            fault = plain.fault_of([*room.heard, (asked, Response(whole.status, whole.headers, body))])
            self.assertIn(noticed, fault or "nothing", (asked, body[-80:]))
        told = Response(200, JSON, b'{"ok":true}')
        self.assertIn("it is {'ok': True}", plain.fault_of([("GET /api/wins/1/1/1", told)]) or "nothing")
        ended = Response(503, JSON, b'{"error":{"message":"out of memory"}}')
        self.assertIsNone(plain.fault_of([("GET /api/pit", ended)]))

    def count(self, do):
        """How many allocations there are when a server starts, this is done, and it ends; how many of them
        while stored batches are taken; and what was heard."""
        with tempfile.NamedTemporaryFile() as report:
            room = Starved(report=report.name)
            do(room)
            self.assertEqual(room.stop(), 0)
            room.remove()
            return [*(int(word) for word in pathlib.Path(report.name).read_text().split()), room.heard]

    def try_all(self, tried, do, plain, total, start):
        self.went_on.clear()
        self.ended.clear()
        with concurrent.futures.ThreadPoolExecutor(3) as pool:  # they mostly wait
            found = list(pool.map(lambda each: self.one(do, plain, *each), tried))
        print(f"# tried: {len(tried)} evenings, in each of which one of {total} allocations fails, {start} of them "
              f"at the start; {len(self.went_on)} went on and {len(self.ended)} ended of those that opened", flush=True)
        self.assertEqual([f"at {each}: {fault}" for each, fault in zip(tried, found) if fault][:5], [])

    def test_what_staff_asks_for_with_an_allocation_that_fails(self):
        """Some of a manager's requests, one of each kind, alone or with all behind them"""
        start = self.count(lambda room: None)[0]
        total, _, heard = self.count(supervise)
        refused = [asked for asked, response in heard if response.status != 200]
        # Nobody has won, and nothing was played that could be disputed: the rest are requests there are.
        self.assertEqual(refused, ["GET /api/wins/1/1/1", "POST /api/rounds/1/1/disputes",
                                   "POST /api/disputes/1/decision"])
        whole, short = (40, 2) if starved.is_sanitized() else (200, 7)
        wanted = whole if starved.WHOLE else short
        numbers = range(start, total, max(1, (total - start) // wanted))
        self.try_all([(number, turn % 4 == 3) for turn, number in enumerate(numbers)], supervise, Plain(heard),
                     total, start)

    def test_an_evening_with_an_allocation_that_fails(self):
        """Some of the start's, and of a guest's hand and the end, alone or with all behind them"""
        start = self.count(lambda room: None)[0]
        total, _, heard = self.count(play)
        self.assertEqual({response.status for _, response in heard}, {200})
        whole, short = (40, 3) if starved.is_sanitized() else (100, 7)
        wanted = whole if starved.WHOLE else short
        tried = [(number, turn % 4 == 3) for turn, number in enumerate(range(1, start, max(1, start // wanted)))]
        if starved.WHOLE and not starved.is_sanitized():  # every one alone, and every third with all behind it
            tried += [(number, on) for number in range(start, total + 1) for on in (False, True)[:1 + (number % 3 == 0)]]
        else:
            numbers = range(start, total, max(1, (total - start) // wanted))
            tried += [(number, turn % 4 == 3) for turn, number in enumerate(numbers, len(tried))]
        self.try_all(tried, play, Plain(heard), total, start)

    def test_memory_that_is_out_for_what_is_stored_ends_the_server(self):
        """Every allocation for a crowd while a stored batch is taken: status 1, and the next start has all"""
        start, total = self.count(lambda room: None)[1], self.count(crowd)[1]
        self.assertGreater(total, start)
        for taking in range(start + 1, total + 1):
            room = Starved(taking=taking)
            self.addCleanup(room.remove)
            self.assertTrue(room.port, room.log())
            crowd(room)
            self.assertEqual(room.process.wait(timeout=60), 1, room.log())
            room.process.stdout.close()
            self.assertIn("cannot apply a stored batch: out of memory", room.log())
            self.assertIn("this server exits; everything is stored", room.log())
            self.assertIsNone(self.aftermath(room, 1))
        print(f"# tried: {total - start} allocations while a stored batch is taken", flush=True)


if __name__ == "__main__":
    main()
