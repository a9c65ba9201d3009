"""HTTP: answers now and later, and what is refused."""
import os
import socket
import time

from client import Closed, NetTest, ask, get, head_of, is_closed, main, post, raw, read_head, read_response
from client import WebSocket, seed

SECURITY = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Answers(NetTest):
    def test_get_post_and_head(self):
        server = self.serve()
        self.assertEqual(get(server, "/").body, b"hello")
        self.assertEqual(post(server, "/echo", b"a body").body, b"a body")
        self.assertEqual(post(server, "/echo", b"").body, b"")
        head = ask(server, "HEAD", "/")
        self.assertEqual((head.status, head.headers["content-length"]), (200, "5"))
        self.assertEqual(get(server, "/nowhere").status, 404)

    def test_every_answer_carries_the_security_headers(self):
        server = self.serve(security_policy="default-src 'none'")
        for method, path, status in (("GET", "/", 200), ("GET", "/x", 404), ("PUT", "/", 405),
                                     ("GET", "/a\\b", 400)):  # fmt: skip
            answer = ask(server, method, path)
            self.assertEqual(answer.status, status)
            for name, value in SECURITY.items():
                self.assertEqual(answer.headers[name], value)
            self.assertEqual(answer.headers["content-security-policy"], "default-src 'none'")
            self.assertEqual(answer.headers["cache-control"], "no-store")
            self.assertIn("date", answer.headers)
            self.assertNotIn("server", answer.headers)
        self.assertEqual(get(server, "/big?size=10").headers["cache-control"], "max-age=60")

    def test_a_connection_carries_one_request_after_another(self):
        server = self.serve()
        with server.connect() as stream:
            for i in range(50):
                for path in ("/", "/later", "/big?size=1", "/big?size=70000", "/nowhere"):
                    answer = get(server, path, stream=stream)
                    self.assertNotIn("connection", answer.headers)
                self.assertEqual(post(server, "/echo", b"%d" % i, stream=stream).body, b"%d" % i)
                self.assertEqual(ask(server, "HEAD", "/", stream=stream).headers["content-length"], "5")
            self.assertEqual(server.counters()["accepted"], 2)

    def test_who_asks_for_it_or_speaks_1_0_is_hung_up_on_after_the_answer(self):
        server = self.serve()
        cases = (("HTTP/1.1", "close"), ("HTTP/1.1", "x, Close"), ("HTTP/1.0", None), ("HTTP/1.0", "keep-alive"))
        for version, wish in cases:
            for path in ("/", "/later", "/big?size=70000", "/nowhere"):
                with server.connect() as stream:
                    answer = get(server, path, headers={"Connection": wish}, stream=stream, version=version)
                    self.assertEqual(answer.headers["connection"], "close")
                    self.assertTrue(is_closed(stream))

    def test_a_refusal_ends_its_connection(self):
        server = self.serve()
        for path, method, status in (("/a\\b", "GET", 400), ("/", "PUT", 405), ("/" + "x" * 1024, "GET", 414)):
            with server.connect() as stream:
                answer = ask(server, method, path, stream=stream)
                self.assertEqual((answer.status, answer.headers["connection"]), (status, "close"))
                self.assertTrue(is_closed(stream))

    def test_an_idle_connection_is_closed_after_its_time(self):
        server = self.serve(idle_seconds=1, header_seconds=60)
        with server.connect() as stream:
            self.assertEqual(get(server, "/", stream=stream).body, b"hello")
            self.assertTrue(is_closed(stream))

    def test_a_second_request_has_no_more_time_than_the_first(self):
        server = self.serve(header_seconds=1, idle_seconds=60)
        with server.connect() as stream:
            self.assertEqual(get(server, "/", stream=stream).body, b"hello")
            time.sleep(1.5)  # to wait is not to be slow
            self.assertEqual(get(server, "/", stream=stream).body, b"hello")
            stream.sendall(b"GET / HTTP/1.1\r\nHost:")
            self.assertTrue(is_closed(stream))

    def test_who_asks_whether_to_send_a_body_is_told_to(self):
        server = self.serve()
        head = head_of(server, "POST", "/echo", {"Expect": "100-continue"}, b"body")[:-4]
        with server.connect() as stream:
            stream.sendall(head)
            self.assertEqual(read_head(stream)[0], 100)
            stream.sendall(b"body")
            self.assertEqual(read_response(stream).body, b"body")

    def test_the_body_of_a_large_answer_is_whole(self):
        server = self.serve()
        alphabet = bytes(range(ord("a"), ord("z") + 1))
        wanted = (alphabet * (1 + (4 << 20) // 26))[: 4 << 20]
        self.assertEqual(get(server, "/big").body, wanted)
        with server.connect(receive=4096) as slow:  # many times not writable
            slow.sendall(head_of(server, "GET", "/big?size=1000000"))
            self.assertEqual(read_response(slow).body, wanted[:1000000])

    def test_the_headers_that_are_asked_for_arrive(self):
        server = self.serve()
        given = {
            "Cookie": "a=1; b=2",
            "Origin": "http://elsewhere",
            "Content-Type": "text/x",
            "If-None-Match": '"tag"',
            "Accept-Encoding": "gzip",
            "Authorization": "Bearer x",
            "X-CSRF-Token": "t0ken",
            "Idempotency-Key": "k3y",
        }
        lines = get(server, "/headers", headers=given).body.decode().splitlines()
        wanted = [given[name] for name in ("Cookie", "Origin", "Content-Type")] + [server.host]
        wanted += [given[name] for name in ("If-None-Match", "Accept-Encoding", "Authorization")]
        self.assertEqual(lines, wanted + ["t0ken", "k3y"])
        self.assertEqual(get(server, "/headers").body.decode().splitlines().count("-"), 8)

    def test_cookies_of_several_lines_are_one_list(self):
        server = self.serve()
        lines = "Cookie: a=1\r\nCookie: b=2\r\n"
        more = "".join(f"cookie:  c{i}={i} \r\n" for i in range(3))
        for part, wanted in ((lines, b"a=1; b=2"), (lines + more, b"a=1; b=2; c0=0; c1=1; c2=2")):
            data = f"GET /headers HTTP/1.1\r\nHost: localhost\r\n{part}\r\n".encode()
            with server.connect() as stream:
                stream.sendall(data)
                self.assertEqual(read_response(stream).body.splitlines()[0], wanted)

    def test_the_query_is_decoded_and_its_names_cannot_be_forged(self):
        server = self.serve()
        cases = {
            "?name=x": "x",
            "?other=1&name=a%20b%26c%3Dd": "a b&c=d",
            "?xname=1": "(none)",
            "?a=name=1": "(none)",
            "?a=1%26name=2": "(none)",
            "?name=": "",
            "?name": "(none)",
            "": "(none)",
        }
        for query, wanted in cases.items():
            with self.subTest(query):
                self.assertEqual(get(server, f"/query{query}").body.decode(), wanted)

    def test_a_late_answer_to_one_who_left_is_harmless(self):
        server = self.serve()
        for path in ("/later", "/never"):
            with server.connect() as stream:
                stream.sendall(head_of(server, "GET", path))
        self.eventually(lambda: server.counters()["connections"] == 1)
        self.assertEqual(get(server, "/abandoned").body, b"gone")

    def test_the_number_of_an_answered_request_is_gone(self):
        server = self.serve()
        with server.connect() as stream:
            stream.sendall(head_of(server, "GET", "/never"))
            time.sleep(0.1)
            self.assertEqual(get(server, "/abandoned").body, b"sent")
            self.assertEqual(read_response(stream).body, b"x")
        self.assertEqual(get(server, "/abandoned").body, b"gone")


class Refusals(NetTest):
    def test_other_methods_are_405(self):
        server = self.serve()
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
            answer = ask(server, method, "/", body=b"")
            self.assertEqual((answer.status, answer.headers["allow"]), (405, "GET, HEAD, POST"))
        back, closed = raw(server, b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertTrue(closed)
        self.assertIn(b" 405 ", back)
        self.assert_alive(server)

    def test_connect_is_no_way_around(self):
        server = self.serve()
        for target in ("/", "example.org:80"):
            _, closed = raw(server, f"CONNECT {target} HTTP/1.1\r\nHost: x\r\n\r\nmore".encode())
            self.assertTrue(closed)
        self.eventually(lambda: server.counters()["connections"] == 1)

    def test_no_path_leads_out_or_hides_anything(self):
        server = self.serve()
        paths = ("/../etc/passwd", "/a/../../etc", "/%2e%2e/etc", "/.%2e/%2e./", "/..%2f..%2fetc",
                 "/%2e%2e%2fetc", "/..", "/a/..", "/%2E%2E/", "/./../x", "//etc", "///", "/a//b",
                 "/%2f%2fetc", "/..\\..\\x", "/%5c..%5c", "/a%00b", "/%00", "/%00/../x", "/a%0d%0ab",
                 "/a%0ab", "/%7f", "/\x01", "/a%", "/a%4", "/a%zz", "/....//x", "/.../", "/..;/x",
                 "/%252e%252e/x")  # fmt: skip
        for path in paths:
            with self.subTest(path):
                answer = get(server, path)
                harmless = ("/.../", "/..;/x", "/%252e%252e/x")
                self.assertEqual(answer.status, 404 if path in harmless else 400)
        self.assert_alive(server)

    def test_a_path_is_written_in_one_way_only(self):
        """A proxy that keeps a path to itself looks for its letters."""
        server = self.serve()
        for path in ("/%68eaders", "/headers%2f", "/header%73", "/%2fheaders", "/h%65aders", "/%7Ex", "/%2dx"):
            back, closed = raw(server, head_of(server, "GET", path))
            self.assertTrue(closed)
            self.assertIn(b" 400 ", back, path)
        self.assertEqual(get(server, "/a%20b%C3%A4").body.decode(), "/a bä")

    def test_a_long_path_is_414_and_long_headers_end_the_connection(self):
        server = self.serve()
        self.assertEqual(get(server, "/" + "x" * 1023).status, 404)
        self.assertEqual(get(server, "/" + "x" * 1024).status, 414)
        self.assertEqual(get(server, "/headers", headers={"Cookie": "c" * 6000}).status, 200)
        for size in (8192, 100000):
            back, closed = raw(server, head_of(server, "GET", "/", {"Cookie": "c" * size}))
            self.assertTrue(closed)
            self.assertNotIn(b" 200 ", back)
        back, closed = raw(server, head_of(server, "GET", "/", {f"X-{i}": "y" for i in range(3000)}))
        self.assertTrue(closed)
        self.assert_alive(server)

    def test_a_body_above_the_limit_is_413_and_the_answer_arrives(self):
        server = self.serve(body_bytes=1000)
        self.assertEqual(post(server, "/echo", b"x" * 1000).status, 200)
        self.assertEqual(post(server, "/echo", b"x" * 1001).status, 413)
        self.assertEqual(post(server, "/echo", b"x" * 1000000).status, 413)
        self.assertEqual(server.counters()["refused_size"], 2)

    def test_a_body_without_a_right_length_is_refused(self):
        server = self.serve()
        cases = {
            "none": ({"Content-Length": None}, 411),
            "negative": ({"Content-Length": "-1"}, 400),
            "signed": ({"Content-Length": "+5"}, 400),
            "words": ({"Content-Length": "five"}, 400),
            "hex": ({"Content-Length": "0x5"}, 400),
            "list": ({"Content-Length": "5, 5"}, 400),
            "huge": ({"Content-Length": "99999999999999999999"}, 400),
            "large": ({"Content-Length": "9999999999"}, 413),
            "chunked": ({"Content-Length": None, "Transfer-Encoding": "chunked"}, 501),
            "both": ({"Transfer-Encoding": "chunked"}, 501),
        }
        for name, (headers, status) in cases.items():
            with self.subTest(name):
                back, closed = raw(server, head_of(server, "POST", "/count", headers, b"12345"), 3)
                self.assertTrue(closed)
                self.assertEqual(back.split()[1:2], [str(status).encode()], back)
        two = head_of(server, "POST", "/count", {"content-length": "4"}, b"12345")
        self.assertEqual(raw(server, two)[0].split()[1], b"400")
        self.assertEqual(server.counters()["posted"], 0)
        self.assert_idle(server)

    def test_a_get_with_a_body_is_400(self):
        server = self.serve()
        back, closed = raw(server, head_of(server, "GET", "/", body=b"body"))
        self.assertTrue(closed)
        self.assertIn(b" 400 ", back)

    def test_a_request_without_a_host_or_with_two_is_400(self):
        server = self.serve()
        for lines in (b"", b"Host: a\r\nHost: b\r\n", b"Host: a\r\nOrigin: x\r\nOrigin: y\r\n"):
            back, _ = raw(server, b"GET / HTTP/1.1\r\n" + lines + b"\r\n")
            self.assertIn(b" 400 ", back, lines)

    def test_a_form_of_another_site_is_refused(self):
        server = self.serve()
        evil = {"Origin": "http://evil.example"}
        self.assertEqual(post(server, "/count", b"x", headers=evil).status, 403)
        self.assertEqual(server.counters()["posted"], 0)
        own = {"Origin": f"http://{server.host}"}
        self.assertEqual(post(server, "/count", b"x", headers=own).body, b"1")

    def test_no_link_brings_a_header_of_its_own(self):
        server = self.serve()
        for start in ("/headers", "/query?name=x"):
            for end in ("%0a", "%0d", "%0d%0a"):
                for more in ("", "cookie:a=b", "x-csrf-token:t", "origin:http://x", "http/1.1",
                             "http/1.1%0acookie:a=b", "Set-Cookie:%20a=b"):  # fmt: skip
                    with self.subTest(start + end + more):
                        back, closed = raw(server, head_of(server, "GET", start + end + more, {"Connection": "close"}))
                        self.assertTrue(closed)
                        for sign in (b"a=b", b"\nt\n", b"http://x"):
                            self.assertNotIn(sign, back)

    def test_a_program_that_would_send_a_line_end_in_a_header_is_stopped(self):
        from client import Server

        self.assertEqual(get(self.serve(), "/break").headers["x-test"], "fine")
        for end in ("cr", "lf", "crlf"):
            server = Server()
            back, _ = raw(server, head_of(server, "GET", f"/break?end={end}"))
            self.assertEqual(back, b"")
            status, said = server.stop()
            self.assertEqual(status, -6)
            self.assertIn("text_value_is_valid(value)", said)

    def test_half_a_request_times_out(self):
        server = self.serve(header_seconds=1)
        with server.connect() as silent, server.connect() as header, server.connect() as body:
            header.sendall(b"GET / HTTP/1.1\r\nHost:")
            body.sendall(head_of(server, "POST", "/echo", body=b"12345")[:-2])
            for stream in (silent, header, body):
                self.assertTrue(is_closed(stream))

    def test_a_header_that_dribbles_in_times_out_too(self):
        server = self.serve(header_seconds=2)
        with server.connect() as stream:
            start = time.monotonic()
            try:
                for byte in head_of(server, "GET", "/", {"Cookie": "c" * 200}):
                    stream.sendall(bytes([byte]))
                    time.sleep(0.1)
            except (BrokenPipeError, ConnectionResetError):
                pass
            self.assertLess(time.monotonic() - start, 15)  # of 25 for all of it
            self.assertTrue(is_closed(stream))

    def test_a_program_that_never_answers_costs_a_connection_for_a_while_only(self):
        server = self.serve(reply_seconds=1)
        with server.connect() as stream:
            stream.sendall(head_of(server, "GET", "/never"))
            self.assertTrue(is_closed(stream))


class Smuggling(NetTest):
    """What two programs could read in two ways is refused, and nothing behind it is carried out."""

    def refuses(self, server, head, status, body=b""):
        hidden = head_of(server, "POST", "/count", body=b"do")
        back, closed = raw(server, head + body + hidden)
        self.assertTrue(closed, head)
        self.assertEqual(back.split()[1:2], [str(status).encode()], head)
        self.assertEqual(back.count(b"HTTP/1.1 "), 1, head)

    def test_a_second_length_in_any_disguise_is_refused(self):
        server = self.serve()
        start = f"POST /count HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: 2\r\n".encode()
        for line, status in (
            (b"Transfer-Encoding: chunked", 501), (b"transfer-encoding:chunked", 501),
            (b"Transfer-Encoding: identity", 501), (b"Transfer-Encoding:", 501),
            (b"Transfer-Encoding: xchunked", 501), (b"Transfer-Encoding:\tchunked", 501),
            (b"Transfer-Encoding : chunked", 400), (b"Transfer-Encoding\t: chunked", 400),
            (b" Transfer-Encoding: chunked", 400), (b"\tTransfer-Encoding: chunked", 400),
            (b"X: y\n Transfer-Encoding: chunked", 400), (b"X: y\nTransfer-Encoding: chunked", 400),
            (b"X: y\rTransfer-Encoding: chunked", 400), (b"X: y\r\n\rX: z", 400), (b"\r", 400), (b"X: y\r\n chunked", 400),
            (b"Transfer-Encoding: chunked\0", 400), (b"Transfer\0-Encoding: chunked", 400),
            (b"Transfer-Encoding", 400), (b": chunked", 400), (b"Transfer Encoding: chunked", 400),
            (b"Content-Length: 2", 400), (b"Content-Length: 3", 400), (b"Content-Length : 3", 400),
            (b"content-length: 0", 400), (b"Content-Length:", 400), (b"\xffContent-Length: 3", 400),
        ):  # fmt: skip
            with self.subTest(line):
                self.refuses(server, start + line + b"\r\n\r\n", status, b"do")
        self.assertEqual(server.counters()["posted"], 0)
        self.assertEqual(post(server, "/count", b"do").body, b"1")

    def test_a_body_where_none_belongs_is_refused(self):
        server = self.serve()
        for method in ("GET", "HEAD"):
            for line in (b"Content-Length: 2", b"Transfer-Encoding: chunked"):
                head = f"{method} / HTTP/1.1\r\nHost: {server.host}\r\n".encode() + line + b"\r\n\r\n"
                self.refuses(server, head, 501 if line.startswith(b"T") else 400, b"do")
        self.assertEqual(server.counters()["posted"], 0)

    def test_nothing_may_stand_before_or_around_the_request_line(self):
        server = self.serve()
        host = f"Host: {server.host}\r\n\r\n".encode()
        for line in (b"\r\nGET / HTTP/1.1\r\n", b"\nGET / HTTP/1.1\r\n", b" GET / HTTP/1.1\r\n",
                     b"\0GET / HTTP/1.1\r\n", b"\xef\xbb\xbfGET / HTTP/1.1\r\n", b"x\r\nGET / HTTP/1.1\r\n",
                     b"GET  / HTTP/1.1\r\n", b"GET /  HTTP/1.1\r\n", b"GET / HTTP/1.1 \r\n", b"GET\t/ HTTP/1.1\r\n",
                     b"GET / HTTP/1.1\n", b"GET / HTTP/1.1\r\r\n", b"GET /\r\n", b"GET / HTTP/2.0\r\n",
                     b"GET / http/1.1\r\n", b"GET / HTTP/1.10\r\n", b"get / HTTP/1.1\r\n", b"GET /#x HTTP/1.1\r\n",
                     b"GET http://x/ HTTP/1.1\r\n", b"GET /\xc3\xa4 HTTP/1.1\r\n"):  # fmt: skip
            with self.subTest(line):
                self.refuses(server, line + host, 400)
        self.assertEqual(server.counters()["posted"], 0)
        self.assert_alive(server)

    def test_garbage_is_refused_before_a_line_of_it_is_whole(self):
        server = self.serve(header_seconds=60)
        for data in (b"\0", b"\r", b"\x16\x03\x01", b"{", b"GET / HTTP/1.1\n", b"GET / HTTP/1.1\r\nX\0"):
            back, closed = raw(server, data)
            self.assertTrue(closed, data)
            self.assertIn(b" 400 ", back, data)


class Hosts(NetTest):
    def status(self, server, host):
        return ask(server, "GET", "/", {"Host": host}).status

    def test_a_name_that_is_none_of_ours_is_refused_with_a_word_of_what_to_do(self):
        """DNS rebinding: the name of another site leads here."""
        server = self.serve()
        for host in ("evil.example", f"evil.example:{server.port}", "localhost.evil.example", "127.0.0.1.evil.example",
                     "192.0.2.1", "[2001:db8::1]:80", "0.0.0.0", "localhost.", "xlocalhost"):  # fmt: skip
            answer = ask(server, "GET", "/", {"Host": host})
            self.assertEqual((answer.status, answer.headers["connection"]), (421, "close"), host)
            self.assertIn(b"'hosts'", answer.body)
            self.assertEqual(post(server, "/count", b"x", headers={"Host": host}).status, 421)
        self.assertEqual(server.counters()["posted"], 0)
        self.assertEqual(server.counters()["refused_host"], 18)

    def test_loopback_is_always_ours(self):
        server = self.serve()
        for host in ("localhost", "LocalHost:1", "127.0.0.1", "127.1.2.3:80", "[::1]", f"[::1]:{server.port}"):
            self.assertEqual(self.status(server, host), 200, host)

    def test_what_is_no_host_is_400(self):
        server = self.serve()
        for host in ("", ":80", "[::1", "[::1]x", "localhost:x", "localhost:80:80", "a" * 300):
            self.assertEqual(self.status(server, host), 400, host)

    def test_names_may_be_given_by_options(self):
        server = self.serve(hosts="cards.example, Room.example", origin_allowed="https://seen.example:8443")
        for host in ("cards.example", "CARDS.example:8080", "room.example", "seen.example"):
            self.assertEqual(self.status(server, host), 200, host)
        for host in ("example", "cards.example.org", "cards", "192.0.2.1"):
            self.assertEqual(self.status(server, host), 421, host)

    def test_who_listens_everywhere_answers_to_any_address_but_to_no_other_name(self):
        server = self.serve(host="0.0.0.0")
        for host in ("192.0.2.1", "[2001:db8::1]:80", "localhost"):
            self.assertEqual(self.status(server, host), 200, host)
        self.assertEqual(self.status(server, "evil.example"), 421)

    def test_a_handshake_is_asked_for_its_host_too(self):
        server = self.serve()
        evil = {"Host": "evil.example", "Origin": "http://evil.example"}
        with WebSocket(server, **evil) as ws:
            self.assertEqual(ws.status, 421)


class Garbage(NetTest):
    def test_what_is_hardly_a_request_ends_its_connection(self):
        server = self.serve(header_seconds=2)
        host = b"Host: x\r\n"
        nasty = [
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 100,
            b"\r\n\r\n", b"\n", b"\r", b"\0" * 5000, b"GET\r\n\r\n", b"GET / \r\n\r\n", b" / HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nGET / HTTP/1.1\r\n" + host + b"\r\n",
            b"GET / HTTP/1.1\r\nPOST /count HTTP/1.1\r\n" + host + b"\r\n",
            b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
            b"GET / HTTP/9.9\r\n" + host + b"\r\n",
            b"GET / FTP\r\n" + host + b"\r\n",
            b"GET http://x/ HTTP/1.1\r\n" + host + b"\r\n",
            b"GET * HTTP/1.1\r\n" + host + b"\r\n",
            b"OPTIONS * HTTP/1.1\r\n" + host + b"\r\n",
            b"GET /?" + b"&" * 6000 + b" HTTP/1.1\r\n" + host + b"\r\n",
            b"GET /?" + b"a=b&" * 1500 + b" HTTP/1.1\r\n" + host + b"\r\n",
            b"GET / HTTP/1.1\r\n" + b"Cookie: a\r\n" * 500 + host + b"\r\n",
            b"GET / HTTP/1.1\r\n" + b"Accept: a\r\n" * 500 + host + b"\r\n",
            b"GET / HTTP/1.1\r\n" + b"X" * 9000 + b": y\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b":\r\n" * 100 + host + b"\r\n",
            b"GET / HTTP/1.1\r\n folded\r\n" + host + b"\r\n",
            b"GET / HTTP/1.1\r\n:method: POST\r\n:path: /count\r\n" + host + b"\r\n",
        ]  # fmt: skip
        for data in nasty:
            with self.subTest(data[:60]):
                back, closed = raw(server, data, 8)
                self.assertTrue(closed)
        self.assertEqual(server.counters()["posted"], 0)
        self.assert_idle(server)

    def test_random_requests_harm_nobody_but_their_sender(self):
        server = self.serve(header_seconds=60, body_bytes=2000)
        random = seed()
        rounds = int(os.environ.get("NET_GARBAGE", "200"))
        for i in range(rounds):
            data = b"".join(self.random_request(random, server) for _ in range(random.randrange(1, 5)))
            if random.random() < 0.3:
                data = data[: random.randrange(len(data) + 1)]
            if data and random.random() < 0.2:
                data = bytearray(data)
                for _ in range(random.randrange(10)):
                    data[random.randrange(len(data))] = random.randrange(256)
            self.send_in_pieces(random, server, bytes(data))
            if i % 50 == 0:
                self.assert_alive(server)
        self.assert_alive(server)
        self.assert_idle(server)

    @staticmethod
    def random_request(random, server):
        if random.random() < 0.1:
            return random.randbytes(random.randrange(300))
        method = random.choice(["GET"] * 5 + ["POST"] * 5 + ["HEAD", "PUT", "OPTIONS", "CONNECT", "X"])
        path = random.choice(["/", "/later", "/never", "/big?size=100000", "/echo", "/count", "/ws",
                              "/../x", "/%00", "/" + "x" * 2000, "/query?name=" + "&a=b" * 50])  # fmt: skip
        headers = {}
        if random.random() < 0.15:
            headers["Upgrade"] = random.choice(["websocket", "h2c", "x"])
            headers["Connection"] = "Upgrade"
        if random.random() < 0.2:
            headers["Connection"] = random.choice(["close", "keep-alive", "x"])
        if random.random() < 0.1:
            headers["Content-Length"] = random.choice(["0", "-1", "10", "3000000", "x"])
        if random.random() < 0.05:
            headers["Transfer-Encoding"] = "chunked"
        body = None
        if method == "POST" or random.random() < 0.1:
            body = random.randbytes(random.choice([0, 0, 1, 100, 2000, 2001, 20000]))
        return head_of(server, method, path, headers, body)

    @staticmethod
    def send_in_pieces(random, server, data):
        with server.connect(timeout=0.05) as stream:
            try:
                while data:
                    size = random.choice([1, 10, 100, 5000, len(data)])
                    stream.sendall(data[:size])
                    data = data[size:]
                    if random.random() < 0.1:
                        time.sleep(0.002)
                if random.random() < 0.3:
                    stream.shutdown(socket.SHUT_WR)
                while random.random() < 0.8 and stream.recv(65536):
                    pass
            except OSError:
                pass


if __name__ == "__main__":
    main()
