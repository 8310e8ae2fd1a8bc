/* One execution of a loop, or one call of a recursion, that is the whole run and
 * outgrows any budget: what can be sampled is inside it.
 *
 *     inside-outgrown PROGRAM ROUNDS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUES 4096

static int value[VALUES];

static void make_values(void)
{
    for (int i = 0; i < VALUES; i++)
        value[i] = (int)((unsigned)i * 2654435761u >> 16);
}

/* `row' and `search' run once an iteration of `outer'. */
__attribute__((noinline)) static long loops(long rounds)
{
    long sum = 0;
#pragma algoprof loop name(outer)
    for (long r = 0; r < rounds; r++) {
        long n = 16 << ((unsigned long)r * 2654435761u >> 13 & 7), i = 0;
#pragma algoprof loop name(row)
        for (long k = 0; k < n; k++)
            sum += value[k] ^ r;
#pragma algoprof loop name(search)
        while (i < n && value[i] != (int)sum)
            i++;
        sum += i;
    }
    return sum;
}

__attribute__((noinline)) static long rows(long rounds)
{
    long sum = 0;
    for (long r = 0; r < rounds; r++) {
        long n = 16 << ((unsigned long)r * 2654435761u >> 13 & 7);
#pragma algoprof loop name(row)
        for (long k = 0; k < n; k++)
            sum += value[k] ^ r;
    }
    return sum;
}

/* The loop that goes on untraced is in a function that the traced one calls. */
__attribute__((noinline)) static long callee(long rounds)
{
    long sum = 0;
#pragma algoprof loop name(outer)
    for (long part = 0; part < 2; part++)
        sum += rows(part ? rounds - 1 : 1);
    return sum;
}

/* ---- recursions: a walk of a random search tree whose nodes lie in no order, and a
   quicksort; each of some 40 calls deep */

struct node {
    struct node *left, *right;
    long key;
};

static struct node *pool;
static long used, mask;
static unsigned long long state = 88172645463325252ull;

static unsigned draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 32);
}

static struct node *make_tree(long n)
{
    struct node *t = &pool[(unsigned long)used++ * 2654435761u & (unsigned long)mask];
    if (!n)
        return NULL;
    long left = (long)((unsigned long long)n * draw() >> 32);
    t->key = draw();
    t->left = make_tree(left);
    t->right = make_tree(n - 1 - left);
    return t;
}

__attribute__((algoprof, noinline)) static long sum(const struct node *t)
{
    if (!t)
        return 1;
    long left = sum(t->left);
    return (left * 3 ^ t->key) + sum(t->right);
}

/* As many frames as calls.  GCC knows nothing of its argument, which would make the
   original's frame smaller than those of other versions. */
static const int *volatile unknown = value;

__attribute__((algoprof, noinline)) static long chain(const int *v, long n)
{
    if (!n)
        return 1;
    long below = chain(v, n - 1);
    return (below * 3) ^ (v[n % VALUES] + below / 7);
}

/* All its calls come back through a pointer. */
static long (*volatile go_on)(const struct node *);

__attribute__((algoprof, noinline)) static long indirect(const struct node *t)
{
    if (!t)
        return 1;
    long left = go_on(t->left);
    return (left * 3 ^ t->key) + go_on(t->right);
}

static long walk_tree(long n, long (*walk)(const struct node *))
{
    go_on = walk;
    for (mask = 1; mask < 4 * n; mask *= 2)
        ;
    pool = calloc((size_t)mask--, sizeof *pool);
    return pool ? walk(make_tree(n)) : 0;
}

#define SORT(name, note)                              \
    static void name(unsigned *a, long n)             \
    {                                                 \
        note;                                         \
        if (n < 2)                                    \
            return;                                   \
        unsigned pivot = a[n / 2];                    \
        long i = 0, k = n - 1;                        \
        while (i <= k) {                              \
            while (a[i] < pivot)                      \
                i++;                                  \
            while (a[k] > pivot)                      \
                k--;                                  \
            if (i <= k) {                             \
                unsigned t = a[i];                    \
                a[i++] = a[k];                        \
                a[k--] = t;                           \
            }                                         \
        }                                             \
        name(a, k + 1);                               \
        name(a + i, n - i);                           \
        done = n;                                     \
    }

static long calls;
/* The second call is none in tail position.  Not read: each call of the smallest sorts
 * would read as much of it as of the numbers, which is no straight line. */
static volatile long done;

__attribute__((algoprof, noinline)) SORT(quick, (void)0)
SORT(quick_counted, calls++)

static long sort_numbers(long n, int count)
{
    unsigned *a = calloc((size_t)n, sizeof *a);
    for (long i = 0; a && i < n; i++)
        a[i] = draw();
    if (a)
        (count ? quick_counted : quick)(a, n);
    return a ? a[n / 3] : 0;
}

int main(int argc, char **argv)
{
    long rounds = argc > 2 ? atol(argv[2]) : 1;
    make_values();
    if (argc > 1 && !strcmp(argv[1], "loops"))
        printf("%ld\n", loops(rounds));
    else if (argc > 1 && !strcmp(argv[1], "callee"))
        printf("%ld\n", callee(rounds));
    else if (argc > 1 && !strcmp(argv[1], "tree"))
        printf("%ld\n", walk_tree(rounds, sum));
    else if (argc > 1 && !strcmp(argv[1], "chain"))
        printf("%ld\n", chain(unknown, rounds));
    else if (argc > 1 && !strcmp(argv[1], "pointer"))
        printf("%ld\n", walk_tree(rounds, indirect));
    else if (argc > 1 && !strcmp(argv[1], "sort"))
        printf("%ld\n", sort_numbers(rounds, 0));
    else if (argc > 1 && !strcmp(argv[1], "calls of sort")) {
        sort_numbers(rounds, 1);
        printf("%ld\n", calls);
    }
    return 0;
}
