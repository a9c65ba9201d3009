"""A role can do exactly what its line in the table of rights says: every role against every request
and every command."""
import json
import pathlib
import re

from cardroom import Person, RoomTest, main, table

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent / "src"
ROLES = ["guest", "player", "dealer", "supervisor", "executive", "auditor", "manager"]

# The rulebook of the room, written down once more by hand: what follows from src/room/roles.c and the
# tables of routes and commands must be this.
RIGHTS = {
    "guest": "watch play", "player": "watch play", "dealer": "watch deal",
    "supervisor": "watch deal confirm pit adjust read_records",
    "executive": "watch deal confirm confirm_above pit adjust approve read_records",
    "auditor": "watch read_records",
    "manager": "watch pit adjust approve configure people read_records",
}
STAFF = set(ROLES) - {"guest", "player"}
COMMANDS = {
    "play": ["sit", "buy_in", "stand", "sit_out", "wager", "decide", "bank_take", "bank_decline",
             "bank_ask"],
    "deal": ["open", "close_bets", "deal", "turn", "time", "settle", "end", "button", "tick", "call"],
    "confirm": ["confirm"],
    "pit": ["pause", "resume", "void", "unseat", "fill", "credit", "count_drop", "provider_fund", "provider_withdraw",
            "name_banker", "take_call"],
}
FIELDS = {
    "sit": {"seat": 1, "amount": 1}, "buy_in": {"amount": 1}, "sit_out": {"on": True},
    "wager": {"stakes": {}, "ready": False}, "decide": {"action": "check"}, "bank_take": {"amount": 1},
    "button": {"button": "j-pot"}, "confirm": {"card": "1", "pin": "1"}, "void": {"reason": "x"},
    "unseat": {"seat": 1, "player": 1, "reason": "x"}, "fill": {"amount": 0}, "credit": {"amount": 0},
    "count_drop": {"amount": 1}, "provider_fund": {"amount": 1}, "provider_withdraw": {"amount": 1},
    "name_banker": {"seat": 1}, "tick": {"steps": ["fee"]}, "call": {"call": "other"},
}
ROUTES = {  # request: who may; the body is refused for another reason than the role
    ("GET", "/api/me"): "anyone", ("GET", "/api/lobby"): "anyone",
    ("GET", "/api/tables/1/placard"): "anyone", ("GET", "/api/tables/1/placard.html"): "anyone",
    ("GET", "/api/placard.css"): "anyone", ("GET", "/api/rules"): "anyone",
    ("GET", "/api/rules/washington"): "anyone", ("POST", "/api/rules/check"): "anyone",
    ("POST", "/api/par"): "anyone", ("GET", "/api/strategy?rules=none"): "anyone",
    ("POST", "/api/strategy"): "anyone", ("POST", "/api/odds"): "anyone",
    ("GET", "/healthz"): "anyone", ("GET", "/metrics"): "anyone",
    ("POST", "/api/register"): "play", ("POST", "/api/me/limits"): "play",
    ("POST", "/api/me/deposit"): "play", ("GET", "/api/advice?table=1"): "play",
    ("GET", "/api/rounds?player=me"): "watch", ("GET", "/api/rounds?player=0"): "read_records",
    ("GET", "/api/rounds/1/1"): "watch", ("GET", "/api/pit"): "staff",
    ("POST", "/api/rounds/1/1/disputes"): "watch", ("GET", "/api/disputes"): "staff",
    ("POST", "/api/disputes/1/decision"): "pit",
    ("GET", "/api/users"): "people", ("POST", "/api/users"): "people",
    ("POST", "/api/users/1"): "people", ("POST", "/api/tables"): "configure",
    ("GET", "/api/tables/1/config"): "staff",
    ("POST", "/api/tables/1/config"): "configure", ("POST", "/api/tables/1/automatic_players"): "pit",
    ("POST", "/api/tables/1/components"): "configure",
    ("GET", "/api/meters/1"): "staff", ("GET", "/api/meters/1/journal"): "staff",
    ("POST", "/api/meters/1/executive"): "configure",
    ("POST", "/api/meters/1/terms"): "configure", ("POST", "/api/meters/1/adjust"): "adjust",
    ("GET", "/api/wins/1/1/1"): "staff", ("GET", "/api/reports/day?table=1"): "read_records",
    ("GET", "/api/log"): "read_records", ("GET", "/api/audit"): "read_records",
    ("POST", "/api/audit/verify"): "read_records", ("GET", "/api/selfcheck"): "read_records",
    ("POST", "/api/selfcheck"): "read_records",
}
ELSEWHERE = {"/api/guest", "/api/login", "/api/logout"}  # test_session.py


