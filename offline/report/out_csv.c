/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One row per point (RFC 4180, but lines end with \n); with all estimators one
 * row per point and estimator.  Empty field: unknown.
 */
#include <math.h>
#include <inttypes.h>
#include <string.h>

#include "report/out.h"
#include "report/out_functions.h"

/* A spreadsheet takes what begins like this, and goes on, for a formula; an apostrophe says
 * that it is text. */
static bool is_formula(const char *text)
{
    return *text && strchr("=+-@\t\r", *text) && text[1];
}

void out_csv_text(FILE *out, const char *text)
{
    if (!text)
        return;
    if (!is_formula(text) && !strpbrk(text, ",\"\n\r")) {
        fputs(text, out);
        return;
    }
    fputs(is_formula(text) ? "\"'" : "\"", out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_number(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, "%.12g", value);
    fputc(',', out);
}

/* Of a recursion only: all calls, and the RMS of the longest chain. */
static void put_recursion(FILE *out, const struct target *t, const struct packed_point *p)
{
    if (t->key.kind != ALOG_RECURSION) {
        fputs(",,", out);
        return;
    }
    fprintf(out, ",%" PRIu64 ",", p->calls);
    if (isfinite(p->rms))
        fprintf(out, "%.12g", p->rms);
}

static void put_warnings(FILE *out, unsigned warnings)
{
    const char *separator = "";
    for (int i = 0; i < WARNINGS; i++)
        if (warnings & 1u << i) {
            fprintf(out, "%s%s", separator, warn_code((enum warning)i));
            separator = " ";
        }
}

static void put_point(FILE *out, const struct target *t, const struct fit *fit,
                      const struct target_point *tp, const struct estimate *size,
                      const char *estimator)
{
    const struct packed_point *p = tp->point;
    const char *const texts[] = { t->key.name, t->key.file, t->key.function,
                                  log_kind_name(t->key.kind), t->key.build, tp->log->path, p->label };
    fprintf(out, "%zu,", t->rank);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        out_csv_text(out, texts[i]);
        fputc(',', out);
    }
    fprintf(out, "%" PRIu32 ",%" PRIu32 ",", t->key.line, p->run);
    put_number(out, size->size);
    put_number(out, size->low);
    put_number(out, size->high);
    if (out_cost_known(t, p))
        fprintf(out, "%" PRIu64, p->cost);
    fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%d,%s,", p->instances,
            p->sampled, p->pairs, p->cut, p->exact, estimator);
    out_csv_text(out, fit->cls == FIT_NONE ? "" : fit_class_name(fit->cls));
    fputc(',', out);
    put_number(out, fit->exponent);
    put_warnings(out, tp->warnings);
    put_recursion(out, t, p);
    fputc('\n', out);
}

/* A log has points, or functions of in-house mode, or both: then its points are shown. */
int out_csv(FILE *out, const struct report *report)
{
    if (report->set->n_targets == 0 && report->set->functions.n > 0) {
        out_functions_csv(out, report);
        return 0;
    }
    fputs("rank,name,file,function,kind,build,log,label,line,run,size,size_low,size_high,cost,"
          "instances,sampled,pairs,cut,exact,estimator,class,exponent,warnings,"
          "calls,rms\n", out);
    for (size_t i = 0; i < report->n_shown; i++) {
        const struct target *t = report->shown[i];
        const struct fit *fit = out_fit(t);
        for (size_t k = 0; k < t->n_points; k++) {
            const struct target_point *tp = &t->points[k];
            if (!report->all_estimators || tp->point->exact || t->key.kind == ALOG_RECURSION) {
                put_point(out, t, fit, tp, &tp->size, out_estimator(report, t, tp));
                continue;
            }
            struct packed_rest rest;
            point_unpack(t->pool, tp->point, &rest);
            for (int e = 0; e < ESTIMATORS; e++)
                put_point(out, t, fit, tp, &rest.estimates[e], estimators[e].name);
            const struct estimate joint = { tp->joint_size, NAN, NAN };
            put_point(out, t, fit, tp, &joint, "joint");
        }
    }
    return 0;
}
