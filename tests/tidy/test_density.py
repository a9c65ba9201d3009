"""check_density.py fails where core or ledger have fewer checks a function than before."""
import unittest

from checker import CheckerTest

CHECKED = "int half(int number)\n{\n    UTH_CHECK(number >= 0);\n    return number / 2;\n}\n"
UNCHECKED = "static int twice(int number)\n{\n    return number * 2;\n}\n"


class DensityTest(CheckerTest):
    def check(self, **layers):
        for layer, text in layers.items():
            self.write(f"src/{layer}/half.c", text)
        return self.run_tool("check_density.py", self.root)

    def test_passes_a_check_in_each_function(self):
        self.assert_passes(self.check(core=CHECKED, ledger=CHECKED))

    def test_finds_functions_without_checks(self):
        self.assert_fails(self.check(core=CHECKED + 2 * UNCHECKED, ledger=CHECKED), "src/core: 0.33", "state the invariants")
        self.assert_fails(self.check(core=CHECKED, ledger=UNCHECKED), "src/ledger: 0.00")

    def test_leaves_out_the_evaluation_of_hands(self):
        self.write("src/core/hand.c", 9 * UNCHECKED)
        self.assert_passes(self.check(core=CHECKED, ledger=CHECKED))


if __name__ == "__main__":
    unittest.main()
