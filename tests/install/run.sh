#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installing: make install, uninstall and the Debian packages, used from
# elsewhere.  What would touch the machine runs in a throw-away root.
set -u
cd "$(dirname "$0")/../.." || exit 2
here=$PWD/tests/install
O=$(realpath "${O:-build}")
CC=${CC:-gcc} CXX=${CXX:-g++}
if [ "${SAN:-0}" = 1 ]; then
    echo 'SKIP: installing is tested without sanitizers'
    exit 77
fi
unset MAKEFLAGS MFLAGS MAKELEVEL ALGOPROF_LOG ALGOPROF_RATE LD_LIBRARY_PATH PKG_CONFIG_PATH
work=$O/tests/install
rm -rf "$work"
mkdir -p "$work" || exit 2
export O CC CXX work here

failed=0
# try NAME COMMAND…
try()
{
    local name=$1
    shift
    ("$@") >"$work/log" 2>&1 </dev/null
    case $? in
    0) echo "ok install/$name" ;;
    77) echo "ok install/$name # SKIP no mount namespaces or overlays here" ;;
    *) echo "not ok install/$name"
        sed 's/^/    /' "$work/log" | tail -n 40
        failed=1 ;;
    esac
}

install_make()
{
    make -s --no-print-directory DEPS_CHECKED=1 O="$O" CC="$CC" CXX="$CXX" "$@"
}
export -f install_make

prefix=$work/prefix
# A user's own prefix: nothing outside it is written.
own_prefix()
{
    set -e
    install_make install prefix="$prefix" BYNAME=0
    cd "$work"
    export PATH=$prefix/bin:$PATH
    cp "$here/../../examples/projects/sum.c" .
    PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --libs librt-sample >libs
    grep -q -- "-Wl,-rpath,$prefix/lib" libs
    for version in "$prefix"/lib/algoprof/gcc-*; do
        version=${version##*-}
        "algoprof-gcc-$version" -O2 -g sum.c -o "sum-$version"
        ALGOPROF_LOG=$PWD/$version.aplog "./sum-$version" 1000
        algoprof dump "$version.aplog" | grep -q scan
    done
    # The project's own files, without a link in GCC's folder.
    cp "$here/../../examples/projects/cmake/CMakeLists.txt" .
    PKG_CONFIG_PATH=$prefix/lib/pkgconfig cmake -S . -B cmake -DCMAKE_BUILD_TYPE=RelWithDebInfo
    cmake --build cmake
    ALGOPROF_LOG=$PWD/cmake.aplog cmake/sum 1000
    algoprof dump cmake.aplog | grep -q scan
    cp sum.c sum.cc
    algoprof-g++ -O2 -g -flto sum.cc -o sum-lto
    ALGOPROF_LOG=$PWD/lto.aplog ./sum-lto 1000
    algoprof dump lto.aplog | grep -q scan
    # glibc's start of a static program that is position-independent fails where there is a RUNPATH.
    for static in -static -static-pie; do
        algoprof-gcc -O2 -g -fPIE $static sum.c -o "sum$static"
        ALGOPROF_LOG=$PWD/sum$static.aplog "./sum$static" 1000
        algoprof dump "sum$static.aplog" | grep -q scan
    done
    # A shipped program's calls, by wrapper and by specs; folders of the program's own come first.
    printf '#include <algoprof/algoprof.h>\nint main(void) { return algoprof_label("version", "1") + 1; }\n' >ship.c
    algoprof-gcc -O2 -fplugin-arg-algoprof-spool=ship ship.c -o ship
    gcc -fplugin="$prefix/lib/algoprof/algoprof.so" -specs="$prefix/lib/algoprof/rt-sample.specs" -O2 -c ship.c
    mkdir -p own/algoprof
    echo '#error mine' >own/algoprof/algoprof.h
    if algoprof-gcc -O2 -Iown -c ship.c 2>error; then return 1; fi
    grep -q 'error mine' error
    # The timer's service starts what is there.
    [ -x "$(sed -n 's/^ExecStart=//p' "$prefix/lib/systemd/user/algoprof-upload.service")" ]
    ! grep -q '@[A-Z]*@' "$prefix"/lib/systemd/user/* || return 1
    if command -v systemd-analyze >/dev/null; then
        ! XDG_RUNTIME_DIR=$work systemd-analyze --user --man=no verify "$prefix"/lib/systemd/user/* 2>&1 | grep algoprof-upload || return 1
    fi
    # By many processes, and with its manual page.
    OMP_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        mpirun -n 2 --oversubscribe algoprof-mpi ingest --db mpi.db . >mpi.out
    grep -q "^$(ls ./*.aplog | wc -l) files: $(ls ./*.aplog | wc -l) taken" mpi.out
    zcat "$prefix/share/man/man1/algoprof-mpi.1.gz" | grep -q '^.TH ALGOPROF-MPI'
    # No plugin for that compiler: a clear word and no program.
    major=$(gcc -dumpversion)
    mv "$prefix/lib/algoprof/gcc-${major%%.*}" aside
    if algoprof-gcc sum.c -o none 2>error; then return 1; fi
    mv aside "$prefix/lib/algoprof/gcc-${major%%.*}"
    grep -q "algoprof: .*/gcc-${major%%.*}/algoprof.so is not there: install " error
    [ ! -e none ]
    # What the README and the manual send the reader to.
    grep -o ']([a-z/-]*\.[a-z]*)' "$prefix/share/doc/algoprof/README.md" | grep -v '(\(examples\|gcc-plugin\)/' | tr -d ']()' >links
    [ "$(wc -l <links)" -ge 15 ]
    while read -r link; do [ -e "$prefix/share/doc/algoprof/$link" ]; done <links
    cmp "$prefix/share/doc/algoprof/report.schema.json" "$here/../../docs/report.schema.json"
}

# D3's licences want their text to go with the program.
licences()
{
    local all text
    all=$(dpkg-deb --fsys-tarfile "$O"/deb/algoprof_*.deb | tar -xO ./usr/share/doc/algoprof/copyright | tr -s ' \n' ' ')
    text=$(tr -s ' \n' ' ' <offline/html/LICENSE.d3)
    case $all in
    *"$text"*) ;;
    *) echo "the copyright file lacks D3's licences"; return 1 ;;
    esac
}