def may(role, right):
    return right == "anyone" or (right == "staff" and role in STAFF) or (
        role is not None and right in RIGHTS[role].split())


class Roles(RoomTest):
    @classmethod
    def setUpClass(cls):
        cls.the_room = None

    def everybody(self):
        """One person of each role, and nobody."""
        room = self.room(table("Rainier", "washington", meter="yes", pace="dealer", decision_ms=0))
        manager = self.manager(room)
        people = {"guest": self.guest(room), "manager": manager}
        for role in ("dealer", "supervisor", "executive", "auditor"):
            people[role] = self.staff(room, manager, role)
        player = Person(room).guest()
        player.take_session(player.ask("POST", "/api/register",
                                       {"name": "Ada", "password": "a long password"}))
        people["player"] = player.connect()
        return room, people

    def hold_to_requests(self, people, routes):
        for (method, path), right in routes.items():
            for role, person in people.items():
                response = person.ask(method, path, {} if method == "POST" else None)
                text = response.body.decode()
                refused = response.status == 403 and ("may not" in text or "takes a session" in text)
                self.assertEqual(refused, not may(role, right), (method, path, role, response))
                self.assertNotEqual(response.status, 500)

    def hold_to_commands(self, people, commands):
        for right, kinds in commands.items():
            for kind in kinds:
                for role, person in people.items():
                    answer = person.command(kind, 1, **FIELDS.get(kind, {}))
                    refused = not answer["ok"] and answer["error"]["code"] == 123
                    self.assertEqual(refused, not may(role, right), (kind, role, answer))

    def test_every_role_against_every_request(self):
        """403 for exactly those who may not"""
        room, people = self.everybody()
        people[None] = Person(room)
        self.hold_to_requests(people, ROUTES)

    def test_every_role_against_every_command(self):
        """Error 123 for exactly those who may not"""
        _, people = self.everybody()
        self.hold_to_commands(people, COMMANDS)

    def test_a_right_too_many_or_too_few_is_noticed(self):
        """The check can fail: each role but for one request or command has one right more or less"""
        room, people = self.everybody()
        for role in ROLES:
            one = {role: people[role]}
            for path, right in (("/api/users", "people"), ("/api/log", "read_records"), ("/api/pit", "staff")):
                wrong = "anyone" if not may(role, right) else "nobody's"
                with self.assertRaisesRegex(AssertionError, path):
                    self.hold_to_requests(one, {("GET", path): wrong})
            for kind, right in (("sit_out", "play"), ("open", "deal"), ("pause", "pit")):
                wrong = "anyone" if not may(role, right) else "nobody's"
                with self.assertRaisesRegex(AssertionError, kind):
                    self.hold_to_commands(one, {wrong: [kind]})
        with self.assertRaisesRegex(AssertionError, "/api/pit"):
            self.hold_to_requests({None: Person(room)}, {("GET", "/api/pit"): "anyone"})

    def test_the_pit_is_for_staff_alone(self):
        """watch_pit: an error for players, the pit for the rest"""
        _, people = self.everybody()
        for role, person in people.items():
            person.say(type="watch_pit")
            kind = "pit" if role in STAFF else "error"
            self.assertEqual(person.next(kind)["type"], kind)

    def test_these_tables_are_the_programs(self):
        """No route and no command is missing here"""
        text = (SOURCE / "serve" / "api.c").read_text()
        routes = set(re.findall(r'\{ NET_(GET|POST), +"([^"]+)"', text))
        here = {(m, re.sub(r"(?<=/)\d+(?=/|$)", "#", p.split("?")[0]).replace("/washington", "/*"))
                for m, p in ROUTES}
        self.assertEqual({r for r in routes if r[1] not in ELSEWHERE}, here)
        text = (SOURCE / "wire" / "room_command_json.c").read_text()
        commands = set(re.findall(r'\{ "(\w+)", +WIRE_MESSAGE_COMMAND', text))
        self.assertEqual(commands, {kind for kinds in COMMANDS.values() for kind in kinds})

    def test_what_me_says_is_what_one_may(self):
        """The rights told are the rights held"""
        _, people = self.everybody()
        for role, person in people.items():
            told = {right.replace(" ", "_") for right in person.get("/api/me")["rights"]}
            self.assertEqual(told, set(RIGHTS[role].split()))


if __name__ == "__main__":
    main()
