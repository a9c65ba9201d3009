"""A flood: two hundred sockets of four addresses ask for guests, try passwords, send junk, do not read, and fill the
queue of a table, as fast as each of them may.

usage: flood.py PORT SECONDS SEED     one line of JSON for each address"""
import json
import random
import socket
import sys
import threading
import time

from attacks import HOST, PORT, SECONDS, SEED, Attack, frame

ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
NAMES = ("manager", "Dora", "nobody", "Guest 1", "Alder")
# The sockets of one address, by what they do: 50 in all.
LOGINS, GUESTS, JUNK, SLOW_PAGES, SLOW_SOCKETS, QUEUE = 10, 10, 8, 4, 4, 14
PAUSE = 0.02  # after each act: one attacker is no faster than a message limit of 50 a second


def over():
    return time.monotonic() > END


def request(attack, path, body):
    """The status of the answer; 0 when there is none."""
    with attack.connect(timeout=20) as stream:
        stream.sendall(f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
                       f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
        head = stream.recv(256)
    return int(head[9:12]) if head[9:12].isdigit() else 0


def tries_passwords(attack, rng):
    name = rng.choice(NAMES) if rng.random() < 0.7 else f"name {rng.randrange(100000)}"
    body = json.dumps({"name": name, "password": f"wrong {rng.getrandbits(32)}"})
    attack.count(f"log-in {request(attack, '/api/login', body)}")


def asks_for_guests(attack, _rng):
    attack.count(f"guest {request(attack, '/api/guest', '')}")


def sends_junk(attack, rng):
    with attack.connect(timeout=2) as stream:
        stream.sendall(rng.randbytes(rng.randrange(1, 2000)) + b"\r\n\r\n")
        stream.recv(256)
    attack.count("junk")


def reads_no_page(attack, _rng):
    with attack.connect(receive=1024) as stream:
        stream.sendall(f"GET /api/rules/washington HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        wait(5)
    attack.count("page not read")


def reads_no_socket(attack, _rng):
    """Asks for views of the busy table again and again, and takes none."""
    with attack.socket(attack.cookie, receive=1024) as stream:
        for _ in range(60):
            stream.sendall(frame(1, b'{"type":"watch","table":1}'))
        wait(10)
    attack.count("socket not read")


def fills_the_queue(attack, rng):
    """Commands at the table of the honest, right in form, as many as a connection may send."""
    with attack.socket(attack.cookie) as stream:
        stream.settimeout(0.001)
        number = 0
        while not over():
            number += 1
            kind = rng.choice(({"type": "sit_out", "on": True}, {"type": "stand"}, {"type": "decide", "round": 1, "street": "preflop", "action": "check"},
                               {"type": "sit", "seat": 1, "amount": 1000}))
            stream.sendall(frame(1, json.dumps({**kind, "table": 1, "id": number}).encode()))
            attack.count("command")
            try:
                if not stream.recv(1 << 16):
                    return
            except TimeoutError:
                pass
            time.sleep(PAUSE * 1.05)


def wait(seconds):
    time.sleep(max(0, min(seconds, END - time.monotonic())))


def again_and_again(act, attack, number):
    rng = random.Random(f"{SEED} {attack.address} {act.__name__} {number}")
    while not over():
        attack.one()
        try:
            act(attack, rng)
        except (OSError, socket.timeout):
            attack.count("closed")
        wait(PAUSE)


def cookie_of(attack):
    """Each address plays the part of one guest as well, who came before the others."""
    while not over():
        try:
            return attack.guest()
        except OSError:
            wait(0.5)
    return ""


def main():
    attacks = [Attack("flood", address) for address in ADDRESSES]
    threads = []
    for attack in attacks:
        attack.cookie = cookie_of(attack)
        for act, count in ((tries_passwords, LOGINS), (asks_for_guests, GUESTS), (sends_junk, JUNK),
                           (reads_no_page, SLOW_PAGES), (reads_no_socket, SLOW_SOCKETS), (fills_the_queue, QUEUE)):
            threads += [threading.Thread(target=again_and_again, args=(act, attack, i)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for attack in attacks:
        print(json.dumps({"address": attack.address, "sockets": len(threads) // len(attacks), "tried": attack.tried,
                          "came": attack.came}), flush=True)


END = time.monotonic() + SECONDS
assert PORT and len(sys.argv) >= 4

if __name__ == "__main__":
    main()
