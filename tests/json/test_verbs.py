"""`uth call VERB` answers what the command of that name prints with --json."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from program import ProgramTest, main, uth  # noqa: E402


def call(verb, request):
    return uth("call", verb, given=request if isinstance(request, (str, bytes)) else json.dumps(request))


class Call(ProgramTest):
    def assert_same(self, verb, request, *command):
        answer, printed = call(verb, request), uth(*command)
        self.assert_done(answer)
        self.assert_done(printed)
        self.assertEqual(answer.out, printed.out)

    def test_each_verb_answers_as_its_command(self):
        self.assert_same("eval", {"cards": "As Kd Th 2c 3d"}, "eval", "--json", "As Kd Th 2c 3d")
        self.assert_same(
            "odds", {"cards": "Ah Kd", "board": "2c 3c 4d", "dead": "9h", "rules": "california-6"},
            "odds", "--json", "--cards", "Ah Kd", "--board", "2c 3c 4d", "--dead", "9h", "--rules", "california-6",
        )  # fmt: skip
        self.assert_same("par", {"strategy": "timid"}, "par", "--json", "--strategy", "timid")
        self.assert_same("strategy", {"rules": "california-8"}, "strategy", "--json", "--rules", "california-8")
        self.assert_same("rules", {}, "rules", "list", "--json")
        for name in ("washington", "california-6", "california-8"):
            self.assert_same("placard", {"rules": name}, "placard", "--json", "--rules", name)

    def test_simulate_plays_as_its_command_and_leaves_out_how_long_it_took(self):
        for request, options in (
            ({"rounds": 20000, "threads": 1}, ["--rounds", "20000", "--threads", "1"]),
            (
                {"rules": "california-6", "rounds": 9000, "seed": 7, "threads": 2, "strategy": "simple", "ante": 1000,
                 "wagers": {"trips": 500}, "seats": 3, "bank_wager": 5000},
                ["--rules", "california-6", "--rounds", "9000", "--seed", "7", "--threads", "2", "--strategy", "simple",
                 "--ante", "1000", "--wagers", "trips", "--trips", "500", "--seats", "3", "--bank-wager", "5000"],
            ),
            (
                {"sessions": 30, "rounds_per_session": 50, "bankroll": 40000, "meter": True, "threads": 1},
                ["--sessions", "30", "--rounds-per-session", "50", "--bankroll", "40000", "--meter", "--threads", "1"],
            ),
        ):  # fmt: skip
            printed = json.loads(uth("simulate", "--json", *options).out)
            del printed["seconds"], printed["rounds_per_second"]
            answer = call("simulate", request)
            self.assert_done(answer)
            self.assertEqual(json.loads(answer.out), printed)

    def test_rules_show_answers_the_profile(self):
        shown = json.loads(uth("rules", "show", "washington", "--json").out)
        self.assertEqual(json.loads(call("rules", {"rules": "washington"}).out), shown)

    def test_settle_answers_each_line_as_the_command_does(self):
        cases = pathlib.Path(__file__).resolve().parent.parent / "settle" / "settle_cases.in.jsonl"
        rounds = [line for line in cases.read_bytes().splitlines() if line.strip()][:40]
        for line in rounds:
            self.assertEqual(call("settle", line).out, uth("settle", given=line + b"\n").out)

    def test_a_refusal_is_an_answer_with_status_1(self):
        run = call("eval", {"cards": "As As Kd Qd Jd"})
        self.assertEqual((run.status, run.err), (1, b""))
        self.assertEqual(json.loads(run.out)["error"]["clause"], "HAND-1")
        self.assertEqual(call("nothing", {}).status, 1)
        self.assertEqual(call("settle", "{").status, 1)

    def test_a_verb_is_needed_and_one_file_at_most(self):
        self.assert_usage(uth("call"), "give a verb")
        self.assert_usage(uth("call", "eval", "a", "b"), "give a verb")
        self.assert_refused(uth("call", "eval", "/nowhere"), "/nowhere")


if __name__ == "__main__":
    main()
