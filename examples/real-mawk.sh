#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A real program, unedited: Debian's mawk, built with its own build system and
# the plugin.  Two loops are profiled:
#
#   find          looks up a name in the symbol table of the AWK program, 113
#                 lists however many names there are: n^2 for n names
#   find_by_sval  looks up an index in an AWK array, a hash table that doubles
#                 as it fills: n for n different indices
#
#   examples/real-mawk.sh BUILD OUT
#
# Exit status 1: the package could not be fetched or built; the reason is in
# the last line.
set -eu

if [ $# -ne 2 ]; then
    echo 'usage: examples/real-mawk.sh BUILD OUT' >&2
    exit 2
fi
examples=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2/logs"
out=$(cd "$2" && pwd)

build_mawk()
{
    cd "$source"
    ./configure CC="$CC" CFLAGS='-O2 -g' &&
        make CC="$CC" LIBS="-lm -L$build -Wl,-rpath,$build -lrt-sample" \
            CFLAGS="-O2 -g -fplugin=$build/algoprof.so \
-fplugin-arg-algoprof-target=find:loops -fplugin-arg-algoprof-target=find_by_sval:loops"
}

# An AWK program with a table of $1 settings, and one that counts files.
awk_program()
{
    awk -v n="$1" 'BEGIN {
        print "BEGIN {"
        for (i = 1; i <= n; i++) printf "    limit_%d = %d\n", i, i * 7919 % 1000
        print "}"
        print "{ seen[$0]++ }"
        print "END { for (f in seen) n += seen[f]; print n }"
    }'
}

source=$("$examples/fetch-source.sh" mawk "$out/source")
CC=${CC:-gcc}
export ALGOPROF_LOG=off
if ! (build_mawk) >"$out/build.log" 2>&1; then
    tail -n 5 "$out/build.log" >&2
    echo "mawk: the build failed (log: $out/build.log)" >&2
    exit 1
fi

# Names of files as they come on this machine, made up to the largest number.
{
    find /usr/share /usr/lib /usr/include -type f 2>/dev/null | head -n 12000
    awk 'BEGIN { for (i = 0; i < 12000; i++) print "/srv/archive/" int(i / 100) "/file" i }'
} >"$out/files"

rm -f "$out"/logs/*.aplog
run=0
for n in 600 840 1170 1630 2270 3170 4420 6160 8600 12000; do
    run=$((run + 1))
    awk_program "$n" >"$out/program.awk"
    head -n "$n" "$out/files" |
        ALGOPROF_LOG="$out/logs/%e.%p.aplog" ALGOPROF_BUDGET=0 ALGOPROF_SEED=$run \
            "$source/mawk" -f "$out/program.awk" >/dev/null
done
