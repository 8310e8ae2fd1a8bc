/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof ingest: logs from users' machines into a database. */
#include <omp.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/cmd.h"
#include "cli/cmd_ingest.h"

struct options {
    char **folders;
    size_t n;
    struct intake_options intake;
    bool quiet;
};

enum { KEY_DB = 0x100, KEY_REMOVE, KEY_MOVE, KEY_QUARANTINE };

static const struct argp_option option_table[] = {
    { "db", KEY_DB, "DB", 0,
      "The database: an SQLite file, created if it is not there, or postgresql://...", 0 },
    { "remove", KEY_REMOVE, NULL, 0, "Remove files that are in the database", 0 },
    { "move", KEY_MOVE, "FOLDER", 0, "Move them there (same file system)", 0 },
    { "quarantine", KEY_QUARANTINE, "FOLDER", 0, "Move bad files there (same file system)", 0 },
    { "quiet", 'q', NULL, 0, "Do not name bad files on stderr", 0 },
    { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case KEY_DB: o->intake.db = arg; return 0;
    case KEY_REMOVE: o->intake.remove = true; return 0;
    case KEY_MOVE: o->intake.move = arg; return 0;
    case KEY_QUARANTINE: o->intake.quarantine = arg; return 0;
    case 'q': o->quiet = true; return 0;
    case ARGP_KEY_ARGS:
        o->folders = state->argv + state->next;
        o->n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "no folder given");
        return 0;
    case ARGP_KEY_SUCCESS:
        if (!o->intake.db)
            argp_failure(state, EXIT_USAGE, 0, "no database given: --db DB");
        if (o->intake.remove && o->intake.move)
            argp_failure(state, EXIT_USAGE, 0, "--remove and --move exclude each other");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    option_table, parse, "FOLDER...",
    "Take logs from users' machines into a database.\v"
    "Of a folder these files are looked at: *.aplog.zst and *.aplog, logs, which are taken once "
    "for each content; *.delete, hashes of logs that are removed and never taken again. Bad files "
    "are noted in the database with the reason, and not read again. May be stopped at any moment "
    "and run again. Exit status: 0 fine, also if files were bad; 2 wrong usage; 3 the database "
    "cannot be used, or files cannot be read.",
    NULL, NULL, NULL
};

static void say_nothing(const char *path, const char *why)
{
    (void)path;
    (void)why;
}

static void say_bad(const char *path, const char *why)
{
    cmd_say("%s: %s", path, why);
}

/* They must be there before the first file is touched. */
static int check_folder(const char *folder)
{
    struct stat st;
    if (!folder || (stat(folder, &st) == 0 && S_ISDIR(st.st_mode)))
        return 0;
    cmd_say("%s: is no folder", folder);
    return -1;
}

int cmd_ingest_part(int argc, char **argv, size_t part, size_t parts, struct intake_counts *c)
{
    struct options o = { .intake = { .part = part, .parts = parts,
                                     .readers = (size_t)omp_get_max_threads() } };
    struct err err;
    cmd_parse(&argp, argc, argv, &o);
    if (check_folder(o.intake.move) != 0 || check_folder(o.intake.quarantine) != 0)
        return EXIT_NO_DATA;
    int result = intake_run(o.folders, o.n, &o.intake, o.quiet ? say_nothing : say_bad, c, &err);
    if (result != 0)
        cmd_say("%s", err.text);
    return result != 0 || c->unread > 0 ? EXIT_NO_DATA : EXIT_FINE;
}

void cmd_ingest_print(const struct intake_counts *c)
{
    printf("%zu file%s: %zu taken, %zu known, %zu bad, %zu bad before, %zu deletion%s, %zu unread\n",
           c->files, c->files == 1 ? "" : "s", c->taken, c->known, c->bad, c->bad_before, c->deletions,
           c->deletions == 1 ? "" : "s", c->unread);
}

int cmd_ingest(int argc, char **argv)
{
    struct intake_counts counts = { 0 };
    int status = cmd_ingest_part(argc, argv, 0, 1, &counts);
    cmd_ingest_print(&counts);
    return status;
}
