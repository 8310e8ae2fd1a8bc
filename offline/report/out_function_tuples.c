/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tuples of functions of in-house mode, as CSV and for aprof's tools.  A point of aprof's report files is a line
 *     p ROUTINE RMS MIN MAX SUM SUM-OF-SQUARES CALLS
 * (Coppa, Demetrescu, Finocchi, PLDI 2012).  Version 1.4 of the format adds REAL-SUM, the sum of those that no other
 * activation of the routine is around, which no profile here has, and only behind it exclusive costs: SELF-SUM,
 * SELF-MIN, SELF-MAX, SELF-SQUARES.  Its readers do without.  The columns of --csv have that order too.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/out.h"
#include "report/out_functions.h"

/* Of 128 bits. */
static void put_big(FILE *out, unsigned __int128 value)
{
    char digits[40];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + (int)(value % 10));
    while ((value /= 10) > 0);
    fwrite(digits + at, 1, sizeof digits - at, out);
}

static void put_point(FILE *out, size_t routine, const struct function_tuple *t, char between)
{
    fprintf(out, "%zu%c%" PRIu64 "%c%" PRIu64 "%c%" PRIu64 "%c%" PRIu64 "%c", routine, between, t->size, between,
            t->least, between, t->most, between, t->sum, between);
    put_big(out, t->squares);
    fprintf(out, "%c%" PRIu64, between, t->count);
}

/* Empty where they are not known. */
static void put_own(FILE *out, const struct function_tuple *t)
{
    if (!function_knows_own(t)) {
        fputs(",,,,", out);
        return;
    }
    fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", t->own_sum, t->own_least, t->own_most);
    put_big(out, t->own_squares);
}

void out_functions_csv(FILE *out, const struct report *report)
{
    fputs("id,size,min,max,sum,sum_of_squares,activations,function,file,line,metric,"
          "self_sum,self_min,self_max,self_sum_of_squares,cost_unit\n", out);
    for (size_t i = 0; i < report->n_functions; i++) {
        const struct function *f = report->functions[i];
        for (size_t k = 0; k < f->n_tuples; k++) {
            put_point(out, i, &f->tuples[k], ',');
            fputc(',', out);
            out_csv_text(out, f->name);
            fputc(',', out);
            out_csv_text(out, f->file);
            fprintf(out, ",%" PRIu32 ",%s", f->line, f->shared ? "trms" : "rms");
            put_own(out, &f->tuples[k]);
            fprintf(out, ",%s\n", function_unit(f));
        }
    }
}

/* aprof's readers take what is between quotation marks, which is not empty. */
static void put_name(FILE *out, const char *text)
{
    fputc('"', out);
    for (const char *p = text; *p; p++)
        fputc(*p == '"' ? '\'' : *p, out);
    fputs(text[0] ? "\"" : "?\"", out);
}

/* By one metric: that of the report, else rms; and of one kind of costs: blocks, if there are some. */
int out_aprof(FILE *out, const struct report *report)
{
    bool shared = true, time = true;
    size_t routine = 0, left_out = 0;
    for (size_t i = 0; i < report->n_functions; i++) {
        shared &= report->functions[i]->shared;
        time &= report->functions[i]->time;
    }
    fprintf(out, "v 1\nc in-house run of algoprof, sizes in bytes by %s\nm %s\nk %.0f\n", shared ? "trms" : "rms",
            time ? "time" : "bb-count", report->functions_total);
    for (size_t i = 0; i < report->n_functions; i++) {
        const struct function *f = report->functions[i];
        if (f->shared != shared || f->time != time)
            continue;
        fputs("r ", out);
        put_name(out, f->name);
        fputc(' ', out);
        put_name(out, f->file);
        fprintf(out, " %zu\n", routine);
        for (size_t k = 0; k < f->n_tuples; k++) {
            if (f->tuples[k].size > INT32_MAX) {        /* as aprof keeps them */
                left_out++;
                continue;
            }
            fputs("p ", out);
            put_point(out, routine, &f->tuples[k], ' ');
            fputc('\n', out);
        }
        routine++;
    }
    if (left_out > 0)
        fprintf(out, "c %zu sizes of 2 GiB and more are left out\n", left_out);
    return 0;
}
