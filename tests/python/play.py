"""play.py ROUNDS: perfect play in an Env agrees with the exact value within 4 standard errors."""
import fractions
import math
import sys

import uth

rounds = int(sys.argv[1])
for rules in ("washington", "california-6") if rounds < 100000 else ("washington",):
    env, perfect = uth.Env(rules), uth.Player(rules)
    total = squares = 0
    observation, info = env.reset(seed=20)
    for _ in range(rounds):
        terminated = False
        while not terminated:
            action = perfect.act(bytes(observation.hole), bytes(observation.board))
            observation, reward, terminated, truncated, info = env.step(action)
            assert not truncated
        total += info["net"]
        squares += info["net"] ** 2
        observation, info = env.reset()
    mean = float(total / rounds)
    error = math.sqrt((float(squares) / rounds - mean * mean) / rounds)
    exact = float(fractions.Fraction(uth.par(rules)["base"]["ev"]))
    print(f"{rules}: {rounds} rounds, mean {mean:.6f}, exact {exact:.6f}, {(mean - exact) / error:+.2f} errors")
    assert abs(mean - exact) <= 4 * error
