"""tools/check counts what Meson's log says, a test that dies on the way included."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import sys
import unittest
import unittest.mock

from checker import TOOLS, CheckerTest

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("check", str(TOOLS / "check"))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check", loader))
directory = os.getcwd()
loader.exec_module(check)
import steps  # noqa: E402

os.chdir(directory)

CASES = [  # name, result, standard output, passed, failed
    ("uth:unit / a", "OK", "1..3\nok 1 - x\nok 2 - y\nok 3 - z\n", 3, 0),
    ("uth:unit / b", "FAIL", "1..2\nok 1 - x\nnot ok 2 - y\n", 1, 1),
    ("uth:unit / dies after its first case", "ERROR", "1..2\nok 1 - x\n", 1, 1),
    ("uth:unit / known to fail", "EXPECTEDFAIL", "1..1\nnot ok 1 - x # TODO\n", 1, 0),
    ("uth:tidy / c", "OK", "all is well\n", 1, 0),
    ("uth:tidy / d", "FAIL", "", 0, 1),
    ("uth:tidy / e", "TIMEOUT", None, 0, 1),
]
# name, result, standard output, standard error, the cases that are skipped
SKIPS = [
    ("uth:net / net-life", "OK", "1..2\nok 1 - x\nok 2 - v6 # SKIP no IPv6 here\n", "", [("v6", "no IPv6 here")]),
    ("uth:cli / a", "OK", "1..1\nok 1 - x # SKIP fish is not installed\n", "", [("x", "fish is not installed")]),
    ("uth:cli / b", "OK", "1..1\nok 1 # SKIP by_cmocka\n", "", [("by_cmocka", "")]),
    ("uth:web / c", "OK", "# Subtest: y\n    ok 1 - z # SKIP\n    1..1\nok 1 - y\n1..1\n", "", [("z", "")]),
    ("uth:tidy / d", "OK", "", "test_x (T) ... ok\ntest_y (T) ... skipped 'no clang'\n\nOK (skipped=1)\n",
     [("test_y (T)", "no clang")]),
    ("uth:tidy / e", "OK", "", ".s.\n\nOK (skipped=1)\n", [("a case", "it does not say why")]),
    ("uth:tidy / f", "SKIP", "no disk\n", "", [("all of it", "no disk")]),
    ("uth:tidy / g", "OK", "all is well\n", "OK\n", []),
]


class CheckTest(CheckerTest):
    def test_counts_the_cases_of_each_test(self):
        for name, result, stdout, passed, failed in CASES:
            with self.subTest(name):
                record = {"name": name, "result": result, "stdout": stdout}
                self.assertEqual(check.cases_of(record), (passed, failed))

    def test_adds_up_each_suite(self):
        lines = [
            json.dumps({"name": name, "result": result, "stdout": stdout, "duration": 0.5})
            for name, result, stdout, _, _ in CASES
        ]
        rows = check.rows_of("gcc", self.write("log.json", "\n".join(lines)))
        self.assertEqual(
            [(row.suite, row.passed, row.failed, row.seconds) for row in rows],
            [("gcc tidy", 1, 2, 1.5), ("gcc unit", 6, 2, 2.0)],
        )

    def test_names_each_case_that_is_skipped_and_why(self):
        for name, result, stdout, stderr, expected in SKIPS:
            with self.subTest(name):
                record = {"name": name, "result": result, "stdout": stdout, "stderr": stderr}
                self.assertEqual(steps.skips_of(record), expected)

    def test_fails_on_a_skip_that_is_not_allowed_by_name(self):
        """All but the one of net-life, which is on the list"""
        lines = [json.dumps({"name": name, "result": result, "stdout": stdout, "stderr": stderr, "duration": 0.5})
                 for name, result, stdout, stderr, _ in SKIPS]
        rows = check.rows_of("gcc", self.write("log.json", "\n".join(lines)))
        self.assertEqual([(row.suite, row.failed, len(row.skipped)) for row in rows],
                         [("gcc cli", 2, 2), ("gcc net", 0, 1), ("gcc tidy", 3, 3), ("gcc web", 1, 1)])
        self.assertIn("gcc a: x: fish is not installed: skipped, and not among", rows[0].complaints[0])
        self.assertFalse(steps.is_allowed("net-ws", "no IPv6 here"))

    def test_lists_what_was_skipped_at_the_end(self):
        skipped = steps.Row("gcc cli", 3, skipped=["gcc a: x: fish is not installed"])
        for rows, heard in ([skipped, steps.Row("lint", 1)], True), ([steps.Row("lint", 1)], False):
            with contextlib.redirect_stdout(io.StringIO()) as said, unittest.mock.patch.dict(os.environ):
                os.environ.pop("CHECK_COUNT_FILE", None)
                self.assertEqual(steps.closing(rows, 1.0), 0)
            self.assertEqual("skipped" in said.getvalue(), heard)
            self.assertEqual("\nwhat was skipped\n  gcc a: x: fish is not installed\n" in said.getvalue(), heard)

    def test_finds_the_suites_a_build_has_no_test_of(self):
        """Without a browser there would be no e2e, and nobody would say so"""
        self.write("tests/a/meson.build", "test('x', suite: 'cli')\ntest('y', suite: ['store', 'slow'])\n")
        self.write("tests/b/meson.build", "if chromium.found()\n    test('z', suite: 'e2e')\nendif\n")
        tests = [{"name": "x", "suite": ["uth:cli"]}, {"name": "y", "suite": ["uth:store", "uth:slow"]}]
        self.assertEqual(steps.suites_without_tests(tests, self.root / "tests"), ["e2e"])

    def test_what_may_be_skipped_is_there(self):
        """A test that was renamed, or says another thing, would fail where it may be skipped"""
        tests = TOOLS.parent / "tests"
        said = "".join(path.read_text() for path in tests.rglob("test_*.py") if path.name != "test_check.py")
        listed = " ".join(path.read_text() for path in tests.rglob("meson.build"))
        for name, words, why in steps.MAY_BE_SKIPPED:
            self.assertIn(words, said)
            short = name.removeprefix("cli-").removeprefix("net-").removeprefix("checker-")
            self.assertIn(f"'{short}'", listed)
            self.assertTrue(why)

    def test_says_what_a_test_has_tried_with_its_seeds(self):
        self.assertEqual(steps.tried_in("ok 1 - x\n"), [])
        self.assertEqual(steps.tried_in("# SEED=17\n# tried: 5 rounds\nok 1\n"), ["5 rounds; SEED=17"])
        self.assertEqual(steps.tried_in("# SEED=1\n# SEED=2\n# SEED=3\n"), ["SEED=1 and 2 more seeds"])
        self.assertEqual(steps.tried_in("# Subtest: a\n    # SEED=5\n"), ["SEED=5"])
        table = "# what was tried\n#   episodes      7\n#   rounds   100\n# faults\n#   none 0\n"
        self.assertEqual(steps.tried_in(table), ["episodes 7; rounds 100"])

    def test_a_check_by_itself_names_the_cases_that_failed(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.root)
        for said, complaint in (("not ok 3 - SEED=17 step 9: the books\\n1..3", "SEED=17 step 9: the books"),
                                ("dead", "dead")):
            with self.subTest(complaint), contextlib.redirect_stdout(io.StringIO()):
                [row] = steps.one("storm", "sh", "-c", f"printf '{said}\\n'; exit 1")
                self.assertEqual((row.failed, row.complaints), (1, [f"storm: {complaint}"]))

    def test_a_test_that_passes_alone_has_passed_and_is_named(self):
        """Once more, with the same seed; what fails again has failed, and so have many at once"""
        record = {"name": "uth:serve / slow", "result": "FAIL", "duration": 1.0, "stderr": "",
                  "stdout": "# SEED=17\n1..2\nok 1 - x\nnot ok 2 - late\n"}
        good = {**record, "result": "OK", "stdout": "1..2\nok 1 - x\nok 2 - late\n"}
        log = json.dumps(record)
        for second, times, counts in ((good, 1, (2, 0)), (record, 1, (1, 1)), (None, 1, (1, 1)), (good, 4, (4, 4))):
            with self.subTest(second=second, times=times):
                rows = steps.rows_of("gcc", self.write("log.json", "\n".join([log] * times)), "build")
                steps.try_again(rows, alone=lambda failure: second)
                self.assertEqual((rows[0].passed, rows[0].failed), counts)
                with contextlib.redirect_stdout(io.StringIO()) as said:
                    self.assertEqual(steps.closing(rows, 1.0), int(counts[1] > 0))
                named = "passed alone\n  gcc slow: FAIL after 1 s: late" in said.getvalue()
                self.assertEqual(named, counts == (2, 0))

    def test_the_second_try_has_the_seed_of_the_first(self):
        record = {"stdout": "# SEED=17\nnot ok 1 - x\n"}
        with unittest.mock.patch.object(steps, "run") as run:
            steps.Failure("gcc", str(self.root), ("--timeout-multiplier", "3"), "slow", record).run_alone()
        self.assertEqual(run.call_args.kwargs["env"], {"SEED": "17"})
        self.assertEqual(run.call_args.args[-3:], ("--timeout-multiplier", "3", "slow"))

    def test_chooses_tests_by_suite_and_name(self):
        tests = [{"name": "a", "suite": ["uth:unit"]}, {"name": "b", "suite": ["uth:store", "uth:slow"]},
                 {"name": "c", "suite": ["uth:store"]}]
        self.assertEqual(steps.chosen_tests(tests), ["a", "b", "c"])
        self.assertEqual(steps.chosen_tests(tests, without=("slow",)), ["a", "c"])
        self.assertEqual(steps.chosen_tests(tests, only=("store",), without=("slow",)), ["c"])

    def test_each_test_has_one_purpose(self):
        """A test of none would be left out of a build, and nobody would say so"""
        tests = [{"name": "a", "suite": ["uth:unit"]}, {"name": "b", "suite": ["uth:store", "uth:slow"]},
                 {"name": "c", "suite": ["uth:unit", "uth:system"]}, {"name": "d", "suite": ["uth:cli", "uth:system"]}]
        self.assertEqual(steps.tests_without_purpose(tests), ["b", "c"])

    def test_runs_steps_side_by_side_and_one_that_raises_has_failed(self):
        def bad():
            raise OSError("no disk")
        made = {"good": lambda: [steps.Row("good", 3)], "bad": bad, "other": lambda: [steps.Row("other", 1)]}
        rows = steps.run_steps(made, [], 2)
        self.assertEqual([(row.suite, row.passed, row.failed) for row in rows],
                         [("good", 3, 0), ("bad", 0, 1), ("other", 1, 0)])

    def test_a_step_that_runs_alone_runs_after_the_others(self):
        order = []

        def step(name):
            def done():
                order.append(name)
                return [steps.Row(name, 1)]
            return done
        made = {name: step(name) for name in ("alone", "a", "b")}
        rows = steps.run_steps(made, [], 2, alone=("alone",))
        self.assertEqual((order[2], [row.suite for row in rows]), ("alone", ["a", "b", "alone"]))
        self.assertEqual([row.suite for row in steps.run_steps(made, ["a"], 2, alone=("alone",))], ["a"])

    def test_the_suites_of_a_build_are_there(self):
        """A suite that was renamed would run in every build again, or in none"""
        listed = " ".join(path.read_text() for path in (TOOLS.parent / "tests").rglob("meson.build"))
        for build in (check.CLANG, check.ASAN, {"only": check.LIVE, "without": ()}):
            for suite in (*build["only"], *build["without"]):
                self.assertIn(f"'{suite}'", listed, suite)

    def test_refuses_an_unknown_step(self):
        self.assert_fails(self.run_tool("check", "--only", "nothing"), "The steps:")


if __name__ == "__main__":
    unittest.main()
