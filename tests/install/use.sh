#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Use an installed algoprof from an empty folder: by name, by specs file, by
# wrapper, and from build systems.  Run by run.sh in a throw-away root.
#
#   use.sh SOURCE LIBDIR [brief]      SOURCE: examples/projects
set -u
source=$1 libdir=$2 brief=${3:-}
work=$(mktemp -d) && cd "$work" || exit 2
unset CC CXX CFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL ALGOPROF_LOG ALGOPROF_RATE LD_LIBRARY_PATH
bad=0

# try NAME FUNCTION: in a folder of its own with the source.
try()
{
    mkdir "$work/$1"
    # Not in a condition, where bash ignores errexit.
    (set -e -o pipefail; cd "$work/$1"; cp "$source/sum.c" .; "$2") >"$work/$1.log" 2>&1 </dev/null
    if [ $? = 0 ]; then
        echo "ok install/$name_prefix$1"
    else
        echo "not ok install/$name_prefix$1"
        sed 's/^/    /' "$work/$1.log" | tail -n 40
        bad=1
    fi
}
name_prefix=${brief:+deb/}

# The program leaves logs that the installed tool understands.
answers()
{
    for n in 200 400 800 1600 3200 6400; do
        ALGOPROF_RATE=1 ALGOPROF_LOG="$PWD/log.$n.aplog" "./$1" $n
    done
    algoprof report --json . >report.json
    python3 - <<'P'
import json
(target,) = json.load(open("report.json"))["targets"]
assert target["name"] == "scan", target
assert target["runs"] == 6, target
P
}

by_name()
{
    # shellcheck disable=SC2046
    gcc -O2 -g -fplugin=algoprof sum.c -o sum $(pkg-config --cflags --libs librt-sample)
    answers sum
}

by_specs()
{
    gcc -specs="$libdir/algoprof.specs" -O2 -g sum.c -o sum
    answers sum
}

by_specs_plus()
{
    cp sum.c sum.cc
    g++ -specs="$libdir/algoprof.specs" -O2 -g -c sum.cc
    g++ -specs="$libdir/algoprof.specs" sum.o -o sum
    answers sum
}

by_wrapper()
{
    algoprof-gcc -O2 -g sum.c -o sum
    answers sum
}

static_library()
{
    gcc -O2 -g -fplugin=algoprof sum.c -o sum "$libdir/librt-sample.a"
    answers sum
}

by_cmake()
{
    cp "$source/cmake/CMakeLists.txt" .
    cmake -S . -B build -DCMAKE_BUILD_TYPE=RelWithDebInfo
    cmake --build build
    answers build/sum
}

cmake_wrapper()
{
    cp "$source/cmake/CMakeLists.txt" .
    cmake -S . -B build -DCMAKE_C_COMPILER=algoprof-gcc -DALGOPROF=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo
    cmake --build build
    answers build/sum
}

by_make()
{
    cp "$source/make/Makefile" .
    make ALGOPROF=1
    answers sum
    rm sum
    make
    if nm sum | grep -i algoprof; then return 1; fi
}

by_meson()
{
    cp "$source"/meson/meson* .
    meson setup build
    meson compile -C build
    answers build/sum
}

by_autotools()
{
    cp "$source"/autotools/* .
    autoreconf -i
    ./configure --enable-algoprof
    make
    answers sum
}

# The second time nothing is compiled; a changed plugin is seen.
by_ccache()
{
    export CCACHE_DIR=$PWD/cache ALGOPROF_CC='ccache gcc'
    compile() { algoprof-gcc -O2 -g -c sum.c -o sum.o; }
    count() { ccache --print-stats | sed -n "s/^$1\t//p"; }
    compile
    compile
    [ "$(count direct_cache_hit)" = 1 ]
    touch "$libdir/algoprof/algoprof.so"
    compile
    [ "$(count cache_miss)" = 2 ]
    algoprof-gcc sum.o -o sum
    answers sum
}

# distccd refuses -fplugin= and -specs=, but runs a compiler that has them in it.
by_distcc()
{
    local port server status=0
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    ln -s ../../bin/distcc /usr/lib/distcc/algoprof-gcc
    mkdir state
    : >server.log
    chmod 711 "$work" .
    chmod 666 server.log
    distccd --daemon --no-detach --listen 127.0.0.1 --port "$port" --allow 127.0.0.1 --jobs 1 --verbose \
        --log-file "$PWD/server.log" &
    server=$!
    export DISTCC_DIR=$PWD/state DISTCC_HOSTS=127.0.0.1:$port DISTCC_FALLBACK=0 DISTCC_BACKOFF_PERIOD=0
    for _ in $(seq 100); do
        distcc algoprof-gcc -O2 -g -c sum.c -o sum.o && break || status=$?
        [ "$status" = 116 ] || break        # 116: the server is not there yet
        sleep 0.1
    done
    kill "$server"
    rm /usr/lib/distcc/algoprof-gcc
    grep -q 'compile from .* to' server.log
    algoprof-gcc sum.o -o sum
    answers sum
}

# One command from what is installed to the right answer: of an example, and of ten lines that nobody has marked.
one_command()
{
    cp "$source/../word-lower/main.cc" .
    algoprof run --compile 'g++ -O2 -g main.cc -o words' --sizes 1000..40000x9 -- ./words {} >answer
    grep -E '^ *!1 +word_length .* n\^2 ' answer
    grep 'Next: word_length (main.cc:29) grows as n^2; begin there.' answer
    cat >unique.cc <<'P'
#include <algorithm>
#include <iostream>
#include <vector>
int main() {
    std::vector<int> seen;
    for (int id; std::cin >> id;)
        if (std::find(seen.begin(), seen.end(), id) == seen.end())
            seen.push_back(id);
    std::cout << seen.size() << "\n";
}
P
    algoprof run --compile 'algoprof-g++ -O2 -g unique.cc -o unique' --target '*' --make-input 'seq {}' --time 20 -- ./unique >answer
    grep 'Next: main (unique.cc:6) makes __find_if grow as n^2; begin there.' answer
}

manual()
{
    for page in 1/algoprof 1/algoprof-gcc 7/algoprof-plugin 7/librt-sample; do
        set -- "${page%/*}" "${page#*/}"
        zcat "${libdir%%/lib*}/share/man/man$1/$2.$1.gz" >page
        grep -q '^\.SH NAME' page
    done
}

# bash asks the tool for commands and options.
completion()
{
    # shellcheck source=/dev/null
    . "${libdir%%/lib*}/share/bash-completion/completions/algoprof"
    complete_after() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); _algoprof; echo "${COMPREPLY[*]}"; }
    [ "$(complete_after algoprof rep)" = report ]
    [ "$(complete_after algoprof help du)" = dump ]
    [ "$(complete_after algoprof report --est)" = --estimator= ]
    [ "$(complete_after algoprof report --estimator = schu)" = schumacher ]
    [ "$(complete_after algoprof report --js)" = --json ]
    [ -z "$(complete_after algoprof report x.aplog)" ]
}

try by-name by_name
try completion completion
try manual manual
try wrapper by_wrapper
try one-command one_command
if [ -z "$brief" ]; then
    try specs by_specs
    try specs-c++ by_specs_plus
    try static static_library
    try cmake by_cmake
    try cmake-wrapper cmake_wrapper
    try make by_make
    try meson by_meson
    try autotools by_autotools
    try ccache by_ccache
    try distcc by_distcc
fi
rm -rf "$work"
exit $bad
