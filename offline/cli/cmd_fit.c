/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof fit: the cost function of a plain table. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "fit/fit.h"
#include "fit/fit_json.h"
#include "base/table_read.h"
#include "base/util.h"

#define COMPLAINTS 20           /* bad lines told one by one */

struct options {
    const char *file;
    bool json;
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->file)
            argp_error(state, "one file at a time: %s and %s", o->file, arg);
        o->file = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    { "json", 'j', NULL, 0, "Print the fit as a JSON object", 0 },
    { 0 },
};

static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .args_doc = "[FILE|-]",
    .doc = "Fit a cost function to a table of two columns, size and cost, separated by blanks, "
           "tabs or commas; # starts a comment, and the first line may be a header.  Without "
           "FILE, or with -, the table is read from stdin.",
};

struct complaints {
    const char *name;
    size_t told;
};

static void complain(void *data, size_t line, const char *what)
{
    struct complaints *c = data;
    if (c->told++ < COMPLAINTS)
        cmd_say("%s:%zu: %s", c->name, line, what);
}

/* 0 or an exit code, with the reason told. */
static int read_points(const char *file, struct fit_point **points, size_t *n)
{
    bool from_stdin = strcmp(file, "-") == 0;
    struct complaints c = { from_stdin ? "stdin" : file, 0 };
    FILE *in = from_stdin ? stdin : fopen(file, "re");
    if (!in) {
        cmd_say("%s: cannot open: %s", file, strerror(errno));
        return EXIT_NO_DATA;
    }
    long bad = table_read(in, complain, &c, points, n);
    int error = errno;
    if (!from_stdin)
        fclose(in);
    if (bad < 0)
        cmd_say("%s: cannot read: %s", c.name, strerror(error));
    else if (c.told > COMPLAINTS)
        cmd_say("%s: %zu more bad lines", c.name, c.told - COMPLAINTS);
    else if (bad == 0 && *n == 0)
        cmd_say("%s: no points; a line is: size, cost", c.name);
    return bad != 0 || *n == 0 ? EXIT_NO_DATA : EXIT_FINE;
}

static void print_interval(const char *label, double value, double low, double high)
{
    if (isnan(value))
        return;
    printf("%-14s %.4g, 95 %% interval ", label, value);
    if (isnan(low) && isnan(high))
        puts("unknown: the data allow almost any");
    else if (isnan(low))
        printf("up to %.4g\n", high);
    else if (isnan(high))
        printf("from %.4g\n", low);
    else
        printf("%.4g to %.4g\n", low, high);
}

/* "n^2 and n^2 log n": the classes of the set but the best. */
static void print_others(const struct fit *fit)
{
    const char *between = "";
    for (int c = FIT_1; c <= FIT_POWER; c++)
        if (fit->set & 1u << c && c != (int)fit->cls) {
            printf("%s%s", between, fit_class_name((enum fit_class)c));
            between = " or ";
        }
}

/* Sizes of a table may be small fractions. */
static const char *size_text(double size, char *out)
{
    if (size >= 10)
        return text_count(size, out);
    snprintf(out, 16, "%.2g", size);
    return out;
}

static void print_ambiguity(const struct fit *fit)
{
    char size[16];
    if (fit->cls == FIT_POWER && fit->set & ~(1u << FIT_POWER)) {
        printf("%-14s ", "nearest class");
        print_others(fit);
        puts(", which does not fit");
    } else if (fit->warnings & 1u << FIT_AMBIGUOUS) {
        printf("%-14s ", "could also be");
        print_others(fit);
        if (fit->next_size > 0)
            printf(": cannot tell; sizes up to about %s would\n", size_text(fit->next_size, size));
        else
            puts(": cannot tell");
    }
}

/* Sizes whose cost is 0 are no sizes to the fit. */
static void print_data(size_t n, int sizes, double low, double high)
{
    printf("%-14s %zu point%s, ", "data", n, n == 1 ? "" : "s");
    if (low >= high)
        printf(n == 1 ? "of size %.6g\n" : "all of size %.6g\n", low);
    else if (sizes == 0)
        printf("none of use, of sizes from %.6g to %.6g\n", low, high);
    else
        printf("%d different size%s from %.6g to %.6g\n", sizes, sizes == 1 ? "" : "s", low, high);
}

static void print_text(const struct fit *fit, const struct fit_point *points, size_t n)
{
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, points[i].size);
        high = fmax(high, points[i].size);
    }
    printf("%-14s %s\n", "cost function",
           fit->cls == FIT_NONE ? "cannot be told" : fit_class_name(fit->cls));
    if (fit->formula[0])
        printf("%-14s %s\n", "formula", fit->formula);
    print_interval("exponent", fit->exponent, fit->exponent_low, fit->exponent_high);
    print_interval("growth a unit", fit->base, fit->base_low, fit->base_high);
    print_ambiguity(fit);
    print_data(n, fit->distinct_sizes, low, high);
    if (!isnan(fit->sigma))
        printf("%-14s %.2g %%\n", "scatter", 100 * expm1(fit->sigma));
    if (!isnan(fit->r2))
        printf("%-14s %.3f (of ln cost)\n", "R2", fit->r2);
    for (unsigned i = 0; i < FIT_WARNINGS; i++)
        if (fit->warnings & 1u << i && i != FIT_AMBIGUOUS)
            printf("%-14s %s\n", fit_warning_code(i), fit_warning_text(i));
}

static int print_json(const struct fit *fit)
{
    json_t *json = fit_to_json(fit);
    if (!json || json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) != 0) {
        json_decref(json);
        cmd_say("cannot print the fit: out of memory, or the output cannot be written");
        return EXIT_NO_DATA;
    }
    json_decref(json);
    putchar('\n');
    return EXIT_FINE;
}

int cmd_fit(int argc, char **argv)
{
    struct options o = { 0 };
    struct fit_point *points = NULL;
    struct fit fit;
    size_t n = 0;
    cmd_parse(&argp, argc, argv, &o);
    int result = read_points(o.file ? o.file : "-", &points, &n);
    if (result == EXIT_FINE && n < 2) {
        cmd_say("%s: one point: a cost function needs five different sizes", o.file ? o.file : "-");
        result = EXIT_NO_DATA;
    }
    if (result == EXIT_FINE && fit_run(points, n, &fit) != 0) {
        cmd_say("out of memory");
        result = EXIT_NO_DATA;
    }
    if (result == EXIT_FINE && o.json)
        result = print_json(&fit);
    else if (result == EXIT_FINE)
        print_text(&fit, points, n);
    free(points);
    return result;
}
