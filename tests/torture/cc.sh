#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The compiler that real.py builds code bases with, for C or C++ by its name.
#
# Environment: TORTURE_CC and TORTURE_CXX, the compilers; TORTURE_MODE=plain|
# loaded (the plugin, no target)|silent (every loop)|profiled (the same, and it says what
# became of each)|inhouse|trms|contexts; else the compiler's own work, as in configure scripts; TORTURE_LOGS,
# a folder that gets a file for each compilation: its CPU time, and what the
# plugin said; TORTURE_STATIC=1, to link the runtime into the program; O, the build folder with plugin and runtime.
case ${0##*/} in
*++) compiler=$TORTURE_CXX ;;
*) compiler=$TORTURE_CC ;;
esac
[ -n "${TORTURE_MODE:-}" ] || exec "$compiler" "$@"

flags=() libs=() kind=link
for argument; do
    case $argument in
    -c | -S) kind=compile ;;
    -E | -M | -MM | -v | --version | -dump* | -print*) exec "$compiler" "$@" ;;
    esac
done
if [ "$TORTURE_MODE" != plain ]; then
    flags=("-fplugin=$O/algoprof.so" -Wno-error=pragmas -fno-diagnostics-show-caret)
    case $TORTURE_MODE in
    silent) flags+=('-fplugin-arg-algoprof-target=*') ;;
    profiled) flags+=('-fplugin-arg-algoprof-target=*' -fplugin-arg-algoprof-verbose) ;;
    inhouse | contexts) flags+=("-fplugin-arg-algoprof-$TORTURE_MODE") ;;
    trms) flags+=(-fplugin-arg-algoprof-inhouse=trms) ;;
    esac
    [ $kind = compile ] || libs=("-L$O" "-Wl,-rpath,$O" -lrt-sample)
    [ $kind = compile ] || [ "${TORTURE_STATIC:-}" != 1 ] || libs=("$O/librt-sample.a" -lpthread)
fi
log=$(mktemp "$TORTURE_LOGS/$kind.XXXXXXXX") || exit 1
TIMEFORMAT='time %U %S'
{ time "$compiler" "$@" "${flags[@]}" "${libs[@]}" 2>"$log.said"; } 2>"$log"
status=$?
grep 'algoprof:' "$log.said" >>"$log"
grep -v 'algoprof:' "$log.said" >&2
rm -f "$log.said"
exit $status
