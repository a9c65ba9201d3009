"""What tools/check and tools/long share: steps that run side by side, what came of each, and the
closing tables: what was tried, suites passed and failed, and which tests failed or were skipped."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

LOGS = pathlib.Path("build-logs")
SPEAKING = threading.Lock()
# A test says in a comment what it has tried: "# tried: 1000000 rounds, 0 differ", "# SEED=17".
TRIED = re.compile(r"^[ \t]*# (?:tried: (.*)|(SEED=\S+))$", re.MULTILINE)
# Or in a table below a title, a line each: what, and how many.
TITLE = re.compile(r"^# what was tried\n((?:#   .*\n)+)", re.MULTILINE)
# A case that was skipped says why: "ok 3 - name # SKIP why". unittest by itself has other words.
SKIPPED = re.compile(r"^[ \t]*ok\b[ \t\d-]*(.*?)[ \t]*#[ \t]*skip\w*[ \t]*(.*)$", re.MULTILINE | re.IGNORECASE)
SKIPPED_BY_UNITTEST = re.compile(r"^(.*?) \.\.\. skipped ['\"](.*)['\"]$|\bskipped=(\d+)\b", re.MULTILINE)
# What a test is for: functions of a layer; many cases by chance or all there are, against a simple twin;
# several layers, or a database; the whole program; the tree and its tools.
PURPOSES = ("unit", "property", "integration", "system", "tooling")
# What may be skipped: the test, how its reason begins, and why that is no loss. Everything else that is
# skipped has failed: a tool that is missing must not take its check away in silence.
MAY_BE_SKIPPED = (
    ("cli-commands", "a sanitizer's start takes longer", "a figure of the program that is shipped"),
    ("deb", "no overlay can be mounted here", "a container may forbid mounts"),
    ("deb", "a copy of the machine takes root", "an ordinary user's run"),
    ("deb", "systemd is not installed", "a container has none, and a check installs none"),
    ("backup", "no file system can be mounted here", "a container may forbid mounts"),
    ("backup", "mounting takes root", "an ordinary user's run"),
    ("checker-fresh", "a bare tree takes root and mounts", "an ordinary user's run; CI makes a whole one"),
    ("serve-cable", "no network namespace can be made here", "a container may forbid them"),
    ("serve-cable", "a cable between two networks takes root", "an ordinary user's run"),
    ("net-life", "no IPv6 here", "a container may have none"),
)


class Row:
    """The outcome of a suite, what its tests have tried, and which of them failed or were skipped."""

    def __init__(self, suite, passed=0, failed=0, seconds=0.0, tried=(), complaints=(), skipped=()):
        self.suite, self.passed, self.failed, self.seconds = suite, passed, failed, seconds
        self.tried = list(tried)  # (test, seconds, text)
        self.complaints = list(complaints)  # a line for each test that failed
        self.skipped = list(skipped)  # a line for each case that was skipped
        self.failures = []  # Meson's tests among them, to be tried once more
        self.unsteady = []  # a line for each that failed beside others and passed alone


class Failure:
    """A test of Meson's that failed, and what it said."""

    def __init__(self, kind, directory, arguments, test, record):
        self.kind, self.directory, self.arguments, self.test, self.record = kind, directory, arguments, test, record

    def run_alone(self):
        """The record of the same test, with the same seed, when nothing else is running."""
        logbase = f"{self.kind}-again"
        log = pathlib.Path(self.directory, "meson-logs", f"{logbase}.json")
        log.unlink(missing_ok=True)
        seeds = re.findall(r"^[ \t]*# SEED=(\d+)", self.record.get("stdout") or "", re.MULTILINE)
        run("meson", "test", "-C", self.directory, "--no-rebuild", "--print-errorlogs", "--logbase", logbase,
            *self.arguments, self.test, env={"SEED": seeds[0]} if seeds else None)  # fmt: skip
        return json.loads(log.read_text().splitlines()[0]) if log.exists() else None


def say(*words):
    with SPEAKING:
        print(*words, flush=True)


