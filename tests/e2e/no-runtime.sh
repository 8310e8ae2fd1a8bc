#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A program that is linked without the runtime: the linker says what to do.
# With it, as an archive or a library, nothing of that is left to load.
#   tests/e2e/no-runtime.sh
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cat >"$work/sum.c" <<END
int main(int argc, char **argv)
{
    int sum = 0;
    #pragma algoprof loop
    for (int i = 0; i < argc; i++)
        sum += argv[i][0];
    return sum == 1;
}
END
plain=$work/plain profiled="-fplugin=$O/algoprof.so"
status=0

# says NAME COMMAND...: the command must fail so.
says_what_is_missing() {
    name=$1
    shift
    if "$@" 2>"$work/said" || ! grep -q 'undefined reference to .*link_with_lrt_sample' "$work/said"; then
        echo "not ok no-runtime/$name"
        sed 's/^/    /' "$work/said"
        status=1
    else
        echo "ok no-runtime/$name"
    fi
}

works() {
    name=$1
    shift
    if "$@" -o "$plain" 2>"$work/said" && ALGOPROF_LOG=off "$plain" 2>>"$work/said" && [ ! -s "$work/said" ] &&
        readelf -SW "$plain" | grep -q '\.debug_algoprof *PROGBITS *0000000000000000'; then
        echo "ok no-runtime/$name"
    else
        echo "not ok no-runtime/$name"
        sed 's/^/    /' "$work/said"
        status=1
    fi
}

for how in '' -flto -static-pie -shared; do
    # shellcheck disable=SC2086 # words
    case $how in
    -static-pie) set -- -fPIE -static-pie ;;
    -shared) set -- -fPIC -shared -Wl,-z,defs ;;
    *) set -- $how ;;
    esac
    says_what_is_missing "missing$how" "$CC" -O2 "$profiled" "$@" "$work/sum.c" -o "$plain"
done
# A runtime of before the plugin's newest calls is not asked for these.
objcopy --redefine-sym __algoprof1_sealing=gone1 --redefine-sym __algoprof1_unloading=gone2 \
    "$O/librt-sample.a" "$work/older.a"
cat >"$work/filter.c" <<END
#include <sys/prctl.h>
int main(int argc, char **argv)
{
    int sum = 0;
    #pragma algoprof loop
    for (int i = 0; i < argc; i++)
        sum += argv[i][0];
    return sum + prctl(PR_SET_SECCOMP, 99) == 1;
}
END
for how in '' -fPIC -static '-fPIC -masm=intel'; do
    # shellcheck disable=SC2086
    works "older$how" "$CC" -O2 $how "$profiled" "$work/filter.c" "$work/older.a" $SANFLAGS -lpthread
done
# shellcheck disable=SC2086 # words
works archive "$CC" -O2 "$profiled" "$work/sum.c" "$O/librt-sample.a" $SANFLAGS -lpthread
# shellcheck disable=SC2086
works library "$CC" -O2 "$profiled" "$work/sum.c" -L"$O" -Wl,-rpath,"$(cd "$O" && pwd)" -lrt-sample $SANFLAGS
exit $status
