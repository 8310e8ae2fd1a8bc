# SPDX-License-Identifier: MIT
"""XXH3 64 bits with a seed, for all lengths (tests only; about 10 MB/s).

Written from the algorithm's specification (doc/xxhash_spec.md of xxHash).
"""
import struct

M64 = (1 << 64) - 1
P32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
P64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
       0x27D4EB2F165667C5)
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")


def r32(b, at):
    return struct.unpack_from("<I", b, at)[0]


def r64(b, at):
    return struct.unpack_from("<Q", b, at)[0]


def rotl(x, n):
    return (x << n | x >> (64 - n)) & M64


def fold(a, b):
    product = (a & M64) * (b & M64)
    return (product & M64) ^ (product >> 64)


def avalanche(h):
    h ^= h >> 37
    h = h * 0x165667919E3779F9 & M64
    return h ^ h >> 32


def avalanche64(h):
    h ^= h >> 33
    h = h * P64[1] & M64
    h ^= h >> 29
    h = h * P64[2] & M64
    return h ^ h >> 32


def swap(x, size):
    return int.from_bytes(x.to_bytes(size, "little"), "big")


def up_to_16(b, seed):
    n = len(b)
    if n > 8:
        low = r64(b, 0) ^ ((r64(SECRET, 24) ^ r64(SECRET, 32)) + seed & M64)
        high = r64(b, n - 8) ^ ((r64(SECRET, 40) ^ r64(SECRET, 48)) - seed & M64)
        return avalanche(n + swap(low, 8) + high + fold(low, high) & M64)
    if n >= 4:
        seed ^= swap(seed & 0xFFFFFFFF, 4) << 32
        flip = (r64(SECRET, 8) ^ r64(SECRET, 16)) - seed & M64
        h = (r32(b, n - 4) + (r32(b, 0) << 32)) ^ flip
        h ^= rotl(h, 49) ^ rotl(h, 24)
        h = h * 0x9FB21C651E98DF25 & M64
        h ^= (h >> 35) + n
        h = h * 0x9FB21C651E98DF25 & M64
        return h ^ h >> 28
    if n > 0:
        combined = b[0] << 16 | b[n >> 1] << 24 | b[n - 1] | n << 8
        return avalanche64(combined ^ ((r32(SECRET, 0) ^ r32(SECRET, 4)) + seed & M64))
    return avalanche64(seed ^ r64(SECRET, 56) ^ r64(SECRET, 64))


def mix16(b, at, s, seed):
    return fold(r64(b, at) ^ (r64(SECRET, s) + seed & M64),
                r64(b, at + 8) ^ (r64(SECRET, s + 8) - seed & M64))


def up_to_240(b, seed):
    n = len(b)
    h = n * P64[0]
    if n <= 128:
        for i in range((n - 1) // 32, -1, -1):
            h += mix16(b, 16 * i, 32 * i, seed) + mix16(b, n - 16 * (i + 1), 32 * i + 16, seed)
        return avalanche(h & M64)
    for i in range(8):
        h += mix16(b, 16 * i, 16 * i, seed)
    h = avalanche(h & M64)
    for i in range(8, n // 16):
        h += mix16(b, 16 * i, 16 * (i - 8) + 3, seed)
    return avalanche(h + mix16(b, n - 16, 136 - 17, seed) & M64)


def accumulate(acc, lanes, keys):
    for i in range(8):
        key = lanes[i] ^ keys[i]
        acc[i ^ 1] = acc[i ^ 1] + lanes[i] & M64
        acc[i] = acc[i] + (key & 0xFFFFFFFF) * (key >> 32) & M64


def long_input(b, seed):
    n = len(b)
    secret = b"".join(struct.pack("<QQ", r64(SECRET, i) + seed & M64, r64(SECRET, i + 8) - seed & M64)
                      for i in range(0, 192, 16))
    keys = [struct.unpack_from("<8Q", secret, 8 * i) for i in range(17)]
    acc = [P32[2], P64[0], P64[1], P64[2], P64[3], P32[1], P64[4], P32[0]]
    for stripe in range((n - 1) // 64):
        accumulate(acc, struct.unpack_from("<8Q", b, 64 * stripe), keys[stripe % 16])
        if stripe % 16 == 15:
            for i in range(8):
                acc[i] = (acc[i] ^ acc[i] >> 47 ^ keys[16][i]) * P32[0] & M64
    accumulate(acc, struct.unpack_from("<8Q", b, n - 64), struct.unpack_from("<8Q", secret, 121))
    h = n * P64[0]
    for i in range(4):
        h += fold(acc[2 * i] ^ r64(secret, 11 + 16 * i), acc[2 * i + 1] ^ r64(secret, 19 + 16 * i))
    return avalanche(h & M64)


def xxh3_64(b, seed=0):
    if len(b) <= 16:
        return up_to_16(b, seed)
    if len(b) <= 240:
        return up_to_240(b, seed)
    return long_input(b, seed)
