#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The sources of the last commit as a distribution takes them: dpkg-buildpackage
# and rpmbuild build everything, lintian finds nothing, and the packages of both
# have the same programs.
#
#   packages.sh     ccache, where it is there, keeps what was compiled
set -u
cd "$(dirname "$0")/../.." || exit 2
O=$(realpath "${O:-build}")
work=$O/tests/torture/packages
rm -rf "$work"
mkdir -p "$work" || exit 2
here=$O
unset O CC CXX MAKEFLAGS MFLAGS MAKELEVEL DESTDIR PREFIX LIBDIR
version=$(dpkg-parsechangelog -S Version) || exit 2
if command -v ccache >/dev/null; then
    export PATH=/usr/lib/ccache:$PATH CCACHE_DIR=${CCACHE_DIR:-$here/ccache}
fi
failed=0
# try NAME COMMAND...
try()
{
    local name=$1
    shift
    if ("$@") >"$work/log" 2>&1 </dev/null; then
        echo "ok packages/$name"
    else
        echo "not ok packages/$name"
        tail -n 40 "$work/log" | sed 's/^/    /'
        failed=1
    fi
}

debian()
{
    mkdir -p "$work/deb/algoprof-$version" && git archive HEAD | tar -x -C "$work/deb/algoprof-$version" || return
    cd "$work/deb/algoprof-$version" && dpkg-buildpackage -us -uc "-j${JOBS:-1}"
}

no_complaint() { lintian --fail-on error,warning "$work"/deb/*.changes; }

rpm()
{
    mkdir -p "$work/rpm" && git archive --prefix="algoprof-$version/" -o "$work/rpm/algoprof-$version.tar.gz" HEAD || return
    rpmbuild -ta --nodeps --define "_topdir $work/rpm" --define "_smp_build_ncpus ${JOBS:-1}" "$work/rpm/algoprof-$version.tar.gz"
}

programs()
{
    local file
    mkdir "$work/one" "$work/other" || return
    for file in "$work"/deb/*.deb; do dpkg-deb -x "$file" "$work/one" || return; done
    for file in "$work"/rpm/RPMS/*/*.rpm; do (cd "$work/other" && rpm2archive -n - <"$file" | tar -x) || return; done
    (cd "$work/one/usr" && find bin share/man include ! -type d | grep -v algoprof-mpi | sort) >"$work/one.list"
    (cd "$work/other/usr" && find bin share/man include ! -type d | sort) >"$work/other.list"
    [ -s "$work/one.list" ] && diff "$work/one.list" "$work/other.list" && "$work/other/usr/bin/algoprof" --version
}

try dpkg-buildpackage debian
try lintian no_complaint
try rpmbuild rpm
try same-programs programs
[ $failed = 1 ] || rm -rf "$work"
exit $failed
