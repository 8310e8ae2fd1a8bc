#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A Debian release in a chroot, for bare.sh and compilers.sh, which read this file.  They set
#   suite     the release
#   base      a tarball of it, made once
#   machine   the folder that is the chroot's root
#   logs      where outputs go
#
# The packages come from where this machine's apt has its own from.
# shellcheck disable=SC2154

skip()
{
    echo "# SKIP $1"
    exit 77
}

may_make_chroots()
{
    [ "$(id -u)" = 0 ] || skip 'needs root: it makes a chroot'
    command -v debootstrap >/dev/null || skip 'needs debootstrap'
    unshare --mount --pid --fork true 2>/dev/null || skip 'needs the right to make namespaces'
}

# Debian's archives as this machine's apt knows them, one "URI RELEASE COMPONENT"
# a line, for the release that is wanted.
archives()
{
    local mine
    # shellcheck disable=SC1091
    mine=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
        sed "s/ $mine/ $suite/" | if [ "$suite" = sid ]; then grep ' sid '; else cat; fi | sort -u
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
    # A chroot that is lost with the machine's power is made again.
    echo force-unsafe-io >"$machine/etc/dpkg/dpkg.cfg.d/90unsafe" || return
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

need_base()
{
    [ -e "$base" ] || make_base || skip "the base of $suite could not be made (outputs: $logs)"
}
