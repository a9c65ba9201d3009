"""tools/mutate: which faults it plants, and that it tells apart those that are caught, those that survive,
those that are explained and those that are none."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
sys.dont_write_bytecode = True
from mutants import places_of  # noqa: E402

BUILD = """project('toy', 'c')
test('toy', executable('test_toy', 'test_toy.c', 'src/toy/toy.c'))
"""
TEST = """int toy(int number);
int main(void)
{
    return toy(3) == 3 && toy(8) == 9 ? 0 : 1;
}
"""
TOY = """int toy(int number);
int toy(int number)
{
    int step = 0;
    switch (number) {
    case 7: return 1;
    case 8: return 9;
    }
    while (step < number) {
        step++;
    }
    if (step > 20) {
        step = 0;
    }
    return step + 0;
}
"""


def load():
    loader = importlib.machinery.SourceFileLoader("mutate_tool", str(TOOLS / "mutate"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutate_tool", loader))
    loader.exec_module(module)
    return module


def planted(body, head="int toy(int number)"):
    text = f"{head}\n{{\n    {body}\n}}\n"
    return {mutant.after for place in places_of("toy.c", text) for mutant in place}


TWO_BUILD = """project('toy', 'c')
foreach name : ['first', 'second', 'third']
    test(name, executable(name, name + '.c', 'src/toy/toy.c'))
