"""No command writes outside what it says: every file the system was asked to make, change or remove,
as strace sees it, and what lies in the working directory, the home and the temporary directory
before and after. Each case must succeed: one that is refused shows nothing."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

FILL = os.path.abspath(sys.argv.pop(2))
from program import UTH, ProgramTest, commands, main, uth  # noqa: E402

CHANGES = "openat,open,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat," \
    "symlink,symlinkat,chmod,fchmodat,truncate"  # fmt: skip
# A reader of a store leaves what SQLite keeps beside it, and so says the help of --store.
STORE = r"store\.db(-wal|-shm|-journal)?"
# Who changes it besides holds a lock in another.
CHANGED = r"store\.db(-wal|-shm|-journal|\.writer)?"
ROUND = ('{"rules":"washington","community":"2c 3c 4c 5c 6c","dealer":"7c 8c","players":[{"seat":1,'
         '"ante":500,"blind":500,"cards":"9c Tc","play":["4x"]}]}\n')  # fmt: skip
AS = ("--as", "Marge", "--reason", "a test", "--store", "sqlite:store.db")

# What is run, with exit status 0, and which files of the working directory it may touch.
CASES = (
    (("audit", "verify", "--store", "sqlite:store.db"), STORE),
    (("audit", "export", "--store", "sqlite:store.db"), STORE),
    (("audit", "balance", "--store", "sqlite:store.db"), STORE),
    (("audit", "check", "export"), None),
    (("audit", "key", "--key", "other.key"), r"other\.key(\.\w{6})?"),
    (("audit", "sign", "--store", "sqlite:store.db"), STORE + r"|store\.db\.key(\.\w{6})?"),
    (("backup", "--store", "sqlite:store.db", "saved"), STORE + r"|saved(\.part\.\w{6})?"),
    (("backup", "--store", "sqlite:store.db", "-"), STORE),
    (("restore", "--store", "sqlite:new.db", "old"), r"new\.db(\.part\.\w{6}(-wal|-shm|-journal)?)?"),
    (("restore", "--check", "old"), None),
    (("dispute", "list", "--store", "sqlite:store.db"), STORE),
    (("eval", "As Ks Qs Js Ts"), None),
    (("fairness", "--store", "sqlite:store.db"), STORE),
    (("help",), None),
    (("help", "--man", "play"), None),
    (("history", "--store", "sqlite:store.db"), STORE),
    (("meter", "list", "--store", "sqlite:store.db"), STORE),
    (("meter", "add", *AS), CHANGED),
    (("meter", "unlink", "1", "--table", "3", *AS), CHANGED),
    (("odds", "--cards", "Ah Kd", "--board", "Th 9h 2c"), None),
    (("par", "--json"), None),
    (("par", "--html", "par.html"), r"par\.html"),
    (("placard", "--rules", "washington", "--html"), None),
    (("placard", "--store", "sqlite:store.db", "--table", "1", "--text"), STORE),
    (("play", "--seed", "1", "--hands", "1"), None),
    (("play", "--seed", "1", "--hands", "1", "--save", "game"), r"game(\.part\.\w{6})?"),
    (("replay", "1:1", "--store", "sqlite:store.db"), STORE),
    (("report", "day", "--store", "sqlite:store.db", "--table", "1", "--html"), STORE),
    # One fresh seed in a hundred is spoken against, with exit status 1.
    (("rng-test", "--shuffles", "100000", "--seed", "00" * 32), None),
    (("rules", "show", "washington", "--json"), None),
    (("selfcheck", "--store", "sqlite:store.db"), STORE),
    (("selfcheck", "--record", "digests"), r"digests(\.\w+)?"),
    (("serve", "--store", "sqlite:room.db", "--port", "0"),
     r"room\.db(-wal|-shm|-journal|\.writer|\.seal(\.\w{6})?)?"),
    (("call", "settle", "request"), None),
    (("settle", "round"), None),
    (("simulate", "--rounds", "1000"), None),
    (("simulate", "--rounds", "1000", "--csv", "s.csv", "--html", "s.html"), r"s\.(csv|html)"),
    (("strategy",), None),
    (("strategy", "--export", "s.bin"), r"s\.bin"),
    (("table", "list", "--store", "sqlite:store.db"), STORE),
    (("table", "add", "--name", "Another", "--rules", "washington", *AS), CHANGED),
    (("table", "configure", "1", "--name", "Another", *AS), CHANGED),
    (("table", "close", "1", *AS), CHANGED),
    (("user", "list", "--store", "sqlite:store.db"), STORE),
    (("user", "add", "Nora", "--role", "dealer", "--password-file", "password", *AS), CHANGED),
    (("user", "lock", "Paul", *AS), CHANGED),
    (("user", "add", "Ann", "--role", "manager", "--password-file", "password", "--as", "Ann", "--reason",
      "the first", "--store", "sqlite:new.db"),
     r"new\.db(-wal|-shm|-journal|\.writer|\.seal(\.\w{6})?)?"),
    (("verify", "record"), None),
)
NOT_RUN = {"bench": "reads and writes nothing but takes half a minute under strace"}


@unittest.skipUnless(shutil.which("strace"), "strace is not installed")
class Writes(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.filled = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.filled.cleanup)
        store = pathlib.Path(cls.filled.name, "store.db")
        done = subprocess.run([FILL, f"sqlite:{store}", f"{store}.seal", "2", "1"],
                              capture_output=True)  # fmt: skip
        assert done.returncode == 0, done.stderr
        subprocess.run([UTH, "backup", "-q", "--store", f"sqlite:{store}", store.parent / "old"],
                       check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        (store.parent / "round").write_text(ROUND)
        (store.parent / "request").write_text(ROUND)
        (store.parent / "password").write_text("a long enough password\n")
        for name, command in (("export", ("audit", "export")), ("record", ("replay", "1:1", "--json"))):
            with open(store.parent / name, "wb") as file:
                subprocess.run([UTH, *command, "--store", f"sqlite:{store}"], check=True, stdout=file)
        # What these readers left would hide what those of the cases leave; no record is in it.
        assert pathlib.Path(f"{store}-wal").stat().st_size == 0
        for ending in ("-wal", "-shm"):
            os.unlink(f"{store}{ending}")

    def test_every_command_is_watched(self):
        self.assertEqual({case[0][0] for case in CASES} | set(NOT_RUN), set(commands()))

    def touched(self, trace, place):
        """The paths that were to be changed, those of the working directory by name."""
        paths = set()
        for line in trace.read_text(errors="replace").splitlines():
            call = re.search(r"(\w+)\((.*)", line)
            if not call or "resumed" in line:
                continue
            if call[1].startswith("open") and not re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC)", line):
                continue
            for path in re.findall(r'"((?:[^"\\]|\\.)*)"', call[2]):
                whole = pathlib.Path(place, path)
                paths.add(whole.name if whole.parent == place else str(whole))
        return {path for path in paths if not re.match(r"/dev/(null|tty|urandom|shm/)", path)}

    def run_to_its_end(self, watch, command, **options):
        return subprocess.run([*watch, *command], stdout=subprocess.DEVNULL, timeout=120, **options)

    def serve(self, watch, command, **options):
        """From the start to the orderly end of a server, however long it takes to open."""
        tells = ["sh", "-c", 'echo $$; exec "$@"', "sh"]
        process = subprocess.Popen([*watch, *tells, *command], stdout=subprocess.PIPE, **options)
        with process:
            pid = int(process.stdout.readline())
            while (line := process.stdout.readline()) and not line.startswith(b"Table open"):
                pass
            if line:
                os.kill(pid, signal.SIGTERM)
            process.wait(timeout=120)
            return subprocess.CompletedProcess(command, process.returncode, stderr=process.stderr.read())

    def assert_help_names_what_stays(self, command, names):
        """Of what SQLite leaves beside a store; gives how many files that are."""
        endings = [name.removeprefix("store.db") for name in names if re.fullmatch(r"store\.db-\w+", name)]
        help_text = " ".join(uth("help", command).out.decode().split())
        for ending in endings:
            self.assertRegex(help_text, rf"--store URL [^;]*; [^;]*\bPATH{ending}\b")
        return len(endings)

    def test_no_command_touches_what_it_does_not_name(self):
        left = 0
        for arguments, allowed in CASES:
            with self.subTest(" ".join(arguments)), tempfile.TemporaryDirectory() as base:
                base = pathlib.Path(base)
                place, home, scratch = base / "place", base / "home", base / "scratch"
                shutil.copytree(self.filled.name, place)
                home.mkdir()
                scratch.mkdir()
                before = set(os.listdir(place))
                environment = dict(os.environ, HOME=str(home), TMPDIR=str(scratch))
                environment["ASAN_OPTIONS"] = "detect_leaks=0"  # it cannot look below strace
                run = self.serve if arguments[0] == "serve" else self.run_to_its_end
                done = run(
                    ["strace", "-f", "-qq", "-e", f"trace={CHANGES}", "-o", base / "trace"],
                    [UTH, *arguments], cwd=place, env=environment, stdin=subprocess.DEVNULL,
                    stderr=subprocess.PIPE)  # fmt: skip
                self.assertEqual(done.returncode, 0, done.stderr)
                pattern = re.compile(allowed or r"(?!)")
                for path in self.touched(base / "trace", place):
                    self.assertRegex(path, rf"\A(?:{pattern.pattern})\Z")
                for name in set(os.listdir(place)) ^ before:
                    self.assertRegex(name, rf"\A(?:{pattern.pattern})\Z")
                stays = set(os.listdir(place)) - before
                left += self.assert_help_names_what_stays(arguments[0], stays)
                self.assertEqual(os.listdir(home) + os.listdir(scratch), [])
        self.assertGreater(left, 0, "a reader leaves none of them any more: the help says so in vain")


if __name__ == "__main__":
    main()
