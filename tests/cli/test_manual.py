"""Manual pages and shell completion: made from the table of commands, and usable."""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import unittest

from program import UTH, ProgramTest, commands, main, uth

PAGES = pathlib.Path(UTH).parent / "manual"


COMMON = ("help", "quiet", "verbose")
PROFILES = ["california-6", "california-8", "washington"]


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


    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_has_nothing_to_say_about_any_page(self):
        """But that it has no date: it has the version, and is the same whenever it is built"""
        for page in (*PAGES.glob("*.1"), PAGES / "uth.conf.5"):
            with self.subTest(page.name):
                run = subprocess.run(["mandoc", "-Tlint", "-W", "warning", page],
                                     capture_output=True, text=True)  # fmt: skip
                said = [line for line in run.stdout.splitlines() if "missing date" not in line]
                self.assertEqual(said, [])


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
                    sorted(f"--{option}" for option in [*options(name), *COMMON]),
                )

    def test_bash_completes_what_an_option_takes(self):
        with tempfile.TemporaryDirectory() as empty:
            os.chdir(empty)
            self.assertEqual(sorted(self.bash("uth", "par", "--rules", "")), PROFILES)
            self.assertEqual(self.bash("uth", "par", "--rules", "wa"), ["washington"])
            self.assertEqual(self.bash("uth", "par", "--rules", "=", "wa"), ["washington"])
            self.assertEqual(self.bash("uth", "audit", "ver"), ["verify"])
            self.assertEqual(self.bash("uth", "help", "sett"), ["settle"])
            self.assertEqual(self.bash("uth", "audit", "verify", "ver"), [])
            pathlib.Path("my profile.json").touch()
            self.assertEqual(self.bash("uth", "par", "--rules", "my"), ["my", "profile.json"])
            os.chdir("/")

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes_commands_options_and_values(self):
        script = uth("help", "--completion", "fish").out.decode()
        with tempfile.TemporaryDirectory() as home:

            def offered(line):
                run = subprocess.run(
                    ["fish", "--no-config", "-c", f"{script}\ncomplete -C '{line}'"], cwd=home,
                    env=dict(os.environ, HOME=home), capture_output=True, text=True, timeout=60,
                )  # fmt: skip
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                return sorted(row.split("\t")[0] for row in run.stdout.splitlines())

            self.assertEqual(offered("uth sett"), ["settle"])
            self.assertTrue(set(commands()) <= set(offered("uth ")))
            self.assertEqual(offered("uth par --htm"), ["--html"])
            self.assertEqual(offered("uth settle --quie"), ["--quiet"])
            self.assertEqual(offered("uth par --rules "), PROFILES)
            self.assertEqual(offered("uth audit bal"), ["balance"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes_commands_options_and_values(self):
        """In a terminal: what stands on the line after the Tab"""
        with tempfile.TemporaryDirectory() as home:
            pathlib.Path(home, "_uth").write_bytes(uth("help", "--completion", "zsh").out)
            pathlib.Path(home, ".zshrc").write_text(
                "PROMPT= RPROMPT=\nunsetopt zle_bracketed_paste 2>/dev/null\n"
                f"fpath=({home} $fpath)\nautoload -Uz compinit\ncompinit -u -D\n"
                f'show() {{ print -r -- "$BUFFER" >>{home}/lines; BUFFER= }}\n'
                "zle -N show\nbindkey '^T' show\n"
                f"print ready >>{home}/lines\n")
            lines = pathlib.Path(home, "lines")
            child, terminal = pty.fork()
            if child == 0:
                os.chdir(home)
                os.execvpe("zsh", ["zsh", "-i"], dict(os.environ, HOME=home, ZDOTDIR=home,
                                                       TERM="dumb"))  # fmt: skip

            def line(count):
                for _ in range(600):
                    if select.select([terminal], [], [], 0.05)[0]:
                        os.read(terminal, 65536)
                    text = lines.read_text() if lines.exists() else ""
                    if text.count("\n") >= count:
                        return text.splitlines()[count - 1]
                self.fail("zsh does not answer")

            try:
                line(1)
                for i, (typed, wanted) in enumerate((
                    ("uth sett", "uth settle "), ("uth par --htm", "uth par --html="),
                    ("uth par --quie", "uth par --quiet "),
                    ("uth par --rules wash", "uth par --rules washington "),
                    ("uth audit bal", "uth audit balance "),
                )):  # fmt: skip
                    os.write(terminal, typed.encode() + b"\t\x14")
                    self.assertEqual(line(i + 2).rstrip(), wanted.rstrip())
            finally:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                os.close(terminal)

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
