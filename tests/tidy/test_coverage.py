"""coverage asks for a reason for each place that was not reached, and no others."""
import contextlib
import functools
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import subprocess
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

    def judge(self, reasons, seven=0, branches=(5, 5), cases=(9, 0), marked=11):
        """Line 6 was reached `seven` times; line 5 has these branches, and the switch these cases."""
        counts = {1: (9, []), 3: (9, [9, 0]), 4: (9, [9, 0]), 5: (9, list(branches)),
                  6: (seven, []), 8: (9, list(cases)), marked: (0, []), marked + 1: (0, [])}
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

    def test_fails_on_a_case_of_a_switch_that_was_not_taken(self):
        """Only the way past all of them, which gcov lists last, needs no reason"""
        for cases in ((0, 9), (9, 0, 9), (0, 0), (9, 0, 0)):
            good, said = self.judge(REASON, cases=cases)
            self.assertFalse(good, cases)
            self.assertIn("\n    switch (number) {", said)
        for cases in ((9, 9), (9, 3, 0)):
            self.assertTrue(self.judge(REASON, cases=cases)[0], cases)

    def test_fails_on_a_default_that_was_not_taken(self):
        path = self.tool.ROOT / "src/core/half.c"
        path.write_text(SOURCE.replace("case 1: return 0;", "case 1: return 0; default: return 1;"))
        good, said = self.judge(REASON)
        self.assertFalse(good)
        self.assertIn("1 branch\n    switch (number) {", said)

    def test_reads_neither_comments_nor_literals_for_code(self):
        """A switch over two lines, and what looks like the end of one, of a check, or like a default"""
        path = self.tool.ROOT / "src/core/half.c"
        long = SOURCE.replace("    switch (number) {\n    case 1: return 0;\n    }\n",
                              "    switch (number ||\n            number) {\n    case 1: %s return 0;\n    }\n")
        for text in ("", "/* default: */", "// default: {\n", "say('{', \"}\\\" default:\");"):
            path.write_text((long % text).replace("no such number", "no such :) number"))
            self.assertTrue(self.judge(REASON, marked=12 + text.count("\n"))[0], text)
        for text in ("say('}'); default:", "say(\"}\"); default:", "/* } */ default:", "// }\n default:"):
            path.write_text(long % text)
            good, said = self.judge(REASON, marked=12 + text.count("\n"))
            self.assertFalse(good, text)
            self.assertIn("1 branch\n    switch (number ||", said)

    def test_gcov_lists_the_way_past_all_cases_last(self):
        """As the compiler at hand has it: each case left out in turn, and all of them asked for"""
        program = "int half(int n)\n{\n    switch (n) {\n    case 1: return 0;\n    case 2: n = 7; break;\n" \
                  "    case 3: break;\n    }\n    return n;\n}\nint main(void) { return %s; }\n"
        for asked in ((1, 2, 3), (2, 3), (1, 3), (1, 2), (1, 2, 3, 4)):
            where = tempfile.TemporaryDirectory()
            self.addCleanup(where.cleanup)
            calls = "".join(f"half({number}) * 0 + " for number in asked)
            pathlib.Path(where.name, "half.c").write_text(program % (calls + "0"))
            run = functools.partial(subprocess.run, cwd=where.name, check=True, stdout=subprocess.PIPE, text=True)
            run(["gcc", "-O0", "--coverage", "-c", "half.c"])
            run(["gcc", "--coverage", "half.o", "-o", "half"])
            run(["./half"])
            said = run(["gcov", "--json-format", "--stdout", "--branch-probabilities", "half.gcno"]).stdout
            lines = {line["line_number"]: line for line in json.loads(said)["files"][0]["lines"]}
            taken = [branch["count"] for branch in lines[3]["branches"]]
            self.assertEqual(taken, [int(number in asked) for number in (1, 2, 3, 4)])

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