def run(*command, env=None):
    """Whether the command succeeds, the seconds it took, and what it said. That is shown whole when
    it failed, and kept in build-logs/."""
    LOGS.mkdir(exist_ok=True)
    shown = " ".join(map(str, command))
    name = re.sub(r"\W+", "-", shown)[:80]
    say("$", shown if len(shown) < 200 else shown[:197] + "...")
    start = time.monotonic()
    log = LOGS / f"{name}.log"
    with open(log, "wb") as out:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                              env={**os.environ, **(env or {})})
    text = log.read_text(errors="replace")
    if done.returncode != 0:
        say(f"---- failed: {shown}\n{text[-40000:]}\n---- {shown}: exit status {done.returncode}")
    return done.returncode == 0, time.monotonic() - start, text


def one(suite, *command, env=None):
    """A check that counts as one."""
    good, seconds, text = run(*command, env=env)
    tried = [(suite, seconds, said) for said in tried_in(text)]
    complaints = [] if good else [f"{suite}: {line}" for line in bad_cases(text) or [last_line(text)]]
    return [Row(suite, int(good), int(not good), seconds, tried, complaints)]


def bad_cases(text):
    """What TAP says of each case that failed: the storm's seed is there."""
    return [case[:200] for case in re.findall(r"^not ok\b[\s\d-]*(.*)", text, re.MULTILINE)]


def last_line(text):
    return (text.strip().splitlines() or ["it said nothing"])[-1][:200]


def tried_in(text):
    """What a test says it has tried, the seed with it."""
    found = [first or second for first, second in TRIED.findall(text)]
    seeds = [said for said in found if said.startswith("SEED=")]
    said = [said for said in found if not said.startswith("SEED=")]
    for table in TITLE.findall(text):
        lines = [re.sub(r"\s+", " ", line[1:]).strip() for line in table.splitlines()]
        said.append("; ".join(lines[:6]))
    if not said and not seeds:
        return []
    if len(seeds) > 2:
        seeds = [f"{seeds[0]} and {len(seeds) - 1} more seeds"]
    return ["; ".join(said + seeds)]


def cases_of(record):
    """How many cases of one Meson test passed and failed. A test that speaks TAP has many; one
    that dies between its cases, or before them, has failed once more."""
    cases = re.findall(r"^(not )?ok\b(.*)", record.get("stdout") or "", re.MULTILINE)
    counted = [bad for bad, rest in cases if not re.search(r"#\s*skip", rest, re.IGNORECASE)]
    failed = sum(bool(bad) for bad in counted)
    if record["result"] in ("OK", "EXPECTEDFAIL"):
        return (len(counted) if cases else 1), 0
    if record["result"] == "SKIP":
        return 0, 0
    return len(counted) - failed, max(failed, 1)


def skips_of(record):
    """(case, why) for each case of one Meson test that was skipped; the test itself may be the case."""
    said, unsaid = record.get("stdout") or "", record.get("stderr") or ""
    # cmocka names the case where others say why.
    skips = [(case or why, why if case else "") for case, why in SKIPPED.findall(said)]
    named = [(case, why) for case, why, _ in SKIPPED_BY_UNITTEST.findall(unsaid) if case]
    counted = sum(int(count) for _, _, count in SKIPPED_BY_UNITTEST.findall(unsaid) if count)
    skips += named + [("a case", "it does not say why")] * (counted - len(named))
    if record["result"] == "SKIP" and not skips:
        skips = [("all of it", last_line(said + "\n" + unsaid))]
    return skips


def is_allowed(test, why):
    return any(test == name and why.startswith(words) for name, words, _ in MAY_BE_SKIPPED)


def complaints_of(name, record):
    """A line for each case that failed, or one for a test that died: what CI keeps of a long log are
    its last lines."""
    said = record.get("stdout") or ""
    cases = bad_cases(said)
    if not cases and record["result"] in ("OK", "EXPECTEDFAIL", "SKIP"):
        return []
    what = cases or [last_line(said + "\n" + (record.get("stderr") or ""))]
    return [f"{name}: {record['result']} after {record['duration']:.0f} s: {line}" for line in what]


