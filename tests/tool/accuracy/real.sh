#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Loops of real programs, every instance recorded.
#
#   tests/tool/accuracy/real.sh BUILD FOLDER [NAME...]
#
# Programs are built from Debian's source packages with one loop marked, and run
# at rate 1; FOLDER/NAME.loop is what each instance read (replay.h).  What is there
# already is kept.  One that can't be fetched or built is left out, with a line
# that says why.
set -u

if [ $# -lt 2 ]; then
    echo 'usage: tests/tool/accuracy/real.sh BUILD FOLDER [NAME...]' >&2
    exit 2
fi
build=$(cd "$1" && pwd)
mkdir -p "$2/source"
out=$(cd "$2" && pwd)
. "$(dirname "$0")/real-loops.sh"
shift 2
CC=${CC:-gcc}
scale=1
libraries="-L$build -Wl,-rpath,$build -lrt-sample"
export ALGOPROF_LOG=off LC_ALL=C.UTF-8

flags_for()
{
    echo "-O2 -g -w -fplugin=$build/algoprof.so -fplugin-arg-algoprof-target=$1"
}

# At rate 1, its output dropped.
execute()
{
    input=$1
    shift
    rm -f "$out/$name.aplog"
    ALGOPROF_LOG=$out/$name.aplog ALGOPROF_RATE=1 ALGOPROF_BUDGET=0 ALGOPROF_MAX_LOG=7G ALGOPROF_SEED=1 \
        "$out/$name.exe" "$@" <"$input" >/dev/null && [ -e "$out/$name.aplog" ]
}

record()
{
    if "$build/tests/tool/accuracy/record" "$out/$name.aplog" "$out/$name.part" >"$out/$name.what" 2>&1; then
        mv "$out/$name.part" "$out/$name.loop"
        echo "$name: $(cat "$out/$name.what")"
    else
        echo "$name: $(tail -n 1 "$out/$name.what")" >&2
    fi
    rm -f "$out/$name.aplog" "$out/$name.part"
}

for wanted in ${*:-$loops}; do
    [ -e "$out/$wanted.loop" ] || for_each_loop "$out/source" record "$wanted"
done
