"""A cardroom under test, and the people in it: over real sockets, as pages do it."""
import hashlib
import json
import os
import pathlib
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import schema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "net"))
from client import SERVER as UTH, Closed, Response, WebSocket, ask, main, seed  # noqa: E402,F401

FAST = {
    "betting_ms": 400, "decision_ms": 400, "offer_ms": 300, "result_ms": 50, "house_ms": 5,
    "proposition_ms": 5, "absent_rounds": 200,
}
PROVIDER = {"provider": "Redwood Players", "provider_bankroll": 100000000}


# What a command is meant for: the round the sender sees, and for some its street.
MOMENTS = {kind: row["at"] for kind, row in schema.DESCRIBED.commands.items() if "at" in row}
STALE = {138, 139}


def moment(kind, view):
    """The fields of a command made by somebody who sees this view."""
    fields = {"round": view["round"]} if kind in MOMENTS else {}
    return {**fields, "street": view["phase"]} if MOMENTS.get(kind) == "street" else fields


def part_commitment(number, round_, seat, part):
    """docs/dealing.md"""
    text = struct.pack("<IQB", number, round_, seat) + part
    return hashlib.blake2b(b"uth part 1".ljust(16, b"\0") + text, digest_size=32).hexdigest()


def table(name, profile, company=0, **settings):
    """A section of the configuration file; `company` are house players, or a provider's (BANK-1)."""
    if profile.startswith("california"):
        settings = {"proposition_players": company, **PROVIDER, **settings}
    else:
        settings = {"house_players": company, **settings}
    lines = [f"[table {name}]", f"profile = {profile}"]
    lines += [f"{key} = {value}" for key, value in {**FAST, **settings}.items()]
    return "\n".join(lines) + "\n"


THREE = (table("Rainier", "washington", meter="yes", house_players=0)
         + table("Shasta", "california-8", house_players=0)
         + table("Tahoe", "california-6", house_players=0))


def set_clock(path, milliseconds):
    """So far ahead, by the file UTH_AHEAD_FILE names; in one step, as an empty one is another day."""
    fresh = path.with_suffix(".new")
    fresh.write_text(str(milliseconds))
    fresh.replace(path)


def is_sanitized():
    """A sanitizer looks through all memory at the end, and takes its time for everything."""
    return b"__asan_init" in pathlib.Path(UTH).read_bytes()


