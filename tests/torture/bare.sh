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
#   BARE_SUITE=bookworm                the release; trixie once its compiler is supported
#   BARE_FOLDER=FOLDER                 where the base (a tarball, made once), the machine and
#                                      the outputs are; $O/bare if not given
#   BARE_STEPS='user-before root user' the steps to run; with less than all, the machine
#                                      of the last time goes on being used
#
# The packages come from where this machine's apt has its own from.
# shellcheck disable=SC2317     # the conditions are called by judge
set -u
cd "$(dirname "$0")/../.." || exit 2
O=${O:-build}
suite=${BARE_SUITE:-bookworm}
here=$PWD/tests/torture
all='user-before root user'
steps=${BARE_STEPS:-$all}

skip()
{
    echo "# SKIP $1"
    exit 77
}

[ "$(id -u)" = 0 ] || skip 'needs root: it makes a chroot'
command -v debootstrap >/dev/null || skip 'needs debootstrap'
unshare --mount --pid --fork true 2>/dev/null || skip 'needs the right to make namespaces'
mkdir -p "${BARE_FOLDER:-$O/bare}" && folder=$(cd "${BARE_FOLDER:-$O/bare}" && pwd) || exit 2
base=$folder/base-$suite.tar machine=$folder/$suite logs=$folder/logs-$suite
mkdir -p "$logs" || exit 2

# Debian's archives as this machine's apt knows them, one "URI RELEASE COMPONENT"
# a line, for the release that is wanted.
archives()
{
    local mine
    # shellcheck disable=SC1091
    mine=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
        sed "s/ $mine/ $suite/" | sort -u
}

# The base, as debootstrap leaves it.
make_base()
{
    local mirror
    mirror=$(archives | sed -n "s/ $suite main\$//p" | head -n 1)
    [ -n "$mirror" ] || { echo "bare: apt-get indextargets names no archive of $suite; run apt-get update" >&2; return 1; }
    rm -rf "$machine.base"
    debootstrap --variant=minbase --include=make,git,ca-certificates "$suite" "$machine.base" "$mirror" \
        >"$logs/debootstrap.log" 2>&1 || { tail -n 5 "$logs/debootstrap.log" >&2; return 1; }
    tar -C "$machine.base" -cf "$base.part" . && mv "$base.part" "$base" && rm -rf "$machine.base"
}

# The machine: the base, this machine's way to the packages, and two clones.
make_machine()
{
    local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    rm -rf "$machine"
    mkdir "$machine" && tar -C "$machine" -xpf "$base" || return
    rm -rf "$machine/etc/apt/sources.list"*
    archives | sed "s,^,deb [signed-by=$keyring] ," >"$machine/etc/apt/sources.list"
    {
        apt-config dump | grep '^Acquire::' | grep -v '::IndexTargets'
        [ -z "${http_proxy:-}" ] || echo "Acquire::http::Proxy \"$http_proxy\";"
        [ -z "${https_proxy:-}" ] || echo "Acquire::https::Proxy \"$https_proxy\";"
    } >"$machine/etc/apt/apt.conf.d/90host"
    cp /etc/resolv.conf /etc/hosts "$machine/etc/" || return
    [ ! -d /etc/apt/auth.conf.d ] || cp -r /etc/apt/auth.conf.d "$machine/etc/apt/"
    if ls /usr/local/share/ca-certificates/*.crt >/dev/null 2>&1; then
        cp /usr/local/share/ca-certificates/*.crt "$machine/usr/local/share/ca-certificates/"
        inside update-ca-certificates >>"$logs/machine.log" 2>&1 || return
    fi
    inside useradd --create-home --shell /bin/bash user || return
    git clone -q --no-hardlinks . "$machine/root/algoprof" &&
        git clone -q --no-hardlinks . "$machine/home/user/algoprof" && inside chown -R user: /home/user
}

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

# inside COMMAND…: in the machine, as root, with nothing of this machine's
# environment.  Mounts and processes are in namespaces of their own: they end
# with the command, however that ends.  Process 1 is a bash, which waits for orphans.
inside()
{
    # shellcheck disable=SC2016
    unshare --mount --propagation private --pid --fork --kill-child bash -c '
        root=$1
        shift
        # A root that is a mount point can have mount namespaces of its own below it.
        mount --bind "$root" "$root" && mount -t proc proc "$root/proc" && mount --rbind /sys "$root/sys" && mount --rbind /dev "$root/dev" || exit 1
        chroot "$root" /usr/bin/env -i "$@"
        exit $?' _ "$machine" HOME=/root TERM=dumb \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@" </dev/null
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
    if [[ $counts =~ ^([0-9]+)\ passed,\ 0\ failed ]] && [ "${BASH_REMATCH[1]}" -ge 3000 ]; then
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
    if [ ! -e "$base" ]; then
        make_base || skip "the base of $suite could not be made (outputs: $logs)"
    fi
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
