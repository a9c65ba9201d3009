"""`uth settle` takes the same memory however long its input is."""
import json
import subprocess

from program import UTH, ProgramTest, main

PLAYER = {"ante": 500, "blind": 500, "trips": 500, "play": ["check", "2x"]}
ROUND = {
    "id": "r",
    "rules": "washington",
    "community": "Ah 2d 3s Kc Kd",
    "dealer": "Qc 4d",
    "players": [
        {"seat": seat, "cards": cards, **PLAYER}
        for seat, cards in enumerate(("4c 5h", "7c 7h", "8c 9h", "Tc Th"), 1)
    ],
}
LINES = (json.dumps(ROUND) + "\nnot a round\n" + json.dumps({**ROUND, "x": 1}) + "\n").encode()


def peak_memory(lines):
    """In kilobytes, of settling so many lines; asked for before the input ends."""
    with subprocess.Popen(
        [UTH, "settle"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as process:
        for _ in range(lines // 300):
            process.stdin.write(LINES * 100)
        process.stdin.flush()
        with open(f"/proc/{process.pid}/status") as status:
            (peak,) = [int(line.split()[1]) for line in status if line.startswith("VmHWM:")]
        process.stdin.close()
        assert process.wait() == 1, process.returncode
    return peak


class Memory(ProgramTest):
    def test_two_hundred_thousand_lines_take_no_more_than_a_thousand(self):
        few, many = peak_memory(1000), peak_memory(200000)
        print(f"# {few} KB for 1,000 lines, {many} KB for 200,000")
        self.assertLess(many, few + 512)
        # The libraries the program is linked with are half of it.
        self.assertLess(many, 16 * 1024)


if __name__ == "__main__":
    main()
