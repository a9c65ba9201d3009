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
COUNT = 30  # ten at each of three tables: two rounds of four batches, and two of a round in play
IN_PLAY = 6


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
        self.assertIn(f"all records verified: {COUNT} batches", self.audit("verify", "--store", self.url))
        self.assertIn("the ledger balances", self.audit("balance", "--store", self.url))

    def test_the_same_as_json(self):
        told = json.loads(self.audit("verify", "--json", "--store", self.url))
        self.assertEqual(told["batches"], COUNT)
        self.assertIn(told["last_link"], self.audit("verify", "--store", self.url))
        kinds = json.loads(self.audit("balance", "--json", "--store", self.url))["kinds"]
        self.assertEqual(sum(kind["total"] for kind in kinds.values()), 0)

    def test_keys_signatures_and_checks_as_json_say_what_the_words_say(self):
        words = self.audit("key", "--store", self.url)
        key = json.loads(self.audit("key", "--json", "--store", self.url))
        self.assertEqual(words, f"public key {key['public_key']}\n")
        unsigned = "".join(self.export())
        signed = json.loads(self.audit("sign", "--json", "--store", self.url))
        self.assertEqual(set(signed), {"days_signed", "public_key"})
        self.assertGreater(signed["days_signed"], 1)
        self.assertEqual(signed["public_key"], key["public_key"])
        again = json.loads(self.audit("sign", "--json", "--store", self.url))
        self.assertEqual(again, {**signed, "days_signed": 0})
        lines = "".join(self.export())
        told = json.loads(self.audit("check", "-", "--json", text=lines))
        self.assertEqual(told, {"records": COUNT, "first_position": 1, "last_position": COUNT,
                                "withheld": IN_PLAY, "signed_days": signed["days_signed"],
                                "signed_to": COUNT, "with_given_key": False})  # fmt: skip
        given = self.audit("check", "-", "--json", "--public", key["public_key"], text=lines)
        self.assertEqual(json.loads(given), {**told, "with_given_key": True})
        nothing = {**told, "signed_days": 0, "signed_to": None}
        for public in ((), ("--public", key["public_key"])):
            self.assertEqual(json.loads(self.audit("check", "-", "--json", *public, text=unsigned)), nothing)
        self.assertIn("line 2:", self.audit("check", "-", "--json", text=lines.replace('"body":"02', '"body":"03', 1),
                                            status=1))  # fmt: skip

    def test_an_export_is_a_table_or_json(self):
        self.assertEqual(self.audit("export", "--json", "--store", self.url), "".join(self.export()))
        said = self.audit("export", "--json", "--csv", "--store", self.url, status=2)
        self.assertIn("give either --csv or --json", said)

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

    def test_a_signed_day_that_is_none_holds_up_no_other(self):
        """Days are signed from the last signed one on: whoever puts in a later one would end that for good"""
        self.audit("sign", "--store", self.url)
        row = ("INSERT INTO uth_signature SELECT {}, position, hash, signed_ms, public_key, signature"
               " FROM uth_signature LIMIT 1")  # fmt: skip
        for day, said in ((30000, "the signature of day 30000 is wrong"),
                          (2**63 - 1, "refers to an unknown day"), (-(2**63), "refers to an unknown day")):
            with self.subTest(day):
                self.change(row.format(day))
                for what in ("sign", "export") if day != 30000 else ("sign",):
                    self.assertIn(said, self.audit(what, "--store", self.url, status=1))
                self.audit("verify", "--store", self.url, status=1)
                self.change(f"DELETE FROM uth_signature WHERE day = {day}")

    def test_any_change_to_an_export_is_named_by_its_line(self):
        self.audit("sign", "--store", self.url)
        lines = self.export()
        record = next(i for i, line in enumerate(lines) if i > 5 and '"record":"batch"' in line)
        for old, new in [
            ('"amount":', '"amount":1'),
            ('"position":', '"position":1'),
            ('"reason":"', '"reason":"x'),
            ('"body":"02', '"body":"03'),
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
        file.write_text("".join(lines).replace('"body":"02', '"body":"03', 1))
        with self.assertRaises(AssertionError):
            exec(code, {})

    def withheld(self, lines):
        return [json.loads(line) for line in lines if '"withheld"' in line]

    def test_a_round_in_play_shows_where_it_stands_and_nothing_else(self):
        self.audit("sign", "--store", self.url)
        lines = self.export()
        withheld = self.withheld(lines)
        self.assertEqual([line["position"] for line in withheld], list(range(COUNT - IN_PLAY + 1, COUNT + 1)))
        for line in withheld:
            self.assertEqual(line["withheld"], "round in play")
            self.assertEqual(
                set(line),
                {"record", "position", "table", "sequence", "round", "time_ms", "withheld"}
                | {"before", "record_hash", "hash"},
            )
        said = self.audit("check", "-", text="".join(lines))
        self.assertIn(f"{COUNT} records from position 1 to {COUNT}", said)
        self.assertIn(f"{IN_PLAY} of them withheld", said)
        self.assertIn(f"signed up to position {COUNT}", said)
        # Two more at each table end their rounds: the same links now have their bodies.
        subprocess.run([FILL, self.url, str(COUNT + IN_PLAY)], check=True)
        after = self.export()
        self.assertEqual(self.withheld(after), [])
        self.assertNotIn("withheld", self.audit("check", "-", text="".join(after)))
        links = {line["position"]: line for line in map(json.loads, after) if line["record"] == "batch"}
        for line in withheld:
            for name in ("before", "record_hash", "hash", "round", "time_ms"):
                self.assertEqual(line[name], links[line["position"]][name])
            self.assertIn("body", links[line["position"]])

    def test_a_round_that_was_given_up_stays_withheld_and_the_next_is_shown(self):
        self.change("UPDATE uth_round SET last_sequence = 0 WHERE table_id = 2 AND round = 1")
        subprocess.run([FILL, self.url, str(COUNT + IN_PLAY)], check=True)
        lines = self.withheld(self.export())
        self.assertEqual({(line["table"], line["round"]) for line in lines}, {(2, 1)})
        self.assertEqual([line["sequence"] for line in lines], [1, 2, 3, 4])

    def test_what_happens_at_a_table_during_a_round_is_withheld_with_it(self):
        # The round as table 1 has it began with batch 9; as if it had with batch 5.
        self.change("DELETE FROM uth_round WHERE table_id = 1 AND round = 3")
        self.change("UPDATE uth_round SET last_sequence = 0 WHERE table_id = 1 AND round = 2")
        lines = [line for line in self.withheld(self.export()) if line["table"] == 1]
        self.assertEqual([line["sequence"] for line in lines], [5, 6, 7, 8, 9, 10])
        self.assertEqual({line["round"] for line in lines}, {2, 3})

    def test_a_withheld_line_must_still_fit(self):
        lines = self.export()
        at = next(i for i, line in enumerate(lines) if '"withheld"' in line)
        for old, new in [
            ('"before":"', '"before":"0'),
            ('"record_hash":"', '"record_hash":"0'),
            ('"position":', '"position":1'),
            ('"withheld":"round in play"', '"withheld":"shy"'),
            ('"withheld"', '"cards":"As Ks","withheld"'),
        ]:
            changed = lines[:]
            changed[at] = changed[at].replace(old, new, 1)
            said = self.audit("check", "-", text="".join(changed), status=1)
            self.assertIn(f"line {at + 1}:", said)
        hidden = re.sub('"(events|postings|entries|key|answer|body)":(\\[.*?\\]|"[^"]*"),', "", lines[3])
        self.assertIn("line 4:", self.audit("check", "-", text="".join(lines[:3] + [hidden]), status=1))

    def test_csv_has_every_posting(self):
        rows = list(csv.DictReader(io.StringIO(self.audit("export", "--store", self.url, "--csv"))))
        postings = [row for row in rows if row["item"] == "posting"]
        self.assertEqual(len(postings), 2 * (COUNT - IN_PLAY))
        withheld = [row for row in rows if row["item"] == "withheld"]
        self.assertEqual([row["kind"] for row in withheld], ["round in play"] * IN_PLAY)
        self.assertEqual(postings[0]["debit"], "cage")
        self.assertEqual({len(row) for row in rows}, {18})
        self.assertNotIn(None, rows[0])

    def test_what_is_wrong_with_the_command_line_is_said(self):
        self.assertIn("missing --store", self.audit("verify", status=2))
        self.assertIn("2026-07-04", self.audit("export", "--store", self.url, "--from", "4.7.26", status=2))
        self.assertIn("2026-07-04", self.audit("export", "--store", self.url, "--to", "2026-02-30", status=2))
        self.assertIn("no action 'prove': verify |", self.audit("prove", status=2))
        self.assertIn("No such file", self.audit("sign", "--store", "sqlite:/nowhere/x.db", status=1))
        self.assertIn("64 hex", self.audit("check", "-", "--public", "12", status=2, text=""))
        pathlib.Path(f"{self.path}.key").write_text("not a key")
        pathlib.Path(f"{self.path}.key").chmod(0o644)
        self.assertIn("0600", self.audit("sign", "--store", self.url, status=1))
        pathlib.Path(f"{self.path}.key").chmod(0o600)
        self.assertIn("not a signing key", self.audit("sign", "--store", self.url, status=1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
