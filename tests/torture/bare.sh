#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The two commands on a bare machine: a Debian that has nothing but make, git and
# ca-certificates.  In it a clean clone of the last commit runs
#   make check        as a user, without packages: names the command that installs them
#   make demo, check  as root: installs them, 0 failed
#   make demo, check  as a user: 0 failed
# and nothing is skipped but what bare-skipped.txt lists.
#
#   tests/torture/bare.sh              needs root, debootstrap and Debian's packages
#   BARE_SUITE=bookworm                the release, or trixie
#   BARE_FOLDER=FOLDER                 where the base (a tarball, made once), the machine and
#                                      the outputs are; $O/bare if not given
#   BARE_STEPS='user-before root user' the steps to run; with less than all, the machine
#                                      of the last time goes on being used
#
# The packages come from where this machine's apt has its own from.
# shellcheck disable=SC2317,SC2034     # the conditions are called by judge; chroot.sh uses variables
set -u
cd "$(dirname "$0")/../.." || exit 2
O=${O:-build}
suite=${BARE_SUITE:-bookworm}
here=$PWD/tests/torture
all='user-before root user'
steps=${BARE_STEPS:-$all}

# shellcheck source=tests/torture/chroot.sh
. tests/torture/chroot.sh
may_make_chroots
mkdir -p "${BARE_FOLDER:-$O/bare}" && folder=$(cd "${BARE_FOLDER:-$O/bare}" && pwd) || exit 2
base=$folder/base-$suite.tar machine=$folder/$suite logs=$folder/logs-$suite
mkdir -p "$logs" || exit 2

# The machine of the last time, with clones of the last commit; what was built there stays.
refresh_machine()
{
    local clone
    for clone in "$machine/root/algoprof" "$machine/home/user/algoprof"; do
        git -C "$clone" -c safe.directory="$clone" fetch -q "$PWD" HEAD &&
            git -C "$clone" -c safe.directory="$clone" reset -q --hard FETCH_HEAD || return
    done
    inside chown -R user: /home/user
}

# as WHO GOAL: make in WHO's clone; its output goes to the logs.
as()
{
    local log=$logs/$1-$2.log start=$SECONDS status
    if [ "$1" = root ]; then
        inside make -C /root/algoprof "$2" >"$log" 2>&1
    else
        inside su - user -c "make -C algoprof $2" >"$log" 2>&1
    fi
    status=$?
    echo "# $1: make $2: exit status $status, $((SECONDS - start)) s: $(grep -v '^make' "$log" | tail -n 1)"
    return $status
}

failed=0
# judge NAME CONDITION…: one result.
judge()
{
    local name=$1
    shift
    if "$@"; then
        echo "ok bare/$suite $name"
    else
        echo "not ok bare/$suite $name (outputs: $logs)"
        failed=1
    fi
}

# Nothing failed, and no fewer tests than there were when this was written.
none_failed()
{
    local counts
    counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$logs/$1-check.log" | tail -n 1)
    if [[ $counts =~ ^([0-9]+)\ passed,\ 0\ failed ]] && [ "${BASH_REMATCH[1]}" -ge 2700 ]; then
        return 0
    fi
    grep -A 6 '^ *not ok' "$logs/$1-check.log"
    return 1
}

# Nothing was skipped but what is listed; some of that depends on the processor.
skips_listed()
{
    local unlisted
    sed -n '/^skipped, and why:$/,/ passed, /s/^    //p' "$logs/$1-check.log" | sort -u >"$logs/$1-skipped"
    unlisted=$(sed -n "s/^$1 //p" "$here/bare-skipped.txt" | sort -u | comm -13 - "$logs/$1-skipped")
    [ -z "$unlisted" ] || { printf 'skipped by %s, not in bare-skipped.txt:\n%s\n' "$1" "$unlisted"; return 1; }
}

# One line with the command, and nothing installed or built.
names_packages()
{
    [ "$(grep -c 'install them with: sudo apt-get update && sudo apt-get install -y --no-install-recommends .*g++' \
        "$logs/user-check.log")" = 1 ] && [ ! -e "$machine/home/user/algoprof/build" ]
}

both()
{
    judge "$1: make demo" as "$1" demo
    judge "$1: make check" as "$1" check
    judge "$1: none failed" none_failed "$1"
    judge "$1: no skip that is not listed" skips_listed "$1"
}

main()
{
    local step
    need_base
    local make=make_machine
    [ ! -e "$machine/home/user/algoprof" ] || [ "$steps" = "$all" ] || make=refresh_machine
    $make || { echo "not ok bare/$suite machine (outputs: $logs)"; exit 1; }
    for step in $steps; do
        case $step in
        user-before)
            as user check
            judge 'user without packages: the command is named' names_packages ;;
        root | user) both "$step" ;;
        *) echo "bare: BARE_STEPS: no step '$step': $all" >&2; exit 2 ;;
        esac
    done
    exit $failed
}

# Read whole before it runs: it runs for long, and may be changed meanwhile.
main
