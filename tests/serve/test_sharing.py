"""How many people may sit at a table from one address, and what the pit sees of it."""
from cardroom import From, Person, RoomTest, main, table

LONG = {"betting_ms": 3000000, "decision_ms": 3000000, "offer_ms": 3000000}
FULL = 146  # uth/status.h


class Sharing(RoomTest):
    def at(self, room, address):
        """A guest who comes from there."""
        return Person(From(room, address)).guest().connect()

    def sits(self, person, seat, number=1, **fields):
        """The code of the refusal, 0 when they sit."""
        answer = person.command("sit", number, seat=seat, amount=20000, **fields)
        return 0 if answer["ok"] else answer["error"]["code"]

    def shared(self, manager, number=1):
        return [one["seats"] for one in manager.get("/api/pit")["tables"][number - 1]["same_address"]]

    def test_any_number_may_and_the_pit_sees_who_shares_an_address(self):
        """A room whose people all come from one address is the rule; one person's spots share nothing (BET-7)"""
        room = self.room(table("Rainier", "washington", **LONG) + table("Baker", "washington", **LONG))
        manager = self.manager(room)
        ada, bob, cy = self.at(room, "127.0.0.2"), self.at(room, "127.0.0.3"), self.at(room, "127.0.0.2")
        dee, eve = self.at(room, "127.0.0.3"), self.at(room, "127.0.0.4")
        self.assertEqual(self.shared(manager), [])
        for seat, person in ((1, eve), (2, ada), (3, bob)):
            self.assertEqual(self.sits(person, seat), 0)
        self.assertEqual(self.shared(manager), [])
        self.assertEqual((self.sits(cy, 4), self.sits(dee, 6)), (0, 0))
        self.assertEqual(self.shared(manager), [[2, 4], [3, 6]])
        self.assertEqual(self.shared(manager, 2), [])
        ada.do("stand", 1)
        self.assertEqual(self.shared(manager), [[3, 6]])

    def test_it_is_known_again_after_a_restart_when_they_come_back(self):
        room = self.room(table("Rainier", "washington", **LONG))
        ada, bob = self.at(room, "127.0.0.2"), self.at(room, "127.0.0.2")
        self.assertEqual((self.sits(ada, 1), self.sits(bob, 2)), (0, 0))
        room.kill()
        room.start()
        manager = Person(room).login("manager", room.password)
        self.assertEqual(self.shared(manager), [])
        for person in (ada, bob):
            person.room.host = room.host
            person.connect().watch(1)
        self.assertEqual(self.shared(manager), [[1, 2]])

    def test_a_table_may_limit_them(self):
        """Also those who sit down at the same moment; other addresses, and whoever sits already, are not held up"""
        room = self.room(table("Rainier", "washington", people_per_address=2, **LONG))
        ada, bob, cy, dee = (self.at(room, "127.0.0.2") for _ in range(4))
        eve = self.at(room, "127.0.0.3")
        for person in (ada, bob, cy, dee):
            person.watch(1)
        ids = [person.send("sit", 1, seat=1 + i, amount=20000) for i, person in enumerate((ada, bob, cy, dee))]
        answers = [person.answer(identifier) for person, identifier in zip((ada, bob, cy, dee), ids)]
        self.assertEqual(sum(answer["ok"] for answer in answers), 2, answers)
        self.assertEqual({answer["error"]["code"] for answer in answers if not answer["ok"]}, {FULL})
        self.assertEqual(self.sits(eve, 6), 0)
        sitting = next(i for i, answer in enumerate(answers) if answer["ok"])
        one = (ada, bob, cy, dee)[sitting]
        again = one.command("sit", 1, seat=1 + sitting, amount=20000, id=ids[sitting])
        self.assertTrue(again["ok"] and again["repeated"], again)
        one.do("stand", 1)
        waiting = next(person for person, answer in zip((ada, bob, cy, dee), answers) if not answer["ok"])
        self.assertEqual(self.sits(waiting, 7), 0)


if __name__ == "__main__":
    main()
