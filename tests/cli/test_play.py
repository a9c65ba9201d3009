"""`uth play` over a pipe: the same seed and the same answers give the same hands."""
from program import ProgramTest, main, uth

# Ante and Trips, then the decisions of each street; what is no answer is asked again.
SCRIPT = "10 5\n4x\n" "lots\n5\ncheck\nhm\n2x\n" "\nc\nc\nf\n"


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
        for part in (b"BET-3", b"You do not hold that much", b"An Ante such as 10"):
            self.assertIn(part, run.out)
        self.assertIn(b"You leave with $1000.", run.out)

    def test_what_is_no_wager_is_taken_for_none(self):
        for typed in ("0000105", "-5", "+5", "10x", "10 5 7", "10,5", "1 0x5", "ten"):
            with self.subTest(typed):
                run = uth("play", given=typed + "\nq\n")
                self.assertIn(b"An Ante such as 10, or Ante and Trips such as 10 5.", run.out)
                self.assertIn(b"You leave with $1000.", run.out)

    def test_a_size_the_player_cannot_afford_is_not_offered(self):
        """PLAY-4"""
        run = uth("play", "--rules", "california-8", "--seed", "1", "--hands", "1",
                  given="250\nc\nc\nf\n")  # fmt: skip
        offers = [line for line in run.out.decode().splitlines() if "check?" in line]
        self.assertEqual(offers[0].split("?")[0], "check")
        self.assertEqual(offers[1].split("?")[0], "2x, check")

    def test_no_hands_are_played_when_none_are_asked_for(self):
        run = uth("play", "--hands", "0")
        self.assert_done(run)
        self.assertNotIn(b"Ante", run.out)


if __name__ == "__main__":
    main()
