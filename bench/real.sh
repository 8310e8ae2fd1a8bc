#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Loops of real programs (tests/tool/accuracy/real-loops.sh), built and ready to be run.
#
#   bench/real.sh BUILD FOLDER plain|plugin|input [SCALE]
#
# FOLDER/NAME.exe without or with the plugin; input: what they read, for SCALE times
# the work.  FOLDER/NAME.run: lines, the standard input and the arguments.
set -u

build=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
variant=$3
scale=${4:-1}
. "$(dirname "$0")/../tests/tool/accuracy/real-loops.sh"
CC=${CC:-gcc}
libraries=
[ "$variant" = plain ] || libraries="-L$build -Wl,-rpath,$build -lrt-sample"
export ALGOPROF_LOG=off LC_ALL=C.UTF-8

flags_for()
{
    printf '%s ' -O2 -g -w
    [ "$variant" = plain ] || echo "-fplugin=$build/algoprof.so -fplugin-arg-algoprof-target=$1"
}

if [ "$variant" = input ]; then
    compile()
    {
        :
    }
    mawk_program()
    {
        :
    }
fi

execute()
{
    printf '%s\n' "$@" >"$out/$name.run"
}

for_each_loop "$build/bench/source" true
