"""tools/rng_evidence: what our tests or dieharder find is a failure, and so is a dieharder that is mute."""
import os
import unittest

from checker import CheckerTest

SOUND = "#!/bin/sh\necho fine\n"
WORDS = "diehard_birthdays|   0|       100|     100|0.42|  PASSED\n"


class EvidenceTest(CheckerTest):
    def evidence(self, ours=SOUND, dieharder=None):
        uth = self.write("bin/uth", ours)
        uth.chmod(0o755)
        if dieharder is not None:
            self.write("says", dieharder)
            program = f"#!/bin/sh\ncat >/dev/null\ncat {self.root}/says\n"
            self.write("bin/dieharder", program).chmod(0o755)
        os.environ["PATH"] = f"{self.root}/bin:{os.environ['PATH']}"
        return self.run_tool("rng_evidence", uth, "1000")

    def test_what_passes_passes(self):
        run = self.evidence(dieharder=WORDS)
        self.assert_passes(run)
        self.assertIn("# tried: 1 of dieharder's tests", run.stdout)

    def test_our_own_tests_can_fail_it(self):
        self.assert_fails(self.evidence("#!/bin/sh\nexit 1\n", WORDS))

    def test_dieharder_can_fail_it(self):
        self.assert_fails(self.evidence(dieharder=WORDS + WORDS.replace("PASSED", "FAILED")), "FAILED")

    def test_a_dieharder_that_says_nothing_fails_it(self):
        self.assert_fails(self.evidence(dieharder=""))


if __name__ == "__main__":
    unittest.main()
