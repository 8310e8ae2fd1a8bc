/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A spreadsheet: cells in rows; formulas sum a part of a column; after edits the formulas are computed anew.  */
#include <stdio.h>
#include "rnd.h"
enum { COLS = 12 };
struct cell {
    char kind, format;
    short style;
    double value;
    char *text;
};
static struct cell *cells;
static unsigned rows;
static double sum(unsigned col, unsigned from, unsigned to)
{
    double s = 0;
#pragma algoprof loop name(sheet)
    for (unsigned r = from; r < to; r++) {
        struct cell *c = &cells[(size_t)r * COLS + col];
        if (c->kind == 'n')
            s += c->value;
    }
    return s;
}
int main(int argc, char **argv)
{
    rows = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    cells = calloc((size_t)rows * COLS, sizeof *cells);
    for (size_t i = 0; i < (size_t)rows * COLS; i++) {
        cells[i].kind = rnd_n(5) ? 'n' : 't';
        cells[i].value = rnd_d();
    }
    double total = 0;
    for (unsigned i = 0; i < rows; i++) {
        unsigned r = rnd_n(rows), c = rnd_n(COLS);
        cells[(size_t)r * COLS + c].value = rnd_d();
        if (rnd_n(3))
            total += sum(c, 0, r); /* a running total up to here */
        else {
            unsigned h = r > 40 ? r - 40 : 0;
            total += sum(c, h, r);
        }
    }
    printf("%g\n", total);
}
