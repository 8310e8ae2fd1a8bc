#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the runtime asks libc for: names that are libc's alone (_...), and those
# below.  Anything else a program may have its own of, for which librt-sample/
# base/string.c and base/system.c are there.  And that it changes no registers that
# arch/x86_64/save.h does not save: %ymm, %zmm, masks, x87.
allowed='^(_.*|dl_iterate_phdr|getauxval|pthread_(atfork|key_create|key_delete|setspecific)|towlower|program_invocation_short_name)$'
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
        printf '%s\n' "${foreign:-no symbols}" | sed 's|$|: a program may have its own: define it in base/system.c|; s/^/    /'
        status=1
    fi
}

# Mnemonics of AVX begin with v, those of x87 with f; rt_keep_all saves by fxsave.
wide=$(objdump -d --no-show-raw-insn "${O:-build}/librt-sample.so" |
    awk -F '\t' '$2 ~ /^(v|f|emms)|%[yz]mm|%k[0-7]|%mm[0-7]/ && $2 !~ /^fx(save|rstor)64/')
if [ -z "$wide" ] && objdump -d "${O:-build}/librt-sample.so" | grep -q '%xmm'; then
    echo "ok rt/symbols registers"
else
    echo "not ok rt/symbols registers"
    printf '%s\n' "${wide:-nothing disassembled}" | head -5 | sed 's/^/    /'
    status=1
fi
# They run while the program's vector registers are not saved; base/string.c uses these.
calls=$(cd "$(dirname "$0")/../.." && grep -l '"arch/general_only.h"' librt-sample/*/*.c librt-sample/*/*/*.c 2>/dev/null |
    while read -r file; do nm -u "${O:-build}/${file%.c}.o" | grep -qwE 'mem(cpy|set|move)' && echo "$file"; done)
if [ -z "$calls" ]; then
    echo "ok rt/symbols general-only"
else
    echo "not ok rt/symbols general-only"
    printf '%s\n' "$calls" | sed 's/$/ calls memcpy, memset or memmove/; s/^/    /'
    status=1
fi
check archive nm -u "${O:-build}/librt-sample.a"
check library nm -Du "${O:-build}/librt-sample.so"
exit $status
