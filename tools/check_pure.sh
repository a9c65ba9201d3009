#!/bin/sh
# check_pure.sh ARCHIVE…: fail when a pure layer calls what is not listed here, or keeps state.
#
# Whatever else it imports is I/O, allocation, time or randomness, and comes in as an argument
# instead. What it keeps between calls would be a mutable global; constant tables that hold
# addresses are relocated once at start and then read-only (.data.rel.ro), and allowed.
set -eu

may_call='memcpy|memset|memcmp|memmove|strlen|strcmp|strncmp|uth_.*'
# clang compares bytes for equality alone with bcmp. What the processor is capable of, the compiler's own
# start-up code has found out.
from_compiler='bcmp|__cpu_model|__stack_chk_fail|__popcountdi2|_GLOBAL_OFFSET_TABLE_'
from_tools='__asan_.*|__ubsan_.*|__sanitizer_.*|__sancov_.*|__gcov_.*|__llvm_.*'
allowed="^($may_call|$from_compiler|$from_tools)\$"

status=0
for archive; do
    # Read whole first: a failure of nm must not look like an archive without faults.
    symbols=$(nm --format=sysv "$archive")

    # The columns are name, value, class, type, size, line, section. An import is pure when the
    # archive itself defines it.
    calls=$(printf '%s\n' "$symbols" | awk -F '|' '
        { gsub(/ /, "") }
        NF < 7 { next }
        $3 == "U" { imports[$1] = 1; next }
        { defined[$1] = 1 }
        END { for (name in imports) if (!(name in defined)) print name }' |
        sort | grep -Ev "$allowed" || true)

    state=$(printf '%s\n' "$symbols" | awk -F '|' '
        { gsub(/ /, "") }
        NF >= 7 && $3 ~ /^[bBdDCsSgG]$/ && $7 !~ /^\.data\.rel\.ro/ { print $1 " in " $7 }' |
        grep -Ev "^($from_tools) " || true)

    if [ -n "$calls" ]; then
        printf '%s may not call:\n%s\n' "$archive" "$calls" >&2
        status=1
    fi
    if [ -n "$state" ]; then
        printf '%s may not keep state:\n%s\n' "$archive" "$state" >&2
        status=1
    fi
done
exit $status
