#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages that a make target needs.
#
#   mk/deps.sh build       name what is missing, with the command; exit 2
#   mk/deps.sh MODE...     install what is missing for check, compilers, torture, demo, bench, accuracy, fuzz
#
# A build never installs.  The others do, as root and with apt-get; else they
# name what is missing like a build.  Plain POSIX sh: it runs before anything
# else is there.
set -u

[ $# -gt 0 ] || set -- build

# The plugin's headers must be those of the default compiler.
gcc_major()
{
    { ${CC:-gcc} -dumpversion || apt-cache depends gcc | sed -n 's/.*Depends: gcc-//p'; } 2>/dev/null |
        sed -n '1s/\..*//; 1p'
}

# The newest supported compiler that this release has, or else the newest.
best_compiler()
{
    best=${supported##* }
    for version in $supported; do
        apt-cache show "gcc-$version-plugin-dev" >/dev/null 2>&1 && last=$version
    done
    echo "${last:-$best}"
}

# One line, before packages are looked for that no release of Debian has.
check_compiler()
{
    major=$(gcc_major)
    supported=$(sed -n 's/^PLUGIN_SUPPORTED := //p' "$(dirname "$0")/../gcc-plugin/plugin.mk")
    case " $supported " in
    *" ${major:-12} "*) ;;
    *)
        best=$(best_compiler)
        echo "deps: ${CC:-gcc} is GCC $major; supported are GCC $supported: install gcc-$best g++-$best" \
            "gcc-$best-plugin-dev, and say CC=gcc-$best CXX=g++-$best" >&2
        return 2
        ;;
    esac
    if ${CC:-gcc} -dM -E - </dev/null 2>/dev/null | grep -q __clang__; then
        echo "deps: ${CC:-gcc} is clang; algoprof is a plugin of GCC's: say CC=gcc CXX=g++" >&2
        return 2
    fi
}

packages()
{
    echo g++ gcc make "gcc-${major:-12}-plugin-dev"
    echo libgsl-dev libjansson-dev libroaring-dev libxxhash-dev libjemalloc-dev libdw-dev libelf-dev libiberty-dev
    echo libdebuginfod-dev libcurl4-openssl-dev libzstd-dev libsqlite3-dev libpq-dev
    # D3, for the charts of report --html; what these need comes with them.
    echo node-d3-axis node-d3-brush node-d3-quadtree node-d3-scale node-d3-selection
    for mode; do
        more "$mode" || return
    done
}

# Of the other supported compilers those that this release of Debian has.
other_compilers()
{
    for version in $supported; do
        if [ "$version" != "$major" ] && apt-cache show "gcc-$version-plugin-dev" >/dev/null 2>&1; then
            echo "gcc-$version g++-$version gcc-$version-plugin-dev"
        fi
    done
}

# What a mode needs besides.
more()
{
    case $1 in
    build) ;;
    check)
        echo libcmocka-dev python3 valgrind strace binutils gdb systemd
        echo nginx-light zstd xxhash openssl postgresql libopenmpi-dev openmpi-bin
        echo pkg-config cmake meson autoconf automake ccache distcc dpkg-dev csmith libcsmith-dev xz-utils
        echo build-essential debhelper dwz lintian rpm libtbb-dev libboost-context-dev musl-tools
        echo python3-fusepy
        echo chromium chromium-driver fonts-dejavu-core python3-jsonschema python3-selenium python3-xxhash libgtest-dev zsh fish
        ;;
    # The suites that judge the plugin.
    compilers)
        echo python3 python3-xxhash binutils gdb valgrind strace ccache dpkg-dev xz-utils zstd
        echo libtbb-dev libboost-context-dev
        ;;
    torture)
        echo libcmocka-dev python3 valgrind binutils strace dpkg-dev csmith libcsmith-dev
        echo nginx-light zstd xxhash postgresql python3-xxhash
        echo build-essential debhelper lintian rpm ccache libopenmpi-dev openmpi-bin
        other_compilers
        echo debootstrap
        # What the code bases and their tests are built with.
        echo xz-utils cmake meson autoconf automake libtool m4 gettext tcl tcl-dev
        ;;
    demo) echo dpkg-dev python3 autoconf automake ;;
    bench) echo valgrind python3 strace postgresql chromium chromium-driver python3-selenium fonts-dejavu-core ;;
    accuracy) echo dpkg-dev xz-utils ;;
    # The sanitizers and libFuzzer are only recommended by clang.
    fuzz) echo clang libclang-rt-dev ;;
    *)
        echo "deps.sh: unknown mode '$1': build, check, compilers, torture, demo, bench, accuracy or fuzz" >&2
        return 2
        ;;
    esac
}

missing()
{
    # shellcheck disable=SC2086
    installed=" $(dpkg-query -W -f '${db:Status-Status}=${Package} ' $1 2>/dev/null)"
    for package in $1; do
        case $installed in
        *" installed=$package "*) ;;
        *) printf ' %s' "$package" ;;
        esac
    done
}

check_compiler || exit
list=$(packages "$@") || exit 2
# shellcheck disable=SC2086
list=$(printf '%s\n' $list | sort -u)
if ! command -v dpkg-query >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    echo "deps: not a Debian system: these packages, by their Debian names, are taken to be there:" $list >&2
    exit 0
fi
need=$(missing "$list")
[ -n "$need" ] || exit 0

if [ "$*" = build ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo='sudo '
    echo "deps: Debian packages are missing, install them with:" \
        "${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends$need" >&2
    exit 2
fi

echo "deps: installing$need"
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
# An update that fails for one source of several need not matter; the
# installation tells.
apt-get -q update >"$log" 2>&1 </dev/null
# shellcheck disable=SC2086
if ! apt-get -qy -o DPkg::Lock::Timeout=300 install --no-install-recommends $need >>"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "deps: apt-get failed, its output is above" >&2
    exit 2
fi
need=$(missing "$list")
if [ -n "$need" ]; then
    echo "deps: still missing:$need" >&2
    exit 2
fi
