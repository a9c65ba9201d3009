"""check_rules_map.py finds what it is for."""
import importlib.util
import unittest

from checker import TOOLS, CheckerTest

spec = importlib.util.spec_from_file_location("check_rules_map", TOOLS / "check_rules_map.py")
rules_map = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rules_map)

CLAUSES = [f"{name}-{i}" for name, count in rules_map.CLAUSES.items() for i in range(1, count + 1)]
TEST = "tests/unit/test_a.c"


class RulesMapTest(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("src/core/a.c", "")
        self.write(TEST, "\n".join(f"// {clause}: so it is" for clause in CLAUSES))
        self.rows = {c: f"| {c} | `src/core/a.c` (f, g) | `{TEST}` |" for c in CLAUSES}

    def check(self):
        head = "| clause | where | test |\n|---|---|---|\n"
        self.write("docs/rules.md", head + "\n".join(self.rows.values()) + "\n")
        return self.run_tool("check_rules_map.py", self.root)

    def test_accepts_a_whole_map(self):
        run = self.check()
        self.assert_passes(run)
        self.assertIn(f"{len(CLAUSES)} clauses, all proved", run.stdout)

    def test_refuses_a_clause_without_a_row(self):
        del self.rows["SHOW-10"]
        self.assert_fails(self.check(), "no row for SHOW-10")

    def test_refuses_a_row_twice(self):
        self.rows["again"] = self.rows["BET-1"]
        self.assert_fails(self.check(), "BET-1 already stands on line 8")

    def test_refuses_an_unknown_clause(self):
        self.rows["BET-99"] = f"| BET-99 | src/core/a.c | {TEST} |"
        self.assert_fails(self.check(), "BET-99 is no clause")

    def test_refuses_an_implementation_that_is_not_there(self):
        self.rows["BET-1"] = f"| BET-1 | src/core/b.c | {TEST} |"
        self.assert_fails(self.check(), "BET-1: there is no src/core/b.c")

    def test_refuses_a_row_without_an_implementation(self):
        self.rows["BET-1"] = f"| BET-1 | somewhere | {TEST} |"
        self.assert_fails(self.check(), "BET-1 names no file")

    def test_refuses_a_test_that_is_not_there(self):
        self.rows["BET-1"] = "| BET-1 | src/core/a.c | tests/unit/test_b.c |"
        self.assert_fails(self.check(), "BET-1: there is no tests/unit/test_b.c")

    def test_refuses_a_row_without_a_test(self):
        for promise in ("", "later: some day"):
            self.rows["BET-1"] = f"| BET-1 | src/core/a.c | {promise} |"
            self.assert_fails(self.check(), "BET-1 names no test")

    def test_refuses_a_test_that_names_only_a_longer_clause(self):
        names = [f"// {clause}" for clause in CLAUSES if clause != "SHOW-1"]
        self.write(TEST, "\n".join(names))
        self.assert_fails(self.check(), "SHOW-1: tests/unit/test_a.c does not name it")


if __name__ == "__main__":
    unittest.main()
