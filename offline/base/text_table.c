/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text_table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"

#define LEAST_COLUMNS 26        /* of a terminal whose lines are wrapped */

/* A row, or a note (cell[0] only). */
struct table_row {
    char *cell[TABLE_COLUMNS];
    char *brief;                /* NULL: none */
    const char *style;          /* NULL: none */
    bool note;
};

static struct table_row *add(struct table *t)
{
    if (t->failed || array_grow(&t->rows, &t->cap, t->n + 1, sizeof *t->rows) != 0) {
        t->failed = true;
        return NULL;
    }
    struct table_row *row = &t->rows[t->n++];
    memset(row, 0, sizeof *row);
    return row;
}

void table_row(struct table *table, const char *const *cells)
{
    struct table_row *row = add(table);
    for (unsigned i = 0; row && i < table->columns; i++) {
        row->cell[i] = strdup(cells[i] ? cells[i] : "");
        if (!row->cell[i])
            table->failed = true;
    }
}

void table_style(struct table *table, const char *style)
{
    if (!table->failed && table->n > 0)
        table->rows[table->n - 1].style = style;
}

void table_brief(struct table *table, const char *text)
{
    if (!table->failed && table->n > 0 && !(table->rows[table->n - 1].brief = strdup(text)))
        table->failed = true;
}

void table_note(struct table *table, const char *format, ...)
{
    struct table_row *row = add(table);
    va_list args;
    if (!row)
        return;
    row->note = true;
    row->style = "2";
    va_start(args, format);
    if (vasprintf(&row->cell[0], format, args) < 0) {
        row->cell[0] = NULL;
        table->failed = true;
    }
    va_end(args);
}

/* Columns on a terminal: code points, all taken as one wide. */
static size_t width(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void pad(FILE *out, size_t n)
{
    while (n-- > 0)
        fputc(' ', out);
}

static size_t total_width(const struct table *t, const size_t *widths)
{
    size_t sum = width(t->indent), shown = 0;
    for (unsigned k = 0; k < t->columns; k++) {
        sum += widths[k];
        shown += widths[k] > 0;
    }
    return sum + 2 * (shown > 0 ? shown - 1 : 0);
}

char *text_cut_left(char *cell, size_t room)
{
    const char *rest = cell;
    char *cut;
    while (width(rest) + (rest > cell) > room && strchr(rest + 1, '/'))
        rest = strchr(rest + 1, '/');
    if (rest == cell || asprintf(&cut, "…%s", rest) < 0)
        return cell;
    free(cell);
    return cut;
}

static void fit_path(struct table *t, size_t *widths)
{
    size_t total = total_width(t, widths), most = 0;
    if (!t->path || total <= t->width)
        return;
    size_t *own = &widths[t->path - 1], more = total - t->width;
    for (size_t i = 0; i < t->n; i++)
        if (!t->rows[i].note) {
            char **cell = &t->rows[i].cell[t->path - 1];
            *cell = text_cut_left(*cell, *own > more ? *own - more : 0);
            most = width(*cell) > most ? width(*cell) : most;
        }
    *own = most;
}

/* Only cells that do not fit are replaced. */
static void fit_brief(struct table *t, size_t *widths)
{
    size_t total = total_width(t, widths), most = 0;
    if (!t->brief || total <= t->width)
        return;
    size_t *own = &widths[t->brief - 1], more = total - t->width;
    for (size_t i = 0; i < t->n; i++) {
        struct table_row *row = &t->rows[i];
        if (row->note)
            continue;
        if (row->brief && width(row->cell[t->brief - 1]) + more > *own) {
            free(row->cell[t->brief - 1]);
            row->cell[t->brief - 1] = row->brief;
            row->brief = NULL;
        }
        most = width(row->cell[t->brief - 1]) > most ? width(row->cell[t->brief - 1]) : most;
    }
    *own = most;
}

/* A column with width 0 is not printed. */
static void fit(struct table *t, size_t *widths)
{
    if (!t->width)
        return;
    fit_path(t, widths);
    for (size_t i = 0; i < t->n_spare && total_width(t, widths) > t->width; i++)
        widths[t->spare[i]] = 0;
    fit_brief(t, widths);
}

/* The blank at which a line of `room` columns ends; NULL: text is the last line. */
static const char *line_end(const char *text, size_t room)
{
    const char *blank = NULL;
    if (width(text) <= room)
        return NULL;
    for (size_t n = 0; n <= room; text++)
        if (((unsigned char)*text & 0xc0) != 0x80) {
            n++;
            blank = *text == ' ' ? text : blank;
        }
    return blank;
}

size_t text_print_wrapped(const char *text, size_t columns, const char *first, const char *further, FILE *out)
{
    size_t lines = 1;
    if (columns < LEAST_COLUMNS)
        columns = (size_t)-1;
    if (out)
        fputs(first, out);
    for (const char *end; (end = line_end(text, columns - width(lines == 1 ? first : further))) != NULL; text = end + 1) {
        if (out)
            fprintf(out, "%.*s\n%s", (int)(end - text), text, further);
        lines++;
    }
    if (out)
        fputs(text, out);
    return lines;
}

/* out: NULL: only the lines are counted. */
static size_t print_note(const struct table *t, const char *text, FILE *out)
{
    char first[64], further[sizeof first + 2];
    snprintf(first, sizeof first, "%s      ", t->indent);
    snprintf(further, sizeof further, "%s  ", first);
    return text_print_wrapped(text, t->width, first, further, out);
}

static void print_row(const struct table *t, const struct table_row *row, const size_t *widths,
                      FILE *out)
{
    size_t blanks = 0;          /* written only if something follows */
    fputs(t->indent, out);
    for (unsigned i = 0; i < t->columns; i++) {
        if (widths[i] == 0)
            continue;
        size_t fill = widths[i] - width(row->cell[i]);
        bool right = t->right & 1u << i;
        blanks += right ? fill : 0;
        if (row->cell[i][0]) {
            pad(out, blanks);
            fputs(row->cell[i], out);
            blanks = 0;
        }
        blanks += (right ? 0 : fill) + 2;
    }
}

int table_print(struct table *table, FILE *out)
{
    size_t widths[TABLE_COLUMNS] = { 0 };
    int result = table->failed ? -1 : 0;
    for (size_t i = 0; result == 0 && i < table->n; i++)
        for (unsigned k = 0; !table->rows[i].note && k < table->columns; k++)
            if (width(table->rows[i].cell[k]) > widths[k])
                widths[k] = width(table->rows[i].cell[k]);
    if (result == 0)
        fit(table, widths);
    for (unsigned k = 0; k < table->columns; k++)
        table->shown |= (unsigned)(widths[k] > 0) << k;
    size_t notes = 0;
    for (size_t i = 0; result == 0 && i < table->n; i++) {
        const struct table_row *row = &table->rows[i];
        size_t before = notes;
        notes = row->note ? before + print_note(table, row->cell[0], NULL) : 0;
        if (table->most_notes && before > 0 && notes > table->most_notes)
            continue;
        bool styled = table->colour && row->style;
        if (styled)
            fprintf(out, "\033[%sm", row->style);
        if (row->note)
            print_note(table, row->cell[0], out);
        else
            print_row(table, row, widths, out);
        fputs(styled ? "\033[0m\n" : "\n", out);
    }
    for (size_t i = 0; i < table->n; i++) {
        free(table->rows[i].brief);
        for (unsigned k = 0; k < TABLE_COLUMNS; k++)
            free(table->rows[i].cell[k]);
    }
    free(table->rows);
    table->rows = NULL;
    table->n = table->cap = 0;
    return result;
}
