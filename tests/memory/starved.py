"""Running the program with an allocation that fails, and judging how it takes it."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

STARVED = os.environ["UTH_STARVED"]
WHOLE = bool(os.environ.get("MEMORY_WHOLE"))


def is_sanitized():
    return b"__asan_init" in pathlib.Path(STARVED).read_bytes()


def numbers(total, dear=False):
    """Which allocations fail: the first, and a fair share of the rest; all, where there are no more. Of
    a command that computes for long before it tells, less of each."""
    whole, short = (60, 8) if is_sanitized() else (200, 24)
    few = whole if WHOLE else short
    few = few // 10 + 1 if dear else few
    step = max(1, total // few)
    return list(range(1, min(total, few // 2) + 1)) + list(range(few // 2 + 1, total + 1, step))


def environment(number=0, on=False, report=None, later_ms=0, taking=0):
    env = {**os.environ, "UTH_STARVE": str(number), "UTH_STARVE_TAKE": str(taking),
           "ASAN_OPTIONS": "allocator_may_return_null=1"}
    if later_ms:
        env.update(LD_PRELOAD=os.environ["UTH_AHEAD"], UTH_AHEAD_MS=str(later_ms),
                   ASAN_OPTIONS="allocator_may_return_null=1:verify_asan_link_order=0")
    if on:
        env["UTH_STARVE_ON"] = "1"
    if report:
        env["UTH_STARVE_REPORT"] = report
    return env


def starve(arguments, number=0, on=False, given=b"", report=None, later_ms=0):
    return subprocess.run([STARVED, *arguments], input=given, capture_output=True, timeout=240,
                          env=environment(number, on, report, later_ms))


def count(arguments, given=b"", later_ms=0):
    """The undisturbed run, and how many allocations it makes."""
    with tempfile.NamedTemporaryFile() as report:
        done = starve(arguments, given=given, report=report.name, later_ms=later_ms)
        return done, int((pathlib.Path(report.name).read_text() or "0").split()[0])


def same(text):
    """A name that cannot be read is shown as its number, which is as right."""
    return re.sub(rb"\s+", b" ", re.sub(rb"Guest \d+|player \d+", b"somebody", text))


def fault_of(done, plain):
    """What is wrong with how a run took it; None when nothing is. It may go well all the same, or say
    that memory is out; it may not die, answer something else, or leak."""
    said = done.stderr.decode(errors="replace")
    if done.returncode < 0:
        return f"ends with signal {-done.returncode}: {said[-300:]}"
    if "Sanitizer" in said or "runtime error" in said:
        return said[-1500:]
    if done.returncode == plain.returncode and same(done.stdout) == same(plain.stdout):
        return None
    if done.returncode == 0:
        return f"says another thing and calls it good: {done.stdout[-200:]!r}"
    if "memory" not in said:
        return f"status {done.returncode} and not a word of memory: {said[-300:]!r}"
    return None


sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
