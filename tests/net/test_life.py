"""Starting, stopping, TLS."""
import os
import pathlib
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import warnings

from client import SERVER, Closed, NetTest, Server, WebSocket, frame, get, handshake, head_of
from client import is_closed, main, post, read_head, read_response


class Start(NetTest):
    def fails(self, *arguments):
        done = subprocess.run([SERVER, *arguments], capture_output=True, text=True, timeout=20)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr.count("\n"), 1)
        return done.stderr

    def test_a_taken_port_is_named(self):
        server = self.serve()
        self.assertIn(f"127.0.0.1 port {server.port}: Address already in use",
                      self.fails(f"port={server.port}"))  # fmt: skip

    def test_a_host_that_is_none_is_named(self):
        self.assertIn("cannot listen on no.such.host.invalid", self.fails("host=no.such.host.invalid"))
        self.assertIn("cannot listen on 192.0.2.1", self.fails("host=192.0.2.1"))

    def test_more_connections_than_files_are_refused(self):
        self.assertIn("open files", self.fails("connections=4000000000"))

    def test_certificates_that_do_not_serve_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            junk = pathlib.Path(folder, "junk.pem")
            junk.write_text("junk")
            self.assertIn("needs a certificate and its key", self.fails(f"cert={junk}"))
            self.assertIn("cannot read the certificate /nowhere", self.fails("cert=/nowhere", f"key={junk}"))
            self.assertIn("cannot be used together", self.fails(f"cert={junk}", f"key={junk}"))

    def test_the_timer_of_the_program_runs(self):
        server = self.serve()
        end, ticks = time.monotonic() + 20, 0
        while ticks < 7:  # in a second in which nobody asks: on a busy machine not in the first
            self.assertLess(time.monotonic(), end, "it does not run by itself")
            start, before = time.monotonic(), server.counters()["ticks"]
            time.sleep(1.05)
            ticks = server.counters()["ticks"] - before
            self.assertLessEqual(ticks, 10 * (time.monotonic() - start) + 1)
        self.assert_idle(server)

    def test_another_thread_wakes_the_loop_many_times(self):
        server = self.serve(messages_per_second=100000, messages_burst=100000)
        with WebSocket(server) as ws:
            for _ in range(10):
                ws.stream.sendall(b"".join(frame(1, f"late {i}") for i in range(50)))
                self.assertEqual([ws.read() for _ in range(50)], [str(i) for i in range(50)])

    def test_it_listens_on_ipv6(self):
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("no IPv6 here")
        server = self.serve(host="::1")
        with socket.create_connection(("::1", server.port)) as stream:
            self.assertEqual(get(server, "/", stream=stream).body, b"hello")


