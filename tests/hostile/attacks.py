"""What strangers do to a server: broken HTTP, broken WebSocket, floods, crowds, slowness. Each attack
comes from an address of its own in 127/8, is bounded in count and time, and says what it tried, what
came of it, and what should not have happened.

usage: attacks.py PORT SECONDS SEED [NAME…]     one line of JSON for each attack"""
import base64
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import select
import socket
import struct
import sys
import threading
import time

PORT, SECONDS, SEED = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
HOST = f"127.0.0.1:{PORT}"
KEY = base64.b64encode(b"0123456789abcdef").decode()
SLOW = float(os.environ.get("HOSTILE_SLOW", "1"))  # so many times as long may a slow server take
HEADER_SECONDS = 10  # of src/net/net.h, for a request to be whole
CLOSED_SECONDS = float(os.environ.get("HOSTILE_CLOSED_SECONDS", HEADER_SECONDS + 6 * SLOW))  # a busy machine
# Of src/net/net.h: 20 for a client to take something of what waits for it, 40 for one that says nothing.
HELD_SECONDS = float(os.environ.get("HOSTILE_HELD_SECONDS", 40 + 15 * SLOW))
FLOOD_SECONDS = float(os.environ.get("HOSTILE_FLOOD_SECONDS", "3"))
PER_ADDRESS = 128
SPEAKING = threading.Lock()
REQUESTS_PER_SECOND = float(os.environ.get("HOSTILE_REQUESTS_PER_SECOND", "100"))
REQUESTS_BURST = 4 * REQUESTS_PER_SECOND


