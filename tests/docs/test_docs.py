"""Every command the documentation shows is run: the ```sh blocks of a page in order, in one shell and
an empty directory, with a server where the page starts one. A page that links to the small store of
docs/README.md finds it there. A ```text block behind one is what it prints; … stands for anything. A
block that cannot be run here begins with "# not run by the tests: " and says why; there are few. Commands within a sentence must exist with all their options.

usage: test_docs.py UTH [PART OF A PAGE'S NAME]…"""
import fnmatch
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "cli"))
from program import UTH, ProgramTest, main, uth  # noqa: E402

PAGES = sorted([SOURCE / "README.md", *SOURCE.glob("docs/**/*.md")])
NOT_RUN = "# not run by the tests: "
NOT_RUN_MAX = 10
WORDS_MAX = 1150  # five minutes, tables and all; code is for copying
SMALL_STORE = "(README.md#a-small-store)"
SAME_MAX = 4  # words in a row that may stand on two pages


def blocks(text):
    """Each fenced block: its language, its text, the line it begins on."""
    found = re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(m[1], m[2], text[: m.start()].count("\n") + 1) for m in found]


def shown(text):
    """The blocks to run, with what each must print, or None."""
    every = blocks(text)
    for i, (language, content, line) in enumerate(every):
        if language == "sh":
            behind = every[i + 1] if i + 1 < len(every) else ("", "", 0)
            follows = behind[0] == "text" and behind[2] - line - content.count("\n") <= 4
            yield content, behind[1] if follows else None, line


def free_port():
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


