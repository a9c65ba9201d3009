"""Playing the base game: an environment in the manner of Gymnasium, and a player for it."""
import ctypes
import json
import random
from fractions import Fraction
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ._api import Profile, Rules
from ._library import as_request, ask, lib, raise_refusal, take

_NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
_STREETS = ("preflop", "flop", "river")
_BOARD = (0, 3, 5)


class Observation(NamedTuple):
    """What the player sees. Cards are bytes, rank * 4 + suit; `str()` of an Env names them."""

    street: str
    hole: Tuple[int, ...]
    board: Tuple[int, ...]


class Player:
    """Plays a strategy: perfect play, or "simple", "never-fold", "timid".

    >>> import uth
    >>> perfect = uth.Player()
    >>> perfect.act(uth.card_bytes("As Ah"))
    '4x'
    >>> perfect.act(uth.card_bytes("2c 7d"), uth.card_bytes("Kh Qh 9s 4d 3c"))
    'fold'
    """

    def __init__(self, rules: Optional[Profile] = None, strategy: str = "optimal"):
        refusal = ctypes.c_void_p()
        request = as_request({"rules": Rules(rules or "washington").document, "strategy": strategy})
        self._player = lib.uth_player_open(request, len(request), ctypes.byref(refusal))
        if not self._player:
            raise_refusal(json.loads(take(refusal.value)))

    def act(self, hole: bytes, board: bytes = b"") -> str:
        """"4x", "check", "fold" …"""
        cards = bytes(hole) + bytes(board)
        play = lib.uth_player_play(self._player, cards, len(cards))
        if play < 0:
            raise ValueError("two hole cards and a board of none, three or five, all different")
        return f"{play}x" if play else "fold" if len(cards) == 7 else "check"

    def __del__(self) -> None:
        if getattr(self, "_player", None):
            lib.uth_player_close(self._player)
            self._player = None


class Env:
    """One player against the dealer: reset, step until terminated, and again. The reward of a round is what
    Ante, Blind and Play won or lost, in antes; `info["net"]` has it exactly.

    >>> import uth
    >>> env, perfect = uth.Env(), uth.Player()
    >>> observation, info = env.reset(seed=1)
    >>> terminated = False
    >>> while not terminated:
    ...     action = perfect.act(observation.hole, observation.board)
    ...     assert action in env.legal_actions()
    ...     observation, reward, terminated, truncated, info = env.step(action)
    >>> env.legal_actions(), info["net"] == reward
    ([], True)
    """

    def __init__(self, rules: Optional[Profile] = None, ante: Optional[int] = None):
        self.rules = Rules(rules or "washington")
        profile = self.rules.document
        # Settled under the name where the library has it: that is read faster than a whole profile.
        builtin = profile["name"] in Rules.names() and Rules(profile["name"]).document == profile
        self._named: Any = profile["name"] if builtin else profile
        self._raises: List[List[str]] = [
            [f"{size}x" for size in profile["raises"][street]] for street in _STREETS
        ]
        self._ante = ante if ante is not None else _least_ante(profile)
        self._banked = profile["banked_by"] == "player"
        self._random = random.Random()
        self._deal: List[int] = []
        self._played: List[str] = []
        self._street = len(_STREETS)

    def legal_actions(self) -> List[str]:
        """In the order of the rules, the bets before the check or the fold; none when the round is over."""
        if self._street == len(_STREETS):
            return []
        last = "fold" if self._street == len(_STREETS) - 1 else "check"
        return [*self._raises[self._street], last]

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Dict[str, Any]]:
        """Deals. `seed` starts the cards anew; `options={"deck": [...]}` gives the first nine."""
        if seed is not None:
            self._random = random.Random(seed)
        deck = (options or {}).get("deck")
        self._deal = list(deck)[:9] if deck is not None else self._random.sample(range(52), 9)
        if len(set(self._deal)) != 9 or not all(0 <= card < 52 for card in self._deal):
            raise ValueError("a round has nine different cards")
        self._played = []
        self._street = 0
        return self._observe(), {"legal_actions": self.legal_actions()}

    def step(self, action: str) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        """The observation, the reward, whether the round is over, False, and more."""
        if action not in self.legal_actions():
            raise ValueError(f"{action!r} is not one of {self.legal_actions()}")
        self._played.append(action)
        if action == "check":
            self._street += 1
            return self._observe(), 0.0, False, False, {"legal_actions": self.legal_actions()}
        self._street = len(_STREETS)
        answer = self._settle()
        player = answer["players"][0]
        net = Fraction(sum(wager["net"] for wager in player["wagers"].values()), self._ante)
        info = {"legal_actions": [], "net": net, "settlement": answer}
        return self._observe(), float(net), True, False, info

    def _observe(self) -> Observation:
        street = min(self._street, len(_STREETS) - 1)
        return Observation(
            _STREETS[street], tuple(self._deal[:2]), tuple(self._deal[4 : 4 + _BOARD[street]])
        )

    def _settle(self) -> Dict[str, Any]:
        names = [_NAMES[card] for card in self._deal]
        player = {
            "seat": 1, "ante": self._ante, "blind": self._ante, "cards": " ".join(names[:2]),
            "play": self._played,
        }  # fmt: skip
        bank = {"bank": {"seat": 2, "wager": 1000 * self._ante}} if self._banked else {}
        return ask("settle", {
            "rules": self._named, **bank, "community": " ".join(names[4:]),
            "dealer": " ".join(names[2:4]), "players": [player],
        })  # fmt: skip

    def __str__(self) -> str:
        seen = self._observe()
        name = lambda cards: " ".join(_NAMES[card] for card in cards)  # noqa: E731
        return f"{seen.street}: {name(seen.hole)} on {name(seen.board) or 'no board'}"


def _least_ante(profile: Dict[str, Any]) -> int:
    """The smallest Ante of the table, in its chips."""
    use = profile["collection"]
    limits = profile["collections"][use - 1]["spot"] if use else profile["limits"]["ante"]
    return max(limits["min"], profile["chip"])
