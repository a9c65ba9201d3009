"""fuzz_one finds a planted crash, leak and hang, and lets a good target pass; archives of inputs are kept."""
import io
import re
import shutil
import subprocess
import tarfile
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
        archive = self.write("corpus/a.tar", "")
        with tarfile.open(archive, "w") as inputs:
            seed = tarfile.TarInfo("seed")
            seed.size = 2
            inputs.addfile(seed, io.BytesIO(b"Ut"))
        return self.run_tool("fuzz_one", "a", "1", program, archive, self.root / "found", **environment)

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


class KeepTest(CheckerTest):
    def keep(self, *arguments):
        shutil.copy(TOOLS / "fuzz_keep", self.write("tools/fuzz_keep", ""))
        run = subprocess.run(["sh", self.root / "tools/fuzz_keep", *arguments], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return (self.root / "fuzz/corpus/a.tar").read_bytes()

    def test_the_same_inputs_give_the_same_archive(self):
        """In whatever order and whenever they came, and one that is there already changes nothing"""
        archive = self.write("fuzz/corpus/a.tar", "")
        first, second = self.write("x", "one"), self.write("sub/y", "two")
        archive.unlink()
        both = self.keep("a", first, second)
        self.assertEqual(self.keep("a", first), both)
        archive.unlink()
        alone = self.keep("a", second)
        self.assertNotEqual(alone, both)
        self.assertEqual(self.keep("a", first), both)
        with tarfile.open(archive) as inputs:
            kept = [inputs.extractfile(member).read() for member in inputs]
        self.assertEqual(sorted(kept), [b"one", b"two"])


class TargetsTest(unittest.TestCase):
    def test_each_target_has_a_corpus_and_a_row_of_the_list(self):
        fuzz = TOOLS.parent / "fuzz"
        targets = {path.stem[len("fuzz_") :] for path in fuzz.glob("fuzz_*.c")}
        self.assertTrue(targets)
        self.assertEqual({path.name for path in (fuzz / "corpus").iterdir()}, {f"{name}.tar" for name in targets})
        for name in targets:
            with self.subTest(name), tarfile.open(fuzz / "corpus" / f"{name}.tar") as archive:
                inputs = archive.getmembers()
            self.assertTrue(inputs)
            # As tools/fuzz_keep writes them: nothing of a machine or a day is in them.
            self.assertEqual([each.name for each in inputs], sorted(each.name for each in inputs))
            self.assertEqual({(each.isreg(), each.mtime, each.uid, each.gid, each.mode) for each in inputs},
                             {(True, 0, 0, 0, 0o644)})
        rows = re.findall(r"^\| `(\w+)` \|", (fuzz / "README.md").read_text(), re.MULTILINE)
        self.assertTrue(rows)
        self.assertEqual(sorted(rows), sorted(targets))


if __name__ == "__main__":
    unittest.main()
