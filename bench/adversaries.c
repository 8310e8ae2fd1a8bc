/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs that a budget must hold for, whatever they do.
 *
 *     adversaries NAME SCALE */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINKS 1000
#define THREADS 64

struct link {
    struct link *next;
    long value;
};

static struct link ring[LINKS];

static void make_ring(void)
{
    for (int i = 0; i < LINKS; i++)
        ring[i] = (struct link){ &ring[(i * 7919 + 1) % LINKS], i };
}

__attribute__((noinline)) static long walk(const struct link *p, long steps)
{
    long sum = 0;
#pragma algoprof loop name(walk)
    for (long i = 0; i < steps; i++) {
        sum += p->value;
        p = p->next;
    }
    return sum;
}

__attribute__((noinline)) static long nest(const struct link *p, long outer, long steps)
{
    long sum = 0;
#pragma algoprof loop name(nest)
    for (long r = 0; r < outer; r++)
        for (long i = 0; i < steps; i++) {
            sum += p->value ^ r;
            p = p->next;
        }
    return sum;
}

__attribute__((noinline)) static long search(const int *a, long n, int wanted)
{
    long i = 0;
#pragma algoprof loop name(search)
    while (i < n && a[i] != wanted)
        i++;
    return i;
}

__attribute__((algoprof, noinline)) static long deep(const struct link *p, long n)
{
    if (!n)
        return 1;
    long below = deep(p->next, n - 1);
    return (below * 3) ^ (p->value + below / 7);
}

/* All of the next three is told at once, or in few parts: a line each of a column, two ranges that
 * overlap, and one around lines that were seen before. */
__attribute__((noinline)) static long column(const int *a, long n)
{
    long sum = 0;
#pragma algoprof loop name(column)
    for (long i = 0; i < n; i++)
        sum += a[i * 32];
    return sum;
}

__attribute__((noinline)) static long shared(int *a, const int *b, long n, int k)
{
    long sum = 0;
#pragma algoprof loop name(shared)
    for (long i = 0; i < n; i++) {
        a[i] += b[i] * k;
        sum += a[i];
    }
    return sum;
}

__attribute__((noinline)) static long entered(char *a, long n, int rounds)
{
    long sum = 0;
#pragma algoprof loop name(entered)
    for (int r = 0; r < rounds; r++) {
        for (long i = 0; i < 64; i++)
            sum += a[n / 64 * i + r];
        memset(a, r, (size_t)n);
    }
    return sum;
}

/* Each round is over a text that no traced code looks at; how far, only a walk over it can say. */
__attribute__((noinline)) static long texts(char *t, int rounds)
{
    long sum = 0;
#pragma algoprof loop name(texts)
    for (int r = 0; r < rounds; r++) {
        t[r] = 'b';
        sum += !strchr(t, 'z');
    }
    return sum;
}

/* The condition cannot be foreseen. */
__attribute__((noinline)) static long find_spaces(const char *s)
{
    long spaces = 0;
#pragma algoprof loop name(spaces)
    for (; *s; s++)
        if (*s == ' ')
            spaces++;
    return spaces;
}

__attribute__((noinline)) static long spaces_of(const char *s)
{
    long spaces = 0;

    for (; *s; s++)
        if (*s == ' ')
            spaces++;
    return spaces;
}

__attribute__((noinline)) static long called(const char *s, int times)
{
    long spaces = 0;
#pragma algoprof loop name(called)
    for (int i = 0; i < times; i++)
        spaces += spaces_of(s) + i;
    return spaces;
}

/* The library runs the loop. */
static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

__attribute__((noinline)) static long sorted(int *a, long n, int times)
{
    long sum = 0;
#pragma algoprof loop name(sorted)
    for (int i = 0; i < times; i++) {
        qsort(a, (size_t)n, sizeof *a, by_value);
        sum += a[n / 2];
    }
    return sum;
}

/* A recursion that is no target; GCC makes no loop of either function. */
struct node { struct node *left, *right; long value; };
__attribute__((noinline)) static long even(const struct node *t, long depth);

__attribute__((noinline)) static long odd(const struct node *t, long depth)
{
    return t ? 3 * t->value + even(t->left, depth + 1) + even(t->right, depth + 1) : depth;
}

__attribute__((noinline)) static long even(const struct node *t, long depth)
{
    return t ? t->value + odd(t->left, depth + 1) + odd(t->right, depth + 1) : depth;
}

