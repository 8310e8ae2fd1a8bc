#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The fixed price of a sampled instance, in instructions (docs/cost.md): of what each of some thousand
# takes more than it is not to grow unseen.  The bounds are a tenth above what was counted with GCC 12 at -O2.
#   tests/runtime/instruction_counts.sh
if ! command -v valgrind >/dev/null || [ -n "$SANFLAGS" ]; then
    echo "valgrind is not there, or the runtime is sanitised"
    exit 77
fi
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
status=0

# count BODY INSTANCES: instructions of the whole program; callers says whether it tells who called
callers=off
count()
{
    ALGOPROF_CALLERS=$callers ALGOPROF_LOG="$work/log.aplog" ALGOPROF_RATE=1 ALGOPROF_BUDGET=0 valgrind --tool=callgrind \
        --callgrind-out-file=/dev/null "${O:-build}/tests/runtime/instruction_counts" "$1" "$2" 2>&1 |
        sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p'
    rm -f "$work"/log.aplog*
}

# price_of BODY: of an instance
price_of()
{
    few=$(count "$1" 1000)
    many=$(count "$1" 3000)
    echo $(((${many:-0} - ${few:-0}) / 2000))
}

# check BODY BOUND [WORD].  Of three tries one must hold: a step of the log that comes because a second is over, and not
# for an instance, is some thousand instructions in one of the two runs.
check()
{
    for try in 1 2 3; do
        price=$(price_of "$1")
        [ "$price" -gt "$2" ] || break
    done
    if [ "$price" -gt 0 ] && [ "$price" -le "$2" ]; then
        echo "ok rt/price $1${3+ $3}"
    else
        echo "not ok rt/price $1${3+ $3}"
        echo "    an instance takes $price instructions, at most $2"
        status=1
    fi
}

check none 2050
check access 2400
check range 2750
check column 2850
check list 4200
check calls 19700
check names 46600
callers=on
check none 3120 callers
exit $status
