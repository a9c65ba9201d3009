"""ThreadSanitizer finds a worker that hands over without its lock: so its silence about the real one
means something.

usage: test_worker_race.py PROGRAM"""
import os
import subprocess
import sys

done = subprocess.run([sys.argv[1]], capture_output=True, text=True, timeout=100,
                      env={**os.environ, "TSAN_OPTIONS": "halt_on_error=1"})
good = done.returncode != 0 and "ThreadSanitizer: data race" in done.stderr and "finish" in done.stderr
print(f"{'ok' if good else 'not ok'} 1 - a worker that hands over without its lock is found")
for line in [] if good else [f"status {done.returncode}", *done.stdout.splitlines(), *done.stderr.splitlines()]:
    print("#", line)
print("1..1")
sys.exit(0 if good else 1)
