"""check_layers.py finds what it is for. Each case is one file that breaks one rule."""
import unittest

from checker import CheckerTest

GOOD = {
    "include/uth/card.h": "#include <stdint.h>\n",
    "include/uth/exact.h": '#include "uth/card.h"\n',
    "src/core/card.c": '#include "uth/card.h"\n#include <string.h>\n// a double, 1.5\nchar a = \'"\';\n',
    "src/exact/solve.c": '#include "uth/exact.h"\n#include <pthread.h>\n',
    "src/net/http.c": '#include "uth/check.h"\n#include <sys/socket.h>\n#include <stdio.h>\n',
    "src/cli/main.c": '#include "net/http.h"\n#include "exact/solve.h"\n#include <stdio.h>\n',
}

BAD = [
    ("up", "src/core/a.c", '#include "room/room.h"\n', "core may not include"),
    ("up by a public header", "src/core/a.c", '#include "uth/exact.h"\n', "core may not include"),
    ("a public header up", "include/uth/a.h", '#include "uth/exact.h"\n', "core may not include"),
    ("the umbrella", "src/cli/a.c", '#include "uth/uth.h"\n', "cli may not include"),
    ("ledger to exact", "src/ledger/a.c", '#include "uth/exact.h"\n', "ledger may not include"),
    ("exact to ledger", "src/exact/a.c", '#include "ledger/a.h"\n', "exact may not include"),
    ("net to the game", "src/net/a.c", '#include "uth/card.h"\n', "net may not include"),
    ("wire to store", "src/wire/a.c", '#include "store/a.h"\n', "wire may not include"),
    ("fair to store", "src/fair/a.c", '#include "store/a.h"\n', "fair may not include"),
    ("indented", "src/core/a.c", '  #  include "cli/a.h"\n', "core may not include"),
    ("angle brackets", "src/core/a.c", "#include <uth/card.h>\n", "our own headers"),
    ("I/O in core", "src/core/a.c", "#include <stdio.h>\n", "core is pure"),
    ("I/O in a public header", "include/uth/a.h", "#include <stdlib.h>\n", "core is pure"),
    ("threads in room", "src/room/a.c", "#include <pthread.h>\n", "room is pure"),
    ("I/O in exact", "src/exact/a.c", "#include <stdio.h>\n", "exact is pure"),
    ("clock in sim", "src/sim/a.c", "#include <time.h>\n", "sim is pure"),
    ("double in core", "src/core/a.c", "static double d;\n", "core has no floating point"),
    ("float in ledger", "src/ledger/a.c", "float f(void);\n", "ledger has no floating point"),
    ("double in exact", "src/exact/a.c", "static double d;\n", "exact has no floating point"),
    ("a literal in core", "src/core/a.c", "int a = (int)(b * 1.5);\n", "no floating point"),
    ("after a comment", "src/core/a.c", "/* \n */ double d; // x\n", "a.c:2: core has no float"),
    ("sprintf", "src/cli/a.c", 'int a = sprintf(b, "x");\n', "a banned function"),
    ("an unknown layer", "src/misc/a.c", "int a;\n", "no such layer as misc"),
]


class LayersTest(CheckerTest):
    def setUp(self):
        super().setUp()
        for name, text in GOOD.items():
            self.write(name, text)

    def test_accepts_a_good_tree(self):
        self.assert_passes(self.run_tool("check_layers.py", self.root))

    def test_refuses_each_bad_file(self):
        for what, name, text, words in BAD:
            with self.subTest(what):
                path = self.write(name, text)
                self.assert_fails(self.run_tool("check_layers.py", self.root), name, words)
                path.unlink()

    def test_refuses_an_empty_tree(self):
        self.assert_fails(self.run_tool("check_layers.py", self.root / "src"), "no C files")


if __name__ == "__main__":
    unittest.main()
