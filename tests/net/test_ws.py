"""WebSocket: messages in and out, and every way to get them wrong."""
import os
import signal
import socket
import struct
import time

from client import BINARY, CLOSE, PING, PONG, TEXT, Closed, NetTest, WebSocket, frame, handshake
from client import get, is_closed, main, raw, read_head, seed


class Messages(NetTest):
    def test_a_message_comes_back(self):
        server = self.serve()
        with WebSocket(server) as ws:
            self.assertEqual(ws.status, 101)
            self.assertTrue(ws.accept_is_right())
            for text in ("hello", "", "äöü ☃ 🂡", "x" * 125, "x" * 126, "y" * 16384):
                ws.send(text)
                self.assertEqual(ws.read(), text)
            self.assertEqual(server.counters()["messages_in"], 6)

    def test_many_messages_in_one_segment_come_back_in_order(self):
        with WebSocket(self.serve()) as ws:
            ws.stream.sendall(b"".join(frame(TEXT, str(i)) for i in range(90)))
            self.assertEqual([ws.read() for _ in range(90)], [str(i) for i in range(90)])

    def test_a_message_behind_the_handshake_in_one_segment_is_read(self):
        server = self.serve()
        with server.connect() as stream:
            stream.sendall(handshake(server) + frame(TEXT, "early"))
            self.assertEqual(read_head(stream)[0], 101)
            ws = WebSocket.__new__(WebSocket)
            ws.stream = stream
            self.assertEqual(ws.read(), "early")

    def test_what_is_sent_while_opening_comes_first(self):
        with WebSocket(self.serve(), "/ws?greet=1") as ws:
            self.assertEqual(ws.read(), "welcome")

    def test_fragments_make_one_message_and_pings_may_stand_between_them(self):
        with WebSocket(self.serve()) as ws:
            ws.send("one ", final=False)
            ws.send("p", PING)
            ws.send("two ", 0, final=False)
            ws.send("", 0, final=False)
            ws.send("three", 0)
            # Either may come first: they are nobody's answer to each other.
            frames = [ws.read_frame(), ws.read_frame()]
            self.assertCountEqual(frames, [(PONG, True, b"p"), (TEXT, True, b"one two three")])

    def test_an_empty_last_fragment_ends_its_message_wherever_the_stream_is_cut(self):
        data = frame(TEXT, "on", final=False) + frame(0, "e", final=False) + frame(0, "") + frame(TEXT, "two")
        server = self.serve()
        for cut in range(1, len(data) + 1):
            with self.subTest(cut=cut), WebSocket(server) as ws:
                ws.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                ws.stream.sendall(data[:cut])
                time.sleep(0.01)  # so that it is read before the rest is there
                ws.stream.sendall(data[cut:])
                self.assertEqual([ws.read(), ws.read()], ["one", "two"])

    def test_a_message_that_dribbles_in_byte_by_byte_is_whole(self):
        with WebSocket(self.serve()) as ws:
            for byte in frame(TEXT, "patience"):
                ws.stream.sendall(bytes([byte]))
            self.assertEqual(ws.read(), "patience")

    def test_an_answer_from_another_thread_wakes_the_loop(self):
        with WebSocket(self.serve()) as ws:
            ws.send("late hello")
            self.assertEqual(ws.read(), "hello")

    def test_a_broadcast_reaches_everyone(self):
        server = self.serve()
        all = [WebSocket(server) for _ in range(20)]
        all[7].send("all listen")
        self.assertEqual([ws.read() for ws in all], ["listen"] * 20)
        for ws in all:
            ws.stream.close()

    def test_a_ping_gets_its_pong(self):
        with WebSocket(self.serve()) as ws:
            ws.send("are you there", PING)
            self.assertEqual(ws.read_frame(), (PONG, True, b"are you there"))

    def test_silence_is_pinged_and_then_closed(self):
        server = self.serve(ping_seconds=1, silent_seconds=2)
        with WebSocket(server) as quiet, WebSocket(server) as awake:
            self.assertEqual(quiet.read_frame()[0], PING)
            for _ in range(3):
                self.assertEqual(awake.read_frame()[0], PING)
                awake.send("", PONG)
            self.assertTrue(is_closed(quiet.stream))
            awake.send("here")
            self.assertEqual(awake.read(), "here")

    def test_a_peer_that_talks_now_and_then_stays(self):
        """Past every sweep, with all limits at their defaults."""
        with WebSocket(self.serve(requests_per_second=0)) as ws:
            for i in range(60):
                ws.send(f"{i} " + "x" * 1000)
                self.assertEqual(ws.read().split()[0], str(i))
                time.sleep(0.15)

    def test_a_peer_is_told_its_end_after_what_was_sent_before(self):
        with WebSocket(self.serve()) as ws:
            ws.send("close 4001")
            self.assertEqual(ws.read(), "bye")
            with self.assertRaises(Closed) as closed:
                ws.read()
            self.assertEqual(closed.exception.args, (4001, "as you wish"))

    def test_a_peer_that_closes_is_answered_and_gone(self):
        server = self.serve()
        with WebSocket(server) as ws:
            ws.send(struct.pack(">H", 1000), CLOSE)
            self.assertEqual(ws.close_code(), 1000)
            self.assertTrue(is_closed(ws.stream))
        self.eventually(lambda: server.counters()["closed"] == 1)


