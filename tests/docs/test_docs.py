"""Every command the documentation shows is run: the ```sh blocks of a page in order, in one shell and
an empty directory, with a server where the page starts one. A page that links to the small store of
docs/README.md finds it there. A ```text block behind one is what it prints; … stands for anything. A
block that cannot be run here begins with "# not run by the tests: " and says why; there are few.
Commands within a sentence and in the README's table are run as well, beside the small store.

usage: test_docs.py UTH [PART OF A PAGE'S NAME]…"""
import fnmatch
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "cli"))
from program import UTH, ProgramTest, main, uth  # noqa: E402

ROOT_PAGES = ("README", "ARCHITECTURE", "CONTRIBUTING", "SECURITY", "STYLE")
PAGES = sorted([*(SOURCE / f"{name}.md" for name in ROOT_PAGES), *SOURCE.glob("docs/**/*.md")])
NOT_RUN = "# not run by the tests: "
NOT_RUN_MAX = 12
WORDS_MAX = 1150  # five minutes, tables and all; code is for copying
SMALL_STORE = "(README.md#a-small-store)"
# What a command in a sentence finds beside it.
BESIDE = """
uth replay 1:3 --store sqlite:uth.db --json >round.json
uth rules show washington --json >mine.json
uth strategy --export perfect.bin --quiet
uth backup --quiet --store sqlite:uth.db old.backup
uth audit export --store sqlite:uth.db >export.jsonl
grep -o '"public_key":"[^"]*' export.jsonl | head -1 | cut -d'"' -f4 >public
printf '10\\nc\\nc\\nf\\n' >answers
cp uth.db room.db && cp uth.db.seal room.db.seal
"""
# What it leaves open, and what is put there; a large number becomes a small one.
OPEN = (
    (r"[][]", ""),
    (r"\bURL\b|sqlite:PATH", "sqlite:uth.db"),
    (r"\bTABLE:ROUND\b", "1:3"),
    (r"\bROUND\.json\b", "round.json"),
    (r"\bDAY\b", "2026-09-22"),
    (r"\b[NT]\b", "1"),
    (r"\bCOMMAND\b", "eval"),
    (r"--config \S+", "--config room.conf"),
    (r"--export FILE", "--export new.bin"),
    (r"--strategy-file FILE", "--strategy-file perfect.bin"),
    (r"check FILE --public KEY", "check export.jsonl --public $(cat public)"),
    (r"\b\d+0{6}\b", "10000"),
)
ROOM_CONF = "printf 'port = 8080\\nstore = sqlite:room.db\\n' >room.conf\n"
AND_END = """& curl --silent --retry 30 --retry-connrefused --retry-delay 1 localhost:8080/healthz
kill %1
wait %1"""
# What it leaves out because the reader knows it: behind the first of these it is.
LEFT_OUT = (
    (r"uth serve", f"--config room.conf {AND_END}"),
    (r"uth serve --config .*", AND_END),
    (r"uth play", "--hands 1 --seed 7 <answers"),
    (r"uth (settle|verify)", "round.json"),
    (r"uth rules check( --json)?", "mine.json"),
    (r"uth rules show --json", "washington"),
    (r"uth odds --json", "--cards 'Ah Kd' --board 'Th 9h 2c'"),
    (r"uth simulate --replay", "1:0"),
    (r"uth simulate( --threads 1| --strategy-file FILE)?", "--rounds 1000"),
    (r"uth rng-test", f"--shuffles 100000 --seed {'00' * 32}"),  # one fresh seed in a hundred fails
    (r"uth replay --json", "1:3 --store sqlite:uth.db"),
    (r"uth (history|audit \w+|table show .*)", "--store sqlite:uth.db"),
    (r"uth audit", "verify --store sqlite:uth.db"),
    (r"uth report day", "--table 1 --store sqlite:uth.db"),
    (r"uth fairness( --json)?", "--store sqlite:uth.db"),
    (r"uth (user|table|meter)", "list --store sqlite:uth.db"),
    (r"uth backup", "--store sqlite:uth.db new.backup"),
    (r"uth restore", "--check old.backup"),
)  # fmt: skip
NOT_HERE = (
    "uth bench",  # these two have a test of their own
    "uth rng-test --raw | dieharder -a -g 200",
    "uth backup 1\\n",  # the first bytes of a file
)
PLACES = "bench|docs|etc|examples|fuzz|include|manual|packaging|src|tests|tools|web"
BUILD = pathlib.Path(UTH).parent
SAME_MAX = 7  # words in a row that may stand on two pages: fewer are ordinary English
# Below what the kernel gives to outgoing connections and to servers that take any: nobody comes by a
# port of these between the moment it was found free and that of the command that takes it.
PORTS = range(20000, 32768)


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


def small_store():
    return "".join(content for content, _, _ in shown((SOURCE / "docs" / "README.md").read_text()))


def free_port():
    for i in range(100):
        port = PORTS[(os.getpid() + 100 * i) % len(PORTS)]
        try:
            with socket.create_server(("", port)):
                return port
        except OSError:
            pass
    raise AssertionError("no port is free")


