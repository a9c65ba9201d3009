"""Who somebody is: cookies, tokens, passwords, locks, and the limits people set themselves."""
import base64
import json

from cardroom import Closed, Person, RoomTest, ask, main, seed, table, THREE

SLOW = {"betting_ms": 60000, "decision_ms": 60000, "offer_ms": 60000, "result_ms": 60000}


class Session(RoomTest):
    def test_a_guest_gets_play_money_and_a_cookie_nobody_else_can_make(self):
        """HttpOnly, SameSite=Strict; one changed bit anywhere and it is worth nothing"""
        rng = seed()
        room = self.room(THREE)
        response = ask(room, "POST", "/api/guest", body=b"")
        cookie = response.headers["set-cookie"]
        self.assertIn("HttpOnly", cookie)
        self.assertIn("SameSite=Strict", cookie)
        self.assertTrue(json.loads(response.body)["play_money"])
        token = cookie.split(";")[0].split("=", 1)[1]
        raw = bytearray(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
        for _ in range(200):
            forged = bytearray(raw)
            forged[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
            text = base64.urlsafe_b64encode(bytes(forged)).decode().rstrip("=")
            me = json.loads(ask(room, "GET", "/api/me", headers={"Cookie": f"uth_session={text}"}).body)
            self.assertIsNone(me["role"])
        me = json.loads(ask(room, "GET", "/api/me", headers={"Cookie": f"a=b; uth_session={token}; c=d"}).body)
        self.assertEqual(me["role"], "guest")

    def test_a_cookie_is_secure_where_people_come_by_https(self):
        """Behind a proxy that ends TLS the server itself speaks plainly"""
        for origin, secure in (("https://cards.example", True), ("http://cards.example", False)):
            room = self.room(origin=origin)
            made = ask(room, "POST", "/api/guest", headers={"Origin": origin}, body=b"")
            self.assertEqual(made.status, 200, made.body)
            self.assertEqual("; Secure" in made.headers["set-cookie"], secure, origin)

    def test_a_post_without_the_token_or_from_elsewhere_changes_nothing(self):
        """X-CSRF-Token: missing, wrong, another's; and a foreign Origin"""
        room = self.room(THREE)
        ada, bob = Person(room).guest(), Person(room).guest()
        body = {"amount": 100}
        for headers, csrf in (({}, False), ({"X-CSRF-Token": "x"}, False),
                              ({"X-CSRF-Token": bob.csrf}, False),
                              ({"Origin": "http://evil.example"}, True)):
            response = ada.ask("POST", "/api/me/limits", {"loss": 1}, headers=headers, csrf=csrf)
            self.assertEqual(response.status, 403, headers)
        self.assertIsNone(ada.get("/api/me")["limits"]["loss"])
        self.assertEqual(ada.ask("POST", "/api/me/deposit", body).status, 409)  # as rich as can be
        self.assertEqual(ada.post("/api/me/limits", {"loss": 5000})["limits"]["loss"], 5000)

    def test_registered_once_and_back_with_the_password(self):
        """A guest becomes a player with the same wallet; names are taken once"""
        room = self.room(THREE)
        ada = Person(room).guest()
        old = ada.cookie
        ada.take_session(ada.ask("POST", "/api/register", {"name": "Ada", "password": "a long password"}))
        self.assertEqual((ada.me["role"], ada.me["name"], ada.me["wallet"]), ("player", "Ada", 1000000))
        self.assertIsNone(json.loads(ask(room, "GET", "/api/me", headers={"Cookie": old}).body)["role"])
        bob = Person(room).guest()
        for name, password in (("Ada", "a long password"), ("B", "a long password"), ("Bob", "short"),
                               ("manager", "a long password"), ("Guest 1", "a long password")):
            response = bob.ask("POST", "/api/register", {"name": name, "password": password})
            self.assertIn(response.status, (400, 409), name)
            self.assertNotIn(password, response.body.decode())
        again = Person(room).login("Ada", "a long password")
        self.assertEqual(again.id, ada.id)
        again.post("/api/logout")
        self.assertIsNone(json.loads(again.ask("GET", "/api/me").body)["role"])
        self.assertIsNone(json.loads(ada.ask("GET", "/api/me").body)["role"])

    def test_the_fifth_wrong_password_locks(self):
        """Also against the right one, also after a restart; a manager unlocks"""
        room = self.room(THREE)
        manager = self.manager(room)
        dealer = self.staff(room, manager, "dealer", name="Dora")
        stranger = Person(room)
        for _ in range(5):
            response = stranger.ask("POST", "/api/login", {"name": "Dora", "password": "wrong password"})
            self.assertEqual(response.status, 403)
        room.kill()
        room.start()
        response = stranger.ask("POST", "/api/login", {"name": "Dora", "password": "a long password"})
        self.assertEqual(response.status, 403)
        self.assertIn("locked", response.body.decode())
        unknown = stranger.ask("POST", "/api/login", {"name": "Nobody", "password": "wrong password"})
        self.assertEqual(unknown.status, 403)
        manager.post(f"/api/users/{dealer.id}", {"locked": False, "reason": "it was a cat"})
        Person(room).login("Dora", "a long password")

    def test_a_lock_or_a_new_password_ends_open_sockets(self):
        """1008 for the socket, nobody for the cookie"""
        room = self.room(THREE)
        manager = self.manager(room)
        for change in ({"locked": True}, {"password": "another long one"}):
            dealer = self.staff(room, manager, "dealer", name=f"Dora {len(change)}{list(change)[0]}")
            manager.post(f"/api/users/{dealer.id}", {**change, "reason": "left"})
            with self.assertRaises(Closed) as closed:
                while True:
                    dealer.read()
            self.assertEqual(closed.exception.args[0], 1008)
            self.assertIsNone(json.loads(dealer.ask("GET", "/api/me").body)["role"])

    def test_a_loss_limit_is_kept_by_the_server(self):
        """What could pass it is not wagered; lowering counts at once, raising tomorrow"""
        room = self.room(table("Rainier", "washington", **SLOW))
        ada = self.guest(room)
        self.assertEqual(ada.post("/api/me/limits", {"loss": 3000})["limits"]["loss_left"], 3000)
        ada.sit(1, 1, 50000)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        answer = ada.command("wager", 1, stakes={"ante": 2000, "blind": 2000}, ready=True)
        self.assertEqual(answer["error"]["code"], 132)
        raised = ada.post("/api/me/limits", {"loss": 1000000})
        self.assertEqual(raised["limits"]["loss"], 3000)
        self.assertEqual(ada.command("wager", 1, stakes={"ante": 2000, "blind": 2000},
                                     ready=True)["error"]["code"], 132)
        ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        self.assertEqual(ada.post("/api/me/limits", {"loss": 100})["limits"]["loss"], 100)

    def test_the_one_time_password_is_shown_once_and_stored_nowhere(self):
        """First start only; not in the log, not in the store, not in the key file"""
        room = self.room(THREE)
        password = room.password
        self.assertTrue(password)
        room.stop()
        room.password = None
        room.start()
        self.assertIsNone(room.password)
        import pathlib
        for path in pathlib.Path(room.directory).iterdir():
            self.assertNotIn(password.encode(), path.read_bytes(), path)
            self.assertEqual(path.stat().st_mode & 0o077 if path.name.startswith("uth.db")
                             or path.name == "uth.key" else 0, 0, path)
        Person(room).login("manager", password)


if __name__ == "__main__":
    main()
