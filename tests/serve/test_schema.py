"""The check of tests/serve/schema.py can fail: what the server says is held to protocol/ by every test that
listens to it, and here it is shown to notice what is not described."""
import copy
import unittest

import schema
from cardroom import RoomTest, main, table


class Schema(RoomTest):
    def view(self):
        person = self.guest(self.room(table("Rainier", "washington", meter="yes")))
        person.sit(1, 1, 50000)
        return person.until(1, lambda view: view["you"] and view["seats"][0]["player"])

    def assert_noticed(self, message, words):
        with self.assertRaisesRegex(AssertionError, words):
            schema.hold_message(message)

    def test_a_field_that_is_not_described_or_is_missing_is_noticed(self):
        """In the view itself, and deep in it"""
        view = self.view()
        schema.hold_message(view)
        for place in (lambda message: message, lambda message: message["seats"][0],
                      lambda message: message["you"]["options"]):  # fmt: skip
            for name in place(view):
                less = copy.deepcopy(view)
                del place(less)[name]
                if name != "type" and name not in ("kind", "test_decks"):
                    self.assert_noticed(less, f"{name}: is missing")
            more = copy.deepcopy(view)
            place(more)["extra"] = 1
            self.assert_noticed(more, "extra: is not described")

    def test_a_value_of_another_kind_or_name_is_noticed(self):
        """A word the enumeration does not have, a text for a number, null where there is none"""
        view = self.view()
        for name, wrong in (("state", "dancing"), ("round", "1"), ("paused", None), ("title", 7), ("seats", {}),
                            ("commitment", "xyz"), ("limits", {"antes": {"min": 1, "max": 2}}),
                            ("community", ["1s"]), ("deadline_ms", -1), ("table", True)):  # fmt: skip
            self.assert_noticed({**view, name: wrong}, name)

    def test_what_a_client_may_say_is_told_from_what_it_may_not(self):
        schema.hold_message({"type": "watch", "table": 1}, "client")
        for message in ({"type": "watch"}, {"type": "watch", "table": 0}, {"type": "watch", "table": 1, "id": 1},
                        {"type": "decide", "table": 1, "id": 1, "round": 1, "street": "flop", "action": "4X"}):
            with self.assertRaises(AssertionError, msg=message):
                schema.hold_message(message, "client")

    def test_every_keyword_of_the_schemas_is_known(self):
        """A schema that says more than the check understands is refused"""
        with self.assertRaises(KeyError):
            list(schema.faults(1, {"multipleOf": 2}))


if __name__ == "__main__":
    main()
