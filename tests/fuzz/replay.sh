#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the fuzzer found, its seeds, and what it learned, under the sanitizers: no crash,
# no leak, no hang.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${O:-build}" && pwd) || exit 1
unset ASAN_OPTIONS
learned=$(mktemp -d) || exit 1
trap 'rm -rf "$learned"' EXIT
for corpus in "$here"/corpus/*/; do
    name=$(basename "$corpus")
    mkdir "$learned/$name"
    if [ -e "$here/learned/$name.tar.zst" ] &&
        ! tar --zstd --no-overwrite-dir -xf "$here/learned/$name.tar.zst" -C "$learned/$name"; then
        echo "not ok fuzz/$name"
    elif out=$(find "$corpus" "$learned/$name" -type f -print0 | sort -z |
        timeout 60 xargs -0 -n 100000 "$build/fuzz/replay/fuzz_$name" 2>&1); then
        echo "ok fuzz/$name"
        echo "# fuzz/$name: $out"
    else
        echo "not ok fuzz/$name"
        echo "$out" | head -40 | sed 's/^/    /'
    fi
done
