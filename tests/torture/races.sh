#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The runtime under ThreadSanitizer: threads that are sampled, counted and closed by
# others, in runs, in runs that they take from each other, and at the end; that end themselves, together and one after the other;
# and that go on beside a fork.  Our part of a thread's end is a round earlier than usual:
# libtsan does not bear what runs in a thread after its own part of it is over.  Left out
# are files whose functions may call nothing, and our system calls, which libtsan must see.
#   tests/torture/races.sh
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
flags='-g -O2 -D_GNU_SOURCE -std=c17 -fno-builtin -ftls-model=initial-exec -fno-strict-aliasing -Iinclude -iquote librt-sample -iquote .
    -DRT_END_ROUNDS=3'
failed=0
for file in librt-sample/*/*.c librt-sample/arch/x86_64/*.c librt-sample/arch/x86_64/entry/*.c; do
    case $file in
    */base/string.c | */base/system.c) continue ;;
    */entry/access.c | */cells/spans.c) sanitize= ;;
    *) sanitize=-fsanitize=thread ;;
    esac
    # shellcheck disable=SC2086
    ${CC:-gcc} $flags $sanitize -c "$file" -o "$work/$(echo "$file" | tr / -).o" || exit 1
done
# shellcheck disable=SC2086
${CC:-gcc} $flags -fsanitize=thread -DFOLDER='"."' tests/runtime/subject*.c librt-sample/arch/x86_64/*.S librt-sample/arch/x86_64/entry/*.S "$work"/*.o -pthread \
    -o "$work/subject" || exit 1
# run SETTING MODE [ARGUMENT...]
run()
{
    setting=$1
    shift
    if out=$(env TSAN_OPTIONS=exitcode=66 ALGOPROF_LOG="$work/log.aplog" "$setting" timeout 120 "$work/subject" "$@" 2>&1); then
        echo "ok races $1 $setting"
    else
        failed=1
        echo "not ok races $1 $setting"
        echo "$out" | head -60 | sed 's/^/    /'
    fi
    rm -f "$work"/log.aplog*
}
for setting in ALGOPROF_RATE=auto ALGOPROF_RATE=1 ALGOPROF_PAIRS=4 ALGOPROF_BUDGET=0 ALGOPROF_EPOCH=0.001 ALGOPROF_MAX_LOG=1M; do
    for _ in 1 2 3 4 5; do
        run $setting exit-running
        run $setting threads 8 500
        run $setting short-threads 50 20
        run $setting own-runs 6 200
    done
    run $setting fork-threads
done
exit $failed
