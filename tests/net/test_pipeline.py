"""More bytes than one request: behind a command, behind a question, behind a reader who stops. Each
request is carried out once, in its turn, and nobody makes the server spin."""
import socket
import time

from client import NetTest, get, head_of, is_closed, main, post, raw, read_response


class Pipelines(NetTest):
    def count(self, server, data):
        """How often the command was done, after the server has got these bytes."""
        back, closed = raw(server, data)
        self.assert_idle(server, 0.4)
        return server.counters()["posted"], back, closed

    def answers(self, server, data, count, cut=0):
        """The bodies of so many answers; the bytes come in two pieces where there is a cut."""
        with server.connect() as stream:
            if cut:
                stream.sendall(data[:cut])
                time.sleep(0.02)
            stream.sendall(data[cut:])
            bodies = [read_response(stream).body for _ in range(count)]
            self.assertEqual(get(server, "/query?name=after", stream=stream).body, b"after")
            return bodies

    def test_requests_in_one_segment_are_answered_in_their_order(self):
        server = self.serve()
        paths = [("/query?name=1", b"1"), ("/later", b"later"), ("/query?name=2", b"2"), ("/big?size=3", b"abc")]
        data = b"".join(head_of(server, "GET", path) for path, _ in paths)
        for cut in (0, *range(1, len(data), 17)):
            with self.subTest(cut=cut):
                self.assertEqual(self.answers(server, data, 4, cut), [body for _, body in paths])

    def test_a_body_ends_where_its_length_says(self):
        server = self.serve()
        for first in ("/", "/later", "/big?size=100000"):
            for size in (1, 40, 100, 3000, 20000):
                data = head_of(server, "GET", first)
                bodies = [b"%d" % i * size for i in range(4)]
                for body in bodies:
                    data += head_of(server, "POST", "/echo", body=body)
                self.assertEqual(self.answers(server, data, 5)[1:], bodies)

    def test_hundreds_of_requests_at_once_are_answered_and_cost_no_more_than_they_must(self):
        server = self.serve()
        data = b"".join(head_of(server, "GET", f"/query?name={i}") for i in range(500))
        self.assertEqual(self.answers(server, data, 500), [b"%d" % i for i in range(500)])
        self.assert_idle(server, 0.4)

    def test_a_command_with_junk_behind_it_is_done_once_and_its_sender_dropped(self):
        for junk in (b"x", b"\r\n", b"junk " * 100, b"\0" * 5000):
            server = self.serve()
            posted, back, closed = self.count(server, head_of(server, "POST", "/count", body=b"do") + junk)
            self.assertEqual(posted, 1)
            self.assertTrue(closed)
            self.assertEqual([back.count(b"HTTP/1.1 200"), back.count(b"HTTP/1.1 400")], [1, 1])

    def test_commands_are_done_as_often_as_sent(self):
        server = self.serve()
        for body in (b"do", b""):
            before = server.counters()["posted"]
            data = head_of(server, "POST", "/count", body=body) * 3
            self.assertEqual(self.answers(server, data, 3), [b"%d" % (before + i) for i in (1, 2, 3)])
        self.assertEqual(post(server, "/count", b"do").body, b"7")
        self.assert_idle(server, 0.4)

    def test_what_is_behind_the_last_request_is_not_looked_at(self):
        server = self.serve()
        last = head_of(server, "GET", "/", {"Connection": "close"})
        posted, back, closed = self.count(server, last + head_of(server, "POST", "/count", body=b"do") * 3)
        self.assertEqual((posted, back.count(b"HTTP/1.1"), closed), (0, 1, True))

    def test_a_refused_body_with_more_behind_it_does_not_spin(self):
        server = self.serve(body_bytes=100)
        for size in (101, 100000, 900000):
            data = head_of(server, "POST", "/count", body=b"x" * size)
            posted, back, closed = self.count(server, data + head_of(server, "GET", "/") * 3)
            self.assertEqual((posted, closed), (0, True))
            self.assertTrue(back.startswith(b"HTTP/1.1 413"), back[:40])
            self.assertEqual(back.count(b"HTTP/1.1"), 1)
        data = head_of(server, "PUT", "/", body=b"x" * 100)
        posted, back, closed = self.count(server, data + data)
        self.assertTrue(closed)

    def test_who_never_ends_after_a_refusal_is_cut_off(self):
        server = self.serve(body_bytes=100)
        with server.connect() as stream:
            stream.sendall(head_of(server, "POST", "/count", {"Content-Length": "999999999"}))
            sent = 0
            with self.assertRaises(OSError):
                while sent < 256 << 20:
                    sent += stream.send(b"x" * 65536)

    def test_bytes_behind_an_unanswered_get_do_not_spin(self):
        server = self.serve(stop_seconds=1)
        for more in (b"x", head_of(server, "GET", "/"), b"x" * 100000):
            with server.connect() as stream:
                stream.sendall(head_of(server, "GET", "/never"))
                time.sleep(0.1)
                stream.sendall(more)
                self.assert_idle(server, 0.4)
            with server.connect() as stream:
                stream.sendall(head_of(server, "GET", "/never") + more)
                self.assert_idle(server, 0.4)

    def test_what_waits_behind_an_unanswered_get_is_bounded(self):
        server = self.serve(stop_seconds=1)
        with server.connect() as stream:
            stream.sendall(head_of(server, "GET", "/never"))
            stream.settimeout(1)
            sent = 0
            with self.assertRaises(TimeoutError):
                while True:
                    sent += stream.send(b"x" * 65536)
            self.assertLess(sent, 16 << 20)  # of the kernel's buffers on both sides
            self.assert_idle(server, 0.4)

    def test_who_leaves_is_noticed_though_nothing_is_read_any_more(self):
        server = self.serve()
        with server.connect() as stream:
            stream.sendall(head_of(server, "GET", "/never") + b"x" * 30000)
            time.sleep(0.1)
            self.assertEqual(server.counters()["connections"], 2)
        self.eventually(lambda: server.counters()["connections"] == 1)

    def test_an_end_behind_an_unanswered_get_ends_it_without_spinning(self):
        server = self.serve()
        with server.connect() as stream:
            stream.sendall(head_of(server, "GET", "/never"))
            time.sleep(0.1)
            stream.shutdown(socket.SHUT_WR)
            self.assert_idle(server, 0.4)
            self.assertTrue(is_closed(stream))

    def test_a_reader_who_stops_and_pipelines_does_not_spin(self):
        server = self.serve(stall_seconds=3)
        for more in (b"", head_of(server, "GET", "/") * 5):
            with server.connect(receive=4096) as stream:
                stream.sendall(head_of(server, "GET", "/big") + more)
                time.sleep(0.3)
                stream.sendall(more)
                self.assert_idle(server, 1.5)
                self.eventually(lambda: server.counters()["connections"] == 1)  # the stopped one is gone

    def test_connections_kept_for_later_make_way_for_new_ones(self):
        server = self.serve(connections=8, connections_per_address=4)
        idle = [server.connect() for _ in range(4)]
        for stream in idle:
            self.assertEqual(get(server, "/", stream=stream).body, b"hello")
        for _ in range(3):
            self.assertEqual(get(server, "/").body, b"hello")
        self.assertTrue(is_closed(idle[0]), "the one that has waited longest")
        self.assertEqual(server.counters()["refused_address"], 0)
        with server.connect() as busy, server.connect() as half:
            busy.sendall(head_of(server, "GET", "/never"))
            half.sendall(b"GET / HT")
            time.sleep(0.1)
            for _ in range(5):
                self.assertEqual(get(server, "/").body, b"hello")
            half.sendall(head_of(server, "GET", "/")[8:])
            self.assertEqual(read_response(half).body, b"hello")
        for stream in idle:
            stream.close()


if __name__ == "__main__":
    main()
