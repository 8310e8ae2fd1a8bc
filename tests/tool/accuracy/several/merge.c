/* SPDX-License-Identifier: GPL-3.0-or-later
 * Spans in an array that is kept in order: what is behind moves up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct span {
    long from, to;
};

struct set {
    struct span *span;
    int n, room;
};

static unsigned long state = 31;

static unsigned next_random(void)
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static int place(const struct set *s, long from)
{
    int low = 0, high = s->n;
    while (low < high) {
        int mid = (low + high) / 2;
        if (s->span[mid].from < from)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void insert(struct set *s, struct span x)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 16;
        s->span = realloc(s->span, (size_t)s->room * sizeof *s->span);
    }
    int at = place(s, x.from);
    for (int i = s->n; i > at; i--)
        s->span[i] = s->span[i - 1];
    s->span[at] = x;
    s->n++;
}

static int join(struct set *s)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        if (n && s->span[i].from <= s->span[n - 1].to) {
            if (s->span[i].to > s->span[n - 1].to)
                s->span[n - 1].to = s->span[i].to;
        } else
            s->span[n++] = s->span[i];
    return s->n = n;
}

static long covered(const struct set *s)
{
    long sum = 0;
    for (int i = 0; i < s->n; i++)
        sum += s->span[i].to - s->span[i].from;
    return sum;
}

static long largest_gap(const struct set *s)
{
    long most = 0;
    for (int i = 1; i < s->n; i++)
        if (s->span[i].from - s->span[i - 1].to > most)
            most = s->span[i].from - s->span[i - 1].to;
    return most;
}

static int hits(const struct set *s, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        long x = next_random();
        int at = place(s, x);
        found += at > 0 && s->span[at - 1].to > x;
    }
    return found;
}

static unsigned digest(const struct set *s)
{
    unsigned h = 0;
    for (int i = 0; i < s->n; i++)
        h = h * 31 + (unsigned)s->span[i].from;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    struct set s = { NULL, 0, 0 };
    for (int i = 0; i < n; i++) {
        long from = next_random();
        insert(&s, (struct span){ from, from + next_random() % 4000 });
    }
    int found = hits(&s, n), left = join(&s);
    printf("%d %d %ld %ld %u\n", found, left, covered(&s), largest_gap(&s), digest(&s));
    free(s.span);
    return 0;
}
