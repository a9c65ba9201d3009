"""Ultimate Texas Hold'em: hands, settlement, exact odds, reports, strategies and simulation.

>>> import uth
>>> uth.evaluate("As Ks Qs Js Ts 2d 3c")["description"]
'a royal flush'

What breaks a rule raises `Refused`, with the clause of the rulebook:

>>> uth.evaluate("As As Kd Qd Jd")
Traceback (most recent call last):
...
uth.Refused: HAND-1: cards: the same card appears twice
"""
from ._api import (
    Caller,
    Rules,
    call,
    card_bytes,
    evaluate,
    evaluate_many,
    odds,
    par,
    placard,
    settle,
    simulate,
    strategy,
)
from ._library import Refused, call_text
from ._env import Env, Player

__all__ = [
    "Caller",
    "Env",
    "Player",
    "Refused",
    "Rules",
    "call",
    "call_text",
    "card_bytes",
    "evaluate",
    "evaluate_many",
    "odds",
    "par",
    "placard",
    "settle",
    "simulate",
    "strategy",
]
__version__ = "@VERSION@"
