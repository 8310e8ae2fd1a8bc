/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the store: which files are being read, so that one that ends its reader is
 * found when that is gone.
 */
#ifndef OFFLINE_STORE_BEING_READ_H
#define OFFLINE_STORE_BEING_READ_H

#include "store/hash_set.h"
#include "store/store.h"

/* So many ingests end while they read a file alone, in different minutes, until it is bad: some may have
 * been killed by chance, or with their machine. */
#define STORE_LONE_READINGS 3

struct store {
    struct db *db;
    struct hash_set known;      /* logs taken or forgotten; keys of quarantined files */
    struct hash_set forgotten;
    struct hash_set targets;    /* ids that are in the table */
    struct hash_set suspects;   /* keys of files that were being read, with others of their batch */
    struct hash_set alone[STORE_LONE_READINGS];     /* alone[i]: that were being read alone, i + 1 times or more */
    bool reading;               /* there are notes of this process */
};

/* A hash that stands for a file in that state. */
void store_file_key(const char *name, int64_t size, int64_t changed, uint8_t out[STORE_HASH]);

/* What processes that have ended left. */
int store_begun_read(struct store *store, int64_t now, struct err *err);

/* In the transaction that adds the batch: takes back this process's notes, and those of
 * bad files. */
int store_begun_end(struct store *store, const struct store_batch *batch, struct err *err);

#endif
