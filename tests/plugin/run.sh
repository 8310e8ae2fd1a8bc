#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin's suite: every file of its folders through dg.sh, with the default compiler
# at the option sets of dg.sh; every third one with each further compiler that has a plugin, at one
# in turn (--all: all of them, at two).
#   tests/plugin/run.sh [--all] [FILE...]      --all, or a file that is named: all sets
cd "$(dirname "$0")/../.." || exit 2
O=$(cd "${O:-build}" && pwd) || exit 2
export O
all=
[ $# -eq 0 ] || all=--all
[ "${1-}" != --all ] || shift
[ $# -gt 0 ] || set -- tests/plugin/*/*.c tests/plugin/*/*.C

# dg.sh prints a file's results in several writes: keep them together.
one()
{
    local text
    text=$(tests/lib/dg.sh "$@" 2>&1)
    printf '%s\n' "$text"
}
export -f one

printf '%s\0' "$@" | xargs -0 -P "${JOBS:-2}" -I{} bash -c "one $all"' "$1"' _ {}
default=$(${CC:-gcc} -dumpversion)
for plugin in "$O"/gcc-*/algoprof.so; do
    version=$(basename "$(dirname "$plugin")")
    version=${version#gcc-}
    if [ "$version" = "${default%%.*}" ] || ! command -v "gcc-$version" >/dev/null; then
        continue
    fi
    some=() step=3
    [ -z "$all" ] || step=1
    for ((i = 1; i <= $#; i += step)); do some+=("${!i}"); done
    printf '%s\0' "${some[@]}" | CC=gcc-$version CXX=g++-$version \
        xargs -0 -P "${JOBS:-2}" -I{} bash -c "one $all --further"' "$1"' _ {}
done
