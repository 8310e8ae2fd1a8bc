/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A character holds 2 x 4 dots; see the Unicode block "Braille Patterns".
 */
#include "report/plot_braille.h"

#include <math.h>

#include "base/util.h"
#include "target/dataset_cost_share.h"
#include "target/dataset_fit_told.h"

#define COLUMNS 64
#define LINES 16
#define DOTS_X (2 * COLUMNS)
#define DOTS_Y (4 * LINES)

/* One logarithmic axis: from low to high in `dots` dots. */
struct axis {
    double low, high;
    int dots;
};

struct canvas {
    unsigned char dots[LINES][COLUMNS];     /* bits of the curve */
    bool run[LINES][COLUMNS];
    struct axis x, y;
};

struct plot plot_of(const struct target *t)
{
    enum view runs = judge_basis(t, VIEW_RUNS);
    return (struct plot){ t, judge_fit(t, runs), view_is_told(runs) };
}

double plot_size(const struct plot *plot, const struct target_point *p)
{
    if (plot->told)
        return dataset_told_size(plot->target, p);
    if (fit_is_of_memory(plot->fit))
        return p->point->rms;
    return p->fitted_size;
}

double plot_cost(const struct plot *plot, const struct target_point *p)
{
    return plot->told ? dataset_cost(plot->target, p->point) : (double)p->point->cost;
}

static bool can_be_drawn(double x, double y)
{
    return x > 0 && y > 0 && isfinite(x) && isfinite(y);
}

static void extend(struct axis *a, double value)
{
    a->low = fmin(a->low, value);
    a->high = fmax(a->high, value);
}

/* A lone value, or some that are alike, come to the middle. */
static void widen(struct axis *a)
{
    if (a->high / a->low < 1.5) {
        a->low /= 1.5;
        a->high *= 1.5;
    }
}

static int place(const struct axis *a, double value)
{
    double share = log(value / a->low) / log(a->high / a->low);
    return (int)lround(share * (a->dots - 1));
}

static void draw_curve(struct canvas *c, const struct fit_law *law)
{
    static const unsigned char bit[4][2] = { { 1, 8 }, { 2, 16 }, { 4, 32 }, { 64, 128 } };
    for (int x = 0; x < DOTS_X; x++) {
        double n = c->x.low * pow(c->x.high / c->x.low, (double)x / (DOTS_X - 1));
        double cost = fit_law_cost(law, n);
        if (!can_be_drawn(n, cost) || cost < c->y.low || cost > c->y.high)
            continue;
        int y = DOTS_Y - 1 - place(&c->y, cost);
        c->dots[y / 4][x / 2] |= bit[y % 4][x % 2];
    }
}

static void draw_runs(struct canvas *c, const struct plot *plot)
{
    for (size_t i = 0; i < plot->target->n_points; i++) {
        const struct target_point *p = &plot->target->points[i];
        double size = plot_size(plot, p), cost = plot_cost(plot, p);
        if (can_be_drawn(size, cost))
            c->run[(DOTS_Y - 1 - place(&c->y, cost)) / 4][place(&c->x, size) / 2] = true;
    }
}

static void print(FILE *out, const struct canvas *c, const char *indent)
{
    char text[16], other[16];
    for (int y = 0; y < LINES; y++) {
        double at = c->y.low * pow(c->y.high / c->y.low, 1 - (double)y / (LINES - 1));
        bool told = y == 0 || y == LINES - 1 || y == LINES / 2;
        fprintf(out, "%s%8s |", indent, told ? text_count(at < 99999.5 ? round(at) : at, text) : "");
        for (int x = 0; x < COLUMNS; x++) {
            unsigned dots = c->dots[y][x];
            if (c->run[y][x])
                fputc('o', out);
            else if (dots)
                fprintf(out, "\xe2%c%c", (char)(0xa0 | dots >> 6), (char)(0x80 | (dots & 63)));
            else
                fputc(' ', out);
        }
        fputc('\n', out);
    }
    fprintf(out, "%s    cost +", indent);
    for (int x = 0; x < COLUMNS; x++)
        fputc('-', out);
    fprintf(out, "\n%s          %-*s%*s size n\n", indent, COLUMNS / 2,
            text_count(round(c->x.low), text), COLUMNS - COLUMNS / 2,
            text_count(round(c->x.high), other));
}

void plot_braille(FILE *out, const struct target *t, const char *indent)
{
    struct canvas c = { .x = { INFINITY, 0, DOTS_X }, .y = { INFINITY, 0, DOTS_Y } };
    const struct plot plot = plot_of(t);
    for (size_t i = 0; i < t->n_points; i++) {
        double size = plot_size(&plot, &t->points[i]), cost = plot_cost(&plot, &t->points[i]);
        if (can_be_drawn(size, cost)) {
            extend(&c.x, size);
            extend(&c.y, cost);
        }
    }
    if (!(c.x.high > 0)) {
        fprintf(out, "%sno run with a known size and a cost above 0: nothing to plot\n", indent);
        return;
    }
    widen(&c.x);
    widen(&c.y);
    if (plot.fit->n_laws > 0)
        draw_curve(&c, &plot.fit->law[0]);
    draw_runs(&c, &plot);
    print(out, &c, indent);
}
