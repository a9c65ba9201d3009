"""tools/fresh makes a bare tree, runs both commands of the README in it, and leaves nothing behind, however
it ends. Here the tree is a handful of programs, debootstrap a stand-in that copies it, and `make GOAL` in it
a script of the commit that is tried."""
import http.server
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from checker import TOOLS, CheckerTest

PROGRAMS = ("sh", "cat", "mount", "rm", "sleep", "umount")
CAN_MOUNT = os.geteuid() == 0 and subprocess.run(
    ["unshare", "--mount", "sh", "-c", "mount -t tmpfs tmpfs /mnt && mknod /mnt/null c 1 3 && : >/mnt/null"],
    stderr=subprocess.DEVNULL).returncode == 0  # fmt: skip
SOURCES = """\
http://mirror.test/debian/ bookworm main Debian
http://mirror.test/debian/ bookworm-updates main Debian
http://mirror.test/debian/ bookworm contrib Debian
http://other.test/node/ bookworm main Somebody
http://other.test/debian/ trixie main Debian
"""


PATIENCE = 400  # seconds, on a machine that checks other things meanwhile


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<!doctype html>")

    def log_message(self, *_):
        pass


def copy_with_libraries(program, root):
    path = shutil.which(program, path="/bin:/usr/bin:/sbin:/usr/sbin")
    needed = re.findall(r"(/\S+) \(0x", subprocess.run(["ldd", path], capture_output=True, text=True).stdout)
    for source, target in [(path, f"/bin/{program}"), *((name, name) for name in needed)]:
        place = root / target.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, place)


def mounts():
    return pathlib.Path("/proc/self/mountinfo").read_text()


