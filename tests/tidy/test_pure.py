"""check_pure.sh finds what it is for, in objects compiled here."""
import os
import subprocess
import unittest

from checker import CheckerTest

GOOD = """
#include <string.h>
void uth_other(void);
static const char *const names[] = {"a", "b"};
const char *name(unsigned i) { return names[i % 2]; }
int equal(const char *a, const char *b) { uth_other(); return strcmp(a, b) == 0; }
"""

BAD = [
    ("allocation", "void *malloc(unsigned long); void *f(void) { return malloc(8); }", "malloc"),
    ("I/O", "int puts(const char *); int f(void) { return puts(\"a\"); }", "puts"),
    ("clock", "long time(long *); long f(void) { return time(0); }", "time"),
    ("a global", "int seen;", "seen in .bss"),
    ("a set global", "int seen = 1;", "seen in .data"),
    ("a function static", "int f(void) { static int calls; return ++calls; }", "calls"),
    ("a thread local", "_Thread_local int seen = 1;", "seen in .tdata"),
    ("a mutable table", 'const char *names[] = {"a"};', "names in .data"),
]


class PureTest(CheckerTest):
    def archive(self, text):
        compiler = os.environ.get("CC", "cc").split()
        source = self.write("a.c", text)
        made = source.with_suffix(".o")
        subprocess.run([*compiler, "-O2", "-fPIC", "-w", "-c", source, "-o", made], check=True)
        archive = self.root / "liba.a"
        archive.unlink(missing_ok=True)
        subprocess.run(["ar", "rcs", archive, made], check=True)
        return archive

    def test_accepts_constant_tables_and_listed_calls(self):
        self.assert_passes(self.run_tool("check_pure.sh", self.archive(GOOD)))

    def test_refuses_each_bad_object(self):
        for what, text, words in BAD:
            with self.subTest(what):
                self.assert_fails(self.run_tool("check_pure.sh", self.archive(text)), words)

    def test_refuses_what_is_no_archive(self):
        self.assertNotEqual(self.run_tool("check_pure.sh", self.root / "none.a").returncode, 0)


if __name__ == "__main__":
    unittest.main()
