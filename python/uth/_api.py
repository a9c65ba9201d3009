"""The functions of the package: one for each verb of libuth-json, with types and examples."""
import array
import ctypes
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from ._library import Refused, ask, lib

Document = Dict[str, Any]
Cards = Union[str, Iterable[str]]
Profile = Union[str, Mapping[str, Any], "Rules"]

_RANKS = "23456789TJQKA"
_SUITS = "cdhs"


def _cards(cards: Cards) -> str:
    return cards if isinstance(cards, str) else " ".join(cards)


def _request(rules: Optional[Profile], **members: Any) -> Document:
    request = {name: value for name, value in members.items() if value is not None}
    if rules is not None:
        request["rules"] = rules.document if isinstance(rules, Rules) else rules
    return request


def call(verb: str, request: Mapping[str, Any]) -> Document:
    """Any verb with any request, as docs/json.md has them.

    >>> import uth
    >>> uth.call("eval", {"cards": "2c 3c 4c 5c 7d"})["hand"]
    'high card'
    """
    return ask(verb, dict(request))


class Rules:
    """A rule profile: a built-in one by name, or one of your own.

    >>> import uth
    >>> uth.Rules.names()
    ['california-8', 'california-6', 'washington']
    >>> uth.Rules("washington").document["seats"]
    7
    >>> eight = uth.Rules("washington").change(name="eight", title="Eight seats", seats=8)
    >>> eight.document["seats"], eight.warnings
    (8, [])
    >>> uth.Rules("washington").change(seats=70)
    Traceback (most recent call last):
    ...
    uth.Refused: INPUT: rules.seats: got 70, expected 1 to 8 seats
    """

    document: Document

    def __init__(self, profile: Profile = "washington"):
        self.document = ask("rules", _request(profile, action="show"))

    @staticmethod
    def names() -> List[str]:
        """The built-in profiles."""
        return [entry["name"] for entry in ask("rules", {})["rules"]]

    def change(self, **fields: Any) -> "Rules":
        """Another profile that differs in these fields; checked."""
        return Rules({**self.document, **fields})

    @property
    def warnings(self) -> List[str]:
        """What is allowed but worth a second look."""
        return ask("rules", {"action": "check", "rules": self.document})["warnings"]

    def __repr__(self) -> str:
        return f"Rules({self.document['name']!r})"


def evaluate(cards: Cards) -> Document:
    """The best five of five, six or seven cards.

    >>> import uth
    >>> hand = uth.evaluate("Kh Kd 4c 4s Qd 2h 3c")
    >>> hand["hand"], hand["best"]
    ('two pairs', 'Kh Kd 4c 4s Qd')
    >>> hand["strength"] > uth.evaluate(["2h", "2d", "4c", "4s", "Qd"])["strength"]
    True
    """
    return ask("eval", {"cards": _cards(cards)})


def card_bytes(cards: Cards) -> bytes:
    """Cards as evaluate_many takes them: a byte each, rank * 4 + suit.

    >>> import uth
    >>> list(uth.card_bytes("2c 2d As"))
    [0, 1, 51]
    """
    names = _cards(cards).replace(" ", "")
    try:
        return bytes(
            _RANKS.index(names[i]) * 4 + _SUITS.index(names[i + 1]) for i in range(0, len(names), 2)
        )
    except (ValueError, IndexError):
        raise Refused("INPUT", "cards: no such card") from None


