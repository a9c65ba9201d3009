"""A role can do exactly what its line in the table of rights says: every role against every request
and every command."""
from cardroom import Person, RoomTest, main, table
from schema import DESCRIBED

ROLES = ["guest", "player", "dealer", "supervisor", "executive", "auditor", "manager"]

# The rulebook of the room, written down once more by hand: what follows from src/room/roles.c must be this.
RIGHTS = {
    "guest": "watch play", "player": "watch play", "dealer": "watch deal",
    "supervisor": "watch deal confirm pit adjust read_records",
    "executive": "watch deal confirm confirm_above pit adjust approve read_records",
    "auditor": "watch read_records",
    "manager": "watch pit adjust approve configure people read_records",
}
STAFF = set(ROLES) - {"guest", "player"}
# Who may give which command and make which request is described in protocol/; a command needs its fields to be
# refused for the role and nothing else.
COMMANDS = {kind: row["who"] for kind, row in DESCRIBED.commands.items()}
VALUES = {"seat": 1, "amount": 1, "on": True, "stakes": {}, "ready": False, "action": "check", "button": "j_pot",
          "card": "1", "pin": "1", "reason": "x", "steps": ["fee"], "call": "other", "player": 1,
          "part_commitment": "00" * 32, "part": "00" * 32}  # fmt: skip
ELSEWHERE = {"/api/guest", "/api/login", "/api/logout"}  # test_session.py
# What stands for a path's numbers and words, so that the body or the path is refused for another reason.
ASKED = {"/api/rules/*": "/api/rules/washington", "/api/strategy": "/api/strategy?rules=none",
         "/api/advice": "/api/advice?table=1", "/api/rounds": "/api/rounds?player=me",
         "/api/reports/day": "/api/reports/day?table=1"}  # fmt: skip
ROUTES = {(request.split()[0], ASKED.get(request.split()[1], request.split()[1]).replace("#", "1")): row["who"]
          for request, row in DESCRIBED.requests.items() if request.split()[1] not in ELSEWHERE}  # fmt: skip
ROUTES |= {("GET", "/api/rounds?player=0"): "read_records"}


def fields_of(kind):
    return {name: VALUES[name] for name in DESCRIBED.wants(kind)[0] if name in VALUES}


def may(role, right):
    return right in ("anyone", "loopback") or (right == "staff" and role in STAFF) or (
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
                refused = response.status == 403 and ("may not" in text or "needs a session" in text)
                self.assertEqual(refused, not may(role, right), (method, path, role, response))
                self.assertNotEqual(response.status, 500)

    def hold_to_commands(self, people, commands):
        for kind, right in commands.items():
            for role, person in people.items():
                answer = person.command(kind, 1, **fields_of(kind))
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
                    self.hold_to_commands(one, {kind: wrong})
        with self.assertRaisesRegex(AssertionError, "/api/pit"):
            self.hold_to_requests({None: Person(room)}, {("GET", "/api/pit"): "anyone"})

    def test_the_pit_is_for_staff_alone(self):
        """watch_pit: an error for players, the pit for the rest"""
        _, people = self.everybody()
        for role, person in people.items():
            person.say(type="watch_pit")
            kind = "pit" if role in STAFF else "error"
            self.assertEqual(person.next(kind)["type"], kind)

    def test_what_me_says_is_what_one_may(self):
        """The rights told are the rights held"""
        _, people = self.everybody()
        for role, person in people.items():
            told = set(person.get("/api/me")["rights"])
            self.assertEqual(told, set(RIGHTS[role].split()))


if __name__ == "__main__":
    main()
