#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin of each GCC of Debian 13 and of Debian's unstable, in a chroot of each.  There the
# last commit is built once for each compiler, and what judges the plugin runs with it:
# tests/plugin, tests/compile and tests/judged; with GCC 14 and 16 also GCC's own tests
# (c-torture) at -O0, -O2 and -O3.
#
#   tests/torture/compilers.sh         needs root, debootstrap and Debian's packages; hours
#   COMPILERS='trixie-14 sid-16'       which; all if not given
#   COMPILERS_SUITES='tests/…'         which suites
#   COMPILERS_LEVELS='-O0 -O2 -O3'     c-torture's levels; none if empty
#   BARE_FOLDER=FOLDER                 where the chroots and the outputs are; $O/bare if not given
#
# Stopped, it goes on where it was: a chroot's build folders and c-torture's records are kept.
# shellcheck disable=SC2034     # chroot.sh uses variables
set -u
cd "$(dirname "$0")/../.." || exit 2
O=${O:-build}
all='trixie-13 trixie-14 sid-15 sid-16'
judging='tests/plugin/run.sh tests/plugin/products/run.py tests/compile/original/run.py
    tests/compile/with-others/run.py tests/compile/loader/run.py tests/compile/objects/run.py
    tests/compile/collector/run.py tests/judged/counts/run.py tests/judged/recursion/run.py
    tests/judged/early-exits/run.sh tests/judged/exact/run.py tests/judged/even-reads/run.py
    tests/inhouse/run.py tests/contexts/run.py'
suites=${COMPILERS_SUITES:-$judging}
levels=${COMPILERS_LEVELS--O0 -O2 -O3}
# shellcheck source=tests/torture/chroot.sh
. tests/torture/chroot.sh
may_make_chroots
mkdir -p "${BARE_FOLDER:-$O/bare}" && folder=$(cd "${BARE_FOLDER:-$O/bare}" && pwd) || exit 2

# The chroot, with the packages of a build, of these suites and of all its compilers.
prepare()
{
    local names=
    need_base
    [ -e "$machine/home/user/algoprof" ] || make_machine || return
    git -C "$machine/root/algoprof" -c safe.directory='*' fetch -q "$PWD" HEAD &&
        git -C "$machine/root/algoprof" -c safe.directory='*' reset -q --hard FETCH_HEAD || return
    for compiler in $all; do
        [ "${compiler%-*}" = "$suite" ] && names+=" g++-${compiler#*-} gcc-${compiler#*-}-plugin-dev"
    done
    # shellcheck disable=SC2086
    inside env DEBIAN_FRONTEND=noninteractive sh -c "apt-get -q update && cd /root/algoprof &&
        apt-get -qy install --no-install-recommends $names && mk/deps.sh compilers" \
        >"$logs/packages.log" 2>&1 </dev/null
}

# run MAJOR GOAL ARGUMENTS…: the suites with that compiler.
run()
{
    local log=$logs/$1-$2.log start=$SECONDS
    inside make -C /root/algoprof --no-print-directory "-j$(nproc)" DEPS_CHECKED=1 "CC=gcc-$1" "CXX=g++-$1" \
        "O=build/only-$1" PLUGIN_OTHERS= "${@:3}" >"$log" 2>&1
    local status=$?
    echo "# $suite, GCC $1, $2: $((SECONDS - start)) s: $(grep -v '^make' "$log" | tail -n 1)"
    if [ $status = 0 ]; then
        echo "ok compilers/$suite-$1 $2"
    else
        echo "not ok compilers/$suite-$1 $2 (outputs: $log)"
        grep -A 6 '^ *not ok' "$log" | head -n 60
        failed=1
    fi
}

failed=0
main()
{
    local compiler level major
    for suite in trixie sid; do
        [[ " ${COMPILERS:-$all} " == *" $suite-"* ]] || continue
        base=$folder/base-$suite.tar machine=$folder/compilers-$suite logs=$folder/logs-compilers-$suite
        mkdir -p "$logs" || exit 2
        prepare || { echo "not ok compilers/$suite machine (outputs: $logs)"; failed=1; continue; }
        for compiler in ${COMPILERS:-$all}; do
            [ "${compiler%-*}" = "$suite" ] || continue
            major=${compiler#*-}
            run "$major" judged torture "TORTURE_SUITES=${suites//$'\n'/ }"
            case $major in
            14 | 16)
                for level in $levels; do
                    run "$major" "c-torture$level" torture PART=c-torture "GROUP=$level"
                done
                ;;
            esac
        done
    done
    exit $failed
}

# Read whole before it runs: it runs for long, and may be changed meanwhile.
main
