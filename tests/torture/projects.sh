#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Real projects, from Debian's source packages and not edited, built as examples/projects/README.md
# says, with an algoprof that is installed below a prefix of its own: CMake, Meson,
# plain make, autotools; and as Debian packages, with the packages of algoprof.  Every loop is
# a target.  Their own tests pass, and the logs of these have targets.
#
#   tests/torture/projects.sh [NAME...]
# shellcheck disable=SC2016,SC2317     # a shell within expands; try calls the functions
set -u
cd "$(dirname "$0")/../.." || exit 2
here=$PWD/tests/torture
O=$(realpath "${O:-build}") CC=${CC:-gcc} CXX=${CXX:-g++} jobs=${JOBS:-2}
work=$O/torture/projects
rm -rf "$work"
mkdir -p "$work" || exit 2
make -s --no-print-directory DEPS_CHECKED=1 O="$O" CC="$CC" CXX="$CXX" install PREFIX="$work/prefix" BYNAME=0 || exit 2
major=$("$CC" -dumpversion)
compilers=("CC=$CC" "CXX=$CXX")
cc=algoprof-gcc-${major%%.*} cxx=algoprof-g++-${major%%.*}
all=-fplugin-arg-algoprof-target='*'
export PATH=$work/prefix/bin:$PATH LC_ALL=C.UTF-8 O
unset CC CXX CFLAGS CXXFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL

# What runs from here on logs there.
log()
{
    mkdir "$work/$name.logs"
    export ALGOPROF_LOG="$work/$name.logs/%p.%u.aplog" ALGOPROF_RATE=10
}

cmake_with()
{
    cmake -S . -B b -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" \
        -DCMAKE_C_FLAGS="$all" -DCMAKE_CXX_FLAGS="$all" "$@"
    cmake --build b -j "$jobs"
    log
}

of_cmake()
{
    cmake_with -DJANSSON_BUILD_DOCS=OFF
    (cd b && ctest)
}

of_meson()
{
    CC=$cc CXX=$cxx CXXFLAGS=$all meson setup b -Dtests=true --buildtype=release
    meson compile -C b
    log
    meson test -C b
}

of_autotools()
{
    autoreconf -fi
    ./configure CC="$cc" CFLAGS="-O2 -g $all"
    make -j "$jobs"
    log
    make check
}

of_make()
{
    make -j "$jobs" CC="$cc" CFLAGS="-O2 -g -D_FILE_OFFSET_BITS=64 $all"
    log
    make test CC="$cc"
    for n in 1 2 3; do
        cmp "sample$n.bz2" "sample$n.rb2"
        cmp "sample$n.tst" "sample$n.ref"
    done
}

# In a throw-away copy of this machine's root.  The library that it packages needs the runtime's package.
of_debian()
{
    make -s -C "$here/../.." --no-print-directory DEPS_CHECKED=1 O="$O" "${compilers[@]}" deb
    log
    "$here/../install/throwaway.sh" "$O" -- bash -c 'dpkg -i "$O"/deb/*.deb && cd "$0" &&
        PATH=/usr/sbin:/usr/bin:/sbin:/bin CC=$1 CXX=$2 DEB_CFLAGS_APPEND=$3 dpkg-buildpackage -B -us -uc' \
        "$PWD" "$cc" "$cxx" "$all"
    dpkg-deb -f ../libjansson4_*.deb Depends | grep librt-sample1
}

# The logs name targets of the project; the tests of some are not enough for more.
logged()
{
    algoprof report --json "$work/$name.logs" >"$work/$name.json" || [ $? -le 1 ] || return
    python3 - "$work/$name.json" <<'P'
import json, sys
targets = json.load(open(sys.argv[1]))["targets"]
print(len(targets), "targets in the logs")
assert any(t["instances"] for t in targets), targets[:2]
P
}

failed=0
# try NAME PACKAGE: builds and tests it by of_NAME.
try()
{
    name=$1
    local source status
    source=$("$here/fetch-source.sh" "$O/torture" "$2" 2>"$work/why") ||
        { echo "ok projects/$name # SKIP $(head -n 1 "$work/why")"; return; }
    mkdir "$work/$name" && cp -a "$source" "$work/$name/tree"
    # Not in a condition, where bash ignores errexit.
    (set -e -o pipefail; cd "$work/$name/tree"; "of_$name"; logged) >"$work/$name.log" 2>&1 </dev/null
    status=$?
    if [ $status = 77 ]; then
        echo "ok projects/$name # SKIP no mount namespaces or overlays here"
    elif [ $status = 0 ]; then
        echo "ok projects/$name ($2): $(tail -n 1 "$work/$name.log")"
        rm -rf "${work:?}/$name" "$work/$name.logs"
    else
        echo "not ok projects/$name ($2; output: $work/$name.log)"
        tail -n 25 "$work/$name.log" | sed 's/^/    /'
        failed=1
    fi
}

for project in cmake:jansson meson:tinyxml2 make:bzip2 autotools:libyaml debian:jansson; do
    [ $# = 0 ] || [[ " $* " == *" ${project%:*} "* ]] || continue
    try "${project%:*}" "${project#*:}"
done
exit $failed
