"""What all commands have in common: help, options, exit status, output that cannot be written."""
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile

from program import UTH, ProgramTest, commands, main, uth

ROYAL = "As Ks Qs Js Ts"


class Commands(ProgramTest):
    def test_without_a_command_the_commands_are_listed_on_standard_error(self):
        run = uth()
        self.assert_usage(run, "settle", "eval", "rules", "play")
        self.assertEqual(run.out, b"")

    def test_help_explains_every_command_it_lists(self):
        run = uth("help")
        self.assert_done(run)
        listed = [
            line.split()[0] for line in run.out.decode().splitlines() if line.startswith("  ")
        ][1:]
        self.assertIn("settle", listed)
        for name in listed:
            with self.subTest(name):
                explained = uth("help", name)
                self.assert_done(explained)
                self.assertEqual(explained.out, uth(name, "--help").out)
                self.assertTrue(explained.out.decode().startswith(f"uth {name} - "))

    def test_libpq_is_loaded_only_for_a_store_on_postgresql(self):
        with tempfile.TemporaryDirectory() as directory:
            pathlib.Path(directory, "libpq.so.5").write_text("no library")
            spoiled = {**os.environ, "LD_LIBRARY_PATH": directory}
            self.assert_done(uth("eval", ROYAL, env=spoiled))
            asked = uth("fairness", "--store", "postgres://localhost/uth", env=spoiled)
            self.assert_refused(asked, "cannot load libpq", f"{directory}/libpq.so.5")

    def test_the_version_is_a_line(self):
        run = uth("--version")
        self.assert_done(run)
        self.assertRegex(run.out.decode(), r"\Auth \d+\.\d+\.\d+\n\Z")

    def test_a_command_with_a_slip_in_it_is_guessed(self):
        self.assert_usage(uth("setle"), "no command 'setle'", "did you mean 'settle'?")
        self.assert_usage(uth("rule"), "did you mean 'rules'?")
        self.assert_usage(uth("help", "evil"), "did you mean 'eval'?")

    def test_a_beginning_that_fits_one_name_is_taken_as_meant(self):
        """In the guess only: nothing is run by half its name"""
        for arguments, meant in (
            (("rng",), "rng-test"), (("sim",), "simulate"), (("o",), "odds"), (("version",), "--version"),
            (("vers",), "--version"), (("--v",), "--version"), (("audit", "b"), "balance"),
            (("eval", "--j", ROYAL), "--json"), (("eval", "-j", ROYAL), "--json"),
            (("serve", "--conn=5",), None), (("serve", "--connections-p=5"), "--connections-per-address"),
            (("re",), None), (("ver",), None), (("audit", ""), None), (("report", ""), None),
        ):  # fmt: skip
            with self.subTest(arguments):
                run = uth(*arguments)
                self.assert_usage(run, f"did you mean '{meant}'?" if meant else "no ")
                self.assertEqual((run.out, b"did you mean" in run.err), (b"", meant is not None))
        self.assert_refused(uth("rules", "show", "wash"), "did you mean 'washington'?")

    def test_a_command_that_is_like_no_other_is_not_guessed(self):
        for name in ("xyzzy", "", "q", "a" * 100000):
            with self.subTest(name[:10]):
                run = uth(name)
                self.assert_usage(run, "no command")
                self.assertNotIn(b"did you mean", run.err)

    def test_an_option_with_a_slip_in_it_is_guessed(self):
        self.assert_usage(uth("play", "--sed", "1"), "no option '--sed'", "did you mean '--seed'?")
        self.assert_usage(uth("settle", "--rule=x"), "did you mean '--rules'?")

    def test_the_value_of_an_option_has_no_part_in_a_guess(self):
        for arguments, slip, meant in (
            (("par", "--rule=washington"), "--rule", "--rules"),
            (("simulate", "--round=100"), "--round", "--rounds"),
            (("play", "--seeds=3"), "--seeds", "--seed"),
            (("settle", "--rule=" + "x" * 100000), "--rule", "--rules"),
            (("settle", "--quite=1"), "--quite", "--quiet"),
        ):
            with self.subTest(slip):
                self.assert_usage(uth(*arguments), f"no option '{slip}'; did you mean '{meant}'?")
        for slip in ("x" * 100000, "xyzzy"):
            run = uth("play", f"--{slip}=seed")
            self.assert_usage(run, f"no option '--{slip}'\n")
            self.assertNotIn(b"did you mean", run.err)
        self.assert_usage(uth("play", "--=seed"), "no option '--'\n")
        self.assert_usage(uth("play", "--help=seed"), "option '--help' takes no value")

    def test_an_option_with_one_dash_is_guessed(self):
        for arguments, slip, meant in (
            (("simulate", "-json"), "-json", "--json"),
            (("play", "-seed=3"), "-seed", "--seed"),
            (("play", "-sed", "3"), "-sed", "--seed"),
            (("eval", "-hepl"), "-hepl", "--help"),
        ):
            with self.subTest(slip):
                self.assert_usage(uth(*arguments), f"no option '{slip}'; did you mean '{meant}'?")
        for slip in ("-x", "-qx", "-q-", "-=", "-é", "-" + "qv" * 50000 + "x"):
            with self.subTest(slip[:10]):
                self.assert_usage(uth("eval", slip, ROYAL), f"no option '{slip.split('=')[0]}'; options with one "
                                  "dash: -h, -q and -v\n")  # fmt: skip

    def test_letters_share_a_dash(self):
        """Each as if it stood alone, in their order: the last of -q and -v counts, -h ends the line"""
        self.assertIn(b"exit status 0", uth("eval", "-qv", ROYAL).err)
        self.assert_done(uth("eval", "-vq", ROYAL))
        self.assert_done(uth("eval", "-" + "qv" * 50000 + "q", ROYAL))
        for bundle in ("-qh", "-hq", "-vh"):
            self.assertEqual(uth("eval", bundle, "xx").out, uth("help", "eval").out)
        self.assert_refused(uth("eval", "--", "-qv"), "not a card")

    def test_an_option_in_front_of_a_command_is_guessed(self):
        for slip, meant in (("--verison", "--version"), ("--hlep", "--help"), ("-version", "--version"),
                            ("--versio", "--version")):  # fmt: skip
            with self.subTest(slip):
                self.assert_usage(uth(slip), f"no option '{slip}'", f"did you mean '{meant}'?")
        for other in ("--json", "-q", "-", "--"):
            with self.subTest(other):
                run = uth(other)
                self.assert_usage(run, f"no option '{other}'")
                self.assertNotIn(b"did you mean", run.err)

    def actions(self):
        """Every action of every command, as the help lists them: what it takes."""
        for name in commands():
            usage = re.search(r"^  uth \S+ \[OPTIONS\](.*?)\n\n", uth("help", name).out.decode(),
                              re.MULTILINE | re.DOTALL)[1]  # fmt: skip
            for alternative in " ".join(usage.split()).split(" | "):
                action, _, takes = alternative.partition(" ")
                if re.fullmatch(r"[a-z-]+", action):
                    yield name, action, takes

    def test_an_action_with_a_slip_in_it_is_guessed(self):
        """Of every command that has some: two letters swapped, one added, one lost"""
        found = list(self.actions())
        self.assertEqual({name for name, _, _ in found},
                         {"audit", "dispute", "meter", "report", "rules", "table", "user"})  # fmt: skip
        for name, action, _ in found:
            for slip in (action[0] + action[2] + action[1] + action[3:], action + "x", action[:-1]):
                if (name, slip) not in {each[:2] for each in found}:
                    with self.subTest(f"{name} {slip}"):
                        self.assert_usage(uth(name, slip), f"no action '{slip}'", "did you mean '")
        self.assert_usage(uth("audit", "verfy"), "did you mean 'verify'?")
        self.assert_usage(uth("rules", "shwo", "washington"), "did you mean 'show'?")
        self.assert_usage(uth("report", "dya"), "did you mean 'day'?")

    def test_an_action_that_is_like_no_other_is_told_what_there_is(self):
        run = uth("rules", "xyzzy")
        self.assert_usage(run, "no action 'xyzzy': list | show NAME|FILE | check FILE")
        self.assertNotIn(b"did you mean", run.err)

    def test_an_action_takes_what_the_help_says(self):
        for name, action, takes in self.actions():
            with self.subTest(f"{name} {action}"):
                if takes:
                    self.assert_usage(uth(name, action), f"'{action}' needs {takes}")
                too_much = (action, "1", "2") if takes else (action, "2")
                self.assert_usage(uth(name, *too_much), "'2' is one argument too many")
        for name in {name for name, _, _ in self.actions()}:
            self.assert_usage(uth(name), "missing action: ")

    def options_of_actions(self):
        """Every option that goes with some actions only: what it takes, and the words in front of its help."""
        for name in sorted({name for name, _, _ in self.actions()}):
            text = uth("help", name).out.decode().split("\nOptions:\n")[1]
            for option, takes, help_ in re.findall(r"^  --([a-z-]+)( \S+)?\s+(\S.*(?:\n {27}.*)*)", text, re.MULTILINE):
                front = re.match(r"([a-z-]+(?:, [a-z-]+)*): ", " ".join(help_.split()))
                if front:
                    yield name, option, bool(takes), front[1].split(", ")

    def test_an_option_goes_with_the_actions_its_help_names_and_no_other(self):
        """And is not passed over in silence"""
        every, found = list(self.actions()), list(self.options_of_actions())
        self.assertEqual({name for name, *_ in found}, {"audit", "dispute", "meter", "table", "user"})
        self.assertGreater(len(found), 30)
        for name, option, valued, fitting in found:
            actions = {action: takes for each, action, takes in every if each == name}
            self.assertLessEqual(set(fitting), set(actions), f"{name} --{option}")
            for action, takes in actions.items():
                arguments = (name, action, *(["1"] if takes else []), f"--{option}{'=1' if valued else ''}")
                with self.subTest(" ".join(arguments)):
                    run = uth(*arguments)
                    said = f"uth {name}: --{option} goes with '{', '.join(fitting)}', not with '{action}'\n"
                    self.assertEqual(said in run.err.decode(), action not in fitting)
                    if action not in fitting:
                        self.assert_usage(run, f"See 'uth help {name}'.")
                        self.assertEqual(run.out, b"")

    def test_a_profile_with_a_slip_in_it_is_guessed(self):
        self.assert_refused(uth("rules", "show", "washingtn"), "did you mean 'washington'?")
        run = uth("rules", "show", "nevada")
        self.assert_refused(run, "neither a built-in profile")
        self.assertNotIn(b"did you mean", run.err)

    def test_help_fits_a_terminal(self):
        """80 columns, with what an option does in one of its own"""
        for page in (uth("help"), *(uth("help", name) for name in commands())):
            for line in page.out.decode().splitlines():
                with self.subTest(line):
                    self.assertLessEqual(len(line), 80)
                    self.assertEqual(line, line.rstrip())
        for name in commands():
            options = uth("help", name).out.decode().split("\nOptions:\n")[1]
            for line in options.splitlines():
                with self.subTest(f"{name}: {line}"):
                    if not re.fullmatch(r"  --\S+( \S+)*", line) or len(line) <= 26:
                        self.assertRegex(line, r"\A(?=.{26} \S)(  -|   )")

    def test_help_names_no_file_of_the_source(self):
        """Whoever installed the program has it elsewhere"""
        for name in commands():
            with self.subTest(name):
                self.assertNotRegex(uth("help", name).out.decode(), r"\b(docs|etc|src|tools)/")

    def test_a_directory_is_no_file(self):
        for arguments in (("settle", "/"), ("verify", "/"), ("audit", "check", "/"), ("rules", "check", "/"),
                          ("restore", "--check", "/"), ("odds", "--cards", "Ah Kd", "--rules", "/"),
                          ("serve", "--config", "/")):  # fmt: skip
            with self.subTest(arguments):
                self.assert_refused(uth(*arguments), "cannot read '/': Is a directory")
        for arguments in (("history",), ("table", "list"), ("audit", "verify"), ("audit", "sign")):
            with self.subTest(arguments):
                self.assert_refused(uth(*arguments, "--store", "sqlite:/"), "this is a directory")

    def test_what_is_no_store_is_told_what_there_is(self):
        """What the help names, and not the one in memory, which is the tests'"""
        for arguments in (("history",), ("audit", "verify"), ("backup", "file"), ("table", "list"),
                          ("serve",)):  # fmt: skip
            with self.subTest(arguments):
                run = uth(*arguments, "--store", "foo:bar")
                self.assertIn(run.status, (1, 2))
                self.assertIn(b"must be sqlite:PATH or postgres://...", run.err)
                self.assertNotIn(b"memory:", run.err)

    def test_a_slip_in_the_name_of_a_store_makes_none(self):
        """Neither a command that reads it nor one that changes it"""
        by = ("--as", "x", "--reason", "y")
        with tempfile.TemporaryDirectory() as place:
            for arguments in (
                ("audit", "sign"), ("audit", "key"), ("audit", "verify"), ("history",), ("replay", "1:1"),
                ("table", "list"), ("table", "close", "1", *by), ("table", "add", "--name", "X", *by),
                ("meter", "link", "1", "--table", "1", *by), ("meter", "add", *by), ("user", "list"), ("user", "log"),
                ("user", "lock", "Paul", *by), ("user", "change", "Paul", "--role", "dealer", *by), ("selfcheck",),
                ("report", "day", "--table", "1"), ("backup", f"{place}/backup"),
            ):  # fmt: skip
                for store in ("slip.db", "slip/uth.db"):
                    run = uth(*arguments, "--store", f"sqlite:{place}/{store}")
                    with self.subTest(f"{' '.join(arguments)}: {store}"):
                        self.assertIn(b"No such file or directory", run.out + run.err)
                        self.assertEqual((run.status, os.listdir(place)), (1, []))

    def test_a_server_makes_the_default_directory_and_no_other(self):
        """A slip in a path is no new cardroom; var is for its owner alone"""
        with tempfile.TemporaryDirectory() as place:
            slips = [("--store", f"sqlite:{place}/slip/uth.db"), ("--store", "sqlite:slip/uth.db"),
                     ("--store", "sqlite:var/slip/uth.db")]  # fmt: skip
            for slip in slips:
                with self.subTest(slip):
                    run = uth("serve", "--port", "0", *slip, cwd=place)
                    directory = os.path.dirname(slip[1][7:])
                    self.assert_refused(run, f"store: there is no directory '{directory}'\n")
                    self.assertEqual((run.out, os.listdir(place)), (b"", []))
            with subprocess.Popen([UTH, "serve", "--port", "0"], cwd=place, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL) as process:  # fmt: skip
                while (line := process.stdout.readline()) and not line.startswith(b"Table open"):
                    pass
                process.terminate()
            self.assertEqual((process.returncode, os.listdir(place)), (0, ["var"]))
            self.assertEqual(os.stat(f"{place}/var").st_mode & 0o777, 0o700)
            self.assertIn("uth.db", os.listdir(f"{place}/var"))

    def test_options_are_held_to_their_form(self):
        for arguments, why in (
            (("eval", "--json=yes", ROYAL), "takes no value"),
            (("play", "--seed"), "needs NUMBER"),
            (("play", "--seed", "x"), "whole number"),
            (("play", "--seed", "-1"), "whole number"),
            (("play", "--hands", "99999999999999999999"), "whole number"),
            (("play", "now"), "no arguments"),
            (("eval", "-x", ROYAL), "no option '-x'; options with one dash: -h, -q and -v"),
            (("settle", "a", "b"), "give one file"),
            (("eval", *["As"] * 17), "too many arguments"),
            (("rules",), "missing action: list | show NAME|FILE | check FILE"),
            (("rules", "show"), "'show' needs NAME|FILE"),
            (("settle", *["--rules=x"] * 17), "too many times"),
        ):
            with self.subTest(arguments[:3]):
                run = uth(*arguments)
                self.assert_usage(run, why)
                self.assertEqual(run.out, b"")

    def test_two_things_for_one_output_are_a_wrong_command_line(self):
        """None of them is passed over in silence, and none is said where the other stands"""
        none = ("--store", "sqlite:/nonexistent/uth.db")
        for arguments in (
            ("backup", "--json", *none, "-"), ("report", "day", "--table", "1", "--json", "--csv", *none),
            ("report", "day", "--table", "1", "--html", "--csv", *none), ("rng-test", "--raw", "--json"),
            ("strategy", "--export", "/nonexistent/s", "--json"), ("audit", "export", "--csv", "--json", "--store", "memory:"),
        ):  # fmt: skip
            with self.subTest(" ".join(arguments)):
                run = uth(*arguments)
                self.assert_usage(run, f"See 'uth help {arguments[0]}'.")
                self.assertEqual(run.out, b"")
        self.assert_refused(uth("backup", *none, "-"), "/nonexistent/uth.db")

    def test_a_dash_is_standard_output_for_a_report_written_to_a_file(self):
        """The same bytes as in a file, and nothing else there"""
        played = ("simulate", "--rounds", "1000", "--threads", "1")
        with tempfile.TemporaryDirectory() as place:
            for command in (("par", "--html"), (*played, "--csv"), (*played, "--html"), ("strategy", "--export")):
                with self.subTest(" ".join(command)):
                    uth(*command, f"{place}/file")
                    run = uth(*command, "-", cwd=place)
                    self.assert_done(run)
                    self.assertEqual(run.out, pathlib.Path(place, "file").read_bytes())
                    self.assertEqual(os.listdir(place), ["file"])
            for arguments, both in (
                (("par", "--json", "--html", "-"), "--json and --html"), ((*played, "--csv", "-", "--json"), "--json and --csv"),
                ((*played, "--html=-", "--csv=-"), "--csv and --html"),
            ):  # fmt: skip
                run = uth(*arguments, cwd=place)
                self.assert_usage(run, f"{both} cannot both use standard output\n")
                self.assertEqual(run.out, b"")

    def test_a_number_out_of_its_range_is_a_wrong_command_line(self):
        """At every command that takes one, as a word in its place is"""
        empty = ("--store", "memory:")
        for arguments in (
            ("simulate", "--rounds", "0"), ("simulate", "--threads", "1000"), ("simulate", "--seats", "9"),
            ("simulate", "--sessions", "0", "--rounds-per-session", "1", "--bankroll", "5000"),
            ("par", "--threads", "65"), ("rng-test", "--shuffles", "1"), ("rng-test", "--threads", "65"),
            ("play", "--hands", "18446744073709551616"), ("history", "--limit", "0", *empty),
            ("history", "--table", "5000000000", *empty), ("user", "log", "--limit", "0", *empty),
            ("report", "day", "--table", "5000000000", *empty), ("serve", "--port", "65536"),
            ("serve", "--connections", "1"),
        ):  # fmt: skip
            with self.subTest(" ".join(arguments)):
                run = uth(*arguments)
                option = next(each[2:] for each in arguments if each.startswith("--"))
                self.assert_usage(run, option, f"See 'uth help {arguments[0]}'.")
                self.assertEqual(run.out, b"")

    def test_two_dashes_end_the_options(self):
        self.assert_done(uth("eval", "--json", "--", ROYAL))
        self.assert_refused(uth("eval", "--", "--json"), "not a card")

    def test_quiet_and_verbose_are_options_of_every_command(self):
        for name in commands():
            with self.subTest(name):
                text = uth("help", name).out.decode()
                self.assertIn("-q, --quiet", text)
                self.assertIn("-v, --verbose", text)

    def test_verbose_says_what_is_done_and_how_long_it_took(self):
        quiet, loud = (uth("odds", "--cards", "Ah Kd", "--board", "Th 9h 2c", flag)
                       for flag in ("-q", "-v"))  # fmt: skip
        self.assert_done(quiet)
        self.assertEqual(loud.out, quiet.out)
        self.assertRegex(loud.err.decode(), r"built-in profile 'washington'")
        self.assertRegex(loud.err.decode(), r"uth odds: took \d+\.\d{3} s, exit status 0\n\Z")
        self.assert_refused(uth("eval", "--verbose", "xx"), "not a card", "exit status 1")

    def test_quiet_takes_notes_away_and_no_error(self):
        with tempfile.TemporaryDirectory() as place:
            for flags, said in (((), True), (("-q",), False), (("-q", "-v"), True)):
                run = uth("strategy", "--export", f"{place}/s", *flags)
                self.assertEqual((run.status, b"every decision" in run.err), (0, said))
        self.assert_refused(uth("eval", "-q", "xx"), "not a card")

    def test_help_comes_within_20_milliseconds(self):
        """Of the processor, the fastest of ten: what the machine does besides is not ours"""
        if b"__asan_init" in pathlib.Path(UTH).read_bytes():
            self.skipTest("a sanitizer's start takes longer than ours")

        def spent():
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime

        times = [spent()]
        for _ in range(10):
            subprocess.run([UTH, "--help"], stdout=subprocess.DEVNULL, check=True)
            times.append(spent())
        self.assertLess(min(after - before for before, after in zip(times, times[1:])), 0.020)

    WRITERS = (
        ("--version",), ("help",), ("help", "settle"), ("eval", "--help"), ("eval", ROYAL),
        ("eval", "--json", ROYAL), ("rules", "list"), ("rules", "show", "washington"),
        ("rules", "show", "washington", "--json"), ("play", "--seed", "1", "--hands", "1"),
        ("settle",),
    )  # fmt: skip
    ROUND = (
        b'{"rules":"washington","community":"2c 3c 4c 5c 6c","dealer":"7c 8c","players":[{"seat":1'
        b',"ante":500,"blind":500,"cards":"9c Tc","play":["4x"]}]}\n'
    )

    def test_a_full_disk_is_said_and_is_no_success(self):
        for arguments in self.WRITERS:
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                run = uth(*arguments, given=self.ROUND * 100, stdout=full)
                self.assert_refused(run, "cannot write", "No space left on device")
                self.assertEqual(run.err.count(b"\n"), 1, run.err)

    def test_a_closed_output_is_said_and_is_no_success(self):
        for arguments in self.WRITERS:
            with self.subTest(arguments):
                run = uth(
                    *arguments, given=self.ROUND * 100, stdout=None,
                    preexec_fn=lambda: os.close(1),
                )  # fmt: skip
                self.assert_refused(run, "cannot write")

    def pipe_that_nobody_reads(self, *arguments, ignored):
        def set_signal():
            signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL)

        reading, writing = os.pipe()
        os.close(reading)
        try:
            return uth(
                *arguments, given=self.ROUND * 1000, stdout=writing, restore_signals=False,
                preexec_fn=set_signal,
            )  # fmt: skip
        finally:
            os.close(writing)

    def test_a_pipe_that_nobody_reads_ends_the_program(self):
        """As every filter ends, without a word; and with one where the signal is ignored."""
        for arguments in self.WRITERS:
            with self.subTest(arguments):
                run = self.pipe_that_nobody_reads(*arguments, ignored=False)
                self.assertEqual((run.status, run.err), (-signal.SIGPIPE, b""))
                run = self.pipe_that_nobody_reads(*arguments, ignored=True)
                self.assert_refused(run, "cannot write", "Broken pipe")


if __name__ == "__main__":
    main()
