/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mixture.h"

#include <math.h>
#include <stdlib.h>

static void cell(const struct part *p, uint64_t c, struct spans *out)
{
    spans_add(out, p->base + c * p->stride, 1);
}

static double draw(const struct part *p, uint64_t i, uint64_t j)
{
    return uniform_of(p->seed, i, j);
}

/* Some cells again and again. */
static void resident(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    (void)i;
    for (uint64_t c = 0; c < p->cells % 500; c++)
        cell(p, c, out);
}

/* New cells, as many as a Pareto distribution says, up to 40. */
static void records(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    uint64_t length = (uint64_t)fmin(40, pow(fmax(draw(p, i, 0), 1e-9), -1 / p->a));
    (void)n;
    for (uint64_t c = 0; c < length; c++)
        cell(p, i * 40 + c, out);
}

/* Probes of a table, its front more often than its back. */
static void skewed(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    (void)n;
    for (uint64_t j = 0; j < p->k; j++)
        cell(p, (uint64_t)(pow(draw(p, i, j), p->a) * (double)p->cells), out);
}

/* Two-sided exponential probes about a place that moves. */
static void travelling(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    double at = (double)p->cells * (0.1 + 0.8 * (double)i / (double)n);
    for (uint64_t j = 0; j < p->k; j++) {
        double d = log(fmax(draw(p, i, 2 * j), 1e-9)) * (double)p->cells / 50;
        double c = at + (draw(p, i, 2 * j + 1) < .5 ? d : -d);
        cell(p, (uint64_t)fmin(fmax(c, 0), (double)p->cells), out);
    }
}

/* A ring that is walked backwards. */
static void ring(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    for (uint64_t j = 0; j < p->k; j++)
        cell(p, p->cells - 1 - (i * p->k + j) % p->cells, out);
    (void)n;
}

/* Each cell once, in a scattered order. */
static void permuted(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    uint64_t step = n * 618 / 1000 | 1;
    while (step > 1) {              /* prime to n */
        uint64_t a = n, b = step;
        while (b > 0) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            break;
        step += 2;
    }
    for (uint64_t j = 0; j < p->k; j++)
        cell(p, i * step % n * p->k + j, out);
}

/* Buckets of a hash table with chains of geometric length. */
static void chains(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    uint64_t bucket = hash_of(p->seed, i, 0) % p->cells;
    (void)n;
    for (uint64_t c = 0; c < 12; c++) {
        cell(p, bucket * 12 + c, out);
        if (hash_of(p->seed + 9, bucket, c) % 2)
            break;
    }
}

/* One of some tables, another every so many instances. */
static void tables(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    uint64_t table = i * 7 / n;
    for (uint64_t j = 0; j < p->k; j++)
        cell(p, table % 4 * p->cells + (uint64_t)(draw(p, i, j) * (double)p->cells), out);
}

/* An edge list: a node's own cells and those of nodes nearby. */
static void mesh(const struct part *p, uint64_t n, uint64_t i, struct spans *out)
{
    uint64_t width = (uint64_t)sqrt((double)n) + 1;
    const uint64_t near[] = { i, i + 1, i + width, i + width * width / 3 };
    for (size_t j = 0; j < 4; j++)
        cell(p, near[j], out);
}

static part_fn *const kinds[] = { resident, records, skewed, travelling, ring,
                                  permuted, chains,  tables, mesh };
#define KINDS (sizeof kinds / sizeof *kinds)

static double log_uniform(uint64_t seed, uint64_t j, double low, double high)
{
    return low * pow(high / low, uniform_of(seed, 77, j));
}

uint64_t mixture_instances(uint64_t seed)
{
    return (uint64_t)log_uniform(seed, 0, 2000, 30000);
}

void mixture_make(struct mixture *m, uint64_t seed, uint64_t n)
{
    double parts = uniform_of(seed, 78, 0);
    m->n_parts = parts < .45 ? 1 : parts < .8 ? 2 : 3;
    for (unsigned c = 0; c < m->n_parts; c++) {
        uint64_t s = seed * 1009 + c;
        m->part[c] = (struct part){
            .read = kinds[hash_of(s, 79, 0) % KINDS], .seed = s, .base = (c + 1) * REGION,
            .stride = UINT64_C(1) << hash_of(s, 80, 0) % 3 * 2,
            .k = (uint64_t)log_uniform(s, 1, 1, 16), .a = 1.1 + 2.5 * uniform_of(s, 81, 0)
        };
        m->part[c].cells = 20 + (uint64_t)((double)(n * m->part[c].k) / log_uniform(s, 2, .2, 60));
    }
    if (m->n_parts == 1 && m->part[0].read == resident)
        m->part[0].read = records;
}

void mixture_read(const struct mixture *m, uint64_t n, uint64_t i, struct spans *out)
{
    for (unsigned c = 0; c < m->n_parts; c++)
        m->part[c].read(&m->part[c], n, i, out);
}

void mixture_free(struct mixture *m)
{
    for (unsigned c = 0; m && c < m->n_parts; c++) {
        free(m->part[c].table);
        free(m->part[c].cumulated);
    }
    free(m);
}
