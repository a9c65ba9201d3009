"""`uth par`, `uth odds` and `uth strategy`: the rulebook's figures through the program itself."""
import json
import os
import pathlib
import re
import tempfile
from fractions import Fraction

from program import ProgramTest, at_terminal, main, uth

DEALS = 27813810024000


def par(*arguments):
    return json.loads(uth("par", "--json", *arguments).out)


FLOP_FIVE = {"id": "flop_five", "title": "Flop Five", "cards": "hole+flop", "lines": [
    {"when": "royal flush", "pays": 1000}, {"when": "straight flush", "pays": 200},
    {"when": "four of a kind", "pays": 100}, {"when": "full house", "pays": 30},
    {"when": "flush", "pays": 20}, {"when": "straight", "pays": 15},
    {"when": "three of a kind", "pays": 7}, {"when": "two pairs", "pays": 3},
    {"when": "pair of J", "pays": 2}]}  # fmt: skip


SIMPLE = """
# The simple strategy of docs/play.md.
4x with: any ace, any king suited, K5o+, KK, Q6s+, Q8o+, J8s+, JTo, 33+
2x with: two pair or better
check on the flop with: 22
2x with: hidden pair, flush draw with T+
1x with: better than the board, fewer than 21 outs
"""


class SideBet(ProgramTest):
    def ask(self, bet, *options):
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place) / "bet.json"
            path.write_text(json.dumps(bet))
            return uth("par", "--side", path, *options)

    def test_flop_five_has_its_exact_edge(self):
        figures = json.loads(self.ask(FLOP_FIVE, "--json").out)["side"]["flop_five"][0]
        self.assertEqual(figures["house_edge"], "9545/129948")
        self.assertEqual(figures["hit_frequency"], "8935/43316")
        chances = [Fraction(line["probability"]) for line in figures["lines"]]
        nets = [line["pays"] for line in figures["lines"]]
        mean = sum(p * net for p, net in zip(chances, nets)) - (1 - sum(chances))
        squares = sum(p * net**2 for p, net in zip(chances, nets)) + 1 - sum(chances)
        self.assertEqual(mean, -Fraction(figures["house_edge"]))
        self.assertEqual(squares - mean**2, Fraction(figures["variance"]))
        run = self.ask(FLOP_FIVE)
        self.assert_done(run)
        self.assertIn(b"7.345245791%", run.out)

    def test_the_bad_beat_bonus_is_a_side_bet_like_any_other(self):
        """BB-2"""
        kinds = ["straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind"]
        lines = [{"when": kind, "pays": pay} for kind, pay in zip(kinds, [10000, 500, 40, 25, 20, 9])]
        bet = {"id": "bbb", "title": "Bad Beat", "cards": "beaten hand", "lines": lines}
        figures = json.loads(self.ask(bet, "--json").out)["side"]["bbb"][0]
        self.assertEqual(Fraction(figures["house_edge"]), Fraction(5670496105120, DEALS))

    def test_what_is_no_bet_is_refused_by_its_place(self):
        lines = FLOP_FIVE["lines"]
        idle = dict(FLOP_FIVE, lines=lines[:1] + lines[:1])
        self.assert_refused(self.ask(idle), "lines[1]", "one above pays first")
        self.assert_refused(self.ask(dict(FLOP_FIVE, lines=[])), "1 to 12 lines")
        self.assert_refused(self.ask(dict(FLOP_FIVE, cards="all")), "cards", "hole+flop")
        costly = dict(FLOP_FIVE, lines=[{"when": "pair", "pays": 1000001}])
        self.assert_refused(self.ask(costly), "bet.json")
        self.assert_refused(self.ask(dict(FLOP_FIVE, id="trips")), "side.trips.id", "no other wager's name")
        self.assert_refused(self.ask(dict(FLOP_FIVE, id="total")), "side.total.id", "reports use this one")
        self.assert_refused(uth("par", "--side", "/nowhere"), "/nowhere")
        self.assert_usage(uth("par", "--side", "x", "--rules", "washington"), "--side", "not with --rules")


