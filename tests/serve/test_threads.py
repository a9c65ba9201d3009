"""Every thread of the server at once: people play, which the writer stores, while others come in by password,
which the worker hashes, and read records, journals and the log, have the store audited and the server check
itself. Nothing stands still, and nothing races: for that the program is one built with ThreadSanitizer, which
tools/long runs this with.

SERVE_ROUNDS: how many rounds are played meanwhile, 10 unless set."""
import os
import pathlib
import threading
import time

from cardroom import UTH, Closed, Crew, Person, RoomTest, main, seed, table

ROUNDS = int(os.environ.get("SERVE_ROUNDS", "10"))
# The thread that solves the game at a start is the one that hashes; of these, with the least to solve.
TABLES = table("Rainier", "washington", meter="yes", house_players=0, house_strategy="never-fold",
               betting_ms=5000, decision_ms=5000)
PASSWORD = "a long password"
SOLVED_SECONDS = 240  # with ThreadSanitizer


class Threads(RoomTest):
    def enter(self, room):
        """The manager, as soon as the game is solved."""
        end = time.monotonic() + SOLVED_SECONDS
        while True:
            try:
                return Person(room).login("manager", room.password)
            except (Closed, OSError):
                if time.monotonic() > end:
                    raise

    def read_all(self, manager, auditor, done, counts):
        """What other threads read, and new people, until it is done."""
        turn = 0
        while not done.is_set():
            turn += 1
            reader = Person(manager.room).guest()
            name = f"reader {turn}"
            reader.take_session(reader.ask("POST", "/api/register", {"name": name, "password": PASSWORD}))
            reader = Person(manager.room).login(name, PASSWORD)
            for path in ("/api/me", "/api/lobby"):
                reader.get(path)
            for path in ("/api/pit", "/api/rounds", "/api/meters/1/journal", "/api/users"):
                manager.get(path)
            auditor.get("/api/log")
            auditor.post("/api/audit/verify")
            if turn == 1:
                auditor.post("/api/selfcheck")
            counts.append(turn)

    def test_all_of_them_at_once(self):
        """Rounds, passwords, records, audits and a self-check, side by side"""
        room = self.room(TABLES)
        manager = self.enter(room)
        auditor = self.staff(room, manager, "auditor")
        people = [self.guest(room) for _ in range(3)]
        for seat, person in enumerate(people, 1):
            person.sit(1, seat, 200000)
        done, counts, rounds, failed = threading.Event(), [], set(), []

        def read():
            try:
                self.read_all(manager, auditor, done, counts)
            except BaseException as error:
                failed.append(error)
        reader = threading.Thread(target=read)
        reader.start()

        def wanted(_, view):
            rounds.add(view["round"])
            return (len(rounds) > ROUNDS and counts) or failed
        try:
            Crew(people, 1, seed()).run(wanted, seconds=SOLVED_SECONDS)
        finally:
            done.set()
            reader.join()
        self.assertEqual(failed, [])
        self.assertEqual(room.stop(), 0, room.log())
        self.assertNotIn("ThreadSanitizer", room.log())
        is_watched = b"__tsan_init" in pathlib.Path(os.path.abspath(UTH)).read_bytes()
        print(f"# tried: {len(rounds)} rounds and {len(counts)} readers with an audit each"
              f"{', under ThreadSanitizer' if is_watched else ''}", flush=True)
        verified = room.uth("audit", "verify", "--store", f"sqlite:{room.directory}/uth.db")
        self.assertEqual(verified.returncode, 0, verified.stderr)


if __name__ == "__main__":
    main()
