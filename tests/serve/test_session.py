"""Who somebody is: cookies, tokens, passwords, locks, and the limits people set themselves."""
import base64
import json
import pathlib
import time

from cardroom import Closed, From, Person, RoomTest, ask, main, seed, table, THREE

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

    def test_a_room_that_does_not_play_for_play_money_gives_none_and_says_so(self):
        """GM-4: the pages and the win page go by what /api/me says"""
        room = self.room(THREE, play_money=0)
        guest = Person(room).guest()
        me = guest.get("/api/me")
        self.assertEqual((me["play_money"], me["wallet"]), (False, 0))
        refused = guest.post("/api/me/deposit", {"amount": 100}, status=403)
        self.assertIn("at the cage", refused["error"]["message"])
        self.assertEqual(guest.get("/api/me")["wallet"], 0)

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

    def try_wrong(self, room, name, count, person=None):
        """The answers to so many wrong passwords, one after another."""
        person = person or Person(room)
        return [person.ask("POST", "/api/login", {"name": name, "password": "a wrong one"}) for _ in range(count)]

    def test_wrong_passwords_slow_down_a_name_and_lock_nobody_out(self):
        """Who has logged in from this device before comes in at once; others wait for seconds"""
        room = self.room(THREE)
        manager = self.manager(room)
        dora = self.staff(room, manager, "dealer", name="Dora")
        head = manager.get("/api/log")["log"][0]["position"]
        answers = self.try_wrong(room, "Dora", 12)
        self.assertEqual([answer.status for answer in answers], 5 * [403] + 7 * [429])
        slowed = answers[-1]
        self.assertIn(int(slowed.headers["retry-after"]), (1, 2))
        self.assertRegex(slowed.body.decode(), r"Too many wrong passwords. Try again in \d+ seconds?\.")
        stranger = Person(room).ask("POST", "/api/login", {"name": "Dora", "password": "a long password"})
        self.assertEqual(stranger.status, 429)
        dora.login("Dora", "a long password")  # with the cookie of the device
        self.assertEqual(self.try_wrong(room, "Dora", 1)[0].status, 429)
        time.sleep(2.1)
        Person(room).login("Dora", "a long password")
        self.assertEqual(self.try_wrong(room, "Dora", 1)[0].status, 403)  # the right one ended the wait
        log = [line["what"] for line in manager.get("/api/log")["log"] if line["position"] > head]
        self.assertEqual(log, ["logged in from a new device"])  # strangers write nothing

    def test_a_device_is_known_to_the_people_who_used_it_and_to_nobody_else(self):
        """One station, two dealers; its own wrong passwords count; a new password forgets it"""
        room = self.room(THREE)
        manager = self.manager(room)
        self.staff(room, manager, "dealer", name="Dora")
        self.staff(room, manager, "dealer", name="Dan")
        self.staff(room, manager, "dealer", name="Dean")
        station = Person(room).login("Dora", "a long password")
        device = station.device
        station.login("Dan", "a long password")
        self.assertEqual(station.device, device)
        for name in ("Dora", "Dan", "Dean"):
            self.try_wrong(room, name, 6)
        refused = station.ask("POST", "/api/login", {"name": "Dean", "password": "a long password"})
        self.assertEqual(refused.status, 429)
        station.login("Dora", "a long password").login("Dan", "a long password")
        statuses = [answer.status for answer in self.try_wrong(room, "Dora", 14, station)]
        self.assertEqual(statuses, 10 * [403] + 4 * [429])
        dan = next(user for user in manager.get("/api/users")["users"] if user["name"] == "Dan")
        manager.post(f"/api/users/{dan['id']}", {"password": "another long one", "reason": "lost"})
        self.try_wrong(room, "Dan", 6)
        refused = station.ask("POST", "/api/login", {"name": "Dan", "password": "another long one"})
        self.assertEqual(refused.status, 429)

    def test_a_device_is_remembered_after_a_restart(self):
        room = self.room(THREE)
        manager = self.manager(room)
        dora = self.staff(room, manager, "dealer", name="Dora")
        room.kill()
        room.start()
        self.try_wrong(room, "Dora", 12)
        self.assertEqual(Person(room).ask("POST", "/api/login", {"name": "Dora", "password": "a long password"}).status,
                         429)
        dora.login("Dora", "a long password")
        path = pathlib.Path(room.directory, "uth.db")
        self.assertNotIn(dora.device.split("=")[1].encode(), path.read_bytes())

    def test_nobody_learns_by_logging_in_which_names_there_are(self):
        """The same answers for a name there is, one that is locked, and one there is not; the same time"""
        room = self.room(THREE)
        manager = self.manager(room)
        self.staff(room, manager, "dealer", name="Dora")
        lock = self.staff(room, manager, "dealer", name="Lock")
        manager.post(f"/api/users/{lock.id}", {"locked": True, "reason": "left"})
        names = ("Dora", "Nora", "Lock", "Guest 2")
        times = {name: [] for name in names}
        for _ in range(5):
            for name in names:
                begun = time.monotonic()
                [answer] = self.try_wrong(room, name, 1)
                times[name].append(time.monotonic() - begun)
                self.assertEqual((answer.status, json.loads(answer.body)["error"]["message"]),
                                 (403, "wrong name or password"), name)
        for name in names:
            self.assertEqual(self.try_wrong(room, name, 1)[0].status, 429, name)
        least = {name: min(taken) for name, taken in times.items()}
        self.assertLess(max(least.values()), 3 * min(least.values()), times)  # without the hash: a hundredth
        time.sleep(2.1)
        told = lock.ask("POST", "/api/login", {"name": "Lock", "password": "a long password"})
        self.assertIn("locked", told.body.decode())

    def change_password(self, person, password, new_password):
        return person.ask("POST", "/api/me/password", {"password": password, "new_password": new_password})

    def test_a_password_that_somebody_else_gave_is_to_be_changed(self):
        """WALK-31: the first one, and what a manager gives; who changes it stays, all other sessions end"""
        room = self.room(THREE)
        manager = self.manager(room)
        self.assertTrue(manager.me["password_given"])
        dora = self.staff(room, manager, "dealer", name="Dora")
        elsewhere = Person(room).login("Dora", "a long password")
        for old, new, status in (("another password", "a password of mine", 403), ("a long password", "short", 400),
                                 ("a long password", "a long password", 400)):
            self.assertEqual(self.change_password(dora, old, new).status, status, (old, new))
        self.assertTrue(dora.get("/api/me")["password_given"])
        dora.take_session(self.change_password(dora, "a long password", "a password of mine"))
        self.assertEqual((dora.me["role"], dora.me.get("password_given")), ("dealer", None))
        self.assertEqual(dora.get("/api/me")["role"], "dealer")
        self.assertIsNone(elsewhere.get("/api/me")["role"])
        self.assertEqual(self.try_wrong(room, "Dora", 1)[0].status, 403)
        old = Person(room).ask("POST", "/api/login", {"name": "Dora", "password": "a long password"})
        self.assertEqual(old.status, 403)
        self.assertNotIn("password_given", Person(room).login("Dora", "a password of mine").me)
        manager.post(f"/api/users/{dora.id}", {"password": "one from the manager", "reason": "forgotten"})
        self.assertTrue(Person(room).login("Dora", "one from the manager").me["password_given"])
        ada = Person(room).guest()
        self.assertEqual(self.change_password(ada, "a long password", "a password of mine").status, 409)
        ada.take_session(ada.ask("POST", "/api/register", {"name": "Ada", "password": "a long password"}))
        self.assertNotIn("password_given", ada.me)

    def test_whoever_finds_a_session_open_may_not_try_passwords_without_end(self):
        """And slows nobody down who logs in"""
        room = self.room(THREE)
        manager = self.manager(room)
        dora = self.staff(room, manager, "dealer", name="Dora")
        statuses = [self.change_password(dora, f"a long guess {i}", "a password of mine").status for i in range(12)]
        self.assertEqual(statuses, 10 * [403] + 2 * [429])
        Person(room).login("Dora", "a long password")

    def test_wrong_passwords_slow_down_an_address(self):
        """Many names from one address; another address is not held up"""
        room = self.room(THREE, wrong_passwords_per_address=6)
        manager = self.manager(room)
        self.staff(room, manager, "dealer", name="Dora")
        statuses = [self.try_wrong(room, f"Name {i}", 1)[0].status for i in range(8)]
        self.assertEqual(statuses, 6 * [403] + 2 * [429])
        held = Person(room).ask("POST", "/api/login", {"name": "Dora", "password": "a long password"})
        self.assertEqual(held.status, 429)
        elsewhere = Person(room)
        elsewhere.room = From(room, "127.0.0.9")
        elsewhere.login("Dora", "a long password")

    def test_pins_are_counted_apart_from_passwords(self):
        """Wrong PINs lock the card and not the log-in; wrong passwords lock neither; a local command works"""
        room = self.room(table("Rainier", "washington", meter="yes"))
        manager = self.manager(room)
        other = self.staff(room, manager, "executive", name="Eve", card="1111", pin="2222")
        self.try_wrong(room, "Eve", 12)
        adjust = {"adjustment": "malfunction display", "amount": 100, "reason": "x", "card": "1111", "pin": "3333"}
        self.assert_pins(manager, 0, False)
        for _ in range(5):
            self.assertEqual(manager.ask("POST", "/api/meters/1/adjust", adjust).status, 403)
        self.assert_pins(manager, 5, True)
        self.assertEqual(manager.ask("POST", "/api/meters/1/adjust", {**adjust, "pin": "2222"}).status, 403)
        other.login("Eve", "a long password")
        manager.post(f"/api/users/{other.id}", {"locked": False, "reason": "it was a cat"})
        self.assertEqual(manager.ask("POST", "/api/meters/1/adjust", adjust).status, 403)
        self.assert_pins(manager, 1, False)
        answer = manager.ask("POST", "/api/meters/1/adjust", {**adjust, "pin": "2222"})
        self.assertEqual(answer.status, 200, answer.body)
        self.assert_pins(manager, 0, False)
        self.try_wrong(room, "manager", 12)
        room.stop()
        store = f"sqlite:{room.directory}/uth.db"
        done = room.uth("user", "unlock", "Eve", "--as", "manager", "--reason", "x", "--store", store,
                        "--key", f"{room.directory}/uth.key")
        self.assertEqual(done.returncode, 0, done.stderr)

    def assert_pins(self, manager, failed, card_locked):
        """Of Eve, once what was answered is stored."""
        end = time.monotonic() + 20
        while True:
            eve = next(user for user in manager.get("/api/users")["users"] if user["name"] == "Eve")
            found = (eve["pin_failed"], eve["card_locked"], eve["locked"])
            if found == (failed, card_locked, False) or time.monotonic() > end:
                break
            time.sleep(0.05)
        self.assertEqual(found, (failed, card_locked, False))

    def test_a_guest_who_logs_out_is_out(self):
        """A copy of the cookie is of no more use, and the socket ends"""
        room = self.room(THREE)
        ada = self.guest(room)
        copied = ada.cookie
        ada.post("/api/logout")
        with self.assertRaises(Closed) as closed:
            while True:
                ada.read()
        self.assertEqual(closed.exception.args[0], 1008)
        self.assertIsNone(json.loads(ask(room, "GET", "/api/me", headers={"Cookie": copied}).body)["role"])

    def test_names_of_house_players_cannot_be_registered(self):
        """Nor those of proposition players, in letters of any case, or spelt to look like them; nor given by a manager"""
        room = self.room(THREE)
        ada = Person(room).guest()
        manager = self.manager(room)
        for name in ("Alder", "ALDER", "juniper", "Agate", "toPaz", "A.lder", "On yx", "0PAL", "F1r", "E-1-m",
                     "Hernlock", "Dogvvood", "Jun1per", "T0p4z"):
            refused = ada.post("/api/register", {"name": name, "password": "a long password"}, status=409)
            self.assertIn("reserved for the house", refused["error"]["message"])
            self.assertEqual(manager.ask("POST", "/api/users", {"name": name, "role": "dealer",
                                                                "password": "a long password"}).status, 409)
        for name in ("Elmer", "Al der s"):
            Person(room).guest().post("/api/register", {"name": name, "password": "a long password"})
        ada.post("/api/register", {"name": "Aldera", "password": "a long password"})

    def test_a_lock_a_new_password_or_another_role_ends_open_sockets(self):
        """1008 for the socket, nobody for the cookie"""
        room = self.room(THREE)
        manager = self.manager(room)
        for change in ({"locked": True}, {"password": "another long one"}, {"role": "supervisor"}):
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
