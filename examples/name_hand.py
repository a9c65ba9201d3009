#!/usr/bin/env python3
"""Say the hand that seven cards make: name_hand.c from Python, without a compiler."""
import ctypes
import ctypes.util
import os

uth = ctypes.CDLL(os.environ.get("LIBUTH") or ctypes.util.find_library("uth"))
uth.uth_status_text.restype = ctypes.c_char_p

UTH_HAND_WORDS_MAX = 80


def name_hand(text):
    cards = (ctypes.c_uint8 * 7)()
    count = ctypes.c_size_t()
    status = uth.uth_cards_parse(
        text.encode(), ctypes.c_size_t(len(text)), cards, ctypes.c_size_t(7), ctypes.byref(count)
    )
    if status != 0:
        return uth.uth_status_text(status).decode()
    if count.value < 5:
        return "wrong number of cards"
    words = ctypes.create_string_buffer(UTH_HAND_WORDS_MAX)
    uth.uth_hand_words(cards, count, words)
    return words.value.decode()


for hand in ("Kd Kh 4s 4c Qh 9d 2c", "9d 6h 8d Ks 6s 4s Jh", "As As Qs Js Ts 2d 3c", "As Ks"):
    print(f"{hand}: {name_hand(hand)}")
