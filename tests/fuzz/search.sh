#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# search.sh BUILD SECONDS NAME...: libFuzzer on each harness for an equal share of
# the CPU time.  What it learns stays in BUILD/fuzz/corpus, and how long it has searched in
# BUILD/fuzz/spent: stopped, it goes on there.  Whoever has had the whole time begins a
# new one, with what was learned.
# An input that breaks a reader is made small and kept in tests/fuzz/corpus, where
# make check replays it.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 1
seconds=$2 found=0
shift 2
spent=$build/fuzz/spent
mkdir -p "$spent"
# How long an input may take is judged by CPU time (limit.c): other programs may have the
# machine.  libFuzzer, which goes by the clock, only ends one that waits for ever.
limits='-timeout=1800 -report_slow_units=1800 -rss_limit_mb=2048 -malloc_limit_mb=1024'

# cpu: the seconds of CPU time of all that ended, rounded down.
read_cpu()
{
    times >"$spent/.times"      # a subshell has its own
    cpu=$(awk 'NR == 2 { split($1 "m" $2, t, /[ms]+/); print int(t[1] * 60 + t[2] + t[3] * 60 + t[4]) }' "$spent/.times")
}

# search NAME SECONDS
search()
{
    work=$build/fuzz/corpus/$1 bad=$build/fuzz/found/$1
    mkdir -p "$bad" "$here/corpus/$1"
    if [ ! -d "$work" ]; then           # begin with what is known
        mkdir -p "$work"
        [ ! -e "$here/learned/$1.tar.zst" ] || tar --zstd -xf "$here/learned/$1.tar.zst" -C "$work" || exit 1
    fi
    # shellcheck disable=SC2086
    "$build/fuzz/search/fuzz_$1" $limits -max_total_time="$2" -print_final_stats=1 \
        -artifact_prefix="$bad/" "$work" "$here/corpus/$1" >"$bad.log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$bad.log")
    echo $(($(cat "$spent/$1.runs" 2>/dev/null || echo 0) + ${runs:-0})) >"$spent/$1.runs"
    [ -n "$(ls "$bad")" ] || [ $status = 0 ] || { tail -5 "$bad.log"; exit 1; }
}

# keep NAME: what was found.
keep()
{
    bad=$build/fuzz/found/$1
    for input in "$bad"/*; do
        [ -f "$input" ] || continue
        found=$((found + 1))
        small=$here/corpus/$1/$(basename "$input")
        # shellcheck disable=SC2086
        "$build/fuzz/search/fuzz_$1" $limits -minimize_crash=1 -runs=20000 \
            -exact_artifact_path="$small" "$input" >>"$bad.log" 2>&1
        [ -f "$small" ] || cp "$input" "$small"
        rm "$input"
        echo "    found $small (see $bad.log)"
    done
}

share=$((seconds / $#))
[ $share -gt 0 ] || share=1
for name; do
    had=$(cat "$spent/$name" 2>/dev/null || echo 0) before=$found
    [ "$had" -ge $share ] || echo "fuzz_$name: $((share - had)) s"
    keep "$name"                # of a search that was stopped
    # With what was found it would stop at once, until that is mended.
    while [ "$had" -lt $share ] && [ $found = $before ]; do
        step=$((share - had < 60 ? share - had : 60))
        read_cpu
        began=$cpu
        search "$name" $step
        read_cpu
        took=$((cpu - began))
        keep "$name"
        had=$((had + (took > 0 ? took : 1)))
        echo "$had" >"$spent/$name"
    done
    grep -E 'stat::peak_rss_mb' "$build/fuzz/found/$name.log" | sed 's/^/    /'
    echo "    $(cat "$spent/$name.runs" 2>/dev/null || echo 0) executions"
    echo "    $(find "$build/fuzz/corpus/$name" -type f | wc -l) inputs of different effect"
done
[ $found != 0 ] || rm -rf "$spent"
[ $found = 0 ]
