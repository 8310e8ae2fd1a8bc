#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the command line: each X.sh runs in an empty folder of its own, with
# $ALGOPROF, $MAKELOG and $TESTS set, and is judged by
#   X.sh.exit           its exit status (without it: 0)
#   X.sh.stdout.exact   what it must print, or
#   X.sh.stdout.glob    likewise, * ? [...] as in the shell
# and the same for stderr.  A test without expectations at all is an error.
# Usage: run.sh [X.sh ...]; O is the build folder.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${O:-build}" && pwd) || exit 1
export ALGOPROF="$build/algoprof" MAKELOG="$build/tests/tool/library/makelog" TESTS="$here/../.."
export LC_ALL=C OMP_NUM_THREADS=2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# judge FILE EXPECTATION: compares by the kind of expectation there is.
judge() {
    if [ -e "$2.exact" ]; then
        cmp -s "$1" "$2.exact" || { diff -u "$2.exact" "$1"; return 1; }
    elif [ -e "$2.glob" ]; then
        # shellcheck disable=SC2254 # a pattern is what it shall be
        case $(cat "$1") in
        $(cat "$2.glob")) ;;
        *) diff -u "$2.glob" "$1"; return 1 ;;
        esac
    fi
}

run() {
    folder=$work/folder
    rm -rf "$folder"
    mkdir "$folder"
    expected=0
    [ ! -e "$1.exit" ] || expected=$(cat "$1.exit")
    (cd "$folder" && exec sh -u "$1" >../stdout 2>../stderr </dev/null)
    status=$?
    ls "$1".* >"$work/expectations" 2>/dev/null || { echo "no expectations"; return 1; }
    if [ "$status" != "$expected" ]; then
        echo "exit status $status, not $expected"
        cat "$work/stderr"
        return 1
    fi
    judge "$work/stdout" "$1.stdout" && judge "$work/stderr" "$1.stderr"
}

for test in ${*:-"$here"/*.sh}; do
    name=$(basename "$test" .sh)
    [ "$name" != run ] || continue
    if run "$(cd "$(dirname "$test")" && pwd)/$name.sh" >"$work/log" 2>&1; then
        echo "ok cli/$name"
        passed=$((passed + 1))
    else
        echo "not ok cli/$name"
        sed 's/^/    /' "$work/log"
        failed=$((failed + 1))
    fi
done
echo "cli: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
