#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages of what was built.
#
#   deb.sh FOLDER BUILD     FOLDER gets the packages; BUILD is the build folder
#
# debian/ says what is in them; here its rules run in a folder of links to the
# sources, so that nothing is written among these. `dpkg-buildpackage` in the
# sources gives the same packages, and builds everything itself.
set -eu
command -v dh >/dev/null || { echo 'deb: needs the packages dpkg-dev and debhelper' >&2; exit 2; }
rm -rf "$1"
mkdir -p "$1/tree"
folder=$(realpath "$1") build=$(realpath "$2")
for file in *; do
    [ "$file" = debian ] || [ "$(realpath "$file")" = "$build" ] || ln -s "$PWD/$file" "$folder/tree/$file"
done
cp -r debian "$folder/tree/debian"
cd "$folder/tree"
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR PREFIX LIBDIR
O=$build DEST=$folder debian/rules binary >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
cd /
rm -rf "$folder/tree"
