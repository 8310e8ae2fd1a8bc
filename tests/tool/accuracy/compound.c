/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compound.h"

#include <math.h>
#include <stdlib.h>

static void range(const struct part *p, uint64_t first, uint64_t count, struct spans *out)
{
    spans_add(out, p->base + first, count);
}

static double draw(const struct part *p, uint64_t i, uint64_t j)
{
    return uniform_of(p->seed, i, j);
}

/* k uniform probes of `cells` from `from` on. */
static void probe(const struct part *p, uint64_t i, uint64_t from, struct spans *out)
{
    for (uint64_t j = 0; j < p->k; j++)
        range(p, from + (uint64_t)(draw(p, i, j) * (double)p->cells), 1, out);
}

static void core(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    (void)i;
    range(p, 0, p->cells, out);
}

static void fresh(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    range(p, i * p->k, p->k, out);
}

static void fresh_varied(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    range(p, p->table[i], p->table[i + 1] - p->table[i], out);
}

static void uniform(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    probe(p, i, 0, out);
}

static void zipf(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    for (uint64_t j = 0; j < p->k; j++) {
        uint64_t drawn = zipf_draw(p->cumulated, p->cells, draw(p, i, j));
        range(p, drawn * 48271 % p->cells, 1, out);
    }
}

static void sweep(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    range(p, i % p->rows * p->k, p->k, out);
}

/* Probes of a window that moves `a` cells an instance. */
static void drift(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    probe(p, i, (uint64_t)((double)i * p->a), out);
}

static void window(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    range(p, i * p->k, p->cells, out);
}

static void prefix(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    range(p, 0, (uint64_t)((double)i * p->a) + 1, out);
}

/* From a random node of a tree up to its root. */
static void tree(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    for (uint64_t node = (uint64_t)(draw(p, i, 0) * (double)p->cells) + 1; node; node >>= 1)
        range(p, node, 1, out);
}

static void list_walk(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    range(p, 0, (uint64_t)(pow(draw(p, i, 0), p->a) * (double)p->cells) + 1, out);
}

static void phases(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    probe(p, i, i * p->rows / n * p->cells, out);
}

static void outer(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    range(p, i / p->rows * p->k, p->k, out);
}

static void shuffled(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    range(p, p->table[i] * p->k, p->k, out);
}

/* At distances from a Cauchy distribution. */
static void neighbours(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    for (uint64_t j = 0; j < p->k; j++) {
        double at = (double)i + round(3 * tan(M_PI * (draw(p, i, j) - 0.5)));
        range(p, (uint64_t)fmin(fmax(at, 0), (double)n), 1, out);
    }
}

static void gauss(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    for (uint64_t j = 0; j < p->k; j++) {
        double radius = sqrt(-2 * log(fmax(draw(p, i, j), 1e-12)));
        double z = radius * cos(2 * M_PI * uniform_of(p->seed + 500, i, j));
        range(p, (uint64_t)((double)p->cells * fmin(fmax(0.5 + 0.15 * z, 0), 1)), 1, out);
    }
}

static part_fn *const kinds[] = { core,   fresh, fresh_varied, uniform, zipf,     sweep,
                                  drift,  window, prefix,      tree,    list_walk, phases,
                                  outer,  shuffled, neighbours, gauss };
#define KINDS (sizeof kinds / sizeof *kinds)

/* Parameters are hashes of the part's seed, each with a number of its own, so that a
 * loop of another length has the same. */
static double parameter(const struct part *p, uint64_t which, double low, double high)
{
    return low + (high - low) * uniform_of(p->seed, UINT64_MAX, which);
}

/* Log-uniform between low and high. */
static double scaled(const struct part *p, uint64_t which, double low, double high)
{
    return exp(parameter(p, which, log(low), log(high)));
}

static uint64_t whole(const struct part *p, uint64_t which, double low, double high)
{
    return (uint64_t)scaled(p, which, low, high + 1);
}

/* Cells such that each of `probes` probes is one of a..b of its cell. */
static uint64_t pool(const struct part *p, double probes, double least, double a, double b)
{
    return (uint64_t)fmax(least, probes / scaled(p, 9, a, b));
}

static void make_lengths(struct part *p, uint64_t n)
{
    double a = parameter(p, 1, 1.2, 3);
    p->table = need(malloc((n + 1) * sizeof *p->table));
    p->table[0] = 0;
    for (uint64_t i = 0; i < n; i++)
        p->table[i + 1] = p->table[i] +
                          (uint64_t)fmin(pow(fmax(draw(p, i, 0), 1e-12), -1 / a), 1000) - 1;
}

static void make_order(struct part *p, uint64_t n)
{
    p->table = need(malloc((n + 1) * sizeof *p->table));
    for (uint64_t i = 0; i < n; i++)
        p->table[i] = i;
    for (uint64_t i = n; i-- > 1;) {
        uint64_t k = (uint64_t)(draw(p, i, 1) * (double)(i + 1)), kept = p->table[i];
        p->table[i] = p->table[k];
        p->table[k] = kept;
    }
}

