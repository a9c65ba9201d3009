"""coverage asks for a reason for each place that was not reached, and no others."""
import contextlib
import importlib.machinery
import importlib.util
import io
import os
import pathlib
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "coverage"
SOURCE = """int half(int number)
{
    UTH_CHECK(number >= 0 &&
              number < 100);
    if (number == 7) {
        return 3;
    }
    switch (number) {
    case 1: return 0;
    }
    UTH_CHECK(!"no such number");
    return 0;
}
"""
REASON = "src/core/half.c half\n    line\n    return 3;\n    Seven is nobody's number.\n"


def load():
    loader = importlib.machinery.SourceFileLoader("coverage_tool", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("coverage_tool", loader))
    loader.exec_module(module)
    return module


class CoverageTest(unittest.TestCase):
    def setUp(self):
        self.tool = load()
        root = tempfile.TemporaryDirectory()
        self.addCleanup(root.cleanup)
        self.tool.ROOT = pathlib.Path(root.name)
        (self.tool.ROOT / "src/core").mkdir(parents=True)
        (self.tool.ROOT / "src/core/half.c").write_text(SOURCE)
        self.reasons = self.tool.ROOT / "reasons"

    def judge(self, reasons, seven=0, branches=(5, 5)):
        """Line 6 was reached `seven` times, and line 5 has these branches."""
        counts = {1: (9, []), 3: (9, [9, 0]), 4: (9, [9, 0]), 5: (9, list(branches)),
                  6: (seven, []), 8: (9, [9, 0]), 11: (0, []), 12: (0, [])}
        lines = {}
        for number, (count, taken) in counts.items():
            lines[number] = self.tool.Line()
            lines[number].count, lines[number].branches = count, taken
            lines[number].function = "half"
        self.reasons.write_text(reasons)
        with contextlib.redirect_stdout(io.StringIO()) as said:
            good = self.tool.judge({"src/core/half.c": lines}, self.reasons)
        return good, said.getvalue()

    def test_passes_what_has_its_reason(self):
        good, said = self.judge("# A remark.\n\n" + REASON)
        self.assertTrue(good, said)
        self.assertIn("1 with a reason", said)
        self.assertIn("2 branches of checks, 2 lines marked as never reached, 1 ends", said)

    def test_fails_on_a_line_without_a_reason(self):
        good, said = self.judge("")
        self.assertFalse(good)
        self.assertIn("not reached, and no reason: src/core/half.c half", said)

    def test_fails_on_a_branch_without_a_reason(self):
        good, said = self.judge(REASON, branches=(5, 0))
        self.assertFalse(good)
        self.assertIn("1 branch\n    if (number == 7) {", said)

    def test_fails_on_a_reason_nobody_needs(self):
        good, said = self.judge(REASON, seven=1)
        self.assertFalse(good)
        self.assertIn("no longer needed", said)

    def test_fails_on_an_entry_that_gives_no_reason(self):
        good, said = self.judge("\n".join(REASON.splitlines()[:3]))
        self.assertFalse(good)
        self.assertIn("gives no reason", said)

    def test_the_reasons_of_the_tree_name_lines_that_exist(self):
        os.chdir(TOOL.parent.parent)
        entries, empty = self.tool.read_reasons(pathlib.Path("tests/coverage.reasons"))
        self.assertFalse(empty)
        for file, function, _, text in entries:
            source = pathlib.Path(file).read_text()
            self.assertIn(text, source)
            self.assertIn(function, source)


if __name__ == "__main__":
    unittest.main()
