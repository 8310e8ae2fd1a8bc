#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A Debian source package, unpacked and with Debian's patches.
#
#   tests/torture/fetch-source.sh FOLDER PACKAGE [download-only]
#
# Leaves it in FOLDER/PACKAGE (download-only: its upstream archive in FOLDER/PACKAGE.files)
# and prints that.  Exit status 77, with one line that says why, if it can't be
# fetched.  Neither the system's package sources nor its lists are touched.
set -u

[ $# -ge 2 ] || { echo 'usage: fetch-source.sh FOLDER PACKAGE [download-only]' >&2; exit 2; }
mkdir -p "$1/apt/lists/partial" "$1/apt/cache/archives/partial" || exit 1
folder=$(cd "$1" && pwd)
package=$2
log=$folder/apt/$package.log
wanted=$folder/$package${3:+.files}

fail()
{
    echo "$package: $1 (log: $log)" >&2
    exit 77
}

apt()
{
    seconds=$1
    shift
    timeout "$seconds" apt-get -q -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" \
        -o APT::Sandbox::User=root -o Acquire::Retries=2 "$@" >>"$log" 2>&1 </dev/null
}

# The lists of source packages, once for all packages.
fetch_lists()
{
    [ ! -e "$folder/apt/fetched" ] || return 0
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    signed=
    [ ! -e $keyring ] || signed="[signed-by=$keyring] "
    # shellcheck disable=SC2016
    apt-get indextargets --format "deb-src $signed"'$(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 2>>"$log" | grep '/debian/ ' | sort -u >"$folder/apt/sources.list"
    [ -s "$folder/apt/sources.list" ] || fail 'no Debian package source is configured'
    apt 120 update || fail 'the list of source packages could not be fetched'
    : >"$folder/apt/fetched"
}

if [ ! -d "$wanted" ]; then
    : >"$log"
    fetch_lists
    files=$folder/$package.files
    rm -rf "$files.part"
    if [ ! -d "$files" ]; then
        mkdir "$files.part" &&
            (cd "$files.part" && apt 900 source --download-only ${3:+--tar-only} "$package") ||
            fail 'the source package could not be fetched'
        mv "$files.part" "$files"
    fi
    if [ "$wanted" != "$files" ]; then
        rm -rf "$wanted.part"
        dpkg-source --no-check -x "$files"/*.dsc "$wanted.part" >>"$log" 2>&1 || fail 'the source package is broken'
        mv "$wanted.part" "$wanted"
    fi
fi
echo "$wanted"
