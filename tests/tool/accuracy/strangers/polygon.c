/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map: zones are polygons of very different length; for each vehicle's position the zone is looked for.  */
#include <stdio.h>
#include "rnd.h"
struct pt {
    double x, y;
};
struct zone {
    struct pt *p;
    unsigned n;
    double x0, y0, x1, y1;
};
static int inside(const struct zone *z, double x, double y)
{
    int in = 0;
    if (x < z->x0 || x > z->x1 || y < z->y0 || y > z->y1)
        return 0;
    const struct pt *p = z->p, *q = z->p + z->n - 1;
#pragma algoprof loop name(polygon)
    for (unsigned i = 0; i < z->n; q = p++, i++)
        if ((p->y > y) != (q->y > y) && x < (q->x - p->x) * (y - p->y) / (q->y - p->y) + p->x)
            in = !in;
    return in;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    struct zone *z = calloc(n, sizeof *z);
    for (unsigned i = 0; i < n; i++) {
        double cx = rnd_d() * 100, cy = rnd_d() * 100, r = 1 + rnd_d() * 5;
        z[i].n = 5 + rnd_z(2000);
        z[i].p = malloc(z[i].n * sizeof(struct pt));
        z[i].x0 = cx - r;
        z[i].x1 = cx + r;
        z[i].y0 = cy - r;
        z[i].y1 = cy + r;
        for (unsigned k = 0; k < z[i].n; k++) {
            double a = 6.2831853 * k / z[i].n, q = r * (0.7 + 0.3 * rnd_d());
            z[i].p[k] = (struct pt){cx + q * cos(a), cy + q * sin(a)};
        }
    }
    unsigned hits = 0;
    double x = 50, y = 50;
    for (unsigned i = 0; i < n * 20; i++) {
        x += rnd_d() * 2 - 1;
        y += rnd_d() * 2 - 1;
        if (x < 0 || x > 100)
            x = 50;
        if (y < 0 || y > 100)
            y = 50;
        for (unsigned k = 0; k < n; k++)
            if (inside(&z[k], x, y)) {
                hits++;
                break;
            }
    }
    printf("%u\n", hits);
}
