#!/bin/sh
# check_headers.sh COMPILER…: each public header compiles alone, twice over, as C17 and as C++17,
# without a warning; and the umbrella includes every other one. Speaks TAP.
set -u
cd "$(dirname "$0")/../.." || exit 1
warnings='-Wall -Wextra -Wpedantic -Werror -fsyntax-only -Iinclude'

cxx=
for candidate in g++ clang++-14; do
    if [ -z "$cxx" ] && command -v "$candidate" >/dev/null; then
        cxx=$candidate
    fi
done

number=0
report() { # report STATUS NAME
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
    fi
}

alone() { # alone HEADER LANGUAGE STANDARD COMPILER…
    header=$1 language=$2 standard=$3
    shift 3
    printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
        "$@" $warnings -std="$standard" -x "$language" - >&2
    report $? "$header as $standard"
}

for path in include/uth/*.h; do
    header=${path#include/}
    alone "$header" c c17 "$@"
    if [ -n "$cxx" ]; then
        alone "$header" c++ c++17 "$cxx"
    fi
    if [ "$header" != uth/uth.h ] && [ "$header" != uth/json.h ]; then # another library's
        grep -Fqx "#include \"$header\"" include/uth/uth.h
        report $? "$header is in the umbrella"
    fi
done
echo "1..$number"
