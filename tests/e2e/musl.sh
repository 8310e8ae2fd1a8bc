#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs of musl's C library, with the runtime as an archive: counts by formula, output and exit status as without the
# plugin.
command -v musl-gcc >/dev/null || { echo '# SKIP no musl-gcc'; exit 77; }
cd "$(dirname "$0")/../judged/counts" || exit 2
[ -z "$SANFLAGS" ] || { echo '# SKIP sanitizers are of glibc'; exit 77; }
said=$(CC=musl-gcc ./run.py --flags '-O2|-O1 -static|-O3 -fPIE -static-pie' nested.c threads-many.c exit.c longjmp.c \
    fork-inside.c signal.c called-stack.c deep-recursion.c thread.c cancelled.c vfork-exec.c own-names.c callback.c 2>&1)
status=$?
printf '%s\n' "$said" | sed 's|ok counts/|ok musl/|'
exit $status
