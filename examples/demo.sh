#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make demo: a small fleet of users runs the examples and two real programs; what
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
sources=$(cd "$examples/.." && pwd)
build=$(cd "$1" && pwd) || exit 2
out=$build/demo tool=$build/algoprof
# A package's own build must not inherit this build's make variables.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL O V SAN CFLAGS LDFLAGS

# real NAME: builds and plays a Debian package, checks its report, and adds its
# logs to $logs.
real()
{
    if ! "$examples/real-$1.sh" "$build" "$out/$1"; then
        echo 'Going on without it.'
        return
    fi
    "$build/algoprof" report --json "$out/$1/logs" >"$out/$1/report.json" &&
        python3 "$examples/expect.py" "$out/$1/report.json" "$examples/real-$1.expected" || status=1
    logs="$logs $1/logs"
}

mkdir -p "$out"
echo '== The examples: thirteen programs, ten users each'
status=0 logs=logs
"$examples/play.sh" "$build" "$out" || status=1
[ -s "$out/report.txt" ] || exit 1

echo
echo "== Real programs, built unedited with their own build systems: Debian's mawk"
real mawk
echo
echo "== Debian's /bin/sh, dash"
real dash
cd "$out" || exit 1
# shellcheck disable=SC2086
"$tool" report $logs >report.txt && "$tool" report --json $logs >report.json || status=1

echo
echo '== The report'
cat report.txt
echo
echo "report: $out/report.txt, $out/report.json"
# shellcheck disable=SC2086
"$tool" report --html report.html --source "$sources" --source mawk/source/mawk-* --source dash/source/dash-* $logs >/dev/null &&
    echo "report: $out/report.html" || status=1
[ $status = 0 ] || echo 'demo: not every class is as expected, see above' >&2
exit $status
