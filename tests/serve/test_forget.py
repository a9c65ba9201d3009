"""A server forgets what it was told in confidence: in its memory no password and no PIN is left after its
use, and the secret of a round in play is nowhere but on pages that are locked and in no core dump."""
import json
import os
import pathlib
import re
import shutil
import signal
import tempfile
import time

from cardroom import Person, RoomTest, main, seed, table
from client import TEXT, frame

SLOW = {"betting_ms": 60000, "decision_ms": 60000, "result_ms": 50}
LARGEST = 1 << 30  # a mapping above that is an address space of a sanitizer, not memory in use
HEAD = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ *(.*)")


class Memory:
    """All of a process's memory at one moment, stopped as long as that takes."""

    def __init__(self, pid):
        self.regions = []
        os.kill(pid, signal.SIGSTOP)
        try:
            self.take(pid)
        finally:
            os.kill(pid, signal.SIGCONT)

    def take(self, pid):
        lines = pathlib.Path(f"/proc/{pid}/smaps").read_text().splitlines()
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
            head = None
            for line in lines:
                head = HEAD.fullmatch(line) or head
                if line.startswith("VmFlags:"):
                    self.add(memory, head, line.split()[1:])

    def add(self, memory, head, flags):
        start, end = int(head[1], 16), int(head[2], 16)
        if "r" not in head[3] or end - start > LARGEST or head[4] in ("[vvar]", "[vsyscall]"):
            return
        memory.seek(start)
        data = b""
        while len(data) < end - start:
            try:
                part = memory.read(end - start - len(data))
            except OSError:
                break  # a page that is not there
            if not part:
                break
            data += part
        self.regions.append((start, head[4], "lo" in flags and "dd" in flags, data))

    def find(self, needle):
        """Where it is: (address, of which file, guarded)."""
        found = []
        for start, name, guarded, data in self.regions:
            at = data.find(needle)
            while at >= 0:
                found.append((hex(start + at), name, guarded))
                at = data.find(needle, at + 1)
        return found

    def size(self):
        return sum(len(data) for *_, data in self.regions)


