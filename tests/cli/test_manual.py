"""Manual pages and shell completion: made from the table of commands, and usable."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from program import UTH, ProgramTest, main, uth

PAGES = pathlib.Path(UTH).parent / "manual"


def commands():
    lines = uth("help").out.decode().splitlines()
    return [line.split()[0] for line in lines if line.startswith("  ")][1:]


def options(name):
    return re.findall(r"^  --([a-z-]+)", uth("help", name).out.decode(), re.MULTILINE)


class Manual(ProgramTest):
    def test_every_command_has_a_page_among_the_installed_ones(self):
        built = {path.stem for path in PAGES.glob("uth-*.1")}
        self.assertEqual(built, {f"uth-{name}" for name in commands()})

    def test_a_page_says_what_the_help_says(self):
        for name in commands():
            with self.subTest(name):
                run = uth("help", "--man", name)
                self.assert_done(run)
                page = run.out.decode().replace("\\-", "-")
                for option in options(name):
                    self.assertIn(f"--{option}", page)
                self.assertEqual(run.out, (PAGES / f"uth-{name}.1").read_bytes())

    @unittest.skipUnless(shutil.which("man"), "man is not installed")
    def test_man_formats_every_page_without_a_warning(self):
        for page in (*PAGES.glob("*.1"), PAGES / "uth.conf.5"):
            with self.subTest(page.name):
                run = subprocess.run(
                    ["man", "--warnings", "-l", page], capture_output=True,
                    env=dict(os.environ, MANPAGER="cat", LC_ALL="C.UTF-8"),
                )  # fmt: skip
                self.assertEqual((run.returncode, run.stderr), (0, b""))
                self.assertIn(b"EXIT STATUS" if page.suffix == ".1" else b"listen", run.stdout)


class Completion(ProgramTest):
    def bash(self, *words):
        """What bash offers for the last word."""
        script = uth("help", "--completion", "bash").out.decode()
        quoted = " ".join(f"'{word}'" for word in words)
        script += f"COMP_WORDS=({quoted})\nCOMP_CWORD={len(words) - 1}\n_uth\n"
        script += 'printf "%s\\n" "${COMPREPLY[@]}"\n'
        run = subprocess.run(["bash", "-c", script], capture_output=True, timeout=30)
        self.assertEqual((run.returncode, run.stderr), (0, b""))
        return run.stdout.decode().split()

    def test_bash_completes_commands(self):
        self.assertEqual(self.bash("uth", "set"), ["settle"])
        self.assertEqual(sorted(self.bash("uth", "")), sorted([*commands(), "--help", "--version"]))

    def test_bash_completes_the_options_of_each_command(self):
        for name in commands():
            with self.subTest(name):
                self.assertEqual(
                    sorted(self.bash("uth", name, "--")),
                    sorted(f"--{option}" for option in [*options(name), "help"]),
                )

    def test_zsh_and_fish_hear_of_every_command_and_option(self):
        for shell in ("zsh", "fish"):
            text = uth("help", "--completion", shell).out.decode()
            for name in commands():
                with self.subTest((shell, name)):
                    self.assertIn(name, text)
                    for option in options(name):
                        form = f"--{option}" if shell == "zsh" else f"from {name}' -l {option}"
                        self.assertIn(form, text)

    def test_an_unknown_shell_is_refused(self):
        self.assert_usage(uth("help", "--completion", "cmd"), "bash, zsh or fish")


if __name__ == "__main__":
    main()