def fits(printed, wanted):
    """Line by line; … within a line is anything, a line of … any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else
        fnmatch.translate("*".join(re.sub(r"([\[*?])", r"[\1]", part) for part in line.split("…")))
        .replace("(?s:", "(?:").replace(r"\Z", r"\n")
        for line in wanted.splitlines())  # fmt: skip
    return re.fullmatch(pattern, printed if printed.endswith("\n") else printed + "\n")


class Docs(ProgramTest):
    def script(self, page, port, place):
        """The blocks as one script, each into files of its own, and what they must print."""
        lines, wanted, text = ["set -euo pipefail"], [], page.read_text()
        if SMALL_STORE in text:
            lines += [content for content, _, _ in shown((SOURCE / "docs" / "README.md").read_text())]
        for content, output, line in shown(text):
            if content.startswith(NOT_RUN):
                continue
            number = len(wanted)
            wanted.append((output, line))
            content = content.replace("8080", str(port))
            lines.append(f"echo {line} >{place}/at\nexec >{place}/out.{number} 2>&1\n{content}")
        return "\n".join(lines) + "\n", wanted

    def run_page(self, page):
        with tempfile.TemporaryDirectory() as place:
            place = pathlib.Path(place)
            work = place / "work"
            work.mkdir()
            (place / "bin").mkdir()
            (place / "bin" / "uth").symlink_to(UTH)
            script, wanted = self.script(page, free_port(), place)
            environment = dict(os.environ, PATH=f"{place}/bin:{os.environ['PATH']}", HOME=str(work),
                               UTH_SOURCE=str(SOURCE), LC_ALL="C.UTF-8")  # fmt: skip
            process = subprocess.Popen(["bash", "-c", script], cwd=work, env=environment,
                                       stdin=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
            try:
                status = process.wait(timeout=200)
            finally:
                self.end(process)
            outputs = [(place / f"out.{i}").read_text() if (place / f"out.{i}").exists() else ""
                       for i in range(len(wanted))]  # fmt: skip
            if status != 0:
                at = (place / "at").read_text().strip()
                said = "".join(outputs)[-1500:]
                self.fail(f"{page.name}:{at}: status {status}\n{said}")
            for (output, line), printed in zip(wanted, outputs):
                if output is not None and not fits(printed, output):
                    self.fail(f"{page.name}:{line}: printed\n{printed}\nthe page says\n{output}")
            return len(wanted)

    def end(self, process):
        """What a page started in the background ends with it."""
        try:
            os.killpg(process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass

    def test_every_block_runs_and_prints_what_the_page_says(self):
        total = 0
        for page in PAGES:
            with self.subTest(str(page.relative_to(SOURCE))):
                total += self.run_page(page)
        self.assertGreater(total, 20)

    def test_few_blocks_are_not_run_and_each_says_why(self):
        skipped = [content for page in PAGES for content, _, _ in shown(page.read_text())
                   if content.startswith(NOT_RUN)]  # fmt: skip
        self.assertLessEqual(len(skipped), NOT_RUN_MAX)
        for content in skipped:
            self.assertGreater(len(content.splitlines()[0]), len(NOT_RUN) + 10, content)

    def test_no_command_hides_in_another_block(self):
        """Commands stand in ```sh blocks, where they are run"""
        command = re.compile(r"^(?:    |\$ )?(uth|make|curl|sudo|apt|systemctl|git|dpkg) \S")
        for page in PAGES:
            text = page.read_text()
            for content, _, _ in shown(text):
                text = text.replace(content, "\n" * content.count("\n"), 1)
            for number, line in enumerate(text.splitlines(), 1):
                if line.startswith(("    ", "$ ")):
                    with self.subTest(f"{page.name}:{number}"):
                        self.assertIsNone(command.match(line), line)

    def test_commands_within_a_sentence_exist_with_their_options(self):
        helps = {}
        for page in PAGES:
            text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
            for span in re.findall(r"`(uth [a-z][^`]*)`", text.replace("\n", " ")):
                words = shlex.split(span.split("|")[0].replace("…", ""))
                with self.subTest(f"{page.name}: {span}"):
                    if words[1] not in helps:
                        helps[words[1]] = uth("help", words[1])
                    self.assertEqual(helps[words[1]].status, 0, span)
                    for option in re.findall(r"(?<![\w-])--([a-z-]+)", span):
                        self.assertRegex(helps[words[1]].out.decode(), rf"--{option}\b", span)

    def places_in(self, page):
        """What a link can name in a page: its headings, in small letters, joined by hyphens."""
        heads = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
        return [re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads]

    def test_every_page_is_in_the_index_and_every_link_leads_somewhere(self):
        index = (SOURCE / "docs" / "README.md").read_text()
        for page in SOURCE.glob("docs/*.md"):
            if page.name != "README.md":
                self.assertIn(f"({page.name})", index)
        for page in PAGES:
            for link, place in re.findall(r"\]\(([^)#]+)(?:#([^)]+))?\)", page.read_text()):
                if "://" not in link:
                    with self.subTest(f"{page.name}: {link}"):
                        self.assertTrue((page.parent / link).exists())
                        if place:
                            self.assertIn(place, self.places_in(page.parent / link))
            for path in re.findall(r"`((?:docs|src|tests|tools|include|examples|packaging)/[\w./-]+)`",
                                   page.read_text()):  # fmt: skip
                with self.subTest(f"{page.name}: {path}"):
                    self.assertTrue((SOURCE / path).exists(), path)

    def test_the_table_of_roles_is_that_of_the_program(self):
        """Row by row and role by role, as src/room/roles.c has it"""
        rights = {}
        code = (SOURCE / "src" / "room" / "roles.c").read_text()
        for role, staff, listed in re.findall(r'\{ "(\w+)", +(true|false), +([^}]+)\}', code):
            named = {right.lower().replace("_", " ") for right in re.findall(r"R\((\w+)\)", listed)}
            rights[role] = named | ({"staff"} if staff == "true" else set())
        self.assertEqual(rights["guest"], rights["player"])
        page = (SOURCE / "docs" / "operate.md").read_text()
        head, *rows = re.search(r"^\| \| player (.+?)\n\n", page, re.MULTILINE | re.DOTALL)[0].splitlines()
        roles = head.strip("| ").split(" | ")
        self.assertEqual(set(roles), set(rights) - {"guest", "house"})
        told = {role: set() for role in roles}
        every = sorted(set.union(*rights.values()), key=len, reverse=True)
        for what, *marks in (row[2:-1].split("|") for row in rows[1:]):
            right = next(name for name in every if what.startswith(name))
            for role, mark in zip(roles, marks, strict=True):
                told[role] |= {right} if mark.strip() else set()
        self.assertEqual(told, {role: rights[role] for role in roles})

    def text_of(self, page):
        return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)

    def test_a_page_is_read_in_five_minutes(self):
        for page in PAGES:
            words = [word for word in self.text_of(page).split() if re.search(r"\w", word)]
            with self.subTest(str(page.relative_to(SOURCE))):
                self.assertLessEqual(len(words), WORDS_MAX)

    def test_no_page_says_what_another_says(self):
        """Not even in part, nor in other cases and with other commas"""
        seen = {}
        for page in PAGES:
            for words in self.said_by(page):
                for i in range(len(words) - SAME_MAX):
                    said = " ".join(words[i : i + SAME_MAX + 1])
                    with self.subTest(f"{page.name}: {said}"):
                        self.assertEqual(seen.setdefault(said, page), page)

    def said_by(self, page):
        """Its words, part by part: headings are names, as are code and links, and end one."""
        text = re.sub(r"^#.*$", "|", self.text_of(page), flags=re.MULTILINE)
        text = re.sub(r"`[^`]+`|\[[^]]*\]\([^)]*\)", "|", text)
        return [re.findall(r"\w[\w'-]*", part.lower()) for part in text.split("|")]


if __name__ == "__main__":
    main()
