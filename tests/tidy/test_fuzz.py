"""fuzz_one finds a planted crash, leak and hang, and lets a good target pass."""
import re
import shutil
import subprocess
import unittest

from checker import TOOLS, CheckerTest

TARGET = """
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 && data[0] == 'U') { %s; }
    return 0;
}
"""


@unittest.skipUnless(shutil.which("clang-14"), "needs clang-14")
class FuzzTest(CheckerTest):
    def fuzz(self, statement, **environment):
        source = self.write("target.c", TARGET % statement)
        program = self.root / "target"
        flags = ["-g", "-O1", "-w", "-fsanitize=fuzzer,address"]
        subprocess.run(["clang-14", *flags, source, "-o", program], check=True)
        self.write("corpus/a/seed", "Ut")
        found = self.root / "found"
        return self.run_tool("fuzz_one", "a", "1", program, self.root / "corpus" / "a", found, **environment)

    def kept(self):
        return [path.name for path in (self.root / "found").glob("a-*")]

    def test_passes_a_good_target(self):
        run = self.fuzz("(void)0")
        self.assert_passes(run)
        self.assertRegex(run.stdout, r"fuzz a: \d+ executions in 1 s")

    def test_keeps_the_input_that_crashes(self):
        self.assert_fails(self.fuzz("abort()"), "FAILED")
        self.assertTrue(self.kept()[0].startswith("a-crash-"))

    def test_keeps_the_input_that_leaks(self):
        self.assert_fails(self.fuzz("*(void *volatile *)&data = malloc(8)"), "FAILED")
        self.assertTrue(self.kept()[0].startswith("a-leak-"))

    def test_keeps_the_input_that_never_ends(self):
        self.assert_fails(self.fuzz("for (volatile int i = 0;; i++) {}", FUZZ_TIMEOUT="1"), "FAILED")
        self.assertTrue(self.kept()[0].startswith("a-timeout-"))


class TargetsTest(unittest.TestCase):
    def test_each_target_has_a_corpus_and_a_row_of_the_list(self):
        fuzz = TOOLS.parent / "fuzz"
        targets = {path.stem[len("fuzz_") :] for path in fuzz.glob("fuzz_*.c")}
        self.assertTrue(targets)
        for name in targets:
            self.assertTrue(any((fuzz / "corpus" / name).iterdir()), name)
        rows = re.findall(r"^\| `(\w+)` \|", (fuzz / "README.md").read_text(), re.MULTILINE)
        self.assertTrue(rows)
        self.assertEqual(sorted(rows), sorted(targets))


if __name__ == "__main__":
    unittest.main()
