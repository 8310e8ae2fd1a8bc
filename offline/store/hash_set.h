/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of 128-bit hashes: 32 bytes of memory each at most, when there are many.
 */
#ifndef OFFLINE_HASH_SET_H
#define OFFLINE_HASH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_set {
    uint8_t (*slot)[16];        /* open addressing; all zero: free */
    size_t n, slots;            /* slots: a power of two, or 0 */
    bool zero;                  /* the hash of zeros is in it */
};

/* 1: added, 0: it was there, -1: no memory. */
int hash_set_add(struct hash_set *set, const uint8_t *hash);
bool hash_set_has(const struct hash_set *set, const uint8_t *hash);
void hash_set_free(struct hash_set *set);

#endif
