"""`uth play` over a pipe: the same seed and the same answers give the same hands."""
import fcntl
import hashlib
import json
import os
import pathlib
import pty
import re
import resource
import select
import signal
import tempfile
import termios
import time

from program import UTH, ProgramTest, main, uth

# Ante and Trips, then the decisions of each street; what is no answer is asked again.
SCRIPT = "10 5\n4x\n" "lots\n5\ncheck\nhm\n2x\n" "\nc\nc\nf\n"


def number_of(profile):
    """A profile's number, as docs/books.md has it: the second way to it."""
    profile = json.loads(profile)
    text = json.dumps(profile, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    hashed = hashlib.blake2b(text.encode(), digest_size=32).digest()
    return f"{int.from_bytes(hashed[:8], 'little'):016x}"


class Play(ProgramTest):
    def test_three_hands_of_each_profile_are_as_the_golden_file_has_them(self):
        for name in ("california-8", "california-6", "washington"):
            with self.subTest(name):
                run = uth("play", "--rules", name, "--seed", "1", "--hands", "3", given=SCRIPT)
                self.assert_done(run)
                self.assert_golden(f"play_{name}.txt", run.out)

    def test_the_same_seed_gives_the_same_hands_and_another_gives_others(self):
        runs = [uth("play", "--seed", seed, "--hands", "3", given=SCRIPT).out for seed in "112"]
        self.assertEqual(runs[0], runs[1])
        self.assertNotEqual(runs[0], runs[2])

    def test_without_a_seed_the_hands_are_the_systems(self):
        runs = [uth("play", "--hands", "3", given=SCRIPT).out for _ in range(2)]
        self.assertNotEqual(runs[0], runs[1])

    def test_who_leaves_in_the_middle_of_a_hand_checks_checks_and_folds(self):
        """PLAY-6"""
        run = uth("play", "--seed", "1", given="10\n")
        self.assert_done(run)
        self.assertIn(b"You leave with $980.", run.out)

    def test_the_end_of_the_input_ends_the_game_at_once(self):
        for given in ("", "q\n", "q"):
            run = uth("play", given=given)
            self.assert_done(run)
            self.assertIn(b"You leave with $1000.", run.out)

    def test_a_wager_that_the_table_does_not_take_is_asked_for_again(self):
        run = uth("play", given="4\n76\n10 400\n5000\n-5\n1e9\n" + "9" * 5000 + "\nq\n")
        self.assert_done(run)
        for part in (b"BET-3", b"Not enough chips", b"Enter an Ante such as 10",
                     b"An amount has at most six digits of dollars."):  # fmt: skip
            self.assertIn(part, run.out)
        self.assertIn(b"You leave with $1000.", run.out)

    def test_what_is_no_wager_is_taken_for_none(self):
        for typed in ("-5", "+5", "10x", "10 5 7", "10,5", "1 0x5", "ten", "5.", ".5", "5.505", "5.5.5",
                      "5. 50", "5.5e1", "10 .5", "10 b.5", "hh", "h 5"):  # fmt: skip
            with self.subTest(typed):
                run = uth("play", given=typed + "\nq\n")
                self.assertIn(b"Enter an Ante such as 10, or Ante and Trips such as 10 5.", run.out)
                self.assertIn(b"You leave with $1000.", run.out)

    def test_an_amount_of_more_than_six_digits_is_told_so(self):
        for typed in ("1000000", "0000105", "10 1000000", "10 5 b1000000", "1000000.50"):
            with self.subTest(typed):
                run = uth("play", given=typed + "\nq\n")
                self.assertEqual(run.out.count(b"An amount has at most six digits of dollars.\n"), 1)
                self.assertNotIn(b"Enter an Ante such as", run.out)
        self.assertIn(b"Not enough chips", uth("play", given="999999.99\nq\n").out)

    def test_cents_are_read_exactly_and_the_chip_decides(self):
        """BET-8"""
        own = self.saved().with_name("half.json")
        profile = json.loads(uth("rules", "show", "california-8", "--json").out)
        own.write_text(json.dumps({**profile, "name": "half", "chip": 50}))
        begun = ("play", "--rules", str(own), "--seed", "1", "--hands", "1")
        for typed, table in (("5.50", "$5.50 $0"), ("5.5 7.50", "$5.50 $7.50"), ("6 5.0", "$6 $5"),
                             ("005.50", "$5.50 $0")):  # fmt: skip
            with self.subTest(typed):
                path = self.saved()
                run = uth(*begun, "--save", str(path), given=f"{typed}\nc\nc\nf\n")
                self.assert_done(run)
                again = uth("play", "--rules", str(own), "--save", str(path), given="q\n").out.decode()
                self.assertIn(f"Enter for {table}, q to leave", again)
        # The cents that are typed are those that are meant: no other is staked, none odd is taken.
        own.write_text(json.dumps({**profile, "name": "half", "chip": 2}))
        even, odd = ["5.02", "5.10", "5.28", "5.58", "5.98"], [f"5.{cents:02}" for cents in range(1, 100, 2)]
        # With the third hand the bank is offered.
        given = "".join(f"{'d' if i == 2 else ''}{chr(10) if i == 2 else ''}{typed}\nc\nc\nf\n"
                        for i, typed in enumerate(even))  # fmt: skip
        run = uth(*begun[:-1], "99", given=given)
        found = re.findall(r"Enter for \$(\S+) \$0,", run.out.decode())
        self.assertEqual(found, ["5", *even])
        run = uth(*begun, given="\n".join(odd))
        self.assertEqual(run.out.count(b"BET-8"), len(odd))
        for typed in ("5.5x", "5.55.", "x"):
            self.assertIn(b"Enter an Ante such as 10 or 5.50, or", uth(*begun, given=f"{typed}\nq\n").out)
        self.assertIn(b"BET-8", uth("play", given="5.50\nq\n").out)

    def flop_five(self):
        """A file: `washington` with the side bet of docs/side-bets.md, and the bet"""
        page = pathlib.Path(__file__, "../../../docs/side-bets.md").resolve().read_text()
        bet = json.loads(re.search(r"flop_five\.json <<'END'\n(.*?)\nEND\n", page, re.S).group(1))
        profile = json.loads(uth("rules", "show", "washington", "--json").out)
        profile = {**profile, "name": "flop-five", "title": "With Flop Five", "side": [*profile["side"], bet]}
        profile["offered"][bet["id"]] = True
        profile["limits"][bet["id"]] = {"min": 100, "max": 30000}
        path = self.saved().with_name("flop_five.json")
        path.write_text(json.dumps(profile))
        return path, bet

    def test_a_side_bet_of_ones_own_is_offered_played_and_offered_again(self):
        """BET-2, BET-4: by a letter of its own, within its limits, paid by its lines"""
        own, bet = self.flop_five()
        game = self.saved()
        begun = ("play", "--rules", str(own), "--seed", "1", "--save", str(game))
        run = uth(*begun, "--hands", "40", given="5 w400\n5 x5\n5 w10\nc\nc\nf\n" + "\nc\nc\nf\n" * 39)
        self.assert_done(run)
        said = run.out.decode()
        self.assertIn("(BET-3)", said)
        self.assertEqual(said.count("Enter an Ante such as 10"), 1)
        self.assertIn("Enter for $5 $0 Flop Five $10, q to leave", said)
        pays = {f"${10 * line['pays']}" for line in bet["lines"]}
        results = re.findall(r"Flop Five (wins|loses) +(-?\$\d+)\n", said)
        self.assertEqual(len(results), 40)
        self.assertEqual({money for result, money in results if result == "loses"}, {"-$10"})
        won = [money for result, money in results if result == "wins"]
        self.assertLessEqual(set(won), pays)
        self.assertGreater(len(set(won)), 1)
        # The game that is taken up again has the bet; one by other rules it is not.
        again = uth("play", "--rules", str(own), "--save", str(game), given="q\n").out.decode()
        self.assertIn("Enter for $5 $0 Flop Five $10, q to leave", again)
        self.assertEqual(uth("play", "--save", str(game), given="q\n").status, 1)
        shown = self.at_terminal("--rules", str(own), "--seed", "1", "--hands", "1", keys=[b"?\n", b"5 w5\n", b"4"])
        self.assertIn("m for the Progressive, w5 for Flop Five.", shown)
        self.assertRegex(shown, r"Flop Five (wins|loses) ")

    def test_the_bank_goes_round_among_proposition_players_and_is_offered_to_the_player(self):
        """BANK-1, ROT-1: two hands each, clockwise, never a third; who declines is passed over"""
        hand = "\nc\nc\nf\n"
        given = hand + hand + "5000\nx\n300\n" + "\n" + hand + hand + "q\n"
        run = uth("play", "--rules", "california-6", "--seed", "3", given=given)
        self.assert_done(run)
        said = run.out.decode()
        self.assertIn("You sit at seat 2 of 6, among proposition players of Redwood Players.", said)
        banked = re.findall(r"Seat (\d), a proposition player of Redwood Players, banks( again)? with \$500", said)
        self.assertEqual(banked, [("1", ""), ("1", " again"), ("3", ""), ("3", " again"), ("4", "")])
        self.assertIn("Not enough chips for that and the fee.", said)
        self.assertIn("Enter an amount such as 500, or d to decline.", said)
        self.assertEqual(said.count("The bank is offered to you."), 3)  # asked again after what was no answer
        self.assertEqual(said.count("You may bank one more hand."), 1)
        # What the others lose the player-dealer wins: no cent is the house's but the fees.
        for part in re.findall(r"\n  seat 1.*?This hand", said, re.S):
            amounts = [int(sign + dollars) for sign, dollars in re.findall(r" (-?)\$(\d+)\n", part)]
            self.assertEqual(sum(amounts[:-2]), -amounts[-2])
        self.assertEqual(len(re.findall("your wager as player-dealer", said)), 2)
        declined = uth("play", "--rules", "california-6", "--seed", "3", given=hand + hand + "d\nq\n").out.decode()
        self.assertIn("Seat 3, a proposition player of Redwood Players, banks with $500.", declined)

    def test_who_is_offered_the_bank_first_is_a_switch_of_the_rules(self):
        """ROT-1: the high card, or a name"""
        profile = json.loads(uth("rules", "show", "california-8", "--json").out)
        own = self.saved().with_name("first.json")
        own.write_text(json.dumps({**profile, "name": "high", "first_banker": "high-card"}))
        said = uth("play", "--rules", str(own), "--seed", "5", given="d\nq\n").out.decode()
        drawn = {int(seat): card for seat, card in re.findall(r"Seat (\d)(?: \(you\))? draws +(\w\w)", said)}
        self.assertEqual(sorted(drawn), list(range(1, 9)))
        first = max(drawn, key=lambda seat: ("23456789TJQKA".index(drawn[seat][0]), "cdhs".index(drawn[seat][1])))
        self.assertIn("offered to you" if first == 2 else f"Seat {first}, a proposition player", said)
        own.write_text(json.dumps({**profile, "name": "named", "first_banker": "named"}))
        said = uth("play", "--rules", str(own), "--seed", "5", given="9\nlow\n2\n100\nq\n").out.decode()
        self.assertEqual(said.count("Which seat is offered the bank first"), 3)
        self.assertIn("The bank is offered to you.", said)

    def test_the_position_is_saved_with_the_game(self):
        """ROT-2: the button's place survives the end of the program"""
        hand = "\nc\nc\nf\n"
        begun = ("play", "--rules", "california-8", "--save")
        path = self.saved()
        self.assert_done(uth(*begun, str(path), "--seed", "1", "--hands", "3", given=hand + hand + "200\n"))
        again = uth(*begun, str(path), given="d\nq\n").out.decode()
        self.assertIn("You may bank one more hand.", again)
        self.assertIn("Enter for $200, d to decline", again)
        self.assertIn("Seat 3, a proposition player", again)
        saved = json.loads(path.read_text())
        for wrong in ({"seat": 9}, {"hands": 3}, {"banker": 2, "hands": 2}, {"banking": 1}, {"passed": 256}):
            path.write_text(json.dumps({**saved, "rotation": {**saved["rotation"], **wrong}}))
            run = uth(*begun, str(path), given="q\n")
            self.assert_refused(run)
            self.assertIn(b'its "rotation" is missing', run.err)

    def test_a_size_the_player_cannot_afford_is_not_offered(self):
        """PLAY-4"""
        run = uth("play", "--rules", "california-8", "--seed", "1", "--hands", "1",
                  given="250\nc\nc\nf\n")  # fmt: skip
        offers = [line for line in run.out.decode().splitlines() if "check?" in line]
        self.assertEqual(offers[0].split("?")[0], "check")
        self.assertEqual(offers[1].split("?")[0], "2x, check")

    def test_nothing_is_missed_without_a_size_that_cannot_be_paid(self):
        """PLAY-4: hints and costs are about what is offered, and a single offer is no decision"""
        run = uth("play", "--rules", "california-8", "--seed", "2", "--costs",
                  given="250\nh\nc\nh\nc\nf\ns\nq\n")  # fmt: skip
        hints = re.findall(r"(\w+) +[-+][\d.]+ antes ", run.out.decode())
        self.assertEqual(hints, ["check", "2x", "check"])
        self.assertIn("You cannot afford more", run.out.decode())
        told = re.findall(r"That (?:cost|was best).*", run.out.decode())
        self.assertEqual(len(told), 2)  # on the flop and at the river
        self.assertRegex(run.out.decode(), r"Mistakes: \d of 2 decisions")

    def test_what_is_no_decision_is_told_where_the_keys_are(self):
        for typed in ("hm", "5", "4X", "ch", "", "x"):
            run = uth("play", "--seed", "1", "--hands", "1", given=f"10\n{typed}\n4x\n")
            self.assert_done(run)
            self.assertIn(b"\n4x, 3x, check? '?' lists the keys.\n4x, 3x, check? ", run.out, typed)
        for typed in ("h", "s", "H", "C", "?"):
            run = uth("play", "--seed", "1", "--hands", "1", given=f"10\n{typed}\n4x\n")
            self.assertNotIn(b"lists the keys", run.out, typed)

    def test_the_list_of_keys_has_those_that_decide(self):
        """As the profile has them: first letters of what is offered"""
        listed = uth("play", given="?\nq\n").out.decode()
        self.assertIn("A decision: 4 3 2 1 to play that many Antes, c to check, f to fold.\n", listed)
        own = self.saved().with_name("own.json")
        profile = json.loads(uth("rules", "show", "washington", "--json").out)
        profile["raises"] = {"preflop": [12, 3], "flop": [3, 2], "river": [1]}
        profile["limits"]["ante"]["max"] = profile["limits"]["blind"]["max"] = 500
        own.write_text(json.dumps({**profile, "name": "own"}))
        begun = ("play", "--rules", str(own), "--seed", "1", "--hands", "1")
        listed = uth(*begun, given="?\n5\n1\n").out.decode()
        self.assertIn("A decision: 1 3 2 to play", listed)
        self.assertIn("This hand: ", listed)

    def test_limits_pay_tables_and_the_meter_are_a_key_away(self):
        """WA-1"""
        run = uth("play", "--seed", "3", "--hands", "2", given="r\n10 m\nr\n4\nq\n")
        shown = uth("rules", "show", "washington").out.decode()
        self.assertEqual(run.out.decode().count(shown), 2)
        meters = re.findall(r"The meter stands at (\S+)\.\n", run.out.decode())
        self.assertEqual(meters, ["$10000", "$10000", "$10000.20"])
        self.assertNotIn(b"meter", uth("play", "--rules", "california-6", given="q\n").out)

    def test_who_asks_for_a_hint_before_the_cards_is_told_when_there_are_some(self):
        run = uth("play", "--seed", "1", "--hands", "1", given="h\n10\nh\n4x\n")
        self.assert_done(run)
        told = "A hint needs your cards: press h at a decision. H shows hints at every decision.\n"
        self.assertEqual(run.out.decode().count(told), 1)
        self.assertNotIn(b"Enter an Ante such as", run.out)
        self.assertIn(b"   best\n", run.out)

    def test_a_number_that_is_none_is_named_with_its_option(self):
        for option in ("seed", "hands"):
            for text in ("abc", "", "-1", "1.5", " 1"):
                run = uth("play", f"--{option}={text}", given="q\n")
                self.assert_usage(run, f"--{option} must be a whole number, not '{text}'")
            run = uth("play", f"--{option}", str(2**64), given="q\n")
            self.assert_usage(run, f"--{option} must be a whole number below 2^64, not '{2**64}'")
            self.assert_done(uth("play", f"--{option}", str(2**64 - 1), given="q\n"))

    def test_no_hands_are_played_when_none_are_asked_for(self):
        run = uth("play", "--hands", "0")
        self.assert_done(run)
        self.assertNotIn(b"Ante", run.out)

    def test_every_side_bet_of_the_profile_can_be_made(self):
        """BET-2, BET-5"""
        run = uth("play", "--seed", "1", "--hands", "1", given="10 5 b5 m\n4x\n")
        self.assert_done(run)
        for part in (b"Trips", b"Bad Beat", b"Progressive"):
            self.assertIn(part, run.out)
        self.assertIn(b"BET-5", uth("play", given="10 5 b5 p5 m\nq\n").out)
        self.assertIn(b"BET-2", uth("play", "--rules", "california-8", given="10 5 b5\nq\n").out)

    def test_a_hint_is_what_odds_says(self):
        run = uth("play", "--seed", "1", "--hands", "1", "--hints", given="10\n4x\n")
        cards = re.search(r"Your cards (.. ..)", run.out.decode()).group(1)
        odds = json.loads(uth("odds", "--cards", cards, "--json").out)
        for action in odds["actions"]:
            line = f"  {action['action']:<6} {action['ev_decimal']:+9.6f} antes"
            self.assertIn(line, run.out.decode())
        best = re.search(r"^  (\w+) .* best$", run.out.decode(), re.MULTILINE).group(1)
        self.assertEqual(best, odds["best"])
        asked = uth("play", "--seed", "1", "--hands", "1", given="10\nh\n4x\n").out.decode()
        self.assertIn(f"{odds['actions'][0]['ev_decimal']:+9.6f} antes", asked)

    def test_a_mistake_has_its_price_and_the_statistics_add_them_up(self):
        run = uth("play", "--seed", "1", "--hands", "1", "--costs", given="10\n3x\n")
        cards = re.search(r"Your cards (.. ..)", run.out.decode()).group(1)
        odds = json.loads(uth("odds", "--cards", cards, "--json").out)
        value = {action["action"]: action["ev_decimal"] for action in odds["actions"]}
        cost = value[odds["best"]] - value["3x"]
        self.assertIn(f"That cost {cost:.6f} antes.", run.out.decode())
        run = uth("play", "--seed", "1", given="10\n3x\ns\nq\n")
        self.assertIn("1 hand: ", run.out.decode())
        self.assertIn(f"Mistakes: 1 of 1 decision, at a cost of {cost:.4f} ", run.out.decode())

    def test_the_first_hand_is_the_best_and_the_worst(self):
        signs = set()
        for seed in ("1", "2", "3"):
            game = ("play", "--save", str(self.saved()))
            shown = uth(*game, "--seed", seed, given="10\n4x\ns\nq\n").out.decode()
            shown += uth(*game, given="\n4x\ns\nq\n").out.decode()
            hands = re.findall(r"This hand: (\S+)\n", shown)
            worst, best = sorted(hands, key=lambda hand: int(hand.replace("$", "")))
            first = ("1 hand", hands[0], hands[0])
            told = r"(\d+ hands?): .*\nResult .*; best hand (\S+), worst (\S+)\.\n"
            # Asked for, when the game is taken up again, and asked for after the second hand.
            self.assertEqual(re.findall(told, shown), [first, first, ("2 hands", best, worst)])
            signs.add(hands[0].startswith("-"))
        self.assertEqual(signs, {False, True}, "one begins with a win, another with a loss")

    def test_without_a_finished_hand_there_are_no_statistics(self):
        path = self.saved()
        shown = uth("play", "--save", str(path), given="s\n10\n").out.decode()
        self.assertIn("No hand has been completed yet.", shown)
        for _ in range(2):
            shown = uth("play", "--save", str(path), given="").out.decode()
            self.assertNotRegex(shown, "wagered|decision|No hand")

    def saved(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        return pathlib.Path(place.name, "game.json")

    def test_a_game_is_taken_up_where_it_was_left_even_in_the_middle_of_a_hand(self):
        whole = uth("play", "--seed", "7", "--hands", "3", given="10 5 m\nc\nc\n1\n" * 3).out
        path = self.saved()
        answers = ["10 5 m", "c", "c", "1"] * 3
        for i, answer in enumerate(answers):
            seed = ["--seed", "7"] if i == 0 else []
            run = uth("play", *seed, "--save", str(path), given=answer + "\n")
            self.assert_done(run)
        self.assertEqual(
            whole.decode().splitlines()[-1], run.out.decode().splitlines()[-1], run.out.decode()
        )
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)

    def test_what_is_no_saved_game_is_refused_and_left_alone(self):
        path = self.saved()
        uth("play", "--seed", "1", "--save", str(path), given="10\n")
        good = path.read_text()
        broken = json.loads(good)
        broken["hand"]["deck"] = broken["hand"]["deck"].replace("2c", "3c")
        for text in ("", "{}", "[1,2]", good[:-9], json.dumps(broken), good.replace("1000", "1.5")):
            with self.subTest(text[:20]):
                path.write_text(text)
                self.assert_refused(uth("play", "--save", str(path), given="q\n"), "not a saved game")
                self.assertEqual(path.read_text(), text)
        self.assert_refuses_numbers(path, json.loads(good))
        path.write_text(good)
        self.assert_refused(
            uth("play", "--rules", "california-8", "--save", str(path)), "by the rules 'washington'"
        )
        self.assert_refused(uth("play", "--seed", "3", "--save", str(path)), "its own cards")

    def test_no_ante_is_no_hand_and_spoils_no_saved_game(self):
        """BET-1"""
        path = self.saved()
        run = uth("play", "--seed", "1", "--save", str(path), given="0\n0 5\n10\n")
        self.assert_done(run)
        self.assertEqual(run.out.count(b"Enter an Ante such as 10"), 2)
        self.assert_done(uth("play", "--save", str(path), given="4x\nq\n"))
        self.assertIsNone(json.loads(path.read_text())["hand"])

    def test_a_game_whose_hands_were_all_lost_or_all_won_is_taken_up(self):
        path = self.saved()
        for best, worst in ((-1000, -5000), (5000, 1000)):
            path.unlink(missing_ok=True)
            uth("play", "--seed", "1", "--save", str(path), given="10\n4x\nq\n")
            game = json.loads(path.read_text())
            path.write_text(json.dumps({**game, "best": best, "worst": worst}))
            self.assert_done(uth("play", "--save", str(path), given="q\n"))

    def assert_refuses_numbers(self, path, good):
        """What no game can have come to is named, and does not reach the meter or the sums."""
        beyond = 1 << 53
        changes = [{name: 10**15} for name in ("meter", "reserve", "meter_seed")]
        changes += [{name: -1} for name in ("purse", "meter", "hands", "cost", "wagered", "carry")]
        changes += [{name: beyond} for name in ("purse", "hands", "net", "wagered", "best")]
        changes += [{name: 10000} for name in ("carry", "reserve_carry")]
        changes += [{"meter": 3 * 10**14, "reserve": 10**14, "meter_seed": 10**14}]
        changes += [{"stakes": {**good["stakes"], "ante": beyond // 2}}, {"stakes": {}}]
        for change in changes:
            with self.subTest(str(change)):
                path.write_text(json.dumps({**good, **change}))
                run = uth("play", "--save", str(path), given="4x\n")
                self.assert_refused(run, f'not a saved game: its "{next(iter(change))}"')

    def test_a_game_beyond_what_is_accounted_for_is_not_played_on(self):
        path = self.saved()
        uth("play", "--seed", "1", "--save", str(path), given="10\n4x\nq\n")
        good = json.loads(path.read_text())
        most = (1 << 53) - 1
        for change in ({"purse": most}, {"wagered": most}, {"net": most}, {"net": -most},
                       {"hands": most}):  # fmt: skip
            with self.subTest(str(change)):
                path.write_text(json.dumps({**good, **change}))
                run = uth("play", "--save", str(path), given="10\n4x\n" * 3)
                self.assert_done(run)
                self.assertIn(b"reached the largest amount", run.out)
                self.assertNotIn(b"This hand", run.out)

    def test_who_takes_a_hand_up_sees_what_lies_on_the_table(self):
        path = self.saved()
        left = "You leave with $974, and $26 on the table, in a hand that is not finished.\n"
        table = "On the table Ante $10, Blind $10, Trips $5, Progressive $1; you hold $974.\n"
        begun = uth("play", "--seed", "1", "--save", str(path), given="10 5 m\n").out.decode()
        self.assertTrue(begun.endswith(left), begun)
        for answer, street in (("", "preflop"), ("c\n", "flop"), ("", "flop")):
            shown = uth("play", "--save", str(path), given=answer).out.decode()
            self.assertIn("The hand you left:\n" + table, shown, street)
            self.assertTrue(shown.endswith(left), shown)
        idle = uth("play", "--hands", "0", "--save", str(path)).out.decode()
        self.assertTrue(idle.endswith(left), idle)

    def test_a_play_wager_and_a_fee_are_not_held_any_more(self):
        """FEE-1"""
        path = self.saved()
        begun = ("play", "--rules", "california-6", "--save", str(path))
        shown = uth(*begun, "--seed", "1", given="10\n").out.decode()
        self.assertIn("You leave with $979, and $20 on the table", shown)
        saved = json.loads(path.read_text())
        saved["hand"]["decisions"] = [[1, 4]]
        path.write_text(json.dumps(saved))
        shown = uth(*begun, given="").out.decode()
        table = "On the table Ante $10, Blind $10, Play $40; collection fee $1; you hold $939.\n"
        self.assertIn(table, shown)

    def test_a_game_goes_on_by_the_very_rules_it_was_begun_with(self):
        path = self.saved()
        own = path.with_name("w2.json")
        profile = json.loads(uth("rules", "show", "washington", "--json").out)
        profile["limits"]["ante"]["max"] -= 500
        own.write_text(json.dumps(profile))
        begun = ("play", "--rules", str(own), "--save", str(path))
        self.assert_done(uth(*begun, "--seed", "1", given="10\n"))
        kept = path.read_text()
        run = uth("play", "--save", str(path), given="c\n")
        built_in = uth("rules", "show", "washington", "--json").out
        numbers = f"{number_of(own.read_text())}, not {number_of(built_in)}"
        self.assert_refused(run, "other rules of the name 'washington'", numbers)
        self.assertEqual(path.read_text(), kept)
        self.assert_done(uth(*begun, given="c\n"))

    def test_a_game_of_before_the_rules_had_numbers_goes_on(self):
        path = self.saved()
        uth("play", "--seed", "1", "--save", str(path), given="10\n")
        old = json.loads(path.read_text())
        number = old.pop("profile")
        path.write_text(json.dumps(old))
        self.assert_done(uth("play", "--save", str(path), given="c\n"))
        self.assertEqual(json.loads(path.read_text())["profile"], number)
        for wrong in (7, None, "", "x" * 16, number + "0", number.upper() + "G"):
            with self.subTest(wrong):
                path.write_text(json.dumps({**old, "profile": wrong}))
                self.assert_refused(uth("play", "--save", str(path), given="q\n"), "not a saved game")

    def test_a_game_that_cannot_be_saved_is_not_begun(self):
        for path in ("/nonexistent/game.json", str(self.saved().with_name("x" * 250))):  # with .part…
            with self.subTest(path[:40]):
                run = uth("play", "--save", path, given="10\nc\n")
                self.assert_refused(run, f"cannot write '{path}'")
                self.assertEqual(run.out, b"")

    def test_a_game_that_is_only_looked_at_leaves_no_file(self):
        path = self.saved()
        self.assert_done(uth("play", "--save", str(path), given="?\nq\n"))
        self.assertEqual(os.listdir(path.parent), [])

    def test_files_that_are_called_alike_are_left_alone(self):
        path = self.saved()
        others = [path.with_name(f"{path.name}{ending}") for ending in (".new", ".part", ".part.AAAAAA")]
        for other in others:
            other.write_text("precious")
        self.assert_done(uth("play", "--save", str(path), given="q\n"))
        self.assert_done(uth("play", "--seed", "1", "--save", str(path), given="10\n4x\nq\n"))
        self.assertEqual(sorted(os.listdir(path.parent)), sorted(each.name for each in (path, *others)))
        self.assertEqual({other.read_text() for other in others}, {"precious"})

    def test_a_game_that_can_no_longer_be_saved_is_not_played_on(self):
        def full_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

        path = self.saved()
        run = uth("play", "--save", str(path), given="10\nc\n", preexec_fn=full_disk)
        self.assert_refused(run, f"cannot write '{path}'")
        self.assertNotIn(b"Your cards", run.out)
        self.assertEqual(os.listdir(path.parent), [])

    def test_who_is_out_of_chips_is_told_how_to_begin_again(self):
        path = self.saved()
        uth("play", "--seed", "1", "--save", str(path), given="10\n4x\nq\n")
        path.write_text(json.dumps({**json.loads(path.read_text()), "purse": 999}))
        run = uth("play", "--save", str(path), given="5\n")
        self.assert_done(run)
        told = f"start a new one with another --save FILE, or remove '{path}'.\n"
        self.assertIn(f"You are out of chips.\nThis game is over: {told}", run.out.decode())
        path.unlink()
        self.assertIn(b"You hold $1000.", uth("play", "--save", str(path), given="q\n").out)

    def at_terminal(self, *arguments, keys, **environment):
        """What a terminal shows while these keys are pressed, one after the other."""
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8", **environment})
            os.execv(UTH, ["uth", "play", *arguments])
        shown = b""
        for key in keys:
            deadline = time.monotonic() + 20
            while not shown.rstrip(b" ").endswith((b"?", b"leave:")):
                if not select.select([terminal], [], [], deadline - time.monotonic())[0]:
                    break
                shown += os.read(terminal, 4096)
            os.write(terminal, key)
            shown += b"|"
        try:
            while True:
                part = os.read(terminal, 4096)
                if not part:
                    break
                shown += part
        except OSError:  # the other end is closed
            pass
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        os.close(terminal)
        return shown.decode()

    def test_at_a_terminal_a_decision_is_one_key_and_cards_have_colour(self):
        shown = self.at_terminal("--seed", "1", "--hands", "1", keys=[b"10\n", b"4"])
        self.assertIn("This hand:", shown)
        self.assertRegex(shown, "\033\\[1(;3.)?m.[♠♥♦♣]\033\\[0m")
        self.assertIn("1 hand: ", shown)

    def test_colour_can_be_refused(self):
        for arguments, environment in ((["--no-color"], {}), ([], {"NO_COLOR": "1"}),
                                       ([], {"TERM": "dumb"})):  # fmt: skip
            shown = self.at_terminal("--seed", "1", "--hands", "1", *arguments,
                                     keys=[b"10\n", b"4"], **environment)  # fmt: skip
            self.assertNotIn("\033", shown)


class Job:
    """`uth play` as a shell has it run: in front of a terminal, in a group of its own, so that it
    can be stopped there. The shell lives until the job is closed: a terminal without one forgets
    how it was set."""

    def __init__(self, *arguments):
        self.terminal, line = pty.openpty()
        self.reports, reports = os.pipe()
        held, self.holds = os.pipe()
        self.shell = os.fork()
        if self.shell == 0:
            try:
                # With the test's ends open here a test that is killed would leave the game behind.
                for end in (self.holds, self.terminal, self.reports):
                    os.close(end)
                self.run_shell(line, reports, held, arguments)
            finally:
                os._exit(1)
        for end in (line, reports, held):
            os.close(end)
        self.shown = b""
        self.process = self.report()

    @staticmethod
    def run_shell(line, reports, held, arguments):
        os.setsid()
        fcntl.ioctl(line, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        job = os.fork()
        if job == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(line, os.getpid())
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            for name in ("INT", "QUIT", "TERM", "HUP", "TSTP", "TTOU"):
                signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)
            for number in range(3):
                os.dup2(line, number)
            os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8"})
            os.execv(UTH, ["uth", "play", *arguments])
        os.write(reports, b"%d\n" % job)
        status = 0x7F
        while os.WIFSTOPPED(status):
            status = os.waitpid(job, os.WUNTRACED)[1]
            os.write(reports, b"%d\n" % status)
        os.read(held, 1)

    def close(self):
        os.close(self.holds)
        try:
            os.kill(self.process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.shell, 0)
        os.close(self.reports)
        os.close(self.terminal)

    def report(self):
        """The next number the shell tells: the job's process, then how it stopped or ended."""
        text = b""
        while not text.endswith(b"\n"):
            assert select.select([self.reports], [], [], 60)[0], self.shown
            text += os.read(self.reports, 1)
        return int(text)

    def until(self, words):
        """What is shown up to these words, and the words."""
        while words not in self.shown:
            assert select.select([self.terminal], [], [], 60)[0], self.shown
            self.shown += os.read(self.terminal, 4096)
        end = self.shown.index(words) + len(words)
        found, self.shown = self.shown[:end], self.shown[end:]
        return found

    def modes(self):
        return termios.tcgetattr(self.terminal)

    def at_decision(self):
        """Until a key is waited for; what was shown before."""
        shown = self.until(b"check? ")
        deadline = time.monotonic() + 60
        while self.modes()[3] & (termios.ICANON | termios.ECHO):
            assert time.monotonic() < deadline, "single keys are not read"
            time.sleep(0.005)
        return shown

    def press(self, keys):
        os.write(self.terminal, keys)

    def send(self, number):
        os.kill(self.process, number)


class Terminal(ProgramTest):
    """What a terminal is like in the middle of `uth play`, and after it."""

    def begin(self):
        """A game that waits for the first decision, and how the terminal was set before it."""
        job = Job("--seed", "1", "--hands", "1")
        self.addCleanup(job.close)
        job.until(b"leave: ")
        modes = job.modes()
        job.press(b"10\n")
        job.at_decision()
        return job, modes

    def assert_plays_on(self, job, modes):
        """A hand can be played to its end, and the terminal is as it was."""
        job.press(b"4")
        job.until(b"You leave with ")
        self.assertEqual(job.report(), 0)
        self.assertEqual(job.modes(), modes)

    def test_a_key_that_ends_the_program_leaves_the_terminal_as_it_was(self):
        for key, number in ((b"\x03", signal.SIGINT), (b"\x1c", signal.SIGQUIT)):
            with self.subTest(number.name):
                job, modes = self.begin()
                job.press(key)
                status = job.report()
                self.assertTrue(os.WIFSIGNALED(status), status)
                self.assertEqual(os.WTERMSIG(status), number)
                self.assertEqual(job.modes(), modes)

    def test_a_signal_that_ends_the_program_leaves_the_terminal_as_it_was(self):
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                job, modes = self.begin()
                job.send(number)
                status = job.report()
                self.assertTrue(os.WIFSIGNALED(status), status)
                self.assertEqual(os.WTERMSIG(status), number)
                self.assertEqual(job.modes(), modes)

    def test_a_stopped_game_leaves_the_terminal_as_it_was_and_goes_on_in_front(self):
        stops = (lambda job: job.press(b"\x1a"), lambda job: job.send(signal.SIGTSTP))
        for stop in stops:
            job, modes = self.begin()
            for _ in range(2):
                stop(job)
                status = job.report()
                self.assertTrue(os.WIFSTOPPED(status), status)
                self.assertEqual(os.WSTOPSIG(status), signal.SIGTSTP)
                self.assertEqual(job.modes(), modes)
                job.send(signal.SIGCONT)
                self.assertEqual(job.at_decision(), b"\r\n4x, 3x, check? ")
            self.assert_plays_on(job, modes)

    def test_a_stop_that_nobody_can_put_off_does_not_cost_the_keys(self):
        job, modes = self.begin()
        job.send(signal.SIGSTOP)
        self.assertTrue(os.WIFSTOPPED(job.report()))
        termios.tcsetattr(job.terminal, termios.TCSANOW, modes)  # as a shell does
        job.send(signal.SIGCONT)
        job.at_decision()
        self.assert_plays_on(job, modes)

    def test_special_keys_decide_nothing(self):
        """Delete has a 3 in it, Home an H and an arrow a C: all of them would be answers."""
        job, modes = self.begin()
        job.press(b"?")
        listed = job.until(b"this list").removeprefix(b"?\r\n")
        job.at_decision()
        arrows = (b"\x1bOC", b"\x1b[1;5C", b"\x1b\x1b[C")
        for key in (b"\x1b[3~", b"\x1b[H", *arrows, b"\x1b[[C", b"\x1b4"):
            with self.subTest(key):
                job.press(key + b"?")
                self.assertEqual(job.until(b"this list"), b"?\r\n" + listed)
                job.at_decision()
        self.assert_plays_on(job, modes)

    def test_a_special_key_does_not_swallow_the_one_that_ends_the_game(self):
        job, modes = self.begin()
        job.press(b"\x1b\x03")
        self.assertEqual(os.WTERMSIG(job.report()), signal.SIGINT)
        self.assertEqual(job.modes(), modes)

    def test_the_end_of_the_input_is_a_key_too(self):
        job, modes = self.begin()
        job.press(b"\x04")
        job.until(b"You leave with $980.")
        self.assertEqual(job.report(), 0)
        self.assertEqual(job.modes(), modes)


if __name__ == "__main__":
    main()
