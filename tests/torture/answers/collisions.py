# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of one hash value each: blocks that lead from one state to the same next one, by pairs, so that k pairs make
2^k names (A. Joux, 2004)."""
import itertools
import string

ALPHABET = string.ascii_letters + string.digits
MASK = 0xffffffff


def _joined(pairs, n):
    while 2 ** len(pairs) < n:
        raise ValueError(f"{len(pairs)} pairs are not enough for {n} names")
    return ["".join(parts) for parts in itertools.islice(itertools.product(*pairs), n)]


def fnv1(n, rng):
    """n names of one FNV-1 value of 32 bits, for mawk's tables."""
    pairs, state = [], 2166136261
    while 2 ** len(pairs) < n:
        seen = {}
        while True:
            block, value = "".join(rng.choices(ALPHABET, k=6)), state
            for letter in block:
                value = (value * 16777619 & MASK) ^ ord(letter)
            if seen.setdefault(value, block) != block:
                pairs.append((seen[value], block))
                state = value
                break
    return _joined(pairs, n)


def _rotated(value, bits):
    return (value << bits | value >> (32 - bits)) & MASK


C1, C2 = 0xcc9e2d51, 0x1b873593


def _mixed(block):
    return _rotated(int.from_bytes(block.encode(), "little") * C1 & MASK, 15) * C2 & MASK


def _unmixed(value):
    return (_rotated(value * pow(C2, -1, 1 << 32) & MASK, 17) * pow(C1, -1, 1 << 32) & MASK).to_bytes(4, "little")


def _other(bit, rng):
    """Two blocks of letters that differ, once mixed, by one bit."""
    letters = set(ALPHABET.encode())
    while True:
        block = "".join(rng.choices(ALPHABET, k=4))
        found = _unmixed(_mixed(block) ^ 1 << bit)
        if set(found) <= letters:
            return block, found.decode()


def murmur3(n, rng):
    """n names of one MurmurHash3 value of 32 bits, whatever the seed: bit 18 becomes bit 31 by the rotation, stays it
    when multiplied by 5, and the next block takes it back.  For jq's objects."""
    pairs = []
    while 2 ** len(pairs) < n:
        (a, b), (c, d) = _other(18, rng), _other(31, rng)
        pairs.append((a + c, b + d))
    return _joined(pairs, n)
