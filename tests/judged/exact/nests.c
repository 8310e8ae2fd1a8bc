/* Loops around loops whose accesses go anywhere: what the outer ones read evenly is told where they end. Left from within,
   and from a loop in the loop; by two inner ones, one after the other and one in the other; in place; with a step that is set
   in an inner one; and entered in the middle. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

#define KEYS 300
#define BUCKETS 64
struct node {
    struct node *next;
    long key, seen;
};
static struct node *bucket[BUCKETS];
static int *keys;

static long lookups(struct node *const *table, const int *key, long count)
{
    long found = 0, i = 0;
    JUDGE_BEGIN("lookups");
#pragma algoprof loop name(lookups)
    for (; i < count; i++) {
        JUDGE_STEP();
        const struct node *n = table[key[i] % BUCKETS];
        while (n && n->key != key[i])
            n = n->next;
        found += n != NULL;
    }
    JUDGE_END();
    return found;
}

/* A return out of the inner loop, where its last key is read and the next one is not. */
static long first_at(struct node *const *table, const int *key, long count, long depth)
{
    long i = 0, left = -1;
    JUDGE_BEGIN("first_at");
#pragma algoprof loop name(first_at)
    for (; i < count; i++) {
        JUDGE_STEP();
        long at = 0;
        for (const struct node *n = table[(unsigned)key[i] % BUCKETS]; n; n = n->next)
            if (++at > depth) {
                left = i;
                goto out;
            }
        if (key[i + 1] < 0)
            break;
    }
out:
    JUDGE_END();
    return left;
}

/* Two inner loops in a row, and one in another: pairs of chains. */
static long pairs(struct node *const *table, const short *a, const short *b, long count)
{
    long sum = 0, i = 0;
    JUDGE_BEGIN("pairs");
#pragma algoprof loop name(pairs)
    for (; i < count; i++) {
        JUDGE_STEP();
        for (const struct node *n = table[a[i] % BUCKETS]; n; n = n->next)
            sum += n->key;
        for (const struct node *n = table[b[2 * i] % BUCKETS]; n; n = n->next)
            for (const struct node *m = table[n->key % BUCKETS]; m; m = m->next)
                sum ^= m->key;
        sum += a[i + 1];
    }
    JUDGE_END();
    return sum;
}

/* Counts in nodes, read and written, and in the keys themselves. */
static void counted(struct node *const *table, int *key, long count)
{
    long i = 0;
    JUDGE_BEGIN("counted");
#pragma algoprof loop name(counted)
    for (; i < count; i++) {
        JUDGE_STEP();
        for (struct node *n = table[key[i] % BUCKETS]; n; n = n->next)
            n->seen += 2;
        key[i] += BUCKETS;
    }
    JUDGE_END();
}

/* Written first, in an inner loop: what the outer one reads then is no input. */
static long marked(struct node *const *table, int *mark, const int *key, long count)
{
    long sum = 0, i = 0;
    JUDGE_BEGIN("marked");
#pragma algoprof loop name(marked)
    for (; i < count; i++) {
        JUDGE_STEP();
        for (const struct node *n = table[key[i] % BUCKETS]; n; n = n->next)
            mark[n->key % KEYS] = (int)i;
        sum += mark[i];
    }
    JUDGE_END();
    return sum;
}

/* How far the outer one goes on the inner one says; and one that goes on in both. */
static long tokens(const char *text, long length, const long *weight)
{
    long sum = 0, i = 0, lines = 0;
    JUDGE_BEGIN("tokens");
#pragma algoprof loop name(tokens)
    while (i < length) {
        JUDGE_STEP();
        while (i < length && text[i] != ' ')
            sum += weight[text[i++] & 15];
        sum += weight[lines++];
        i++;
    }
    JUDGE_END();
    return sum;
}

/* An inner do-while, which each iteration passes, more than once. */
static long collatz(const int *start, long count, const unsigned char *odd)
{
    long steps = 0, i = 0;
    JUDGE_BEGIN("collatz");
#pragma algoprof loop name(collatz)
    for (; i < count; i++) {
        JUDGE_STEP();
        unsigned long n = (unsigned)start[i] + 1;
        do {
            n = odd[n % 1024] ? 3 * n + 1 : n / 2;
            steps++;
        } while (n > 1);
        steps += start[i + 1] & 1;
    }
    JUDGE_END();
    return steps;
}

static long entered(struct node *const *table, const int *key, long count, const struct node *n)
{
    long sum = 0, i = 0;
    JUDGE_BEGIN("entered");
#pragma algoprof loop name(entered)
    for (; i < count; i++) {
        JUDGE_STEP();
        if (n)
            goto middle;
        for (n = table[key[i] % BUCKETS]; n; n = n->next) {
            sum++;
middle:
            sum += n->key;
        }
    }
    JUDGE_END();
    return sum;
}

int main(void)
{
    static char text[1000];
    static long weight[1000];
    static unsigned char odd[1024];
    long sum = 0;
    keys = malloc((KEYS + 2) * sizeof *keys);
    struct node *all = calloc(KEYS, sizeof *all);
    short *small = malloc((2 * KEYS + 2) * sizeof *small);
    int *mark = calloc(KEYS + 2, sizeof *mark);
    if (!keys || !all || !small || !mark)
        return 1;
    for (int i = 0; i < KEYS + 2; i++)
        keys[i] = i * 7919 % 1009;
    for (int i = 0; i < 2 * KEYS + 2; i++)
        small[i] = (short)(i * 31 % 997);
    for (int i = 0; i < KEYS; i++) {
        unsigned at = (unsigned)(i * i) % BUCKETS;
        all[i] = (struct node){ bucket[at], i * 3, 0 };
        bucket[at] = &all[i];
    }
    for (int i = 0; i < 1000; i++) {
        text[i] = i * 7 % 11 ? 'a' + i % 20 : ' ';
        weight[i] = i ^ 5;
    }
    for (int i = 0; i < 1024; i++)
        odd[i] = i & 1;
    for (int i = 0; i < 12; i++) {
        long n = opaque(i * i * 2);
        sum += lookups(bucket, keys, n) + first_at(bucket, keys, n, opaque(i * 2 - 2));
        sum += pairs(bucket, small, small + 5, opaque(i * 3));
        counted(bucket, keys + i, opaque(i * 5));
        sum += marked(bucket, mark, keys, opaque(i * 9)) + tokens(text, opaque(i * 80), weight);
        sum += collatz(keys + 3, n, odd) + entered(bucket, keys, n, i % 3 ? &all[opaque(i)] : NULL);
    }
    printf("%ld\n", sum);
    free(keys);
    free(all);
    free(small);
    free(mark);
    return 0;
}
