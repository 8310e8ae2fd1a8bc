/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text_table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"

/* A row, or a note (cell[0] only). */
struct table_row {
    char *cell[TABLE_COLUMNS];
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

static void print_row(const struct table *t, const struct table_row *row, const size_t *widths,
                      FILE *out)
{
    size_t blanks = 0;          /* written only if something follows */
    fputs(t->indent, out);
    for (unsigned i = 0; i < t->columns; i++) {
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
    for (size_t i = 0; result == 0 && i < table->n; i++) {
        const struct table_row *row = &table->rows[i];
        bool styled = table->colour && row->style;
        if (styled)
            fprintf(out, "\033[%sm", row->style);
        if (row->note)
            fprintf(out, "%s      %s", table->indent, row->cell[0]);
        else
            print_row(table, row, widths, out);
        fputs(styled ? "\033[0m\n" : "\n", out);
    }
    for (size_t i = 0; i < table->n; i++)
        for (unsigned k = 0; k < TABLE_COLUMNS; k++)
            free(table->rows[i].cell[k]);
    free(table->rows);
    table->rows = NULL;
    table->n = table->cap = 0;
    return result;
}
