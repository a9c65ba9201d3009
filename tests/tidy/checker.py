"""What the tests of the checkers share: a small tree in a temporary directory, and a run on it."""
import os
import pathlib
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"


class CheckerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_tool(self, name, *arguments, **environment):
        return subprocess.run(
            [TOOLS / name, *arguments],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def assert_passes(self, run):
        self.assertEqual(run.returncode, 0, run.stdout)

    def assert_fails(self, run, *words):
        self.assertEqual(run.returncode, 1, run.stdout)
        for word in words:
            self.assertIn(word, run.stdout)
