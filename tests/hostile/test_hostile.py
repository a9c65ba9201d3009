"""A hostile network: strangers attack from twenty addresses at once while honest people play. They are
answered in their usual time, the server stays within its memory, gives every file back, and lives.

HOSTILE_SECONDS: how long the attacks that have no end of their own go on, 5 unless set."""
import json
import os
import pathlib
import select
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
import careless  # noqa: E402
from cardroom import Crew, RoomTest, ask, is_sanitized, main, seed, table  # noqa: E402

SECONDS = float(os.environ.get("HOSTILE_SECONDS", "5"))
ATTACKS = str(pathlib.Path(__file__).resolve().with_name("attacks.py"))
CALM = {"betting_ms": 5000, "decision_ms": 5000, "offer_ms": 2000, "result_ms": 50, "house_ms": 5}
TABLES = (table("Rainier", "washington", meter="yes", house_players=0, **CALM)
          + table("Shasta", "california-8", house_players=0, **CALM))
LIMITS = {"connections": 8192, "connections_per_address": 128, "messages_per_second": 50,
          "requests_per_second": 100}
# What the attackers may make the server hold: 22 addresses with 128 connections at most, of which a
# few hundred are there at a time, 256 KB for the queue of one who does not read, and buffers.
MEMORY_MB = 64
SLOW = 4 if is_sanitized() else 1  # so many times as long may everything take
SLOWER = 6                  # the median answer under attack, in medians without
PATIENCE_MS = 40 * SLOW     # and above that what a busy machine adds
LONGEST_MS = 3000 * SLOW    # no answer ever takes longer


class Honest(Crew):
    """Plays, and measures how long each answer takes."""

    def __init__(self, people, rng):
        super().__init__(people, 1, rng)
        self.sent, self.answers_ms, self.rounds = {}, [], set()

    def send(self, person, kind, **fields):
        super().send(person, kind, **fields)
        self.sent[person, person.last_id] = time.monotonic()

    def play(self, done):
        """Until done() is true; gives the answers' times, and how many rounds there were."""
        self.answers_ms, self.rounds = [], set()
        for person in self.people:
            self.react(person, person.views[1])
        while not done():
            streams = {person.ws.stream: person for person in self.people}
            for stream in select.select(list(streams), [], [], 0.1)[0]:
                self.take(streams[stream], streams[stream].read())
        return self.answers_ms, len(self.rounds)

    def take(self, person, message):
        if message["type"] == "answer" and (person, message["id"]) in self.sent:
            took = time.monotonic() - self.sent.pop((person, message["id"]))
            self.answers_ms.append(1000 * took)
        elif message["type"] == "view" and message["table"] == 1:
            self.rounds.add(message["round"])
            self.react(person, message)


