"""check_commit.sh knows the shape of a commit message."""
import unittest

from checker import CheckerTest

GOOD = [
    "settle: push the ante when the dealer has not opened\n\nBecause.\n",
    "core/hand: read five cards\n",
    "core, wire: say the clause\n# a comment of git's\n",
]

BAD = [
    ("push the ante\n", "not 'area: effect'"),
    ("Settle: push the ante\n", "not 'area: effect'"),
    ("settle:push the ante\n", "not 'area: effect'"),
    ("\n", "not 'area: effect'"),
    ("settle: push the ante.\n", "ends with a period"),
    ("settle: " + "x" * 65 + "\n", "longer than 72"),
    ("settle: pushed\nno empty line\n", "second line"),
    ("settle: fixed the ante\n", "not imperative"),
    ("fixup! settle: push the ante\n", "not finished"),
]


class CommitTest(CheckerTest):
    def check(self, message):
        return self.run_tool("check_commit.sh", self.write("message", message))

    def test_accepts_good_messages(self):
        for message in GOOD:
            with self.subTest(message):
                self.assert_passes(self.check(message))

    def test_refuses_bad_messages(self):
        for message, words in BAD:
            with self.subTest(message):
                self.assert_fails(self.check(message), words)


if __name__ == "__main__":
    unittest.main()
