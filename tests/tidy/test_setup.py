"""tools/setup installs what is missing and nothing else. The system's commands are stand-ins that
note how they were called."""
import os
import shutil
import subprocess
import unittest

from checker import TOOLS, CheckerTest

REAL = ["cat", "dirname", "env", "grep", "mktemp", "rm", "sed", "sh"]
LINES = (TOOLS / "packages").read_text().splitlines()
WANTED = [line.split()[0] for line in LINES if line[0] not in "#["]


class SetupTest(CheckerTest):
    def setUp(self):
        super().setUp()
        (self.root / "bin").mkdir()
        for name in REAL:
            (self.root / "bin" / name).symlink_to(shutil.which(name))

    def command(self, name, script):
        path = self.write(f"bin/{name}", "#!/bin/sh\n" + script)
        path.chmod(0o755)

    def set_up(self, installed, user, *part, sudo=False, apt_status=0):
        lines = "".join(f"echo {name} installed\n" for name in installed)
        self.command("dpkg-query", lines)
        self.command("id", f"echo {user}\n")
        self.command("apt-get", f'echo "apt-get $*" >>{self.root}/calls\nexit {apt_status}\n')
        if sudo:
            self.command("sudo", f'echo "sudo $*" >>{self.root}/calls\n"$@"\n')
        return subprocess.run(
            [TOOLS / "setup", *part],
            env={"PATH": str(self.root / "bin"), "TMPDIR": os.fspath(self.root)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def calls(self):
        path = self.root / "calls"
        return path.read_text() if path.exists() else ""

    def test_does_nothing_when_all_is_there(self):
        run = self.set_up(WANTED, user=1000)
        self.assert_passes(run)
        self.assertEqual(run.stdout + self.calls(), "")

    def test_installs_what_is_missing_as_root(self):
        self.assert_passes(self.set_up([name for name in WANTED if name != "meson"], user=0))
        self.assertRegex(self.calls(), r"^apt-get update\napt-get install --yes .*recommends meson\n$")

    def test_for_a_cardroom_leaves_out_what_only_the_checks_need(self):
        run = self.set_up(["gcc", "meson"], 0, "run")
        self.assert_passes(run)
        asked = self.calls().split()
        self.assertTrue({"libuv1-dev", "libsqlite3-dev", "nodejs"} <= set(asked), asked)
        self.assertFalse({"gcc", "dpkg-dev", "chromium", "postgresql", "clang-14", "valgrind"} & set(asked), asked)
        self.assertFalse([word for word in asked if word[0] in "[#"], asked)

    def test_for_a_package_takes_what_makes_one_besides(self):
        self.assert_passes(self.set_up(["gcc", "meson"], 0, "run"))
        to_run = self.calls()
        (self.root / "calls").unlink()
        self.assert_passes(self.set_up(["gcc", "meson"], 0, "deb"))
        self.assertEqual(set(self.calls().split()) - set(to_run.split()), {"dpkg-dev"})

    def test_knows_no_third_set(self):
        self.assert_fails(self.set_up([], 0, "everything"), "usage: tools/setup")
        self.assertEqual(self.calls(), "")

    def test_takes_an_npm_that_came_with_node(self):
        self.command("npm", "exit 0\n")
        self.assert_passes(self.set_up([name for name in WANTED if name != "npm"], user=0))
        self.assertEqual(self.calls(), "")

    def test_uses_sudo_where_it_must(self):
        self.assert_passes(self.set_up([], user=1000, sudo=True))
        self.assertIn("sudo apt-get update\n", self.calls())
        self.assertIn("DEBIAN_FRONTEND=noninteractive apt-get install", self.calls())
        self.assertIn(" ".join(WANTED), self.calls())

    def test_says_what_to_do_with_neither(self):
        run = self.set_up(WANTED[1:], user=1000)
        self.assert_fails(run, "needs root or sudo", f"apt-get install {WANTED[0]}")
        self.assertEqual(self.calls(), "")

    def test_fails_when_apt_does(self):
        self.assert_fails(self.set_up([], user=0, apt_status=100), "setup: failed: apt-get update")


if __name__ == "__main__":
    unittest.main()
