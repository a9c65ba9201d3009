"""Manual pages and shell completion: made from the table of commands, and usable."""
import functools
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

    def test_the_first_page_has_what_whoever_looks_for_anything_needs(self):
        run = uth("help", "--man")
        self.assert_done(run)
        self.assertEqual(run.out, (PAGES / "uth.1").read_bytes())
        page = run.out.decode().replace("\\-", "-")
        sections = re.findall(r"^\.SH (.*)$", page, re.MULTILINE)
        self.assertEqual(sections, ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS",
                                    "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"])  # fmt: skip
        self.assertIn(".SH NAME\n" + uth("help").out.decode().splitlines()[0] + "\n", page)
        for item in (*(f"uth-{name}" for name in commands()), "-h, --help", "--version", "-q, --quiet",
                     "-v, --verbose", "NO_COLOR", "TERM"):  # fmt: skip
            self.assertRegex(page, rf"(?m)^\.TP\n\.B {item}\b.*\n\w")
        self.assertIn(".BR uth.conf (5)", page)

    def test_who_reads_a_configuration_is_told_where_its_keys_stand(self):
        for name in commands():
            with self.subTest(name):
                see = uth("help", "--man", name).out.decode().split(".SH SEE ALSO\n")[1]
                self.assertEqual("uth.conf (5)" in see, "config" in options(name))

    def test_the_configuration_names_no_file_of_the_source(self):
        """Whoever installed the program has it elsewhere"""
        self.assertNotRegex((PAGES / "uth.conf.5").read_text(), r"(?<!/)\b(docs|etc|src|tools)/")

    @unittest.skipUnless(shutil.which("man"), "man is not installed")
    def test_man_formats_every_page_without_a_warning(self):
        for page in (*PAGES.glob("*.1"), PAGES / "uth.conf.5"):
            with self.subTest(page.name):
                run = subprocess.run(
                    ["man", "--warnings", "-l", page], capture_output=True,
                    env=dict(os.environ, MANPAGER="cat", LC_ALL="C.UTF-8", MANWIDTH="80"),
                )  # fmt: skip
                self.assertEqual((run.returncode, run.stderr), (0, b""))
                self.assertIn(b"EXIT STATUS" if page.suffix == ".1" else b"listen", run.stdout)
                wide = [line for line in run.stdout.decode().splitlines() if len(line) > 80]
                self.assertEqual(wide, [])

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_has_nothing_to_say_about_any_page(self):
        """But that it has no date: it has the version, and is the same whenever it is built"""
        for page in (*PAGES.glob("*.1"), PAGES / "uth.conf.5"):
            with self.subTest(page.name):
                run = subprocess.run(["mandoc", "-Tlint", "-W", "warning", page],
                                     capture_output=True, text=True)  # fmt: skip
                said = [line for line in run.stdout.splitlines() if "missing date" not in line]
                self.assertEqual(said, [])


def takes(name):
    """What each option of the command takes, by the help; None for a flag."""
    lines = uth("help", name).out.decode().split("\nOptions:\n")[1].splitlines()
    left = [line[2:26] if line[26:27] in (" ", "") else line[2:] for line in lines]
    parts = [each.strip().partition(" ") for each in left if each.startswith("--")]
    return {option[2:]: value or None for option, _, value in parts}


ODD = "a *my* profile.json"  # three words to a careless script, and a pattern
CLOSED = {
    "strategy": ["never-fold", "optimal", "simple", "timid"],
    "controller": ["aquarius", "nexus"],
    "role": ["auditor", "dealer", "executive", "manager", "player", "supervisor"],
    "fixed-pays-from": ["meter", "tray"],
    "decision": ["corrected", "other", "round_voided", "stands", "wager_voided"],
    "adjustment": ["back-out", "malfunction", "maximum", "receipts", "seed-recovered", "won"],
    "completion": ["bash", "fish", "zsh"],
    "log": ["debug", "error", "info", "warn"],
}
# What is offered for an argument in a directory where the one file is ODD.
ARGUMENTS = {
    "play ": [], "eval ": [], "simulate --json ": [], "replay ": [], "history -q ": [],
    "settle ": [ODD], "verify --json ": [ODD], "backup --store sqlite:x ": [ODD], "restore --check ": [ODD],
    "settle --rules x ": [ODD], "par --rules a": [ODD], "rules check ": [ODD], "rules list ": [],
    "rules show ": [ODD, *PROFILES], "rules --json show ": [ODD, *PROFILES], "rules show wash": ["washington"],
    "audit check ": [ODD], "audit verify ": [], "audit bal": ["balance"], "user add ": [],
    "audit --store sqlite:x ver": ["verify"], "audit verify ver": [], "report --csv ": ["day"],
    "report day --csv ": [], "report day --html ": [], "par --html ": [ODD], "help sett": ["settle"],
    "help settle ": [], "help rules ": [], "history --store sqlite:": [ODD], "table show --store sqlite:a ": [],
    "table list --store=sqlite:a": [ODD],
}  # fmt: skip


@functools.cache
def script_of(shell):
    return uth("help", "--completion", shell).out.decode()


