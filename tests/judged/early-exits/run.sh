#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs whose samples are left at random moments (tests/runtime/leaving.c): their
# counts, output and exit status must be what they are anyway.
#
#   tests/judged/early-exits/run.sh [more]       more: all programs, and a piece of the long suites
cd "$(dirname "$0")/.." || exit 2
LEAVING=1
export LEAVING
status=0

# suite FOLDER FLAGS NAME...: programs of a suite
suite()
{
    folder=$1 flags=$2
    shift 2
    for name; do
        set -- "$@" "$folder/$name"
        shift
    done
    "./$folder/run.py" --flags "$flags" "$@" | sed 's/^\(not ok\|ok\) /\1 early-exits: /' >"$out" || status=1
    cat "$out"
    ! grep -q '^not ok' "$out" || status=1
}

out=$(mktemp) || exit 2
trap 'rm -f "$out"' EXIT
if [ "${1-}" = more ]; then
    suite counts "-O0|-O2|-O3"
    suite recursion "-O2|-O3 -fno-inline -g|-O2 -flto"
    ../torture/c-torture.py every 4 || status=1
    ../torture/csmith.py || status=1
else
    suite counts -O2 back.c nested.c crowded.c traced-callee.c traced-loop.c traced-recursion.c exception-inside.C longjmp.c \
        header-exits.c vectorised.c openmp.c callback.c
    suite counts -O0 nested.c latches.c live-registers.c
    suite recursion -O2 fib.c in-loop.c loop-inside.c quick-sort.c exceptions.C threads.c tail.c parser.c by-reference.C
    suite recursion "-O3 -flto" three.c merge-sort.c
fi
exit $status
