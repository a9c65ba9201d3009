"""The first start of a store: tables, the room's meter, the manager; also when it is cut short."""
import os
import pathlib
import sqlite3
import tempfile

from cardroom import Person, Room, RoomTest, is_sanitized, main, table

PLUG = os.environ.get("UTH_PLUG")
SLOW = {"betting_ms": 60000, "decision_ms": 60000, "offer_ms": 60000, "result_ms": 60000}
WANTED = (table("Rainier", "washington", meter="yes", **SLOW)
          + table("Shasta", "california-8", **SLOW)
          + table("Baker", "washington", meter="yes", copies=2, **SLOW))
NAMES = ["Rainier", "Shasta", "Baker 1", "Baker 2"]


class First(RoomTest):
    def directory(self):
        made = tempfile.TemporaryDirectory(prefix="uth-serve-")
        self.addCleanup(made.cleanup)
        return made.name

    def meters(self, room):
        """The tables by name, each with the number of its meter."""
        return {t["name"]: t["meter"] and t["meter"]["id"]
                for t in Person(room).guest().get("/api/lobby")["tables"]}

    def test_tables_with_the_same_progressive_share_the_rooms_meter(self):
        """Three sections, one meter; a meter takes sixteen, another Progressive has its own"""
        directory = self.directory()
        rules = pathlib.Path(directory, "other.json")
        shown = Room.uth(None, "rules", "show", "washington", "--json").stdout
        rules.write_text(shown.replace('"name": "washington"', '"name": "other"', 1)
                         .replace('"seed": 1000000', '"seed": 2000000', 1))
        self.assertNotEqual(rules.read_text(), shown)
        room = self.room(WANTED + table("Adams", "washington", meter="yes", copies=14, **SLOW)
                         + table("Hood", str(rules), meter="yes", **SLOW)
                         + table("Si", "washington", meter="yes", **SLOW), directory=directory)
        meters = self.meters(room)
        self.assertEqual([meters[name] for name in NAMES], [1, None, 1, 1])
        self.assertEqual([meters[f"Adams {n}"] for n in range(1, 15)], [1] * 13 + [2])
        self.assertEqual((meters["Hood"], meters["Si"]), (3, 2))
        manager = self.manager(room)
        self.assertEqual(len(manager.get("/api/pit")["meters"]), 3)

    def test_a_first_start_cut_short_anywhere_is_finished_by_the_next(self):
        """Killed at every flush to the disk: the same tables once, one meter, the password known"""
        cuts = 0
        step = 5 if is_sanitized() else 1  # two starts for each cut, and these are slow
        while True:
            directory = self.directory()
            environment = {**os.environ, "LD_PRELOAD": PLUG, "UTH_PLUG_AT": str(cuts + 1),
                           "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}
            try:
                Talkative(WANTED, directory=directory, environment=environment).kill()
                break
            except AssertionError:
                cuts += step
            shown = [line.split()[-1] for line in Talkative.words if "password" in line]
            with self.subTest(cut=cuts):
                room = self.room(WANTED, directory=directory)
                self.assertEqual(self.meters(room), dict(zip(NAMES, (1, None, 1, 1))))
                Person(room).login("manager", room.password or shown[-1])
                room.kill()
                self.assertEqual(room.uth("audit", "verify", "--store",
                                          f"sqlite:{directory}/uth.db").returncode, 0)
                self.assertEqual(self.added(directory), len(NAMES))
        self.assertGreater(cuts, len(NAMES) + 3)

    def added(self, directory):
        """How many lines of the log say that a table was added."""
        store = sqlite3.connect(f"{directory}/uth.db")
        bodies = [row[0] for row in store.execute("SELECT body FROM uth_batch")]
        store.close()
        return sum(body.count(b'"table added"') for body in bodies)

    def test_what_the_manager_changed_stays_changed(self):
        """A renamed table does not come back with the next start, nor a section that was added"""
        room = self.room(WANTED)
        manager = self.manager(room)
        manager.post("/api/tables/2/config", {"config": {"name": "Lassen"}, "reason": "moved"})
        for ending, name in ((room.stop, "New"), (room.kill, "Newer")):
            ending()
            path = pathlib.Path(room.config)
            path.write_text(path.read_text() + table(name, "washington", **SLOW))
            room.start()
            self.assertEqual(list(self.meters(room)), ["Rainier", "Lassen", "Baker 1", "Baker 2"])

    def test_words_in_the_log_do_not_make_a_start_the_first(self):
        """A person named like the program, with its reason, changed something last: nothing is set up again"""
        room = self.room(WANTED)
        manager = self.manager(room)
        for name in ("uth serve", "Dee"):
            manager.post("/api/users", {"name": name, "role": "manager", "password": "a good long one",
                                        "reason": "hired"})
        room.stop()
        done = room.uth("user", "change", "Dee", "--role", "dealer", "--as", "uth serve", "--reason", "first start",
                        "--store", f"sqlite:{room.directory}/uth.db", "--key", f"{room.directory}/uth.key")
        self.assertEqual(done.returncode, 0, done.stderr)
        path = pathlib.Path(room.config)
        path.write_text(path.read_text() + table("New", "washington", **SLOW))
        room.start()
        self.assertEqual(list(self.meters(room)), NAMES)

    def test_a_long_name_with_a_number_behind_it_is_cut_between_two_letters(self):
        """And a start after it finds the same tables"""
        room = self.room(table("Hinter dem Schwarzen Moßbach", "washington", copies=2, **SLOW))
        self.assertEqual(list(self.meters(room)), [f"Hinter dem Schwarzen Mo {copy}" for copy in (1, 2)])
        room.stop()
        room.start()
        self.assertEqual(len(self.meters(room)), 2)

    def test_a_section_no_table_can_be_run_by_is_named_by_its_line_and_makes_nobody(self):
        """The next start, with it mended, shows the one password there is"""
        directory = pathlib.Path(self.directory())
        (directory / "bad.json").write_text('{"name": "bad", "colour": "red"}')
        conf, store = directory / "uth.conf", f"sqlite:{directory}/uth.db"
        for line, said in (
            ("betting_ms = 0", "uth.conf:5: table 'X': betting_ms must be more than 0 where timers deal"),
            ("house_ante = 1\nhouse_players = 1", "uth.conf:5: table 'X': house_ante must be"),
            ("house_players = 7", "uth.conf:5: table 'X': house_players must be fewer than"),
            ("profile = california-6\nhouse_players = 1",
             "uth.conf:6: table 'X': house_players must be 0 where a player banks"),
            ("profile = california-6\nproposition_players = 1",
             "uth.conf:4: table 'X': provider must be the name of the provider"),
            ("provider = Redwood", "uth.conf:5: table 'X': provider must be empty where the house banks"),
            ("house_ms = 20000", "uth.conf:5: table 'X': house_ms must be betting_ms at most"),
            ("profile = washingtn", "uth.conf:5: washingtn: neither a built-in profile nor a file"),
            (f"profile = {directory}/bad.json", f"uth.conf:5: {directory}/bad.json: colour: got \"red\""),
        ):  # fmt: skip
            conf.write_text(f"port = 0\nstore = {store}\n\n[table X]\n{line}\n")
            done = Room.uth(None, "serve", "--config", str(conf))
            with self.subTest(line):
                self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                self.assertIn(f"{directory}/{said}", done.stderr)
                checked = Room.uth(None, "selfcheck", "--config", str(conf))
                self.assertIn(f"differs    {directory}/{said}", checked.stdout)
        room = self.room(table("X", "washington", **SLOW), directory=str(directory), store=store,
                         key_file=f"{directory}/uth.db.seal")
        self.assertTrue(room.password)

    def test_a_change_is_tried_before_it_is_made(self):
        """What would be refused is named with its field, and nothing is changed"""
        room = self.room(WANTED)
        manager = self.manager(room)
        before = manager.get("/api/tables/1/config")

        def tried(path, **body):
            answer = manager.post(f"{path}?try=1", body)
            return "" if answer["ok"] else answer["error"]["message"]

        self.assertEqual(tried("/api/tables/1/config", config={"name": "Lassen"}), "")
        for field, value in (("buy_in_max", 1), ("betting_ms", 0), ("house_players", 8), ("name", "Baker 1"),
                             ("meter", 99), ("pace", "never")):
            self.assertTrue(tried("/api/tables/1/config", config={field: value})
                            .startswith(f"config.{field}: "), field)
        self.assertTrue(tried("/api/tables/1/config", options={"limits": {"ante": {"min": 9000}}})
                        .startswith("limits.ante.max: "))
        # BET-10, WA-2: a limit of the law, tried or asked for, with its clause
        law = {"limits": {"ante": {"max": 8000}}}
        sentence = ("limits.ante.max: Ante maximum $80 would allow a Play wager of $320; the legal maximum is"
                    " $300 (BET-10).")  # fmt: skip
        for path, body in (("/api/tables/1/config", {}),
                           ("/api/tables", {"name": "Law", "profile": "washington"})):  # fmt: skip
            error = manager.post(f"{path}?try=1", {**body, "options": law})["error"]
            self.assertEqual((error["clause"], error["message"]), ("BET-10", sentence))
            answer = manager.post(path, {**body, "options": law, "reason": "x"}, status=400)
            self.assertEqual(answer["error"]["clause"], "BET-10")
            answer = manager.post(f"{path}?try=1", {**body, "options": {"aggregate": {"pairs": 2000000}}})
            self.assertEqual(answer["error"]["clause"], "WA-2")
            answer = manager.post(f"{path}?try=1", {**body, "options": {"legal_wager_max": 50000}})
            self.assertIn("WAC 230-15-140", answer["warnings"][0])
        self.assertTrue(tried("/api/tables", name="Baker 1", profile="washington", config={})
                        .startswith("config.name: "))
        self.assertEqual(tried("/api/tables", name="Index", profile="california-6", config={}), "")
        self.assertEqual(manager.get("/api/tables/1/config"), before)
        self.assertEqual(len(manager.get("/api/lobby")["tables"]), len(NAMES))


class Talkative(Room):
    """Keeps what was said before the end."""
    words = []

    def start(self):
        try:
            super().start()
        finally:
            Talkative.words = self.said.splitlines()


if __name__ == "__main__":
    main()
