"""A server under test, and a client that speaks HTTP/1.1 and RFC 6455 by hand, rightly or wrongly."""
import base64
import hashlib
import json
import os
import pathlib
import random
import signal
import socket
import struct
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from program import UTH as SERVER, main  # noqa: E402,F401

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
TICKS = os.sysconf("SC_CLK_TCK")
SOON = 8  # seconds for a busy machine, and less than the shortest that net waits for a client unasked


class Server:
    """net_server with these options, on a port of its own."""

    def __init__(self, **options):
        options.setdefault("requests_per_second", 0xFFFFFFFF)
        arguments = [f"{name}={value}" for name, value in options.items()]
        self.process = subprocess.Popen(
            [SERVER, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("port "):
            self.process.wait()
            raise AssertionError(self.process.stderr.read())
        self.port = int(line.split()[1])
        self.host = f"127.0.0.1:{self.port}"

    def connect(self, receive=None, timeout=10):
        """A socket; `receive` bytes of buffer, so that a reader who stops is soon noticed."""
        made = socket.socket()
        made.settimeout(timeout)
        if receive:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        made.connect(("127.0.0.1", self.port))
        return made

    def counters(self):
        return json.loads(get(self, "/counters").body)

    def cpu(self):
        """Seconds of processor time spent so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def stop(self, number=signal.SIGTERM, timeout=20):
        """The exit status, and what was said on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            _, said = self.process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, said


class NetTest(unittest.TestCase):
    maxDiff = None

    def serve(self, **options):
        server = Server(**options)
        self.addCleanup(self.ended, server)
        return server

    def ended(self, server):
        """Every server of every test ends of its own will, with nothing to complain of."""
        self.assertEqual(server.stop(), (0, ""))

    def assert_idle(self, server, seconds=1.0, most=0.25):
        """The server waits instead of spinning."""
        before = server.cpu()
        time.sleep(seconds)
        self.assertLess(server.cpu() - before, most * seconds)

    def assert_alive(self, server):
        self.assertEqual(get(server, "/").body, b"hello")

    def eventually(self, wanted, seconds=10):
        end = time.monotonic() + seconds
        while not wanted():
            self.assertLess(time.monotonic(), end, "it never came to be")
            time.sleep(0.02)


# ---- HTTP ---------------------------------------------------------------------------------------


class Response:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def __repr__(self):
        return f"{self.status} {self.headers} {self.body[:80]!r}"


class Closed(Exception):
    pass


def read_exactly(stream, size):
    parts = b""
    while len(parts) < size:
        part = stream.recv(size - len(parts))
        if not part:
            raise Closed(f"{len(parts)} of {size} bytes, then the end")
        parts += part
    return parts


def read_head(stream):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        try:
            byte = stream.recv(1)
        except ConnectionResetError:
            byte = b""
        if not byte:
            raise Closed(head)
        head += byte
    lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:-2]:
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie":  # may come more than once
            headers.setdefault("cookies", []).append(value.strip())
        headers[name.strip().lower()] = value.strip()
    return int(lines[0].split()[1]), headers


def read_response(stream, head_only=False):
    status, headers = read_head(stream)
    size = 0 if head_only else int(headers.get("content-length", 0))
    return Response(status, headers, read_exactly(stream, size))


def head_of(server, method, path, headers=None, body=None, version="HTTP/1.1"):
    lines = {"Host": server.host}
    if body is not None:
        lines["Content-Length"] = str(len(body))
    lines.update(headers or {})
    text = f"{method} {path} {version}\r\n"
    text += "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
    return text.encode("latin-1") + b"\r\n" + (body or b"")


def ask(server, method, path, headers=None, body=None, stream=None, version="HTTP/1.1"):
    """A request and its answer, on a connection of its own unless one is given."""
    own = stream is None
    stream = stream or server.connect()
    try:
        stream.sendall(head_of(server, method, path, headers, body, version))
        return read_response(stream, head_only=method == "HEAD")
    finally:
        if own:
            stream.close()


def get(server, path, **options):
    return ask(server, "GET", path, **options)


def post(server, path, body=b"", **options):
    return ask(server, "POST", path, body=body, **options)


def raw(server, data, wait=SOON, later=(0, b"")):
    """What comes back until the server closes, and whether it did. `later`: after a pause, more."""
    with server.connect(timeout=wait) as stream:
        try:
            stream.sendall(data)
            if later[0] > 0:
                time.sleep(later[0])
                stream.sendall(later[1])
        except (BrokenPipeError, ConnectionResetError):
            pass
        back = b""
        try:
            while part := stream.recv(65536):
                back += part
        except TimeoutError:
            return back, False
        except ConnectionResetError:
            pass
        return back, True


def is_closed(stream, seconds=SOON):
    """Waits for the end of the stream, and passes over what comes before it."""
    stream.settimeout(seconds)
    try:
        while stream.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        pass
    return True


# ---- WebSocket ----------------------------------------------------------------------------------


def frame(opcode, payload=b"", final=True, masked=True, reserved=0, mask=b"\x12\x34\x56\x78"):
    payload = payload.encode() if isinstance(payload, str) else payload
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    bit = 0x80 if masked else 0
    if len(payload) < 126:
        head += bytes([bit | len(payload)])
    elif len(payload) < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", len(payload))
    if not masked:
        return head + payload
    number = int.from_bytes(payload, "little")
    pattern = int.from_bytes((mask * (len(payload) // 4 + 1))[: len(payload)], "little")
    return head + mask + (number ^ pattern).to_bytes(len(payload), "little")


def handshake(server, path="/ws", **changes):
    headers = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(b"0123456789abcdef").decode(),
        "Sec-WebSocket-Version": "13",
        "Origin": f"http://{server.host}",
    }
    headers.update({name.replace("_", "-"): value for name, value in changes.items()})
    return head_of(server, "GET", path, headers)


class WebSocket:
    def __init__(self, server, path="/ws", receive=None, stream=None, **changes):
        self.stream = stream or server.connect(receive)
        self.stream.sendall(handshake(server, path, **changes))
        self.status, self.headers = read_head(self.stream)
        if self.status != 101:
            size = int(self.headers.get("content-length", 0))
            self.body = read_exactly(self.stream, size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()

    def accept_is_right(self):
        key = base64.b64encode(b"0123456789abcdef") + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        wanted = base64.b64encode(hashlib.sha1(key).digest()).decode()
        return self.headers.get("sec-websocket-accept") == wanted

    def send(self, payload, opcode=TEXT, **options):
        self.stream.sendall(frame(opcode, payload, **options))

    def read_frame(self):
        first, second = read_exactly(self.stream, 2)
        assert not second & 0x80, "a server does not mask"
        size = second & 0x7F
        if size == 126:
            size = struct.unpack(">H", read_exactly(self.stream, 2))[0]
        elif size == 127:
            size = struct.unpack(">Q", read_exactly(self.stream, 8))[0]
        return first & 0xF, bool(first & 0x80), read_exactly(self.stream, size)

    def read(self):
        """The next text message, answering pings on the way: of those alone nobody waits longer."""
        end = time.monotonic() + (self.stream.gettimeout() or 60)
        while True:
            opcode, final, payload = self.read_frame()
            if opcode == PING and time.monotonic() > end:
                raise TimeoutError("nothing came but pings")
            elif opcode == PING:
                self.send(payload, PONG)
            elif opcode == TEXT:
                assert final
                return payload.decode()
            elif opcode == CLOSE:
                raise Closed(struct.unpack(">H", payload[:2])[0], payload[2:].decode())
            else:
                raise AssertionError(f"opcode {opcode}")

    def close_code(self):
        """The code of the close frame, over whatever comes before it; None when there is none."""
        try:
            while True:
                opcode, _, payload = self.read_frame()
                if opcode == CLOSE:
                    return struct.unpack(">H", payload[:2])[0]
        except (Closed, ConnectionResetError):
            return None


def seed():
    """SEED in the environment, or one of the clock; told, so that the run can be repeated."""
    number = int(os.environ.get("SEED") or time.time_ns() % 1000000007)
    print(f"# SEED={number}", flush=True)
    return random.Random(number)
