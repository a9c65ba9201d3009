"""tools/check counts what Meson's log says, a test that dies on the way included."""
import importlib.machinery
import importlib.util
import json
import os
import sys
import unittest

from checker import TOOLS, CheckerTest

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("check", str(TOOLS / "check"))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check", loader))
directory = os.getcwd()
loader.exec_module(check)
import steps  # noqa: E402

os.chdir(directory)

CASES = [  # name, result, standard output, passed, failed
    ("uth:unit / a", "OK", "1..3\nok 1 - x\nok 2 - y\nok 3 - z # SKIP no disk\n", 2, 0),
    ("uth:unit / b", "FAIL", "1..2\nok 1 - x\nnot ok 2 - y\n", 1, 1),
    ("uth:unit / dies after its first case", "ERROR", "1..2\nok 1 - x\n", 1, 1),
    ("uth:unit / known to fail", "EXPECTEDFAIL", "1..1\nnot ok 1 - x # TODO\n", 1, 0),
    ("uth:tidy / c", "OK", "all is well\n", 1, 0),
    ("uth:tidy / d", "FAIL", "", 0, 1),
    ("uth:tidy / e", "TIMEOUT", None, 0, 1),
    ("uth:tidy / f", "SKIP", "", 0, 0),
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
            [("gcc tidy", 1, 2, 2.0), ("gcc unit", 5, 2, 2.0)],
        )

    def test_says_what_a_test_has_tried_with_its_seeds(self):
        self.assertEqual(steps.tried_in("ok 1 - x\n"), [])
        self.assertEqual(steps.tried_in("# SEED=17\n# tried: 5 rounds\nok 1\n"), ["5 rounds; SEED=17"])
        self.assertEqual(steps.tried_in("# SEED=1\n# SEED=2\n# SEED=3\n"), ["SEED=1 and 2 more seeds"])
        table = "# what was tried\n#   episodes      7\n#   rounds   100\n# faults\n#   none 0\n"
        self.assertEqual(steps.tried_in(table), ["episodes 7; rounds 100"])

    def test_chooses_tests_by_suite_and_name(self):
        tests = [{"name": "a", "suite": ["uth:unit"]}, {"name": "b", "suite": ["uth:store", "uth:slow"]},
                 {"name": "c", "suite": ["uth:store"]}]
        self.assertEqual(steps.chosen_tests(tests), ["a", "b", "c"])
        self.assertEqual(steps.chosen_tests(tests, without=("slow",)), ["a", "c"])
        self.assertEqual(steps.chosen_tests(tests, only=("store",), once={"c": ""}), ["b"])

    def test_runs_steps_side_by_side_and_one_that_raises_has_failed(self):
        def bad():
            raise OSError("no disk")
        made = {"good": lambda: [steps.Row("good", 3)], "bad": bad, "other": lambda: [steps.Row("other", 1)]}
        rows = steps.run_steps(made, [], 2)
        self.assertEqual([(row.suite, row.passed, row.failed) for row in rows],
                         [("good", 3, 0), ("bad", 0, 1), ("other", 1, 0)])

    def test_what_runs_once_is_there(self):
        """A test that was renamed would run in every build again"""
        listed = " ".join(path.read_text() for path in (TOOLS.parent / "tests").rglob("meson.build"))
        for name in check.ONCE:
            short = name.removeprefix("cli-").removeprefix("settle-").removeprefix("sim_").removeprefix("fair_")
            self.assertIn(short, listed, name)

    def test_refuses_an_unknown_step(self):
        self.assert_fails(self.run_tool("check", "--only", "nothing"), "The steps:")


if __name__ == "__main__":
    unittest.main()
