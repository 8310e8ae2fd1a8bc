/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "binary/hot_functions.h"

#include <ctype.h>
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* What was read so far. */
struct reader {
    void *tree;                 /* struct hot_function by name, self in samples */
    size_t n;
    double total, elsewhere;
    bool flat;                  /* inside gprof's flat profile */
    bool wanted;                /* perf: a sample began, its first frame is to come */
    bool memory;                /* there is none */
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct hot_function *)a)->name, ((const struct hot_function *)b)->name);
}

static void add(struct reader *r, const char *symbol, double samples)
{
    char *name = malloc(strlen(symbol) + 1), *clean = text_clean(symbol, strlen(symbol));
    struct hot_function *f = calloc(1, sizeof *f), **found;
    r->total += samples;
    bool named = name && clean;
    if (named)
        hot_target_name(clean, name);
    free(clean);
    if (named && f) {
        *f = (struct hot_function){ name, 0 };
        found = tsearch(f, &r->tree, by_name);
        if (found) {
            r->n += *found == f;
            (*found)->self += samples;
            if (*found == f)
                return;
        } else {
            r->memory = true;
        }
    } else {
        r->memory = true;
    }
    free(name);
    free(f);
}

/* "operator()" and the like end a name as they are. */
static bool is_operator(const char *p, const char *start)
{
    bool begins = p == start || (!isalnum((unsigned char)p[-1]) && p[-1] != '_');
    return begins && strncmp(p, "operator", 8) == 0 && !isalnum((unsigned char)p[8]) && p[8] != '_';
}

/* perf's and GCC's words. */
static bool is_lambda(const char *p)
{
    return strncmp(p, "{lambda(", 8) == 0 || strncmp(p, "<lambda(", 8) == 0;
}

static bool has_lambda(const char *p)
{
    return strstr(p, "::{lambda(") || strstr(p, "::<lambda(");
}

/* Behind the arguments that begin here, where a name goes on that is local to the function; NULL: it ends. */
static const char *behind_arguments(const char *p)
{
    int depth = 0;
    do
        depth += (*p == '(') - (*p == ')');
    while (*p++ && depth > 0);
    if (depth == 0 && strncmp(p, " const", 6) == 0)
        p += 6;
    return depth == 0 && strncmp(p, "::", 2) == 0 ? p : NULL;
}

/* The operator's own name goes to `to'. */
static char *add_operator(const char *p, char *to)
{
    const char *end = strchr(p + 8, '(');
    size_t len = strncmp(p, "operator()", 10) == 0 ? 10 : end ? (size_t)(end - p) : strlen(p);
    memcpy(to, p, len);
    return to + len;
}

void hot_target_name(const char *name, char *to)
{
    static const char anonymous[] = "(anonymous namespace)::";
    char *start = to;
    int depth = 0;
    for (const char *p = name; *p; p++) {
        if (strncmp(p, anonymous, sizeof anonymous - 1) == 0) {
            p += sizeof anonymous - 2;
        } else if (depth == 0 && (is_lambda(p) || is_operator(p, name)) && has_lambda(p + 8)) {
            strcpy(start, "lambda");    /* in what else than a plain function is not to be told so */
            return;
        } else if (depth == 0 && is_lambda(p)) {
            strcpy(to, "lambda");
            return;
        } else if (depth == 0 && is_operator(p, name)) {
            to = add_operator(p, to);
            break;
        } else if (*p == '<') {
            depth++;
        } else if (*p == '>' && depth > 0) {
            depth--;
        } else if (depth == 0 && *p == '(' && behind_arguments(p)) {
            p = behind_arguments(p) - 1;
        } else if (depth == 0 && (strchr("([@", *p) || strncmp(p, " [", 2) == 0)) {
            break;
        } else if (depth == 0 && *p == '.' && p > name) {
            break;              /* .constprop.0, .part.1, .cold */
        } else if (depth == 0 && *p == ' ') {
            to = start;         /* a return type stood before */
        } else if (depth == 0) {
            *to++ = *p;
        }
    }
    *to = 0;
}

