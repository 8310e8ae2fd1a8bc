/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aligned columns of text.
 */
#ifndef OFFLINE_TEXT_TABLE_H
#define OFFLINE_TEXT_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#define TABLE_COLUMNS 16

/* Columns are divided by two blanks; `right` bit i: column i is aligned right.
 * A row may be followed by notes: lines of their own, indented. */
struct table {
    unsigned columns, right;
    const char *indent;
    struct table_row *rows;
    size_t n, cap;
    bool colour;                /* styles are printed, and notes are dim */
    size_t width;               /* of the terminal: rows are made to fit; 0: any */
    unsigned path;              /* a column whose cells are cut from the left, at a /; bit number + 1, 0: none */
    const unsigned char *spare; /* columns that may be left out, the first one first */
    size_t n_spare;
    unsigned brief;             /* a column whose cells may be replaced by table_brief's; bit number + 1, 0: none */
    size_t most_notes;          /* lines of notes of a row: the first notes that have no more, but one at least; 0: all */
    bool failed;                /* no memory: table_print returns -1 */
    unsigned shown;             /* after table_print: bits of the columns that it printed */
};

/* Adds a row of `columns` strings (copied); NULL is "". */
void table_row(struct table *table, const char *const *cells);

/* Gives the row added last a style: numbers of ECMA-48's SGR, "31" or "1".  Not
 * copied. */
void table_style(struct table *table, const char *style);

/* What stands in the column `brief` of the row added last where its cell is too wide for the terminal (copied). */
void table_brief(struct table *table, const char *text);

/* Adds a line after the row added last; several lines if text has \n. */
void table_note(struct table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "a/b/c.c:5" as "…/c.c:5" or "…/b/c.c:5": of malloc's memory, which is freed if it is cut.  The file's name stays
 * whole, also where `room` columns do not hold it. */
char *text_cut_left(char *cell, size_t room);

/* Prints text in lines of the terminal's columns (0: any), which end at blanks; the first line begins with `first`, the
 * others with `further`; no newline at the end.  Returns how many lines that are; out: NULL: only that. */
size_t text_print_wrapped(const char *text, size_t columns, const char *first, const char *further, FILE *out);

/* Prints and frees all rows.  0 or -1 (no memory). */
int table_print(struct table *table, FILE *out);

#endif
