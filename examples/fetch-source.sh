#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fetch and unpack a Debian source package, without touching the system's own
# package sources and lists, and without being root.
#
#   examples/fetch-source.sh PACKAGE FOLDER
#
# Prints the unpacked folder.  Exit status 1, with one line that says why, if
# it can't be fetched.
set -u

if [ $# -ne 2 ]; then
    echo 'usage: examples/fetch-source.sh PACKAGE FOLDER' >&2
    exit 2
fi
package=$1
mkdir -p "$2/apt/lists/partial" "$2/apt/cache/archives/partial" || exit 1
folder=$(cd "$2" && pwd)

unpacked()
{
    for candidate in "$folder/$package"-*/; do
        [ -d "$candidate" ] && echo "${candidate%/}" && return
    done
    return 1
}

apt()
{
    timeout 60 apt-get -q -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" \
        -o APT::Sandbox::User=root -o Acquire::Retries=1 -o Acquire::http::Timeout=20 \
        -o Acquire::https::Timeout=20 "$@" >>"$folder/apt/log" 2>&1 </dev/null
}

# The source lines that belong to the system's own binary ones.
source_lines()
{
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    signed=
    [ ! -e $keyring ] || signed="[signed-by=$keyring] "
    # shellcheck disable=SC2016
    apt-get indextargets --format "deb-src $signed"'$(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' | grep '/debian[-a-z]*/ ' | sort -u
}

fail()
{
    echo "$package: $1 (log: $folder/apt/log)" >&2
    exit 1
}

unpacked && exit 0
: >"$folder/apt/log"
command -v apt-get >/dev/null 2>&1 || fail 'no apt-get here'
command -v dpkg-source >/dev/null 2>&1 || fail 'no dpkg-source here (package dpkg-dev)'
source_lines >"$folder/apt/sources.list" 2>>"$folder/apt/log"
[ -s "$folder/apt/sources.list" ] || fail 'no Debian package source is configured'
apt update || fail 'the list of source packages could not be fetched'
(cd "$folder" && apt source "$package") || fail 'the source package could not be fetched'
unpacked || fail 'the source package did not unpack'
