#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What belongs to the machine lies in the folders for it.

Looks for registers, instructions, relocations and target macros of x86 in all sources of FOLDERS,
comments included, but not in ARCH: another machine is to be another folder beside those.

    tests/structure/machine.py [FOLDER...]
"""
import os
import re
import sys

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FOLDERS = ["gcc-plugin", "librt-sample", "include"]
ARCH = ["gcc-plugin/arch/x86_64", "librt-sample/arch/x86_64", "include/algoprof/arch"]
# Where the machine's folder is chosen.
CHOOSERS = ["librt-sample/arch/machine.h", "librt-sample/arch/general_only.h", "include/algoprof/rt_abi.h"]
SOURCES = (".c", ".cc", ".h", ".S", ".def")

# Words that are something else as well (add, call, push, test, sp) count only where they are written as
# instructions are: with a letter for the size, or at a string's begin before a tab.
MNEMONICS = ("mov", "lea", "push", "pop", "xchg", "cmpxchg", "add", "sub", "adc", "sbb", "inc", "dec", "neg", "not", "and",
             "or", "xor", "cmp", "test", "shl", "shr", "sar", "sal", "imul", "mul", "div", "idiv", "call", "jmp", "ret",
             "bt", "bsf", "bsr")
PATTERNS = {
    "register": r"(?<![\w.])[re](?:ax|bx|cx|dx|si|di|bp|sp|ip|flags)\b|\br(?:8|9|1[0-5])[dwb]?\b|\b[xyz]mm(?:\d+|word)?\b"
                r"|%+(?:fs|gs|st|al|ax|cl|dl)\b|\b[fg]s:|\b(?:AX|BX|CX|DX|SI|DI|BP|SP|IP|R8|R9|R1[0-5]|FLAGS|XMM\d+)_REG\b",
    "instruction": r"\b(?:lea|xchg|cmpxchg|jn?[aebglszopc]e?|jmp|sbb|adc|pushf|popf|endbr(?:64|32)|movabs|movz\w*|movs[bwlqdx]\w*"
                   r"|cmov\w+|set(?:n?[ez]|[gl]e?|[ab]e?)|cpuid|rdtscp?|mfence|lfence|sfence|vzeroupper|xsavec?|fxsave"
                   r"|fxrstor|xrstor|stos[bwlq]|lods[bwlq]|scas[bwlq]|cmps[bwlq]|ud2|hlt|nopw|nopl)\b(?!\s*\()"
                   r"|\b(?:" + "|".join(MNEMONICS) + r")(?:(?<!dec)[lq]\b|\{|\s*\$)"
                   r'|"(?:' + "|".join(MNEMONICS) + r')\\t',
    "relocation": r"\bR_(?:X86_64|386)_\w+|@(?:GOTPCREL|gottpoff|tpoff|tlsgd|PLT)\b",
    "target macro": r"\bix86_\w+|\bTARGET_(?:64BIT|X32|SSE\w*|AVX\w*|MMX|80387|CMOV)\b|\bCM_(?:SMALL|MEDIUM|LARGE|KERNEL)\w*"
                    r"|\bUNSPECV?_(?!VOLATILE)[A-Z]\w+|\bX86_TUNE_\w+|\bADDR_SPACE_SEG_\w+|\b(?:GENERAL|SSE|INT|QI|LEGACY_INT)_REG(?:NO)?_P\b"
                    r"|\bASM_(?:INTEL|ATT)\b|\bcfun->machine\b|\b__(?:x86_64|i386|amd64)__|\b(?:__builtin_)?ia32_\w+"
                    r"|\b_?mm(?:256|512)?_\w+_(?:si|ep|ps|pd)\w*|@cc[a-z]+",
}


def files_of(folder):
    for where, _, names in os.walk(os.path.join(TOP, folder)):
        inside = os.path.relpath(where, TOP)
        if not any(inside == a or inside.startswith(a + os.sep) for a in ARCH):
            yield from (os.path.join(inside, name) for name in names if name.endswith(SOURCES))


def look(folder):
    """Lines of messages."""
    found = []
    for name in sorted(files_of(folder)):
        with open(os.path.join(TOP, name), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if name in CHOOSERS and re.match(r"# *if\b", line):
                    continue
                for what, pattern in PATTERNS.items():
                    found += [f"{name}:{number}: {what} of the machine: {m.group(0)}" for m in re.finditer(pattern, line)]
    return found


def main():
    status = 0
    for folder in sys.argv[1:] or FOLDERS:
        found = look(folder)
        status |= bool(found)
        print(f"{'not ok' if found else 'ok'} machine {folder}")
        for line in found:
            print(f"  {line}")
    return status


if __name__ == "__main__":
    sys.exit(main())
