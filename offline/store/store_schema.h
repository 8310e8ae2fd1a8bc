/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables of a database of logs, and how older ones become newer ones.
 */
#ifndef OFFLINE_STORE_SCHEMA_H
#define OFFLINE_STORE_SCHEMA_H

#include "store/db.h"

/* Raise it with a step added in store_schema.c. */
#define STORE_SCHEMA 4

/* Makes an empty database one of this schema, and brings an older one to it.  0, or
 * -1 with the reason: it is of a newer one, or something else is in it. */
int store_schema_make(struct db *db, struct err *err);

/* Whether it can be read as it is.  0, or -1 with the reason. */
int store_schema_check(struct db *db, struct err *err);

#endif
