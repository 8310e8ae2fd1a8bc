#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Run a command as root in a copy of this machine's root whose changes are
# thrown away; the folders named are the real ones.
#
#   throwaway.sh FOLDER... -- COMMAND [ARGUMENT...]
#
# Exit status 77: this machine does not let us (no namespaces, no overlay).
set -u
real=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    real+=("$(realpath "$1")")
    shift
done
shift

# In a mount namespace of its own, everything in memory.
inside()
{
    local base=$1 keep=$2 folder
    shift 2
    mount -t tmpfs tmpfs "$base" && mkdir "$base/upper" "$base/work" "$base/root" &&
        mount -t overlay overlay -o "lowerdir=/,upperdir=$base/upper,workdir=$base/work" "$base/root" || exit 77
    while IFS= read -r folder; do
        mkdir -p "$base/root$folder" && mount --rbind "$folder" "$base/root$folder" || exit 77
    done <<<"$keep"
    exec chroot "$base/root" "$@"
}
export -f inside

base=$(mktemp -d) || exit 2
trap 'rmdir "$base"' EXIT
user=()
[ "$(id -u)" = 0 ] || user=(--user --map-root-user)
folders=$(printf '%s\n' /proc /dev "${real[@]}")
unshare "${user[@]}" --mount true 2>/dev/null || exit 77
unshare "${user[@]}" --mount bash -c 'inside "$@"' _ "$base" "$folders" "$@"
