"""Running `uth` as its users do, and speaking TAP about it.

The program under test is the first argument of each test file; a second one picks cases by name."""
import json
import os
import pathlib
import pty
import select
import subprocess
import sys
import unittest

UTH = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/uth"
GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"


class Run:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    @property
    def lines(self):
        """The lines of the output as JSON; each must be whole."""
        assert not self.out or self.out.endswith(b"\n"), self.out[-80:]
        return [json.loads(line) for line in self.out.splitlines()]


def uth(*arguments, given=b"", **options):
    """Runs the program. Text and bytes may be given on standard input."""
    given = given.encode() if isinstance(given, str) else given
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    options.setdefault("timeout", 120)
    return Run(subprocess.run([UTH, *arguments], input=given, **options))


def at_terminal(*arguments, **environment):
    """What a terminal shows of a program that asks nothing, and its exit status. The program's end of it
    stays open here too: a terminal whose last writer has gone may throw away what nobody has read."""
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [UTH, *arguments], stdin=theirs, stdout=theirs, stderr=theirs,
        env={**inherited, "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment},
    ) as running:  # fmt: skip
        shown, ended = b"", False
        while not ended:
            ended = running.poll() is not None
            while select.select([ours], [], [], 0.02)[0]:
                shown += os.read(ours, 4096)
    os.close(ours)
    os.close(theirs)
    return running.returncode, shown.decode()


def commands():
    """The names of all commands."""
    lines = uth("help").out.decode().splitlines()
    return [line.split()[0] for line in lines if line.startswith("  ")][1:]


class ProgramTest(unittest.TestCase):
    """Each test is a sentence, and names the clause it proves in its first line."""

    maxDiff = None

    def assert_done(self, run):
        self.assertEqual((run.status, run.err), (0, b""))

    def assert_refused(self, run, *parts):
        self.assert_fails(run, 1, parts)

    def assert_usage(self, run, *parts):
        self.assert_fails(run, 2, parts)

    def assert_fails(self, run, status, parts):
        """One message, that says all of these."""
        self.assertEqual(run.status, status, run.err)
        for part in parts:
            self.assertIn(part, run.err.decode())

    def assert_golden(self, name, output):
        """The output is that of the file. GOLDEN_ACCEPT=1 rewrites it, to be reviewed like code."""
        path = GOLDEN / name
        if os.environ.get("GOLDEN_ACCEPT"):
            path.write_bytes(output)
        self.assertMultiLineEqual(output.decode(), path.read_text())


class TapResult(unittest.TestResult):
    count = 0

    def line(self, good, test, details=""):
        self.count += 1
        name = test.id().split(".", 1)[-1].replace("_", " ")
        print(f"{'ok' if good else 'not ok'} {self.count} - {name}", flush=True)
        for detail in details.splitlines():
            print("#", detail)

    def addSuccess(self, test):
        self.line(True, test)

    def addSkip(self, test, reason):
        self.count += 1
        print(f"ok {self.count} - {test.id()} # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.line(False, test, self._exc_info_to_string(err, test))

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.addFailure(subtest, err)


def main():
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in sys.argv[2:]] or None
    suite = loader.loadTestsFromModule(sys.modules["__main__"])
    result = TapResult()
    suite.run(result)
    print(f"1..{result.count}")
    sys.exit(0 if result.wasSuccessful() else 1)