endforeach
"""
TWO_TOY = """int half(int number);
int toy(int number);
int half(int number)
{
    return number / 2;
}
int toy(int number)
{
    if (number > 8) {
        return 9;
    }
    return number + 1;
}
"""


class MutantsTest(unittest.TestCase):
    def test_each_kind_of_fault_is_planted(self):
        for body, *faults in (
                ("if (a < b) {", "if (a <= b) {", "if (a >= b) {", "if (!(a < b)) {", "if (false && (a < b)) {",
                 "if (true || (a < b)) {"),
                ("while (a && b) {", "while (a || b) {", "while (!(a && b)) {", "while (false && (a && b)) {"),
                ("int c = a * 16 - b;", "int c = a + 16 - b;", "int c = a * 17 - b;", "int c = a * 15 - b;",
                 "int c = a * 16 + b;"),
                ("bool c = !is_open();", "bool c = is_open();"),
                ("bool c = true;", "bool c = false;"),
                ("add(a->list, &b);", "(void)0;"),
                ("a->list[i] = b;", ";"),
                ("case KIND: a.b |= c;", "case KIND: ;", "case KIND: a.b &= c;"),
                ("unsigned c = a & 0x0fU;", "unsigned c = a | 0x0fU;", "unsigned c = a & 0x10U;",
                 "unsigned c = a & 0xeU;"),
                ("open(path, 0600);", "open(path, 0601);", "open(path, 0577);", "(void)0;")):  # fmt: skip
            with self.subTest(body):
                text = body + (" }" if body.endswith("{") else "")
                end = " }" if body.endswith("{") else ""
                self.assertEqual(planted(text), {fault + end for fault in faults})

    def test_a_returned_status_and_a_returned_bool_are_changed(self):
        self.assertEqual(planted("return UTH_OK;", "enum uth_status toy(void)"), {"return UTH_ERR_NOT_NOW;"})
        self.assertEqual(planted("return STORE_ERR_IO;", "static enum store_status toy(void)"),
                         {"return STORE_OK;"})
        self.assertEqual(planted("return put(a);", "enum store_status toy(void)"),
                         {"return (void)(put(a)), STORE_OK;"})
        self.assertEqual(planted("return put(a);", "bool toy(void)"), {"return !(put(a));"})

    def test_checks_logs_comments_texts_and_declarations_are_left_alone(self):
        for body in ("UTH_CHECK(a < 10 && b);", "_Static_assert(sizeof a == 4, \"size\");", "// a < 10 && b",
                     "log_line(LOG_WARN, \"a\", 10);", "const char *a = \"x < 10\";", "char a = '1';",
                     "struct thing a = {0};", "char line[80];", "free(list);", "/* a = 10; */"):
            with self.subTest(body):
                self.assertEqual(planted(body), set())
        self.assertEqual(places_of("toy.c", "#define LIMIT 10\n\\\n#if LIMIT < 3\n#endif\n"), [])

    def test_a_fault_is_named_by_its_function_or_table(self):
        text = "static const int sizes[] = {3};\n\nint toy(int a)\n{\n    return a +\n           4;\n}\n"
        self.assertEqual({(mutant.function, mutant.line) for place in places_of("toy.c", text) for mutant in place},
                         {("sizes", 1), ("toy", 5), ("toy", 6)})


class RunTest(unittest.TestCase):
    def setUp(self):
        self.tool = load()
        root = tempfile.TemporaryDirectory()
        self.addCleanup(root.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        self.root = pathlib.Path(root.name).resolve()
        self.tool.ROOT = self.root
        self.tool.DIRECTORIES = ("src/toy",)
        self.tool.SUITES = {"src/toy": ["toy"]}
        self.tool.PATIENCE = (1, 2)
        for name, text in (("meson.build", BUILD), ("test_toy.c", TEST), ("src/toy/toy.c", TOY),
                           (".gitignore", "build*\n")):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)
        subprocess.run(["git", "init", "--quiet"], cwd=self.root, check=True)

    def mutate(self, *words):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            status = self.tool.main(list(words))
        return status, said.getvalue()

    def reasons(self, text):
        (self.root / "tests").mkdir(exist_ok=True)
        (self.root / "tests/mutate.reasons").write_text(text)

    def test_what_is_caught_hangs_survives_or_is_none_is_told_apart(self):
        verdicts = {
            "case 8: return 9; => case 8: return 10;": "caught",
            "step++; => ;": "caught",  # by the clock: the loop never ends
            "case 8: return 9; => case 7: return 9;": "does not compile",
            "return step + 0; => return step - 0;": "same object",
            "if (step > 20) { => if (step > 21) {": "survived",
        }
        status, said = self.mutate(*(word for text in verdicts for word in ("--only", text)))
        self.assertEqual(status, 1)
        results = (self.root / "build-mutate/results-1").read_text().splitlines()
        found = {" => ".join(entry["name"][2:4]): entry["verdict"]
                 for entry in map(json.loads, results)}
        self.assertEqual(found, verdicts)
        self.assertIn("src/toy/toy.c:12: toy: survived\n  - if (step > 20) {\n  + if (step > 21) {\n", said)
        self.assertIn("#   src/toy: 3 faults, 2 caught (67%), 0 equivalent, 1 survived; 1 gave the same object, "
                      "1 did not compile\n", said)

    def test_a_survivor_with_its_reason_is_no_failure_and_a_reason_without_its_place_is(self):
        only = ("--only", "if (step > 20) { => if (step > 21) {")
        self.reasons("# A word.\n\nsrc/toy/toy.c toy\n- if (step > 20) {\n+ if (step > 21) {\nNobody steps so far.\n")
        status, said = self.mutate(*only)
        self.assertEqual((status, "0 caught (0%), 1 equivalent, 0 survived" in said), (0, True), said)
        self.assertEqual(self.mutate("--check"), (0, ""))
        (self.root / "src/toy/toy.c").write_text(TOY.replace("step > 20", "step > 200"))
        self.assertEqual(self.mutate("--check"),
                         (1, "tests/mutate.reasons:3: nothing in src/toy/toy.c toy is changed like that\n"))
        self.reasons("src/toy/toy.c toy\n- if (step > 200) {\n")
        self.assertRaisesRegex(SystemExit, "mutate.reasons:1: not 'file function'", self.mutate, "--check")

    def test_a_suite_that_nobody_has_any_more_is_named(self):
        build = self.root / "build"
        subprocess.run(["meson", "setup", str(build)], cwd=self.root, check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(self.mutate("--check", "--build", str(build)), (0, ""))
        self.tool.SUITES = {"src/toy": ["toy", "slowly", "gone"]}
        self.assertEqual(self.mutate("--check", "--build", str(build)), (1, "tools/mutate: there is no suite gone\n"))

    def test_a_seed_says_which_and_a_run_goes_on_where_it_stopped(self):
        first = self.mutate("--list", "--seed", "5")
        self.assertEqual(first, self.mutate("--list", "--seed", "5"))
        self.assertNotEqual(first, self.mutate("--list", "--seed", "6"))
        self.mutate("--count", "1", "--least", "0")
        results = self.root / "build-mutate/results-1"
        before = results.read_text()
        status, said = self.mutate("--count", "2", "--least", "0", "--resume")
        self.assertEqual(status, 0)
        self.assertIn("2 faults", said)
        self.assertTrue(results.read_text().startswith(before))
        self.assertGreater(len(results.read_text()), len(before))

    def test_what_is_chosen_stays_when_something_else_changes(self):
        before = self.mutate("--list")[1]
        (self.root / "src/toy/toy.c").write_text("\n" + TOY.replace("int step = 0", "int step = 5"))
        lines = [re.sub(r"^(\S+):\d+:", r"\1:", text, flags=re.MULTILINE) for text in (before, self.mutate("--list")[1])]
        chosen = [[part for part in re.split(r"^(?=src/)", text, flags=re.MULTILINE) if "int step" not in part]
                  for text in lines]
        self.assertEqual(*chosen)
        self.assertGreater(len(chosen[0]), 10)

    def test_a_fault_is_shown_to_those_who_reach_its_function_and_first_to_those_who_reach_its_line(self):
        main = "int half(int);\nint toy(int);\nint main(void)\n{\n    return %s ? 0 : 1;\n}\n"
        for name, text in (("meson.build", TWO_BUILD), ("src/toy/toy.c", TWO_TOY),
                           ("first.c", main % "half(8) == 4"), ("second.c", main % "toy(3) == 4"),
                           ("third.c", main % "toy(10) != 7")):
            (self.root / name).write_text(text)
        self.tool.SUITES = {"src/toy": ["first", "second", "third"]}
        asked, run = [], self.tool.Tree.run

        def noted(tree, name, **more):
            asked.append(name)
            return run(tree, name, **more)

        self.tool.Tree.run = noted
        self.addCleanup(setattr, self.tool.Tree, "run", run)
        for fault, wanted in (("return 9; => return 10;", ["third", "second"]),
                              ("return number / 2; => return number / 1;", ["first", "first"])):
            asked.clear()
            self.mutate("--only", fault)
            self.assertEqual(asked, ["first", "second", "third", *wanted])

    def test_nothing_is_planted_where_a_suite_fails_already(self):
        (self.root / "test_toy.c").write_text(TEST.replace("== 9", "== 5"))
        self.assertRaisesRegex(SystemExit, "with nothing planted fail: toy", self.mutate)


if __name__ == "__main__":
    unittest.main()
