/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof-mpi ingest: as algoprof ingest, by the processes of mpirun, on as many
 * machines.  Each reduces its share of the files and loads it by itself; all must see
 * the folders, and the database.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/cmd_ingest.h"

/* Sums of all, in the first process; the worst status, in all. */
static int join(struct intake_counts *counts, int status)
{
    enum { COUNTS = sizeof *counts / sizeof(size_t) };
    unsigned long long mine[COUNTS], all[COUNTS];
    size_t as_array[COUNTS];
    int worst = status;
    memcpy(as_array, counts, sizeof as_array);
    for (int i = 0; i < COUNTS; i++)
        mine[i] = as_array[i];
    MPI_Reduce(mine, all, COUNTS, MPI_UNSIGNED_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < COUNTS; i++)
        as_array[i] = (size_t)all[i];
    memcpy(counts, as_array, sizeof as_array);
    return worst;
}

/* What asks for no processes. */
static int explain(int argc, char **argv)
{
    static const char usage[] = "Usage: mpirun ... algoprof-mpi ingest --db=DB FOLDER...\n";
    bool asked = argc == 2 && strcmp(argv[1], "--help") == 0;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("algoprof-mpi %s\n", TOOL_VERSION);
        return EXIT_FINE;
    }
    fputs(usage, asked ? stdout : stderr);
    return asked ? EXIT_FINE : EXIT_USAGE;
}

int main(int argc, char **argv)
{
    struct intake_counts counts = { 0 };
    int rank, ranks;
    if (argc < 2 || strcmp(argv[1], "ingest") != 0)
        return explain(argc, argv);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int status = cmd_ingest_part(argc - 1, argv + 1, (size_t)rank, (size_t)ranks, &counts);
    status = join(&counts, status);
    if (rank == 0)
        cmd_ingest_print(&counts);
    MPI_Finalize();
    return rank == 0 ? status : EXIT_FINE;
}
