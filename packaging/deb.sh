#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages from an installation with Debian's folders.
#
#   deb.sh FOLDER VERSION GCC...     FOLDER/stage is the installation; the
#                                    packages are left in FOLDER
#
#   algoprof                tool, manual, completion
#   algoprof-upload         uploader, timer, receiver's configuration: for users' machines
#   algoprof-mpi            ingest by many processes, if it was built
#   librt-sample1           the shared runtime, for machines that run programs
#   librt-sample-dev        headers, archive, pkg-config and specs files, wrappers, the plugins' loader
#   gcc-N-plugin-algoprof   the plugin for gcc-N, and the loader's link in GCC's folder
set -eu
folder=$1 version=$2
shift 2
command -v dpkg-shlibdeps >/dev/null || { echo 'deb: needs the package dpkg-dev' >&2; exit 2; }
stage=$folder/stage lib=usr/lib/x86_64-linux-gnu
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}

# take PACKAGE PATH...: moves what the package shall have.
take()
{
    local package=$1 pattern path
    shift
    for pattern; do
        for path in "$stage"/$pattern; do
            mkdir -p "$folder/$package/$(dirname "${path#"$stage"/}")"
            mv "$path" "$folder/$package/${path#"$stage"/}"
        done
    done
}

# needs PACKAGE: what its programs and libraries are linked with.
needs()
{
    local files
    files=$(find "$folder/$1" -type f \( -path '*/bin/algoprof*' -o -name '*.so*' \))
    mkdir -p "$folder/debian"
    echo 'Source: algoprof' >"$folder/debian/control"
    # shellcheck disable=SC2086
    (cd "$folder" && dpkg-shlibdeps -O --ignore-missing-info ${files//"$folder"\//} 2>/dev/null) |
        sed -n 's/^shlibs:Depends=//p'
}

# pack PACKAGE SECTION DEPENDS WHAT TEXT
pack()
{
    local root=$folder/$1
    mkdir -p "$root/DEBIAN" "$root/usr/share/doc/$1"
    cp LICENSE "$root/usr/share/doc/$1/copyright"
    case $1 in
    algoprof | algoprof-mpi | gcc-*) ;;
    *) printf '\n' >>"$root/usr/share/doc/$1/copyright"
        cat librt-sample/LICENSE >>"$root/usr/share/doc/$1/copyright" ;;
    esac
    cat >"$root/DEBIAN/control" <<CONTROL
Package: $1
Version: $version
Section: $2
Priority: optional
Architecture: amd64
Depends: $3
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Maintainer: algoprof developers <algoprof@localhost>
Description: $4
 $5
CONTROL
    [ "$1" != librt-sample1 ] || echo 'activate-noawait ldconfig' >"$root/DEBIAN/triggers"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    find "$root" -type d -exec chmod 755 {} +
    dpkg-deb --root-owner-group -b "$root" "$folder/${1}_${version}_amd64.deb" >/dev/null
    rm -rf "$root"
}

strip --strip-debug "$stage"/$lib/algoprof/algoprof.so "$stage"/$lib/algoprof/gcc-*/algoprof.so "$stage/usr/bin/algoprof" \
    "$stage/usr/bin/algoprof-upload" "$stage"/$lib/librt-sample.so.1
take algoprof usr/bin/algoprof usr/share/man/man1/algoprof.1.gz usr/share/doc/algoprof usr/share/bash-completion \
    usr/share/zsh usr/share/fish
take algoprof-upload usr/bin/algoprof-upload usr/share/man/man1/algoprof-upload.1.gz usr/lib/systemd/user \
    usr/share/algoprof/nginx
mpi=$stage/usr/bin/algoprof-mpi
if [ -e "$mpi" ]; then
    strip --strip-debug "$mpi"
    take algoprof-mpi usr/bin/algoprof-mpi usr/share/man/man1/algoprof-mpi.1.gz
fi
take librt-sample1 "$lib/librt-sample.so.1"
for gcc; do
    take "gcc-$gcc-plugin-algoprof" "$lib/algoprof/gcc-$gcc" "usr/lib/gcc/x86_64-linux-gnu/$gcc/plugin"
done
find "$stage" -depth -type d -empty -delete
take librt-sample-dev 'usr/*'

about='Measures how the cost of loops and recursions grows with the size of their input.'
pack algoprof devel "$(needs algoprof)" 'algorithmic profiler: the tool' "$about"
pack algoprof-upload net "$(needs algoprof-upload)" 'algorithmic profiler: sends logs from users' "$about"
[ ! -e "$folder/algoprof-mpi" ] || pack algoprof-mpi devel "$(needs algoprof-mpi), openmpi-bin" \
    'algorithmic profiler: takes logs in by many processes' "$about"
pack librt-sample1 libs "$(needs librt-sample1)" 'algorithmic profiler: runtime' "$about"
pack librt-sample-dev libdevel "librt-sample1 (= $version)" 'algorithmic profiler: runtime, for compiling' "$about"
for gcc; do
    # A plugin fits exactly one release of the compiler.
    release=$("gcc-$gcc" -dumpfullversion)
    next=${release%.*}.$((${release##*.} + 1))
    pack "gcc-$gcc-plugin-algoprof" devel \
        "gcc-$gcc (>= $release), gcc-$gcc (<< $next~), librt-sample-dev (= $version)" \
        "algorithmic profiler: plugin for GCC $gcc" "$about"
done
find "$stage" -depth -type d -empty -delete
if [ -e "$stage" ]; then
    find "$stage" ! -type d >&2
    echo 'deb: these files are in no package' >&2
    exit 1
fi
rm -rf "$folder/debian"
