#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# keep.sh BUILD NAME...: what the searches learned (BUILD/fuzz/corpus), but what others
# have the effect of, goes into tests/fuzz/learned, one archive for each harness, where
# make check replays it.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 1
shift
for name; do
    work=$build/fuzz/corpus/$name few=$build/fuzz/few/$name
    [ -d "$work" ] || continue
    rm -rf "$few"
    mkdir -p "$few" "$here/learned"
    [ ! -e "$here/learned/$name.tar.zst" ] || tar -xf "$here/learned/$name.tar.zst" --zstd -C "$work" || exit 1
    "$build/fuzz/search/fuzz_$name" -merge=1 "$few" "$work" >"$build/fuzz/few/$name.log" 2>&1 || exit 1
    tar -C "$few" --sort=name --owner=0 --group=0 --mode=u=rwX,go=rX --mtime=@0 -cf - . |
        zstd -q -19 -f -o "$here/learned/$name.tar.zst" || exit 1
    echo "$name: $(find "$few" -type f | wc -l) inputs, $(stat -c %s "$here/learned/$name.tar.zst") bytes"
done
