"""The requests of standard input, answered by the installed package."""
import sys

import uth

for line in sys.stdin.buffer:
    verb, request = line.decode().rstrip("\n").split("\t", 1)
    sys.stdout.buffer.write(uth.call_text(verb, request).encode() + b"\n")
