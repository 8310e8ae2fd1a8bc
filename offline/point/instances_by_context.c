/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "point/instances_by_context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "point/make_point.h"
#include "point/bytes_accessed.h"

static int copy_builds(const struct log *log, struct called *c)
{
    c->builds = calloc(log->n_modules + 1, sizeof *c->builds);
    for (; c->builds && c->n_builds < log->n_modules; c->n_builds++)
        if (!(c->builds[c->n_builds] = strdup(log->modules[c->n_builds].build_id)))
            return -1;
    return c->builds ? 0 : -1;
}

/* The fields of inlined functions, NAME \t FILE \t LINE \n of each, the outermost first. */
struct inlined {
    char *name, *file, *line;
};

static size_t split(char *text, struct inlined *list, size_t room)
{
    char *rest = text, *fields;
    size_t n = 0;
    while (n < room && (fields = strsep(&rest, "\n")) && fields[0]) {
        list[n].name = strsep(&fields, "\t");
        list[n].file = fields ? strsep(&fields, "\t") : NULL;
        list[n].line = fields;
        n += list[n].line != NULL;
    }
    return n;
}

/* malloc'ed; NULL: no memory. */
static char *names_of_call(const struct log_callable *of, const struct log_call *call)
{
    struct inlined list[64];
    char *names = NULL, *inlined = strdup(call ? call->inlined : "");
    size_t size, n = inlined ? split(inlined, list, 64) : 0;
    FILE *out = inlined ? open_memstream(&names, &size) : NULL;
    if (!out) {
        free(inlined);
        return NULL;
    }
    const char *innermost = n > 0 ? list[n - 1].name : of->name;
    if (call)
        fprintf(out, "%s\t%s:%u\n", innermost, path_name(call->file[0] ? call->file : of->file), call->line);
    else
        fprintf(out, "%s\t\n", innermost);
    for (size_t i = n; i-- > 0;)
        fprintf(out, "%s\t%s:%s\n", i > 0 ? list[i - 1].name : of->name, path_name(list[i].file), list[i].line);
    free(inlined);
    return fclose(out) == 0 ? names : NULL;
}

static int copy_frames(const struct log_callers *from, struct called *c)
{
    c->frames = calloc(from->n + 1, sizeof *c->frames);
    for (; c->frames && c->n_frames < from->n; c->n_frames++) {
        const struct log_caller *f = &from->list[c->n_frames];
        c->frames[c->n_frames] = (struct called_frame){ f->parent, f->rec.kind, f->module, f->rec.offset, NULL };
        if (f->callable && !f->bad && !(c->frames[c->n_frames].names = names_of_call(f->callable, f->call)))
            return -1;
    }
    return c->frames ? 0 : -1;
}

/* Of a recursion a size is a chain's calls. */
static struct called_row row_of(const struct log_instance *in, size_t target, unsigned shift)
{
    const struct alog_instance *rec = &in->rec;
    double rms = rec->flags & ALOG_I_UNSEEN ? NAN : ldexp((double)rec->rms, -(int)shift);
    return (struct called_row){ .target = (uint32_t)target, .frame = in->context - 1,
                                .size = in->recursive ? (double)in->chain.longest : rms, .cost = (double)rec->cost,
                                .work = point_work_bytes(rec), .rms = rms };
}

static int by_target(const void *a, const void *b)
{
    const struct called_row *x = a, *y = b;
    return (x->target > y->target) - (x->target < y->target);
}

static bool is_wanted(const struct log_instance *in)
{
    unsigned bad = ALOG_I_CUT | ALOG_I_LOST | ALOG_I_INNER;
    return in->context && !(in->rec.flags & bad) && (in->recursive || instance_is_whole(in));
}

static int copy_rows(const struct log *log, const size_t *of, unsigned shift, struct called *c)
{
    c->rows = calloc(log->n_instances + 1, sizeof *c->rows);
    if (!c->rows)
        return -1;
    for (size_t i = 0; i < log->n_instances; i++)
        if (is_wanted(&log->instances[i]))
            c->rows[c->n_rows++] = row_of(&log->instances[i], of[log->instances[i].site], shift);
    qsort(c->rows, c->n_rows, sizeof *c->rows, by_target);
    return 0;
}

int called_make(const struct log *log, const size_t *of, unsigned shift, struct called **out)
{
    *out = NULL;
    if (log->callers.n_of == 0)
        return 0;
    struct called *c = *out = calloc(1, sizeof *c);
    return !c || copy_builds(log, c) != 0 || copy_frames(&log->callers, c) != 0 || copy_rows(log, of, shift, c) != 0 ? -1 : 0;
}

void called_free(struct called *called)
{
    if (!called)
        return;
    for (size_t i = 0; i < called->n_builds; i++)
        free(called->builds[i]);
    for (size_t i = 0; i < called->n_frames; i++)
        free(called->frames[i].names);
    free(called->builds);
    free(called->frames);
    free(called->rows);
    free(called);
}

static int target_of_row(const void *target, const void *row)
{
    size_t x = *(const size_t *)target, y = ((const struct called_row *)row)->target;
    return (x > y) - (x < y);
}

const struct called_row *called_of(const struct called *called, size_t target, size_t *n)
{
    const size_t end = called ? called->n_rows : 0;
    size_t first = end ? array_first(called->rows, end, sizeof *called->rows, &target, target_of_row) : 0;
    for (*n = 0; first + *n < end && called->rows[first + *n].target == target;)
        ++*n;
    return *n ? &called->rows[first] : NULL;
}
