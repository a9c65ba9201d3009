"""Stores of every released version are opened by this one: brought up to date, verified link by link,
their rounds dealt again as they were, and written on. keep.py makes the next one.

usage: test_upgrade.py UTH FILL_STORE"""
import gzip
import json
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import unittest
import unittest.mock

HERE = pathlib.Path(__file__).resolve().parent
FILL = os.path.abspath(sys.argv.pop(2))
for name in ("cli", "serve", "net", "support"):
    sys.path.insert(0, str(HERE.parent / name))
sys.path.insert(0, str(HERE))
import keep  # noqa: E402
from cardroom import Room  # noqa: E402
from client import ask  # noqa: E402
from postgres import Postgres, programs  # noqa: E402
from program import UTH, ProgramTest, main, uth  # noqa: E402

EXPECTED = json.loads((HERE / "expected.json").read_text())
# Fields of a round's record that have come since: added freely, and nothing beside them may change.
ADDED_SINCE = {}


class Upgrade(ProgramTest):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.at = pathlib.Path(self.place.name)

    def unpack(self, release, server):
        data = gzip.decompress((HERE / f"{release}.gz").read_bytes())
        if release.endswith(".db"):
            (self.at / release).write_bytes(data)
            return f"sqlite:{self.at / release}"
        name = "kept_" + release.replace(".", "_")
        url = server.database(name)
        server.psql(None, name, given=data.decode())
        return url

    def check(self, release, server=None):
        url = self.unpack(release, server)
        expected = dict(EXPECTED[release])
        rounds = expected.pop("rounds")
        keep.run(FILL, url, 0)  # opens it for writing
        self.assertEqual(keep.found(UTH, url), expected)
        self.has_the_schema_of_today(url)
        self.assertEqual(self.rounds(release, url), rounds)
        self.writes_on(url)
        if release.endswith(".db"):
            self.opens_as_a_cardroom(release)

    @staticmethod
    def rounds(release, url):
        return keep.rounds(UTH, url, without=ADDED_SINCE.get(release.rsplit(".", 1)[0], ()))

    def has_the_schema_of_today(self, url):
        parts = json.loads(uth("selfcheck", "--json", "--store", url).out)["parts"]
        store = next(part for part in parts if part["part"] == "store")
        self.assertEqual(store["verdict"], "fits", store["text"])

    def writes_on(self, url):
        before = json.loads(keep.run(UTH, "audit", "verify", "--json", "--store", url))["batches"]
        keep.run(FILL, url, 30, 90)
        # Links and books come first: all that can be said against them is that no cardroom wrote them.
        refused = uth("audit", "verify", "--store", url)
        self.assert_refused(refused, f"record {before + 1} (table 90, sequence 1): there is no")
        with tempfile.TemporaryDirectory() as place:
            keep.run(UTH, "backup", "-q", "--store", url, f"{place}/saved")

    def opens_as_a_cardroom(self, release):
        """As it was before this test wrote on: those batches are no cardroom's"""
        key = self.at / "seal"
        shutil.copy(HERE / f"{release}.seal", key)
        key.chmod(0o600)
        path = self.at / "uth.db"
        path.write_bytes(gzip.decompress((HERE / f"{release}.gz").read_bytes()))
        room = Room("", directory=str(self.at), store=f"sqlite:{path}", key_file=str(key))
        try:
            self.assertEqual(ask(room, "GET", "/healthz").body, b"ok\n")
        finally:
            self.assertEqual(room.stop(), 0, room.log())
        keep.run(UTH, "audit", "verify", "--store", f"sqlite:{path}")

    def test_files_of_every_release_are_opened(self):
        for release in sorted(name for name in EXPECTED if name.endswith(".db")):
            with self.subTest(release):
                self.check(release)

    @unittest.skipUnless(programs(), "PostgreSQL is not installed")
    def test_databases_of_every_release_are_opened(self):
        server = Postgres()
        self.addCleanup(server.stop)
        for release in sorted(name for name in EXPECTED if name.endswith(".sql")):
            with self.subTest(release):
                self.check(release, server)

    def test_a_record_that_says_something_else_is_noticed(self):
        """The check can fail: each field changed, missing, or one more"""
        release = "0.1.0.db"
        url, expected = self.unpack(release, None), EXPECTED[release]["rounds"]
        said = {name: json.loads(keep.run(UTH, "replay", name, "--json", "--store", url)) for name in expected}
        name = next(iter(said))

        def seen(**changed):
            """Whether it is noticed that one of the rounds is another in these fields; None is for none."""
            kept = {field: value for field, value in {**said[name], **changed}.items() if value is not None}
            told = {**said, name: kept}
            with unittest.mock.patch.object(keep, "run", lambda *command: json.dumps(told[command[2]])):
                return self.rounds(release, url) != expected

        self.assertFalse(seen())
        for field in said[name].keys():
            self.assertTrue(seen(**{field: "another"}), f"{field} changed")
            self.assertTrue(seen(**{field: None}), f"{field} missing")
        self.assertTrue(seen(further="one more"))

    def test_every_kept_store_is_expected_and_the_other_way_round(self):
        kept = {path.name[: -len(".gz")] for path in HERE.glob("*.gz")}
        self.assertEqual(kept, set(EXPECTED))

    def test_a_store_of_a_newer_version_is_refused_and_left_alone(self):
        path = self.at / "newer.db"
        path.write_bytes(gzip.decompress((HERE / "0.1.0.db.gz").read_bytes()))
        with sqlite3.connect(path) as db:
            db.execute("UPDATE uth_meta SET version = 1000")
        db.execute("PRAGMA journal_mode = WAL")
        db.close()
        content = path.read_bytes()
        for arguments in (("audit", "verify"), ("audit", "sign", "--key", f"{self.at}/key")):
            self.assert_refused(uth(*arguments, "--store", f"sqlite:{path}"), "newer uth")
        self.assertEqual(path.read_bytes(), content)


if __name__ == "__main__":
    main()
