"""`uth placard`: what hangs at a table."""
import json
import os
import re
import tempfile

from program import ProgramTest, main, uth

PROFILES = ["california-8", "california-6", "washington"]


class Placard(ProgramTest):
    def test_the_text_of_each_profile_is_as_the_golden_file_has_it(self):
        """NOTE-3"""
        for name in PROFILES:
            with self.subTest(name):
                run = uth("placard", "--rules", name, "--text")
                self.assert_done(run)
                # Of any change of the rules the golden file shows that change, not the revision.
                self.assert_golden(f"placard_{name}.txt", re.sub(rb"(?<=revision )\w{16}", b"X", run.out))
                self.assertLessEqual(max(map(len, run.out.decode().splitlines())), 80)
                self.assertEqual(uth("placard", "--rules", name).out, run.out)

    def test_the_page_says_what_the_text_says_and_needs_nothing_from_outside(self):
        """NOTE-3"""
        for name in PROFILES:
            with self.subTest(name):
                page = uth("placard", "--rules", name, "--html")
                self.assert_done(page)
                html = page.out.decode()
                self.assertNotRegex(html, r"(?:src|href)=|style=|url\(")
                words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))
                text = uth("placard", "--rules", name, "--text").out.decode()
                for pay in re.findall(r"[\d,]+ (?:to|for) \d|\d+%|\$[\d,.]*\d", text):
                    self.assertIn(pay, words)
                for said in ("only plays with a pair or higher", "Ranking of hands", "Glossary",
                             "Disputes", "Notices", re.search(r"revision (\w{16})", text).group(1)):
                    self.assertIn(said, words)

    def test_the_revision_changes_with_any_field_of_the_rules(self):
        """NOTE-3"""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "own.json")
            revisions = {json.loads(uth("placard", "--rules", "washington", "--json").out)["revision"]}
            for change in ({"side": [{"id": "trips", "use": "UTH-04"}]}, {"notices": ["Ours."]}, {"games_max": 3}):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump({"based_on": "washington", **change}, file)
                run = uth("placard", "--rules", path, "--json")
                self.assert_done(run)
                revisions.add(json.loads(run.out)["revision"])
            self.assertEqual(len(revisions), 4)
            self.assertIn("maximum of three games", json.loads(run.out)["games"])

    def test_a_line_that_says_both_or_half_of_it_is_refused(self):
        self.assert_usage(uth("placard", "washington"), "no arguments")
        self.assert_usage(uth("placard", "--text", "--html"), "give one of --text, --html and --json")
        self.assert_usage(uth("placard", "--store", "sqlite:x"), "either --rules, or --table")
        self.assert_usage(uth("placard", "--table", "1"), "missing --store")
        self.assert_usage(uth("placard", "--table", "1", "--store", "sqlite:x", "--rules", "washington"),
                          "either --rules, or --table")
        self.assert_refused(uth("placard", "--rules", "nevada"), "nevada")


if __name__ == "__main__":
    main()
