"""`uth rng-test` as its users run it. Seeds are fixed: what passes once passes always."""
import pathlib
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from deal_again import H, chacha20
from program import UTH, ProgramTest, main, uth

SEED = bytes(range(32)).hex()
UNLUCKY, UNLUCKY_TEST = 62 * "0" + "1d", "birthdays"  # the first such seed from 1 on
TESTS = ["places", "in twos", "one by one", "hands", "serial", "interplay", "runs", "changes",
         "duplicates", "birthdays", "coupons"]  # fmt: skip


def key_of_round(number):
    roster = H(b"uth roster 1", struct.pack("<IQ", 0, number) + bytes(32 + 2 + 8 * 34))
    return H(b"uth deal 2", bytes.fromhex(SEED) + roster + bytes(8 * 33))


class RngTest(ProgramTest):
    def test_a_million_shuffles_show_nothing_but_chance(self):
        run = uth("rng-test", "--seed", SEED, "--json")
        self.assert_done(run)
        (report,) = run.lines
        self.assertEqual((report["shuffles"], report["seed"]), (1000000, SEED))
        self.assertEqual([test["test"] for test in report["tests"]], TESTS)
        self.assertIs(report["passed"], True)
        self.assertAlmostEqual(report["level_of_one"] * len(TESTS), 0.01)
        for test in report["tests"]:
            self.assertTrue(report["level_of_one"] <= test["p"] <= 1, test)
            self.assertIs(test["passed"], True)

    def test_the_number_of_threads_changes_no_number(self):
        reports = []
        for threads in ("1", "2", "5"):
            run = uth("rng-test", "--seed", SEED, "--shuffles", "100001", "--threads", threads, "--json")
            self.assert_done(run)
            reports.append(run.lines[0]["tests"])
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(reports[0], reports[2])

    def test_it_says_in_words_what_each_test_found(self):
        run = uth("rng-test", "--seed", SEED, "--shuffles", "100000")
        self.assert_done(run)
        said = run.out.decode()
        self.assertIn(f"100000 shuffles from seed {SEED}\n", said)
        for name in TESTS:
            self.assertRegex(said, rf"(?m)^{name} .* p = [01]\.\d{{5}} ")
        self.assertIn("No sign of anything but chance, at 99% for all 11 tests together", said)
        self.assertIn("Bonferroni", said)
        self.assertRegex(said, r"\d shuffles a second\.\n\Z")

    def test_a_fresh_seed_is_shown_and_repeats_the_run(self):
        first = uth("rng-test", "--shuffles", "100000", "--json").lines[0]
        again = uth("rng-test", "--shuffles", "100000", "--seed", first["seed"], "--json").lines[0]
        self.assertEqual(first["tests"], again["tests"])
        self.assertNotEqual(first["seed"], uth("rng-test", "--shuffles", "100000", "--json").lines[0]["seed"])

    def test_the_verdict_is_the_exit_status(self):
        """One good seed in a hundred or less fails; this one was looked for."""
        run = uth("rng-test", "--seed", UNLUCKY, "--shuffles", "100000", "--json")
        self.assertEqual((run.status, run.err), (1, b""))
        (report,) = run.lines
        self.assertIs(report["passed"], False)
        self.assertEqual([test["test"] for test in report["tests"] if not test["passed"]], [UNLUCKY_TEST])
        said = uth("rng-test", "--seed", UNLUCKY, "--shuffles", "100000").out.decode()
        self.assertIn("1 of 11 tests reject chance", said)

    def test_the_raw_stream_is_what_decks_are_shuffled_with(self):
        run = uth("rng-test", "--seed", SEED, "--raw", "--shuffles", "20")
        self.assert_done(run)
        self.assertEqual(len(run.out), 20 * 256)
        for number in range(20):
            words = [word for block in range(4) for word in chacha20(key_of_round(number), block)]
            at = number * 256
            self.assertEqual(list(struct.unpack("<64I", run.out[at : at + 256])), words)

    def test_the_raw_stream_goes_on_until_nobody_reads_it(self):
        program = subprocess.Popen([UTH, "rng-test", "--raw"], stdout=subprocess.PIPE)
        self.assertEqual(len(program.stdout.read(1 << 20)), 1 << 20)
        program.stdout.close()
        self.assertNotEqual(program.wait(timeout=60), 0)

    def test_the_command_line_is_held_to_its_form(self):
        for arguments, words in (
            (("--shuffles", "99999"), "from 100000 to 10^11"),
            (("--shuffles", "100000000001"), "from 100000 to 10^11"),
            (("--shuffles", "many"), "must be a number"),
            (("--shuffles", "0", "--raw"), "from 1 to 10^11"),
            (("--threads", "0"), "from 1 to 64"),
            (("--threads", "65"), "from 1 to 64"),
            (("--seed", "00"), "64 lower-case hex digits"),
            (("--seed", "zz" * 32), "64 lower-case hex digits"),
            (("--raw", "--json"), "give either --raw or --json"),
            (("now",), "no arguments"),
        ):
            self.assert_usage(uth("rng-test", *arguments), words)


if __name__ == "__main__":
    main()
