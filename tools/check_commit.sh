#!/bin/sh
# check_commit.sh FILE: the shape of a commit message, for the commit-msg hook.
# check_commit.sh RANGE: of every commit in a range, merges left out.
#
#   area: imperative effect        at most 72 columns, lower case, no period at the end
#   (an empty line, and then why)
set -eu

fault_of() { # fault_of SUBJECT SECOND-LINE
    case $1 in
    fixup!* | squash!* | WIP*) echo 'it is not finished' ;;
    *) if ! printf '%s\n' "$1" | grep -Eq '^[a-z0-9][a-z0-9_./-]*(, [a-z0-9][a-z0-9_./-]*)*: [^ ]'; then
        echo "the subject is not 'area: effect'"
    elif [ "$(printf '%s' "$1" | wc -m)" -gt 72 ]; then
        echo 'the subject is longer than 72 columns'
    elif printf '%s\n' "$1" | grep -Eq '\.$'; then
        echo 'the subject ends with a period'
    elif printf '%s\n' "$1" | grep -Eqi '^[^:]*: (added|adds|adding|fixed|fixes|fixing|changed|changes|updated|updates|removed|removes) '; then
        echo 'the subject is not imperative'
    elif [ -n "$2" ]; then
        echo 'the second line is not empty'
    fi ;;
    esac
}

status=0
judge() { # judge NAME SUBJECT SECOND-LINE
    fault=$(fault_of "$2" "$3")
    if [ -n "$fault" ]; then
        printf '%s: %s: %s\n' "$1" "$fault" "$2" >&2
        status=1
    fi
}

if [ $# -ne 1 ]; then
    echo 'usage: check_commit.sh MESSAGE-FILE | RANGE' >&2
    exit 2
elif [ -f "$1" ]; then
    text=$(grep -v '^#' "$1" || true)
    judge message "$(printf '%s\n' "$text" | sed -n 1p)" "$(printf '%s\n' "$text" | sed -n 2p)"
else
    commits=$(git rev-list --no-merges "$1" --)
    for commit in $commits; do
        text=$(git log -1 --format=%B "$commit")
        judge "$(git rev-parse --short "$commit")" \
            "$(printf '%s\n' "$text" | sed -n 1p)" "$(printf '%s\n' "$text" | sed -n 2p)"
    done
fi
exit $status