class Room:
    """`uth serve` in a directory of its own; can be killed and started again."""

    def __init__(self, tables=THREE, directory=None, decks=None, store=None, environment=None,
                 **keys):
        self.directory = directory or tempfile.mkdtemp(prefix="uth-serve-")
        self.own = directory is None
        self.config = os.path.join(self.directory, "uth.conf")
        keys = {
            "port": 0, "store": store or f"sqlite:{self.directory}/uth.db",
            "key_file": f"{self.directory}/uth.key", "requests_per_second": 1000000,
            "connections_per_address": 100000, "messages_per_second": 100000,
            "guests_per_address": 100000, "guests": 100000,
            "guest_money": 1000000, "log": "warn", "selfcheck_hour": 24, **keys,
        }
        if decks is not None:
            path = os.path.join(self.directory, "decks")
            pathlib.Path(path).write_text("".join(line + "\n" for line in decks))
            keys["test_decks"] = path
        text = "".join(f"{key} = {value}\n" for key, value in keys.items())
        pathlib.Path(self.config).write_text(text + tables)
        self.password = None
        self.said = ""
        self.environment = environment
        self.options = ["--config", self.config]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [UTH, "serve", *self.options], stdout=subprocess.PIPE,
            stderr=open(os.path.join(self.directory, "log"), "ab"), text=True,
            env=self.environment)
        while True:
            line = self.process.stdout.readline()
            self.said += line
            if not line:
                self.process.wait()
                raise AssertionError(self.log())
            if "password" in line:
                self.password = line.split()[-1]
            found = re.match(r"Table open at https?://localhost:(\d+)$", line)
            if found:
                break
        self.port = int(found.group(1))
        self.host = f"127.0.0.1:{self.port}"

    def connect(self, receive=None, timeout=30, address="127.0.0.1"):
        import socket
        made = socket.socket()
        made.bind((address, 0))
        made.settimeout(timeout)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if receive:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        made.connect(("127.0.0.1", self.port))
        return made

    def log(self):
        return pathlib.Path(self.directory, "log").read_text()

    def kill(self):
        """Pulls the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=30)
        self.process.stdout.close()
        return status

    def remove(self):
        if self.process.poll() is None:
            self.kill()
        if self.own:
            shutil.rmtree(self.directory, ignore_errors=True)

    def uth(self, *arguments):
        return subprocess.run([UTH, *arguments], capture_output=True, text=True, timeout=120)


class From:
    """The same room, for somebody at another address of the loopback network."""

    def __init__(self, room, address):
        self.room, self.address, self.host = room, address, room.host

    def connect(self, receive=None, timeout=30):
        return self.room.connect(receive, timeout, self.address)


class Person:
    """Somebody with a cookie; `at` opens the socket."""

    def __init__(self, room, cookie=None):
        self.room, self.cookie, self.csrf, self.id, self.me = room, cookie, None, None, {}
        self.ws, self.views, self.answers, self.others, self.last_id = None, {}, {}, [], 0
        self.device = None
        self.watching = set()
        self.record = None  # a list that gets every message as text
        self.parts = {}  # of the seed, by table, round and seat
        self.reveals = True  # them, as soon as they are asked for

    # ---- HTTP

    def ask(self, method, path, body=None, headers=None, csrf=True):
        lines = {}
        if self.cookie or self.device:
            lines["Cookie"] = "; ".join(cookie for cookie in (self.cookie, self.device) if cookie)
        if csrf and self.csrf:
            lines["X-CSRF-Token"] = self.csrf
        if method == "POST":
            lines["Content-Type"] = "application/json"
            if path.endswith("/adjust"):
                lines["Idempotency-Key"] = str(time.time_ns())  # None among the headers takes it away
        lines = {name: line for name, line in {**lines, **(headers or {})}.items() if line is not None}
        data = None
        if method == "POST":
            data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        response = ask(self.room, method, path, headers=lines, body=data)
        if response.status == 200 and response.headers.get("content-type") == "application/json":
            schema.hold_answer(method, path, json.loads(response.body))
        return response

    def get(self, path):
        response = self.ask("GET", path)
        assert response.status == 200, response
        return json.loads(response.body)

    def post(self, path, body=None, status=200):
        response = self.ask("POST", path, body)
        assert response.status == status, response
        return json.loads(response.body)

    def take_session(self, response):
        assert response.status == 200, response
        cookies = [cookie.split(";")[0] for cookie in response.headers["cookies"]]
        self.cookie = next(cookie for cookie in cookies if cookie.startswith("uth_session="))
        self.device = next((cookie for cookie in cookies if cookie.startswith("uth_device=")), self.device)
        self.know(json.loads(response.body))
        return self

    def know(self, me):
        self.me, self.csrf, self.id = me, me.get("csrf"), me.get("id")

    def guest(self):
        return self.take_session(self.ask("POST", "/api/guest"))

    def login(self, name, password):
        return self.take_session(
            self.ask("POST", "/api/login", {"name": name, "password": password}))

    # ---- the socket

    def connect(self):
        self.watching.clear()
        self.ws = WebSocket(self.room, Cookie=self.cookie, Sec_WebSocket_Protocol="uth1")
        assert self.ws.status == 101, self.ws.status
        hello = self.next("hello")
        self.know(hello["person"])
        return self

    def close(self):
        self.ws.stream.close()
        self.ws = None

    def say(self, **message):
        if message.get("type") == "watch":
            self.watching.add(message.get("table"))
        elif message.get("type") == "unwatch":
            self.watching.discard(message.get("table"))
        self.ws.send(json.dumps(message))

    def read(self):
        """One message; views and answers are kept."""
        text = self.ws.read()
        if self.record is not None:
            self.record.append(text)
        message = json.loads(text)
        schema.hold_message(message)
        if message["type"] == "view":
            self.views[message["table"]] = message
            self.reveal(message)
        elif message["type"] == "answer":
            self.answers[message["id"]] = message
        elif message["type"] == "person":
            self.know(message["person"])
        else:
            self.others.append(message)
        return message

    # ---- parts of the seed

    def commit(self, number, seat=None):
        """A part for the round this person sees, and the commitment to it."""
        view = self.glance(number)
        seat = seat or view["you"]["seat"]
        part = self.parts.setdefault((number, view["round"], seat), os.urandom(32))
        return part_commitment(number, view["round"], seat, part)

    def reveal(self, view):
        if view["state"] != "sealed" or not self.reveals:
            return
        for part in view["fairness"]["parts"]:
            own = self.parts.get((view["table"], view["round"], part["seat"]))
            if own and not part["revealed"]:
                self.send("reveal", view["table"], seat=part["seat"], part=own.hex(), round=view["round"])

    def next(self, kind, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = self.read()
            if message["type"] == kind:
                return message
        raise AssertionError(f"no {kind} came")

    def watch(self, number):
        self.say(type="watch", table=number)
        return self.until(number, lambda view: True, fresh=True)

    def until(self, number, wanted, seconds=20, fresh=False):
        """The table's view once it is as wanted."""
        end = time.monotonic() + seconds
        view = None if fresh else self.views.get(number)
        while view is None or not wanted(view):
            assert time.monotonic() < end, ("it never came to be", self.views.get(number))
            message = self.read()
            view = message if message["type"] == "view" and message["table"] == number else view
        return view

    def send(self, kind, number, **fields):
        """Sends a command for the moment this person sees, or the one that is named; gives its id."""
        self.last_id = max(self.last_id + 1, time.time_ns() // 1000000)
        identifier = fields.pop("id", self.last_id)
        seen = moment(kind, self.glance(number)) if kind in MOMENTS else {}
        self.say(type=kind, table=number, id=identifier, **{**seen, **fields})
        return identifier

    def glance(self, number):
        """The newest view of a table; whoever does not watch it looks once."""
        if number in self.watching and number in self.views:
            return self.views[number]
        view = self.watch(number)
        self.say(type="unwatch", table=number)
        return view

    def command(self, kind, number, **fields):
        """Sends a command and gives its answer. Views come behind answers: one that was made for the view
        before is made again for the next."""
        end = time.monotonic() + 20
        while True:
            before = self.views.get(number) if number in self.watching else None
            answer = self.answer(self.send(kind, number, **fields))
            stale = not answer["ok"] and answer["error"]["code"] in STALE
            if not stale or before is None or {"round", "street", "id"} & set(fields) or time.monotonic() > end:
                return answer
            while self.views[number] is before:
                self.read()

    def answer(self, identifier, seconds=20):
        end = time.monotonic() + seconds
        while identifier not in self.answers:
            assert time.monotonic() < end, f"no answer to {identifier}"
            self.read()
        return self.answers.pop(identifier)

    def do(self, kind, number, **fields):
        """A command that is carried out."""
        answer = self.command(kind, number, **fields)
        assert answer["ok"], answer
        return answer

    def sit(self, number, seat, amount):
        """Watches, sits down, and gives the view that shows it."""
        self.watch(number)
        self.do("sit", number, seat=seat, amount=amount)
        return self.until(number, lambda v: v["you"] and v["you"]["seat"] == seat)


class Crew:
    """People at one table who bet, bank and decide by chance as soon as they may, each on his own
    socket; `rng` makes a run repeatable as far as the clock allows."""

    def __init__(self, people, number, rng, stakes=None):
        self.people, self.number, self.rng = people, number, rng
        self.stakes = stakes or (lambda view, rng: {"ante": 500, "blind": 500, "trips": 500})
        self.acted = {}  # by person: the moment that was acted on

    def send(self, person, kind, **fields):
        person.send(kind, self.number, **fields)

    def react(self, person, view):
        you = view["you"]
        if you is None:
            return
        options = you["options"]
        now = (view["round"], view["phase"], view["state"], view["offer"] and view["offer"]["seat"])
        if self.acted.get(person) == now:
            return
        if options["decisions"]:
            self.send(person, "decide", action=self.rng.choice(options["decisions"]))
        elif options["bank"]:
            self.send(person, "bank_take", amount=max(options["bank"]["min"], 30000))
        elif options["wager"] and not you["ready"]:
            part = {"part_commitment": person.commit(self.number)} if self.rng.random() < 0.5 else {}
            self.send(person, "wager", stakes=self.stakes(view, self.rng), ready=True, **part)
        else:
            return
        self.acted[person] = now

    def run(self, wanted, seconds=60):
        """Until `wanted(person, view)` of any view that comes; gives that view."""
        end = time.monotonic() + seconds
        for person in self.people:
            if self.number in person.views:
                self.react(person, person.views[self.number])
        while time.monotonic() < end:
            streams = {person.ws.stream: person for person in self.people}
            for stream in select.select(list(streams), [], [], 0.5)[0]:
                person = streams[stream]
                message = person.read()
                if message["type"] == "view" and message["table"] == self.number:
                    self.react(person, message)
                    if wanted(person, message):
                        return message
        raise AssertionError("it never came to be")


class RoomTest(unittest.TestCase):
    maxDiff = None

    def room(self, *arguments, **keys):
        room = Room(*arguments, **keys)
        self.addCleanup(self.ended, room)
        return room

    def ended(self, room):
        """A server that ended by itself has failed, whatever else happened."""
        status = room.process.poll()
        log = room.log()
        room.remove()
        self.assertIn(status, (None, 0, -signal.SIGKILL), log)
        self.assertNotIn(" error ", log)

    def guest(self, room):
        return Person(room).guest().connect()

    def manager(self, room):
        return Person(room).login("manager", room.password).connect()

    def staff(self, room, manager, role, name=None, **fields):
        """Somebody with that role, made by the manager."""
        name = name or f"the {role}"
        manager.post("/api/users", {"name": name, "role": role, "password": "a long password",
                                    **fields})
        return Person(room).login(name, "a long password").connect()

    def assert_refused(self, answer, message=None):
        self.assertFalse(answer["ok"], answer)
        if message is not None:
            self.assertIn(message, answer["error"]["message"])
