#!/usr/bin/env python3
"""Fail where source text breaks the architecture: an #include that points up or sideways, a header
or a float where the layer is pure, a function banned everywhere. The tables below are the rules.

usage: check_layers.py [ROOT]"""
import pathlib
import re
import sys

# layer: the layers it may include besides itself. Public headers belong to a layer too, see OWNER.
MAY_INCLUDE = {
    "core": set(),
    "base": {"core"},
    "ledger": {"core"},
    "exact": {"core"},
    "sim": {"core", "exact", "ledger"},
    "embed": {"core", "ledger", "exact", "sim"},
    "fair": {"base", "core"},
    "room": {"core", "ledger"},
    "wire": {"core", "ledger", "exact", "fair", "room"},
    "store": {"base", "core", "ledger", "fair"},
    "net": set(),
    "office": {"base", "core", "ledger", "exact", "fair", "room", "wire", "store"},
    "report": {"base", "core", "ledger", "exact", "sim", "fair", "room", "wire", "store", "office"},
    "call": {"core", "ledger", "exact", "sim", "fair", "room", "wire", "report"},
    "serve": {
        "base", "core", "ledger", "exact", "sim", "fair", "room", "wire", "store", "net", "office", "report",
    },
    "cli": {
        "base", "core", "ledger", "exact", "sim", "fair", "room", "wire", "store", "net", "office", "report",
        "call", "serve",
    },
}

# Public headers of include/uth that are not the core's own. The umbrella includes them all and is
# for users of the library: nothing in src may include it.
OWNER = {
    "coach.h": "exact",
    "exact.h": "exact",
    "plan.h": "exact",
    "ledger.h": "ledger",
    "inventory.h": "ledger",
    "controller.h": "ledger",
    "json.h": "call",
    "sim.h": "sim",
    "uth.h": "umbrella",
}
MAY_INCLUDE["umbrella"] = set(MAY_INCLUDE)

# How we stop on a mistake of our own is no layer's: even net, which knows no game word, may.
ANYONES = {"uth/check.h"}

# The system headers of the pure layers. No I/O, clock or randomness can be reached through them;
# the layers whose result is pure may also allocate, count exactly and use threads.
PURE = {"assert.h", "limits.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}
PURE_RESULT = PURE | {
    "errno.h", "float.h", "immintrin.h", "inttypes.h", "math.h", "pthread.h", "stdalign.h",
    "stdatomic.h", "stdlib.h",
}  # fmt: skip
SYSTEM_HEADERS = {
    "core": PURE | {"immintrin.h"}, "ledger": PURE, "room": PURE, "exact": PURE_RESULT, "sim": PURE_RESULT,
}  # fmt: skip

NO_FLOAT = {"core", "ledger", "room", "exact"}
FLOAT = re.compile(r"\b(?:float|double)\b|(?<![\w.])(?:\d+\.\d*|\.\d+|\d+[eE][+-]?\d+)")

BANNED = re.compile(r"\b(?:strcpy|strcat|sprintf|vsprintf|gets|atoi|strtok|rand|localtime)\s*\(")

COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL
)


def code_lines(text):
    """The lines of a C file with comments and literals blanked, the numbering kept."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group())
    return COMMENT_OR_LITERAL.sub(blank, text).split("\n")


def layer_of(root, path):
    parts = path.relative_to(root).parts
    if parts[0] == "include":
        return OWNER.get(path.name, "core")
    return parts[1]


def include_fault(layer, kind, name):
    if kind == "<":
        allowed = SYSTEM_HEADERS.get(layer)
        if name.startswith("uth/"):
            return f'our own headers are included as "{name}"'
        if allowed is not None and name not in allowed:
            return f"{layer} is pure: no <{name}>"
        return None
    parts = name.split("/")
    if len(parts) == 1 or name in ANYONES:
        return None  # generated, or beside the file
    target = OWNER.get(parts[1], "core") if parts[0] == "uth" else parts[0]
    if target != layer and target not in MAY_INCLUDE[layer]:
        return f"{layer} may not include {name}, which is {target}'s"
    return None


def faults_of(root, path):
    layer = layer_of(root, path)
    if layer not in MAY_INCLUDE:
        yield 1, f"no such layer as {layer}; tools/check_layers.py lists them"
        return
    text = path.read_text()
    for number, line in enumerate(text.split("\n"), 1):
        found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line)
        fault = include_fault(layer, *found.groups()) if found else None
        if fault:
            yield number, fault
    for number, line in enumerate(code_lines(text), 1):
        if layer in NO_FLOAT and FLOAT.search(line):
            yield number, f"{layer} has no floating point"
        if BANNED.search(line):
            yield number, "a banned function"


def main(root):
    count = 0
    faults = []
    for folder in ("include", "src"):
        for path in sorted((root / folder).rglob("*.[ch]")):
            count += 1
            for number, fault in faults_of(root, path):
                faults.append(f"{path.relative_to(root)}:{number}: {fault}")
    if count == 0:
        faults.append(f"{root}: no C files under include or src")
    print("\n".join(faults) if faults else f"{count} files, each in its layer")
    return bool(faults)


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parent.parent
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here))
