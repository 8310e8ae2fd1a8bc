#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make demo: a small fleet of users runs the examples and a real program; what
# they did is collected, analysed and ranked.
#
#   examples/demo.sh BUILD
#
# Everything goes to BUILD/demo.  Exit status 1: an example's class is not the
# expected one.
set -u

if [ $# -ne 1 ]; then
    echo 'usage: examples/demo.sh BUILD' >&2
    exit 2
fi
examples=$(dirname "$0")
build=$1
out=$build/demo
# A package's own build must not inherit this build's make variables.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL O V SAN CFLAGS LDFLAGS

mkdir -p "$out"
echo '== The examples: thirteen programs, ten users each'
status=0
"$examples/play.sh" "$build" "$out" || status=1
[ -s "$out/report.txt" ] || exit 1

echo
echo "== A real program: Debian's mawk, built unedited with its own build system"
if "$examples/real-mawk.sh" "$build" "$out/mawk"; then
    "$build/algoprof" report "$out/logs" "$out/mawk/logs" >"$out/report.txt" &&
        "$build/algoprof" report --json "$out/logs" "$out/mawk/logs" >"$out/report.json" || status=1
    echo 'Two of its loops join the table: find (its symbol table), space_split (its fields).'
else
    echo 'Going on without it.'
fi

echo
echo '== The report'
cat "$out/report.txt"
echo
echo "report: $out/report.txt, $out/report.json"
set -- "$out/logs"
[ ! -d "$out/mawk/logs" ] || set -- "$@" "$out/mawk/logs"
"$build/algoprof" report --html "$out/report.html" --source "$examples/.." --source "$out/mawk" "$@" >/dev/null &&
    echo "report: $out/report.html" || status=1
[ $status = 0 ] || echo 'demo: not every class is as expected, see above' >&2
exit $status
