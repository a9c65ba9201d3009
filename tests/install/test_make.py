"""`make install` itself, into an empty directory and below a prefix of one's own; and what it and `make
deb` ask of a machine: neither the packages of the checks nor a build of their programs.

The prefix is the build's: it is put back afterwards.

usage: test_make.py UTH BUILD"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv.pop(2))
sys.path.insert(0, str(SOURCE / "tests" / "cli"))
from program import UTH, ProgramTest, main  # noqa: E402

# Whoever runs this from a make of his own has that one's options in the environment.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, env=ENVIRONMENT)
    assert done.returncode == 0, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout


def make(*words):
    return run("make", "--no-print-directory", "-C", SOURCE, f"BUILD={BUILD}", *words)


def prefix():
    options = json.loads(run("meson", "introspect", BUILD, "--buildoptions"))
    return next(each["value"] for each in options if each["name"] == "prefix")


def put_back(before):
    run("meson", "configure", BUILD, f"-Dprefix={before}")
    run("ninja", "-C", BUILD, "installed")
    assert prefix() == before


class Make(ProgramTest):
    def test_install_goes_below_the_prefix_and_builds_nothing_anew(self):
        """One call: program, libraries, headers, manual, completion; each finds the others there"""
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        root = pathlib.Path(place.name)
        self.addCleanup(put_back, prefix())
        built = os.stat(UTH).st_mtime_ns
        make("install", f"DESTDIR={root}", "PREFIX=/opt/x")
        self.assertEqual(os.stat(UTH).st_mtime_ns, built)
        self.assertEqual([str(path.relative_to(root)) for path in (*root.iterdir(), *(root / "opt").iterdir())],
                         ["opt", "opt/x"])  # fmt: skip
        here = root / "opt/x"
        self.assertEqual(run(here / "bin/uth", "--version"), run(UTH, "--version"))
        self.assertRegex(run(here / "bin/uth", "selfcheck"), r"program +fits ")
        found = list(here.rglob("uth.pc"))
        self.assertEqual(len(found), 1)
        self.assertIn("prefix=/opt/x\n", found[0].read_text())
        for name in ("include/uth/rules.h", "share/man/man1/uth-serve.1", "share/man/man5/uth.conf.5",
                     "share/bash-completion/completions/uth", "share/doc/uth/docs/install.md"):  # fmt: skip
            self.assertTrue((here / name).is_file(), name)
        self.assertEqual(len(list(here.rglob("libuth.a")) + list(here.rglob("libuth.so"))), 2)

    def test_neither_asks_for_what_only_the_checks_need(self):
        for goal, packages in (("install", "run"), ("deb", "deb")):
            with self.subTest(goal):
                told = make("--dry-run", goal)
                self.assertEqual(re.findall(r"tools/setup.*", told), [f"tools/setup {packages}"])
                built = set(re.findall(r"tools/build (.*)", told))
                self.assertEqual(built, {f"{BUILD} installed"})


if __name__ == "__main__":
    main()
