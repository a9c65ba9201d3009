"""Whole rounds over real sockets: every profile, both paces, every wager, the bank and the
Progressive, against what `uth settle` makes of the stored record."""
import json
import random
import subprocess
import time

from cardroom import Crew, Person, RoomTest, UTH, main, table

SLOW = {"betting_ms": 20000, "decision_ms": 20000, "offer_ms": 20000, "result_ms": 100}


def settled(record):
    """What the program makes of a record."""
    done = subprocess.run([UTH, "settle"], input=json.dumps(record), capture_output=True, text=True)
    return json.loads(done.stdout)


class Play(RoomTest):
    def round_is_over(self, person, number, wanted):
        return person.until(number, lambda v: v["round"] == wanted and v["phase"] in ("settled", "over"))

    def play_on(self, person, number, action):
        """Decides with `action(view, options)` until the round is settled."""
        while True:
            view = person.until(number, lambda v: v["phase"] in ("settled", "over")
                                or (v["you"] and v["you"]["options"]["decisions"]))
            if view["phase"] in ("settled", "over"):
                return view
            person.do("decide", number, action=action(view, view["you"]["options"]["decisions"]))
            person.until(number, lambda v: v["version"] > view["version"])

    def check_against_record(self, person, view):
        """The result shown is the stored record's, settled once more by the program."""
        number, count = view["table"], view["round"]
        for _ in range(400):
            response = person.ask("GET", f"/api/rounds/{number}/{count}")
            if response.status == 200:
                break
            time.sleep(0.05)
        record = json.loads(response.body)
        answer = settled({key: value for key, value in record.items() if key not in ("answer", "void")})
        self.assertNotIn("error", answer)
        for player in answer["players"]:
            shown = view["seats"][player["seat"] - 1]["result"]
            self.assertEqual(shown["net"], player["net"])
            self.assertEqual(shown["verdict"], player["result"])
            for wager, line in player["wagers"].items():
                self.assertEqual((shown["wagers"][wager]["net"], shown["wagers"][wager]["outcome"]),
                                 (line["net"], line["outcome"]))
        return record

    def test_who_takes_a_seat_between_rounds_finds_it_clean(self):
        """The last round's cards and amounts are nobody's now; a table without a meter offers no
        Progressive"""
        room = self.room(table("Shasta", "california-8", house_players=0, **SLOW)
                         + table("Adams", "washington", house_players=0, **SLOW))
        ada, ben, cem = (self.guest(room) for _ in range(3))
        ada.sit(1, 1, 50000)
        ben.sit(1, 2, 50000)
        first = ada.until(1, lambda v: v["offer"])["offer"]["seat"]
        banker, player = (ada, ben) if first == 1 else (ben, ada)
        self.assertEqual([seat["hand"] for seat in ada.views[1]["seats"]], [None] * 8)
        banker.until(1, lambda v: v["you"]["options"]["bank"])
        banker.do("bank_take", 1, amount=40000)
        player.until(1, lambda v: v["you"]["options"]["wager"])
        player.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        self.play_on(player, 1, lambda view, options: options[-1])
        player.do("stand", 1)
        seat = 2 if first == 1 else 1
        cem.watch(1)
        cem.until(1, lambda v: v["seats"][seat - 1]["player"] is None)
        cem.sit(1, seat, 30000)
        view = cem.until(1, lambda v: v["state"] in ("waiting", "offering", "betting"))
        own = view["seats"][seat - 1]
        self.assertEqual((own["in"], own["cards"], own["hand"], own["result"]), (False, [], None, None))
        self.assertEqual(set(own["stakes"].values()) | {own["fee"]}, {0})
        # Nobody's, or the next round's when that begins with the sitting down.
        bank = view["bank"] or {"net": 0, "fee": 0}
        self.assertEqual((view["bank"] is None, bank["net"], bank["fee"]), (view["state"] != "betting", 0, 0))
        without = ada.watch(2)
        self.assertNotIn("progressive", without["offered"])
        self.assertNotIn("progressive", without["limits"])

    def test_a_round_in_washington_with_every_kind_of_wager(self):
        """BET-2, SHOW-9, PROG-2: Ante, Blind, Trips, Pairs and Progressive, to the end"""
        room = self.room(table("Rainier", "washington", meter="yes", **{**SLOW}))
        person = self.guest(room)
        person.sit(1, 3, 100000)
        person.until(1, lambda v: v["state"] == "betting")
        before = person.views[1]["progressive"]["amount"]
        stakes = {"ante": 1000, "blind": 1000, "trips": 500, "pairs": 200, "progressive": 100}
        person.do("wager", 1, stakes=stakes, ready=True, contribution="0011ff")
        view = self.play_on(person, 1, lambda view, options: options[0])
        seat = view["seats"][2]
        self.assertEqual(seat["stakes"], {**stakes, "play": 4000})
        self.assertEqual({line["seat"] for line in view["order"]}, {3})
        self.assertEqual([line["wager"] for line in view["order"]],
                         ["ante", "play", "blind", "trips", "pairs", "progressive"])
        self.assertEqual(view["progressive"]["amount"], before + 20)
        record = self.check_against_record(person, view)
        self.assertIn("0011ff", json.dumps(record["fairness"]["contributions"]))
        chips = person.until(1, lambda v: v["state"] in ("waiting", "betting", "result"))["seats"][2]["chips"]
        self.assertEqual(chips, 100000 + seat["result"]["net"])

    def test_rounds_in_california_with_people_who_bank(self):
        """BANK-1, ROT-1, FEE-3: the position goes round, fees are taken, nets balance"""
        rng = random.Random(7)
        room = self.room(table("Tahoe", "california-6", **SLOW))
        people = [self.guest(room) for _ in range(3)]
        for seat, person in enumerate(people, 1):
            person.sit(1, seat, 200000)
        crew = Crew(people, 1, rng)
        bankers = []
        for count in range(1, 5):
            view = crew.run(lambda person, v: v["round"] == count and v["phase"] in ("settled", "over"))
            bankers.append(view["bank"]["seat"])
            nets = sum(seat["result"]["net"] for seat in view["seats"] if seat["result"])
            self.assertEqual(view["bank"]["net"], -nets)
            self.assertEqual({seat["fee"] for seat in view["seats"] if seat["in"]}, {100})
            self.check_against_record(people[0], view)
        self.assertEqual(bankers[0], bankers[1])
        self.assertNotEqual(bankers[1], bankers[2])
        self.assertEqual(bankers[2], bankers[3])

    def test_the_placard_stands_there_before_anyone_bets(self):
        """WA-1: limits, notices, pay tables and disputes; with a player-dealer the fees too"""
        room = self.room()
        placards = {}
        for number in (1, 2, 3):
            answer = Person(room).ask("GET", f"/api/tables/{number}/placard")
            placard = json.loads(answer.body)
            placards[placard["profile"]] = placard
            self.assertTrue(placard["disputes"])
            self.assertIn("only plays with a pair or higher", placard["notices"][0])
            pays = {pay["wager"]: pay for pay in placard["pay_tables"]}
            self.assertEqual(set(pays), set(placard["limits"]) - {"ante"})
            self.assertEqual(pays["blind"]["lines"][0], {"hand": "royal flush", "pays": "500 to 1"})
        washington = placards["washington"]
        self.assertTrue(any("four games" in notice for notice in washington["notices"]))
        self.assertEqual(washington["limits"]["ante"], {"min": 500, "max": 7500})
        self.assertEqual(washington["limits"]["progressive"], {"min": 100, "max": 100})  # BET-9
        self.assertEqual(washington["fees"], [])
        self.assertEqual(
            [(fee["action"], fee["player_dealer"]) for fee in placards["california-8"]["fees"]],
            [(500, 100), (5100, 200), (10100, 300), (20100, 600), (30100, 900)],
        )
        self.assertEqual({fee["player"] for fee in placards["california-6"]["fees"]}, {100})

    def test_the_record_of_a_round_is_for_those_who_played_in_it(self):
        """Who took his wager back before the deal did not, and sees nobody's cards"""
        room = self.room(table("Rainier", "washington", house_players=0, **SLOW))
        ada, ben, eve = self.guest(room), self.guest(room), self.guest(room)
        for seat, person in enumerate((ada, ben), 1):
            person.sit(1, seat, 50000)
            person.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=False)
        ada.do("wager", 1, stakes={}, ready=False)
        ada.do("sit_out", 1, on=True)
        ben.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        ben.until(1, lambda v: v["you"]["options"]["decisions"])
        ben.do("decide", 1, action="4x")
        ben.until(1, lambda v: v["last"] or v["phase"] == "over")
        asked = {who: person.ask("GET", "/api/rounds/1/1").status
                 for who, person in (("ada", ada), ("ben", ben), ("eve", eve))}
        self.assertEqual(asked, {"ada": 403, "ben": 200, "eve": 403})
        listed = {who: [one["round"] for one in person.get("/api/rounds?player=me")["rounds"]]
                  for who, person in (("ada", ada), ("ben", ben))}
        self.assertEqual(listed, {"ada": [], "ben": [1]})

    def test_a_void_is_told_of_the_last_round(self):
        """DEAL-5: every wager is back, and whoever looks at the table is told, also after a restart;
        of a round nobody bet in there is nothing to tell"""
        for pace in ("auto", "dealer"):
            room = self.room(table("Rainier", "washington", pace=pace, house_players=0, **SLOW))
            boss = self.staff(room, self.manager(room), "supervisor")
            ada, eve = self.guest(room), self.guest(room)
            eve.watch(1)
            ada.sit(1, 1, 50000)

            def deal():
                if pace == "dealer":
                    boss.do("open", 1)
                ada.until(1, lambda v: v["you"]["options"]["wager"])
                ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
                if pace == "dealer":
                    boss.do("close_bets", 1)
                    boss.do("deal", 1)
                ada.until(1, lambda v: v["you"]["options"]["decisions"])

            deal()
            boss.do("void", 1, reason="a card on the floor")
            for person in (ada, eve):
                view = person.until(1, lambda v: v["last"])
                self.assertEqual((view["last"]["round"], view["last"]["voided"]), (1, True))
                self.assertEqual(view["seats"][0]["chips"], 50000)
            if pace == "dealer":
                self.assertTrue(ada.views[1]["voided"])
            room.kill()
            room.start()
            ada = Person(room, ada.cookie).connect()
            boss = Person(room, boss.cookie).connect()
            self.assertTrue(ada.watch(1)["last"]["voided"])
            deal()
            self.assertFalse(ada.views[1]["voided"])
            ada.do("decide", 1, action="4x")
            if pace == "dealer":
                for step in ("turn", "turn", "turn", "settle", "end"):
                    boss.do(step, 1)
            view = ada.until(1, lambda v: v["last"]["round"] == 2)
            self.assertFalse(view["last"]["voided"])
            if pace == "dealer":
                boss.do("open", 1)
            ada.until(1, lambda v: v["you"]["options"]["wager"])
            boss.do("void", 1, reason="lunch")
            view = ada.until(1, lambda v: v["last"]["round"] == 3)
            self.assertFalse(view["last"]["voided"])

    def test_a_dealer_runs_the_table_by_the_steps_of_the_console(self):
        """DEAL-3, GM-1: nothing moves until the dealer says so, and the console says what is next"""
        room = self.room(table("Rainier", "washington", meter="yes", pace="dealer", decision_ms=0,
                               controller="nexus", confirm_up_to=0),
                         decks=["1: Ks 9d 4c 2h 7s As Qd 3h 5h"])
        manager = self.manager(room)
        dealer = self.staff(room, manager, "dealer")
        player = self.guest(room)
        dealer.watch(1)
        player.sit(1, 1, 50000)
        self.assertIsNone(player.views[1]["dealer_console"])
        done = []
        while True:
            view = dealer.until(1, lambda v: any(s["may"] for s in v["dealer_console"]["steps"])
                                or v["you"] is not None)
            step = next(s for s in view["dealer_console"]["steps"] if s["may"])
            self.assertTrue(step["next"] and step["words"])
            if step["step"] == "button":
                button = "start game" if "START" in step["words"] else "end game"
                dealer.do("button", 1, button=button)
                done.append(button)
            else:
                dealer.do(step["step"], 1)
                done.append(step["step"])
            dealer.until(1, lambda v: v["version"] > view["version"])
            if step["step"] == "open":
                player.until(1, lambda v: v["you"]["options"]["wager"])
                player.do("wager", 1, ready=True, stakes={"ante": 500, "blind": 500, "progressive": 100})
                dealer.until(1, lambda v: v["seats"][0]["stakes"])
            if step["step"] == "deal":
                player.until(1, lambda v: v["you"]["options"]["decisions"])
                player.do("decide", 1, action="4x")
                dealer.until(1, lambda v: v["seats"][0]["multiple"] == 4)
            if step["step"] == "settle":
                view = dealer.until(1, lambda v: v["phase"] == "settled")
                self.assertTrue(view["dealer_console"]["take_and_pay"])
                for deed in view["dealer_console"]["take_and_pay"]:
                    line = view["seats"][0]["result"]["wagers"][deed["wager"]]
                    self.assertEqual(deed["amount"], {"take": -line["net"], "pay": line["net"]}.get(
                        deed["do"], line["stake"]))
            if step["step"] == "end":
                break
        self.assertEqual(done, ["open", "close_bets", "start game", "deal", "turn", "turn", "turn",
                                "settle", "end game", "end"])

    def test_a_jackpot_waits_for_a_supervisor_with_card_and_pin(self):
        """GM-1, GM-2: the table stands still until the card fits; a wrong PIN does not"""
        deck = "1: Ks Qs Js 2c 3d As Ts 4h 5h"
        room = self.room(table("Rainier", "washington", meter="yes", confirm_up_to=1000, **SLOW), decks=[deck])
        manager = self.manager(room)
        supervisor = self.staff(room, manager, "supervisor", card="7001", pin="1234")
        executive = self.staff(room, manager, "executive", card="7002", pin="98765")
        player = self.guest(room)
        player.sit(1, 1, 50000)
        player.until(1, lambda v: v["state"] == "betting")
        player.do("wager", 1, ready=True, stakes={"ante": 500, "blind": 500, "progressive": 100})
        player.until(1, lambda v: v["you"]["options"]["decisions"])
        self.assertEqual(player.views[1]["seats"][0]["cards"], ["As", "Ts"])
        player.do("decide", 1, action="4x")
        view = player.until(1, lambda v: v["progressive"]["waits"])
        self.assertTrue(view["test_decks"])
        meter = view["progressive"]["amount"]
        pit = supervisor.get("/api/pit")
        self.assertEqual([(j["table"], j["seat"], j["line"]) for j in pit["jackpots"]],
                         [(1, 1, "royal flush, first five")])
        self.assert_refused(supervisor.command("confirm", 1, card="7001", pin="9999"), "do not fit")
        self.assert_refused(player.command("confirm", 1, card="7001", pin="1234"), "role")
        answer = supervisor.command("confirm", 1, card="7001", pin="1234")
        if not answer["ok"]:  # above the jackpot level
            self.assertEqual(answer["error"]["clause"], "GM-1")
            supervisor.do("confirm", 1, card="7002", pin="98765")
        view = player.until(1, lambda v: v["phase"] in ("settled", "over") and v["seats"][0]["result"])
        self.assertEqual(view["seats"][0]["result"]["wagers"]["progressive"]["net"], meter - 100)
        where = f"/api/wins/1/{view['round']}/1"
        page = executive.get(where)
        self.assertEqual({key: page[key] for key in ("player_name", "cards", "community", "hand", "line",
                                                     "pays", "amount", "state", "table_name")},
                         {"player_name": view["seats"][0]["player"]["name"], "cards": ["As", "Ts"],
                          "community": ["Ks", "Qs", "Js", "2c", "3d"], "hand": "a royal flush",
                          "line": "royal flush, first five", "pays": "100% of the meter",
                          "amount": meter, "state": "paid", "table_name": "Rainier"})
        self.assertIn(page["confirmed_name"], ("the supervisor", "the executive"))
        self.assertEqual(page["player"], view["seats"][0]["player"]["id"])
        # GM-4: the table plays on, and the page stays what it was.
        player.until(1, lambda v: v["state"] == "betting" and v["round"] > view["round"])
        player.do("wager", 1, ready=True, stakes={"ante": 500, "blind": 500, "progressive": 100})
        player.until(1, lambda v: v["you"]["options"]["decisions"])
        self.assertEqual(executive.get(where), page)
        journal = executive.get(f"/api/meters/{page['meter']}/journal?limit=50")["journal"]
        self.assertIn((page["confirmed_name"], "confirmed"),
                      {(line.get("who_name"), line["what"]) for line in journal})
        self.assertTrue(all(line["who"] == 0 or line.get("who_name") for line in journal))

    def test_a_table_goes_on_when_the_key_of_another_is_back_at_run(self):
        """GM-1: a winner waits while the key of a linked table holds the meter, and no longer"""
        slow = {**SLOW, "result_ms": 20000}
        room = self.room(table("Key", "washington", copies=2, meter="yes", confirm_up_to=100000, **slow),
                         decks=["1: Kd Kh Ks 2c 3d 7c 7d 4h 5h", "2: Qd Qh Qs 2c 3d 8c 8d 4h 5h"])
        manager = self.manager(room)
        dealer = self.staff(room, manager, "dealer")
        self.staff(room, manager, "executive", card="7002", pin="98765")
        manager.post("/api/tables/1/config", {"config": {"pace": "dealer"}, "reason": "one deals"})
        dealer.watch(1)
        dealer.until(1, lambda v: v["pace"] == "dealer")
        stakes = {"ante": 500, "blind": 500, "progressive": 100}
        ada, ben = self.guest(room), self.guest(room)
        ada.sit(1, 1, 50000)
        dealer.do("open", 1)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, stakes=stakes, ready=True)
        for kind, fields in (("close_bets", {}), ("button", {"button": "coin in"}), ("deal", {})):
            dealer.do(kind, 1, **fields)
        ada.until(1, lambda v: v["you"]["options"]["decisions"])
        ada.do("decide", 1, action="4x")
        for _ in range(3):
            dealer.do("turn", 1)
        line = {"line": "full house", "seat": 1, "card": "7002", "pin": "98765"}
        for button in ("hand", "key jph", "j-pot"):
            dealer.do("button", 1, button=button, **line)
        ben.sit(2, 1, 50000)
        ben.until(2, lambda v: v["you"]["options"]["wager"])
        ben.do("wager", 2, stakes=stakes, ready=True)
        ben.until(2, lambda v: v["you"]["options"]["decisions"])
        ben.do("decide", 2, action="4x")
        waits = ben.until(2, lambda v: v["phase"] == "showdown")
        time.sleep(0.5)
        ben.watch(2)
        self.assertEqual(ben.views[2]["version"], waits["version"])
        dealer.do("button", 1, button="key run", **line)
        end = time.monotonic() + 20
        while ben.views[2]["phase"] == "showdown" and time.monotonic() < end:
            ben.say(type="ping")  # no command, which would wake the table
            ben.next("pong")
            time.sleep(0.02)
        view = ben.views[2]
        self.assertIn(view["phase"], ("settled", "over"))
        self.assertGreater(view["seats"][0]["result"]["wagers"]["progressive"]["net"], 0)

    def test_house_players_play_for_whoever_watches_and_rest_otherwise(self):
        """They are marked, they play whole rounds, and an empty room is quiet"""
        fast = {"betting_ms": 50, "decision_ms": 50, "offer_ms": 50, "result_ms": 10, "house_ms": 1}
        room = self.room(table("Rainier", "washington", meter="yes", house_players=4, **fast)
                         + table("Shasta", "california-8", house_players=5, **fast))
        person = self.guest(room)
        for number in (1, 2):
            person.watch(number)
            view = person.until(number, lambda v: v["round"] >= 3)
            houses = [s["player"]["house"] for s in view["seats"] if s["player"]]
            self.assertTrue(houses and all(houses))
            person.say(type="unwatch", table=number)
        # The rounds under way are played to their end, which takes a while on a busy machine.
        before, rounds, end = None, self.history(room), time.monotonic() + 60
        while rounds != before and time.monotonic() < end:
            time.sleep(1)
            before, rounds = rounds, self.history(room)
        self.assertEqual(rounds, before)

    def history(self, room):
        done = room.uth("history", "--store", f"sqlite:{room.directory}/uth.db", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_advice_is_exact_and_only_for_the_one_who_decides(self):
        """The values of the present decision, from the cards the player sees"""
        room = self.room(table("Rainier", "washington", **SLOW), decks=["1: Ah Kd Qc Jh 2s As Ks 7d 2h"])
        player, other = self.guest(room), self.guest(room)
        player.sit(1, 1, 50000)
        self.assertEqual(player.ask("GET", "/api/advice?table=1").status, 409)
        player.until(1, lambda v: v["state"] == "betting")
        player.do("wager", 1, ready=True, stakes={"ante": 500, "blind": 500})
        player.until(1, lambda v: v["you"]["options"]["decisions"])
        advice = player.get("/api/advice?table=1")
        self.assertEqual((advice["cards"], advice["best"], advice["ante"]), ("As Ks", "4x", 500))
        self.assertEqual(other.ask("GET", "/api/advice?table=1").status, 409)


if __name__ == "__main__":
    main()
