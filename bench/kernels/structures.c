/* SPDX-License-Identifier: GPL-3.0-or-later
 * Walks over linked structures and searches in arrays. */
#include "../kernel.h"

#define N 4096
#define BUCKETS 1024u
#define FAR (1 << 18)
struct node {
    struct node *next;
    uint64_t key;
};
static struct node entry[N], *bucket[BUCKETS];
static struct far {
    struct far *next;
    uint64_t value, unused[6];
} *far_head;
struct tree {
    struct tree *left, *right;
    uint64_t key;
};
static struct tree node[N], *root;
static uint32_t heap[N], parent[N], keys[N];
#define LOOKUPS 2000
#define ORDERS 500
static uint32_t wanted[ORDERS * LOOKUPS];

/* Each probe of a table with chains is an instance. */
NOINLINE const struct node *kernel_chain(const struct node *n, uint64_t key)
{
#pragma algoprof loop name(chain)
    while (n && n->key != key)
        n = n->next;
    return n;
}

/* All probes are one. */
NOINLINE uint64_t kernel_probes(struct node *const *table, uint64_t first, long count)
{
    uint64_t found = 0;

#pragma algoprof loop name(probes)
    for (uint64_t key = first; count--; key += 3) {
        const struct node *n = table[key % BUCKETS];

        while (n && n->key != key)
            n = n->next;
        found += n != NULL;
    }
    return found;
}

/* Likewise, with keys in an order that no processor learns; half of them are there. */
NOINLINE uint64_t kernel_lookups(struct node *const *table, const uint32_t *key, long count)
{
    uint64_t found = 0;

#pragma algoprof loop name(lookups)
    for (long i = 0; i < count; i++) {
        const struct node *n = table[key[i] % BUCKETS];

        while (n && n->key != key[i])
            n = n->next;
        found += n != NULL;
    }
    return found;
}

/* A list of 16 MiB, shuffled. */
NOINLINE uint64_t kernel_far(const struct far *n)
{
    uint64_t sum = 0;

#pragma algoprof loop name(far)
    for (; n; n = n->next)
        sum += n->value;
    return sum;
}

NOINLINE const struct tree *kernel_search(const struct tree *t, uint64_t key)
{
#pragma algoprof loop name(search)
    while (t && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t;
}

NOINLINE void kernel_sift(uint32_t *h, long at, long n)
{
#pragma algoprof loop name(sift)
    for (long child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && h[child] < h[child + 1])
            child++;
        if (h[at] >= h[child])
            break;
        uint32_t t = h[at];
        h[at] = h[child];
        h[child] = t;
    }
}

NOINLINE uint32_t kernel_find(const uint32_t *p, uint32_t at)
{
#pragma algoprof loop name(find)
    while (p[at] != at)
        at = p[at];
    return at;
}

NOINLINE uint64_t kernel_gcd(uint64_t a, uint64_t b)
{
#pragma algoprof loop name(gcd)
    while (b) {
        uint64_t t = a % b;

        a = b;
        b = t;
    }
    return a;
}

NOINLINE int kernel_bits(uint64_t x)
{
    int n = 0;

#pragma algoprof loop name(bits)
    for (; x; x &= x - 1)
        n++;
    return n;
}

NOINLINE long kernel_least(const uint32_t *a, long n)
{
    long best = 0;

#pragma algoprof loop name(least)
    for (long i = 1; i < n; i++)
        if (a[i] < a[best])
            best = i;
    return best;
}

NOINLINE void kernel_bubble(uint32_t *a, long n)
{
#pragma algoprof loop name(bubble)
    for (long i = 1; i < n; i++)
        if (a[i - 1] > a[i]) {
            uint32_t t = a[i];

            a[i] = a[i - 1];
            a[i - 1] = t;
        }
}

NOINLINE void kernel_merge(uint32_t *out, const uint32_t *a, const uint32_t *b, long n)
{
#pragma algoprof loop name(merge)
    for (long i = 0, j = 0; i + j < 2 * n;)
        *out++ = j == n || (i < n && a[i] <= b[j]) ? a[i++] : b[j++];
}

static void shuffle_far(void)
{
    static uint32_t order[FAR];
    struct far *all = far_head ? NULL : malloc(FAR * sizeof *all);

    if (!all)
        return;
    for (uint32_t i = 0; i < FAR; i++) {
        uint32_t j = bench_draw(i + 1);

        order[i] = order[j];
        order[j] = i;
    }
    for (uint32_t i = 0; i < FAR; i++) {
        all[order[i]].next = far_head;
        all[order[i]].value = i;
        far_head = &all[order[i]];
    }
}

static void setup(void)
{
    for (uint32_t i = 0; i < BUCKETS; i++)
        bucket[i] = NULL;
    root = NULL;
    for (uint32_t i = 0; i < N; i++) {
        struct tree **at = &root;

        entry[i] = (struct node){ bucket[i * 7 % BUCKETS], i * 7 };
        bucket[i * 7 % BUCKETS] = &entry[i];
        node[i] = (struct tree){ .key = bench_draw(1u << 30) };
        while (*at)
            at = node[i].key < (*at)->key ? &(*at)->left : &(*at)->right;
        *at = &node[i];
        heap[i] = keys[i] = bench_draw(1u << 30);
        parent[i] = i ? i - 1 - bench_draw(i < 8 ? i : 8) : 0;
    }
    for (uint32_t i = 0; i < ORDERS * LOOKUPS; i++)
        wanted[i] = bench_draw(N) * 7 + bench_draw(2);
    shuffle_far();
}

KERNEL_CALL(chain, 500000, sum += kernel_chain(bucket[k * 7 % BUCKETS], (uint64_t)k * 7 % (7 * N)) != NULL);
KERNEL_CALL(probes, 500, sum += kernel_probes(bucket, (uint64_t)k, opaque(2000)));
KERNEL_CALL(lookups, 500, sum += kernel_lookups(bucket, wanted + k % ORDERS * LOOKUPS, opaque(LOOKUPS)));
KERNEL_CALL(far, 40, sum += kernel_far(far_head));
KERNEL_CALL(search, 200000, sum += kernel_search(root, node[k * 31 % N].key)->key);
KERNEL_CALL(sift, 300000, kernel_sift(heap, k * 13 % (N / 2), opaque(N)); sum += heap[k % N]);
KERNEL_CALL(find, 5000, sum += kernel_find(parent, (uint32_t)(k * 31 % N)));
KERNEL_CALL(gcd, 100000, sum += kernel_gcd((uint64_t)k * 7919 + 1, (uint64_t)opaque(360360)));
KERNEL_CALL(bits, 300000, sum += (uint64_t)kernel_bits((uint64_t)k * 0x9e3779b97f4a7c15u));
KERNEL_CALL(least, 2000, sum += (uint64_t)kernel_least(keys, opaque(N)));
KERNEL_CALL(bubble, 1000, kernel_bubble(heap, opaque(N)); sum += heap[0]);
KERNEL_CALL(merge, 1000, kernel_merge(heap, keys, keys + N / 2, opaque(N / 2)); sum += heap[5]);
