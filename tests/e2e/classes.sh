#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The examples' fleet at default sampling: the report must give each target the
# class that it is known to have, at three levels.
#   tests/e2e/classes.sh
set -u
cd "$(dirname "$0")/../.." || exit 2
O=${O:-build}
if [ "${SAN:-0}" = 1 ]; then
    echo '# SKIP a sanitised program is another program'
    exit 77
fi
failed=0
for level in -O0 -O2 -O3; do
    if out=$(examples/play.sh "$O" "$O/tests/classes$level" "$level" 2>&1); then
        echo "$out" | sed -n "s/^right *\([^ ]*\).*/ok e2e\/classes $level \1/p"
    else
        echo "not ok e2e/classes $level"
        echo "$out" | sed 's/^/    /'
        failed=1
    fi
done
exit $failed
