"""speed.py UTH: evaluate_many beside C's own loop in the same run, the better of several each."""
import ctypes
import pathlib
import random
import time

import uth

HANDS = 200000
libuth = ctypes.CDLL(str(pathlib.Path(uth.__file__).parent / "_lib" / "libuth.so.0"))
libuth.uth_hand_of_many.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
libuth.uth_hand_of_many.restype = None

source = random.Random(3)
cards = bytearray(b"".join(bytes(source.sample(range(52), 7)) for _ in range(HANDS)))
strengths, expected = bytearray(2 * HANDS), bytearray(2 * HANDS)
address = lambda memory: ctypes.addressof(ctypes.c_char.from_buffer(memory))  # noqa: E731
given, wanted = address(cards), address(expected)


def best(work):
    times = []
    for _ in range(40):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


in_c = best(lambda: libuth.uth_hand_of_many(given, HANDS, wanted))
in_python = best(lambda: uth.evaluate_many(cards, strengths))
assert strengths == expected
print(f"C {HANDS / in_c / 1e6:.0f} million hands a second, Python {HANDS / in_python / 1e6:.0f}: {in_c / in_python:.2f}")
assert in_python <= 2 * in_c
