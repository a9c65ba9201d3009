#!/usr/bin/env python3
"""Keep a small store as this build writes it, for later versions to open: at each release.

usage: keep.py BUILD RELEASE

Plays a few rounds into an SQLite file and into a PostgreSQL of its own, and writes RELEASE.db.gz,
RELEASE.sql.gz, the server's key, and what every later version must find in them (expected.json)."""
import gzip
import hashlib
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from postgres import Postgres  # noqa: E402

ROUNDS = ["1:1", "2:2", "3:3", "4:4"]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout


def bodies(export):
    """One hash over every body in an export, in order."""
    lines = [json.loads(line) for line in export.splitlines()]
    whole = "".join(line.get("body", "-") for line in lines if line["record"] == "batch")
    return hashlib.sha256(whole.encode()).hexdigest()


def found(uth, url):
    """What a store must still say when a later version has opened it."""
    export = run(uth, "audit", "export", "--store", url)
    return {
        "link": run(uth, "audit", "verify", "--store", url).split()[-1],
        "bodies": bodies(export),
        "heads": export.count('"record":"head"'),
    }


def record(uth, url, name, without=()):
    """A round's record to the letter, but for the fields that have come since a release."""
    said = json.loads(run(uth, "replay", name, "--json", "--store", url))
    kept = {field: value for field, value in said.items() if field not in without}
    return json.dumps(kept, separators=(",", ":"), ensure_ascii=False) + "\n"


def rounds(uth, url, without=()):
    return {
        name: hashlib.sha256(record(uth, url, name, without).encode()).hexdigest() for name in ROUNDS
    }


def pack(name, data):
    (HERE / name).write_bytes(gzip.compress(data, 9, mtime=0))


def dump(server, name):
    """As psql reads it, without what belongs to one server."""
    text = run("pg_dump", "-h", server.directory, "-U", "uth", "--no-owner", "--no-comments", name)
    kept = [line for line in text.splitlines()
            if line and not line.startswith(("--", "SET ", "\\restrict", "\\unrestrict"))
            and "set_config" not in line]  # fmt: skip
    return ("\n".join(kept) + "\n").encode()


def keep(build, release):
    fill, uth = f"{build}/tests/office/fill_room", f"{build}/uth"
    expected = json.loads((HERE / "expected.json").read_text())
    server = Postgres()
    try:
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place, "store.db")
            urls = {"db": f"sqlite:{path}", "sql": server.database("kept")}
            for kind, url in urls.items():
                run(fill, url, HERE / f"{release}.{kind}.seal", 4, 1)
                run(uth, "audit", "sign", "--store", url, "--key", f"{place}/sign")
                expected[f"{release}.{kind}"] = {**found(uth, url), "rounds": rounds(uth, url)}
            with sqlite3.connect(path) as db:
                db.execute("VACUUM")
            db.execute("PRAGMA journal_mode = DELETE")
            db.close()
            pack(f"{release}.db.gz", path.read_bytes())
            pack(f"{release}.sql.gz", dump(server, "kept"))
    finally:
        server.stop()
    (HERE / "expected.json").write_text(json.dumps(expected, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    keep(*sys.argv[1:])
