/* SPDX-License-Identifier: GPL-3.0-or-later
 * Recursions. */
#include "kinds.h"

struct node {
    struct node *left, *right;
    struct item item;
};

static __attribute__((algoprof("recursion"), noinline)) long fib(size_t n)
{
    return n < 2 ? (long)n : fib(n - 1) + fib(n - 2);
}

KIND(fibonacci, 99, 1, 8, 22)
{
    sink += fib(n);
}

static __attribute__((algoprof("recursion"), noinline)) long list_sum(const struct node *list)
{
    return list ? list->item.key + list_sum(list->right) : 0;
}

KIND(sum_of_list, 1, 0, 200, 6000)
{
    struct node *list = NULL;
    for (size_t i = 0; i < n; i++) {
        struct node *node = get(sizeof *node);
        node->right = list;
        list = node;
    }
    sink += list_sum(list);
}

static struct node *build(size_t n)
{
    if (!n)
        return NULL;
    struct node *node = get(sizeof *node);
    node->left = build(n / 2);
    node->right = build(n - 1 - n / 2);
    return node;
}

static __attribute__((algoprof("recursion"), noinline)) long tree_sum(const struct node *tree)
{
    return tree ? tree->item.key + tree_sum(tree->left) + tree_sum(tree->right) : 0;
}

KIND(sum_of_tree, 1, 0, 200, 10000)
{
    sink += tree_sum(build(n));
}

static __attribute__((algoprof("recursion"), noinline)) long subsets(const struct item *list, size_t n, long sum)
{
    if (!n)
        return sum & 1;
    return subsets(list + 1, n - 1, sum) + subsets(list + 1, n - 1, sum + list->key);
}

KIND(subset_sums, 99, 1, 4, 15)
{
    sink += subsets(items_of(n), n, 0);
}

static __attribute__((algoprof("recursion"), noinline)) void halves(struct item *list, struct item *spare, size_t n)
{
    if (n < 2)
        return;
    size_t half = n / 2, a = 0, b = half;
    halves(list, spare, half);
    halves(list + half, spare, n - half);
    for (size_t i = 0; i < n; i++)
        spare[i] = b >= n || (a < half && list[a].key <= list[b].key) ? list[a++] : list[b++];
    memcpy(list, spare, n * sizeof *list);
}

KIND(sort_by_halves, 1, 0, 200, 8000)
{
    halves(items_of(n), get(n * sizeof(struct item)), n);
}

static __attribute__((algoprof("recursion"), noinline)) size_t hanoi(size_t n, int from, int to)
{
    return n ? hanoi(n - 1, from, 6 - from - to) + 1 + hanoi(n - 1, 6 - from - to, to) : 0;
}

KIND(towers, 99, 1, 4, 15)
{
    sink += (long)hanoi(n, 1, 3);
}

static __attribute__((algoprof("recursion"), noinline)) long memo(long *known, size_t n)
{
    if (n < 2)
        return 1;
    if (!known[n])
        known[n] = (memo(known, n - 1) + memo(known, n - 2)) & 0xffff;
    return known[n];
}

KIND(memoized, 1, 0, 100, 4000)
{
    sink += memo(get((n + 1) * sizeof(long)), n);
}

static __attribute__((algoprof("recursion"), noinline)) long nested(const char **at)
{
    long n = 1;
    while (*++*at != ')')
        if (**at == '(')
            n += nested(at);
    return n;
}

KIND(parse_nested, 1, 0, 100, 5000)
{
    char *s = get(2 * n + 3);
    const char *at = s;
    memset(s, '(', n);
    memset(s + n, ')', n);
    sink += nested(&at);
}
