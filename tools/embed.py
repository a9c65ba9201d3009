#!/usr/bin/env python3
"""Put the pages into the program: build web/dist where node is there, and write an assembler file
that includes every file of it, plain and compressed, and a table of them for src/serve/pages.c.

usage: embed.py WEB FALLBACK OUT.S OUT.inc OUT.d

Without node, and without a web/dist built before, one plain page stands in for all of them."""
import fcntl
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
HASHED = re.compile(r"-[A-Z0-9]{8}\.\w+$")


def packages_are_old(web):
    """What npm has installed is in node_modules/.package-lock.json; optional packages are other platforms'."""
    lists = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    if not lists[1].exists():
        return True
    locked, installed = (json.loads(path.read_text())["packages"] for path in lists)
    return any(installed.get(name, {}).get("integrity") != package["integrity"]
               for name, package in locked.items() if name and not package.get("optional"))


def build_pages(web):
    """Runs the pages' own build, one at a time for all build directories."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not (web / "build.mjs").exists() or node is None:
        return
    with open(web / "build.mjs", "rb") as lock:  # any file will do
        fcntl.flock(lock, fcntl.LOCK_EX)
        if npm is not None and packages_are_old(web):
            subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=web, check=False,
                           stdout=subprocess.DEVNULL)
        done = subprocess.run([node, "build.mjs"], cwd=web, stdout=subprocess.DEVNULL)
        if done.returncode != 0 and not (web / "dist" / "index.html").exists():
            print("embed: the pages could not be built; a plain one stands in", file=sys.stderr)
        elif done.returncode != 0:
            sys.exit("embed: the pages could not be built")


def files_of(web, fallback):
    """(address, file) of everything to embed; the page itself first."""
    dist = web / "dist"
    if not (dist / "index.html").exists():
        return [("/index.html", fallback)]
    found = sorted(path for path in dist.rglob("*") if path.is_file())
    found.sort(key=lambda path: path != dist / "index.html")
    return [("/" + path.relative_to(dist).as_posix(), path) for path in found]


def main(web, fallback, assembler, table, depfile):
    web, fallback = pathlib.Path(web).resolve(), pathlib.Path(fallback).resolve()
    build_pages(web)
    bytes_dir = pathlib.Path(assembler + ".bytes").resolve()
    shutil.rmtree(bytes_dir, ignore_errors=True)
    bytes_dir.mkdir(parents=True)
    lines, rows = ['.section .rodata, "a"'], []
    for number, (address, path) in enumerate(files_of(web, fallback)):
        plain = path.read_bytes()
        packed = gzip.compress(plain, 9, mtime=0)
        packed = packed if len(packed) < len(plain) else b""
        for kind, data in (("plain", plain), ("packed", packed)):
            place = bytes_dir / f"{number}.{kind}"
            place.write_bytes(data)
            name = f"page_{number}_{kind}"
            lines += [f".global {name}", ".balign 16", f"{name}:", f'.incbin "{place}"', ".byte 0"]
        rows.append(
            f'    X({number}, "{address}", "{TYPES.get(path.suffix, "application/octet-stream")}", '
            f'"{hashlib.sha256(plain + packed).hexdigest()[:16]}", {"true" if HASHED.search(address) else "false"}, '
            f"{len(plain)}, {len(packed)})")
    lines.append('.section .note.GNU-stack, "", @progbits')
    pathlib.Path(assembler).write_text("\n".join(lines) + "\n")
    pathlib.Path(table).write_text("#define PAGES(X) \\\n" + " \\\n".join(rows) + "\n")
    sources = [fallback, pathlib.Path(__file__).resolve()]
    if (web / "src").is_dir():
        sources += [path for path in (web / "src").rglob("*") if path.is_file()]
        sources += [path for path in web.glob("*.*") if path.is_file()]
    listed = " ".join(str(path).replace(" ", "\\ ") for path in sources)
    pathlib.Path(depfile).write_text(f"{assembler} {table}: {listed}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