class Watch(threading.Thread):
    """Asks after the server's health, and looks at its memory and files, until stopped."""

    def __init__(self, room):
        super().__init__(daemon=True)
        self.room, self.stopped = room, threading.Event()
        self.peak_mb, self.most_files, self.asked, self.failed, self.slowest_ms = 0.0, 0, 0, [], 0.0

    def look(self):
        status = pathlib.Path(f"/proc/{self.room.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def files(self):
        return len(os.listdir(f"/proc/{self.room.process.pid}/fd"))

    def run(self):
        while not self.stopped.wait(0.1):
            begun = time.monotonic()
            try:
                response = ask(self.room, "GET", "/healthz")
                if response.status != 200:
                    self.failed.append(response.status)
            except Exception as error:
                self.failed.append(repr(error))
            self.asked += 1
            self.slowest_ms = max(self.slowest_ms, 1000 * (time.monotonic() - begun))
            try:
                self.peak_mb = max(self.peak_mb, self.look())
                self.most_files = max(self.most_files, self.files())
            except OSError as error:
                self.failed.append(repr(error))
                return


def median(numbers):
    return statistics.median(numbers) if numbers else float("inf")


def wrong_with_memory(base_mb, peak_mb, allowed_mb=MEMORY_MB):
    """What is wrong with how the server grew; nothing when it stayed within what is allowed."""
    return [] if peak_mb <= base_mb + allowed_mb else [f"memory: {base_mb:.1f} to {peak_mb:.1f} MB"]


def wrong_with_answers(watch, quiet, busy, rounds):
    """What is wrong with how the others were answered."""
    slowest, allowed = max(busy, default=float("inf")), SLOWER * median(quiet) + PATIENCE_MS
    return [said for is_wrong, said in (
        (watch.failed, f"health: {watch.failed[:3]}"),
        (watch.slowest_ms > LONGEST_MS, f"health: answered after {watch.slowest_ms:.0f} ms"),
        (rounds < 5, f"rounds: {rounds}"),
        (median(busy) > allowed, f"median: {median(busy):.1f} ms, allowed {allowed:.1f}"),
        (slowest > LONGEST_MS, f"slowest: {slowest:.0f} ms")) if is_wrong]


class Hostile(RoomTest):
    def open(self, **keys):
        room = self.room(TABLES, **{**LIMITS, **keys})
        people = [self.guest(room) for _ in range(2)]
        for seat, person in enumerate(people, 1):
            person.sit(1, seat, 200000)
        return room, people

    def attack(self, port, number, *names, seconds=SECONDS, **environment):
        """The attackers, in a process of their own that is less urgent than the server."""
        attackers = subprocess.Popen(
            [sys.executable, "-B", ATTACKS, str(port), str(seconds), str(number), *names],
            stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(5),
            env={**os.environ, "HOSTILE_SLOW": str(SLOW), **environment})
        self.addCleanup(attackers.wait)
        self.addCleanup(attackers.kill)
        return attackers

    def reports(self, attackers):
        out, _ = attackers.communicate(timeout=300 + 4 * SECONDS)
        return [json.loads(line) for line in out.splitlines()]

    def assert_nothing_wrong(self, reports):
        self.assertEqual({r["name"]: r["wrong"] for r in reports if r["wrong"]}, {})

    def assert_files_back(self, watch, base, seconds=45):
        """What the attackers opened is closed again."""
        end = time.monotonic() + seconds
        while watch.files() > base and time.monotonic() < end:
            time.sleep(0.2)
        self.assertLessEqual(watch.files(), base, "files are left open")

    def test_honest_players_do_not_notice(self):
        """All attacks at once: play goes on, memory is bounded, files come back, nothing dies"""
        rng = seed()
        room, people = self.open()
        honest, watch = Honest(people, rng), Watch(room)
        begun = time.monotonic()
        quiet, quiet_rounds = honest.play(lambda: time.monotonic() > begun + (3 if len(honest.rounds) > 3 else 60))
        self.assertGreater(quiet_rounds, 3)
        base_mb, base_files = watch.look(), watch.files()
        watch.start()
        begun = time.monotonic()
        attackers = self.attack(room.port, rng.randrange(1 << 30))
        reports = []
        reader = threading.Thread(target=lambda: reports.extend(self.reports(attackers)))
        reader.start()
        busy, busy_rounds = honest.play(lambda: not reader.is_alive())
        seconds = time.monotonic() - begun
        for person in people:
            person.close()
        watch.stopped.set()
        watch.join()

        for r in sorted(reports, key=lambda r: r["name"]):
            came = ", ".join(f"{outcome} {count}" for outcome, count in sorted(r["came"].items()))
            print(f"# {r['name']:24} {r['tried']:6} tried in {r['seconds']:5.1f} s: {came}")
        print(f"# tried: {sum(r['tried'] for r in reports)} hostile acts of {len(reports)} kinds in {seconds:.0f} s; "
              f"honest median {median(busy):.1f} ms (quiet {median(quiet):.1f}), slowest {max(busy, default=0):.0f} ms, "
              f"{busy_rounds} rounds; health asked {watch.asked} times, slowest {watch.slowest_ms:.0f} ms; "
              f"memory {base_mb:.0f} to {watch.peak_mb:.0f} MB; files {base_files} to {watch.most_files} and back",
              flush=True)
        self.assertEqual(len(reports), 22)
        self.assert_nothing_wrong(reports)
        self.assertEqual(wrong_with_answers(watch, quiet, busy, busy_rounds), [])
        if not is_sanitized():  # which keeps what was freed
            self.assertEqual(wrong_with_memory(base_mb, watch.peak_mb), [])
        self.assert_files_back(watch, base_files)
        self.assertEqual(room.stop(), 0)
        verified = room.uth("audit", "verify", "--store", f"sqlite:{room.directory}/uth.db")
        self.assertEqual(verified.returncode, 0, verified.stderr)

    def assert_fails_without(self, attack, part, environment=None, **keys):
        """The same attack on a server whose limit is switched off is told apart."""
        room, _ = self.open(**keys)
        reports = self.reports(self.attack(room.port, 1, attack, **(environment or {})))
        self.assertEqual(len(reports), 1)
        self.assertTrue(reports[0]["wrong"], reports)
        self.assertIn(part, reports[0]["wrong"][0])

    def test_without_the_limit_of_an_address_the_crowd_is_seen(self):
        """The check can fail: connections_per_address switched off"""
        self.assert_fails_without("silent_crowd", "connections of one address are held",
                                  connections_per_address=100000)

    def test_without_the_limit_of_messages_the_flood_is_seen(self):
        """The check can fail: messages_per_second switched off"""
        self.assert_fails_without("command_flood", "the socket is open", messages_per_second=1000000)

    def test_without_the_limit_of_requests_the_flood_is_seen(self):
        """The check can fail: requests_per_second switched off, beside a server that keeps to it"""
        # A small share, so that a slow machine can ask for more.
        share = {"HOSTILE_REQUESTS_PER_SECOND": "5", "HOSTILE_FLOOD_SECONDS": "10"}
        room, _ = self.open(requests_per_second=5)
        self.assert_nothing_wrong(self.reports(self.attack(room.port, 1, "request_flood", **share)))
        self.assert_fails_without("request_flood", "requests answered", share, requests_per_second=1000000)

    def test_a_server_that_keeps_whoever_does_not_read_is_seen(self):
        """The check can fail: somebody who takes every connection and closes none"""
        with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
            kept = []

            def take():
                while len(kept) < 40:
                    kept.append(listener.accept()[0])
            taker = threading.Thread(target=take, daemon=True)
            taker.start()
            reports = self.reports(self.attack(listener.getsockname()[1], 1, "slow_download",
                                               HOSTILE_HELD_SECONDS="1"))
            taker.join(timeout=20)
            for stream in kept:
                stream.close()
        self.assertRegex(reports[0]["wrong"][0], r"[1-9]\d* connections that nobody reads are held")

    def watched(self, room, people, trouble):
        """Play while a thread makes trouble for the server: what the watch and the players saw."""
        honest, watch = Honest(people, seed()), Watch(room)
        maker = threading.Thread(target=trouble, args=(honest,))
        watch.start()
        maker.start()
        busy, rounds = honest.play(lambda: not maker.is_alive())
        watch.stopped.set()
        watch.join()
        return watch, busy, rounds

    def test_a_server_that_grows_is_seen(self):
        """The check can fail: while a profile is solved, the server holds more than a megabyte more"""
        room, people = self.open()
        watch, looks, end = Watch(room), [], time.monotonic() + 30
        watch.start()
        while watch.peak_mb <= min(looks, default=watch.peak_mb) + 1 and time.monotonic() < end:
            looks.append(watch.look())
            people[0].post("/api/par", people[0].get("/api/rules/washington"))
            looks.append(watch.look())
        watch.stopped.set()
        watch.join()
        self.assertEqual(wrong_with_memory(min(looks), min(looks)), [])
        self.assertNotEqual(wrong_with_memory(min(looks), watch.peak_mb, allowed_mb=1), [], (looks, watch.peak_mb))

    def test_a_server_that_stands_still_is_seen(self):
        """The check can fail: stopped for longer than any answer may take"""
        room, people = self.open()

        def stand_still(honest):
            room.process.send_signal(signal.SIGSTOP)
            time.sleep(0.3)  # until the players have read what came, and only wait
            honest.send(people[0], "sit_out", on=False)
            time.sleep(LONGEST_MS / 1000 + 1.5)
            room.process.send_signal(signal.SIGCONT)
            time.sleep(0.5)
        watch, busy, rounds = self.watched(room, people, stand_still)
        wrong = " ".join(wrong_with_answers(watch, [1.0], busy, rounds))
        self.assertIn("health: answered after ", wrong)
        self.assertIn("slowest: ", wrong)

    def test_answers_that_are_slow_throughout_are_seen(self):
        """The check can fail: every answer comes a little later than the median may be"""
        class Late(Honest):
            def take(self, person, message):
                time.sleep((SLOWER * 1.0 + PATIENCE_MS + 10) / 1000)
                super().take(person, message)
        room, people = self.open()
        late, end = Late(people, seed()), time.monotonic() + 60
        busy, rounds = late.play(lambda: len(late.answers_ms) > 3 or time.monotonic() > end)
        self.assertIn("median: ", " ".join(wrong_with_answers(Watch(room), [1.0], busy, rounds)))
        self.assertGreater(len(busy), 3)

    def test_a_server_that_is_gone_is_seen(self):
        """The check can fail: nobody answers, and no round is played"""
        room, _ = self.open()
        watch = Watch(room)
        room.kill()
        watch.start()
        watch.join(timeout=20)
        wrong = " ".join(wrong_with_answers(watch, [1.0], [], 0))
        for part in ("health: [", "rounds: 0", "median: inf", "slowest: inf"):
            self.assertIn(part, wrong)

    def test_a_file_left_open_is_seen(self):
        """The check can fail: one connection that nobody closes"""
        room, people = self.open()
        watch = Watch(room)
        base = watch.files()
        held = self.guest(room)
        with self.assertRaisesRegex(AssertionError, "files are left open"):
            self.assert_files_back(watch, base, seconds=1)
        held.close()
        self.assert_files_back(watch, base)

    def assert_complaints(self, expected, **options):
        """Each attack on a careless server complains, by the verdict that is meant."""
        with careless.Careless(**options) as server:
            reports = self.reports(self.attack(server.port, 1, *expected, seconds=1, HOSTILE_CLOSED_SECONDS="4",
                                               HOSTILE_HELD_SECONDS="4"))
        wrong = {report["name"]: report["wrong"] for report in reports}
        self.assertEqual(sorted(wrong), sorted(expected))
        for name, part in expected.items():
            self.assertRegex("\n".join(wrong[name]) or "(nothing)", part, name)

    def test_a_server_that_takes_everything_and_closes_nothing_is_seen(self):
        """The check can fail: every attack that judges, but for request_flood, which is shown above"""
        # Which of its complaints comes first is chance where many are made at a time.
        refused = "stays open|answered 200|answered twice"
        self.assert_complaints({
            "bad_lines": "stays open", "endless_headers": "4 MB of headers are taken", "bad_lengths": refused,
            "chunked": refused, "smuggling": "stays open|is answered", "pipelining": "50 requests: 2 answers",
            "mutated_requests": "stays open", "slow_loris": "64 slow requests still open",
            "silent_crowd": "300 connections of one address are held\n300 silent connections stay",
            "kept_connections": "300 connections of one address are kept",
            "slow_download": "40 connections that nobody reads are held", "bad_upgrade": ": upgraded",
            "deflate_offer": "permessage-deflate: taken\n.*a compressed frame: the socket stays open",
            "bad_frames": "the socket stays open", "endless_message": "and no end: the socket stays open",
            "ping_flood": "pings: .* the socket is open", "command_flood": "commands: .* the socket is open",
            "command_flood_at_table": "commands at a table: .* the socket is open",
            "slow_readers": "40 connections that nobody reads are held"})

    def test_a_server_that_answers_twice_or_what_it_should_not_is_seen(self):
        """The check can fail: every connection is closed, behind a wrong answer or two"""
        self.assert_complaints({"bad_lines": "a file of the system", "bad_lengths": "answered twice",
                                "chunked": "answered twice", "smuggling": "the hidden request is answered",
                                "pipelining": "10 requests: 2 answers"},
                               answer=2 * careless.REFUSAL, closes=True)
        self.assert_complaints({"bad_lengths": "answered 200", "chunked": "answered 200"},
                               answer=careless.WELCOME, closes=True)


if __name__ == "__main__":
    main()
