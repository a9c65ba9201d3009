# The front door: one word per task. Meson and ninja do the work behind it.
#
#   make            set up, and build everything; the program is build/uth
#   make check      everything CI checks: builds, tests, sanitizers, fuzzing, lint
#   make run        build, and open a cardroom at http://localhost:8080; ARGS="…" are its options
#   make long       what takes hours: storm, fuzzing, random numbers, valgrind, each in full
#   make fresh      make run and make check on a bare Debian 12, in a temporary tree; ARGS=--short: in minutes
#   make test       the fast tests of the ordinary build, while working
#   make golden-accept  rewrite tests/golden from what the program prints now; review the diff
#   make format     lay out the C sources with clang-format
#   make lint       clang-tidy over src; every finding is an error
#   make asan       the fast tests under AddressSanitizer and UBSan
#   make tsan       what has threads under ThreadSanitizer
#   make coverage   every line and branch of core and ledger, or its reason
#   make mutate     plant small faults and see which the tests miss; ARGS="…" are those of tools/mutate
#   make bench      the benchmarks, each beside its baseline
#   make times      what the pages promise by the clock, judged: for a quiet machine
#   make fuzz       every fuzz target for SECONDS seconds each
#   make screenshots  pictures of every page, phone and desktop, into build/screenshots
#   make storm      the whole server under faults, for SECONDS seconds (600); SEED=… repeats one seed
#   make rng        the evidence for the random numbers in full: 10^8 shuffles, and dieharder
#   make deb        a Debian package with its service, in $(BUILD)
#   make install    into $(DESTDIR)$(PREFIX): program, library, headers, manual, completion, docs
#   make clean      remove what was built
#   make help       this list

BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
ARGS    ?=

.PHONY: all setup check long fresh run test format lint asan tsan coverage mutate bench times fuzz storm rng screenshots \
	golden-accept deb install clean help

all: setup
	@tools/build $(BUILD)

# Installs the Debian packages that are missing, and costs a hundredth of a second when none is.
setup:
	@tools/setup

check: setup
	@tools/check

long: setup
	@tools/long

fresh: setup
	@tools/fresh $(ARGS)

# Only what it takes: an empty machine has a table open the sooner.
run:
	@tools/setup run
	@tools/build $(BUILD) uth
	@umask 077 && mkdir -p var && exec $(BUILD)/uth serve --config etc/uth.conf $(ARGS)

test: all
	@meson test -C $(BUILD) --no-rebuild --no-suite slow --no-suite long --print-errorlogs

golden-accept: all
	@GOLDEN_ACCEPT=1 meson test -C $(BUILD) --no-rebuild --suite cli --print-errorlogs
	@git --no-pager diff --stat tests/golden

format: setup
	@tools/format

lint: setup
	@tools/lint

asan: setup
	@tools/check --only asan

tsan: setup
	@tools/check --only tsan

coverage: setup
	@tools/coverage

mutate: setup
	@tools/mutate $(ARGS)

bench: all
	@meson test -C $(BUILD) --no-rebuild --benchmark --verbose --num-processes 1

times: all
	@UTH_QUIET=1 meson test -C $(BUILD) --no-rebuild --verbose --num-processes 1 \
		e2e-frames e2e-look e2e-design e2e-pit

fuzz: SECONDS ?= 30
fuzz: setup
	@tools/fuzz $(SECONDS)

screenshots: all
	@tools/screenshots.mjs $(BUILD)/uth $(BUILD)/screenshots

storm: SECONDS ?= 600
storm: all
	@$(BUILD)/tests/storm/storm $(if $(SEED),--episodes 1,--seconds $(SECONDS))

rng: all
	@tools/rng_evidence $(BUILD)/uth

# These two want neither the packages of the checks nor their programs.
deb:
	@tools/setup deb
	@tools/build $(BUILD) installed
	@tools/deb $(BUILD)

install:
	@tools/setup run
	@tools/build $(BUILD) installed
	@meson configure $(BUILD) -Dprefix=$(abspath $(PREFIX))
	@tools/build $(BUILD) installed
	@DESTDIR="$(abspath $(DESTDIR))" meson install -C $(BUILD) --no-rebuild --quiet
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ]; then ldconfig; fi

clean:
	rm -rf build build-*/

help:
	@sed -n '3,/^$$/s/^# \{0,1\}//p' Makefile
