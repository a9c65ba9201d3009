"""tools/check counts what Meson's log says, a test that dies on the way included."""
import importlib.machinery
import importlib.util
import json
import os
import unittest

from checker import TOOLS, CheckerTest

loader = importlib.machinery.SourceFileLoader("check", str(TOOLS / "check"))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check", loader))
directory = os.getcwd()
loader.exec_module(check)
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

    def test_refuses_an_unknown_step(self):
        self.assert_fails(self.run_tool("check", "--only", "nothing"), "The steps:")


if __name__ == "__main__":
    unittest.main()
