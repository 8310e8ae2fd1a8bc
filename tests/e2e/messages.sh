#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a developer is told when no log is where he looks for it, and what is told of one.
set -u
cd "$(dirname "$0")/../.." || exit 2
O=$(realpath "${O:-build}")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export ASAN_OPTIONS=detect_leaks=0
cat >"$work/one.c" <<'C'
#include <stdlib.h>
int main(int argc, char **argv)
{
    unsigned sum = 0;
#pragma algoprof loop
    for (int i = 0; i < argc + 10; i++)
        sum += (unsigned char)argv[0][0];
    return sum == 0;
}
C
cd "$work" || exit 2
"${CC:-gcc}" -O2 -fplugin="$O/algoprof.so" one.c -o one -L"$O" -Wl,-rpath,"$O" -lrt-sample || exit 2
status=0
# told NAME EXPECTED COMMAND...
told()
{
    local name=$1 expected=$2 found
    shift 2
    found=$("$@" 2>&1)
    # shellcheck disable=SC2254 # a pattern
    case $found in
    $expected) echo "ok messages/$name" ;;
    *) printf 'not ok messages/%s\n    found: %s\n    expected: %s\n' "$name" "$found" "$expected"
        status=1 ;;
    esac
}
told 'folder is made' '' env ALGOPROF_LOG=logs/1.aplog ./one
told 'log is there' logs/1.aplog ls logs/1.aplog
told 'folders are missing' 'algoprof: no log written: cannot make */a/b/1.aplog' env ALGOPROF_VERBOSE=1 ALGOPROF_LOG=a/b/1.aplog ./one
told 'off' 'algoprof: no log written' env ALGOPROF_VERBOSE=1 ALGOPROF_LOG=off ./one
told 'one of each' 'algoprof: */2.aplog: 1 instance of 1 target' env ALGOPROF_VERBOSE=1 ALGOPROF_LOG=2.aplog ./one
told 'report on no folder' '*a/b: cannot be opened: No such file or directory; skipped*' "$O/algoprof" report a/b
mkdir empty
told 'report on an empty one' '*empty: folder without logs (\*.aplog); skipped*' "$O/algoprof" report empty
# A name of a list that no file has is no warning of each file; the list is asked for it once.
printf 'main\nnobody\n' >list
told 'list, with -Werror' '' "${CC:-gcc}" -O2 -Wall -Werror -fplugin="$O/algoprof.so" -fplugin-arg-algoprof-target=@list \
    -Wno-unknown-pragmas one.c -o two -L"$O" -Wl,-rpath,"$O" -lrt-sample
told 'name in no file' "algoprof: list:2: 'nobody' is in no file of two that was compiled with the plugin" \
    sh -c "'$O/algoprof' list --targets list two 2>&1 >table"
# A loop that is the whole run is cut by the budget: after how much of it, is said.
cat >whole.c <<'C'
#include <stdlib.h>
struct node { struct node *next; long value; } *list, *own;
__attribute__((noipa)) static long work(const struct node *l, int n)
{
    long sum = 0;
    for (; l && n--; l = l->next)
        sum += l->value;
    return sum;
}
int main(int argc, char **argv)
{
    long n = atol(argv[1]), sum = 0;
    own = calloc((size_t)n, sizeof *own);
    for (long i = 0; i < n; list = &own[i++])
        own[i] = (struct node){ list, i };
    if (argc > 2) {
#pragma algoprof loop name(walk)
        for (struct node *l = list; l; l = l->next)
            sum += work(l, 100);
    } else {
#pragma algoprof loop name(counted)
        for (long i = 0; i < n; i++)
            sum += work(list, 100);
    }
    return sum == 1;
}
C
"${CC:-gcc}" -O2 -fplugin="$O/algoprof.so" whole.c -o whole -L"$O" -Wl,-rpath,"$O" -lrt-sample || exit 2
for kind in '' walk; do
    name=${kind:-counted}
    for n in 100000 200000; do
        # shellcheck disable=SC2086 # no argument where there is none
        ALGOPROF_BUDGET=0.1 ALGOPROF_LOG=$name/$n.aplog ./whole $n $kind
    done
    after=$("$O/algoprof" dump "$name/200000.aplog" | sed -n 's/^instance [^:]*: cost \([0-9]*\), .*flags \[cut.*/\1/p')
    told "cut $name" "*2 of 2 runs executed the loop once, and the budget cut its trace after $after of 200k iter*" \
        "$O/algoprof" report --target="$name" "$name"
done
exit $status