/* Code that nobody compiles with a plugin. */
static bool is_elsewhere(const char *symbol, const char *file)
{
    static const char *const folders[] = { "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "[" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(file, folders[i], strlen(folders[i])) == 0)
            return true;
    return strcmp(symbol, "[unknown]") == 0 || !*symbol;
}

/* A frame of perf script: ADDRESS SYMBOL+0xOFFSET (FILE).  False: it is none. */
static bool take_frame(struct reader *r, char *p)
{
    p += strspn(p, " \t");
    size_t digits = strspn(p, "0123456789abcdef");
    char *file = strrchr(p, '('), *plus;
    if (digits == 0 || p[digits] != ' ' || !file || file[-1] != ' ' || p[strlen(p) - 1] != ')')
        return false;
    p += digits + 1;
    if (file <= p)
        return false;
    file[-1] = 0;
    *strrchr(++file, ')') = 0;
    plus = strstr(p, "+0x");
    for (char *next = plus; next && (next = strstr(next + 1, "+0x"));)
        plus = next;
    if (plus)
        *plus = 0;
    if (is_elsewhere(p, file)) {
        r->total++;
        r->elsewhere++;
    } else {
        add(r, p, 1);
    }
    return true;
}

/* The head of a sample: COMMAND PID ... TIME: [PERIOD] EVENT: [frame] */
static char *frame_of_head(char *line)
{
    char *last = NULL;
    size_t colons = 0;
    for (char *p = line; (p = strchr(p, ':')); p++)
        if (p[1] == ' ' || p[1] == 0) {
            last = p;
            if (++colons == 2)
                break;
        }
    return colons == 2 ? last + 1 : NULL;
}

static void take_perf(struct reader *r, char *line)
{
    char *frame;
    if (!*line) {
        r->wanted = false;
    } else if (r->wanted && isspace((unsigned char)*line) && take_frame(r, line)) {
        r->wanted = false;
    } else if ((frame = frame_of_head(line))) {
        r->wanted = !take_frame(r, frame);
    }
}

/* A row of the flat profile: % CUMULATIVE SELF [CALLS SELF TOTAL] NAME. */
static void take_flat(struct reader *r, char *line)
{
    double numbers[6];
    char *p = line;
    int n = 0;
    if (!*line)
        return;
    for (; n < 6; n++) {
        char *end;
        numbers[n] = strtod(p, &end);
        if (end == p || !isspace((unsigned char)*end))
            break;
        p = end;
    }
    p += strspn(p, " \t");
    if ((n == 3 || n == 4 || n == 6) && *p && numbers[2] >= 0 && numbers[2] < 1e12)
        add(r, p, numbers[2]);
    else if (strstr(line, "the percentage of the total") || strstr(line, "Call graph"))
        r->flat = false;        /* what stands below it */
}

static int by_share(const void *a, const void *b)
{
    const struct hot_function *x = a, *y = b;
    if (x->self < y->self || x->self > y->self)
        return x->self > y->self ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Moves what the tree has into the list, and frees the tree. */
static int finish(struct reader *r, struct hot *out)
{
    out->list = calloc(r->n + 1, sizeof *out->list);
    while (r->tree) {
        struct hot_function *f = *(struct hot_function **)r->tree;
        tdelete(f, &r->tree, by_name);
        if (out->list)
            out->list[out->n++] = (struct hot_function){ f->name, f->self / r->total };
        else
            free(f->name);
        free(f);
    }
    if (!out->list || r->memory)
        return -1;
    out->elsewhere = r->total > 0 ? r->elsewhere / r->total : 0;
    qsort(out->list, out->n, sizeof *out->list, by_share);
    return 0;
}

int hot_read(FILE *in, struct hot *out, struct err *err)
{
    struct reader r = { 0 };
    char *line = NULL;
    size_t room = 0, rows = 0;
    *out = (struct hot){ 0 };
    while (getline(&line, &room, in) >= 0) {
        line[strcspn(line, "\r\n")] = 0;
        if (strncmp(line, "Flat profile:", 13) == 0)
            r.flat = true;
        else if (r.flat)
            take_flat(&r, line);
        else if (line[0] != '#')
            take_perf(&r, line);
        rows++;
    }
    int bad = ferror(in) ? errno : 0;
    free(line);
    if (finish(&r, out) != 0)
        return err_memory(err);
    if (bad)
        return err_set(err, "cannot be read: %s", strerror(bad));
    if (!(r.total > 0))
        return err_set(err, rows == 0 ? "is empty" : "has no samples: the text of `perf script' or "
                                                     "of gprof's flat profile is expected");
    return 0;
}

void hot_free(struct hot *hot)
{
    for (size_t i = 0; i < hot->n; i++)
        free(hot->list[i].name);
    free(hot->list);
    *hot = (struct hot){ 0 };
}
