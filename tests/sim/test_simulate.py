"""`uth simulate` from outside: the contract's fields, the same numbers at any thread count, replayed
rounds that `uth settle` accepts and settles alike, refusals, and Ctrl-C.

usage: test_simulate.py PATH/TO/uth"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

UTH = sys.argv.pop()


def simulate(*options):
    return subprocess.run([UTH, "simulate", *options], capture_output=True, text=True)


def answer(*options):
    done = simulate(*options, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Contract(unittest.TestCase):
    def test_fields(self):
        found = answer("--rounds", "30000", "--seed", "5", "--threads", "1")
        self.assertEqual(found["rounds"], 30000)
        self.assertGreater(found["seconds"], 0)
        self.assertFalse(found["interrupted"])
        for wager in "ante blind play trips bad_beat pairs progressive base".split():
            row = found["wagers"][wager]
            self.assertGreater(row["standard_error"], 0)
            low, high = row["confidence_95"]
            self.assertTrue(low < row["mean"] < high)
        self.assertEqual(found["wagers"]["base"]["exact"], "-50643648973/2317817502000")
        self.assertLess(abs(found["wagers"]["base"]["distance"]), 5)

    def test_threads_change_no_number(self):
        found = []
        for threads in "123":
            one = answer("--rounds", "50000", "--seats", "3", "--threads", threads)
            for name in ("seconds", "rounds_per_second", "threads"):
                del one[name]
            found.append(one)
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])

    def test_strategies_by_seat(self):
        found = answer("--rounds", "9000", "--seats", "3", "--strategy", "optimal,timid,optimal")
        self.assertEqual([g["strategy"] for g in found["strategies"]], ["optimal", "timid"])
        self.assertEqual([g["seats"] for g in found["strategies"]], [[1, 3], [2]])
        self.assertEqual(found["strategies"][1]["actions"]["4x"], 0)


class Replay(unittest.TestCase):
    def settle(self, *options):
        record = simulate("--replay", *options)
        self.assertEqual(record.returncode, 0, record.stderr)
        settled = subprocess.run([UTH, "settle"], input=record.stdout, capture_output=True, text=True)
        self.assertEqual(settled.returncode, 0, settled.stdout)
        return json.loads(settled.stdout)

    def test_settle_accepts_it(self):
        for round in ("0", "8192", "999999999999"):
            self.assertEqual(self.settle("7:" + round)["id"], "7:" + round)
        self.settle("7:12", "--rules", "california-6", "--seats", "6")
        self.settle("7:12", "--rules", "california-8")

    def test_nets_add_up_to_the_mean(self):
        options = ["--rules", "california-6", "--seats", "3", "--threads", "1"]
        found = answer("--rounds", "5", "--seed", "3", *options)
        net = sum(self.settle(f"3:{i}", *options)["bank"]["net"] for i in range(5))
        self.assertAlmostEqual(found["bank"]["mean"], net / 5)


class Sessions(unittest.TestCase):
    def test_report(self):
        with tempfile.TemporaryDirectory() as folder:
            csv, html = os.path.join(folder, "s.csv"), os.path.join(folder, "s.html")
            found = answer("--sessions", "200", "--rounds-per-session", "50", "--bankroll", "20000",
                           "--csv", csv, "--html", html)  # fmt: skip
            rows = pathlib.Path(csv).read_text().splitlines()
            page = pathlib.Path(html).read_text()
        sessions = found["sessions"]
        self.assertEqual(sessions["sessions"], 200)
        self.assertEqual(sum(b["count"] for b in sessions["histogram"]), 200)
        quantiles = list(sessions["quantiles"].values())
        self.assertEqual(quantiles, sorted(quantiles))
        self.assertEqual(len(rows), 201)
        self.assertEqual(sum(int(r.split(",")[4]) for r in rows[1:]), sessions["ruined"])
        self.assertIn("<svg", page)
        self.assertNotIn("http", page)

    def test_meter(self):
        found = answer("--meter", "--rounds", "40000", "--seats", "2")
        first, last = found["meter"]["over_time"][0], found["meter"]["over_time"][-1]
        self.assertLess(first["quantiles"]["0.50"], last["quantiles"]["0.50"])


class Refusals(unittest.TestCase):
    def test_each_with_its_status(self):
        for options, status in (
            ("--rounds 0", 2),
            ("--rounds 100000000000000000000", 2),
            ("--rounds many", 2),
            ("--strategy bold", 2),
            ("--seats 8", 2),
            ("--seats 0", 2),
            ("--rules california-6 --seats 1", 2),
            ("--sessions 10 --rounds-per-session 10 --bankroll 1399", 1),
            ("--sessions 10", 2),
            ("--seats 2 --strategy optimal,timid,optimal", 2),
            ("--wagers bad_beat", 1),
            ("--wagers trips,lucky", 2),
            ("--wagers pairs --trips 500", 2),
            ("--wagers none --pairs 500", 2),
            ("--rules california-6 --bad-beat 500", 1),
            ("--ante 0", 2),
            ("--ante 450", 1),
            ("--bank-wager 500", 1),
            ("--replay 5", 2),
            ("--replay 5:0 --csv /no/such/folder/x", 2),
            ("--replay 5:0 --html /no/such/folder/x", 2),
            ("--strategy-file /no/such/folder/x --strategy simple", 2),
            ("--strategy-file /no/such/folder/x --seats 2 --strategy timid,simple", 2),
            ("--strategy-file /no/such/folder/x --seats 2 --strategy timid,optimal", 1),
            ("--threads 65", 2),
            ("extra", 2),
        ):
            done = simulate(*options.split())
            self.assertEqual(done.returncode, status, options)
            self.assertEqual(done.stdout, "", options)
            self.assertNotEqual(done.stderr, "", options)

    def test_interrupt_prints_what_was_counted(self):
        running = subprocess.Popen([UTH, "simulate", "--rounds", "1000000000000", "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=100)
        self.assertEqual(running.returncode, 0)
        self.assertTrue(json.loads(out)["interrupted"])
        self.assertIn("interrupted", err)


if __name__ == "__main__":
    unittest.main()