class Wrong(NetTest):
    def refuses(self, server, code, *frames):
        with WebSocket(server) as ws:
            for sent in frames:
                ws.stream.sendall(sent)
            self.assertEqual(ws.close_code(), code)
        self.assert_alive(server)

    def test_a_message_above_the_limit_is_1009(self):
        server = self.serve(message_bytes=1000)
        self.refuses(server, 1009, frame(TEXT, "x" * 1001))
        self.refuses(server, 1009, frame(TEXT, "x" * 600, final=False), frame(0, "x" * 401))
        self.refuses(server, 1009, *[frame(TEXT, "x", final=False)] + [
            frame(0, "x" * 10, final=False) for _ in range(100)])
        with WebSocket(server) as ws:
            ws.send("x" * 1000)
            self.assertEqual(ws.read(), "x" * 1000)
            ws.send("x" * 500, final=False)
            ws.send("x" * 500, 0)
            self.assertEqual(ws.read(), "x" * 1000)
        self.assertEqual(server.counters()["refused_size"], 3)

    def test_a_megabyte_of_json_is_refused_before_it_has_arrived(self):
        server = self.serve()
        with WebSocket(server) as ws:
            ws.stream.sendall(frame(TEXT, b"[" + b"0," * 524288 + b"0]")[:20000])
            self.assertEqual(ws.close_code(), 1009)

    def test_a_length_of_many_terabytes_is_refused(self):
        server = self.serve()
        for size, code in ((1 << 45, 1009), ((1 << 63) - 1, 1009), ((1 << 64) - 1, 1002)):
            self.refuses(server, code, b"\x81\xff" + struct.pack(">Q", size) + b"mask" + b"x" * 100)

    def test_a_length_in_a_longer_form_than_needed_is_1002(self):
        server = self.serve()
        self.refuses(server, 1002, b"\x81\xfe\x00\x01maskx")
        self.refuses(server, 1002, b"\x81\xff" + struct.pack(">Q", 200) + b"mask" + b"x" * 200)

    def test_a_binary_message_is_1003(self):
        self.refuses(self.serve(), 1003, frame(BINARY, b"\x00\x01"))

    def test_text_that_is_no_utf8_is_1007(self):
        server = self.serve()
        bad = (b"\xff", b"\xc0\xaf", b"ab\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80")
        for text in bad:
            with self.subTest(text):
                self.refuses(server, 1007, frame(TEXT, text))
        self.refuses(server, 1007, frame(TEXT, b"\xe2\x82", final=False), frame(0, b"x"))
        self.refuses(server, 1007, frame(TEXT, b"\xe2\x82", final=False), frame(0, b""))

    def test_a_letter_may_be_split_over_fragments_and_segments(self):
        with WebSocket(self.serve()) as ws:
            ws.send("☃".encode()[:1], final=False)
            ws.send("☃".encode()[1:], 0)
            self.assertEqual(ws.read(), "☃")
            text = ("☃" * 5000).encode()
            ws.send(text)
            self.assertEqual(ws.read().encode(), text)

    def test_broken_framing_is_1002(self):
        server = self.serve()
        cases = {
            "reserved bits": [frame(TEXT, "x", reserved=4)],
            "unknown opcode": [frame(3, "x")],
            "unknown control": [frame(11, "x")],
            "fragmented ping": [frame(PING, "x", final=False)],
            "continuation of nothing": [frame(0, "x")],
            "a message inside a message": [frame(TEXT, "x", final=False), frame(TEXT, "y")],
        }
        for name, frames in cases.items():
            with self.subTest(name):
                self.refuses(server, 1002, *frames)

    def test_a_long_ping_ends_the_connection(self):
        self.refuses(self.serve(), 1002, frame(PING, "x" * 126))

    def test_a_frame_without_a_mask_is_1002_and_nothing_of_it_is_done(self):
        """RFC 6455 5.1"""
        server = self.serve()
        for kind in (TEXT, PING, PONG, CLOSE):
            self.refuses(server, 1002, frame(kind, "bare", masked=False))
        self.refuses(server, 1002, frame(TEXT, "x", final=False), frame(0, "bare", masked=False))
        self.assertEqual(server.counters()["messages_in"], 0)

    def test_a_close_is_answered_with_its_code_or_told_that_it_is_none(self):
        server = self.serve()
        for payload, code in ((b"", 1000), (b"\x03\xe8", 1000), (b"\x0f\xa1bye", 4001), (b"\x03", 1002),
                              (b"\x03\xed", 1002), (b"\x00\x00", 1002), (b"\x03\xe8\xff", 1007)):  # fmt: skip
            with self.subTest(payload):
                self.refuses(server, code, frame(CLOSE, payload))

    def test_of_many_pings_a_stopped_reader_is_owed_the_last(self):
        server = self.serve(send_buffer=4096, queue_bytes=200000, bytes_per_second=1 << 30)
        with WebSocket(server, receive=4096) as ws:
            ws.send("flood 150 1000")
            for i in range(1000):
                ws.send(f"ping {i}", PING)
            pongs, texts = [], 0
            while not pongs or pongs[-1] != b"ping 999":
                opcode, _, payload = ws.read_frame()
                texts += opcode == TEXT
                pongs += [payload] if opcode == PONG else []
            self.assertEqual(texts, 150)
            self.assertEqual(pongs, sorted(pongs, key=lambda text: int(text[5:])))
            self.assertLess(len(pongs), 1000)

    def test_more_messages_than_allowed_are_1008(self):
        server = self.serve(messages_per_second=10, messages_burst=20)
        with WebSocket(server) as ws:
            ws.stream.sendall(frame(TEXT, "x") * 30)
            self.assertEqual(ws.close_code(), 1008)
        counters = server.counters()
        self.assertEqual((counters["messages_in"], counters["refused_messages"]), (20, 1))

    def test_endless_fragments_are_1008(self):
        server = self.serve(messages_per_second=1, messages_burst=2)
        self.refuses(server, 1008, frame(TEXT, "", final=False), frame(0, "", final=False) * 100)

    def test_a_flood_of_pings_is_1008(self):
        server = self.serve(bytes_per_second=1000)
        with WebSocket(server) as ws, WebSocket(server) as neighbour:
            ws.stream.settimeout(0.1)
            code = None
            end = time.monotonic() + 20
            while code is None and time.monotonic() < end:
                ws.stream.sendall(frame(PING, "x" * 100) * 5)
                try:
                    while (got := ws.read_frame())[0] != CLOSE:
                        pass
                    code = struct.unpack(">H", got[2][:2])[0]
                except TimeoutError:
                    pass
            self.assertEqual(code, 1008)
            neighbour.send("hello")
            self.assertEqual(neighbour.read(), "hello")

    def test_a_client_that_leaves_in_the_middle_of_anything_leaves_nothing_behind(self):
        server = self.serve()
        whole = handshake(server) + frame(TEXT, "late hello") + frame(TEXT, "x", final=False)
        for size in list(range(0, len(whole), 7)) + [len(whole)]:
            with server.connect() as stream:
                stream.sendall(whole[:size])
        self.eventually(lambda: server.counters()["connections"] == 1)
        counters = server.counters()
        self.assertEqual(counters["opened"], counters["closed"])


