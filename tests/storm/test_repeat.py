"""A seed gives the same history whenever and after whatever it is run, a failure comes again at the
same step, and what is left out to find its cause makes it fail earlier, not otherwise. One that dies
says where. And for each check something is planted that is tried.

usage: test_repeat.py STORM PLANT…    the names of what is planted, as the build tries them"""
import os
import re
import signal
import subprocess
import sys

STORM = sys.argv[1]
TRIED = sys.argv[2:]
FIRST = 11
STEPS = "4000"
count = 0


def run(*arguments, **environment):
    settings = {key: value for key, value in os.environ.items() if key not in ("SEED", "WITHOUT")}
    done = subprocess.run(
        [STORM, "--steps", STEPS, *arguments], env={**settings, **environment}, text=True,
        stdout=subprocess.PIPE)  # fmt: skip
    return done.returncode, done.stdout


def digests(text):
    return dict(re.findall(r"^ok \d+ - SEED=(\d+), \d+ steps, digest (\w+)$", text, re.M))


def case(good, name, why=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    for line in [] if good else str(why).splitlines():
        print("#", line)


code, text = run("--seed", str(FIRST), "--episodes", "3")
three = digests(text)
case(code == 0 and len(three) == 3, "three seeds pass, each with a digest", text)
case(len(set(three.values())) == len(three), "and no two of them have the same history", three)

again = digests(run("--seed", str(FIRST), "--episodes", "3", SEED="5")[1])
case(again == three, "the same seeds again give the same histories, whatever SEED says", (three, again))

fresh = digests(run("--seed", str(FIRST), "--episodes", "1", "--fresh", "1", SEED=str(FIRST + 1))[1])
case(fresh == {seed: three[seed] for seed in list(three)[:2]}, "and SEED says which ones come fresh",
     (three, fresh))  # fmt: skip

last = str(FIRST + 2)
alone = digests(run("--episodes", "1", SEED=last)[1])
case(alone == {last: three[last]}, "one of them alone does too, by SEED", (three, alone))

other = digests(run("--episodes", "1", SEED=last, WITHOUT="lie player-2")[1])
case(other[last] != three[last], "with less of it the history is another", (three, other))

code, text = run("--seed", str(FIRST), "--episodes", "1", "--all", "yes", "--steps", "10")
zeros = set(re.findall(r"^#   +(\S.*?) {2,}0$", text, re.M)) - {"no UTH_CHECK of the server's own fails"}
never = re.findall(r"^# never: (.*)$", text, re.M)
case(code == 1 and f"\nnot ok 2 - all is tried: {len(never)} things never\n" in text and len(never) > 60
     and set(never) == zeros,
     "one that tried next to nothing is noticed: every count that is 0, and no other", zeros ^ set(never))  # fmt: skip

# Something planted is as good as a defect: it must come again, and with less of everything.
FAULT = r"# check '(\w+)' at step (\d+): (.*)"
planted = ("--plant", "lose-carry", "--episodes", "1")
code, text = run(*planted, "--shrink", "no", SEED="7")
found = re.search(FAULT, text)
case(code == 0 and found, "a failure names its check and its step", text)
repeated = re.search(FAULT, run(*planted, "--shrink", "no", SEED="7")[1])
case(repeated.groups() == found.groups(), "and is the same the next time",
     (found.groups(), repeated.groups()))  # fmt: skip

text = run(*planted, SEED="7")[1]
less = re.search(r"# with less: step (\d+) by make storm SEED=7 WITHOUT='(.*)'", text)
case(less and less.group(2), "it is tried with less, and something could be left out", text)
final = re.search(FAULT, run(*planted, "--shrink", "no", SEED="7", WITHOUT=less.group(2))[1])
case(final and (final.group(1), final.group(2)) == (found.group(1), less.group(1)),
     "what is left fails by the same check, at the step that was said", text)  # fmt: skip

# A death of its own, as of a wild pointer, and the end by whoever has waited too long.
for number in (signal.SIGSEGV, signal.SIGTERM):
    dying = subprocess.Popen(
        [STORM, "--seed", "7", "--episodes", "1", "--steps", "1000000"], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
    first = dying.stdout.readline()
    dying.send_signal(number)
    rest = dying.stdout.read()
    case(dying.wait() != 0 and re.search(r"^not ok - died: SEED=7, step \d+$", rest, re.M)
         and "# again: make storm SEED=7\n" in rest,
         f"who dies by {number.name} says of which seed, and how to run it again", first + rest)  # fmt: skip

checks = run("--list", "checks")[1].split()
plants = dict(line.split() for line in run("--list", "plants")[1].splitlines())
case(checks and set(plants.values()) == set(checks), "for each check something is planted",
     set(checks) ^ set(plants.values()))  # fmt: skip
case(sorted(TRIED) == sorted(plants), "and all that can be planted is tried, once",
     set(TRIED) ^ set(plants))  # fmt: skip
print(f"1..{count}")
