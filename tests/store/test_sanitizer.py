"""The sanitizers of this build find what is planted, and end the program for it.

usage: test_sanitizer.py PROGRAM SANITIZERS"""
import subprocess
import sys

PLANTED = {
    "address": [("memcheck", "heap-buffer-overflow"), ("leak", "LeakSanitizer: detected memory leaks")],
    "undefined": [("undefined", "signed integer overflow")],
    "thread": [("helgrind", "ThreadSanitizer: data race")],
}

count = failed = 0
for name in sys.argv[2].split(","):
    for fault, word in PLANTED[name]:
        done = subprocess.run([sys.argv[1], fault], stderr=subprocess.PIPE, text=True)
        good = done.returncode != 0 and word in done.stderr
        count, failed = count + 1, failed + (not good)
        print(f"{'ok' if good else 'not ok'} {count} - {name}: {word} is found")
        for line in [] if good else [f"status {done.returncode}", *done.stderr.splitlines()]:
            print("#", line)
print(f"1..{count}")
sys.exit(1 if failed else 0)
