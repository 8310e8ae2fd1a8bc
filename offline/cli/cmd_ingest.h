/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ingest, for one process of several (mpi/).
 */
#ifndef OFFLINE_CMD_INGEST_H
#define OFFLINE_CMD_INGEST_H

#include "store/intake.h"

/* Parses, and takes in part `part` of the files (from 0).  An enum exit_code. */
int cmd_ingest_part(int argc, char **argv, size_t part, size_t parts, struct intake_counts *counts);
void cmd_ingest_print(const struct intake_counts *counts);

#endif
