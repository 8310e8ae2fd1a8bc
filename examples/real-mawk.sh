#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A real program, unedited: Debian's mawk, built with its own build system and
# the plugin.  Two loops are profiled:
#
#   find         looks up a name in the symbol table of the AWK program, 113
#                lists however many names there are: n^2 for n names
#   space_split  splits a record into fields: n for n bytes
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
    # Loops of a function are named by its name; one of several by its line.
    line=$(awk '/^space_split/ { seen = 1 } seen && /while/ { print FNR; exit }' split.c)
    ./configure CC="$CC" CFLAGS='-O2 -g' && make clean &&
        make CC="$CC" LIBS="-lm -L$build -Wl,-rpath,$build -lrt-sample" \
            CFLAGS="-O2 -g -fplugin=$build/algoprof.so \
-fplugin-arg-algoprof-target=find:loops \
-fplugin-arg-algoprof-target=split.c:$line"
}

# An AWK program with a table of $1 settings, which counts the words of a text
# that it takes as one record.
awk_program()
{
    awk -v n="$1" 'BEGIN {
        print "BEGIN {"
        print "    RS = \"\\001\""
        for (i = 1; i <= n; i++) printf "    limit_%d = %d\n", i, i * 7919 % 1000
        print "}"
        print "{ words += NF }"
        print "END { print words }"
    }'
}

# $1 bytes of English: licences as Debian has them, their lines mixed so that
# every part has as many words as any other.
text()
{
    while :; do
        cat /usr/share/common-licenses/* /usr/share/doc/*/copyright /dev/null
        echo 'A machine without documents: some words, then.'
    done 2>/dev/null | head -c "$1"
}

source=$("$examples/fetch-source.sh" mawk "$out/source")
CC=${CC:-gcc}
export ALGOPROF_LOG=off
if ! (build_mawk) >"$out/build.log" 2>&1; then
    tail -n 5 "$out/build.log" >&2
    echo "mawk: the build failed (log: $out/build.log)" >&2
    exit 1
fi

rm -f "$out"/logs/*.aplog
text 260000 >"$out/licences"
shuf --random-source="$out/licences" "$out/licences" >"$out/text"
run=0
for n in 1000 1440 2060 2960 4250 6100 8770 12600 18100 26000; do
    run=$((run + 1))
    awk_program "$n" >"$out/program.awk"
    head -c $((10 * n)) "$out/text" |
        ALGOPROF_LOG="$out/logs/%e.%p.aplog" ALGOPROF_BUDGET=0 ALGOPROF_SEED=$run \
            "$source/mawk" -f "$out/program.awk" >/dev/null
done
