"""A Progressive's meter over HTTP: other terms, and many requests at once."""
import json
import re
import sqlite3
import time

from cardroom import Person, RoomTest, main, table
from client import head_of, read_response

MORE_THAN_WAIT = 300  # src/serve/tasks.h lets 256 wait at once
AT_ONCE = 100


class Meters(RoomTest):
    def open(self):
        room = self.room(table("Rainier", "washington", meter="yes", house_players=0))
        return room, self.manager(room)

    def test_what_other_terms_leave_out_stays_as_it_was(self):
        """PROG-7: asked for, not yet in force; a later request replaces the earlier one"""
        _, manager = self.open()
        now = manager.get("/api/meters/1")["terms"]
        for changed in ({"reserve_rate_bp": 300}, {"meter_rate_bp": 2500, "fixed_pays_from": "meter"},
                        {"seed": now["seed"] + 100, "maximum": 10 * now["seed"]}):
            manager.post("/api/meters/1/terms", {"terms": changed, "reason": "a test"})
            state = manager.get("/api/meters/1")
            self.assertEqual((state["terms"], state["waiting"]), (now, {**now, **changed}))

    def test_wrong_terms_are_refused_by_name_and_change_nothing(self):
        """PROG-7: no rate above 100%"""
        _, manager = self.open()
        for wrong in ({"seed": -1}, {"maximum": "much"}, {"meter_rate_bp": 10001}, {"reserve_rate_bp": 10001},
                      {"reserve_rate_bp": -1}, {"fixed_pays_from": "purse"}, {"colour": 1}):
            answer = manager.post("/api/meters/1/terms", {"terms": wrong, "reason": "a test"}, status=400)
            self.assertIn(next(iter(wrong)), answer["error"]["message"])
        self.assertIsNone(manager.get("/api/meters/1")["waiting"])

    def requests(self, room):
        text = Person(room).ask("GET", "/metrics").body.decode()
        return int(re.search(r"^uth_requests_total (\d+)$", text, re.M).group(1))

    def together(self, room, person, levels):
        """The statuses of as many requests, all of which came while the first was on its way to the disk."""
        lines = {"Cookie": person.cookie, "X-CSRF-Token": person.csrf, "Content-Type": "application/json"}
        streams = [room.connect() for _ in levels]
        held = sqlite3.connect(f"{room.directory}/uth.db", isolation_level=None, timeout=30)
        held.execute("BEGIN IMMEDIATE")
        before = self.requests(room)
        for stream, level in zip(streams, levels):
            body = json.dumps({"executive_above": level, "reason": "a test"}).encode()
            stream.sendall(head_of(room, "POST", "/api/meters/1/executive", lines, body))
        end = time.monotonic() + 20
        while self.requests(room) < before + len(levels) and time.monotonic() < end:
            time.sleep(0.01)
        held.execute("ROLLBACK")
        held.close()
        found = [read_response(stream).status for stream in streams]
        for stream in streams:
            stream.close()
        return found

    def test_requests_that_waited_for_the_meter_leave_space_for_later_ones(self):
        """GM-5: over time more wait than may wait at once, and none is refused or lost"""
        room, manager = self.open()
        for first in range(0, MORE_THAN_WAIT, AT_ONCE):
            levels = range(first + 1, first + AT_ONCE + 1)
            self.assertEqual(self.together(room, manager, levels), [200] * AT_ONCE, first)
            self.assertEqual(manager.get("/api/meters/1")["executive_above"], levels[-1])


if __name__ == "__main__":
    main()