removed()
{
    install_make uninstall PREFIX="$prefix" BYNAME=0 || return
    [ -z "$(find "$prefix" ! -type d | tee /dev/stderr)" ]
}

# Public headers compile alone, in C and C++.
headers()
{
    for header in include/algoprof/*.h; do
        "$CC" -std=c99 -Wall -Wextra -pedantic -Werror -Iinclude -x c -fsyntax-only "$header" ||
            "$CC" -std=c11 -Wall -Wextra -pedantic -Werror -Iinclude -x c -fsyntax-only "$header" || return
        "$CXX" -std=c++11 -Wall -Wextra -Iinclude -x c++ -fsyntax-only "$header" 2>&1 | grep -v 'pragma once' >"$work/header"
        [ ! -s "$work/header" ] || { cat "$work/header"; return 1; }
    done
}

# All files, but those that triggers of other packages keep up to date: of man-db, libc, ccache and distcc, which link each
# compiler that they find whenever something is installed in GCC's folder.
listing()
{
    find /usr /etc /var/lib ! -type d ! -path '*/man/*cache*' ! -path '/etc/ld.so.cache' ! -path '/var/lib/dpkg/*' \
        ! -path '/usr/lib/ccache/*' ! -path '/usr/lib/distcc/*' -printf '%p %l\n' | sort
}
export -f listing

# Inside the throw-away root.
installed()
{
    local work
    work=$(mktemp -d) || return
    listing >"$work/before"
    install_make install PREFIX=/usr/local || return
    PATH=/usr/local/bin:$PATH "$here/use.sh" "$here/../../examples/projects" /usr/local/lib
    local status=$?
    install_make uninstall PREFIX=/usr/local || status=1
    listing | diff "$work/before" - || status=1
    # GCC's folder can't be written: told, and all else installed.
    folder=$("$CC" -print-file-name=plugin)
    mount --bind "$folder" "$folder" && mount -o remount,bind,ro "$folder" || return 1
    install_make install PREFIX=/usr/local 2>"$work/note" || status=1
    grep -q 'cannot be written: -fplugin=algoprof will not work by name' "$work/note" || { cat "$work/note"; status=1; }
    [ -x /usr/local/bin/algoprof-gcc ] || status=1
    rm -rf "$work"
    return $status
}

packaged()
{
    local work
    work=$(mktemp -d) || return
    listing >"$work/before"
    dpkg -i "$O"/deb/*.deb || return
    algoprof-mpi --version || return
    "$here/use.sh" "$here/../../examples/projects" /usr/lib/x86_64-linux-gnu brief
    local status=$?
    # shellcheck disable=SC2046
    dpkg --purge $(for deb in "$O"/deb/*.deb; do dpkg-deb -f "$deb" Package; done) || status=1
    listing | diff "$work/before" - || status=1
    rm -rf "$work"
    return $status
}
export -f installed packaged

# In the throw-away root; the lines of use.sh are told here.
away()
{
    "$here/throwaway.sh" "$PWD" "$O" -- bash -c "cd '$PWD' && $1" >"$work/$1.log" 2>&1 </dev/null
    local status=$?
    grep -E '^(not )?ok |^    ' "$work/$1.log"
    try "$1" bash -c "grep -vE '^(not )?ok |^    ' '$work/$1.log'; exit $status"
}

# One version everywhere.
versions()
{
    local version
    version=$("$O/algoprof" --version | grep -o '[0-9][0-9.]*' | head -n 1)
    [ "$(dpkg-parsechangelog -S Version)" = "$version" ] && grep -qx "Version: $version" packaging/algoprof.spec
}

no_complaint() { lintian --fail-on error,warning "$O"/deb/*.deb; }

# Each file that is installed is in a package: rpmbuild fails for one that is in none.
rpm_packages()
{
    install_make rpm && [ "$(ls "$O"/rpm/*.rpm | wc -l)" = 4 ] &&
        rpm -qpl "$O"/rpm/algoprof-devel-*.rpm | grep -q '^/usr/lib/gcc/.*/plugin/algoprof.so$'
}

try prefix own_prefix
try uninstall removed
try headers headers
away installed
if install_make deb >"$work/deb.log" 2>&1; then
    echo 'ok install/deb'
    try licences licences
    try lintian no_complaint
    away packaged
else
    echo 'not ok install/deb'
    sed 's/^/    /' "$work/deb.log"
    failed=1
fi
try versions versions
try rpm rpm_packages
exit $failed
