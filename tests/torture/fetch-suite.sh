#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# GCC's own tests, from the compiler's Debian source package.
#
#   tests/torture/fetch-suite.sh FOLDER
#
# Leaves them in FOLDER/testsuite (gcc.c-torture, gcc.dg, g++.dg, those of the machine, and what these
# include) and prints that.  Exit status 77, with one line that says why, if they
# can't be fetched.
set -u

[ $# -eq 1 ] || { echo 'usage: fetch-suite.sh FOLDER' >&2; exit 2; }
suite=$1/testsuite
package=gcc-$(${CC:-gcc} -dumpversion | sed 's/\..*//')
[ ! -d "$suite" ] || { echo "$suite"; exit 0; }

files=$("$(dirname "$0")/fetch-source.sh" "$1" "$package" download-only) || exit
unpack=$1/unpack
rm -rf "$unpack"
mkdir -p "$unpack" || exit 1

# The tests are in an archive within the package's archive.
outer=$(ls "$files/$package"_*.orig.tar.* | head -1)
inner=$(tar tf "$outer" | grep 'gcc-[0-9.]*\(-dfsg\)\?\.tar\.' | head -1)
tar xf "$outer" -C "$unpack" "$inner" &&
    tar xf "$unpack/$inner" -C "$unpack" --wildcards '*/gcc/testsuite/gcc.c-torture/*' '*/gcc/testsuite/gcc.dg/*' \
        '*/gcc/testsuite/g++.dg/*' '*/gcc/testsuite/c-c++-common/*' '*/gcc/testsuite/*/i386/*' &&
    mv "$unpack"/*/gcc/testsuite "$suite" && rm -rf "$unpack" && echo "$suite" && exit 0
echo "$package: its source package has no tests where they were expected" >&2
exit 77
