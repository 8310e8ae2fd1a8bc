#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# search.sh BUILD SECONDS NAME...: libFuzzer on each harness for an equal share of
# the time.  What it learns stays in BUILD/fuzz/corpus, so that it goes on there.
# An input that breaks a reader is made small and kept in tests/fuzz/corpus, where
# make check replays it.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 1
seconds=$2 found=0
shift 2
for name; do
    work=$build/fuzz/corpus/$name bad=$build/fuzz/found/$name
    mkdir -p "$work" "$bad" "$here/corpus/$name"
    echo "fuzz_$name: $((seconds / $#)) s"
    limits='-timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=1024'
    # shellcheck disable=SC2086
    "$build/fuzz/search/fuzz_$name" $limits -max_total_time=$((seconds / $#)) -print_final_stats=1 \
        -artifact_prefix="$bad/" "$work" "$here/corpus/$name" >"$bad.log" 2>&1
    grep -E 'stat::number_of_executed_units|stat::peak_rss_mb' "$bad.log" | sed 's/^/    /'
    for input in "$bad"/*; do
        [ -f "$input" ] || continue
        found=$((found + 1))
        small=$here/corpus/$name/$(basename "$input")
        # shellcheck disable=SC2086
        "$build/fuzz/search/fuzz_$name" $limits -minimize_crash=1 -runs=20000 \
            -exact_artifact_path="$small" "$input" >>"$bad.log" 2>&1
        [ -f "$small" ] || cp "$input" "$small"
        rm "$input"
        echo "    found $small (see $bad.log)"
    done
done
[ $found = 0 ]
