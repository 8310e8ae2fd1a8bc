/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WIDTH 40
#define WAIT 1.0    /* seconds before the bar is shown */
#define EVERY 0.1   /* seconds between two drawings */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(struct progress *progress, const char *what, size_t total)
{
    const char *term = getenv("TERM");      /* a dumb one cannot clear the line */
    *progress = (struct progress){ .what = what, .total = total, .start = now(),
                                   .on = isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0) };
}

static void draw(struct progress *p, double time)
{
    char bar[WIDTH + 1];
    size_t filled = p->total ? p->done * WIDTH / p->total : WIDTH;
    for (size_t i = 0; i < WIDTH; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[WIDTH] = 0;
    fprintf(stderr, "\r%s [%s] %zu/%zu", p->what, bar, p->done, p->total);
    fflush(stderr);
    p->shown = time;
    p->drawn = true;
}

void progress_step(struct progress *progress)
{
#pragma omp critical(progress)
    {
        progress->done++;
        if (progress->on) {
            double time = now();
            if (time - progress->start > WAIT && time - progress->shown > EVERY)
                draw(progress, time);
        }
    }
}

void progress_clear(struct progress *progress)
{
#pragma omp critical(progress)
    {
        if (progress->drawn) {
            fputs("\r\033[K", stderr);
            progress->drawn = false;
        }
    }
}
