"""uth audit, as an auditor uses it: on a sound store, on one that was changed, and on a file away
from the store.

usage: test_audit.py UTH FILL_STORE"""
import csv
import datetime
import io
import json
import pathlib
import re
import sqlite3
import stat
import subprocess
import sys
import tempfile
import unittest

UTH, FILL = sys.argv[1:3]
COUNT = 30


class AuditTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.path = pathlib.Path(self.directory.name, "uth.db")
        self.url = f"sqlite:{self.path}"
        subprocess.run([FILL, self.url, str(COUNT)], check=True)

    def audit(self, *arguments, status=0, text=None):
        done = subprocess.run([UTH, "audit", *arguments], input=text, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def change(self, sql):
        with sqlite3.connect(self.path) as database:
            database.execute(sql)
        database.close()

    def export(self):
        return self.audit("export", "--store", self.url).splitlines(keepends=True)

    def test_a_sound_store_verifies_and_balances(self):
        self.assertIn(f"every record fits: {COUNT} batches", self.audit("verify", "--store", self.url))
        self.assertIn("the books balance", self.audit("balance", "--store", self.url))

    def test_the_first_record_that_does_not_fit_is_named(self):
        self.change("UPDATE uth_batch SET body = CAST(body || x'00' AS BLOB) WHERE position IN (17, 23)")
        said = self.audit("verify", "--store", self.url, status=1)
        self.assertIn("record 17 (table 2, sequence 6)", said)

    def test_a_changed_balance_is_named(self):
        self.change("UPDATE uth_account SET balance = balance + 100 WHERE owner = 102 AND kind = 1")
        said = self.audit("balance", "--store", self.url, status=1)
        self.assertIn("wallet of owner 102", said)

    def test_signed_days_and_an_export_convince_a_stranger(self):
        public = self.audit("key", "--store", self.url).split()[2]
        key = pathlib.Path(f"{self.path}.key")
        self.assertEqual(stat.S_IMODE(key.stat().st_mode), 0o600)
        secret = key.read_text().split()[1]
        signed = self.audit("sign", "--store", self.url)
        self.assertIn(public, signed)
        self.assertNotIn(secret, signed)
        self.assertIn("0 days signed", self.audit("sign", "--store", self.url))
        self.audit("verify", "--store", self.url)

        lines = self.export()
        kinds = [json.loads(line)["record"] for line in lines]
        self.assertEqual(kinds.count("batch"), COUNT)
        self.assertGreater(kinds.count("head"), 1)
        self.assertEqual(kinds[-1], "head")
        said = self.audit("check", "-", "--public", public, text="".join(lines))
        self.assertIn(f"signed up to position {COUNT} with the key you gave", said)
        self.audit("check", "-", "--public", "00" * 32, text="".join(lines), status=1)

    def test_any_change_to_an_export_is_named_by_its_line(self):
        self.audit("sign", "--store", self.url)
        lines = self.export()
        record = next(i for i, line in enumerate(lines) if i > 5 and '"record":"batch"' in line)
        for old, new in [
            ('"amount":', '"amount":1'),
            ('"position":', '"position":1'),
            ('"reason":"', '"reason":"x'),
            ('"body":"01', '"body":"02'),
            ('"before":"', '"before":"0'),
        ]:
            changed = lines[:]
            self.assertIn(old, changed[record])
            changed[record] = changed[record].replace(old, new, 1)
            said = self.audit("check", "-", text="".join(changed), status=1)
            self.assertIn(f"line {record + 1}:", said)
        missing = lines[:record] + lines[record + 1 :]
        self.assertIn(f"line {record + 1}:", self.audit("check", "-", text="".join(missing), status=1))

    def test_an_export_of_some_days_stands_by_itself(self):
        days = sorted({json.loads(line)["time_ms"] // 86400000 for line in self.export()[1:]})
        from_day = self.audit_day(days[1])
        part = self.audit("export", "--store", self.url, "--from", from_day, "--to", from_day)
        times = [json.loads(line)["time_ms"] // 86400000 for line in part.splitlines()[1:]]
        self.assertEqual(set(times), {days[1]})
        self.assertIn("nothing in this file is signed", self.audit("check", "-", text=part))

    def audit_day(self, day):
        return (datetime.date(1970, 1, 1) + datetime.timedelta(days=day)).isoformat()

    def test_the_document_tells_how_to_check_by_hand(self):
        document = pathlib.Path(__file__).parents[2] / "docs" / "audit.md"
        code = re.search(r"```python\n(.*?)```", document.read_text(), re.DOTALL).group(1)
        file = pathlib.Path(self.directory.name, "export.jsonl")
        lines = self.export()
        file.write_text("".join(lines))
        code = code.replace("export.jsonl", str(file))
        exec(code, {})
        file.write_text("".join(lines).replace('"body":"01', '"body":"02', 1))
        with self.assertRaises(AssertionError):
            exec(code, {})

    def test_csv_has_every_posting(self):
        rows = list(csv.DictReader(io.StringIO(self.audit("export", "--store", self.url, "--csv"))))
        postings = [row for row in rows if row["item"] == "posting"]
        self.assertEqual(len(postings), 2 * COUNT)
        self.assertEqual(postings[0]["debit"], "cage")
        self.assertEqual({len(row) for row in rows}, {18})
        self.assertNotIn(None, rows[0])

    def test_what_is_wrong_with_the_command_line_is_said(self):
        self.assertIn("which store?", self.audit("verify", status=2))
        self.assertIn("2026-07-04", self.audit("export", "--store", self.url, "--from", "4.7.26", status=2))
        self.assertIn("2026-07-04", self.audit("export", "--store", self.url, "--to", "2026-02-30", status=2))
        self.assertIn("'verify'", self.audit("prove", status=2))
        self.assertIn("No such file", self.audit("sign", "--store", "sqlite:/nowhere/x.db", status=1))
        self.assertIn("64 hex", self.audit("check", "-", "--public", "12", status=2, text=""))
        pathlib.Path(f"{self.path}.key").write_text("not a key")
        pathlib.Path(f"{self.path}.key").chmod(0o644)
        self.assertIn("0600", self.audit("sign", "--store", self.url, status=1))
        pathlib.Path(f"{self.path}.key").chmod(0o600)
        self.assertIn("no signing key", self.audit("sign", "--store", self.url, status=1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
