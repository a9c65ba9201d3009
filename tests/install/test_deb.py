"""The Debian package: read by lintian, installed into a throw-away copy of this machine, its service's
command run as its user in its directories, upgraded, removed and purged.

The copy is an overlay: what happens in it never reaches the machine. Needs root.

usage: test_deb.py UTH BUILD"""
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import urllib.request

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv.pop(2))
sys.path.insert(0, str(SOURCE / "tests" / "cli"))
from program import ProgramTest, main  # noqa: E402

UNIT = SOURCE / "packaging" / "uth.service"


def run(*command, status=0, **options):
    options = {"capture_output": True, "text": True, "timeout": 120, **options}
    done = subprocess.run([str(word) for word in command], **options)
    assert done.returncode == status, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout


def options_of(build):
    said = json.loads(run("meson", "introspect", build, "--buildoptions"))
    return {option["name"]: option["value"] for option in said}


def settings():
    """Of the unit: each key with its last value."""
    return dict(re.findall(r"^(\w+)=(.*)$", UNIT.read_text(), re.MULTILINE))


class Copy:
    """This machine once more, thrown away at the end."""

    def __init__(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="uth-deb-"))
        # The changes lie in memory: an overlay cannot lie on another.
        run("mount", "-t", "tmpfs", "-o", "size=1g", "none", self.base)
        self.mounted = [self.base]
        for name in ("changes", "work", "root"):
            (self.base / name).mkdir()
        self.root = self.base / "root"
        try:
            self.mount("-t", "overlay", "overlay", "-o",
                       f"lowerdir=/,upperdir={self.base}/changes,workdir={self.base}/work", self.root)
            self.mount("-t", "proc", "proc", self.root / "proc")
            self.make_devices(self.root / "dev")
            self.mount("-t", "tmpfs", "none", self.root / "tmp")
            self.mount("-t", "tmpfs", "none", self.root / "run")
        except AssertionError:
            self.remove()
            raise

    def make_devices(self, place):
        """Of its own: who clears away what a killed run left must not clear away the machine's."""
        self.mount("-t", "tmpfs", "-o", "mode=755", "none", place)
        for name, minor in (("null", 3), ("zero", 5), ("full", 7), ("random", 8), ("urandom", 9)):
            run("mknod", "-m", "666", place / name, "c", "1", str(minor))
        for name, target in (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
            os.symlink(f"/proc/self/{target}", place / name)

    def mount(self, *arguments):
        run("mount", *arguments)
        self.mounted.append(arguments[-1])

    def run(self, *command, status=0):
        return run("chroot", self.root, *command, status=status)

    def remove(self):
        for place in reversed(self.mounted):
            run("umount", place)
        self.base.rmdir()


class Package(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.deb = cls.make("as-it-is")

    @classmethod
    def make(cls, name):
        made = pathlib.Path(run(SOURCE / "tools" / "deb", BUILD, cwd=SOURCE).strip())
        place = pathlib.Path(cls.place.name, name)
        place.mkdir()
        return pathlib.Path(shutil.move(SOURCE / made, place))

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_lintian_finds_neither_error_nor_warning(self):
        done = subprocess.run(["lintian", "--fail-on", "error,warning", self.deb],
                              capture_output=True, text=True)  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_the_configuration_is_a_conffile(self):
        self.assertEqual(run("dpkg-deb", "-I", self.deb, "conffiles"), "/etc/uth/uth.conf\n")

    def test_a_build_set_up_for_lib64_makes_the_same_package(self):
        """lib64 is what Meson guesses on a machine without dpkg-dev"""
        def set_up_for(libdir):
            run("meson", "configure", BUILD, f"-Dlibdir={libdir}")
            run("ninja", "-C", BUILD, "installed")

        def names(deb):
            data = run("dpkg-deb", "--fsys-tarfile", deb, text=False)
            return sorted(tarfile.open(fileobj=io.BytesIO(data)).getnames())

        self.addCleanup(set_up_for, options_of(BUILD)["libdir"])
        set_up_for("lib64")
        self.assertEqual(names(self.make("lib64")), names(self.deb))

    # What a package has besides, because it looks after the service; and the example it needs not.
    OF_A_PACKAGE = {
        "etc/uth/uth.conf", "lib/systemd/system/uth.service", "usr/share/doc/uth/changelog",
        "usr/share/doc/uth/copyright", "usr/share/lintian/overrides/uth",
    }  # fmt: skip
    OF_AN_INSTALLATION = {"usr/share/doc/uth/examples/uth.conf"}

    def test_an_installation_has_the_files_of_the_package(self):
        """Below its prefix, for the distribution's own directories, and not compressed"""
        root = pathlib.Path(self.place.name, "installed")
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", root)
        options = options_of(BUILD)
        prefix = root / options["prefix"].strip("/")
        multiarch = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
        ours = {f"usr/{path.relative_to(prefix)}" for path in prefix.rglob("*") if not path.is_dir()}
        ours = {re.sub(rf"\Ausr/{options['libdir']}/", f"usr/lib/{multiarch}/", path)
                .replace("zsh/site-functions", "zsh/vendor-completions") for path in ours}  # fmt: skip
        tree = pathlib.Path(self.place.name, "unpacked")
        run("dpkg-deb", "-x", self.deb, tree)
        theirs = {re.sub(r"\.gz\Z", "", str(path.relative_to(tree)))
                  for path in tree.rglob("*") if not path.is_dir()}  # fmt: skip
        self.assertEqual(theirs - ours, self.OF_A_PACKAGE)
        self.assertEqual(ours - theirs, self.OF_AN_INSTALLATION)
        for page in ("README.md", "docs/install.md"):
            self.assertIn(f"usr/share/doc/uth/{page}", ours)
        example = (prefix / "share/doc/uth/examples/uth.conf").read_text()
        self.assertEqual(example, (SOURCE / "etc/uth.conf").read_text())

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd is not installed")
    def test_the_service_is_confined(self):
        """systemd's own figure, from 0 for confined to 10 for free"""
        said = run("systemd-analyze", "security", "--offline=yes", "--no-pager", UNIT)
        level = float(re.search(r"Overall exposure level for \S+: ([\d.]+)", said)[1])
        self.assertLess(level, 2.0)

    # ---- a copy of the machine

    @unittest.skipUnless(os.getuid() == 0, "a copy of the machine takes root")
    def test_it_is_installed_serves_is_upgraded_and_removed(self):
        try:
            self.copy = Copy()
        except AssertionError as why:
            self.skipTest(f"no overlay can be mounted here: {why.args[0][3]}")
        self.addCleanup(self.copy.remove)
        root = self.copy.root
        self.install(self.deb)
        self.installed(root)
        first, said = self.serves(root)
        self.assertIn("password", said)

        # Somebody's configuration and store outlive an upgrade that brings another configuration.
        self.install(self.next_version())
        self.assertIn("port = 0", (root / "etc/uth/uth.conf").read_text())
        self.assertIn("0.1.0+next", self.copy.run("dpkg-query", "-W", "uth"))
        again, said = self.serves(root)
        self.assertGreaterEqual(again, first)
        self.assertNotIn("password", said, "it began anew")

        self.copy.run("dpkg", "--remove", "uth")
        self.assertFalse((root / "usr/bin/uth").exists())
        self.assertTrue((root / "etc/uth/uth.conf").exists())
        self.copy.run("dpkg", "--purge", "uth")
        self.assertFalse((root / "etc/uth").exists())
        self.assertTrue((root / "var/lib/uth/uth.db").exists(), "other people's money")

    def install(self, deb):
        (self.copy.root / "tmp/uth.deb").write_bytes(deb.read_bytes())
        self.copy.run("dpkg", "--force-confold", "-i", "/tmp/uth.deb")

    def installed(self, root):
        state = os.stat(root / "var/lib/uth")
        user = re.search(r"^uth:[^:]*:(\d+):(\d+):[^:]*:/var/lib/uth:/usr/sbin/nologin$",
                         (root / "etc/passwd").read_text(), re.MULTILINE)  # fmt: skip
        self.assertEqual((str(state.st_uid), str(state.st_gid)), user.groups())
        self.assertEqual(state.st_mode & 0o777, 0o700)
        self.assertEqual((root / "etc/uth/uth.conf").stat().st_mode & 0o777, 0o644)
        self.assertIn("sqlite:/var/lib/uth/uth.db", (root / "etc/uth/uth.conf").read_text())
        self.assertIn("\ndigests = /usr/share/uth/digests\n", (root / "etc/uth/uth.conf").read_text())
        self.assertEqual(self.copy.run("pkg-config", "--libs", "uth").strip(), "-luth")
        self.copy.run("uth", "selfcheck")
        self.copy.run("man", "-w", "uth-serve")
        self.copy.run("man", "-w", "uth.conf")
        if shutil.which("systemd-analyze"):
            self.copy.run("systemd-analyze", "verify", "/lib/systemd/system/uth.service")
        conf = root / "etc/uth/uth.conf"
        conf.write_text(re.sub(r"^port = \d+", "port = 0", conf.read_text(), flags=re.MULTILINE))

    def serves(self, root):
        """Runs what the unit runs, as it runs it; gives the number of records, and what it said."""
        unit = settings()
        command = unit["ExecStart"].split()
        trace = root / "tmp/trace"
        watched = ["strace", "-f", "-qq", "-o", "/tmp/trace"] if shutil.which("strace") else []
        process = subprocess.Popen(
            ["chroot", root, *watched, "setpriv", "--reuid", unit["User"], "--regid", unit["Group"],
             "--clear-groups", "--no-new-privs", "sh", "-c",
             f"umask {unit['UMask']}; cd {unit['WorkingDirectory']}; exec \"$@\"", "sh", *command],
            env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)  # fmt: skip
        try:
            said = ""
            while not (found := re.search(r"^Table open at (http://localhost:\d+)$", said, re.M)):
                line = process.stdout.readline()
                self.assertTrue(line, said + process.stderr.read() if not line else "")
                said += line
            address = found[1].replace("localhost", "127.0.0.1")
            with urllib.request.urlopen(f"{address}/healthz", timeout=30) as answer:
                self.assertEqual(answer.read(), b"ok\n")
            with urllib.request.urlopen(address, timeout=30) as answer:
                self.assertIn(b"<!doctype html>", answer.read())
        finally:
            self.stop(process, root)
        if watched:
            self.calls_are_allowed(trace)
        store = root / "var/lib/uth/uth.db"
        for path in (store, root / "var/lib/uth/uth.db.seal"):
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        told = self.copy.run("uth", "audit", "verify", "--json", "--store",
                             "sqlite:/var/lib/uth/uth.db")  # fmt: skip
        return int(re.search(r'"batches":(\d+)', told)[1]), said

    def stop(self, process, root):
        """SIGTERM to the server itself, as systemd sends it."""
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(entry / "root") == str(root) and \
                        os.readlink(entry / "exe").endswith("/usr/bin/uth"):  # fmt: skip
                    os.kill(int(entry.name), 15)
            except OSError:
                continue
        self.assertEqual(process.wait(timeout=60), 0, process.stderr.read())
        process.stdout.close()
        process.stderr.close()

    def calls_are_allowed(self, trace):
        """What the service's filter would kill it for, it never asks the system."""
        if not shutil.which("systemd-analyze"):
            return

        def members(name):
            listed = run("systemd-analyze", "syscall-filter", "--no-pager", name).split("\n")[1:]
            words = {line.strip() for line in listed if line.strip() and "#" not in line}
            return set().union(*(members(word) if word[0] == "@" else {word} for word in words))

        allowed = set(members("@default"))
        for line in re.findall(r"^SystemCallFilter=(.*)$", UNIT.read_text(), re.MULTILINE):
            words = line.lstrip("~").split()
            named = set().union(*(members(word) if word[0] == "@" else {word} for word in words))
            allowed = allowed - named if line.startswith("~") else allowed | named
        text = trace.read_text(errors="replace")
        started = text.index('execve("/usr/bin/uth"')  # what came before is how we got here
        asked = set(re.findall(r"^\d+ +(\w+)\(", text[started:], re.MULTILINE))
        self.assertGreater(len(asked), 20)
        self.assertEqual(asked - allowed, set())

    def next_version(self):
        """The same package with a later version and another default configuration."""
        tree = pathlib.Path(self.place.name, "next")
        run("dpkg-deb", "-R", self.deb, tree)
        control = tree / "DEBIAN/control"
        control.write_text(control.read_text().replace("Version: 0.1.0", "Version: 0.1.0+next"))
        conf = tree / "etc/uth/uth.conf"
        conf.write_text(conf.read_text().replace("port = 8080", "port = 8081"))
        run("dpkg-deb", "--root-owner-group", "--build", tree, tree.with_suffix(".deb"))
        return tree.with_suffix(".deb")


if __name__ == "__main__":
    main()
