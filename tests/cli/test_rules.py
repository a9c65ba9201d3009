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
                self.assertIn(b"is valid", uth("rules", "check", path).out)
                self.assertEqual(uth("rules", "show", path, "--json").out, shown.out)
                self.assertEqual(uth("rules", "show", path).out, uth("rules", "show", name).out)

    def test_check_reads_standard_input_too(self):
        self.assert_done(uth("rules", "check", "-", given='{"based_on":"washington","name":"x"}'))

    def test_a_fraction_of_a_cent_is_refused_with_path_value_and_expectation(self):
        """BET-8"""
        run = uth("rules", "check", self.write({"based_on": "washington", "chip": 25}))
        self.assert_refused(run, "blind.pays.flush", 'got "3:2"', "whole cents")
        self.assertEqual(run.out, b"")

    def test_a_line_of_a_side_bet_that_no_cards_reach_is_refused_by_its_place(self):
        """BET-2: wherever the profile is read"""
        lines = [{"when": "flush or better", "pays": 2}, {"when": "full house", "pays": 9}]
        own = {"id": "mine", "title": "Mine", "cards": "hole+flop", "lines": lines}
        path = self.write({"based_on": "washington", "name": "own", "side": [own]})
        message = ('side.mine.lines[1]: got {"when":"full house","pays":9}, expected a line that can pay:'
                   " no cards reach it, or one above pays first")  # fmt: skip
        self.assert_refused(uth("rules", "check", path), message)
        self.assert_refused(uth("settle", "--rules", path, given=""), message)
        run = uth("rules", "check", path, "--json")
        self.assertEqual((run.status, json.loads(run.out)["error"]["message"]), (1, message))
        lines.reverse()
        path = self.write({"based_on": "washington", "name": "own", "side": [own]})
        self.assert_done(uth("rules", "check", path))
        self.assertEqual(json.loads(uth("rules", "check", path, "--json").out), {"ok": True, "warnings": []})

    def test_advice_is_given_as_warnings(self):
        """PROG-7"""
        path = self.write({"based_on": "washington", "progressive": {"seed": 0}})
        run = uth("rules", "check", path)
        self.assertEqual(run.status, 0)
        self.assertIn(b"warning: the seed is $0", run.err)
        self.assertIn(b"warning: the reserve is the only seed", run.err)
        self.assertIn(b"warning: the seed is not the pre-configured one", run.err)
        self.assertIn(b"is valid", run.out)
        path = self.write({"based_on": "washington", "progressive": {"reserve_rate_bp": 0}})
        self.assertIn(b"warning: nothing goes to the reserve", uth("rules", "check", path).err)

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

    def test_a_limit_beyond_the_law_is_refused_with_clause_and_numbers(self):
        """BET-10, WA-2"""
        ante = {"based_on": "washington", "limits": {"ante": {"min": 500, "max": 8000}}}
        sentence = ("limits.ante.max: Ante maximum $80 would allow a Play wager of $320; the legal maximum is"
                    " $300 (BET-10).")  # fmt: skip
        path = self.write(ante)
        self.assert_refused(uth("rules", "check", path), sentence)
        error = json.loads(uth("rules", "check", path, "--json").out)["error"]
        self.assertEqual((error["clause"], error["message"]), ("BET-10", sentence))
        path = self.write({"based_on": "washington", "aggregate": {"pairs": 1500000}})
        error = json.loads(uth("rules", "check", path, "--json").out)["error"]
        self.assertEqual(error["clause"], "WA-2")
        # An aggregate that the table in force carries does not go with another one.
        own = self.write({"based_on": "washington", "name": "own", "side": [{"id": "pairs", "use": "2"}],
                          "aggregate": {"pairs": 1500000}})  # fmt: skip
        round_ = {"id": 1, "rules": "own", "community": "8d Ks 6s 4s Jh", "dealer": "9d 6h",
                  "players": [{"seat": 4, "ante": 500, "blind": 500, "cards": "2h 4d", "play": ["check", "check", "fold"]}]}  # fmt: skip
        self.assert_done(uth("settle", "--rules", own, given=json.dumps(round_)))
        run = uth("settle", "--rules", own, given=json.dumps(round_ | {"options": {"pairs": 1}}))
        self.assertEqual(json.loads(run.out)["error"]["clause"], "WA-2")

    def test_a_legal_maximum_above_washingtons_is_taken_with_a_warning(self):
        """BET-10"""
        path = self.write({"based_on": "washington", "legal_wager_max": 50000})
        run = uth("rules", "check", path)
        self.assertEqual(run.status, 0)
        self.assertIn(b"warning: the legal maximum is above the $300 a wager that WAC 230-15-140", run.err)
        self.assertIn("(BET-10)", json.loads(uth("rules", "check", path, "--json").out)["warnings"][0])

    def test_figures_for_an_ante_leave_out_the_sizes_the_table_limit_closes(self):
        """BET-11"""
        path = self.write({"based_on": "california-6", "name": "held", "play_within_limit": True})

        def sizes(*arguments):
            run = uth("odds", "--cards", "As Ah", "--rules", path, "--json", *arguments)
            self.assert_done(run)
            return [each["action"] for each in json.loads(run.out)["actions"]]

        self.assertEqual(sizes(), ["4x", "3x", "check"])
        self.assertEqual(sizes("--ante", "1200"), ["4x", "3x", "check"])
        self.assertEqual(sizes("--ante", "1300"), ["3x", "check"])
        self.assertEqual(sizes("--ante", "2000"), ["check"])
        self.assert_refused(uth("odds", "--cards", "As Ah", "--rules", path, "--ante", "5100"), "between $5 and $50 (BET-3)")
        small = json.loads(uth("par", "--rules", path, "--json").out)["base"]
        large = json.loads(uth("par", "--rules", path, "--json", "--ante", "3000").out)["base"]
        self.assertLess(large["ev_decimal"], small["ev_decimal"])
        self.assertNotIn("4x", [each for each, share in large["actions"].items() if share])
        # The simulator plays what the solver has solved.
        run = uth("simulate", "--rounds", "20000", "--rules", path, "--ante", "3000", "--json")
        self.assert_done(run)

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
                self.assert_refused(uth("rules", "show", name), "neither a built-in profile")
        self.assert_refused(uth("rules", "check", self.directory.name), "Is a directory")


if __name__ == "__main__":
    main()
