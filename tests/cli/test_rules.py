"""`uth rules`: list, show, check."""
import json
import os
import tempfile

from program import ProgramTest, main, uth

PROFILES = ["california-8", "california-6", "washington"]


class Rules(ProgramTest):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def write(self, text):
        path = os.path.join(self.directory.name, "profile.json")
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else json.dumps(text).encode())
        return path

    def test_list_names_the_built_in_profiles(self):
        run = uth("rules", "list")
        self.assert_done(run)
        self.assertEqual([line.split()[0] for line in run.out.decode().splitlines()], PROFILES)

    def test_show_is_as_the_golden_file_has_it(self):
        for name in PROFILES:
            with self.subTest(name):
                run = uth("rules", "show", name)
                self.assert_done(run)
                self.assert_golden(f"rules_{name}.txt", run.out)

    def test_a_profile_shown_as_json_is_sound_and_shows_the_same(self):
        for name in PROFILES:
            with self.subTest(name):
                shown = uth("rules", "show", name, "--json")
                self.assert_done(shown)
                path = self.write(shown.out)
                self.assertIn(b"sound", uth("rules", "check", path).out)
                self.assertEqual(uth("rules", "show", path, "--json").out, shown.out)
                self.assertEqual(uth("rules", "show", path).out, uth("rules", "show", name).out)

    def test_check_reads_standard_input_too(self):
        self.assert_done(uth("rules", "check", "-", given='{"based_on":"washington","name":"x"}'))

    def test_a_fraction_of_a_cent_is_refused_with_path_value_and_expectation(self):
        """BET-8"""
        run = uth("rules", "check", self.write({"based_on": "washington", "chip": 25}))
        self.assert_refused(run, "blind.pays.flush", 'got "3:2"', "whole cents")
        self.assertEqual(run.out, b"")

    def test_advice_is_given_as_warnings(self):
        """PROG-7"""
        path = self.write({"based_on": "washington", "progressive": {"seed": 0}})
        run = uth("rules", "check", path)
        self.assertEqual(run.status, 0)
        self.assertIn(b"warning: the seed is $0", run.err)
        self.assertIn(b"warning: the reserve is the only seed", run.err)
        self.assertIn(b"sound", run.out)

    def test_the_list_as_json_says_what_the_words_say(self):
        run = uth("rules", "list", "--json")
        self.assert_done(run)
        listed = json.loads(run.out)["rules"]
        self.assertEqual("".join(f"{each['name']:14} {each['title']}\n" for each in listed),
                         uth("rules", "list").out.decode())  # fmt: skip

    def test_a_check_as_json_has_the_warnings_or_the_fault(self):
        """On standard output, with the status the words have, and nothing beside it"""
        run = uth("rules", "check", "washington", "--json")
        self.assert_done(run)
        self.assertEqual(json.loads(run.out), {"ok": True, "warnings": []})
        path = self.write({"based_on": "washington", "progressive": {"seed": 0}})
        run = uth("rules", "check", path, "--json")
        self.assert_done(run)
        warnings = json.loads(run.out)["warnings"]
        said = uth("rules", "check", path).err.decode()
        self.assertEqual("".join(f"warning: {each}\n" for each in warnings), said)
        self.assertGreater(len(warnings), 1)
        path = self.write({"based_on": "washington", "seats": 70})
        run = uth("rules", "check", path, "--json")
        self.assertEqual((run.status, run.err), (1, b""))
        error = json.loads(run.out)["error"]
        self.assertEqual(uth("rules", "check", path).err.decode(), f"uth rules: {path}: {error['message']}\n")
        for name, why in (("washingtn", "did you mean 'washington'?"), ("/", "Is a directory")):
            run = uth("rules", "check", name, "--json")
            self.assert_refused(run, why)
            self.assertEqual(run.out, b"")

    def test_what_is_no_profile_is_refused(self):
        for text, *parts in (
            (b"", "line 1, column 0"),
            (b"{", "line 1, column 1"),
            (b"\n\n{]", "line 3, column 2"),
            (b"[" * 1000000, "line 1"),
            (b"\x00\xff", "line 1"),
            (b"[]", "an object"),
            (b"{}", "name: got nothing"),
            (b'{"name":"x"}', "title: got nothing", "based_on"),
            (b'{"based_on":"washington","seats":9}', "seats: got 9, expected 1 to 8 seats"),
            (b'{"based_on":"washington","seats":7,"seats":7}', "duplicate"),
            (b" " * (1 << 20) + b"{}", "File too large"),
        ):
            with self.subTest(text[:40]):
                self.assert_refused(uth("rules", "check", self.write(text)), *parts)

    def test_a_profile_that_is_not_there_is_refused(self):
        for name in ("nevada", "/nowhere/profile.json", "", "\u00e9"):
            with self.subTest(name):
                self.assert_refused(uth("rules", "show", name), "neither a profile")
        self.assert_refused(uth("rules", "check", self.directory.name), "Is a directory")


if __name__ == "__main__":
    main()
