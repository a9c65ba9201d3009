"""Whatever is asked, there is an answer or an exception, and the memory is given back."""
import array
import json
import random
import resource

import uth

BAD = [
    lambda: uth.evaluate("As As Kd Qd Jd"), lambda: uth.evaluate(""), lambda: uth.evaluate("\x00"),
    lambda: uth.evaluate("\ud800"), lambda: uth.evaluate(7), lambda: uth.evaluate([1, 2]),
    lambda: uth.odds("Ah"), lambda: uth.odds("Ah Kd", board="2c"), lambda: uth.odds("Ah Kd", ante=-1),
    lambda: uth.odds("Ah Kd", rules="nevada"), lambda: uth.par("nevada"), lambda: uth.par(strategy="bold"),
    lambda: uth.par(threads=0), lambda: uth.par(threads=2**70), lambda: uth.strategy(rules={"based_on": 1}),
    lambda: uth.simulate(rounds=0), lambda: uth.simulate(nothing=1), lambda: uth.simulate(rounds=float("nan")),
    lambda: uth.settle({}), lambda: uth.settle({"rules": "washington", "players": []}),
    lambda: uth.placard("x" * 100000), lambda: uth.Rules({"based_on": "washington", "seats": 70}),
    lambda: uth.call("nothing", {}), lambda: uth.call("a\0b", {}), lambda: uth.call("eval", {"cards": "x" * 100000}),
    lambda: uth.evaluate_many(b"123"), lambda: uth.evaluate_many(bytes(7)), lambda: uth.evaluate_many("text"),
    lambda: uth.evaluate_many(bytes([255] * 7)), lambda: uth.evaluate_many(b"", bytearray(2)),
    lambda: uth.evaluate_many(bytes(range(7)), bytes(2)), lambda: uth.evaluate_many(memoryview(bytes(28))[::2]),
    lambda: uth.Player("nevada"), lambda: uth.Player(strategy="bold"), lambda: PLAYER.act(b"1"),
    lambda: PLAYER.act(bytes([3, 3])), lambda: ENV.step("5x"), lambda: ENV.reset(options={"deck": [1] * 9}),
    lambda: ENV.reset(options={"deck": [-1, *range(8)]}), lambda: uth.Env(ante=7).step("4x") if settled() else None,
]  # fmt: skip


def settled():
    env = uth.Env(ante=7)
    env.reset(seed=1)
    env.step("4x")


PLAYER = uth.Player()
ENV = uth.Env()
for bad in BAD:
    try:
        bad()
    except (ValueError, TypeError, BufferError):
        pass
    else:
        raise AssertionError(f"taken: {BAD.index(bad)}")

assert len(uth.evaluate_many(b"")) == 0
assert uth.evaluate_many(array.array("B", range(7)))[0] == uth.evaluate_many(bytes(range(7)))[0]

source = random.Random(11)
text = json.dumps({"rules": "washington", "cards": "As Kd Th 2c 3d", "board": "2c 3c 4d", "players": [{"seat": 1}]})
CHEAP = ("eval", "rules", "settle", "placard")


def spoiled():
    letters = list(text)
    for _ in range(source.randrange(4)):
        letters[source.randrange(len(letters))] = chr(source.choice((0, 34, 92, 123, 125, 0x7f, 0xd800, 0x1f600)))
    return "".join(letters)


def kilobytes():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() // 1024


for turn in range(12):
    for _ in range(1500):
        json.loads(uth.call_text(source.choice(CHEAP), spoiled()))
    if turn == 3:
        before = kilobytes()
assert kilobytes() - before < 2048, (before, kilobytes())