class Attack:
    """The attack of one stranger: `tried` cases, `came` of them, `wrong` what must not be."""

    def __init__(self, name, address):
        self.name, self.address = name, address
        self.rng = random.Random(f"{SEED} {name}")
        self.tried, self.came, self.wrong, self.lock = 0, {}, [], threading.Lock()

    def each(self, act, cases):
        """Many at a time: most of them wait for the server to lose its patience."""
        with concurrent.futures.ThreadPoolExecutor(40) as pool:
            for done in [pool.submit(act, case) for case in cases]:
                done.result()

    def one(self, number=1):
        with self.lock:
            self.tried += number

    def connect(self, receive=None, timeout=CLOSED_SECONDS):
        made = socket.socket()
        made.settimeout(timeout)
        if receive:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        made.bind((self.address, 0))
        made.connect(("127.0.0.1", PORT))
        return made

    def count(self, outcome, number=1):
        with self.lock:
            self.came[outcome] = self.came.get(outcome, 0) + number

    def check(self, good, what):
        if not good and len(self.wrong) < 5:
            self.wrong.append(what)

    def send_all(self, data, pieces=None, pause=0.0):
        """Everything that comes back until the server closes; None in second place: it does not."""
        self.one()
        back = b""
        with self.connect() as stream:
            try:
                for piece in pieces or [data]:
                    stream.sendall(piece)
                    time.sleep(pause)
                while part := stream.recv(65536):
                    back += part
            except TimeoutError:
                return back, False
            except (BrokenPipeError, ConnectionResetError):
                pass
        return back, True

    def expect_refused(self, data, name, **options):
        """An error or the end of the connection, and nothing carried out."""
        back, closed = self.send_all(data, **options)
        status = int(back[9:12]) if back[:7] == b"HTTP/1." and back[9:12].isdigit() else 0
        self.count(str(status) if status else "closed" if closed else "open")
        self.check(closed, f"{name}: the connection stays open")
        self.check(not 200 <= status < 300, f"{name}: answered {status}")
        self.check(back.count(b"HTTP/1.") <= 1, f"{name}: answered twice")

    def guest(self):
        """A cookie of a stranger's own, got honestly."""
        with self.connect(timeout=20 * SLOW) as stream:
            stream.sendall(f"POST /api/guest HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 0\r\n"
                           f"Content-Type: application/json\r\n\r\n".encode())
            head = b""
            while b"\r\n\r\n" not in head and (part := stream.recv(4096)):
                head += part
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"set-cookie:"):
                return line.split(b":", 1)[1].split(b";")[0].strip().decode()
        raise ConnectionError(head[:80])

    def upgrade(self, cookie, receive=None, **changes):
        """A socket after its handshake, and the head of the answer."""
        headers = {"Host": HOST, "Upgrade": "websocket", "Connection": "Upgrade",
                   "Sec-WebSocket-Key": KEY, "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Protocol": "uth1", "Origin": f"http://{HOST}", "Cookie": cookie}
        path = changes.pop("path", "/ws")
        headers.update({name.replace("_", "-"): value for name, value in changes.items()})
        stream = self.connect(receive)
        text = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
        stream.sendall(f"GET {path} HTTP/1.1\r\n{text}\r\n".encode())
        head = b""
        try:
            while not head.endswith(b"\r\n\r\n") and (byte := stream.recv(1)):
                head += byte
        except ConnectionResetError:
            pass
        return stream, head

    def socket(self, cookie, receive=None):
        stream, head = self.upgrade(cookie, receive)
        if b" 101 " not in head[:20]:
            raise ConnectionError(head[:80])
        return stream

    def expect_closed(self, stream, name, seconds=CLOSED_SECONDS):
        """The server ends this socket; the code of its close frame, where one comes, is counted."""
        end, back = time.monotonic() + seconds, b""
        stream.settimeout(1)
        while time.monotonic() < end:
            try:
                part = stream.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                part = b""
            if not part:
                at = back.rfind(b"\x88")
                code = struct.unpack(">H", back[at + 2:at + 4])[0] if 0 <= at < len(back) - 3 else 0
                self.count(str(code) if 1000 <= code < 5000 else "closed")
                stream.close()
                return
            back = (back + part)[-256:]
        self.count("open")
        self.check(False, f"{name}: the socket stays open")
        stream.close()

    def held(self):
        """How many connections of this address the server has: its own ends of them, as the kernel lists
        them. What it has closed is no longer established and belongs to no file, whether the other side
        has read the rest or not. The list is made while it is read: one may stand there twice."""
        mine = f"{int.from_bytes(socket.inet_aton(self.address), sys.byteorder):08X}"
        rows = [line.split() for path in ("/proc/net/tcp", "/proc/net/tcp6") if os.path.exists(path)
                for line in pathlib.Path(path).read_text().splitlines()[1:]]
        ends = [row for row in rows if row[1].endswith(f":{PORT:04X}") and row[2].split(":")[0].endswith(mine)]
        return len({(row[1], row[2]) for row in ends if row[3] in ("01", "03", "08") or row[9] != "0"})

    def expect_let_go(self, streams, name):
        """The server does not keep these, of which none is read; and when they are, they have an end."""
        end = time.monotonic() + HELD_SECONDS
        while (held := self.held()) and time.monotonic() < end:
            time.sleep(0.25)
        self.check(not held, f"{name}: {held} connections that nobody reads are held for {HELD_SECONDS:.0f} s")
        for stream in streams:
            if held:
                self.count("open")
                stream.close()
            else:
                self.expect_closed(stream, name)


def read_message(stream, kind):
    """The next message of this type that the server sends."""
    def exactly(size):
        data = b""
        while len(data) < size and (part := stream.recv(size - len(data))):
            data += part
        if len(data) < size:
            raise ConnectionError(f"the socket ends before any {kind}")
        return data
    while True:
        first, size = exactly(2)
        size = struct.unpack(">H", exactly(2))[0] if size == 126 else size
        size = struct.unpack(">Q", exactly(8))[0] if size == 127 else size
        text = exactly(size)
        if first == 0x81 and (message := json.loads(text))["type"] == kind:
            return message


