"""tools/check_assurance.py: the files and tests that the assurance pages cite exist."""
import unittest

from checker import TOOLS, CheckerTest

GOOD = "| it holds | `tests/a.py: test_one` | 5 |\n" * 20


class AssuranceTest(CheckerTest):
    def check(self, page, injected=GOOD):
        self.write("docs/assurance.md", page)
        self.write("docs/further-assurance.md", GOOD)
        self.write("docs/fault-injection.md", injected)
        self.write("tests/a.py", "def test_one(self):\n    pass\n")
        return self.run_tool("check_assurance.py", self.root)

    def test_a_page_whose_citations_exist_passes(self):
        self.assert_passes(self.check(GOOD))

    def test_a_missing_file_is_named(self):
        self.assert_fails(self.check(GOOD + "| x | `tests/b.py` | |\n"), "docs/assurance.md:21: no such file: tests/b.py")

    def test_every_assurance_page_is_checked(self):
        self.assert_fails(self.check(GOOD, "\n" + GOOD + "| x | `tests/b.py` | |\n"),
                          "docs/fault-injection.md:22: no such file: tests/b.py")

    def test_a_test_that_was_renamed_is_named(self):
        self.assert_fails(self.check(GOOD + "| x | `tests/a.py: test_on` | |\n"), "tests/a.py has no test_on")

    def test_a_promise_without_a_test_is_named(self):
        self.assert_fails(self.check(GOOD + "| x |  | 5 |\n"), "a promise without a test")

    def test_a_promise_without_its_last_run_is_named(self):
        self.assert_fails(self.check(GOOD + "| x | `tests/a.py` | |\n"), "a promise without its last run")

    def test_a_page_that_cites_nothing_fails(self):
        self.assert_fails(self.check("nothing\n"), "cites fewer than 20 tests")


if __name__ == "__main__":
    unittest.main()
