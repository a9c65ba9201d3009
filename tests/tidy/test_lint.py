"""tools/lint: a file with something clang-tidy finds is refused and named, and a clean one is not."""
import json
import shutil
import unittest

from checker import TOOLS, CheckerTest

GOOD = "int twice(int number);\nint twice(int number)\n{\n    return 2 * number;\n}\n"
BAD = {
    "a branch without braces": GOOD.replace("    return", "    if (number < 0)\n        return 0;\n    return"),
    "both sides are the same": GOOD.replace("2 * number", "number - number"),
    "a null pointer": GOOD.replace("    return", "    int *none = 0;\n    return *none +"),
}


@unittest.skipUnless(shutil.which("clang-tidy-14"), "clang-tidy-14 is not installed")
class LintTest(CheckerTest):
    def lint(self, *arguments):
        """The tool in a tree of its own; what would build it is nothing."""
        shutil.copy(TOOLS.parent / ".clang-tidy", self.root)
        self.write("tools/build", "#!/bin/sh\n").chmod(0o755)
        shutil.copy(TOOLS / "lint", self.root / "tools")
        source = str(self.root / "src" / "a.c")
        command = {"directory": str(self.root), "file": source, "output": "a.o", "command": f"cc -c {source}"}
        self.write("build-clang/compile_commands.json", json.dumps([command]))
        return self.run_tool(self.root / "tools" / "lint", *arguments)

    def test_what_clang_tidy_finds_is_refused(self):
        self.write("src/a.c", GOOD)
        self.assert_passes(self.lint("--shallow"))
        for name, text in BAD.items():
            with self.subTest(name):
                self.write("src/a.c", text)
                self.assert_fails(self.lint("--shallow"), "src/a.c:", "1 with findings")

    def test_nothing_to_look_at_is_no_success(self):
        self.write("src/a.h", "")
        self.lint()
        self.write("build-clang/compile_commands.json", "[]")
        self.assert_fails(self.run_tool(self.root / "tools" / "lint"))


if __name__ == "__main__":
    unittest.main()
