#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# RPM packages of what was built.
#
#   rpm.sh FOLDER BUILD     FOLDER gets the packages; BUILD is the build folder
#
# The packages that a build needs are not asked for: everything is built.
set -eu
command -v rpmbuild >/dev/null || { echo 'rpm: needs the program rpmbuild (Debian: package rpm)' >&2; exit 2; }
rm -rf "$1"
mkdir -p "$1"
folder=$(realpath "$1") build=$(realpath "$2")
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR PREFIX LIBDIR
rpmbuild -bb --build-in-place --nodeps --define "_topdir $folder/top" --define "_rpmdir $folder" \
    --define "_rpmfilename %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm" --define "build_folder $build" \
    packaging/algoprof.spec >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
rm -rf "$folder/top"
