# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of one hash value each: blocks that lead from one state to the same next one, by pairs, so that k pairs make
2^k names (A. Joux, 2004)."""
import functools
import itertools
import random
import string

ALPHABET = string.ascii_letters + string.digits
MASK = 0xffffffff
PAIRS = 14              # for 16,384 names
SEED = 0x432A9843       # jq's, before it was drawn at random


def fnv1a(state, block):
    for byte in block.encode():
        state = (state ^ byte) * 16777619 & MASK
    return state


def _rotated(value, bits):
    return (value << bits | value >> (32 - bits)) & MASK


def murmur3(state, block):
    """Of whole words of 32 bits, without what follows on the last."""
    data = block.encode()
    for at in range(0, len(data), 4):
        mixed = _rotated(int.from_bytes(data[at:at + 4], "little") * 0xcc9e2d51 & MASK, 15) * 0x1b873593 & MASK
        state = (_rotated(state ^ mixed, 13) * 5 + 0xe6546b64) & MASK
    return state


@functools.cache
def _pairs(step, state):
    rng, pairs = random.Random(1), []
    while len(pairs) < PAIRS:
        seen = {}
        while True:
            block = "".join(rng.choices(ALPHABET, k=8))
            value = step(state, block)
            if seen.setdefault(value, block) != block:
                pairs.append((seen[value], block))
                state = value
                break
    return pairs


def names(n, step, state):
    """n names that lead from that state to one and the same."""
    return ["".join(parts) for parts in itertools.islice(itertools.product(*_pairs(step, state)), n)]