/* Tables of the walks that probe. */
static void size_pool(struct part *p, double n)
{
    if (p->read == uniform) {
        p->k = whole(p, 0, 1, 20);
        p->cells = pool(p, n * (double)p->k, 10, .2, 100);
    } else if (p->read == zipf) {
        p->k = whole(p, 0, 1, 8);
        p->cells = pool(p, n * (double)p->k, 20, .2, 50);
        p->cumulated = zipf_make(p->cells, parameter(p, 1, .5, 1.4));
    } else if (p->read == tree) {
        p->cells = pool(p, n, 15, .3, 50);
    } else if (p->read == phases) {
        p->k = whole(p, 0, 1, 10);
        p->rows = 2 + (uint64_t)parameter(p, 1, 0, 4);
        p->cells = pool(p, n * (double)p->k / (double)p->rows, 10, .3, 30);
    } else if (p->read == gauss) {
        p->cells = whole(p, 0, 50, n);
        p->k = whole(p, 1, 1, 8);
    } else if (p->read == drift) {
        p->cells = whole(p, 0, 20, 3000);
        p->a = scaled(p, 1, .02, 3);
        p->k = whole(p, 2, 1, 12);
    }
}

static void size_part(struct part *p, uint64_t n)
{
    static const double powers[] = { .5, 1, 2 };
    if (p->read == core) {
        p->cells = whole(p, 0, 2, 500);
    } else if (p->read == fresh) {
        p->k = whole(p, 0, 1, 30);
    } else if (p->read == fresh_varied) {
        make_lengths(p, n);
    } else if (p->read == sweep) {
        p->rows = whole(p, 0, 10, (double)n);
        p->k = whole(p, 1, 1, 40);
    } else if (p->read == window) {
        p->cells = whole(p, 0, 3, 300);
        p->k = whole(p, 1, 1, fmax(1, (double)(p->cells / 2)));
    } else if (p->read == prefix) {
        p->a = fmin(1, scaled(p, 0, .005, 1) * 5000 / (double)n);
    } else if (p->read == list_walk) {
        p->cells = whole(p, 0, 10, 1500);
        p->a = powers[(size_t)parameter(p, 1, 0, 3)];
    } else if (p->read == outer) {
        p->rows = whole(p, 0, 5, 500);
        p->k = whole(p, 1, 1, 60);
    } else if (p->read == shuffled) {
        p->k = whole(p, 0, 1, 10);
        make_order(p, n);
    } else if (p->read == neighbours) {
        p->k = whole(p, 0, 1, 6);
    } else {
        size_pool(p, (double)n);
    }
}

uint64_t compound_instances(uint64_t seed)
{
    return (uint64_t)(2000 * pow(30, uniform_of(seed, 90, 0)));
}

void compound_make(struct mixture *m, uint64_t seed, uint64_t n)
{
    static const uint64_t strides[] = { 1, 1, 2, 6 };
    double parts = uniform_of(seed, 91, 0);
    size_t order[KINDS];
    for (size_t k = 0; k < KINDS; k++)
        order[k] = k;
    *m = (struct mixture){ .n_parts = parts < .45 ? 1 : parts < .8 ? 2 : 3 };
    for (unsigned c = 0; c < m->n_parts; c++) {     /* none twice */
        size_t k = c + hash_of(seed, 92, c) % (KINDS - c), kind = order[k];
        order[k] = order[c];
        order[c] = kind;
    }
    if (m->n_parts == 1 && kinds[order[0]] == core) {   /* alone it would be a rescan */
        order[1] = 1;
        m->n_parts = 2;
    }
    for (unsigned c = 0; c < m->n_parts; c++) {
        struct part *p = &m->part[c];
        *p = (struct part){ .read = kinds[order[c]], .seed = seed * 1013 + c,
                            .base = (c + 1) * REGION,
                            .stride = strides[hash_of(seed, 93, c) % 4],
                            .heap = uniform_of(seed, 94, c) < .35 };
        size_part(p, n);
    }
}

void compound_place(const struct mixture *m, struct spans *spans)
{
    struct spans placed = { 0 };
    for (size_t s = 0; s < spans->n; s++) {
        const struct span *span = &spans->span[s];
        const struct part *p = &m->part[span->first / REGION - 1];
        uint64_t first = span->first - p->base;
        if (!p->heap && p->stride == 1)
            spans_add(&placed, span->first, span->count);
        else
            for (uint64_t c = first; c < first + span->count; c++)
                spans_add(&placed, p->base + (p->heap ? c * 8 + hash_of(p->seed + 11, c, 0) % 8
                                                      : c * p->stride), 1);
    }
    free(spans->span);
    *spans = placed;
}
