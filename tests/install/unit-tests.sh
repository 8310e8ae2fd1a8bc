#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# include/algoprof/expect.h: the examples, with assert and with GoogleTest, with the plugin and without.
set -u
cd "$(dirname "$0")/../.." || exit 2
O=$(realpath "${O:-build}")
if [ "${SAN:-0}" = 1 ]; then
    echo 'SKIP: the examples would need the sanitizer'
    exit 77
fi
ALGOPROF_TOOL=$O/algoprof
export ALGOPROF_TOOL
unset ALGOPROF_LOG ALGOPROF_RATE ALGOPROF_BUDGET
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# try NAME WHAT COMMAND...: the command ends well, and leaves no log
try()
{
    name=$1
    shift
    if TMPDIR=$work/tmp "$@" >"$work/out" 2>&1 && [ -z "$(ls "$work/tmp")" ]; then
        echo "ok unit-tests/$name"
    else
        echo "not ok unit-tests/$name"
        sed 's/^/    /' "$work/out"
        ls "$work/tmp"
        failed=1
    fi
}

mkdir "$work/tmp"
plugin="-fplugin=$O/algoprof.so -L$O -l:librt-sample.a"
examples=examples/unit-tests
# shellcheck disable=SC2086
{
    ${CC:-gcc} -O2 -g -Iinclude -Wall -Wextra -Werror $examples/plain.c -o "$work/plain" $plugin || exit 1
    ${CXX:-g++} -O2 -g -Iinclude -Wall -Wextra -Werror $examples/google.cc -o "$work/google" $plugin -lgtest -lgtest_main || exit 1
    ${CXX:-g++} -O2 -Iinclude -Wno-unknown-pragmas $examples/google.cc -o "$work/without" -lgtest -lgtest_main || exit 1
}
# Every loop of a test a target: those of the helper are none, and the one that grows is found.
cat >"$work/sort.cc" <<'X'
#include <utility>
#include <algoprof/expect.h>
int given[2000], v[2000];
static void sort(unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        v[i] = given[i] + int(i * 7919 % n);
    for (unsigned long i = 1; i < n; i++)
        for (unsigned long j = i; j > 0 && v[j] < v[j - 1]; j--)
            std::swap(v[j], v[j - 1]);
}
int main(int, char **argv)
{
    return algoprof_expect(argv[1], sort, { 100, 150, 200, 300, 400, 600, 800, 1000, 1200, 1600 });
}
X
# shellcheck disable=SC2086
${CXX:-g++} -O2 -g -Iinclude "$work/sort.cc" -o "$work/sort" $plugin -fplugin-arg-algoprof-target='*' || exit 1
try every-loop-within "$work/sort" n^2
# shellcheck disable=SC2016
try every-loop-exceeded sh -c '"$0" "n log n"; [ $? = 1 ]' "$work/sort"
try plain "$work/plain"
try google "$work/google"
# Nothing is judged without the plugin: what is expected to exceed its limit does not.
try without-plugin "$work/without" --gtest_filter='*Linear'
grep -q "n log n" "$work/out" && failed=1
# The tool is missing: no verdict, and the reason.
if ALGOPROF_TOOL=/nonexistent/algoprof TMPDIR=$work/tmp "$work/plain" >"$work/out" 2>&1 || ! grep -q /nonexistent/algoprof "$work/out"; then
    echo 'not ok unit-tests/no-tool'
    failed=1
else
    echo 'ok unit-tests/no-tool'
fi
exit $failed
