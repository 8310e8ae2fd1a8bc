#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compile the examples with the plugin, play the fleet of fleet.txt, and check
# the report against each example's expected.txt.
#
#   examples/play.sh BUILD OUT [-O2 | another -O level]
#
# BUILD has the plugin, the runtime and the tool; everything is written to OUT:
# bin/, logs/, report.json, report.txt.  Exit status 1: a class is not the
# expected one.
set -eu

if [ $# -lt 2 ]; then
    echo 'usage: examples/play.sh BUILD OUT [-O level]' >&2
    exit 2
fi
examples=$(dirname "$0")
build=$(cd "$1" && pwd)
level=${3:--O2}
RUNS=10

mkdir -p "$2"
out=$(cd "$2" && pwd)
rm -rf "${out:?}/bin" "$out/logs"
mkdir -p "$out/bin" "$out/logs"

# compile FOLDER ARGUMENTS...
compile()
{
    folder=$1
    shift
    compiler=${CC:-gcc}
    [ ! -e "$examples/$folder/main.cc" ] || compiler=${CXX:-g++}
    $compiler "$level" -g -fplugin="$build/algoprof.so" "$@" "$examples/$folder"/main.c* \
        -o "$out/bin/$folder" -L"$build" -Wl,-rpath,"$build" -lrt-sample
}

# size SMALLEST LARGEST RUN: sizes grow by equal factors
size()
{
    awk -v a="$1" -v b="$2" -v run="$3" -v runs=$RUNS \
        'BEGIN { printf "%.0f\n", a * exp(log(b / a) * (run - 1) / (runs - 1)) }'
}

# play FOLDER SMALLEST LARGEST
play()
{
    run=1
    while [ "$run" -le $RUNS ]; do
        ALGOPROF_BUDGET=0 ALGOPROF_SEED=$run ALGOPROF_LOG="$out/logs/%e.%p.aplog" \
            "$out/bin/$1" "$(size "$2" "$3" "$run")" "$run" >/dev/null
        run=$((run + 1))
    done
}

while read -r folder smallest largest arguments; do
    case $folder in '' | '#'*) continue ;; esac
    # shellcheck disable=SC2086
    compile "$folder" $arguments
    play "$folder" "$smallest" "$largest" </dev/null
done <"$examples/fleet.txt"

"$build/algoprof" report "$out/logs" >"$out/report.txt"
"$build/algoprof" report --json "$out/logs" >"$out/report.json"
python3 "$examples/expect.py" "$out/report.json" "$examples"/*/expected.txt
