"""The same question has the same answer, byte for byte: in C, in Python, and with the npm package in Node and in
Chromium, refusals included. The packages are installed where nothing of ours is.

usage: test_same.py ANSWERS WHEEL SOURCE [CASE]"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ANSWERS, WHEEL, SOURCE = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
sys.path.insert(0, str(HERE.parent / "cli"))
import program  # noqa: E402

COUNT = os.environ.get("UTH_REQUESTS", "1000")
NODE = "/usr/bin/node" if os.path.exists("/usr/bin/node") else "node"


class Same(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        seed = os.environ.get("SEED") or str(random.randrange(10**9))
        print(f"# SEED={seed}", flush=True)
        cls.directory = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.directory.name)
        cls.asked = subprocess.run(
            [sys.executable, HERE / "requests.py", seed, COUNT], check=True, stdout=subprocess.PIPE
        ).stdout
        cls.answers = cls.answers_of(ANSWERS)
        subprocess.run([SOURCE / "tools/build", "build-wasm"], check=True, cwd=SOURCE, stdout=subprocess.DEVNULL)
        package = next((SOURCE / "build-wasm" / "wasm").glob("uth-*.tgz"))
        (cls.root / "package.json").write_text('{"private": true}')
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "--offline", package], check=True, cwd=cls.root
        )

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    @classmethod
    def answers_of(cls, *command):
        environment = {**os.environ, "UTH_BROWSER": (SOURCE / "tests/e2e/browser.mjs").as_uri()}
        done = subprocess.run(command, input=cls.asked, cwd=cls.root, env=environment, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()[-3000:]
        for line in done.stderr.decode().splitlines():
            print("#", line)
        return done.stdout.splitlines()

    def assert_same(self, answers):
        asked = self.asked.splitlines()
        self.assertEqual(len(answers), len(asked))
        for request, ours, theirs in zip(asked, self.answers, answers):
            if ours != theirs and request.startswith(b"simulate"):
                self.assert_near(json.loads(ours), json.loads(theirs), request)
            else:
                self.assertEqual(ours, theirs, request)

    def assert_near(self, ours, theirs, where):
        """Errors and deviations are worked out in long double, which has 64 bits here and 113 in WebAssembly:
        their last digit may differ. Everything else is the same."""
        if isinstance(ours, dict):
            self.assertEqual(list(ours), list(theirs), where)
            ours, theirs = list(ours.values()), list(theirs.values())
        if isinstance(ours, list):
            self.assertEqual(len(ours), len(theirs), where)
            for one, other in zip(ours, theirs):
                self.assert_near(one, other, where)
        elif isinstance(ours, float):
            self.assertAlmostEqual(ours, theirs, delta=abs(ours) * 1e-14, msg=where)
        else:
            self.assertEqual(ours, theirs, where)

    def test_requests_are_of_every_kind(self):
        refused = sum(b'"error"' in answer for answer in self.answers)
        self.assertEqual(len(self.answers), int(COUNT))
        self.assertTrue(0.2 < refused / len(self.answers) < 0.7, refused)
        self.assertEqual(len({line.split(b"\t")[0] for line in self.asked.splitlines()} - {b"perhaps"}), 8)

    def test_python_answers_as_c(self):
        subprocess.run([sys.executable, "-m", "venv", self.root / "venv"], check=True)
        python = self.root / "venv" / "bin" / "python"
        subprocess.run([python, "-m", "pip", "-q", "install", "--no-index", WHEEL], check=True)
        self.assert_same(self.answers_of(python, "-B", HERE / "answers.py"))

    def test_node_answers_as_c(self):
        self.assert_same(self.answers_of(NODE, HERE / "answers.mjs", "node"))

    def test_chromium_answers_as_c(self):
        self.assert_same(self.answers_of(NODE, HERE / "answers.mjs", "chromium"))


if __name__ == "__main__":
    program.main()
