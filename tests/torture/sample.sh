#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The sample of make torture that is in make check: of GCC's own tests every
# 120th in C and every 480th in C++, each at one level in turn; three of csmith's
# programs; four programs with options drawn at random; two random ones whose sizes are judged; and zlib.
cd "$(dirname "$0")" || exit 2
status=0

# part NAME COMMAND...: what can't be fetched is skipped.
part()
{
    name=$1
    shift
    "$@" && return
    case $? in
    77) echo "ok sample $name # SKIP its sources are not there" ;;
    *) status=1 ;;
    esac
}

part c ./c-torture.py every 120
part c++ ./g++-torture.py every 480
part csmith ./csmith.py 3 4 5
part flags ./flags.py 1 2 3 4
part exact ./exact.py 1 2
part real ./real.py zlib
exit $status
