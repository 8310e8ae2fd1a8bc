/* SPDX-License-Identifier: GPL-3.0-or-later
 * Each line of a ledger is cancelled against one that came before and is still open; most stay open. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    int account, amount, open, day;
    char note[16];
};
static unsigned state = 3;

static unsigned next_random(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 7;
}

static struct line *make(int n)
{
    struct line *line = malloc((size_t)n * sizeof *line);
    for (int i = 0; i < n; i++) {
        line[i] = (struct line) { (int)(next_random() % 50), (int)(next_random() % 100000) - 50000, 1, i / 10, "" };
        sprintf(line[i].note, "no %d", i);
    }
    return line;
}

static int cancel(struct line *line, int i)
{
    for (int k = i - 1; k >= 0; k--)
        if (line[k].open && line[k].account == line[i].account && line[k].amount == -line[i].amount) {
            line[k].open = line[i].open = 0;
            return k;
        }
    return -1;
}

static int cancel_all(struct line *line, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        found += cancel(line, i) >= 0;
    return found;
}

static void sums(const struct line *line, int n, long *sum)
{
    for (int i = 0; i < n; i++)
        sum[line[i].account] += line[i].amount;
}

static long text(const struct line *line, int n)
{
    long size = 0;
    for (int i = 0; i < n; i++)
        for (const char *p = line[i].note; *p; p++)
            size += *p == ' ' ? 2 : 1;
    return size;
}

static int by_amount(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    return x->amount < y->amount ? -1 : x->amount > y->amount;
}

static int same_day(const struct line *line, int n)
{
    int most = 0, run = 0;
    for (int i = 1; i < n; i++) {
        run = line[i].day == line[i - 1].day ? run + 1 : 0;
        most = run > most ? run : most;
    }
    return most;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    struct line *line = make(n);
    long sum[50] = { 0 }, all = 0;
    int days = same_day(line, n), found = cancel_all(line, n);
    sums(line, n, sum);
    for (int i = 0; i < 50; i++)
        all = all * 3 + sum[i];
    long size = text(line, n);
    qsort(line, (size_t)n, sizeof *line, by_amount);
    printf("%d %d %ld %ld %d\n", days, found, all, size, line[n / 2].amount);
    free(line);
    return 0;
}
