/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/status_line.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define BAR 20

/* Of what is to come the runs so far tell nothing: larger sizes take longer.  What is left is at most the time
 * that is given. */
void status_line_show(void *line, double seconds)
{
    const struct status_line *p = line;
    char bar[BAR + 1], size[40] = "";
    if (!p->shown)
        return;
    double used = p->before + seconds, share = p->all > 0 ? (double)p->done / (double)p->all : 0;
    double by_time = p->most > 0 ? fmin(used / p->most, 1) : 0;
    if (by_time > share)
        share = by_time;
    for (int i = 0; i < BAR; i++)
        bar[i] = (double)i < share * BAR ? '#' : '.';
    bar[BAR] = '\0';
    if (p->size > 0)
        snprintf(size, sizeof size, ", n = %" PRIu64, p->size);
    fprintf(stderr, "\r\033[K[%s] run %zu of %zu%s, %.1f s; at most %.0f s left", bar, p->done + 1, p->all, size,
            seconds, fmax(p->most - used, 0));
    fflush(stderr);
}

void status_line_clear(const struct status_line *line)
{
    if (line->shown)
        fputs("\r\033[K", stderr);
}
