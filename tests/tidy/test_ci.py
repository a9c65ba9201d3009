""".ci/run ends with one count of the checks and of the bare machine, and fails when either does."""
import os
import subprocess
import unittest

from checker import TOOLS, CheckerTest


class CiTest(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write(".ci/run", (TOOLS.parent / ".ci/run").read_text()).chmod(0o755)

    def ci(self, check, fresh):
        """Each is (what it counts, its exit status)."""
        for name, (count, status), argument in (("bin/make", check, "check"), ("tools/fresh", fresh, "--short")):
            counted = f"echo '{count}' >\"$CHECK_COUNT_FILE\"\n" if count else ""
            script = f'#!/bin/sh\n[ "$*" = {argument} ] || exit 9\n{counted}echo {name}\nexit {status}\n'
            self.write(name, script).chmod(0o755)
        return subprocess.run([self.root / ".ci/run"], stdout=subprocess.PIPE, text=True, env={
            **os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}", "TMPDIR": str(self.root)})  # fmt: skip

    def test_adds_both_counts(self):
        for check, fresh, last, status in (
            (("7 passed, 0 failed", 0), ("3 passed, 0 failed", 0), "10 passed, 0 failed", 0),
            (("6 passed, 1 failed", 1), ("3 passed, 0 failed", 0), "9 passed, 1 failed", 1),
            (("7 passed, 0 failed", 0), ("1 passed, 2 failed", 1), "8 passed, 2 failed", 1),
            (("", 0), ("3 passed, 0 failed", 0), "3 passed, 1 failed", 1),
            (("7 passed, 0 failed", 0), ("", 1), "7 passed, 1 failed", 1),
            (("7 passed, 0 failed", 2), ("3 passed, 0 failed", 0), "10 passed, 0 failed", 1),
            (("7 passed, 0 failed", 0), ("3 passed, 0 failed", 2), "10 passed, 0 failed", 1),
        ):  # fmt: skip
            with self.subTest(last, check=check, fresh=fresh):
                run = self.ci(check, fresh)
                self.assertEqual((run.stdout.splitlines()[-1], run.returncode), (last, status))
                self.assertEqual(run.stdout.splitlines()[:2], ["bin/make", "tools/fresh"])


if __name__ == "__main__":
    unittest.main()