__attribute__((noinline)) static long mutual(const struct node *t, int times)
{
    long sum = 0;
#pragma algoprof loop name(mutual)
    for (int i = 0; i < times; i++)
        sum += even(t, i);
    return sum;
}

static struct node *make_tree(struct node *among, long n)
{
    struct node *root = n ? &among[n / 2] : NULL;
    if (root)
        *root = (struct node){ make_tree(among, n / 2), make_tree(root + 1, n - n / 2 - 1), n };
    return root;
}

static char *make_text(long length)
{
    char *text = malloc((size_t)length + 1);
    unsigned draw = 1;

    if (!text)
        exit(1);
    for (long i = 0; i < length; i++) {
        draw = draw * 1664525 + 1013904223;
        text[i] = draw >> 24 < 40 ? ' ' : 'a';
    }
    text[length] = 0;
    return text;
}

static int *make_array(long ints)
{
    int *a = calloc((size_t)ints, sizeof *a);
    if (!a)
        exit(1);
    return a;
}

static void *walk_often(void *scale)
{
    long sum = 0;
    for (long i = 0; i < (long)(2000 * *(double *)scale); i++)
        sum += walk(&ring[i % LINKS], 20000);
    return (void *)sum;
}

static long in_threads(double scale)
{
    pthread_t thread[THREADS];
    long sum = 0;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, walk_often, &scale))
            exit(1);
    for (int i = 0; i < THREADS; i++) {
        void *part;
        pthread_join(thread[i], &part);
        sum += (long)part;
    }
    return sum;
}

int main(int argc, char **argv)
{
    static const int a[] = { 1, 2, 3 };
    double scale = argc > 2 ? atof(argv[2]) : 1;
    const char *name = argc > 1 ? argv[1] : "";
    long sum = 0;
    make_ring();
    if (!strcmp(name, "one"))
        sum = walk(ring, (long)(1e9 * scale));
    else if (!strcmp(name, "nest"))
        sum = nest(ring, 40, (long)(2.5e7 * scale));
    else if (!strcmp(name, "tiny"))
        for (long i = 0; i < (long)(1e9 * scale); i++)
            sum += search(a, 3, 3 - (int)(i & 1));
    else if (!strcmp(name, "deep"))
        for (long i = 0; i < (long)(100 * scale); i++)
            sum += deep(ring, 1000000);
    else if (!strcmp(name, "alternate"))
        for (long i = 0; i < (long)(100 * scale); i++)
            sum += walk(&ring[i % LINKS], 1) + walk(&ring[i % LINKS], 10000000);
    else if (!strcmp(name, "threads"))
        sum = in_threads(scale);
    else if (!strcmp(name, "short"))
        sum = walk(ring, (long)(2e7 * scale));
    else if (!strcmp(name, "column"))
        sum = column(make_array((long)((1 << 24) * scale) * 32), (long)((1 << 24) * scale));
    else if (!strcmp(name, "shared")) {
        int *a = make_array((long)(1e8 * scale) + 1);
        sum = shared(a, a + 1, (long)(1e8 * scale), argc);
    } else if (!strcmp(name, "entered"))
        sum = entered((char *)make_array((long)(1e8 * scale)), (long)(4e8 * scale), 4);
    else if (!strcmp(name, "texts")) {
        char *t = (char *)make_array((long)(1e8 * scale) / 4 + 1);
        sum = texts(memset(t, 'a', (size_t)(1e8 * scale)), 20);
    } else if (!strcmp(name, "search"))
        sum = find_spaces(make_text((long)(3e8 * scale)));
    else if (!strcmp(name, "called"))
        sum = called(make_text((long)(3e8 * scale)), argc - 2);
    else if (!strcmp(name, "sorted")) {
        long n = (long)(4e6 * scale);
        int *a = make_array(n + 1);
        for (long i = 0; i < n; i++)
            a[i] = (int)(i * 1664525 % 4000037);
        sum = sorted(a, n, argc - 2);
    } else if (!strcmp(name, "mutual")) {
        long n = (long)(8e6 * scale);
        struct node *all = calloc((size_t)n + 1, sizeof *all);
        sum = all ? mutual(make_tree(all, n), argc - 2) : 0;
    } else
        return 2;
    printf("%ld\n", sum);
    return 0;
}
