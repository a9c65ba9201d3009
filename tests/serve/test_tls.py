"""`uth serve` with a certificate of its own: pages, play and refusals over TLS."""
import json
import os
import pathlib
import ssl
import subprocess
import tempfile

from cardroom import Person, Room, RoomTest, UTH, WebSocket, ask, main, table

SLOW = {"betting_ms": 60000, "decision_ms": 60000, "offer_ms": 60000, "result_ms": 60000}


def certificate(folder, name):
    """A self-signed one for localhost; the paths of it and of its key."""
    cert, key = (os.path.join(folder, f"{name}.{what}.pem") for what in ("cert", "key"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", key, "-out", cert], check=True, capture_output=True)  # fmt: skip
    return cert, key


class SecureRoom(Room):
    """Spoken to over TLS, by clients that trust its certificate and nothing else."""

    def __init__(self, *arguments, cert, cert_key, **keys):
        self.trusted = ssl.create_default_context(cafile=cert)
        super().__init__(*arguments, cert=cert, cert_key=cert_key, **keys)
        assert f"Table open at https://localhost:{self.port}\n" in self.said, self.said

    def plain(self):
        return super().connect()

    def connect(self, receive=None, timeout=30):
        return self.trusted.wrap_socket(super().connect(receive, timeout), server_hostname="localhost")


class SecurePerson(Person):
    def connect(self):
        self.ws = WebSocket(self.room, Cookie=self.cookie, Sec_WebSocket_Protocol="uth1",
                            Origin=f"https://{self.room.host}")
        assert self.ws.status == 101, self.ws.status
        self.know(self.next("hello")["person"])
        return self


class Tls(RoomTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="uth-tls-")
        cls.cert, cls.key = certificate(cls.folder.name, "one")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def secure(self, **keys):
        room = SecureRoom(table("Rainier", "washington", **SLOW), cert=self.cert, cert_key=self.key,
                          **keys)
        self.addCleanup(self.ended, room)
        return room

    def test_a_hand_is_played_over_tls(self):
        """Pages by https, a hand by wss, the cookie Secure, goodbye at the end"""
        room = self.secure()
        page = ask(room, "GET", "/")
        self.assertEqual(page.status, 200)
        self.assertIn(b"<html", page.body)
        self.assertEqual(ask(room, "GET", "/healthz").body.strip(), b"ok")
        response = ask(room, "POST", "/api/guest", body=b"")
        self.assertIn("; Secure", response.headers["set-cookie"])
        self.assertIn("HttpOnly", response.headers["set-cookie"])
        ada = SecurePerson(room).guest().connect()
        ada.sit(1, 1, 50000)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, ready=True, stakes={"ante": 500, "blind": 500})
        ada.until(1, lambda v: v["you"]["options"]["decisions"])
        ada.do("decide", 1, action="4x")
        view = ada.until(1, lambda v: v["phase"] == "settled")
        self.assertIsNotNone(view["seats"][0]["result"])
        self.assertEqual(sum(card is not None for card in view["community"]), 5)
        room.process.terminate()
        self.assertEqual(ada.next("bye")["type"], "bye")
        self.assertEqual(room.stop(), 0)

    def test_pages_of_elsewhere_are_refused(self):
        """Origin: https and this host, for the socket and for every POST"""
        room = self.secure()
        ada = SecurePerson(room).guest()
        for origin in ("https://evil.example", f"https://{room.host}.evil.example", "null",
                       f"https://localhost.{room.host}"):
            socket = WebSocket(room, Cookie=ada.cookie, Sec_WebSocket_Protocol="uth1", Origin=origin)
            self.assertEqual(socket.status, 403, origin)
            refused = ada.ask("POST", "/api/me/limits", {"loss": 1}, headers={"Origin": origin})
            self.assertEqual(refused.status, 403, origin)
        right = ada.ask("POST", "/api/me/limits", {"loss": 5000},
                        headers={"Origin": f"https://{room.host}"})
        self.assertEqual(json.loads(right.body)["limits"]["loss"], 5000)

    def test_who_speaks_no_tls_is_closed_and_nobody_else_notices(self):
        """Plain HTTP, a plain handshake, rubbish, half a hello"""
        room = self.secure()
        ada = SecurePerson(room).guest().connect()
        for data in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x00" * 2000, os.urandom(4096),
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"):
            stream = room.plain()
            stream.sendall(data)
            stream.close()
        with room.plain() as stream:
            stream.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            back = b""
            try:
                while part := stream.recv(4096):
                    back += part
            except ConnectionResetError:
                pass
            self.assertNotIn(b"200", back)
        ada.say(type="ping")
        ada.next("pong")
        self.assertEqual(ask(room, "GET", "/healthz").status, 200)

    def test_a_certificate_that_cannot_be_used_says_so(self):
        """Missing, unreadable, another's key, no certificate at all, one without the other"""
        _, other = certificate(self.folder.name, "two")
        no_cert = os.path.join(self.folder.name, "none.pem")
        text = os.path.join(self.folder.name, "text.pem")
        pathlib.Path(text).write_text("no certificate\n")
        for keys, words in (
                ({"cert": no_cert, "cert_key": self.key}, f"cannot read the certificate {no_cert}"),
                ({"cert": self.cert, "cert_key": no_cert}, f"cannot read the key {no_cert}"),
                ({"cert": self.cert, "cert_key": other}, "cannot be used together"),
                ({"cert": text, "cert_key": self.key}, "cannot be used together"),
                ({"cert": self.cert, "cert_key": text}, "cannot be used together"),
                ({"cert": self.cert}, "TLS needs a certificate and its key"),
                ({"cert_key": self.key}, "TLS needs a certificate and its key")):
            with tempfile.TemporaryDirectory(prefix="uth-serve-") as folder:
                arguments = [f"--{name.replace('_', '-')}={value}" for name, value in keys.items()]
                done = subprocess.run(
                    [UTH, "serve", "--port", "0", "--store", f"sqlite:{folder}/uth.db", *arguments],
                    capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 1, (keys, done.stderr))
                self.assertIn(words, done.stderr)
                self.assertNotIn("Table open", done.stdout)


if __name__ == "__main__":
    main()
