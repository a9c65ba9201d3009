"""tools/protocol.py: a description that contradicts itself, a page or a line of C that says something else is
named, and what agrees passes."""
import shutil
import unittest

from checker import TOOLS, CheckerTest

SOURCE = TOOLS.parent


class Protocol(CheckerTest):
    def setUp(self):
        super().setUp()
        for folder in ("protocol", "docs", "src", "include"):
            shutil.copytree(SOURCE / folder, self.root / folder)

    def change(self, name, old, new):
        path = self.root / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def assert_refused(self, words):
        done = self.run_tool("protocol.py", "check", self.root)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(words, done.stdout)

    def test_the_tree_agrees_with_its_description(self):
        done = self.run_tool("protocol.py", "check", self.root)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_page_that_is_not_current_is_named(self):
        """By a change in the page, of a message, of a refusal"""
        for name, old, new in (("docs/protocol.md", "| `watch` |", "| `see` |"),
                               ("protocol/client.toml", 'fields = "seat amount"', 'fields = "seat amount on"'),
                               ("include/uth/status.h", "no such seat", "no such chair")):  # fmt: skip
            self.change(name, old, new)
            self.assert_refused("run tools/protocol.py docs")
            shutil.copy(SOURCE / name, self.root / name)

    def test_a_field_c_writes_and_nobody_describes_is_named(self):
        self.change("src/wire/room_view_json.c", 'wire_out_bool(out, "may_sit"', 'wire_out_bool(out, "may_kneel"')
        self.assert_refused("room_view_json.c: no object of protocol/server.toml has a field may_kneel")
        self.assert_refused("nothing in src/ writes a field may_sit")

    def test_a_name_that_means_two_things_or_nothing_is_named(self):
        self.change("protocol/server.toml", "[objects.dealer]", "[objects.wager]\nx = \"text\"\n[objects.dealer]")
        self.assert_refused("twice: ['wager']")
        shutil.copy(SOURCE / "protocol/server.toml", self.root / "protocol/server.toml")
        self.change("protocol/server.toml", 'paused = "bool"', 'paused = "boolean"')
        self.assert_refused("unknown: ['boolean']")
        shutil.copy(SOURCE / "protocol/server.toml", self.root / "protocol/server.toml")
        self.change("protocol/enums.toml", '"bad_beat"', '"bad-beat"')
        self.assert_refused("not in small letters and underscores: ['wager']")


if __name__ == "__main__":
    unittest.main()