class Forget(RoomTest):
    def memory(self, room):
        return Memory(room.process.pid)

    def open_room(self):
        """One whose memory may be looked into; what it said about that is in self.noted."""
        directory = tempfile.mkdtemp(prefix="uth-forget-")
        self.addCleanup(shutil.rmtree, directory, ignore_errors=True)
        self.noted = pathlib.Path(directory, "dumpable")
        environment = {**os.environ, "LD_PRELOAD": os.environ["UTH_DUMPABLE_SHIM"],
                       "UTH_DUMPABLE": str(self.noted)}
        # A sanitizer wants to be the first library, and cannot be when another one is preloaded.
        environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        environment.pop("MALLOC_PERTURB_", None)  # Meson's: memory that is freed would be overwritten
        return self.room(table("Table", "washington", **SLOW), directory=directory, environment=environment)

    def assert_forgotten(self, memory, what, text):
        self.assertGreater(memory.size(), 1 << 20)
        self.assertEqual(memory.find(text.encode()), [], what)

    def digits(self, rng):
        return "".join(rng.choice("0123456789") for _ in range(12))

    def word(self, rng):
        return "".join(rng.choice("abcdefghkmnpqrstuvwxyz") for _ in range(24))

    def test_the_search_finds_what_is_there(self):
        """A name, which is no secret, is found; and a name is not guarded memory"""
        room = self.open_room()
        manager = self.manager(room)
        self.staff(room, manager, "dealer", name="Quillaja Zwetschge")
        found = self.memory(room).find(b"Quillaja Zwetschge")
        self.assertTrue(found)
        self.assertFalse(all(guarded for *_, guarded in found))

    def test_no_password_is_left(self):
        """After the first start, registering, a right and a wrong log-in, and a user being made"""
        rng = seed()
        room = self.open_room()
        manager = self.manager(room)
        given, wrong, own = self.word(rng), self.word(rng), self.word(rng)
        self.staff(room, manager, "dealer", name="dora")
        answer = manager.ask("POST", "/api/users", {"name": "dan", "role": "dealer", "password": given})
        self.assertEqual(answer.status, 200, answer)
        Person(room).login("dan", given)
        self.assertEqual(Person(room).ask("POST", "/api/login", {"name": "dan", "password": wrong}).status, 403)
        guest = Person(room).guest()
        guest.post("/api/register", {"name": "Gus", "password": own})
        memory = self.memory(room)
        for what, text in (("first", room.password), ("given", given), ("wrong", wrong), ("own", own)):
            self.assert_forgotten(memory, what, text)

    def test_no_password_is_left_of_a_body_in_pieces(self):
        """Cut anywhere, too long for a password, or never ended"""
        rng = seed()
        room = self.open_room()
        pieces, long, cut = self.word(rng), self.word(rng) * 8, self.word(rng)

        def post(password, size=None, parts=3):
            body = json.dumps({"name": "manager", "password": password}).encode()
            head = (f"POST /api/login HTTP/1.1\r\nHost: {room.host}\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {size or len(body)}\r\n\r\n").encode()
            stream = room.connect()
            text = head + body
            for i in range(parts):
                stream.sendall(text[len(text) * i // parts:len(text) * (i + 1) // parts])
                time.sleep(0.1)
            return stream
        for password in (pieces, long):
            with post(password) as stream:
                self.assertRegex(stream.recv(100), rb"HTTP/1.1 40[03]")
        post(cut, size=4000).close()
        time.sleep(0.5)
        memory = self.memory(room)
        for what, text in (("pieces", pieces), ("long", long[:24]), ("cut", cut)):
            self.assert_forgotten(memory, what, text)

    def test_no_pin_is_left(self):
        """Of a card at the table, right or wrong, in one frame or in several"""
        rng = seed()
        room = self.open_room()
        manager = self.manager(room)
        pin, wrong, parts = self.digits(rng), self.digits(rng), self.digits(rng)
        supervisor = self.staff(room, manager, "supervisor", card="7001", pin=pin)
        for given in (pin, wrong):
            supervisor.command("confirm", 1, card="7001", pin=given)
        text = json.dumps({"type": "confirm", "table": 1, "id": 77, "card": "7001", "pin": parts}).encode()
        cut = text.index(parts.encode()) + 6
        supervisor.ws.stream.sendall(frame(TEXT, text[:cut], final=False))
        time.sleep(0.1)
        supervisor.ws.stream.sendall(frame(0, text[cut:]))
        supervisor.answer(77)
        memory = self.memory(room)
        for what, given in (("right", pin), ("wrong", wrong), ("parts", parts)):
            self.assert_forgotten(memory, what, given)

    def test_the_secret_of_a_round_in_play_is_guarded(self):
        """DEAL-1: while wagers are open and while cards are played; afterwards it is public"""
        room = self.open_room()
        manager, ada = self.manager(room), self.guest(room)
        ada.sit(1, 1, 50000)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        moments = {"betting": self.memory(room)}
        ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        view = ada.until(1, lambda v: v["you"]["options"]["decisions"])
        moments["dealt"] = self.memory(room)
        manager.get("/api/lobby")
        ada.say(type="watch", table=1)
        moments["looked at"] = self.memory(room)
        ada.do("decide", 1, action="4x")
        number = view["round"]
        for _ in range(200):
            response = manager.ask("GET", f"/api/rounds/1/{number}")
            if response.status == 200:
                break
            time.sleep(0.05)
        secret = json.loads(response.body)["fairness"]["secret"]
        seen = 0
        for moment, memory in moments.items():
            self.assertEqual(memory.find(secret.encode()), [], moment)
            found = memory.find(bytes.fromhex(secret))
            self.assertEqual([place for place in found if not place[2]], [], moment)
            seen += len(found)
        self.assertGreater(seen, 0)  # it is there, and so the search means something

    def test_no_core_is_dumped(self):
        """A server that crashes writes its memory nowhere"""
        room = self.open_room()
        limits = pathlib.Path(f"/proc/{room.process.pid}/limits").read_text()
        self.assertRegex(limits, r"Max core file size +0 +0 ")
        self.assertEqual(self.noted.read_text(), "0")


if __name__ == "__main__":
    main()