class Completion(ProgramTest):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = place.name
        pathlib.Path(self.place, ODD).touch()

    def bash(self, *words):
        """What bash offers for the last word."""
        quoted = " ".join(f"'{word}'" for word in words)
        script = f"COMP_WORDS=({quoted})\nCOMP_CWORD={len(words) - 1}\n_uth\n"
        script += '[ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\\n" "${COMPREPLY[@]}"\n'
        run = subprocess.run(["bash", "-c", script_of("bash") + script], cwd=self.place,
                             capture_output=True, timeout=30)  # fmt: skip
        self.assertEqual((run.returncode, run.stderr), (0, b""))
        return sorted(run.stdout.decode().splitlines())

    def bash_line(self, line):
        """The same for a line: to bash an equals sign and a colon are words of their own."""
        words = [part for word in f"uth {line}".split(" ") for part in re.split("([=:])", word) or [""]]
        if line.endswith((":", "=")):
            words.pop()  # what is behind is no word yet
        return self.bash(*words)

    def fish(self, lines):
        """What fish offers at the end of each line, without what is said about it."""
        script = script_of("fish")
        script += "".join(f"\necho ==\ncomplete -C 'uth {line}'" for line in lines)
        with tempfile.TemporaryDirectory() as home:
            run = subprocess.run(["fish", "--no-config", "-c", script], cwd=self.place, text=True,
                                 env=dict(os.environ, HOME=home), capture_output=True, timeout=120)  # fmt: skip
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        parts = run.stdout.split("==\n")[1:]
        return [sorted(row.split("\t")[0] for row in part.splitlines()) for part in parts]

    def offers(self):
        """Every option that takes something, as a line, and what is to be offered for it."""
        for name in commands():
            for option, value in takes(name).items():
                files = [ODD] if value and "FILE" in value else []
                profiles = PROFILES if value == "NAME|FILE" else []
                if value and option != "store":
                    yield f"{name} --{option} ", sorted([*files, *profiles, *CLOSED.get(option, [])])

    def test_every_option_that_takes_something_is_looked_at(self):
        lines = dict(self.offers())
        self.assertEqual({line.split()[1][2:] for line in lines} & set(CLOSED), set(CLOSED))
        self.assertEqual(lines["simulate --strategy-file "], [ODD])
        self.assertEqual(lines["play --rules "], [ODD, *PROFILES])
        self.assertEqual(lines["odds --cards "], [])

    def test_bash_completes_commands(self):
        self.assertEqual(self.bash("uth", "set"), ["settle"])
        self.assertEqual(self.bash("uth", ""), sorted([*commands(), "--help", "--version"]))

    def test_bash_completes_the_options_of_each_command(self):
        for name in commands():
            with self.subTest(name):
                self.assertEqual(
                    self.bash("uth", name, "--"),
                    sorted(f"--{option}" for option in [*options(name), *COMMON]),
                )

    def test_bash_completes_what_an_option_takes_and_files_only_where_one_is_meant(self):
        self.assertEqual(self.bash("uth", "par", "--rules", "=", "wa"), ["washington"])
        self.assertEqual(self.bash("uth", "par", "--rules", "="), [ODD, *PROFILES])
        for line, wanted in (*self.offers(), *ARGUMENTS.items()):
            with self.subTest(line):
                self.assertEqual(self.bash_line(line), wanted)

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes_commands_options_and_values(self):
        single, every, option, quiet = self.fish(["sett", "", "par --htm", "settle --quie"])
        self.assertEqual((single, option, quiet), (["settle"], ["--html"], ["--quiet"]))
        self.assertEqual(every, sorted(commands()))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_offers_the_options_the_program_takes_in_that_place(self):
        front, letters, quiet, behind = self.fish(["--", "-", "--q", "eval -"])
        self.assertEqual((front, quiet), (["--help", "--version"], []))
        self.assertEqual(letters, ["--help", "--version", "-h"])
        self.assertEqual(behind, ["--help", "--json", "--quiet", "--verbose", "-h", "-q", "-v"])

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes_files_only_where_one_is_meant(self):
        cases = dict([*self.offers(), *ARGUMENTS.items()])
        for line, offered in zip(cases, self.fish(cases)):
            with self.subTest(line):
                # It puts what it found behind what stands there, and escapes it.
                found = sorted(each.replace("\\", "").split(":")[-1] for each in offered)
                self.assertEqual(found, cases[line])

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
            pathlib.Path(home, "alone.json").touch()
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
                    ("uth par --quie", "uth par --quiet "), ("uth --v", "uth --version "),
                    ("uth --h", "uth --help "), ("uth --q", "uth --q"), ("uth -h", "uth -h "),
                    ("uth par -q --q", "uth par -q --q"), ("uth eval -v --q", "uth eval -v --quiet "),
                    ("uth replay --js", "uth replay --json "), ("uth history --limit alo", "uth history --limit alo"),
                    ("uth par --rules wash", "uth par --rules washington "),
                    ("uth audit bal", "uth audit balance "), ("uth rules show wash", "uth rules show washington "),
                    ("uth serve --log d", "uth serve --log debug "), ("uth serve --log alo", "uth serve --log alo"),
                    ("uth audit check alo", "uth audit check alone.json "),
                    ("uth audit verify alo", "uth audit verify alo"), ("uth play alo", "uth play alo"),
                    ("uth settle alo", "uth settle alone.json "),
                    ("uth rules --json show alo", "uth rules --json show alone.json "),
                    ("uth history --store sqlite:alo", "uth history --store sqlite:alone.json "),
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
                        form = f"--{option}" if shell == "zsh" else f"__uth_in {name}' -l {option}"
                        self.assertIn(form, text)

    def test_an_unknown_shell_is_refused(self):
        self.assert_usage(uth("help", "--completion", "cmd"), "bash, zsh or fish")


if __name__ == "__main__":
    main()
