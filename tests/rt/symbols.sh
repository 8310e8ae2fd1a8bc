#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the runtime asks libc for: names that are libc's alone (_...), and those
# below.  Anything else a program may have its own of, for which librt-sample/
# rt_string.c and rt_system.c are there.
allowed='^(_.*|dl_iterate_phdr|getauxval|clock_gettime|pthread_(atfork|key_create|key_delete|setspecific)|towlower|program_invocation_short_name)$'
status=0

# check NAME NM-COMMAND...
check()
{
    name=$1
    shift
    found=$("$@" | awk 'NF == 2 && $1 ~ /[Uw]/ { sub(/@.*/, "", $2); print $2 }' | sort -u) || found='nm failed'
    foreign=$(printf '%s\n' "$found" | grep -Ev "$allowed")
    if [ -n "$found" ] && [ -z "$foreign" ]; then
        echo "ok rt/symbols $name"
    else
        echo "not ok rt/symbols $name"
        printf '%s\n' "${foreign:-no symbols}" | sed 's/$/: a program may have its own: define it in rt_system.c/; s/^/    /'
        status=1
    fi
}

check archive nm -u "${O:-build}/librt-sample.a"
check library nm -Du "${O:-build}/librt-sample.so"
exit $status
