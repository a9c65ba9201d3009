"""A cable is pulled between a server and its database: another server takes over within seconds."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cardroom import UTH, main  # noqa: E402
from postgres import Postgres, programs  # noqa: E402

LIMIT_S = 30  # the server asks after 5 s of silence and gives up about 10 s later
DATABASE, APPLICATION = "10.213.77.1", "10.213.77.2"


class Cable:
    """Two network namespaces, each with one end of it. Raises CalledProcessError where that is forbidden."""

    def __init__(self):
        self.database, self.application = f"uth-db-{os.getpid()}", f"uth-app-{os.getpid()}"
        ends = f"uthd{os.getpid()}", f"utha{os.getpid()}"
        self.end = ends[1]
        try:
            for name in (self.database, self.application):
                self.ip("netns", "add", name)
            self.ip("link", "add", ends[0], "netns", self.database, "type", "veth",
                    "peer", "name", ends[1], "netns", self.application)
            for name, end, address in ((self.database, ends[0], DATABASE),
                                       (self.application, ends[1], APPLICATION)):
                self.ip("-n", name, "address", "add", f"{address}/24", "dev", end)
                self.ip("-n", name, "link", "set", "lo", "up")
                self.ip("-n", name, "link", "set", end, "up")
        except subprocess.CalledProcessError:
            self.remove()
            raise

    def ip(self, *arguments, check=True):
        subprocess.run(["ip", *arguments], check=check, capture_output=True)

    def pull(self):
        self.ip("-n", self.application, "link", "set", self.end, "down")

    def remove(self):
        for name in (self.database, self.application):  # the cable goes with them
            self.ip("netns", "del", name, check=False)


def inside(namespace):
    return ["nsenter", f"--net=/run/netns/{namespace}"]


@unittest.skipUnless(os.getuid() == 0, "a cable between two networks takes root")
@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class Pulled(unittest.TestCase):
    def setUp(self):
        try:
            self.cable = Cable()
        except subprocess.CalledProcessError:
            self.skipTest("no network namespace can be made here")
        self.addCleanup(self.cable.remove)
        self.database = Postgres(inside(self.cable.database), DATABASE)
        self.addCleanup(self.database.stop)
        self.local = self.database.database("cards")
        self.directory = tempfile.mkdtemp(prefix="uth-cable-")
        self.addCleanup(shutil.rmtree, self.directory)

    def serve(self, prefix, store):
        process = subprocess.Popen(
            [*prefix, UTH, "serve", "--port", "0", "--store", store, "--key-file",
             f"{self.directory}/key", "--log", "warn"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.directory)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        said = ""
        for line in process.stdout:
            said += line
            if re.match(r"Table open at ", line):
                return process, said
        process.wait()
        return None, said

    def test_the_lock_of_a_server_that_is_cut_off_is_free_within_seconds(self):
        """Its end of the session is gone without a word; the next server waits for no two hours"""
        first, said = self.serve(inside(self.cable.application), f"postgres://uth@{DATABASE}/cards")
        self.assertIsNotNone(first, said)
        self.cable.pull()
        began = time.monotonic()
        first.send_signal(signal.SIGKILL)
        first.wait()
        second, said = self.serve([], self.local)
        self.assertIsNone(second, "the lock is held when the cable is pulled, or this tests nothing")
        self.assertIn("has it open for writing", said)
        while second is None and time.monotonic() - began < LIMIT_S:
            second, said = self.serve([], self.local)
        took = time.monotonic() - began
        self.assertIsNotNone(second, said)
        print(f"# tried: a pulled cable, the lock was free after {took:.0f} s", flush=True)


if __name__ == "__main__":
    main()