def rows_of(kind, log, directory=None, arguments=()):
    """One row for each suite in the log of a Meson test run."""
    rows = {}
    for line in log.read_text().splitlines():
        record = json.loads(line)
        found = re.fullmatch(r"(?:[^:]*:)?(.*?) / (.*)", record["name"])
        name = f"{kind} {found.group(1) if found else 'tests'}"
        row = rows.setdefault(name, Row(name))
        passed, failed = cases_of(record)
        row.passed += passed
        row.failed += failed
        row.seconds += record["duration"]
        test = found.group(2) if found else record["name"]
        if failed:
            row.failures.append(Failure(kind, directory, arguments, test, record))
        row.complaints += complaints_of(f"{kind} {test}", record)
        for case, why in skips_of(record):
            line = f"{kind} {test}: {case}: {why}"
            row.skipped.append(line)
            if not is_allowed(test, why):
                row.failed += 1
                row.complaints.append(f"{line}: skipped, and not among what may be (tools/steps.py)")
        for said in tried_in(record.get("stdout") or ""):
            row.tried.append((f"{kind} {found.group(2) if found else ''}", record["duration"], said))
    return [rows[name] for name in sorted(rows)]


def suites_of(test):
    return {suite.split(":", 1)[-1] for suite in test["suite"]}


def chosen_tests(tests, only=None, without=()):
    """The names of the tests to run: those of the suites `only`, or all; not of the suites `without`."""
    return [test["name"] for test in tests
            if (only is None or suites_of(test) & set(only)) and not suites_of(test) & set(without)]


def tests_without_purpose(tests):
    """Those that are not in exactly one of the suites that say what a test is for: by its suites it is run."""
    return [test["name"] for test in tests if len(suites_of(test) & set(PURPOSES)) != 1]


def suites_without_tests(tests, source=pathlib.Path("tests")):
    """The suites that tests/ describes and this build has no test of: it lacks what they need."""
    described = set()
    for path in source.rglob("meson.build"):
        for words in re.findall(r"suite: (\[[^\]]*\]|'[^']*')", path.read_text()):
            described |= set(re.findall(r"'([^']*)'", words))
    return sorted(described - {suite for test in tests for suite in suites_of(test)})


def meson(kind, directory, *arguments, only=None, without=(), env=None, processes=2 * os.cpu_count()):
    """Build, and run the tests, so many at a time: about half of them wait for a clock, a disk or a peer."""
    rows = one(f"{kind} build", "tools/build", directory)
    if rows[0].failed:
        return rows
    listed = subprocess.run(["meson", "introspect", "--tests", directory], capture_output=True, text=True)
    described = json.loads(listed.stdout)
    names = chosen_tests(described, only, without)
    complaints = [f"{kind}: the build has no test of suite {suite}: what it needs is not installed"
                  for suite in suites_without_tests(described)]
    complaints += [f"{kind}: {test} is not in exactly one of the suites {', '.join(PURPOSES)}"
                   for test in tests_without_purpose(described)]
    log = pathlib.Path(directory, "meson-logs", f"{kind}.json")
    log.unlink(missing_ok=True)
    good, seconds, _ = run(
        "meson", "test", "-C", directory, "--no-rebuild", "--print-errorlogs", "--logbase", kind,
        "--num-processes", str(processes), *arguments, *names, env=env)  # fmt: skip
    tests = rows_of(kind, log, directory, arguments) if log.exists() else []
    if not tests or (not good and not any(row.failed for row in tests)):
        tests.append(Row(f"{kind} test run", 0, 1, seconds, complaints=[f"{kind}: no test ran to its end"]))
    if complaints:
        tests.append(Row(f"{kind} suites", 0, len(complaints), complaints=complaints))
    return rows + tests


