#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# GCC's own execution tests, from the compiler's Debian source package.
#
#   tests/torture/fetch-suite.sh FOLDER
#
# Leaves them in FOLDER/gcc.c-torture and prints that.  Exit status 77, with
# one line that says why, if they can't be fetched.  Neither the system's
# package sources nor its lists are touched.
set -u

[ $# -eq 1 ] || { echo 'usage: fetch-suite.sh FOLDER' >&2; exit 2; }
mkdir -p "$1/apt/lists/partial" "$1/apt/cache/archives/partial" || exit 1
folder=$(cd "$1" && pwd)
suite=$folder/gcc.c-torture
package=gcc-$(${CC:-gcc} -dumpversion | sed 's/\..*//')

fail()
{
    echo "$package: $1 (log: $folder/apt/log)" >&2
    exit 77
}

apt()
{
    timeout "$1" apt-get -q -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" \
        -o APT::Sandbox::User=root -o Acquire::Retries=2 "$2" $3 $4 >>"$folder/apt/log" 2>&1 </dev/null
}

# The tests are in an archive within the package's archive.
unpack_suite()
{
    outer=$(ls "$folder/$package"_*.orig.tar.* 2>/dev/null | head -1)
    [ -n "$outer" ] || return 1
    inner=$(tar tf "$outer" | grep 'gcc-[0-9.]*\(-dfsg\)\?\.tar\.' | head -1)
    rm -rf "$folder/unpack"
    mkdir -p "$folder/unpack" && tar xf "$outer" -C "$folder/unpack" "$inner" &&
        tar xf "$folder/unpack/$inner" -C "$folder/unpack" --wildcards \
            '*/gcc/testsuite/gcc.c-torture/execute/*' &&
        mv "$folder"/unpack/*/gcc/testsuite/gcc.c-torture/execute "$suite" && rm -rf "$folder/unpack"
}

[ ! -d "$suite" ] || { echo "$suite"; exit 0; }
: >"$folder/apt/log"
if [ -z "$(ls "$folder/$package"_*.orig.tar.* 2>/dev/null)" ]; then
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    signed=
    [ ! -e $keyring ] || signed="[signed-by=$keyring] "
    # shellcheck disable=SC2016
    apt-get indextargets --format "deb-src $signed"'$(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 2>>"$folder/apt/log" | grep '/debian/ ' | sort -u >"$folder/apt/sources.list"
    [ -s "$folder/apt/sources.list" ] || fail 'no Debian package source is configured'
    apt 120 update '' '' || fail 'the list of source packages could not be fetched'
    (cd "$folder" && apt 900 source --download-only "$package") || fail 'the source package could not be fetched'
fi
unpack_suite || fail 'the source package has no tests where they were expected'
echo "$suite"
