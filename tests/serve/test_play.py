"""Whole rounds over real sockets: every profile, both paces, every wager, the bank and the
Progressive, against what `uth settle` makes of the stored record."""
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import tempfile
import time

from cardroom import Crew, Person, RoomTest, UTH, main, part_commitment, table

SLOW = {"betting_ms": 20000, "decision_ms": 20000, "offer_ms": 20000, "result_ms": 100}


# Two side bets of a house's own; the second only with the first.
OWN = [{"id": "flop_pair", "title": "Flop Pair", "cards": "hole+flop", "lines": [{"when": "pair or better", "pays": 1}]},
       {"id": "low", "title": "Low", "cards": "board", "needs": ["flop_pair"], "fold": "loses",
        "lines": [{"when": "high card", "pays": 1}]}]  # fmt: skip


def settled(record, *rules):
    """What the program makes of a record; by a profile in a file where there is one."""
    options = [f"--rules={file}" for file in rules]
    done = subprocess.run([UTH, "settle", *options], input=json.dumps(record), capture_output=True, text=True)
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

    def own_profile(self, name, **changed):
        """A file with a copy of `washington` that has two side bets of its own."""
        shown = subprocess.run([UTH, "rules", "show", "washington", "--json"], capture_output=True, check=True)
        profile = {**json.loads(shown.stdout), "name": name, "title": name, **changed}
        profile["side"] += OWN
        for bet in OWN:
            profile["offered"][bet["id"]] = True
            profile["limits"][bet["id"]] = {"min": 100, "max": 2500}
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        path = pathlib.Path(place.name, f"{name}.json")
        path.write_text(json.dumps(profile))
        return str(path)

    def check_against_record(self, person, view, *rules):
        """The result shown is the stored record's, settled once more by the program."""
        number, count = view["table"], view["round"]
        for _ in range(400):
            response = person.ask("GET", f"/api/rounds/{number}/{count}")
            if response.status == 200:
                break
            time.sleep(0.05)
        record = json.loads(response.body)
        answer = settled({key: value for key, value in record.items() if key not in ("answer", "void")}, *rules)
        self.assertNotIn("error", answer)
        for player in answer["players"]:
            shown = view["seats"][player["seat"] - 1]["result"]
            self.assertEqual(shown["net"], player["net"])
            self.assertEqual(shown["verdict"], player["result"])
            own = {circle["side"]: circle["wager"] for circle in view["circles"] if "side" in circle}
            side = player["wagers"].pop("side", {})
            for wager, line in {**player["wagers"], **{own[bet]: line for bet, line in side.items()}}.items():
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
        self.assertNotIn("progressive", [circle["wager"] for circle in without["circles"]])
        self.assertNotIn("progressive", without["limits"])

    def test_side_bets_of_the_houses_own_are_named_on_their_circles_and_bet_by_their_ids(self):
        """BET-2, BET-3, BET-4: what a circle is called, takes and needs is in the view"""
        profile = self.own_profile("own")
        room = self.room(table("Rainier", profile, **SLOW))
        person = self.guest(room)
        person.sit(1, 3, 100000)
        view = person.until(1, lambda v: v["state"] == "betting")
        self.assertEqual([circle["wager"] for circle in view["circles"]],
                         ["own_1", "own_2", "pairs", "bad_beat", "trips", "ante", "blind", "play"])
        first, second, _, bad_beat, _, ante, blind, play = view["circles"]
        self.assertEqual(first, {"wager": "own_1", "name": "Flop Pair", "side": "flop_pair"})
        self.assertEqual(second, {"wager": "own_2", "name": "Low", "side": "low"})
        self.assertEqual(bad_beat, {"wager": "bad_beat", "name": "Bad Beat"})
        self.assertEqual((ante["equals"], blind["equals"], play["later"]), ("blind", "ante", True))
        self.assertEqual(view["limits"]["own_1"], {"min": 100, "max": 2500})
        base = {"ante": 500, "blind": 500}
        for side, clause in (({"low": 100}, "BET-4"), ({"flop_pair": 2600}, "BET-3"), ({"flop_pair": 50}, "BET-3"),
                             ({"trips": 100}, "INPUT"), ({"own_1": 100}, "INPUT")):  # fmt: skip
            answer = person.command("wager", 1, stakes=base, side=side, ready=True)
            self.assertEqual((answer["ok"], answer["error"]["clause"]), (False, clause), side)
        shut = view["you"]["options"]["shut"]
        self.assertEqual(shut, {"own_2": "only with Flop Pair", "bad_beat": "only with Trips"})
        person.do("wager", 1, stakes={**base, "trips": 100, "pairs": 100}, side={"flop_pair": 100}, ready=False)
        view = person.until(1, lambda v: v["you"]["options"]["shut"] != shut)
        four = "a player may wager on at most four games"
        self.assertEqual(view["you"]["options"]["shut"], {"own_2": four, "bad_beat": four}, "BET-5")
        person.do("wager", 1, stakes=base, side={"flop_pair": 300, "low": 100}, ready=True)
        view = self.play_on(person, 1, lambda view, options: options[0])
        seat = view["seats"][2]
        self.assertEqual((seat["stakes"]["own_1"], seat["stakes"]["own_2"]), (300, 100))
        for result in seat["result"]["wagers"].values():
            self.assertRegex(result["reason"], "^(wins|loses|pushes)\\b")
        record = self.check_against_record(person, view, profile)
        self.assertEqual(record["players"][0]["side"], {"flop_pair": 300, "low": 100})
        moved = [one["wager"] for one in view["order"]]
        self.assertEqual(moved[-2:], ["own_1", "own_2"], "SHOW-9: behind the others")

    def test_what_a_view_calls_shut_the_table_refuses_and_nothing_else(self):
        """BET-4, BET-5, BET-10: the smallest chip on every other circle, beside bets drawn by chance"""
        seed = int(os.environ.get("SEED") or random.randrange(2**32))
        print(f"# SEED={seed}")
        rng = random.Random(seed)
        file = self.own_profile("shut", games_over={"games": 1, "amount": 2000})
        room = self.room(table("Rainier", file, meter="yes", **SLOW))
        person = self.guest(room)
        person.sit(1, 1, 200000)
        view = person.until(1, lambda v: v["state"] == "betting")
        sides = {circle["wager"]: circle.get("side") for circle in view["circles"]
                 if not {"equals", "later"} & set(circle)}  # fmt: skip

        def bet(amounts):
            """Whether the table takes these side bets beside an Ante, and what the next view calls shut."""
            fields = {"stakes": {"ante": 500, "blind": 500}, "side": {}}
            for wager, amount in amounts.items():
                fields["side" if sides[wager] else "stakes"][sides[wager] or wager] = amount
            before = person.views[1]["version"]
            ok = person.command("wager", 1, **fields, ready=False)["ok"]
            view = person.until(1, lambda v: v["version"] > before) if ok else person.views[1]
            return ok, view["you"]["options"]["shut"]

        seen = set()
        for _ in range(12):
            placed = {wager: rng.choice((100, 2500)) if wager != "progressive" else 100
                      for wager in rng.sample(list(sides), rng.randrange(4))}  # fmt: skip
            taken, shut = bet(placed)
            if not taken:
                continue
            for wager in set(sides) - set(placed):
                with self.subTest(placed=placed, wager=wager):
                    least = {**placed, wager: view["limits"][wager]["min"]}
                    self.assertEqual(bet(least)[0], wager not in shut)
                    self.assertEqual(bet(placed)[1], shut)
            seen |= set(shut.values())
        self.assertTrue(seen)

    def test_what_chips_do_not_reach_is_said_before_and_after_the_deal(self):
        """WALK-4, WALK-5, WALK-9: a warning while betting, the reason behind a size, a seat without chips"""
        room = self.room(table("Rainier", "washington", absent_rounds=3, **{**SLOW, "result_ms": 60000}))
        person = self.guest(room)
        person.sit(1, 1, 10000)
        view = person.until(1, lambda v: v["state"] == "betting")
        options = view["you"]["options"]
        self.assertEqual((options["warning"], options["needs"], options["beyond"]), ("", None, {}))
        self.assertEqual(view["you"]["free_after"], 3)
        person.do("wager", 1, stakes={"ante": 3000, "blind": 3000}, ready=False)
        view = person.until(1, lambda v: v["you"]["options"]["warning"])
        self.assertEqual(view["you"]["options"]["warning"], "An Ante of $30 leaves $40: you could not play 4x, 3x or 2x.")
        person.do("wager", 1, stakes={"ante": 1000, "blind": 1000}, ready=False)
        person.until(1, lambda v: not v["you"]["options"]["warning"])
        person.do("wager", 1, stakes={"ante": 2500, "blind": 2500}, ready=True)
        view = person.until(1, lambda v: v["phase"] == "preflop")
        options = view["you"]["options"]
        self.assertEqual(options["decisions"], ["check"])
        self.assertEqual(options["beyond"], {"4x": "needs $100, you have $50", "3x": "needs $75, you have $50"})
        self.assert_refused(person.command("decide", 1, action="4x"), "cannot afford")
        view = self.play_on(person, 1, lambda view, options: options[0])
        self.assertTrue(view["you"]["options"]["next"])
        five = view["seats"][0]["plays"]
        self.assertEqual((len(five), len(view["dealer"]["plays"])), (5, 5))
        self.assertLessEqual(set(five), set(view["seats"][0]["cards"] + view["community"]))
        person.do("next", 1)
        person.until(1, lambda v: v["state"] == "betting")
        self.assert_refused(person.command("next", 1), "not at that step")

    def test_where_cards_lie_is_told_in_the_order_they_were_dealt(self):
        """DEAL-2: one at a time, two at a time, the board first, or the board off the deck as it is due"""
        board, hands = ["board"] * 5, ["3", "3", "dealer", "dealer"]
        orders = {"shoe": ["3", "dealer", "3", "dealer", *board], "shuffler": [*hands, *board],
                  "ace-ideal": [*board, *hands], "deck-mate": hands}  # fmt: skip
        files = [self.own_profile(name, procedure=name) for name in orders]
        room = self.room("".join(table(f"T{i}", file, **SLOW) for i, file in enumerate(files)))
        person = self.guest(room)
        for number, (procedure, expected) in enumerate(orders.items(), 1):
            with self.subTest(procedure):
                person.sit(number, 3, 100000)
                view = person.until(number, lambda v: v["state"] == "betting")
                self.assertEqual(view["dealt"], [])
                person.do("wager", number, stakes={"ante": 500, "blind": 500}, ready=True)
                view = person.until(number, lambda v: v["phase"] == "preflop")
                self.assertEqual((view["procedure"], view["dealt"]), (procedure, expected))
                person.do("decide", number, action="check")
                view = person.until(number, lambda v: v["phase"] == "flop")
                late = ["board"] * 3 if procedure == "deck-mate" else []
                self.assertEqual(view["dealt"], expected + late)

    def test_a_round_in_washington_with_every_kind_of_wager(self):
        """BET-2, SHOW-9, PROG-2: Ante, Blind, Trips, Pairs and Progressive, to the end"""
        room = self.room(table("Rainier", "washington", meter="yes", **{**SLOW}))
        person = self.guest(room)
        person.sit(1, 3, 100000)
        person.until(1, lambda v: v["state"] == "betting")
        before = person.views[1]["progressive"]["amount"]
        stakes = {"ante": 1000, "blind": 1000, "trips": 500, "pairs": 200, "progressive": 100}
        person.do("wager", 1, stakes=stakes, ready=True, part_commitment=person.commit(1))
        view = self.play_on(person, 1, lambda view, options: options[0])
        seat = view["seats"][2]
        self.assertEqual(seat["stakes"], {**stakes, "play": 4000})
        self.assertEqual({line["seat"] for line in view["order"]}, {3})
        # A losing hand's Play is taken first, unless the Ante has gone back before any hand was looked at.
        loses = seat["result"]["verdict"] == "lose" and view["dealer"]["qualifies"]
        self.assertEqual([line["wager"] for line in view["order"]],
                         [*(("play", "ante") if loses else ("ante", "play")),
                          "blind", "trips", "pairs", "progressive"])
        self.assertEqual(view["progressive"]["amount"], before + 20)
        record = self.check_against_record(person, view)
        part = person.parts[1, view["round"], 3]
        self.assertIn({"seat": 3, "commitment": part_commitment(1, view["round"], 3, part), "part": part.hex()},
                      record["fairness"]["roster"])
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
        """WA-1, NOTE-3: limits, pay tables, ranking, glossary, notices and disputes; with a
        player-dealer the fees too. The page to print says the same."""
        room = self.room()
        placards = {}
        for number in (1, 2, 3):
            answer = Person(room).ask("GET", f"/api/tables/{number}/placard")
            placard = json.loads(answer.body)
            placards[placard["profile"]] = placard
            self.assertIn("only plays with a pair or higher", placard["inscription"])
            sections = {one["key"]: one for one in placard["sections"]}
            self.assertEqual(len(sections["ranking"]["rows"]), 10)  # HAND-5
            self.assertEqual(len(sections["glossary"]["rows"]), 10)  # NOTE-2
            self.assertIn("SHFL", " ".join(sections["notices"]["sentences"]))  # NOTE-1
            self.assertIn("floor supervisor decides", " ".join(sections["disputes"]["sentences"]))
            self.check_printed_placard(room, number, placard)
            pays = {pay["wager"]: pay for pay in placard["pay_tables"]}
            self.assertEqual(set(pays), set(placard["limits"]) - {"ante"})
            self.assertEqual(pays["blind"]["lines"][0], 
                             {"hand": "royal flush", "label": "Royal flush", "pays": "500 to 1",
                              "brief": "500"})
        washington = placards["washington"]
        self.assertIn("maximum of four games", washington["games"])
        self.assertNotIn("games", placards["california-8"])
        self.assertEqual(washington["limits"]["ante"], {"min": 500, "max": 7500})
        self.assertEqual(washington["limits"]["progressive"], {"min": 100, "max": 100})  # BET-9
        self.assertEqual(washington["fees"], [])
        self.assertEqual(
            [(fee["action"], fee["player_dealer"]) for fee in placards["california-8"]["fees"]],
            [(500, 100), (5100, 200), (10100, 300), (20100, 600), (30100, 900)],
        )
        self.assertEqual({fee["player"] for fee in placards["california-6"]["fees"]}, {100})

    def check_printed_placard(self, room, number, placard):
        """NOTE-3: from the server, with a style sheet that its own policy lets in"""
        page = Person(room).ask("GET", f"/api/tables/{number}/placard.html")
        self.assertEqual((page.status, page.headers["content-type"]), (200, "text/html; charset=utf-8"))
        html = page.body.decode()
        self.assertNotRegex(html, r"<style|style=|<script")
        sheets = re.findall(r'href="([^"]*)"', html)
        self.assertEqual(sheets, ["/api/placard.css"])
        style = Person(room).ask("GET", sheets[0])
        self.assertEqual((style.status, style.headers["content-type"]), (200, "text/css; charset=utf-8"))
        words = re.sub(r"<[^>]*>", " ", html)
        for said in (placard["name"], placard["inscription"], placard["revision"]):
            self.assertIn(said, words)
        for pay in placard["pay_tables"]:
            for line in pay["lines"]:
                self.assertIn(line["pays"], words)

    def test_the_record_of_a_round_is_for_those_who_played_in_it(self):
        """Who took the wager back before the deal does not play, and sees nobody's cards"""
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
        self.assertEqual(json.loads(eve.ask("GET", "/api/rounds/1/1").body)["error"]["message"],
                         "your role may not do that")
        listed = {who: [one["round"] for one in person.get("/api/rounds?player=me")["rounds"]]
                  for who, person in (("ada", ada), ("ben", ben))}
        self.assertEqual(listed, {"ada": [], "ben": [1]})

    def test_a_dealer_voids_with_a_supervisors_card(self):
        """DEAL-5, WALK-15: not alone, not with a wrong PIN, not with another dealer's card; the log has both names"""
        room = self.room(table("Rainier", "washington", pace="dealer", **SLOW))
        manager = self.manager(room)
        dealer = self.staff(room, manager, "dealer", name="Dora", card="7003", pin="1111")
        self.staff(room, manager, "supervisor", name="Sue", card="7001", pin="1234")
        ada = self.guest(room)
        ada.sit(1, 1, 50000)
        dealer.watch(1)
        dealer.do("open", 1)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        dealer.until(1, lambda v: v["seats"][0]["stakes"])
        reason = {"reason": "card exposed"}
        self.assertFalse(dealer.command("void", 1, **reason)["ok"])
        self.assertFalse(dealer.command("void", 1, card="7001", pin="9999", **reason)["ok"])
        self.assertFalse(dealer.command("void", 1, card="7003", pin="1111", **reason)["ok"])
        self.assertEqual(ada.views[1]["round"], 1)
        dealer.do("void", 1, card="7001", pin="1234", **reason)
        view = ada.until(1, lambda v: v["last"])
        self.assertEqual((view["last"]["voided"], view["seats"][0]["chips"]), (True, 50000))

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

    def test_a_roster_that_is_stored_slowly_leaves_the_whole_time_to_reveal(self):
        """The disk takes longer than the reveals may: nobody could be shown the roster before"""
        folder = tempfile.TemporaryDirectory(prefix="uth-slow-")
        self.addCleanup(folder.cleanup)
        slow = pathlib.Path(folder.name, "slow")
        slow.write_bytes(struct.pack("=q", 0))
        room = self.room(table("Rainier", "washington", house_players=0, **SLOW), environment={
            **os.environ, "LD_PRELOAD": os.environ["UTH_PLUG"], "UTH_PLUG_SLOW": str(slow),
            "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"})  # fmt: skip
        ada = self.guest(room)
        ada.sit(1, 1, 50000)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        commitment = ada.commit(1)
        with open(slow, "r+b") as file:
            file.write(struct.pack("=q", 4500))
        sent = ada.send("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True, part_commitment=commitment)
        time.sleep(1)  # the flush is under way; those behind it are quick again
        with open(slow, "r+b") as file:
            file.write(struct.pack("=q", 0))
        self.assertTrue(ada.answer(sent)["ok"])
        view = ada.until(1, lambda v: v["phase"] == "preflop" or v["last"])
        self.assertIsNone(view["last"])
        self.assertEqual([part["revealed"] for part in view["fairness"]["parts"]], [True])

    def test_a_part_that_is_withheld_calls_the_round_off_and_the_view_says_whose(self):
        """Nothing was taken; whoever withheld it plays on without one; it is still said after a restart"""
        room = self.room(table("Rainier", "washington", house_players=0, **SLOW))
        ada, ben, eve = self.guest(room), self.guest(room), self.guest(room)
        eve.watch(1)
        ada.sit(1, 1, 50000)
        ben.sit(1, 2, 50000)
        ben.reveals = False
        for person in (ada, ben):
            person.until(1, lambda v: v["you"]["options"]["wager"])
        for person in (ada, ben):
            person.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True,
                      part_commitment=person.commit(1))

        def is_told(person, muted):
            view = person.until(1, lambda v: v["last"])
            self.assertEqual((view["last"]["voided"], view["last"]["withheld"]), (True, [2]))
            self.assertEqual([seat["chips"] for seat in view["seats"][:2]], [50000, 50000])
            self.assertEqual(view["you"] and view["you"]["muted_until_round"], muted)

        for person, muted in ((ada, None), (ben, 21), (eve, None)):
            is_told(person, muted)
        room.kill()
        room.start()
        ada, ben = (Person(room, person.cookie).connect() for person in (ada, ben))
        for person, muted in ((ada, None), (ben, 21)):
            person.watch(1)
            is_told(person, muted)
        for person in (ada, ben):
            person.until(1, lambda v: v["you"]["options"]["wager"])
        wager = {"stakes": {"ante": 500, "blind": 500}, "ready": True}
        taken = ben.command("wager", 1, part_commitment=ben.commit(1), **wager)
        self.assertTrue(taken["ok"] and "receipt" not in taken, "the wager, and no part")
        self.assertIn("receipt", ada.command("wager", 1, part_commitment=ada.commit(1), **wager))
        for person in (ada, ben):
            person.until(1, lambda v: v["you"]["options"]["decisions"])
            person.do("decide", 1, action="4x")
        view = ada.until(1, lambda v: v["last"]["round"] == 2)
        self.assertEqual((view["last"]["voided"], view["last"]["withheld"]), (False, []))

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
            view = dealer.until(1, lambda v: any(s["next"] and s["may"]
                                                 for s in v["dealer_console"]["steps"]))
            step = next(s for s in view["dealer_console"]["steps"] if s["next"])
            self.assertTrue(step["clause"] and step["name"] and step["words"])
            if step["by"] == "hand":
                name = f'{step["step"]}:{step["seat"]}' if "seat" in step else step["step"]
                dealer.do("tick", 1, steps=[name])
                dealer.until(1, lambda v: v["version"] > view["version"])
                continue
            dealer.do(step["type"], 1, **({"button": step["button"]} if "button" in step else {}))
            done.append(step.get("button", step["type"]))
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
                moved = [s for s in view["dealer_console"]["steps"] if "wager" in s]
                self.assertTrue(moved)
                for deed in moved:
                    line = view["seats"][0]["result"]["wagers"][deed["wager"]]
                    self.assertEqual(deed["amount"], {"take": -line["net"], "pay": line["net"]}.get(
                        deed["do"], line["stake"]))
            if step["step"] == "end":
                break
        self.assertEqual(done, ["open", "close_bets", "start_game", "deal", "turn", "turn", "turn",
                                "settle", "end_game", "end"])

    def test_what_hands_do_is_ticked_and_stands_in_the_record(self):
        """DEAL-1, DEAL-6, FEE-4: no deal before the fee is dropped and the rack is free; what was skipped is said"""
        room = self.room(table("Shasta", "california-8", pace="dealer", decision_ms=0, offer_ms=0))
        manager = self.manager(room)
        dealer = self.staff(room, manager, "dealer")
        supervisor = self.staff(room, manager, "supervisor")
        banker, player = self.guest(room), self.guest(room)
        dealer.watch(1)
        banker.sit(1, 1, 500000)
        view = dealer.until(1, lambda v: v["seats"][0]["player"])
        step = next(s for s in view["dealer_console"]["steps"] if s["step"] == "open")
        self.assertEqual((step["may"], step["waits"]), (False, "waiting for players"))
        player.sit(1, 2, 500000)
        banker.until(1, lambda v: v["you"]["options"]["bank"])
        banker.do("bank_take", 1, amount=100000)
        for number in (1, 2):
            dealer.until(1, lambda v: any(s["step"] == "open" and s["may"]
                                          for s in v["dealer_console"]["steps"]))
            dealer.do("open", 1)
            player.until(1, lambda v: v["you"]["options"]["wager"])
            player.do("wager", 1, ready=True, stakes={"ante": 1000, "blind": 1000})
            dealer.until(1, lambda v: v["seats"][1]["stakes"])
            self.assert_refused(dealer.command("close_bets", 1), "collect the fee")
            self.assert_refused(dealer.command("tick", 1, steps=["unload_stub"]), "not at that step")
            self.assert_refused(dealer.command("tick", 1, steps=["dance"]), "a step that is ticked")
            dealer.do("tick", 1, steps=["fee"])
            dealer.do("close_bets", 1)
            if number == 2:
                self.assert_refused(dealer.command("deal", 1), "discard rack")
                dealer.do("tick", 1, steps=["load_shuffler"])
            dealer.do("deal", 1)
            view = dealer.until(1, lambda v: v["phase"] == "preflop")
            self.assertEqual([(d["colour"], d["place"]) for d in view["dealer_console"]["decks"]],
                             [("blue", "in_play"), ("red", "in_shuffler")] if number == 1 else
                             [("blue", "in_shuffler"), ("red", "in_play")])
            dealer.do("tick", 1, steps=["players_cards", "dealers_cards"])
            dealer.do("tick", 1, steps=["dealers_cards"], on=False)
            for _ in range(3):
                dealer.do("time", 1)
                dealer.do("turn", 1)
            dealer.do("tick", 1, steps=["fold_collect:2"])
            dealer.do("settle", 1)
            dealer.do("end", 1)
        steps = supervisor.get("/api/rounds/1/2")["steps"]
        found = {(one["step"], one.get("seat")): one for one in steps}
        self.assertEqual(found["fee", None]["state"], "ticked")
        self.assertEqual(found["fee", None]["who"], dealer.id)
        self.assertTrue(found["fee", None]["time_ms"])
        self.assertEqual(found["fold_collect", 2]["state"], "ticked")
        self.assertEqual(found["dealers_cards", None]["state"], "skipped")
        self.assertEqual(found["unload_stub", None], {"step": "unload_stub", "name": "Unload the stub", "state": "skipped"})
        told = room.uth("replay", "1:2", "--store", f"sqlite:{room.directory}/uth.db").stdout
        self.assertIn("skipped   Unload the stub", told)
        self.assertIn("Collect and drop the fee (the dealer)", told)

    def test_a_call_for_a_supervisor_shows_in_the_pit_until_it_is_taken(self):
        """GM-8: pushed at once with table, reason and since when; who took it is logged"""
        room = self.room(table("Rainier", "washington", pace="dealer", decision_ms=0))
        manager = self.manager(room)
        dealer = self.staff(room, manager, "dealer")
        supervisor = self.staff(room, manager, "supervisor")
        supervisor.say(type="watch_pit")
        dealer.watch(1)
        self.assert_refused(supervisor.command("take_call", 1), "nobody has called")
        self.assert_refused(dealer.command("call", 1, call="other"), "what the supervisor is called for")
        self.assert_refused(dealer.command("call", 1, call="coffee"), "win, dispute")
        self.assert_refused(dealer.command("take_call", 1), "role")
        dealer.do("call", 1, call="dispute", note="seat 2: the Blind")
        told = supervisor.next("pit")
        while not told["calls"]:
            told = supervisor.next("pit")
        self.assertEqual([(c["table"], c["name"], c["reason"], c["note"], c["by"]) for c in told["calls"]],
                         [(1, "Rainier", "dispute", "seat 2: the Blind", "the dealer")])
        self.assertLess(abs(told["calls"][0]["since_ms"] - told["server_ms"]), 60000)
        supervisor.do("take_call", 1)
        while told["calls"]:
            told = supervisor.next("pit")
        call = dealer.until(1, lambda v: (v["dealer_console"]["call"] or {}).get("taken_by"))
        self.assertEqual(call["dealer_console"]["call"]["taken_by"], "the supervisor")
        lines = [one for one in manager.get("/api/log")["log"] if one["what"] == "pit"]
        self.assertEqual([(one["who"]["name"], one["after"][0]["command"], one["after"][0]["call"])
                          for one in lines[:2]],
                         [("the supervisor", "take_call", "dispute"), ("the dealer", "call", "dispute")])
        self.assertEqual(lines[1]["why"], "seat 2: the Blind")

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
        self.assert_refused(supervisor.command("confirm", 1, card="7001", pin="9999"), "PIN is wrong")
        self.assert_refused(player.command("confirm", 1, card="7001", pin="1234"), "role")
        # The card of somebody who is locked confirms nothing, whoever holds it against the reader.
        fired = self.staff(room, manager, "executive", name="Fred", card="7003", pin="4321")
        manager.post(f"/api/users/{fired.id}", {"locked": True, "reason": "left the house"})
        self.assert_refused(supervisor.command("confirm", 1, card="7003", pin="4321"), "PIN is wrong")
        adjust = {"adjustment": "won", "amount": 100, "reason": "a test", "card": "7003", "pin": "4321"}
        refused = supervisor.ask("POST", "/api/meters/1/adjust", adjust)
        self.assertEqual(refused.status, 403, refused)
        self.assertIn("GM-3", refused.body.decode())
        self.assertIn("PIN is wrong", refused.body.decode())
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
        # PROG-4: the whole meter was won.
        self.assertEqual([line["reseeded"] for line in journal if line["what"] == "awarded"], [True])

    def test_the_console_says_what_to_press_for_each_winner_in_paying_order(self):
        """GM-2, PROG-5, WALK-13: the hand, then the supervisor, and only then the settlement"""
        steps = {"aquarius": ("hand", "key_jph", "j_pot", "key_run"),
                 "nexus": ("spot", "hand", "confirm", "swipe")}  # fmt: skip
        # What does something when the button is the next.
        works = {"aquarius": {"hand": ["hand"], "key_jph": ["hand", "key_jph"], "j_pot": ["j_pot", "key_run"],
                              "key_run": ["key_run"]},
                 "nexus": {"spot": ["spot"], "hand": ["spot", "hand"], "confirm": ["spot", "hand", "confirm"],
                           "swipe": ["hand", "swipe"]}}  # fmt: skip

        def keypad(view):
            return view["dealer_console"]["keypad"]

        def may(view):
            return [key["button"] for key in keypad(view)["keys"] if key["may"]]

        for controller, buttons in steps.items():
            room = self.room(table("Rainier", "washington", meter="yes", pace="dealer", decision_ms=0,
                                   controller=controller, confirm_up_to=0),
                             decks=["1: Qs Js Ts 9s 8s As Ks 2h 3d 4h 5h"])  # fmt: skip
            manager = self.manager(room)
            dealer = self.staff(room, manager, "dealer")
            self.staff(room, manager, "executive", card="7002", pin="98765")
            card = {"card": "7002", "pin": "98765"}
            ada, ben = self.guest(room), self.guest(room)
            dealer.watch(1)
            ada.sit(1, 1, 50000)
            ben.sit(1, 2, 50000)
            dealer.do("open", 1)
            for player in (ada, ben):
                player.until(1, lambda v: v["you"]["options"]["wager"])
                player.do("wager", 1, ready=True, stakes={"ante": 500, "blind": 500, "progressive": 100})
            start = "coin_in" if controller == "aquarius" else "start_game"
            self.assertEqual(may(dealer.views[1]), [])
            dealer.do("close_bets", 1)
            self.assertEqual(may(dealer.until(1, lambda v: v["phase"] == "closed")), [start])
            dealer.do("button", 1, button=start)
            dealer.do("deal", 1)
            for player in (ada, ben):
                player.until(1, lambda v: v["you"]["options"]["decisions"])
                player.do("decide", 1, action="4x")
            for _ in range(3):
                view = dealer.views[1]
                dealer.do("turn", 1)
            view = dealer.until(1, lambda v: keypad(v)["winners"])
            winners = keypad(view)["winners"]
            self.assertEqual([(one["seat"], one["line"]) for one in winners],
                             [(2, "straight flush"), (1, "royal flush, first five")])  # fmt: skip
            self.assertEqual([one["prize"] for one in winners], [25000, view["progressive"]["amount"]])
            self.assert_refused(dealer.command("settle", 1), "Seat 2 has a Progressive win: press its hand first.")
            for seat, line in ((2, "straight flush"), (1, "royal flush, first five")):
                for button in buttons:
                    view = dealer.until(1, lambda v: (keypad(v)["win_step"] or {}).get("button") == button)
                    step = keypad(view)["win_step"]
                    self.assertEqual(may(view), works[controller][button])
                    key = next(key for key in keypad(view)["keys"] if key["button"] == button)
                    self.assertEqual(key["supervisor"], step["supervisor"])
                    self.assertEqual((step["seat"], step["line"]), (seat, line))
                    self.assertEqual(step["supervisor"], button not in ("hand", "spot"))
                    self.assertIn(f"Seat {seat}: ", step["words"])
                    if button in ("key_jph", "confirm"):
                        self.assert_refused(dealer.command("settle", 1),
                                            f"Seat {seat}'s win is pressed but not confirmed")  # fmt: skip
                    more = card if step["supervisor"] else {}
                    dealer.do("button", 1, button=button, seat=seat, line=line, **more)
            view = dealer.until(1, lambda v: keypad(v)["win_step"] is None)
            self.assertEqual([one["state"] for one in keypad(view)["winners"]], ["confirmed"] * 2)
            self.assertEqual(keypad(view)["monitor"]["state"], "confirmed")
            dealer.do("settle", 1)
            end = "game_over" if controller == "aquarius" else "end_game"
            self.assertNotIn(end, may(dealer.until(1, lambda v: v["phase"] == "settled")))
            for seat in (2, 1):
                dealer.do("button", 1, button="pay", seat=seat)
            self.assertIn(end, may(dealer.until(1, lambda v: end in may(v))))
            # WALK-16: what the tray pays does not reseed the meter.
            journal = manager.get("/api/meters/1/journal?limit=100")["journal"]
            self.assertEqual({line["line"]: line["reseeded"] for line in journal if line["what"] == "awarded"},
                             {"straight flush": False, "royal flush, first five": True})  # fmt: skip

    def test_the_pit_is_warned_of_components_that_are_not_the_approved_ones(self):
        """GM-7: nothing but the built-in simulation is claimed at a first start; changes are logged"""
        room = self.room(table("Rainier", "washington", meter="yes", **SLOW)
                         + table("Shasta", "california-8", **SLOW))
        manager = self.manager(room)

        def pit():
            row = manager.get("/api/pit")["tables"][0]
            return row["component_warnings"], row.get("component_warning")

        config = manager.get("/api/tables/1/config")
        self.assertEqual([(one["component"], one["serial"]) for one in config["components"]],
                         [("built-in simulation", "none")])
        self.assertEqual((config["component_warnings"], pit()), ([], (0, None)))
        self.assertNotIn("components", manager.get("/api/tables/2/config"))
        self.assertIn({"use": "controller", "component": "Aquarius Controller", "version": "6.5.6SP",
                       "or_higher": False}, config["approved"])  # fmt: skip
        path = "/api/tables/1/components"
        simulation = {"component": "built-in simulation", "serial": "none", "remove": True}
        answer = manager.post(path, {**simulation, "reason": "the real one has come"})
        self.assertEqual(len(answer["component_warnings"]), 4)
        self.assertEqual(pit(), (4, "no game manager is listed: Game Manager 6.6 Build 520 or higher is approved"))
        self.assertEqual(manager.get("/api/pit")["tables"][1]["component_warnings"], 0)
        for component, version in (("Game Manager", "6.6 Build 520"), ("Aquarius Controller", "6.5.6SP"),
                                   ("Coin Spot", "5.9"), ("ViPS", "1.2.0")):
            answer = manager.post(path, {"component": component, "version": version, "serial": "S-1",
                                         "reason": "installed"})
        self.assertEqual(answer["component_warnings"], ["Coin Spot 5.9 (S-1) is below the approved 6.0"])
        answer = manager.post(path, {"component": "coin spot", "version": "6.0", "serial": "S-1",
                                     "since_ms": 1700000000000, "reason": "new software"})
        self.assertEqual(answer["component_warnings"], [])
        line = manager.get("/api/log?limit=1")["log"][0]
        self.assertEqual((line["what"], line["about"], line["why"]),
                         ("component listed", {"kind": "table", "id": 1}, "new software"))
        versions = [[one["version"] for one in line[when]["components"] if one["component"] == "Coin Spot"]
                    for when in ("before", "after")]
        self.assertEqual(versions, [["5.9"], ["6.0"]])
        report = manager.get("/api/reports/day?table=1")
        self.assertEqual((len(report["meter"]["components"]), report["meter"]["component_warnings"]), (4, []))
        for wrong, why in (({"component": "Toaster"}, "component"), ({"version": "six"}, "version"),
                           ({"serial": ""}, "serial"), ({"since_ms": -1}, "since_ms"), ({"reason": " "}, "reason"),
                           ({"serial": "S-9", "remove": True, "version": "1"}, "S-9"), ({"price": 1}, "price")):
            response = manager.ask("POST", path, {"component": "Coin Spot", "version": "6.0", "serial": "S-2",
                                                  "reason": "x", **wrong})
            self.assertGreaterEqual(response.status, 400, wrong)
            self.assertIn(why, json.loads(response.body)["error"]["message"], wrong)

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
        for kind, fields in (("close_bets", {}), ("button", {"button": "coin_in"}), ("deal", {})):
            dealer.do(kind, 1, **fields)
        ada.until(1, lambda v: v["you"]["options"]["decisions"])
        ada.do("decide", 1, action="4x")
        for _ in range(3):
            dealer.do("turn", 1)
        line = {"line": "full house", "seat": 1, "card": "7002", "pin": "98765"}
        for button in ("hand", "key_jph", "j_pot"):
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
        dealer.do("button", 1, button="key_run", **line)
        end = time.monotonic() + 20
        while ben.views[2]["phase"] == "showdown" and time.monotonic() < end:
            ben.say(type="ping")  # no command, which would wake the table
            ben.next("pong")
            time.sleep(0.02)
        view = ben.views[2]
        self.assertIn(view["phase"], ("settled", "over"))
        self.assertGreater(view["seats"][0]["result"]["wagers"]["progressive"]["net"], 0)

    def test_automatic_players_play_for_whoever_watches_and_rest_otherwise(self):
        """BANK-1: they are marked, the provider's with its name, play whole rounds, and an empty room is quiet"""
        fast = {"betting_ms": 50, "decision_ms": 50, "offer_ms": 50, "result_ms": 10, "house_ms": 1}
        room = self.room(table("Rainier", "washington", meter="yes", company=4, **fast)
                         + table("Shasta", "california-8", company=5, **fast))
        person = self.guest(room)
        for number in (1, 2):
            person.watch(number)
            view = person.until(number, lambda v: v["round"] >= 3)
            marks = {(s["player"]["house"], s["player"]["proposition"], s["player"].get("provider"))
                     for s in view["seats"] if s["player"]}  # fmt: skip
            self.assertEqual(marks, {(True, False, None) if number == 1 else (False, True, "Redwood Players")})
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