class Stop(NetTest):
    def test_everyone_is_told_1001_and_the_program_ends_well(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            server = self.serve(stop_seconds=15)
            peers = [WebSocket(server) for _ in range(50)]
            idle, half = server.connect(), server.connect()
            half.sendall(b"GET / HT")
            server.process.send_signal(number)
            for ws in peers:
                self.assertEqual(ws.close_code(), 1001)
                ws.send(b"\x03\xe9", 8)
            start = time.monotonic()
            self.assertEqual(server.stop(), (0, ""))
            self.assertLess(time.monotonic() - start, 10)
            self.assertTrue(is_closed(idle) and is_closed(half))

    def test_an_answer_under_way_is_finished_first(self):
        server = self.serve()
        with server.connect() as late, server.connect() as post, server.connect(receive=4096) as big:
            big.sendall(head_of(server, "GET", "/big?size=1000000"))
            late.sendall(head_of(server, "GET", "/later"))
            post.sendall(head_of(server, "POST", "/count", body=b"x"))
            self.eventually(lambda: server.counters()["posted"] == 1)
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(read_response(late).body, b"later")
            self.assertEqual(read_response(post).body, b"1")
            self.assertEqual(len(read_response(big).body), 1000000)
        self.assertEqual(server.stop(), (0, ""))

    def test_nobody_new_is_let_in(self):
        server = self.serve(stop_seconds=2)
        with WebSocket(server) as ws:  # who does not answer the close holds it up
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(ws.close_code(), 1001)
            with self.assertRaises(ConnectionRefusedError):
                server.connect()

    def test_who_neither_answers_nor_reads_does_not_hold_it_up(self):
        server = self.serve(stop_seconds=1)
        with WebSocket(server, receive=4096) as stopped, WebSocket(server), server.connect() as never:
            stopped.send("flood 200 1000")
            never.sendall(head_of(server, "GET", "/never"))
            time.sleep(0.1)
            start = time.monotonic()
            self.assertEqual(server.stop(), (0, ""))
            self.assertLess(time.monotonic() - start, 12)  # far from stall_seconds, which are 20

    def test_who_asked_nothing_yet_does_not_hold_it_up_at_all(self):
        """Nothing else happens that would wake the loop."""
        for begun in (b"", b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc"):
            with self.subTest(begun):
                server = self.serve(stop_seconds=15)
                with server.connect() as stream:
                    stream.sendall(begun)
                    time.sleep(0.1)
                    start = time.monotonic()
                    self.assertEqual(server.stop(), (0, ""))
                    self.assertLess(time.monotonic() - start, 10)

    def test_more_signals_change_nothing_at_any_moment(self):
        for _ in range(5):
            server = self.serve(stop_seconds=1)
            with WebSocket(server):
                end = time.monotonic() + 10
                while server.process.poll() is None and time.monotonic() < end:
                    server.process.send_signal(signal.SIGTERM)
                    time.sleep(0.0005)
                self.assertEqual(server.stop(), (0, ""))


class Tls(NetTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.cert, cls.key = (os.path.join(cls.folder.name, name) for name in ("cert.pem", "key.pem"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
             "-keyout", cls.key, "-out", cls.cert], check=True, capture_output=True)  # fmt: skip

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def serve_tls(self, **options):
        return self.serve(cert=self.cert, key=self.key, **options)

    def wrap(self, server, protocols=None, ciphers=None, newest=None, cert=None):
        context = ssl.create_default_context(cafile=cert or self.cert)
        if protocols:
            context.set_alpn_protocols(protocols)
        if ciphers:
            context.set_ciphers(ciphers)
        if newest:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # old versions are named because they must fail
                context.minimum_version = ssl.TLSVersion.TLSv1
                context.maximum_version = newest
        return context.wrap_socket(server.connect(), server_hostname="localhost", suppress_ragged_eofs=False)

    def test_pages_and_messages_go_over_tls(self):
        server = self.serve_tls()
        for path, size in (("/", 5), ("/later", 5), ("/big", 4 << 20)):
            with self.wrap(server) as stream:
                self.assertEqual(len(get(server, path, stream=stream).body), size)
        with self.wrap(server) as stream:
            ws = WebSocket(server, stream=stream, Origin=f"https://{server.host}")
            for text in ("hello", "x" * 16384):
                ws.send(text)
                self.assertEqual(ws.read(), text)
            ws.stream.sendall(b"".join(frame(1, str(i)) for i in range(50)))
            self.assertEqual([ws.read() for _ in range(50)], [str(i) for i in range(50)])

    def test_http_1_1_is_all_that_is_spoken(self):
        server = self.serve_tls()
        with self.wrap(server, ["h2", "http/1.1"]) as stream:
            self.assertEqual(stream.selected_alpn_protocol(), "http/1.1")
        with self.assertRaises(ssl.SSLError):
            self.wrap(server, ["h2"])

    def test_one_handshake_does_for_many_requests(self):
        server = self.serve_tls()
        with self.wrap(server) as stream:
            for path, size in (("/", 5), ("/later", 5), ("/big?size=100000", 100000)) * 10:
                self.assertEqual(len(get(server, path, stream=stream).body), size)
            self.assertEqual(post(server, "/echo", b"x" * 60000, stream=stream).body, b"x" * 60000)
            self.assertIn(b'"accepted":1,', get(server, "/counters", stream=stream).body)

    def test_the_end_of_a_connection_is_said_over_tls_too(self):
        server = self.serve_tls()
        with self.wrap(server) as stream:
            get(server, "/", headers={"Connection": "close"}, stream=stream)
            self.assertEqual(stream.recv(1), b"")  # raises where the close is not signed

    def test_pages_over_tls_and_only_those_ask_to_be_asked_for_that_way(self):
        server = self.serve_tls()
        for path in ("/", "/nowhere", "/a\\b"):
            with self.wrap(server) as stream:
                self.assertEqual(get(server, path, stream=stream).headers["strict-transport-security"],
                                 "max-age=31536000")  # fmt: skip
        self.assertNotIn("strict-transport-security", get(self.serve(), "/").headers)

    def test_of_tls_1_2_only_what_keeps_its_secrets_is_spoken(self):
        """Forward secrecy, and encryption that authenticates."""
        rsa, rsa_key = (os.path.join(self.folder.name, name) for name in ("rsa.pem", "rsa_key.pem"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-keyout", rsa_key, "-out", rsa],
            check=True, capture_output=True)  # fmt: skip
        cases = {
            (self.cert, self.key): (("ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"),
                                    ("ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES256-SHA", "ECDHE-ECDSA-AES128-CCM8")),
            (rsa, rsa_key): (("ECDHE-RSA-AES256-GCM-SHA384",),
                             ("AES128-GCM-SHA256", "AES256-SHA", "DHE-RSA-AES128-SHA256", "ECDHE-RSA-AES256-SHA384")),
        }  # fmt: skip
        for (cert, key), (good, bad) in cases.items():
            server = self.serve(cert=cert, key=key)
            for cipher in good:
                with self.wrap(server, ciphers=cipher, newest=ssl.TLSVersion.TLSv1_2, cert=cert) as stream:
                    self.assertEqual((stream.version(), stream.cipher()[0]), ("TLSv1.2", cipher))
                    self.assertEqual(get(server, "/", stream=stream).body, b"hello")
            for cipher in bad:
                with self.assertRaises((ssl.SSLError, ConnectionError), msg=cipher):
                    self.wrap(server, ciphers=cipher + ":@SECLEVEL=0", newest=ssl.TLSVersion.TLSv1_2, cert=cert)
            with self.assertRaises((ssl.SSLError, ConnectionError)):
                self.wrap(server, ciphers="ALL:@SECLEVEL=0", newest=ssl.TLSVersion.TLSv1_1, cert=cert)

    def test_a_name_of_the_certificate_is_ours(self):
        cert, key = (os.path.join(self.folder.name, name) for name in ("named.pem", "named_key.pem"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=x", "-addext", "subjectAltName=DNS:localhost,DNS:cards.example",
             "-keyout", key, "-out", cert], check=True, capture_output=True)  # fmt: skip
        server = self.serve(cert=cert, key=key)
        for host, status in (("cards.example", 200), ("evil.example", 421)):
            with self.wrap(server, cert=cert) as stream:
                self.assertEqual(get(server, "/", headers={"Host": host}, stream=stream).status, status)

    def test_a_late_answer_and_pipelined_bytes_do_not_spin(self):
        server = self.serve_tls()
        with self.wrap(server) as stream:
            stream.sendall(head_of(server, "GET", "/never"))
            time.sleep(0.1)
            stream.sendall(b"more")
            self.assert_idle(server)
        self.assert_idle(server)

    def test_a_stopped_reader_does_not_spin(self):
        server = self.serve_tls(stall_seconds=2)
        with self.wrap(server) as stream:
            stream.sendall(head_of(server, "GET", "/big") * 3)
            time.sleep(0.3)
            self.assert_idle(server)
            self.eventually(lambda: b'"connections":1,' in self.counters_over_tls(server))

    def counters_over_tls(self, server):
        with self.wrap(server) as other:
            return get(server, "/counters", stream=other).body

    def test_who_speaks_no_tls_or_half_of_it_is_closed(self):
        server = self.serve_tls(header_seconds=1)
        with server.connect() as plain, server.connect() as silent, server.connect() as half:
            plain.sendall(head_of(server, "GET", "/"))
            half.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
            for stream in (plain, silent, half):
                self.assertTrue(is_closed(stream))
        with self.wrap(server) as stream:
            self.assertEqual(get(server, "/", stream=stream).body, b"hello")

    def test_stopping_says_goodbye_over_tls(self):
        server = self.serve_tls()
        with self.wrap(server) as stream:
            ws = WebSocket(server, stream=stream, Origin=f"https://{server.host}")
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(ws.close_code(), 1001)


if __name__ == "__main__":
    main()
