#!/bin/sh
# check_examples.sh BUILD COMPILER…: install into an empty directory and there build and run every
# program of examples/ with what `pkg-config uth` says, once with the shared library and once with
# the static one. NAME.c must print what NAME.expected holds, and so must NAME.cpp and NAME.py.
# Speaks TAP.
set -eu
build=$1
shift
source=$(cd "$(dirname "$0")/../.." && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

meson install -C "$build" --no-rebuild --quiet --destdir "$root" >&2
found=$(find "$root" -name uth.pc)
export PKG_CONFIG_LIBDIR="${found%/uth.pc}" PKG_CONFIG_SYSROOT_DIR="$root"
libdir=$root$(PKG_CONFIG_SYSROOT_DIR='' pkg-config --variable=libdir uth)
mkdir "$root/static"
cp "$libdir/libuth.a" "$libdir/libuth-json.a" "$root/static"

number=0
report() { # report STATUS NAME
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
    fi
}

warnings='-std=c17 -Wall -Wextra -Wpedantic -Werror'

# libuth, or libuth-json for who asks it.
library() { # library PROGRAM
    if grep -q 'uth/json\.h' "$1"; then echo uth-json; else echo uth; fi
}
# With the directory that holds nothing but our archives first, the linker has no choice.
build_shared() {
    "$@" $warnings "$program" $(pkg-config --cflags --libs "$(library "$program")") \
        -o "$root/shared-$name" &&
        readelf -d "$root/shared-$name" | grep -q "NEEDED.*lib$(library "$program")\.so\."
}
build_static() {
    "$@" $warnings "$program" -L"$root/static" \
        $(pkg-config --static --cflags --libs "$(library "$program")") -o "$root/static-$name" &&
        ! readelf -d "$root/static-$name" | grep -q 'NEEDED.*libuth'
}
says_what_it_should() {
    LD_LIBRARY_PATH=$libdir "$1" >"$root/said" && diff -u "$2" "$root/said" >&2
}

for program in "$source"/examples/*.c; do
    name=$(basename "$program" .c)
    for kind in shared static; do
        status=0
        build_$kind "$@" >&2 || status=1
        report $status "$name builds with the $kind library"
        status=0
        says_what_it_should "$root/$kind-$name" "${program%.c}.expected" || status=1
        report $status "$name runs with the $kind library"
    done
done

# The same from elsewhere: C++ with the shared library, Python with no compiler at all. They print what
# their twins in C print.
for program in "$source"/examples/*.cpp; do
    name=$(basename "$program" .cpp)
    status=0
    { g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror "$program" $(pkg-config --cflags --libs uth) \
        -o "$root/cpp-$name" && says_what_it_should "$root/cpp-$name" "${program%.cpp}.expected"; } \
        >&2 || status=1
    report $status "$name in C++ says what it says in C"
done
for program in "$source"/examples/*.py; do
    name=$(basename "$program" .py)
    status=0
    LIBUTH=$(find "$libdir" -name 'libuth.so.?') says_what_it_should "$program" \
        "${program%.py}.expected" || status=1
    report $status "$name in Python says what it says in C"
done

# A failed check: the library's own word, or the program's where it has one.
for program in "$source"/tests/install/*.c; do
    name=$(basename "$program" .c)
    for kind in shared static; do
        status=0
        build_$kind "$@" >&2 || status=1
        report $status "$name builds with the $kind library"
        (LD_LIBRARY_PATH=$libdir "$root/$kind-$name" >"$root/said" 2>&1) 2>/dev/null || true
        status=0
        grep -q "$(sed -n 's,^// prints: ,,p' "$program")" "$root/said" || {
            cat "$root/said" >&2
            status=1
        }
        report $status "$name stops with the $kind library as it should"
    done
done

status=0
"$root$(PKG_CONFIG_SYSROOT_DIR='' pkg-config --variable=prefix uth)/bin/uth" --version >&2 || status=1
report $status "the installed program runs"
echo "1..$number"
