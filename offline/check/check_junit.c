/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The findings as JUnit XML, as Jenkins, GitLab and others read it: a test case
 * for each.  A regression is a failure, what cannot be judged an error (skipped if
 * that is no failure).
 */
#include "check/check.h"

/* Names are clean UTF-8 without control characters (text_clean). */
static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
    }
}

static const char *element_of(const struct check_report *report, const struct finding *f)
{
    if (f->verdict == VERDICT_OK)
        return NULL;
    if (!(report->failing & 1u << f->verdict))
        return "skipped";
    return f->verdict == VERDICT_REGRESSION ? "failure" : "error";
}

static void put_case(FILE *out, const struct check_report *report, const struct finding *f)
{
    const char *element = element_of(report, f);
    fputs("    <testcase classname=\"", out);
    put_escaped(out, f->file[0] ? f->file : "algoprof");
    fputs("\" name=\"", out);
    put_escaped(out, f->name);
    if (f->build)
        fprintf(out, " (build %.12s)", f->build);
    fputc('"', out);
    if (f->file[0]) {
        fputs(" file=\"", out);
        put_escaped(out, f->file);
        fprintf(out, "\" line=\"%u\"", f->line);
    }
    if (!element) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, ">\n      <%s ", element);
    if (*element != 's')
        fprintf(out, "type=\"%s\" ", verdict_name(f->verdict));
    fputs("message=\"", out);
    put_escaped(out, f->text);
    fputs("\"/>\n    </testcase>\n", out);
}

int check_junit(FILE *out, const struct check_report *report)
{
    const struct findings *all = report->findings;
    size_t failures = 0, errors = 0, skipped = 0;
    for (size_t i = 0; i < all->n; i++) {
        const char *element = element_of(report, &all->list[i]);
        failures += element && *element == 'f';
        errors += element && *element == 'e';
        skipped += element && *element == 's';
    }
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                 "  <testsuite name=\"algoprof check\" tests=\"%zu\" failures=\"%zu\" "
                 "errors=\"%zu\" skipped=\"%zu\" time=\"0\">\n",
            all->n, failures, errors, skipped);
    for (size_t i = 0; i < all->n; i++)
        put_case(out, report, &all->list[i]);
    fputs("  </testsuite>\n</testsuites>\n", out);
    return 0;
}