class _Buffer(ctypes.Structure):
    """Py_buffer, which has not changed since Python 3."""

    _fields_ = [
        ("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p),
    ]  # fmt: skip


_get_buffer = ctypes.pythonapi.PyObject_GetBuffer
_get_buffer.argtypes = (ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int)
_get_buffer.restype = ctypes.c_int
_release_buffer = ctypes.pythonapi.PyBuffer_Release
_release_buffer.argtypes = (ctypes.POINTER(_Buffer),)
_release_buffer.restype = None
_WRITABLE = 1


class _Borrowed:
    """The memory of an object that lends it, plain and in one piece; with its length."""

    def __init__(self, lender: Any, writable: bool):
        self._view = _Buffer()
        _get_buffer(lender, ctypes.byref(self._view), _WRITABLE if writable else 0)

    def __enter__(self) -> _Buffer:
        return self._view

    def __exit__(self, *_: Any) -> None:
        _release_buffer(ctypes.byref(self._view))


def evaluate_many(cards: Any, out: Any = None) -> Any:
    """The strengths of many hands of seven cards: a buffer of seven bytes each (card_bytes), as bytes, an
    array, a memoryview or an array of numpy. Returns array('H'), or fills `out`, a buffer of 16-bit
    numbers, and returns it. The larger number is the better hand.

    >>> import uth
    >>> deals = uth.card_bytes("As Ks Qs Js Ts 2d 3c" + "2c 2d 7h 8s 9d Jc Kd")
    >>> strengths = uth.evaluate_many(deals)
    >>> strengths[0] == uth.evaluate("As Ks Qs Js Ts 2d 3c")["strength"]
    True
    >>> uth.evaluate_many(bytes(7))
    Traceback (most recent call last):
    ...
    uth.Refused: HAND-1: hand 0 is not seven different cards
    """
    with _Borrowed(cards, False) as given:
        count, rest = divmod(given.len, 7)
        if rest != 0:
            raise Refused("INPUT", f"cards: {given.len} bytes are not seven for each hand")
        if out is None:
            out = array.array("H", bytes(2 * count))
        with _Borrowed(out, True) as taken:
            if taken.len != 2 * count:
                raise Refused("INPUT", f"out: {taken.len} bytes, expected two for each of {count} hands")
            done = lib.uth_hands_of_seven(given.buf, count, taken.buf)
    if done != count:
        raise Refused("HAND-1", f"hand {done} is not seven different cards")
    return out


def odds(
    cards: Cards, board: Cards = "", dead: Cards = "", rules: Optional[Profile] = None,
    ante: Optional[int] = None,
) -> Document:  # fmt: skip
    """The exact value of each legal action, in antes.

    >>> import uth
    >>> answer = uth.odds("Ah Kd", board="2c 3c 4d")
    >>> answer["best"], answer["actions"][0]["action"], answer["actions"][0]["ev"]
    ('2x', '2x', '-427337/1070190')
    """
    return ask(
        "odds", _request(rules, cards=_cards(cards), board=_cards(board), dead=_cards(dead), ante=ante)
    )


def par(
    rules: Optional[Profile] = None, strategy: Optional[str] = None, ante: Optional[int] = None,
    threads: Optional[int] = None, chart: Optional[bool] = None,
) -> Document:  # fmt: skip
    """The report of a profile: house edge, variance, what each side bet costs.

    >>> import uth
    >>> uth.par()["base"]["ev"]
    '-50643648973/2317817502000'
    """
    return ask("par", _request(rules, strategy=strategy, ante=ante, threads=threads, chart=chart))


def strategy(
    rules: Optional[Profile] = None, ante: Optional[int] = None, threads: Optional[int] = None
) -> Document:
    """Perfect play before the flop: each of the 169 starting hands.

    >>> import uth
    >>> [hand["best"] for hand in uth.strategy()["hands"] if hand["hand"] in ("K2s", "K2o")]
    ['4x', 'check']
    """
    return ask("strategy", _request(rules, ante=ante, threads=threads))


def simulate(rules: Optional[Profile] = None, **options: Any) -> Document:
    """Plays `rounds` rounds. The same arguments give the same numbers. docs/json.md has the options.

    >>> import uth
    >>> played = uth.simulate(rounds=1000, seed=7, wagers={})
    >>> played["rounds"], played["wagers"]["ante"]["stake"]
    (1000, 500)
    """
    return ask("simulate", _request(rules, **options))


def settle(round: Mapping[str, Any]) -> Document:
    """Settles one round, as docs/formats.md writes it down.

    >>> import uth
    >>> answer = uth.settle({
    ...     "rules": "washington", "community": "2c 3c 4c 5c 6c", "dealer": "7c 8c",
    ...     "players": [{"seat": 1, "ante": 500, "blind": 500, "cards": "9c Tc", "play": ["4x"]}],
    ... })
    >>> answer["players"][0]["result"], answer["players"][0]["net"]
    ('lose', -3000)
    """
    document = dict(round)
    if isinstance(document.get("rules"), Rules):
        document["rules"] = document["rules"].document
    return ask("settle", document)


def placard(rules: Optional[Profile] = None) -> Document:
    """What hangs at a table.

    >>> import uth
    >>> uth.placard("washington")["inscription"]
    'Dealer only plays with a pair or higher'
    """
    return ask("placard", _request(rules))


class Caller:
    """Keeps the solved game between calls: the first report takes most of a second, others milliseconds.
    One thread at a time may use it.

    >>> import uth
    >>> with uth.Caller() as caller:
    ...     edge = caller.call("par", {})["base"]["house_edge"]
    >>> edge
    '50643648973/2317817502000'
    """

    def __init__(self) -> None:
        self._caller = lib.uth_caller_open()
        if not self._caller:
            raise MemoryError("libuth-json")

    def call(self, verb: str, request: Mapping[str, Any]) -> Document:
        if self._caller is None:
            raise ValueError("the caller is closed")
        return ask(verb, dict(request), self._caller)

    def close(self) -> None:
        if self._caller is not None:
            lib.uth_caller_close(self._caller)
            self._caller = None

    def __enter__(self) -> "Caller":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_caller", None) is not None:
            self.close()
