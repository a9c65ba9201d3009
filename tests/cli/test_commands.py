"""What all commands have in common: help, options, exit status, output that cannot be written."""
import os
import pathlib
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

    def test_the_version_is_a_line(self):
        run = uth("--version")
        self.assert_done(run)
        self.assertRegex(run.out.decode(), r"\Auth \d+\.\d+\.\d+\n\Z")

    def test_a_command_with_a_slip_in_it_is_guessed(self):
        self.assert_usage(uth("setle"), "no command 'setle'", "did you mean 'settle'?")
        self.assert_usage(uth("rule"), "did you mean 'rules'?")
        self.assert_usage(uth("help", "evil"), "did you mean 'eval'?")

    def test_a_command_that_is_like_no_other_is_not_guessed(self):
        for name in ("xyzzy", "", "q", "a" * 100000):
            with self.subTest(name[:10]):
                run = uth(name)
                self.assert_usage(run, "no command")
                self.assertNotIn(b"did you mean", run.err)

    def test_an_option_with_a_slip_in_it_is_guessed(self):
        self.assert_usage(uth("play", "--sed", "1"), "no option '--sed'", "did you mean '--seed'?")
        self.assert_usage(uth("settle", "--rule=x"), "did you mean '--rules'?")

    def test_options_are_held_to_their_form(self):
        for arguments, why in (
            (("eval", "--json=yes", ROYAL), "takes no value"),
            (("play", "--seed"), "needs NUMBER"),
            (("play", "--seed", "x"), "whole number"),
            (("play", "--seed", "-1"), "whole number"),
            (("play", "--hands", "99999999999999999999"), "whole number"),
            (("play", "now"), "no arguments"),
            (("eval", "-j", ROYAL), "two dashes"),
            (("settle", "a", "b"), "one file at a time"),
            (("eval", *["As"] * 17), "too many arguments"),
            (("rules",), "'list', 'show NAME' or 'check FILE'"),
            (("rules", "show"), "'list', 'show NAME' or 'check FILE'"),
            (("settle", *["--rules=x"] * 17), "too often"),
        ):
            with self.subTest(arguments[:3]):
                run = uth(*arguments)
                self.assert_usage(run, why)
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
