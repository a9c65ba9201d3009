"""check_headers.sh finds a header that does not stand alone, is no C++, warns, or was left out."""
import os
import shutil
import subprocess
import unittest

from checker import TOOLS, CheckerTest

SCRIPT = TOOLS.parent / "tests" / "headers" / "check_headers.sh"
GUARD = "#ifndef UTH_HALF_H\n#define UTH_HALF_H\n%s\n#endif\n"
RIGHT = GUARD % "int half(int number);"
FAULTS = {  # what stands in the header, and the line that must say so
    GUARD % "size_t half(int number);": "not ok 1 - uth/half.h as c17",  # where size_t comes from it does not say
    GUARD % "int half(int class);": "not ok 2 - uth/half.h as c++17",
    GUARD % "struct half { int numbers[0]; };": "not ok 1 - uth/half.h as c17",  # a warning
    "struct half { int number; };\n": "not ok 1 - uth/half.h as c17",  # twice is once too many
}


class HeadersTest(CheckerTest):
    def check(self, header, umbrella='#include "uth/half.h"\n'):
        self.write("include/uth/half.h", header)
        self.write("include/uth/uth.h", umbrella)
        script = self.root / "tests" / "headers" / SCRIPT.name
        script.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SCRIPT, script)
        return subprocess.run([script, *os.environ.get("CC", "gcc").split()], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def test_passes_what_is_right(self):
        said = self.check(RIGHT)
        self.assertNotIn("not ok", said)
        self.assertIn("1..5\n", said)

    def test_finds_each_fault_of_a_header(self):
        for header, line in FAULTS.items():
            with self.subTest(header):
                self.assertIn(line, self.check(header))

    def test_finds_a_header_that_the_umbrella_lacks(self):
        said = self.check(RIGHT, umbrella="int whole(int number);\n")
        self.assertIn("not ok 3 - uth/half.h is in the umbrella", said)


if __name__ == "__main__":
    unittest.main()
