"""BET-7: one person at several spots of a Washington table, over the socket: each spot is a seat of its
own, the limits are the person's, and everything survives a pulled plug in the middle of a hand."""
import json
import os
import pathlib
import struct
import tempfile
import time

from cardroom import RoomTest, main, table

LONG = {"betting_ms": 3000000, "decision_ms": 3000000, "result_ms": 3000, "house_players": 0}
SEATED, NOT_SEATED, WHICH, LOSS, TIME = 125, 124, 140, 132, 133  # uth/status.h
MINUTE = 60000
DAY = 24 * 60 * MINUTE


class Spots(RoomTest):
    def two_spots(self, environment=None, **settings):
        """A room with a copy of washington at whose table a person may hold two spots."""
        folder = tempfile.TemporaryDirectory(prefix="uth-spots-")
        self.addCleanup(folder.cleanup)
        profile = pathlib.Path(folder.name, "two.json")
        profile.write_text(json.dumps({"based_on": "washington", "name": "two-spots",
                                       "title": "Washington, two spots", "spots_per_player": 2}))
        return self.room(table("Rainier", str(profile), meter="yes", **{**LONG, **settings}),
                         environment=environment)

    def both(self, person, wanted=lambda v: True):
        """Ada at seats 2 and 5."""
        person.sit(1, 2, 50000)
        person.do("sit", 1, seat=5, amount=30000)
        return person.until(1, lambda v: len(v["more_spots"]) == 1 and v["you"]["options"]["wager"]
                            and wanted(v))

    def wager(self, person, seat, ante=500, **fields):
        return person.command("wager", 1, seat=seat, ready=True,
                              stakes={"ante": ante, "blind": ante}, **fields)

    def refused(self, answer, code):
        self.assertFalse(answer["ok"], answer)
        self.assertEqual(answer["error"]["code"], code, answer)

    def test_a_full_hand_at_two_spots(self):
        """A view has both spots with cards and options; each is bet, decided and paid for itself; the
        history has one line, the record two seats of one person"""
        room = self.two_spots()
        ada, ben = self.guest(room), self.guest(room)
        view = ada.sit(1, 2, 50000)
        self.assertTrue(view["may_sit"])
        self.assertEqual(view["more_spots"], [])
        view = self.both_from(ada)
        self.assertEqual([view["you"]["seat"], view["more_spots"][0]["seat"]], [2, 5])
        self.assertFalse(view["may_sit"])
        self.assertEqual(view["seats"][1]["player"]["id"], view["seats"][4]["player"]["id"])
        ben.sit(1, 3, 50000)
        self.assertTrue(self.wager(ada, 2, 500, part_commitment=ada.commit(1, 2))["ok"])
        self.assertTrue(self.wager(ada, 5, 1000, part_commitment=ada.commit(1, 5))["ok"])
        self.assertTrue(self.wager(ben, 3)["ok"])
        view = ada.until(1, lambda v: v["phase"] == "preflop")
        for spot in (view["you"], *view["more_spots"]):
            self.assertEqual(spot["options"]["decisions"], ["4x", "3x", "check"])
            self.assertNotIn(None, view["seats"][spot["seat"] - 1]["cards"])
        self.assertEqual(view["more_spots"][0]["options"]["play"], {"4x": 4000, "3x": 3000})
        self.assertEqual(view["seats"][2]["cards"], [None, None])
        for seat in (2, 5):  # nobody else sees either
            theirs = ben.until(1, lambda v: v["phase"] == "preflop")
            self.assertEqual(theirs["seats"][seat - 1]["cards"], [None, None])
        values = ada.get("/api/advice?table=1&seat=5")
        self.assertEqual(values["cards"].split(), view["seats"][4]["cards"])
        self.assertEqual(values["ante"], 1000)
        self.assertEqual(ada.ask("GET", "/api/advice?table=1").status, 409)
        ada.do("decide", 1, seat=5, action="4x")
        ada.do("decide", 1, seat=2, action="check")
        ben.do("decide", 1, action="4x")
        for phase, action in (("flop", "check"), ("river", "fold")):
            ada.until(1, lambda v: v["phase"] == phase and v["you"]["options"]["decisions"])
            ada.do("decide", 1, seat=2, action=action)
        view = ada.until(1, lambda v: v["state"] == "result")
        self.assertEqual(view["seats"][1]["result"]["net"], -1000)
        net = view["seats"][1]["result"]["net"] + view["seats"][4]["result"]["net"]
        ada.until(1, lambda v: v["state"] == "betting" and v["round"] == 2)
        rounds = ada.get("/api/rounds?player=me")
        rounds = rounds["rounds"] if isinstance(rounds, dict) else rounds
        self.assertEqual([(one["round"], one["net"], one["players"]) for one in rounds
                          if one["round"] == 1], [(1, net, 2)])  # two persons, three spots
        record = ada.get("/api/rounds/1/1")
        self.assertEqual([one["seat"] for one in record["players"]], [2, 3, 5])

    def both_from(self, person):
        person.do("sit", 1, seat=5, amount=30000)
        return person.until(1, lambda v: len(v["more_spots"]) == 1)

    def test_a_command_names_its_spot(self):
        """No spot named is refused as ambiguous, another's as another's; a third spot is one too many"""
        room = self.two_spots()
        ada, ben = self.guest(room), self.guest(room)
        self.both(ada)
        ben.sit(1, 3, 50000)
        stakes = {"stakes": {"ante": 500, "blind": 500}, "ready": False}
        for kind, fields in (("wager", stakes), ("buy_in", {"amount": 1000}), ("stand", {}),
                             ("sit_out", {"on": True}), ("decide", {"action": "check"})):
            self.refused(ada.command(kind, 1, **fields), WHICH)
            self.refused(ada.command(kind, 1, seat=3, **fields), NOT_SEATED)
            self.refused(ada.command(kind, 1, seat=7, **fields), NOT_SEATED)
        self.refused(ada.command("sit", 1, seat=6, amount=50000), SEATED)
        self.assertIn("name the seat", ada.command("stand", 1)["error"]["message"])
        ada.do("stand", 1, seat=2)
        view = ada.until(1, lambda v: v["you"]["seat"] == 5)
        self.assertEqual((view["more_spots"], view["may_sit"]), ([], True))
        ada.do("wager", 1, **stakes)  # one spot left: nothing to name

    def test_the_loss_limit_counts_over_both_spots(self):
        """What lies at one spot leaves less for the other, in wagers and in Play"""
        room = self.two_spots()
        ada = self.guest(room)
        ada.post("/api/me/limits", {"loss": 3900})
        self.both(ada)
        self.assertTrue(self.wager(ada, 2, 1000)["ok"])
        self.refused(self.wager(ada, 5, 1000), LOSS)
        self.assertTrue(self.wager(ada, 5, 500)["ok"])
        view = ada.until(1, lambda v: v["phase"] == "preflop")
        self.assertEqual(view["more_spots"][0]["options"]["decisions"], ["check"])
        self.refused(ada.command("decide", 1, seat=5, action="3x"), LOSS)

    def test_what_a_folded_spot_lost_counts_once(self):
        """A fold is collected when it happens (PLAY-5): it is lost, and lies there no more"""
        room = self.two_spots()
        ada = self.guest(room)
        ada.post("/api/me/limits", {"loss": 6000})
        self.both(ada)
        for seat in (2, 5):
            self.assertTrue(self.wager(ada, seat, 1000)["ok"])
        for phase in ("preflop", "flop"):
            for seat in (2, 5):
                ada.until(1, lambda v: v["phase"] == phase)
                ada.do("decide", 1, seat=seat, action="check")
        ada.until(1, lambda v: v["phase"] == "river")
        ada.do("decide", 1, seat=2, action="fold")
        view = ada.until(1, lambda v: v["seats"][1]["folded"])
        self.assertEqual(ada.get("/api/me")["limits"]["loss_left"], 4000)
        # 40 less the 20 that lie at seat 5: enough for Play of 10
        self.assertEqual(view["more_spots"][0]["options"]["decisions"], ["1x", "fold"])
        ada.do("decide", 1, seat=5, action="1x")

    def clock(self):
        folder = tempfile.TemporaryDirectory(prefix="uth-clock-")
        self.addCleanup(folder.cleanup)
        self.ahead = pathlib.Path(folder.name, "ahead")
        noon = DAY + DAY // 2 - time.time_ns() // 1000000 % DAY
        self.ahead.write_bytes(struct.pack("=q", noon))
        return {**os.environ, "LD_PRELOAD": os.environ["UTH_PLUG"], "UTH_PLUG_CLOCK": str(self.ahead),
                "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}

    def forward(self, ms):
        with open(self.ahead, "r+b") as file:
            before = struct.unpack("=q", file.read(8))[0]
            file.seek(0)
            file.write(struct.pack("=q", before + ms))

    def test_the_time_of_two_spots_runs_once(self):
        """Two minutes at two spots are two minutes; who leaves one spot still sits"""
        room = self.two_spots(environment=self.clock())
        ada = self.guest(room)
        ada.post("/api/me/limits", {"minutes": 3})
        self.both(ada)
        self.forward(2 * MINUTE)
        self.assertTrue(self.wager(ada, 2)["ok"])  # four minutes, were it counted by spot
        ada.do("wager", 1, seat=2, stakes={}, ready=False)
        ada.do("stand", 1, seat=2)
        room.kill()
        room.start()
        ada.connect()
        ada.watch(1)
        self.forward(MINUTE + 1000)
        self.refused(self.wager(ada, 5), TIME)

    def test_two_spots_survive_a_pulled_plug_in_the_middle_of_a_hand(self):
        """The same chips, cards and options at both, commands sent again count once at each"""
        room = self.two_spots()
        ada = self.guest(room)
        self.both(ada)
        first, second = 2000000000000, 2000000000001
        self.assertTrue(self.wager(ada, 2, id=first)["ok"])
        self.assertTrue(self.wager(ada, 5, id=second)["ok"])
        view = ada.until(1, lambda v: v["phase"] == "preflop")
        room.kill()
        room.start()
        ada.views.clear()
        ada.connect()
        again = ada.watch(1)
        for key in ("you", "more_spots", "seats", "phase", "round", "commitment"):
            self.assertEqual(again[key], view[key])
        self.assertTrue(self.wager(ada, 2, id=first)["repeated"])
        self.assertTrue(self.wager(ada, 5, id=second)["repeated"])
        ada.last_id = second + 1
        ada.do("decide", 1, seat=2, action="4x")
        ada.do("decide", 1, seat=5, action="3x")
        ada.until(1, lambda v: v["state"] == "result")


if __name__ == "__main__":
    main()
