/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof merge: many logs into one file. */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/inputs.h"
#include "log/merged_file.h"
#include "base/progress.h"
#include "base/whole_file.h"

struct options {
    struct cmd_logs logs;
    const char *output;
    bool skip_bad;
};

enum { KEY_SKIP = 0x100 };

static const struct argp_option option_table[] = {
    { "output", 'o', "FILE", 0, "Where to (may be one of the LOGs)", 0 },
    { "skip-bad", KEY_SKIP, NULL, 0, "Leave bad logs out; without this they are an error", 0 },
    { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case 'o':
        o->output = arg;
        return 0;
    case KEY_SKIP:
        o->skip_bad = true;
        return 0;
    case ARGP_KEY_SUCCESS:
        if (!o->output)
            argp_failure(state, EXIT_USAGE, 0, "no output given: -o FILE");
        return 0;
    default:
        return cmd_parse_logs(key, state, &o->logs);
    }
}

static const struct argp argp = {
    option_table, parse, "-o FILE LOG...",
    "Merge many logs into one file, which all commands take as they take a folder.\v"
    "The order of the LOGs does not matter, merged files can be merged again, and a log that is "
    "there twice counts once (of two states of it the later one). Nothing is written if a log is "
    "bad. Exit status: 0 fine, 2 wrong usage, 3 bad or no logs.",
    NULL, NULL, NULL
};

/* A log on its way into the file. */
struct entry {
    const struct input *input;
    uint8_t run_id[16];
    struct merged_rank rank;
    struct err err;
    bool good;
};

/* By run id; of one log's states the one that counts first.  Bad ones last. */
static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->good != y->good)
        return x->good ? -1 : 1;
    int c = memcmp(x->run_id, y->run_id, sizeof x->run_id);
    return c ? c : -merged_compare(&x->rank, &y->rank);
}

static void look_at(struct entry *e)
{
    struct log *log;
    if (input_read(e->input, &log, &e->err) != 0)
        return;
    e->good = true;
    memcpy(e->run_id, log->header.run_id, sizeof e->run_id);
    e->rank = merged_rank(log);
    log_free(log);
}

static struct entry *look_at_all(const struct inputs *inputs)
{
    struct entry *list = calloc(inputs->n + 1, sizeof *list);
    struct progress progress;
    if (!list)
        return NULL;
    progress_start(&progress, "reading", inputs->n);
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < inputs->n; i++) {
        list[i].input = &inputs->list[i];
        look_at(&list[i]);
        progress_step(&progress);
    }
    progress_clear(&progress);
    return list;
}

/* Copies the chosen logs.  0, or -1 with the reason and the log it is about. */
static int copy_all(FILE *out, const struct entry *list, size_t n, const char **about,
                    struct err *err)
{
    struct merged_writer writer;
    int result = merged_begin(&writer, out, n, err);
    if (result != 0)
        return -1;
    for (size_t i = 0; result == 0 && i < n; i++) {
        struct log *log;
        result = input_read(list[i].input, &log, err);
        if (result == 0 && memcmp(log->header.run_id, list[i].run_id, 16) != 0) {
            log_free(log);
            result = err_set(err, "became another log meanwhile");
        }
        if (result != 0) {
            *about = list[i].input->name;
            break;
        }
        merged_add(&writer, log);
        log_free(log);
    }
    merged_end(&writer);
    return result;
}

static int write_all(const struct options *o, const struct entry *list, size_t n, size_t copies)
{
    struct whole_file file;
    struct err err;
    const char *about = o->output;
    int result = whole_file_start(&file, o->output, &err);
    if (result == 0)
        result = whole_file_end(&file, copy_all(file.stream, list, n, &about, &err), &err);
    if (result != 0) {
        cmd_say("%s: %s; nothing was written", about, err.text);
        return EXIT_NO_DATA;
    }
    cmd_print_wrote(o->output, n, "log");
    if (copies > 0)
        printf(", %zu cop%s left out", copies, copies == 1 ? "y" : "ies");
    putchar('\n');
    return EXIT_FINE;
}

static int merge(const struct options *o, const struct inputs *inputs, size_t bad)
{
    size_t n = 0, copies = 0;
    struct entry *list = look_at_all(inputs);
    if (!list) {
        cmd_say("out of memory");
        return EXIT_NO_DATA;
    }
    for (size_t i = 0; i < inputs->n; i++)
        if (!list[i].good) {
            cmd_say("%s: %s", inputs->list[i].name, list[i].err.text);
            bad++;
        }
    qsort(list, inputs->n, sizeof *list, compare_entries);
    for (size_t i = 0; i < inputs->n && list[i].good; i++) {
        if (n > 0 && memcmp(list[n - 1].run_id, list[i].run_id, sizeof list->run_id) == 0)
            copies++;
        else
            list[n++] = list[i];
    }
    int status = EXIT_NO_DATA;
    if (bad > 0 && !o->skip_bad)
        cmd_say("%zu bad log%s: nothing was written; --skip-bad leaves them out", bad,
                bad == 1 ? "" : "s");
    else if (n == 0)
        cmd_say("no usable log: nothing was written");
    else
        status = write_all(o, list, n, copies);
    free(list);
    return status;
}

int cmd_merge(int argc, char **argv)
{
    struct options o = { 0 };
    struct inputs inputs = { 0 };
    struct err err;
    size_t bad = 0;
    cmd_parse(&argp, argc, argv, &o);
    for (size_t i = 0; i < o.logs.n; i++)
        if (inputs_add(&inputs, o.logs.list[i], &err) != 0) {
            cmd_say("%s: %s", o.logs.list[i], err.text);
            bad++;
        }
    int status = merge(&o, &inputs, bad);
    inputs_free(&inputs);
    return status;
}
