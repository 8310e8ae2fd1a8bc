#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A real program, unedited: dash, Debian's /bin/sh, built with its own build
# system and the plugin.  Two recursions are profiled:
#
#   pmatch    matches a word with a pattern, and tries for each star all that
#             it may stand for: 2^n for n stars, if there is no match
#   evaltree  walks the tree of a script: n for a list of n commands
#
#   examples/real-dash.sh BUILD OUT
#
# Exit status 1: the package could not be fetched or built; the reason is in
# the last line.
set -eu

if [ $# -ne 2 ]; then
    echo 'usage: examples/real-dash.sh BUILD OUT' >&2
    exit 2
fi
examples=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2/logs"
out=$(cd "$2" && pwd)

# As Debian builds it.  CFLAGS would be the helper programs' too: the plugin
# comes with the compiler.
build_dash()
{
    cd "$source"
    autoreconf -fi &&
        ./configure CC="$CC" CFLAGS='-O2 -g' --disable-fnmatch --disable-glob --disable-lineno &&
        make clean &&
        make LIBS="-L$build -Wl,-rpath,$build -lrt-sample" \
            CC="$CC -fplugin=$build/algoprof.so \
-fplugin-arg-algoprof-target=pmatch:recursion \
-fplugin-arg-algoprof-target=evaltree:recursion"
}

# A shell script that sorts out names by a pattern with $1 stars, and has a
# function of $2 commands.
script()
{
    awk -v stars="$1" -v commands="$2" 'BEGIN {
        for (i = 0; i < stars; i++) { name = name "a"; pattern = pattern "*a" }
        print "add() {"
        for (i = 1; i <= commands; i++) print "    total=$((total + " i "))"
        print "}"
        print "for name in " name " b" name " " name "c; do"
        print "    case $name in " pattern "*b) matched=$name ;; esac"
        print "    add"
        print "done"
        print "echo \"$total $matched\""
    }'
}

source=$("$examples/fetch-source.sh" dash "$out/source")
CC=${CC:-gcc}
export ALGOPROF_LOG=off
if ! (build_dash) >"$out/build.log" 2>&1; then
    tail -n 5 "$out/build.log" >&2
    echo "dash: the build failed (log: $out/build.log)" >&2
    exit 1
fi

rm -f "$out"/logs/*.aplog
run=0
for commands in 10 17 28 46 77 130 210 360 600 1000; do
    run=$((run + 1))
    script $((2 * run)) $commands >"$out/script.sh"
    ALGOPROF_LOG="$out/logs/%e.%p.aplog" ALGOPROF_BUDGET=0 ALGOPROF_SEED=$run \
        "$source/src/dash" "$out/script.sh" >/dev/null
done