class Handshakes(NetTest):
    def refused(self, server, status, path="/ws", **changes):
        with WebSocket(server, path, **changes) as ws:
            self.assertEqual(ws.status, status, (path, changes))
            self.assertTrue(is_closed(ws.stream))

    def test_a_refused_handshake_is_never_opened_and_never_closed(self):
        server = self.serve()
        for _ in range(5):
            self.refused(server, 403, Cookie="a=b; refuse=1")
        counters = server.counters()
        self.assertEqual((counters["opened"], counters["closed"], counters["peers"]), (0, 0, 0))
        self.assertEqual(counters["refused_handshake"], 5)
        with WebSocket(server, Cookie="a=b") as ws:
            ws.send("fine")
            self.assertEqual(ws.read(), "fine")

    def test_only_one_path_is_upgraded(self):
        server = self.serve()
        for path in ("/", "/wss", "/ws/", "/ws/x", "/later", "/never"):
            self.refused(server, 404, path)
        self.assertEqual(server.counters()["opened"], 0)

    def test_the_path_is_an_option(self):
        server = self.serve(ws_path="/table")
        self.refused(server, 404)
        with WebSocket(server, "/table") as ws:
            self.assertEqual(ws.status, 101)

    def test_a_page_of_another_site_is_refused(self):
        server = self.serve()
        wrong = ("http://evil.example", "null", "", "http://127.0.0.1", f"ftp://{server.host}",
                 f"http://{server.host}.evil.example", f"http://evil.example/{server.host}",
                 f"http://x@{server.host}", server.host, "http://", None)  # fmt: skip
        for origin in wrong:
            with self.subTest(origin):
                self.refused(server, 403, Origin=origin)
        self.assertEqual(server.counters()["refused_origin"], len(wrong))
        for right in (f"http://{server.host}", f"https://{server.host}"):
            with WebSocket(server, Origin=right) as ws:
                self.assertEqual(ws.status, 101)

    def test_the_origin_may_be_given_by_an_option(self):
        server = self.serve(origin_allowed="https://room.example")
        self.refused(server, 403)
        with WebSocket(server, Origin="https://room.example") as ws:
            self.assertEqual(ws.status, 101)

    def test_what_is_no_handshake_is_refused(self):
        server = self.serve()
        self.refused(server, 400, Sec_WebSocket_Key=None)
        self.refused(server, 400, Sec_WebSocket_Key="short")
        self.refused(server, 400, Connection="keep-alive")
        self.refused(server, 426, Sec_WebSocket_Version="8")
        self.refused(server, 426, Sec_WebSocket_Version=None)
        self.refused(server, 400, Sec_WebSocket_Protocol="unheard-of")
        self.refused(server, 400, Host="")
        self.assertEqual(server.counters()["opened"], 0)

    def test_a_known_subprotocol_is_confirmed(self):
        server = self.serve(ws_protocol="play.1")
        with WebSocket(server, Sec_WebSocket_Protocol="other, play.1") as ws:
            self.assertEqual((ws.status, ws.headers["sec-websocket-protocol"]), (101, "play.1"))
        with WebSocket(server) as ws:
            self.assertEqual(ws.status, 101)

    def test_compression_is_never_agreed_to(self):
        with WebSocket(self.serve(), Sec_WebSocket_Extensions="permessage-deflate") as ws:
            self.assertEqual(ws.status, 101)
            self.assertNotIn("sec-websocket-extensions", ws.headers)

    def test_an_upgrade_to_anything_else_is_refused(self):
        server = self.serve()
        for upgrade in ("h2c", "foo", "websocketx"):
            changes = {"HTTP2-Settings": "AAMAAABkAARAAAAAAAIAAAAA"}
            data = handshake(server, Upgrade=upgrade, **changes)
            back, closed = raw(server, data)
            self.assertTrue(closed, upgrade)
            self.assertNotIn(b" 101 ", back)
        self.assert_alive(server)

    def test_a_post_is_not_upgraded(self):
        server = self.serve()
        back, closed = raw(server, handshake(server).replace(b"GET", b"POST"))
        self.assertTrue(closed)
        self.assertNotIn(b" 101 ", back)
        self.assertEqual(server.counters()["opened"], 0)

    def test_half_a_handshake_times_out(self):
        server = self.serve(header_seconds=1)
        data = handshake(server)
        with server.connect() as silent, server.connect() as half:
            half.sendall(data[: len(data) // 2])
            self.assertTrue(is_closed(silent))
            self.assertTrue(is_closed(half))


class Garbage(NetTest):
    def test_random_frames_harm_nobody_but_their_sender(self):
        server = self.serve(message_bytes=4096, ping_seconds=60, silent_seconds=90)
        random = seed()
        rounds = int(os.environ.get("NET_GARBAGE", "150"))
        with WebSocket(server) as neighbour:
            for i in range(rounds):
                with server.connect(timeout=5) as stream:
                    data = handshake(server) if random.random() < 0.8 else b""
                    for _ in range(random.randrange(8)):
                        data += self.random_frame(random)
                    self.send_in_pieces(random, stream, data)
                if i % 25 == 0:
                    neighbour.send(f"still {i}")
                    self.assertEqual(neighbour.read(), f"still {i}")
            neighbour.send("done")
            self.assertEqual(neighbour.read(), "done")
            self.assert_idle(server)

    def test_a_neighbour_who_is_not_answered_and_a_server_that_spins_are_noticed(self):
        """The check can fail: a server that stands still, and one that is always busy"""
        server = self.serve()
        with WebSocket(server) as neighbour:
            neighbour.stream.settimeout(0.5)
            server.process.send_signal(signal.SIGSTOP)
            neighbour.send("still")
            with self.assertRaises(TimeoutError):
                neighbour.read()
            server.process.send_signal(signal.SIGCONT)
            neighbour.stream.settimeout(10)
            self.assertEqual(neighbour.read(), "still")
        server.cpu = time.monotonic
        with self.assertRaises(AssertionError):
            self.assert_idle(server, seconds=0.1)

    @staticmethod
    def random_frame(random):
        if random.random() < 0.2:
            return random.randbytes(random.randrange(200))
        opcode = random.choice([TEXT] * 6 + [0] * 4 + [BINARY, CLOSE, PING, PONG, random.randrange(16)])
        size = random.choice([0, 1, 5, 125, 126, 200, 2047, 2048, 2049, 4096, 4097, 5000])
        payload = b"x" * size if random.random() < 0.7 else random.randbytes(size)
        return frame(opcode, payload, final=random.random() < 0.7, masked=random.random() < 0.9,
                     reserved=random.choice([0] * 9 + [1]))  # fmt: skip

    @staticmethod
    def send_in_pieces(random, stream, data):
        try:
            while data:
                size = random.choice([1, 3, 40, 1000, len(data)])
                stream.sendall(data[:size])
                data = data[size:]
            if random.random() < 0.5:
                stream.settimeout(0.05)
                while stream.recv(65536):
                    pass
        except (TimeoutError, ConnectionResetError, BrokenPipeError):
            pass


if __name__ == "__main__":
    main()
