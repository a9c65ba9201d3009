"""libuth-json by ctypes: the C functions, and nothing that knows the game."""
import ctypes
import json
import os
import pathlib
from typing import Any, Optional

_HERE = pathlib.Path(__file__).resolve().parent / "_lib"


def _load() -> ctypes.CDLL:
    """The libraries beside this file, each before the one that needs it; else the system's."""
    if (_HERE / "libuth-json.so.0").exists():
        for name in ("libjansson.so.4", "libuth.so.0"):
            ctypes.CDLL(str(_HERE / name))
        return ctypes.CDLL(str(_HERE / "libuth-json.so.0"))
    return ctypes.CDLL(os.environ.get("UTH_JSON_LIBRARY", "libuth-json.so.0"))


lib = _load()

_text = ctypes.c_void_p  # freed by us, so not a c_char_p, which ctypes would copy and forget
lib.uth_call.restype = _text
lib.uth_call.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t)
lib.uth_free.restype = None
lib.uth_free.argtypes = (_text,)
lib.uth_caller_open.restype = ctypes.c_void_p
lib.uth_caller_open.argtypes = ()
lib.uth_caller_close.restype = None
lib.uth_caller_close.argtypes = (ctypes.c_void_p,)
lib.uth_caller_call.restype = _text
lib.uth_caller_call.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t)
lib.uth_hands_of_seven.restype = ctypes.c_size_t
lib.uth_hands_of_seven.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
lib.uth_player_open.restype = ctypes.c_void_p
lib.uth_player_open.argtypes = (ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(_text))
lib.uth_player_close.restype = None
lib.uth_player_close.argtypes = (ctypes.c_void_p,)
lib.uth_player_play.restype = ctypes.c_int
lib.uth_player_play.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t)


class Refused(ValueError):
    """What was asked breaks a rule. `clause` names it; it is INPUT for what is no request.

    >>> import uth
    >>> try:
    ...     uth.odds("Ah Kd", board="2c 3c")
    ... except uth.Refused as refused:
    ...     print(refused.clause)
    INPUT
    """

    def __init__(self, clause: str, message: str):
        super().__init__(f"{clause}: {message}")
        self.clause = clause
        self.message = message


Refused.__module__ = "uth"


def take(answer: Optional[int]) -> bytes:
    """The bytes of an answer, which is freed."""
    if not answer:
        raise MemoryError("libuth-json")
    try:
        return ctypes.string_at(answer)
    finally:
        lib.uth_free(answer)


def raise_refusal(document: Any) -> None:
    error = document.get("error") if isinstance(document, dict) else None
    if isinstance(error, dict) and "clause" in error and document.get("ok") is not False:
        raise Refused(error["clause"], error["message"])


def as_request(request: Any) -> bytes:
    return json.dumps(request, separators=(",", ":"), allow_nan=False).encode()


def call_text(verb: str, request: str) -> str:
    """One call as text: a JSON object in, a JSON document out. A refusal is a document, too.

    >>> import uth
    >>> uth.call_text("eval", "{}")
    '{"error":{"clause":"INPUT","message":"cards: got nothing, expected five, six or seven cards"}}'
    """
    given = request.encode("utf-8", "surrogatepass")
    return take(lib.uth_call(_verb(verb), given, len(given))).decode()


def _verb(verb: str) -> bytes:
    name = verb.encode("utf-8", "surrogatepass")
    if b"\0" in name:
        raise Refused("INPUT", "verb: a name has no zero byte")
    return name


def ask(verb: str, request: Any, caller: Optional[int] = None) -> Any:
    """One call with objects of Python; raises Refused."""
    given = as_request(request)
    if caller is None:
        answer = lib.uth_call(_verb(verb), given, len(given))
    else:
        answer = lib.uth_caller_call(caller, _verb(verb), given, len(given))
    document = json.loads(take(answer))
    raise_refusal(document)
    return document