def frame(opcode, payload=b"", final=True, masked=True, reserved=0, length=None):
    """A frame, right or wrong; `length` is what it says instead of what it has."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    mask = b"\x12\x34\x56\x78"
    return head + (mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)) if masked
                   else payload)


# ---- HTTP ---------------------------------------------------------------------------------------

BAD_LINES = [
    b"\r\n\r\n", b"\0" * 64 + b"\r\n\r\n", b"GET\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
    b"get / http/1.1\r\n\r\n", b"G\xc3\x84T / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"DELETE / HTTP/1.1\r\nHost: x\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET //../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", b"GET " + b"/a" * 9000 + b" HTTP/1.1\r\n\r\n",
    b"GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", b"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x55" * 100, b"SSH-2.0-x\r\n",
    b"GET / HTTP/1.1\r\nHost x\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    b"GET / HTTP/1.1\r\n Host: x\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    b"*3\r\n$3\r\nSET\r\n", b"<?xml version='1.0'?>\r\n\r\n", b"{\"type\":\"ping\"}\r\n\r\n",
]


def bad_lines(attack):
    def act(line):
        back, closed = attack.send_all(line)
        status = int(back[9:12]) if back[:7] == b"HTTP/1." and back[9:12].isdigit() else 0
        attack.count(str(status) if status else "closed" if closed else "open")
        attack.check(closed, f"{line[:30]}: the connection stays open")
        attack.check(b"root:" not in back, f"{line[:30]}: a file of the system")
    attack.each(act, BAD_LINES)
    noise = [bytes(attack.rng.getrandbits(8) for _ in range(attack.rng.randrange(1, 400))) for _ in range(60)]
    attack.each(lambda data: attack.expect_refused(data + b"\r\n\r\n", data[:20]), noise)


def endless_headers(attack):
    for _ in range(4):
        attack.one()
        sent = 0
        with attack.connect() as stream:
            try:
                stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
                while sent < 4 << 20:
                    sent += stream.send(b"X-%d: %s\r\n" % (sent, b"y" * 500))
                attack.check(False, "4 MB of headers are taken")
            except OSError:
                attack.count("closed")


def bad_lengths(attack):
    attack.each(lambda value: attack.expect_refused(
        f"POST /api/guest HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {value}\r\n"
        f"Content-Type: application/json\r\n\r\n{{}}xxx".encode(), f"Content-Length: {value!r}"),
        ("-1", "abc", "1e3", "0x10", "99999999999999999999", "9223372036854775807", "4294967296",
                  "1000000000", " ", "5, 6", "+5", "5\r\nContent-Length: 6", "65537"))


def chunked(attack):
    head = f"POST /api/guest HTTP/1.1\r\nHost: {HOST}\r\nTransfer-Encoding: %s\r\n\r\n"
    attack.each(lambda case: attack.expect_refused((head % case[0]).encode() + case[1], f"{case[0]} {case[1][:12]}"),
                (("chunked", b"zz\r\n"), ("chunked", b"ffffffffffffffff\r\nx"), ("chunked", b"-1\r\n"),
                         ("chunked", b"5\r\nhelloX"), ("chunked", b"0;" + b"a" * 20000), ("gzip, chunked", b"0\r\n\r\n"),
                         ("xchunked", b"0\r\n\r\n"), ("chunked, chunked", b"0\r\n\r\n"), ("chunked", b"1\r\n" * 5000)))


def smuggling(attack):
    """A second request hidden in the first must never be answered."""
    hidden = f"GET /api/lobby HTTP/1.1\r\nHost: {HOST}\r\n\r\n"
    def act(case):
        method, fields = case
        data = f"{method} /api/guest HTTP/1.1\r\nHost: {HOST}\r\n{fields}\r\n\r\n0\r\n\r\n{hidden}"
        back, closed = attack.send_all(data.encode())
        attack.count("closed" if closed else "open")
        attack.check(closed, f"{fields}: the connection stays open")
        # What the first brings may be answered, what stands behind it is refused.
        answers = back.count(b"HTTP/1.") - back.count(b"HTTP/1.1 400 ")
        attack.check(answers <= 1 and b"\"tables\"" not in back, f"{fields}: the hidden request is answered")
    both = ("Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4",
                   f"Content-Length: 0\r\nContent-Length: {len(hidden)}", "Transfer-Encoding : chunked\r\nContent-Length: 0",
                   "Transfer-Encoding: chunked\r\n\tContent-Length: 0", "Content-Length: 0", "Content-Length : 0")
    attack.each(act, [(method, fields) for fields in both for method in ("POST", "GET")])


def pipelining(attack):
    """Fifty requests at once: each is answered once, and the one behind them ends the connection."""
    ask = f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\n"
    for count in (2, 10, 50):
        data = (ask + "\r\n") * (count - 1) + ask + "Connection: close\r\n\r\n" + (ask + "\r\n") * 5
        back, closed = attack.send_all(data.encode())
        attack.count(f"{back.count(b'HTTP/1.')} answers")
        attack.check(closed and back.count(b"HTTP/1.1 200") == count, f"{count} requests: {back.count(b'HTTP/1.')} answers")


def mutated_requests(attack):
    """A right request with a few bytes changed, hundreds of times."""
    right = f"GET /api/tables/1/placard?x=1 HTTP/1.1\r\nHost: {HOST}\r\nCookie: a=b\r\nAccept: */*\r\n\r\n".encode()
    mutants = []
    for _ in range(int(80 * SECONDS)):
        data = bytearray(right)
        for _ in range(attack.rng.randrange(1, 6)):
            data[attack.rng.randrange(len(data))] = attack.rng.getrandbits(8)
        mutants.append(bytes(data))

    def act(data):
        back, closed = attack.send_all(data + b"\r\n\r\n")
        status = back[9:12].decode() if back[:7] == b"HTTP/1." else "closed"
        attack.count(status if closed else "open")
        attack.check(closed, f"{data!r}: the connection stays open")
    attack.each(act, mutants)


def slow_loris(attack):
    """Requests byte by byte, without an end."""
    streams, text = [], f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\nX-Slow: ".encode() + b"a" * 1000
    for _ in range(64):
        attack.one()
        streams.append(attack.connect())
    begun, at = time.monotonic(), 0
    while streams and time.monotonic() - begun < CLOSED_SECONDS:
        for stream in streams[:]:
            try:
                stream.sendall(text[at % len(text):at % len(text) + 1])
                if select.select([stream], [], [], 0)[0] and not stream.recv(4096):
                    raise ConnectionResetError
            except OSError:
                streams.remove(stream)
                attack.count("closed")
        at += 1
        time.sleep(0.25)
    attack.count("open", len(streams))
    attack.check(not streams, f"{len(streams)} slow requests still open after {CLOSED_SECONDS:.0f} s")
    for stream in streams:
        stream.close()


def half_connections(attack):
    """Opened and left, shut on one side, reset in the middle of a request."""
    def act(turn):
        attack.one()
        try:
            stream = attack.connect()
            if turn % 4 != 0:
                stream.sendall(b"POST /api/guest HTTP/1.1\r\nContent-Le"[: 1 + turn % 40])
            if turn % 4 == 1:
                stream.shutdown(socket.SHUT_WR)
                stream.recv(100)
            elif turn % 4 == 2:
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            stream.close()
            attack.count("left")
        except OSError:
            attack.count("closed")
    attack.each(act, range(240))


def silent_crowd(attack):
    """Three hundred from one address who say nothing: no more than its share, and not for long."""
    streams, begun = [], time.monotonic()
    for _ in range(300):
        attack.one()
        try:
            streams.append(attack.connect())
        except OSError:
            attack.count("refused")
    let_in, last = len(streams), time.monotonic()
    end = last + CLOSED_SECONDS
    while streams and time.monotonic() < end:
        for stream in select.select(streams, [], [], 0.2)[0]:
            # The door says who is turned away; when, is a matter of how fast the machine is.
            away = is_turned_away(stream)
            let_in, last = (let_in - 1, time.monotonic()) if away else (let_in, last)
            attack.count("turned away" if away else "closed")
            stream.close()
            streams.remove(stream)
    # The places of those who were silent for too long are free again.
    most = PER_ADDRESS * (1 + int((last - begun) / HEADER_SECONDS))
    attack.check(let_in <= most, f"{let_in} connections of one address are held")
    attack.count("open", len(streams))
    attack.check(not streams, f"{len(streams)} silent connections stay")
    for stream in streams:
        stream.close()


def is_turned_away(stream):
    try:
        return stream.recv(64).startswith(b"HTTP/1.1 503 ")
    except OSError:
        return False


def kept_connections(attack):
    """Three hundred who ask once and stay: each is answered, and no more than the address may have are kept."""
    streams, ask = [], f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
    for _ in range(300):
        attack.one()
        stream = attack.connect()
        stream.sendall(ask)
        try:
            attack.count(stream.recv(4096)[9:12].decode() or "closed")
        except OSError:
            attack.count("closed")
        streams.append(stream)
    held = attack.held()
    attack.check(held <= PER_ADDRESS, f"{held} connections of one address are kept")
    attack.check(attack.came.get("200", 0) + attack.came.get("429", 0) == 300, f"not all are answered: {attack.came}")
    for stream in streams:
        stream.close()


def request_flood(attack):
    """As many right requests as will go: an address has its share of them."""
    begun = time.monotonic()
    while time.monotonic() - begun < FLOOD_SECONDS and attack.tried < 5000:
        attack.one()
        try:
            with attack.connect() as stream:
                stream.sendall(f"GET /api/lobby HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
                attack.count(stream.recv(64)[9:12].decode() or "closed")
        except OSError:
            attack.count("closed")
    most = REQUESTS_BURST + REQUESTS_PER_SECOND * (time.monotonic() - begun + 1)
    attack.check(attack.came.get("200", 0) <= most, f"{attack.came.get('200')} requests answered, {most:.0f} at most")


def slow_download(attack):
    """Asks for a page and does not take it: the server is rid of it all the same."""
    streams = []
    for _ in range(40):
        attack.one()
        stream = attack.connect(receive=1024)
        stream.sendall(f"GET /api/rules/washington HTTP/1.1\r\nHost: {HOST}\r\n\r\nx".encode())
        streams.append(stream)
    attack.expect_let_go(streams, "a page")


# ---- WebSocket ----------------------------------------------------------------------------------


def bad_upgrade(attack):
    cookie = attack.guest()
    for changes in ({"Sec_WebSocket_Version": "12"}, {"Sec_WebSocket_Version": "x"}, {"Sec_WebSocket_Version": None},
                    {"Sec_WebSocket_Key": None}, {"Sec_WebSocket_Key": ""}, {"Origin": "http://evil.example"},
                    {"Origin": None}, {"Origin": "null"}, {"Cookie": None}, {"Cookie": "uth_session=" + "A" * 80},
                    {"Cookie": cookie + "x"}, {"path": "/api/lobby"}, {"path": "/ws/../ws2"}, {"Upgrade": "h2c"},
                    {"Sec_WebSocket_Protocol": "chat"}, {"Sec_WebSocket_Key": KEY + "\r\nSec-WebSocket-Key: " + KEY}):
        attack.one()
        stream, head = attack.upgrade(cookie, **changes)
        attack.count(head[9:12].decode() or "closed")
        attack.check(b" 101 " not in head[:20], f"{changes}: upgraded")
        stream.close()


def deflate_offer(attack):
    """Compression is not spoken, so there are no bombs: what is offered is not taken."""
    cookie = attack.guest()
    for offer in ("permessage-deflate", "permessage-deflate; client_max_window_bits", "x-webkit-deflate-frame"):
        attack.one()
        stream, head = attack.upgrade(cookie, Sec_WebSocket_Extensions=offer)
        attack.check(b"sec-websocket-extensions" not in head.lower(), f"{offer}: taken")
        if b" 101 " in head[:20]:
            stream.sendall(frame(1, b"\xca\x49\x04\x00" * 100, reserved=4))
            attack.expect_closed(stream, f"{offer}: a compressed frame")
        stream.close()


BAD_FRAMES = {
    "no mask": frame(1, b'{"type":"lobby"}', masked=False), "a ping without a mask": frame(9, b"x", masked=False),
    **{f"reserved {bits}": frame(1, b"{}", reserved=bits) for bits in range(1, 8)},
    **{f"opcode {opcode}": frame(opcode, b"x") for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "says 2^63": frame(1, b"x", length=1 << 63), "says 2^63-1": frame(1, b"x", length=(1 << 63) - 1),
    "says 1 GB": frame(1, b"x", length=1 << 30), "says 4 GB": frame(2, b"x", length=1 << 32),
    "17 KB": frame(1, b"a" * 17000), "binary": frame(2, b"\0\1"), "no UTF-8": frame(1, b'{"type":"\xff\xfe"}'),
    "half a letter": frame(1, b'"\xe2\x82'), "a surrogate": frame(1, b'"\xed\xa0\x80"'),
    "ping of 126": frame(9, b"a" * 126), "ping in parts": frame(9, b"a", final=False),
    "the rest of nothing": frame(0, b"x"), "text in a text": frame(1, b"a", final=False) + frame(1, b"b"),
    "close of 1 byte": frame(8, b"\x03"), "close 1005": frame(8, b"\x03\xed"), "close 999": frame(8, b"\x03\xe7"),
    "close with no UTF-8": frame(8, b"\x03\xe8\xff\xfe"), "close of 126": frame(8, b"\x03\xe8" + b"a" * 124),
}


def bad_frames(attack):
    cookie = attack.guest()

    def act(case):
        name, data = case
        attack.one()
        stream = attack.socket(cookie)
        try:
            stream.sendall(data)
            # Half a frame that never ends is a silent peer: what follows must not be taken for one.
            if name.startswith("says"):
                stream.sendall(b"y" * 70000)
        except OSError:
            pass
        attack.expect_closed(stream, name)
    attack.each(act, BAD_FRAMES.items())


def random_frames(attack):
    """Frames by chance, behind a right handshake; then the socket is left."""
    cookie, end = attack.guest(), time.monotonic() + SECONDS
    while time.monotonic() < end and attack.tried < 150:
        attack.one()
        stream = attack.socket(cookie)
        try:
            for _ in range(attack.rng.randrange(1, 8)):
                payload = bytes(attack.rng.getrandbits(8) for _ in range(attack.rng.randrange(0, 300)))
                stream.sendall(frame(attack.rng.choice((0, 1, 1, 2, 8, 9, 10, attack.rng.randrange(16))), payload,
                                     final=attack.rng.random() < 0.8, masked=attack.rng.random() < 0.9,
                                     reserved=attack.rng.choice((0, 0, 0, attack.rng.randrange(8)))))
            attack.count("left")
        except OSError:
            attack.count("closed")
        stream.close()


def endless_message(attack):
    """A message in parts that never ends."""
    cookie = attack.guest()
    for _ in range(3):
        attack.one()
        stream, sent = attack.socket(cookie), 0
        try:
            stream.sendall(frame(1, b"a", final=False))
            while sent < 4 << 20:
                stream.sendall(frame(0, b"a" * 120, final=False))
                sent += 120
        except OSError:
            pass
        attack.expect_closed(stream, f"a message of {sent} bytes and no end")


def flood(attack, name, stream, frames, seconds):
    """As fast as it goes on one socket, which the server must end within so many seconds."""
    attack.one()
    seconds *= SLOW
    reader = threading.Thread(target=drain, args=(stream,), daemon=True)
    reader.start()
    begun, sent = time.monotonic(), 0
    stream.settimeout(seconds)
    try:
        while time.monotonic() - begun < seconds and reader.is_alive():
            stream.sendall(b"".join(itertools.islice(frames, 20)))
            sent += 20
    except OSError:
        pass
    reader.join(timeout=3 * SLOW)
    attack.one(sent)
    attack.count("closed" if not reader.is_alive() else "open")
    if reader.is_alive():
        attack.check(False, f"{name}: {sent} messages in {seconds:.0f} s and the socket is open")
    stream.close()


def drain(stream):
    """Reads what comes, and ends when the socket does."""
    while True:
        try:
            if not stream.recv(65536):
                return
        except TimeoutError:
            continue
        except OSError:
            return


def ping_flood(attack):
    """Pings are not messages: what a socket receives is looked at every few seconds."""
    flood(attack, "pings", attack.socket(attack.guest()), itertools.repeat(frame(9, b"a" * 125)),
          CLOSED_SECONDS + 4)


def command_flood(attack):
    watch = frame(1, b'{"type":"watch","table":2}')
    flood(attack, "commands", attack.socket(attack.guest()), itertools.repeat(watch), min(5, CLOSED_SECONDS))


def command_flood_at_table(attack):
    """Sits down, and then more commands than a person gives, each of them right."""
    def command(number, kind, **fields):
        return frame(1, json.dumps({"type": kind, "table": 2, "id": number, **fields}).encode())
    stream = attack.socket(attack.guest())
    for number, sent in enumerate((command(1, "sit", seat=1, amount=50000), command(2, "sit_out", on=True)), 1):
        stream.sendall(sent)
        answer = read_message(stream, "answer")
        attack.check(answer["id"] == number and answer["ok"], f"at a table: {answer}")
    attack.count("sat down")
    flood(attack, "commands at a table", stream,
          (command(number, "sit_out", on=number % 2 == 0) for number in itertools.count(3)),
          min(5, CLOSED_SECONDS))


def slow_readers(attack):
    """Forty who watch the busy table and never read a word: each is cut when its time is over."""
    streams = []
    for _ in range(40):
        attack.one()
        stream = attack.socket(attack.guest(), receive=1024)
        # Again and again, so that what the kernel holds for them is full at once.
        for text in (b'{"type":"lobby"}', b'{"type":"watch_meter","meter":1}', *[b'{"type":"watch","table":1}'] * 60):
            stream.sendall(frame(1, text))
        streams.append(stream)
    attack.expect_let_go(streams, "those who watch")


# half_connections and random_frames leave by themselves, and have no verdict: the server's memory, files and
# answers are looked at from outside.
ATTACKS = [bad_lines, endless_headers, bad_lengths, chunked, smuggling, pipelining, mutated_requests, slow_loris,
           half_connections, silent_crowd, kept_connections, request_flood, slow_download, bad_upgrade, deflate_offer, bad_frames,
           random_frames, endless_message, ping_flood, command_flood, command_flood_at_table, slow_readers]


def run(function, number):
    attack = Attack(function.__name__, f"127.0.{1 + number}.{1 + os.getpid() % 200}")
    begun = time.monotonic()
    try:
        function(attack)
    except Exception as error:  # an attack that cannot be made is a failure, too
        attack.wrong.append(f"{type(error).__name__}: {error}")
    line = json.dumps({"name": attack.name, "tried": attack.tried, "came": attack.came, "wrong": attack.wrong,
                       "seconds": round(time.monotonic() - begun, 1)})
    with SPEAKING:  # attacks end when they end, and print() may be cut between text and newline
        print(line, flush=True)


def main(names):
    chosen = [attack for attack in ATTACKS if not names or attack.__name__ in names]
    threads = [threading.Thread(target=run, args=pair) for pair in zip(chosen, range(len(chosen)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(sys.argv[4:])