class Par(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.report = par("--rules", "washington")

    def test_the_base_game_has_the_value_of_the_rulebook(self):
        base = self.report["base"]
        self.assertEqual(base["ev"], "-50643648973/2317817502000")
        self.assertAlmostEqual(base["ev_decimal"], -0.021849713763, places=12)
        self.assertEqual(Fraction(base["house_edge"]), -Fraction(base["ev"]))
        self.assertEqual(Fraction(base["average_wager"]), Fraction(115489936191960, DEALS))
        self.assertEqual(base["element_of_risk"], "50643648973/9624161349330")
        self.assertAlmostEqual(base["standard_deviation"], 4.9393118463, places=10)

    def test_actions_are_counted_over_all_deals(self):
        expected = {
            "4x": 10487862000000, "3x": 0, "2x": 5920064199720, "1x": 6070739744520,
            "fold": 5335144079760,
        }  # fmt: skip
        actions = self.report["base"]["actions"]
        self.assertEqual({name: Fraction(p) * DEALS for name, p in actions.items()}, expected)
        for name, value in self.report["base"]["actions_decimal"].items():
            self.assertAlmostEqual(value, expected[name] / DEALS, places=14)

    def test_the_outcomes_are_all_deals_and_have_the_value_of_a_round(self):
        outcomes = self.report["base"]["outcomes"]
        self.assertEqual(sum(o["combinations"] for o in outcomes), DEALS)
        value = sum(Fraction(o["net"]) * o["combinations"] for o in outcomes) / DEALS
        self.assertEqual(value, Fraction(self.report["base"]["ev"]))
        variance = sum(Fraction(o["net"]) ** 2 * o["combinations"] for o in outcomes) / DEALS
        self.assertEqual(variance - value**2, Fraction(self.report["base"]["variance"]))
        for outcome in outcomes:
            self.assertEqual(Fraction(outcome["probability"]) * DEALS, outcome["combinations"])

    def test_every_side_bet_has_the_edge_of_the_rulebook(self):
        """SHOW-7, BB-2, PAIR-1"""
        expected = {
            "trips": {"UTH-01": Fraction(1206516, 133784560), "UTH-02": Fraction(2547324, 133784560),
                      "UTH-03": Fraction(4679700, 133784560), "UTH-04": Fraction(8268988, 133784560)},
            "pairs": {"1": Fraction(59, 663), "2": Fraction(13873, 162435), "3": Fraction(10, 221),
                      "4": Fraction(31, 663), "5": Fraction(5, 102), "6": Fraction(15, 221)},
        }  # fmt: skip
        for wager, tables in expected.items():
            found = {row["table"]: Fraction(row["house_edge"]) for row in self.report[wager]}
            self.assertEqual(found, tables)
        bad_beat = {row["table"]: row for row in self.report["bad_beat"]}
        self.assertEqual(Fraction(bad_beat["BBB-01"]["house_edge"]), Fraction(5670496105120, DEALS))
        for table, edge in (("BBB-01", 0.2038734), ("BBB-02", 0.1478682), ("BBB-03", 0.1663852)):
            self.assertAlmostEqual(bad_beat[table]["house_edge_decimal"], edge, places=7)
            self.assertAlmostEqual(bad_beat[table]["hit_frequency_decimal"], 0.03979, places=5)

    def test_what_the_sheets_print_stands_beside_and_disagreements_are_named(self):
        agrees = {
            (wager, row["table"]): (row["printed"], row["printed_agrees"])
            for wager in ("trips", "bad_beat", "pairs")
            for row in self.report[wager]
        }
        self.assertEqual(agrees["trips", "UTH-01"], ("0.90%", True))
        self.assertEqual(agrees["pairs", "6"], ("6.79%", True))
        wrong = {key for key, (_, right) in agrees.items() if not right}
        self.assertEqual(wrong, {("bad_beat", f"BBB-0{i}") for i in (1, 2, 3)})
        base = self.report["base"]
        self.assertEqual((base["printed"], base["printed_agrees"]), ("0.84%", False))
        for row in self.report["bad_beat"]:  # exact 3.979%
            self.assertEqual((row["hit_frequency_printed"], row["hit_frequency_printed_agrees"]), ("3.9%", False))
        for row in self.report["trips"] + self.report["pairs"]:  # the sheets print none
            self.assertNotIn("hit_frequency_printed", row)

    def test_the_progressive_breaks_even_where_the_rulebook_says(self):
        """PROG-1"""
        progressive = self.report["progressive"]
        self.assertEqual(progressive["fixed_return"], "510919/1017926")
        self.assertEqual(progressive["meter_coefficient"], "1/333200")
        self.assertEqual(progressive["break_even_meter"], "101401400/611")
        self.assertEqual(progressive["wagers_between_full_awards"], "649740/1")
        lines = {line["line"]: Fraction(line["probability"]) for line in progressive["lines"]}
        self.assertEqual(lines["royal flush, first five"], Fraction(1, 649740))
        self.assertEqual(lines["community royal flush"], Fraction(1, 649740))
        # In the long run everything fed and seeded is paid out, on top of the fixed pays.
        seeds = Fraction(10000) * lines["royal flush, first five"]
        long_run = Fraction(510919, 1017926) + Fraction(22, 100) + seeds
        self.assertEqual(Fraction(progressive["long_run_return"]), long_run)

    def test_the_figures_are_the_same_with_more_threads(self):
        self.assertEqual(par("--rules", "washington", "--threads", "3"), self.report)

    def test_a_strategy_people_play_has_its_exact_cost(self):
        self.assertAlmostEqual(par("--strategy", "simple")["base"]["ev_decimal"], -0.0243288, 7)
        timid = par("--strategy", "timid")["base"]
        self.assertEqual(timid["actions"]["4x"], "0/1")
        self.assertNotIn("printed", timid)

    def test_a_profile_of_ones_own_is_reported(self):
        """A Blind flush at 1 to 1 gives the sheet's figure of all money bet."""
        rules = {"based_on": "california-6", "name": "even flush"}
        rules["blind"] = {
            "id": "EVEN",
            "pays": {"straight": 1, "flush": 1, "full house": 3, "four of a kind": 10,
                     "straight flush": 50, "royal flush": 500},
        }  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "even.json")
            path.write_text(json.dumps(rules))
            base = par("--rules", str(path))["base"]
        self.assertAlmostEqual(base["element_of_risk_decimal"], 0.00836, places=5)

    def test_a_size_offered_on_two_streets_counts_once_with_all_its_deals(self):
        rules = {"based_on": "washington", "raises": {"preflop": [4], "flop": [4], "river": [1]}}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "twice.json")
            path.write_text(json.dumps(rules))
            actions = par("--rules", str(path))["base"]["actions"]
        self.assertEqual(sum(Fraction(chance) for chance in actions.values()), 1)

    def test_what_a_profile_does_not_have_is_not_made_up(self):
        """PROG-1: no line pays the whole meter; another stake and seed take more than 63 bits."""
        progressive = {"id": "progressive", "use": "FLAT", "lines": [{"when": "full house", "for_one": 10}]}
        rules = {"based_on": "washington", "name": "flat", "side": [progressive],
                 "raises": {"preflop": [4], "flop": [4], "river": [1]}}  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "flat.json")
            path.write_text(json.dumps(rules))
            report = par("--rules", str(path))
            text = uth("par", "--rules", str(path)).out.decode()
        found = report["progressive"]
        self.assertIsNone(found["break_even_meter"])
        self.assertIsNone(found["wagers_between_full_awards"])
        self.assertIsNone(found["long_run_return"])
        self.assertIn("none: no line pays a share of the meter", text)
        # Not the sheet's game, so the sheet's figure is not held against it.
        self.assertNotIn("printed", report["base"])
        self.assertIn("4x, flop", text)

    def test_a_profile_the_solver_cannot_handle_is_refused_with_the_reason(self):
        for change, why in (
            ({"raises": {"river": []}}, "needs a Play size at the river"),
            ({"chip": 99700, "blind": {"id": "B", "pays": {"pair": "1:997"}},
              "limits": {}}, "parts this small"),
        ):  # fmt: skip
            with self.subTest(why), tempfile.TemporaryDirectory() as folder:
                rules = {"based_on": "washington", "name": "odd", "legal_wager_max": 0}
                rules.update(change)
                if "chip" in change:
                    amounts = {"min": 99700, "max": 9970000}
                    sides = ("ante", "blind", "trips", "bad_beat", "pairs")
                    rules["limits"] = {side: amounts for side in sides}
                    rules["limits"]["play"] = {"min": 99700, "max": 39880000}
                    rules["offered"] = {"progressive": False}
                path = pathlib.Path(folder, "odd.json")
                path.write_text(json.dumps(rules))
                for command in (("par",), ("strategy",), ("odds", "--cards", "Ah Kd")):
                    self.assert_refused(uth(*command, "--rules", str(path)), why)

    def test_text_and_page_say_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "par.html")
            self.assert_done(uth("par", "--html", str(path)))
            page = path.read_text()
        text = uth("par").out.decode()
        for part in ("50643648973/2317817502000", "101401400/611", "4.9393118", "UTH-04"):
            self.assertIn(part, page)
            self.assertIn(part, text)
        self.assertIn("DISAGREES", text)
        self.assertNotIn("http", page)

    def test_what_cannot_be_reported_is_refused_with_the_reason(self):
        self.assert_usage(uth("par", "--strategy", "lucky"), "lucky", "optimal")
        self.assert_refused(uth("par", "--rules", "nevada"), "nevada", "uth rules list")
        self.assert_refused(uth("par", "--html", "/no/such/folder/x.html"), "/no/such/folder")
        self.assert_usage(uth("par", "--threads", "0"), "--threads")
        self.assert_usage(uth("par", "washington"), "no arguments")


