"""More bytes than one request: behind a command, behind a question, behind a reader who stops. The
library would do commands again, or spin; the server must do neither."""
import socket
import time

from client import NetTest, get, head_of, is_closed, main, post, raw, read_response


class Pipelines(NetTest):
    def count(self, server, data):
        """How often the command was done, after the server has got these bytes."""
        back, closed = raw(server, data)
        self.assert_idle(server)
        return server.counters()["posted"], back, closed

    def test_only_the_first_of_several_requests_is_answered(self):
        server = self.serve()
        get_1 = head_of(server, "GET", "/query?name=1")
        post_1 = head_of(server, "POST", "/count", body=b"do")
        for more in (get_1, post_1, post_1 + get_1, get_1 * 20, get_1 + post_1 * 3):
            for pause in (0, 0.02):
                back, closed = raw(server, get_1 + (b"" if pause else more), later=(pause, more))
                self.assertTrue(closed)
                self.assertEqual(back.count(b"HTTP/1.1 200"), 1)
        self.assertEqual(server.counters()["posted"], 0)
        self.assert_idle(server)

    def test_a_body_is_never_read_from_behind_another_request(self):
        """The library would free the bytes it reads, or take the head of the second for its body."""
        server = self.serve()
        for first in ("/", "/later", "/big?size=100000"):
            for size in (1, 40, 100, 3000):
                data = head_of(server, "GET", first)
                for _ in range(4):
                    data += head_of(server, "POST", "/echo", body=b"x" * size)
                back, closed = raw(server, data)
                self.assertTrue(closed)
                self.assertLessEqual(back.count(b"HTTP/1.1 200"), 1)
        self.assert_alive(server)

    def test_a_command_with_bytes_behind_it_is_done_once_and_its_sender_dropped(self):
        """rule 7"""
        for junk in (b"x", b"\r\n", b"junk " * 100, b"\0" * 5000):
            server = self.serve()
            posted, back, closed = self.count(server, head_of(server, "POST", "/count", body=b"do") + junk)
            self.assertEqual(posted, 1)
            self.assertTrue(closed)
            self.assertLessEqual(back.count(b"HTTP/1.1"), 1)

    def test_pipelined_commands_are_never_done_more_often_than_sent(self):
        """rule 7"""
        server = self.serve()
        data = head_of(server, "POST", "/count", body=b"do")
        posted, _, closed = self.count(server, data * 2)
        self.assertTrue(closed)
        self.assertEqual(posted, 1)
        for wanted in (2, 3, 4):  # one after the other they work
            self.assertEqual(post(server, "/count", b"do").body, b"%d" % wanted)

    def test_an_empty_command_with_another_behind_it_is_done_once(self):
        server = self.serve()
        posted, _, _ = self.count(server, head_of(server, "POST", "/count", body=b"") * 3)
        self.assertEqual(posted, 1)
        server = self.serve()
        posted, _, _ = self.count(server, head_of(server, "POST", "/count", body=b"") + b"junk")
        self.assertEqual(posted, 1)

    def test_a_refused_body_with_more_behind_it_does_not_spin(self):
        """rule 8"""
        server = self.serve(body_bytes=100)
        for size in (101, 100000, 3000000):
            data = head_of(server, "POST", "/count", body=b"x" * size)
            posted, back, _ = self.count(server, data + head_of(server, "GET", "/") * 3)
            self.assertEqual(posted, 0)
            self.assertTrue(back == b"" or back.startswith(b"HTTP/1.1 413"), back[:40])
        data = head_of(server, "PUT", "/", body=b"x" * 100)
        posted, back, closed = self.count(server, data + data)
        self.assertTrue(closed)

    def test_bytes_behind_an_unanswered_get_do_not_spin(self):
        """rule (4) of inside.h"""
        server = self.serve()
        for more in (b"x", head_of(server, "GET", "/"), b"x" * 100000):
            with server.connect() as stream:
                stream.sendall(head_of(server, "GET", "/never"))
                time.sleep(0.1)
                stream.sendall(more)
                self.assert_idle(server)
            with server.connect() as stream:
                stream.sendall(head_of(server, "GET", "/never") + more)
                self.assert_idle(server)

    def test_an_end_behind_an_unanswered_get_ends_it_without_spinning(self):
        server = self.serve()
        with server.connect() as stream:
            stream.sendall(head_of(server, "GET", "/never"))
            time.sleep(0.1)
            stream.shutdown(socket.SHUT_WR)
            self.assert_idle(server)
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


if __name__ == "__main__":
    main()