def fuzz(seconds):
    """Each target counts as one; as many run at a time as there are cores."""
    rows = one("fuzz build", "tools/build", "build-fuzz")
    if rows[0].failed:
        return rows
    names = sorted(path.stem[len("fuzz_"):] for path in pathlib.Path("fuzz").glob("fuzz_*.c"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for row in pool.map(lambda name: fuzz_target(name, seconds), names):
            rows += row
    return rows


def fuzz_target(name, seconds):
    good, took, text = run(
        "tools/fuzz_one", name, seconds, f"build-fuzz/fuzz/fuzz_{name}", f"fuzz/corpus/{name}.tar",
        "build-fuzz/found")  # fmt: skip
    found = re.search(r"(\d+ executions in \d+ s)", text)
    tried = [(f"fuzz {name}", took, found.group(1))] if found else []
    complaints = [] if good else [f"fuzz {name}: {last_line(text)}"]
    return [Row(f"fuzz {name}", int(good), int(not good), took, tried, complaints)]


def run_steps(steps, chosen, lanes, alone=()):
    """Runs the steps, so many side by side, in their order, and those that want the machine to
    themselves after them; gives their rows in the same order. A step that raises has failed."""
    def timed(name):
        start = time.monotonic()
        say(f"== {name} begins")
        try:
            rows = steps[name]()
        except Exception as error:
            complaint = f"{name}: {type(error).__name__}: {error}"
            rows = [Row(name, 0, 1, complaints=[complaint])]
            say(f"== {complaint}")
        say(f"== {name} ends after {time.monotonic() - start:.0f} s")
        return rows

    names = [name for name in steps if not chosen or name in chosen]
    with concurrent.futures.ThreadPoolExecutor(lanes) as pool:
        together = list(pool.map(timed, (name for name in names if name not in alone)))
    return [row for rows in together + [timed(name) for name in names if name in alone] for row in rows]


# More than that is no accident.
TRIED_AGAIN_MAX = 3


def try_again(rows, alone=Failure.run_alone):
    """A few tests that failed while the machine was busy are run once more, alone and with the same seed. What
    passes then counts as passed, and is named at the end: its limits are too tight, or it has a race."""
    failures = [(row, failure) for row in rows for failure in row.failures]
    if len(failures) > TRIED_AGAIN_MAX:
        return
    for row, failure in failures:
        passed, failed = cases_of(failure.record)
        record = alone(failure)
        if record is None or cases_of(record)[1] != 0:
            continue
        lines = complaints_of(f"{failure.kind} {failure.test}", failure.record)
        row.passed += cases_of(record)[0] - passed
        row.failed -= failed
        row.complaints = [line for line in row.complaints if line not in lines]
        row.unsteady += lines


def closing(rows, seconds):
    """The closing tables, and the line `N passed, N failed`."""
    print(f"\n{'what was tried':32} {'seconds':>8}")
    for row in rows:
        for test, took, text in row.tried:
            print(f"{test:32} {took:8.1f}  {text}")
    skipped = [line for row in rows for line in row.skipped]
    print(f"\n{'suite':32} {'passed':>7} {'failed':>7} {'skipped ' if skipped else ''}{'seconds':>8}")
    for row in rows:
        column = f"{len(row.skipped) or '':>7} " if skipped else ""
        print(f"{row.suite:32} {row.passed:7} {row.failed:7} {column}{row.seconds:8.1f}")
    passed, failed = sum(row.passed for row in rows), sum(row.failed for row in rows)
    print(f"{'everything, side by side':32} {'':7} {'':7} {' ' * 8 if skipped else ''}{seconds:8.1f}")
    if skipped:
        print("\nwhat was skipped", *skipped, sep="\n  ")
    unsteady = [line for row in rows for line in row.unsteady]
    if unsteady:
        print("\nwhat failed beside others, and passed alone", *unsteady, sep="\n  ")
    if failed:
        print("\nwhat failed")
        for row in rows:
            for complaint in row.complaints:
                print(f"  {complaint}")
    line = f"{passed} passed, {failed} failed"
    count_file = os.environ.get("CHECK_COUNT_FILE")
    if count_file:
        pathlib.Path(count_file).write_text(line + "\n")
    else:
        print(line)
    return 1 if failed or not passed else 0


def main(usage, steps, arguments, lanes, alone=()):
    """Runs the steps named by `--only STEP`, or all of them."""
    chosen = [name for flag, name in zip(arguments[::2], arguments[1::2]) if flag == "--only"]
    if len(arguments) != 2 * len(chosen) or not set(chosen) <= set(steps):
        sys.exit(f"{usage}\n\nThe steps: {', '.join(steps)}")
    start = time.monotonic()
    rows = run_steps(steps, chosen, lanes, alone)
    try_again(rows)
    return closing(rows, time.monotonic() - start)