class FreshTest(CheckerTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.small = pathlib.Path(folder.name)
        for name in ("dev", "etc/apt/apt.conf.d", "etc/dpkg/dpkg.cfg.d", "etc/ssl/certs", "mnt", "proc", "root", "sys"):
            (cls.small / name).mkdir(parents=True)
        for name in PROGRAMS:
            copy_with_libraries(name, cls.small)
        make = cls.small / "bin/make"
        make.write_text('#!/bin/sh\necho "$*"\nexec /bin/sh "./$1"\n')
        make.chmod(0o755)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
        cls.address = f"http://localhost:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)

    def setUp(self):
        super().setUp()
        self.root.chmod(0o755)
        self.number = f"9{os.getpid()}{time.monotonic_ns() % 10**9}"  # how the processes of this case are known
        self.source = self.root / "source"
        self.place = self.root / "place"
        self.place.mkdir()
        # A small tree takes little memory.
        fresh, replaced = re.subn(r"(?m)^GIGABYTES.*= (\{.*\}|\d+)", lambda line: re.sub(r"\d+", "0", line[0]),
                                  (TOOLS / "fresh").read_text())  # fmt: skip
        self.assertEqual(replaced, 2)
        self.write("source/tools/fresh", fresh.replace("size={self.gigabytes}g", "size=100m")).chmod(0o755)
        self.write("source/tools/steps.py", (TOOLS / "steps.py").read_text())
        self.write("source/.gitignore", "build-logs/\n")
        self.command("debootstrap", f'cp -a {self.small}/. "$4"\n')
        self.command("apt-get", f"printf '{SOURCES}'\n")
        self.command("apt-config", '[ "$1" != dump ] || echo \'Acquire::Retries "3";\'\n')
        self.command("npm", f"echo {self.root}/$3\n")
        self.write("userconfig", "registry=http://packages.test/\n")
        self.open_table(self.number)
        self.goal("check", "echo '5 passed, 0 failed'\n")

    def command(self, name, script):
        self.write(f"bin/{name}", "#!/bin/sh\n" + script).chmod(0o755)

    def goal(self, name, script):
        self.write(f"source/{name}", script)

    def open_table(self, seconds):
        """The shell waits by itself: it misses a Ctrl-C while it starts a command in the foreground."""
        self.goal("run", f"sleep {seconds} &\necho 'Table open at {self.address}'\nwait\n")

    def start(self, *arguments, program=(), **environment):
        git = ["git", "-c", "user.name=n", "-c", "user.email=e", "-C", self.source]
        if not (self.source / ".git").exists():
            subprocess.run([*git, "init", "--quiet"], check=True)
        subprocess.run([*git, "add", "--all"], check=True)
        subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", "x"], check=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CHECK_COUNT")}
        return subprocess.Popen(
            [*program, self.source / "tools/fresh", *arguments],
            env={**kept, "PATH": f"{self.root}/bin:{os.environ['PATH']}", "TMPDIR": str(self.place), **environment},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # fmt: skip

    def fresh(self, *arguments, **options):
        before = mounts()
        process = self.start(*arguments, **options)
        said, _ = process.communicate(timeout=PATIENCE)
        self.assert_nothing_is_left(before)
        return subprocess.CompletedProcess([], process.returncode, said)

    def processes(self):
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.number in (entry / "cmdline").read_text():
                    found.append(entry.name)
            except OSError:
                continue
        return found

    def wait_for(self, predicate):
        deadline = time.monotonic() + 120
        while not predicate():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def assert_nothing_is_left(self, before):
        self.assertEqual(list(self.place.iterdir()), [])
        self.assertEqual(self.processes(), [])
        self.assertEqual(mounts(), before)

    def said_in(self, name):
        return (self.source / f"build-logs/fresh-{name}.log").read_text()


class MachineTest(FreshTest):
    def test_knows_one_option(self):
        for arguments in (["--long"], ["--short", "--short"], ["short"]):
            self.assert_fails(self.fresh(*arguments), "usage: tools/fresh [--short]")

    def as_a_user(self, *arguments, **environment):
        program = ["/usr/bin/python3"] if os.geteuid() else [
            shutil.which("setpriv"), "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3"]  # fmt: skip
        run = self.start(*arguments, program=program, PATH=f"{self.root}/bin:/usr/sbin:/sbin", **environment)
        said, _ = run.communicate(timeout=PATIENCE)
        return run.returncode, said

    def test_says_that_it_takes_root(self):
        self.assertEqual(self.as_a_user(), (1, "fresh: a bare tree takes root or sudo\n"))

    def test_uses_sudo_with_the_way_into_the_network(self):
        self.command("sudo", "for word; do echo $word; done\n")
        status, said = self.as_a_user("--short", http_proxy="http://proxy.test")
        kept, tool, argument = said.splitlines()
        self.assertEqual((status, tool, argument), (0, f"{self.source}/tools/fresh", "--short"))
        self.assertLessEqual({"http_proxy", "TMPDIR", "CHECK_COUNT_FILE"}, set(re.split("[=,]", kept)[1:]))


@unittest.skipUnless(CAN_MOUNT, "a bare tree takes root and mounts")
class TreeTest(FreshTest):
    # ---- what it asks of the machine

    def test_says_that_nothing_can_be_mounted(self):
        self.command("unshare", "echo 'unshare failed: Operation not permitted' >&2\nexit 1\n")
        self.assert_fails(self.fresh(), "no bare tree: ", "Operation not permitted")

    def test_says_that_apt_knows_no_debian_12(self):
        self.command("apt-get", "echo 'http://other.test/debian/ trixie main Debian'\n")
        self.assert_fails(self.fresh(), "no source for Debian 12", "0 passed, 1 failed")

    # ---- both commands

    def test_runs_both_commands_and_counts(self):
        run = self.fresh()
        self.assert_passes(run)
        self.assertNotIn("not committed", run.stdout)
        self.assertEqual(run.stdout.splitlines()[-1], "8 passed, 0 failed")
        self.assertEqual(self.said_in("run").splitlines()[0], "run ARGS=--port 0")
        self.assertEqual(self.said_in("check").splitlines()[0], "check")
        for step in ("bare tree", "make run", "make check"):
            self.assertRegex(run.stdout, rf"(?m)^fresh {step} +1 +0 +\d")

    def test_the_tree_has_devices_and_processes_of_its_own_and_the_network_of_the_machine(self):
        self.goal("check", "[ $$ -lt 100 ] && : >/dev/null && [ -c /dev/tty ] && [ -d /proc/1 ] || exit 1\n"
                  f"[ ! -e {self.root} ] || exit 1\nrm /dev/null\n"
                  "cat /etc/apt/sources.list /etc/apt/apt.conf.d/50fetch /root/.npmrc\n"
                  "echo $http_proxy\necho '1 passed, 0 failed'\n")  # fmt: skip
        self.assert_passes(self.fresh(http_proxy="http://proxy.test"))
        self.assertEqual(self.said_in("check").splitlines()[1:], [
            "deb http://mirror.test/debian/ bookworm main", "deb http://mirror.test/debian/ bookworm-updates main",
            'Acquire::Retries "3";', "registry=http://packages.test/", "http://proxy.test", "1 passed, 0 failed"])
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_tries_what_is_committed_and_says_so(self):
        self.start().communicate(timeout=PATIENCE)
        self.goal("check", "exit 1\n")
        process = subprocess.run([self.source / "tools/fresh"], capture_output=True, text=True, env={
            **os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}", "TMPDIR": str(self.place),
            "CHECK_COUNT_FILE": str(self.root / "count")})  # fmt: skip
        self.assert_passes(process)
        self.assertIn("what is not committed is not tried", process.stdout)
        self.assertEqual((self.root / "count").read_text(), "8 passed, 0 failed\n")

    def test_repeats_what_failed_in_the_tree(self):
        self.goal("check", "printf 'what failed\\n  gcc deb: lib64\\n7 passed, 1 failed\\n'\nexit 1\n")
        self.assert_fails(self.fresh(), "fresh: gcc deb: lib64", "10 passed, 1 failed")

    def test_a_check_that_fails_without_a_count_has_failed(self):
        for script in ("echo 'no such goal'\nexit 2\n", "echo '3 passed, 0 failed'\nexit 2\n", "exit 0\n"):
            self.goal("check", script)
            self.assert_fails(self.fresh(), "fresh make check: ", "2 passed, 1 failed")

    def test_without_a_table_nothing_else_is_tried(self):
        self.goal("run", "echo 'no compiler'\nexit 2\n")
        run = self.fresh()
        self.assert_fails(run, "fresh make run: no table: no compiler", "1 passed, 1 failed")
        self.assertNotIn("make check", run.stdout)

    def test_the_short_form_reads_the_log_of_the_tests(self):
        self.goal("deb", "")
        self.command("debootstrap", f'cp -a {self.small}/. "$4"\ncp -a {self.root}/more/. "$4/bin"\n')
        self.write("more/env", "#!/bin/sh\n")  # apt-get
        log = '{"name": "uth:web / web-%s", "result": "%s", "stdout": "%s", "duration": 1}'
        for result, stdout, count in (("OK", "ok 1 - x", "6 passed, 0 failed"),
                                      ("FAIL", "not ok 1 - x", "4 passed, 2 failed"),
                                      ("OK", "ok 1 - x # SKIP no node", "4 passed, 2 failed")):  # fmt: skip
            self.write("more/meson", "#!/bin/sh\nwhile [ $1 != --logbase ]; do shift; done\n"
                       f"echo '{log % ('bets', result, stdout)}' >build/meson-logs/$2.json\n"
                       f"[ {result} = OK ]\n")  # fmt: skip
            self.write("source/build/meson-logs/kept", "")
            for path in (self.root / "more").iterdir():
                path.chmod(0o755)
            run = self.fresh("--short")
            self.assertEqual(run.stdout.splitlines()[-1], count, run.stdout)
            self.assertEqual(run.returncode, 0 if result == "OK" and "SKIP" not in stdout else 1)

    # ---- nothing is left

    def test_a_tree_in_memory_is_seen_by_nobody_and_ends_with_its_process(self):
        """Without TMPDIR, where there is enough memory: the disk has the mount point only"""
        before = mounts()
        self.goal("check", f"sleep {self.number}\n")
        self.open_table(99)
        process = self.start(TMPDIR="")
        self.wait_for(lambda: self.processes())
        [base] = [path for path in pathlib.Path("/var/tmp").glob("uth-fresh-*")
                  if pathlib.Path(f"/proc/{process.pid}/root{path}/root/root/uth/check").exists()]  # fmt: skip
        self.assertEqual(mounts(), before)
        self.assertEqual(list((base / "root").iterdir()), [])
        process.kill()
        process.communicate(timeout=PATIENCE)
        self.wait_for(lambda: not self.processes())
        self.goal("check", "echo '1 passed, 0 failed'\n")
        self.assert_passes(self.fresh(TMPDIR=""))
        self.assertFalse(base.exists(), "the next run removes it")

    def test_what_a_command_leaves_running_and_mounted_ends_with_it(self):
        self.goal("check", f"mount -t tmpfs tmpfs /root\nsleep {self.number} &\necho '1 passed, 0 failed'\n")
        self.assert_passes(self.fresh())

    def test_a_debootstrap_that_fails(self):
        self.command("debootstrap", 'mkdir -p "$4/proc"\nmount -t proc proc "$4/proc"\necho "no Release file"\nexit 1\n')
        self.assert_fails(self.fresh(), "fresh bare tree: no Release file", "0 passed, 1 failed")

    def test_an_interrupted_one(self):
        halted = {"debootstrap": f'mkdir -p "$4/dev"\nmount -t tmpfs tmpfs "$4/dev"\nsleep {self.number}\n',
                  "check": f"sleep {self.number} & sleep {self.number}\n"}  # fmt: skip
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for name, script in halted.items():
                with self.subTest(f"{number.name} during {name}"):
                    before = mounts()
                    if name == "check":
                        self.command("debootstrap", f'cp -a {self.small}/. "$4"\n')
                        self.open_table(99)
                        self.goal("check", script)
                    else:
                        self.command("debootstrap", script)
                    process = self.start()
                    self.wait_for(lambda: self.processes())
                    process.send_signal(number)
                    said, _ = process.communicate(timeout=PATIENCE)
                    self.assertEqual(process.returncode, 1)
                    self.assertIn(f"fresh: ended by {number.name}; the tree is removed\n", said)
                    self.assert_nothing_is_left(before)

    def test_a_killed_one_leaves_files_which_the_next_removes(self):
        before = mounts()
        self.command("debootstrap", f'mkdir -p "$4/dev"\nmount -t tmpfs tmpfs "$4/dev"\nsleep {self.number}\n')
        process = self.start()
        self.wait_for(lambda: self.processes())
        process.kill()
        process.communicate(timeout=PATIENCE)
        self.wait_for(lambda: not self.processes())
        self.assertEqual(mounts(), before)
        [left] = self.place.iterdir()
        running = self.start()  # and does not touch that of one that runs
        self.wait_for(lambda: self.processes())
        [other] = self.place.iterdir()
        self.assertNotEqual(left, other)
        self.command("debootstrap", "exit 1\n")
        third = self.start()
        third.communicate(timeout=PATIENCE)
        self.assertEqual(list(self.place.iterdir()), [other])
        running.terminate()
        running.communicate(timeout=PATIENCE)
        self.assert_nothing_is_left(before)


if __name__ == "__main__":
    unittest.main()
