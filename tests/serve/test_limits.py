"""The limits a player sets himself, loss and time, over the socket: reached, kept, not raised at once."""
import os
import pathlib
import struct
import tempfile
import time

from cardroom import Person, RoomTest, main, table

MINUTE = 60000
DAY = 24 * 60 * MINUTE
LONG = {"betting_ms": 3000000, "decision_ms": 3000000, "offer_ms": 3000000, "result_ms": 50}
TIME, LOSS = 133, 132  # uth/status.h


class Limits(RoomTest):
    def clock(self):
        """A clock the test can set forward from a noon; the environment for a server that goes by it."""
        folder = tempfile.TemporaryDirectory(prefix="uth-clock-")
        self.addCleanup(folder.cleanup)
        self.ahead = pathlib.Path(folder.name, "ahead")
        noon = DAY + DAY // 2 - time.time_ns() // 1000000 % DAY  # days end at midnight UTC
        self.ahead.write_bytes(struct.pack("=q", noon))
        return {**os.environ, "LD_PRELOAD": os.environ["UTH_PLUG"], "UTH_PLUG_CLOCK": str(self.ahead),
                "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}

    def forward(self, ms):
        with open(self.ahead, "r+b") as file:
            before = struct.unpack("=q", file.read(8))[0]
            file.seek(0)
            file.write(struct.pack("=q", before + ms))

    def again(self, room, person):
        """Pulls the plug, starts the server, and brings the player back."""
        room.kill()
        room.start()
        person.views.clear()
        person.connect()
        person.watch(1)

    def stake(self, person, ante, number=1):
        """The code of the refusal of such a wager, 0 when it is taken; not ready, so nothing is dealt."""
        person.until(number, lambda v: v["you"] and v["state"] == "betting")
        answer = person.command("wager", number, ready=False, stakes={"ante": ante, "blind": ante})
        return 0 if answer["ok"] else answer["error"]["code"]

    def test_the_time_a_player_allowed_himself_ends(self):
        """No wager, no seat, no bank once it is over; not raised today, by nothing, also not by a
        restart; tomorrow it is another day with the limit that was asked for"""
        room = self.room(table("Rainier", "washington", **LONG) + table("Baker", "washington", **LONG)
                         + table("Tahoe", "california-6", **LONG), environment=self.clock())
        ada = self.guest(room)
        limits = ada.post("/api/me/limits", {"minutes": 2})["limits"]
        self.assertEqual(limits["minutes"], 2)
        ada.sit(1, 1, 50000)
        self.assertEqual(self.stake(ada, 500), 0)
        self.forward(MINUTE)
        self.assertEqual(self.stake(ada, 600), 0)
        self.again(room, ada)  # the minute that was played is not forgotten
        self.forward(MINUTE + 1000)
        self.assertEqual(self.stake(ada, 500), TIME)
        for number in (2, 3):
            ada.watch(number)
            answer = ada.command("sit", number, seat=1, amount=50000)
            self.assertEqual(answer["error"]["code"], TIME)
            self.assertIn("allowed yourself", answer["error"]["message"])
        for raised in (100, 0):  # 0 is none at all
            self.assertEqual(ada.post("/api/me/limits", {"minutes": raised})["limits"]["minutes"], 2)
            self.assertEqual(self.stake(ada, 500), TIME)
        self.again(room, ada)
        self.assertEqual(ada.get("/api/me")["limits"]["minutes"], 2)
        self.assertEqual(self.stake(ada, 500), TIME)
        ada.do("wager", 1, ready=False, stakes={})  # a wager may be taken back
        ada.do("stand", 1)
        self.assertEqual(ada.command("sit", 1, seat=1, amount=50000)["error"]["code"], TIME)

        bob = self.guest(room)  # nobody else is touched by it
        bob.sit(2, 2, 50000)
        self.assertEqual(self.stake(bob, 500, 2), 0)

        ada.post("/api/me/limits", {"minutes": 30})
        self.forward(DAY)
        again = Person(room, ada.cookie).connect()
        self.assertEqual(again.get("/api/me")["limits"]["minutes"], 30)
        again.sit(3, 2, 50000)

    def test_who_is_out_of_time_finishes_his_hand(self):
        """A hand that was wagered on before is played to its end"""
        room = self.room(table("Rainier", "washington", **LONG), environment=self.clock())
        ada = self.guest(room)
        ada.post("/api/me/limits", {"minutes": 1})
        ada.sit(1, 1, 50000)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, ready=True, stakes={"ante": 500, "blind": 500})
        ada.until(1, lambda v: v["you"]["options"]["decisions"])
        self.forward(2 * MINUTE)
        ada.do("decide", 1, action="4x")
        ada.until(1, lambda v: v["state"] == "betting" and v["round"] == 2)
        self.assertEqual(self.stake(ada, 500), TIME)

    def lose(self, ada, stakes):
        """A hand that is folded: Ante and Blind are lost."""
        ada.until(1, lambda v: v["you"] and v["you"]["options"]["wager"])
        ada.do("wager", 1, ready=True, stakes=stakes)
        for phase, action in (("preflop", "check"), ("flop", "check"), ("river", "fold")):
            ada.until(1, lambda v: v["phase"] == phase and v["you"]["options"]["decisions"])
            ada.do("decide", 1, action=action)

    def test_a_loss_limit_that_is_reached(self):
        """What was lost counts, also after a restart; nothing that could pass the limit is wagered or
        raised; what is left is; tomorrow begins anew"""
        room = self.room(table("Rainier", "washington", **LONG), environment=self.clock())
        ada = self.guest(room)
        self.assertEqual(ada.post("/api/me/limits", {"loss": 4000})["limits"]["loss_left"], 4000)
        ada.sit(1, 1, 50000)
        self.lose(ada, {"ante": 1000, "blind": 1000})
        ada.until(1, lambda v: v["state"] == "betting" and v["round"] == 2)
        self.assertEqual(ada.get("/api/me")["limits"]["loss_left"], 2000)
        self.assertEqual(self.stake(ada, 1100), LOSS)
        self.assertEqual(ada.post("/api/me/limits", {"loss": 1000000})["limits"]["loss_left"], 2000)
        self.again(room, ada)
        self.assertEqual(ada.get("/api/me")["limits"]["loss_left"], 2000)
        self.assertEqual(self.stake(ada, 1100), LOSS)
        ada.do("wager", 1, ready=True, stakes={"ante": 500, "blind": 500})
        view = ada.until(1, lambda v: v["you"]["options"]["decisions"])
        self.assertNotIn("4x", view["you"]["options"]["decisions"])  # 1,000 are left for Play
        self.assertEqual(ada.command("decide", 1, action="4x")["error"]["code"], LOSS)
        self.again(room, ada)
        self.assertEqual(ada.command("decide", 1, action="3x")["error"]["code"], LOSS)
        for phase, action in (("preflop", "check"), ("flop", "check"), ("river", "fold")):
            ada.until(1, lambda v: v["phase"] == phase and v["you"]["options"]["decisions"])
            ada.do("decide", 1, action=action)
        self.lose(ada, {"ante": 500, "blind": 500})
        ada.until(1, lambda v: v["state"] == "betting")
        self.assertEqual(ada.get("/api/me")["limits"]["loss_left"], 0)
        self.assertEqual(self.stake(ada, 500), LOSS)
        self.forward(DAY)
        self.assertEqual(Person(room, ada.cookie).get("/api/me")["limits"]["loss_left"], 1000000)


if __name__ == "__main__":
    main()
