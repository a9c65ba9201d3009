"""`uth eval`: a hand in words and as JSON."""
import json

from program import ProgramTest, main, uth


class Eval(ProgramTest):
    def test_a_hand_is_said_as_a_dealer_announces_it(self):
        """HAND-4"""
        run = uth("eval", "Kh Kd 4c 4s Qd 2h 3c")
        self.assert_done(run)
        self.assertEqual(run.out.decode().splitlines()[0], "two pairs, kings and fours, queen kicker")

    def test_five_six_and_seven_cards_make_a_hand(self):
        """HAND-3"""
        for cards in ("As Ks Qs Js Ts", "As Ks Qs Js Ts 2d", "As Ks Qs Js Ts 2d 3c"):
            with self.subTest(cards):
                self.assertIn(b"royal flush", uth("eval", cards).out)

    def test_json_says_the_same(self):
        run = uth("eval", "--json", "Kh Kd 4c 4s Qd 2h 3c")
        self.assert_done(run)
        answer = json.loads(run.out)
        self.assertEqual(answer["hand"], "two pairs")
        self.assertEqual(answer["description"], "two pairs, kings and fours, queen kicker")
        self.assertEqual(answer["cards"], "Kh Kd 4c 4s Qd 2h 3c")
        best = answer["best"].split()
        self.assertEqual([card[0] for card in best], list("KK44Q"))
        self.assertLessEqual(set(best), set(answer["cards"].split()))
        self.assertEqual(run.out.count(b"\n"), 1)

    def test_the_stronger_hand_has_the_larger_number(self):
        """HAND-2"""
        hands = [
            "As Kd 9c 4h 2s", "2s 2d 9c 4h 3s", "2s 2d 3c 3h 4s", "2s 2d 2c 3h 4s",
            "As 2d 3c 4h 5s", "2s 4s 6s 8s Ts", "2s 2d 2c 3h 3s", "2s 2d 2c 2h 3s",
            "As 2s 3s 4s 5s", "As Ks Qs Js Ts",
        ]  # fmt: skip
        strengths = [json.loads(uth("eval", "--json", hand).out)["strength"] for hand in hands]
        self.assertEqual(strengths, sorted(set(strengths)))

    def test_cards_are_read_as_people_type_them(self):
        expected = uth("eval", "Th 9h 8h 7h 6h").out
        for typed in ("10h 9h 8h 7h 6h", "th 9h 8h 7h 6h", "TH 9H 8H 7H 6H", "Th9h8h7h6h"):
            with self.subTest(typed):
                self.assertEqual(uth("eval", typed).out, expected)
        self.assertEqual(uth("eval", "Th", "9h", "8h", "7h", "6h").out, expected)

    def test_what_is_no_hand_is_refused_with_a_word_why(self):
        for cards, why in (
            ("As Ks", "five, six or seven cards"),
            ("As Ks Qs Js Ts 2d 3c 4c", "five, six or seven cards"),
            ("", "five, six or seven cards"),
            ("As As Ks Qs Js", "HAND-1"),
            ("Xs Ks Qs Js Ts", "not a card"),
            ("As Kx Qs Js Ts", "not a card"),
            ("As Ks Qs Js T", "not a card"),
            ("\u2660A Ks Qs Js Ts", "not a card"),
            ("A" * 100000, ""),
            ("%s%n%s%n%s", "not a card"),
        ):
            with self.subTest(cards[:20]):
                run = uth("eval", cards)
                self.assert_refused(run, "uth eval:", why)
                self.assertEqual(run.out, b"")
                self.assertEqual(run.err.count(b"\n"), 1)

    def test_no_cards_at_all_is_a_wrong_command_line(self):
        self.assert_usage(uth("eval"), "missing cards", "uth help eval")


if __name__ == "__main__":
    main()