class Odds(ProgramTest):
    def odds(self, *arguments):
        run = uth("odds", "--json", *arguments)
        self.assert_done(run)
        return json.loads(run.out)

    def values(self, *arguments):
        return {row["action"]: Fraction(row["ev"]) for row in self.odds(*arguments)["actions"]}

    def test_before_the_flop_there_are_two_sizes_and_the_check(self):
        """PLAY-1"""
        answer = self.odds("--cards", "Ah Kd")
        self.assertEqual([row["action"] for row in answer["actions"]], ["4x", "3x", "check"])
        self.assertEqual((answer["street"], answer["best"]), ("preflop", "4x"))
        for row in answer["actions"]:
            self.assertAlmostEqual(float(Fraction(row["ev"])), row["ev_decimal"], places=14)

    def test_on_the_flop_there_is_one_size_and_the_check(self):
        """PLAY-2"""
        answer = self.odds("--cards", "Ah Kd", "--board", "As 9d 2c")
        self.assertEqual([row["action"] for row in answer["actions"]], ["2x", "check"])
        self.assertEqual(answer["best"], "2x")

    def test_at_the_river_a_fold_costs_ante_and_blind(self):
        """PLAY-3, PLAY-5"""
        values = self.values("--cards", "2h 3d", "--board", "As Kd Qc 9h 8s")
        self.assertEqual(values["fold"], -2)
        self.assertLess(values["1x"], -2)

    def test_a_royal_flush_on_the_board_is_worth_nothing_either_way(self):
        """SHOW-6"""
        values = self.values("--cards", "2h 3d", "--board", "As Ks Qs Js Ts")
        self.assertEqual(values["1x"], 0)

    def test_dead_cards_count(self):
        free = self.values("--cards", "Ah Kd")
        seen = self.values("--cards", "Ah Kd", "--dead", "As Ac Ad Ks Kc Kh")
        self.assertLess(seen["4x"], free["4x"])
        for dead, said in (("", "0 dead cards"), ("As", "1 dead card"), ("As Ac", "2 dead cards")):
            run = uth("odds", "--cards", "Ah Kd", "--board", "2c 3c 4c 5d 6d", "--dead", dead)
            self.assertIn(f", {said}, ", run.out.decode())

    def test_what_is_no_situation_is_refused_with_the_reason(self):
        deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
        for arguments, parts in (
            (("--cards", "Ah"), ("two cards",)),
            (("--cards", "Ah Xx"), ("--cards", "not a card")),
            (("--cards", "Ah Ah"), ("HAND-1",)),
            (("--cards", "Ah Kd", "--board", "Ah 2c 3c"), ("HAND-1",)),
            (("--cards", "Ah Kd", "--board", "2c 3c"), ("three cards", "five")),
            (("--cards", "Ah Kd", "--board", "2c 3c 4c 5c"), ("three cards", "five")),
            (("--cards", "Ah Kd", "--dead", "Kd"), ("HAND-1",)),
            (("--cards", "Ac Ad", "--dead", " ".join(deck[:46])), ("cards",)),
            (("--cards", "Ah Kd", "--rules", "nevada"), ("nevada",)),
        ):
            with self.subTest(arguments):
                status = 1 if parts[0] == "nevada" else 2
                self.assert_fails(uth("odds", *arguments), status, parts)
        self.assert_usage(uth("odds"), "--cards")


