"""The wheel, installed into an empty virtual environment and used from there.

usage: test_wheel.py WHEEL UTH [CASE]"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
WHEEL = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(HERE.parent / "cli"))
import program  # noqa: E402

CASES = sys.argv[2:]
HEAVY = ("Speed", "Million")


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        root = pathlib.Path(cls.directory.name)
        cls.python = root / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", root], check=True)
        subprocess.run(
            [cls.python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--no-index", WHEEL],
            check=True,
        )  # fmt: skip

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def run_python(self, *arguments, **options):
        """In a directory without our sources, and without our libraries."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LD_"))}
        done = subprocess.run(
            [self.python, "-B", *arguments], cwd=self.directory.name, env=clean, capture_output=True, **options
        )
        self.assertEqual(done.returncode, 0, (done.stdout + done.stderr).decode()[-3000:])
        return done.stdout.decode()

    def run_script(self, name, *arguments):
        return self.run_python(HERE / name, *arguments)


class Wheel(Installed):
    def test_every_example_of_the_docstrings_is_true(self):
        out = self.run_python("-c", (
            "import doctest, uth, uth._api, uth._env, uth._library\n"
            "tried = failed = 0\n"
            "for module in (uth, uth._api, uth._env, uth._library):\n"
            "    result = doctest.testmod(module)\n"
            "    tried, failed = tried + result.attempted, failed + result.failed\n"
            "assert failed == 0 and tried > 30, (tried, failed)\n"
        ))  # fmt: skip
        self.assertEqual(out, "")

    def test_bad_input_is_an_exception_and_takes_no_memory(self):
        self.run_script("bad_input.py")

    def test_everything_public_has_a_docstring_and_types(self):
        self.run_script("typed.py")

    def test_the_file_is_what_its_name_says(self):
        with zipfile.ZipFile(WHEEL) as archive:
            names = archive.namelist()
            tag = archive.read(next(name for name in names if name.endswith("/WHEEL"))).decode()
            self.assertIn("Tag: py3-none-manylinux_2_34_x86_64", tag)
            self.assertIn("uth/py.typed", names)
            for name in names:
                if ".so" in name:
                    with tempfile.NamedTemporaryFile() as library:
                        library.write(archive.read(name))
                        library.flush()
                        symbols = subprocess.run(
                            ["objdump", "-T", library.name], capture_output=True, text=True, check=True
                        ).stdout
                    wanted = {tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols)}
                    self.assertLessEqual(max(wanted), (2, 34), name)

    def test_perfect_play_of_thirty_thousand_rounds_is_worth_what_the_solver_says(self):
        self.run_script("play.py", "30000")


class Speed(Installed):
    def test_many_hands_are_judged_at_half_of_cs_speed_or_more(self):
        self.run_script("speed.py", program.UTH)


class Million(Installed):
    def test_perfect_play_of_a_million_rounds_is_worth_what_the_solver_says(self):
        self.run_script("play.py", "1000000")


def load_tests(loader, tests, pattern):
    chosen = CASES or [name for name in ("Wheel",)]
    return unittest.TestSuite(loader.loadTestsFromTestCase(globals()[name]) for name in chosen)


if __name__ == "__main__":
    sys.argv[2:] = []
    program.main()
