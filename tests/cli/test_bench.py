"""`uth bench`: fixed workloads with their speed, a ratio and a signature, as text and as JSON."""
import json
import pathlib
import re

from program import ProgramTest, main, uth

LINE = re.compile(
    r"(?P<name>\S.*?) +(?P<speed>\d+) (?P<unit>hands|rounds|games)/s"
    r"(?: +(?P<ratio>[\d.]+) x '(?P<plain>[^']+)')?  signature (?P<signature>[0-9a-f]{16})"
)
WORKLOADS = {
    "hand, random", "hand, sequential", "hand, board fixed", "settlement, all wagers", "solve",
    "simulate, one seat", "simulate, seven seats",
}  # fmt: skip
DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "performance.md"


class Bench(ProgramTest):
    """Speeds are never judged here: a busy machine is no fault of the program."""

    @classmethod
    def setUpClass(cls):
        cls.text = uth("bench")
        cls.json = uth("bench", "--json")

    def text_lines(self):
        found = [LINE.fullmatch(line) for line in self.text.out.decode().splitlines()]
        self.assertNotIn(None, found, self.text.out)
        return [line.groupdict() for line in found]

    def workloads(self):
        return json.loads(self.json.out)["workloads"]

    def test_every_workload_has_a_line_with_speed_and_signature(self):
        self.assert_done(self.text)
        lines = self.text_lines()
        names = [line["name"] for line in lines]
        self.assertEqual(len(names), len(set(names)))
        self.assertLessEqual(WORKLOADS, set(names))
        for load in self.workloads():  # in whole numbers a game in three seconds is none
            self.assertGreater(load["per_second"], 0, load)

    def test_json_is_one_document_and_names_the_same_workloads(self):
        self.assert_done(self.json)
        self.assertEqual(self.json.out.count(b"\n"), 1)
        self.assertEqual(
            [(load["name"], load["unit"]) for load in self.workloads()],
            [(line["name"], line["unit"]) for line in self.text_lines()],
        )

    def test_two_runs_have_the_same_signatures(self):
        self.assertEqual(
            {load["name"]: load["signature"] for load in self.workloads()},
            {line["name"]: line["signature"] for line in self.text_lines()},
        )

    def test_no_two_workloads_have_the_same_signature(self):
        signatures = [load["signature"] for load in self.workloads()]
        self.assertEqual(len(signatures), len(set(signatures)))

    def test_a_ratio_is_that_of_the_two_speeds_of_the_run(self):
        speeds = {load["name"]: load["per_second"] for load in self.workloads()}
        compared = [load for load in self.workloads() if "ratio" in load]
        self.assertTrue(compared)
        for load in compared:
            ratio = load["per_second"] / speeds[load["plain"]]
            self.assertAlmostEqual(load["ratio"] / ratio, 1, 9, load)
        for line in self.text_lines():
            self.assertEqual(line["plain"] is not None, line["ratio"] is not None)

    def test_the_signatures_are_those_that_are_written_down(self):
        """A change of behaviour shows here first, and is to be said in docs/performance.md."""
        rows = re.findall(r"^\| ([a-z, ]+) \|.*\| `([0-9a-f]{16})` \|$", DOCUMENT.read_text(), re.M)
        self.assertEqual({name for name, _ in rows}, WORKLOADS)
        signatures = {line["name"]: line["signature"] for line in self.text_lines()}
        self.assertEqual(dict(rows), {name: signatures[name] for name in WORKLOADS})

    def test_what_it_does_not_know_is_refused_before_anything_is_measured(self):
        for wrong, why in (
            (["--wrong"], "no option '--wrong'"),
            (["--json=1"], "--json"),
            (["-j"], "-j"),
            (["fast"], "no arguments"),
            (["--json", "fast"], "no arguments"),
            ([""], "no arguments"),
        ):
            with self.subTest(wrong):
                run = uth("bench", *wrong)
                self.assert_usage(run, why, "uth help bench")
                self.assertEqual(run.out, b"")


if __name__ == "__main__":
    main()