class Strategy(ProgramTest):
    def test_500_of_1326_hands_bet_before_the_flop(self):
        """PLAY-1"""
        run = uth("strategy", "--json")
        self.assert_done(run)
        hands = json.loads(run.out)["hands"]
        self.assertEqual(len(hands), 169)
        self.assertEqual(sum(hand["combinations"] for hand in hands), 1326)
        self.assertEqual(sum(h["combinations"] for h in hands if h["best"] == "4x"), 500)
        self.assertFalse([h["hand"] for h in hands if h["best"] == "3x"])
        best = {hand["hand"]: hand["best"] for hand in hands}
        for hand in ("A2o", "K2s", "K5o", "Q6s", "Q8o", "J8s", "JTo", "33"):
            self.assertEqual(best[hand], "4x", hand)
        for hand in ("K4o", "Q5s", "Q7o", "J7s", "J9o", "22"):
            self.assertEqual(best[hand], "check", hand)

    def test_the_chart_shows_every_hand(self):
        run = uth("strategy")
        self.assert_done(run)
        _, plays, values = (part.splitlines() for part in run.out.decode().split("\n\n"))
        self.assertTrue(all(len(row) <= 80 for row in plays + values))
        hands = [hand for row in plays[2:] for hand in row.split()[1:]]
        self.assertEqual((hands.count("4x"), hands.count("-")), (69, 100))
        amounts = [float(amount) for row in values[2:] for amount in row.split()[1:]]
        self.assertEqual((len(amounts), amounts[0]), (169, 3.60))

    def test_a_terminal_has_the_best_in_colour_unless_it_is_refused(self):
        for environment, colour in (({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False),
                                    ({"TERM": "dumb"}, False)):  # fmt: skip
            with self.subTest(environment):
                status, shown = at_terminal("strategy", **environment)
                self.assertEqual((status, "\033[1;32m" in shown), (0, colour))
                self.assertEqual(re.sub("\033\\[[0-9;]*m", "", shown).replace("\r", ""), uth("strategy").out.decode())

    def test_the_exported_strategy_is_whole_and_can_be_played(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "perfect.uth")
            run = uth("strategy", "--export", path)
            self.assertEqual(run.status, 0)
            self.assertGreater(os.path.getsize(path), 1000000)
            again = os.path.join(folder, "again.uth")
            uth("strategy", "--rules", "california-8", "--export", again)
            # The Blind table and the sizes are the same, so perfect play is.
            self.assertEqual(pathlib.Path(path).read_bytes(), pathlib.Path(again).read_bytes())
            played = ("simulate", "--rounds", "20000", "--json")
            given = json.loads(uth(*played, "--strategy-file", path).out)
            worked_out = json.loads(uth(*played).out)
            for run in (given, worked_out):
                run.pop("seconds", None)
                run.pop("rounds_per_second", None)
            self.assertEqual(given, worked_out)
            whole = pathlib.Path(path).read_bytes()
            pathlib.Path(path).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
            self.assert_refused(uth(*played, "--strategy-file", path), "damaged")
        self.assert_refused(uth("strategy", "--export", "/no/such/folder/x"), "/no/such/folder")

    def test_the_simple_strategy_written_as_rules_is_worth_what_par_says(self):
        run = uth("strategy", "--file", "-", "--json", given=SIMPLE)
        self.assert_done(run)
        own = json.loads(run.out)
        base = par("--strategy", "simple")["base"]
        self.assertEqual((own["ev"], own["average_wager"]), (base["ev"], base["average_wager"]))
        self.assertEqual(own["optimal"], par()["base"]["ev"])
        rows = own["conditions"] + own["otherwise"]
        self.assertEqual(Fraction(own["ev"]) + sum(Fraction(row["cost"]) for row in rows),
                         Fraction(own["optimal"]))
        self.assertEqual({row["cost"] for row in rows if row["street"] == "preflop"}, {"0/1"})
        shown = uth("strategy", "--file", "-", given=SIMPLE)
        self.assert_done(shown)
        self.assertTrue(all(len(line) <= 80 for line in shown.out.decode().splitlines()))
        self.assertIn("fewer than 21 outs", shown.out.decode())

    def test_rules_of_play_that_cannot_be_read_are_refused_with_line_and_words(self):
        for text, *parts in (
            ("4x with: 33+\n5x with: 22", "line 2", "5x", "washington"),
            ("4x with: hiden pair", "line 1", "'hiden pair'", "condition"),
            ("4x with: hidden pair", "'hidden pair'", "before the flop"),
            ("check with: 22", "say where"),
            ("fold on the flop with: 22", "river"),
            ("2x at the river with: anything", "2x", "at the river"),
            ("4x before lunch with: 33+", "'before lunch'", "on the flop"),
            ("4x with: 33+,, 22", "missing"),
            ("4x 33+", "with:"),
            ("raise with: 33+", "'raise'"),
            ("4x with: A2x", "'A2x'"),
            ("1x with: fewer than 99 outs", "'fewer than 99 outs'"),
            ("4x with: " + "a" * 600, "511"),
            ("4x with: " + "22, " * 64 + "33", "64"),
        ):
            with self.subTest(text):
                self.assert_refused(uth("strategy", "--file", "-", given=text), *parts)
        self.assert_usage(uth("strategy", "--file", "-", "--cards", "As Ad"), "--file")

    def test_options_that_would_be_passed_over_are_refused(self):
        self.assert_usage(uth("strategy", "--board", "As Kd Qc"), "--cards")
        self.assert_usage(uth("strategy", "--dead", "As"), "--cards")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "perfect.uth")
            self.assert_usage(uth("strategy", "--json", "--export", path), "--export")
            self.assert_usage(uth("strategy", "--cards", "2h 2d", "--export", path), "--export")
            self.assertFalse(os.path.exists(path))

    def test_a_situation_has_its_decision(self):
        run = uth("strategy", "--cards", "2h 2d", "--board", "As Kd Qc")
        self.assert_done(run)
        self.assertIn(b"best", run.out)


if __name__ == "__main__":
    main()
