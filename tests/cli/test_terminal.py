"""What people see at a terminal: 80 columns, numbers as they write them, one status for one kind of mistake."""
import json
import pathlib
import tempfile

from program import ProgramTest, commands, main, uth


class Terminal(ProgramTest):
    def assert_fits(self, text):
        for line in text.splitlines():
            self.assertLessEqual(len(line), 80, line)
            self.assertEqual(line, line.rstrip())

    def test_reports_fit_80_columns(self):
        """WALK-41"""
        for arguments in (
            ("par",), ("par", "--rules", "california-8", "--strategy", "simple"), ("rules", "show", "california-6"),
            ("simulate", "--rounds", "20000", "--seats", "3", "--strategy", "optimal,simple,timid"),
            ("simulate", "--rounds", "20000", "--rules", "california-6"),
            ("simulate", "--sessions", "100", "--rounds-per-session", "50", "--bankroll", "50000"),
            ("simulate", "--meter", "--rounds", "20000"), ("strategy",), ("odds", "--cards", "Ah Kd", "--board", "Th 9h 2c"),
        ):  # fmt: skip
            with self.subTest(" ".join(arguments)):
                run = uth(*arguments)
                self.assertEqual(run.status, 0, run.err)
                self.assert_fits(run.out.decode())

    def test_a_bet_with_long_names_and_lines_fits_too(self):
        """WALK-41: what people name as they like is wrapped, not cut"""
        lines = [{"when": "ace king suited", "pays": 1000}, {"when": "pair", "pays": 3}]
        bet = {"id": "the_longest_name_yet", "title": "The Longest Title A Bet Has", "cards": "hole", "lines": lines}
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place, "long.json")
            shown = json.loads(uth("rules", "show", "washington", "--json").out)
            path.write_text(json.dumps({"based_on": "washington", "name": "long", "side": shown["side"] + [bet]}))
            run = uth("par", "--rules", str(path))
            if run.status == 0:
                self.assert_fits(run.out.decode())
                self.assertIn("The Longest Title", run.out.decode())
            else:
                self.assertIn(b"long.json", run.err)

    def test_a_game_fits_80_columns_and_breaks_no_word(self):
        """WALK-41; without a terminal nothing is echoed, so each prompt is followed by what answers it"""
        said = uth("play", "--seed", "5", "--hands", "2", given="?\n10 5 b5 p5 m\nc\nc\n1\nr\n\n4\n").out.decode()
        for line in said.splitlines():
            self.assertLessEqual(len(line.split(": ")[0]), 80, line)

    def test_hints_show_the_dealer_after_a_fold(self):
        """WALK-43: a school shows what the hand was folded against"""
        for flags, shown in (((), False), (("--hints",), True)):
            with self.subTest(flags):
                said = uth("play", "--seed", "3", "--hands", "1", *flags, given="10\nc\nc\nf\n").out.decode()
                self.assertIn("The dealer's cards stay face down.", said)
                self.assertEqual("Dealer " in said and "The dealer has " in said, shown)

    def test_an_option_with_a_slip_is_guessed(self):
        """WALK-42"""
        self.assert_usage(uth("simulate", "--wager", "pairs"), "did you mean '--wagers'?")
        self.assert_usage(uth("par", "--strategie", "simple"), "did you mean '--strategy'?")

    def test_a_value_not_in_its_form_is_a_wrong_command_line(self):
        """WALK-42: status 2 for the command line, 1 for an input that is refused"""
        for arguments in (
            ("odds", "--cards", "xx"), ("odds", "--cards", "Ah"), ("strategy", "--cards", "Ah Kd", "--board", "2h"),
            ("par", "--ante", "x"), ("simulate", "--rounds", "x"), ("simulate", "--meter", "--wagers", "none"),
            ("selfcheck", "--program", "zz"), ("selfcheck", "--public", "zz"), ("rng-test", "--seed", "zz"),
            ("verify", "--commitment", "zz"), ("par", "--strategy", "lucky"), ("play", "--seed", "x"),
        ):  # fmt: skip
            with self.subTest(" ".join(arguments)):
                self.assert_usage(uth(*arguments), f"See 'uth help {arguments[0]}'.")
        for arguments in (("par", "--rules", "nevada"), ("par", "--ante", "1"), ("eval", "xx"), ("settle", "/none"),
                          ("simulate", "--ante", "450"), ("rules", "check", "/none")):  # fmt: skip
            with self.subTest(" ".join(arguments)):
                self.assert_refused(uth(*arguments))

    def test_counts_are_taken_as_people_write_them(self):
        """WALK-42: 1e6 and 1_000_000"""
        for written in ("20000", "2e4", "20_000", "2E4", "2_0e3"):
            with self.subTest(written):
                run = uth("simulate", "--rounds", written, "--json", "--threads", "1")
                self.assertEqual(json.loads(run.out)["rounds"], 20000)
        self.assert_done(uth("par", "--threads", "1e0", "--json"))
        self.assert_usage(uth("simulate", "--seats", "9"), "must lie between 1 and 7")
        for wrong in ("1e", "e6", "1_", "_1", "1__0", "1e6_", "1e-6", "1.5e3", "+1", "1 000", "0x10", "2e19", "1e99", "1e13"):
            with self.subTest(wrong):
                self.assert_usage(uth("simulate", "--rounds", wrong), "--rounds")

    def test_every_help_text_has_examples(self):
        """WALK-42"""
        for name in commands():
            with self.subTest(name):
                text = uth("help", name).out.decode()
                examples = text.split("\nExamples:\n")[1].split("\nOptions:\n")[0].splitlines()
                self.assertGreaterEqual(len(examples), 1)
                self.assertTrue(all(line.startswith("  uth ") for line in examples))
                self.assertTrue(any(f"uth {name}" in line for line in examples))

    def test_commands_stand_by_what_people_do(self):
        """WALK-42"""
        text = uth("help").out.decode()
        titles = [line[:-1] for line in text.splitlines() if line.endswith(":") and not line.startswith(" ")]
        self.assertEqual(titles[0], "Play and learn")
        self.assertEqual(len(titles), 7)
        self.assertEqual(len(set(commands())), len(commands()))
        self.assertEqual(commands()[0], "eval")

    def test_people_read_titles_and_no_identifiers(self):
        """WALK-42: bad_beat, of_all_bet and the like are for programs"""
        for arguments in (("simulate", "--rounds", "8192"), ("par",), ("rules", "show", "washington")):
            with self.subTest(arguments[0]):
                self.assertNotRegex(uth(*arguments).out.decode(), r"[a-z]_[a-z]")
        self.assert_refused(uth("simulate", "--wagers", "bad_beat"), "Bad Beat Bonus: ")

    def test_a_stake_on_a_wager_nobody_makes_is_refused(self):
        """WALK-44"""
        self.assert_usage(uth("simulate", "--wagers", "pairs", "--trips", "500"), "--trips is a stake on a wager")

    def test_a_dash_is_standard_output_for_digests(self):
        """WALK-44"""
        with tempfile.TemporaryDirectory() as place:
            run = uth("selfcheck", "--record", "-", cwd=place)
            self.assert_done(run)
            self.assertTrue(run.out.startswith(b"uth selfcheck 1\nprogram "))
            self.assertEqual(list(pathlib.Path(place).iterdir()), [])

    def test_a_changed_game_needs_a_name_of_its_own_on_its_sheet(self):
        """WALK-3"""
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place, "mine.json")
            changed = {"based_on": "washington", "qualifier": "none"}
            path.write_text(json.dumps(changed))
            self.assert_refused(uth("par", "--rules", str(path), "--html", f"{place}/par.html"),
                                "differs from the built-in 'washington'", "name of its own")  # fmt: skip
            path.write_text(json.dumps({**changed, "name": "mine"}))
            self.assert_done(uth("par", "--rules", str(path), "--html", f"{place}/par.html"))
            page = pathlib.Path(place, "par.html").read_text()
        self.assertIn("Differences from washington", page)
        self.assertRegex(page, r"<td>qualifier<td>pair<td>none")

    def test_the_sheet_of_a_lab(self):
        """WALK-19: each line's combinations x pay adds up to the edge, and what a lab files stands there"""
        text = uth("par").out.decode()
        for heading in ("Differences from washington", "Play\n", "Base game", "Net result of a round",
                        "Maximum exposure", "What the house holds of the stake: Trips", "Before the flop",
                        "digest of the program", "digest of the profile", "date (UTC)"):  # fmt: skip
            self.assertIn(heading, text)
        section = text.split("Trips, table UTH-01 (in use)")[1].split("\n\n")[0].splitlines()[2:]
        *lines, total = ([part for part in line.split("  ") if part.strip()] for line in section)
        ways = [int(line[2].replace(",", "")) for line in lines]
        self.assertEqual(sum(ways), 133784560)
        self.assertEqual(int(total[1].replace(",", "")), 133784560)
        self.assertAlmostEqual(sum(float(line[4].strip("%")) for line in lines), float(total[3].strip("%")), 3)

    def test_a_negative_edge_is_an_alarm(self):
        """WALK-18"""
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place, "giving.json")
            pays = {"straight": 5, "flush": 5, "full house": 8, "four of a kind": 30, "straight flush": 200,
                    "royal flush": 500}  # fmt: skip
            path.write_text(json.dumps({"based_on": "washington", "name": "giving", "blind": {"id": "B", "pays": pays}}))
            run = uth("par", "--rules", str(path), "--html", "-")
        self.assertIn(b'alarm">the house loses' if b'alarm">the house' in run.out else b"the house loses", run.out)
        self.assertIn(b"class=\"number alarm\"", run.out)


if __name__ == "__main__":
    main()
