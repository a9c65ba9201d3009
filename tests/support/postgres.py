"""A private PostgreSQL in a temporary directory, reached by a socket in it and by nothing else, or by an
address of a network namespace too."""
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time


def programs():
    """Where initdb is; None on a machine without a server."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    return os.path.dirname(found[-1]) if found else None


class Postgres:
    def __init__(self, prefix=(), address=""):
        self.directory = tempfile.mkdtemp(prefix="uth-pg-")
        os.chmod(self.directory, 0o755)
        data = os.path.join(self.directory, "data")
        os.mkdir(data, 0o700)
        self.user = None
        if os.getuid() == 0:  # it does not run as root
            self.user = pwd.getpwnam("postgres")
            for path in (self.directory, data):
                os.chown(path, self.user.pw_uid, self.user.pw_gid)
        self.run("initdb", "-D", data, "-U", "uth", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
        if address:
            with open(os.path.join(data, "pg_hba.conf"), "a") as rules:
                rules.write("host all all samenet trust\n")
        if prefix and self.user:  # it takes root to enter
            prefix = [*prefix, f"--setuid={self.user.pw_uid}", f"--setgid={self.user.pw_gid}"]
        self.server = subprocess.Popen(
            [*prefix, f"{programs()}/postgres", "-D", data, "-k", self.directory, "-c",
             f"listen_addresses={address}"],
            preexec_fn=None if prefix else self.become, stdout=subprocess.DEVNULL,
            stderr=open(os.path.join(self.directory, "log"), "wb"))  # fmt: skip
        for _ in range(300):
            if self.psql("SELECT 1", check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise AssertionError(pathlib.Path(self.directory, "log").read_text())

    def become(self):
        if self.user:
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)

    def run(self, program, *arguments):
        subprocess.run([f"{programs()}/{program}", *arguments], check=True, preexec_fn=self.become,
                       cwd=self.directory, stdout=subprocess.DEVNULL)  # fmt: skip

    def psql(self, sql, database="postgres", check=True, given=None):
        return subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.directory, "-U",
             "uth", "-d", database, *(["-c", sql] if sql else [])],
            input=given, capture_output=True, text=True, check=check)  # fmt: skip

    def database(self, name):
        """A new one, and its URL."""
        self.psql(f"CREATE DATABASE {name}")
        return f"postgres://uth@/{name}?host={self.directory}"

    def stop(self):
        self.server.send_signal(signal.SIGINT)  # it waits for nobody's session
        self.server.wait(timeout=30)
        shutil.rmtree(self.directory, ignore_errors=True)
