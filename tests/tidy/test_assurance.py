"""tools/check_assurance.py: what the pages of assurance and planted faults cite is there."""
import unittest

from checker import TOOLS, CheckerTest

GOOD = "| it holds | `tests/a.py: test_one` | 5 |\n" * 20


class AssuranceTest(CheckerTest):
    def check(self, page, planted=GOOD):
        self.write("docs/assurance.md", page)
        self.write("docs/besides.md", GOOD)
        self.write("docs/planted.md", planted)
        self.write("tests/a.py", "def test_one(self):\n    pass\n")
        return self.run_tool("check_assurance.py", self.root)

    def test_a_page_that_cites_what_is_there_passes(self):
        self.assert_passes(self.check(GOOD))

    def test_a_missing_file_is_named(self):
        self.assert_fails(self.check(GOOD + "| x | `tests/b.py` | |\n"), "docs/assurance.md:21: no such file as tests/b.py")

    def test_both_pages_are_looked_at(self):
        self.assert_fails(self.check(GOOD, "\n" + GOOD + "| x | `tests/b.py` | |\n"),
                          "docs/planted.md:22: no such file as tests/b.py")

    def test_a_test_that_was_renamed_is_named(self):
        self.assert_fails(self.check(GOOD + "| x | `tests/a.py: test_on` | |\n"), "tests/a.py has no test_on")

    def test_a_promise_without_a_test_is_named(self):
        self.assert_fails(self.check(GOOD + "| x |  | 5 |\n"), "a promise that no test keeps")

    def test_a_promise_without_its_last_run_is_named(self):
        self.assert_fails(self.check(GOOD + "| x | `tests/a.py` | |\n"), "a promise without its last run")

    def test_a_page_that_cites_nothing_fails(self):
        self.assert_fails(self.check("nothing\n"), "cites next to nothing")


if __name__ == "__main__":
    unittest.main()
