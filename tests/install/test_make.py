"""`make install` itself, into an empty directory and below a prefix of one's own; what it and `make deb`
ask of a machine: neither the packages of the checks nor a build of their programs; and a build set up on
a machine that has only what `make run` installs.

The prefix is the build's: it is put back afterwards.

usage: test_make.py UTH BUILD"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv.pop(2))
sys.path.insert(0, str(SOURCE / "tests" / "cli"))
from program import UTH, ProgramTest, main  # noqa: E402

# Under another make, its options are in the environment.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}


def run(*command, **environment):
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, env={**ENVIRONMENT, **environment})
    assert done.returncode == 0, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout


def make(*words):
    return run("make", "--no-print-directory", "-C", SOURCE, f"BUILD={BUILD}", *words)


def option(name, build=BUILD):
    options = json.loads(run("meson", "introspect", build, "--buildoptions"))
    return next(each["value"] for each in options if each["name"] == name)


def put_back(before):
    run("meson", "configure", BUILD, f"-Dprefix={before}")
    run("ninja", "-C", BUILD, "installed")
    assert option("prefix") == before


class Make(ProgramTest):
    def test_install_goes_below_the_prefix_and_builds_nothing_anew(self):
        """One call: program, libraries, headers, manual, completion; each finds the others there"""
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        root = pathlib.Path(place.name)
        self.addCleanup(put_back, option("prefix"))
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

    def test_a_build_set_up_with_another_node_and_without_dpkg_dev(self):
        """The library goes where Debian's loader looks, and the pages' tests run on Debian's Node"""
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        front, rest, build = (pathlib.Path(place.name, name) for name in ("front", "rest", "build"))
        front.mkdir()
        (front / "node").symlink_to(shutil.which("false"))
        rest.mkdir()
        for folder in os.environ["PATH"].split(":"):
            for program in pathlib.Path(folder).glob("*"):
                if program.name != "dpkg-architecture" and not (rest / program.name).is_symlink():
                    (rest / program.name).symlink_to(program)
        run(SOURCE / "tools" / "build", build, "build.ninja", PATH=f"{front}:{rest}", CC="gcc")
        multiarch = run("gcc", "-print-multiarch").strip()
        if multiarch:
            self.assertEqual(option("libdir", build), f"lib/{multiarch}")
        tests = json.loads(run("meson", "introspect", build, "--tests"))
        of_pages = [test for test in tests if {"uth:web", "uth:e2e"} & set(test["suite"])]
        self.assertTrue(of_pages)
        debians = pathlib.Path("/usr/bin/node")
        expected = debians if debians.exists() else front / "node"
        self.assertEqual({test["cmd"][0] for test in of_pages}, {str(expected)})


if __name__ == "__main__":
    main()
