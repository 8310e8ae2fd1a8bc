/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hash_set.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t zeros[16];

/* Where it is, or would be.  Names of files choose hashes, so the place is mixed. */
static size_t find(const struct hash_set *set, const uint8_t *hash)
{
    uint64_t a, b;
    memcpy(&a, hash, sizeof a);
    memcpy(&b, hash + sizeof a, sizeof b);
    uint64_t at = (a ^ b * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    at ^= at >> 29;
    for (;; at++) {
        const uint8_t *slot = set->slot[at & (set->slots - 1)];
        if (memcmp(slot, hash, 16) == 0 || memcmp(slot, zeros, 16) == 0)
            return at & (set->slots - 1);
    }
}

static int grow(struct hash_set *set)
{
    struct hash_set bigger = { .slots = set->slots ? 2 * set->slots : 64, .zero = set->zero };
    bigger.slot = calloc(bigger.slots, sizeof *bigger.slot);
    if (!bigger.slot)
        return -1;
    for (size_t i = 0; i < set->slots; i++)
        if (memcmp(set->slot[i], zeros, 16) != 0) {
            memcpy(bigger.slot[find(&bigger, set->slot[i])], set->slot[i], 16);
            bigger.n++;
        }
    free(set->slot);
    *set = bigger;
    return 0;
}

int hash_set_add(struct hash_set *set, const uint8_t *hash)
{
    if (memcmp(hash, zeros, 16) == 0) {
        int added = !set->zero;
        set->zero = true;
        return added;
    }
    if (10 * (set->n + 1) > 7 * set->slots && grow(set) != 0)
        return -1;
    size_t at = find(set, hash);
    if (memcmp(set->slot[at], hash, 16) == 0)
        return 0;
    memcpy(set->slot[at], hash, 16);
    set->n++;
    return 1;
}

bool hash_set_has(const struct hash_set *set, const uint8_t *hash)
{
    if (memcmp(hash, zeros, 16) == 0)
        return set->zero;
    return set->slots > 0 && memcmp(set->slot[find(set, hash)], hash, 16) == 0;
}

void hash_set_free(struct hash_set *set)
{
    free(set->slot);
    *set = (struct hash_set){ 0 };
}
