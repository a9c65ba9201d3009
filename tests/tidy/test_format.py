"""tools/format --check: a file in another layout is refused."""
import shutil
import unittest

from checker import TOOLS, CheckerTest

GOOD = "int main(void)\n{\n    return 0;\n}\n"


class FormatTest(CheckerTest):
    def check(self, text):
        shutil.copy(TOOLS.parent / ".clang-format", self.root)
        return self.run_tool("format", "--check", str(self.write("a.c", text)))

    @unittest.skipUnless(shutil.which("clang-format-14"), "clang-format-14 is not installed")
    def test_what_is_laid_out_otherwise_is_refused(self):
        self.assert_passes(self.check(GOOD))
        for bad in (GOOD.replace("    ", "  "), GOOD.replace(")\n{", ") {"), GOOD.replace("main(", "main (")):
            run = self.check(bad)
            self.assertNotEqual(run.returncode, 0, bad)
            self.assertIn("a.c:", run.stdout)


if __name__ == "__main__":
    unittest.main()