def fits(printed, wanted):
    """Line by line; … within a line is anything, a line of … any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else
        fnmatch.translate("*".join(re.sub(r"([\[*?])", r"[\1]", part) for part in line.split("…")))
        .replace("(?s:", "(?:").replace(r"\Z", r"\n")
        for line in wanted.splitlines())  # fmt: skip
    return re.fullmatch(pattern, printed if printed.endswith("\n") else printed + "\n")


class Place(tempfile.TemporaryDirectory):
    """Where commands are run: an empty directory, `uth` and the sources."""

    def __enter__(self):
        self.path = pathlib.Path(super().__enter__())
        self.work = self.path / "work"
        self.work.mkdir()
        (self.path / "bin").mkdir()
        (self.path / "bin" / "uth").symlink_to(UTH)
        self.environment = dict(os.environ, PATH=f"{self.path}/bin:{os.environ['PATH']}",
                                HOME=str(self.work), UTH_SOURCE=str(SOURCE),
                                LC_ALL="C.UTF-8")  # fmt: skip
        return self

    def has(self, program):
        return shutil.which(program, path=self.environment["PATH"]) is not None


class Docs(ProgramTest):
    def script(self, page, place):
        """The blocks as one script, each into files of its own, and what they must print."""
        lines, wanted, text, port = ["set -euo pipefail"], [], page.read_text(), str(free_port())
        if SMALL_STORE in text:
            lines.append(small_store())
        for content, output, line in shown(text):
            if content.startswith(NOT_RUN):
                continue
            number = len(wanted)
            wanted.append((output, line))
            content = content.replace("8080", port)
            lines.append(f"echo {line} >{place.path}/at")
            lines.append(f"exec >{place.path}/out.{number} 2>&1\n{content}")
        return "\n".join(lines) + "\n", wanted

    def run_page(self, page):
        with Place() as place:
            script, wanted = self.script(page, place)
            process = subprocess.Popen(["bash", "-c", script], cwd=place.work, env=place.environment,
                                       stdin=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
            try:
                status = process.wait(timeout=200)
            finally:
                self.end(process)
            outputs = [path.read_text() if path.exists() else ""
                       for path in (place.path / f"out.{i}" for i in range(len(wanted)))]  # fmt: skip
            if status != 0:
                at = (place.path / "at").read_text().strip()
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

    def spans(self, page):
        """What stands as code in its sentences and tables."""
        return [span.replace("\n", " ") for span in re.findall(r"`([^`]+)`", self.text_of(page))]

    def command_of(self, span):
        """A command as it is run here: what a sentence leaves open or out is put in."""
        added = next((added for pattern, added in LEFT_OUT if re.fullmatch(pattern, span)), "")
        for pattern, put in OPEN:
            span = re.sub(pattern, put, span)
        command = f"{span} {added}"
        return ROOM_CONF + command if "room.conf" in command else command

    def test_commands_within_a_sentence_run(self):
        """Those of the README's table too, and what stands behind a bar"""
        found = {span[span.index("uth ") :]: page for page in PAGES for span in self.spans(page)
                 if re.match(r"(valgrind .*)?uth [a-z]", span) and span not in NOT_HERE}  # fmt: skip
        self.assertGreater(len(found), 40)
        with Place() as place:
            self.in_shell(place, "set -e\n" + small_store() + BESIDE)
            for span, page in found.items():
                with self.subTest(f"{page.name}: {span}"):
                    self.in_shell(place, self.command_of(span))

    def in_shell(self, place, script):
        script = script.replace("8080", str(free_port()))
        done = subprocess.run(["bash", "-c", script], cwd=place.work, env=place.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=100)  # fmt: skip
        self.assertEqual(done.returncode, 0, f"{script}\n{done.stderr.decode()[-800:]}")

    def span_with(self, part):
        return next(span for page in PAGES for span in self.spans(page) if part in span)

    def test_dieharder_is_asked_as_the_tool_asks_it(self):
        """It takes an hour and few have it; the tool is tested, and the stream is there"""
        left, right = self.span_with("| dieharder").split(" | ")
        self.assertIn(right, (SOURCE / "tools" / "rng_evidence").read_text())
        with Place() as place:
            self.in_shell(place, f"test $({left} | head -c 512 | wc -c) -eq 512")

    def test_instructions_are_counted_as_the_page_says(self):
        """Solving under valgrind takes half a minute; help takes its options too"""
        span = self.span_with("valgrind ")
        function = re.search(r"--toggle-collect=(\w+)", span)[1]
        with Place() as place:
            if place.has("valgrind") and place.has("nm"):
                self.in_shell(place, f"{span[: span.index('uth ')]} uth help eval")
                self.in_shell(place, f"nm '{UTH}' | grep -q ' t {function}$'")

    def test_the_bench_is_there(self):
        """It measures for long; cli-bench runs it"""
        self.assertEqual(uth("help", "bench").status, 0)

    def test_the_options_beside_a_command_of_the_table_are_its_own(self):
        readme = (SOURCE / "README.md").read_text()
        rows = re.findall(r"^\| (`uth .+?) \| (.+) \|$", readme, re.MULTILINE)
        self.assertGreater(len(rows), 15)
        for left, right in rows:
            names = re.findall(r"`uth ([a-z-]+)", left)
            helps = "".join(uth("help", name).out.decode() for name in names)
            for option in re.findall(r"`--([a-z-]+)", right):
                self.assertRegex(helps, rf"--{option}\b", left)

    def test_every_target_of_make_is_there_and_named(self):
        makefile = (SOURCE / "Makefile").read_text()
        targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
        for page in PAGES:
            text = page.read_text()
            named = re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE)
            with self.subTest(page.name):
                self.assertLessEqual(set(named), targets)
        readme = (SOURCE / "README.md").read_text()
        listed = re.search(r"^`make help` lists the rest:(.+?)\.$", readme, re.MULTILINE | re.DOTALL)[1]
        told = set(re.findall(r"^#   make ([a-z-]+)", makefile, re.MULTILINE))
        self.assertEqual(set(re.findall(r"`(.+?)`", listed)) | {"run", "check", "help"}, told)

    def test_every_program_that_is_named_is_built(self):
        tools = "".join(path.read_text() for path in (SOURCE / "tools").glob("fuzz*"))
        for page in PAGES:
            for span in self.spans(page):
                with self.subTest(f"{page.name}: {span}"):
                    for path in re.findall(r"(?<![\w/.-])build/([\w./-]+)", span):
                        self.assertTrue((BUILD / path).exists(), path)
                    for path in re.findall(r"\bbuild-\w+/[\w/]*\w", span):
                        self.assertIn(path, tools)
                    if re.fullmatch(r"bench_\w+", span):
                        self.assertTrue((BUILD / "bench" / span).exists(), span)
                    if span.startswith("man "):
                        name = span[4:].replace("COMMAND", "eval")
                        self.assertTrue(list((BUILD / "manual").glob(f"{name}.[15]")), span)

    def test_the_load_is_measured_as_the_page_says(self):
        """It takes minutes; without arguments it says how it is called"""
        asked = self.span_with("bench_room ")
        done = subprocess.run([BUILD / "bench" / "bench_room"], capture_output=True, text=True)
        words = set(re.findall(r"[a-z]+", done.stderr.split("UTH")[1]))
        self.assertLessEqual(set(re.findall(r"[a-z]+", "".join(re.findall(r"\[.+?\]", asked)))), words)

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
            for path in re.findall(rf"(?<![\w/.-])((?:{PLACES})/[\w./-]*\w)", page.read_text()):
                with self.subTest(f"{page.name}: {path}"):
                    self.assertTrue((SOURCE / path).exists() or (BUILD / path).exists(), path)

    def defines(self, path, name):
        """Is the function defined in the file, and not just called?"""
        start = r"(?:[\w*]+ +)*\**" if path.suffix == ".c" else r" *(?:export |async |private |function )*"
        return re.search(rf"^{start}{name}\((?![^\n]*;$)", path.read_text(), re.MULTILINE) is not None

    def test_every_function_of_the_tour_is_in_a_file_named_beside_it(self):
        text = (SOURCE / "docs" / "tour.md").read_text()
        steps = re.split(r"^\d+\. ", text, flags=re.MULTILINE)[1:]
        self.assertGreater(len(steps), 15)
        for step in steps:
            paths = [SOURCE / path for path in re.findall(r"`((?:src|web)/[\w./]+)`", step)]
            for name in re.findall(r"`(\w+)\(\)`", step):
                with self.subTest(f"{step.split(maxsplit=3)[:3]}: {name}"):
                    self.assertTrue(any(self.defines(path, name) for path in paths))

    def test_the_table_of_roles_is_that_of_the_program(self):
        """Row by row and role by role, as src/room/roles.c has it"""
        rights = {}
        code = (SOURCE / "src" / "room" / "roles.c").read_text()
        for role, staff, listed in re.findall(r'\{ "(\w+)", +(true|false), +([^}]+)\}', code):
            named = {right.lower().replace("_", " ") for right in re.findall(r"R\((\w+)\)", listed)}
            rights[role] = named | ({"staff"} if staff == "true" else set())
        self.assertEqual(rights["guest"], rights["player"])
        page = (SOURCE / "docs" / "operate.md").read_text()
        table = re.search(r"^\| \| player (.+?)(?=\n\n)", page, re.MULTILINE | re.DOTALL)[0]
        head, _, *rows = table.splitlines()
        roles = head.strip("| ").split(" | ")
        self.assertEqual(set(roles), set(rights) - {"guest", "house"})
        told = {role: set() for role in roles}
        every = sorted(set.union(*rights.values()), key=len, reverse=True)
        for what, *marks in (row[2:-1].split("|") for row in rows):
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
