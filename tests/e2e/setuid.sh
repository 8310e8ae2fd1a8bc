#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A setuid program is never profiled: no log, whatever the environment says, and
# nothing told.  Needs root, to give the program another owner.
set -u
cd "$(dirname "$0")/../.." || exit 2
O=$(realpath "${O:-build}")
[ -z "${SANFLAGS:-}" ] || exit 77      # which do not obey ASAN_OPTIONS in such a program
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

cat >"$folder/program.c" <<'END'
#include <stdio.h>
#include <sys/auxv.h>

int main(void)
{
    volatile int a[16] = { 0 };
    long sum = 0;
    for (int k = 0; k < 20; k++)
        for (int i = 0; i < 16; i++)
            sum += a[i]++;
    printf("%ld %lu\n", sum, getauxval(AT_SECURE));
    return 0;
}
END
${CC:-gcc} -O1 "-fplugin=$O/algoprof.so" '-fplugin-arg-algoprof-target=*' "$folder/program.c" \
    -o "$folder/program" "$O/librt-sample.a" || { echo 'not ok e2e/setuid build'; exit 1; }

# run NAME SUM-AND-SECURE LOGS: the program's output, and how many logs there are.
run()
{
    rm -f "$folder"/*.aplog
    said=$(cd "$folder" && ALGOPROF_RATE=1 ALGOPROF_VERBOSE=$4 ALGOPROF_LOG="$folder/%p.aplog" ./program 2>"$folder/errors")
    logs=$(find "$folder" -name '*.aplog' | wc -l)
    if [ "$said" = "$2" ] && [ "$logs" = "$3" ] && [ ! -s "$folder/errors" ]; then
        echo "ok e2e/setuid $1"
    else
        echo "not ok e2e/setuid $1"
        echo "    said $said, expected $2; $logs logs, expected $3; $(cat "$folder/errors")"
        status=1
    fi
}

status=0
run 'as it is' '3040 0' 1 0
if ! chown 65534:65534 "$folder/program" 2>/dev/null || ! chmod 755 "$folder" || ! chmod 6755 "$folder/program"; then
    echo 'ok e2e/setuid setuid # SKIP needs root'
    exit $status
fi
case $("$folder/program") in
*' 0') echo 'ok e2e/setuid setuid # SKIP the file system allows no setuid' ;;
*) run 'setuid' '3040 1' 0 0 && run 'setuid, verbose' '3040 1' 0 1 ;;
esac
exit $status
