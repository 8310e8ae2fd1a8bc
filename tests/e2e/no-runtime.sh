#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A program that is linked without the runtime: the linker says what to do, if there is a target.
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
        readelf -SW "$plain" | grep -q '\.debug\.algoprof *PROGBITS *0000000000000000' &&
        ! dwz "$plain" -o "$work/packed" 2>&1 | grep 'Unknown debugging section' >"$work/said"; then
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
# Files without targets, which have traced copies, link and run without the runtime.
cat >"$work/called.c" <<END
static int squares[64];
static int square(const void *a)
{
    return *(const int *)a * *(const int *)a;
}
int each(const int *a, int n, int (*f)(const void *))
{
    for (int i = 0; i < n; i++)
        squares[i % 64] += (f ? f : square)(a + i);
    return squares[0];
}
END
cat >"$work/caller.c" <<END
int each(const int *a, int n, int (*f)(const void *));
int main(int argc, char **argv)
{
    (void)argv;
    return each(&argc, 1, 0) != 1;
}
END

unneeded() {
    name=$1
    shift
    if "$CC" "$profiled" "$@" -o "$plain" 2>"$work/said" && "$plain" 2>>"$work/said" && [ ! -s "$work/said" ]; then
        echo "ok no-runtime/$name"
    else
        echo "not ok no-runtime/$name"
        sed 's/^/    /' "$work/said"
        status=1
    fi
}
for how in -O0 -O2 -static '-fPIE -static-pie' '-fno-pie -no-pie' -flto '-fPIC -Wl,-z,now' -fuse-ld=gold; do
    # Debian 13 has it in a package of its own, which nothing else asks for.
    if [ "$how" = -fuse-ld=gold ] && ! command -v ld.gold >/dev/null; then
        echo "ok no-runtime/unneeded $how # SKIP there is no gold"
        continue
    fi
    # shellcheck disable=SC2086
    unneeded "unneeded $how" -O1 $how "$work/caller.c" "$work/called.c"
done
"$CC" -O2 "$profiled" -fPIC -shared -Wl,-z,defs "$work/called.c" -o "$work/libcalled.so" &&
    unneeded 'unneeded library' "$work/caller.c" "$work/libcalled.so"
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
